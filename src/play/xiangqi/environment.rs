//! The environment: a pure state machine over replies and defender moves.
//!
//! It never calls an agent or an engine. [`Environment::reply`] takes what the
//! agent said, [`Environment::defend`] the defender's move; the messages that
//! result are those of the benchmark, letter by letter, which
//! [`verify`](super::verify) proves on archived records.

use super::answer::{Rules, Used};
use super::budgets::Budgets;
use super::compat::{BoardEnd, Compat};
use super::journal::{Interaction, Journal};
use super::mode::Mode;
use super::said::{Order, Said};
use super::simulate::description;
use super::speech::{Moved, no_command, notice, opening};
use super::wire;
use crate::play::agent::{Message, Reply, Role};
use crate::rules::xiangqi::{Game, IllegalMove, Move, Played, Position, Side};

/// Whose move it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// The agent's reply.
    Agent,
    /// The defender's move.
    Defender,
    /// Nobody's: the trial is over.
    Over,
}

/// How a trial ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// `red`, `black`, `draw`, or none at the turn cap.
    pub winner: Option<&'static str>,
    /// Why, as records say it; none at the turn cap.
    pub reason: Option<String>,
}

/// One trial being played.
#[derive(Debug, Clone)]
pub struct Environment {
    rules: Rules,
    agent: Side,
    game: Game,
    /// Conversations of Red and Black.
    conversations: [Vec<Message>; 2],
    /// What each side has yet to be told of its opponent's last move.
    pending: [Option<String>; 2],
    turn: TurnState,
    /// Plies and forfeited turns: what the turn cap counts.
    turns_taken: u32,
    end: Option<End>,
    journal: Journal,
}

/// The agent's turn so far.
#[derive(Debug, Clone, Copy, Default)]
struct TurnState {
    /// Commands given.
    actions: u32,
    simulate: u32,
    view_board: u32,
    invalid: u32,
    /// Replies without a command in a row.
    silent: u32,
    /// Replies given.
    replies: u32,
}

impl Environment {
    /// A trial from `start`, with the system message that both sides read.
    #[must_use]
    pub fn new(
        start: Position,
        agent: Side,
        mode: Mode,
        budgets: Budgets,
        compat: Compat,
        system: &str,
    ) -> Self {
        let game = Game::new(start);
        let conversation = |side| {
            vec![
                message(Role::System, system.to_owned()),
                message(Role::User, opening(&game, side, mode, compat)),
            ]
        };
        let conversations = Side::ALL.map(conversation);
        let journal = Journal::new(wire::board(&start, compat.in_check(&game)));
        let mut environment = Self {
            rules: Rules {
                mode,
                budgets,
                compat,
            },
            agent,
            conversations,
            pending: [None, None],
            turn: TurnState::default(),
            turns_taken: 0,
            // A position without a legal move has nobody to play it.
            end: game.terminal().map(|terminal| over(compat.end(terminal))),
            game,
            journal,
        };
        environment.begin_turn();
        environment
    }

    /// Whose move it is.
    #[must_use]
    pub fn due(&self) -> Due {
        if self.end.is_some() || self.turns_taken >= self.rules.budgets.max_turns {
            Due::Over
        } else if self.game.position().side_to_move() == self.agent {
            Due::Agent
        } else {
            Due::Defender
        }
    }

    /// How the trial ended; the turn cap when nothing else did. Of meaning only
    /// when it is [`Due::Over`].
    #[must_use]
    pub fn end(&self) -> End {
        self.end.clone().unwrap_or(End {
            winner: None,
            reason: None,
        })
    }

    /// What the trial is for the agent, as records say it.
    #[must_use]
    pub fn outcome(&self) -> &'static str {
        match self.end.as_ref().map(|end| end.winner) {
            None => "turn_cap",
            Some(Some(winner)) if winner == self.agent.name() => "challenger_win",
            Some(None | Some("draw")) => "draw",
            Some(Some(_)) => "challenger_loss",
        }
    }

    /// What the agent has been told and has said.
    #[must_use]
    pub fn conversation(&self) -> &[Message] {
        &self.conversations[index(self.agent)]
    }

    /// What a side has been told and has said.
    #[must_use]
    pub fn conversation_of(&self, side: Side) -> &[Message] {
        &self.conversations[index(side)]
    }

    /// The game so far.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn journal(&self) -> &Journal {
        &self.journal
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(super) fn agent(&self) -> Side {
        self.agent
    }

    /// Takes the agent's next reply. Does nothing unless the agent is due.
    pub fn reply(&mut self, reply: &Reply) {
        if self.due() != Due::Agent {
            return;
        }
        self.turn.replies += 1;
        self.journal.reply(reply);
        let mut text = reply.content.clone();
        let mut said = Said::read(&text);
        let reasoning = reply.reasoning.as_deref().unwrap_or_default();
        if said.order.is_none() && !reasoning.is_empty() {
            let thought = Said::read(reasoning);
            if thought.order.is_some() {
                said = thought;
                if text.is_empty() {
                    reasoning.clone_into(&mut text);
                }
            }
        }
        let thinking = Some(said.thinking)
            .filter(|thinking| !thinking.is_empty())
            .or_else(|| reply.reasoning.clone());
        match said.order {
            Some(order) => self.carry_out(order, thinking, text, reply),
            None => self.remind(text),
        }
        let used_up = self.turn.replies >= self.rules.budgets.replies_per_turn();
        if used_up && self.due() == Due::Agent && self.turn.replies > 0 {
            self.forfeit("action_budget_exhausted");
        }
    }

    /// A reply without a command.
    fn remind(&mut self, text: String) {
        self.turn.silent += 1;
        if self.turn.silent >= self.rules.budgets.max_no_command_per_turn {
            self.forfeit("no_command");
            return;
        }
        if !text.is_empty() {
            self.say(Role::Assistant, text);
        }
        self.say(Role::User, no_command(self.rules.mode));
        self.reopen_turn();
    }

    fn carry_out(&mut self, order: Order, thinking: Option<String>, text: String, reply: &Reply) {
        self.turn.silent = 0;
        let raw = (text.clone(), reply.usage);
        self.say(Role::Assistant, text);
        if self.turn.actions >= self.rules.budgets.max_actions_per_turn && !order.ends_turn() {
            self.force("action_limit", thinking.as_deref(), Some(raw));
            return;
        }
        let used = Used {
            simulate: self.turn.simulate,
            view_board: self.turn.view_board,
        };
        self.turn.actions += 1;
        match &order {
            Order::Simulate(_) => self.turn.simulate += 1,
            Order::ViewBoard => self.turn.view_board += 1,
            _ => {}
        }
        let result = match &order {
            Order::Move(mv) => self.play(mv),
            Order::Resign => self.resign(),
            _ => {
                let answered = self.rules.answer(&self.game, &order, &used);
                Outcome {
                    text: answered.text,
                    success: answered.success,
                    moved: None,
                    complete: false,
                }
            }
        };
        let counts_as_invalid = matches!(order, Order::Move(_) | Order::Unknown(_));
        self.turn.invalid += u32::from(counts_as_invalid && !result.success);
        self.journal.interaction(Interaction {
            step: self.turn.actions,
            messages: self.conversation().len(),
            thinking,
            order: Some(order),
            raw: Some(raw),
            success: result.success,
            feedback: result.text.clone(),
            complete: result.complete,
            over: self.end.is_some(),
            forced: None,
        });
        self.say(Role::User, result.text);
        if result.complete {
            self.finish_turn(result.moved);
        } else if self.turn.invalid >= self.rules.budgets.max_invalid_actions_per_turn {
            self.forfeit("invalid_action_limit");
        }
    }

    /// Takes the defender's move.
    ///
    /// # Errors
    ///
    /// When the move is not legal, or the defender is not due; nothing has
    /// changed then.
    pub fn defend(&mut self, mv: Move, backend: &str) -> Result<(), IllegalMove> {
        if self.due() != Due::Defender {
            return Err(IllegalMove(mv));
        }
        let text = mv.to_string();
        let result = self.play(&text);
        if !result.success {
            return Err(IllegalMove(mv));
        }
        let side = self.agent.opponent();
        let conversation = &mut self.conversations[index(side)];
        let thinking = "[house defender]";
        conversation.push(message(
            Role::Assistant,
            format!("{thinking}\n\n```bash\nmove {text}\n```"),
        ));
        self.journal.interaction(Interaction {
            step: 1,
            messages: conversation.len(),
            thinking: Some(thinking.to_owned()),
            order: Some(Order::Move(text)),
            raw: None,
            success: true,
            feedback: result.text.clone(),
            complete: true,
            over: self.end.is_some(),
            forced: None,
        });
        conversation.push(message(Role::User, result.text));
        self.journal.backend(backend);
        self.finish_turn(result.moved);
        Ok(())
    }

    /// Plays a move of the side to move, or refuses it.
    fn play(&mut self, text: &str) -> Outcome {
        if text.chars().count() != 4 {
            return refused(self.bad_format(text));
        }
        let before = *self.game.position();
        let played = text.parse::<Move>().ok().and_then(|mv| {
            let played = self.game.play(mv).ok()?;
            Some((mv, played))
        });
        let Some((mv, played)) = played else {
            return refused(self.illegal(text));
        };
        if let Some(terminal) = played.terminal {
            self.end = Some(over(self.rules.compat.end(terminal)));
        }
        let moved = MovedPiece {
            side: before.side_to_move(),
            mv,
            description: description(&before, mv),
            captured: played.captured.map(wire::piece_name),
        };
        Outcome {
            text: self.executed(text, &moved, &played),
            success: true,
            complete: true,
            moved: Some(moved),
        }
    }

    fn bad_format(&self, text: &str) -> String {
        let what = format!(
            "Invalid action: bad move format '{text}'. Must be 4 characters in ICCS format (e.g. \
             'h2e2')."
        );
        if self.rules.mode.shows_state() {
            format!(
                "{what}\nYour turn is NOT over — pick a legal move and move again. 3 invalid \
                 attempts in one turn lose the game.\n{}",
                wire::legal_line(self.game.position())
            )
        } else {
            format!(
                "{what} Your turn is NOT over — move again. 3 invalid attempts in one turn lose \
                 the game."
            )
        }
    }

    fn illegal(&self, text: &str) -> String {
        let what = format!("Invalid action: illegal move '{text}'. Reason: Illegal move: '{text}'");
        if self.rules.mode.shows_state() {
            return format!(
                "{what}\nYour turn is NOT over — pick one of the legal moves below and move \
                 again. 3 invalid attempts in one turn lose the game.\n{}",
                wire::legal_line(self.game.position())
            );
        }
        let hint = if self.rules.mode.answers_queries() {
            "The board is not shown automatically — use view_board or legal_moves if you need to \
             check the position."
        } else {
            "You cannot see the board — recompute the position from the move history."
        };
        format!(
            "{what}. {hint} Your turn is NOT over — move again. 3 invalid attempts in one turn \
             lose the game."
        )
    }

    /// The answer to an accepted move.
    fn executed(&self, text: &str, moved: &MovedPiece, played: &Played) -> String {
        let position = self.game.position();
        let in_check = self.rules.compat.in_check(&self.game);
        let shows = self.rules.mode.shows_state();
        let mut lines = vec![
            format!("Move executed: {text}"),
            format!("Result: {}", moved.description),
        ];
        if let Some(piece) = moved.captured {
            lines.push(format!("Capture: you captured {piece}."));
        }
        lines.push(if in_check {
            "Check: Yes — you are giving check!".to_owned()
        } else {
            "Check: No".to_owned()
        });
        lines.push(format!("Material — {}", wire::material(position)));
        if shows {
            lines.push(format!(
                "Board after your move:\n{}",
                wire::board(position, in_check)
            ));
            lines.push(format!("FEN: {}", wire::fen(position)));
        }
        match played.terminal {
            Some(terminal) => {
                let end = self.rules.compat.end(terminal);
                lines.push(format!("Game over: {} wins — {}", end.winner, end.detail));
            }
            None => {
                if played.occurrences >= 2 {
                    lines.push(repetition_watch(played.occurrences));
                }
                if shows {
                    lines.push(wire::legal_line(position));
                }
            }
        }
        lines.join("\n")
    }

    fn resign(&mut self) -> Outcome {
        let winner = self.agent.opponent().name();
        self.end = Some(End {
            winner: Some(winner),
            reason: Some("resignation".to_owned()),
        });
        Outcome {
            text: format!("You resigned. Game over.\nWinner: {winner}"),
            success: true,
            moved: None,
            complete: true,
        }
    }

    /// Ends the trial: the agent did not resolve its turn within its budgets.
    fn forfeit(&mut self, reason: &str) {
        let thinking = format!("[environment: {reason}]");
        self.say(Role::Assistant, format!("{thinking}\n\n```bash\nmove\n```"));
        self.force(reason, Some(&thinking), None);
    }

    fn force(
        &mut self,
        reason: &str,
        thinking: Option<&str>,
        raw: Option<(String, Option<crate::play::agent::Usage>)>,
    ) {
        let winner = self.agent.opponent().name();
        self.end = Some(End {
            winner: Some(winner),
            reason: Some(format!("forfeit_{reason}")),
        });
        let text = format!(
            "Turn could not be resolved ({reason}) — you failed to make a legal move within the \
             allowed attempts. You FORFEIT.\nWinner: {winner}"
        );
        self.journal.forfeit();
        self.journal.interaction(Interaction {
            step: self.turn.actions + 1,
            messages: self.conversation().len(),
            thinking: thinking.map(str::to_owned),
            order: None,
            raw,
            success: true,
            feedback: text.clone(),
            complete: true,
            over: true,
            forced: Some(reason.to_owned()),
        });
        self.say(Role::User, text);
        self.finish_turn(None);
    }

    fn say(&mut self, role: Role, content: String) {
        self.conversations[index(self.agent)].push(message(role, content));
    }

    /// Closes the turn, and opens the next one unless the trial is over.
    fn finish_turn(&mut self, moved: Option<MovedPiece>) {
        let in_check = self.rules.compat.in_check(&self.game);
        let fen = wire::fen(self.game.position());
        self.journal
            .end_turn(moved.as_ref().map(|moved| moved.mv), fen, in_check);
        if let Some(moved) = moved {
            let mv = moved.mv.to_string();
            let told = Moved {
                side: moved.side,
                mv: &mv,
                description: &moved.description,
                captured: moved.captured,
                over: self.end.is_some(),
            };
            let text = notice(&self.game, &told, self.rules.mode, self.rules.compat);
            self.pending[index(moved.side.opponent())] = Some(text);
        }
        self.turn = TurnState::default();
        self.turns_taken += 1;
        self.begin_turn();
    }

    /// Opens the turn of the side to move: it is told its opponent's move.
    fn begin_turn(&mut self) {
        if self.due() == Due::Over {
            return;
        }
        let side = self.game.position().side_to_move();
        if let Some(text) = self.pending[index(side)].take() {
            self.conversations[index(side)].push(message(Role::User, text));
        }
        self.open_in_journal(side);
    }

    /// The collection numbers a turn anew after each reminder that comes before
    /// its first command.
    fn reopen_turn(&mut self) {
        if self.turn.actions == 0 {
            self.open_in_journal(self.agent);
        }
    }

    fn open_in_journal(&mut self, side: Side) {
        let position = self.game.position();
        self.journal
            .begin_turn(side, wire::fen(position), wire::legal_moves(position));
    }
}

/// What became of a command.
struct Outcome {
    text: String,
    success: bool,
    moved: Option<MovedPiece>,
    complete: bool,
}

struct MovedPiece {
    side: Side,
    mv: Move,
    description: String,
    captured: Option<&'static str>,
}

fn refused(text: String) -> Outcome {
    Outcome {
        text,
        success: false,
        moved: None,
        complete: false,
    }
}

fn over(end: BoardEnd) -> End {
    End {
        winner: Some(end.winner),
        reason: Some(end.reason.to_owned()),
    }
}

fn repetition_watch(times: u32) -> String {
    format!(
        "⚠ Repetition watch: this exact position (board + side to move) has now occurred {times}/3 \
         times. At 3 the game ends — a neutral repetition is a draw, but a side giving perpetual \
         check/chase loses (长将/长捉作负). Vary your move unless you are deliberately forcing a \
         draw."
    )
}

fn message(role: Role, content: String) -> Message {
    Message { role, content }
}

fn index(side: Side) -> usize {
    match side {
        Side::Red => 0,
        Side::Black => 1,
    }
}
