//! The benchmark as a collection is played: positions, modes, prompts, defender.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::cases::Case;
use super::collection::{Environment, Sitting};
use super::defender::{Defender, DefenderError, DefenderSpec};
use super::prompt::Prompt;
use super::record::Frame;
use super::trial::{Setup, TrialError, play_trial};
use super::{Budgets, Mode};
use crate::play::agent::Agent;
use crate::play::runner::PlayError;
use crate::play::seed;

/// Where the times in records come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// The system's.
    System,
    /// Made up from the seed, so that the same run gives the same bytes.
    Fixed,
}

/// Start of the made-up times: 2026-01-01.
const FIXED_START: f64 = 1_767_225_600.0;
/// They fall within this many seconds.
const FIXED_SPAN: u64 = 300 * 86_400;

/// Everything but the agents.
#[derive(Debug, Clone)]
pub struct Bench {
    /// The positions, by index.
    pub cases: Vec<Case>,
    /// The system message of each mode, in the order of [`Mode::ALL`].
    pub prompts: Vec<Prompt>,
    /// Limits.
    pub budgets: Budgets,
    /// Who plays against the agents.
    pub defender: DefenderSpec,
    /// The times in records.
    pub clock: Clock,
}

impl Bench {
    fn mode(&self, index: usize) -> Mode {
        Mode::ALL.get(index).copied().unwrap_or(Mode::Sighted)
    }

    fn setup(&self, sitting: &Sitting<'_>) -> Result<Setup<'_>, PlayError> {
        let missing = || PlayError::Skip("no such position".to_owned());
        Ok(Setup {
            case: self.cases.get(sitting.case).ok_or_else(missing)?,
            mode: self.mode(sitting.mode),
            budgets: self.budgets,
            prompt: self.prompts.get(sitting.mode).ok_or_else(missing)?,
        })
    }

    fn now(&self, sitting: &Sitting<'_>, case: &str) -> f64 {
        match self.clock {
            Clock::System => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0.0, |since| since.as_secs_f64()),
            Clock::Fixed => {
                let number = sitting.number.to_string();
                let names = [
                    "clock",
                    sitting.model,
                    self.mode(sitting.mode).name(),
                    case,
                    &number,
                ];
                let drawn = seed::derive(sitting.seed, &names);
                // Later trials of a cell start later.
                FIXED_START
                    + (drawn % FIXED_SPAN) as f64 / 8.0
                    + f64::from(sitting.number) * FIXED_SPAN as f64
            }
        }
    }
}

impl Environment for Bench {
    type Defender = Box<dyn Defender>;

    fn defender(&self) -> Result<Self::Defender, PlayError> {
        self.defender
            .make()
            .map_err(|error| PlayError::Stop(error.to_string()))
    }

    fn setting(&self, mode: usize) -> &str {
        self.mode(mode).setting()
    }

    fn case_id(&self, case: usize) -> &str {
        self.cases.get(case).map_or("", |case| &case.id)
    }

    fn settings(&self, mode: usize) -> Value {
        json!({
            "defender": self.defender.describe(),
            "max_turns": self.budgets.max_turns,
            "prompt_sha256": self.prompts.get(mode).map(Prompt::sha256),
            "fixed_clock": self.clock == Clock::Fixed,
        })
    }

    fn calls_at_most(&self, _: usize) -> u64 {
        self.budgets.replies_at_most()
    }

    fn play(
        &self,
        sitting: Sitting<'_>,
        agent: &mut dyn Agent,
        defender: &mut Self::Defender,
    ) -> Result<Value, PlayError> {
        let setup = self.setup(&sitting)?;
        let started = self.now(&sitting, &setup.case.id);
        let standard = setup.prompt.is_official(setup.mode)
            && setup.budgets == Budgets::STANDARD
            && defender.is_standard();
        let (kind, describe) = (defender.kind(), defender.describe());
        let played = play_trial(&setup, agent, defender.as_mut(), || {
            let finished = match self.clock {
                Clock::System => self.now(&sitting, &setup.case.id),
                Clock::Fixed => started + 60.0,
            };
            Frame {
                model: sitting.model,
                times: (started, finished),
                defender: (kind, describe),
                standard,
                settings: json!({"trial": sitting.number, "seed": sitting.seed}),
            }
        });
        played.map_err(|error| match error {
            TrialError::Agent(error) => error.into(),
            TrialError::Defender(DefenderError::GameOver) => {
                PlayError::Skip("the defender has no move to play".to_owned())
            }
            TrialError::Defender(error) => PlayError::Equipment(error.to_string()),
        })
    }
}
