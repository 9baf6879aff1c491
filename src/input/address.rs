//! Addresses: `file#N` is game N of a file, `archive!member` a member of an archive, `archive!member#N` a game of that.

use std::path::Path;

use super::Source;

/// A file or a member of an archive, or one game of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// Where it lies.
    pub source: Source,
    /// Which game of it, from 1; all of them when none is named.
    pub game: Option<u32>,
}

impl Address {
    /// Reads an address. A file that really has this name is meant first.
    pub(crate) fn of(path: &Path) -> Address {
        let whole = || Address {
            source: Source::file(path.to_owned()),
            game: None,
        };
        let Some(text) = path.to_str().filter(|_| !is_there(path)) else {
            return whole();
        };
        let (file, game) = match text.rsplit_once('#') {
            Some((file, number)) if is_number(number) => (file, number.parse().ok()),
            _ => (text, None),
        };
        if game.is_some() && (file == "-" || is_there(Path::new(file))) {
            return Address {
                source: Source::file(file.into()),
                game,
            };
        }
        match member(file) {
            Some(source) => Address { source, game },
            None => whole(),
        }
    }
}

/// Whether a path may name a member of an archive.
pub(crate) fn may_be_member(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().contains(&b'!')
}

fn is_number(text: &str) -> bool {
    let is_digits = !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    is_digits && text.parse().is_ok_and(|it: u32| it > 0)
}

fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// The member that a text names: what stands before one of its `!` is a file.
fn member(text: &str) -> Option<Source> {
    let mut marks = text.match_indices('!').map(|(at, _)| at);
    let at = marks.find(|&at| {
        let archive = Path::new(&text[..at]);
        archive.as_os_str() == "-" || archive.is_file()
    })?;
    // A tar of `.` has it before every name; it is not printed.
    let name = text[at + 1..].trim_start_matches("./");
    (!name.is_empty()).then(|| Source::member_of(Path::new(&text[..at]), name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_behind_a_file_is_a_game_unless_a_file_has_this_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for name in ["a.csa", "b.csa", "b.csa#2", "c!d.zip", "e!f.kif"] {
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
                source: Source::file(path(file)),
                game,
            };
            assert_eq!(Address::of(&path(name)), expected, "{name}");
        }
        for (name, archive, member, game) in [
            ("c!d.zip!x/y.kif", "c!d.zip", "x/y.kif", None),
            ("c!d.zip!x!y.csa#12", "c!d.zip", "x!y.csa", Some(12)),
        ] {
            let expected = Address {
                source: Source::member_of(&path(archive), member),
                game,
            };
            assert_eq!(Address::of(&path(name)), expected, "{name}");
        }
        for name in ["e!f.kif", "gone.zip!a.kif", "a.csa!"] {
            assert_eq!(Address::of(&path(name)).source, Source::file(path(name)));
        }
    }
}
