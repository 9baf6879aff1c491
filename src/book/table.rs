//! Rows that are added up, within so much memory.

use std::io;
use std::iter::Peekable;
use std::path::PathBuf;

use super::row::{Advice, Row};
use super::spill::{Item, Merged, Runs};
use crate::played::Counts;
use crate::shogi::Move;

/// A slot without a row.
const EMPTY: u32 = u32::MAX;

/// What is known of a move in a position, to be added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    /// The key of the position.
    pub key: i64,
    /// The position in SFEN, without the number of the move.
    pub sfen: &'a str,
    /// The move.
    pub mv: Move,
    /// In how many games it was played, and how these ended.
    pub counts: Counts,
    /// The number of the move; 0 where it is not known.
    pub number: u32,
    /// What an engine says.
    pub advice: Option<Advice>,
}

/// Rows that are found by position and move. What is too much for the memory goes to files, sorted.
#[derive(Debug)]
pub(crate) struct Table {
    rows: Vec<Row>,
    /// Numbers of rows, each at the first free slot from that of its hash on. Twice as many as rows at the least.
    slots: Vec<u32>,
    /// About how much memory the rows take.
    size: usize,
    memory: usize,
    runs: Runs,
}

impl Table {
    /// Nothing yet; what is too much for the memory, in bytes, goes to files in the folder.
    pub(crate) fn new(memory: usize, folder: PathBuf) -> Table {
        Table {
            rows: Vec::new(),
            slots: vec![EMPTY; 1 << 10],
            size: 0,
            memory,
            runs: Runs::new(folder),
        }
    }

    /// Adds what is known of a move in a position.
    ///
    /// # Errors
    /// When there were many rows and they cannot be put aside.
    pub(crate) fn add(&mut self, entry: &Entry<'_>) -> io::Result<()> {
        let &Entry {
            key,
            sfen,
            mv,
            counts,
            number,
            advice,
        } = entry;
        let mask = self.slots.len() - 1;
        let mut slot = hash(key, mv) & mask;
        while let Some(row) = self.rows.get_mut(self.slots[slot] as usize) {
            if row.key == key && row.mv == mv && *row.sfen == *sfen {
                row.merge(&counts, number, advice);
                return Ok(());
            }
            slot = (slot + 1) & mask;
        }
        if self.rows.len() == self.rows.capacity() && !self.widen() {
            self.spill()?;
            return self.add(entry);
        }
        self.slots[slot] = self.rows.len() as u32;
        let row = Row {
            key,
            sfen: sfen.into(),
            mv,
            counts,
            number,
            advice: advice.map(Box::new),
        };
        self.size += row.size();
        self.rows.push(row);
        if self.taken() > self.memory {
            self.spill()?;
        } else if self.rows.len() * 2 > self.slots.len() {
            self.grow();
        }
        Ok(())
    }

    /// Makes room for more rows, as far as the memory allows; not for fewer than it is worth to move the others for.
    fn widen(&mut self) -> bool {
        const FIRST: usize = 1 << 12;
        let len = self.rows.len();
        if len == 0 {
            self.rows.reserve_exact(FIRST);
            return true;
        }
        let average = self.size / len + 2 * size_of::<u32>();
        // While they move, the rows are there twice.
        let free = self
            .memory
            .saturating_sub(self.taken() + len * size_of::<Row>());
        let more = (free / average).min(len).min(EMPTY as usize - len);
        if more < len / 8 {
            return false;
        }
        self.rows.reserve_exact(more);
        true
    }

    /// How much memory there is in use, the room for more rows included.
    fn taken(&self) -> usize {
        let room = (self.rows.capacity() - self.rows.len()) * size_of::<Row>();
        self.size + room + self.slots.len() * size_of::<u32>()
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        self.slots.clear();
        self.slots.resize(mask + 1, EMPTY);
        for (number, row) in self.rows.iter().enumerate() {
            let mut slot = hash(row.key, row.mv) & mask;
            while self.slots[slot] != EMPTY {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = number as u32;
        }
    }

    /// Puts all rows aside.
    fn spill(&mut self) -> io::Result<()> {
        self.size = 0;
        self.slots.fill(EMPTY);
        self.rows.sort_unstable();
        self.runs.add(self.rows.drain(..))
    }

    /// All rows in order of keys, positions and moves.
    ///
    /// # Errors
    /// When what was put aside cannot be read.
    pub(crate) fn finish(mut self) -> io::Result<Rows> {
        self.slots = Vec::new();
        if !self.runs.is_empty() {
            // Whoever takes the rows needs memory too.
            self.spill()?;
            self.rows = Vec::new();
        }
        self.rows.sort_unstable();
        let rows = self.runs.merge(self.rows)?;
        Ok(Rows {
            rows: rows.peekable(),
        })
    }
}

/// Where a row is sought first. Keys are as good as random already.
fn hash(key: i64, mv: Move) -> usize {
    let origin = match mv {
        Move::Normal { from, promote, .. } => from.index() * 2 + usize::from(promote),
        Move::Drop { kind, .. } => 2 * 81 + kind as usize,
    };
    let number = (origin * 81 + mv.to().index()) as u64;
    let mixed = key.cast_unsigned() ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 32)) as usize
}

/// All rows, position by position.
#[derive(Debug)]
pub(crate) struct Rows {
    rows: Peekable<Merged<Row>>,
}

impl Rows {
    /// Takes the rows of the next key: mostly those of one position. Those of most games first, then in the order of
    /// their moves in USI.
    ///
    /// # Errors
    /// When what was put aside cannot be read.
    pub(crate) fn next_key(&mut self, rows: &mut Vec<Row>) -> io::Result<bool> {
        rows.clear();
        while let Some(row) = self.rows.next_if(|next| match (next, rows.first()) {
            (Ok(next), Some(first)) => next.key == first.key,
            (_, first) => first.is_none(),
        }) {
            rows.push(row?);
        }
        rows.sort_by(|one, other| {
            let games = other.counts.games.cmp(&one.counts.games);
            let moves = || one.mv.usi().cmp(&other.mv.usi());
            games
                .then_with(moves)
                .then_with(|| one.sfen.cmp(&other.sfen))
        });
        Ok(!rows.is_empty())
    }
}
