//! Books as Parquet: written in order of keys, so that a position is found without reading the whole; read whoever
//! wrote them.

mod columns;
mod lookup;
mod scan;
mod write;

pub(super) use lookup::ParquetBook;
pub(super) use write::ParquetWriter;

use std::io;

use parquet::errors::ParquetError;

/// The failure of the stream below, where there is one.
fn job(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(cause) => *cause,
            Err(cause) => io::Error::other(cause),
        },
        other => io::Error::other(other),
    }
}
