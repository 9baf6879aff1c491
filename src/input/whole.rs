//! Inputs that are read from end to end, one after the other.

use std::io::{self, Read};
use std::ops::ControlFlow;

use super::member::{Choice, Chooser};
use super::{Opened, Source, open};
use crate::archive::{Content, Fault, Kind, MAX_EXPAND};

/// The most that is kept of a member, or of what was packed.
const KEPT: u64 = 256 << 20;

/// How much is read at first: enough to know whatever kind of file it is.
const BLOCK: u64 = 1 << 16;

/// A file, or a member of an archive, with all that it holds.
#[derive(Debug)]
pub(crate) struct Whole<'a> {
    /// Where it lies.
    pub source: &'a Source,
    /// What it holds.
    pub bytes: Vec<u8>,
    /// Whether it was packed, in an archive or by itself.
    pub is_packed: bool,
}

/// What cannot be read, and why not.
pub(crate) type Unreadable<'a> = (&'a Source, io::Error);

/// Hands the file to `each`, or the members of the archive that it is, or the one member that is named; and what cannot be
/// read with its error.
pub(crate) fn each_whole(
    source: &Source,
    max_expand: Option<u64>,
    each: &mut dyn FnMut(Result<Whole<'_>, Unreadable<'_>>) -> ControlFlow<()>,
) {
    match content(source, max_expand) {
        Err(error) => {
            let _ = each(Err((source, error)));
        }
        Ok(Ok(content)) => match content {
            Content::File(file) => {
                let _ = each(packed(source, file));
            }
            Content::Archive(archive) => {
                let mut chooser = Chooser::new(source);
                archive.members(&mut |entry| {
                    let flow = match chooser.choose(entry) {
                        Choice::Read(member, data) => each(packed(&member, data)),
                        Choice::Unreadable(member, error) => each(Err((&member, error))),
                        Choice::Skip(_) | Choice::Pass => ControlFlow::Continue(()),
                    };
                    match chooser.is_done() {
                        true => ControlFlow::Break(()),
                        false => flow,
                    }
                });
                if let Some(error) = chooser.missing() {
                    let _ = each(Err((source, error)));
                }
            }
        },
        Ok(Err(bytes)) => {
            let _ = each(Ok(Whole {
                source,
                bytes,
                is_packed: false,
            }));
        }
    }
}

/// The members of an archive that are read. Returns none for what is no archive, or one member, or cannot be read twice.
pub(crate) fn members(source: &Source) -> Vec<Source> {
    let mut members = Vec::new();
    if source.member().is_some() || !source.path().is_file() {
        return members;
    }
    let content = begin(source, None).map(|(_, content)| content);
    if let Ok(Ok(Content::Archive(archive))) = content {
        let mut chooser = Chooser::new(source);
        archive.members(&mut |entry| {
            if let Choice::Read(member, _) = chooser.choose(entry) {
                members.push(member);
            }
            ControlFlow::Continue(())
        });
    }
    members
}

/// What a file holds that is packed or an archive, or else its bytes.
fn content(
    source: &Source,
    max_expand: Option<u64>,
) -> io::Result<Result<Content<'static>, Vec<u8>>> {
    let (mut bytes, content) = begin(source, max_expand)?;
    match content {
        Ok(content) => Ok(Ok(content)),
        Err(mut file) => {
            file.read_to_end(&mut bytes)?;
            Ok(Err(bytes))
        }
    }
}

/// The beginning of a file, and what it holds if it is packed or an archive, or else the file itself.
fn begin(
    source: &Source,
    max_expand: Option<u64>,
) -> io::Result<(Vec<u8>, Result<Content<'static>, Opened>)> {
    let mut file = open(source)?;
    let mut head = Vec::new();
    file.by_ref().take(BLOCK).read_to_end(&mut head)?;
    let content = file.unpack(&head, source, max_expand.unwrap_or(MAX_EXPAND))?;
    Ok((head, content))
}

fn packed(source: &Source, data: impl Read) -> Result<Whole<'_>, Unreadable<'_>> {
    let mut bytes = Vec::new();
    let read = data.take(KEPT + 1).read_to_end(&mut bytes);
    let kept = read.and_then(|_| match nested(source, &bytes) {
        Some(kind) => Err(Fault::Nested(kind).into()),
        None if bytes.len() as u64 > KEPT => Err(Fault::Large(KEPT).into()),
        None => Ok(()),
    });
    match kept {
        Ok(()) => Ok(Whole {
            source,
            bytes,
            is_packed: true,
        }),
        Err(error) => Err((source, error)),
    }
}

/// The archive that a member is, whatever its name says.
pub(crate) fn nested(source: &Source, head: &[u8]) -> Option<Kind> {
    source.member()?;
    Kind::detect(&head[..head.len().min(crate::archive::HEAD)], "")
}
