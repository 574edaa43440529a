//! Observation modes: what a turn shows, and which commands are answered.

/// What an agent sees and may ask (paper §3.3; the ablation arms are Table 6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// Board, FEN and legal moves with every ply; queries and simulation.
    Sighted,
    /// The position once, then what changed; no queries.
    Restricted,
    /// Ablation arm: state shown, queries on.
    Full,
    /// Ablation arm: state shown, queries off.
    NoQueries,
    /// Ablation arm: state not shown again, queries on.
    NoRefresh,
    /// Ablation arm: state not shown again, queries off.
    Neither,
}

impl Mode {
    /// Every mode, the two of the paper first.
    pub const ALL: [Self; 6] = [
        Self::Sighted,
        Self::Restricted,
        Self::Full,
        Self::NoQueries,
        Self::NoRefresh,
        Self::Neither,
    ];

    /// The name that records and the command line use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sighted => "sighted",
            Self::Restricted => "restricted",
            Self::Full => "S",
            Self::NoQueries => "S-NT",
            Self::NoRefresh => "R-T",
            Self::Neither => "R",
        }
    }

    /// The stored id of the setting.
    #[must_use]
    pub const fn setting(self) -> &'static str {
        match self {
            Self::Sighted => "repl-sighted",
            Self::Restricted => "repl-blind",
            Self::Full => "repl-abl-S",
            Self::NoQueries => "repl-abl-S-NT",
            Self::NoRefresh => "repl-abl-R-T",
            Self::Neither => "repl-abl-R",
        }
    }

    /// A mode by its name or the id of its setting.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        let is = |mode: &Self| text == mode.name() || text == mode.setting();
        Self::ALL.into_iter().find(is)
    }

    /// Whether every result shows board, FEN and legal moves.
    #[must_use]
    pub const fn shows_state(self) -> bool {
        matches!(self, Self::Sighted | Self::Full | Self::NoQueries)
    }

    /// Whether `view_board`, `legal_moves` and `simulate` are answered.
    #[must_use]
    pub const fn answers_queries(self) -> bool {
        matches!(self, Self::Sighted | Self::Full | Self::NoRefresh)
    }

    /// Whether this is the Restricted setting of the paper.
    #[must_use]
    pub const fn is_blindfold(self) -> bool {
        matches!(self, Self::Restricted)
    }

    /// The name of the ablation arm.
    #[must_use]
    pub const fn arm(self) -> Option<&'static str> {
        match self {
            Self::Sighted | Self::Restricted => None,
            _ => Some(self.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_settings_lead_back_to_the_mode() {
        for mode in Mode::ALL {
            assert_eq!(Mode::named(mode.name()), Some(mode));
            assert_eq!(Mode::named(mode.setting()), Some(mode));
        }
        assert_eq!(Mode::named("blind"), None);
    }
}
