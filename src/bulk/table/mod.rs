//! A table of games in Parquet, as `export` makes it, read as records: each row becomes a game in CSA, the notation in which
//! it costs least.

mod column;
mod csa;

use std::fs::File;
use std::io::{self, Read};

use parquet::basic::Type as Physical;
use parquet::data_type::{ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};

use crate::archive::Fault;
use crate::input::InputFault;
use column::Column;
use csa::{Row, push_game};

/// How many rows are read at a time.
const ROWS: usize = 512;

/// How a Parquet file begins.
const SIGNATURE: &[u8] = b"PAR1";

/// Whether a file that begins like this is Parquet.
pub(super) fn is_table(head: &[u8]) -> bool {
    head.starts_with(SIGNATURE)
}

/// Whether a file is a table of games.
pub(crate) fn holds_games(file: File) -> bool {
    TableReader::new(file).is_ok()
}

/// The text of one game of a table (from 1), or how many there are if they are fewer. Rows before it are not made into text.
///
/// # Errors
/// When the table is damaged, or not one of games.
pub(crate) fn game(file: File, number: u32) -> io::Result<Result<String, u32>> {
    let mut reader = TableReader::new(file)?;
    let mut seen = 0;
    while reader.begin()? {
        let Some((columns, rows)) = &mut reader.group else {
            break;
        };
        let before = seen;
        seen += u32::try_from(*rows).unwrap_or(u32::MAX);
        if number > seen {
            continue;
        }
        let mut row = (number - before - 1) as usize;
        while row >= ROWS {
            columns.read(ROWS).map_err(damaged)?;
            row -= ROWS;
        }
        columns.read(row + 1).map_err(damaged)?;
        for _ in 0..row {
            columns.row();
        }
        push_game(&columns.row(), &mut reader.text);
        return Ok(Ok(reader.text));
    }
    Ok(Err(seen))
}

/// The columns of one row group.
struct Columns {
    event: Option<Column<ByteArrayType>>,
    site: Option<Column<ByteArrayType>>,
    date: Option<Column<Int32Type>>,
    start_time: Option<Column<Int64Type>>,
    end_time: Option<Column<Int64Type>>,
    black: Option<Column<ByteArrayType>>,
    white: Option<Column<ByteArrayType>>,
    black_rating: Option<Column<DoubleType>>,
    white_rating: Option<Column<DoubleType>>,
    time_limit: Option<Column<ByteArrayType>>,
    opening: Option<Column<ByteArrayType>>,
    ending: Option<Column<ByteArrayType>>,
    winner: Option<Column<ByteArrayType>>,
    start: Column<ByteArrayType>,
    moves: Column<ByteArrayType>,
}

/// The games of a table as CSA.
pub(super) struct TableReader {
    file: SerializedFileReader<File>,
    /// The row group that comes next.
    next: usize,
    /// The one under way, and how many of its rows are left.
    group: Option<(Columns, usize)>,
    text: String,
    /// How much of the text was handed out.
    given: usize,
    is_begun: bool,
}

impl TableReader {
    /// Opens a table.
    ///
    /// # Errors
    /// When it is damaged, or not a table of games.
    pub(super) fn new(file: File) -> io::Result<TableReader> {
        let mut reader = TableReader {
            file: SerializedFileReader::new(file).map_err(damaged)?,
            next: 0,
            group: None,
            text: String::new(),
            given: 0,
            is_begun: false,
        };
        for name in ["start_sfen", "moves_usi"] {
            if reader.place(name, Physical::BYTE_ARRAY).is_none() {
                return Err(InputFault::NoGames.into());
            }
        }
        reader.text.push_str("'CSA encoding=UTF-8\n");
        Ok(reader)
    }

    /// The place of a column of this type.
    fn place(&self, name: &str, kind: Physical) -> Option<usize> {
        let schema = self.file.metadata().file_metadata().schema_descr();
        let columns = schema.columns().iter();
        let mut columns = columns.enumerate();
        let found = columns.find(|(_, it)| {
            it.path().parts() == [name] && it.physical_type() == kind && it.max_rep_level() == 0
        });
        found.map(|(at, _)| at)
    }

    /// Begins the next row group. Returns `false` when there is none.
    fn begin(&mut self) -> io::Result<bool> {
        if self.next >= self.file.num_row_groups() {
            return Ok(false);
        }
        let group = self.file.get_row_group(self.next).map_err(damaged)?;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        macro_rules! column {
            ($name:literal, $kind:ident) => {
                match self.place($name, Physical::$kind) {
                    Some(at) => Some(Column::new(&*group, at).map_err(damaged)?),
                    None => None,
                }
            };
        }
        let lacking = || io::Error::from(InputFault::NoGames);
        let columns = Columns {
            event: column!("event", BYTE_ARRAY),
            site: column!("site", BYTE_ARRAY),
            date: column!("date", INT32),
            start_time: column!("start_time", INT64),
            end_time: column!("end_time", INT64),
            black: column!("black", BYTE_ARRAY),
            white: column!("white", BYTE_ARRAY),
            black_rating: column!("black_rating", DOUBLE),
            white_rating: column!("white_rating", DOUBLE),
            time_limit: column!("time_limit", BYTE_ARRAY),
            opening: column!("opening_header", BYTE_ARRAY),
            ending: column!("ending", BYTE_ARRAY),
            winner: column!("winner", BYTE_ARRAY),
            start: column!("start_sfen", BYTE_ARRAY).ok_or_else(lacking)?,
            moves: column!("moves_usi", BYTE_ARRAY).ok_or_else(lacking)?,
        };
        self.next += 1;
        self.group = Some((columns, rows));
        Ok(true)
    }

    /// Makes the text of further rows. Returns `false` when there are none.
    fn advance(&mut self) -> io::Result<bool> {
        self.text.clear();
        self.given = 0;
        while !matches!(self.group, Some((_, 1..))) {
            if !self.begin()? {
                return Ok(false);
            }
        }
        let Some((columns, left)) = &mut self.group else {
            return Ok(false);
        };
        let rows = ROWS.min(*left);
        columns.read(rows).map_err(damaged)?;
        *left -= rows;
        for _ in 0..rows {
            if std::mem::replace(&mut self.is_begun, true) {
                self.text.push_str("/\n");
            }
            push_game(&columns.row(), &mut self.text);
        }
        Ok(true)
    }
}

impl Columns {
    fn read(&mut self, rows: usize) -> Result<(), ParquetError> {
        fn all<T: parquet::data_type::DataType>(
            column: &mut Option<Column<T>>,
            rows: usize,
        ) -> Result<(), ParquetError> {
            column.as_mut().map_or(Ok(()), |it| it.read(rows))
        }
        for column in [
            &mut self.event,
            &mut self.site,
            &mut self.black,
            &mut self.white,
            &mut self.time_limit,
            &mut self.opening,
            &mut self.ending,
            &mut self.winner,
        ] {
            all(column, rows)?;
        }
        all(&mut self.date, rows)?;
        all(&mut self.start_time, rows)?;
        all(&mut self.end_time, rows)?;
        all(&mut self.black_rating, rows)?;
        all(&mut self.white_rating, rows)?;
        self.start.read(rows)?;
        self.moves.read(rows)
    }

    /// The next row.
    fn row(&mut self) -> Row<'_> {
        fn text(column: &mut Column<ByteArrayType>) -> Option<&str> {
            std::str::from_utf8(column.next()?.data()).ok()
        }
        fn word(column: &mut Option<Column<ByteArrayType>>) -> Option<&str> {
            text(column.as_mut()?)
        }
        fn number<T: parquet::data_type::DataType>(column: &mut Option<Column<T>>) -> Option<T::T> {
            column.as_mut()?.next().cloned()
        }
        Row {
            event: word(&mut self.event),
            site: word(&mut self.site),
            date: number(&mut self.date),
            start_time: number(&mut self.start_time),
            end_time: number(&mut self.end_time),
            players: [word(&mut self.black), word(&mut self.white)],
            ratings: [
                number(&mut self.black_rating),
                number(&mut self.white_rating),
            ],
            time_limit: word(&mut self.time_limit),
            opening: word(&mut self.opening),
            ending: word(&mut self.ending),
            winner: word(&mut self.winner),
            start: text(&mut self.start),
            moves: text(&mut self.moves).unwrap_or_default(),
        }
    }
}

impl Read for TableReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() {
            if !self.advance()? {
                return Ok(0);
            }
        }
        let rest = &self.text.as_bytes()[self.given..];
        let amount = rest.len().min(buffer.len());
        buffer[..amount].copy_from_slice(&rest[..amount]);
        self.given += amount;
        Ok(amount)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "as map_err wants it")]
fn damaged(error: ParquetError) -> io::Error {
    let message = error.to_string();
    let visible = message.chars().filter(|it| !it.is_control());
    Fault::Damaged(visible.take(120).collect()).into()
}
