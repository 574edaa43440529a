//! The knobs of a scripted agent.
//!
//! Shares are probabilities from 0 to 1.

/// One scripted agent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Persona {
    /// The name by which it is asked for and which records carry.
    pub name: &'static str,
    /// What it is like, in one line.
    pub summary: &'static str,
    /// How well it plays.
    pub skill: Skill,
    /// How well it keeps track of a board that it is not shown.
    pub memory: Memory,
    /// Which auxiliary commands it uses.
    pub tools: Tools,
    /// How it breaks the protocol.
    pub slips: Slips,
    /// When it gives up.
    pub temper: Temper,
    /// How it words its replies.
    pub speech: Speech,
}

/// How well it plays.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Skill {
    /// Forced mates by checks are seen up to this many plies.
    pub mate_plies: u32,
    /// Positions looked at for one move, in the search for mates.
    pub positions: u32,
    /// Plies searched for material when no mate is seen; 0 plays by taste.
    pub material_plies: u32,
    /// Share of moves played by taste although it could do better.
    pub blunder: f64,
    /// Share of positions that it has no eye for: there it sees mates in one
    /// only, in every trial.
    pub haze: f64,
    /// What it likes when it does not calculate.
    pub taste: Taste,
    /// Whether it avoids positions that have occurred before.
    pub avoids_repeats: bool,
}

/// What an agent likes when it does not calculate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taste {
    /// A check if there is one.
    Checks,
    /// A capture if there is one.
    Captures,
    /// Any legal move.
    Anything,
}

/// How well it keeps track of a board that it is not shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Memory {
    /// Share of unseen plies after which the board in its mind is wrong.
    pub lapse: f64,
    /// Share of refused moves after which it reads the conversation again and
    /// gets the board right.
    pub reread: f64,
}

/// Which auxiliary commands it uses: shares of turns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tools {
    /// `think` first.
    pub think: f64,
    /// `view_board`.
    pub view_board: f64,
    /// `legal_moves`.
    pub legal_moves: f64,
    /// `history`.
    pub history: f64,
    /// `simulate` before moving.
    pub simulate: f64,
    /// `simulate` again, whatever the budget.
    pub simulate_again: f64,
    /// Plies of a simulated line, at most.
    pub line: usize,
    /// Share of assumed replies that come from a look at the board rather than
    /// from hope.
    pub foresight: f64,
    /// Share of simulated plies that are written wrongly.
    pub slip: f64,
    /// Share of failed simulations after which it looks for another move.
    pub heed: f64,
    /// Share of commands that it gives although it was told they are not there.
    pub ignore_rules: f64,
}

/// How it breaks the protocol.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slips {
    /// Share of moves written wrongly although the board is before it.
    pub illegal: f64,
    /// Share of first moves taken from the usual opening instead of the position.
    pub opening_habit: f64,
    /// Share of replies without a command.
    pub no_command: f64,
    /// Share of such replies that are followed by another.
    pub stuck: f64,
    /// Share of turns that begin with a command that does not exist, or a draw
    /// offer.
    pub stray: f64,
    /// Share of turns spent on thinking until the budget is gone.
    pub dither: f64,
}

/// When it gives up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Temper {
    /// Share of turns in which it resigns a position that looks lost.
    pub resign: f64,
    /// Behind by this much it looks lost, in hundredths of a pawn.
    pub despair: i32,
}

/// How it words its replies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Speech {
    /// Sentences before a command.
    pub sentences: usize,
    /// How it writes its command block.
    pub fence: Fence,
    /// Whether the sentences go to the reasoning channel.
    pub reasons_apart: bool,
}

/// How a command block is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fence {
    /// With the language named.
    Bash,
    /// Without it.
    Bare,
    /// With a prompt sign before the command.
    Prompt,
    /// With a comment line before it.
    Comment,
}
