//! The numbers behind every rate: estimators, intervals and tests.
//!
//! Plain numbers in, plain numbers out; this room knows nothing of tables or
//! files. Everything random is drawn from [`NumpyRng`] with a stated seed, and
//! the sums, quantiles and bootstraps follow NumPy operation by operation, so
//! that an interval equals the benchmark's official tool to the last bit, not
//! merely to the printed digit.
//!
//! | module | idea |
//! |---|---|
//! | `pass` | pass@k and pass^k of one case |
//! | `rng` | NumPy's default generator |
//! | `sum` | NumPy's pairwise sum, and the mean |
//! | `quantile` | linear quantiles and the median |
//! | `interval` | what an interval is |
//! | `bootstrap` | percentile bootstrap over cases |
//! | `wilson` | Wilson score interval of a proportion |
//! | `sign_test` | exact two-sided sign test |
//! | `rank` | Spearman's rank correlation |
//! | `binomial` | zero-truncated binomial split of solved cases |

mod binomial;
mod bootstrap;
mod interval;
mod pass;
mod quantile;
mod rank;
mod rng;
mod sign_test;
mod sum;
mod wilson;

pub use binomial::zero_truncated_split;
pub use bootstrap::{Bootstrap, RESAMPLES, SEED, bootstrap_mean, bootstrap_ratio, bootstrap_with};
pub use interval::Interval;
pub use pass::{pass_at_k, pass_hat_k};
pub use quantile::{median, quantile};
pub use rank::spearman;
pub use rng::NumpyRng;
pub use sign_test::sign_test;
pub use sum::{mean, sum};
pub use wilson::wilson;
