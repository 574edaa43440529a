//! Conformance: archived replies and defender moves through our environment.
//!
//! Only what the agent and the defender did is taken from the record. What the
//! environment answers, how the trial ends and after how many plies must come
//! out as archived.

use super::{Budgets, Compat, Due, Environment, Mode};
use crate::play::agent::{Message, Reply};
use crate::records::xiangqi::{
    Archived, Command, Generation, StoredMessage, Trial, recover_command,
};
use crate::replay::exclusion;
use crate::rules::xiangqi::{Move, Position, Side};

/// What became of a record in our environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verified {
    /// Every message, the verdict and the ply count are the archived ones.
    Same,
    /// Something differs; the first difference.
    Differs(Difference),
    /// The record does not hold what a replay needs; the reason.
    NotReplayable(String),
}

/// The first thing that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Where: `message 7 (user)`, or what is compared after the messages.
    pub place: String,
    /// As archived.
    pub archived: String,
    /// As our environment has it.
    pub ours: String,
}

const NO_COMMAND: &str = "No command detected.";
const FORFEIT: &str = "Turn could not be resolved (";

/// Plays a record's replies and defender moves through the environment.
#[must_use]
pub fn verify(trial: &Trial<'_>, stored: &[StoredMessage]) -> Verified {
    let Some(mode) = Mode::named(trial.setting.id()) else {
        return Verified::NotReplayable(format!("unknown setting {}", trial.setting.id()));
    };
    let Ok(start) = Position::from_fen(&trial.case.fen) else {
        return Verified::NotReplayable("case.fen is no legal position".to_owned());
    };
    let Some((system, rest)) = stored.split_first().filter(|(m, _)| m.role == "system") else {
        return Verified::NotReplayable("no stored conversation".to_owned());
    };
    let replies = match replies(rest) {
        Ok(replies) => replies,
        Err(reason) => return Verified::NotReplayable(reason),
    };
    let played = Played {
        trial,
        stored,
        replies,
        moves: clean_moves(trial),
    };
    let compats: &[Compat] = match trial.generation {
        Generation::Release => &[Compat::Released],
        // The collection environment gained its check flag on the way: the
        // records of the ablation arms have it.
        Generation::Legacy => &[Compat::Collection, Compat::Released],
    };
    let mut first = None;
    for &compat in compats {
        let agent = Side::from(trial.challenger);
        let budgets = budgets(trial, rest);
        let environment = Environment::new(start, agent, mode, budgets, compat, &system.content);
        match played.through(environment) {
            None => return Verified::Same,
            Some(difference) => first = first.or(Some(difference)),
        }
    }
    first.map_or(Verified::Same, Verified::Differs)
}

/// What a record says was done, and what was said.
struct Played<'t> {
    trial: &'t Trial<'t>,
    stored: &'t [StoredMessage],
    replies: Vec<Reply>,
    moves: Vec<String>,
}

impl Played<'_> {
    /// Plays it; the first difference.
    fn through(&self, mut environment: Environment) -> Option<Difference> {
        match run(&mut environment, &self.replies, &self.moves) {
            Ok(()) => compare(self.stored, &environment, false)
                .or_else(|| compare_verdict(self.trial, self.moves.len(), &environment)),
            Err(Halt::OutOfRecord(difference)) if broken_off(&self.trial.archived) => {
                // The trial was broken off from outside; until then all must agree.
                let plies = environment.game().ply() == self.moves.len();
                compare(self.stored, &environment, false).or_else(|| (!plies).then_some(difference))
            }
            // What was said until then may show why.
            Err(Halt::OutOfRecord(difference) | Halt::Impossible(difference)) => {
                compare(self.stored, &environment, true).or(Some(difference))
            }
        }
    }
}

/// Whether the harness ended the trial from outside, with or without a verdict
/// of its own.
fn broken_off(archived: &Archived<'_>) -> bool {
    const MARKERS: [&str; 7] = [
        "api_error",
        "api_skipped",
        "aborted",
        "exception",
        "timeout",
        "unfinished",
        "incomplete",
    ];
    let marked = [&archived.outcome, &archived.reason]
        .into_iter()
        .flatten()
        .any(|text| {
            MARKERS
                .iter()
                .any(|marker| text.to_lowercase().contains(marker))
        });
    marked || exclusion(archived).is_some()
}

/// Why a record could not be played to its end.
enum Halt {
    /// It holds no further reply or move.
    OutOfRecord(Difference),
    /// It holds something that cannot happen in our environment.
    Impossible(Difference),
}

/// The moves without the one that a legacy forfeit repeats.
fn clean_moves(trial: &Trial<'_>) -> Vec<String> {
    let mut moves: Vec<String> = trial.moves.iter().map(|mv| mv.to_string()).collect();
    let forfeit = trial.archived.reason.as_deref();
    let forfeit = forfeit.is_some_and(|reason| reason.starts_with("forfeit"));
    if forfeit && moves.len() >= 2 && moves[moves.len() - 1] == moves[moves.len() - 2] {
        moves.pop();
    }
    moves
}

/// The agent's replies, the empty ones included, which leave no message.
///
/// A command can come from a reasoning channel that the record does not hold;
/// it is then read out of the answer, which still has to come out letter by
/// letter. Where the answer does not give it away, the record is not replayable.
fn replies(messages: &[StoredMessage]) -> Result<Vec<Reply>, String> {
    let mut replies = Vec::new();
    let mut before = "";
    for (at, message) in messages.iter().enumerate() {
        let next = messages.get(at + 1).filter(|next| next.role == "user");
        let answer = next.map(|next| next.content.as_str()).unwrap_or_default();
        let silent_before = before != "assistant" && at > 0;
        if message.role == "assistant" {
            if let Some(reason) = environments_own(&message.content, answer) {
                // The reply that used up the budget left nothing but this.
                if reason == "no_command" {
                    replies.push(Reply::default());
                }
            } else {
                let reasoning = if lacks_command(&message.content, answer) {
                    let recovered = thought(&recover_command(answer)).ok_or_else(|| {
                        format!(
                            "the command of reply {} (message {}) came from a reasoning channel \
                             that is not stored, and its answer does not show it",
                            replies.len() + 1,
                            at + 1
                        )
                    })?;
                    Some(recovered)
                } else {
                    None
                };
                replies.push(Reply {
                    content: message.content.clone(),
                    reasoning,
                    usage: None,
                });
            }
        } else if message.content.starts_with(NO_COMMAND) && silent_before {
            replies.push(Reply::default());
        }
        before = &message.role;
    }
    Ok(replies)
}

/// A recovered command as reasoning would hold it; none if it is not known.
fn thought(command: &Command<'_>) -> Option<String> {
    let line = match command {
        Command::Move(mv) => format!("move {mv}"),
        Command::Simulate(moves) => format!("simulate {}", moves.join(" ")),
        // The answer is the same whatever was thought.
        Command::Think => "think (not stored)".to_owned(),
        Command::Unknown(verb) if verb.is_empty() => return None,
        command => command.verb().to_owned(),
    };
    Some(format!("```\n{line}\n```"))
}

/// The reason of a forfeit that the environment wrote in the agent's place.
fn environments_own<'m>(content: &'m str, answer: &str) -> Option<&'m str> {
    let reason = content
        .strip_prefix("[environment: ")?
        .strip_suffix("]\n\n```bash\nmove\n```")?;
    answer.starts_with(FORFEIT).then_some(reason)
}

fn lacks_command(reply: &str, answer: &str) -> bool {
    let answered =
        !answer.is_empty() && !answer.starts_with(NO_COMMAND) && !answer.starts_with(FORFEIT);
    answered && super::said::Said::read(reply).order.is_none()
}

/// The stored budgets. Records older than the key do not say how many replies
/// without a command were allowed; the forfeit at the end shows it.
fn budgets(trial: &Trial<'_>, messages: &[StoredMessage]) -> Budgets {
    let mut budgets = Budgets::STANDARD;
    for (key, value) in &trial.budgets.0 {
        if let Ok(value) = u32::try_from(*value) {
            budgets.set(key, value);
        }
    }
    if !trial.budgets.0.contains_key("max_no_command_per_turn") {
        budgets.max_no_command_per_turn =
            last_silence(messages).unwrap_or(budgets.max_no_command_per_turn);
    }
    budgets
}

/// Replies without a command at the end, the last one included, when the trial
/// was forfeited for them.
fn last_silence(messages: &[StoredMessage]) -> Option<u32> {
    let (last, rest) = messages.split_last()?;
    let (own, rest) = rest.split_last()?;
    if environments_own(&own.content, &last.content)? != "no_command" {
        return None;
    }
    let told = rest.iter().rev().filter(|m| m.role != "assistant");
    let streak = told
        .take_while(|m| m.content.starts_with(NO_COMMAND))
        .count();
    u32::try_from(streak + 1).ok()
}

fn run(environment: &mut Environment, replies: &[Reply], moves: &[String]) -> Result<(), Halt> {
    let mut replies = replies.iter();
    loop {
        match environment.due() {
            Due::Over => break,
            Due::Agent => {
                let Some(reply) = replies.next() else {
                    return Err(Halt::OutOfRecord(difference(
                        "end of the trial",
                        "no further reply",
                        "the agent is to reply",
                    )));
                };
                environment.reply(reply);
            }
            Due::Defender => {
                let ply = environment.game().ply();
                let Some(text) = moves.get(ply) else {
                    return Err(Halt::OutOfRecord(difference(
                        "end of the trial",
                        "no further move",
                        "the defender is to move",
                    )));
                };
                let parsed = text.parse::<Move>().ok();
                let played = parsed.map(|mv| environment.defend(mv, "archived"));
                if !matches!(played, Some(Ok(()))) {
                    let place = format!("defender's move at ply {}", ply + 1);
                    return Err(Halt::Impossible(difference(&place, text, "not legal here")));
                }
            }
        }
    }
    match replies.len() {
        0 => Ok(()),
        left => Err(Halt::Impossible(difference(
            "end of the trial",
            &format!("{left} further replies"),
            "over",
        ))),
    }
}

fn difference(place: &str, archived: &str, ours: &str) -> Difference {
    Difference {
        place: place.to_owned(),
        archived: archived.to_owned(),
        ours: ours.to_owned(),
    }
}

/// The first message that differs; with `prefix`, only as far as both go.
fn compare(
    stored: &[StoredMessage],
    environment: &Environment,
    prefix: bool,
) -> Option<Difference> {
    let ours = environment.conversation();
    for (at, (stored, ours)) in stored.iter().zip(ours).enumerate() {
        if stored.role != ours.role.name() || stored.content != ours.content {
            return Some(Difference {
                place: format!("message {at} ({})", stored.role),
                archived: stored.content.clone(),
                ours: ours.content.clone(),
            });
        }
    }
    if prefix || stored.len() == ours.len() {
        return None;
    }
    let last = |messages: usize, content: Option<&str>| {
        format!("{messages} messages, then {}", content.unwrap_or("nothing"))
    };
    let common = stored.len().min(ours.len());
    Some(Difference {
        place: format!("message {common}"),
        archived: last(common, stored.get(common).map(|m| m.content.as_str())),
        ours: last(
            common,
            ours.get(common).map(|m: &Message| m.content.as_str()),
        ),
    })
}

fn compare_verdict(
    trial: &Trial<'_>,
    plies: usize,
    environment: &Environment,
) -> Option<Difference> {
    let end = environment.end();
    let outcome = environment.outcome();
    let archived = &trial.archived;
    let none = "none";
    let pairs = [
        ("outcome", archived.outcome.as_deref(), Some(outcome)),
        (
            "termination reason",
            archived.reason.as_deref(),
            end.reason.as_deref(),
        ),
        ("winner", archived.winner.as_deref(), end.winner),
    ];
    for (place, stored, ours) in pairs {
        if stored != ours {
            return Some(difference(
                place,
                stored.unwrap_or(none),
                ours.unwrap_or(none),
            ));
        }
    }
    let ours = environment.game().ply();
    (plies != ours).then(|| difference("plies", &plies.to_string(), &ours.to_string()))
}
