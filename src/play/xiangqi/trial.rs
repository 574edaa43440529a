//! One trial from the opening to its record.

use serde_json::Value;
use thiserror::Error;

use super::cases::Case;
use super::defender::{Defender, DefenderError};
use super::environment::{Due, Environment};
use super::prompt::Prompt;
use super::record::{Frame, record};
use super::{Budgets, Compat, Mode};
use crate::play::agent::{Agent, AgentError};

/// Why a trial has no record.
#[derive(Debug, Error)]
pub enum TrialError {
    /// No reply can be had.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The defender gave no legal move.
    #[error(transparent)]
    Defender(#[from] DefenderError),
}

/// What is played and under which rules.
#[derive(Debug, Clone)]
pub struct Setup<'a> {
    /// The position.
    pub case: &'a Case,
    /// What the agent sees.
    pub mode: Mode,
    /// Limits.
    pub budgets: Budgets,
    /// The system message.
    pub prompt: &'a Prompt,
}

/// Plays a trial: its record, in the release schema. `frame` is asked for what
/// only the caller knows once the trial is over, the times among it.
///
/// # Errors
///
/// When the agent or the defender fails; such a trial has no verdict.
pub fn play_trial<'f>(
    setup: &Setup<'_>,
    agent: &mut dyn Agent,
    defender: &mut dyn Defender,
    frame: impl FnOnce() -> Frame<'f>,
) -> Result<Value, TrialError> {
    let mut environment = Environment::new(
        setup.case.position,
        setup.case.challenger,
        setup.mode,
        setup.budgets,
        Compat::Released,
        setup.prompt.text(),
    );
    loop {
        match environment.due() {
            Due::Over => break,
            Due::Agent => {
                let reply = agent.reply(environment.conversation())?;
                environment.reply(&reply);
            }
            Due::Defender => {
                let choice = defender.choose(environment.game())?;
                environment
                    .defend(choice.mv, &choice.backend)
                    .map_err(|illegal| {
                        DefenderError::Engine(format!("{} chose {illegal}", choice.backend))
                    })?;
            }
        }
    }
    Ok(record(&environment, setup.case, setup.prompt, &frame()))
}
