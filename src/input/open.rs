//! The one place that opens what is read.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Stdin};

use super::Source;
use crate::archive::{self, Content, HEAD, Kind};

/// Opens a file, the archive that a member lies in, or standard input.
///
/// # Errors
/// When it cannot be opened.
pub(crate) fn open(source: &Source) -> io::Result<Opened> {
    if source.path().as_os_str() == "-" {
        return Ok(Opened::Stdin(io::stdin()));
    }
    Ok(Opened::File(File::open(source.path())?))
}

/// A file or standard input that is open.
#[derive(Debug)]
pub(crate) enum Opened {
    /// A file.
    File(File),
    /// Standard input.
    Stdin(Stdin),
    /// Bytes that were handed over.
    Given(Cursor<super::Content>),
}

impl Read for Opened {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Opened::File(file) => file.read(buffer),
            Opened::Stdin(stdin) => stdin.read(buffer),
            Opened::Given(bytes) => bytes.read(buffer),
        }
    }
}

impl Opened {
    /// What it holds, if it is packed or an archive: `head` was read of it already. Hands it back if it is neither.
    ///
    /// # Errors
    /// When nothing in it can be read.
    pub(crate) fn unpack(
        self,
        head: &[u8],
        source: &Source,
        max_expand: u64,
    ) -> io::Result<Result<Content<'static>, Opened>> {
        let name = source.path().to_string_lossy();
        let Some(kind) = Kind::detect(&head[..head.len().min(HEAD)], &name) else {
            return match source.member() {
                Some(_) => Err(InputFault::NoArchive.into()),
                None => Ok(Err(self)),
            };
        };
        match archive::open(kind, &name, self.into_source(head), max_expand)? {
            Content::File(_) if source.member().is_some() => Err(InputFault::NoArchive.into()),
            content => Ok(Ok(content)),
        }
    }

    /// The file, for whoever reads it from its end.
    ///
    /// # Errors
    /// When it comes through a pipe.
    pub(crate) fn into_file(self) -> io::Result<File> {
        match self {
            Opened::File(mut file) => {
                let is_found = file.seek(SeekFrom::Start(0));
                is_found.map_err(|_| InputFault::NoFile)?;
                Ok(file)
            }
            Opened::Stdin(_) | Opened::Given(_) => Err(InputFault::NoFile.into()),
        }
    }

    /// The same from its beginning.
    fn into_source(self, head: &[u8]) -> archive::Source<'static> {
        match self {
            Opened::File(mut file) => match file.seek(SeekFrom::Start(0)) {
                Ok(_) => archive::Source::file(file),
                // A pipe that has a name.
                Err(_) => archive::Source::stream(head.to_vec(), file),
            },
            Opened::Stdin(stdin) => archive::Source::stream(head.to_vec(), stdin),
            Opened::Given(mut bytes) => {
                bytes.set_position(0);
                archive::Source::Seek(Box::new(bytes))
            }
        }
    }
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
    /// A member of something that has none.
    #[error("it is not an archive")]
    NoArchive,
    /// The archive has no such member.
    #[error("the archive has no such member")]
    NoSuchMember,
    /// A game of an archive, of whichever member.
    #[error("it is an archive: name the member too")]
    WhichMember,
    /// It is Parquet, but not a table of games.
    #[error("it is not a table of games")]
    NoGames,
    /// It is Parquet, and comes through a pipe.
    #[error("Parquet is read from files only")]
    NoFile,
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
