"""The columns of the tables."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Literal, TypeAlias

from kifu._errors import KifuError
from kifu._program import path

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa

TableName: TypeAlias = Literal["games", "moves", "positions", "findings"]

# The words of `kifu schema` in Arrow's; a word is text of which there are few different values.
ARROW = {
    "word": "string",
    "text": "string",
    "int32": "int32",
    "int64": "int64",
    "double": "float64",
    "boolean": "bool",
    "date": "date32",
    "timestamp": "timestamp[us]",
}


def schema(
    table: TableName = "games",
    *,
    columns: Sequence[str] | None = None,
    evidence: bool = False,
    program: str | None = None,
) -> pa.Schema:
    """Return the names and types of a table's columns, or of some of them, in the order asked for.

    Every column may be null. `evidence` adds the columns of `--evidence`; `program` is the path of another program
    than `kifu.path()`.
    """
    import pyarrow as pa  # noqa: PLC0415 - only who asks for Arrow needs it

    command = [program or path(), "schema", table, "--output", "json"]
    if evidence:
        command.append("--evidence")
    run = subprocess.run(command, capture_output=True, check=False)
    if run.returncode != 0:
        what = f"kifu schema ended with {run.returncode}"
        raise KifuError(what, run.stderr.decode("utf-8", "replace"))
    # pyarrow has no parser for the names of its types; only the timestamp is not to be found under its name.
    types = {
        word: pa.timestamp("us") if word == "timestamp" else pa.type_for_alias(name) for word, name in ARROW.items()
    }
    fields = {column["name"]: pa.field(column["name"], types[column["type"]]) for column in json.loads(run.stdout)}
    names = list(fields) if columns is None else list(columns)
    unknown = [name for name in names if name not in fields]
    if unknown:
        message = f"{table} has no column {', '.join(unknown)}"
        raise ValueError(message)
    return pa.schema([fields[name] for name in names])
