"""Shogi game records, judged by the program `kifu`, as tables of Arrow.

    import kifu
    kifu.table("games/", "moves")       # a pyarrow.RecordBatchReader: DuckDB, Polars and pandas take it as it is
    kifu.schema("games")                # the columns of a table
    kifu.judge(batches, "games")        # batches of paths or contents to batches of rows
    kifu.path()                         # where the program lies

`kifu.spark`, `kifu.ray` and `kifu.dask` run `judge` inside these engines. Nothing but the standard library is needed
until one of these functions is called.
"""

from importlib import import_module
from types import ModuleType

from kifu._errors import KifuError
from kifu._judge import judge
from kifu._program import path
from kifu._schema import schema
from kifu._table import table

__all__ = ["KifuError", "judge", "path", "schema", "table"]

ENGINES = ("spark", "ray", "dask")


def __getattr__(name: str) -> ModuleType:
    """Import the module of an engine when it is first named."""
    if name in ENGINES:
        return import_module(f"kifu.{name}")
    message = f"module kifu has no attribute {name}"
    raise AttributeError(message)
