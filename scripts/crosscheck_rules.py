#!/usr/bin/env python3
"""Check recount's xiangqi rules against two other rules engines.

    crosscheck_rules.py [--command CMD] [--positions N] [--seed S] [--longest PLIES]
                        [--jobs N]

Plays random games from the start and from every root of data/perft/xiangqi.csv,
in turn, until N different positions have come up. In each, the set of legal moves
and whether the side to move is in check must agree between recount and cchess,
and between recount and pyffish wherever pyffish can load the position (it cannot
if a pawn stands on its own back rank; those are counted, not compared).

CMD reads one FEN per line and prints {"fen", "legal", "check"} per line.

Needs cchess 1.25.5 and pyffish 0.0.90. Exits with 1 on any difference.
"""

import argparse
import collections
import csv
import itertools
import json
import multiprocessing
import pathlib
import random
import shlex
import subprocess
import sys
import time

import cchess
import pyffish

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOTS = ROOT / "data" / "perft" / "xiangqi.csv"
COMMAND = "cargo run --quiet --release -- rules xiangqi legal --json --stdin"
SHOWN = 10


# --- Boards ---------------------------------------------------------------


def read_board(fen):
    """Pieces by square ("e0"), and the side to move."""
    placement, side = fen.split()[:2]
    board = {}
    for rank, text in zip(range(9, -1, -1), placement.split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
            else:
                board["abcdefghi"[file] + str(rank)] = letter
                file += 1
    return board, side


def write_board(board, side):
    ranks = []
    for rank in range(9, -1, -1):
        text, empty = "", 0
        for file in "abcdefghi":
            piece = board.get(file + str(rank))
            if piece is None:
                empty += 1
                continue
            text += (str(empty) if empty else "") + piece
            empty = 0
        ranks.append(text + (str(empty) if empty else ""))
    return "/".join(ranks) + " " + side


def play(fen, move):
    board, side = read_board(fen)
    board[move[2:]] = board.pop(move[:2])
    return write_board(board, "b" if side == "w" else "w")


# --- The engines ----------------------------------------------------------


def ask_cchess(fen):
    board = cchess.ChessBoard(fen)
    legal = [
        cchess.pos2iccs(source, target)
        for source, target in board.create_moves()
        if not board.is_checked_move(source, target)
    ]
    board.move_player.next()
    check = board.is_checking()
    return sorted(legal), bool(check)


def from_ranks_of_ten(move):
    """pyffish counts ranks from 1 to 10: "e10e9" is e9e8."""
    split = 3 if move[2].isdigit() else 2
    squares = move[:split], move[split:]
    return "".join(square[0] + str(int(square[1:]) - 1) for square in squares)


def ask_pyffish(fen):
    """Legal moves and check, or None if the position cannot be loaded."""
    placement, side = fen.split()
    ranks = placement.split("/")
    if "p" in ranks[0] or "P" in ranks[-1]:
        return None
    full = f"{fen} - - 0 1"
    if pyffish.validate_fen(full, "xiangqi") != pyffish.FEN_OK:
        return None
    legal = sorted(map(from_ranks_of_ten, pyffish.legal_moves("xiangqi", full, [])))
    return legal, bool(pyffish.gives_check("xiangqi", full, []))


def ask_recount(command, fens):
    run = subprocess.run(
        shlex.split(command),
        input="".join(fen + "\n" for fen in fens),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    if run.returncode != 0:
        sys.exit(f"{command} failed: {run.stderr.strip()}")
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    if len(answers) != len(fens):
        sys.exit(f"{command} answered {len(answers)} of {len(fens)} positions")
    return answers


# --- The comparison -------------------------------------------------------


def random_game(task):
    """The positions of one random game, each with what the engines say of it."""
    root, longest, seed = task
    rng = random.Random(seed)
    fen = root
    answers = {}
    for _ in range(longest):
        if fen not in answers:
            answers[fen] = ask_cchess(fen), ask_pyffish(fen)
        legal = answers[fen][0][0]
        if not legal:
            break
        fen = play(fen, rng.choice(legal))
    return answers


def random_positions(roots, args):
    """Different positions of random games, and how many games that took."""
    tasks = (
        (roots[game % len(roots)], args.longest, f"{args.seed}/{game}")
        for game in itertools.count()
    )
    seen = {}
    games = 0
    with multiprocessing.Pool(args.jobs) as pool:
        while len(seen) < args.positions:
            batch = list(itertools.islice(tasks, 8 * args.jobs))
            for answers in pool.imap(random_game, batch):
                if len(seen) < args.positions:
                    seen.update(answers)
                    games += 1
    return dict(itertools.islice(seen.items(), args.positions)), games


def main():
    parser = argparse.ArgumentParser(
        description="Check recount's xiangqi rules against cchess and pyffish."
    )
    parser.add_argument("--command", default=COMMAND, help="what to ask (default: %(default)s)")
    parser.add_argument("--positions", type=int, default=100_000, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument(
        "--longest", type=int, default=200, help="plies of a game (default: %(default)s)"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: %(default)s)")
    args = parser.parse_args()

    began = time.monotonic()
    with ROOTS.open(newline="") as file:
        roots = [row["fen"] for row in csv.DictReader(file)]
    seen, games = random_positions(roots, args)
    answers = ask_recount(args.command, list(seen))

    counts = collections.Counter()
    differences = []
    for (fen, (of_cchess, of_pyffish)), answer in zip(seen.items(), answers):
        if answer.get("fen") != fen:
            differences.append(f"fen: {fen} echoed as {answer.get('fen')}")
            continue
        ours = sorted(answer["legal"]), answer["check"]
        counts["positions"] += 1
        counts["legal moves"] += len(ours[0])
        counts["in check"] += ours[1]
        counts["without a legal move"] += not ours[0]
        counts["compared with cchess"] += 1
        counts["compared with pyffish"] += of_pyffish is not None
        counts["skipped by pyffish"] += of_pyffish is None
        for name, theirs in ("cchess", of_cchess), ("pyffish", of_pyffish):
            if theirs is None or theirs == ours:
                continue
            counts[f"differences from {name}"] += 1
            only_ours = sorted(set(ours[0]) - set(theirs[0]))
            only_theirs = sorted(set(theirs[0]) - set(ours[0]))
            differences.append(
                f"{name}: {fen}: only recount {only_ours}, only {name} {only_theirs}, "
                f"check {ours[1]} against {theirs[1]}"
            )

    seconds = time.monotonic() - began
    print(f"{games} games from {len(roots)} roots, seed {args.seed}, {seconds:.0f} s")
    for name, count in counts.items():
        print(f"{count:>10,} {name}")
    for line in differences[:SHOWN]:
        print(line)
    print(f"{len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
