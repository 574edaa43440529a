#!/usr/bin/env python3
"""Check recount's rule defender against the benchmark's own.

    crosscheck_defender.py [--command CMD] [--positions N] [--fens FILE] [--plain M]
                           [--seconds S] [--seed S] [--jobs J]

Collects N different positions with Black to move that come up in play: those of
FILE (a FEN a line), and random games from data/positions/xiangqi.csv, in which
both sides favour checks and captures. In each, recount's `rule` must choose the
move that xiangqibench's RuleDefender chooses at its standard depth.

CMD reads {"fen": start, "moves": [...]} per line and prints {"move": ...}.

RuleDefender itself needs minutes to hours for a position with many replies. So
its own search (`_MateSolver.search`, `forced_mate_search`) is run on a faster
board, written below and compiled by numba, and its replies are judged in the
order in which it prefers them, so that the first safe one ends the work. Nodes of
depth 0 are settled by whether there is a legal move, which is what the search
does with them, and its cache is keyed by the position and kept between calls,
where the original keys it by the board object.

The faster board is compared with cchess (legal moves, checks given) in every
position, and the shortcut as a whole with the untouched RuleDefender in the M
positions with the fewest replies that it solves within S seconds each.

Needs xiangqibench, cchess and numba. Exits with 1 on any difference.
"""

import argparse
import csv
import json
import multiprocessing
import pathlib
import random
import shlex
import subprocess
import sys
import time

import cchess
import numba
import numpy as np
from xiangqibench.defender import RuleDefender
from xiangqibench.defender import search as official

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOTS = ROOT / "data" / "positions" / "xiangqi.csv"
COMMAND = "cargo run --quiet --release --example defender_moves -- rule"
DEPTH = 5
SHOWN = 10
LONGEST = 16
LETTERS = ".KABNRCPkabnrcp"

# --- A faster board -------------------------------------------------------
#
# Cells hold 0, or 1-7 for Red's K A B N R C P and 8-14 for Black's; the index is
# 9 * rank + file. Sides are cchess's: 1 is Red, 2 is Black.


@numba.njit
def owner(cell):
    return 0 if cell == 0 else (1 if cell < 8 else 2)


@numba.njit
def palace(file, rank, side):
    return 3 <= file <= 5 and (rank <= 2 if side == 1 else rank >= 7)


@numba.njit
def pseudo(cells, side, out):
    """Moves that may leave the king attacked; capturing a king included."""
    n = 0
    for at in range(90):
        cell = cells[at]
        if owner(cell) != side:
            continue
        kind = cell if cell < 8 else cell - 7
        file, rank = at % 9, at // 9
        if kind == 5 or kind == 6:
            for d in range(4):
                df, dr = ((1, 0), (-1, 0), (0, 1), (0, -1))[d]
                f, r, screens = file + df, rank + dr, 0
                while 0 <= f < 9 and 0 <= r < 10:
                    target = cells[9 * r + f]
                    if target == 0:
                        if screens == 0:
                            out[n] = at * 90 + 9 * r + f
                            n += 1
                    else:
                        if screens == (1 if kind == 6 else 0) and owner(target) != side:
                            out[n] = at * 90 + 9 * r + f
                            n += 1
                        screens += 1
                        if screens > 1 or kind == 5:
                            break
                    f += df
                    r += dr
            continue
        for df in range(-2, 3):
            for dr in range(-2, 3):
                f, r = file + df, rank + dr
                if not (0 <= f < 9 and 0 <= r < 10) or owner(cells[9 * r + f]) == side:
                    continue
                a, b = abs(df), abs(dr)
                fits = False
                if kind == 1:
                    fits = a + b == 1 and palace(f, r, side)
                elif kind == 2:
                    fits = a == 1 and b == 1 and palace(f, r, side)
                    # The palace's corners and centre.
                    fits = fits and (f == 4) == (r == 1 or r == 8)
                elif kind == 3:
                    fits = a == 2 and b == 2 and (r <= 4 if side == 1 else r >= 5)
                    fits = fits and cells[9 * (rank + dr // 2) + file + df // 2] == 0
                elif kind == 4:
                    if a + b == 3 and a > 0 and b > 0:
                        leg = at + (df // 2 if a == 2 else 9 * (dr // 2))
                        fits = cells[leg] == 0
                elif kind == 7:
                    ahead = 1 if side == 1 else -1
                    crossed = rank > 4 if side == 1 else rank < 5
                    fits = (df == 0 and dr == ahead) or (crossed and dr == 0 and a == 1)
                if fits:
                    out[n] = at * 90 + 9 * r + f
                    n += 1
        if kind == 1:
            step = 9 if side == 1 else -9
            to = at + step
            while 0 <= to < 90 and cells[to] == 0:
                to += step
            if 0 <= to < 90 and cells[to] == (8 if side == 1 else 1):
                out[n] = at * 90 + to
                n += 1
    return n


@numba.njit
def attacks_king(cells, side, buffer):
    """Whether `side` could take the other king."""
    king = 8 if side == 1 else 1
    n = pseudo(cells, side, buffer)
    for i in range(n):
        if cells[buffer[i] % 90] == king:
            return True
    return False


@numba.njit
def legal(cells, side, out, checks, first_only):
    """Legal moves, and whether each gives check."""
    moves = np.empty(512, np.int32)
    buffer = np.empty(512, np.int32)
    count = 0
    for i in range(pseudo(cells, side, moves)):
        source, target = moves[i] // 90, moves[i] % 90
        taken = cells[target]
        cells[target] = cells[source]
        cells[source] = 0
        if not attacks_king(cells, 3 - side, buffer):
            out[count] = moves[i]
            checks[count] = not first_only and attacks_king(cells, side, buffer)
            count += 1
        cells[source] = cells[target]
        cells[target] = taken
        if first_only and count:
            break
    return count


class Board:
    """As much of a cchess board as the official search asks for."""

    __slots__ = ("cells", "move_player", "zhash")
    out = np.empty(512, np.int32)
    checks = np.empty(512, np.bool_)

    def __init__(self, cells, side):
        self.cells = cells
        self.move_player = side
        self.zhash = (cells.tobytes(), side)

    @classmethod
    def read(cls, fen):
        placement, side = fen.split()[:2]
        cells = np.zeros(90, np.int8)
        for rank, text in zip(range(9, -1, -1), placement.split("/")):
            file = 0
            for letter in text:
                if letter.isdigit():
                    file += int(letter)
                else:
                    cells[9 * rank + file] = LETTERS.index(letter)
                    file += 1
        return cls(cells, cchess.BLACK if side == "b" else cchess.RED)

    def fen(self):
        ranks = []
        for rank in range(9, -1, -1):
            text = "".join(LETTERS[cell] for cell in self.cells[9 * rank : 9 * rank + 9])
            for empty in range(9, 0, -1):
                text = text.replace("." * empty, str(empty))
            ranks.append(text)
        return "/".join(ranks) + (" w" if self.move_player == cchess.RED else " b")

    def moves(self):
        """Legal moves as (source, target, gives check)."""
        n = legal(self.cells, self.move_player, self.out, self.checks, False)
        return [
            (int(mv) // 90, int(mv) % 90, bool(check))
            for mv, check in zip(self.out[:n], self.checks[:n])
        ]

    def can_move(self):
        return legal(self.cells, self.move_player, self.out, self.checks, True) > 0

    def play(self, source, target):
        cells = self.cells.copy()
        cells[target] = cells[source]
        cells[source] = 0
        return Board(cells, 3 - self.move_player)


def square(index):
    return "abcdefghi"[index % 9] + str(index // 9)


# --- The official defender ------------------------------------------------


def quick_moves(board, prefer_checks, checks_only=False):
    moves = board.moves()
    checking = [(s, t) for s, t, check in moves if check]
    return checking if checks_only else checking + [(s, t) for s, t, check in moves if not check]


class QuickSolver(official._MateSolver):
    """The official search; the cache is one for all calls of a process."""

    shared = {}

    def __init__(self, attacker, attacker_checks_only=False):
        super().__init__(attacker, attacker_checks_only)
        self._cache = self.shared

    def search(self, board, depth):
        if depth == 0 and official._side_name(board) != self.attacker:
            return None if board.can_move() else 0
        return super().search(board, depth)


def use_quick_board():
    official._legal_moves = quick_moves
    official._apply = lambda board, source, target: board.play(source, target)
    official._MateSolver = QuickSolver


def quick_choice(fen):
    """The official choice: its preferences, most preferred first."""
    QuickSolver.shared.clear()
    board = Board.read(fen)
    longest = None
    for source, target, check in sorted(
        board.moves(), key=lambda mv: (not mv[2], square(mv[0]) + square(mv[1]))
    ):
        mate = official.forced_mate_search(board.play(source, target), "red", DEPTH)
        name = square(source) + square(target)
        if mate is None:
            return name
        if longest is None or mate > longest[0]:
            longest = mate, name
    return longest[1]


def plain_choice(fen):
    return RuleDefender("red", search_depth=DEPTH).choose(fen).move


def board_differs(fen):
    """Compares the faster board with cchess."""
    theirs = cchess.ChessBoard(fen)
    expected = sorted(
        (cchess.pos2iccs(s, t), bool(theirs.is_checking_move(s, t)))
        for s, t in theirs.create_moves()
        if not theirs.is_checked_move(s, t)
    )
    found = sorted((square(s) + square(t), check) for s, t, check in Board.read(fen).moves())
    return expected != found


def judge(item):
    fen = item["now"]
    return item, board_differs(fen), quick_choice(fen)


def worker(fen, answer):
    answer.put(plain_choice(fen))


def plain_within(fen, seconds):
    """The untouched defender's choice, or None if it takes too long."""
    context = multiprocessing.get_context("spawn")
    answer = context.Queue()
    process = context.Process(target=worker, args=(fen, answer))
    process.start()
    try:
        return answer.get(timeout=seconds)
    except Exception:
        return None
    finally:
        process.kill()
        process.join()


# --- Positions ------------------------------------------------------------


def pick(board, rng):
    moves = board.moves()
    lively = [mv for mv in moves if mv[2] or board.cells[mv[1]]]
    return rng.choice(lively if lively and rng.random() < 0.5 else moves)


def random_games(rng):
    with open(ROOTS, newline="") as file:
        roots = [(row["fen"], row["first_winning_move"]) for row in csv.DictReader(file)]
    while True:
        for start, first in roots:
            board, moves = Board.read(start), []
            while len(moves) < LONGEST and board.can_move():
                options = {square(s) + square(t): (s, t) for s, t, _ in board.moves()}
                name = first if not moves and rng.random() < 0.5 else None
                if name not in options:
                    s, t, _ = pick(board, rng)
                    name = square(s) + square(t)
                moves.append(name)
                board = board.play(*options[name])
                if board.move_player == cchess.BLACK and board.can_move():
                    yield {"fen": start, "moves": list(moves), "now": board.fen()}
                    if rng.random() < 0.7:
                        break


def collect(count, fens, rng):
    items = {}
    for fen in fens:
        board = Board.read(fen)
        if len(items) < count // 2 and board.move_player == cchess.BLACK and board.can_move():
            items[board.fen()] = {"fen": fen, "moves": [], "now": board.fen()}
    archived = len(items)
    for item in random_games(rng):
        if len(items) >= count:
            return list(items.values()), archived
        items.setdefault(item["now"], item)


# --- The check ------------------------------------------------------------


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", default=COMMAND)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--fens", type=pathlib.Path)
    parser.add_argument("--plain", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    fens = options.fens.read_text().splitlines() if options.fens else []
    rng.shuffle(fens)
    items, archived = collect(options.positions, fens, rng)
    lines = "".join(json.dumps({"fen": i["fen"], "moves": i["moves"]}) + "\n" for i in items)
    start = time.time()
    ran = subprocess.run(
        shlex.split(options.command), input=lines, stdout=subprocess.PIPE, text=True, check=True
    )
    ours = [json.loads(line)["move"] for line in ran.stdout.splitlines()]
    took = time.time() - start
    answers = {item["now"]: mv for item, mv in zip(items, ours, strict=True)}
    print(f"{len(items)} positions ({archived} from the file); recount took {took:.1f} s", flush=True)

    differences, boards, quick = [], 0, {}
    with multiprocessing.Pool(options.jobs, use_quick_board) as pool:
        for done, (item, board, official_move) in enumerate(pool.imap_unordered(judge, items), 1):
            now = item["now"]
            quick[now] = official_move
            boards += board
            if official_move != answers[now]:
                differences.append((now, official_move, answers[now]))
            if done % 100 == 0:
                print(f"{done} judged, {len(differences)} differ", file=sys.stderr, flush=True)
    for now, theirs, mine in differences[:SHOWN]:
        print(f"{now}: official {theirs}, recount {mine}")
    print(f"official search: {len(items)} positions, {len(differences)} choices differ")
    print(f"faster board against cchess: {boards} positions differ")

    solved = wrong = late = 0
    for now in sorted(quick, key=lambda now: (len(Board.read(now).moves()), now)):
        if solved >= options.plain or late >= 20:
            break
        move = plain_within(now, options.seconds)
        if move is None:
            late += 1
            continue
        solved += 1
        if move != quick[now] or move != answers[now]:
            wrong += 1
            print(f"{now}: untouched {move}, shortcut {quick[now]}, recount {answers[now]}")
    print(f"untouched RuleDefender: {solved} positions, {wrong} choices differ, {late} too slow")
    sys.exit(bool(differences or boards or wrong))


if __name__ == "__main__":
    main()
