//! Why a book cannot be read.

use std::io;

use crate::words::{self, Lang};

/// What is wrong with a book.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BookFault {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no Parquet file, or a damaged one.
    #[error("not readable as Parquet: {0}")]
    Parquet(String),
    /// A column that every book has is missing.
    #[error("no column {0}")]
    NoColumn(&'static str),
    /// A column has values of another type.
    #[error("column {0} of another type")]
    ColumnType(&'static str),
    /// A row has no value, or one that no book can have.
    #[error("no valid value in column {0}")]
    Value(&'static str),
    /// It is no book that is known.
    #[error("no book")]
    Unknown,
    /// This build cannot read Parquet.
    #[cfg(not(feature = "columnar"))]
    #[error("built without Parquet")]
    NoParquet,
}

impl BookFault {
    /// The same in words.
    pub(crate) fn headline(&self, lang: Lang) -> String {
        let (key, value) = match self {
            BookFault::Io(error) => return error.to_string(),
            BookFault::Parquet(cause) => ("book.fault.parquet", cause.clone()),
            BookFault::NoColumn(name) => ("book.fault.no_column", (*name).to_owned()),
            BookFault::ColumnType(name) => ("book.fault.column_type", (*name).to_owned()),
            BookFault::Value(name) => ("book.fault.value", (*name).to_owned()),
            BookFault::Unknown => ("book.fault.unknown", String::new()),
            #[cfg(not(feature = "columnar"))]
            BookFault::NoParquet => ("book.fault.no_parquet", String::new()),
        };
        words::fill(words::text(lang, key), |_| Some(value.clone()))
    }
}

#[cfg(feature = "columnar")]
impl From<parquet::errors::ParquetError> for BookFault {
    fn from(error: parquet::errors::ParquetError) -> BookFault {
        BookFault::Parquet(error.to_string())
    }
}

#[cfg(feature = "columnar")]
impl From<arrow_schema::ArrowError> for BookFault {
    fn from(error: arrow_schema::ArrowError) -> BookFault {
        BookFault::Parquet(error.to_string())
    }
}
