//! The rule-based defender's move for each FEN on standard input, a line each.
//! `scripts/crosscheck_defender.py` holds it to the benchmark's own.

use std::io::BufRead as _;

use recount::play::xiangqi::defender::rule::Rule;
use recount::rules::xiangqi::Position;

#[expect(clippy::print_stdout, reason = "the moves are the output")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rule = Rule::new(Rule::STANDARD_DEPTH);
    for line in std::io::stdin().lock().lines() {
        let position = Position::from_fen(&line?)?;
        let mv = rule.pick(&position);
        println!(
            "{}",
            mv.map_or_else(|| "none".to_owned(), |mv| mv.to_string())
        );
    }
    Ok(())
}
