//! The JSON shape of a record, read leniently and borrowed from its bytes.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::records::lax::{List, Scalar, TextOrNull, lax_struct};

/// A winner: the one field whose wrong type makes a record broken.
pub(crate) type RawWinner<'a> = TextOrNull<'a>;

lax_struct! {
    /// The whole document.
    RawRecord<'a> {
        endgame: RawEndgame<'a>,
        config: Fields<'a>,
        moves: List<Scalar<'a>>,
        per_player_messages: PerPlayer<'a>,
        trajectory: List<RawPly<'a>>,
        result: RawResult<'a>,
        initial_fen: Scalar<'a>,
    }
}

lax_struct! {
    /// The verdict and the position it is about.
    RawEndgame<'a> {
        case_id: Scalar<'a>,
        model: Scalar<'a>,
        challenger: Scalar<'a>,
        defender_kind: Scalar<'a>,
        outcome: Scalar<'a>,
        winner: RawWinner<'a>,
        termination_reason: Scalar<'a>,
        plies: Scalar<'a>,
        final_fen: Scalar<'a>,
        started_at: Scalar<'a>,
        finished_at: Scalar<'a>,
        setting: Scalar<'a>,
        status: Scalar<'a>,
        standard: Scalar<'a>,
        xiangqibench_version: Scalar<'a>,
        case: RawCase<'a>,
    }
}

lax_struct! {
    /// The position the trial starts from.
    RawCase<'a> {
        id: Scalar<'a>,
        source: Scalar<'a>,
        name: Scalar<'a>,
        fen: Scalar<'a>,
        challenger: Scalar<'a>,
        category: Scalar<'a>,
        win_in_plies: Scalar<'a>,
        defender_threat_in_plies: Scalar<'a>,
        first_winning_move: Scalar<'a>,
        verified_by: Scalar<'a>,
    }
}

lax_struct! {
    /// `result`, where older records keep the verdict.
    RawResult<'a> {
        winner: RawWinner<'a>,
        reason: Scalar<'a>,
    }
}

lax_struct! {
    /// One ply of the trajectory.
    RawPly<'a> {
        player: Scalar<'a>,
        fen_before: Scalar<'a>,
        legal_moves_before: List<Scalar<'a>>,
        interactions: Option<&'a RawValue>,
        move_played: Scalar<'a>,
        fen_after: Scalar<'a>,
        in_check: Scalar<'a>,
        defender_backend: Scalar<'a>,
    }
}

lax_struct! {
    /// One reply and its answer inside a trajectory ply.
    RawInteraction<'a> {
        llm_response: Option<&'a RawValue>,
        action_result: Option<&'a RawValue>,
    }
}

lax_struct! {
    /// The part of a reply that says what was commanded.
    RawResponse<'a> {
        tool_call: RawToolCall<'a>,
    }
}

lax_struct! {
    /// A command as the environment parsed it.
    RawToolCall<'a> {
        name: Scalar<'a>,
        arguments: RawArguments<'a>,
    }
}

lax_struct! {
    /// Arguments of the commands that take any.
    RawArguments<'a> {
        from_to: Scalar<'a>,
        moves: List<Scalar<'a>>,
        reasoning: Scalar<'a>,
    }
}

lax_struct! {
    /// The environment's answer to a command.
    RawActionResult<'a> {
        feedback: Scalar<'a>,
        forced: Scalar<'a>,
    }
}

lax_struct! {
    /// One message of a conversation.
    RawMessage<'a> {
        role: Scalar<'a>,
        content: Scalar<'a>,
    }
}

lax_struct! {
    /// The conversations, unparsed until it is known whose is needed.
    PerPlayer<'a> {
        red: Option<&'a RawValue>,
        black: Option<&'a RawValue>,
    }
}

/// Every scalar of an object, by key.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fields<'a>(pub(crate) BTreeMap<String, Scalar<'a>>);

impl<'de: 'a, 'a> serde::Deserialize<'de> for Fields<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&'de RawValue>::deserialize(deserializer)?;
        Ok(Self(serde_json::from_str(raw.get()).unwrap_or_default()))
    }
}
