//! Archives and packed files, read where they lie: nothing is unpacked to disk, and only what is being read is in memory.
//!
//! What a file is, is told by its bytes ([`Kind::detect`]). [`open`] makes of it one file or an [`Archive`], whose members come
//! in their order, each as a reader that counts what it gives and ends in a [`Fault`] where it cannot go on.

#[cfg(not(feature = "archives"))]
mod absent;
mod fault;
#[cfg(feature = "archives")]
mod feed;
mod kind;
#[cfg(feature = "archives")]
mod lzh;
#[cfg(feature = "archives")]
mod meter;
#[cfg(feature = "archives")]
mod name;
#[cfg(feature = "archives")]
mod packed;
#[cfg(feature = "archives")]
mod reader;
#[cfg(feature = "archives")]
mod seven_z;
#[cfg(feature = "archives")]
mod tar;
#[cfg(feature = "archives")]
mod zip;

use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};

pub use fault::Fault;
pub use kind::{HEAD, Kind, unpacked_name};
#[cfg(feature = "archives")]
pub use reader::{Archive, open};

#[cfg(not(feature = "archives"))]
pub use absent::{Archive, open};
#[cfg(feature = "archives")]
use feed::{Feed, Outcome};

/// How large something may become that is more than a thousand times as large as its packed form.
pub const MAX_EXPAND: u64 = 256 << 20;

/// What can be read from any place.
pub trait ReadSeek: BufRead + Seek + Send {}

impl<T: BufRead + Seek + Send> ReadSeek for T {}

/// Where the bytes of an archive come from.
pub enum Source<'a> {
    /// A file, or bytes in memory.
    Seek(Box<dyn ReadSeek + 'a>),
    /// A stream, such as standard input.
    Stream(Box<dyn BufRead + Send + 'a>),
}

impl std::fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Source::Seek(_) => "Seek",
            Source::Stream(_) => "Stream",
        })
    }
}

impl<'a> Source<'a> {
    /// Bytes in memory.
    pub fn bytes(bytes: &'a [u8]) -> Source<'a> {
        Source::Seek(Box::new(Cursor::new(bytes)))
    }

    /// A file, at its beginning.
    pub fn file(file: std::fs::File) -> Source<'static> {
        Source::Seek(Box::new(BufReader::with_capacity(BLOCK, file)))
    }

    /// A stream of which `head` was read already.
    pub fn stream(head: Vec<u8>, rest: impl Read + Send + 'a) -> Source<'a> {
        let rest = BufReader::with_capacity(BLOCK, rest);
        Source::Stream(Box::new(Cursor::new(head).chain(rest)))
    }

    #[cfg(feature = "archives")]
    fn into_stream(self) -> Box<dyn BufRead + Send + 'a> {
        match self {
            Source::Seek(source) => Box::new(source),
            Source::Stream(source) => source,
        }
    }
}

/// How much is read at a time.
const BLOCK: usize = 64 << 10;

/// What a file turned out to hold.
pub enum Content<'a> {
    /// One file, unpacked while it is read.
    File(Box<dyn Read + Send + 'a>),
    /// Members with names.
    Archive(Archive<'a>),
}

/// What an archive holds next.
pub enum Entry<'a> {
    /// A member. What is left unread is passed over.
    Member {
        /// Its path inside the archive, as the archive has it.
        name: &'a str,
        /// What it holds.
        data: &'a mut dyn Read,
    },
    /// A member that cannot be read, or without a name the archive from here on.
    Unreadable {
        /// The member's path inside the archive.
        name: Option<&'a str>,
        /// Why not.
        error: io::Error,
    },
}

impl std::fmt::Debug for Content<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Content::File(_) => f.write_str("File"),
            Content::Archive(archive) => archive.fmt(f),
        }
    }
}

impl std::fmt::Debug for Entry<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Entry::Member { name, .. } => write!(f, "Member({name:?})"),
            Entry::Unreadable { name, error } => write!(f, "Unreadable({name:?}, {error:?})"),
        }
    }
}
