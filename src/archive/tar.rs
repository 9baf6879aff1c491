//! Tar.

use std::io::{self, BufRead, Read};

use super::meter::{Checked, Counted};
use super::{Fault, Feed, Outcome, name};

/// Hands the members on.
pub(super) fn read(source: Counted<impl BufRead>, feed: &mut Feed<'_>) -> io::Result<()> {
    let end = std::cell::Cell::new(End::default());
    let source = Watched { source, end: &end };
    let mut archive = tar::Archive::new(source);
    for entry in archive.entries()? {
        let entry = entry?;
        let kind = entry.header().entry_type();
        if !(kind.is_file() || kind.is_contiguous() || kind.is_gnu_sparse()) {
            continue;
        }
        let name = name::decode(&entry.path_bytes(), false);
        let len = entry.size();
        match feed.member(&name, Checked::new(entry, Some(len), None), true) {
            Outcome::Whole => {}
            Outcome::Broken | Outcome::Stopped => return Ok(()),
        }
    }
    let End { is_reached, zeros } = end.get();
    // What packs the tar knows only at its own end whether all was well.
    io::copy(&mut archive.into_inner(), &mut io::sink())?;
    if is_reached && zeros < BLOCK {
        return Err(Fault::CutOff.into());
    }
    Ok(())
}

/// Headers are one block, and at least one empty block ends an archive.
const BLOCK: usize = 512;

/// How the archive ends.
#[derive(Clone, Copy, Default)]
struct End {
    is_reached: bool,
    /// How many zeros came last.
    zeros: usize,
}

/// Notices how the archive ends: the library takes the end of the file for the end of the archive.
struct Watched<'a, R> {
    source: R,
    end: &'a std::cell::Cell<End>,
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let amount = self.source.read(buffer)?;
        let mut end = self.end.get();
        end.is_reached |= amount == 0 && !buffer.is_empty();
        let last = buffer[..amount].iter().rev();
        let zeros = last.take(BLOCK).take_while(|&&byte| byte == 0).count();
        end.zeros = if zeros == amount {
            end.zeros.saturating_add(zeros)
        } else {
            zeros
        };
        self.end.set(end);
        Ok(amount)
    }
}
