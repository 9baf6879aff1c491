//! LZH, as LHA and its many successors made it.

use std::cell::Cell;
use std::io::{self, BufRead, Read};

use delharc::{LhaDecodeReader, LhaHeader};

use super::meter::Counted;
use super::{Fault, Feed, Outcome, name};

/// Hands the members on.
pub(super) fn read(mut source: Counted<impl BufRead>, feed: &mut Feed<'_>) -> io::Result<()> {
    if source.fill_buf()?.is_empty() {
        return Err(Fault::CutOff.into());
    }
    let is_over = Cell::new(false);
    let source = Ended {
        source,
        is_over: &is_over,
    };
    let mut reader = LhaDecodeReader::new(source).map_err(io::Error::from)?;
    loop {
        let header = reader.header();
        let name = name_of(header);
        let method = String::from_utf8_lossy(&header.compression).into_owned();
        if !(header.is_directory() || method == "-lhd-") {
            let outcome = if reader.is_decoder_supported() {
                feed.member(&name, Member(&mut reader), true)
            } else {
                feed.unreadable(Some(&name), Fault::Method(method).into())
            };
            // Damaged data has its length all the same; behind a cut there is nothing.
            if outcome == Outcome::Stopped || (outcome == Outcome::Broken && is_over.get()) {
                return Ok(());
            }
        }
        if !reader.next_file().map_err(io::Error::from)? {
            break;
        }
    }
    if is_over.get() {
        return Err(Fault::CutOff.into());
    }
    Ok(())
}

/// Remembers whether more was asked for than there is: an archive ends in a zero, not in nothing.
struct Ended<'a, R> {
    source: R,
    is_over: &'a Cell<bool>,
}

impl<R: Read> Read for Ended<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let amount = self.source.read(buffer)?;
        if amount == 0 && !buffer.is_empty() {
            self.is_over.set(true);
        }
        Ok(amount)
    }
}

/// A member, with its checksum at the end.
struct Member<'a, R: Read>(&'a mut LhaDecodeReader<R>);

/// The library fills a buffer or fails: in small pieces, little is lost before a cut.
const PIECE: usize = 512;

impl<R: Read> Read for Member<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let piece = buffer.len().min(PIECE);
        let amount = self.0.read(&mut buffer[..piece])?;
        if amount == 0 && piece > 0 && !self.0.crc_is_ok() {
            return Err(Fault::Checksum.into());
        }
        Ok(amount)
    }
}

/// A member's path: folders and name may stand apart, and newer programs add both in Unicode.
fn name_of(header: &LhaHeader) -> String {
    let mut folder = None;
    let mut file = None;
    for extra in header.iter_extra() {
        match extra {
            [0x01, rest @ ..] => file = file.or_else(|| Some(decode(rest))),
            [0x02, rest @ ..] => folder = folder.or_else(|| Some(decode(rest))),
            [0x44, rest @ ..] => file = Some(decode_wide(rest)),
            [0x45, rest @ ..] => folder = Some(decode_wide(rest)),
            _ => {}
        }
    }
    let file = file.unwrap_or_else(|| {
        // Behind a zero stand remarks of the system that packed it.
        let raw = header.filename.split(|&byte| byte == 0).next();
        decode(raw.unwrap_or_default())
    });
    match folder {
        Some(folder) if !folder.is_empty() => format!("{}/{file}", folder.trim_end_matches('/')),
        _ => file,
    }
}

/// 0xFF stands between folders: no code page has it as a character.
fn decode(bytes: &[u8]) -> String {
    let parts = bytes.split(|&byte| byte == 0xFF);
    let parts: Vec<String> = parts.map(|it| name::decode(it, false)).collect();
    parts.join("/")
}

fn decode_wide(bytes: &[u8]) -> String {
    let units = bytes.as_chunks().0.iter().map(|it| u16::from_le_bytes(*it));
    let text: Vec<u16> = units
        .map(|unit| {
            if unit == 0xFFFF {
                u16::from(b'/')
            } else {
                unit
            }
        })
        .collect();
    String::from_utf16_lossy(&text).replace('\\', "/")
}
