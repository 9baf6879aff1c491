"""Writes USI lines of games that nobody played, for measuring: many positions, some of them again and again.

usage: many_games.py GAMES > list.usi

Each side pushes pawns and moves pieces inside its camp, in an order of its own: all moves are legal whatever the order, and nothing is
ever taken. Some moves come early in most games, as in openings.
"""

import random
import sys


def moves(white):
    """The moves of a side; of two steps of one pawn the first comes first."""

    def step(file, start, end):
        if white:
            file, start, end = 10 - file, chr(202 - ord(start)), chr(202 - ord(end))
        return f"{file}{start}{file}{end}"

    pawns = [step(file, "g", "f") for file in (7, 2, 6, 1, 5, 9, 4, 3, 8)]
    pieces = [step(file, "i", "h") for file in (7, 6, 3, 4, 5, 1, 9)]
    # Pawns of both sides go on where the other's do not.
    further = [step(file, "f", "e") for file in ((2, 4, 6, 8) if white else (7, 1, 5, 9, 3))]
    return pawns + pieces + further


def line(generator, names):
    """Twenty of the moves in an order in which those that stand first mostly come first."""
    keys = {name: generator.expovariate(1.0) * 1.35**at for at, name in enumerate(names)}
    for name in names:
        first = next((it for it in names if it[2:] == name[:2]), None)
        if first and keys[first] > keys[name]:
            keys[first], keys[name] = keys[name], keys[first]
    return sorted(names, key=keys.get)[:20]


def main():
    generator = random.Random(1)
    sides = [moves(False), moves(True)]
    for _ in range(int(sys.argv[1])):
        black, white = (line(generator, names) for names in sides)
        both = [it for pair in zip(black, white) for it in pair]
        sys.stdout.write(f"position startpos moves {' '.join(both)}\n")


main()
