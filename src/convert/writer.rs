//! Where converted games go: to one stream, to one file, or to files of their own in a tree of folders.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::folder::Folder;
use super::game::Target;
use super::output_game::{Joined, NotWritten, OutputGame, WriteError, begun, finish};
use crate::input::Source;
use crate::output::{Output, is_device};

/// A destination for games, one after the other.
#[derive(Debug)]
pub struct OutputWriter<'a> {
    target: Target,
    force: bool,
    destination: Destination<'a>,
}

#[derive(Debug)]
enum Destination<'a> {
    Stream(Joined, Stream<'a>),
    File(Joined, PathBuf, Option<Output>),
    Tree(Box<Folder>),
}

struct Stream<'a>(&'a mut dyn Write);

impl std::fmt::Debug for Stream<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Stream")
    }
}

impl<'a> OutputWriter<'a> {
    /// Everything to a stream.
    pub fn to_stream(target: Target, out: &'a mut dyn Write) -> OutputWriter<'a> {
        let joined = Joined::new(target);
        OutputWriter {
            target,
            force: false,
            destination: Destination::Stream(joined, Stream(out)),
        }
    }

    /// Everything to one file, which appears at the end.
    ///
    /// # Errors
    /// When the file exists and is not to be replaced.
    pub fn to_file(
        target: Target,
        path: &Path,
        force: bool,
    ) -> Result<OutputWriter<'a>, WriteError> {
        if !force && !is_device(path) && fs::symlink_metadata(path).is_ok() {
            return Err(WriteError::Exists(path.to_owned()));
        }
        Ok(OutputWriter {
            target,
            force,
            destination: Destination::File(Joined::new(target), path.to_owned(), None),
        })
    }

    /// Files of their own below a folder, for sources as they were named.
    pub fn to_folder(
        target: Target,
        root: &Path,
        named: &[PathBuf],
        force: bool,
    ) -> OutputWriter<'a> {
        OutputWriter {
            target,
            force,
            destination: Destination::Tree(Box::new(Folder::new(root, named, force))),
        }
    }

    /// Whether this source was written in this run: it is then no input.
    pub fn is_own(&self, source: &Source) -> bool {
        match &self.destination {
            Destination::Tree(folder) => folder.is_own(source),
            Destination::Stream(..) | Destination::File(..) => false,
        }
    }

    /// Whether one file has got several games though its notation has one a file.
    pub fn is_overfull(&self) -> bool {
        let joined = match &self.destination {
            Destination::Stream(joined, _) | Destination::File(joined, ..) => joined,
            Destination::Tree(_) => return false,
        };
        !self.target.notation.info().several && joined.encoding.is_some()
    }

    /// Delivers a game. What is handed back are games that did not arrive: this one, or those that were taken before it.
    ///
    /// # Errors
    /// When nothing more can be written at all.
    pub fn take(&mut self, game: &OutputGame<'_>) -> Result<Option<NotWritten>, WriteError> {
        match &mut self.destination {
            Destination::Stream(joined, stream) => {
                let before = match joined.before(game) {
                    Ok(before) => before,
                    Err(error) => return Ok(Some(NotWritten::one(game, error))),
                };
                let written = stream.0.write_all(&before);
                written
                    .and_then(|()| stream.0.write_all(game.bytes))
                    .map_err(WriteError::Stream)?;
                Ok(None)
            }
            Destination::File(joined, path, output) => {
                let before = match joined.before(game) {
                    Ok(before) => before,
                    Err(error) => return Ok(Some(NotWritten::one(game, error))),
                };
                let failed = |error| WriteError::Whole(path.clone(), error);
                if output.is_none() {
                    *output = Some(begun(path, Output::named(path, self.force))?);
                }
                if let Some(output) = output {
                    output.write_all(&before).map_err(failed)?;
                    output.write_all(game.bytes).map_err(failed)?;
                }
                Ok(None)
            }
            Destination::Tree(folder) => Ok(folder.take(game, &self.target)),
        }
    }

    /// Puts what is under way into its place. What is handed back are the games of it, if that failed.
    pub fn finish(self) -> Option<NotWritten> {
        match self.destination {
            Destination::Stream(..) => None,
            Destination::File(_, _, output) => {
                let error = finish(output?).err()?;
                Some(NotWritten { error, games: None })
            }
            Destination::Tree(mut folder) => folder.close(),
        }
    }
}
