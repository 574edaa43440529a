//! Moves of both sides in both notations.

use super::super::moves::Move;
use super::super::position::Position;
use super::{Script, chinese, wxf};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

/// Each line: move, WXF, Chinese.
fn compare(fen: &str, expected: &[(&str, &str, &str)]) {
    let position = Position::from_fen(fen).unwrap();
    for &(mv, western, characters) in expected {
        let mv: Move = mv.parse().unwrap();
        assert!(position.is_legal(mv), "{mv}");
        assert_eq!(wxf(&position, mv).unwrap(), western, "{mv}");
        let text = chinese(&position, mv, Script::Simplified).unwrap();
        assert_eq!(text, characters, "{mv}");
    }
}

#[test]
fn openings_of_both_sides() {
    let red = [
        ("h2e2", "C2.5", "炮二平五"),
        ("h0g2", "H2+3", "马二进三"),
        ("b2b6", "C8+4", "炮八进四"),
        ("a0a1", "R9+1", "车九进一"),
        ("c3c4", "P7+1", "兵七进一"),
        ("g0e2", "E3+5", "相三进五"),
        ("d0e1", "A6+5", "仕六进五"),
        ("e0e1", "K5+1", "帅五进一"),
    ];
    compare(&format!("{START} w"), &red);
    let black = [
        ("h7e7", "C8.5", "炮8平5"),
        ("h9g7", "H8+7", "马8进7"),
        ("b7b3", "C2+4", "炮2进4"),
        ("g9e7", "E7+5", "象7进5"),
        ("d9e8", "A4+5", "士4进5"),
    ];
    compare(&format!("{START} b"), &black);
}

#[test]
fn two_on_a_file_are_front_and_rear() {
    let red = [
        ("e4a4", "C+.9", "前炮平九"),
        ("e3a3", "C-.9", "后炮平九"),
        ("e4e5", "C++1", "前炮进一"),
        ("e3e1", "C--2", "后炮退二"),
        ("e8d8", "P+.6", "前兵平六"),
        ("e7f7", "P-.4", "后兵平四"),
    ];
    compare("3k5/4P4/4P4/9/9/4C4/4C4/9/9/5K3 w", &red);
    let black = [
        ("c2e1", "H++5", "前马进5"),
        ("c2a3", "H+-1", "前马退1"),
        ("c6e5", "H-+5", "后马进5"),
    ];
    compare("3k5/9/9/2n6/9/9/9/2n6/9/5K3 b", &black);
}

#[test]
fn three_pawns_on_a_file_have_a_middle_and_more_are_numbered() {
    let three = [
        ("e8f8", "15.4", "前兵平四"),
        ("e7f7", "25.4", "中兵平四"),
        ("e6d6", "35.6", "后兵平六"),
    ];
    compare("3k5/4P4/4P4/4P4/9/9/9/9/9/5K3 w", &three);
    let black = [
        ("e4d4", "35.4", "后卒平4"),
        ("e3d3", "25.4", "中卒平4"),
        ("e2d2", "15.4", "前卒平4"),
    ];
    compare("3k5/9/9/9/9/4p4/4p4/4p4/9/5K3 b", &black);
    let four = [
        ("e8f8", "15.4", "一兵平四"),
        ("e6d6", "35.6", "三兵平六"),
        ("e5d5", "45.6", "四兵平六"),
    ];
    compare("3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w", &four);
}

#[test]
fn pawns_that_share_two_files_name_the_file() {
    let red = [
        ("e8f8", "15.4", "前五平四"),
        ("e7f7", "25.4", "后五平四"),
        ("g7h7", "23.2", "后三平二"),
        ("g8g9", "13+1", "前三进一"),
    ];
    compare("3k5/4P1P2/4P1P2/9/9/9/9/9/9/5K3 w", &red);
}

#[test]
fn advisors_on_one_file_go_by_the_file() {
    let red = [("d2e1", "A6-5", "仕六退五"), ("d0e1", "A6+5", "仕六进五")];
    compare("4k4/9/9/9/9/4P4/9/3A5/9/3AK4 w", &red);
}

#[test]
fn traditional_characters_differ_where_they_should() {
    let text = |fen: &str, mv: &str| {
        let position = Position::from_fen(fen).unwrap();
        chinese(&position, mv.parse().unwrap(), Script::Traditional).unwrap()
    };
    assert_eq!(text(&format!("{START} w"), "h0g2"), "馬二進三");
    assert_eq!(text(&format!("{START} b"), "h7e7"), "砲8平5");
    let fen = "3k5/9/9/2n6/9/9/9/2n6/9/5K3 b";
    assert_eq!(text(fen, "c6e5"), "後馬進5");
    let empty = "e5e6".parse().unwrap();
    assert_eq!(wxf(&Position::startpos(), empty), None);
}
