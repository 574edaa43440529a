//! Reading and writing FEN.

use cozy_chess::{Color, File, Piece, Rank, Square};

use super::board::Board;
use super::castling::Wing;
use super::fault::{Fault, FenError, shorten};
use super::mode::square_name;

/// Files of a rank, ranks of a board.
const SIZE: usize = 8;

pub(super) fn read(text: &str) -> Result<Board, FenError> {
    let mut fields = text.split_whitespace();
    let placement = fields.next().ok_or(FenError::Empty)?;
    let side = match fields.next() {
        None | Some("w") => Color::White,
        Some("b") => Color::Black,
        Some(other) => return Err(unreadable("side to move", other)),
    };
    let mut board = Board::empty(side);
    read_placement(placement, &mut board)?;
    let faults = faults(&board);
    if !faults.is_empty() {
        return Err(FenError::Impossible(faults));
    }
    read_rights(fields.next().unwrap_or("-"), &mut board)?;
    read_en_passant(fields.next().unwrap_or("-"), &mut board)?;
    Ok(board)
}

fn unreadable(field: &'static str, found: &str) -> FenError {
    FenError::Field {
        field,
        found: shorten(found),
    }
}

fn read_placement(text: &str, board: &mut Board) -> Result<(), FenError> {
    let mut ranks = Rank::ALL.into_iter().rev();
    for row in text.split('/') {
        let rank = ranks.next().ok_or(FenError::Ranks { found: SIZE + 1 })?;
        read_rank(row, rank, board)?;
    }
    match ranks.len() {
        0 => Ok(()),
        missing => Err(FenError::Ranks {
            found: SIZE - missing,
        }),
    }
}

fn read_rank(text: &str, at: Rank, board: &mut Board) -> Result<(), FenError> {
    let rank = at as usize + 1;
    let mut found = 0;
    for letter in text.chars() {
        match letter.to_digit(10) {
            Some(empty @ 1..=8) => found += empty as usize,
            _ => {
                let piece = Piece::try_from(letter.to_ascii_lowercase())
                    .map_err(|_| FenError::Letter { letter, rank })?;
                let side = if letter.is_ascii_uppercase() {
                    Color::White
                } else {
                    Color::Black
                };
                if let Some(file) = File::try_index(found) {
                    board.put(Square::new(file, at), side, piece);
                }
                found += 1;
            }
        }
        if found > SIZE {
            return Err(FenError::Files {
                rank,
                found: SIZE + 1,
            });
        }
    }
    if found < SIZE {
        return Err(FenError::Files { rank, found });
    }
    Ok(())
}

fn faults(board: &Board) -> Vec<Fault> {
    let kings = [Color::White, Color::Black].into_iter().filter_map(|side| {
        let count = board.pieces(side, Piece::King).len();
        (count > 1).then_some(Fault::ManyKings { side, count })
    });
    let edges = Rank::First.bitboard() | Rank::Eighth.bitboard();
    let pawns = board.kinds[Piece::Pawn as usize] & edges;
    kings
        .chain(pawns.into_iter().map(Fault::PawnOnEdge))
        .collect()
}

fn read_rights(text: &str, board: &mut Board) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let (side, wing) = match letter {
            'K' => (Color::White, Wing::King),
            'Q' => (Color::White, Wing::Queen),
            'k' => (Color::Black, Wing::King),
            'q' => (Color::Black, Wing::Queen),
            _ => return Err(unreadable("castling rights", text)),
        };
        let [king, rook, ..] = wing.squares(side);
        if board.king(side) == Some(king) && board.pieces(side, Piece::Rook).has(rook) {
            board.rights.grant(side, wing);
        }
    }
    Ok(())
}

fn read_en_passant(text: &str, board: &mut Board) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    let wrong = || unreadable("en passant square", text);
    let to: Square = text.parse().map_err(|_| wrong())?;
    let them = !board.side;
    if to.rank() != Rank::Third.relative_to(them) {
        return Err(wrong());
    }
    let from = Square::new(to.file(), Rank::Second.relative_to(them));
    let pawn = Square::new(to.file(), Rank::Fourth.relative_to(them));
    let jumped = board.pieces(them, Piece::Pawn).has(pawn)
        && !board.occupied().has(to)
        && !board.occupied().has(from);
    if jumped && board.pawn_ready(to) {
        board.en_passant = Some(to);
    }
    Ok(())
}

pub(super) fn write(board: &Board) -> String {
    let letters = letters(board);
    let mut text = String::with_capacity(80);
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0_u8;
        for file in File::ALL {
            match letters[Square::new(file, rank) as usize] {
                None => empty += 1,
                Some(letter) => {
                    write_empty(&mut empty, &mut text);
                    text.push(letter);
                }
            }
        }
        write_empty(&mut empty, &mut text);
        if rank != Rank::First {
            text.push('/');
        }
    }
    text.push(' ');
    text.push(char::from(board.side));
    text.push(' ');
    text.push_str(&board.rights.fen());
    text.push(' ');
    text.push_str(board.en_passant.map_or("-", square_name));
    text
}

/// The letter of the piece on every square.
fn letters(board: &Board) -> [Option<char>; Square::NUM] {
    let mut letters = [None; Square::NUM];
    for piece in Piece::ALL {
        let letter = char::from(piece);
        for square in board.pieces(Color::White, piece) {
            letters[square as usize] = Some(letter.to_ascii_uppercase());
        }
        for square in board.pieces(Color::Black, piece) {
            letters[square as usize] = Some(letter);
        }
    }
    letters
}

fn write_empty(empty: &mut u8, out: &mut String) {
    if *empty > 0 {
        out.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    fn error(fen: &str) -> String {
        Board::from_fen(fen).unwrap_err().to_string()
    }

    #[test]
    fn the_start_round_trips_whatever_its_clocks() {
        assert_eq!(Board::startpos().fen(), START);
        for tail in ["", " 0 1", " 49 99", " x y z"] {
            let board = Board::from_fen(&format!("{START}{tail}")).unwrap();
            assert_eq!(board, Board::startpos());
        }
    }

    #[test]
    fn rights_and_en_passant_that_cannot_be_used_are_dropped() {
        let read = |fen: &str| Board::from_fen(fen).unwrap().fen();
        assert_eq!(
            read("r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1"),
            "r3k3/8/8/8/8/8/8/4K2R w Kq -"
        );
        let open = "4k3/8/8/8/3pP3/8/8/4K3 b - e3";
        assert_eq!(read(open), open);
        assert_eq!(
            read("4k3/8/8/8/4P3/8/8/4K3 b - e3"),
            "4k3/8/8/8/4P3/8/8/4K3 b - -"
        );
        assert_eq!(
            read("4k3/8/8/8/3p4/8/8/4K3 b - e3"),
            "4k3/8/8/8/3p4/8/8/4K3 b - -"
        );
    }

    #[test]
    fn malformed_text_is_named() {
        assert_eq!(error(" "), "empty FEN");
        assert_eq!(error("8/8"), "expected 8 ranks, found 2");
        assert_eq!(error("8/8/8/8/8/8/8/8/8"), "expected 8 ranks, found more");
        assert_eq!(error("7/8"), "expected 8 files on rank 8, found 7");
        assert_eq!(error("8/88"), "expected 8 files on rank 7, found more");
        assert_eq!(error("8/3x4"), "unknown piece letter 'x' on rank 7");
        assert_eq!(error("8/3帥4"), "unknown piece letter '帥' on rank 7");
        assert_eq!(error("9"), "unknown piece letter '9' on rank 8");
        let empty = "8/8/8/8/8/8/8/8";
        assert_eq!(
            error(&format!("{empty} white")),
            "cannot read the side to move \"white\""
        );
        assert_eq!(
            error(&format!("{empty} w KX")),
            "cannot read the castling rights \"KX\""
        );
        assert_eq!(
            error(&format!("{empty} w - e5")),
            "cannot read the en passant square \"e5\""
        );
        assert_eq!(
            error("kkP5/8/8/8/8/8/8/p7"),
            "impossible position: black has 2 kings; a pawn on a1; a pawn on c8"
        );
        for huge in ["8".repeat(1_000_000), "/".repeat(1_000_000)] {
            assert!(error(&huge).len() < 120);
        }
    }
}
