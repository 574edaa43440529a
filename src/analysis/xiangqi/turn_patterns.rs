//! What agent turns look like, and moves of the opening tried in the first
//! one (paper Table 10, Appendix A.3).

use super::calls::Calls;
use crate::analysis::{Numbers, Share};
use crate::records::xiangqi::{Category, Setting};
use crate::replay::Pattern;
use crate::rules::xiangqi::Position;

/// Key and heading of every pattern, in order of priority.
pub const PATTERNS: [(Pattern, &str, &str); 7] = [
    (Pattern::NoMove, "no_move", "No executed move"),
    (
        Pattern::SimulationRecovery,
        "sim_recovery",
        "Simulation rejected/aborted, then recovery",
    ),
    (
        Pattern::SimulationAdopted,
        "sim_adopt",
        "Simulate, then adopt tested root",
    ),
    (
        Pattern::SimulationOtherRoot,
        "sim_other_root",
        "Simulate, then choose different root",
    ),
    (Pattern::Observe, "observe", "Observe, then move"),
    (Pattern::Direct, "direct", "Direct execution"),
    (Pattern::Other, "other", "Other explicit action, then move"),
];

/// The turns of one setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnPatterns {
    /// Setting.
    pub setting: Setting,
    /// Agent turns.
    pub turns: u64,
    /// Turns by pattern, in the order of [`PATTERNS`].
    pub patterns: [u64; 7],
    /// Refused moves in first agent turns; of these, those that are legal in
    /// the standard opening position.
    pub opening: Share,
}

/// Counts the turns of every setting.
#[must_use]
pub fn turn_patterns(calls: &Calls<'_>, settings: &[Setting]) -> Vec<TurnPatterns> {
    let opening: Vec<String> = Position::startpos()
        .legal_moves()
        .iter()
        .map(ToString::to_string)
        .collect();
    settings
        .iter()
        .map(|setting| {
            let mut found = TurnPatterns {
                setting: setting.clone(),
                turns: 0,
                patterns: [0; 7],
                opening: Share::default(),
            };
            for conduct in calls.of(setting, None) {
                for (_, pattern) in &conduct.turns {
                    found.turns += 1;
                    let at = PATTERNS.iter().position(|(own, ..)| own == pattern);
                    if let Some(count) = at.and_then(|at| found.patterns.get_mut(at)) {
                        *count += 1;
                    }
                }
                for call in &conduct.calls {
                    if call.turn == 1 && call.category == Category::RejectedMove {
                        let text = call.argument.as_deref().unwrap_or_default();
                        found.opening.n += 1;
                        found.opening.k += u64::from(opening.iter().any(|mv| mv == text));
                    }
                }
            }
            found
        })
        .collect()
}

/// Adds this finding's keys.
pub fn number(found: &[TurnPatterns], numbers: &mut Numbers) {
    for one in found {
        let key = one.setting.key();
        numbers.section("F.2");
        numbers.count(format!("turns.{key}"), one.turns);
        for ((_, name, _), count) in PATTERNS.iter().zip(one.patterns) {
            numbers.count(format!("pattern.{key}.{name}"), count);
        }
        numbers.section("A.3");
        numbers.count(format!("first_turn_rejected.{key}.n"), one.opening.n);
        let name = format!("first_turn_rejected.{key}.opening_only");
        numbers.count(name, one.opening.k);
    }
}

#[cfg(test)]
mod tests {
    use super::super::TrialRow;
    use super::super::calls::made;
    use super::*;

    #[test]
    fn opening_moves_are_counted_in_first_turns_only() {
        let trial = TrialRow::default();
        let calls = Calls::new(vec![made::conduct(&trial)]);
        let found = turn_patterns(&calls, &[Setting::default()]);
        assert_eq!(found[0].turns, 2);
        assert_eq!(found[0].patterns, [0, 1, 1, 0, 0, 0, 0]);
        // h2e2 is a move of the opening, a0a9 is not; the h2e2 of turn 2 is too late.
        assert_eq!(found[0].opening, Share { k: 1, n: 2 });
    }
}
