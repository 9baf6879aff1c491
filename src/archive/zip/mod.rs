//! Zip. The directory at the end is followed where there is one to be reached; a stream, or what is left of an archive that is
//! cut off, is read by the headers that stand before the members.
//!
//! The headers are read here: crates read the directory or streams of known lengths, and neither what is left of an archive nor
//! a stream whose lengths follow the data.

mod directory;
mod header;

use std::io::{self, BufRead, Read, Seek, SeekFrom};

use flate2::bufread::DeflateDecoder;

use self::directory::Directory;
use self::header::{Header, Record};
use super::meter::{Checked, Counted};
use super::packed::xz;
use super::{Fault, Feed, Outcome};

const STORED: u16 = 0;
const DEFLATED: u16 = 8;
const ZSTD: u16 = 93;
const XZ: u16 = 95;

/// Follows the directory. Without one, what can be read is read, and then the archive is said to be cut off.
pub(super) fn from_file<R: BufRead + Seek>(
    mut source: Counted<R>,
    feed: &mut Feed<'_>,
) -> io::Result<()> {
    let found = Directory::find(&mut source)?;
    let Some(mut directory) = found else {
        source.seek(SeekFrom::Start(0))?;
        return match read_on(source, feed)? {
            End::Reached => Err(Fault::CutOff.into()),
            End::Told => Ok(()),
        };
    };
    while let Some(headers) = directory.next(&mut source)? {
        for header in headers {
            if header.is_folder() {
                continue;
            }
            let name = header.name();
            let outcome = match header.find_data(&mut source, directory.begin) {
                Ok(()) => member(&mut source, &header, &name, feed)?,
                Err(error) => feed.unreadable(Some(&name), Fault::from_library(error)),
            };
            if outcome == Outcome::Stopped {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Reads one member after the other.
pub(super) fn from_stream(source: Counted<impl BufRead>, feed: &mut Feed<'_>) -> io::Result<()> {
    read_on(source, feed).map(|_| ())
}

/// How reading came to its end.
enum End {
    /// The archive is over.
    Reached,
    /// Nobody wants more, or why there is no more was told.
    Told,
}

fn read_on(mut source: Counted<impl BufRead>, feed: &mut Feed<'_>) -> io::Result<End> {
    let mut members = 0;
    loop {
        let header = match Record::read(&mut source)? {
            Record::Member(header) => header,
            Record::Directory(signature) => {
                header::pass_directory(signature, members, &mut source)?;
                return Ok(End::Reached);
            }
        };
        members += 1;
        let name = header.name();
        let end = source.position().checked_add(header.packed);
        let outcome = if header.len_follows && header.packed == 0 {
            open_ended(&mut source, &header, &name, feed)?
        } else if header.is_folder() {
            Outcome::Whole
        } else {
            member(&mut source, &header, &name, feed)?
        };
        if outcome == Outcome::Stopped {
            return Ok(End::Told);
        }
        if !(header.len_follows && header.packed == 0) {
            let rest = end.map_or(0, |end| end.saturating_sub(source.position()));
            let passed = io::copy(&mut source.by_ref().take(rest), &mut io::sink())?;
            if passed < rest {
                // The member itself has told it.
                let told = outcome == Outcome::Broken;
                return if told {
                    Ok(End::Told)
                } else {
                    Err(Fault::CutOff.into())
                };
            }
            if header.len_follows {
                header::Lengths::read(&mut source, header.size)?;
            }
        }
    }
}

/// A member of known length.
fn member<R: BufRead>(
    source: &mut Counted<R>,
    header: &Header,
    name: &str,
    feed: &mut Feed<'_>,
) -> io::Result<Outcome> {
    if header.is_encrypted {
        return Ok(feed.unreadable(Some(name), Fault::Encrypted.into()));
    }
    let data = source.by_ref().take(header.packed);
    let size = (!header.len_follows || header.size > 0).then_some(header.size);
    let sum = (!header.len_follows || header.sum > 0).then_some(header.sum);
    Ok(match header.method {
        STORED => feed.member(name, Checked::new(data, size, sum), false),
        DEFLATED => {
            let data = DeflateDecoder::new(data);
            feed.member(name, Checked::new(data, size, sum), false)
        }
        ZSTD => {
            let data = zstd::Decoder::with_buffer(data)?;
            feed.member(name, Checked::new(data, size, sum), false)
        }
        XZ => feed.member(name, Checked::new(xz(data), size, sum), false),
        method => feed.unreadable(Some(name), Fault::Method(method_name(method)).into()),
    })
}

/// A member whose length stands behind it: only some methods say themselves where they end.
fn open_ended<R: BufRead>(
    source: &mut Counted<R>,
    header: &Header,
    name: &str,
    feed: &mut Feed<'_>,
) -> io::Result<Outcome> {
    if header.is_encrypted {
        // Where the next member begins is not known.
        return Err(Fault::Encrypted.into());
    }
    let (outcome, len, sum) = match header.method {
        DEFLATED => {
            let mut data = Checked::new(DeflateDecoder::new(&mut *source), None, None);
            let outcome = feed.member(name, &mut data, true);
            (outcome, data.len, data.sum())
        }
        ZSTD => {
            let data = zstd::Decoder::with_buffer(&mut *source)?.single_frame();
            let mut data = Checked::new(data, None, None);
            let outcome = feed.member(name, &mut data, true);
            (outcome, data.len, data.sum())
        }
        // A folder that some program did not know to be empty.
        STORED if header.is_folder() => (Outcome::Whole, 0, 0),
        STORED => {
            let method = "stored, its length unknown; it can be read from a file";
            return Err(Fault::Method(method.to_owned()).into());
        }
        method => return Err(Fault::Method(method_name(method)).into()),
    };
    if outcome != Outcome::Whole {
        return Ok(Outcome::Stopped);
    }
    let lengths = header::Lengths::read(source, len)?;
    if lengths.sum != sum {
        return Ok(feed.unreadable(Some(name), Fault::Checksum.into()));
    }
    Ok(outcome)
}

/// What the specification calls a method.
fn method_name(method: u16) -> String {
    let name = match method {
        1 => "Shrink",
        2..=5 => "Reduce",
        6 => "Implode",
        9 => "Deflate64",
        12 => "bzip2",
        14 => "LZMA",
        97 => "WavPack",
        98 => "PPMd",
        _ => return format!("zip method {method}"),
    };
    name.to_owned()
}
