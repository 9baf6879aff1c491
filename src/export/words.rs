//! The words of a column, each kept once and known by its number.

use std::collections::HashMap;

/// How many keys are found without a search. A power of two, small enough for the slots to stay in the cache.
const SLOTS: usize = 1 << 12;
/// A slot that holds none of the keys.
const NO_KEY: (u32, u32) = (u32::MAX, 0);
/// Beyond so many words a column begins a new list when it is emptied.
const MANY: usize = 1 << 16;

/// Words in the order in which they came up.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    /// All of them, one after the other, and where each ends.
    text: String,
    ends: Vec<usize>,
    by_text: HashMap<Box<str>, u32>,
    by_key: HashMap<u32, u32>,
    /// Keys seen lately with their words; made with the first key.
    slots: Vec<(u32, u32)>,
    /// The word asked for last.
    last: u32,
}

impl Words {
    /// The number of words.
    #[cfg(feature = "columnar")]
    pub(super) fn len(&self) -> usize {
        self.ends.len()
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
                    let number = self.learn(|out| out.push_str(word));
                    self.by_text.insert(word.into(), number);
                    number
                }
            };
        }
        self.last
    }

    /// Adds a word.
    fn learn(&mut self, write: impl FnOnce(&mut String)) -> u32 {
        write(&mut self.text);
        self.ends.push(self.text.len());
        self.ends.len() as u32 - 1
    }

    /// The number of the word with this key, which `write` writes. A key (below [`u32::MAX`]) always stands for the
    /// same word; words with several keys have several numbers.
    #[inline]
    pub(super) fn keyed(&mut self, key: u32, write: impl FnOnce(&mut String)) -> u32 {
        let slot = (key.wrapping_mul(0x9e37_79b1) >> 20) as usize % SLOTS;
        match self.slots.get(slot) {
            Some(&(known, number)) if known == key => number,
            _ => self.look_up(key, slot, write),
        }
    }

    #[cold]
    fn look_up(&mut self, key: u32, slot: usize, write: impl FnOnce(&mut String)) -> u32 {
        let number = match self.by_key.get(&key) {
            Some(&number) => number,
            None => {
                let number = self.learn(write);
                self.by_key.insert(key, number);
                number
            }
        };
        self.slots.resize(SLOTS, NO_KEY);
        self.slots[slot] = (key, number);
        number
    }

    /// Forgets the words when they have become many.
    pub(super) fn tidy(&mut self) {
        if self.ends.len() > MANY {
            *self = Words::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_kept_once_by_text_and_by_key() {
        let mut words = Words::default();
        let seven = words.number("seven");
        assert_eq!(words.number(""), 1);
        assert_eq!(words.number("seven"), seven);
        // More keys than there are slots, in two rounds.
        for key in (0..20_000).chain(0..20_000) {
            let number = words.keyed(key, |out| out.push_str(&key.to_string()));
            assert_eq!(words.get(number), key.to_string());
            assert_eq!(number, key + 2);
        }
        words.tidy();
        assert_eq!(words.get(seven), "seven");
        for word in 0..=MANY {
            words.number(&word.to_string());
        }
        words.tidy();
        assert_eq!(words.number("new"), 0);
    }
}
