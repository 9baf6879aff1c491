//! Addresses of single games: `file#N` is game N of a file.

use std::path::{Path, PathBuf};

/// A file, or one game of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The file.
    pub path: PathBuf,
    /// Which game of it, from 1; all of them when none is named.
    pub game: Option<u32>,
}

impl Address {
    /// Reads an address. A file that really has this name is meant first.
    pub fn of(path: &Path) -> Address {
        let whole = || Address {
            path: path.to_owned(),
            game: None,
        };
        let Some((file, number)) = path.to_str().and_then(|it| it.rsplit_once('#')) else {
            return whole();
        };
        let is_number = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
        let number = number.parse().ok().filter(|&it| is_number && it > 0);
        let is_there = |path: &Path| path.symlink_metadata().is_ok();
        match number {
            Some(game) if !is_there(path) && (file == "-" || is_there(Path::new(file))) => {
                Address {
                    path: file.into(),
                    game: Some(game),
                }
            }
            _ => whole(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_behind_a_file_is_a_game_unless_a_file_has_this_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for name in ["a.csa", "b.csa", "b.csa#2"] {
            std::fs::write(path(name), "").expect("written");
        }
        for (name, file, game) in [
            ("a.csa#2", "a.csa", Some(2)),
            ("b.csa#2", "b.csa#2", None),
            ("b.csa#2#3", "b.csa#2", Some(3)),
            ("a.csa#0", "a.csa#0", None),
            ("a.csa#+1", "a.csa#+1", None),
            ("a.csa#", "a.csa#", None),
            ("gone.csa#1", "gone.csa#1", None),
            ("a.csa", "a.csa", None),
        ] {
            let expected = Address {
                path: path(file),
                game,
            };
            assert_eq!(Address::of(&path(name)), expected, "{name}");
        }
    }
}
