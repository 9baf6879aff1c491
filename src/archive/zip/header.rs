//! What stands before and behind a member.

use std::io::{self, Read, Seek, SeekFrom};

use super::super::{Fault, name};

const LOCAL: u32 = 0x0403_4b50;
pub(super) const CENTRAL: u32 = 0x0201_4b50;
pub(super) const END: u32 = 0x0605_4b50;
pub(super) const END_64: u32 = 0x0606_4b50;
const LOCATOR_64: u32 = 0x0706_4b50;
const EXTRA_DATA: u32 = 0x0806_4b50;
/// Before lengths that follow a member, and before an archive that was once split.
const LENGTHS: u32 = 0x0807_4b50;

/// What is known of a member.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) name: Vec<u8>,
    pub(super) is_utf8: bool,
    /// Its name in Unicode, from programs that gave both.
    unicode: Option<String>,
    pub(super) method: u16,
    pub(super) is_encrypted: bool,
    /// Whether lengths and checksum stand behind the data.
    pub(super) len_follows: bool,
    pub(super) sum: u32,
    pub(super) packed: u64,
    pub(super) size: u64,
    /// Where its own header stands.
    pub(super) at: u64,
}

impl Header {
    /// From the fields that both kinds of header share: from the flags to the lengths of name and extra fields.
    pub(super) fn new(fields: &[u8; 22]) -> Header {
        let flags = u16_at(fields, 0);
        Header {
            name: Vec::new(),
            is_utf8: flags & 1 << 11 != 0,
            unicode: None,
            method: u16_at(fields, 2),
            is_encrypted: flags & (1 | 1 << 6) != 0,
            len_follows: flags & 1 << 3 != 0,
            sum: u32_at(fields, 8),
            packed: u32_at(fields, 12).into(),
            size: u32_at(fields, 16).into(),
            at: 0,
        }
    }

    /// Takes what the extra fields say: lengths beyond 4 GiB, and a name in Unicode.
    pub(super) fn extend(&mut self, mut extra: &[u8]) {
        while let Some((head, rest)) = extra.split_at_checked(4) {
            let (id, len) = (u16_at(head, 0), usize::from(u16_at(head, 2)));
            let Some((field, rest)) = rest.split_at_checked(len) else {
                return;
            };
            extra = rest;
            match id {
                1 => {
                    let mut numbers = field.as_chunks().0.iter().map(|it| u64::from_le_bytes(*it));
                    for value in [&mut self.size, &mut self.packed, &mut self.at] {
                        if *value == u64::from(u32::MAX) {
                            *value = numbers.next().unwrap_or(*value);
                        }
                    }
                }
                0x7075 if field.len() > 5 => {
                    let is_current = u32_at(field, 1) == crc32fast::hash(&self.name);
                    let text = std::str::from_utf8(&field[5..]).ok();
                    self.unicode = text.filter(|_| is_current).map(str::to_owned);
                }
                _ => {}
            }
        }
    }

    pub(super) fn name(&self) -> String {
        match &self.unicode {
            Some(text) => text.replace('\\', "/"),
            None => name::decode(&self.name, self.is_utf8),
        }
    }

    pub(super) fn is_folder(&self) -> bool {
        self.name.ends_with(b"/") || (self.size == 0 && self.name.ends_with(b"\\"))
    }

    /// Goes to the data of a member that the directory names.
    pub(super) fn find_data<R: Read + Seek>(&self, source: &mut R, begin: u64) -> io::Result<()> {
        let damaged = || Fault::Damaged("its directory points at no member".into());
        let at = self.at.checked_add(begin).ok_or_else(damaged)?;
        source.seek(SeekFrom::Start(at))?;
        let fields: [u8; 30] = bytes(source)?;
        if u32_at(&fields, 0) != LOCAL {
            return Err(damaged().into());
        }
        let names = u64::from(u16_at(&fields, 26)) + u64::from(u16_at(&fields, 28));
        source.seek(SeekFrom::Start(at.saturating_add(30 + names)))?;
        Ok(())
    }
}

/// What comes next in a stream.
pub(super) enum Record {
    Member(Header),
    /// The directory, of which the first signature was read.
    Directory(u32),
}

impl Record {
    pub(super) fn read(source: &mut impl Read) -> io::Result<Record> {
        let mut signature = u32::from_le_bytes(bytes(source)?);
        if signature == LENGTHS {
            signature = u32::from_le_bytes(bytes(source)?);
        }
        match signature {
            LOCAL => {}
            // An archive without members ends at once.
            CENTRAL | EXTRA_DATA | END => return Ok(Record::Directory(signature)),
            _ => return Err(Fault::Damaged("no header where a member should begin".into()).into()),
        }
        let _version: [u8; 2] = bytes(source)?;
        let fields: [u8; 24] = bytes(source)?;
        let (shared, _) = fields.split_first_chunk().ok_or(Fault::CutOff)?;
        let mut header = Header::new(shared);
        header.name = many(source, u16_at(&fields, 20).into())?;
        let extra = many(source, u16_at(&fields, 22).into())?;
        header.extend(&extra);
        Ok(Record::Member(header))
    }
}

/// Reads to the end of the archive, which must be there.
pub(super) fn pass_directory(
    signature: u32,
    members: u64,
    source: &mut impl Read,
) -> io::Result<()> {
    let mut last = signature.to_le_bytes().to_vec();
    let mut buffer = [0; 8192];
    loop {
        let amount = match source.read(&mut buffer) {
            Ok(0) => break,
            Ok(amount) => amount,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        last.extend_from_slice(&buffer[..amount]);
        let surplus = last.len().saturating_sub(TAIL);
        last.drain(..surplus);
    }
    let at = find_end(&last).ok_or(Fault::CutOff)?;
    let count = u16_at(&last, at + 10);
    if count != u16::MAX && count != members as u16 {
        return Err(Fault::Damaged("its directory tells of other members".into()).into());
    }
    Ok(())
}

/// The longest end of a directory: 22 bytes and a comment.
pub(super) const TAIL: usize = 22 + u16::MAX as usize;

/// Where the last record of an archive begins in its last bytes.
pub(super) fn find_end(tail: &[u8]) -> Option<usize> {
    let last = tail.len().checked_sub(22)?;
    (0..=last).rev().find(|&at| {
        let comment = usize::from(u16_at(tail, at + 20));
        u32_at(tail, at) == END && at + 22 + comment <= tail.len()
    })
}

/// Where the last record of an archive beyond 4 GiB begins, from the twenty bytes before the usual one.
pub(super) fn end_64(locator: &[u8]) -> Option<u64> {
    (locator.len() == 20 && u32_at(locator, 0) == LOCATOR_64).then(|| u64_at(locator, 8))
}

/// Checksum and lengths that stand behind a member.
pub(super) struct Lengths {
    pub(super) sum: u32,
}

impl Lengths {
    /// `len` is how much came out, which tells whether the lengths have four bytes or eight.
    pub(super) fn read(source: &mut impl Read, len: u64) -> io::Result<Lengths> {
        let mut sum = u32::from_le_bytes(bytes(source)?);
        if sum == LENGTHS {
            sum = u32::from_le_bytes(bytes(source)?);
        }
        let lengths: [u8; 8] = bytes(source)?;
        if u64::from(u32_at(&lengths, 4)) != len & u64::from(u32::MAX) {
            let _unpacked: [u8; 8] = bytes(source)?;
        }
        Ok(Lengths { sum })
    }
}

pub(super) fn bytes<const N: usize>(source: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    source.read_exact(&mut bytes)?;
    Ok(bytes)
}

pub(super) fn many(source: &mut impl Read, len: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; len];
    source.read_exact(&mut bytes)?;
    Ok(bytes)
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
