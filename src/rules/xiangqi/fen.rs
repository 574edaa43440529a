//! Reading and writing FEN.

use std::str::FromStr;

use super::fault::{FenError, shorten};
use super::piece::Piece;
use super::setup::Setup;
use super::side::Side;
use super::square::{FILES, RANKS, SQUARES, Square};

impl FromStr for Setup {
    type Err = FenError;

    /// Reads the placement and, if present, the side to move (`w`, `r` or `b`,
    /// in either case; Red if missing). White space around and between the
    /// fields is free, further fields are ignored, `E`/`H` are read as `B`/`N`,
    /// and digits next to each other add up.
    ///
    /// # Errors
    ///
    /// Every variant of [`FenError`] except [`FenError::Illegal`].
    fn from_str(fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_whitespace();
        let placement = fields.next().ok_or(FenError::Empty)?;
        let side = fields.next().map_or(Ok(Side::Red), read_side)?;
        let mut setup = Self::new(side);
        let mut ranks = (0..RANKS).rev();
        for text in placement.split('/') {
            let rank = ranks.next().ok_or(FenError::Ranks {
                found: usize::from(RANKS) + 1,
            })?;
            read_rank(text, rank, &mut setup)?;
        }
        match ranks.len() {
            0 => Ok(setup),
            missing => Err(FenError::Ranks {
                found: usize::from(RANKS) - missing,
            }),
        }
    }
}

fn read_side(field: &str) -> Result<Side, FenError> {
    let mut letters = field.chars();
    match (
        letters.next().and_then(Side::from_fen_letter),
        letters.next(),
    ) {
        (Some(side), None) => Ok(side),
        _ => Err(FenError::Side {
            found: shorten(field),
        }),
    }
}

fn read_rank(text: &str, rank: u8, setup: &mut Setup) -> Result<(), FenError> {
    let mut file = 0;
    for letter in text.chars() {
        if let Some(empty @ 1..=9) = letter.to_digit(10) {
            file += empty as u8;
        } else {
            let piece = Piece::from_fen_letter(letter).ok_or(FenError::Letter { letter, rank })?;
            if let Some(square) = Square::new(file, rank) {
                setup.put(square, Some(piece));
            }
            file += 1;
        }
        if file > FILES {
            let found = usize::from(FILES) + 1;
            return Err(FenError::Files { rank, found });
        }
    }
    if file < FILES {
        let found = usize::from(file);
        return Err(FenError::Files { rank, found });
    }
    Ok(())
}

/// Appends placement and side to move.
pub(super) fn write(board: &[Option<Piece>; SQUARES], side: Side, out: &mut String) {
    for (index, rank) in board.chunks(usize::from(FILES)).rev().enumerate() {
        if index > 0 {
            out.push('/');
        }
        let mut empty = 0;
        for piece in rank {
            match piece {
                None => empty += 1,
                Some(piece) => {
                    write_empty(&mut empty, out);
                    out.push(piece.fen_letter());
                }
            }
        }
        write_empty(&mut empty, out);
    }
    out.push(' ');
    out.push(side.fen_letter());
}

fn write_empty(empty: &mut u8, out: &mut String) {
    if *empty > 0 {
        out.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::fault::Fault;
    use super::super::position::Position;
    use super::*;

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

    fn error(fen: &str) -> FenError {
        Position::from_fen(fen).unwrap_err()
    }

    #[test]
    fn dialects_read_as_the_same_position() {
        let start = Position::startpos();
        for fen in [
            START,
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r - - 0 1",
            "  rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR \t W   - ? zero",
            "rnbakabnr/54/1c23c1/p1p1p1p1p/333/111111111/P1P1P1P1P/1C5C1/9/RNBAKABNR R",
        ] {
            assert_eq!(Position::from_fen(fen).unwrap(), start, "{fen}");
        }
        let black = START.replace(" w", " B");
        assert_eq!(
            Position::from_fen(&black).unwrap().fen(),
            START.replace(" w", " b")
        );
        assert_eq!(start.fen(), START);
    }

    #[test]
    fn malformed_text_is_named() {
        assert_eq!(error(""), FenError::Empty);
        assert_eq!(error(" \n"), FenError::Empty);
        assert_eq!(error("9/9"), FenError::Ranks { found: 2 });
        assert_eq!(
            error(&START.replace(" w", "/9 w")),
            FenError::Ranks { found: 11 }
        );
        assert_eq!(error("8/9"), FenError::Files { rank: 9, found: 8 });
        assert_eq!(error("9/91/9"), FenError::Files { rank: 8, found: 10 });
        assert_eq!(
            error("9/4帥4/9"),
            FenError::Letter {
                letter: '帥',
                rank: 8
            }
        );
        assert_eq!(
            error("9/09/9"),
            FenError::Letter {
                letter: '0',
                rank: 8
            }
        );
        assert_eq!(error("4k4//9"), FenError::Files { rank: 8, found: 0 });
        for side in ["-", "x", "white", "wb", "红"] {
            let found = side.to_owned();
            assert_eq!(
                error(&START.replace(" w", &format!(" {side}"))),
                FenError::Side { found }
            );
        }
    }

    #[test]
    fn absurd_input_gives_a_short_error() {
        let long = "9".repeat(3_000_000);
        let inputs = [
            long.clone(),
            "/".repeat(3_000_000),
            "将".repeat(1_000_000),
            START.replace(" w", &format!(" {long}")),
            "9/".repeat(1_000_000),
        ];
        for input in inputs {
            assert!(error(&input).to_string().len() < 120);
        }
    }

    #[test]
    fn validation_lists_every_fault() {
        let fen = "3K5/9/9/9/9/9/9/9/9/4K4 w";
        let outside = Fault::KingOutsidePalace {
            side: Side::Red,
            square: "d9".parse().unwrap(),
        };
        let many = Fault::ManyKings {
            side: Side::Red,
            count: 2,
        };
        let none = Fault::NoKing(Side::Black);
        assert_eq!(error(fen), FenError::Illegal(vec![many, outside, none]));
        assert_eq!(
            error(fen).to_string(),
            "illegal position: red has 2 kings; red king on d9 is outside its palace; \
             black has no king"
        );
        let kings = ["KKKKKKKKK"; 10].join("/");
        assert!(
            error(&kings)
                .to_string()
                .ends_with("outside its palace; and 77 more")
        );
        let fen = "4k4/9/9/9/9/9/9/9/9/R3K4 w";
        assert_eq!(error(fen), FenError::Illegal(vec![Fault::FacingKings]));
        let fen = "R3k4/9/9/9/9/9/9/9/9/4K4 w";
        assert_eq!(
            error(fen),
            FenError::Illegal(vec![
                Fault::FacingKings,
                Fault::OpponentInCheck(Side::Black)
            ])
        );
    }

    #[test]
    fn the_waiting_side_may_not_be_in_check_but_the_mover_may() {
        let fen = "3k5/9/9/9/9/9/9/9/9/3R1K3";
        assert_eq!(
            error(&format!("{fen} w")),
            FenError::Illegal(vec![Fault::OpponentInCheck(Side::Black)])
        );
        assert!(Position::from_fen(&format!("{fen} b")).unwrap().in_check());
    }
}
