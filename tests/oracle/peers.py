#!/usr/bin/env python3
"""Our verdicts against cshogi's and miniosl's, our tables against what cshogi reads.

usage: kifu-oracle late-positions  | peers.py impasse
       kifu-oracle repeating-games | peers.py repetition
       kifu export FOLDER --output ndjson | peers.py games      (in the folder's own place; its CSA files are read)

Needs cshogi (impasse, games) and miniosl (repetition). Exit status 1 when a difference is none of their known faults.
"""
import collections
import json
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


def games(lines):
    """The moves, the winner and the times of CSA files without errors (broken ones can crash cshogi)."""
    from cshogi import CSA, move_to_usi

    winners = {1: "black", 2: "white"}
    files = collections.defaultdict(list)
    for line in lines:
        game = json.loads(line)
        files[game["file"]].append(game)
    plies = 0
    for file, ours in files.items():
        if any(game["format"] != "csa" or game["errors"] for game in ours):
            continue
        try:
            encoding = {"shift_jis": "cp932"}.get(ours[0]["encoding"], "utf-8-sig")
            with open(file, encoding=encoding) as text:
                text = text.read()
            if "\nP" not in text:
                continue  # It crashes where no board is given.
            theirs = CSA.Parser.parse_str(text)
        except Exception as error:
            print(f"cshogi cannot read {file}: {error}", file=sys.stderr)
            continue
        if len(theirs) != len(ours):
            yield f"{file}: games: ours {len(ours)}, theirs {len(theirs)}"
            continue
        for mine, other in zip(ours, theirs):
            moves = [move_to_usi(move) for move in other.moves]
            if "None" in moves:
                continue  # It gives nobody the remaining pieces (AL), and then cannot drop them.
            moves = " ".join(moves)
            plies += mine["plies"]
            if moves != mine["moves_usi"]:
                yield f"{file}: moves: ours {mine['moves_usi']}, theirs {moves}"
            elif other.win in winners and winners[other.win] != mine["winner"]:
                yield f"{file}: winner: ours {mine['winner']}, theirs {winners[other.win]}"
            else:
                yield None
    print(f"{plies} plies")


def main():
    compared, different = 0, 0
    lines = (line.rstrip("\n") for line in sys.stdin)
    for difference in {"impasse": impasse, "repetition": repetition, "games": games}[sys.argv[1]](lines):
        compared += 1
        if difference:
            different += 1
            if different <= 10:
                print("DIFFERENCE", difference)
    print(f"{compared} compared, {different} unexplained differences")
    sys.exit(different > 0)


main()
