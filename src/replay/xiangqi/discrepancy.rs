//! Where a record contradicts the rules.

/// A kind of archived item that the replay can confirm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CompareKind {
    /// `endgame.final_fen`.
    FinalFen,
    /// `initial_fen`.
    InitialFen,
    /// `trajectory[].fen_before`.
    FenBefore,
    /// `trajectory[].fen_after`.
    FenAfter,
    /// `trajectory[].legal_moves_before`, as a set.
    LegalMoves,
    /// `trajectory[].in_check`.
    InCheck,
    /// `trajectory[].move_played`.
    MovePlayed,
    /// FEN strings told to the agent.
    MsgFen,
    /// Legal-move lists told to the agent.
    MsgLegal,
    /// `Check:` fields told to the agent.
    MsgCheck,
    /// Headings of simulation reports.
    SimHead,
    /// Validity of simulated steps.
    SimValid,
    /// Positions after simulated steps.
    SimFen,
    /// `Check:` fields of simulated steps.
    SimCheck,
    /// Reply counts of simulated steps.
    SimReplies,
    /// Game ends inside simulated lines.
    SimOver,
    /// Legal moves hinted at after a refused step.
    SimHint,
}

impl CompareKind {
    /// Every kind, in report order.
    pub const ALL: [Self; 17] = [
        Self::FinalFen,
        Self::InitialFen,
        Self::FenBefore,
        Self::FenAfter,
        Self::LegalMoves,
        Self::InCheck,
        Self::MovePlayed,
        Self::MsgFen,
        Self::MsgLegal,
        Self::MsgCheck,
        Self::SimHead,
        Self::SimValid,
        Self::SimFen,
        Self::SimCheck,
        Self::SimReplies,
        Self::SimOver,
        Self::SimHint,
    ];

    /// The name used in tables and `numbers.json`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::FinalFen => "final_fen",
            Self::InitialFen => "initial_fen",
            Self::FenBefore => "fen_before",
            Self::FenAfter => "fen_after",
            Self::LegalMoves => "legal_moves",
            Self::InCheck => "in_check",
            Self::MovePlayed => "move_played",
            Self::MsgFen => "msg_fen",
            Self::MsgLegal => "msg_legal",
            Self::MsgCheck => "msg_check",
            Self::SimHead => "sim_head",
            Self::SimValid => "sim_valid",
            Self::SimFen => "sim_fen",
            Self::SimCheck => "sim_check",
            Self::SimReplies => "sim_replies",
            Self::SimOver => "sim_over",
            Self::SimHint => "sim_hint",
        }
    }
}

/// One archived item that differs from the replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discrepancy {
    /// What was compared.
    pub kind: CompareKind,
    /// Plies played before the place it was found at.
    pub ply: usize,
    /// The archived value.
    pub archived: String,
    /// The replayed value.
    pub replayed: String,
    /// `check_flag`, `perpetual_check`, `synthetic_move`, or `other`.
    pub cause: super::Cause,
}

/// Items compared and items that differ, per kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally([(u64, u64); CompareKind::ALL.len()]);

impl Tally {
    /// (items compared, items that differ) of one kind.
    #[must_use]
    pub fn get(&self, kind: CompareKind) -> (u64, u64) {
        self.0[kind as usize]
    }

    pub(crate) fn count(&mut self, kind: CompareKind, differs: bool) {
        let slot = &mut self.0[kind as usize];
        slot.0 += 1;
        slot.1 += u64::from(differs);
    }

    /// Adds another tally to this one.
    pub fn add(&mut self, other: &Self) {
        for (slot, (n, mismatch)) in self.0.iter_mut().zip(other.0) {
            slot.0 += n;
            slot.1 += mismatch;
        }
    }
}
