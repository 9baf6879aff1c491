//! Where bytes come from: a file, standard input, or a member of an archive.

use std::path::{Path, PathBuf};

use crate::archive::unpacked_name;

/// A file that is read, or a member of one. The two parts are kept apart, for either name may hold any character.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    path: PathBuf,
    member: Option<String>,
    name: String,
    number: usize,
}

impl Source {
    /// A file; `-` is standard input.
    pub fn file(path: PathBuf) -> Source {
        Source {
            name: path.to_string_lossy().into_owned(),
            path,
            member: None,
            number: 0,
        }
    }

    /// A member of an archive, under the name that it has there.
    pub fn member_of(archive: &Path, member: &str) -> Source {
        Source {
            name: format!("{}!{member}", archive.to_string_lossy()),
            path: archive.to_owned(),
            member: Some(member.to_owned()),
            number: 0,
        }
    }

    /// The same with a number.
    #[must_use]
    pub fn numbered(mut self, number: usize) -> Source {
        self.number = number;
        self
    }

    /// Its number among the inputs, for whoever has numbered them; that of a member is its archive's.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The file: for a member, the archive that holds it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of the member, if it is one.
    pub fn member(&self) -> Option<&str> {
        self.member.as_deref()
    }

    /// How it is printed: `archive!member` for a member.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is standard input.
    pub fn is_stdin(&self) -> bool {
        self.member.is_none() && self.path.as_os_str() == "-"
    }

    /// Its name without folders and endings.
    pub fn stem(&self) -> &str {
        let name = match &self.member {
            Some(member) => member,
            None => &self.name,
        };
        stem(unpacked_name(name))
    }
}

/// The name at the end of a path, without its ending.
pub(crate) fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some(("", _)) | None => name,
        Some((stem, _)) => stem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stem_is_the_name_alone() {
        for (path, expected) in [
            ("a/b.kif", "b"),
            ("b", "b"),
            ("x!y/c!d.csa", "c!d"),
            (".kif", ".kif"),
            ("a.b.kif", "a.b"),
            ("x/a.b.kif.gz", "a.b"),
            ("-", "-"),
        ] {
            assert_eq!(Source::file(path.into()).stem(), expected);
        }
        let member = Source::member_of(Path::new("x!.zip"), "c/d!.csa");
        assert_eq!((member.stem(), member.name()), ("d!", "x!.zip!c/d!.csa"));
    }
}
