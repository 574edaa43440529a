//! `recount play xiangqi`: agents against a defender in the benchmark's
//! endgames.

use std::num::{NonZeroU8, NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::agents::{AgentOptions, AgentSpec};
use super::cases::CaseSpec;
use super::drive::{RunOptions, drive};
use super::verify::verify;
use crate::cli::{Failure, Session};
use crate::play::agent::Agents;
use crate::play::xiangqi::cases::benchmark;
use crate::play::xiangqi::collection::{Endgames, Environment, Part};
use crate::play::xiangqi::defender::{DefenderOptions, DefenderSpec};
use crate::play::xiangqi::scripted::{CAST, Scripted};
use crate::play::xiangqi::{Bench, Budgets, Clock, Mode, Prompt};

const EXAMPLES: &str = "\
Examples:
  recount play xiangqi --agent openai:gpt-5.5 --mode sighted,restricted --out runs
      a model on all 119 positions, three trials each; the key is taken from
      OPENAI_API_KEY
  recount play xiangqi --agent openai:qwen3 --base-url http://localhost:8000/v1 \\
      --api-key-env VLLM_KEY --temperature 0.6 --cases 10 --out runs --dry-run
      what ten positions on a local server would take
  recount play xiangqi --agent 'exec:python3 agent.py' --out runs
      a program of your own: it reads {\"messages\":[…]} and writes
      {\"content\":\"…\"}, a line each
  recount play xiangqi --agent scripted:all --mode sighted,restricted \\
      --out sample.jsonl.zst --fixed-clock
      all scripted agents, packed, the same bytes on every run

The same command again plays what is missing. Ctrl-C keeps what is done.
Exit codes: 0 every trial is recorded, 1 some are not, 2 wrong usage.";

/// Play endgames and record every trial.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Who plays: scripted:NAME (scripted:all for all of them), openai:MODEL for
    /// any Chat Completions endpoint, or exec:PROGRAM; may be given several times.
    #[arg(long, value_name = "AGENT", required_unless_present = "verify")]
    agent: Vec<AgentSpec>,
    /// Against whom: builtin, rule, or uci:PATH.
    #[arg(long, value_name = "DEFENDER", default_value = "builtin")]
    pub(super) defender: String,
    /// What the agent sees: sighted, restricted, or an ablation arm (S, S-NT,
    /// R-T, R); several with commas.
    #[arg(long, value_name = "MODE", value_delimiter = ',', default_value = "sighted", value_parser = mode)]
    mode: Vec<usize>,
    /// Depth of an engine's search, or plies of rule or builtin [default: 18, 5,
    /// or 64].
    #[arg(long, value_name = "N")]
    depth: Option<NonZeroU8>,
    /// Memory of an engine's table in MiB [default: 256].
    #[arg(long, value_name = "MIB")]
    hash: Option<NonZeroU32>,
    /// An engine's network file.
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Nodes a move of the built-in defender [default: 20000].
    #[arg(long, value_name = "N")]
    nodes: Option<NonZeroU64>,
    /// Longest wait for an engine's move, in seconds [default: 8 for each unit of
    /// depth, at least 60].
    #[arg(long, value_name = "SECONDS")]
    engine_timeout: Option<u64>,
    /// Which positions: all, the first N, ids with commas, or @FILE with an id a
    /// line.
    #[arg(long, value_name = "CASES", default_value = "all")]
    cases: CaseSpec,
    /// Which positions in the ablation arms [default: as --cases].
    #[arg(long, value_name = "CASES")]
    ablation_cases: Option<CaseSpec>,
    /// Trials of each agent, mode and position.
    #[arg(long, value_name = "K", default_value = "3")]
    trials: NonZeroU32,
    /// A file with the system prompt [default: our own wording of the rules]; with
    /// several modes, {mode} in its name stands for the mode.
    #[arg(long, value_name = "FILE")]
    pub(super) prompt: Option<PathBuf>,
    /// Seed of everything left to chance on our side.
    #[arg(long, value_name = "N", default_value_t = 2027)]
    seed: u64,
    /// Write made-up times instead of the clock's, so that the same run gives the
    /// same bytes.
    #[arg(long)]
    pub(super) fixed_clock: bool,
    /// Replay records through the environment instead of playing, and say what
    /// differs.
    #[arg(long, value_name = "ARCHIVE", num_args = 1.., conflicts_with_all = ["agent", "out"])]
    pub(super) verify: Vec<PathBuf>,
    #[command(flatten)]
    agents: AgentOptions,
    #[command(flatten)]
    run: RunOptions,
}

/// Plays, or verifies.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Failure> {
    if !arguments.verify.is_empty() {
        return verify(&arguments.verify, session);
    }
    let cases = benchmark()?;
    let ids: Vec<String> = cases.iter().map(|case| case.id.clone()).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let options = DefenderOptions {
        depth: arguments.depth,
        nodes: arguments.nodes,
        hash_mb: arguments.hash,
        network: arguments.network.clone(),
        timeout: arguments.engine_timeout.map(Duration::from_secs),
    };
    let bench = Bench {
        cases,
        prompts: arguments.prompts()?,
        budgets: Budgets::STANDARD,
        defender: DefenderSpec::parse(&arguments.defender, &options)?,
        clock: if arguments.fixed_clock {
            Clock::Fixed
        } else {
            Clock::System
        },
    };
    arguments.collect(bench, &ids, session)
}

/// The index of a mode.
fn mode(text: &str) -> Result<usize, String> {
    Mode::ALL
        .iter()
        .position(|mode| mode.name() == text)
        .ok_or_else(|| format!("expected one of {}", Mode::ALL.map(Mode::name).join(", ")))
}

impl Arguments {
    /// Plays in an environment whose modes have the indices of [`Mode::ALL`] and
    /// whose positions have these ids.
    pub(super) fn collect<E: Environment>(
        &self,
        environment: E,
        ids: &[&str],
        session: &Session,
    ) -> Result<u8, Failure> {
        let parts = self.parts(ids)?;
        let agents = self.make_agents(session)?;
        let trials = self.trials.get();
        let endgames = Endgames::new(environment, agents, &parts, trials, self.seed);
        drive(&endgames, &self.run, session)
    }

    /// The system message of every mode; of those not played, our own.
    fn prompts(&self) -> Result<Vec<Prompt>, Failure> {
        let prompt = |(at, mode): (usize, Mode)| match &self.prompt {
            Some(path) if self.mode.contains(&at) => Prompt::load(path, mode)
                .map_err(|error| format!("prompt {}: {error}", path.display()).into()),
            _ => Ok(Prompt::own(mode, &Budgets::STANDARD)),
        };
        Mode::ALL.into_iter().enumerate().map(prompt).collect()
    }

    /// Main settings and ablation arms, each with its positions.
    fn parts(&self, ids: &[&str]) -> Result<Vec<Part>, Failure> {
        let mut modes = self.mode.clone();
        modes.sort_unstable();
        modes.dedup();
        let (ablation, main): (Vec<usize>, Vec<usize>) = modes
            .into_iter()
            .partition(|&mode| Mode::ALL.get(mode).is_some_and(|mode| mode.arm().is_some()));
        let cases = self.cases.select(ids)?;
        let ablation_cases = match &self.ablation_cases {
            Some(spec) => spec.select(ids)?,
            None => cases.clone(),
        };
        let parts = [(main, cases), (ablation, ablation_cases)];
        Ok(parts
            .into_iter()
            .map(|(modes, cases)| Part { modes, cases })
            .collect())
    }

    fn make_agents(&self, session: &Session) -> Result<Vec<Box<dyn Agents>>, Failure> {
        self.agents.check(&self.agent)?;
        let mut made: Vec<Box<dyn Agents>> = Vec::new();
        for spec in &self.agent {
            let stop = Arc::clone(session.stop_flag());
            match spec {
                AgentSpec::Scripted(name) if name == "all" => {
                    let all = CAST.iter().map(Scripted::from);
                    made.extend(all.map(|one| Box::new(one) as Box<dyn Agents>));
                }
                AgentSpec::Scripted(name) => made.push(Box::new(Scripted::named(name)?)),
                AgentSpec::OpenAi(model) => {
                    made.push(self.agents.endpoint(model.as_deref(), stop)?);
                }
                AgentSpec::Exec(command) => made.push(self.agents.program(command, stop)?),
            }
        }
        let mut names: Vec<&str> = made.iter().map(|agents| agents.model()).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("two agents are named {}; give --label", twice[0]).into());
        }
        Ok(made)
    }
}
