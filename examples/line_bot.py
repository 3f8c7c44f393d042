#!/usr/bin/env python3
"""A bot for Flagfall's line protocol (docs/protocol.md): flagfall match "cmd:python3 examples/line_bot.py" blind

It takes what it knows to be weaker, spares what it knows to be stronger, and otherwise moves at random.
"""

import random
import sys

RANKS = "BCDEFGHIJKLM"  # StraDoS2 letters of red: bomb, spy, scout (2) ... marshal (10), flag; blue has N to Y
BOMB, SPY, SCOUT, MINER, MARSHAL = 0, 1, 2, 3, 10
ARMY = "M" + "B" * 6 + "C" + "D" * 8 + "E" * 5 + "F" * 4 + "G" * 4 + "H" * 4 + "I" * 3 + "JJKL"


def rank(letter):
    """The place in RANKS of a red or a blue letter."""
    return RANKS.index(letter if letter < "N" else chr(ord(letter) - 12))


def wins(attacker, defender):
    """1 if the attacker wins, 0 if both fall, -1 if it loses."""
    if (attacker, defender) in ((SPY, MARSHAL), (MINER, BOMB)):
        return 1
    return -1 if defender == BOMB else (attacker > defender) - (attacker < defender)


def place(square):
    """The place in the 100 letters of the board: A1 is 0, J1 is 9, A2 is 10."""
    return 10 * (int(square[1:]) - 1) + ord(square[0]) - ord("A")


def setup(rng):
    """Forty letters, the back row first: the flag in the back row, at least one bomb beside it, the rest anywhere."""
    letters = list(ARMY[2:])
    rng.shuffle(letters)
    flag = rng.randrange(9)
    letters[flag:flag] = "MB"
    return "".join(letters)


def value(move, board, side, rng):
    """How much the bot likes a move."""
    start, target = (place(square) for square in move.split("-"))
    attacker, enemy = rank(board[start]), board[target]
    forward = (target // 10 - start // 10) * (1 if side == "red" else -1)
    liking = rng.random() + 0.1 * (forward > 0)
    if enemy == "?":  # an unknown piece: let the middle ranks find out what it is
        liking += 0.5 if attacker in (SCOUT, 4, 5, 6, 7) else -0.5
    elif enemy != "A":  # a known piece
        liking += 10 * wins(attacker, rank(enemy))
    return liking


def main():
    rng, side = random.Random(0), "red"
    for line in sys.stdin:
        word, *rest = line.split()
        fields = dict(item.split("=", 1) for item in rest if "=" in item)
        answer = None
        if word == "flagfall":
            answer = "ready sample"
        elif word == "new":
            side, rng = fields["side"], random.Random(int(fields["seed"]))
        elif word == "setup?":
            answer = "setup " + setup(rng)
        elif word == "move?":
            moves = fields["legal"].split(",")
            answer = "move " + max(moves, key=lambda move: value(move, fields["board"], side, rng))
        elif word == "draw?":
            answer = "no"
        elif word == "quit":
            break
        if answer:
            print(answer, flush=True)


if __name__ == "__main__":
    main()
