"""Runs the query of the manual that makes a book of exported tables, for all moves.

usage: book_query.py MANUAL BOOK.parquet

Reads games.parquet and moves.parquet in the current folder. Exit status 77 when DuckDB is not installed.
"""

import re
import sys

try:
    import duckdb
except ImportError:
    sys.exit(77)

manual, book = sys.argv[1:]
query = re.search(r"```sql\n(copy .*?)```", open(manual, encoding="utf-8").read(), re.S).group(1)
query = query.replace("having count(*) >= 2", "").replace("'book.parquet'", f"'{book}'")
duckdb.connect().execute(query)
