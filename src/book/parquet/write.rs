//! Rows become columns.

use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::builder::{Float64Builder, Int32Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use crate::book::{COLUMNS, Names, Row};
use crate::tables::{Kind, SCHEMA_VERSION, write_failure};

/// So many rows are made into columns at once, and a page has no more: a look at one position unpacks one page.
const PAGE_ROWS: usize = 4096;
/// So many rows are a row group.
const GROUP_ROWS: usize = 1 << 18;

/// Writes rows, which come in order, to a Parquet file.
pub(crate) struct ParquetWriter<W: Write + Send> {
    writer: ArrowWriter<W>,
    schema: SchemaRef,
    columns: Columns,
}

impl<W: Write + Send> std::fmt::Debug for ParquetWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetWriter").finish_non_exhaustive()
    }
}

/// The rows that are gathered.
#[derive(Debug, Default)]
struct Columns {
    rows: usize,
    key: Int64Builder,
    sfen: StringBuilder,
    mv: StringBuilder,
    games: Int64Builder,
    black_wins: Int64Builder,
    white_wins: Int64Builder,
    draws: Int64Builder,
    no_result: Int64Builder,
    rating: Float64Builder,
    year_first: Int32Builder,
    year_last: Int32Builder,
    file: StringBuilder,
    game: Int32Builder,
}

impl Columns {
    fn add(&mut self, row: &Row, names: &mut Names) -> io::Result<()> {
        let counts = &row.counts;
        let count = |it: u64| i64::try_from(it).unwrap_or(i64::MAX);
        self.rows += 1;
        self.key.append_value(row.key);
        self.sfen.append_value(&row.sfen);
        let (usi, letters) = row.mv.usi();
        let usi = str::from_utf8(&usi[..letters]).unwrap_or_default();
        self.mv.append_value(usi);
        self.games.append_value(count(counts.games));
        self.black_wins.append_value(count(counts.black_wins));
        self.white_wins.append_value(count(counts.white_wins));
        self.draws.append_value(count(counts.draws));
        self.no_result.append_value(count(counts.no_result));
        self.rating.append_option(counts.rating_mean());
        self.year_first
            .append_option(counts.year_first().map(i32::from));
        self.year_last
            .append_option(counts.year_last().map(i32::from));
        let sample = counts.sample;
        let file = sample.map(|it| names.name(it.file)).transpose()?;
        self.file.append_option(file);
        self.game
            .append_option(sample.map(|it| it.game.cast_signed()));
        Ok(())
    }

    /// The columns in the order of the schema. Leaves none.
    fn take(&mut self) -> Vec<ArrayRef> {
        self.rows = 0;
        vec![
            Arc::new(self.key.finish()),
            Arc::new(self.sfen.finish()),
            Arc::new(self.mv.finish()),
            Arc::new(self.games.finish()),
            Arc::new(self.black_wins.finish()),
            Arc::new(self.white_wins.finish()),
            Arc::new(self.draws.finish()),
            Arc::new(self.no_result.finish()),
            Arc::new(self.rating.finish()),
            Arc::new(self.year_first.finish()),
            Arc::new(self.year_last.finish()),
            Arc::new(self.file.finish()),
            Arc::new(self.game.finish()),
        ]
    }
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// When nothing can be written.
    pub(crate) fn new(out: W) -> io::Result<ParquetWriter<W>> {
        let schema = Arc::new(schema());
        // What the program that wrote it calls the types helps nobody: those of Parquet say it all.
        let options = ArrowWriterOptions::new()
            .with_properties(properties())
            .with_skip_arrow_metadata(true);
        let writer = ArrowWriter::try_new_with_options(out, schema.clone(), options);
        Ok(ParquetWriter {
            writer: writer.map_err(write_failure)?,
            schema,
            columns: Columns::default(),
        })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn add(&mut self, row: &Row, names: &mut Names) -> io::Result<()> {
        self.columns.add(row, names)?;
        if self.columns.rows == PAGE_ROWS {
            self.write()?;
        }
        Ok(())
    }

    fn write(&mut self) -> io::Result<()> {
        let batch = RecordBatch::try_new(self.schema.clone(), self.columns.take());
        let batch = batch.map_err(io::Error::other)?;
        self.writer.write(&batch).map_err(write_failure)
    }

    /// Completes the file and gives the stream back.
    ///
    /// # Errors
    /// When the rest cannot be written.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        if self.columns.rows > 0 {
            self.write()?;
        }
        self.writer.into_inner().map_err(write_failure)
    }
}

fn schema() -> Schema {
    let field = |column: &crate::tables::Column| {
        let kind = match column.kind {
            Kind::Int32 => DataType::Int32,
            Kind::Int64 => DataType::Int64,
            Kind::Real => DataType::Float64,
            _ => DataType::Utf8,
        };
        Field::new(column.name, kind, !column.always)
    };
    Schema::new(COLUMNS.iter().map(field).collect::<Vec<_>>())
}

fn properties() -> WriterProperties {
    let note = |key: &str, value: String| KeyValue::new(key.to_owned(), value);
    let ascending = |column_idx| SortingColumn {
        column_idx,
        descending: false,
        nulls_first: false,
    };
    let key = ColumnPath::from(COLUMNS[0].name);
    let sfen = ColumnPath::from(COLUMNS[1].name);
    WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_max_row_group_row_count(Some(GROUP_ROWS))
        .set_data_page_row_count_limit(PAGE_ROWS)
        .set_write_batch_size(PAGE_ROWS)
        .set_sorting_columns(Some(vec![ascending(0)]))
        // Only keys are sought.
        .set_statistics_enabled(EnabledStatistics::None)
        .set_column_statistics_enabled(key.clone(), EnabledStatistics::Page)
        .set_column_bloom_filter_enabled(key.clone(), true)
        .set_column_dictionary_enabled(key.clone(), false)
        .set_column_encoding(key, Encoding::DELTA_BINARY_PACKED)
        // Hardly any position comes in two places.
        .set_column_dictionary_enabled(sfen.clone(), false)
        .set_column_encoding(sfen, Encoding::DELTA_BYTE_ARRAY)
        .set_created_by(concat!("kifu ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(vec![
            note("kifu.schema_version", SCHEMA_VERSION.to_string()),
            note("kifu.version", env!("CARGO_PKG_VERSION").to_owned()),
        ]))
        .build()
}
