#!/usr/bin/env python3
"""Hold the rule-based defender to the benchmark's own on positions from play.

    pip install xiangqibench
    cargo build --release --example rule_defender
    scripts/crosscheck_defender.py target/release/examples/rule_defender FOLDER [N]

Takes up to N positions with the defender to move from the trajectories of
records (JSON files below a folder) and compares the two moves. The package's
defender is slow, so this takes minutes. Exit 1 on any difference.
"""

import json
import random
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from xiangqibench.defender import RuleDefender


def positions(folder: Path, wanted: int) -> list[tuple[str, str]]:
    found = set()
    files = sorted(folder.rglob("*.json"))
    random.Random(2027).shuffle(files)
    for path in files:
        try:
            record = json.loads(path.read_text("utf-8"))
            challenger = record["endgame"]["case"]["challenger"]
            turns = record["trajectory"] or []
        except (ValueError, KeyError, TypeError, UnicodeDecodeError):
            continue
        for turn in turns:
            if turn["player"] != challenger and turn.get("legal_moves_before"):
                found.add((turn["fen_before"], challenger))
        if len(found) >= wanted:
            break
    return sorted(found)[:wanted]


def official(item: tuple[str, str]) -> str:
    fen, challenger = item
    return RuleDefender(challenger).choose(fen).move


def main() -> int:
    recount, folder = sys.argv[1], Path(sys.argv[2])
    wanted = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    items = positions(folder, wanted)
    lines = "\n".join(fen for fen, _ in items)
    ours = subprocess.run([recount], input=lines, capture_output=True, text=True, check=True)
    ours = ours.stdout.split()
    with ProcessPoolExecutor() as pool:
        theirs = list(pool.map(official, items, chunksize=8))
    differing = 0
    for (fen, _), our, their in zip(items, ours, theirs, strict=True):
        if our != their:
            differing += 1
            print(fen, "ours", our, "official", their)
    print(f"{len(items)} positions, {differing} differ")
    return 1 if differing or not items else 0


if __name__ == "__main__":
    sys.exit(main())
