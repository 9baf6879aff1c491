//! The one place that opens what is read.

use std::fs::File;
use std::io::{self, Read};

use super::Source;

/// Opens a file or standard input.
///
/// # Errors
/// When it cannot be opened.
pub fn open(source: &Source) -> io::Result<Box<dyn Read + Send>> {
    if source.is_stdin() {
        return Ok(Box::new(io::stdin()));
    }
    Ok(Box::new(File::open(source.path())?))
}

/// Reads a file or standard input from end to end.
///
/// # Errors
/// When it cannot be opened or read.
pub fn read(source: &Source) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(source)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Why an input that is there does not hold what was asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputFault {
    /// It has fewer games.
    #[error("there are {count} games")]
    NoSuchGame {
        /// How many it has.
        count: u32,
    },
    /// It is a link of a folder, and leads nowhere.
    #[error("the link leads nowhere")]
    DeadLink,
    /// A line of a list of paths is longer than any path.
    #[error("the list has a line that is too long")]
    LongLine,
}

impl InputFault {
    /// The fault that an error carries.
    pub fn of(error: &io::Error) -> Option<InputFault> {
        error.get_ref()?.downcast_ref().copied()
    }
}

impl From<InputFault> for io::Error {
    fn from(fault: InputFault) -> io::Error {
        io::Error::other(fault)
    }
}
