//! Books that are read, of any kind.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

#[cfg(feature = "columnar")]
use super::parquet::ParquetBook;
use super::text::{self, TextBook};
use super::{BookFault, BookRow};
use crate::shogi::Position;

/// A book that is open.
#[derive(Debug)]
pub(crate) struct Book(Open);

#[derive(Debug)]
enum Open {
    /// Parquet, whoever wrote it.
    #[cfg(feature = "columnar")]
    Parquet(Box<ParquetBook>),
    /// YaneuraOu's text book.
    Text(TextBook),
}

/// A kind of book, told by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BookKind {
    /// Parquet.
    Parquet,
    /// YaneuraOu's text book.
    Text,
}

impl BookKind {
    /// What kind of book begins like this, if any does.
    pub(crate) fn of(head: &[u8]) -> Option<BookKind> {
        if head.starts_with(b"PAR1") {
            return Some(BookKind::Parquet);
        }
        let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
        text.starts_with(text::HEADER.as_bytes())
            .then_some(BookKind::Text)
    }

    /// What kind of book a file is, if it is one.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn of_file(file: &mut File) -> io::Result<Option<BookKind>> {
        let mut head = Vec::new();
        file.take(32).read_to_end(&mut head)?;
        file.rewind()?;
        Ok(BookKind::of(&head))
    }
}

/// What was met in a book besides its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Met {
    /// Lines that cannot be read.
    pub unread: u64,
    /// Moves with comments, which are not kept.
    pub comments: u64,
}

impl Book {
    /// Opens a book. Only what says where things are is read.
    ///
    /// # Errors
    /// When it cannot be read, or is no book.
    pub(crate) fn open(path: &Path) -> Result<Book, BookFault> {
        let mut file = File::open(path)?;
        match BookKind::of_file(&mut file)? {
            Some(BookKind::Text) => {
                let book = TextBook::new(BufReader::new(file));
                Ok(Book(Open::Text(book)))
            }
            #[cfg(feature = "columnar")]
            Some(BookKind::Parquet) => {
                let book = guarded(|| ParquetBook::open(file))?;
                Ok(Book(Open::Parquet(Box::new(book))))
            }
            #[cfg(not(feature = "columnar"))]
            Some(BookKind::Parquet) => Err(BookFault::NoParquet),
            None => Err(BookFault::Unknown),
        }
    }

    /// What a book says of a position: the moves, most games first.
    ///
    /// # Errors
    /// When it cannot be read, or holds what no book does.
    pub(crate) fn moves(&mut self, position: &Position) -> Result<Vec<BookRow>, BookFault> {
        match &mut self.0 {
            #[cfg(feature = "columnar")]
            Open::Parquet(book) => guarded(|| book.moves(position)),
            Open::Text(book) => book.moves(position),
        }
    }

    /// Hands on every row.
    ///
    /// # Errors
    /// When it cannot be read, holds what no book does, or `take` fails.
    pub(crate) fn each(
        &mut self,
        mut take: impl FnMut(BookRow) -> Result<(), BookFault>,
    ) -> Result<Met, BookFault> {
        match &mut self.0 {
            #[cfg(feature = "columnar")]
            Open::Parquet(book) => guarded(|| book.each(&mut take)).map(|()| Met::default()),
            Open::Text(book) => book.each(&mut take),
        }
    }
}

/// Reads Parquet: its reader panics at some damage instead of saying so.
#[cfg(feature = "columnar")]
fn guarded<T>(read: impl FnOnce() -> Result<T, BookFault>) -> Result<T, BookFault> {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    let result = catch_unwind(AssertUnwindSafe(read));
    result.unwrap_or_else(|_| Err(BookFault::Parquet("the file is damaged".to_owned())))
}
