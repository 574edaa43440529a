//! Every figure of every kind of world: drawn, readable, within its page.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod report_support;

use std::sync::Arc;

use recount::analysis::xiangqi::frames::MateDistances;
use recount::analysis::{Estimate, Share};
use recount::report::palette::Palette;
use recount::report::render;
use recount::report::xiangqi::figures::{
    fig02_mate_distances, fig03_conversion, fig04_conversion_gap, fig05_action_mix, fig06_progress,
    fig07_simulation, fig08_lengths, fig09_reach_reliability, fig10_nested, fig13_simulation_use,
    fig14_outcomes, fig15_best_models, fig18_feedback, fig19_recovery, model_calls,
};
use report_support::{SIX_SETTINGS, World};
use resvg::{tiny_skia, usvg};

const TWO: [&str; 2] = ["Sighted", "Restricted"];

fn worlds() -> Vec<(&'static str, World)> {
    let mut hostile = World::new(5, &TWO, 119);
    for (index, model) in hostile.models.iter_mut().enumerate() {
        model.0 =
            format!("{index} \u{6f22}</text>&\u{202e} a name that goes on and on \"{index}\"");
    }
    hostile.settings = vec!["<script>&\u{0}".to_owned(), "a setting ".repeat(20)];
    vec![
        ("nothing", World::new(0, &TWO, 0)),
        ("one model", World::new(1, &TWO[..1], 119)),
        ("two models", World::new(2, &TWO, 119)),
        ("the paper", World::new(12, &TWO, 119)),
        ("thirty models", World::new(30, &TWO, 119)),
        ("thirty models, one setting", World::new(30, &TWO[..1], 119)),
        ("six settings", World::new(12, &SIX_SETTINGS, 119)),
        (
            "six settings, thirty models",
            World::new(30, &SIX_SETTINGS, 119),
        ),
        ("three settings", World::new(2, &SIX_SETTINGS[..3], 20)),
        ("no wins", World::new(12, &TWO, 119).losing()),
        ("one case", World::new(2, &TWO[..1], 1)),
        ("sixty models", World::new(60, &TWO, 119)),
        ("hostile names", hostile),
    ]
}

fn every_figure(made: &World) -> Vec<(&'static str, String)> {
    let mut figures = made.figures();
    figures.extend(made.behaviour_figures());
    figures
}

fn parse(svg: &str) -> usvg::Tree {
    let mut fonts = usvg::fontdb::Database::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data/fonts/Roboto-");
    for weight in ["Regular", "Bold"] {
        let path = format!("{folder}{weight}.ttf");
        fonts.load_font_file(&path).unwrap();
    }
    let options = usvg::Options {
        dpi: 96.0,
        font_family: "Roboto".to_owned(),
        fontdb: Arc::new(fonts),
        ..usvg::Options::default()
    };
    usvg::Tree::from_str(svg, &options).unwrap()
}

/// A text as laid out: its box, and whether it stands on a slant.
struct Laid {
    text: String,
    bounds: usvg::Rect,
    slanted: bool,
}

fn texts(group: &usvg::Group, found: &mut Vec<Laid>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => texts(group, found),
            usvg::Node::Text(text) => {
                let turn = text.abs_transform();
                found.push(Laid {
                    text: text.chunks().iter().map(|c| c.text()).collect(),
                    bounds: text.abs_bounding_box(),
                    slanted: turn.kx.abs() > 0.01 && turn.sx.abs() > 0.01,
                });
            }
            _ => {}
        }
    }
}

#[test]
fn every_text_lies_within_the_page_and_off_the_others() {
    for (world, made) in worlds() {
        for (figure, svg) in every_figure(&made) {
            let tree = parse(&svg);
            let mut found = Vec::new();
            texts(tree.root(), &mut found);
            assert!(!found.is_empty(), "{world}: {figure} has no text");
            let size = tree.size();
            for laid in &found {
                let bounds = laid.bounds;
                assert!(
                    bounds.left() >= -0.1
                        && bounds.top() >= -0.1
                        && bounds.right() <= size.width() + 0.1
                        && bounds.bottom() <= size.height() + 0.1,
                    "{world}: {figure}: {:?} at {bounds:?} leaves {size:?}",
                    laid.text
                );
            }
            let level: Vec<&Laid> = found.iter().filter(|l| !l.slanted).collect();
            for (index, one) in level.iter().enumerate() {
                for other in level.iter().skip(index + 1) {
                    let (a, b) = (one.bounds, other.bounds);
                    let wide = a.right().min(b.right()) - a.left().max(b.left());
                    let high = a.bottom().min(b.bottom()) - a.top().max(b.top());
                    // Boxes include the room above and below the letters.
                    assert!(
                        wide < 0.5 || high < 3.8,
                        "{world}: {figure}: {:?} and {:?} overlap by {wide} x {high}",
                        one.text,
                        other.text
                    );
                }
            }
        }
    }
}

#[test]
fn every_figure_renders_and_shows_something() {
    // Pictures take their time: the largest worlds are left to the layout test.
    let small = worlds()
        .into_iter()
        .filter(|(_, w)| w.models.len() * w.settings.len() <= 30);
    for (world, made) in small {
        for (figure, svg) in every_figure(&made) {
            let rendered = render(&svg).unwrap();
            assert_eq!(rendered.svg, svg);
            assert!(rendered.pdf.starts_with(b"%PDF-"), "{world}: {figure}");
            let picture = tiny_skia::Pixmap::decode_png(&rendered.png).unwrap();
            let width = f64::from(picture.width()) / 300.0;
            assert!(
                (width - 3.33).abs() < 0.02 || (width - 6.9).abs() < 0.02,
                "{width} in"
            );
            let corner = picture.pixel(0, 0).unwrap();
            assert_eq!(
                (corner.red(), corner.green(), corner.alpha()),
                (255, 255, 255)
            );
            let inked = picture.pixels().iter().filter(|p| p.red() < 200).count();
            assert!(inked > 300, "{world}: {figure} is blank");
        }
    }
}

#[test]
fn equal_frames_give_equal_bytes() {
    let made = World::new(12, &TWO, 119);
    for (figure, svg) in every_figure(&made) {
        let first = render(&svg).unwrap();
        for _ in 0..2 {
            let again = render(&svg).unwrap();
            assert!(first == again, "{figure} is not the same twice");
        }
    }
    for ((figure, one), (_, other)) in every_figure(&made).into_iter().zip(every_figure(&made)) {
        assert!(one == other, "{figure} is not drawn the same twice");
    }
}

#[test]
fn a_frame_without_rows_says_so() {
    let drawn = [
        fig02_mate_distances::draw(&MateDistances::default()),
        fig03_conversion::draw(&[], &Palette::default()),
        fig04_conversion_gap::draw(&[], &[], &Palette::default()),
        fig08_lengths::draw(&[], &Palette::default()),
        fig09_reach_reliability::draw(&[], &Palette::default()),
        fig10_nested::draw(&[], &Palette::default()),
        fig05_action_mix::draw(&[]),
        fig06_progress::draw(&[]),
        fig07_simulation::draw(None, &[]),
        fig13_simulation_use::draw(&[]),
        fig14_outcomes::draw(&[]),
        fig15_best_models::draw(&[]),
        model_calls::draw(&[], "Sighted"),
        fig18_feedback::draw(&[]),
        fig19_recovery::draw(&[]),
    ];
    for svg in drawn {
        assert!(svg.unwrap().contains(">no data: "));
    }
}

#[test]
fn gaps_in_a_frame_stay_gaps() {
    let made = World::new(4, &TWO, 119);
    let none = Estimate {
        value: f64::NAN,
        low: None,
        high: Some(f64::INFINITY),
    };

    let mut pass = made.pass();
    pass.remove(6);
    pass[0].pass_at = [none; 3];
    pass[1].pass_hat[2].low = None;
    for svg in [
        fig03_conversion::draw(&pass, &Palette::default()),
        fig09_reach_reliability::draw(&pass, &Palette::default()),
    ] {
        let svg = svg.unwrap();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        render(&svg).unwrap();
    }

    let mut lengths = made.lengths();
    lengths.remove(5);
    lengths[0].failed = None;
    lengths[0].ends.clear();
    lengths[1].wins = Share::default();
    lengths[1].won = vec![f64::NAN, f64::INFINITY, 900.0];
    lengths[2].failed = Some([0.1, 0.2, f64::NAN, 0.4, 0.5]);
    let svg = fig08_lengths::draw(&lengths, &Palette::default()).unwrap();
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    render(&svg).unwrap();

    let mut recovery = made.recovery();
    recovery[1].rates = [None, Some(none), None];
    recovery.remove(3);
    let mut mix = made.mix();
    mix[0].counts = [0; 8];
    mix[1].pass_at_1 = Some(f64::NAN);
    mix.remove(5);
    let ablated = World::new(2, &SIX_SETTINGS, 20);
    let mut ablation = ablated.ablation();
    ablation[0].with = none;
    let outcomes = made.request_outcomes();
    for svg in [
        fig19_recovery::draw(&recovery),
        fig05_action_mix::draw(&mix),
        fig07_simulation::draw(Some(&outcomes), &ablation),
        fig07_simulation::draw(None, &ablation),
    ] {
        let svg = svg.unwrap();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        render(&svg).unwrap();
    }

    let mut moves = made.first_moves();
    moves.remove(2);
    moves[0].given_match = Share::default();
    let mut distances = made.distances();
    distances.remove(3);
    distances[0].pass_at_1 = none;
    let svg = fig04_conversion_gap::draw(&distances, &moves, &Palette::default()).unwrap();
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    for half in [
        fig04_conversion_gap::draw(&distances, &[], &Palette::default()).unwrap(),
        fig04_conversion_gap::draw(&[], &moves, &Palette::default()).unwrap(),
    ] {
        assert!(half.contains(">no data</text>"));
        render(&half).unwrap();
    }
}

#[test]
fn strange_distances_are_drawn() {
    let of = |distances: &[i64]| {
        let segments = distances
            .iter()
            .map(|d| ("Threat race".to_owned(), *d, 3))
            .collect();
        MateDistances {
            segments,
            cases: 3 * distances.len() as u64,
        }
    };
    for distances in [
        vec![1],
        vec![3, 4, 10],
        vec![i64::MIN, 0, i64::MAX],
        (0..200).map(|d| d * 7).collect(),
    ] {
        let svg = fig02_mate_distances::draw(&of(&distances)).unwrap();
        render(&svg).unwrap();
    }
}

#[test]
fn a_model_keeps_its_colour_in_every_figure() {
    let made = World::new(5, &TWO[..1], 119);
    let colour = Palette::default().colour("gpt-5.5").hex();
    for (figure, svg) in made.figures().into_iter().skip(1) {
        assert!(svg.contains(&colour), "{figure}");
    }
}

#[test]
fn a_small_figure_is_this_svg() {
    let segments = vec![
        ("Threat race".to_owned(), 3, 1),
        ("Threat race".to_owned(), 5, 11),
        ("Unopposed & <mate>".to_owned(), 5, 2),
    ];
    let svg = fig02_mate_distances::draw(&MateDistances {
        segments,
        cases: 14,
    })
    .unwrap();
    insta::assert_snapshot!(svg);
}
