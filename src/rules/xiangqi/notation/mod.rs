//! WXF and Chinese notation, for display.
//!
//! Both name a piece by its file, counted from the mover's right; the direction;
//! and the file it goes to, or by how many ranks. Rooks, cannons, horses and
//! pawns that share a file are told apart by their order, the foremost first.

mod chinese;
mod parts;
#[cfg(test)]
mod tests;
mod wxf;

pub use chinese::{Script, chinese};
pub use wxf::wxf;
