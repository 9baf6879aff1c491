"""`kifu.spark`, `kifu.ray` and `kifu.dask` where they are installed, with a stand-in for the worker."""

import os
import shutil
import sys

import pytest
from conftest import GAMES

import kifu

COLUMNS = ["file", "game"]


@pytest.fixture(scope="module")
def spark():
    sql = pytest.importorskip("pyspark.sql")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture
def folder(tmp_path):
    records = tmp_path / "records"
    shutil.copytree(GAMES, records)
    (records / "empty.csa").write_bytes(b"")
    (records / "notes.md").write_text("no record")
    return records


def names(frame):
    return sorted(row.file for row in frame.collect())


def test_spark_reads_a_folder(spark, folder, stand_in):
    frame = kifu.spark.read(spark, str(folder), partitions=3, columns=COLUMNS, program=stand_in())
    records = sorted(str(it) for it in folder.iterdir() if it.name != "notes.md")
    assert names(frame) == records
    assert frame.columns == COLUMNS


def test_spark_reads_a_uri_and_leaves_out_no_empty_file(spark, folder, stand_in):
    frame = kifu.spark.read(spark, f"file://{folder}", columns=COLUMNS, program=stand_in())
    records = sorted(f"file:{it}" for it in folder.iterdir() if it.name != "notes.md")
    assert names(frame) == records


def test_spark_copies_columns(spark, stand_in):
    paths = spark.createDataFrame([("a", 1999), ("b", None)], "path STRING, `the year` INT")
    rows = kifu.spark.judge(paths, columns=COLUMNS, program=stand_in()).collect()
    assert sorted((row.file, row["the year"]) for row in rows) == [("a", 1999), ("b", None)]


def test_spark_fails_with_a_worker_that_fails(spark, stand_in):
    paths = spark.createDataFrame([("a",)], "path STRING")
    with pytest.raises(Exception, match="answered for 0 of 1 inputs"):
        kifu.spark.judge(paths, columns=COLUMNS, program=stand_in("forgets")).collect()


def test_spark_knows_the_types_of_every_column(spark, program):
    for table in ("games", "moves", "positions", "findings"):
        frame = spark.createDataFrame([], kifu.spark.ddl(table, program=program))
        assert frame.columns == kifu.schema(table, program=program).names


def test_dask_judges_a_bag(stand_in):
    bag = pytest.importorskip("dask.bag")
    rows = kifu.dask.judge(bag.from_sequence(["a", "b", "c"], npartitions=2), program=stand_in())
    assert [row["file"] for row in rows.compute(scheduler="threads")] == ["a", "b", "c"]


def test_ray_judges_a_dataset(stand_in):
    ray = pytest.importorskip("ray")
    data = pytest.importorskip("ray.data")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        rows = kifu.ray.judge(data.from_items([{"path": "a"}, {"path": "b"}]), program=stand_in()).take_all()
    finally:
        ray.shutdown()
    assert sorted(row["file"] for row in rows) == ["a", "b"]
