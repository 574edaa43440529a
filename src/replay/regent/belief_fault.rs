//! The ways a stated belief can be wrong.

/// What can be wrong with a belief.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BeliefFault {
    /// None was stated.
    Absent,
    /// It is no object.
    NotAnObject,
    /// Its candidates are missing or no list.
    CandidatesNotAList,
    /// A candidate is no object.
    CandidateNotAnObject,
    /// A square is missing or no text.
    SquareNotText,
    /// A square's text is none of the board's squares.
    NotASquare,
    /// Nothing stands on a square.
    EmptySquare,
    /// An own piece stands on a square.
    OwnSquare,
    /// A square is named twice.
    DuplicateSquare,
    /// A probability is missing.
    PMissing,
    /// A probability is no number.
    PWrongType,
    /// A probability is not finite.
    PNotFinite,
    /// A probability is negative.
    PNegative,
    /// A probability is greater than one.
    PAboveOne,
    /// The residual is missing.
    ResidualMissing,
    /// The residual is no number.
    ResidualWrongType,
    /// The residual is not finite.
    ResidualNotFinite,
    /// The residual is negative.
    ResidualNegative,
    /// The total is not within 0.02 of one.
    TotalOff,
}

impl BeliefFault {
    /// Every fault, in report order.
    pub const ALL: [Self; 19] = [
        Self::Absent,
        Self::NotAnObject,
        Self::CandidatesNotAList,
        Self::CandidateNotAnObject,
        Self::SquareNotText,
        Self::NotASquare,
        Self::EmptySquare,
        Self::OwnSquare,
        Self::DuplicateSquare,
        Self::PMissing,
        Self::PWrongType,
        Self::PNotFinite,
        Self::PNegative,
        Self::PAboveOne,
        Self::ResidualMissing,
        Self::ResidualWrongType,
        Self::ResidualNotFinite,
        Self::ResidualNegative,
        Self::TotalOff,
    ];

    /// The name used in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Absent => "absent",
            Self::NotAnObject => "not_an_object",
            Self::CandidatesNotAList => "candidates_not_a_list",
            Self::CandidateNotAnObject => "candidate_not_an_object",
            Self::SquareNotText => "square_not_text",
            Self::NotASquare => "not_a_square",
            Self::EmptySquare => "empty_square",
            Self::OwnSquare => "own_square",
            Self::DuplicateSquare => "duplicate_square",
            Self::PMissing => "p_missing",
            Self::PWrongType => "p_wrong_type",
            Self::PNotFinite => "p_not_finite",
            Self::PNegative => "p_negative",
            Self::PAboveOne => "p_above_one",
            Self::ResidualMissing => "residual_missing",
            Self::ResidualWrongType => "residual_wrong_type",
            Self::ResidualNotFinite => "residual_not_finite",
            Self::ResidualNegative => "residual_negative",
            Self::TotalOff => "total_off",
        }
    }
}
