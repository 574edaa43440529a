//! A bare referee for the positions of the benchmark, with the environment's
//! wording and a defender that takes what it can.

use recount::play::agent::{Agent, Message, Reply, Role};
use recount::play::runner::PlayError;
use recount::play::xiangqi::collection::{Environment, Sitting};
use recount::rules::xiangqi::{Game, Move, Position, Side, Terminal};
use serde_json::{Value, json};

const SIGHTED: usize = 0;
pub(crate) const SETTINGS: [&str; 2] = ["repl-sighted", "repl-blind"];

/// A referee for the positions of the benchmark.
pub(crate) struct Referee {
    pub(crate) cases: Vec<(String, String)>,
}

impl Referee {
    pub(crate) fn new() -> Self {
        let csv = include_str!("../../data/positions/xiangqi.csv");
        let cases = csv.lines().skip(1).filter_map(|line| {
            let mut fields = line.split(',');
            let id = fields.next()?.to_owned();
            Some((id, fields.nth(3)?.to_owned()))
        });
        Self {
            cases: cases.collect(),
        }
    }
}

impl Environment for Referee {
    type Defender = ();

    fn defender(&self) -> Result<(), PlayError> {
        Ok(())
    }

    fn setting(&self, mode: usize) -> &str {
        SETTINGS[mode]
    }

    fn case_id(&self, case: usize) -> &str {
        &self.cases[case].0
    }

    fn settings(&self, _: usize) -> Value {
        json!({"defender": "taker"})
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
        let position = Position::from_fen(&self.cases[sitting.case].1)
            .map_err(|error| PlayError::Skip(error.to_string()))?;
        let mut trial = Trial {
            challenger: position.side_to_move(),
            game: Game::new(position),
            sighted: sitting.mode == SIGHTED,
            conversation: Vec::new(),
            first: None,
        };
        let (end, calls) = trial.play(agent)?;
        let status = if end == "win" { "pass" } else { "fail" };
        Ok(json!({
            "endgame": {"status": status, "model": sitting.model},
            "end": end,
            "calls": calls,
            "first_legal": trial.first,
            "messages": trial.conversation.len(),
        }))
    }
}

struct Trial {
    challenger: Side,
    game: Game,
    sighted: bool,
    conversation: Vec<Message>,
    /// Whether the first move written was legal.
    first: Option<bool>,
}

impl Trial {
    fn play(&mut self, agent: &mut dyn Agent) -> Result<(String, u32), PlayError> {
        let side = self.challenger.name().to_uppercase();
        let aids = match self.sighted {
            true => "You may `view_board`, `simulate ...`, or `legal_moves` first.",
            false => "You may `think ...` first.",
        };
        self.tell(format!(
            "Game started. You are playing as {side}.\n\nFEN: {}\n{}\n{aids}",
            self.game.position().fen(),
            self.legal()
        ));
        let mut calls = 0;
        for _ in 0..20 {
            if let Some(end) = self.turn(agent, &mut calls)? {
                return Ok((end, calls));
            }
        }
        Ok(("turn_cap".to_owned(), calls))
    }

    /// One turn of the agent and the reply to it.
    fn turn(
        &mut self,
        agent: &mut dyn Agent,
        calls: &mut u32,
    ) -> Result<Option<String>, PlayError> {
        let (mut silent, mut invalid, mut actions) = (0, 0, 0);
        loop {
            let reply = agent.reply(&self.conversation)?;
            *calls += 1;
            let command = command(&reply);
            self.conversation.push(Message {
                role: Role::Assistant,
                content: reply.content,
            });
            let Some(command) = command else {
                silent += 1;
                if silent == 5 {
                    return Ok(Some("no_command".to_owned()));
                }
                self.tell("No command detected. Put exactly ONE command in a block.".to_owned());
                continue;
            };
            (silent, actions) = (0, actions + 1);
            let (verb, rest) = command.split_once(' ').unwrap_or((&command, ""));
            if actions > 8 && verb != "move" && verb != "resign" {
                return Ok(Some("action_limit".to_owned()));
            }
            match verb {
                "resign" => return Ok(Some("resignation".to_owned())),
                "move" => {
                    let legal = rest
                        .parse()
                        .is_ok_and(|mv: Move| self.game.position().is_legal(mv));
                    self.first.get_or_insert(legal);
                    if legal {
                        return Ok(self.exchange(rest));
                    }
                    invalid += 1;
                    if invalid == 3 {
                        return Ok(Some("invalid_action_limit".to_owned()));
                    }
                    let list = self.legal();
                    self.tell(format!("Invalid action: illegal move '{rest}'.{list}"));
                }
                "simulate" => {
                    let answer = self.simulate(rest);
                    self.tell(answer);
                }
                "think" => self.tell("Reasoning recorded.".to_owned()),
                _ => self.tell(format!("Unknown action: '{verb}'.")),
            }
        }
    }

    /// Plays a legal move and the defender's answer; how it ended, if it did.
    fn exchange(&mut self, mv: &str) -> Option<String> {
        if let Some(terminal) = self.play_on(mv.parse().ok()?) {
            return Some(self.end(terminal));
        }
        let mut told = format!("Move executed: {mv}\nCheck: No");
        let position = *self.game.position();
        let reply = position.legal_moves().iter().copied().max_by_key(|mv| {
            position
                .piece_at(mv.to)
                .map(|piece| piece.kind.name().len())
        })?;
        let terminal = self.play_on(reply);
        told.push_str(&format!(
            "\n\nOpponent ({}) played: {reply} — x\nCheck: No",
            self.challenger.opponent().name()
        ));
        if self.sighted {
            let fen = self.game.position().fen();
            told.push_str(&format!("\nMove 2 — FEN: {fen}\n{}", self.legal()));
        }
        self.tell(told);
        terminal.map(|terminal| self.end(terminal))
    }

    fn play_on(&mut self, mv: Move) -> Option<Terminal> {
        self.game.play(mv).ok()?.terminal
    }

    fn end(&self, terminal: Terminal) -> String {
        match terminal.winner() {
            Some(winner) if winner == self.challenger => "win".to_owned(),
            _ => terminal.reason().to_owned(),
        }
    }

    fn simulate(&self, line: &str) -> String {
        let mut game = self.game.clone();
        for mv in line.split_whitespace().take(8) {
            let played = mv.parse().ok().and_then(|mv| game.play(mv).ok());
            match played {
                None => return "Simulation aborted: Illegal move.".to_owned(),
                Some(played) if played.terminal.is_some() => break,
                Some(_) => {}
            }
        }
        "Simulation complete. Game state: ongoing.".to_owned()
    }

    fn legal(&self) -> String {
        if !self.sighted {
            return String::new();
        }
        let moves = self.game.position().legal_moves();
        let list: Vec<String> = moves.iter().map(ToString::to_string).collect();
        format!("\nLegal moves ({}): {}", list.len(), list.join(", "))
    }

    fn tell(&mut self, content: String) {
        self.conversation.push(Message {
            role: Role::User,
            content,
        });
    }
}

fn command(reply: &Reply) -> Option<String> {
    let (_, block) = reply.content.split_once("```")?;
    let (body, _) = block.split_once('\n')?.1.split_once("```")?;
    let line = body.lines().find(|line| !line.starts_with('#'))?;
    Some(line.trim_start_matches("$ ").to_owned())
}
