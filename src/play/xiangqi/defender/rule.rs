//! The paper's fallback defender: stay out of the attacker's forced mates.
//!
//! Each legal reply is judged by whether, and how fast, the attacker can then
//! force the end: checkmate or stalemate, both a loss. Preferred are, in this
//! order: a reply after which no such end is within reach; the reply that holds
//! out longest; a reply that gives check; the reply whose text comes first. Only
//! the position counts: repetitions are neither seen nor avoided.

use serde_json::{Value, json};

use super::mate::MateSearch;
use super::{Choice, Defender, DefenderError};
use crate::rules::xiangqi::{Game, Move, Position};

/// The rule-based defender.
#[derive(Debug)]
pub struct Rule {
    depth: u8,
    search: MateSearch,
}

impl Rule {
    /// Plies of the attacker's search in the benchmark's own defender.
    pub const STANDARD_DEPTH: u8 = 5;

    /// A defender that looks for forced ends of at most `depth` plies, counted
    /// from the attacker's answer. It holds about 1 MiB.
    #[must_use]
    pub fn new(depth: u8) -> Self {
        Self {
            depth,
            search: MateSearch::new(),
        }
    }

    /// The settings, as records keep them.
    #[must_use]
    pub fn settings(depth: u8) -> Value {
        json!({"backend": "rule", "search_depth": depth})
    }

    /// The move; none if there is no legal one.
    pub fn pick(&mut self, position: &Position) -> Option<Move> {
        let mut replies: Vec<Move> = position.legal_moves().to_vec();
        replies.sort_by_key(|&mv| (!position.gives_check(mv), text_order(mv)));
        // In this order the first reply that is safe, or else the first of those
        // that hold out longest, is the one preferred.
        let mut longest: Option<(u8, Move)> = None;
        for mv in replies {
            let mut after = *position;
            after.make(mv);
            let Some(plies) = self.search.shortest(&mut after, self.depth) else {
                return Some(mv);
            };
            if longest.is_none_or(|(known, _)| plies > known) {
                longest = Some((plies, mv));
            }
        }
        longest.map(|(_, mv)| mv)
    }
}

/// Sorts moves as their texts do: files before ranks.
fn text_order(mv: Move) -> [u8; 4] {
    [mv.from.file(), mv.from.rank(), mv.to.file(), mv.to.rank()]
}

impl Defender for Rule {
    fn choose(&mut self, game: &Game) -> Result<Choice, DefenderError> {
        let mv = self.pick(game.position()).ok_or(DefenderError::GameOver)?;
        Ok(Choice {
            mv,
            backend: "rule".to_owned(),
        })
    }

    fn kind(&self) -> &'static str {
        "rule"
    }

    fn describe(&self) -> Value {
        Self::settings(self.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pick(fen: &str, depth: u8) -> Option<String> {
        let position = Position::from_fen(fen).unwrap();
        let mv = Rule::new(depth).pick(&position);
        mv.map(|mv| mv.to_string())
    }

    #[test]
    fn choices_equal_the_benchmarks_own() {
        // From played games, with what the benchmark's defender chose.
        for (fen, expected) in [
            // One reply avoids a forced end; the others lose in 1, 3 or 5 plies.
            ("3k1a3/3R3C1/3a4b/6pN1/9/9/4n3c/5p2C/4r4/5K3 b", "d9d8"),
            ("2bRkcb2/4a4/9/2N6/1C7/9/4R4/4K4/5r3/2n2r3 b", "f9d9"),
            ("9/4P4/3k5/9/2b6/2C6/9/9/4K4/9 b", "c5e7"),
            ("3k5/1N4P2/b5R2/7r1/2b6/9/9/3n5/4p3r/2R2K3 b", "d9e9"),
            // Two do; the first text is taken.
            ("2C3b2/4P4/3k5/9/9/9/9/9/5K3/9 b", "d7e7"),
            // All lose; one holds out for 5 plies, the others for 1.
            ("7C1/3k2p2/9/5N3/4R4/2B6/9/9/3p5/2C2K3 b", "d8d9"),
            ("3k5/6N1C/9/9/9/2B6/9/9/4K4/3p5 b", "d0c0"),
            ("4C4/4P4/3k5/9/6b2/9/9/9/4K4/9 b", "g5i7"),
            // All lose equally fast.
            ("2b2R3/3C4c/3abk1N1/6n2/9/9/9/4C4/2rp1p3/4KAr1c b", "g6f8"),
            ("9/3k2NC1/9/9/9/2B6/9/9/4K4/1p7 b", "d8d7"),
            ("1C7/4P4/3k4b/9/9/9/9/9/4K4/9 b", "i7g5"),
            ("9/4P4/2Ck5/9/6b2/9/9/9/4K4/9 b", "g5e7"),
        ] {
            assert_eq!(pick(fen, 5).as_deref(), Some(expected), "{fen}");
        }
    }

    #[test]
    fn without_a_search_checks_and_texts_decide() {
        let fen = "3k1a3/3R3C1/3a4b/6pN1/9/9/4n3c/5p2C/4r4/5K3 b";
        assert_eq!(pick(fen, 0).as_deref(), Some("d9d8"));
        let fen = "4C4/4P4/3k5/9/6b2/9/9/9/4K4/9 b";
        assert_eq!(pick(fen, 0).as_deref(), Some("g5e7"));
    }

    #[test]
    fn among_safe_replies_a_check_then_the_first_text_is_played() {
        assert_eq!(
            pick("3k5/9/9/9/9/9/9/9/r8/4K4 b", 5).as_deref(),
            Some("a1a0")
        );
        // No check to give: a9 before d9, and of the rook's moves the lowest rank.
        assert_eq!(
            pick("r2k5/9/9/9/9/9/9/P8/9/5K3 b", 5).as_deref(),
            Some("a9a2")
        );
    }

    #[test]
    fn without_a_legal_move_there_is_no_choice() {
        let fen = "4k4/9/9/9/9/9/9/9/r8/3K5 w";
        assert_eq!(pick(fen, 5), None);
        let game = Game::new(Position::from_fen(fen).unwrap());
        assert!(matches!(
            Rule::new(5).choose(&game),
            Err(DefenderError::GameOver)
        ));
    }
}
