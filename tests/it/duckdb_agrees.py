"""Counts exported tables with DuckDB and compares with the report of `kifu stats`.

usage: duckdb_agrees.py REPORT.json GAMES.parquet MOVES.parquet

Prints each number that differs, and how many were compared. Exit status 1 when one differs, 77 when DuckDB is not installed.
"""

import json
import sys

try:
    import duckdb
except ImportError:
    sys.exit(77)

sys.stdout.reconfigure(encoding="utf-8")
report, games, moves = sys.argv[1:]
connection = duckdb.connect()
connection.execute(f"create view games as select * from '{games}'")
connection.execute(f"create view moves as select * from '{moves}'")

counts = "select {name}, count(*) from games group by all"
shape = """
    with it as ({values})
    select unnest(['number', 'mean', 'p5', 'p25', 'p50', 'p75', 'p95', 'min', 'max']),
    unnest([count(v), avg(v), quantile_disc(v, 0.05), quantile_disc(v, 0.25), quantile_disc(v, 0.5),
            quantile_disc(v, 0.75), quantile_disc(v, 0.95), min(v), max(v)]) from it having count(v) > 0
"""
sides = "select black_time_ms as v from games union all select white_time_ms from games"
QUERIES = {
    "games": "select 'games', count(*) from games",
    "results": counts.format(name="coalesce(winner, 'unknown')"),
    "endings": counts.format(name="coalesce(ending, 'none_stated')"),
    "plies": shape.format(values="select plies as v from games where plies > 0"),
    "move_times": shape.format(values="select elapsed_ms as v from moves"),
    "side_times": shape.format(values=sides),
    "handicaps": counts.format(
        name="coalesce(handicap, if(start_sfen is null, 'unknown', 'even_or_free'))"
    ),
    "events": "select detected_event, count(*) from games where detected_event is not null group by all",
    "formats": counts.format(name="coalesce(format, 'none_stated')"),
    "encodings": counts.format(name="coalesce(encoding, 'none_stated')"),
    "players": """
        select name, count(*) from (select black as name from games union all select white from games)
        where name is not null group by all
    """,
    "openings": "select opening, count(*) from games where opening is not null group by all",
    "castles": """
        select castle, count(*) from (select black_castle as castle from games union all select white_castle from games)
        where castle is not null group by all
    """,
}

told = {}
for line in json.load(open(report, encoding="utf-8")):
    told.setdefault(line["section"], {})[line["name"]] = line["value"]

compared = different = 0
for section, query in QUERIES.items():
    counted = dict(connection.execute(query).fetchall())
    ours = told.get(section, {})
    for name in sorted(counted.keys() | ours.keys()):
        compared += 1
        wanted = counted.get(name, 0)
        if abs(ours.get(name, 0) - wanted) > (0.06 if name == "mean" else 0):
            different += 1
            print(f"{section} {name}: stats {ours.get(name)}, DuckDB {wanted}")
print(f"{compared} compared, {different} different")
sys.exit(different > 0)
