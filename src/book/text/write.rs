//! Rows become a text book.

use std::io::{self, Write};
use std::path::PathBuf;

use super::HEADER;
use crate::book::Row;
use crate::book::spill::{Item, Sorter};

/// Writes a text book, whose positions are in the order of the bytes of their lines: a program that looks one up seeks it
/// by halving.
#[derive(Debug)]
pub(in crate::book) struct TextWriter<W> {
    out: W,
    blocks: Sorter<Block>,
}

/// A position with its moves.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Block {
    /// The line of the position, without its end.
    position: Box<str>,
    /// The lines of its moves.
    moves: Box<str>,
}

impl<W: Write> TextWriter<W> {
    /// Begins a book. What is too much for the memory, in bytes, goes to files in the folder.
    pub(in crate::book) fn new(out: W, memory: usize, folder: PathBuf) -> TextWriter<W> {
        TextWriter {
            out,
            blocks: Sorter::new(memory, folder),
        }
    }

    /// Adds the rows of a position.
    ///
    /// # Errors
    /// When there is too much and it cannot be put aside.
    pub(in crate::book) fn add(&mut self, mut rows: Vec<&Row>) -> io::Result<()> {
        let Some(&first) = rows.first() else {
            return Ok(());
        };
        // Programs that look at the number meet the position where it comes earliest.
        let numbers = rows.iter().map(|it| it.number).filter(|&it| it > 0);
        let is_black = first.sfen.contains(" b ");
        let number = numbers.min().unwrap_or(if is_black { 1 } else { 2 });
        // The best move first, and that is the one played most often.
        rows.sort_by_key(|row| {
            let score = row.advice.as_ref().and_then(|it| it.score);
            let order = (row.counts.games, score);
            (std::cmp::Reverse(order), row.mv.usi())
        });
        let mut moves = String::new();
        for row in rows {
            push_move(row, &mut moves);
        }
        self.blocks.add(Block {
            position: format!("sfen {} {number}", first.sfen).into(),
            moves: moves.into(),
        })
    }

    /// Writes the book and gives the stream back.
    ///
    /// # Errors
    /// When it cannot be written, or what was put aside cannot be read.
    pub(in crate::book) fn finish(mut self) -> io::Result<W> {
        writeln!(self.out, "{HEADER} 1.00")?;
        for block in self.blocks.finish()? {
            let block = block?;
            write!(self.out, "{}\n{}", block.position, block.moves)?;
        }
        Ok(self.out)
    }
}

fn push_move(row: &Row, out: &mut String) {
    fn known<T: ToString>(value: Option<T>) -> String {
        value.map_or_else(|| "none".to_owned(), |it| it.to_string())
    }
    row.mv.push_usi(out);
    let advice = row.advice.as_deref();
    for field in [
        known(advice.and_then(|it| it.ponder)),
        known(advice.and_then(|it| it.score)),
        known(advice.and_then(|it| it.depth)),
        row.counts.games.to_string(),
    ] {
        out.push(' ');
        out.push_str(&field);
    }
    out.push('\n');
}

impl Item for Block {
    fn size(&self) -> usize {
        size_of::<Block>() + self.position.len() + self.moves.len()
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend((self.position.len() as u32).to_le_bytes());
        out.extend(self.position.as_bytes());
        out.extend(self.moves.as_bytes());
    }

    fn read(bytes: &[u8]) -> Option<Block> {
        let (length, rest) = bytes.split_first_chunk()?;
        let text = str::from_utf8(rest).ok()?;
        let (position, moves) = text.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        Some(Block {
            position: position.into(),
            moves: moves.into(),
        })
    }

    fn absorb(&mut self, _equal: Block) {}
}
