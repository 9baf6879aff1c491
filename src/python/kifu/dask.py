"""`kifu` inside Dask: `kifu.dask.judge(bag, "games")`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu._judge import judge as judge_batches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dask.bag import Bag

    from kifu._schema import TableName


def judge(bag: Bag, table: TableName = "games", *, program: str | None = None) -> Bag:
    """Judge the records whose paths a bag holds: a bag of rows, each a dict of the table's columns."""

    def task(paths: Iterable[str]) -> Iterator[dict[str, Any]]:
        import pyarrow as pa  # noqa: PLC0415 - on the worker's side

        batch = pa.RecordBatch.from_pydict({"path": pa.array(list(paths), pa.string())})
        for rows in judge_batches([batch], table, program=program):
            yield from rows.to_pylist()

    rows: Bag = bag.map_partitions(task)  # type: ignore[no-untyped-call]
    return rows
