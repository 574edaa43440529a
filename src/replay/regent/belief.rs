//! A stated belief on the board it was stated about.

use super::belief_fault::BeliefFault;
use crate::records::regent::{Belief, Candidate, Malformed, Probability};
use crate::rules::regent::{Board, Color, Piece, Square};

/// How far the total may be from one.
const TOLERANCE: f64 = 0.02;
/// Slack for sums of decimal fractions.
const SLACK: f64 = 1e-9;

/// A belief with what is wrong with it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct JudgedBelief {
    /// Every fault once, in report order; a valid belief has none.
    pub faults: Vec<BeliefFault>,
    /// The candidates in the order named.
    pub candidates: Vec<JudgedCandidate>,
    /// The residual, if it is a finite number.
    pub residual: Option<f64>,
    /// Sum of the probabilities and the residual, if all are finite numbers.
    pub total: Option<f64>,
}

/// A named piece on the board.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedCandidate {
    /// The square as written.
    pub text: Option<String>,
    /// The square, if it is one.
    pub square: Option<Square>,
    /// The probability, if it is a finite number.
    pub p: Option<f64>,
    /// The living enemy piece there.
    pub piece: Option<Piece>,
    /// Whether that piece is the Regent.
    pub regent: bool,
    /// What is wrong with this candidate, in report order.
    pub faults: Vec<BeliefFault>,
}

impl JudgedBelief {
    /// Whether nothing is wrong with it.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.faults.is_empty()
    }

    /// The stated probability of a square, if it is named.
    #[must_use]
    pub fn stated(&self, square: Square) -> Option<f64> {
        self.candidates
            .iter()
            .find(|candidate| candidate.square == Some(square))
            .and_then(|candidate| candidate.p)
    }
}

/// Judges what `us` believes about the Regent of the other side, which stands on
/// `regent`.
#[must_use]
pub fn judge(belief: &Belief, board: &Board, us: Color, regent: Square) -> JudgedBelief {
    let alone = |fault| JudgedBelief {
        faults: vec![fault],
        ..JudgedBelief::default()
    };
    let stated = match belief {
        Belief::Absent => return alone(BeliefFault::Absent),
        Belief::Malformed(Malformed::NotAnObject) => return alone(BeliefFault::NotAnObject),
        Belief::Malformed(Malformed::CandidatesNotAList) => {
            return alone(BeliefFault::CandidatesNotAList);
        }
        Belief::Stated(stated) => stated,
    };
    let mut judged = JudgedBelief {
        residual: stated.other.value(),
        ..JudgedBelief::default()
    };
    for candidate in &stated.candidates {
        let mut candidate = judge_candidate(candidate, board, us, regent);
        let named = |other: &JudgedCandidate| other.square == candidate.square;
        if candidate.square.is_some() && judged.candidates.iter().any(named) {
            candidate.faults.push(BeliefFault::DuplicateSquare);
            candidate.faults.sort_unstable();
        }
        judged.candidates.push(candidate);
    }
    let of_candidates = judged.candidates.iter().flat_map(|c| c.faults.iter());
    let mut faults: Vec<BeliefFault> = of_candidates.copied().collect();
    faults.extend(residual_fault(stated.other));
    let numbers = judged.candidates.iter().map(|candidate| candidate.p);
    judged.total = numbers.chain([judged.residual]).sum();
    if judged
        .total
        .is_some_and(|total| (total - 1.0).abs() > TOLERANCE + SLACK)
    {
        faults.push(BeliefFault::TotalOff);
    }
    faults.sort_unstable();
    faults.dedup();
    judged.faults = faults;
    judged
}

fn residual_fault(residual: Probability) -> Option<BeliefFault> {
    match residual {
        Probability::Missing => Some(BeliefFault::ResidualMissing),
        Probability::WrongType => Some(BeliefFault::ResidualWrongType),
        Probability::NotFinite => Some(BeliefFault::ResidualNotFinite),
        Probability::Value(value) => (value < 0.0).then_some(BeliefFault::ResidualNegative),
    }
}

fn judge_candidate(
    candidate: &Candidate,
    board: &Board,
    us: Color,
    regent: Square,
) -> JudgedCandidate {
    let mut judged = JudgedCandidate {
        text: None,
        square: None,
        p: None,
        piece: None,
        regent: false,
        faults: Vec::new(),
    };
    let (text, p) = match candidate {
        Candidate::NotAnObject => {
            judged.faults.push(BeliefFault::CandidateNotAnObject);
            return judged;
        }
        Candidate::Entry { square, p } => (square, *p),
    };
    judged.text.clone_from(text);
    judged.p = p.value();
    judged.square = text.as_deref().and_then(|text| text.parse().ok());
    let at = judged.square.map(|square| (square, board.piece_at(square)));
    match at {
        None if text.is_none() => judged.faults.push(BeliefFault::SquareNotText),
        None => judged.faults.push(BeliefFault::NotASquare),
        Some((_, None)) => judged.faults.push(BeliefFault::EmptySquare),
        Some((_, Some((owner, _)))) if owner == us => judged.faults.push(BeliefFault::OwnSquare),
        Some((square, Some((_, piece)))) => {
            judged.piece = Some(piece);
            judged.regent = square == regent;
        }
    }
    judged.faults.extend(match p {
        Probability::Missing => Some(BeliefFault::PMissing),
        Probability::WrongType => Some(BeliefFault::PWrongType),
        Probability::NotFinite => Some(BeliefFault::PNotFinite),
        Probability::Value(value) if value < 0.0 => Some(BeliefFault::PNegative),
        Probability::Value(value) if value > 1.0 => Some(BeliefFault::PAboveOne),
        Probability::Value(_) => None,
    });
    judged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::regent::Stated;

    fn entry(square: &str, p: f64) -> Candidate {
        Candidate::Entry {
            square: Some(square.to_owned()),
            p: Probability::Value(p),
        }
    }

    /// White's belief about Black at the start.
    fn of(candidates: Vec<Candidate>, other: Probability) -> JudgedBelief {
        let belief = Belief::Stated(Stated { candidates, other });
        judge(&belief, &Board::startpos(), Color::White, Square::E8)
    }

    fn faults(candidates: Vec<Candidate>, other: Probability) -> String {
        let judged = of(candidates, other);
        let names: Vec<_> = judged.faults.iter().map(|fault| fault.name()).collect();
        names.join(" ")
    }

    #[test]
    fn a_valid_belief_has_no_fault() {
        let judged = of(
            vec![entry("e8", 0.9), entry("a7", 0.0)],
            Probability::Value(0.1),
        );
        assert!(judged.is_valid());
        assert_eq!(judged.total, Some(1.0));
        assert_eq!(judged.stated(Square::E8), Some(0.9));
        assert_eq!(judged.stated(Square::D8), None);
        assert!(judged.candidates[0].regent && !judged.candidates[1].regent);
        assert_eq!(judged.candidates[1].piece, Some(Piece::Pawn));
        assert!(of(Vec::new(), Probability::Value(1.0)).is_valid());
    }

    #[test]
    fn the_tolerance_on_the_total_is_inclusive() {
        for (p, wanted) in [
            (0.48, ""),
            (0.52, ""),
            (0.479_999, "total_off"),
            (0.520_001, "total_off"),
        ] {
            assert_eq!(
                faults(vec![entry("e8", p)], Probability::Value(0.5)),
                wanted,
                "{p}"
            );
        }
    }

    #[test]
    fn squares_must_be_distinct_and_hold_a_living_enemy_piece() {
        let half = Probability::Value(0.5);
        assert_eq!(faults(vec![entry("e4", 0.5)], half), "empty_square");
        assert_eq!(faults(vec![entry("e1", 0.5)], half), "own_square");
        assert_eq!(faults(vec![entry("E8", 0.5)], half), "not_a_square");
        assert_eq!(faults(vec![entry("e8 ", 0.5)], half), "not_a_square");
        assert_eq!(
            faults(vec![entry("e8", 0.25), entry("e8", 0.25)], half),
            "duplicate_square"
        );
        let no_text = Candidate::Entry {
            square: None,
            p: half,
        };
        assert_eq!(faults(vec![no_text], half), "square_not_text");
        assert_eq!(
            faults(vec![Candidate::NotAnObject], half),
            "candidate_not_an_object"
        );
    }

    #[test]
    fn probabilities_must_be_numbers_between_zero_and_one() {
        let with = |p| {
            let candidate = Candidate::Entry {
                square: Some("e8".to_owned()),
                p,
            };
            faults(vec![candidate], Probability::Value(0.5))
        };
        assert_eq!(with(Probability::Missing), "p_missing");
        assert_eq!(with(Probability::WrongType), "p_wrong_type");
        assert_eq!(with(Probability::NotFinite), "p_not_finite");
        assert_eq!(with(Probability::Value(-0.2)), "p_negative total_off");
        assert_eq!(with(Probability::Value(1.2)), "p_above_one total_off");
        let negative = vec![entry("e8", -0.2), entry("d8", 0.7)];
        assert_eq!(faults(negative, Probability::Value(0.5)), "p_negative");
    }

    #[test]
    fn the_residual_must_be_a_number_that_is_not_negative() {
        let one = || vec![entry("e8", 1.0)];
        assert_eq!(faults(one(), Probability::Missing), "residual_missing");
        assert_eq!(faults(one(), Probability::WrongType), "residual_wrong_type");
        assert_eq!(faults(one(), Probability::NotFinite), "residual_not_finite");
        assert_eq!(
            faults(one(), Probability::Value(-0.01)),
            "residual_negative"
        );
        assert_eq!(faults(one(), Probability::Value(-0.0)), "");
    }

    #[test]
    fn several_faults_are_all_named() {
        let junk = vec![entry("e1", 2.0), entry("z9", 0.1), entry("e1", 0.1)];
        assert_eq!(
            faults(junk, Probability::Missing),
            "not_a_square own_square duplicate_square p_above_one residual_missing"
        );
    }
}
