//! Why an archive, or a member of one, cannot be read.

use std::io;

use super::Kind;

/// Why an archive, or a member of one, cannot be read. It travels inside an [`io::Error`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It ends too early.
    #[error("the archive is cut off")]
    CutOff,
    /// What came out is not what was put in.
    #[error("the checksum does not match: the data is damaged")]
    Checksum,
    /// It needs a password.
    #[error("encrypted")]
    Encrypted,
    /// It is packed in a way that is not read here.
    #[error("packed with a method that is not read here: {0}")]
    Method(String),
    /// An archive in an archive.
    #[error("an archive inside an archive is not read ({})", .0.name())]
    Nested(Kind),
    /// It would become more than a thousand times as large.
    #[error(
        "refused: more than 1,000 times its packed size and more than {0} bytes (--max-expand)"
    )]
    Bomb(u64),
    /// It would have to be kept in memory.
    #[error("more than {0} bytes would have to be kept in memory")]
    Large(u64),
    /// This program was built without the readers of archives.
    #[error("this program was built without archives ({})", .0.name())]
    NotBuilt(Kind),
    /// Its structure makes no sense.
    #[error("the archive is damaged: {0}")]
    Damaged(String),
}

impl Fault {
    /// The fault that an error carries. Returns `None` for an error of the system.
    pub fn of(error: &io::Error) -> Option<&Fault> {
        error.get_ref()?.downcast_ref()
    }

    #[cfg(feature = "archives")]
    /// What a library said about an archive. Errors of the system stay what they are.
    pub(super) fn from_library(error: io::Error) -> io::Error {
        if Fault::of(&error).is_some()
            || error.raw_os_error().is_some()
            || error.kind() == io::ErrorKind::Interrupted
        {
            return error;
        }
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Fault::CutOff.into(),
            _ => {
                let message = one_line(&error.to_string());
                // Libraries say it in words alone.
                if message.to_lowercase().contains("checksum") {
                    Fault::Checksum.into()
                } else {
                    Fault::Damaged(message).into()
                }
            }
        }
    }
}

impl From<Fault> for io::Error {
    fn from(fault: Fault) -> io::Error {
        io::Error::other(fault)
    }
}

#[cfg(feature = "archives")]
/// A library's message may hold bytes of the archive.
pub(super) fn one_line(message: &str) -> String {
    let visible = message.chars().filter(|it| !it.is_control());
    visible.take(120).collect()
}
