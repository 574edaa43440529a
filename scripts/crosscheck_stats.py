#!/usr/bin/env python3
"""Check recount's statistics against NumPy and SciPy.

    crosscheck_stats.py check [--command CMD] [--cases N] [--seed S]
        Ask the `stats_values` example for thousands of random cases and compare.
        Draws, sums, quantiles, pass@k, pass^k and bootstrap intervals must agree
        in every bit; the rest within 1e-12.

    crosscheck_stats.py golden [--path FILE]
        Rewrite data/golden/numpy.json with what this NumPy and SciPy compute.
        The official tool's figures in it ("official") are not computed here but
        kept, after checking that NumPy reproduces them from the win counts.

Needs numpy >= 2 and scipy. Exits with 1 on any difference.
"""

import argparse
import collections
import json
import math
import pathlib
import random
import shlex
import struct
import subprocess
import sys
import time

import numpy as np
import scipy
import scipy.stats

ROOT = pathlib.Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "data" / "golden" / "numpy.json"
COMMAND = "cargo run --quiet --release --example stats_values"
TOLERANCE = 1e-12
RESAMPLES = 4000
SEED = 2027


# --- The reference --------------------------------------------------------


def pass_at_k(c, k, n):
    if k > n:
        return 1.0 if c > 0 else 0.0
    return 1.0 - math.comb(n - c, k) / math.comb(n, k)


def pass_hat_k(c, k, n):
    if k > n:
        return 0.0
    return math.comb(c, k) / math.comb(n, k)


def draws(n, resamples, seed):
    return np.random.default_rng(seed).integers(0, n, size=(resamples, n))


def bootstrap_mean(values, resamples, seed):
    values = np.asarray(values, dtype=float)
    if len(values) < 2:
        return None
    means = values[draws(len(values), resamples, seed)].mean(axis=1)
    return [float(end) for end in np.quantile(means, [0.025, 0.975])]


def bootstrap_ratio(above, below, resamples, seed):
    above, below = np.asarray(above, dtype=float), np.asarray(below, dtype=float)
    if len(above) < 2:
        return [None, 0]
    index = draws(len(above), resamples, seed)
    above, below = above[index].sum(axis=1), below[index].sum(axis=1)
    kept = below != 0
    dropped = int(resamples - kept.sum())
    if not kept.any():
        return [None, dropped]
    ratios = above[kept] / below[kept]
    return [[float(end) for end in np.quantile(ratios, [0.025, 0.975])], dropped]


def mixed(seed, bound, count):
    rng = np.random.default_rng(seed)
    return [
        [int(rng.integers(0, bound)), float(rng.random()), rng.permutation(turn).tolist()]
        for turn in range(count)
    ]


def wilson(k, n):
    ends = scipy.stats.binomtest(k, n).proportion_ci(0.95, method="wilson")
    return [float(ends.low), float(ends.high)]


def sign_test(more, fewer):
    if more + fewer == 0:
        return 1.0
    return float(scipy.stats.binomtest(more, more + fewer, 0.5).pvalue)


def spearman(x, y):
    if len(x) < 2 or len(set(x)) == 1 or len(set(y)) == 1:
        return None
    return float(scipy.stats.spearmanr(x, y).statistic)


def split(solved, q):
    chances = [float(scipy.stats.binom.pmf(j, 3, q)) for j in (1, 2, 3)]
    return [solved * chance / sum(chances) for chance in chances]


# --- Random cases ---------------------------------------------------------


def bits(value):
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def random_values(rnd, least, most):
    """A vector of one of the kinds that occur: 0/1, thirds, fractions, any."""
    n = rnd.randint(least, most)
    kind = rnd.randrange(5)
    if kind == 0:
        return [float(rnd.random() < 0.3) for _ in range(n)]
    if kind == 1:
        return [rnd.randrange(4) / 3 for _ in range(n)]
    if kind == 2:
        return [1.0 - rnd.randrange(4) / 3 for _ in range(n)]
    if kind == 3:
        return [rnd.random() for _ in range(n)]
    return [rnd.gauss(0, 1) * 10 ** rnd.randint(-6, 6) for _ in range(n)]


def random_seed(rnd):
    return rnd.choice([rnd.randrange(10_000), rnd.randrange(1 << 32), rnd.randrange(1 << 64)])


def random_bound(rnd):
    """Small, near a power of two on either side of 32 bits, or huge."""
    power = rnd.randint(1, 62)
    return max(1, rnd.choice([rnd.randint(1, 400), (1 << power) + rnd.randint(-2, 2), rnd.randint(1, 1 << 62)]))


def case_integers(rnd):
    seed, bound, count = random_seed(rnd), random_bound(rnd), rnd.randint(1, 300)
    expected = np.random.default_rng(seed).integers(0, bound, size=count).tolist()
    return {"seed": seed, "bound": bound, "count": count}, expected


def case_permutation(rnd):
    seed, n = random_seed(rnd), rnd.randint(0, 300)
    return {"seed": seed, "n": n}, np.random.default_rng(seed).permutation(n).tolist()


def case_random(rnd):
    seed, count = random_seed(rnd), rnd.randint(1, 100)
    return {"seed": seed, "count": count}, np.random.default_rng(seed).random(count).tolist()


def case_mixed(rnd):
    seed, bound, count = random_seed(rnd), random_bound(rnd), rnd.randint(1, 12)
    return {"seed": seed, "bound": bound, "count": count}, mixed(seed, bound, count)


def case_sum(rnd):
    values = random_values(rnd, 1, rnd.choice([20, 300, 20_000]))
    return {"values": [bits(v) for v in values]}, [float(np.sum(values)), float(np.mean(values))]


def case_quantile(rnd):
    values = random_values(rnd, 1, rnd.choice([5, 400]))
    q = rnd.choice([0.0, 0.025, 0.25, 0.5, 0.75, 0.975, 1.0, rnd.random()])
    request = {"values": [bits(v) for v in values], "q_bits": bits(q)}
    return request, float(np.quantile(values, q, method="linear"))


def case_median(rnd):
    values = random_values(rnd, 1, 400)
    return {"values": [bits(v) for v in values]}, float(np.median(values))


def case_pass(rnd):
    n = rnd.randint(0, rnd.choice([5, 60, 120]))
    c, k = rnd.randint(0, n), rnd.randint(0, n + 2)
    return {"successes": c, "k": k, "n": n}, [pass_at_k(c, k, n), pass_hat_k(c, k, n)]


def case_pass_large(rnd):
    n = rnd.randint(121, 900)
    c, k = rnd.randint(0, n), rnd.randint(0, n)
    return {"op": "pass", "successes": c, "k": k, "n": n}, [pass_at_k(c, k, n), pass_hat_k(c, k, n)]


def case_bootstrap_mean(rnd):
    values, seed = random_values(rnd, 1, 300), random_seed(rnd)
    resamples = rnd.choice([RESAMPLES, RESAMPLES, 1000, rnd.randint(1, 50)])
    request = {"values": [bits(v) for v in values], "resamples": resamples, "seed": seed}
    return request, bootstrap_mean(values, resamples, seed)


def case_bootstrap_ratio(rnd):
    seed = random_seed(rnd)
    n = rnd.randint(1, rnd.choice([4, 300]))
    below = [float(rnd.choice([0, 0, 1, rnd.randint(0, 40)])) for _ in range(n)]
    above = [rnd.random() * value for value in below]
    resamples = rnd.choice([RESAMPLES, rnd.randint(1, 50)])
    request = {
        "numerators": [bits(v) for v in above],
        "denominators": [bits(v) for v in below],
        "resamples": resamples,
        "seed": seed,
    }
    return request, bootstrap_ratio(above, below, resamples, seed)


def case_wilson(rnd):
    n = rnd.randint(1, rnd.choice([10, 400, 100_000]))
    k = rnd.choice([0, n, rnd.randint(0, n)])
    return {"successes": k, "trials": n}, wilson(k, n)


def case_sign_test(rnd):
    most = rnd.choice([10, 120, 3000])
    more, fewer = rnd.randint(0, most), rnd.randint(0, most)
    return {"more": more, "fewer": fewer}, sign_test(more, fewer)


def case_spearman(rnd):
    n = rnd.randint(2, 80)
    levels = rnd.choice([2, 5, 1000])
    x = [float(rnd.randrange(levels)) for _ in range(n)]
    y = [rnd.choice([value, rnd.randrange(levels) / 4]) for value in x]
    return {"x": [bits(v) for v in x], "y": [bits(v) for v in y]}, spearman(x, y)


def case_split(rnd):
    solved, q = rnd.randint(0, 119), rnd.choice([1.0, rnd.uniform(1e-3, 1)])
    return {"solved": solved, "q_bits": bits(q)}, split(solved, q)


# Name, generator, exact, share of the requested number of cases.
SUITES = [
    ("integers", case_integers, True, 1.0),
    ("permutation", case_permutation, True, 1.0),
    ("random", case_random, True, 0.5),
    ("mixed", case_mixed, True, 1.0),
    ("sum", case_sum, True, 1.0),
    ("quantile", case_quantile, True, 2.0),
    ("median", case_median, True, 1.0),
    ("pass", case_pass, True, 4.0),
    ("pass_large", case_pass_large, False, 1.0),
    ("bootstrap_mean", case_bootstrap_mean, True, 1.0),
    ("bootstrap_ratio", case_bootstrap_ratio, True, 0.5),
    ("wilson", case_wilson, False, 2.0),
    ("sign_test", case_sign_test, False, 2.0),
    ("spearman", case_spearman, False, 2.0),
    ("split", case_split, False, 1.0),
]


def same(answer, expected, exact):
    if isinstance(expected, list):
        return (
            isinstance(answer, list)
            and len(answer) == len(expected)
            and all(same(a, e, exact) for a, e in zip(answer, expected))
        )
    if expected is None or isinstance(answer, (dict, list, type(None))):
        return answer is expected
    if exact or isinstance(expected, int):
        return answer == expected
    return abs(answer - expected) <= TOLERANCE


def check(args):
    rnd = random.Random(args.seed)
    failures = 0
    for name, make, exact, share in SUITES:
        started = time.monotonic()
        cases = [make(rnd) for _ in range(max(1, int(args.cases * share)))]
        lines = [json.dumps({"op": name, **request}) for request, _ in cases]
        asked = time.monotonic()
        run = subprocess.run(
            shlex.split(args.command),
            input="\n".join(lines) + "\n",
            capture_output=True,
            text=True,
            cwd=ROOT,
        )
        answered = time.monotonic()
        if run.returncode != 0:
            sys.exit(f"{args.command} failed on {name}:\n{run.stderr}")
        answers = [json.loads(line) for line in run.stdout.splitlines()]
        if len(answers) != len(cases):
            sys.exit(f"{name}: {len(cases)} requests, {len(answers)} answers")
        wrong = [
            (line, answer, expected)
            for line, answer, (_, expected) in zip(lines, answers, cases)
            if not same(answer, expected, exact)
        ]
        failures += len(wrong)
        how = "bits" if exact else f"{TOLERANCE:g}"
        print(
            f"{name:16} {len(cases):6} cases ({how}), {len(wrong)} differ"
            f"  [reference {asked - started:.1f} s, recount {answered - asked:.1f} s]"
        )
        for line, answer, expected in wrong[:3]:
            print(f"  request  {line[:300]}\n  recount  {answer}\n  expected {expected}")
    return failures


# --- Golden file ----------------------------------------------------------


def exact_text(value):
    """Doubles as text, so that any reader parses them with its exact parser."""
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, list):
        return [exact_text(item) for item in value]
    if isinstance(value, dict):
        return {key: exact_text(item) for key, item in value.items()}
    return value


def official_figures(wins):
    """What the official tool prints for a row of win counts out of three."""
    figures = {}
    for k in (1, 2, 3):
        at = [pass_at_k(c, k, 3) for c in wins]
        # The tool takes pass^1 to be pass@1, value and interval.
        hat = at if k == 1 else [pass_hat_k(c, k, 3) for c in wins]
        hat_seed = SEED + 100 * k + (400 if k > 1 else 0)
        for name, values, seed in (("pass_at", at, SEED + 100 * k), ("pass_hat", hat, hat_seed)):
            ends = bootstrap_mean(values, RESAMPLES, seed)
            figures.setdefault(name, []).append([float(np.mean(values)), *ends])
    return figures


def golden(args):
    path = pathlib.Path(args.path)
    kept = json.loads(path.read_text())["official"]
    failures = 0
    for row in kept:
        figures = exact_text(official_figures([int(c) for c in row["wins"]]))
        if any(figures[name] != row[name] for name in figures):
            failures += 1
            print(f"official figures not reproduced: {row}")

    sections = collections.OrderedDict()
    sections["integers"] = [
        {"seed": seed, "bound": bound, "draws": np.random.default_rng(seed).integers(0, bound, size=count).tolist()}
        for seed, bound, count in [(s, 119, 24) for s in (2027, 2127, 2227, 2327, 2627, 2727)]
        + [(1 << 40, 3 << 30, 12), (2**64 - 1, 1 << 32, 8), (0, 3 << 61, 8), (7, 2, 40)]
    ]
    sections["permutation"] = [
        {"seed": seed, "order": np.random.default_rng(seed).permutation(n).tolist()}
        for seed, n in [(2027, 119), (0, 10), (12345678901, 33)]
    ]
    sections["random"] = [
        {"seed": seed, "values": np.random.default_rng(seed).random(4).tolist()} for seed in (0, 2027, 2**64 - 1)
    ]
    ladder = "0123" * 29 + "003"
    sections["bootstrap_mean"] = []
    for seed in (2127, 2227, 2327, 2627, 2727):
        values = [int(c) / 3 for c in ladder]
        sections["bootstrap_mean"].append(
            {
                "seed": seed,
                "thirds": ladder,
                "mean": float(np.mean(values)),
                "interval": bootstrap_mean(values, RESAMPLES, seed),
            }
        )
    sections["quantile"] = [
        {"n": n, "q": q, "value": float(np.quantile(np.sqrt(np.arange(n)), q))}
        for n, q in [(1, 0.3), (2, 0.5), (10, 0.025), (10, 0.975), (101, 0.333), (4000, 0.025), (4000, 0.975)]
    ]
    sections["pass"] = [
        [n, c, k, pass_at_k(c, k, n), pass_hat_k(c, k, n)]
        for n in (1, 3, 5, 8)
        for c in range(n + 1)
        for k in range(1, n + 1)
    ] + [[n, c, k, pass_at_k(c, k, n), pass_hat_k(c, k, n)] for n, c, k in [(2, 1, 3), (2, 2, 3), (64, 20, 32), (120, 70, 60)]]
    sections["wilson"] = [[k, n, *wilson(k, n)] for k, n in [(0, 119), (1, 3), (5, 10), (118, 119), (357, 357)]]
    sections["sign_test"] = [[a, b, sign_test(a, b)] for a, b in [(0, 0), (1, 5), (8, 2), (30, 51), (400, 480)]]
    sections["spearman"] = [
        {"x": x, "y": y, "rho": spearman(x, y)}
        for x, y in [([1.0, 2.0, 3.0, 4.0], [1.0, 5.0, 5.0, 8.0]), ([3.0, 1.0, 2.0, 2.0, 9.0], [0.0, 4.0, 1.0, 4.0, 0.5])]
    ]
    sections["official"] = kept

    lines = [f' "numpy": "{np.__version__}"', f' "scipy": "{scipy.__version__}"']
    for name, entries in sections.items():
        rows = ",\n".join("  " + json.dumps(exact_text(entry), separators=(",", ":")) for entry in entries)
        lines.append(f' "{name}": [\n{rows}\n ]')
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    path.write_text(text)
    print(f"{path}: {len(text)} bytes, {sum(map(len, sections.values()))} entries")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    compare = actions.add_parser("check", help="compare random cases")
    compare.add_argument("--command", default=COMMAND, help=f"program that answers requests (default: {COMMAND})")
    compare.add_argument("--cases", type=int, default=1000, help="base number of cases a suite (default: 1000)")
    compare.add_argument("--seed", type=int, default=1, help="seed of the random cases (default: 1)")
    compare.set_defaults(run=check)
    rewrite = actions.add_parser("golden", help="rewrite the golden file")
    rewrite.add_argument("--path", default=GOLDEN, help="golden file")
    rewrite.set_defaults(run=golden)
    args = parser.parse_args()
    sys.exit(1 if args.run(args) else 0)


if __name__ == "__main__":
    main()
