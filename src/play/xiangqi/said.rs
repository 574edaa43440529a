//! What an agent said: the command in a reply, as the environment reads it.

use crate::records::xiangqi::{Command, command_words, prose};

/// A reply with its command, if it carries one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Said {
    /// The text outside fenced blocks.
    pub(super) thinking: String,
    /// What is commanded.
    pub(super) order: Option<Order>,
}

/// A command with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Order {
    /// `move`, by its first argument, trimmed and lower-cased.
    Move(String),
    /// `simulate`, every token as written.
    Simulate(Vec<String>),
    ViewBoard,
    LegalMoves,
    History,
    /// `think`, by its text.
    Think(String),
    Resign,
    OfferDraw,
    AcceptDraw,
    /// Any other verb, lower-cased.
    Unknown(String),
}

impl Said {
    pub(super) fn read(reply: &str) -> Self {
        let words = command_words(reply);
        let order = words.split_first().map(|(verb, arguments)| {
            let verb = verb.to_lowercase();
            match Command::from_verb(&verb, arguments.iter().copied()) {
                Command::Move(text) => Order::Move(text.into_owned()),
                Command::Simulate(moves) => {
                    Order::Simulate(moves.into_iter().map(|m| m.into_owned()).collect())
                }
                Command::ViewBoard => Order::ViewBoard,
                Command::LegalMoves => Order::LegalMoves,
                Command::History => Order::History,
                Command::Think => Order::Think(arguments.join(" ")),
                Command::Resign => Order::Resign,
                Command::OfferDraw => Order::OfferDraw,
                Command::AcceptDraw => Order::AcceptDraw,
                Command::Unknown(verb) => Order::Unknown(verb.into_owned()),
            }
        });
        Self {
            thinking: prose(reply),
            order,
        }
    }
}

impl Order {
    /// The name that records use.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Move(_) => "move",
            Self::Simulate(_) => "simulate",
            Self::ViewBoard => "view_board",
            Self::LegalMoves => "get_legal_moves",
            Self::History => "get_history",
            Self::Think(_) => "think",
            Self::Resign => "resign",
            Self::OfferDraw => "offer_draw",
            Self::AcceptDraw => "accept_draw",
            Self::Unknown(verb) => verb,
        }
    }

    /// Whether the command may come after the turn's budget is used up.
    pub(super) fn ends_turn(&self) -> bool {
        matches!(self, Self::Move(_) | Self::Resign | Self::AcceptDraw)
    }
}
