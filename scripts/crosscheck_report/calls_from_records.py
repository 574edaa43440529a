#!/usr/bin/env python3
"""Check the report's figures on calls against the records themselves.

    calls_from_records.py ARCHIVE.tar.zst RUN [--tables FOLDER]

Reads the conversations of the selected trials with a reading of its own (no
table but the list of selected trials is used, trajectories are not looked at)
and counts turns, patterns, categories by outcome and quarter, simulations,
adopted lines, differing replies, recoveries and opening moves over all models.
What a simulated line came to is what the environment said; the report has its
own replay of the same lines. Prints what differs; exits with 1 on any.

Needs duckdb and the zstd program.
"""

import argparse
import collections
import gzip
import json
import pathlib
import re
import subprocess
import sys
import tarfile

import duckdb

from simulation_behaviour import KEYS, OPENING

FENCE = re.compile(r"```[^`\n]*\n(.*?)```", re.S)
ALIASES = {
    "sim": "simulate", "board": "view_board", "view": "view_board", "moves": "get_legal_moves",
    "legal_moves": "get_legal_moves", "history": "get_history", "get_history": "get_history",
}
# What an answer alone shows of a command that the stored reply lacks.
SHOWN = [
    ("You have already used simulate", "simulate"), ("simulate ", "simulate"),
    ("Current board", "view_board"), ("You have already used view", "view_board"),
    ("view_board ", "view_board"), ("Legal moves", "get_legal_moves"), ("get_legal", "get_legal_moves"),
    ("Move history", "get_history"), ("No moves", "get_history"), ("Reasoning", "think"),
    ("Please provide", "think"), ("You resigned", "resign"),
]
DONE = {
    "move": ("move", ("Move executed:",)),
    "simulate": ("simulate", ("Forward simulation (",)),
    "view_board": ("state_query", ("Current board:",)),
    "get_legal_moves": ("state_query", ("Legal moves (",)),
    "get_history": ("state_query", ("Move history (", "No moves played")),
    "think": ("think", ("Reasoning recorded",)),
    "resign": ("resign", ("You resigned",)),
}

# The keys that are counted here; what never happened must be zero there.
COUNTED = re.compile(
    r"(turns|pattern|first_turn_rejected)\..*|divergence\..*\.(comparable|different)|adoption\..*\.lines"
    r"|sim\.[a-z_]+\.(requests|accepted|complete|illegal|terminal|capped)"
    r"|progress\.[^.]+\.all\.(all|won|failed)(\.q\d)?\.\w+|recovery\.[^.]+\.all\.(n|within_\d)"
)


def commanded(reply):
    """Verb and arguments of a reply; None without a block."""
    blocks = FENCE.findall(reply)
    if not blocks:
        return None
    for line in blocks[-1].splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        line = line.removeprefix("$").strip()
        if line.lower().startswith("chess "):
            line = line[6:].strip()
        verb, *arguments = line.split()
        verb = verb.lower()
        return ALIASES.get(verb, verb), arguments
    return None


def recovered(answer):
    """Verb and arguments as far as the answer shows them."""
    if answer.startswith("Move executed:"):
        return "move", [answer.split()[2]]
    if answer.startswith("Invalid action:"):
        quoted = re.search(r"'([^']*)'", answer)
        return "move", [quoted[1] if quoted else ""]
    if answer.startswith("Forward simulation"):
        return "simulate", re.findall(r"Step \d+ \([^)]*\): \w+ (\S+) —", answer)
    return next((verb for start, verb in SHOWN if answer.startswith(start)), "?"), []


class Call:
    def __init__(self, verb, arguments, answer, cap):
        self.verb, self.arguments, self.reply = verb, arguments, None
        done, starts = DONE.get(verb, ("other_rejected", ()))
        if answer.startswith(starts) if starts else False:
            self.category = done
        elif verb == "move":
            self.category = "rejected_move"
        elif verb == "simulate" and answer.startswith("You have already used simulate"):
            self.category = "simulate_over_budget"
        else:
            self.category = "other_rejected"
        self.ending = None
        if self.category == "simulate":
            valid = int(re.match(r"Forward simulation \((\d+)", answer)[1])
            if "Invalid ✗" in answer:
                self.ending = "illegal"
            elif valid == len(arguments):
                self.ending = "complete"
            elif valid == cap and "Game over" not in answer:
                self.ending = "capped"
            else:
                self.ending = "terminal"


def turns_of(record):
    """Lists of calls, one a closed turn; forfeits close a turn and are no call."""
    side = record["endgame"].get("challenger") or "red"
    cap = record["config"].get("max_simulate_steps", 8)
    turns, reply = [[]], None
    for message in record["per_player_messages"][side]:
        text = message["content"] or ""
        if message["role"] == "assistant":
            reply = text
            continue
        if message["role"] != "user":
            continue
        if text.startswith("Turn could not be resolved ("):
            turns.append([])
        elif reply is not None and not text.startswith("No command detected."):
            verb, arguments = commanded(reply) or recovered(text)
            call = Call(verb, arguments, text, cap)
            turns[-1].append(call)
            if call.category in ("move", "resign"):
                turns.append([])
        reply = None
    moves = list(record["moves"])
    reason = record["endgame"].get("termination_reason") or ""
    if reason.startswith("forfeit") and len(moves) >= 2 and moves[-1] == moves[-2]:
        moves.pop()
    executed = [call for turn in turns for call in turn if call.category == "move"]
    for index, call in enumerate(executed):
        assert moves[2 * index] == call.arguments[0].lower(), (moves, index, call.arguments)
        call.reply = moves[2 * index + 1] if 2 * index + 1 < len(moves) else None
    return turns[:-1]


def pattern(calls, move, simulated):
    if move is None:
        return "no_move"
    if any(call.ending in (None, "illegal") for call in simulated):
        return "sim_recovery"
    if simulated:
        return "sim_adopt" if any(c.arguments[0] == move for c in simulated) else "sim_other_root"
    if any(call.category == "state_query" for call in calls):
        return "observe"
    return "direct" if all(call.verb == "move" for call in calls) else "other"


def count(counts, key, success, turns):
    counts[f"turns.{key}"] += len(turns)
    for number, calls in enumerate(turns):
        executed = next((call for call in calls if call.category == "move"), None)
        move = executed.arguments[0].lower() if executed else None
        simulated = [call for call in calls if call.verb == "simulate"]
        counts[f"pattern.{key}.{pattern(calls, move, simulated)}"] += 1
        for call in simulated:
            counts[f"sim.{key}.requests"] += 1
            if call.ending is None:
                continue
            counts[f"sim.{key}.accepted"] += 1
            counts[f"sim.{key}.{call.ending}"] += 1
            if move is None or call.arguments[0] != move:
                continue
            counts[f"adoption.{key}.lines"] += 1
            if call.ending == "complete" and len(call.arguments) >= 2 and executed.reply:
                counts[f"divergence.{key}.comparable"] += 1
                counts[f"divergence.{key}.different"] += executed.reply != call.arguments[1]
        for at, call in enumerate(calls):
            if call.category != "rejected_move":
                continue
            counts[f"recovery.{key}.all.n"] += 1
            for window in (1, 2, 3):
                after = calls[at + 1:at + 1 + window]
                counts[f"recovery.{key}.all.within_{window}"] += any(c.category == "move" for c in after)
            if number == 0:
                counts[f"first_turn_rejected.{key}.n"] += 1
                text = call.arguments[0].strip().lower() if call.arguments else ""
                counts[f"first_turn_rejected.{key}.opening_only"] += text in OPENING
    calls = [call for turn in turns for call in turn]
    for at, call in enumerate(calls):
        quarter = 4 * (2 * at + 1) // (2 * len(calls)) + 1
        for outcome in ("all", "won" if success else "failed"):
            for part in ("", f".q{quarter}"):
                counts[f"progress.{key}.all.{outcome}{part}.{call.category}"] += 1


def unpacked(name, data):
    if name.endswith(".gz"):
        return gzip.decompress(data)
    if name.endswith(".zst"):
        return subprocess.run(["zstd", "-dc"], input=data, capture_output=True, check=True).stdout
    return data


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("archive")
    parser.add_argument("run", type=pathlib.Path)
    parser.add_argument("--tables", type=pathlib.Path)
    options = parser.parse_args()
    tables = options.tables or options.run / "tables"
    path = tables / "trials.parquet"
    path = path if path.exists() else tables / "trials" / "*.parquet"
    selected = {
        source.split("!", 1)[1]: (setting, success)
        for source, setting, success in duckdb.sql(
            f"select source, setting, success from read_parquet('{path}') where selected").fetchall()
    }
    counts = collections.Counter()
    unpacking = subprocess.Popen(["zstd", "-dc", options.archive], stdout=subprocess.PIPE)
    seen = 0
    with tarfile.open(fileobj=unpacking.stdout, mode="r|") as archive:
        for member in archive:
            if member.name in selected:
                setting, success = selected[member.name]
                record = json.loads(unpacked(member.name, archive.extractfile(member).read()))
                count(counts, KEYS.get(setting, setting), success, turns_of(record))
                seen += 1
    numbers = json.loads((options.run / "numbers.json").read_text())["numbers"]
    faults = 0
    keys = set(counts) | {key for key in numbers if COUNTED.fullmatch(key)}
    for key in sorted(keys):
        if numbers.get(key) != counts[key]:
            faults += 1
            print(f"{key}: {numbers.get(key)} is not {counts[key]}")
    print(f"{seen} of {len(selected)} selected trials read, {len(keys)} keys compared, {faults} differences")
    return 1 if faults or seen != len(selected) else 0


if __name__ == "__main__":
    sys.exit(main())
