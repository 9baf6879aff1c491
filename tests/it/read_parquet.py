"""Prints the rows of a Parquet file as JSON objects, one a line. Exit status 77: pyarrow is not installed."""

import datetime
import json
import sys

try:
    import pyarrow.parquet
except ImportError:
    sys.exit(77)


def plain(value):
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%S")
    if isinstance(value, datetime.date):
        return value.isoformat()
    return value


table = pyarrow.parquet.read_table(sys.argv[1])
columns = [column.to_pylist() for column in table.columns]
for row in zip(*columns):
    values = dict(zip(table.column_names, map(plain, row)))
    sys.stdout.buffer.write(json.dumps(values, ensure_ascii=False).encode() + b"\n")
