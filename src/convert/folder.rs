//! Converted games as files of their own, in a tree below a folder.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::game::Target;
use super::output_game::{Games, Joined, NotWritten, OutputGame, WriteError, begun, finish};
use crate::input::Source;
use crate::output::{Output, Tree, safe};

/// A folder with a tree of files.
#[derive(Debug)]
pub(super) struct Folder {
    root: PathBuf,
    tree: Tree,
    force: bool,
    /// The file under way.
    open: Option<Open>,
    /// The folder that was made or looked at last.
    known: Option<PathBuf>,
    /// The root without links.
    real_root: Option<PathBuf>,
    /// What was written, if that could be read again in the same run.
    own: Option<HashSet<PathBuf>>,
}

/// A file under way, or why there is none. Either way it has its games, for none of them may go elsewhere.
#[derive(Debug)]
struct Open {
    path: PathBuf,
    file: Result<Output, WriteError>,
    joined: Joined,
    games: Games,
}

impl Folder {
    /// Files below `root`, for sources as they were named.
    pub(super) fn new(root: &Path, named: &[PathBuf], force: bool) -> Folder {
        let real = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let here = real(root);
        let inside = named
            .iter()
            .any(|path| path.is_dir() && here.starts_with(real(path)));
        Folder {
            root: root.to_owned(),
            tree: Tree::new(named.iter().map(PathBuf::as_path)),
            force,
            open: None,
            known: None,
            real_root: None,
            own: inside.then(HashSet::new),
        }
    }

    /// Whether a source was written in this run.
    pub(super) fn is_own(&self, source: &Source) -> bool {
        self.own.as_ref().is_some_and(|own| {
            let path = std::path::absolute(source.path());
            path.is_ok_and(|path| own.contains(&path))
        })
    }

    /// Takes a game. What is handed back are the games before it, if they could not be written after all.
    pub(super) fn take(&mut self, game: &OutputGame<'_>, target: &Target) -> Option<NotWritten> {
        let together = game.name.is_none() && target.notation.info().several;
        let goes_on =
            matches!(&self.open, Some(open) if together && open.games.source == *game.source);
        let before = if goes_on { None } else { self.close() };
        let mut open = match self.open.take() {
            Some(open) => open,
            None => self.begin(game, target),
        };
        open.games.add(game.index);
        let Ok(file) = &mut open.file else {
            self.open = Some(open);
            return before;
        };
        let written = open.joined.before(game).map(|separator| {
            file.write_all(&separator)
                .and_then(|()| file.write_all(game.bytes))
        });
        match written {
            Ok(Ok(())) => {}
            // What is there is only a part: nothing of it may take the place.
            Ok(Err(error)) => open.file = Err(WriteError::Write(open.path.clone(), error)),
            Err(error) => {
                open.games.leave(game.index);
                self.open = Some(open);
                debug_assert!(before.is_none(), "the file was begun with another game");
                return Some(NotWritten::one(game, error));
            }
        }
        self.open = Some(open);
        before
    }

    fn begin(&mut self, game: &OutputGame<'_>, target: &Target) -> Open {
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
        let file = self
            .make_folder(&path)
            .and_then(|()| begun(&path, Output::create(&path, self.force)));
        Open {
            path,
            file,
            joined: Joined::new(*target),
            games: Games::of(game.source),
        }
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

    /// Finishes the file under way. What is handed back are its games, if they could not be written.
    pub(super) fn close(&mut self) -> Option<NotWritten> {
        let open = self.open.take()?;
        let finished = open.file.and_then(|file| {
            if let (Some(own), Ok(path)) = (&mut self.own, std::path::absolute(&open.path)) {
                own.insert(path);
            }
            finish(file)
        });
        let error = finished.err()?;
        Some(NotWritten {
            error,
            games: Some(open.games),
        })
    }
}
