#!/usr/bin/env python3
"""Check the report's figures on simulation, ablation and behaviour.

    simulation_behaviour.py RUN [--tables FOLDER]

RUN is the output folder of `recount run` (or of `recount report`, with the
tables it was made from given by --tables). Every key under `sim.`,
`adoption.`, `divergence.`, `ablation.`, `turns.`, `pattern.`,
`first_turn_rejected.`, `action_mix.`, `progress.`, `recovery.` and `feedback.`
and every cell of Tables 6 to 10 is computed again with DuckDB over the Parquet
tables, intervals with NumPy, sign tests with SciPy. Prints what differs, what is
missing and what is unexpected; exits with 1 on any.

Needs duckdb, numpy, scipy.
"""

import argparse
import collections
import csv
import itertools
import json
import pathlib
import sys

import duckdb
import numpy as np
import scipy.stats

RESAMPLES, SEED = 4000, 2027
KEYS = {
    "repl-sighted": "sighted",
    "repl-blind": "restricted",
    "repl-abl-S": "full",
    "repl-abl-S-NT": "no_queries",
    "repl-abl-R-T": "no_refresh",
    "repl-abl-R": "neither",
}
ARMS = [
    ("repl-abl-S", "Full", 1, 1),
    ("repl-abl-S-NT", "No queries", 1, 0),
    ("repl-abl-R-T", "No refresh", 0, 1),
    ("repl-abl-R", "Neither", 0, 0),
]
CATEGORIES = [
    "move", "rejected_move", "simulate", "simulate_over_budget",
    "state_query", "think", "resign", "other_rejected",
]
GROUPS = (
    "sim.", "adoption.", "divergence.", "ablation.", "turns.", "pattern.",
    "first_turn_rejected.", "action_mix.", "progress.", "recovery.", "feedback.",
)
# The 44 legal first moves, counted by hand: pawns, cannons, rooks, horses,
# elephants, advisors, king.
OPENING = set(
    [f"{f}3{f}4" for f in "acegi"]
    + [f"{c}2{f}2" for c, fs in (("b", "acdefg"), ("h", "cdefgi")) for f in fs]
    + [f"{c}2{c}{r}" for c in "bh" for r in "134569"]
    + ["a0a1", "a0a2", "i0i1", "i0i2"]
    + ["b0a2", "b0c2", "h0g2", "h0i2"]
    + ["c0a2", "c0e2", "g0e2", "g0i2"]
    + ["d0e1", "f0e1", "e0e1"]
)
PATTERNS = [
    ("no_move", "No executed move"),
    ("sim_recovery", "Simulation rejected/aborted, then recovery"),
    ("sim_adopt", "Simulate, then adopt tested root"),
    ("sim_other_root", "Simulate, then choose different root"),
    ("observe", "Observe, then move"),
    ("direct", "Direct execution"),
    ("other", "Other explicit action, then move"),
]


class Check:
    def __init__(self, tables):
        self.db = duckdb.connect()
        for name in ("trials", "turns", "actions", "simulations"):
            path = tables / f"{name}.parquet"
            source = path if path.exists() else tables / name / "*.parquet"
            self.db.execute(f"create view {name}_all as select * from read_parquet('{source}')")
        self.db.execute("create view t as select * from trials_all where selected")
        for name in ("turns", "actions", "simulations"):
            self.db.execute(
                f"create view {name} as select x.*, t.model, t.setting, t.case_id, t.success,"
                f" coalesce(t.max_simulate_steps, 8) as cap"
                f" from {name}_all x join t on x.trial_id = t.trial_id"
            )
        self.settings = [row[0] for row in self.sql("select distinct setting from t")]
        self.models = [row[0] for row in self.sql("select distinct model from t")]
        self.numbers = {}

    def sql(self, query):
        return self.db.execute(query).fetchall()

    def one(self, query):
        return self.sql(query)[0][0]

    def put(self, key, value):
        self.numbers[key] = None if value is None else float(value)

    def simulation(self):
        ended = {"complete": "complete", "illegal": "illegal", "terminal": "terminal", "capped": "capped",
                 "over_budget": "over_budget", "other_rejected": "refused"}
        accepted = "ending in ('complete','illegal','terminal','capped')"
        for setting in self.settings:
            key = KEYS.get(setting, setting)
            where = f"from simulations where setting = '{setting}'"
            count = lambda more: self.one(f"select count(*) {where} and {more}")
            for name, ending in ended.items():
                self.put(f"sim.{key}.{name}", count(f"ending = '{ending}'"))
            n = count(accepted)
            self.put(f"sim.{key}.requests", count("true"))
            self.put(f"sim.{key}.accepted", n)
            self.put(f"sim.{key}.requested_over_cap", count(f"{accepted} and requested > cap"))
            self.put(f"sim.{key}.illegal_share", count("ending = 'illegal'") / n if n else None)
            for name, low, high in (("1", 1, 1), ("2", 2, 2), ("3-4", 3, 4), ("5-8", 5, 8), (">8", 9, 10**9)):
                within = f"requested between {low} and {high}"
                self.put(f"sim.{key}.len.{name}.n", count(f"{accepted} and {within}"))
                for ending in ("complete", "illegal", "terminal", "capped"):
                    self.put(f"sim.{key}.len.{name}.{ending}", count(f"ending = '{ending}' and {within}"))
            self.put(f"adoption.{key}.lines", count(f"adopted and {accepted}"))
            self.put(f"adoption.{key}.turns", self.one(
                f"select count(*) from (select distinct trial_id, turn {where} and adopted and {accepted})"))
            comparable = "adopted and ending = 'complete' and requested >= 2 and actual_reply is not null"
            pairs = count(comparable)
            different = count(f"{comparable} and actual_reply <> assumed_reply")
            self.put(f"divergence.{key}.comparable", pairs)
            self.put(f"divergence.{key}.different", different)
            self.put(f"divergence.{key}.share", different / pairs if pairs else None)
        if "repl-sighted" not in self.settings:
            return
        present = [m for m in self.models if self.one(
            f"select count(*) from t where setting = 'repl-sighted' and model = '{m}'")]
        for model in present + ["all"]:
            own = "setting = 'repl-sighted'" + ("" if model == "all" else f" and model = '{model}'")
            self.put(f"sim.first_turn_trials.{model}", self.one(
                f"select count(distinct trial_id) from actions where {own} and turn = 1 and command = 'simulate'"))
            turns = self.one(f"select count(*) from turns where {own}")
            for name, which in (("requests", "command = 'simulate'"), ("accepted", "category = 'simulate'")):
                calls = self.one(f"select count(*) from actions where {own} and {which}")
                self.put(f"sim.per_turn.{name}.{model}", calls / turns if turns else None)
            lines = self.one(f"select count(*) from simulations where {own} and ending = 'complete'")
            self.put(f"sim.per_turn.complete.{model}", lines / turns if turns else None)

    def wins(self, model, setting):
        return dict((case, (k, n)) for case, k, n in self.sql(
            f"select case_id, sum(success::int), count(*) from t where model = '{model}'"
            f" and setting = '{setting}' group by 1 order by 1"))

    def ablation(self):
        for model in self.models:
            cells = {arm: self.wins(model, arm) for arm, *_ in ARMS}
            if not any(cells.values()):
                continue
            for arm, *_ in ARMS:
                if not cells[arm]:
                    continue
                own = f"model = '{model}' and setting = '{arm}'"
                at = f"ablation.{model}.{KEYS[arm]}"
                self.put(f"{at}.turns", self.one(f"select count(*) from turns where {own}"))
                count = lambda which: self.one(f"select count(*) from actions where {own} and {which}")
                self.put(f"{at}.attempts", count("command = 'move'"))
                self.put(f"{at}.rejected", count("command = 'move' and not accepted"))
                for verb in ("view_board", "get_legal_moves", "simulate"):
                    self.put(f"{at}.{verb}", count(f"command = '{verb}'"))
            for (a, *_), (b, *_) in itertools.combinations(ARMS, 2):
                at = f"ablation.{model}.{KEYS[a]}_minus_{KEYS[b]}"
                shared = sorted(set(cells[a]) & set(cells[b]), key=str.encode)
                if not shared:
                    for end in ("", ".more", ".fewer", ".p"):
                        self.put(at + end, None)
                    continue
                rate = lambda cell: cell[0] / cell[1]
                gaps = np.array([rate(cells[a][c]) - rate(cells[b][c]) for c in shared])
                more = sum(cells[a][c][0] > cells[b][c][0] for c in shared)
                fewer = sum(cells[a][c][0] < cells[b][c][0] for c in shared)
                self.put(at, gaps.mean())
                if len(shared) > 1:
                    draws = np.random.default_rng(SEED).integers(0, len(shared), size=(RESAMPLES, len(shared)))
                    low, high = np.quantile(gaps[draws].mean(axis=1), [0.025, 0.975])
                    self.put(f"{at}.lo", low)
                    self.put(f"{at}.hi", high)
                self.put(f"{at}.more", more)
                self.put(f"{at}.fewer", fewer)
                p = scipy.stats.binomtest(more, more + fewer, 0.5).pvalue if more + fewer else 1.0
                self.put(f"{at}.p", p)
            positions = set().union(*cells.values())
            for setting in ("repl-sighted", "repl-blind"):
                main = self.wins(model, setting)
                rates = [main[c][0] / main[c][1] for c in sorted(positions) if c in main]
                self.put(f"ablation.{model}.main_{KEYS[setting]}", np.mean(rates) if rates else None)

    def turns(self):
        for setting in self.settings:
            key = KEYS.get(setting, setting)
            self.put(f"turns.{key}", self.one(f"select count(*) from turns where setting = '{setting}'"))
            for number, (name, _) in enumerate(PATTERNS, 1):
                self.put(f"pattern.{key}.{name}", self.one(
                    f"select count(*) from turns where setting = '{setting}' and pattern = {number}"))
            rejected = self.sql(f"select argument from actions where setting = '{setting}' and turn = 1"
                                " and category = 'rejected_move'")
            self.put(f"first_turn_rejected.{key}.n", len(rejected))
            self.put(f"first_turn_rejected.{key}.opening_only", sum(row[0] in OPENING for row in rejected))

    def composition(self):
        self.db.execute(
            "create table placed as select *, (20 * (2 * (call - 1) + 1)) // (2 * n) as bin,"
            " (4 * (2 * (call - 1) + 1)) // (2 * n) + 1 as quarter"
            " from (select *, count(*) over (partition by trial_id) as n from actions)")
        for setting in self.settings:
            key = KEYS.get(setting, setting)
            present = [row[0] for row in self.sql(f"select distinct model from t where setting = '{setting}'")]
            for model in ["all"] + present:
                own = f"setting = '{setting}'" + ("" if model == "all" else f" and model = '{model}'")
                at = f"action_mix.{key}.{model}"
                which = {
                    "calls": "true",
                    "move": "category = 'move'",
                    "resign": "category = 'resign'",
                    "view_board": "category = 'state_query' and command = 'view_board'",
                    "get_legal_moves": "category = 'state_query' and command = 'get_legal_moves'",
                    "get_history": "category = 'state_query' and command = 'get_history'",
                    "simulate": "category in ('simulate', 'simulate_over_budget')",
                    "think": "category = 'think'",
                    "rejected": "category in ('rejected_move', 'other_rejected')",
                }
                sums = ", ".join(f"count(*) filter ({test})" for test in which.values())
                for name, n in zip(which, self.sql(f"select {sums} from placed where {own}")[0]):
                    self.put(f"{at}.{name}", n)
                for outcome, test in (("all", "true"), ("won", "success"), ("failed", "not success")):
                    at = f"progress.{key}.{model}.{outcome}"
                    parts = [""] + [f".q{q}" for q in range(1, 5)]
                    parts += [f".bin{b:02}" for b in range(20)] if model == "all" else []
                    for part, category in itertools.product(parts, CATEGORIES):
                        self.put(f"{at}{part}.{category}", 0)
                    groups = [("''", "")] + [("'.q' || quarter", ", quarter")]
                    groups += [("'.bin' || lpad(bin::varchar, 2, '0')", ", bin")] if model == "all" else []
                    for part, by in groups:
                        for name, category, n in self.sql(
                            f"select {part}, category, count(*) from placed where {own} and {test}"
                            f" group by category{by}"):
                            self.put(f"{at}{name}.{category}", n)

    def sequences(self):
        """Calls of every selected trial in order."""
        trials = collections.defaultdict(list)
        for row in self.sql(
            "select a.trial_id, a.setting, a.model, a.case_id, a.turn, a.command, a.category,"
            " s.ending, s.requested, s.adopted, s.assumed_reply, s.actual_reply"
            " from actions a left join simulations s on s.trial_id = a.trial_id and s.call = a.call"
            " order by a.trial_id, a.call"):
            trials[row[0]].append(row[1:])
        return trials

    def recovery_and_feedback(self):
        names = ["move", "rejected_move", "simulate", "think", "state_query", "resign", "other", "none"]
        events = ["rejected_move", "sim_complete", "sim_illegal", "sim_over_budget", "reply_mismatch"]
        after = collections.Counter()
        cases = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0, 0, 0]))
        for setting, model, case in self.sql("select distinct setting, model, case_id from t"):
            cases[setting, "all"][case]
            cases[setting, model][case]

        def following(call):
            if call is None:
                return "none"
            command, category = call[4], call[5]
            if command == "simulate":
                return "simulate"
            return "other" if category == "other_rejected" else category

        for calls in self.sequences().values():
            for at, call in enumerate(calls):
                setting, model, case, turn, _, category, ending, requested, adopted, assumed, actual = call
                same = [c for c in calls[at + 1:] if c[3] == turn]
                following_name = following(same[0] if same else None)
                if category == "rejected_move":
                    after[setting, "rejected_move", following_name] += 1
                    for group in ("all", model):
                        cell = cases[setting, group][case]
                        cell[0] += 1
                        for window in (1, 2, 3):
                            cell[window] += any(c[5] == "move" for c in same[:window])
                if ending in ("complete", "illegal", "over_budget"):
                    after[setting, f"sim_{ending}", following_name] += 1
                if adopted and ending == "complete" and requested >= 2 and actual and actual != assumed:
                    later = [c for c in calls if c[3] == turn + 1]
                    after[setting, "reply_mismatch", following(later[0] if later else None)] += 1
        for setting in self.settings:
            key = KEYS.get(setting, setting)
            for event in events:
                counts = [after[setting, event, name] for name in names]
                self.put(f"feedback.{key}.{event}.n", sum(counts))
                for name, count in zip(names, counts):
                    self.put(f"feedback.{key}.{event}.{name}", count)
        for (setting, model), by_case in cases.items():
            at = f"recovery.{KEYS.get(setting, setting)}.{model}"
            table = np.array([by_case[c] for c in sorted(by_case, key=str.encode)], dtype=float)
            n = table[:, 0].sum()
            self.put(f"{at}.n", n)
            draws = np.random.default_rng(SEED).integers(0, len(table), size=(RESAMPLES, len(table)))
            below = table[:, 0][draws].sum(axis=1)
            for window in (1, 2, 3):
                k = table[:, window].sum()
                self.put(f"{at}.within_{window}", k)
                self.put(f"{at}.rate_{window}", k / n if n else None)
                if n and len(table) > 1:
                    above = table[:, window][draws].sum(axis=1)[below > 0]
                    low, high = np.quantile(above / below[below > 0], [0.025, 0.975])
                    self.put(f"{at}.rate_{window}.lo", low)
                    self.put(f"{at}.rate_{window}.hi", high)

    # Tables, as printed.

    def tables(self, names, order):
        sighted, blind = "repl-sighted", "repl-blind"
        percent = lambda k, n: f"{100 * k / n:.1f}" if n else ""
        yield "table06_ablation", (
            [names.get(model, model), label, str(refresh), str(queries)]
            + self.arm(model, arm, queries)
            for model in order for arm, label, refresh, queries in ARMS if self.wins(model, arm))
        accepted = "ending in ('complete','illegal','terminal','capped')"
        tests = [
            ("Requested simulation", "true"),
            ("At least one accepted simulation call", accepted),
            ("At least one full legal requested line", "ending = 'complete'"),
            ("At least one mid-line invalid step", "ending = 'illegal'"),
            ("At least one capped request", f"{accepted} and requested > cap"),
        ]
        def measure(setting, test):
            return self.one("select count(distinct trial_id) from simulations"
                            f" where setting = '{setting}' and {test}")
        def row(label, count):
            return [label] + [str(count(s)) if s in self.settings else "" for s in (sighted, blind)]
        rows = [row("Trajectory denominator",
                    lambda s: self.one(f"select count(*) from t where setting = '{s}'"))]
        rows += [row(label, lambda s, test=test: measure(s, test)) for label, test in tests]
        rows.append(row("Only budget/protocol rejected", lambda s: self.one(
            "select count(*) from (select trial_id, bool_or(" + accepted + ") as any_ok from simulations"
            f" where setting = '{s}' group by 1) where not any_ok")))
        yield "table07_simuse", rows
        present = [m for m in order if self.wins(m, sighted)]
        own = lambda m: f"from simulations where setting = '{sighted}' and model = '{m}'"
        yield "table08_simmodel", (
            [names.get(m, m)] + [str(self.one(f"select {what} {own(m)} and {test}")) for what, test in (
                ("count(distinct trial_id)", "true"),
                ("count(distinct trial_id)", "ending = 'complete'"),
                ("count(*)", accepted), ("count(*)", f"not {accepted}"))]
            for m in present)
        def lengths(m):
            n, median, mean, one = self.sql(
                f"select count(*), median(requested), avg(requested), count(*) filter (requested = 1)"
                f" {own(m)} and {accepted}")[0]
            if not n:
                return ["", "", "", ""]
            return [f"{median:g}", f"{mean:.2f}", percent(one, n), percent(n - one, n)]
        yield "table09_simlen", ([names.get(m, m)] + lengths(m) for m in present)
        def pattern(setting, number):
            if setting not in self.settings:
                return ["", ""]
            n = self.one(f"select count(*) from turns where setting = '{setting}'")
            k = self.one(f"select count(*) from turns where setting = '{setting}' and pattern = {number}")
            return [str(k), percent(k, n)]
        yield "table10_patterns", (
            [label] + pattern(sighted, number) + pattern(blind, number)
            for number, (_, label) in enumerate(PATTERNS, 1))

    def arm(self, model, arm, queries):
        cells = self.wins(model, arm)
        at = f"ablation.{model}.{KEYS[arm]}"
        pass1 = np.mean([k / n for k, n in cells.values()])
        attempts, turns = self.numbers[f"{at}.attempts"], self.numbers[f"{at}.turns"]
        rejected = f"{100 * self.numbers[f'{at}.rejected'] / attempts:.1f}" if attempts else ""
        per_turn = [f"{self.numbers[f'{at}.{verb}'] / turns:.2f}" if queries and turns else ""
                    for verb in ("view_board", "get_legal_moves", "simulate")]
        solved = sum(k > 0 for k, _ in cells.values())
        return [f"{100 * pass1:.1f}", str(solved), str(len(cells)), rejected] + per_turn


def same(a, b):
    return a == b or (a is not None and b is not None and abs(a - b) <= 1e-12 * max(1.0, abs(a)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("run", type=pathlib.Path)
    parser.add_argument("--tables", type=pathlib.Path)
    options = parser.parse_args()
    assert len(OPENING) == 44, len(OPENING)
    check = Check(options.tables or options.run / "tables")
    check.simulation()
    check.ablation()
    check.turns()
    check.composition()
    check.recovery_and_feedback()
    reported = json.loads((options.run / "numbers.json").read_text())["numbers"]
    reported = {key: value for key, value in reported.items() if key.startswith(GROUPS)}
    faults = 0
    for key in sorted(set(reported) | set(check.numbers)):
        if key not in reported:
            problem = "missing"
        elif key not in check.numbers:
            problem = f"unexpected: {reported[key]}"
        elif not same(reported[key], check.numbers[key]):
            problem = f"{reported[key]} is not {check.numbers[key]}"
        else:
            continue
        faults += 1
        print(f"{key}: {problem}")
    with open(options.run / "csv" / "table02_models.csv", newline="") as file:
        models = list(csv.DictReader(file))
    names = {row["model_id"]: row["model"] for row in models}
    order = [row["model_id"] for row in models]
    cells = 0
    for name, rows in check.tables(names, order):
        with open(options.run / "csv" / f"{name}.csv", newline="") as file:
            printed = list(csv.reader(file))[1:]
        expected = [list(row) for row in rows]
        cells += sum(map(len, printed))
        for at, (a, b) in enumerate(itertools.zip_longest(printed, expected)):
            if a != b:
                faults += 1
                print(f"{name}, row {at + 1}: {a} is not {b}")
    print(f"{len(check.numbers)} keys and {cells} cells compared, {faults} differences")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
