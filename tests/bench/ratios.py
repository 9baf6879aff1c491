"""How long commands over many games take against `check` over the same games, in turns in one run.

usage: ratios.py KIFU CSA_FOLDER [ROUNDS]

Prints the median of the processor time (user and system, one thread) of each command, and its ratio to that of `check`. The
ratio of a round is that of two processes that ran one after the other; the median of these is printed.
"""

import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import zipfile

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"


def seconds(arguments):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode > 1:
        sys.exit(f"{arguments} ended with {result.returncode}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    kifu, folder = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        games = sorted(pathlib.Path(folder).iterdir())
        every = work / "all.csa"
        every.write_bytes(b"/\n".join(it.read_bytes() for it in games))
        packed = work / "all.zip"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for game in games:
                archive.write(game, f"csa/{game.name}")
        table = work / "games.parquet"
        subprocess.run([kifu, "export", "-q", "--table", "games", "-o", table, every], check=True)
        unpack = "import zipfile,sys\na=zipfile.ZipFile(sys.argv[1])\nfor n in a.namelist(): a.read(n)"
        one = ["-q", "--jobs", "1"]
        check = [kifu, "check", *one, "--output", "ndjson"]
        position = ["--position", f"{START} b -"]
        late = ["--position", "lnsgk1snl/1r4gb1/p1pppp2p/6pR1/1p7/2P6/PP1PPPP1P/1BG6/LNS1KGSNL w Pp 1"]
        jobs = {
            "find --position, of the start": ([kifu, "find", *one, "--count", *position, every], every),
            "find --position, of none": ([kifu, "find", *one, "--count", *late, every], every),
            "find --where black": ([kifu, "find", *one, "--count", "--where", "black = 'x'", every], every),
            "explore": ([kifu, "explore", *one, "--output", "json", every], every),
            "dedupe": ([kifu, "dedupe", *one, "--output", "ndjson", every], every),
            "book, 40 plies": ([kifu, "book", *one, "--force", "-o", work / "book.parquet", every], every),
            "check, games in Parquet": ([*check, table], every),
            "find --position, games in Parquet": ([kifu, "find", *one, "--count", *late, table], every),
            "explore, games in Parquet": ([kifu, "explore", *one, "--output", "json", table], every),
            "check, a zip, to the folder": ([*check, packed], folder),
            "inflating alone, to the folder": ([sys.executable, "-c", unpack, packed], folder),
        }
        moves = subprocess.run([kifu, "export", "-q", "--table", "moves", every], check=True, stdout=subprocess.PIPE)
        plies = moves.stdout.count(b"\n") - 1
        print(f"{len(games)} games, {plies} plies")
        for job, (arguments, against) in jobs.items():
            pairs = [(seconds(arguments), seconds([*check, against])) for _ in range(rounds)]
            cost = statistics.median(it[0] for it in pairs)
            ratio = statistics.median(one / other for one, other in pairs)
            print(f"{job:36} {cost / plies * 1e9:6.0f} ns a ply  {ratio:5.2f} times check", flush=True)


main()
