//! The members of an archive: read one after the other on the calling thread, worked on as files are.

use std::io::{self, Read};
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;

use super::Manager;
use super::pool::Job;
use super::queue::Queue;
use super::read::{MOST_KEPT, SMALL};
use super::stream::Stream;
use crate::archive::{Archive, Entry, Fault};
use crate::input::{Choice, Chooser, Source, is_common_name, nested};

/// How many small members make a batch.
const MEMBERS: usize = 64;

/// An archive whose members are due.
pub(super) struct Members {
    /// The archive, or the one member of it that is wanted.
    pub(super) source: Arc<Source>,
    /// The one game of that member that is wanted.
    pub(super) wanted: Option<u32>,
    pub(super) archive: Archive<'static>,
}

/// Small members, one behind the other in one buffer.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) buffer: Vec<u8>,
    pub(super) members: Vec<Member>,
}

/// A member.
pub(super) struct Member {
    pub(super) source: Arc<Source>,
    pub(super) wanted: Option<u32>,
    /// Whether it is passed over when it is no record.
    pub(super) skippable: bool,
    pub(super) held: Held,
}

/// What there is of a member.
pub(super) enum Held {
    /// Its place in the buffer, and why it does not go on there.
    Bytes(Range<usize>, Option<io::Error>),
    /// Only the reason why it cannot be read.
    Nothing(io::Error),
    /// Its name is that of no record.
    Skipped,
}

impl<B: Default + Send, C: FnMut(B) -> io::Result<()>> Manager<'_, '_, B, C> {
    /// Works on the members of an archive, in their order.
    pub(super) fn members(&mut self, members: Members) -> io::Result<()> {
        let Members {
            source,
            wanted,
            archive,
        } = members;
        let mut reader = Reader {
            manager: self,
            queue: Queue::default(),
            batch: Batch::default(),
            wanted,
            is_one: source.member().is_some(),
        };
        let mut chooser = Chooser::new(&source);
        let mut result = Ok(());
        archive.members(&mut |entry| {
            result = reader.take(&mut chooser, entry);
            if result.is_err() || chooser.is_done() {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        result?;
        if let Some(error) = chooser.missing() {
            reader.add(source.clone(), Held::Nothing(error))?;
        }
        reader.send()?;
        let Reader { manager, queue, .. } = reader;
        manager.settle(queue)
    }
}

/// Takes members as they come out of the archive.
struct Reader<'m, 'a, 'b, B, C> {
    manager: &'m mut Manager<'a, 'b, B, C>,
    queue: Queue<B>,
    batch: Batch,
    /// The one game that is wanted.
    wanted: Option<u32>,
    /// Whether one member is wanted.
    is_one: bool,
}

impl<B: Default + Send, C: FnMut(B) -> io::Result<()>> Reader<'_, '_, '_, B, C> {
    fn take(&mut self, chooser: &mut Chooser<'_>, entry: Entry<'_>) -> io::Result<()> {
        match chooser.choose(entry) {
            Choice::Pass => Ok(()),
            Choice::Skip(source) => self.add(Arc::new(source), Held::Skipped),
            Choice::Unreadable(source, error) => self.add(Arc::new(source), Held::Nothing(error)),
            Choice::Read(source, data) => self.read(Arc::new(source), data),
        }
    }

    /// Reads a member; a large one is worked on while it is read.
    fn read(&mut self, source: Arc<Source>, data: &mut dyn Read) -> io::Result<()> {
        let start = self.batch.buffer.len();
        let mut part = data.take(SMALL as u64);
        let result = part.read_to_end(&mut self.batch.buffer);
        let end = self.batch.buffer.len();
        if let Some(kind) = nested(&source, &self.batch.buffer[start..]) {
            self.batch.buffer.truncate(start);
            return self.add(source, Held::Nothing(Fault::Nested(kind).into()));
        }
        if result.is_err() || end - start < SMALL {
            return self.add(source, Held::Bytes(start..end, result.err()));
        }
        let head = self.batch.buffer.split_off(start);
        self.send()?;
        let stream = Stream::new(source, self.wanted, data, head).keeping(MOST_KEPT);
        self.manager.stream(stream, &mut self.queue)
    }

    fn add(&mut self, source: Arc<Source>, held: Held) -> io::Result<()> {
        let name = source.member().unwrap_or_default();
        self.batch.members.push(Member {
            // What was named by itself is a record, whatever it looks like.
            skippable: !self.is_one && is_common_name(Path::new(name)),
            wanted: self.wanted,
            source,
            held,
        });
        if self.batch.members.len() < MEMBERS && self.batch.buffer.len() < SMALL {
            return Ok(());
        }
        self.send()
    }

    /// Hands out the members that were read.
    fn send(&mut self) -> io::Result<()> {
        if self.batch.members.is_empty() {
            return Ok(());
        }
        let batch = std::mem::take(&mut self.batch);
        self.manager
            .send(&mut self.queue, |number| Job::Members(number, batch))?;
        self.batch.buffer = self.queue.buffer();
        Ok(())
    }
}
