//! A large file, or a long stream: read in blocks and cut as they come in.

use std::io::{self, Read};
use std::sync::Arc;

use super::ReadOptions;
use super::read::{SMALL, open};
use crate::archive::Fault;
use crate::input::{InputFault, Source};
use crate::notation::{Section, Splitter};

/// How much is read at a time.
const BLOCK: usize = 1 << 18;
/// How many games make a chunk at most.
const GAMES: usize = 4096;

/// Some games of a large file.
pub(super) struct Chunk {
    pub(super) source: Arc<Source>,
    pub(super) buffer: Vec<u8>,
    pub(super) sections: Vec<Section>,
    /// Whether they are the one game that is wanted.
    pub(super) is_chosen: bool,
    /// How many bytes came from the disk for it.
    pub(super) fresh: u64,
    pub(super) ends_file: bool,
    /// Why the file cannot be read any further.
    pub(super) error: Option<io::Error>,
    /// The number of the game behind which cutting the file panicked.
    pub(super) broken_after: Option<u32>,
}

/// A file that is read in blocks.
pub(super) struct Stream<R = Box<dyn Read + Send>> {
    source: Arc<Source>,
    /// The one game that is wanted.
    wanted: Option<u32>,
    /// How much is kept of one game.
    most: usize,
    reader: R,
    splitter: Option<Splitter>,
    /// Bytes that no chunk has taken yet.
    buffer: Vec<u8>,
    /// Games in them.
    sections: Vec<Section>,
    /// The number of the last game that was found.
    last: u32,
    at_end: bool,
    finished: bool,
    error: Option<io::Error>,
    fresh: u64,
    /// Buffers to be used again.
    spare: Vec<Vec<u8>>,
}

impl<R: Read> Stream<R> {
    /// A stream of which `head` was read already.
    pub(super) fn new(
        source: Arc<Source>,
        wanted: Option<u32>,
        reader: R,
        head: Vec<u8>,
    ) -> Stream<R> {
        Stream {
            source,
            wanted,
            most: usize::MAX,
            reader,
            splitter: None,
            fresh: head.len() as u64,
            buffer: head,
            sections: Vec::new(),
            last: 0,
            at_end: false,
            finished: false,
            error: None,
            spare: Vec::new(),
        }
    }

    /// The same with a limit to what is kept of one game.
    pub(super) fn keeping(mut self, most: usize) -> Stream<R> {
        self.most = most;
        self
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
        let missing = if self.splitter.is_none() {
            SMALL
        } else {
            BLOCK
        };
        self.read(missing.saturating_sub(self.buffer.len()));
        let splitter = match self.splitter.take() {
            Some(splitter) => splitter,
            None => open(&self.source, &self.buffer, self.at_end, options),
        };
        self.splitter = Some(splitter);
        self.find_games();
        Some(self.chunk())
    }

    /// Finds the games in the buffer, and reads on until there are some.
    fn find_games(&mut self) {
        while let Some(splitter) = &mut self.splitter {
            // Where the file cannot be read on, the last game is not known to be whole.
            let is_whole = self.at_end && self.error.is_none();
            while self.sections.len() < GAMES
                && let Some(section) = splitter.next(&self.buffer, is_whole)
            {
                self.last = section.index;
                if self.wanted.is_none_or(|it| it == section.index) {
                    self.sections.push(section);
                }
            }
            let full = self.sections.len() == GAMES;
            let satisfied = self.wanted.is_some_and(|it| it <= self.last);
            self.finished = !full && (self.at_end || splitter.is_done()) || satisfied;
            if full || self.finished || !self.sections.is_empty() {
                return;
            }
            let free = splitter.release();
            self.buffer.drain(..free);
            if self.buffer.len() > self.most {
                self.error = Some(Fault::Large(self.most as u64).into());
                self.finished = true;
                return;
            }
            self.read(BLOCK);
        }
    }

    /// Reads what is left of something packed, for only at its end is it known whether all was well.
    fn drain(&mut self) {
        let is_packed = self.most < usize::MAX;
        if is_packed && !self.at_end && self.wanted.is_none() && self.error.is_none() {
            self.error = io::copy(&mut self.reader, &mut io::sink()).err();
        }
    }

    /// What was found before cutting panicked. Nothing more comes.
    pub(super) fn broken(&mut self) -> Chunk {
        self.finished = true;
        Chunk {
            source: self.source.clone(),
            buffer: std::mem::take(&mut self.buffer),
            sections: std::mem::take(&mut self.sections),
            is_chosen: self.wanted.is_some(),
            fresh: std::mem::take(&mut self.fresh),
            ends_file: true,
            error: self.error.take(),
            broken_after: Some(self.last),
        }
    }

    fn read(&mut self, amount: usize) {
        if amount == 0 || self.at_end {
            return;
        }
        let len = self.buffer.len();
        self.buffer.reserve(amount);
        let mut part = self.reader.by_ref().take(amount as u64);
        if let Err(error) = part.read_to_end(&mut self.buffer) {
            self.error = Some(error);
        }
        let read = self.buffer.len() - len;
        self.at_end = read < amount;
        self.fresh += read as u64;
    }

    /// Hands out the buffer with the games that were found in it, and goes on with what is left in another one.
    fn chunk(&mut self) -> Chunk {
        let free = self.splitter.as_mut().map_or(0, Splitter::release);
        let mut next = self.spare.pop().unwrap_or_default();
        next.clear();
        next.extend_from_slice(&self.buffer[free..]);
        let mut error = None;
        if self.finished {
            self.drain();
            error = self.error.take();
            if error.is_none() && self.wanted.is_some_and(|it| it > self.last) {
                error = Some(InputFault::NoSuchGame { count: self.last }.into());
            }
        }
        Chunk {
            source: self.source.clone(),
            buffer: std::mem::replace(&mut self.buffer, next),
            sections: std::mem::take(&mut self.sections),
            is_chosen: self.wanted.is_some(),
            fresh: std::mem::take(&mut self.fresh),
            ends_file: self.finished,
            error,
            broken_after: None,
        }
    }
}
