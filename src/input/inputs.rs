//! The files to read: paths, folders with all that is in them, lists of paths, standard input.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::content::Content;
use super::list::PathList;
use super::{Address, InputFault, Source, may_be_member};
use crate::archive::{Kind, unpacked_name};
use crate::record::Notation;

/// A file to read, or why there is none.
#[derive(Debug)]
pub(crate) struct Input {
    /// Where it is, as it was named or below a folder that was.
    pub source: Source,
    /// The one game of it that is wanted; all of them when none is named.
    pub game: Option<u32>,
    /// How it came here.
    pub kind: InputKind,
}

/// How an [`Input`] came here.
#[derive(Debug)]
pub(crate) enum InputKind {
    /// The user named it: a file, or standard input.
    Named,
    /// A folder holds it.
    Found,
    /// Its bytes are here; the path is only a name.
    Given(Content),
    /// It cannot be read.
    Unreadable(io::Error),
}

impl Input {
    fn new(path: PathBuf, kind: InputKind) -> Input {
        Input {
            source: Source::file(path),
            game: None,
            kind,
        }
    }

    /// What a path says that is no folder.
    fn named(path: &Path) -> Input {
        let Address { source, game } = Address::of(path);
        Input {
            source,
            game,
            kind: InputKind::Named,
        }
    }
}

/// The inputs one after the other, in the order in which they were named; within a folder by the bytes of the path.
#[derive(Default)]
pub(crate) struct Inputs {
    /// What is not looked for any more, before all else.
    ready: VecDeque<Input>,
    named: VecDeque<PathBuf>,
    list: Option<PathList>,
    /// The share that is wanted.
    shard: Option<Shard>,
    /// Folders under way, the innermost last, each with what is left of it, in reverse order.
    folders: Vec<(PathBuf, Vec<Entry>)>,
}

impl std::fmt::Debug for Inputs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Inputs")
            .field("named", &self.named)
            .field("folders", &self.folders)
            .finish_non_exhaustive()
    }
}

#[derive(Debug)]
struct Entry {
    name: OsString,
    kind: EntryKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntryKind {
    File,
    Folder,
    /// A link with the name of a record that leads nowhere: somebody is to be told of it.
    DeadLink,
}

impl Inputs {
    /// These paths; `-` is standard input.
    pub(crate) fn new(paths: impl IntoIterator<Item = PathBuf>) -> Inputs {
        Inputs {
            named: paths.into_iter().collect(),
            ..Inputs::default()
        }
    }

    /// These, as they are.
    pub(crate) fn ready(inputs: impl IntoIterator<Item = Input>) -> Inputs {
        Inputs {
            ready: inputs.into_iter().collect(),
            ..Inputs::default()
        }
    }

    /// Further paths from a list.
    #[must_use]
    pub(crate) fn with_list(mut self, list: PathList) -> Inputs {
        self.list = Some(list);
        self
    }

    /// Only the files of one share.
    #[must_use]
    pub(crate) fn shared(mut self, shard: Shard) -> Inputs {
        self.shard = Some(shard);
        self
    }

    /// The next path that a user named.
    fn next_named(&mut self) -> Option<Result<PathBuf, io::Error>> {
        if let Some(path) = self.named.pop_front() {
            return Some(Ok(path));
        }
        self.list.as_mut()?.next()
    }

    /// The next file in the folders under way.
    fn next_found(&mut self) -> Option<Input> {
        while let Some((folder, entries)) = self.folders.last_mut() {
            let Some(entry) = entries.pop() else {
                self.folders.pop();
                continue;
            };
            let path = folder.join(&entry.name);
            match entry.kind {
                EntryKind::File => return Some(Input::new(path, InputKind::Found)),
                EntryKind::DeadLink => {
                    let kind = InputKind::Unreadable(InputFault::DeadLink.into());
                    return Some(Input::new(path, kind));
                }
                EntryKind::Folder => {}
            }
            if let Some(unreadable) = self.enter(path) {
                return Some(unreadable);
            }
        }
        None
    }

    /// Goes into a folder; the input says why that did not go.
    fn enter(&mut self, folder: PathBuf) -> Option<Input> {
        match entries(&folder) {
            Ok(entries) => {
                self.folders.push((folder, entries));
                None
            }
            Err(error) => Some(Input::new(folder, InputKind::Unreadable(error))),
        }
    }
}

/// A share of all files, told by a hash of their paths, so that several machines can divide the work among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Which, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// Whether a file belongs to it. The same path always does, on every machine.
    pub(crate) fn has(self, path: &Path) -> bool {
        let path = path.to_string_lossy();
        // FNV-1a with the folders parted by slashes, as on every other system.
        let hash = path.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            let byte = if byte == b'\\' { b'/' } else { byte };
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        (hash >> 32) % self.of == self.number - 1
    }
}

impl Iterator for Inputs {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        loop {
            let input = self.next_of_all()?;
            let wanted = self
                .shard
                .is_none_or(|shard| shard.has(input.source.path()));
            if wanted || matches!(input.kind, InputKind::Unreadable(_)) {
                return Some(input);
            }
        }
    }
}

impl Inputs {
    fn next_of_all(&mut self) -> Option<Input> {
        if let Some(ready) = self.ready.pop_front() {
            return Some(ready);
        }
        loop {
            if let Some(found) = self.next_found() {
                return Some(found);
            }
            let path = match self.next_named()? {
                Ok(path) => path,
                Err(error) => {
                    let list = PathBuf::from("--files-from");
                    return Some(Input::new(list, InputKind::Unreadable(error)));
                }
            };
            // Asking the disk costs as much as a tenth of a game; nobody calls a folder a.kif.
            if path.as_os_str() == "-" || is_record_name(&path) && !may_be_member(&path) {
                return Some(Input::new(path, InputKind::Named));
            }
            if !path.is_dir() {
                return Some(Input::named(&path));
            }
            if let Some(unreadable) = self.enter(path) {
                return Some(unreadable);
            }
        }
    }
}

/// Whether a file has an ending that records have.
pub(crate) fn is_record_name(path: &Path) -> bool {
    path.extension()
        .and_then(|it| it.to_str())
        .is_some_and(|ending| {
            ending.eq_ignore_ascii_case("txt") || Notation::of_ending(ending).is_some()
        })
}

/// Whether a file in a folder, or a member of an archive, is read: it has an ending of records, or one of archives; what is
/// packed by itself has both, for much else is packed in the same way.
pub(crate) fn is_wanted_name(path: &Path) -> bool {
    if is_record_name(path) {
        return true;
    }
    let Some(name) = path.file_name().and_then(|it| it.to_str()) else {
        return false;
    };
    let inner = unpacked_name(name);
    match Kind::by_ending(inner) {
        None => inner.len() < name.len() && is_record_name(Path::new(inner)),
        Some(_) => true,
    }
}

/// Whether a file has an ending that anything may have, so that in a folder it need not be a record.
pub(crate) fn is_common_name(path: &Path) -> bool {
    let path = path
        .as_os_str()
        .to_str()
        .map_or(path, |it| Path::new(unpacked_name(it)));
    path.extension()
        .is_some_and(|it| it.eq_ignore_ascii_case("txt") || it.eq_ignore_ascii_case("json"))
}

/// What is to be read in a folder, the last first. Links to folders are not followed: they may lead in a circle.
fn entries(folder: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let file = entry.file_type()?;
        let kind = if file.is_dir() {
            EntryKind::Folder
        } else if !is_wanted_name(Path::new(&name)) {
            continue;
        } else if file.is_file() {
            EntryKind::File
        } else if file.is_symlink() {
            match fs::metadata(entry.path()) {
                Ok(target) if target.is_file() => EntryKind::File,
                Ok(_) => continue,
                Err(error) if error.kind() == io::ErrorKind::NotFound => EntryKind::DeadLink,
                // Opening it says why it cannot be read.
                Err(_) => EntryKind::File,
            }
        } else {
            continue;
        };
        entries.push(Entry { name, kind });
    }
    // A folder sorts as its paths do: with the separator behind its name.
    entries.sort_unstable_by(|a, b| key(b).cmp(key(a)));
    Ok(entries)
}

fn key(entry: &Entry) -> impl Iterator<Item = u8> {
    let bytes = entry.name.as_encoded_bytes().iter().copied();
    bytes.chain((entry.kind == EntryKind::Folder).then_some(b'/'))
}
