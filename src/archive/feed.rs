//! Hands members on, one after the other, and watches over them.

use std::cell::Cell;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::meter::{Counts, Limited};
use super::{Entry, Fault, Kind};

/// What became of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It is over, and the next one may come.
    Whole,
    /// It broke off, which was told.
    Broken,
    /// Nobody wants more.
    Stopped,
}

/// Hands members on.
pub(super) struct Feed<'e> {
    pub(super) each: &'e mut dyn FnMut(Entry<'_>) -> ControlFlow<()>,
    pub(super) counts: Arc<Counts>,
    pub(super) limit: u64,
    /// Whether the caller's code is at work: a panic is then the caller's.
    pub(super) inside: &'e Cell<bool>,
}

impl Feed<'_> {
    /// Hands a member on, and reads what is left of it when `drain` is wanted: where the next one begins, or whether this one
    /// is whole, may only be known then.
    pub(super) fn member(&mut self, name: &str, data: impl Read, drain: bool) -> Outcome {
        if let Some(kind) = Kind::by_ending(name) {
            let error = Fault::Nested(kind).into();
            if self.unreadable(Some(name), error) == Outcome::Stopped {
                return Outcome::Stopped;
            }
            return self.pass_over(name, data, drain);
        }
        let mut data = Limited::new(data, self.counts.clone(), self.limit);
        let entry = Entry::Member {
            name,
            data: &mut data,
        };
        if self.hand_on(entry) == Outcome::Stopped {
            return Outcome::Stopped;
        }
        if data.failed {
            return Outcome::Broken;
        }
        self.drain(name, data, drain)
    }

    /// Reads a member for nobody.
    pub(super) fn pass_over(&mut self, name: &str, data: impl Read, drain: bool) -> Outcome {
        let data = Limited::new(data, self.counts.clone(), self.limit);
        self.drain(name, data, drain)
    }

    fn drain(&mut self, name: &str, mut data: Limited<impl Read>, wanted: bool) -> Outcome {
        if !wanted {
            return Outcome::Whole;
        }
        match io::copy(&mut data, &mut io::sink()) {
            Ok(_) => Outcome::Whole,
            Err(error) => match self.unreadable(Some(name), error) {
                Outcome::Stopped => Outcome::Stopped,
                _ => Outcome::Broken,
            },
        }
    }

    pub(super) fn unreadable(&mut self, name: Option<&str>, error: io::Error) -> Outcome {
        self.hand_on(Entry::Unreadable { name, error })
    }

    fn hand_on(&mut self, entry: Entry<'_>) -> Outcome {
        self.inside.set(true);
        let flow = (self.each)(entry);
        self.inside.set(false);
        if flow.is_break() {
            Outcome::Stopped
        } else {
            Outcome::Whole
        }
    }
}
