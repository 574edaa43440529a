//! The `recount` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    recount::cli::main()
}
