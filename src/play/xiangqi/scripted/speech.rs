//! How an agent words its replies.

use super::dice::Dice;
use super::persona::{Fence, Speech};
use crate::play::agent::Reply;

/// Sentences that fit any position.
const SENTENCES: [&str; 8] = [
    "The king has few squares, so checks come first.",
    "I compare the forcing moves before the quiet ones.",
    "The pieces near the palace decide this.",
    "A slow move gives the other side time for its own threat.",
    "I go through the files and ranks once more.",
    "The cannon needs a screen, and there may be one.",
    "The horse could be blocked at the leg.",
    "If the guard leaves, the file is open.",
];

/// A reply with a command.
pub(super) fn command(speech: Speech, command: &str, dice: &mut Dice) -> Reply {
    let block = match speech.fence {
        Fence::Bash => format!("```bash\n{command}\n```"),
        Fence::Bare => format!("```\n{command}\n```"),
        Fence::Prompt => format!("```bash\n$ {command}\n```"),
        Fence::Comment => format!("```sh\n# my choice\n{command}\n```"),
    };
    let prose = prose(speech.sentences, dice);
    if speech.reasons_apart {
        Reply {
            content: block,
            reasoning: Some(prose).filter(|text| !text.is_empty()),
            usage: None,
        }
    } else if prose.is_empty() {
        said(block)
    } else {
        said(format!("{prose}\n\n{block}"))
    }
}

/// A reply that forgets the command.
pub(super) fn without_command(speech: Speech, wanted: Option<&str>, dice: &mut Dice) -> Reply {
    let prose = prose(speech.sentences.max(1), dice);
    let kind = dice.below(3);
    said(match (kind, wanted) {
        // Nothing at all, the move in the prose, or a block never closed.
        (0, _) => String::new(),
        (1, Some(wanted)) => format!("{prose} I play {wanted}."),
        (2, Some(wanted)) => format!("{prose}\n\n```bash\nmove {wanted}"),
        _ => prose,
    })
}

/// What it thinks, for the `think` command: one line.
pub(super) fn thought(speech: Speech, wanted: Option<&str>, dice: &mut Dice) -> String {
    let prose = prose(speech.sentences.max(1), dice);
    match wanted {
        Some(wanted) => format!("{prose} Candidate: {wanted}."),
        None => prose,
    }
}

fn prose(sentences: usize, dice: &mut Dice) -> String {
    let first = dice.below(SENTENCES.len());
    let chosen: Vec<&str> = SENTENCES
        .iter()
        .cycle()
        .skip(first)
        .take(sentences)
        .copied()
        .collect();
    chosen.join(" ")
}

fn said(content: String) -> Reply {
    Reply {
        content,
        reasoning: None,
        usage: None,
    }
}
