//! Scripted agents against messages in the environment's wording.

use super::*;
use crate::rules::xiangqi::{Move, Position};

const MATE_IN_THREE: &str = "r1b1k4/c1PPaRc2/r2ab3n/4C4/7RC/9/9/9/4p4/3K5 w";

fn user(content: String) -> Message {
    Message {
        role: Role::User,
        content,
    }
}

fn opening(fen: &str) -> Message {
    let side = if fen.ends_with('w') { "RED" } else { "BLACK" };
    user(format!(
        "Game started. You are playing as {side}.\n\nFEN: {fen}\n\n\
         You may `view_board`, `simulate ...`, or `legal_moves` first."
    ))
}

fn start(name: &str, number: u32) -> Box<dyn Agent> {
    let trial = Trial {
        case: "c",
        number,
        seed: 7,
    };
    Scripted::named(name).unwrap().start(trial).unwrap()
}

/// The command of a reply, if it has one.
fn command(reply: &Reply) -> Option<String> {
    let (_, block) = reply.content.split_once("```")?;
    let (body, _) = block.split_once('\n')?.1.split_once("```")?;
    let line = body.lines().find(|line| !line.starts_with('#'))?;
    Some(line.trim_start_matches("$ ").to_owned())
}

/// Answers everything an agent says until it makes a move, as a game without
/// boards would.
fn move_of(agent: &mut dyn Agent, conversation: &mut Vec<Message>) -> Option<String> {
    for _ in 0..40 {
        let reply = agent.reply(conversation).unwrap();
        let command = command(&reply);
        conversation.push(Message {
            role: Role::Assistant,
            content: reply.content,
        });
        match command.as_deref().map(|text| text.split_once(' ')) {
            Some(Some(("move", mv))) => return Some(mv.to_owned()),
            None => conversation.push(user("No command detected. Put …".to_owned())),
            Some(_) => conversation.push(user("Reasoning recorded.".to_owned())),
        }
    }
    None
}

#[test]
fn names_are_found_or_listed() {
    for persona in &CAST {
        let agents = Scripted::named(persona.name).unwrap();
        assert_eq!(agents.model(), persona.name);
        assert_eq!(agents.settings()["name"], persona.name);
        assert!(!persona.summary.is_empty());
    }
    let error = Scripted::named("nobody").unwrap_err().to_string();
    assert!(
        error.contains("careful-searcher, quick-searcher"),
        "{error}"
    );
}

#[test]
fn names_differ_and_shares_are_shares() {
    for (i, one) in CAST.iter().enumerate() {
        assert!(CAST[..i].iter().all(|other| other.name != one.name));
        let shares = [
            one.skill.blunder,
            one.skill.haze,
            one.memory.lapse,
            one.memory.reread,
            one.tools.think,
            one.tools.simulate,
            one.tools.slip,
            one.slips.illegal,
            one.slips.no_command,
            one.slips.stuck,
            one.temper.resign,
        ];
        assert!(
            shares.iter().all(|share| (0.0..=1.0).contains(share)),
            "{}",
            one.name
        );
    }
}

#[test]
fn the_same_trial_says_the_same_and_another_does_not() {
    let talk = |name, number| {
        let mut agent = start(name, number);
        let mut conversation = vec![opening(MATE_IN_THREE)];
        let mut said = Vec::new();
        for _ in 0..12 {
            let reply = agent.reply(&conversation).unwrap();
            said.push(reply.clone());
            conversation.push(Message {
                role: Role::Assistant,
                content: reply.content,
            });
            conversation.push(user(
                "Invalid action: illegal move 'x'. Reason: x".to_owned(),
            ));
        }
        said
    };
    for persona in &CAST {
        assert_eq!(
            talk(persona.name, 1),
            talk(persona.name, 1),
            "{}",
            persona.name
        );
    }
    assert_ne!(talk("guesser", 1), talk("guesser", 2));
}

#[test]
fn a_strong_one_mates_and_a_guesser_breaks_rules() {
    let fen = "4k4/R8/9/9/9/9/9/9/7R1/3K5 w";
    let mated = (1..=20)
        .filter(|&number| {
            let mut agent = start("careful-searcher", number);
            move_of(&mut *agent, &mut vec![opening(fen)]).as_deref() == Some("h1h9")
        })
        .count();
    assert!(mated >= 17, "{mated}");
    let position = Position::from_fen(fen).unwrap();
    let illegal = (1..=40)
        .filter(|&number| {
            let mut agent = start("guesser", number);
            let mv = move_of(&mut *agent, &mut vec![opening(fen)]);
            let mv = mv.and_then(|mv| mv.parse::<Move>().ok());
            !mv.is_some_and(|mv| position.is_legal(mv))
        })
        .count();
    assert!((10..=36).contains(&illegal), "{illegal}");
}

#[test]
fn a_board_not_shown_is_kept_in_mind() {
    // After a quiet exchange the mate is there only for one who followed it.
    let fen = "3k5/R8/9/9/9/9/9/9/7R1/4K4 w";
    let legal = |name: &str| {
        (1..=40)
            .filter(|&number| {
                let mut agent = start(name, number);
                let mut conversation = vec![opening(fen)];
                let mut position = Position::from_fen(fen).unwrap();
                for _ in 0..4 {
                    let Some(mv) = move_of(&mut *agent, &mut conversation)
                        .and_then(|mv| mv.parse::<Move>().ok())
                        .filter(|&mv| position.is_legal(mv))
                    else {
                        return false;
                    };
                    position.make(mv);
                    let Some(&reply) = position.legal_moves().first() else {
                        return true;
                    };
                    position.make(reply);
                    conversation.push(user(format!(
                        "Move executed: {mv}\nCheck: No\n\nOpponent (black) played: {reply} — x"
                    )));
                }
                true
            })
            .count()
    };
    let (steady, guesser) = (legal("steady-tracker"), legal("guesser"));
    assert!(steady >= 34 && guesser <= 20, "{steady} {guesser}");
}

#[test]
fn commands_that_are_not_on_offer_are_left_alone() {
    let bare = user(format!(
        "Game started. You are playing as RED.\n\nFEN: {MATE_IN_THREE}\n\nNo tools."
    ));
    for number in 1..=10 {
        let mut agent = start("careful-searcher", number);
        let mut conversation = vec![bare.clone()];
        move_of(&mut *agent, &mut conversation);
        assert!(conversation.iter().all(|m| !m.content.contains("simulate")));
    }
}

#[test]
fn nonsense_is_answered_too() {
    for persona in &CAST {
        for text in [
            "",
            "Game started. You are playing as RED.\n\nFEN: x",
            "FEN: 9/9 w",
            "炮",
        ] {
            let mut agent = start(persona.name, 1);
            for _ in 0..10 {
                agent.reply(&[user(text.to_owned())]).unwrap();
                agent.reply(&[]).unwrap();
            }
        }
    }
}
