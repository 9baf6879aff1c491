//! Rows as Parquet, in the form that Spark, DuckDB, Polars and pandas all read: signed numbers, times in microseconds
//! without a zone, words in dictionaries, ZSTD, row groups of about a million plies.

use std::collections::HashMap;
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

/// Rows are handed on in batches of at least so many.
const BATCH_ROWS: usize = 16_384;
/// Or when a column holds so much text.
const BATCH_TEXT: usize = 1 << 26;
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
        let heavy = self.waiting.text_len() >= BATCH_TEXT;
        if self.waiting.len() >= BATCH_ROWS || heavy || full {
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
        if i32::try_from(self.waiting.text_len()).is_err() {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let fields = self.schema.fields().iter();
        let columns = self.waiting.columns().iter().zip(fields);
        let columns = columns.map(|(cells, field)| array(cells, field.data_type()));
        let columns = columns.collect();
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
    let level = ZstdLevel::try_new(1).unwrap_or_default();
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
            // Keys are as good as random.
            Kind::Int64 if column.name.ends_with("_key") => builder
                .set_column_dictionary_enabled(path(), false)
                .set_column_compression(path(), Compression::UNCOMPRESSED),
            _ => builder,
        };
        if column.name.starts_with("sfen") {
            // A position begins like the one before it.
            builder = builder.set_column_encoding(path(), Encoding::DELTA_BYTE_ARRAY);
        }
    }
    builder.build()
}

/// A column as an Arrow array.
fn array(cells: &Cells, kind: &DataType) -> ArrayRef {
    if cells.there() == 0 {
        return new_null_array(kind, cells.len());
    }
    let wide = || cells.numbers.clone();
    let narrow = || -> Vec<i32> { cells.numbers.iter().map(|&it| saturated(it)).collect() };
    match cells.kind() {
        Kind::Text => {
            let ends = cells.ends.iter().map(|&end| end as i32);
            let offsets: Vec<i32> = std::iter::once(0).chain(ends).collect();
            let offsets = OffsetBuffer::new(offsets.into());
            let text = Buffer::from(cells.text.as_bytes());
            Arc::new(StringArray::new(offsets, text, nulls(cells)))
        }
        Kind::Word => words(cells),
        Kind::Int32 => Arc::new(Int32Array::new(narrow().into(), nulls(cells))),
        Kind::Int64 => Arc::new(Int64Array::new(wide().into(), nulls(cells))),
        Kind::Real => {
            let bits = cells.numbers.iter();
            let reals: Vec<f64> = bits.map(|it| f64::from_bits(it.cast_unsigned())).collect();
            Arc::new(Float64Array::new(reals.into(), nulls(cells)))
        }
        Kind::Bool => {
            let bits: Vec<bool> = cells.numbers.iter().map(|&it| it != 0).collect();
            Arc::new(BooleanArray::new(bits.into(), nulls(cells)))
        }
        Kind::Date => Arc::new(Date32Array::new(narrow().into(), nulls(cells))),
        Kind::Time => Arc::new(TimestampMicrosecondArray::new(wide().into(), nulls(cells))),
    }
}

/// Which values are there; none when all are.
fn nulls(cells: &Cells) -> Option<NullBuffer> {
    (cells.there() < cells.len()).then(|| NullBuffer::from(cells.present.as_slice()))
}

/// A number for a word, cheap and not the same for most.
fn mix(word: &str) -> usize {
    let end = |bytes: &[u8]| {
        let fold = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
        bytes.iter().fold(0_u64, fold)
    };
    let bytes = word.as_bytes();
    let head = end(&bytes[..bytes.len().min(8)]);
    let tail = end(&bytes[bytes.len().saturating_sub(8)..]);
    let sum = (head ^ tail.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (sum >> 40) as usize
}

/// A column of words as a dictionary and keys.
fn words(cells: &Cells) -> ArrayRef {
    /// Words seen lately, found without much ado.
    const RECENT: usize = 1 << 12;
    let mut recent: Vec<(&str, i32)> = vec![("", -1); RECENT];
    let mut known: HashMap<&str, i32> = HashMap::new();
    let mut words: Vec<&str> = Vec::new();
    let mut keys: Vec<i32> = Vec::with_capacity(cells.len());
    let mut last = ("", -1);
    for row in 0..cells.len() {
        if !cells.present[row] {
            keys.push(0);
            continue;
        }
        let word = cells.text_at(row);
        if last.1 >= 0 && last.0 == word {
            keys.push(last.1);
            continue;
        }
        let slot = &mut recent[mix(word) % RECENT];
        if slot.1 < 0 || slot.0 != word {
            let key = *known.entry(word).or_insert_with(|| {
                words.push(word);
                words.len() as i32 - 1
            });
            *slot = (word, key);
        }
        last = *slot;
        keys.push(slot.1);
    }
    let keys = Int32Array::new(keys.into(), nulls(cells));
    let values = StringArray::from_iter_values(words);
    Arc::new(DictionaryArray::new(keys, Arc::new(values)))
}

fn saturated(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
}
