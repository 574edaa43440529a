//! Figure 20: win rates by the attacker's initial pieces.

use super::paired::{self, Panel, Point};
use crate::analysis::xiangqi::material::{Material, MaterialRow};
use crate::report::ReportError;
use crate::report::drawing::no_data;

const TITLE: &str = "Results by initial attacking pieces";
/// Combinations with fewer cases are left to Table 17.
const FEWEST_CASES: u64 = 3;

/// Draws the figure.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(material: &Material) -> Result<String, ReportError> {
    if material.combinations.is_empty() {
        return Ok(no_data(TITLE, "no trial is selected"));
    }
    let shown = |row: &&MaterialRow| row.cases >= FEWEST_CASES;
    let combinations: Vec<&MaterialRow> = material.combinations.iter().filter(shown).collect();
    let presence: Vec<&MaterialRow> = material.presence.iter().filter(|r| r.cases > 0).collect();
    let mut panels = vec![Panel {
        title: "Attacker has",
        note: "cases in brackets; groups overlap".to_owned(),
        axis: "Trials won (%)",
        points: points(&presence, str::to_owned),
    }];
    if !combinations.is_empty() {
        panels.push(Panel {
            title: "Exact combination",
            note: "R rook, C cannon, H horse, P pawn".to_owned(),
            axis: "Trials won (%)",
            points: points(&combinations, initials),
        });
    }
    paired::draw(TITLE, &panels)
}

fn points<'m>(rows: &[&'m MaterialRow], name: impl Fn(&str) -> String) -> Vec<Point<'m>> {
    let of_row = |row: &&'m MaterialRow| {
        let slot = format!("{} ({})", name(&row.group), row.cases);
        let point = |(setting, share): (&'m crate::records::xiangqi::Setting, &_)| Point {
            slot: slot.clone(),
            setting: setting.label(),
            share: *share,
        };
        let mut wins: Vec<_> = row.wins.iter().collect();
        wins.sort_by_key(|(setting, _)| setting.rank());
        wins.into_iter().map(point).collect::<Vec<_>>()
    };
    rows.iter().flat_map(of_row).collect()
}

/// `RCH` for `rook+cannon+horse`.
fn initials(group: &str) -> String {
    if group == "none" {
        return group.to_owned();
    }
    let first = |part: &str| part.chars().next().map(|c| c.to_ascii_uppercase());
    group.split('+').filter_map(first).collect()
}
