//! Columns of a book, whoever wrote it: which there are, and their values as rows.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Schema};

use crate::book::{BookFault, BookRow, COLUMNS};
use crate::shogi::Position;

/// Where the columns of a book stand in a file; none for those it does not have.
#[derive(Clone, Debug)]
pub(super) struct Places([Option<usize>; COLUMNS.len()]);

/// Those without which there is no book.
const NEEDED: [&str; 7] = [
    "position_key",
    "sfen",
    "move",
    "games",
    "black_wins",
    "white_wins",
    "draws",
];

impl Places {
    /// Finds the columns.
    ///
    /// # Errors
    /// When one that is needed is not there, or one holds something else.
    pub(super) fn of(schema: &Schema) -> Result<Places, BookFault> {
        let mut places = [None; COLUMNS.len()];
        for (place, column) in places.iter_mut().zip(&COLUMNS) {
            *place = schema.index_of(column.name).ok();
            let Some(at) = *place else {
                if NEEDED.contains(&column.name) {
                    return Err(BookFault::NoColumn(column.name));
                }
                continue;
            };
            let kind = schema.field(at).data_type();
            let fits = match column.name {
                // It is compared as it is stored.
                "position_key" => *kind == DataType::Int64,
                "sfen" | "move" | "sample_file" => {
                    matches!(kind, DataType::Utf8 | DataType::Binary)
                }
                _ => kind.is_integer() || matches!(kind, DataType::Float32 | DataType::Float64),
            };
            if !fits {
                return Err(BookFault::ColumnType(column.name));
            }
        }
        Ok(Places(places))
    }

    /// The columns that are there, by their numbers in the file.
    pub(super) fn all(&self) -> impl Iterator<Item = usize> {
        self.0.into_iter().flatten()
    }

    /// That of the key.
    pub(super) fn key(&self) -> usize {
        self.0[0].unwrap_or_default()
    }
}

/// The rows of a batch.
///
/// # Errors
/// When a value is missing that every row has, or is nothing that a book holds.
pub(super) fn rows(
    batch: &RecordBatch,
    mut take: impl FnMut(BookRow) -> Result<(), BookFault>,
) -> Result<(), BookFault> {
    let column = |at: usize| batch.column_by_name(COLUMNS[at].name);
    let all: [Option<&ArrayRef>; COLUMNS.len()] = std::array::from_fn(column);
    for row in 0..batch.num_rows() {
        let text = |at: usize| all[at].and_then(|it| text(it, row));
        let count = |at: usize| whole(all[at]?, row).and_then(|it| u64::try_from(it).ok());
        let needed = |at: usize| count(at).ok_or(BookFault::Value(COLUMNS[at].name));
        let sfen = text(1).ok_or(BookFault::Value("sfen"))?;
        let position: Position = sfen.parse().map_err(|_| BookFault::Value("sfen"))?;
        let mv = text(2).and_then(|it| it.parse().ok());
        let (games, black_wins) = (needed(3)?, needed(4)?);
        let (white_wins, draws) = (needed(5)?, needed(6)?);
        let told = [black_wins, white_wins, draws];
        let told = told.into_iter().try_fold(0_u64, u64::checked_add);
        let no_result = told.and_then(|it| games.checked_sub(it));
        let year = |at: usize| count(at).and_then(|it| u16::try_from(it).ok());
        let file = text(11).map(str::to_owned);
        let game = count(12).and_then(|it| u32::try_from(it).ok());
        take(BookRow {
            mv: mv.ok_or(BookFault::Value("move"))?,
            games,
            black_wins,
            white_wins,
            draws,
            no_result: no_result.ok_or(BookFault::Value("games"))?,
            rating_mean: all[8].and_then(|it| real(it, row)),
            years: year(9).zip(year(10)),
            sample: file.map(|it| (it, game.unwrap_or(1))),
            number: 0,
            advice: None,
            position,
        })?;
    }
    Ok(())
}

fn text(array: &ArrayRef, row: usize) -> Option<&str> {
    if array.is_null(row) {
        return None;
    }
    match array.data_type() {
        DataType::Utf8 => Some(array.as_string::<i32>().value(row)),
        DataType::Binary => str::from_utf8(array.as_binary::<i32>().value(row)).ok(),
        _ => None,
    }
}

fn whole(array: &ArrayRef, row: usize) -> Option<i64> {
    if array.is_null(row) {
        return None;
    }
    Some(match array.data_type() {
        DataType::Int8 => array.as_primitive::<Int8Type>().value(row).into(),
        DataType::Int16 => array.as_primitive::<Int16Type>().value(row).into(),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(row).into(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row),
        DataType::UInt8 => array.as_primitive::<UInt8Type>().value(row).into(),
        DataType::UInt16 => array.as_primitive::<UInt16Type>().value(row).into(),
        DataType::UInt32 => array.as_primitive::<UInt32Type>().value(row).into(),
        DataType::UInt64 => {
            let value = array.as_primitive::<UInt64Type>().value(row);
            return value.try_into().ok();
        }
        _ => {
            // Some engines make sums of numbers real ones.
            let value = real(array, row)?;
            return (value.fract() == 0.0 && value.abs() < 9e15).then_some(value as i64);
        }
    })
}

fn real(array: &ArrayRef, row: usize) -> Option<f64> {
    if array.is_null(row) {
        return None;
    }
    let value = match array.data_type() {
        DataType::Float32 => array.as_primitive::<Float32Type>().value(row).into(),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(row),
        // A mean that happens to be whole: no rating is too large for this.
        _ => i32::try_from(whole(array, row)?).ok()?.into(),
    };
    value.is_finite().then_some(value)
}
