//! Books: what was played from each position of many games, and how it went. Built once, asked often.

mod book_row;
mod columns;
mod fault;
mod games;
mod lines;
mod names;
mod open;
#[cfg(feature = "columnar")]
mod parquet;
mod row;
mod spill;
mod spool;
mod stored;
mod table;
mod text;
mod writer;

pub(crate) use book_row::BookRow;
pub(crate) use columns::COLUMNS;
pub(crate) use fault::BookFault;
pub(crate) use games::{Choice, Played};
pub(crate) use names::Names;
pub(crate) use open::{Book, BookKind, Met};
pub(crate) use row::{Advice, Row};
pub(crate) use table::{Entry, Rows, Table};
pub(crate) use text::check;
pub(crate) use writer::{Form, Frame, Written, write};
