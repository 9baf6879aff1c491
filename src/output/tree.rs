//! Where the output for a source goes below a folder, and that no two sources share a place.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::path::{Component, Path, PathBuf};

use super::name::safe;
use crate::archive::unpacked_name;
use crate::input::{Address, Source, stem};

/// The tree of output files below one folder.
#[derive(Debug)]
pub(crate) struct Tree {
    /// Folders that were named: what lies below them keeps its folders.
    folders: Vec<PathBuf>,
    /// The deepest folder that holds every file that was named.
    common: PathBuf,
    /// For each place that is taken, by a hash of its name in small letters: the next number to try.
    taken: HashMap<u64, u32>,
    hasher: RandomState,
}

impl Tree {
    /// A tree for these sources, as they were named.
    pub(crate) fn new<'a>(named: impl Iterator<Item = &'a Path>) -> Tree {
        let mut folders = Vec::new();
        let mut common: Option<PathBuf> = None;
        for path in named {
            if path.is_dir() {
                folders.push(path.to_owned());
                continue;
            }
            let address = Address::of(path);
            let folder = address.source.path().parent().unwrap_or(Path::new(""));
            common = Some(match common {
                None => folder.to_owned(),
                Some(before) => {
                    let both = before.components().zip(folder.components());
                    let shared = both.take_while(|(a, b)| a == b);
                    shared.map(|(a, _)| a).collect()
                }
            });
        }
        Tree {
            folders,
            common: common.unwrap_or_default(),
            taken: HashMap::new(),
            hasher: RandomState::new(),
        }
    }

    /// The folders below the output folder for a source.
    pub(crate) fn folder_of(&self, source: &Source) -> PathBuf {
        let below = self.below(source.path());
        let mut folder = plain(below.parent().unwrap_or(Path::new("")));
        if let Some(member) = source.member() {
            let archive = source.path().to_string_lossy();
            folder.push(match &*archive {
                "-" => "stdin".to_owned(),
                name => safe(stem(unpacked_name(name))),
            });
            let mut parts: Vec<&str> = member.split(['/', '\\']).collect();
            parts.pop();
            let parts = parts
                .into_iter()
                .filter(|it| !matches!(*it, "" | "." | ".."));
            folder.extend(parts.map(safe));
        }
        folder
    }

    /// The path of a file below the folder it is counted from.
    fn below<'a>(&self, file: &'a Path) -> &'a Path {
        let folders = self.folders.iter();
        let inside = folders.filter_map(|folder| file.strip_prefix(folder).ok());
        let inside = inside.min_by_key(|rest| rest.components().count());
        inside
            .or_else(|| file.strip_prefix(&self.common).ok())
            .unwrap_or(file)
    }

    /// Takes the place `name` with an ending, or the first free one with a number: `name-2`, `name-3`.
    pub(crate) fn claim(&mut self, name: &Path, ending: &str) -> PathBuf {
        let mut key = self.key(name, ending);
        let Some(next) = self.taken.get(&key).copied() else {
            self.taken.insert(key, 2);
            return with_ending(name, ending);
        };
        let first = key;
        let mut number = next;
        loop {
            let mut numbered = name.as_os_str().to_owned();
            numbered.push(format!("-{number}"));
            let numbered = PathBuf::from(numbered);
            key = self.key(&numbered, ending);
            number = number.saturating_add(1);
            if let std::collections::hash_map::Entry::Vacant(free) = self.taken.entry(key) {
                free.insert(2);
                self.taken.insert(first, number);
                return with_ending(&numbered, ending);
            }
        }
    }

    /// Some systems do not tell capitals from small letters.
    fn key(&self, name: &Path, ending: &str) -> u64 {
        let name = name.to_string_lossy().to_lowercase();
        self.hasher.hash_one((name, ending))
    }
}

fn with_ending(name: &Path, ending: &str) -> PathBuf {
    let mut path = name.as_os_str().to_owned();
    path.push(".");
    path.push(ending);
    path.into()
}

/// Only what leads further down: no root, no drive, no step up.
fn plain(path: &Path) -> PathBuf {
    let down = path.components().filter_map(|part| match part {
        Component::Normal(part) => Some(part),
        _ => None,
    });
    down.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str) -> Source {
        Source::file(path.into())
    }

    fn tree(named: &[&str]) -> Tree {
        Tree::new(named.iter().map(Path::new))
    }

    #[test]
    fn listed_files_keep_the_tree_below_their_common_folder() {
        let tree = tree(&["a/b/c/x.kif", "a/b/d/y.kif"]);
        assert_eq!(tree.folder_of(&file("a/b/c/x.kif")), Path::new("c"));
        assert_eq!(tree.folder_of(&file("a/b/d/y.kif")), Path::new("d"));
    }

    #[test]
    fn a_single_file_and_standard_input_need_no_folder() {
        assert_eq!(
            tree(&["a/b/x.kif"]).folder_of(&file("a/b/x.kif")),
            Path::new("")
        );
        assert_eq!(
            tree(&["/a/x.kif"]).folder_of(&file("/a/x.kif")),
            Path::new("")
        );
        assert_eq!(tree(&["-"]).folder_of(&file("-")), Path::new(""));
    }

    #[test]
    fn nothing_leads_out_of_the_folder() {
        let files = tree(&["../x.kif", "/etc/y.kif"]);
        assert_eq!(files.folder_of(&file("../x.kif")), Path::new(""));
        assert_eq!(files.folder_of(&file("/etc/y.kif")), Path::new("etc"));
        let archive = tree(&["a/evil.zip"]);
        let folder = archive.folder_of(&Source::member_of(
            Path::new("a/evil.zip"),
            "../../b/C:/nul/x.kif",
        ));
        assert_eq!(folder, Path::new("evil/b/C_/_nul"));
    }

    #[test]
    fn places_that_are_taken_are_numbered() {
        let mut tree = tree(&[]);
        let mut claim = |name: &str| tree.claim(Path::new(name), "kif");
        assert_eq!(claim("a/x"), Path::new("a/x.kif"));
        assert_eq!(claim("a/X"), Path::new("a/X-2.kif"));
        assert_eq!(claim("a/x-3"), Path::new("a/x-3.kif"));
        assert_eq!(claim("a/x"), Path::new("a/x-4.kif"));
        assert_eq!(claim("b/x"), Path::new("b/x.kif"));
    }
}
