//! The cells of a column as an Arrow array.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Float64Type, Int32Type, Int64Type, TimestampMicrosecondType,
};
use arrow_array::{ArrayRef, BooleanArray, PrimitiveArray, StringArray, new_null_array};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::ArrowError;

use super::data_type;
use crate::tables::cells::{Cells, Kind};
use crate::tables::codes::Code;

/// These cells of a column.
///
/// # Errors
/// When their text is too long for one array.
pub(super) fn of(cells: &Cells, rows: &Range<usize>) -> Result<ArrayRef, ArrowError> {
    if cells.there() == 0 || rows.is_empty() {
        return Ok(new_null_array(&data_type(cells.kind()), rows.len()));
    }
    let nulls = cells.presence(rows.clone()).map(NullBuffer::from);
    let range = rows.clone();
    Ok(match cells.kind() {
        Kind::Text => Arc::new(texts(cells, &range, nulls)?),
        Kind::Word => {
            let word = |number: u32, text: &mut String| text.push_str(cells.words.get(number));
            Arc::new(words(&cells.narrow[range], nulls, word)?)
        }
        Kind::Coded(code) => {
            let spelled = Spelled::new(code, &cells.narrow[range.clone()], nulls.as_ref());
            let word = |number: u32, text: &mut String| text.push_str(spelled.get(number));
            Arc::new(words(&cells.narrow[range], nulls, word)?)
        }
        Kind::Int32 => numbers::<Int32Type>(cells.narrow[range].iter().copied(), nulls),
        Kind::Date => numbers::<Date32Type>(cells.narrow[range].iter().copied(), nulls),
        Kind::Int64 => numbers::<Int64Type>(cells.wide[range].iter().copied(), nulls),
        Kind::Time => numbers::<TimestampMicrosecondType>(cells.wide[range].iter().copied(), nulls),
        Kind::Real => {
            let bits = cells.wide[range].iter();
            numbers::<Float64Type>(bits.map(|it| f64::from_bits(it.cast_unsigned())), nulls)
        }
        Kind::Bool => {
            let bits = BooleanBuffer::from_iter(cells.narrow[range].iter().map(|it| *it != 0));
            Arc::new(BooleanArray::new(bits, nulls))
        }
    })
}

fn numbers<T: ArrowPrimitiveType>(
    values: impl Iterator<Item = T::Native>,
    nulls: Option<NullBuffer>,
) -> ArrayRef {
    let values = ScalarBuffer::from(values.collect::<Vec<_>>());
    Arc::new(PrimitiveArray::<T>::new(values, nulls))
}

/// Cells that are text already.
fn texts(
    cells: &Cells,
    rows: &Range<usize>,
    nulls: Option<NullBuffer>,
) -> Result<StringArray, ArrowError> {
    let first = rows
        .start
        .checked_sub(1)
        .map_or(0, |before| cells.ends[before]);
    let ends = &cells.ends[rows.clone()];
    let last = ends.last().copied().unwrap_or(first);
    let offsets = std::iter::once(first).chain(ends.iter().copied());
    let offsets = offsets.map(|it| offset(it - first));
    let offsets = offsets.collect::<Result<Vec<i32>, _>>()?;
    let text = Buffer::from(&cells.text.as_bytes()[first..last]);
    StringArray::try_new(OffsetBuffer::new(ScalarBuffer::from(offsets)), text, nulls)
}

/// Cells that are numbers of words, each of which `push` adds to a text.
fn words(
    numbers: &[i32],
    nulls: Option<NullBuffer>,
    push: impl Fn(u32, &mut String),
) -> Result<StringArray, ArrowError> {
    let mut text = String::new();
    let mut offsets = Vec::with_capacity(numbers.len() + 1);
    offsets.push(0);
    for (row, number) in numbers.iter().enumerate() {
        if nulls.as_ref().is_none_or(|it| it.is_valid(row)) {
            push(number.cast_unsigned(), &mut text);
        }
        offsets.push(offset(text.len())?);
    }
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    StringArray::try_new(offsets, Buffer::from(text.into_bytes()), nulls)
}

fn offset(len: usize) -> Result<i32, ArrowError> {
    i32::try_from(len).map_err(|_| ArrowError::OffsetOverflowError(len))
}

/// Words that stand for numbers, each spelled once: the same moves come again and again.
struct Spelled {
    text: String,
    places: HashMap<u32, Range<usize>>,
}

impl Spelled {
    fn new(code: Code, numbers: &[i32], nulls: Option<&NullBuffer>) -> Spelled {
        let (mut text, mut places) = (String::new(), HashMap::new());
        for (row, number) in numbers.iter().enumerate() {
            if nulls.is_none_or(|it| it.is_valid(row)) {
                let number = number.cast_unsigned();
                places.entry(number).or_insert_with(|| {
                    let start = text.len();
                    code.spell(number, &mut text);
                    start..text.len()
                });
            }
        }
        Spelled { text, places }
    }

    fn get(&self, number: u32) -> &str {
        self.places
            .get(&number)
            .map_or("", |place| &self.text[place.clone()])
    }
}
