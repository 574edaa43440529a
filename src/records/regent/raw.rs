//! The JSON shape of a record, read leniently and borrowed from its bytes.

use serde_json::value::RawValue;

use crate::records::lax::{List, Scalar, TextOrNull, lax_struct};

lax_struct! {
    /// The whole document.
    RawRecord<'a> {
        format: Scalar<'a>,
        ruleset: Scalar<'a>,
        game_id: Scalar<'a>,
        condition: Scalar<'a>,
        batch: Scalar<'a>,
        seat: RawSeat<'a>,
        agent_color: Scalar<'a>,
        opponent: RawOpponent<'a>,
        started_at: Scalar<'a>,
        finished_at: Scalar<'a>,
        plies: List<RawPly<'a>>,
        result: RawResult<'a>,
        fen: Scalar<'a>,
        elicitation: RawElicitation<'a>,
    }
}

lax_struct! {
    /// Who played.
    RawSeat<'a> {
        label: Scalar<'a>,
        model: Scalar<'a>,
        temperature: Scalar<'a>,
        max_tokens: Scalar<'a>,
    }
}

lax_struct! {
    /// Whom it played.
    RawOpponent<'a> {
        policy: Scalar<'a>,
        difficulty: Scalar<'a>,
        seed: Option<&'a RawValue>,
        version: Scalar<'a>,
    }
}

lax_struct! {
    /// One ply.
    RawPly<'a> {
        ply: Scalar<'a>,
        color: Scalar<'a>,
        actor: Scalar<'a>,
        r#move: TextOrNull<'a>,
        crown_shift: TextOrNull<'a>,
        pass: Scalar<'a>,
        actor_fallback: Scalar<'a>,
        elicitation: RawElicitation<'a>,
    }
}

lax_struct! {
    /// What the agent was asked and answered.
    RawElicitation<'a> {
        attempts: List<RawAttempt<'a>>,
        belief: Option<&'a RawValue>,
        well_formed: Scalar<'a>,
        truncated: Scalar<'a>,
        usage: RawUsage<'a>,
        latency_ms: Scalar<'a>,
        cost_usd: Scalar<'a>,
    }
}

lax_struct! {
    /// One reply, as stored.
    RawAttempt<'a> {
        raw: Scalar<'a>,
        r#move: Scalar<'a>,
        legal: Scalar<'a>,
        error: Scalar<'a>,
    }
}

lax_struct! {
    /// Tokens used.
    RawUsage<'a> {
        prompt_tokens: Scalar<'a>,
        completion_tokens: Scalar<'a>,
    }
}

lax_struct! {
    /// The stored end.
    RawResult<'a> {
        winner: Scalar<'a>,
        reason: Scalar<'a>,
    }
}

lax_struct! {
    /// A stated belief.
    RawBelief<'a> {
        candidates: List<RawCandidate<'a>>,
        other: Option<&'a RawValue>,
    }
}

lax_struct! {
    /// One named piece.
    RawCandidate<'a> {
        square: TextOrNull<'a>,
        p: Option<&'a RawValue>,
    }
}

lax_struct! {
    /// A reply as the agent wrote it.
    RawReply<'a> {
        r#move: TextOrNull<'a>,
        crown_shift: TextOrNull<'a>,
        belief: Option<&'a RawValue>,
    }
}
