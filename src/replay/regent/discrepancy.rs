//! Stored values against the replay.

/// A kind of stored value that the replay can confirm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CompareKind {
    /// `result.winner`.
    ResultWinner,
    /// `result.reason`.
    ResultReason,
    /// `elicitation.well_formed`.
    WellFormed,
    /// `attempts[].legal`.
    AttemptLegal,
    /// `attempts[].move` against the text of the reply.
    ReplyMove,
    /// `elicitation.belief` against the text of the first reply.
    ReplyBelief,
    /// `plies[].actor`.
    Actor,
    /// `plies[].actor_fallback`.
    ActorFallback,
    /// `plies[].pass`.
    Pass,
    /// `agent_color` of a free-control record.
    AgentColor,
}

impl CompareKind {
    /// Every kind, in report order.
    pub const ALL: [Self; 10] = [
        Self::ResultWinner,
        Self::ResultReason,
        Self::WellFormed,
        Self::AttemptLegal,
        Self::ReplyMove,
        Self::ReplyBelief,
        Self::Actor,
        Self::ActorFallback,
        Self::Pass,
        Self::AgentColor,
    ];

    /// The name used in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ResultWinner => "result_winner",
            Self::ResultReason => "result_reason",
            Self::WellFormed => "well_formed",
            Self::AttemptLegal => "attempt_legal",
            Self::ReplyMove => "reply_move",
            Self::ReplyBelief => "reply_belief",
            Self::Actor => "actor",
            Self::ActorFallback => "actor_fallback",
            Self::Pass => "pass",
            Self::AgentColor => "agent_color",
        }
    }
}

/// One stored value that differs from the replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discrepancy {
    /// What was compared.
    pub kind: CompareKind,
    /// The ply it belongs to; none for the record as a whole.
    pub ply: Option<u32>,
    /// The reply it belongs to, counted from 0.
    pub attempt: Option<usize>,
    /// The stored value, at most 400 characters.
    pub archived: String,
    /// The replayed value.
    pub replayed: String,
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

    /// Adds another tally to this one.
    pub fn add(&mut self, other: &Self) {
        for (slot, (compared, differing)) in self.0.iter_mut().zip(other.0) {
            slot.0 += compared;
            slot.1 += differing;
        }
    }
}

/// Comparisons of one record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Counts by kind.
    pub tally: Tally,
    /// What differs.
    pub discrepancies: Vec<Discrepancy>,
}

/// Where in a record a value is stored.
pub(super) type Place = (Option<u32>, Option<usize>);

impl Comparison {
    /// Counts one comparison; the values are rendered only when they differ.
    pub(super) fn check(
        &mut self,
        kind: CompareKind,
        (ply, attempt): Place,
        same: bool,
        values: impl FnOnce() -> (String, String),
    ) {
        let slot = &mut self.tally.0[kind as usize];
        slot.0 += 1;
        if same {
            return;
        }
        slot.1 += 1;
        let (archived, replayed) = values();
        self.discrepancies.push(Discrepancy {
            kind,
            ply,
            attempt,
            archived: archived.chars().take(400).collect(),
            replayed,
        });
    }

    /// Compares a stored truth value, where there is one.
    pub(super) fn flag(
        &mut self,
        kind: CompareKind,
        place: Place,
        stored: Option<bool>,
        replayed: bool,
    ) {
        if let Some(stored) = stored {
            self.check(kind, place, stored == replayed, || {
                (stored.to_string(), replayed.to_string())
            });
        }
    }
}
