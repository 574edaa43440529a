//! How failed trials end (paper Tables 5 and 11, Figures 8 and 12).

use std::collections::BTreeMap;

use super::consistency::Consistency;
use super::frames::ActionRow;
use super::{TrialRow, Trials};
use crate::analysis::{Numbers, Share};
use crate::records::xiangqi::Setting;

/// A class of failure; every failed trial has exactly one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Too many refused actions.
    InvalidActionLimit,
    /// No command.
    NoCommand,
    /// The attacker checked perpetually.
    PerpetualCheck,
    /// A repetition draw.
    Repetition,
    /// Too many actions.
    ActionLimit,
    /// The ply budget ran out.
    TurnCap,
    /// The agent gave up.
    Resignation,
    /// The attacker cannot move, or lost on the board otherwise.
    OpponentTerminal,
}

impl Class {
    /// Every class in the order of Table 11: key and row heading.
    pub const ALL: [(Self, &'static str, &'static str); 8] = [
        (
            Self::InvalidActionLimit,
            "invalid_action_limit",
            "Invalid-action limit",
        ),
        (Self::NoCommand, "no_command", "No command/tool call"),
        (
            Self::PerpetualCheck,
            "perpetual_check",
            "Perpetual check by the attacker",
        ),
        (Self::Repetition, "repetition", "Repetition draw"),
        (Self::ActionLimit, "action_limit", "Action limit"),
        (Self::TurnCap, "turn_cap", "Turn cap"),
        (Self::Resignation, "resignation", "Resignation"),
        (
            Self::OpponentTerminal,
            "opponent_terminal",
            "Opponent terminal (attacker cannot move)",
        ),
    ];

    /// The class of a trial; `None` for a win.
    #[must_use]
    pub fn of(trial: &TrialRow) -> Option<Self> {
        if trial.success {
            return None;
        }
        Some(match trial.reason.as_str() {
            "forfeit_invalid_action_limit" => Self::InvalidActionLimit,
            "forfeit_no_command" => Self::NoCommand,
            "forfeit_action_limit" => Self::ActionLimit,
            "perpetual_check" => Self::PerpetualCheck,
            "repetition" => Self::Repetition,
            "turn_cap" => Self::TurnCap,
            "resignation" => Self::Resignation,
            _ => Self::OpponentTerminal,
        })
    }

    /// An action forfeit: invalid action, no command, or action limit.
    #[must_use]
    pub fn is_forfeit(self) -> bool {
        matches!(
            self,
            Self::InvalidActionLimit | Self::NoCommand | Self::ActionLimit
        )
    }
}

/// Failed trials per class.
#[must_use]
pub fn classes<'t>(trials: impl Iterator<Item = &'t TrialRow>) -> BTreeMap<Class, u64> {
    let mut counts = BTreeMap::new();
    for class in trials.filter_map(Class::of) {
        *counts.entry(class).or_default() += 1;
    }
    counts
}

/// Table 5: ends by invalid-action limit or no command, out of all trials.
#[must_use]
pub fn invalid_loss<'t>(trials: impl Iterator<Item = &'t TrialRow>) -> Share {
    let mut share = Share::default();
    for trial in trials {
        share.n += 1;
        let lost = matches!(
            Class::of(trial),
            Some(Class::InvalidActionLimit | Class::NoCommand)
        );
        share.k += u64::from(lost);
    }
    share
}

fn share<'t>(trials: impl Iterator<Item = &'t TrialRow>, hit: impl Fn(&TrialRow) -> bool) -> Share {
    let mut share = Share::default();
    for trial in trials {
        share.n += 1;
        share.k += u64::from(hit(trial));
    }
    share
}

/// Figures 11 and 12.
#[must_use]
pub fn action_rows(rows: &[Consistency], trials: &Trials) -> Vec<ActionRow> {
    rows.iter()
        .map(|row| {
            let of = || trials.of(&row.setting, Some(&row.model));
            ActionRow {
                model: row.row.model.clone(),
                setting: row.row.setting.clone(),
                wins: share(of(), |trial| trial.success),
                invalid: invalid_loss(of()),
                action_loss: share(of(), forfeited),
                any_rejected: share(of(), |trial| trial.rejected_moves > 0),
            }
        })
        .collect()
}

fn forfeited(trial: &TrialRow) -> bool {
    Class::of(trial).is_some_and(Class::is_forfeit)
}

/// Adds this finding's keys.
pub fn number(trials: &Trials, numbers: &mut Numbers) {
    for setting in trials.settings() {
        number_setting(trials, &setting, numbers);
    }
}

fn number_setting(trials: &Trials, setting: &Setting, numbers: &mut Numbers) {
    let key = setting.key();
    let all = || trials.of(setting, None);
    let failed = || all().filter(|trial| !trial.success);
    let on_board = |trial: &TrialRow| Class::of(trial) == Some(Class::OpponentTerminal);
    let resigned = |trial: &TrialRow| Class::of(trial) == Some(Class::Resignation);

    numbers.section("F.1");
    let counts = classes(all());
    numbers.count(format!("failures.{key}"), failed().count() as u64);
    for (class, name, _) in Class::ALL {
        numbers.count(
            format!("failures.{key}.{name}"),
            counts.get(&class).copied().unwrap_or_default(),
        );
    }
    numbers.share(
        format!("lost_on_board.{key}.all"),
        share(failed(), on_board),
    );
    for category in ["threatmate_race", "forced_mate"] {
        let of = failed().filter(|trial| trial.category.as_deref() == Some(category));
        numbers.share(
            format!("lost_on_board.{key}.{category}"),
            share(of, on_board),
        );
    }
    numbers.share(format!("resigned_share.{key}"), share(failed(), resigned));
    numbers.share(
        format!("action_forfeit_share.{key}"),
        share(failed(), forfeited),
    );

    let mut invalid = Vec::new();
    for model in trials.models() {
        let of = || trials.of(setting, Some(model));
        if of().next().is_none() {
            continue;
        }
        let counts = classes(of());
        numbers.count(
            format!("failures.{key}.{model}"),
            of().filter(|trial| !trial.success).count() as u64,
        );
        for (class, name, _) in Class::ALL {
            let n = counts.get(&class).copied().unwrap_or_default();
            numbers.count(format!("failures.{key}.{name}.{model}"), n);
        }
        let failed = of().filter(|trial| !trial.success);
        numbers.share(
            format!("resigned_share.{key}.{model}"),
            share(failed, resigned),
        );
        numbers.share(
            format!("action_loss_rate.{key}.{model}"),
            share(of(), forfeited),
        );
        let before = of()
            .filter(|trial| forfeited(trial) && trial.first_move.is_none())
            .count();
        numbers.count(format!("forfeit_before_move.{key}.{model}"), before as u64);
        let rejected = of().filter(|trial| trial.rejected_moves > 0).count();
        numbers.count(format!("any_rejected_move.{key}.{model}"), rejected as u64);
        invalid.extend(invalid_loss(of()).rate());
    }
    let mean = crate::stats::mean(&invalid);
    numbers.value(format!("invalid_loss.mean.{key}"), mean, "fraction");
}
