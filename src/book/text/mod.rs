//! YaneuraOu's text book: a position in SFEN, then a line for each move in it.
//!
//! `sfen <position> <number>`, then `move ponder score depth count`; `none` is what is not known.

mod book;
mod check;
mod lines;
mod write;

pub(super) use book::TextBook;
pub(crate) use check::check;
pub(super) use lines::{BookMove, Content, Lines};
pub(super) use write::TextWriter;

/// What the first line begins with.
pub(super) const HEADER: &str = "#YANEURAOU-DB2016";
