//! Opens archives and packed files, and goes through the members.

use std::cell::Cell;
use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use super::feed::Feed;
use super::meter::{Counted, Counts, Limited};
use super::{Content, Entry, Fault, HEAD, Kind, Source, kind, lzh, packed, seven_z, tar, zip};

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
