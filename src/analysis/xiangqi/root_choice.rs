//! What first moves are, against the legal moves they were chosen from (paper
//! Tables 12–15 and 18).

use std::collections::BTreeMap;

use super::{Root, RootPiece, TrialRow, Trials};
use crate::analysis::{Numbers, Share};
use crate::records::xiangqi::Setting;

/// How often first moves are of one kind, and how often a uniform choice among
/// the legal moves of the same trials would be.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Choice {
    /// First moves of the kind, out of the trials with an accepted first move.
    pub observed: Share,
    /// Sum over these trials of the share of legal moves of the kind.
    uniform: f64,
}

impl Choice {
    fn of<'t>(
        roots: impl Iterator<Item = &'t Root>,
        is: impl Fn(&Root) -> bool,
        legal: impl Fn(&Root) -> i64,
    ) -> Self {
        let mut choice = Self::default();
        for root in roots.filter(|root| root.legal > 0) {
            choice.observed.n += 1;
            choice.observed.k += u64::from(is(root));
            choice.uniform += legal(root) as f64 / root.legal as f64;
        }
        choice
    }

    /// The expected rate of a uniform choice; `None` without a first move.
    #[must_use]
    pub fn uniform(&self) -> Option<f64> {
        (self.observed.n > 0).then(|| self.uniform / self.observed.n as f64)
    }

    /// Observed minus uniform rate.
    #[must_use]
    pub fn difference(&self) -> Option<f64> {
        Some(self.observed.rate()? - self.uniform()?)
    }
}

/// First moves of a group of trials.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct RootChoice {
    /// Moves that give check.
    pub check: Choice,
    /// Moves that capture.
    pub capture: Choice,
    /// Moves that do neither.
    pub quiet: Choice,
    /// By piece, in the order of [`RootPiece::ALL`].
    pub pieces: [Choice; 5],
}

impl RootChoice {
    /// Counts a group.
    #[must_use]
    pub fn of<'t>(trials: impl Iterator<Item = &'t TrialRow> + Clone) -> Self {
        let roots = || trials.clone().filter_map(|trial| trial.root.as_ref());
        let mut pieces = [Choice::default(); 5];
        for (at, piece) in RootPiece::ALL.into_iter().enumerate() {
            pieces[at] = Choice::of(
                roots(),
                |root| root.piece == piece,
                |root| root.by_piece[at],
            );
        }
        Self {
            check: Choice::of(roots(), |root| root.check, |root| root.checks),
            capture: Choice::of(roots(), |root| root.capture, |root| root.captures),
            quiet: Choice::of(
                roots(),
                |root| !root.check && !root.capture,
                |root| root.quiet,
            ),
            pieces,
        }
    }
}

/// Table 18: trials by the piece of their first move; the last entry counts
/// those without one.
#[must_use]
pub fn first_pieces(trials: &Trials, setting: &Setting) -> (BTreeMap<RootPiece, u64>, u64) {
    let mut counts = BTreeMap::new();
    let mut without = 0;
    for trial in trials.of(setting, None) {
        match &trial.root {
            Some(root) => *counts.entry(root.piece).or_default() += 1,
            None => without += 1,
        }
    }
    (counts, without)
}

/// Adds this finding's keys; rates in percent.
pub fn number(trials: &Trials, numbers: &mut Numbers) {
    numbers.section("F.2");
    for setting in trials.settings() {
        for model in trials.models() {
            let of = trials.of(&setting, Some(model));
            if of.clone().next().is_none() {
                continue;
            }
            let choice = RootChoice::of(of);
            for (piece, found) in RootPiece::ALL.into_iter().zip(&choice.pieces) {
                let at = format!("piece_choice.{}.{model}.{}", setting.key(), piece.key());
                let percent = |rate: Option<f64>| rate.map(|rate| 100.0 * rate);
                let observed = percent(found.observed.rate());
                numbers.value(format!("{at}.observed"), observed, "percent");
                let uniform = percent(found.uniform());
                numbers.value(format!("{at}.uniform"), uniform, "percent");
            }
        }
    }
}
