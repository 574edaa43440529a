#!/usr/bin/env python3
"""Hold records of `recount play xiangqi` to the benchmark's own package.

    pip install xiangqibench
    scripts/crosscheck_records.py target/release/recount [CASES] [MODE,MODE…]

Scripted agents play a few positions in every mode with the package's own
prompts. Its `replay_record` must reproduce every message and verdict, and its
score must count the same wins as the records say. Exit 1 on any difference.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from xiangqibench.harness.prompts import build_system_prompt
from xiangqibench.modes import MODES
from xiangqibench.replay import replay_record
from xiangqibench.scoring import classify_record


def main() -> int:
    recount = sys.argv[1]
    cases = sys.argv[2] if len(sys.argv) > 2 else "4"
    modes = (sys.argv[3] if len(sys.argv) > 3 else ",".join(MODES)).split(",")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for name in modes:
            prompt = build_system_prompt(MODES[name].harness_config())
            (folder / f"prompt-{name}.txt").write_text(prompt, "utf-8")
        out = folder / "records"
        subprocess.run(
            [recount, "-q", "play", "xiangqi", "--agent", "scripted:all",
             "--mode", ",".join(modes), "--cases", cases, "--trials", "1",
             "--prompt", str(folder / "prompt-{mode}.txt"), "--out", str(out),
             "--fixed-clock"], check=True)
        checked = differing = 0
        for path in sorted(out.rglob("trial-*.json")):
            record = json.loads(path.read_text("utf-8"))
            checked += 1
            result = replay_record(record)
            status = classify_record(record)
            if not result.ok or status != record["endgame"]["status"]:
                differing += 1
                print(path.relative_to(out), status, result)
    print(f"{checked} records, {differing} differ")
    return 1 if differing or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
