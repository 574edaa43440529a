//! Which commands an agent gives in a turn, in which order.

use std::collections::VecDeque;

use super::Player;
use super::dice::Dice;
use super::judgement::{View, Wish, line};
use super::notice::{Aid, Fact};
use super::persona::Persona;
use super::speech;
use crate::play::agent::{Message, Reply};
use crate::rules::xiangqi::{Move, Square};

/// What is going on in the current turn.
#[derive(Debug, Default)]
pub(super) struct Turn {
    number: u32,
    /// Whether nothing has been said in it yet.
    fresh: bool,
    plan: VecDeque<Step>,
    wish: Option<Wish>,
    /// The move last written.
    written: Option<Move>,
    /// Moves refused or discarded.
    excluded: Vec<Move>,
    /// Whether the last move was refused and nothing was said since.
    refused: bool,
    /// Whether the last simulated line broke off.
    line_broke: bool,
    /// Whether the last reply had no command.
    silent: bool,
    offered: Vec<Aid>,
    disabled: Vec<Aid>,
}

/// A command to give before the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Think,
    ViewBoard,
    LegalMoves,
    History,
    Simulate,
    Stray,
}

impl Turn {
    /// Takes in what the environment says.
    pub(super) fn hear(&mut self, facts: &[Fact]) {
        for fact in facts {
            match fact {
                Fact::Started(_) | Fact::Opponent(_) => {
                    *self = Self {
                        number: self.number + 1,
                        fresh: true,
                        offered: std::mem::take(&mut self.offered),
                        disabled: std::mem::take(&mut self.disabled),
                        ..Self::default()
                    };
                }
                Fact::Offered(aid) => self.offered.push(*aid),
                Fact::Disabled(aid) => self.disabled.push(*aid),
                Fact::Refused => {
                    self.refused = true;
                    self.excluded.extend(self.written.take());
                }
                Fact::LineBroke => self.line_broke = true,
                Fact::NoCommand | Fact::Shown(_) | Fact::Legal(_) | Fact::Played(_) => {}
            }
        }
    }

    /// Whether an auxiliary command is to be had, as far as it was told.
    fn has(&self, aid: Aid) -> bool {
        self.offered.contains(&aid) && !self.disabled.contains(&aid)
    }

    /// Decides what comes before the move.
    fn make_plan(&mut self, persona: &Persona, dice: &mut Dice) {
        let tools = &persona.tools;
        let ignores = dice.chance(tools.ignore_rules);
        let dithers = dice.chance(persona.slips.dither);
        let wants = [
            (persona.slips.stray, Step::Stray),
            (tools.think, Step::Think),
            (tools.view_board, Step::ViewBoard),
            (tools.legal_moves, Step::LegalMoves),
            (tools.history, Step::History),
            (tools.simulate, Step::Simulate),
        ];
        for (share, step) in wants {
            let to_be_had = match step {
                Step::ViewBoard => self.has(Aid::ViewBoard),
                Step::LegalMoves => self.has(Aid::LegalMoves),
                Step::Simulate => self.has(Aid::Simulate),
                Step::Think | Step::History | Step::Stray => true,
            };
            if dice.chance(share) && (to_be_had || ignores) {
                self.plan.push_back(step);
            }
        }
        let again = dice.chance(tools.simulate_again);
        if again && self.plan.contains(&Step::Simulate) {
            self.plan.push_back(Step::Simulate);
        }
        if dithers {
            // More than any budget allows.
            self.plan.extend([Step::Think; 16]);
        }
    }
}

impl Player {
    /// The next reply.
    pub(super) fn answer(&mut self, conversation: &[Message]) -> Reply {
        let persona = self.persona;
        let silent_share = if self.turn.silent {
            persona.slips.stuck
        } else {
            persona.slips.no_command
        };
        if std::mem::take(&mut self.turn.fresh) {
            self.turn.make_plan(persona, &mut self.dice);
            self.turn.wish = self.wish();
            if self.gives_up() {
                return self.command("resign");
            }
        }
        if std::mem::take(&mut self.turn.refused) {
            if self.dice.chance(persona.memory.reread) {
                self.belief.recall(conversation);
            }
            self.turn.wish = self.wish();
        }
        if std::mem::take(&mut self.turn.line_broke) && self.dice.chance(persona.tools.heed) {
            self.turn
                .excluded
                .extend(self.turn.wish.as_ref().map(|wish| wish.mv));
            self.turn.wish = self.wish();
        }
        self.turn.silent = self.dice.chance(silent_share);
        if self.turn.silent {
            let wanted = self.wanted();
            return speech::without_command(persona.speech, wanted.as_deref(), &mut self.dice);
        }
        match self.turn.plan.pop_front() {
            Some(step) => self.aside(step),
            None => self.make_move(),
        }
    }

    /// The move it wants now, on the board in its mind.
    fn wish(&mut self) -> Option<Wish> {
        let position = self.belief.position();
        let seen = match self.belief.seen.split_last() {
            // The last one is the present position.
            Some((_, earlier)) => earlier,
            None => &[],
        };
        let wish = position.as_ref().and_then(|position| {
            let view = View {
                position,
                seen,
                excluded: &self.turn.excluded,
            };
            view.wish(&self.persona.skill, self.grasp, &mut self.dice)
        });
        wish.or_else(|| {
            let listed = self.belief.legal.as_deref().unwrap_or_default();
            let mv = match self.dice.pick(listed) {
                Some(&mv) => mv,
                None => self.belief.guess(&mut self.dice)?,
            };
            Some(Wish {
                mv,
                mate: Vec::new(),
            })
        })
    }

    fn gives_up(&mut self) -> bool {
        let temper = self.persona.temper;
        let willing = self.dice.chance(temper.resign);
        let Some(position) = self.belief.position() else {
            return false;
        };
        let view = View {
            position: &position,
            seen: &[],
            excluded: &[],
        };
        let sees_mate = self
            .turn
            .wish
            .as_ref()
            .is_some_and(|wish| !wish.mate.is_empty());
        willing && self.turn.number > 1 && !sees_mate && view.is_behind(temper.despair)
    }

    /// A command before the move.
    fn aside(&mut self, step: Step) -> Reply {
        match step {
            Step::Think => {
                let wanted = self.wanted();
                let speech = self.persona.speech;
                let thought = speech::thought(speech, wanted.as_deref(), &mut self.dice);
                self.command(&format!("think {thought}"))
            }
            Step::ViewBoard => self.command("view_board"),
            Step::LegalMoves => self.command("legal_moves"),
            Step::History => self.command("history"),
            Step::Simulate => {
                let line = self.line_to_test();
                self.command(&format!("simulate {line}"))
            }
            Step::Stray => {
                let stray = ["offer_draw", "evaluate", "analyse 5", "think"];
                let stray = self.dice.pick(&stray).copied().unwrap_or_default();
                self.command(stray)
            }
        }
    }

    fn line_to_test(&mut self) -> String {
        let tools = self.persona.tools;
        let wish = self.turn.wish.as_ref();
        let moves = match (self.belief.position(), wish) {
            (Some(position), Some(wish)) if position.is_legal(wish.mv) => {
                let length = 1 + self.dice.below(tools.line);
                line(&position, wish, length, tools.foresight, &mut self.dice)
            }
            (_, Some(wish)) => vec![wish.mv],
            (_, None) => Vec::new(),
        };
        let written: Vec<String> = moves
            .into_iter()
            .map(|mv| {
                if self.dice.chance(tools.slip) {
                    slip(mv, &mut self.dice).to_string()
                } else {
                    mv.to_string()
                }
            })
            .collect();
        written.join(" ")
    }

    /// The move itself, perhaps written wrongly.
    fn make_move(&mut self) -> Reply {
        let slips = self.persona.slips;
        let habit = self.dice.chance(slips.opening_habit);
        let wrong = self.dice.chance(slips.illegal);
        let garbled = self.dice.chance(0.2);
        let Some(mv) = self.turn.wish.as_ref().map(|wish| wish.mv) else {
            return self.command("move");
        };
        if habit && self.turn.number == 1 && self.turn.excluded.is_empty() {
            let usual = ["h2e2", "b2e2", "h0g2", "b0c2", "c3c4", "g3g4"];
            let usual = self.dice.pick(&usual).copied().unwrap_or_default();
            self.turn.written = usual.parse().ok();
            return self.command(&format!("move {usual}"));
        }
        if wrong && garbled {
            // A move, but not as it is to be written.
            return self.command(&format!("move {}-{}", mv.from, mv.to));
        }
        let mv = if wrong { slip(mv, &mut self.dice) } else { mv };
        self.turn.written = Some(mv);
        self.command(&format!("move {mv}"))
    }

    fn wanted(&self) -> Option<String> {
        self.turn.wish.as_ref().map(|wish| wish.mv.to_string())
    }

    fn command(&mut self, command: &str) -> Reply {
        speech::command(self.persona.speech, command, &mut self.dice)
    }
}

/// A move with its target one rank or file off.
fn slip(mv: Move, dice: &mut Dice) -> Move {
    let (file, rank) = (mv.to.file(), mv.to.rank());
    let near = [
        Square::new(file.wrapping_add(1), rank),
        Square::new(file.wrapping_sub(1), rank),
        Square::new(file, rank.wrapping_add(1)),
        Square::new(file, rank.wrapping_sub(1)),
    ];
    let near: Vec<Square> = near
        .into_iter()
        .flatten()
        .filter(|&square| square != mv.from)
        .collect();
    let to = dice.pick(&near).copied().unwrap_or(mv.to);
    Move { from: mv.from, to }
}
