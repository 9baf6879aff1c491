//! The pages of a column, kept until its row group is complete, and the dictionary of a column of words.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use parquet::column::page::{CompressedPage, Page, PageWriteSpec, PageWriter};
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};

use super::LEVEL;
use crate::tables::codes::Code;
use crate::tables::words::Words;

/// What the numbers of a column of words stand for.
#[derive(Debug)]
pub(super) enum Lexicon {
    /// They can be spelled.
    Coded(Code),
    /// They are listed.
    Listed(Words),
}

/// The pages that are complete, shared by the one who writes them and the one who keeps them.
#[derive(Clone, Debug)]
pub(super) struct Pages(Arc<Mutex<Kept>>);

#[derive(Debug)]
struct Kept {
    pages: VecDeque<Bytes>,
    len: u64,
    /// For a column of words.
    lexicon: Option<Lexicon>,
    /// Whether they are compressed.
    compressed: bool,
}

impl Pages {
    /// No pages.
    pub(super) fn new(lexicon: Option<Lexicon>, compressed: bool) -> Pages {
        Pages(Arc::new(Mutex::new(Kept {
            pages: VecDeque::new(),
            len: 0,
            lexicon,
            compressed,
        })))
    }

    fn with<T>(&self, then: impl FnOnce(&mut Kept) -> T) -> T {
        then(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Does something with the list of words, where there is one.
    pub(super) fn with_words<T>(&self, then: impl FnOnce(&mut Words) -> T) -> Option<T> {
        self.with(|kept| match &mut kept.lexicon {
            Some(Lexicon::Listed(words)) => Some(then(words)),
            _ => None,
        })
    }
}

impl PageWriter for Pages {
    fn write_page(&mut self, page: CompressedPage) -> Result<PageWriteSpec> {
        self.with(|kept| {
            let page = match &kept.lexicon {
                Some(lexicon) => spelled(page, lexicon, kept.compressed)?,
                None => page,
            };
            let mut sink = TrackedWrite::new(Vec::with_capacity(page.compressed_size() + 64));
            let mut spec = SerializedPageWriter::new(&mut sink).write_page(page)?;
            spec.offset = kept.len;
            let bytes = Bytes::from(sink.into_inner()?);
            kept.len += bytes.len() as u64;
            kept.pages.push_back(bytes);
            Ok(spec)
        })
    }

    fn close(&mut self) -> Result<()> {
        Ok(())
    }
}

/// A dictionary of numbers as the dictionary of the words they stand for; other pages as they are.
fn spelled(page: CompressedPage, lexicon: &Lexicon, compressed: bool) -> Result<CompressedPage> {
    let &Page::DictionaryPage {
        ref buf,
        num_values,
        encoding,
        ..
    } = page.compressed_page()
    else {
        return Ok(page);
    };
    let numbers = if compressed {
        Bytes::from(zstd::bulk::decompress(buf, page.uncompressed_size())?)
    } else {
        buf.clone()
    };
    let (mut words, mut word) = (Vec::new(), String::new());
    for number in numbers.as_chunks().0 {
        let number = u32::from_le_bytes(*number);
        word.clear();
        match lexicon {
            Lexicon::Coded(code) => code.spell(number, &mut word),
            Lexicon::Listed(words) => word.push_str(words.get(number)),
        }
        let len = u32::try_from(word.len()).map_err(|it| ParquetError::External(it.into()))?;
        words.extend(len.to_le_bytes());
        words.extend(word.bytes());
    }
    let size = words.len();
    let buf = if compressed {
        zstd::bulk::compress(&words, LEVEL)?
    } else {
        words
    };
    let page = Page::DictionaryPage {
        buf: buf.into(),
        num_values,
        encoding,
        is_sorted: false,
    };
    Ok(CompressedPage::new(page, size))
}

impl Length for Pages {
    fn len(&self) -> u64 {
        self.with(|kept| kept.len)
    }
}

/// The pages are read once, from the first to the last, and are gone then.
impl ChunkReader for Pages {
    type T = Reading;

    fn get_read(&self, start: u64) -> Result<Reading> {
        let pages = self.with(|kept| std::mem::take(&mut kept.pages));
        match (start, pages.is_empty()) {
            (0, false) => Ok(Reading(pages)),
            _ => Err(ParquetError::NYI("pages are read once".to_owned())),
        }
    }

    fn get_bytes(&self, _: u64, _: usize) -> Result<Bytes> {
        Err(ParquetError::NYI("pages are read as a stream".to_owned()))
    }
}

/// Reads pages one after the other.
#[derive(Debug)]
pub(super) struct Reading(VecDeque<Bytes>);

impl Read for Reading {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let Some(page) = self.0.front_mut() else {
            return Ok(0);
        };
        let count = page.len().min(buf.len());
        buf[..count].copy_from_slice(&page.split_to(count));
        if page.is_empty() {
            self.0.pop_front();
        }
        Ok(count)
    }
}
