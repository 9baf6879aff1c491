"""A stand-in for `kifu worker`, for these tests alone: it speaks the protocol and judges nothing.

A row of `file`, `game`, and the further columns of the input for each input row. STAND_IN_FAULT tells how it fails.
"""

import os
import signal
import sys

import pyarrow as pa

fault = os.environ.get("STAND_IN_FAULT", "")
if fault == "refuses":
    sys.stderr.write("error: no such table\n")
    sys.exit(2)
if fault == "babbles":
    sys.stdout.write("what is this\n" * 100)
    sys.exit(0)
if fault == "loud":
    sys.stderr.write("a word\n" * 100_000)
    sys.stderr.flush()

reader = pa.ipc.open_stream(sys.stdin.buffer)
copied = [field for field in reader.schema if field.name not in ("path", "content")]
schema = pa.schema([pa.field("file", pa.string()), pa.field("game", pa.int32()), *copied])
writer = pa.ipc.new_stream(sys.stdout.buffer, schema)
sys.stdout.buffer.flush()
try:
    for number, batch in enumerate(reader):
        if fault == "dies" and number == 1:
            sys.stdout.buffer.flush()
            os.kill(os.getpid(), signal.SIGKILL)
        if fault == "stops" and number == 1:
            break
        count = batch.num_rows - (fault == "forgets")
        columns = [batch["path"], pa.array([1] * batch.num_rows, pa.int32()), *(batch[field.name] for field in copied)]
        rows = pa.RecordBatch.from_arrays(columns, schema=schema)
        writer.write_batch(rows, custom_metadata={"kifu.input_rows": str(count)})
        sys.stdout.buffer.flush()
except (pa.ArrowInvalid, OSError) as error:
    sys.stderr.write(f"error: torn input: {error}\n")
    sys.exit(2)
writer.close()
sys.stdout.buffer.flush()
