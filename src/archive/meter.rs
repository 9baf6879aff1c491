//! What goes in and what comes out, counted, so that a small file that becomes a huge one is noticed.

use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Fault;

/// How many times as large as its packed form something may become.
const RATIO: u64 = 1000;

/// The counts of one archive.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// Bytes taken from the archive.
    read: AtomicU64,
    /// The end of the furthest byte taken: what was read twice counts once.
    reached: AtomicU64,
    /// Bytes that came out.
    out: AtomicU64,
}

/// An archive's own bytes, counted when they are used.
pub(super) struct Counted<R> {
    inner: R,
    counts: Arc<Counts>,
    position: u64,
}

impl<R> Counted<R> {
    pub(super) fn new(inner: R, counts: Arc<Counts>) -> Counted<R> {
        Counted {
            inner,
            counts,
            position: 0,
        }
    }

    pub(super) fn position(&self) -> u64 {
        self.position
    }

    fn count(&mut self, amount: usize) {
        self.position += amount as u64;
        self.counts.read.fetch_add(amount as u64, Relaxed);
        self.counts.reached.fetch_max(self.position, Relaxed);
    }
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let amount = self.inner.read(buffer)?;
        self.count(amount);
        Ok(amount)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.inner.consume(amount);
        self.count(amount);
    }
}

impl<R: BufRead + Seek> Seek for Counted<R> {
    /// Keeps what is buffered when the place is near.
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let outside = || io::Error::from(Fault::Damaged("a place outside the archive".into()));
        let position = match to {
            SeekFrom::Start(position) => position,
            SeekFrom::Current(by) => self.position.checked_add_signed(by).ok_or_else(outside)?,
            SeekFrom::End(_) => {
                self.position = self.inner.seek(to)?;
                return Ok(self.position);
            }
        };
        match i64::try_from(i128::from(position) - i128::from(self.position)) {
            Ok(by) => self.inner.seek_relative(by)?,
            Err(_) => return Err(outside()),
        }
        self.position = position;
        Ok(position)
    }
}

/// What comes out of a member, or of a packed file. A panic in a library becomes an error, and so does a bomb.
pub(super) struct Limited<R> {
    inner: R,
    counts: Arc<Counts>,
    limit: u64,
    read_before: u64,
    out: u64,
    /// Whether an error was handed on.
    pub(super) failed: bool,
}

impl<R: Read> Limited<R> {
    pub(super) fn new(inner: R, counts: Arc<Counts>, limit: u64) -> Limited<R> {
        Limited {
            inner,
            limit,
            read_before: counts.read.load(Relaxed),
            counts,
            out: 0,
            failed: false,
        }
    }

    fn checked(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = catch_unwind(AssertUnwindSafe(|| self.inner.read(buffer)));
        let amount = read
            .unwrap_or_else(|_| Err(Fault::Damaged("it confuses the reader".into()).into()))
            .map_err(Fault::from_library)?;
        self.out += amount as u64;
        let all = self.counts.out.fetch_add(amount as u64, Relaxed) + amount as u64;
        let read = self.counts.read.load(Relaxed) - self.read_before;
        let reached = self.counts.reached.load(Relaxed);
        let is_bomb = |out: u64, packed: u64| out > self.limit && out / RATIO > packed;
        if is_bomb(self.out, read) || is_bomb(all, reached) {
            return Err(Fault::Bomb(self.limit).into());
        }
        Ok(amount)
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.failed {
            return Ok(0);
        }
        let result = self.checked(buffer);
        if let Err(error) = &result {
            self.failed = error.kind() != io::ErrorKind::Interrupted;
        }
        result
    }
}

/// Holds what comes out against what was promised: a length, a checksum.
pub(super) struct Checked<R> {
    inner: R,
    sum: crc32fast::Hasher,
    pub(super) len: u64,
    promised: Option<u64>,
    promised_sum: Option<u32>,
}

impl<R: Read> Checked<R> {
    pub(super) fn new(inner: R, len: Option<u64>, sum: Option<u32>) -> Checked<R> {
        Checked {
            inner,
            sum: crc32fast::Hasher::new(),
            len: 0,
            promised: len,
            promised_sum: sum,
        }
    }

    /// The checksum so far.
    pub(super) fn sum(&self) -> u32 {
        self.sum.clone().finalize()
    }
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let amount = self.inner.read(buffer)?;
        self.len += amount as u64;
        self.sum.update(&buffer[..amount]);
        let over = self.promised.is_some_and(|len| self.len > len);
        if over {
            return Err(Fault::Damaged("a member is longer than it should be".into()).into());
        }
        if amount == 0 && !buffer.is_empty() {
            if self.promised.is_some_and(|len| self.len < len) {
                return Err(Fault::CutOff.into());
            }
            if self.promised_sum.is_some_and(|sum| sum != self.sum()) {
                return Err(Fault::Checksum.into());
            }
        }
        Ok(amount)
    }
}
