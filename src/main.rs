//! The `recount` command.

fn main() {}
