//! Why a stream of Arrow cannot be answered.

use std::io;

/// What ends a worker.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// The input is no Arrow stream.
    #[error("{0}")]
    NoStream(String),
    /// Its columns are not those that are needed.
    #[error("{0}")]
    Columns(String),
    /// It does not go on as it should, or ends without the mark of its end.
    #[error("{0}")]
    Torn(String),
    /// The rows cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}
