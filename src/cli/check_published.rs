//! `recount check-published`.

use clap::Args;
use serde_json::json;

use super::{FINDINGS, FINE, Failure};
use crate::analysis::published::{Check, check_xiangqi};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  recount check-published\n  recount check-published --all --json"
)]
pub(super) struct Arguments {
    /// List the checks that hold as well.
    #[arg(long)]
    all: bool,
    /// Print the checks as JSON.
    #[arg(long)]
    json: bool,
    /// Exit with 3 when anything is inconsistent.
    #[arg(long)]
    strict: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let checks = check_xiangqi()?;
    let shown: Vec<&Check> = checks
        .iter()
        .filter(|check| arguments.all || !check.holds)
        .collect();
    let failed = checks.iter().filter(|check| !check.holds).count();
    if arguments.json {
        let list: Vec<_> = shown
            .iter()
            .map(|check| {
                json!({
                    "place": check.place, "rule": check.rule,
                    "holds": check.holds, "detail": check.detail,
                })
            })
            .collect();
        let out = json!({"checks": checks.len(), "inconsistent": failed, "list": list});
        println!("{}", serde_json::to_string_pretty(&out)?);
    } else {
        for check in shown {
            let word = if check.holds {
                "holds"
            } else {
                "DOES NOT HOLD"
            };
            println!("{}: {} {word}", check.place, check.rule);
            println!("  {}", check.detail);
        }
        println!(
            "{} checks of the printed figures, {failed} inconsistent",
            checks.len()
        );
    }
    Ok(if arguments.strict && failed > 0 {
        FINDINGS
    } else {
        FINE
    })
}
