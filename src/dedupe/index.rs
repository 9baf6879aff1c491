//! The numbers of all games, in little memory: 24 bytes a game, and a quarter for growth.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Number;

/// A game.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The number, in halves that need no wide alignment.
    number: [u64; 2],
    /// A mark of the file. Two files may have the same: the number decides.
    file: u32,
    game: u32,
}

/// The numbers of games.
#[derive(Debug)]
pub struct Index {
    /// By the highest bits of the number, so that no part is ever moved as a whole.
    parts: Vec<Vec<Entry>>,
}

/// How many parts there are.
const PARTS: usize = 256;

impl Default for Index {
    fn default() -> Index {
        Index {
            parts: vec![Vec::new(); PARTS],
        }
    }
}

fn halves(number: Number) -> [u64; 2] {
    [(number >> 64) as u64, number as u64]
}

/// A short mark of a file, which few others have.
pub fn mark(file: &str) -> u32 {
    let mut hasher = DefaultHasher::new();
    file.hash(&mut hasher);
    hasher.finish() as u32
}

impl Index {
    /// Adds a game.
    pub fn add(&mut self, number: Number, file: u32, game: u32) {
        let part = &mut self.parts[(number >> 120) as usize];
        if part.len() == part.capacity() {
            part.reserve_exact((part.len() / 4).max(16));
        }
        part.push(Entry {
            number: halves(number),
            file,
            game,
        });
    }

    /// Puts the games in order, which the other questions need.
    pub fn sort(&mut self) {
        for part in &mut self.parts {
            part.sort_unstable_by_key(|it| it.number);
        }
    }

    /// Whether a game has this number.
    pub fn has(&self, number: Number) -> bool {
        let part = &self.parts[(number >> 120) as usize];
        let halves = halves(number);
        part.binary_search_by_key(&halves, |it| it.number).is_ok()
    }

    /// The numbers that several games have.
    pub fn repeated(&self) -> Vec<Number> {
        let runs = self.parts.iter().flat_map(|it| it.chunk_by(same));
        let repeated = runs.filter(|run| run.len() > 1);
        repeated
            .map(|run| u128::from(run[0].number[0]) << 64 | u128::from(run[0].number[1]))
            .collect()
    }

    /// Where the games lie that have one of these numbers.
    pub fn places<T>(&self, numbers: &HashMap<Number, T>) -> Places {
        let entries = self.parts.iter().flatten();
        let wanted = entries.filter(|it| {
            let number = u128::from(it.number[0]) << 64 | u128::from(it.number[1]);
            numbers.contains_key(&number)
        });
        Places(wanted.map(|it| (it.file, it.game)).collect())
    }
}

fn same(one: &Entry, other: &Entry) -> bool {
    one.number == other.number
}

/// Where games may lie.
#[derive(Debug)]
pub struct Places(HashSet<(u32, u32)>);

impl Places {
    /// Whether a game may be one of them.
    pub fn may_have(&self, file: &str, game: u32) -> bool {
        self.0.contains(&(mark(file), game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_takes_at_most_40_bytes() {
        assert_eq!(size_of::<Entry>(), 24);
        let mut index = Index::default();
        for number in 0..100_000_u128 {
            index.add(
                number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835),
                1,
                1,
            );
        }
        let rooms: usize = index.parts.iter().map(Vec::capacity).sum();
        assert!(rooms * size_of::<Entry>() <= 40 * 100_000, "{rooms}");
    }

    #[test]
    fn repeated_numbers_are_found() {
        let mut index = Index::default();
        let far = u128::MAX - 5;
        for (number, file, game) in [
            (7, "a", 1),
            (far, "a", 2),
            (8, "b", 1),
            (far, "b", 2),
            (7, "c", 9),
        ] {
            index.add(number, mark(file), game);
        }
        index.sort();
        assert_eq!(index.repeated(), [7, far]);
        assert!(index.has(8) && !index.has(9));
        let places = index.places(&HashMap::from([(far, 0_u8)]));
        assert!(places.may_have("a", 2) && places.may_have("b", 2));
        assert!(!places.may_have("a", 1) && !places.may_have("c", 9));
    }
}
