//! What a column is: its name, type, unit and meaning, for every output form and for `kifu schema`.

use super::cells::Kind;

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    /// Its name. Never changes once released.
    pub name: &'static str,
    /// What its values are.
    pub kind: Kind,
    /// What numbers count; empty where there is none.
    pub unit: &'static str,
    /// What it tells, for people.
    pub meaning: &'static str,
    /// Whether every row has a value.
    pub always: bool,
}

impl Column {
    /// The type with the unit: `int64 (ms)`.
    pub(crate) fn type_name(&self) -> String {
        match self.unit {
            "" => self.kind.name().to_owned(),
            unit => format!("{} ({unit})", self.kind.name()),
        }
    }
}

/// A column and how it gets its value from a row: the one place where both are said.
#[derive(Clone, Copy, Debug)]
pub(super) struct Of<Fill> {
    pub(super) column: Column,
    pub(super) fill: Fill,
}

/// A column without a unit.
pub(super) const fn column<Fill: Copy>(
    name: &'static str,
    kind: Kind,
    meaning: &'static str,
    fill: Fill,
) -> Of<Fill> {
    measured(name, kind, "", meaning, fill)
}

/// A column of numbers with a unit.
pub(super) const fn measured<Fill: Copy>(
    name: &'static str,
    kind: Kind,
    unit: &'static str,
    meaning: &'static str,
    fill: Fill,
) -> Of<Fill> {
    let column = Column {
        name,
        kind,
        unit,
        meaning,
        always: false,
    };
    Of { column, fill }
}

/// The same column, of which every row has a value.
pub(super) const fn always<Fill: Copy>(mut of: Of<Fill>) -> Of<Fill> {
    of.column.always = true;
    of
}
