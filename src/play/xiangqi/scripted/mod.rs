//! Scripted agents: stand-ins that differ from each other as models do.
//!
//! A scripted agent sees the conversation and nothing else. It reads the
//! position where one is shown and plays the announced moves on a board of its
//! own where none is; it loses track, tests lines, breaks the protocol and
//! resigns as often as its [`Persona`] says. All it does follows from its name,
//! the seed of the run, the position's id, the trial's number and what it is
//! told.
//!
//! | module | idea |
//! |---|---|
//! | `persona` | the knobs |
//! | `cast` | twelve named settings of them |
//! | `notice` | what a message of the environment says |
//! | `memory` | the board as the agent believes it to be |
//! | `mate` | forced mates by checks |
//! | `material` | a short search for material |
//! | `judgement` | which move it wants, and what it expects to follow |
//! | `turn` | which commands it gives, in which order |
//! | `speech` | how it words them |

mod cast;
mod dice;
mod judgement;
mod mate;
mod material;
mod memory;
mod notice;
mod persona;
mod speech;
#[cfg(test)]
mod tests;
mod turn;

use serde_json::{Value, json};

pub use cast::{CAST, persona};
pub use persona::{Fence, Memory, Persona, Skill, Slips, Speech, Taste, Temper, Tools};

use crate::play::agent::{Agent, AgentError, Agents, Message, Reply, Role, Trial};
use crate::play::seed::derive;
use dice::Dice;
use memory::Belief;
use turn::Turn;

/// The agents of one persona.
#[derive(Debug, Clone, Copy)]
pub struct Scripted {
    persona: &'static Persona,
    name: &'static str,
}

/// No persona has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no scripted agent {0:?}; there are: {list}", list = names())]
pub struct UnknownPersona(pub String);

impl Scripted {
    /// The agents of a named persona, one of [`CAST`].
    ///
    /// # Errors
    ///
    /// When there is none of that name.
    pub fn named(name: &str) -> Result<Self, UnknownPersona> {
        let persona = persona(name).ok_or_else(|| UnknownPersona(name.to_owned()))?;
        Ok(Self::from(persona))
    }
}

impl From<&'static Persona> for Scripted {
    fn from(persona: &'static Persona) -> Self {
        Self {
            persona,
            name: persona.name,
        }
    }
}

fn names() -> String {
    let names: Vec<&str> = CAST.iter().map(|persona| persona.name).collect();
    names.join(", ")
}

impl Agents for Scripted {
    fn model(&self) -> &str {
        self.name
    }

    fn settings(&self) -> Value {
        json!({"kind": "scripted", "name": self.name, "version": VERSION})
    }

    fn start(&self, trial: Trial<'_>) -> Result<Box<dyn Agent>, AgentError> {
        let name = self.persona.name;
        let number = trial.number.to_string();
        // What a position means to an agent is the same in all its trials; that
        // is what makes some positions won three times and others never.
        let grasp = Dice::new(derive(trial.seed, &[name, "grasp", trial.case]))
            .chance(1.0 - self.persona.skill.haze);
        let seed = derive(trial.seed, &[name, "trial", trial.case, &number]);
        Ok(Box::new(Player {
            persona: self.persona,
            grasp,
            seed,
            dice: Dice::new(seed),
            belief: Belief::default(),
            read: 0,
            turn: Turn::default(),
        }))
    }
}

/// Raised when any scripted agent would answer differently than before.
const VERSION: u32 = 1;

/// The agent of one trial.
struct Player {
    persona: &'static Persona,
    /// Whether it has an eye for this position.
    grasp: bool,
    seed: u64,
    dice: Dice,
    belief: Belief,
    /// Messages read so far.
    read: usize,
    turn: Turn,
}

impl Agent for Player {
    fn reply(&mut self, conversation: &[Message]) -> Result<Reply, AgentError> {
        if self.read == 0
            && let Some(opening) = conversation.iter().find(|m| m.role == Role::User)
        {
            // Its luck in one setting is not its luck in another.
            self.dice = Dice::new(derive(self.seed, &[&opening.content]));
        }
        let unread = conversation.get(self.read..).unwrap_or(conversation);
        for message in unread.iter().filter(|message| message.role == Role::User) {
            let notice = notice::read(&message.content);
            self.belief
                .update(&notice, self.persona.memory.lapse, &mut self.dice);
            self.turn.hear(&notice);
        }
        self.read = conversation.len();
        Ok(self.answer(conversation))
    }
}
