//! The command in an agent's reply.

use std::borrow::Cow;
use std::ops::Range;

use super::python_text::{lines, strip, tokens};

/// One command of the text interface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command<'a> {
    /// `move`: its first argument, trimmed and lower-cased; may be empty.
    Move(Cow<'a, str>),
    /// `simulate`: every token as written.
    Simulate(Vec<Cow<'a, str>>),
    /// `view_board`.
    ViewBoard,
    /// `legal_moves`.
    LegalMoves,
    /// `history`.
    History,
    /// `think`.
    Think,
    /// `resign`.
    Resign,
    /// `offer_draw`.
    OfferDraw,
    /// `accept_draw`.
    AcceptDraw,
    /// Anything else, by its verb.
    Unknown(Cow<'a, str>),
}

impl<'a> Command<'a> {
    /// Reads the command out of a whole reply: the first meaningful line of
    /// its last fenced block. `None` when there is no block or no command in it.
    pub(crate) fn in_reply(reply: &'a str) -> Option<Self> {
        let mut words = command_words(reply).into_iter();
        let verb = words.next()?;
        Some(Self::from_verb(&verb.to_lowercase(), words))
    }

    /// A command from its lower-cased verb and its arguments.
    pub(crate) fn from_verb(verb: &str, mut arguments: impl Iterator<Item = &'a str>) -> Self {
        match canonical(verb) {
            "move" => Self::Move(move_text(arguments.next().unwrap_or_default())),
            "simulate" => Self::Simulate(arguments.map(Cow::Borrowed).collect()),
            "view_board" => Self::ViewBoard,
            "get_legal_moves" => Self::LegalMoves,
            "get_history" => Self::History,
            "think" => Self::Think,
            "resign" => Self::Resign,
            "offer_draw" => Self::OfferDraw,
            "accept_draw" => Self::AcceptDraw,
            other => Self::Unknown(Cow::Owned(other.to_owned())),
        }
    }

    /// The canonical verb.
    #[must_use]
    pub fn verb(&self) -> &str {
        match self {
            Self::Move(_) => "move",
            Self::Simulate(_) => "simulate",
            Self::ViewBoard => "view_board",
            Self::LegalMoves => "get_legal_moves",
            Self::History => "get_history",
            Self::Think => "think",
            Self::Resign => "resign",
            Self::OfferDraw => "offer_draw",
            Self::AcceptDraw => "accept_draw",
            Self::Unknown(verb) => verb,
        }
    }
}

/// The words of the command in a whole reply, verb first: the first meaningful
/// line of its last fenced block, without a leading `$` or `chess`. Empty when
/// there is no block or no command in it.
pub(crate) fn command_words(reply: &str) -> Vec<&str> {
    let Some(block) = fenced_blocks(reply).pop() else {
        return Vec::new();
    };
    let meaningful = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let line = lines(&reply[block.body]).map(strip).find(meaningful);
    let line = line.unwrap_or_default();
    let mut words: Vec<&str> = tokens(line.strip_prefix('$').unwrap_or(line)).collect();
    if words
        .first()
        .is_some_and(|word| word.to_lowercase() == "chess")
    {
        words.remove(0);
    }
    words
}

/// A reply without its fenced blocks, trimmed.
pub(crate) fn prose(reply: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    for block in fenced_blocks(reply) {
        out.push_str(&reply[at..block.whole.start]);
        at = block.whole.end;
    }
    out.push_str(&reply[at..]);
    strip(&out).to_owned()
}

/// A move argument as the environment compares it.
pub(crate) fn move_text(argument: &str) -> Cow<'_, str> {
    let argument = strip(argument);
    if argument
        .bytes()
        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    {
        Cow::Borrowed(argument)
    } else {
        Cow::Owned(argument.to_lowercase())
    }
}

fn canonical(verb: &str) -> &str {
    match verb {
        "sim" => "simulate",
        "board" | "view" => "view_board",
        "moves" | "legal_moves" => "get_legal_moves",
        "history" => "get_history",
        "draw" => "offer_draw",
        other => other,
    }
}

/// Where a fenced block lies in a reply.
struct Block {
    whole: Range<usize>,
    body: Range<usize>,
}

/// The fenced blocks, found left to right without overlap: three backticks, a
/// run without backtick or newline, a newline, and everything up to the next
/// three backticks.
fn fenced_blocks(text: &str) -> Vec<Block> {
    const FENCE: &str = "```";
    let bytes = text.as_bytes();
    let mut blocks = Vec::new();
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find(FENCE)) {
        let info = at + found + FENCE.len();
        let Some(stop) = bytes[info..].iter().position(|&b| b == b'`' || b == b'\n') else {
            break;
        };
        let stop = info + stop;
        if bytes[stop] == b'`' {
            // Four or more backticks: a fence may still start one further on.
            at = at + found + 1;
            continue;
        }
        let body = stop + 1;
        let Some(length) = text[body..].find(FENCE) else {
            break;
        };
        let end = body + length + FENCE.len();
        blocks.push(Block {
            whole: at + found..end,
            body: body..body + length,
        });
        at = end;
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(reply: &str) -> Option<Command<'_>> {
        Command::in_reply(reply)
    }

    #[test]
    fn last_block_wins_and_comments_are_skipped() {
        let reply = "a\n```bash\nmove a0a1\n```\nb ```\n# note\n\n  $ chess MOVE H2E2 x\n```";
        assert_eq!(read(reply), Some(Command::Move("h2e2".into())));
    }

    #[test]
    fn an_unclosed_fence_is_no_block() {
        assert_eq!(read("```bash\nmove h2e2"), None);
        assert_eq!(
            read("```\nresign\n```\n```bash\nmove h2e2"),
            Some(Command::Resign)
        );
    }

    #[test]
    fn a_fence_with_four_backticks_still_opens() {
        assert_eq!(
            read("````bash\nmove h2e2\n````"),
            Some(Command::Move("h2e2".into()))
        );
        assert_eq!(
            read("```a`b\nmove h2e2\n```\nview\n```"),
            Some(Command::ViewBoard)
        );
    }

    #[test]
    fn a_bare_dollar_is_no_command() {
        assert_eq!(read("```bash\n$\n```"), None);
        assert_eq!(read("```bash\n\n```"), None);
        assert_eq!(read("no block at all"), None);
    }

    #[test]
    fn aliases_and_unknown_verbs() {
        assert_eq!(
            read("```\nsim A0a1 a9A8\n```"),
            Some(Command::Simulate(vec!["A0a1".into(), "a9A8".into()]))
        );
        assert_eq!(read("```\nboard\n```"), Some(Command::ViewBoard));
        assert_eq!(
            read("```\nFLY a1\n```"),
            Some(Command::Unknown("fly".into()))
        );
        assert_eq!(read("```\nmove\n```"), Some(Command::Move("".into())));
    }
}
