//! The stream of Arrow that goes out: the answers to a batch, put together into batches of the size that is asked for.

use std::io::Write;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, UInt32Array};
use arrow_schema::Schema;
use arrow_select::concat::concat_batches;

use super::answer::{Answer, Work};
use super::copied::Copied;
use super::{Fault, request};
use crate::tables::arrow::{self, StreamWriter};

/// Under this key the last batch of an answer tells how many rows it answers.
const INPUT_ROWS: &str = "kifu.input_rows";
/// A batch is not made larger than this by putting rows together.
const MOST_BYTES: usize = 64 << 20;

/// Rows on their way out.
pub(super) struct Replies<'a, W> {
    work: &'a Work,
    writer: StreamWriter<W>,
    schema: Arc<Schema>,
    most_rows: usize,
    /// What is not yet written, and how much that is.
    waiting: Vec<RecordBatch>,
    rows: usize,
    bytes: usize,
}

impl<'a, W: Write> Replies<'a, W> {
    /// Writes the schema.
    pub(super) fn begin(
        work: &'a Work,
        schema: Schema,
        most_rows: usize,
        out: W,
    ) -> Result<Replies<'a, W>, Fault> {
        Ok(Replies {
            work,
            writer: StreamWriter::begin(&schema, out)?,
            schema: Arc::new(schema),
            most_rows,
            waiting: Vec::new(),
            rows: 0,
            bytes: 0,
        })
    }

    /// Adds an answer.
    pub(super) fn add(&mut self, answer: &Answer, copied: &Copied) -> Result<(), Fault> {
        let mut inputs = Vec::with_capacity(answer.rows.len());
        for &(input, end) in &answer.ends {
            inputs.resize(end, input as u32);
        }
        let inputs = UInt32Array::from(inputs);
        let mut start = 0;
        while start < inputs.len() {
            if self.rows >= self.most_rows || self.bytes >= MOST_BYTES {
                self.write(None)?;
            }
            let room = (self.most_rows - self.rows).min(copied.most_rows());
            let end = inputs.len().min(start + room);
            let own = arrow::arrays(&answer.rows, &(start..end), &self.work.chosen);
            let mut columns: Vec<ArrayRef> = own.map_err(arrow::failure)?;
            columns.extend(copied.rows(&inputs.slice(start, end - start))?);
            let batch = RecordBatch::try_new(self.schema.clone(), columns);
            let batch = batch.map_err(arrow::failure)?;
            self.rows += batch.num_rows();
            self.bytes += batch.get_array_memory_size();
            self.waiting.push(batch);
            start = end;
        }
        Ok(())
    }

    /// Ends the answer to a batch of so many rows.
    pub(super) fn end_batch(&mut self, input_rows: usize) -> Result<(), Fault> {
        self.write(Some(input_rows))?;
        self.writer.flush()?;
        Ok(())
    }

    /// Ends the stream.
    pub(super) fn finish(self) -> Result<(), Fault> {
        self.writer.finish()?;
        Ok(())
    }

    /// Writes what waits as one batch.
    fn write(&mut self, input_rows: Option<usize>) -> Result<(), Fault> {
        let waiting = std::mem::take(&mut self.waiting);
        (self.rows, self.bytes) = (0, 0);
        let whole = request::guarded(|| concat_batches(&self.schema, &waiting));
        let whole = whole.map_err(Fault::Columns)?;
        drop(waiting);
        let told = input_rows.map(|rows| rows.to_string());
        let told = told.as_ref().map(|rows| (INPUT_ROWS, &rows[..]));
        self.writer.write(&whole, told)?;
        Ok(())
    }
}
