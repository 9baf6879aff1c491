//! Rows as Parquet, in the form that Spark, DuckDB, Polars and pandas all read: signed numbers, times in microseconds
//! without a zone, words in dictionaries, ZSTD, row groups of about a million plies.

mod chunk;
mod pages;

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::{ArrowSchemaConverter, add_encoded_arrow_schema_to_metadata};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;

use self::chunk::Chunk;
use super::arrow::data_type;
use super::cells::{Kind, Rows};
use super::column::Column;
use super::{Layout, SCHEMA_VERSION};

/// A page is closed when it holds so many bytes: few enough for its buffers to be used again, page after page.
const PAGE_BYTES: usize = 1 << 18;
/// So many rows of a column are written at once.
const WRITE_ROWS: usize = 4096;
/// A row group is closed when its rows stand for so many plies; games without moves count too, or a list of positions
/// would be kept in memory whole.
const GROUP_PLIES: u64 = 1 << 20;
/// It is also closed when it takes so many bytes of memory: long comments, or words that never come up again.
const GROUP_BYTES: u64 = 1 << 26;
/// The level of ZSTD: the quickest.
const LEVEL: i32 = 1;

/// Writes rows to one Parquet file.
pub(crate) struct ParquetWriter<W: Write + Send> {
    columns: Vec<Column>,
    writer: SerializedFileWriter<W>,
    /// The row group being written, a chunk a column; none before its first rows.
    group: Vec<Chunk>,
    /// The plies of the row group.
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
    pub(crate) fn new(layout: Layout, out: W) -> io::Result<ParquetWriter<W>> {
        let columns = layout.columns();
        let writer = begin(&columns, out).map_err(write_failure)?;
        Ok(ParquetWriter {
            columns,
            writer,
            group: Vec::new(),
            plies: 0,
        })
    }

    /// Adds these rows, those of games that have so many plies together.
    ///
    /// # Errors
    /// When they cannot be written.
    pub(crate) fn add(&mut self, rows: &Rows, range: Range<usize>, plies: u64) -> io::Result<()> {
        self.add_rows(rows, &range).map_err(write_failure)?;
        self.plies += plies.max(range.len() as u64);
        let size: u64 = self.group.iter().map(Chunk::size).sum();
        if self.plies >= GROUP_PLIES || size >= GROUP_BYTES {
            self.close_group().map_err(write_failure)?;
        }
        Ok(())
    }

    fn add_rows(&mut self, rows: &Rows, range: &Range<usize>) -> Result<()> {
        if range.is_empty() {
            return Ok(());
        }
        if self.group.is_empty() {
            let properties = self.writer.properties();
            let schema = self.writer.schema_descr();
            let columns = self.columns.iter().enumerate();
            let chunks = columns.map(|(at, it)| Chunk::new(it, schema.column(at), properties));
            self.group = chunks.collect::<Result<_>>()?;
        }
        for (chunk, cells) in self.group.iter_mut().zip(rows.columns()) {
            chunk.add(cells, range)?;
        }
        Ok(())
    }

    fn close_group(&mut self) -> Result<()> {
        self.plies = 0;
        if self.group.is_empty() {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        for chunk in self.group.drain(..) {
            let (done, pages) = chunk.close()?;
            group.append_column(&pages, done)?;
        }
        group.close()?;
        Ok(())
    }

    /// Completes the file and gives the stream back.
    ///
    /// # Errors
    /// When the rest cannot be written.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.close_group().map_err(write_failure)?;
        self.writer.into_inner().map_err(write_failure)
    }
}

/// Begins a file with these columns.
fn begin<W: Write + Send>(columns: &[Column], out: W) -> Result<SerializedFileWriter<W>> {
    let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
    let descr = ArrowSchemaConverter::new().convert(&schema)?;
    let mut properties = properties(columns);
    // Says which texts are words of a dictionary.
    add_encoded_arrow_schema_to_metadata(&schema, &mut properties);
    SerializedFileWriter::new(out, descr.root_schema_ptr(), Arc::new(properties))
}

/// The failure of the stream below, where there is one.
pub(crate) fn write_failure(error: ParquetError) -> io::Error {
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
        // A few different words are a dictionary in a file.
        Kind::Word | Kind::Coded(_) => {
            DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
        }
        kind => data_type(kind),
    };
    Field::new(column.name, kind, !column.always)
}

fn properties(columns: &[Column]) -> WriterProperties {
    let level = ZstdLevel::try_new(LEVEL).unwrap_or_default();
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
                | "from_square"
                | "to_square"
                | "elapsed_ms"
                | "total_ms"
                | "eval_cp"
                | "position_key"
        );
        if packed {
            builder = builder.set_column_compression(path(), Compression::UNCOMPRESSED);
        }
        if matches!(
            column.name,
            "game" | "ply" | "from_square" | "to_square" | "total_ms" | "occurrence"
        ) {
            // Near to the one before it: cheaper than a dictionary.
            builder = builder
                .set_column_dictionary_enabled(path(), false)
                .set_column_encoding(path(), Encoding::DELTA_BINARY_PACKED);
        }
        if column.name == "sfen_after" {
            // Much of a position stands as it stood before.
            builder = builder.set_column_encoding(path(), Encoding::DELTA_BYTE_ARRAY);
        }
        builder = match column.kind {
            // All are found in the dictionary, however long it becomes.
            Kind::Word | Kind::Coded(_) => {
                builder.set_column_dictionary_page_size_limit(path(), usize::MAX)
            }
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

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::*;
    use crate::shogi::PieceKind;
    use crate::tables::codes::Code;

    const COLUMNS: [(&str, Kind, bool); 9] = [
        ("text", Kind::Text, false),
        ("word", Kind::Word, false),
        ("piece", Kind::Coded(Code::Piece), false),
        ("game", Kind::Int32, true),
        ("small", Kind::Int32, false),
        ("large", Kind::Int64, false),
        ("real", Kind::Real, false),
        ("bit", Kind::Bool, false),
        ("time", Kind::Time, false),
    ];

    /// A row: with an even number some values are missing, and from 10 on the text is.
    fn add(rows: &mut Rows, number: i32) {
        let some = |value: i64| (number % 2 == 1).then_some(value);
        let wide = i64::from(number);
        let texts = [
            (number < 10).then(|| format!("text {number}")),
            some(wide % 7).map(|it| format!("word {it}")),
        ];
        let kind = PieceKind::ALL[number.unsigned_abs() as usize % 5];
        let [text, word, piece, game, small, large, real, bit, time] = &mut rows.columns[..] else {
            unreachable!()
        };
        text.text(texts[0].as_deref());
        word.text(texts[1].as_deref());
        piece.known([some(Code::of_piece(kind).into())].into_iter());
        game.int(Some(wide));
        small.int(some(-wide));
        large.int(some(wide << 40));
        real.real(some(0).map(|_| f64::from(number) / 2.0));
        bit.bool(number % 3 == 0);
        time.int(None);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let columns: Vec<Column> = COLUMNS
            .iter()
            .map(|&(name, kind, always)| Column {
                name,
                kind,
                unit: "",
                meaning: "",
                always,
            })
            .collect();
        let mut writer = ParquetWriter {
            writer: begin(&columns, Vec::new()).unwrap(),
            columns,
            group: Vec::new(),
            plies: 0,
        };
        // Two row groups, of batches that know the words in another order.
        for (numbers, plies) in [(0..6, 0), (6..9, GROUP_PLIES), (9..20, 0)] {
            let mut rows = Rows::new(COLUMNS.iter().map(|it| it.1));
            numbers.for_each(|number| add(&mut rows, number));
            // Rows are taken in shares.
            writer.add(&rows, 0..1, 0).unwrap();
            writer.add(&rows, 1..rows.len(), plies).unwrap();
        }
        let file = SerializedFileReader::new(Bytes::from(writer.finish().unwrap())).unwrap();
        assert_eq!(file.num_row_groups(), 2);
        let rows = file.get_row_iter(None).unwrap();
        let found: Vec<String> = rows.map(|row| row.unwrap().to_string()).collect();
        assert_eq!(found.len(), 20);
        assert_eq!(
            found[9],
            "{text: \"text 9\", word: \"word 2\", piece: \"KI\", game: 9, small: -9, large: 9895604649984, \
             real: 4.5, bit: true, time: null}"
        );
        for (number, row) in found.iter().enumerate() {
            let text = if number < 10 {
                format!("\"text {number}\"")
            } else {
                "null".to_owned()
            };
            let word = if number % 2 == 1 {
                format!("\"word {}\"", number % 7)
            } else {
                "null".to_owned()
            };
            let begin = format!("{{text: {text}, word: {word}, piece: ");
            assert!(row.starts_with(&begin), "{row}");
        }
    }

    #[test]
    fn a_column_that_always_has_a_value_is_never_written_without() {
        let columns = vec![Column {
            name: "game",
            kind: Kind::Int32,
            unit: "",
            meaning: "",
            always: true,
        }];
        for values in [[None, None], [Some(1), None]] {
            let mut writer = ParquetWriter {
                writer: begin(&columns, Vec::new()).unwrap(),
                columns: columns.clone(),
                group: Vec::new(),
                plies: 0,
            };
            let mut rows = Rows::new([Kind::Int32].into_iter());
            for value in values {
                rows.columns[0].int(value);
            }
            assert!(writer.add(&rows, 0..2, 0).is_err());
        }
    }
}
