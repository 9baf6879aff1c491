//! A large file, or standard input: read in blocks and cut as they come in.

use std::io::{self, Read};
use std::sync::Arc;

use super::ReadOptions;
use super::read::{SMALL, open};
use crate::notation::{Section, Splitter};

/// How much is read at a time.
const BLOCK: usize = 1 << 18;
/// How many games make a chunk at most.
const GAMES: usize = 4096;

/// Some games of a large file.
pub(super) struct Chunk {
    pub(super) file: Arc<str>,
    pub(super) buffer: Vec<u8>,
    pub(super) sections: Vec<Section>,
    /// How many bytes came from the disk for it.
    pub(super) fresh: u64,
    pub(super) ends_file: bool,
    /// Why the file cannot be read any further.
    pub(super) error: Option<io::Error>,
}

/// A file that is read in blocks.
pub(super) struct Stream {
    file: Arc<str>,
    source: Box<dyn Read + Send>,
    splitter: Option<Splitter>,
    /// Bytes that no chunk has taken yet.
    buffer: Vec<u8>,
    at_end: bool,
    finished: bool,
    error: Option<io::Error>,
    fresh: u64,
    /// Buffers to be used again.
    spare: Vec<Vec<u8>>,
}

impl Stream {
    /// A stream of which `head` was read already.
    pub(super) fn new(file: Arc<str>, source: Box<dyn Read + Send>, head: Vec<u8>) -> Stream {
        Stream {
            file,
            source,
            splitter: None,
            fresh: head.len() as u64,
            buffer: head,
            at_end: false,
            finished: false,
            error: None,
            spare: Vec::new(),
        }
    }

    /// Takes back a buffer that is not needed any more.
    pub(super) fn reuse(&mut self, buffer: Vec<u8>) {
        self.spare.push(buffer);
    }

    /// The next games.
    pub(super) fn next_chunk(&mut self, options: ReadOptions) -> Option<Chunk> {
        if self.finished {
            return None;
        }
        if self.splitter.is_none() {
            self.start(options);
        }
        let mut sections = Vec::new();
        loop {
            let splitter = self.splitter.as_mut()?;
            while sections.len() < GAMES
                && let Some(section) = splitter.next(&self.buffer, self.at_end)
            {
                sections.push(section);
            }
            let full = sections.len() == GAMES;
            self.finished = !full && (self.at_end || splitter.is_done());
            if full || self.finished || !sections.is_empty() {
                break;
            }
            let free = splitter.release();
            self.buffer.drain(..free);
            self.read(BLOCK);
        }
        Some(self.chunk(sections))
    }

    /// Reads enough to tell what the file is.
    fn start(&mut self, options: ReadOptions) {
        let missing = SMALL.saturating_sub(self.buffer.len());
        self.read(missing);
        self.splitter = Some(open(&self.file, &self.buffer, self.at_end, options));
    }

    fn read(&mut self, amount: usize) {
        if amount == 0 || self.at_end {
            return;
        }
        let len = self.buffer.len();
        self.buffer.reserve(amount);
        let mut part = self.source.by_ref().take(amount as u64);
        if let Err(error) = part.read_to_end(&mut self.buffer) {
            self.error = Some(error);
        }
        let read = self.buffer.len() - len;
        self.at_end = read < amount;
        self.fresh += read as u64;
    }

    /// Hands out the buffer with these games in it, and goes on with what is left in another one.
    fn chunk(&mut self, sections: Vec<Section>) -> Chunk {
        let free = self.splitter.as_mut().map_or(0, Splitter::release);
        let mut next = self.spare.pop().unwrap_or_default();
        next.clear();
        next.extend_from_slice(&self.buffer[free..]);
        let buffer = std::mem::replace(&mut self.buffer, next);
        if !self.finished && self.buffer.len() < BLOCK {
            self.read(BLOCK);
        }
        Chunk {
            file: self.file.clone(),
            buffer,
            sections,
            fresh: std::mem::take(&mut self.fresh),
            ends_file: self.finished,
            error: if self.finished {
                self.error.take()
            } else {
                None
            },
        }
    }
}
