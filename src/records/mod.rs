//! Raw records: how they are stored, and what a stored trial says.
//!
//! [`container`] streams candidate documents out of folders, archives and
//! compressed files; a module per record format turns a document into typed
//! values. Nothing downstream of this room sees JSON.

pub mod container;
mod lax;
pub mod regent;
mod reject;
mod repair;
pub mod xiangqi;

pub use reject::Reject;
