//! Where converted games go: to one stream, to one file, or to files of their own in a tree of folders.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::game::{LineEnd, Target};
use crate::input::Source;
use crate::output::{Output, Tree, is_device, safe};
use crate::text::{Encoding, Unmappable, encode};

/// A converted game on its way.
#[derive(Clone, Copy, Debug)]
pub struct OutputGame<'a> {
    /// Where it comes from.
    pub source: &'a Source,
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

/// Games joined in one stream.
#[derive(Debug)]
struct Joined {
    target: Target,
    /// The encoding of the first game; none before it.
    encoding: Option<Encoding>,
}

impl Joined {
    fn new(target: Target) -> Joined {
        Joined {
            target,
            encoding: None,
        }
    }

    /// What is written before a game: a byte order mark or a separator.
    fn before(&mut self, game: &OutputGame<'_>) -> Result<Vec<u8>, WriteError> {
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

/// A folder with a tree of files.
#[derive(Debug)]
struct Folder {
    root: PathBuf,
    tree: Tree,
    /// The file under way, its source and what was joined in it.
    open: Option<(Output, Source, Joined)>,
    /// The folder that was made or looked at last.
    known: Option<PathBuf>,
    /// The root without links.
    real_root: Option<PathBuf>,
    /// What was written, if that could be read again in the same run.
    own: Option<HashSet<PathBuf>>,
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
        let real = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let here = real(root);
        let inside = named
            .iter()
            .any(|path| path.is_dir() && here.starts_with(real(path)));
        OutputWriter {
            target,
            force,
            destination: Destination::Tree(Box::new(Folder {
                root: root.to_owned(),
                tree: Tree::new(named.iter().map(PathBuf::as_path)),
                open: None,
                known: None,
                real_root: None,
                own: inside.then(HashSet::new),
            })),
        }
    }

    /// Whether this source was written in this run: it is then no input.
    pub fn is_own(&self, source: &Source) -> bool {
        match &self.destination {
            Destination::Tree(folder) => folder.own.as_ref().is_some_and(|own| {
                let path = std::path::absolute(source.path());
                path.is_ok_and(|path| own.contains(&path))
            }),
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

    /// Delivers a game.
    ///
    /// # Errors
    /// When it cannot be written, or must not be.
    pub fn take(&mut self, game: &OutputGame<'_>) -> Result<(), WriteError> {
        match &mut self.destination {
            Destination::Stream(joined, stream) => {
                let before = joined.before(game)?;
                let written = stream.0.write_all(&before);
                written
                    .and_then(|()| stream.0.write_all(game.bytes))
                    .map_err(WriteError::Stream)
            }
            Destination::File(joined, path, output) => {
                let before = joined.before(game)?;
                let failed = |error| WriteError::Whole(path.clone(), error);
                if output.is_none() {
                    *output = Some(begun(path, Output::named(path, self.force))?);
                }
                let Some(output) = output else { return Ok(()) };
                output.write_all(&before).map_err(failed)?;
                output.write_all(game.bytes).map_err(failed)
            }
            Destination::Tree(folder) => folder.take(game, &self.target, self.force),
        }
    }

    /// Puts what is under way into its place.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> Result<(), WriteError> {
        match self.destination {
            Destination::Stream(..) => Ok(()),
            Destination::File(_, _, output) => output.map_or(Ok(()), finish),
            Destination::Tree(mut folder) => folder.close(),
        }
    }
}

impl Folder {
    fn take(
        &mut self,
        game: &OutputGame<'_>,
        target: &Target,
        force: bool,
    ) -> Result<(), WriteError> {
        let together = game.name.is_none() && target.notation.info().several;
        let goes_on =
            matches!(&self.open, Some((_, source, _)) if together && source == game.source);
        if !goes_on {
            self.close()?;
            let folder = self.tree.folder_of(game.source);
            let name = folder.join(
                match (game.name, game.source.member()) {
                    (Some(name), _) => Cow::Borrowed(name),
                    (None, Some(_)) => Cow::Owned(safe(game.source.stem())),
                    (None, None) if game.source.is_stdin() => Cow::Borrowed("stdin"),
                    (None, None) => Cow::Borrowed(game.source.stem()),
                }
                .as_ref(),
            );
            let ending = target.notation.ending(game.encoding);
            let path = self.root.join(self.tree.claim(&name, ending));
            self.make_folder(&path)?;
            let output = begun(&path, Output::create(&path, force))?;
            let joined = Joined::new(*target);
            self.open = Some((output, game.source.clone(), joined));
        }
        let Some((output, _, joined)) = &mut self.open else {
            return Ok(());
        };
        let before = joined.before(game)?;
        let path = output.path().to_owned();
        let written = output.write_all(&before);
        written
            .and_then(|()| output.write_all(game.bytes))
            .map_err(|error| WriteError::Write(path, error))
    }

    /// Makes the folder for a file, and makes sure that no link leads it elsewhere.
    fn make_folder(&mut self, path: &Path) -> Result<(), WriteError> {
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        if self.known.as_ref() == Some(&folder) {
            return Ok(());
        }
        let failed = |error| WriteError::Write(folder.clone(), error);
        if self.real_root.is_none() {
            fs::create_dir_all(&self.root).map_err(failed)?;
            self.real_root = Some(fs::canonicalize(&self.root).map_err(failed)?);
        }
        // The part that exists already must lie inside before anything is made below it.
        let existing = folder.ancestors().find(|it| it.exists());
        let is_inside = |path: &Path| {
            let real = fs::canonicalize(path);
            self.real_root
                .as_ref()
                .is_some_and(|root| real.is_ok_and(|real| real.starts_with(root)))
        };
        if !existing.is_some_and(is_inside) {
            return Err(WriteError::Outside(folder));
        }
        fs::create_dir_all(&folder).map_err(failed)?;
        self.known = Some(folder);
        Ok(())
    }

    /// Finishes the file under way.
    fn close(&mut self) -> Result<(), WriteError> {
        let Some((output, ..)) = self.open.take() else {
            return Ok(());
        };
        if let (Some(own), Ok(path)) = (&mut self.own, std::path::absolute(output.path())) {
            own.insert(path);
        }
        finish(output)
    }
}

fn begun(path: &Path, output: io::Result<Output>) -> Result<Output, WriteError> {
    output.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => WriteError::Exists(path.to_owned()),
        _ => WriteError::Write(path.to_owned(), error),
    })
}

fn finish(output: Output) -> Result<(), WriteError> {
    let path = output.path().to_owned();
    output.finish().map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => WriteError::Exists(path),
        _ => WriteError::Write(path, error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Notation;

    /// Writes a game that came from a file.
    fn take(writer: &mut OutputWriter<'_>, file: &str, bytes: &str) -> Result<(), WriteError> {
        take_in(writer, Encoding::Utf8, file, bytes)
    }

    fn take_in(
        writer: &mut OutputWriter<'_>,
        encoding: Encoding,
        file: &str,
        bytes: &str,
    ) -> Result<(), WriteError> {
        writer.take(&OutputGame {
            source: &Source::file(file.into()),
            name: None,
            bytes: bytes.as_bytes(),
            encoding,
        })
    }

    fn read(folder: &Path, name: &str) -> String {
        fs::read_to_string(folder.join(name)).expect("the file is there")
    }

    #[test]
    fn games_of_one_stream_are_kept_apart() {
        let mut out = Vec::new();
        let mut writer = OutputWriter::to_stream(Target::new(Notation::Csa), &mut out);
        take(&mut writer, "a", "A\n").expect("taken");
        take(&mut writer, "b", "B\n").expect("taken");
        assert!(take_in(&mut writer, Encoding::ShiftJis, "c", "C\n").is_err());
        assert!(!writer.is_overfull());
        writer.finish().expect("finished");
        assert_eq!(out, b"A\n/\nB\n");
    }

    #[test]
    fn a_source_of_several_games_becomes_one_file_where_the_notation_allows_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let named = [PathBuf::from("in/x.csa"), PathBuf::from("in/y/x.csa")];
        for (notation, files) in [
            (
                Notation::Csa,
                vec![("x.csa", "1\n/\n2\n"), ("y/x.csa", "3\n")],
            ),
            (
                Notation::Kif,
                vec![("x.kifu", "1\n"), ("x-2.kifu", "2\n"), ("y/x.kifu", "3\n")],
            ),
        ] {
            let mut writer =
                OutputWriter::to_folder(Target::new(notation), folder.path(), &named, false);
            for (source, text) in [
                ("in/x.csa", "1\n"),
                ("in/x.csa", "2\n"),
                ("in/y/x.csa", "3\n"),
            ] {
                take(&mut writer, source, text).expect("taken");
            }
            writer.finish().expect("finished");
            for (name, text) in files {
                assert_eq!(read(folder.path(), name), text);
            }
        }
    }

    #[test]
    fn what_exists_is_left_alone_and_the_others_are_written() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a.usi"), "old").expect("written");
        let named = [PathBuf::from("a.csa"), PathBuf::from("b.csa")];
        let mut writer =
            OutputWriter::to_folder(Target::new(Notation::Usi), folder.path(), &named, false);
        let refused = take(&mut writer, "a.csa", "new\n");
        assert!(matches!(refused, Err(WriteError::Exists(_))));
        take(&mut writer, "b.csa", "b\n").expect("taken");
        writer.finish().expect("finished");
        assert_eq!(read(folder.path(), "a.usi"), "old");
        assert_eq!(read(folder.path(), "b.usi"), "b\n");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_folder_is_not_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let elsewhere = tempfile::tempdir().expect("another");
        let link = folder.path().join("y");
        std::os::unix::fs::symlink(elsewhere.path(), link).expect("linked");
        let named = [PathBuf::from("in/x.csa"), PathBuf::from("in/y/z.csa")];
        let mut writer =
            OutputWriter::to_folder(Target::new(Notation::Usi), folder.path(), &named, true);
        let refused = take(&mut writer, "in/y/z.csa", "z\n");
        assert!(matches!(refused, Err(WriteError::Outside(_))));
        assert_eq!(fs::read_dir(elsewhere.path()).expect("read").count(), 0);
    }
}
