//! Rows as Parquet, in the form that Spark, DuckDB, Polars and pandas all read: signed numbers, times in microseconds
//! without a zone, words in dictionaries, ZSTD, row groups of about a million plies.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, DictionaryArray, Float64Array, Int32Array, Int64Array,
    RecordBatch, StringArray, TimestampMicrosecondArray, new_null_array,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer};
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

/// A page is closed when it holds so many bytes: few enough for its buffers to be used again, page after page.
const PAGE_BYTES: usize = 1 << 18;
/// So many rows of a column are written at once.
const WRITE_ROWS: usize = 4096;
/// A row group is closed when its rows stand for so many plies; games without moves count too, or a list of positions
/// would be kept in memory whole.
const GROUP_PLIES: u64 = 1 << 20;

/// Writes rows to one Parquet file.
pub struct ParquetWriter<W: Write + Send> {
    schema: SchemaRef,
    writer: ArrowWriter<W>,
    /// The plies of the row group being written.
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
            plies: 0,
        })
    }

    /// Adds these rows, those of games that have so many plies together.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn add(&mut self, rows: &Rows, range: Range<usize>, plies: u64) -> io::Result<()> {
        if !range.is_empty() {
            let fields = self.schema.fields().iter();
            let columns = rows.columns().iter().zip(fields);
            let columns = columns.map(|(cells, field)| array(cells, &range, field.data_type()));
            let columns = columns.collect::<io::Result<_>>()?;
            let batch = RecordBatch::try_new(self.schema.clone(), columns);
            let batch = batch.map_err(io::Error::other)?;
            self.writer.write(&batch).map_err(job)?;
        }
        self.plies += plies.max(range.len() as u64);
        if self.plies >= GROUP_PLIES {
            self.writer.flush().map_err(job)?;
            self.plies = 0;
        }
        Ok(())
    }

    /// Completes the file and gives the stream back.
    ///
    /// # Errors
    /// When the rest cannot be written.
    pub fn finish(self) -> io::Result<W> {
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
    Field::new(column.name, kind, !column.always)
}

fn properties(columns: &[Column]) -> WriterProperties {
    let level = ZstdLevel::try_new(1).unwrap_or_default();
    let note = |key: &str, value: String| KeyValue::new(key.to_owned(), value);
    let mut builder = WriterProperties::builder()
        .set_compression(Compression::ZSTD(level))
        // Every row group holds about all there is: the least and the greatest would help nobody to pass it over.
        .set_statistics_enabled(EnabledStatistics::None)
        .set_data_page_size_limit(PAGE_BYTES)
        .set_write_batch_size(WRITE_ROWS)
        .set_max_row_group_row_count(None)
        .set_created_by(concat!("kifu ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(vec![
            note("kifu.schema_version", SCHEMA_VERSION.to_string()),
            note("kifu.version", env!("CARGO_PKG_VERSION").to_owned()),
        ]));
    for column in columns {
        let path = || ColumnPath::from(column.name);
        // What is packed tightly already would only cost time.
        let packed = matches!(
            column.name,
            "usi"
                | "kif"
                | "piece"
                | "capture"
                | "from"
                | "to"
                | "elapsed_ms"
                | "total_ms"
                | "eval_cp"
                | "position_key"
        );
        if packed {
            builder = builder.set_column_compression(path(), Compression::UNCOMPRESSED);
        }
        if matches!(column.name, "game" | "ply" | "from" | "to" | "occurrence") {
            // Near to the one before it: cheaper than a dictionary.
            builder = builder
                .set_column_dictionary_enabled(path(), false)
                .set_column_encoding(path(), Encoding::DELTA_BINARY_PACKED);
        }
        builder = match column.kind {
            // Long texts and keys hardly ever repeat: a dictionary would only cost time.
            Kind::Text => builder.set_column_dictionary_enabled(path(), false),
            // Keys are as good as random.
            Kind::Int64 if column.name == "position_key" => {
                builder.set_column_dictionary_enabled(path(), false)
            }
            _ => builder,
        };
    }
    builder.build()
}

/// These cells of a column as an Arrow array.
fn array(cells: &Cells, rows: &Range<usize>, kind: &DataType) -> io::Result<ArrayRef> {
    if cells.there() == 0 {
        return Ok(new_null_array(kind, rows.len()));
    }
    let nulls = || cells.presence(rows.clone()).map(NullBuffer::from);
    let numbers = || &cells.numbers[rows.clone()];
    let wide = || numbers().to_vec();
    let narrow = || -> Vec<i32> { numbers().iter().map(|&it| saturated(it)).collect() };
    Ok(match cells.kind() {
        Kind::Text => {
            let start = rows.start.checked_sub(1).map_or(0, |it| cells.ends[it]);
            let ends = &cells.ends[rows.clone()];
            Arc::new(strings(&cells.text, ends, start, nulls())?)
        }
        Kind::Word => {
            let (keys, words) = words(cells, rows);
            let keys = Int32Array::new(keys.into(), nulls());
            let words = Arc::new(StringArray::from_iter_values(words));
            Arc::new(DictionaryArray::new(keys, words))
        }
        Kind::Int32 => Arc::new(Int32Array::new(narrow().into(), nulls())),
        Kind::Int64 => Arc::new(Int64Array::new(wide().into(), nulls())),
        Kind::Real => {
            let bits = numbers().iter();
            let reals: Vec<f64> = bits.map(|it| f64::from_bits(it.cast_unsigned())).collect();
            Arc::new(Float64Array::new(reals.into(), nulls()))
        }
        Kind::Bool => {
            let bits: Vec<bool> = numbers().iter().map(|&it| it != 0).collect();
            Arc::new(BooleanArray::new(bits.into(), nulls()))
        }
        Kind::Date => Arc::new(Date32Array::new(narrow().into(), nulls())),
        Kind::Time => Arc::new(TimestampMicrosecondArray::new(wide().into(), nulls())),
    })
}

/// The words of these cells in the order in which they come up, and for each cell which of them it is. A column knows
/// many more words than some rows hold.
fn words<'a>(cells: &'a Cells, rows: &Range<usize>) -> (Vec<i32>, Vec<&'a str>) {
    const NEW: i32 = -1;
    let mut places = vec![NEW; cells.words.len()];
    let mut words = Vec::new();
    let keys = rows.clone().map(|row| {
        let Some(number) = cells.word_at(row) else {
            return 0;
        };
        let place = &mut places[number as usize];
        if *place == NEW {
            *place = words.len() as i32;
            words.push(cells.words.get(number));
        }
        *place
    });
    (keys.collect(), words)
}

/// Pieces of a text as an Arrow array: they follow each other from `start`, and each ends where `ends` says.
fn strings(
    text: &str,
    ends: &[usize],
    start: usize,
    nulls: Option<NullBuffer>,
) -> io::Result<StringArray> {
    let end = ends.last().copied().unwrap_or(start);
    if i32::try_from(end - start).is_err() {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let ends = ends.iter().map(|end| (end - start) as i32);
    let offsets: Vec<i32> = std::iter::once(0).chain(ends).collect();
    let offsets = OffsetBuffer::new(offsets.into());
    let text = Buffer::from(&text.as_bytes()[start..end]);
    Ok(StringArray::new(offsets, text, nulls))
}

fn saturated(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
}
