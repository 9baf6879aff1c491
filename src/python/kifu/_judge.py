"""Batches of paths or contents to batches of rows, through `kifu worker`."""

from __future__ import annotations

import subprocess
import tempfile
import threading
from itertools import chain
from typing import IO, TYPE_CHECKING

from kifu._errors import KifuError
from kifu._program import path

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    import pyarrow as pa

    from kifu._schema import TableName

LAST_WORDS = 4096
GRACE_SECONDS = 60
INPUT_ROWS = b"kifu.input_rows"


def judge(
    batches: Iterable[pa.RecordBatch],
    table: TableName = "games",
    *,
    columns: Sequence[str] | None = None,
    rules: str | None = None,
    program: str | None = None,
) -> Iterator[pa.RecordBatch]:
    """Judge records and hand out the rows of a table.

    Each input batch has a column `path` and may have `content`, the bytes of the file; where it is null or absent the
    worker opens the path itself. Every further column is copied to the rows that come of it. `columns` asks for some
    columns only, `rules` is that of `kifu check --rules`, `program` the path of another program than `kifu.path()`.

    Raises KifuError when the worker ends badly or has not seen every row: what was handed out before is then not all.
    """
    stream = iter(batches)
    first = next(stream, None)
    if first is None:
        return
    command = [program or path(), "worker", "--protocol", "arrow", "--jobs", "1", "--table", table]
    if columns is not None:
        command += ["--columns", ",".join(columns)]
    if rules is not None:
        command += ["--rules", rules]
    # Standard error goes to a file, for a pipe that nobody reads would stop the worker when it is full.
    with tempfile.TemporaryFile() as words:
        worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=words)
        feeder = _Feeder(worker, chain([first], stream))
        feeder.start()
        try:
            seen, torn = yield from _rows(worker.stdout)
            status = _end(worker)
        finally:
            # Does nothing to a worker that has ended. One that has not is of no use: nobody takes its rows.
            worker.kill()
            worker.wait()
            _close(worker.stdout)
        feeder.join()
        if feeder.error is not None:
            raise feeder.error from torn
        if status != 0:
            how = f"was killed by signal {-status}" if status < 0 else f"ended with {status}"
        elif torn is not None:
            how = f"wrote no complete stream ({torn})"
        elif seen != feeder.rows:
            how = f"answered for {seen} of {feeder.rows} inputs"
        else:
            return
        what = f"kifu worker {how}"
        raise KifuError(what, _last(words)) from torn


class _Feeder(threading.Thread):
    """Writes the input from a thread of its own.

    One thread that writes and reads in turn can wait for a worker that waits for it.
    """

    def __init__(self, worker: subprocess.Popen[bytes], batches: Iterable[pa.RecordBatch]) -> None:
        super().__init__(name="kifu worker input", daemon=True)
        self.worker = worker
        self.batches = batches
        self.rows = 0
        self.error: BaseException | None = None

    def run(self) -> None:
        import pyarrow as pa  # noqa: PLC0415 - only who asks for Arrow needs it

        pipe = self.worker.stdin
        writer = None
        try:
            for batch in self.batches:
                if writer is None:
                    writer = pa.ipc.new_stream(pipe, batch.schema)
                writer.write_batch(batch)
                self.rows += batch.num_rows
            if writer is not None:
                writer.close()
        except BrokenPipeError:
            # The worker has ended; its status tells why.
            pass
        except BaseException as error:  # noqa: BLE001 - it is raised again where the rows are read
            self.error = error
        finally:
            # Without the mark of its end the input is torn, and the worker fails as it should.
            _close(pipe)


def _rows(output: IO[bytes] | None) -> Generator[pa.RecordBatch, None, tuple[int, Exception | None]]:
    """Hand out the worker's batches, and return how many input rows they answer and why they stopped too early."""
    import pyarrow as pa  # noqa: PLC0415

    seen = 0
    try:
        reader = pa.ipc.open_stream(output)
        while True:
            batch, told = reader.read_next_batch_with_custom_metadata()
            if told is not None:
                seen += int(told.get(INPUT_ROWS, 0))
            yield batch
    except StopIteration:
        return seen, None
    except (pa.ArrowInvalid, OSError) as error:
        return seen, error


def _end(worker: subprocess.Popen[bytes]) -> int:
    """Wait for a worker that has nothing more to say, and return its status. One that lingers is killed."""
    _close(worker.stdout)
    try:
        return worker.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        worker.kill()
        return worker.wait()


def _close(pipe: IO[bytes] | None) -> None:
    """Close a pipe whose other end may be gone."""
    try:
        if pipe is not None:
            pipe.close()
    except OSError:
        pass


def _last(words: IO[bytes]) -> str:
    """Return the end of what the worker wrote to standard error."""
    size = words.seek(0, 2)
    words.seek(max(0, size - LAST_WORDS))
    return words.read().decode("utf-8", "replace")
