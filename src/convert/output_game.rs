//! Games on their way into files: one of them, those that share a file, and those that do not arrive.

use std::io;
use std::path::{Path, PathBuf};

use super::game::{LineEnd, Target};
use crate::input::Source;
use crate::output::Output;
use crate::text::{Encoding, Unmappable, encode};

/// A converted game on its way.
#[derive(Clone, Copy, Debug)]
pub struct OutputGame<'a> {
    /// Where it comes from.
    pub source: &'a Source,
    /// Which game of it, from 1.
    pub index: u32,
    /// The name it is to have, if a template gives it one.
    pub name: Option<&'a str>,
    /// The game.
    pub bytes: &'a [u8],
    /// The encoding of the bytes.
    pub encoding: Encoding,
}

/// Why a game did not arrive.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Something is there already.
    #[error("{} already exists", .0.display())]
    Exists(PathBuf),
    /// A link leads out of the folder.
    #[error("{} lies outside the output folder", .0.display())]
    Outside(PathBuf),
    /// The games before it in the same file are in another encoding.
    #[error("{} is needed here, but the file was begun in {}", .0.name(), .1.name())]
    OtherEncoding(Encoding, Encoding),
    /// It cannot be written.
    #[error("{}: {}", .0.display(), .1)]
    Write(PathBuf, io::Error),
    /// The one file that was to hold all games cannot be written.
    #[error("{}: {}", .0.display(), .1)]
    Whole(PathBuf, io::Error),
    /// The stream cannot be written.
    #[error(transparent)]
    Stream(io::Error),
}

/// Games of one source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Games {
    /// The source.
    pub source: Source,
    /// Their numbers in it, as first and last of runs.
    pub runs: Vec<(u32, u32)>,
}

impl Games {
    pub(super) fn of(source: &Source) -> Games {
        Games {
            source: source.clone(),
            runs: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, index: u32) {
        match self.runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(index) => *last = index,
            _ => self.runs.push((index, index)),
        }
    }

    /// Takes the game back that was added last.
    pub(super) fn leave(&mut self, index: u32) {
        let Some((first, last)) = self.runs.last_mut() else {
            return;
        };
        debug_assert_eq!(*last, index, "the game that came last");
        if first == last {
            self.runs.pop();
        } else {
            *last -= 1;
        }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        let lengths = self.runs.iter().map(|(first, last)| last - first + 1);
        lengths.map(u64::from).sum()
    }
}

/// Games that did not arrive.
#[derive(Debug)]
pub struct NotWritten {
    /// Why not.
    pub error: WriteError,
    /// Which; none for all that went to one file.
    pub games: Option<Games>,
}

impl NotWritten {
    pub(super) fn one(game: &OutputGame<'_>, error: WriteError) -> NotWritten {
        let mut games = Games::of(game.source);
        games.add(game.index);
        NotWritten {
            error,
            games: Some(games),
        }
    }
}

/// Games joined in one stream.
#[derive(Debug)]
pub(super) struct Joined {
    pub(super) target: Target,
    /// The encoding of the first game; none before it.
    pub(super) encoding: Option<Encoding>,
}

impl Joined {
    pub(super) fn new(target: Target) -> Joined {
        Joined {
            target,
            encoding: None,
        }
    }

    /// What is written before a game: a byte order mark or a separator.
    pub(super) fn before(&mut self, game: &OutputGame<'_>) -> Result<Vec<u8>, WriteError> {
        let mut out = Vec::new();
        match self.encoding {
            None => {
                self.encoding = Some(game.encoding);
                // Without its mark hardly a program knows UTF-16.
                if self.target.bom || game.encoding.is_utf16() {
                    out.extend_from_slice(game.encoding.bom());
                }
            }
            Some(encoding) if encoding != game.encoding => {
                return Err(WriteError::OtherEncoding(game.encoding, encoding));
            }
            Some(encoding) => {
                let mut line = self.target.notation.info().separator.to_owned();
                if self.target.line_end(encoding) == LineEnd::CrLf {
                    line = line.replace('\n', "\r\n");
                }
                let _ = encode(&line, encoding, Unmappable::Refuse, &mut out);
            }
        }
        Ok(out)
    }
}

pub(super) fn begun(path: &Path, output: io::Result<Output>) -> Result<Output, WriteError> {
    output.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => WriteError::Exists(path.to_owned()),
        _ => WriteError::Write(path.to_owned(), error),
    })
}

pub(super) fn finish(output: Output) -> Result<(), WriteError> {
    let path = output.path().to_owned();
    output.finish().map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => WriteError::Exists(path),
        _ => WriteError::Write(path, error),
    })
}
