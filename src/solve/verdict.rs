//! What the prover says about a position.

/// How far a refutation reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// No mate within so many plies.
    Plies(u8),
    /// No mate at all: the defender mates the attacker or can hold out for ever.
    Ever,
}

/// Whether an attacker forces mate (stalemate counts as one).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker forces mate.
    Proved {
        /// Within so many plies, whatever the defender plays.
        plies: u8,
        /// Shorter mates are refuted below this: the distance is the shortest
        /// when it equals `plies`.
        at_least: u8,
    },
    /// There is no forced mate.
    Refuted {
        /// Within what.
        bound: Bound,
    },
    /// The node limit was reached first.
    Unknown {
        /// Mates within so many plies are refuted all the same, if any.
        refuted: Option<u8>,
        /// Nodes spent.
        nodes: u64,
    },
}

impl Verdict {
    /// The proved distance in plies.
    #[must_use]
    pub const fn plies(self) -> Option<u8> {
        match self {
            Self::Proved { plies, .. } => Some(plies),
            _ => None,
        }
    }

    /// The proved distance if no shorter mate exists.
    #[must_use]
    pub const fn shortest(self) -> Option<u8> {
        match self {
            Self::Proved { plies, at_least } if at_least == plies => Some(plies),
            _ => None,
        }
    }

    /// Whether the shortest mate takes `claim` plies; none if that is not settled.
    #[must_use]
    pub fn confirms_shortest(self, claim: u8) -> Option<bool> {
        match self {
            Self::Proved { plies, at_least } if plies == at_least => Some(plies == claim),
            Self::Proved { plies, at_least } => {
                (claim > plies || claim < at_least).then_some(false)
            }
            open => open.confirms_within(claim),
        }
    }

    /// Whether there is a mate within `claim` plies; none if that is not settled.
    #[must_use]
    pub fn confirms_within(self, claim: u8) -> Option<bool> {
        match self {
            Self::Proved { plies, .. } if plies <= claim => Some(true),
            Self::Proved { at_least, .. } => (at_least > claim).then_some(false),
            Self::Refuted { bound } => (bound >= Bound::Plies(claim)).then_some(false),
            Self::Unknown { refuted, .. } => (refuted >= Some(claim)).then_some(false),
        }
    }
}
