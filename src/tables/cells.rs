//! Rows in memory, column by column: what every output form is made from.

#[cfg(feature = "columnar")]
use std::ops::Range;

use super::codes::Code;
use super::words::Words;

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Text of any kind.
    Text,
    /// One of few words, the same ones again and again.
    Word,
    /// The same, of words that stand for numbers.
    Coded(Code),
    /// A whole number of 32 bits.
    Int32,
    /// A whole number of 64 bits.
    Int64,
    /// A number with a fraction.
    Real,
    /// Yes or no.
    Bool,
    /// A day, without a zone.
    Date,
    /// A day and a time of day, without a zone.
    Time,
}

impl Kind {
    /// The same values without a list of words: that only pays where the words themselves are not written.
    #[must_use]
    pub fn unlisted(self) -> Kind {
        match self {
            Kind::Word => Kind::Text,
            other => other,
        }
    }

    /// Whether the values need 64 bits.
    const fn is_wide(self) -> bool {
        matches!(self, Kind::Int64 | Kind::Real | Kind::Time)
    }

    /// The name in `kifu schema`, as SQL has it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Word | Kind::Coded(_) => "word",
            Kind::Int32 => "int32",
            Kind::Int64 => "int64",
            Kind::Real => "double",
            Kind::Bool => "boolean",
            Kind::Date => "date",
            Kind::Time => "timestamp",
        }
    }
}

/// One value of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// Not known, or not there.
    Null,
    /// Text or a word.
    Text(&'a str),
    /// A word that is still to be spelled.
    Coded(Code, u32),
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Real(f64),
    /// Yes or no.
    Bool(bool),
    /// Days since 1970-01-01.
    Date(i32),
    /// Microseconds since 1970-01-01 00:00.
    Time(i64),
}

/// The values of one column. Cells are only ever added.
#[derive(Clone, Debug)]
pub struct Cells {
    kind: Kind,
    len: usize,
    /// How many have a value.
    there: usize,
    /// Whether each has one; empty as long as all or none have.
    present: Vec<bool>,
    /// The text of all cells, one after the other, and where each ends.
    pub(super) text: String,
    pub(super) ends: Vec<usize>,
    /// Whole numbers, days, 0 and 1, or the number of a word. Like `ends` it is empty as long as no cell has a value.
    pub(super) narrow: Vec<i32>,
    /// The same for what needs 64 bits: large numbers, microseconds, the bits of a real number.
    pub(super) wide: Vec<i64>,
    pub(super) words: Words,
}

impl Cells {
    /// An empty column.
    pub fn new(kind: Kind) -> Cells {
        Cells {
            kind,
            len: 0,
            there: 0,
            present: Vec::new(),
            text: String::new(),
            ends: Vec::new(),
            narrow: Vec::new(),
            wide: Vec::new(),
            words: Words::default(),
        }
    }

    /// What the values are.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many cells have a value.
    #[cfg(feature = "columnar")]
    pub(super) fn there(&self) -> usize {
        self.there
    }

    /// Takes all cells out but keeps the buffers and the words, if they are not too large.
    pub fn clear(&mut self) {
        if self.text.capacity() > LARGE {
            self.text = String::new();
        }
        self.present.clear();
        self.len = 0;
        self.there = 0;
        self.text.clear();
        self.ends.clear();
        self.narrow.clear();
        self.wide.clear();
        self.words.tidy();
    }

    /// Adds a cell without a value.
    pub fn null(&mut self) {
        self.nulls(1);
    }

    /// Brings what is kept of each cell up to the number of cells, with what stands for no value.
    fn fill_up(&mut self) {
        match self.kind {
            Kind::Text => self.ends.resize(self.len, self.text.len()),
            kind if kind.is_wide() => self.wide.resize(self.len, 0),
            _ => self.narrow.resize(self.len, 0),
        }
        if self.there < self.len {
            if self.present.is_empty() {
                self.present.resize(self.there, true);
            }
            self.present.resize(self.len, false);
        }
    }

    /// Makes ready for a value: the first one finds nothing kept of the cells before it.
    #[inline]
    fn begin(&mut self) {
        if self.there == 0 && self.len > 0 {
            self.fill_up();
        }
    }

    /// Notes that so many values were added.
    #[inline]
    fn added(&mut self, count: usize) {
        if self.there < self.len {
            self.present.resize(self.len + count, true);
        }
        self.len += count;
        self.there += count;
    }

    /// Keeps these numbers.
    #[inline]
    fn keep(&mut self, numbers: impl Iterator<Item = i64>) {
        if self.kind.is_wide() {
            self.wide.extend(numbers);
        } else {
            self.narrow.extend(numbers.map(saturated));
        }
    }

    /// Whether a cell has a value.
    fn has(&self, row: usize) -> bool {
        self.there == self.len || self.there > 0 && self.present[row]
    }

    /// Which of these cells have a value; none when all or none of the column have.
    #[cfg(feature = "columnar")]
    pub(super) fn presence(&self, rows: Range<usize>) -> Option<&[bool]> {
        self.present.get(rows)
    }

    /// Adds text or a word.
    pub fn text(&mut self, text: Option<&str>) {
        match (text, self.kind) {
            (None, _) => self.null(),
            (Some(text), Kind::Word) => {
                let number = self.words.number(text);
                self.fill(number.into());
            }
            (Some(text), _) => self.write(|out| out.push_str(text)),
        }
    }

    /// Adds text or a word that is written.
    #[inline]
    pub fn write(&mut self, write: impl FnOnce(&mut String)) {
        if self.kind == Kind::Word {
            let mut word = String::new();
            write(&mut word);
            return self.text(Some(&word));
        }
        self.begin();
        write(&mut self.text);
        self.ends.push(self.text.len());
        self.added(1);
    }

    #[inline]
    fn fill(&mut self, number: i64) {
        self.ints(std::iter::once(number));
    }

    /// Adds a whole number, day or time.
    #[inline]
    pub fn int(&mut self, value: Option<i64>) {
        debug_assert!(!matches!(
            self.kind,
            Kind::Text | Kind::Word | Kind::Coded(_)
        ));
        match value {
            Some(value) => self.fill(value),
            None => self.null(),
        }
    }

    /// Adds a count or a time in milliseconds.
    #[inline]
    pub fn count(&mut self, value: impl TryInto<i64>) {
        self.int(Some(value.try_into().unwrap_or(i64::MAX)));
    }

    /// Adds a number with a fraction.
    pub fn real(&mut self, value: Option<f64>) {
        self.int(value.map(|value| value.to_bits().cast_signed()));
    }

    /// Adds yes or no.
    #[inline]
    pub fn bool(&mut self, value: bool) {
        self.int(Some(i64::from(value)));
    }

    /// Adds so many cells without a value.
    fn nulls(&mut self, count: usize) {
        self.len += count;
        // As long as nothing has a value there is nothing to be kept: many columns stay like that.
        if self.there > 0 {
            self.fill_up();
        }
    }

    /// Adds whole numbers, days or times.
    #[inline]
    pub(super) fn ints(&mut self, values: impl ExactSizeIterator<Item = i64>) {
        let count = values.len();
        if count > 0 {
            self.begin();
        }
        self.keep(values);
        self.added(count);
    }

    /// Adds whole numbers, days or times, of which some are not known.
    #[inline]
    pub(super) fn known(&mut self, values: impl ExactSizeIterator<Item = Option<i64>> + Clone) {
        let count = values.len();
        let known = values.clone().flatten().count();
        if known == 0 {
            return self.nulls(count);
        }
        if known == count {
            return self.ints(values.map(Option::unwrap_or_default));
        }
        self.begin();
        if self.there == self.len {
            self.present.resize(self.len, true);
        }
        self.present.extend(values.clone().map(|it| it.is_some()));
        self.keep(values.map(Option::unwrap_or_default));
        self.len += count;
        self.there += known;
    }

    /// Adds words by their numbers.
    #[inline]
    pub(super) fn codes(&mut self, numbers: impl ExactSizeIterator<Item = u32>) {
        debug_assert!(matches!(self.kind, Kind::Coded(_)));
        self.ints(numbers.map(i64::from));
    }

    /// Adds yes or no.
    #[inline]
    pub(super) fn bools(&mut self, values: impl ExactSizeIterator<Item = bool>) {
        self.ints(values.map(i64::from));
    }

    /// Adds the same text or word so many times.
    pub(super) fn repeat(&mut self, text: &str, count: usize) {
        if self.kind == Kind::Word {
            let number = self.words.number(text);
            self.ints(std::iter::repeat_n(number.into(), count));
        } else {
            (0..count).for_each(|_| self.text(Some(text)));
        }
    }

    /// Adds texts that follow each other, and end where `ends` says.
    pub(super) fn texts(&mut self, text: &str, ends: impl ExactSizeIterator<Item = usize>) {
        debug_assert_eq!(self.kind, Kind::Text);
        let count = ends.len();
        if count > 0 {
            self.begin();
        }
        let start = self.text.len();
        self.text.push_str(text);
        self.ends.extend(ends.map(|it| start + it));
        self.added(count);
    }

    /// The value of a cell.
    pub fn get(&self, row: usize) -> Value<'_> {
        if !self.has(row) {
            return Value::Null;
        }
        match self.kind {
            Kind::Text => Value::Text(self.text_at(row)),
            Kind::Word => Value::Text(self.words.get(self.narrow[row].cast_unsigned())),
            Kind::Coded(code) => Value::Coded(code, self.narrow[row].cast_unsigned()),
            Kind::Int32 => Value::Int(self.narrow[row].into()),
            Kind::Int64 => Value::Int(self.wide[row]),
            Kind::Real => Value::Real(f64::from_bits(self.wide[row].cast_unsigned())),
            Kind::Bool => Value::Bool(self.narrow[row] != 0),
            Kind::Date => Value::Date(self.narrow[row]),
            Kind::Time => Value::Time(self.wide[row]),
        }
    }

    /// The text of a cell of a text column; empty where there is none.
    fn text_at(&self, row: usize) -> &str {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[row]]
    }

    /// Takes out all cells after the first `rows`.
    fn truncate(&mut self, rows: usize) {
        if rows < self.len {
            self.there -= (rows..self.len).filter(|&row| self.has(row)).count();
            self.len = rows;
        }
        // Nothing is kept of cells of which none has a value.
        let kept = if self.there == 0 { 0 } else { rows };
        self.narrow.truncate(kept);
        self.wide.truncate(kept);
        self.ends.truncate(kept);
        self.text.truncate(self.ends.last().copied().unwrap_or(0));
        let partly = self.there > 0 && self.there < self.len;
        self.present.truncate(if partly { rows } else { 0 });
    }
}

/// The nearest number there is room for.
#[inline]
fn saturated(number: i64) -> i32 {
    number.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// A buffer of text is not kept for the next rows when it has room for so many bytes.
const LARGE: usize = 1 << 22;

/// Some rows of a table.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    /// One for each column of the table.
    pub(super) columns: Vec<Cells>,
}

impl Rows {
    /// No rows, of columns of these kinds.
    pub(super) fn new(kinds: impl Iterator<Item = Kind>) -> Rows {
        Rows {
            columns: kinds.map(Cells::new).collect(),
        }
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.columns.first().map_or(0, Cells::len)
    }

    /// The columns.
    pub(crate) fn columns(&self) -> &[Cells] {
        &self.columns
    }

    /// Takes all rows out but keeps the buffers and the words.
    pub(crate) fn clear(&mut self) {
        self.columns.iter_mut().for_each(Cells::clear);
    }

    /// Takes out all rows after the first `rows`, also those that are not complete.
    pub(crate) fn truncate(&mut self, rows: usize) {
        self.columns.iter_mut().for_each(|it| it.truncate(rows));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds cells as they are wanted, one by one or so many at a time, and tells what they are then.
    fn filled(kind: Kind, wanted: &[bool], together: usize, cut: usize) -> (Vec<bool>, usize) {
        let mut cells = Cells::new(kind);
        let rows: Vec<(i64, bool)> = (0..).zip(wanted.iter().copied()).collect();
        for rows in rows.chunks(together) {
            let numbers = rows.iter().map(|&(row, wanted)| wanted.then_some(row));
            match kind {
                Kind::Int32 | Kind::Int64 if together > 1 => cells.known(numbers),
                Kind::Int32 | Kind::Int64 => numbers.for_each(|it| cells.int(it)),
                Kind::Text if rows.iter().all(|&(_, wanted)| wanted) => {
                    let texts: Vec<String> = rows.iter().map(|(row, _)| row.to_string()).collect();
                    // Each is one digit.
                    cells.texts(&texts.concat(), (0..texts.len()).map(|it| it + 1));
                }
                _ => numbers.for_each(|it| cells.text(it.map(|it| it.to_string()).as_deref())),
            }
        }
        cells.truncate(cut);
        let has = (0..cells.len()).map(|row| match cells.get(row) {
            Value::Null => false,
            Value::Int(value) => {
                assert_eq!(value, row as i64);
                true
            }
            Value::Text(text) => {
                assert_eq!(text, row.to_string());
                true
            }
            other => panic!("{other:?}"),
        });
        (has.collect(), cells.there)
    }

    #[test]
    fn cells_are_what_was_added_however_values_and_gaps_follow_each_other() {
        let kinds = [Kind::Text, Kind::Word, Kind::Int32, Kind::Int64];
        let ways = kinds.map(|kind| [1, 2, 3].map(|together| (kind, together)));
        for (kind, together) in ways.into_iter().flatten() {
            for pattern in 0..64_u32 {
                let wanted: Vec<bool> = (0..6).map(|bit| pattern >> bit & 1 == 1).collect();
                for cut in 0..=6 {
                    let (has, there) = filled(kind, &wanted, together, cut);
                    assert_eq!(has, wanted[..cut]);
                    assert_eq!(there, has.iter().filter(|&&it| it).count());
                }
            }
        }
    }
}
