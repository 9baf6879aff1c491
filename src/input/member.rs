//! Which members of an archive are read.

use std::io;
use std::path::Path;

use super::{InputFault, Source, is_wanted_name};
use crate::archive::{Entry, Fault};

/// What is to be done with what an archive holds next.
#[derive(Debug)]
pub(crate) enum Choice<T> {
    /// It is read.
    Read(Source, T),
    /// Its name is that of no record.
    Skip(Source),
    /// It cannot be read.
    Unreadable(Source, io::Error),
    /// Nobody asked for it.
    Pass,
}

/// Chooses among the members of one archive: those with the names of records, or the one that is wanted.
#[derive(Debug)]
pub(crate) struct Chooser<'a> {
    archive: &'a Source,
    is_found: bool,
}

impl<'a> Chooser<'a> {
    /// For an archive, or one member of it.
    pub(crate) fn new(archive: &'a Source) -> Chooser<'a> {
        Chooser {
            archive,
            is_found: false,
        }
    }

    /// Whether no further member is of interest.
    pub(crate) fn is_done(&self) -> bool {
        self.archive.member().is_some() && self.is_found
    }

    /// What is missing at the end.
    pub(crate) fn missing(&self) -> Option<io::Error> {
        let is_missing = self.archive.member().is_some() && !self.is_found;
        is_missing.then(|| InputFault::NoSuchMember.into())
    }

    /// What is to be done with an entry.
    pub(crate) fn choose<'e>(&mut self, entry: Entry<'e>) -> Choice<&'e mut dyn io::Read> {
        let path = self.archive.path();
        let (name, data) = match entry {
            Entry::Member { name, data } => (name, Ok(data)),
            Entry::Unreadable { name: None, error } => {
                // What is wanted may have stood behind the break.
                self.is_found = true;
                let archive = Source::file(path.to_owned()).numbered(self.archive.number());
                return Choice::Unreadable(archive, error);
            }
            Entry::Unreadable {
                name: Some(name),
                error,
            } => (name, Err(error)),
        };
        let name = name.trim_start_matches("./");
        let source = || Source::member_of(path, name).numbered(self.archive.number());
        let is_archive = |error: &io::Error| matches!(Fault::of(error), Some(Fault::Nested(_)));
        match (self.archive.member(), data) {
            (Some(wanted), _) if wanted != name => Choice::Pass,
            (None, Err(error)) if is_archive(&error) => Choice::Unreadable(source(), error),
            (None, _) if !is_record(name) => Choice::Skip(source()),
            (_, Ok(data)) => {
                self.is_found = true;
                Choice::Read(source(), data)
            }
            (_, Err(error)) => {
                self.is_found = true;
                Choice::Unreadable(source(), error)
            }
        }
    }
}

/// Whether a member has the name of a record. What macOS puts beside its files has that too.
fn is_record(name: &str) -> bool {
    !name.starts_with("__MACOSX/") && is_wanted_name(Path::new(name))
}
