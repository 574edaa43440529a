//! What a record keeps of a trial beside its conversations.

use super::said::Order;
use crate::play::agent::{Reply, Usage};
use crate::rules::xiangqi::{Move, Side};

/// One command and its answer.
#[derive(Debug, Clone)]
pub(super) struct Interaction {
    /// Commands of the turn so far, this one included.
    pub(super) step: u32,
    /// Messages of the conversation when it was answered.
    pub(super) messages: usize,
    pub(super) thinking: Option<String>,
    /// None for a forfeit by the environment.
    pub(super) order: Option<Order>,
    /// The reply and what it cost; none where no agent spoke.
    pub(super) raw: Option<(String, Option<Usage>)>,
    pub(super) success: bool,
    pub(super) feedback: String,
    pub(super) complete: bool,
    pub(super) over: bool,
    /// Why the environment ended the turn.
    pub(super) forced: Option<String>,
}

/// One ply, or a turn that ended without one.
#[derive(Debug, Clone)]
pub(super) struct Turn {
    pub(super) number: u32,
    pub(super) side: Side,
    pub(super) fen_before: String,
    pub(super) legal_before: Vec<String>,
    pub(super) interactions: Vec<Interaction>,
    pub(super) mv: Option<Move>,
    pub(super) fen_after: String,
    pub(super) in_check: bool,
    pub(super) backend: Option<String>,
}

/// The course of a trial.
#[derive(Debug, Clone)]
pub(super) struct Journal {
    pub(super) initial_board: String,
    pub(super) turns: Vec<Turn>,
    open: Option<Turn>,
    number: u32,
    /// Replies of the agent, with or without a command.
    pub(super) replies: u64,
    /// What the replies cost, where known.
    pub(super) usage: Option<Usage>,
    pub(super) simulations: u64,
    pub(super) board_views: u64,
    pub(super) forfeits: u64,
}

impl Journal {
    pub(super) fn new(initial_board: String) -> Self {
        Self {
            initial_board,
            turns: Vec::new(),
            open: None,
            number: 0,
            replies: 0,
            usage: None,
            simulations: 0,
            board_views: 0,
            forfeits: 0,
        }
    }

    pub(super) fn begin_turn(&mut self, side: Side, fen: String, legal: Vec<String>) {
        self.number += 1;
        self.open = Some(Turn {
            number: self.number,
            side,
            fen_before: fen,
            legal_before: legal,
            interactions: Vec::new(),
            mv: None,
            fen_after: String::new(),
            in_check: false,
            backend: None,
        });
    }

    pub(super) fn reply(&mut self, reply: &Reply) {
        self.replies += 1;
        if let Some(usage) = reply.usage {
            let total = self.usage.get_or_insert_default();
            total.prompt_tokens += usage.prompt_tokens;
            total.completion_tokens += usage.completion_tokens;
        }
    }

    pub(super) fn interaction(&mut self, interaction: Interaction) {
        if interaction.success {
            match interaction.order {
                Some(Order::Simulate(_)) => self.simulations += 1,
                Some(Order::ViewBoard) => self.board_views += 1,
                _ => {}
            }
        }
        if let Some(turn) = &mut self.open {
            turn.interactions.push(interaction);
        }
    }

    pub(super) fn forfeit(&mut self) {
        self.forfeits += 1;
    }

    pub(super) fn backend(&mut self, name: &str) {
        if let Some(turn) = &mut self.open {
            turn.backend = Some(name.to_owned());
        }
    }

    pub(super) fn end_turn(&mut self, mv: Option<Move>, fen: String, in_check: bool) {
        if let Some(mut turn) = self.open.take() {
            turn.mv = mv;
            turn.fen_after = fen;
            turn.in_check = in_check;
            self.turns.push(turn);
        }
    }
}
