//! Rows in memory, column by column: what every output form is made from.

#[cfg(feature = "columnar")]
use std::ops::Range;

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Text of any kind.
    Text,
    /// One of few words, the same ones again and again.
    Word,
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
    /// The name in `kifu schema`, as SQL has it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Word => "word",
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
    /// Whether the value is there.
    pub(super) present: Vec<bool>,
    /// How many are.
    there: usize,
    /// The text of all cells, one after the other, and where each ends.
    pub(super) text: String,
    pub(super) ends: Vec<usize>,
    /// Whole numbers, days, microseconds, 0 and 1, or the bits of a real number.
    pub(super) numbers: Vec<i64>,
}

impl Cells {
    /// An empty column.
    pub fn new(kind: Kind) -> Cells {
        Cells {
            kind,
            present: Vec::new(),
            there: 0,
            text: String::new(),
            ends: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// What the values are.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.present.len()
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.present.is_empty()
    }

    /// How many cells have a value.
    #[cfg(feature = "columnar")]
    pub(super) fn there(&self) -> usize {
        self.there
    }

    /// Takes all cells out but keeps the buffers.
    pub fn clear(&mut self) {
        self.present.clear();
        self.there = 0;
        self.text.clear();
        self.ends.clear();
        self.numbers.clear();
    }

    /// Adds a cell without a value.
    pub fn null(&mut self) {
        if self.is_text() {
            self.ends.push(self.text.len());
        } else {
            self.numbers.push(0);
        }
        self.present.push(false);
    }

    /// Adds text.
    pub fn text(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.write(|out| out.push_str(text)),
            None => self.null(),
        }
    }

    /// Adds what is written.
    #[inline]
    pub fn write(&mut self, write: impl FnOnce(&mut String)) {
        debug_assert!(self.is_text());
        write(&mut self.text);
        self.ends.push(self.text.len());
        self.present.push(true);
        self.there += 1;
    }

    /// Adds a whole number, day or time.
    #[inline]
    pub fn int(&mut self, value: Option<i64>) {
        debug_assert!(!self.is_text());
        self.numbers.push(value.unwrap_or(0));
        self.present.push(value.is_some());
        self.there += usize::from(value.is_some());
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

    fn is_text(&self) -> bool {
        matches!(self.kind, Kind::Text | Kind::Word)
    }

    /// The value of a cell.
    pub fn get(&self, row: usize) -> Value<'_> {
        if !self.present[row] {
            return Value::Null;
        }
        match self.kind {
            Kind::Text | Kind::Word => Value::Text(self.text_at(row)),
            Kind::Int32 | Kind::Int64 => Value::Int(self.numbers[row]),
            Kind::Real => Value::Real(f64::from_bits(self.numbers[row].cast_unsigned())),
            Kind::Bool => Value::Bool(self.numbers[row] != 0),
            Kind::Date => Value::Date(self.numbers[row] as i32),
            Kind::Time => Value::Time(self.numbers[row]),
        }
    }

    /// The text of a cell of a text column; empty where there is none.
    pub(super) fn text_at(&self, row: usize) -> &str {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[row]]
    }

    /// Takes out all cells after the first `rows`.
    fn truncate(&mut self, rows: usize) {
        if rows < self.present.len() {
            let gone = self.present[rows..].iter().filter(|&&there| there);
            self.there -= gone.count();
        }
        self.present.truncate(rows);
        self.numbers.truncate(rows);
        self.ends.truncate(rows);
        self.text.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// Adds these cells of `other`.
    #[cfg(feature = "columnar")]
    fn append(&mut self, other: &Cells, rows: Range<usize>) {
        if self.is_text() {
            let start = rows.start.checked_sub(1).map_or(0, |it| other.ends[it]);
            let end = rows.end.checked_sub(1).map_or(0, |it| other.ends[it]);
            let shift = self.text.len();
            self.text.push_str(&other.text[start..end.max(start)]);
            let ends = other.ends[rows.clone()].iter();
            self.ends.extend(ends.map(|end| end - start + shift));
        } else {
            self.numbers.extend_from_slice(&other.numbers[rows.clone()]);
        }
        let present = &other.present[rows];
        self.there += match other.there {
            0 => 0,
            all if all == other.present.len() => present.len(),
            _ => present.iter().filter(|&&there| there).count(),
        };
        self.present.extend_from_slice(present);
    }
}

/// Some rows of a table.
#[derive(Clone, Debug)]
pub struct Rows {
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

    /// The same with room for so many rows.
    #[must_use]
    pub(super) fn with_room(mut self, rows: usize) -> Rows {
        // A game goes beyond it now and then.
        let rows = rows + rows / 8;
        for cells in &mut self.columns {
            cells.present.reserve(rows);
            if cells.is_text() {
                cells.ends.reserve(rows);
                cells.text.reserve(rows * 8);
            } else {
                cells.numbers.reserve(rows);
            }
        }
        self
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, Cells::len)
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The columns.
    pub fn columns(&self) -> &[Cells] {
        &self.columns
    }

    /// Takes all rows out but keeps the buffers.
    pub fn clear(&mut self) {
        self.columns.iter_mut().for_each(Cells::clear);
    }

    /// The most text that a column holds, in bytes.
    #[cfg(feature = "columnar")]
    pub(super) fn text_len(&self) -> usize {
        self.columns
            .iter()
            .map(|it| it.text.len())
            .max()
            .unwrap_or(0)
    }

    /// Takes out all rows after the first `rows`, also those that are not complete.
    pub(super) fn truncate(&mut self, rows: usize) {
        self.columns.iter_mut().for_each(|it| it.truncate(rows));
    }

    /// Adds these rows of `other`.
    #[cfg(feature = "columnar")]
    pub(super) fn append(&mut self, other: &Rows, rows: Range<usize>) {
        for (cells, more) in self.columns.iter_mut().zip(&other.columns) {
            cells.append(more, rows.clone());
        }
    }
}
