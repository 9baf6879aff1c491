#!/usr/bin/env python3
"""Our verdicts against cshogi's and miniosl's.

usage: kifu-oracle late-positions  | peers.py impasse
       kifu-oracle repeating-games | peers.py repetition

Needs cshogi (impasse) and miniosl (repetition). Exit status 1 when a difference is none of their known faults.
"""
import sys


def impasse(lines):
    import cshogi

    words = {cshogi.NYUGYOKU_WIN: "win", cshogi.NYUGYOKU_DRAW: "draw", cshogi.NYUGYOKU_NONE: "lose"}
    for line in lines:
        sfen, *_, ours24, ours27 = line.split("\t")
        board = cshogi.Board(sfen)
        for rule, ours in ((cshogi.LAW_24, ours24), (cshogi.LAW_27, ours27)):
            theirs = words[board.nyugyoku_result(rule)]
            yield None if theirs == ours.split(":")[0] else f"cshogi: {sfen}: ours {ours}, theirs {theirs}"


def repetition(lines):
    import minioslcc as miniosl

    results = {
        miniosl.GameResult.Draw: "draw",
        miniosl.GameResult.BlackWin: "white_loses",
        miniosl.GameResult.WhiteWin: "black_loses",
    }
    def end(game):
        """How a game ends; none when it goes on. It also ends games by itself where a declaration would win."""
        record = miniosl.usi_record(game)
        record.settle_repetition()
        declared = str(record.final_move) == "%KACHI"
        return None if declared else results.get(record.result)

    for line in lines:
        game, ply, ours = line.split("\t")
        game = game.removeprefix("position ")
        try:
            early, theirs = end(game.rsplit(" ", 1)[0]), end(game)
        except ValueError as error:
            # A declaration that would win and a repetition at once are an inconsistency to it.
            yield None if "inconsistency" in str(error) else f"miniosl: {game}: {error}"
            continue
        if early:
            yield f"miniosl: {game}: ends before ply {ply}"
        else:
            yield None if theirs == ours else f"miniosl: {game}: ours {ours}, theirs {theirs}"


def main():
    compared, different = 0, 0
    lines = (line.rstrip("\n") for line in sys.stdin)
    for difference in {"impasse": impasse, "repetition": repetition}[sys.argv[1]](lines):
        compared += 1
        if difference:
            different += 1
            if different <= 10:
                print("DIFFERENCE", difference)
    print(f"{compared} compared, {different} unexplained differences")
    sys.exit(different > 0)


main()
