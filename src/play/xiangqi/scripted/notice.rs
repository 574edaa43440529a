//! What a message of the environment says, as far as an agent cares.

use crate::rules::xiangqi::{Move, Setup, Side};

/// One fact of a message, in the order in which it is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fact {
    /// The game starts; the agent plays this side.
    Started(Side),
    /// A command is on offer in the opening message.
    Offered(Aid),
    /// A position.
    Shown(Box<Setup>),
    /// The legal moves of the position.
    Legal(Vec<Move>),
    /// The agent's move was played.
    Played(Move),
    /// The opponent moved: a new turn.
    Opponent(Move),
    /// The agent's move was refused.
    Refused,
    /// A reply had no command.
    NoCommand,
    /// A command is not to be had in this game.
    Disabled(Aid),
    /// A simulated line broke off at an illegal move.
    LineBroke,
}

/// A command that shows something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aid {
    ViewBoard,
    Simulate,
    LegalMoves,
}

const AIDS: [(Aid, &str, &str); 3] = [
    (Aid::ViewBoard, "view_board", "view_board"),
    (Aid::Simulate, "simulate", "simulate"),
    (Aid::LegalMoves, "legal_moves", "get_legal_moves"),
];

/// The facts of a message.
pub(super) fn read(text: &str) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut opening = false;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("Game started. You are playing as ") {
            opening = true;
            let side = if rest.starts_with("BLACK") {
                Side::Black
            } else {
                Side::Red
            };
            facts.push(Fact::Started(side));
        } else if let Some(fen) = line.strip_prefix("FEN: ") {
            facts.extend(shown(fen));
        } else if let Some((_, fen)) = line
            .strip_prefix("Move ")
            .and_then(|rest| rest.split_once("FEN: "))
        {
            facts.extend(shown(fen));
        } else if let Some(rest) = line.strip_prefix("Legal moves (") {
            facts.extend(legal(rest));
        } else if let Some(rest) = line.strip_prefix("Move executed: ") {
            facts.extend(first_move(rest).map(Fact::Played));
        } else if let Some((_, rest)) = line
            .strip_prefix("Opponent (")
            .and_then(|rest| rest.split_once("played: "))
        {
            facts.extend(first_move(rest).map(Fact::Opponent));
        } else if line.starts_with("Invalid action:") {
            facts.push(Fact::Refused);
        } else if line.starts_with("No command detected") {
            facts.push(Fact::NoCommand);
        } else if line.starts_with("Simulation aborted:") {
            facts.push(Fact::LineBroke);
        } else if let Some((name, _)) = line.split_once(" is disabled in") {
            let aid = AIDS.iter().find(|&&(_, _, verb)| verb == name);
            facts.extend(aid.map(|&(aid, _, _)| Fact::Disabled(aid)));
        }
    }
    if opening {
        let offered = |&(aid, name, _): &(Aid, &str, &str)| {
            // In backticks, with or without arguments.
            text.contains(&format!("`{name}"))
                .then_some(Fact::Offered(aid))
        };
        facts.extend(AIDS.iter().filter_map(offered));
    }
    facts
}

fn shown(fen: &str) -> Option<Fact> {
    let setup: Setup = fen.trim().parse().ok()?;
    Some(Fact::Shown(Box::new(setup)))
}

/// `N): a0a1, a0a2, …`
fn legal(rest: &str) -> Option<Fact> {
    let (_, list) = rest.split_once("): ")?;
    let moves = list.split(", ").map(|text| text.trim().parse());
    Some(Fact::Legal(moves.collect::<Result<_, _>>().ok()?))
}

fn first_move(text: &str) -> Option<Move> {
    text.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_tells_side_position_and_commands() {
        let text = "Game started. You are playing as BLACK.\n\nInitial board:\n…\n\n\
            FEN: 4k4/9/9/9/9/9/9/9/9/3K5 b\n\nLegal moves (2): e9e8, e9f9\n\n\
            You may `view_board`, `simulate ...`, or move.";
        let facts = read(text);
        assert_eq!(facts[0], Fact::Started(Side::Black));
        assert!(matches!(&facts[1], Fact::Shown(setup) if setup.side_to_move() == Side::Black));
        assert!(matches!(&facts[2], Fact::Legal(moves) if moves.len() == 2));
        assert_eq!(
            facts[3..],
            [Fact::Offered(Aid::ViewBoard), Fact::Offered(Aid::Simulate)]
        );
    }

    #[test]
    fn an_answer_with_the_reply_tells_both_moves() {
        let text = "Move executed: h2e2\nCheck: No\n\nOpponent (black) played: h9g7 — …\n\
            Check: No\nMove 2 — FEN: 4k4/9/9/9/9/9/9/9/9/3K5 w\n\nLegal moves (1): d0d1";
        let facts = read(text);
        assert_eq!(facts[0], Fact::Played("h2e2".parse().unwrap()));
        assert_eq!(facts[1], Fact::Opponent("h9g7".parse().unwrap()));
        assert!(matches!(facts[2], Fact::Shown(_)));
        assert!(matches!(facts[3], Fact::Legal(_)));
    }

    #[test]
    fn refusals_are_understood() {
        assert_eq!(
            read("Invalid action: illegal move 'a0a0'. Reason: x"),
            [Fact::Refused]
        );
        assert_eq!(read("No command detected. Put …"), [Fact::NoCommand]);
        assert_eq!(
            read("get_legal_moves is disabled in blindfold mode."),
            [Fact::Disabled(Aid::LegalMoves)]
        );
        let line = "Forward simulation (0 of 1 steps valid, ~0 round(s)):\n  \
            Step 1 (your move): red a0a9 — Invalid ✗ | Error: x\nSimulation aborted: y";
        assert_eq!(read(line), [Fact::LineBroke]);
        // A position inside a simulated line is not the game's.
        let line = "  Step 1 (your move): red a0a1 — Valid ✓ | FEN: 4k4/9/9/9/9/9/9/9/9/3K5 b";
        assert_eq!(read(line), []);
    }
}
