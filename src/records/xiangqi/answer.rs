//! The environment's answers, told apart by their leading words.

use std::borrow::Cow;

use super::command::Command;
use super::simulation::SimulationReport;

/// What the environment answered to a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// `Move executed: …`
    MoveExecuted,
    /// `Invalid action: bad move format …`
    BadMoveFormat,
    /// `Invalid action: illegal move …`
    IllegalMove,
    /// `Forward simulation (…`
    Simulation,
    /// `You have already used simulate …`
    SimulateOverBudget,
    /// `You have already used view_board …`
    ViewBoardOverBudget,
    /// `simulate is disabled in …`
    SimulateDisabled,
    /// `view_board is disabled in …`
    ViewBoardDisabled,
    /// `get_legal_moves is disabled in …`
    LegalMovesDisabled,
    /// Another command is disabled.
    OtherDisabled,
    /// `simulate requires a non-empty …`
    SimulateEmpty,
    /// `Unknown action: …`
    UnknownAction,
    /// `Reasoning recorded. …`
    ReasoningRecorded,
    /// `Please provide your reasoning …`
    ReasoningMissing,
    /// `Current board: …`
    Board,
    /// `Legal moves (N): …`
    LegalMoves,
    /// `Move history (N moves): …` or `No moves played yet.`
    History,
    /// `You resigned. …`
    Resigned,
    /// `Draw offers are disabled.`
    DrawOffersDisabled,
    /// `Draws are disabled …`
    DrawsDisabled,
    /// `Game is already over.`
    GameAlreadyOver,
    /// `No command detected. …`
    NoCommand,
    /// `Turn could not be resolved (REASON) …`
    Forfeit,
    /// Words not listed in the protocol.
    Unlisted,
}

impl Answer {
    /// Classifies an answer.
    #[must_use]
    pub fn of(text: &str) -> Self {
        const PREFIXES: [(&str, Answer); 21] = [
            ("Move executed:", Answer::MoveExecuted),
            ("Invalid action: bad move format", Answer::BadMoveFormat),
            ("Invalid action: illegal move", Answer::IllegalMove),
            ("Forward simulation (", Answer::Simulation),
            ("Reasoning recorded.", Answer::ReasoningRecorded),
            ("No command detected.", Answer::NoCommand),
            ("Turn could not be resolved (", Answer::Forfeit),
            ("You have already used simulate", Answer::SimulateOverBudget),
            (
                "You have already used view_board",
                Answer::ViewBoardOverBudget,
            ),
            ("simulate is disabled in", Answer::SimulateDisabled),
            ("view_board is disabled in", Answer::ViewBoardDisabled),
            ("get_legal_moves is disabled in", Answer::LegalMovesDisabled),
            ("simulate requires a non-empty", Answer::SimulateEmpty),
            ("Unknown action:", Answer::UnknownAction),
            ("Please provide your reasoning", Answer::ReasoningMissing),
            ("Current board:", Answer::Board),
            ("Legal moves (", Answer::LegalMoves),
            ("Move history (", Answer::History),
            ("You resigned.", Answer::Resigned),
            ("Draw offers are disabled.", Answer::DrawOffersDisabled),
            ("Draws are disabled", Answer::DrawsDisabled),
        ];
        if let Some((_, answer)) = PREFIXES.iter().find(|(prefix, _)| text.starts_with(prefix)) {
            return *answer;
        }
        if text.starts_with("No moves played yet.") {
            Self::History
        } else if text.starts_with("Game is already over.") {
            Self::GameAlreadyOver
        } else if text
            .split_once(" is disabled in")
            .is_some_and(|(word, _)| !word.contains(char::is_whitespace))
        {
            Self::OtherDisabled
        } else {
            Self::Unlisted
        }
    }

    /// The command verb that this answer can only belong to, if there is one.
    pub(crate) fn verb(self) -> Option<&'static str> {
        Some(match self {
            Self::MoveExecuted | Self::BadMoveFormat | Self::IllegalMove => "move",
            Self::Simulation
            | Self::SimulateOverBudget
            | Self::SimulateDisabled
            | Self::SimulateEmpty => "simulate",
            Self::ViewBoardOverBudget | Self::ViewBoardDisabled | Self::Board => "view_board",
            Self::LegalMovesDisabled | Self::LegalMoves => "get_legal_moves",
            Self::History => "get_history",
            Self::ReasoningRecorded | Self::ReasoningMissing => "think",
            Self::Resigned => "resign",
            Self::DrawOffersDisabled => "offer_draw",
            Self::DrawsDisabled => "accept_draw",
            _ => return None,
        })
    }
}

/// The command that an answer alone shows, for replies whose command came from
/// a channel the record does not keep.
pub(crate) fn recover_command(text: &str) -> Command<'static> {
    let answer = Answer::of(text);
    match answer {
        Answer::MoveExecuted => Command::Move(owned(executed_move(text).unwrap_or_default())),
        Answer::BadMoveFormat | Answer::IllegalMove => {
            Command::Move(owned(refused_move(text).unwrap_or_default()))
        }
        Answer::Simulation => {
            let report = SimulationReport::parse(text).unwrap_or_default();
            Command::Simulate(report.steps.iter().map(|step| owned(&step.mv)).collect())
        }
        Answer::UnknownAction => {
            let verb = text.split('\'').nth(1).unwrap_or_default();
            Command::Unknown(owned(verb))
        }
        Answer::OtherDisabled => {
            let verb = text.split(" is disabled").next().unwrap_or_default();
            Command::from_verb(verb, std::iter::empty()).into_owned()
        }
        _ => match answer.verb() {
            Some(verb) => Command::from_verb(verb, std::iter::empty()),
            None => Command::Unknown(Cow::Borrowed("")),
        },
    }
}

fn owned(text: &str) -> Cow<'static, str> {
    Cow::Owned(text.to_owned())
}

impl Command<'_> {
    pub(crate) fn into_owned(self) -> Command<'static> {
        match self {
            Self::Move(text) => Command::Move(Cow::Owned(text.into_owned())),
            Self::Simulate(moves) => Command::Simulate(
                moves
                    .into_iter()
                    .map(|m| Cow::Owned(m.into_owned()))
                    .collect(),
            ),
            Self::ViewBoard => Command::ViewBoard,
            Self::LegalMoves => Command::LegalMoves,
            Self::History => Command::History,
            Self::Think => Command::Think,
            Self::Resign => Command::Resign,
            Self::OfferDraw => Command::OfferDraw,
            Self::AcceptDraw => Command::AcceptDraw,
            Self::Unknown(verb) => Command::Unknown(Cow::Owned(verb.into_owned())),
        }
    }
}

/// The move after `Move executed:`.
pub(crate) fn executed_move(text: &str) -> Option<&str> {
    text.strip_prefix("Move executed:")?
        .split_whitespace()
        .next()
}

/// The move in the quotes of `Invalid action: …`.
fn refused_move(text: &str) -> Option<&str> {
    let rest = text.split_once('\'')?.1;
    let end = rest
        .find("'. Reason")
        .or_else(|| rest.find("'. Must be"))
        .or_else(|| rest.find('\''))?;
    rest.get(..end)
}

/// The reason in `Turn could not be resolved (REASON)`.
pub(crate) fn forfeit_reason(text: &str) -> Option<&str> {
    text.strip_prefix("Turn could not be resolved (")?
        .split(')')
        .next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_recovered_from_answers() {
        let illegal = "Invalid action: illegal move 'a0'b1'. Reason: Illegal move: 'a0'b1'\nYour";
        assert_eq!(recover_command(illegal), Command::Move("a0'b1".into()));
        assert_eq!(
            recover_command("Move executed: h2e2\nResult: x"),
            Command::Move("h2e2".into())
        );
        assert_eq!(
            recover_command("get_history is disabled in this game"),
            Command::History
        );
        assert_eq!(
            recover_command("Draws are disabled in this"),
            Command::AcceptDraw
        );
        assert_eq!(
            recover_command("something new"),
            Command::Unknown("".into())
        );
    }

    #[test]
    fn a_forfeit_names_its_reason() {
        assert_eq!(
            forfeit_reason("Turn could not be resolved (no_command) — you"),
            Some("no_command")
        );
        assert_eq!(Answer::of("Game is already over."), Answer::GameAlreadyOver);
    }
}
