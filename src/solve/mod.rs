//! Mate proofs for xiangqi.
//!
//! A *mate* is a checkmate or a stalemate: either way the side that has no legal
//! move loses. A mate within `n` plies is *proved* when the attacker can force it
//! against every legal defence, *refuted* when the defender can avoid it. A win
//! by the rules of repetition is no mate.
//!
//! Where the distance to mate falls with every move no position recurs, so
//! repetition cannot spoil a proof from a position without a past; moves played
//! before can, and [`Solver::solve`] takes them into account.
//!
//! | module | idea |
//! |---|---|
//! | `solver`, `verdict` | the question and the answer |
//! | `survey` | all first moves of a position |
//! | `engine` | what the searches share |
//! | `full`, `defence` | full width, deepening: the attacker's nodes, the defender's |
//! | `checks` | mates by checks alone, of either side |
//! | `proof_number` | depth-first proof numbers |
//! | `fortress` | proofs that the defender holds out for ever |
//! | `last` | the last ply |
//! | `order`, `table` | what to try first; what is known |
//! | `problem`, `input`, `facts` | positions to solve, and what is said about them |
//! | `admission` | screening new positions |
//! | `batch` | many positions on several threads |
//! | `folder` | certificates as files |
//! | `past`, `repeated` | moves played before the root |
//! | `proof`, `certificate` | the tree behind a proof, and how it is written down |
//! | `check` | the checker of certificates; knows the rules only |

mod admission;
mod batch;
mod certificate;
mod check;
mod checks;
mod defence;
mod engine;
mod facts;
mod folder;
mod fortress;
mod full;
mod input;
mod last;
mod order;
mod past;
mod problem;
mod proof;
mod proof_number;
mod repeated;
mod solver;
mod survey;
mod table;
mod verdict;

pub use admission::{Admission, Category, THREAT_BOUND};
pub use batch::{TABLE_BYTES, for_each};
pub use check::{Proved, Rejected, check};
pub use facts::Solved;
pub use folder::{certificates, check_file, write_certificate};
pub use problem::{BadProblem, Problem, Stored, benchmark, read_problems};
pub use solver::Solver;
pub use survey::{Limits, Survey};
pub use verdict::{Bound, Verdict};
