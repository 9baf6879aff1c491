"""A table of the records in a folder."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from kifu._errors import KifuError
from kifu._program import path
from kifu._schema import TableName, schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow as pa

# What `kifu export` ends with when a record has an error: its rows are there.
RECORD_HAS_ERRORS = 1


def table(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    table: TableName = "games",
    *,
    evidence: bool = False,
    jobs: int | None = None,
    program: str | None = None,
) -> pa.RecordBatchReader:
    """Return a table of the records in a file or folder, or in a list of files.

    The rows are complete before the first is handed out: they wait in a temporary file, which goes when they are read.
    `evidence` adds the columns of `--evidence`, `jobs` is the number of threads, `program` the path of another program
    than `kifu.path()`. Raises KifuError when the job fails; records with errors do not make it fail.
    """
    import pyarrow as pa  # noqa: PLC0415 - only who asks for Arrow needs it

    columns = schema(table, evidence=evidence, program=program)
    command = [program or path(), "export", "--quiet", "--table", table]
    if evidence:
        command.append("--evidence")
    if jobs is not None:
        command += ["--jobs", str(jobs)]
    names = b""
    folder = tempfile.TemporaryDirectory(prefix="kifu-")
    rows = Path(folder.name) / "rows.parquet"
    command += ["-o", str(rows)]
    if isinstance(paths, (str, os.PathLike)):
        command += ["--", os.fspath(paths)]
    else:
        # A list may be longer than a command line.
        command += ["--files-from", "-"]
        names = b"".join(os.fsencode(it) + b"\n" for it in paths)
    run = subprocess.run(command, input=names, capture_output=True, check=False)
    if run.returncode not in (0, RECORD_HAS_ERRORS):
        folder.cleanup()
        what = f"kifu export ended with {run.returncode}"
        raise KifuError(what, run.stderr.decode("utf-8", "replace"))
    return pa.RecordBatchReader.from_batches(columns, _batches(folder, rows, columns))


def _batches(folder: tempfile.TemporaryDirectory[str], rows: Path, columns: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Hand out the rows of a Parquet file with plain types, then remove its folder."""
    import pyarrow as pa  # noqa: PLC0415
    from pyarrow import parquet  # noqa: PLC0415

    with folder, parquet.ParquetFile(rows) as file:
        for batch in file.iter_batches():
            arrays = [array.cast(field.type) for array, field in zip(batch.columns, columns, strict=True)]
            yield pa.RecordBatch.from_arrays(arrays, schema=columns)
