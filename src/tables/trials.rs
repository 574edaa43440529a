//! One row a trial: what the archive says of it and what the replay found.

use sha2::{Digest, Sha256};

use super::batch::Batch;
use super::rows::short_hex;
use super::schema::{Column, Kind, Table};
use crate::records::xiangqi::{Category, Trial};
use crate::replay::{RULESET, Replayed, RootMoves};
use crate::rules::xiangqi::Side;

use Kind::{Bool, Float, Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "trials",
    doc: "One row a trial record: the archived verdict, the replayed label, and what the analyses group by.",
    key: &["trial_id"],
    order: "input order: paths as given, members as stored (folders by path bytes)",
    columns: &[
        Column::new(
            "trial_id",
            Text,
            "",
            "First 16 hex digits of the SHA-256 of source and line; joins the tables",
        ),
        Column::new(
            "source",
            Text,
            "",
            "Path as given, plus !member inside a container",
        ),
        Column::optional("line", Int, "", "1-based line in a .jsonl file"),
        Column::new(
            "game",
            Text,
            "",
            "First 16 hex digits of the SHA-256 of model, setting, case, start time and moves: equal for a game recorded twice",
        ),
        Column::new("generation", Text, "", "release or legacy record format"),
        Column::new("model", Text, "", "Stored model id"),
        Column::new(
            "setting",
            Text,
            "",
            "Observation setting; repl-sighted when absent",
        ),
        Column::new("case_id", Text, "", "Id of the starting position"),
        Column::new(
            "challenger",
            Text,
            "",
            "Side the agent plays, the attacker: red or black",
        ),
        Column::optional("defender", Text, "", "Defender kind named by the record"),
        Column::optional(
            "started_at",
            Float,
            "seconds since 1970-01-01",
            "Start time; missing when not stored as a number",
        ),
        Column::optional(
            "standard",
            Bool,
            "",
            "Whether the record calls its configuration standard (release only)",
        ),
        Column::new(
            "scored",
            Bool,
            "",
            "Counts in the scores: not excluded, and the replay gives a label",
        ),
        Column::optional("exclusion", Text, "", "Why the trial is not scored"),
        Column::new(
            "selected",
            Bool,
            "",
            "Among the earliest three scored trials of its model, setting and case",
        ),
        Column::optional(
            "selection_rank",
            Int,
            "",
            "1, 2 or 3 among the selected trials of the cell, by start time",
        ),
        Column::optional("archived_outcome", Text, "", "endgame.outcome as stored"),
        Column::optional(
            "archived_reason",
            Text,
            "",
            "endgame.termination_reason as stored, else result.reason",
        ),
        Column::optional(
            "archived_winner",
            Text,
            "",
            "endgame.winner as stored, else result.winner",
        ),
        Column::optional("archived_plies", Int, "plies", "endgame.plies as stored"),
        Column::optional(
            "outcome",
            Text,
            "",
            "Replayed outcome for the attacker: win, loss, draw, turn_cap; missing without a label",
        ),
        Column::optional("reason", Text, "", "Replayed reason under the common names"),
        Column::optional(
            "winner",
            Text,
            "",
            "Replayed winner: red, black or draw; missing at the turn cap",
        ),
        Column::new("success", Bool, "", "outcome is win"),
        Column::optional(
            "relabel_cause",
            Text,
            "",
            "Why the label differs from the archived one, causes joined by +; missing when it stands",
        ),
        Column::optional("unlabelled", Text, "", "Why the replay gives no label"),
        Column::new("ruleset", Text, "", "Repetition rules used by the replay"),
        Column::new(
            "plies",
            Int,
            "plies",
            "Clean moves replayed, the synthetic forfeit entry left out",
        ),
        Column::new(
            "synthetic_move",
            Bool,
            "",
            "A synthetic forfeit entry was dropped",
        ),
        Column::optional(
            "illegal_ply",
            Int,
            "plies",
            "1-based ply of an archived move that is not legal there",
        ),
        Column::optional(
            "illegal_move",
            Text,
            "",
            "That move as stored, and what is wrong with it",
        ),
        Column::optional(
            "mate_distance",
            Int,
            "plies",
            "Stored distance to mate of the case",
        ),
        Column::optional(
            "category",
            Text,
            "",
            "Case category: threatmate_race or forced_mate",
        ),
        Column::optional(
            "threat_distance",
            Int,
            "plies",
            "Plies in which the defender would mate if it were to move",
        ),
        Column::optional("verified_by", Text, "", "How the case was admitted"),
        Column::optional(
            "first_move",
            Text,
            "ICCS",
            "First accepted, non-synthetic agent move",
        ),
        Column::optional(
            "reference_move",
            Text,
            "ICCS",
            "Stored first winning move of the case",
        ),
        Column::optional("first_move_piece", Text, "", "Piece of the first move"),
        Column::optional(
            "first_move_check",
            Bool,
            "",
            "Whether the first move gives check",
        ),
        Column::optional(
            "first_move_capture",
            Bool,
            "",
            "Whether the first move captures",
        ),
        Column::optional(
            "root_moves",
            Int,
            "moves",
            "Legal moves where the first move was played",
        ),
        Column::optional(
            "root_checks",
            Int,
            "moves",
            "Of these, moves that give check",
        ),
        Column::optional(
            "root_captures",
            Int,
            "moves",
            "Of these, moves that capture",
        ),
        Column::optional(
            "root_quiet",
            Int,
            "moves",
            "Of these, moves that do neither",
        ),
        Column::optional("root_rook", Int, "moves", "Of these, rook moves"),
        Column::optional("root_cannon", Int, "moves", "Of these, cannon moves"),
        Column::optional("root_horse", Int, "moves", "Of these, horse moves"),
        Column::optional("root_pawn", Int, "moves", "Of these, pawn moves"),
        Column::optional(
            "root_other",
            Int,
            "moves",
            "Of these, moves of the general, an advisor or an elephant",
        ),
        Column::new("calls", Int, "calls", "Agent calls"),
        Column::new("rejected_moves", Int, "calls", "Refused move commands"),
        Column::new(
            "no_command_replies",
            Int,
            "replies",
            "Replies without a command, in closed turns",
        ),
        Column::new("turns", Int, "turns", "Closed agent turns"),
        Column::new(
            "reading",
            Text,
            "",
            "Where the calls were read from: trajectory, messages or none",
        ),
        Column::new(
            "actions_disagree",
            Bool,
            "",
            "Trajectory and messages give different calls; the trajectory won",
        ),
        Column::new(
            "unreadable_interaction",
            Bool,
            "",
            "An interaction could not be read, so the messages were",
        ),
        Column::new(
            "recovered_commands",
            Int,
            "calls",
            "Commands read out of their answers",
        ),
        Column::new(
            "open_turn",
            Bool,
            "",
            "A last turn that nothing closed was left out",
        ),
        Column::optional("max_turns", Int, "plies", "Budget: plies"),
        Column::optional(
            "max_actions_per_turn",
            Int,
            "calls",
            "Budget: actions a turn",
        ),
        Column::optional(
            "max_invalid_actions_per_turn",
            Int,
            "calls",
            "Budget: refused actions a turn",
        ),
        Column::optional(
            "max_no_command_per_turn",
            Int,
            "replies",
            "Budget: replies without a command a turn",
        ),
        Column::optional(
            "max_simulate_per_turn",
            Int,
            "calls",
            "Budget: simulations a turn",
        ),
        Column::optional(
            "max_simulate_steps",
            Int,
            "plies",
            "Budget: plies of a simulated line",
        ),
        Column::optional(
            "max_view_board_per_turn",
            Int,
            "calls",
            "Budget: board views a turn",
        ),
    ],
};

/// The budget columns, last in the table.
pub const BUDGETS: [&str; 7] = [
    "max_turns",
    "max_actions_per_turn",
    "max_invalid_actions_per_turn",
    "max_no_command_per_turn",
    "max_simulate_per_turn",
    "max_simulate_steps",
    "max_view_board_per_turn",
];

fn game_hash(trial: &Trial<'_>) -> String {
    let mut hash = Sha256::new();
    for text in [
        trial.model.as_ref(),
        trial.setting.id(),
        trial.case.id.as_ref(),
    ]
    .into_iter()
    .chain(trial.moves.iter().map(AsRef::as_ref))
    {
        hash.update(text.as_bytes());
        hash.update([0]);
    }
    hash.update(trial.started_at.unwrap_or(f64::NAN).to_le_bytes());
    short_hex(hash)
}

/// Adds a row; `selected` and `selection_rank` are filled in once all trials
/// are known.
pub(crate) fn push(
    batch: &mut Batch,
    id: &str,
    (source, line): (&str, Option<u64>),
    trial: &Trial<'_>,
    replayed: &Replayed,
    agent: Side,
) {
    let label = replayed.label.ok();
    let archived = &trial.archived;
    let first = replayed.first_move(agent);
    let causes: Vec<&str> = replayed.causes.iter().map(|cause| cause.name()).collect();
    let causes = causes.join("+");
    let illegal = replayed
        .illegal
        .as_ref()
        .map(|bad| format!("{}: {}", bad.text, bad.why));
    let count = |wanted: Category| {
        replayed
            .actions
            .iter()
            .filter(|action| action.category == wanted)
            .count()
    };
    batch
        .text(id)
        .text(source)
        .int(line.and_then(|line| i64::try_from(line).ok()))
        .text(game_hash(trial).as_str())
        .text(trial.generation.name())
        .text(trial.model.as_ref())
        .text(trial.setting.id())
        .text(trial.case.id.as_ref())
        .text(trial.challenger.name())
        .text(trial.defender.as_deref())
        .float(trial.started_at)
        .bool(trial.standard)
        .bool(replayed.exclusion.is_none())
        .text(replayed.exclusion.map(crate::replay::Exclusion::name))
        .bool(false)
        .int(None)
        .text(archived.outcome.as_deref())
        .text(archived.reason.as_deref())
        .text(archived.winner.as_deref())
        .int(archived.plies)
        .text(label.map(|label| label.outcome.name()))
        .text(label.map(|label| label.reason.name()))
        .text(label.as_ref().and_then(crate::replay::Label::winner_name))
        .bool(label.is_some_and(|label| label.outcome == crate::replay::Outcome::Win))
        .text((!causes.is_empty()).then_some(causes.as_str()))
        .text(replayed.label.err().map(crate::replay::NoLabel::name))
        .text(RULESET)
        .count(replayed.plies.len())
        .bool(replayed.synthetic)
        .int(
            replayed
                .illegal
                .as_ref()
                .and_then(|bad| i64::try_from(bad.ply).ok()),
        )
        .text(illegal.as_deref())
        .int(trial.case.win_in_plies)
        .text(trial.case.category.as_deref())
        .int(trial.case.defender_threat_in_plies)
        .text(trial.case.verified_by.as_deref())
        .text(first.map(|ply| ply.mv.to_string()).as_deref())
        .text(trial.case.first_winning_move.as_deref())
        .text(first.map(|ply| ply.piece.name()))
        .bool(first.map(|ply| ply.gives_check))
        .bool(first.map(|ply| ply.captured.is_some()))
        .int(first.and_then(|ply| i64::try_from(ply.legal_moves).ok()));
    let root = replayed.root_moves(agent);
    let counts: [fn(RootMoves) -> usize; 8] = [
        |root| root.checks,
        |root| root.captures,
        |root| root.quiet,
        |root| root.rook,
        |root| root.cannon,
        |root| root.horse,
        |root| root.pawn,
        |root| root.other,
    ];
    for count in counts {
        batch.int(root.map(count).and_then(|n| i64::try_from(n).ok()));
    }
    batch
        .count(replayed.actions.len())
        .count(count(Category::RejectedMove))
        .int(
            replayed
                .turns
                .iter()
                .map(|turn| i64::from(turn.no_command_replies))
                .sum::<i64>(),
        )
        .count(replayed.turns.len())
        .text(trial.log.reading.name())
        .bool(trial.log.disagree)
        .bool(trial.log.unreadable_interaction)
        .count(
            replayed
                .actions
                .iter()
                .filter(|action| action.recovered)
                .count(),
        )
        .bool(trial.log.open_turn);
    for key in BUDGETS {
        batch.int(trial.budgets.0.get(key).copied());
    }
}
