//! The further columns of a batch, row by row for what comes of it.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, LargeBinaryArray, LargeStringArray, RecordBatch, UInt32Array};
use arrow_schema::{DataType, Field, Schema};
use arrow_select::take::take;

use super::Fault;
use super::request::{guarded, plain, unpacked};

/// The fields of these columns: plain types, for not every engine takes dictionaries and views.
pub(super) fn fields(schema: &Schema, columns: &[usize]) -> Vec<Field> {
    let field = |&at: &usize| {
        let field = schema.field(at);
        let kind = match plain(field.data_type()) {
            DataType::Utf8View => DataType::LargeUtf8,
            DataType::BinaryView => DataType::LargeBinary,
            other => other.clone(),
        };
        Field::new(field.name(), kind, true).with_metadata(field.metadata().clone())
    };
    columns.iter().map(field).collect()
}

/// These columns of a batch.
pub(super) struct Copied {
    columns: Vec<ArrayRef>,
    /// About how many bytes a row of each takes at most, with the columns that have such a row.
    widest: usize,
}

impl Copied {
    pub(super) fn new(batch: &RecordBatch, columns: &[usize]) -> Result<Copied, Fault> {
        let columns = columns.iter().map(|&at| {
            let array = unpacked(batch.column(at))?;
            Ok::<ArrayRef, Fault>(match array.data_type() {
                DataType::Utf8View => {
                    Arc::new(array.as_string_view().iter().collect::<LargeStringArray>())
                }
                DataType::BinaryView => {
                    Arc::new(array.as_binary_view().iter().collect::<LargeBinaryArray>())
                }
                _ => array,
            })
        });
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        let widest = columns.iter().map(widest).sum();
        Ok(Copied { columns, widest })
    }

    /// How many rows may go together, so that what is copied stays small.
    pub(super) fn most_rows(&self) -> usize {
        const MOST_BYTES: usize = 64 << 20;
        (MOST_BYTES / self.widest.max(1)).max(1)
    }

    /// The columns for rows that come of these inputs.
    pub(super) fn rows(&self, inputs: &UInt32Array) -> Result<Vec<ArrayRef>, Fault> {
        let copies = self.columns.iter();
        let copies = copies.map(|it| guarded(|| take(it, inputs, None)).map_err(Fault::Columns));
        copies.collect()
    }
}

/// How many bytes the longest value takes, or all of them where that is not to be seen.
fn widest(array: &ArrayRef) -> usize {
    let longest = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
    match array.data_type() {
        DataType::Utf8 => longest(&mut array.as_string::<i32>().offsets().lengths()),
        DataType::LargeUtf8 => longest(&mut array.as_string::<i64>().offsets().lengths()),
        DataType::Binary => longest(&mut array.as_binary::<i32>().offsets().lengths()),
        DataType::LargeBinary => longest(&mut array.as_binary::<i64>().offsets().lengths()),
        kind => kind
            .primitive_width()
            .unwrap_or_else(|| array.get_array_memory_size()),
    }
}
