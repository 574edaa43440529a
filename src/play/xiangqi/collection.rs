//! Endgame trials as a collection: agents × modes × positions × trials.

use serde_json::{Value, json};

use crate::play::agent::{Agent, AgentError, Agents, Trial};
use crate::play::runner::{Collection, PlayError, Verdict, slug};

/// What a run needs of the environment.
pub trait Environment: Sync {
    /// Who plays against the agent; one worker keeps one.
    type Defender;

    /// A defender for a worker.
    ///
    /// # Errors
    ///
    /// When it cannot be started.
    fn defender(&self) -> Result<Self::Defender, PlayError>;

    /// The setting of a mode as records name it, such as `repl-sighted`.
    fn setting(&self, mode: usize) -> &str;

    /// The id of a position.
    fn case_id(&self, case: usize) -> &str;

    /// What shapes a trial besides the agent: defender, budgets, prompt; an
    /// object without secrets.
    fn settings(&self, mode: usize) -> Value;

    /// The most replies that the budgets let an agent give in one trial.
    fn calls_at_most(&self, mode: usize) -> u64;

    /// Plays one trial: its record.
    ///
    /// # Errors
    ///
    /// When the agent or the defender fails.
    fn play(
        &self,
        sitting: Sitting<'_>,
        agent: &mut dyn Agent,
        defender: &mut Self::Defender,
    ) -> Result<Value, PlayError>;
}

/// Which trial is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sitting<'a> {
    /// The agent's name.
    pub model: &'a str,
    /// Index of the mode.
    pub mode: usize,
    /// Index of the position.
    pub case: usize,
    /// Counted from 1.
    pub number: u32,
    /// The seed of the run.
    pub seed: u64,
}

/// A part of a run: these modes on these positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Indices of modes.
    pub modes: Vec<usize>,
    /// Indices of positions.
    pub cases: Vec<usize>,
}

/// One trial of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job {
    agent: usize,
    mode: usize,
    case: usize,
    number: u32,
}

/// All trials of a run.
pub struct Endgames<E> {
    environment: E,
    agents: Vec<Box<dyn Agents>>,
    jobs: Vec<Job>,
    seed: u64,
}

impl<E: Environment> Endgames<E> {
    /// Every agent plays every part, each position `trials` times.
    pub fn new(
        environment: E,
        agents: Vec<Box<dyn Agents>>,
        parts: &[Part],
        trials: u32,
        seed: u64,
    ) -> Self {
        let mut jobs = Vec::new();
        for agent in 0..agents.len() {
            for part in parts {
                for &mode in &part.modes {
                    for &case in &part.cases {
                        jobs.extend((1..=trials).map(|number| Job {
                            agent,
                            mode,
                            case,
                            number,
                        }));
                    }
                }
            }
        }
        Self {
            environment,
            agents,
            jobs,
            seed,
        }
    }

    /// The agents of a job; the index comes from [`Endgames::new`].
    fn agents(&self, job: &Job) -> &dyn Agents {
        self.agents[job.agent].as_ref()
    }
}

impl<E: Environment> Collection for Endgames<E> {
    type Job = Job;
    type Worker = E::Defender;

    fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// `MODEL/SETTING/CASE/trial-N.json`.
    fn place(&self, job: &Job) -> String {
        format!(
            "{}/{}/{}/trial-{}.json",
            slug(self.agents(job).model()),
            slug(self.environment.setting(job.mode)),
            slug(self.environment.case_id(job.case)),
            job.number
        )
    }

    fn settings(&self, job: &Job) -> Value {
        json!({
            "trial": job.number,
            "seed": self.seed,
            "agent": self.agents(job).settings(),
            "environment": self.environment.settings(job.mode),
        })
    }

    fn calls_at_most(&self, job: &Job) -> u64 {
        self.environment.calls_at_most(job.mode)
    }

    fn worker(&self) -> Result<E::Defender, PlayError> {
        self.environment.defender()
    }

    fn play(&self, job: &Job, defender: &mut E::Defender) -> Result<Value, PlayError> {
        let agents = self.agents(job);
        let trial = Trial {
            case: self.environment.case_id(job.case),
            number: job.number,
            seed: self.seed,
        };
        let mut agent = agents.start(trial)?;
        let sitting = Sitting {
            model: agents.model(),
            mode: job.mode,
            case: job.case,
            number: job.number,
            seed: self.seed,
        };
        self.environment.play(sitting, agent.as_mut(), defender)
    }

    /// What the record's `status` says.
    fn verdict(&self, record: &Value) -> Option<Verdict> {
        match record.pointer("/endgame/status")?.as_str()? {
            "pass" => Some(Verdict::Pass),
            "fail" => Some(Verdict::Fail),
            _ => None,
        }
    }
}

impl From<AgentError> for PlayError {
    fn from(error: AgentError) -> Self {
        match error {
            AgentError::Stop(why) => Self::Stop(why),
            AgentError::Skip(why) => Self::Skip(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::agent::Message;
    use crate::play::xiangqi::scripted::Scripted;

    /// Three positions; even ones are passed. The agent speaks once.
    struct Toy;

    impl Environment for Toy {
        type Defender = ();

        fn defender(&self) -> Result<(), PlayError> {
            Ok(())
        }

        fn setting(&self, mode: usize) -> &str {
            ["repl-sighted", "repl-blind"][mode]
        }

        fn case_id(&self, case: usize) -> &str {
            ["c0", "c1", "../c2"][case]
        }

        fn settings(&self, mode: usize) -> Value {
            json!({"defender": "none", "mode": mode})
        }

        fn calls_at_most(&self, _: usize) -> u64 {
            260
        }

        fn play(
            &self,
            sitting: Sitting<'_>,
            agent: &mut dyn Agent,
            (): &mut (),
        ) -> Result<Value, PlayError> {
            let conversation: [Message; 0] = [];
            let reply = agent.reply(&conversation)?;
            let status = ["pass", "fail"][sitting.case % 2];
            Ok(
                json!({"endgame": {"status": status, "model": sitting.model}, "said": reply.content}),
            )
        }
    }

    fn toys() -> Endgames<Toy> {
        let agents: Vec<Box<dyn Agents>> = ["guesser", "rambler"]
            .into_iter()
            .map(|name| Box::new(Scripted::named(name).unwrap()) as Box<dyn Agents>)
            .collect();
        let parts = [
            Part {
                modes: vec![0],
                cases: vec![0, 1, 2],
            },
            Part {
                modes: vec![1],
                cases: vec![1],
            },
        ];
        Endgames::new(Toy, agents, &parts, 3, 5)
    }

    #[test]
    fn every_trial_has_a_place_of_its_own() {
        let toys = toys();
        let mut places: Vec<String> = toys.jobs().iter().map(|job| toys.place(job)).collect();
        assert_eq!(places.len(), 2 * (3 + 1) * 3);
        assert_eq!(places[0], "guesser/repl-sighted/c0/trial-1.json");
        assert!(places.iter().all(|place| !place.contains("..")));
        places.sort();
        places.dedup();
        assert_eq!(places.len(), 24);
    }

    #[test]
    fn settings_say_what_shapes_a_trial() {
        let toys = toys();
        let settings = toys.settings(&toys.jobs()[1]);
        assert_eq!(settings["trial"], 2);
        assert_eq!(settings["agent"]["name"], "guesser");
        assert_eq!(settings["environment"]["defender"], "none");
    }

    #[test]
    fn a_trial_is_the_same_whenever_it_is_played() {
        let toys = toys();
        for job in toys.jobs() {
            let record = toys.play(job, &mut ()).unwrap();
            assert_eq!(record, toys.play(job, &mut ()).unwrap());
            let passes = toys.verdict(&record) == Some(Verdict::Pass);
            assert_eq!(passes, job.case != 1);
        }
        assert_eq!(toys.verdict(&json!({"endgame": {"status": null}})), None);
    }
}
