//! Rows as Arrow: types, arrays and the stream that other programs read.

mod array;
mod stream;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, TimeUnit};

pub(crate) use stream::{StreamWriter, failure};

use super::cells::{Kind, Rows};
use super::column::Column;
use super::{SCHEMA_VERSION, Table};

/// The type of a column. Words are plain text: not every engine takes dictionaries.
pub(crate) fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::Text | Kind::Word | Kind::Coded(_) => DataType::Utf8,
        Kind::Int32 => DataType::Int32,
        Kind::Int64 => DataType::Int64,
        Kind::Real => DataType::Float64,
        Kind::Bool => DataType::Boolean,
        Kind::Date => DataType::Date32,
        Kind::Time => DataType::Timestamp(TimeUnit::Microsecond, None),
    }
}

/// The columns as fields, each of which may be null: a later version may have no value where this one always has.
pub(crate) fn fields(columns: &[Column]) -> Vec<Field> {
    let field = |column: &Column| Field::new(column.name, data_type(column.kind), true);
    columns.iter().map(field).collect()
}

/// A schema of these fields, which says whose table it is.
pub(crate) fn schema(table: Table, fields: Vec<Field>) -> Schema {
    let told = [
        ("kifu.version", env!("CARGO_PKG_VERSION").to_owned()),
        ("kifu.schema_version", SCHEMA_VERSION.to_string()),
        ("kifu.table", table.name().to_owned()),
    ];
    let told = told.map(|(key, value)| (key.to_owned(), value));
    Schema::new_with_metadata(fields, HashMap::from(told))
}

/// Some of the rows as arrays: the columns of these numbers, in this order.
///
/// # Errors
/// When the text of a column is too long for one array.
pub(crate) fn arrays(
    rows: &Rows,
    range: &Range<usize>,
    chosen: &[usize],
) -> Result<Vec<ArrayRef>, ArrowError> {
    let columns = chosen.iter().map(|&it| &rows.columns()[it]);
    columns.map(|cells| array::of(cells, range)).collect()
}

/// Some of the rows as a batch of all columns.
///
/// # Errors
/// As [`arrays`].
pub(super) fn batch(
    schema: &Arc<Schema>,
    rows: &Rows,
    range: &Range<usize>,
) -> Result<RecordBatch, ArrowError> {
    let all: Vec<usize> = (0..rows.columns().len()).collect();
    RecordBatch::try_new(schema.clone(), arrays(rows, range, &all)?)
}
