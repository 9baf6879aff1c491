//! Bytes that are put aside and read again in any order: the last ones in memory, what is more in a temporary file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

/// So many bytes are kept in memory.
const HELD: usize = 1 << 21;

/// Bytes that were put aside.
#[derive(Debug)]
pub(super) struct Spool {
    folder: PathBuf,
    /// What came first. It has no name: nothing is left of it however the program ends.
    file: Option<File>,
    /// How many bytes are in the file.
    written: u64,
    held: Vec<u8>,
}

impl Spool {
    /// Nothing yet; the file will be in this folder.
    pub(super) fn new(folder: PathBuf) -> Spool {
        Spool {
            folder,
            file: None,
            written: 0,
            held: Vec::new(),
        }
    }

    /// How many bytes there are.
    pub(super) fn len(&self) -> u64 {
        self.written + self.held.len() as u64
    }

    /// Adds bytes, which are then read together.
    ///
    /// # Errors
    /// When there are many and they cannot be written.
    pub(super) fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.held.len() > HELD {
            if self.file.is_none() {
                self.file = Some(tempfile::tempfile_in(&self.folder)?);
            }
            if let Some(file) = &mut self.file {
                file.seek(SeekFrom::Start(self.written))?;
                file.write_all(&self.held)?;
            }
            self.written = self.len();
            self.held.clear();
        }
        self.held.extend(bytes);
        Ok(())
    }

    /// Reads what was added together at a place.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn read(&mut self, start: u64, bytes: &mut [u8]) -> io::Result<()> {
        match (start.checked_sub(self.written), &mut self.file) {
            (None, Some(file)) => {
                file.seek(SeekFrom::Start(start))?;
                file.read_exact(bytes)
            }
            (held, _) => {
                let held = self.held.get(held.unwrap_or(0) as usize..);
                let held = held.and_then(|it| it.get(..bytes.len()));
                bytes.copy_from_slice(held.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
        }
    }
}
