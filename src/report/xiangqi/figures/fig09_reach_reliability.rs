//! Figure 9: reach (pass@k) and reliability (pass^k) part as k grows.

use super::trend::{Panel, Series, Trend, strongest};
use crate::analysis::Estimate;
use crate::analysis::xiangqi::frames::PassRow;
use crate::report::ReportError;
use crate::report::drawing::{counted, distinct, no_data, range};
use crate::report::palette::Palette;
use crate::report::style::Dash;

const TITLE: &str = "Reach and reliability over k";

/// Draws the figure for the five models with the highest pass@1 in the first
/// setting.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(frame: &[PassRow], palette: &Palette) -> Result<String, ReportError> {
    let Some(first) = frame.first() else {
        return Ok(no_data(TITLE, "no model has a scored trial"));
    };
    let all = distinct(frame.iter().map(|r| r.model.as_str()));
    let pass_at_1 = |model: &str, setting: &str| {
        let row = frame
            .iter()
            .find(|r| r.model == model && r.setting == setting);
        row.map(|r| r.pass_at[0].value).filter(|v| v.is_finite())
    };
    let ranked = all
        .iter()
        .map(|model| (*model, pass_at_1(model, &first.setting).unwrap_or(-1.0)))
        .collect();
    let models = strongest(ranked);
    let panels = distinct(frame.iter().map(|r| r.setting.as_str()))
        .into_iter()
        .map(|setting| {
            let rows: Vec<&PassRow> = frame
                .iter()
                .filter(|r| r.setting == setting && models.contains(&r.model.as_str()))
                .collect();
            let cases = range(rows.iter().map(|r| r.cases)).unwrap_or_else(|| "0".to_owned());
            Panel {
                setting,
                note: counted(&cases, "case"),
                series: rows
                    .iter()
                    .flat_map(|r| {
                        [(Dash::Solid, &r.pass_at), (Dash::Dashed, &r.pass_hat)].map(
                            |(dash, values)| Series {
                                model: &r.model,
                                dash,
                                points: points(values),
                            },
                        )
                    })
                    .collect(),
            }
        })
        .collect();
    Trend {
        palette,
        title: TITLE,
        models,
        all_models: all.len(),
        dashes: vec![
            (Dash::Solid, "pass@k".to_owned()),
            (Dash::Dashed, "pass^k".to_owned()),
        ],
        x: (0.8, 3.2),
        x_ticks: [1, 2, 3].map(|k| (f64::from(k), k.to_string())).to_vec(),
        x_title: "Trials k",
        y_title: "Success rate (%)",
        panels,
    }
    .draw()
}

fn points(values: &[Estimate; 3]) -> Vec<(f64, f64)> {
    values
        .iter()
        .zip([1.0, 2.0, 3.0])
        .map(|(e, k)| (k, e.value * 100.0))
        .collect()
}
