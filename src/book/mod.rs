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

pub use book_row::BookRow;
pub use columns::COLUMNS;
pub use fault::BookFault;
pub use games::{Choice, Played};
pub use names::Names;
pub use open::{Book, BookKind, Met};
pub use row::{Advice, Row};
pub use table::{Entry, Rows, Table};
pub use text::{BadBlock, Checked, check};
pub use writer::{Form, Frame, Written, write};
