//! Figure 10: the metrics on nested subsets of the cases.

use super::trend::{Panel, Series, Trend, strongest};
use crate::analysis::xiangqi::frames::NestedRow;
use crate::report::ReportError;
use crate::report::axis::Scale;
use crate::report::drawing::{distinct, no_data, thousands};
use crate::report::palette::Palette;
use crate::report::style::Dash;

const TITLE: &str = "Estimates on nested case subsets";

/// Draws the figure: pass@1 solid, pass@3 dashed, pass^3 dotted, any other
/// metric dash-dotted; of more than five models the five with the highest
/// pass@1 on the largest subset of the first setting.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(frame: &[NestedRow], palette: &Palette) -> Result<String, ReportError> {
    let largest = frame
        .iter()
        .flat_map(|r| &r.points)
        .map(|p| p.0)
        .max()
        .unwrap_or(0);
    let (Some(first), true) = (frame.first(), largest > 0) else {
        return Ok(no_data(TITLE, "no subset has a scored case"));
    };
    let all = distinct(frame.iter().map(|r| r.model.as_str()));
    let metrics = distinct(frame.iter().map(|r| r.metric.as_str()));
    let lead = if metrics.contains(&"pass@1") {
        "pass@1"
    } else {
        first.metric.as_str()
    };
    let at_end = |model: &str| {
        frame
            .iter()
            .find(|r| r.model == model && r.setting == first.setting && r.metric == lead)
            .and_then(|r| r.points.last())
            .map_or(-1.0, |p| p.1)
    };
    let models = strongest(all.iter().map(|m| (*m, at_end(m))).collect());
    let panels = distinct(frame.iter().map(|r| r.setting.as_str()))
        .into_iter()
        .map(|setting| {
            let rows = || frame.iter().filter(move |r| r.setting == setting);
            let most = rows()
                .flat_map(|r| &r.points)
                .map(|p| p.0)
                .max()
                .unwrap_or(0);
            Panel {
                setting,
                note: format!("m ≤ {}", thousands(most)),
                series: rows()
                    .filter(|r| models.contains(&r.model.as_str()))
                    .map(|r| Series {
                        model: &r.model,
                        dash: dash(&r.metric),
                        points: r.points.iter().map(|p| (p.0 as f64, p.1 * 100.0)).collect(),
                    })
                    .collect(),
            }
        })
        .collect();
    let top = largest as f64;
    let x_ticks = Scale::counts(top, 6)
        .ticks()
        .into_iter()
        .filter(|t| t.0 <= top * 1.04)
        .collect();
    Trend {
        palette,
        title: TITLE,
        models,
        all_models: all.len(),
        dashes: metrics.iter().map(|m| (dash(m), (*m).to_owned())).collect(),
        x: (0.0, top * 1.05),
        x_ticks,
        x_title: "Cases in the subset m",
        y_title: "Success rate (%)",
        panels,
    }
    .draw()
}

fn dash(metric: &str) -> Dash {
    match metric {
        "pass@1" => Dash::Solid,
        "pass@3" => Dash::Dashed,
        "pass^3" => Dash::Dotted,
        _ => Dash::DashDotted,
    }
}
