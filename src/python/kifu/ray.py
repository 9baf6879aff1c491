"""`kifu` inside Ray Data: `kifu.ray.judge(dataset, "games")`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu._judge import judge as judge_batches
from kifu._schema import TableName, schema

if TYPE_CHECKING:
    import pyarrow as pa
    from ray.data import Dataset


def judge(
    dataset: Dataset, table: TableName = "games", *, batch_size: int = 256, program: str | None = None
) -> Dataset:
    """Judge the records that a dataset names in `path` or holds in `content`; as `kifu.judge`, batch by batch."""

    def task(rows: pa.Table) -> pa.Table:
        import pyarrow as pa  # noqa: PLC0415 - on the worker's side

        batches = list(judge_batches(rows.to_batches(), table, program=program))
        return pa.Table.from_batches(batches, None if batches else schema(table, program=program))

    return dataset.map_batches(task, batch_format="pyarrow", batch_size=batch_size)
