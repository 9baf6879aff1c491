//! Rows as Parquet, in the form that Spark, DuckDB, Polars and pandas all read: signed numbers, times in microseconds
//! without a zone, words in dictionaries, ZSTD, row groups of about a million plies.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::StringDictionaryBuilder;
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Float64Array, Int32Array, Int64Array, RecordBatch,
    StringArray, TimestampMicrosecondArray,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use super::cells::{Cells, Kind, Rows};
use super::column::Column;
use super::{Layout, SCHEMA_VERSION};

/// Rows are handed on in batches of at least so many.
const BATCH_ROWS: usize = 16_384;
/// A row group is closed when its rows stand for so many plies.
const GROUP_PLIES: u64 = 1 << 20;

/// Writes rows to one Parquet file.
pub struct ParquetWriter<W: Write + Send> {
    schema: SchemaRef,
    writer: ArrowWriter<W>,
    /// Rows that wait for a full batch.
    waiting: Rows,
    /// The plies of the row group being written, those that wait included.
    plies: u64,
}

impl<W: Write + Send> std::fmt::Debug for ParquetWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetWriter").finish_non_exhaustive()
    }
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// When nothing can be written.
    pub fn new(layout: Layout, out: W) -> io::Result<ParquetWriter<W>> {
        let columns = layout.columns();
        let schema = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
        let writer = ArrowWriter::try_new(out, schema.clone(), Some(properties(&columns)));
        Ok(ParquetWriter {
            schema,
            writer: writer.map_err(job)?,
            waiting: layout.rows(),
            plies: 0,
        })
    }

    /// Adds rows, those of one game, which has so many plies.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn add(&mut self, rows: &Rows, range: Range<usize>, plies: u64) -> io::Result<()> {
        self.waiting.append(rows, range);
        self.plies += plies;
        let full = self.plies >= GROUP_PLIES;
        if self.waiting.len() >= BATCH_ROWS || full {
            self.write_waiting()?;
        }
        if full {
            self.writer.flush().map_err(job)?;
            self.plies = 0;
        }
        Ok(())
    }

    fn write_waiting(&mut self) -> io::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let columns = self.waiting.columns().iter().map(array).collect();
        let batch = RecordBatch::try_new(self.schema.clone(), columns).map_err(io::Error::other)?;
        self.writer.write(&batch).map_err(job)?;
        self.waiting.clear();
        Ok(())
    }

    /// Completes the file and gives the stream back.
    ///
    /// # Errors
    /// When the rest cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        self.write_waiting()?;
        self.writer.into_inner().map_err(job)
    }
}

/// The failure of the stream below, where there is one.
fn job(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(cause) => *cause,
            Err(cause) => io::Error::other(cause),
        },
        other => io::Error::other(other),
    }
}

fn field(column: &Column) -> Field {
    let kind = match column.kind {
        Kind::Text => DataType::Utf8,
        Kind::Word => DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
        Kind::Int32 => DataType::Int32,
        Kind::Int64 => DataType::Int64,
        Kind::Real => DataType::Float64,
        Kind::Bool => DataType::Boolean,
        Kind::Date => DataType::Date32,
        Kind::Time => DataType::Timestamp(TimeUnit::Microsecond, None),
    };
    Field::new(column.name, kind, true)
}

fn properties(columns: &[Column]) -> WriterProperties {
    let level = ZstdLevel::try_new(3).unwrap_or_default();
    let note = |key: &str, value: String| KeyValue::new(key.to_owned(), value);
    let mut builder = WriterProperties::builder()
        .set_compression(Compression::ZSTD(level))
        .set_max_row_group_row_count(None)
        .set_created_by(concat!("kifu ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(vec![
            note("kifu.schema_version", SCHEMA_VERSION.to_string()),
            note("kifu.version", env!("CARGO_PKG_VERSION").to_owned()),
        ]));
    for column in columns {
        let path = || ColumnPath::from(column.name);
        builder = match column.kind {
            // Long texts and keys hardly ever repeat: a dictionary would only cost time.
            Kind::Text => builder
                .set_column_dictionary_enabled(path(), false)
                .set_column_statistics_enabled(path(), EnabledStatistics::None),
            Kind::Int64 => builder.set_column_dictionary_enabled(path(), false),
            _ => builder,
        };
        if column.name.ends_with("_key") {
            builder = builder.set_column_encoding(path(), Encoding::PLAIN);
        }
    }
    builder.build()
}

/// A column as an Arrow array.
fn array(cells: &Cells) -> ArrayRef {
    let numbers = || cells.numbers.iter().zip(&cells.present);
    let wide = || numbers().map(|(&value, &there)| there.then_some(value));
    match cells.kind() {
        Kind::Text => Arc::new(StringArray::from_iter(texts(cells))),
        Kind::Word => {
            let mut words = StringDictionaryBuilder::<Int32Type>::new();
            words.extend(texts(cells));
            Arc::new(words.finish())
        }
        Kind::Int32 => {
            let narrow = wide().map(|value| value.map(saturated));
            Arc::new(Int32Array::from_iter(narrow))
        }
        Kind::Int64 => Arc::new(Int64Array::from_iter(wide())),
        Kind::Real => {
            let reals = wide().map(|value| value.map(|bits| f64::from_bits(bits.cast_unsigned())));
            Arc::new(Float64Array::from_iter(reals))
        }
        Kind::Bool => Arc::new(BooleanArray::from_iter(
            wide().map(|value| value.map(|it| it != 0)),
        )),
        Kind::Date => Arc::new(Date32Array::from_iter(
            wide().map(|value| value.map(saturated)),
        )),
        Kind::Time => Arc::new(TimestampMicrosecondArray::from_iter(wide())),
    }
}

fn texts(cells: &Cells) -> impl Iterator<Item = Option<&str>> {
    (0..cells.len()).map(|row| cells.present[row].then(|| cells.text_at(row)))
}

fn saturated(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
}
