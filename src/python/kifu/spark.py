"""`kifu` inside Spark: a row a path in, rows of a table out.

Every executor needs the wheel. A worker that is killed, or that has not seen every row, fails its task, and Spark tries
the task again: no row is lost, none comes twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu._files import ENDINGS, below, is_record
from kifu._judge import judge as judge_batches
from kifu._schema import TableName, schema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

DDL = {
    "string": "STRING",
    "int32": "INT",
    "int64": "BIGINT",
    "double": "DOUBLE",
    "bool": "BOOLEAN",
    "date32[day]": "DATE",
    # Times of records have no zone.
    "timestamp[us]": "TIMESTAMP_NTZ",
}


def ddl(table: TableName = "games", *, columns: Sequence[str] | None = None, program: str | None = None) -> str:
    """Return the columns of a table in the words of Spark: `file STRING, game INT, …`."""
    fields = schema(table, columns=columns, program=program)
    return ", ".join(f"`{field.name}` {DDL[str(field.type)]}" for field in fields)


def judge(
    frame: DataFrame,
    table: TableName = "games",
    *,
    columns: Sequence[str] | None = None,
    rules: str | None = None,
    program: str | None = None,
) -> DataFrame:
    """Judge the records that a data frame names in `path` or holds in `content`.

    Its further columns are copied to the rows that come of them, after those of the table. The rest is as in
    `kifu.judge`.
    """
    copied = [field for field in frame.schema.fields if field.name not in ("path", "content")]
    types = [ddl(table, columns=columns, program=program)]
    types += [f"`{field.name}` {field.dataType.simpleString()}" for field in copied]
    return frame.mapInArrow(_task(table, columns, rules, program), ", ".join(types))


def read(
    spark: SparkSession,
    folder: str,
    table: TableName = "games",
    *,
    partitions: int | None = None,
    columns: Sequence[str] | None = None,
    rules: str | None = None,
    program: str | None = None,
) -> DataFrame:
    """Judge the records below a folder or URI.

    A path without a scheme is listed here and opened by the workers, so that all must see it under one name. What has a
    scheme (`s3a://`, `hdfs://`, `file://`) Spark itself lists and reads, and the workers get the bytes. Both ways empty
    files have their row: `binaryFile` leaves them out, so they are listed apart. `partitions` is the number of tasks.
    """
    frame = _contents(spark, folder) if "://" in folder else _paths(spark, folder)
    if partitions is not None:
        frame = frame.repartition(partitions)
    return judge(frame, table, columns=columns, rules=rules, program=program)


def _task(
    table: TableName, columns: Sequence[str] | None, rules: str | None, program: str | None
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Return what each task does with its batches."""

    def task(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return judge_batches(batches, table, columns=columns, rules=rules, program=program)

    return task


def _paths(spark: SparkSession, folder: str) -> DataFrame:
    return spark.createDataFrame([(path,) for path in below(folder)], "path STRING")


def _contents(spark: SparkSession, uri: str) -> DataFrame:
    files = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(uri).select("path", "content")
    ending = files.path.rlike(r"(?i)\.(" + "|".join(sorted(ENDINGS)) + ")$")
    empty = spark.createDataFrame([(path, b"") for path in _empty(spark, uri)], "path STRING, content BINARY")
    return files.where(ending).unionByName(empty)


def _empty(spark: SparkSession, uri: str) -> Iterator[str]:
    """List the empty records below a URI, by the file system that Spark has for it."""
    jvm: Any = spark._jvm  # noqa: SLF001 - PySpark has no other way to Hadoop's file systems
    path = jvm.org.apache.hadoop.fs.Path(uri)
    files = path.getFileSystem(spark._jsc.hadoopConfiguration()).listFiles(path, True)  # noqa: FBT003, SLF001
    while files.hasNext():
        file = files.next()
        if file.getLen() == 0 and is_record(file.getPath().getName()):
            yield file.getPath().toString()
