//! The trials table, typed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::analysis::{AnalysisError, Columns};
use crate::records::xiangqi::Setting;
use crate::tables::trials;

/// A trial, as the findings see it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TrialRow {
    /// Trial id.
    pub id: String,
    /// Stored model id.
    pub model: String,
    /// Setting.
    pub setting: Setting,
    /// Case id.
    pub case: String,
    /// The attacker won.
    pub success: bool,
    /// Replayed reason.
    pub reason: String,
    /// Plies played.
    pub plies: i64,
    /// Stored mate distance.
    pub mate_distance: Option<i64>,
    /// Case category.
    pub category: Option<String>,
    /// Plies in which the defender would mate.
    pub threat_distance: Option<i64>,
    /// The case was admitted by a solver, not an engine.
    pub solver_case: bool,
    /// First accepted agent move.
    pub first_move: Option<String>,
    /// The stored reference move.
    pub reference_move: Option<String>,
    /// Legal moves at the root.
    pub root_moves: Option<i64>,
    /// What the first accepted agent move was, among which choice.
    pub root: Option<Root>,
    /// Refused moves.
    pub rejected_moves: i64,
    /// Ply budget.
    pub max_turns: i64,
    /// Cap of plies in a simulated line.
    pub max_simulate_steps: i64,
}

/// A first move and the legal moves it was chosen from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Root {
    /// What moved.
    pub piece: RootPiece,
    /// It gave check.
    pub check: bool,
    /// It captured.
    pub capture: bool,
    /// Legal moves.
    pub legal: i64,
    /// Of these, checks.
    pub checks: i64,
    /// Of these, captures.
    pub captures: i64,
    /// Of these, neither.
    pub quiet: i64,
    /// Of these, by piece in the order of [`RootPiece::ALL`].
    pub by_piece: [i64; 5],
}

/// Pieces as the first-move tables group them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RootPiece {
    /// A rook.
    Rook,
    /// A cannon.
    Cannon,
    /// A horse.
    Horse,
    /// A pawn.
    Pawn,
    /// The general, an advisor or an elephant.
    Other,
}

impl RootPiece {
    /// All groups, in table order.
    pub const ALL: [Self; 5] = [
        Self::Rook,
        Self::Cannon,
        Self::Horse,
        Self::Pawn,
        Self::Other,
    ];

    /// Name in keys and columns.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Rook => "rook",
            Self::Cannon => "cannon",
            Self::Horse => "horse",
            Self::Pawn => "pawn",
            Self::Other => "other",
        }
    }

    /// Name shown to readers.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Rook => "Rook",
            Self::Cannon => "Cannon",
            Self::Horse => "Horse",
            Self::Pawn => "Pawn",
            Self::Other => "Other",
        }
    }

    fn of(stored: &str) -> Self {
        let found = Self::ALL.into_iter().find(|piece| piece.key() == stored);
        found.unwrap_or(Self::Other)
    }
}

/// The selected trials, grouped as the findings need them.
#[derive(Debug, Clone, Default)]
pub struct Trials {
    rows: Vec<TrialRow>,
}

impl Trials {
    /// Loads the selected trials.
    ///
    /// # Errors
    ///
    /// When the trials table cannot be read.
    pub fn load(folder: &Path) -> Result<Self, AnalysisError> {
        Ok(Self {
            rows: rows(&Columns::load(folder, &trials::TABLE)?),
        })
    }

    /// Every selected trial, in table order.
    #[must_use]
    pub fn rows(&self) -> &[TrialRow] {
        &self.rows
    }

    /// Settings present, in display order.
    #[must_use]
    pub fn settings(&self) -> Vec<Setting> {
        let mut settings: Vec<Setting> = self
            .rows
            .iter()
            .map(|row| row.setting.clone())
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        settings.sort_by_key(|setting| (setting.rank(), setting.clone()));
        settings
    }

    /// Models present, by id.
    #[must_use]
    pub fn models(&self) -> BTreeSet<&str> {
        self.rows.iter().map(|row| row.model.as_str()).collect()
    }

    /// Trials of one setting, and of one model where given.
    pub fn of<'t>(
        &'t self,
        setting: &'t Setting,
        model: Option<&'t str>,
    ) -> impl Iterator<Item = &'t TrialRow> + Clone {
        self.rows.iter().filter(move |row| {
            row.setting == *setting && model.is_none_or(|model| row.model == model)
        })
    }

    /// Trials of one model and setting by case.
    #[must_use]
    pub fn by_case<'t>(
        &'t self,
        setting: &'t Setting,
        model: &'t str,
    ) -> BTreeMap<&'t str, Vec<&'t TrialRow>> {
        let mut cases: BTreeMap<&str, Vec<&TrialRow>> = BTreeMap::new();
        for row in self.of(setting, Some(model)) {
            cases.entry(&row.case).or_default().push(row);
        }
        cases
    }
}

/// The first moves of the table, row by row.
fn roots(table: &Columns) -> Vec<Option<Root>> {
    let pieces = table.text("first_move_piece");
    let (checks, captures) = (
        table.flag("first_move_check"),
        table.flag("first_move_capture"),
    );
    let int = |name: &str| table.int(name);
    let legal = int("root_moves");
    let kinds = ["root_checks", "root_captures", "root_quiet"].map(int);
    let by_piece = RootPiece::ALL.map(|piece| int(&format!("root_{}", piece.key())));
    let row = |at: usize| {
        let mut by = [0; 5];
        for (slot, column) in by.iter_mut().zip(&by_piece) {
            *slot = column[at]?;
        }
        Some(Root {
            piece: RootPiece::of(pieces[at]?),
            check: checks[at],
            capture: captures[at],
            legal: legal[at]?,
            checks: kinds[0][at]?,
            captures: kinds[1][at]?,
            quiet: kinds[2][at]?,
            by_piece: by,
        })
    };
    (0..table.rows()).map(row).collect()
}

fn rows(table: &Columns) -> Vec<TrialRow> {
    let (models, settings, cases) = (
        table.text("model"),
        table.text("setting"),
        table.text("case_id"),
    );
    let (reasons, categories, admitted) = (
        table.text("reason"),
        table.text("category"),
        table.text("verified_by"),
    );
    let (first, reference) = (table.text("first_move"), table.text("reference_move"));
    let (plies, distances, threats) = (
        table.int("plies"),
        table.int("mate_distance"),
        table.int("threat_distance"),
    );
    let (roots_legal, rejected) = (table.int("root_moves"), table.int("rejected_moves"));
    let (selected, success, caps) = (
        table.flag("selected"),
        table.flag("success"),
        table.int("max_turns"),
    );
    let first_choices = roots(table);
    let (ids, line_caps) = (table.text("trial_id"), table.int("max_simulate_steps"));
    let owned = |value: Option<&str>| value.map(str::to_owned);
    (0..table.rows())
        .filter(|&at| selected[at])
        .map(|at| TrialRow {
            id: ids[at].unwrap_or_default().to_owned(),
            model: models[at].unwrap_or_default().to_owned(),
            setting: Setting::new(settings[at].unwrap_or_default()),
            case: cases[at].unwrap_or_default().to_owned(),
            success: success[at],
            reason: reasons[at].unwrap_or_default().to_owned(),
            plies: plies[at].unwrap_or_default(),
            mate_distance: distances[at],
            category: owned(categories[at]),
            threat_distance: threats[at],
            solver_case: admitted[at].is_some_and(|by| by.contains("solver")),
            first_move: owned(first[at]),
            reference_move: owned(reference[at]),
            root_moves: roots_legal[at],
            root: first_choices[at],
            rejected_moves: rejected[at].unwrap_or_default(),
            max_turns: caps[at].unwrap_or(40),
            max_simulate_steps: line_caps[at].unwrap_or(8),
        })
        .collect()
}
