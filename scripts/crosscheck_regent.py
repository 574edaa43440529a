#!/usr/bin/env python3
"""Compare the Regent Chess rules with a second, slow implementation.

Needs python-chess for plain pseudo-legal and legal moves; crowns, modes,
counters and endings are written again here. Plays random games from many
starts, states the facts before every turn, and compares them with

    recount rules regent replay FILE --json

usage: crosscheck_regent.py RECOUNT [GAMES] [SEED]
"""

import collections
import json
import random
import subprocess
import sys
import tempfile

import chess

STARTS = [
    None,
    None,
    None,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9",
    "7k/5Q2/8/8/8/8/8/K7 b - - 0 1",
    "7k/p4Q2/P7/8/8/8/8/K7 b - - 0 1",
    "4k3/PPP5/8/8/8/8/ppp5/4K3 w - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 40 40",
    "6k1/5ppp/8/8/8/8/5PPP/1R2R1K1 w - - 0 1",
    "QRBRQRQK/PPPPPPPP/p7/8/8/3n4/P1n2k2/8 w - - 0 1",
    "8/8/3k4/8/8/3K4/2p5/8 w - - 0 1",
    "4k3/8/8/1p1Pp3/1P6/8/8/4K3 w - e6 0 2",
    "k7/8/8/8/8/1P6/1P1n4/K1n1b3 w - - 0 1",
    "5k2/Q7/n5K1/8/Q7/8/8/8 b - - 0 1",
    "8/8/4p3/p5p1/P3PpPk/5P1p/7P/8 b - - 0 1",
]


class Game:
    def __init__(self, condition, fen, regents):
        self.condition = condition
        self.board = chess.Board(fen) if fen else chess.Board()
        self.regent = dict(regents)
        self.completed = {True: 0, False: 0}
        self.last = {True: None, False: None}
        self.fifty = self.backstop = self.ply = 0
        self.passed = False
        self.seen = collections.Counter()
        self.result = None
        self.note()
        us = self.board.turn
        if self.mated(us) and not self.escapes(us):
            self.result = (not us, "checkmate")
        elif self.bare():
            self.result = (None, "bare_kings")

    def key(self):
        board = self.board
        passant = board.ep_square if board.has_pseudo_legal_en_passant() else None
        return (board.board_fen(), board.turn, board.clean_castling_rights(), passant)

    def note(self):
        self.now = self.key()
        self.seen[self.now] += 1

    def king(self, side):
        return self.board.king(side)

    def mode(self, side):
        return "king" if self.king(side) == self.regent[side] else "regent"

    def check(self, side):
        king = self.king(side)
        return king is not None and self.board.is_attacked_by(not side, king)

    def may_shift(self, side):
        if self.condition != "regent" or self.completed[side] < 3:
            return False
        return self.last[side] is None or self.completed[side] >= self.last[side] + 15

    def moves(self, mode):
        board = self.board
        if mode == "king":
            return [] if self.king(board.turn) is None else list(board.legal_moves)
        return [m for m in board.pseudo_legal_moves if not board.is_castling(m)]

    def others(self, side):
        own = chess.SquareSet(self.board.occupied_co[side])
        return [square for square in own if square != self.regent[side]]

    def after(self, to):
        return self.moves("king" if to == self.king(self.board.turn) else "regent")

    def mated(self, side):
        return self.mode(side) == "king" and self.check(side) and not self.moves("king")

    def escapes(self, side):
        return self.may_shift(side) and any(self.after(to) for to in self.others(side))

    def bare(self):
        board = self.board
        return board.occupied == board.kings and chess.popcount(board.occupied) == 2

    def options(self):
        us = self.board.turn
        moves = self.moves(self.mode(us))
        pending = self.mated(us)
        due = not moves and not pending
        targets = {}
        if self.may_shift(us) and not due:
            targets = {to: found for to in self.others(us) if (found := self.after(to))}
        return moves, targets, pending, due

    def facts(self):
        us = self.board.turn
        moves, targets, pending, due = self.options()
        name = chess.square_name
        return {
            "ply": self.ply,
            "regent_white_sq": name(self.regent[True]),
            "regent_black_sq": name(self.regent[False]),
            "mode_white": self.mode(True),
            "mode_black": self.mode(False),
            "in_check_white": self.check(True),
            "in_check_black": self.check(False),
            "shift_available": self.may_shift(us),
            "n_legal_moves_without_shift": len(moves),
            "legal_moves_without_shift": sorted(m.uci() for m in moves),
            "checkmate_pending": pending,
            "fifty": self.fifty,
            "backstop": self.backstop,
            "repetition_count": self.seen[self.now],
            "completed_moves": {"white": self.completed[True], "black": self.completed[False]},
            "pass_due": due,
            "legal_shift_targets": sorted(name(to) for to in targets),
            "n_legal_turns": len(moves) + sum(map(len, targets.values())),
        }

    def play(self, shift, move):
        board, us = self.board, self.board.turn
        moves, targets, pending, due = self.options()
        king = self.king(us)
        if pending and (move is None or shift is None or shift == king):
            self.result = (not us, "checkmate")
            return
        if shift is not None and shift == king and not targets.get(king) and self.check(us):
            self.result = (not us, "checkmate")
            return
        fallen = False
        if due:
            board.push(chess.Move.null())
            self.backstop += 1
        else:
            if shift is not None:
                self.regent[us], self.last[us] = shift, self.completed[us]
            taken = move.to_square
            if board.is_en_passant(move):
                taken = chess.square(chess.square_file(taken), chess.square_rank(move.from_square))
            capture = board.color_at(taken) == (not us)
            fallen = capture and taken == self.regent[not us]
            pawn = board.piece_type_at(move.from_square) == chess.PAWN
            self.fifty = 0 if capture or shift is not None else self.fifty + 1
            self.backstop = 0 if capture or pawn else self.backstop + 1
            if self.regent[us] == move.from_square:
                self.regent[us] = move.to_square
            self.completed[us] += 1
            board.push(move)
        self.ply += 1
        twice, self.passed = due and self.passed, due
        self.note()
        them = board.turn
        if fallen:
            self.result = (us, "regent_captured")
        elif self.mated(them) and not self.escapes(them):
            self.result = (us, "checkmate")
        else:
            draws = [
                (self.bare(), "bare_kings"),
                (self.seen[self.now] >= 3, "threefold_repetition"),
                (self.fifty >= 50, "fifty_moves"),
                (self.backstop >= 150, "seventy_five_moves"),
                (twice, "consecutive_passes"),
            ]
            for applies, reason in draws:
                if applies:
                    self.result = (None, reason)
                    break


def choose(game, rng, taste):
    moves, targets, pending, due = game.options()
    if due:
        return None, None
    if pending and rng.random() < 0.15:
        return None, None
    us = game.board.turn
    king = game.king(us)
    # Now and then go back to a king that is mated there.
    if game.may_shift(us) and king is not None and king != game.regent[us]:
        if king not in targets and game.check(us) and rng.random() < 0.1:
            return king, rng.choice(moves)
    shift = None
    if targets and (pending or rng.random() < taste["shift"]):
        shift = rng.choice(sorted(targets))
    pool = targets[shift] if shift is not None else moves
    captures = [m for m in pool if game.board.is_capture(m)]
    checks = [m for m in pool if game.board.gives_check(m)] if rng.random() < 0.3 else []
    kings = [m for m in pool if game.board.piece_type_at(m.from_square) == chess.KING]
    for wanted, share in ((captures, "capture"), (checks, "check"), (kings, "king")):
        if wanted and rng.random() < taste[share]:
            return shift, rng.choice(wanted)
    return shift, rng.choice(pool)


def start(rng):
    fen = rng.choice(STARTS)
    board = chess.Board(fen) if fen else chess.Board()
    first = {side: next(iter(chess.SquareSet(board.occupied_co[side]))) for side in (True, False)}
    regents = {side: first[side] if board.king(side) is None else board.king(side) for side in first}
    if rng.random() < 0.4:
        for side in (True, False):
            own = list(chess.SquareSet(board.occupied_co[side]))
            if rng.random() < 0.6:
                regents[side] = rng.choice(own)
    waiting = not board.turn
    if regents[waiting] == board.king(waiting) and board.is_attacked_by(board.turn, regents[waiting]):
        return start(rng)
    return fen, regents


def one_game(number, rng):
    condition = "no_crown" if number % 6 == 5 else "regent"
    fen, regents = start(rng)
    if condition == "no_crown":
        fen = fen if fen and chess.Board(fen).is_valid() else None
        board = chess.Board(fen) if fen else chess.Board()
        regents = {side: board.king(side) for side in (True, False)}
    game = Game(condition, fen, regents)
    taste = {key: rng.choice([0.02, 0.2, 0.7]) for key in ("shift", "capture", "check", "king")}
    turns, facts = [], []
    name = lambda square: None if square is None else chess.square_name(square)
    record = {
        "id": f"random-{number}",
        "condition": condition,
        "start_fen": fen,
        "regents": {"white": name(regents[True]), "black": name(regents[False])},
        "turns": turns,
    }
    while game.result is None:
        facts.append(game.facts())
        shift, move = choose(game, rng, taste)
        turns.append({
            "ply": game.ply,
            "color": "white" if game.board.turn else "black",
            "crown_shift": name(shift),
            "move": move.uci() if move else None,
        })
        game.play(shift, move)
    winner, reason = game.result
    winner = {None: None, True: "white", False: "black"}[winner]
    return record, facts, {"winner": winner, "reason": reason}


def main():
    recount = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    played = [one_game(number, rng) for number in range(games)]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        for record, _, _ in played:
            file.write(json.dumps(record) + "\n")
        file.flush()
        command = [recount, "rules", "regent", "replay", file.name, "--json"]
        output = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = output.stdout.splitlines()
    if len(lines) != games:
        sys.exit(f"{len(lines)} lines for {games} games: {output.stderr[:2000]}")
    differing, turns, reasons = 0, 0, collections.Counter()
    for (record, facts, result), line in zip(played, lines):
        ours = json.loads(line)
        turns += len(facts)
        reasons[result["reason"]] += 1
        if ours["facts"] == facts and ours["result"] == result and "error" not in ours:
            continue
        differing += 1
        if differing <= 3:
            at = next((i for i, (a, b) in enumerate(zip(ours["facts"], facts)) if a != b), "end")
            print(record["id"], "differs at turn", at, ours.get("error"), ours["result"], result)
            if at != "end":
                both = ours["facts"][at], facts[at]
                print({k: (both[0][k], both[1][k]) for k in both[1] if both[0][k] != both[1][k]})
    print(f"{games} games, {turns} turns, {differing} games differ; {dict(reasons)}")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
