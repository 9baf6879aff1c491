//! Archives and packed files, read where they lie: nothing is unpacked to disk, and only what is being read is in memory.
//!
//! What a file is, is told by its bytes ([`Kind::detect`]). [`open`] makes of it one file or an [`Archive`], whose members come
//! in their order, each as a reader that counts what it gives and ends in a [`Fault`] where it cannot go on.

mod fault;
mod kind;
mod lzh;
mod meter;
mod name;
mod packed;
mod seven_z;
mod tar;
mod zip;

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

pub use fault::Fault;
pub use kind::{HEAD, Kind, unpacked_name};

use meter::{Counted, Counts, Limited};

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

/// An archive whose members can be asked for, once.
#[derive(Debug)]
pub struct Archive<'a> {
    kind: Kind,
    source: Source<'a>,
    counts: Arc<Counts>,
    limit: u64,
}

/// Opens what [`Kind::detect`] found behind this name. Something that expands more than a thousandfold is refused from `max_expand` bytes on.
pub fn open<'a>(
    kind: Kind,
    name: &str,
    source: Source<'a>,
    max_expand: u64,
) -> io::Result<Content<'a>> {
    let counts = Arc::new(Counts::default());
    let archive = |kind, source, counts| {
        Content::Archive(Archive {
            kind,
            source,
            counts,
            limit: max_expand,
        })
    };
    if !kind.is_packed() {
        return Ok(archive(kind, source, counts));
    }
    let packed = Counted::new(source.into_stream(), counts.clone());
    let mut file = Limited::new(packed::unpack(kind, packed)?, counts, max_expand);
    let mut head = Vec::with_capacity(HEAD);
    let result = file.by_ref().take(HEAD as u64).read_to_end(&mut head);
    // A tar that breaks off in its first header is known by its name alone.
    let promised = if result.is_err() && kind::is_packed_tar(name) {
        "a.tar"
    } else {
        ""
    };
    let inner = Kind::detect(&head, promised);
    // What came before the fault is worth reading, and then the fault comes again.
    let rest = Rest {
        file,
        error: result.err(),
    };
    match inner {
        None => Ok(Content::File(Box::new(Cursor::new(head).chain(rest)))),
        // With counts of its own: what the packed file gives is counted already.
        Some(Kind::Tar) => Ok(archive(
            Kind::Tar,
            Source::stream(head, rest),
            Arc::default(),
        )),
        Some(inner) => Err(Fault::Nested(inner).into()),
    }
}

/// What follows the head of a packed file.
struct Rest<R> {
    file: Limited<R>,
    error: Option<io::Error>,
}

impl<R: Read> Read for Rest<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.file.read(buffer),
        }
    }
}

impl Archive<'_> {
    /// Hands every member to `each`, in the order of the archive, until it breaks off.
    pub fn members(self, each: &mut dyn FnMut(Entry<'_>) -> ControlFlow<()>) {
        let inside = Cell::new(false);
        let mut feed = Feed {
            each,
            counts: self.counts.clone(),
            limit: self.limit,
            inside: &inside,
        };
        let (kind, source, counts) = (self.kind, self.source, self.counts);
        let read = catch_unwind(AssertUnwindSafe(|| match (kind, source) {
            (Kind::Zip, Source::Seek(source)) => {
                zip::from_file(Counted::new(source, counts), &mut feed)
            }
            (Kind::Zip, Source::Stream(source)) => {
                zip::from_stream(Counted::new(source, counts), &mut feed)
            }
            (Kind::SevenZ, source) => seven_z::read(source, &counts, &mut feed),
            (Kind::Tar, source) => tar::read(Counted::new(source.into_stream(), counts), &mut feed),
            (Kind::Lzh, source) => lzh::read(Counted::new(source.into_stream(), counts), &mut feed),
            (other, _) => Err(Fault::Method(other.name().to_owned()).into()),
        }));
        let result = read.unwrap_or_else(|panic| {
            if inside.get() {
                resume_unwind(panic);
            }
            Err(Fault::Damaged("it confuses the reader".into()).into())
        });
        if let Err(error) = result {
            let error = Fault::from_library(error);
            let _ = each(Entry::Unreadable { name: None, error });
        }
    }
}

/// What became of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// It is over, and the next one may come.
    Whole,
    /// It broke off, which was told.
    Broken,
    /// Nobody wants more.
    Stopped,
}

/// Hands members on.
struct Feed<'e> {
    each: &'e mut dyn FnMut(Entry<'_>) -> ControlFlow<()>,
    counts: Arc<Counts>,
    limit: u64,
    /// Whether the caller's code is at work: a panic is then the caller's.
    inside: &'e Cell<bool>,
}

impl Feed<'_> {
    /// Hands a member on, and reads what is left of it when `drain` is wanted: where the next one begins, or whether this one
    /// is whole, may only be known then.
    fn member(&mut self, name: &str, data: impl Read, drain: bool) -> Outcome {
        if let Some(kind) = Kind::by_ending(name) {
            let error = Fault::Nested(kind).into();
            if self.unreadable(Some(name), error) == Outcome::Stopped {
                return Outcome::Stopped;
            }
            return self.pass_over(name, data, drain);
        }
        let mut data = Limited::new(data, self.counts.clone(), self.limit);
        let entry = Entry::Member {
            name,
            data: &mut data,
        };
        if self.hand_on(entry) == Outcome::Stopped {
            return Outcome::Stopped;
        }
        if data.failed {
            return Outcome::Broken;
        }
        self.drain(name, data, drain)
    }

    /// Reads a member for nobody.
    fn pass_over(&mut self, name: &str, data: impl Read, drain: bool) -> Outcome {
        let data = Limited::new(data, self.counts.clone(), self.limit);
        self.drain(name, data, drain)
    }

    fn drain(&mut self, name: &str, mut data: Limited<impl Read>, wanted: bool) -> Outcome {
        if !wanted {
            return Outcome::Whole;
        }
        match io::copy(&mut data, &mut io::sink()) {
            Ok(_) => Outcome::Whole,
            Err(error) => match self.unreadable(Some(name), error) {
                Outcome::Stopped => Outcome::Stopped,
                _ => Outcome::Broken,
            },
        }
    }

    fn unreadable(&mut self, name: Option<&str>, error: io::Error) -> Outcome {
        self.hand_on(Entry::Unreadable { name, error })
    }

    fn hand_on(&mut self, entry: Entry<'_>) -> Outcome {
        self.inside.set(true);
        let flow = (self.each)(entry);
        self.inside.set(false);
        if flow.is_break() {
            Outcome::Stopped
        } else {
            Outcome::Whole
        }
    }
}
