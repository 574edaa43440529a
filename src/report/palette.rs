//! How models look: one colour and one shape each, the same in every figure.
//!
//! The hues follow Okabe and Ito with darker additions, so that neighbours
//! differ in lightness as well as in hue. The paper's models have their own;
//! any other model gets the one its name points at, or the next one free, so
//! that no two of the first dozen in a report look alike.

use std::collections::BTreeMap;

use super::style::{Colour, NEUTRAL, SHAPES, Shape, WHITE};

/// The hues, in the order in which they are given out.
pub(super) const HUES: [Colour; 12] = [
    Colour(0x00, 0x72, 0xB2), // blue
    Colour(0xD5, 0x5E, 0x00), // vermilion
    Colour(0x00, 0x9E, 0x73), // green
    Colour(0xCC, 0x79, 0xA7), // pink
    Colour(0xE6, 0x9F, 0x00), // orange
    Colour(0x56, 0xB4, 0xE9), // sky
    Colour(0x33, 0x22, 0x88), // indigo
    Colour(0x88, 0x22, 0x55), // wine
    Colour(0x99, 0x99, 0x33), // olive
    Colour(0x11, 0x77, 0x33), // forest
    Colour(0x8C, 0x56, 0x4B), // brown
    Colour(0x66, 0x66, 0x66), // grey
];

/// The paper's models by their letters and digits, which display names and
/// model ids share.
const KNOWN: [&str; 12] = [
    "gemini31pro",
    "gpt55",
    "qwen37max",
    "claudeopus47",
    "deepseekv4pro",
    "seed20pro",
    "kimik25",
    "mistrallarge3",
    "minimaxm25",
    "deepseekr1",
    "gptoss120b",
    "deepseekv32",
];

/// A name without provider prefix, case and punctuation.
pub(super) fn plain(name: &str) -> String {
    let name = name.rsplit('/').next().unwrap_or(name);
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// FNV-1a, which is the same on every machine and in every version, with a
/// final mix so that each bit depends on the whole name.
pub(super) fn hash(text: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 29)
}

/// The looks of the models of one report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Palette {
    /// Place by plain name: the hue is the place modulo twelve, its version
    /// (full, darker, lighter) the rest.
    places: BTreeMap<String, usize>,
}

impl Palette {
    /// Gives each model of a report its look, by display name or id. The order
    /// of the names does not matter.
    #[must_use]
    pub fn new<'m>(models: impl Iterator<Item = &'m str>) -> Self {
        let mut names: Vec<String> = models.map(plain).collect();
        names.sort();
        names.dedup();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut taken = std::collections::BTreeSet::new();
        let (known, unknown): (Vec<String>, Vec<String>) =
            names.into_iter().partition(|name| known(name).is_some());
        for name in known {
            let place = own_place(&name);
            taken.insert(place);
            places.insert(name, place);
        }
        for name in unknown {
            let own = own_place(&name);
            let rounds = (0..).step_by(HUES.len());
            let free = rounds
                .flat_map(|round| {
                    (0..HUES.len()).map(move |step| round + (own + step) % HUES.len())
                })
                .find(|place| !taken.contains(place));
            if let Some(place) = free {
                taken.insert(place);
                places.insert(name, place);
            }
        }
        Self { places }
    }

    fn place(&self, model: &str) -> usize {
        let name = plain(model);
        self.places
            .get(&name)
            .copied()
            .unwrap_or_else(|| own_place(&name))
    }

    /// The colour of a model.
    #[must_use]
    pub fn colour(&self, model: &str) -> Colour {
        let place = self.place(model);
        let hue = HUES.get(place % HUES.len()).copied().unwrap_or(NEUTRAL);
        match (place / HUES.len()) % 3 {
            0 => hue,
            1 => hue.mixed(Colour(0, 0, 0), 0.35),
            _ => hue.mixed(WHITE, 0.3),
        }
    }

    /// The shape of a model's points.
    #[must_use]
    pub fn shape(&self, model: &str) -> Shape {
        let index = self.place(model) % SHAPES.len();
        SHAPES.get(index).copied().unwrap_or_default()
    }

    /// Shapes for models that share one panel: each keeps its own where it
    /// can, and a later one that would repeat a shape takes the next free one.
    #[must_use]
    pub fn distinct_shapes(&self, models: &[&str]) -> Vec<Shape> {
        let mut given: Vec<Shape> = Vec::with_capacity(models.len());
        for model in models {
            let own = self.shape(model);
            let start = SHAPES.iter().position(|s| *s == own).unwrap_or(0);
            let free = (0..SHAPES.len())
                .filter_map(|step| SHAPES.get((start + step) % SHAPES.len()).copied())
                .find(|shape| !given.contains(shape));
            given.push(free.unwrap_or(own));
        }
        given
    }
}

fn known(plain_name: &str) -> Option<usize> {
    KNOWN.iter().position(|known| *known == plain_name)
}

/// The place a name has when no other model is in its way.
fn own_place(plain_name: &str) -> usize {
    known(plain_name).unwrap_or_else(|| (hash(plain_name) % HUES.len() as u64) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_display_name_and_an_id_look_alike() {
        let palette = Palette::new(["Gemini 3.1 Pro", "GPT-5.5", "Someone's Model"].into_iter());
        for (name, id) in [
            ("Gemini 3.1 Pro", "gemini-3.1-pro"),
            ("GPT-5.5", "openai/gpt-5.5"),
            ("Someone's Model", "someones-model"),
        ] {
            assert_eq!(palette.colour(name), palette.colour(id), "{name}");
            assert_eq!(palette.shape(name), palette.shape(id), "{name}");
        }
    }

    #[test]
    fn a_dozen_models_have_a_dozen_colours_and_thirty_have_thirty() {
        for count in [12, 30] {
            let names: Vec<String> = (0..count).map(|i| format!("model-{i}")).collect();
            let palette = Palette::new(names.iter().map(String::as_str));
            let colours: BTreeSet<_> = names.iter().map(|name| palette.colour(name)).collect();
            assert_eq!(colours.len(), count);
        }
    }

    #[test]
    fn the_papers_models_keep_their_colours_in_any_company() {
        let alone = Palette::new(["GPT-5.5"].into_iter());
        let names: Vec<String> = (0..20)
            .map(|i| format!("m{i}"))
            .chain(["gpt-5.5".to_owned()])
            .collect();
        let among = Palette::new(names.iter().map(String::as_str));
        assert_eq!(alone.colour("gpt-5.5"), among.colour("gpt-5.5"));
        let colours: BTreeSet<_> = KNOWN.iter().map(|m| Palette::default().colour(m)).collect();
        assert_eq!(colours.len(), 12);
    }

    #[test]
    fn models_of_one_panel_differ_in_shape() {
        let models = ["a", "b", "c", "d", "e", "f"];
        let shapes: BTreeSet<_> = Palette::default()
            .distinct_shapes(&models)
            .into_iter()
            .collect();
        assert_eq!(shapes.len(), 6);
    }
}
