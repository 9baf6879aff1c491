//! The words of a column, each kept once and known by its number.

use std::collections::HashMap;

/// Beyond so many words a column begins a new list when it is emptied.
const MANY: usize = 1 << 13;
/// The same for the bytes of all words.
const LARGE: usize = 1 << 18;

/// Words in the order in which they came up.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    /// All of them, one after the other, and where each ends.
    text: String,
    ends: Vec<usize>,
    by_text: HashMap<Box<str>, u32>,
    /// The word asked for last.
    last: u32,
}

impl Words {
    /// The number of words.
    #[cfg(feature = "columnar")]
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// About how many bytes of memory they take: each stands in the text and in the index.
    #[cfg(feature = "columnar")]
    pub(super) fn size(&self) -> u64 {
        (2 * self.text.len() + 96 * self.ends.len()) as u64
    }

    /// A word by its number.
    pub(super) fn get(&self, number: u32) -> &str {
        let at = number as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[at]]
    }

    /// The number of a word.
    pub(super) fn number(&mut self, word: &str) -> u32 {
        let known = (self.last as usize) < self.ends.len() && self.get(self.last) == word;
        if !known {
            self.last = match self.by_text.get(word) {
                Some(&number) => number,
                None => {
                    let number = self.ends.len() as u32;
                    self.text.push_str(word);
                    self.ends.push(self.text.len());
                    self.by_text.insert(word.into(), number);
                    number
                }
            };
        }
        self.last
    }

    /// Forgets the words when they have become many.
    pub(super) fn tidy(&mut self) {
        if self.ends.len() > MANY || self.text.len() > LARGE {
            *self = Words::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_kept_once() {
        let mut words = Words::default();
        let seven = words.number("seven");
        assert_eq!(words.number(""), 1);
        assert_eq!(words.number("seven"), seven);
        words.tidy();
        assert_eq!(words.get(seven), "seven");
        for word in 0..=MANY {
            let number = words.number(&word.to_string());
            assert_eq!(words.get(number), word.to_string());
        }
        words.tidy();
        assert_eq!(words.number("new"), 0);
        words.number(&"long".repeat(LARGE));
        words.tidy();
        assert_eq!(words.number("new"), 0);
    }
}
