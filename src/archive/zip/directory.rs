//! The directory at the end of an archive.

use std::io::{self, BufRead, Read, Seek, SeekFrom};

use super::super::Fault;
use super::super::meter::Counted;
use super::header::{
    CENTRAL, END_64, Header, TAIL, bytes, end_64, find_end, many, u16_at, u32_at, u64_at,
};

/// How many headers are read at a time.
const BATCH: u64 = 1024;

/// Where the directory goes on.
#[derive(Debug)]
pub(super) struct Directory {
    at: u64,
    left: u64,
    /// Where the archive begins in its file: programs stand before archives that unpack themselves.
    pub(super) begin: u64,
}

impl Directory {
    /// Returns `None` where there is none, or none that can be followed.
    pub(super) fn find<R: BufRead + Seek>(
        source: &mut Counted<R>,
    ) -> io::Result<Option<Directory>> {
        let len = source.seek(SeekFrom::End(0))?;
        let tail_at = len.saturating_sub(TAIL as u64);
        source.seek(SeekFrom::Start(tail_at))?;
        let tail = many(source, (len - tail_at) as usize)?;
        let Some(at) = find_end(&tail) else {
            return Ok(None);
        };
        let end = &tail[at..];
        let mut end_at = tail_at + at as u64;
        let is_split = u16_at(end, 4) != 0 && u16_at(end, 4) != u16::MAX;
        let mut left = u64::from(u16_at(end, 10));
        let mut size = u64::from(u32_at(end, 12));
        let mut first = u64::from(u32_at(end, 16));
        let locator = at.checked_sub(20).map(|it| &tail[it..at]);
        if let Some(claimed) = locator.and_then(end_64) {
            // What stands before the archive moves this record too; it is usually right before its locator.
            let usual = (end_at - 20).saturating_sub(56);
            for place in [claimed, usual] {
                source.seek(SeekFrom::Start(place.min(len)))?;
                let Ok(record) = bytes::<56>(source) else {
                    continue;
                };
                if u32_at(&record, 0) == END_64 {
                    end_at = place;
                    left = u64_at(&record, 32);
                    size = u64_at(&record, 40);
                    first = u64_at(&record, 48);
                    break;
                }
            }
        }
        if is_split {
            return Err(Fault::Method("split archive".to_owned()).into());
        }
        let Some(at) = end_at.checked_sub(size) else {
            return Ok(None);
        };
        let Some(begin) = at.checked_sub(first) else {
            return Ok(None);
        };
        if left > 0 {
            source.seek(SeekFrom::Start(at))?;
            if bytes(source).map(u32::from_le_bytes).ok() != Some(CENTRAL) {
                return Ok(None);
            }
        }
        Ok(Some(Directory { at, left, begin }))
    }

    /// The next headers.
    pub(super) fn next<R: Read + Seek>(
        &mut self,
        source: &mut R,
    ) -> io::Result<Option<Vec<Header>>> {
        if self.left == 0 {
            return Ok(None);
        }
        let count = self.left.min(BATCH);
        source.seek(SeekFrom::Start(self.at))?;
        let mut headers = Vec::new();
        for _ in 0..count {
            let fields: [u8; 46] = bytes(source)?;
            if u32_at(&fields, 0) != CENTRAL {
                return Err(Fault::Damaged("no header where the directory has one".into()).into());
            }
            let (_, shared) = fields.split_at(8);
            let (shared, _) = shared.split_first_chunk().ok_or(Fault::CutOff)?;
            let mut header = Header::new(shared);
            header.at = u32_at(&fields, 42).into();
            header.name = many(source, u16_at(&fields, 28).into())?;
            let extra = many(source, u16_at(&fields, 30).into())?;
            header.extend(&extra);
            // The directory knows what the header before the member did not yet.
            header.len_follows = false;
            let comment = u64::from(u16_at(&fields, 32));
            self.at += 46 + header.name.len() as u64 + extra.len() as u64 + comment;
            source.seek(SeekFrom::Start(self.at))?;
            headers.push(header);
        }
        self.left -= count;
        Ok(Some(headers))
    }
}
