//! Twelve scripted agents, from strong to hopeless.

use super::persona::{Fence, Memory, Persona, Skill, Slips, Speech, Taste, Temper, Tools};

/// The persona of a name.
#[must_use]
pub fn persona(name: &str) -> Option<&'static Persona> {
    CAST.iter().find(|persona| persona.name == name)
}

/// Sees little and uses nothing: what the others are told apart from.
const PLAIN: Persona = Persona {
    name: "",
    summary: "",
    skill: Skill {
        mate_plies: 1,
        positions: 2_000,
        material_plies: 1,
        blunder: 0.1,
        haze: 0.0,
        taste: Taste::Anything,
        avoids_repeats: false,
    },
    memory: Memory {
        lapse: 0.1,
        reread: 0.3,
    },
    tools: Tools {
        think: 0.0,
        view_board: 0.0,
        legal_moves: 0.0,
        history: 0.0,
        simulate: 0.0,
        simulate_again: 0.0,
        line: 4,
        foresight: 0.5,
        slip: 0.0,
        heed: 0.5,
        ignore_rules: 0.0,
    },
    slips: Slips {
        illegal: 0.02,
        opening_habit: 0.0,
        no_command: 0.0,
        stuck: 0.3,
        stray: 0.0,
        dither: 0.0,
    },
    temper: Temper {
        resign: 0.0,
        despair: 500,
    },
    speech: Speech {
        sentences: 1,
        fence: Fence::Bash,
        reasons_apart: false,
    },
};

/// All scripted agents, strongest first.
pub const CAST: [Persona; 12] = [
    Persona {
        name: "careful-searcher",
        summary: "calculates long mates, tests its lines, keeps the board in mind",
        skill: Skill {
            mate_plies: 11,
            positions: 20_000,
            material_plies: 2,
            blunder: 0.03,
            haze: 0.3,
            taste: Taste::Checks,
            avoids_repeats: true,
        },
        memory: Memory {
            lapse: 0.01,
            reread: 0.9,
        },
        tools: Tools {
            think: 0.6,
            simulate: 0.95,
            line: 8,
            foresight: 0.8,
            slip: 0.005,
            heed: 0.9,
            ..PLAIN.tools
        },
        slips: Slips {
            illegal: 0.002,
            ..PLAIN.slips
        },
        speech: Speech {
            sentences: 2,
            ..PLAIN.speech
        },
        ..PLAIN
    },
    Persona {
        name: "quick-searcher",
        summary: "calculates nearly as far and simply moves",
        skill: Skill {
            mate_plies: 9,
            positions: 10_000,
            material_plies: 2,
            blunder: 0.06,
            haze: 0.4,
            taste: Taste::Checks,
            avoids_repeats: true,
        },
        memory: Memory {
            lapse: 0.04,
            reread: 0.6,
        },
        speech: Speech {
            sentences: 0,
            ..PLAIN.speech
        },
        ..PLAIN
    },
    Persona {
        name: "deep-thinker",
        summary: "calculates well, thinks at length, sometimes for too long",
        skill: Skill {
            mate_plies: 9,
            positions: 10_000,
            material_plies: 1,
            blunder: 0.1,
            haze: 0.5,
            taste: Taste::Checks,
            avoids_repeats: true,
        },
        memory: Memory {
            lapse: 0.05,
            reread: 0.7,
        },
        tools: Tools {
            think: 0.95,
            simulate: 0.3,
            line: 6,
            ..PLAIN.tools
        },
        slips: Slips {
            dither: 0.01,
            ..PLAIN.slips
        },
        speech: Speech {
            sentences: 4,
            reasons_apart: true,
            ..PLAIN.speech
        },
        ..PLAIN
    },
    Persona {
        name: "forgetful-tactician",
        summary: "sharp with the board before it, lost without",
        skill: Skill {
            mate_plies: 7,
            positions: 8_000,
            material_plies: 2,
            blunder: 0.12,
            haze: 0.5,
            taste: Taste::Checks,
            avoids_repeats: true,
        },
        memory: Memory {
            lapse: 0.35,
            reread: 0.1,
        },
        tools: Tools {
            view_board: 0.2,
            simulate: 0.5,
            line: 5,
            ..PLAIN.tools
        },
        slips: Slips {
            opening_habit: 0.05,
            ..PLAIN.slips
        },
        speech: Speech {
            fence: Fence::Bare,
            ..PLAIN.speech
        },
        ..PLAIN
    },
    Persona {
        name: "steady-tracker",
        summary: "middling skill, hardly worse without a board",
        skill: Skill {
            mate_plies: 5,
            positions: 6_000,
            material_plies: 2,
            blunder: 0.12,
            haze: 0.4,
            taste: Taste::Checks,
            avoids_repeats: true,
        },
        memory: Memory {
            lapse: 0.005,
            reread: 0.95,
        },
        tools: Tools {
            history: 0.3,
            think: 0.3,
            ..PLAIN.tools
        },
        ..PLAIN
    },
    Persona {
        name: "line-tester",
        summary: "tests everything, expects the wrong replies, asks past its budget",
        skill: Skill {
            mate_plies: 5,
            positions: 4_000,
            material_plies: 1,
            blunder: 0.2,
            haze: 0.5,
            taste: Taste::Checks,
            avoids_repeats: false,
        },
        tools: Tools {
            simulate: 1.0,
            simulate_again: 0.4,
            line: 10,
            foresight: 0.2,
            slip: 0.06,
            heed: 0.6,
            ignore_rules: 0.2,
            ..PLAIN.tools
        },
        speech: Speech {
            fence: Fence::Prompt,
            ..PLAIN.speech
        },
        ..PLAIN
    },
    Persona {
        name: "bold-checker",
        summary: "gives check whenever it can",
        skill: Skill {
            mate_plies: 3,
            positions: 3_000,
            material_plies: 0,
            blunder: 0.1,
            haze: 0.4,
            taste: Taste::Checks,
            avoids_repeats: false,
        },
        memory: Memory {
            lapse: 0.12,
            reread: 0.3,
        },
        ..PLAIN
    },
    Persona {
        name: "early-resigner",
        summary: "plays soundly and gives up soon",
        skill: Skill {
            mate_plies: 5,
            positions: 4_000,
            material_plies: 2,
            blunder: 0.2,
            haze: 0.6,
            taste: Taste::Captures,
            avoids_repeats: true,
        },
        memory: Memory {
            lapse: 0.08,
            reread: 0.5,
        },
        tools: Tools {
            legal_moves: 0.3,
            ..PLAIN.tools
        },
        temper: Temper {
            resign: 0.5,
            despair: 200,
        },
        speech: Speech {
            sentences: 3,
            ..PLAIN.speech
        },
        ..PLAIN
    },
    Persona {
        name: "board-watcher",
        summary: "asks for the board and the moves again and again",
        skill: Skill {
            mate_plies: 3,
            positions: 2_000,
            material_plies: 1,
            blunder: 0.25,
            haze: 0.5,
            taste: Taste::Captures,
            avoids_repeats: false,
        },
        tools: Tools {
            view_board: 0.9,
            legal_moves: 0.6,
            history: 0.2,
            ignore_rules: 0.6,
            ..PLAIN.tools
        },
        slips: Slips {
            illegal: 0.03,
            ..PLAIN.slips
        },
        speech: Speech {
            fence: Fence::Comment,
            ..PLAIN.speech
        },
        ..PLAIN
    },
    Persona {
        name: "piece-taker",
        summary: "takes what it can and repeats itself",
        skill: Skill {
            material_plies: 1,
            blunder: 0.2,
            taste: Taste::Captures,
            ..PLAIN.skill
        },
        memory: Memory {
            lapse: 0.2,
            reread: 0.2,
        },
        slips: Slips {
            illegal: 0.05,
            opening_habit: 0.15,
            ..PLAIN.slips
        },
        ..PLAIN
    },
    Persona {
        name: "rambler",
        summary: "talks, forgets the command, offers draws",
        skill: Skill {
            blunder: 0.5,
            taste: Taste::Checks,
            ..PLAIN.skill
        },
        memory: Memory {
            lapse: 0.25,
            reread: 0.1,
        },
        tools: Tools {
            think: 0.7,
            simulate: 0.2,
            slip: 0.1,
            ..PLAIN.tools
        },
        slips: Slips {
            illegal: 0.08,
            opening_habit: 0.1,
            no_command: 0.15,
            stuck: 0.75,
            stray: 0.15,
            dither: 0.05,
        },
        temper: Temper {
            resign: 0.1,
            despair: 300,
        },
        speech: Speech {
            sentences: 5,
            ..PLAIN.speech
        },
    },
    Persona {
        name: "guesser",
        summary: "hopes that its moves are legal",
        skill: Skill {
            mate_plies: 0,
            positions: 0,
            material_plies: 0,
            blunder: 1.0,
            ..PLAIN.skill
        },
        memory: Memory {
            lapse: 0.6,
            reread: 0.0,
        },
        slips: Slips {
            illegal: 0.3,
            opening_habit: 0.3,
            no_command: 0.05,
            stuck: 0.5,
            ..PLAIN.slips
        },
        speech: Speech {
            sentences: 0,
            fence: Fence::Bare,
            ..PLAIN.speech
        },
        ..PLAIN
    },
];
