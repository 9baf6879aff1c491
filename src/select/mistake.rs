//! What is wrong with something that was asked for, and where.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use crate::text::{one_for_one, visible};
use crate::words::{self, Lang};

/// Why a text is no condition, no pattern, no line of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    place: Range<usize>,
    key: &'static str,
    facts: Vec<(&'static str, String)>,
}

impl Mistake {
    /// A mistake at these bytes, in the words of this key.
    pub(super) fn new(place: Range<usize>, key: &'static str) -> Mistake {
        Mistake {
            place,
            key,
            facts: Vec::new(),
        }
    }

    /// With a value for a placeholder.
    #[must_use]
    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Mistake {
        self.facts.push((name, value.into()));
        self
    }

    /// The same in a text in which this one begins at `offset`.
    #[must_use]
    pub(super) fn moved(mut self, offset: usize) -> Mistake {
        self.place = self.place.start + offset..self.place.end + offset;
        self
    }

    /// What is wrong, in words. A value that is a key of the catalogue is put into words too.
    pub fn headline(&self, lang: Lang) -> String {
        words::fill(words::text(lang, self.key), |name| {
            let fact = self.facts.iter().find(|(it, _)| *it == name);
            fact.map(|(_, value)| match value.starts_with("select.") {
                true => words::find(lang, value).unwrap_or(value).to_owned(),
                false => visible(value).into_owned(),
            })
        })
    }

    /// Two lines: what was written, and a mark under the place.
    pub fn mark(&self, written: &str) -> String {
        let width = |range: Range<usize>| {
            let part = written.get(range).unwrap_or_default();
            one_for_one(part).width()
        };
        let before = width(0..self.place.start.min(written.len()));
        let under = width(self.place.clone()).max(1);
        format!(
            "  {}\n  {}{}\n",
            one_for_one(written),
            " ".repeat(before),
            "^".repeat(under)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_stands_under_wide_characters() {
        let mistake = Mistake::new(6..9, "select.empty");
        assert_eq!(mistake.mark("羽生x善治"), "  羽生x善治\n      ^\n");
        let at_end = Mistake::new(3..3, "select.empty");
        assert_eq!(at_end.mark("a ="), "  a =\n     ^\n");
    }
}
