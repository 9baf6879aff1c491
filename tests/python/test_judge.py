"""`kifu.judge` against a stand-in for the worker: every row, or an error."""

import threading

import pyarrow as pa
import pytest

import kifu

FAULTS = {
    "refuses": "ended with 2: error: no such table",
    "babbles": "wrote no complete stream",
    "dies": "was killed by signal 9",
    "stops": r"answered for 2 of \d+ inputs",
    "forgets": "answered for 3 of 6 inputs",
}


def batch(*paths, **more):
    return pa.RecordBatch.from_pydict({"path": pa.array(paths, pa.string()), **more})


def files(batches):
    return [name for rows in batches for name in rows["file"].to_pylist()]


def three():
    yield batch("a", "b")
    yield batch("c", "d")
    yield batch("e", "f")


def test_every_row_comes_in_order(stand_in):
    assert files(kifu.judge(three(), program=stand_in())) == list("abcdef")


def test_further_columns_are_copied(stand_in):
    rows = next(kifu.judge([batch("a", "b", year=pa.array([1999, None]))], program=stand_in()))
    assert rows["year"].to_pylist() == [1999, None]


def test_nothing_in_gives_nothing_and_starts_no_worker():
    assert list(kifu.judge([], program="/no/such/program")) == []


@pytest.mark.timeout(60)
def test_more_than_pipes_hold_goes_through(stand_in):
    content = pa.array([b"x" * 100_000] * 10)
    batches = (batch(*"abcdefghij", content=content, copy=content) for _ in range(30))
    assert len(files(kifu.judge(batches, program=stand_in("loud")))) == 300


@pytest.mark.timeout(60)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_worker_that_fails_never_passes_for_a_complete_one(stand_in, fault):
    with pytest.raises(kifu.KifuError, match=FAULTS[fault]):
        list(kifu.judge(three(), program=stand_in(fault)))


@pytest.mark.timeout(60)
def test_an_error_of_the_input_comes_through(stand_in):
    def broken():
        yield batch("a")
        message = "the source is gone"
        raise LookupError(message)

    with pytest.raises(LookupError, match="the source is gone"):
        list(kifu.judge(broken(), program=stand_in()))


@pytest.mark.timeout(60)
def test_batches_of_another_schema_are_an_error(stand_in):
    with pytest.raises(pa.ArrowInvalid):
        list(kifu.judge([batch("a"), batch("b", year=pa.array([1]))], program=stand_in()))


@pytest.mark.timeout(60)
def test_who_stops_early_leaves_no_worker_behind(stand_in):
    def endless():
        while True:
            yield batch("a")

    rows = kifu.judge(endless(), program=stand_in())
    next(rows)
    rows.close()
    feeders = [thread for thread in threading.enumerate() if thread.name == "kifu worker input"]
    for feeder in feeders:
        feeder.join(10)
        assert not feeder.is_alive()
