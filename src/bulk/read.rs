//! What a worker does: opens small files, cuts them, and takes every game through the work.

use std::io::{self, Read};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::members::{Batch, Held, Members};
use super::pool::{Done, Job, Part};
use super::stream::{Chunk, Stream};
use super::{Item, ReadOptions, Totals};
use crate::archive::{Archive, Content, MAX_EXPAND, unpacked_name};
use crate::input::{self, Input, InputFault, InputKind, Opened, Source, is_common_name};
use crate::notation::{Game, Section, Splitter, detect, holds_game, promised};
use crate::record::Notation;
use crate::text::{self, Decision};

/// Up to this size a file is read at once by the worker that judges it.
pub(super) const SMALL: usize = 256 << 10;

/// How much of one game is kept that comes out of something packed.
pub(super) const MOST_KEPT: usize = 64 << 20;

/// A file that is in memory.
struct File<'a> {
    source: &'a Arc<Source>,
    /// The one game that is wanted.
    wanted: Option<u32>,
    /// Whether it is passed over when it is no record.
    skippable: bool,
    /// Why it could not be read to its end.
    error: Option<io::Error>,
}

/// A file of which the beginning was read.
enum Begun {
    /// It is no longer than that, or cannot be read any further.
    Whole(usize, Option<io::Error>),
    /// There is more, of which so much may be kept for one game.
    Large(Box<dyn Read + Send>, usize),
    Archive(Archive<'static>),
}

/// What all workers share.
pub(super) struct Plan<'a, S, B, M, W> {
    pub(super) options: ReadOptions,
    pub(super) make_state: &'a M,
    pub(super) work: &'a W,
    pub(super) marker: PhantomData<fn() -> (S, B)>,
}

/// A worker: its own state, and a buffer that is used again for every file.
pub(super) struct Worker<'a, S, B, M, W> {
    plan: &'a Plan<'a, S, B, M, W>,
    state: S,
    buffer: Vec<u8>,
    totals: Totals,
    /// The number of the last game of the file under way.
    last: u32,
}

impl<'a, S, B, M, W> Worker<'a, S, B, M, W>
where
    B: Default,
    M: Fn() -> S,
    W: Fn(&mut S, Item<'_>, &mut B),
{
    pub(super) fn new(plan: &'a Plan<'a, S, B, M, W>) -> Self {
        Worker {
            plan,
            state: (plan.make_state)(),
            buffer: Vec::new(),
            totals: Totals::default(),
            last: 0,
        }
    }

    pub(super) fn perform(&mut self, job: Job) -> Done<B> {
        self.totals = Totals::default();
        match job {
            Job::Files(number, files) => {
                let mut parts = Vec::new();
                let mut out = B::default();
                for file in files {
                    if let Some(rest) = self.file(file, &mut out) {
                        parts.push(Part::Out(std::mem::take(&mut out)));
                        parts.push(rest);
                    }
                }
                parts.push(Part::Out(out));
                Done::Files(number, parts, self.totals)
            }
            Job::Chunk(number, chunk) => {
                let mut out = B::default();
                let buffer = self.chunk(chunk, &mut out);
                Done::Chunk(number, out, buffer, self.totals)
            }
            Job::Members(number, batch) => {
                let mut out = B::default();
                let buffer = self.members(batch, &mut out);
                Done::Chunk(number, out, buffer, self.totals)
            }
        }
    }

    /// Reads a file and works on its games. A large one, or an archive, is handed back, to be read piece by piece. What
    /// panics on the way ends this file, and nothing else.
    fn file(&mut self, input: Input, out: &mut B) -> Option<Part<B>> {
        let Input { source, game, kind } = input;
        let source = Arc::new(source);
        self.last = 0;
        let done = catch_unwind(AssertUnwindSafe(|| self.open(&source, game, kind, out)));
        done.unwrap_or_else(|_| {
            self.crash(&source, self.last, out);
            None
        })
    }

    fn open(
        &mut self,
        source: &Arc<Source>,
        wanted: Option<u32>,
        kind: InputKind,
        out: &mut B,
    ) -> Option<Part<B>> {
        let skippable = matches!(kind, InputKind::Found)
            && is_common_name(source.path())
            && self.plan.options.notation.is_none();
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.resize(SMALL, 0);
        let begun = match kind {
            InputKind::Unreadable(error) => Err(error),
            InputKind::Given(content) => {
                let file = Opened::Given(io::Cursor::new(content));
                self.begin(file, source, wanted, &mut buffer)
            }
            InputKind::Named | InputKind::Found => {
                input::open(source).and_then(|file| self.begin(file, source, wanted, &mut buffer))
            }
        };
        let part = match begun {
            Err(error) => {
                self.unreadable(source, &error, out);
                None
            }
            Ok(Begun::Whole(len, error)) => {
                let file = File {
                    source,
                    wanted,
                    skippable,
                    error,
                };
                self.whole(file, &buffer[..len], out);
                None
            }
            Ok(Begun::Large(..)) if skippable && self.begins_no_game(source, &buffer) => {
                self.totals.files += 1;
                self.totals.bytes += SMALL as u64;
                self.totals.skipped += 1;
                None
            }
            Ok(Begun::Large(reader, kept)) => {
                let stream = Stream::new(source.clone(), wanted, reader, buffer).keeping(kept);
                return Some(Part::Large(Box::new(stream)));
            }
            Ok(Begun::Archive(archive)) => Some(Part::Members(Box::new(Members {
                source: source.clone(),
                wanted,
                archive,
            }))),
        };
        self.buffer = buffer;
        part
    }

    /// Reads the beginning of a file.
    fn begin(
        &self,
        mut file: Opened,
        source: &Source,
        wanted: Option<u32>,
        buffer: &mut [u8],
    ) -> io::Result<Begun> {
        let (len, read) = fill(&mut file, buffer);
        // What cannot be read, such as a folder, is told before anything is made of it.
        read?;
        #[cfg(feature = "columnar")]
        if super::table::is_table(&buffer[..len]) && source.member().is_none() {
            let mut table = super::table::TableReader::new(file.into_file()?)?;
            let (len, read) = fill(&mut table, buffer);
            return Ok(match read {
                Ok(()) if len == buffer.len() => Begun::Large(Box::new(table), MOST_KEPT),
                read => Begun::Whole(len, read.err()),
            });
        }
        let max_expand = self.plan.options.max_expand.unwrap_or(MAX_EXPAND);
        match file.unpack(&buffer[..len], source, max_expand)? {
            Err(file) if len == buffer.len() => Ok(Begun::Large(Box::new(file), usize::MAX)),
            Err(_) => Ok(Begun::Whole(len, None)),
            Ok(Content::File(mut file)) => {
                let (len, read) = fill(&mut file, buffer);
                Ok(match read {
                    Ok(()) if len == buffer.len() => Begun::Large(file, MOST_KEPT),
                    read => Begun::Whole(len, read.err()),
                })
            }
            Ok(Content::Archive(_)) if source.member().is_none() && wanted.is_some() => {
                Err(InputFault::WhichMember.into())
            }
            Ok(Content::Archive(archive)) => Ok(Begun::Archive(archive)),
        }
    }

    /// Works on small members of an archive.
    fn members(&mut self, batch: Batch, out: &mut B) -> Vec<u8> {
        for member in batch.members {
            let source = &member.source;
            self.last = 0;
            let done = catch_unwind(AssertUnwindSafe(|| match member.held {
                Held::Bytes(range, error) => {
                    let file = File {
                        source,
                        wanted: member.wanted,
                        skippable: member.skippable && self.plan.options.notation.is_none(),
                        error,
                    };
                    self.whole(file, &batch.buffer[range], out);
                }
                Held::Nothing(error) => self.unreadable(source, &error, out),
                Held::Skipped => self.totals.skipped += 1,
            }));
            if done.is_err() {
                self.crash(source, self.last, out);
            }
        }
        batch.buffer
    }

    /// Works on the games of a file that is there from end to end, or up to where it cannot be read.
    fn whole(&mut self, file: File<'_>, bytes: &[u8], out: &mut B) {
        let File { source, wanted, .. } = file;
        self.totals.files += 1;
        self.totals.bytes += bytes.len() as u64;
        let is_whole = file.error.is_none();
        let (decision, notation) = decide(source, bytes, is_whole, self.plan.options);
        if file.skippable && !holds_game(notation, &decision, bytes, is_whole) {
            self.totals.skipped += 1;
            return;
        }
        let mut splitter = Splitter::new(notation, &decision);
        let mut count = 0;
        while let Some(section) = splitter.next(bytes, is_whole) {
            count = section.index;
            if wanted.is_none_or(|it| it == count) {
                self.game(source, bytes, section, wanted.is_some(), out);
            }
            if wanted == Some(count) {
                return;
            }
        }
        if let Some(error) = file.error {
            self.unreadable(source, &error, out);
        } else if wanted.is_some() {
            let fault = InputFault::NoSuchGame { count };
            self.unreadable(source, &fault.into(), out);
        }
    }

    /// Whether the beginning of a file, of which nothing is promised, holds no game.
    fn begins_no_game(&self, source: &Source, beginning: &[u8]) -> bool {
        let (decision, notation) = decide(source, beginning, false, self.plan.options);
        !holds_game(notation, &decision, beginning, false)
    }

    fn chunk(&mut self, chunk: Chunk, out: &mut B) -> Vec<u8> {
        self.totals.files += u64::from(chunk.ends_file);
        self.totals.bytes += chunk.fresh;
        for section in chunk.sections {
            self.game(&chunk.source, &chunk.buffer, section, chunk.is_chosen, out);
        }
        if let Some(error) = chunk.error {
            self.unreadable(&chunk.source, &error, out);
        }
        if let Some(last) = chunk.broken_after {
            self.crash(&chunk.source, last, out);
        }
        chunk.buffer
    }

    fn unreadable(&mut self, source: &Arc<Source>, error: &io::Error, out: &mut B) {
        match InputFault::of(error) {
            Some(InputFault::DeadLink) => self.totals.dead_links += 1,
            _ => self.totals.unreadable += 1,
        }
        (self.plan.work)(&mut self.state, Item::Unreadable { source, error }, out);
    }

    /// Tells that a file could not be cut behind its game number `last`.
    fn crash(&mut self, source: &Arc<Source>, last: u32, out: &mut B) {
        self.totals.games += 1;
        let game = Game {
            index: last + 1,
            ..Game::whole(source.name(), b"", None)
        };
        self.state = (self.plan.make_state)();
        (self.plan.work)(&mut self.state, Item::Crashed(source, game), out);
    }

    fn game(
        &mut self,
        source: &Arc<Source>,
        buffer: &[u8],
        section: Section,
        is_chosen: bool,
        out: &mut B,
    ) {
        self.totals.games += 1;
        self.last = section.index;
        let game = Game {
            file: source.name(),
            index: section.index,
            line: section.line,
            byte: section.byte,
            bytes: &buffer[section.range],
            decision: section.decision,
            notation: section.notation,
        };
        let (work, state) = (self.plan.work, &mut self.state);
        let survived = catch_unwind(AssertUnwindSafe(|| {
            let item = match is_chosen {
                true => Item::Chosen(source, game),
                false => Item::Game(source, game),
            };
            work(state, item, out);
        }));
        if survived.is_err() {
            // Whatever the panic left behind in the state is not to be used again.
            self.state = (self.plan.make_state)();
            work(&mut self.state, Item::Crashed(source, game), out);
        }
    }
}

/// Cuts a file that begins with `bytes`.
pub(super) fn open(source: &Source, bytes: &[u8], whole: bool, options: ReadOptions) -> Splitter {
    let (decision, notation) = decide(source, bytes, whole, options);
    Splitter::new(notation, &decision)
}

/// Decides how a file that begins with `bytes` is encoded, and what it is.
fn decide(
    source: &Source,
    bytes: &[u8],
    whole: bool,
    options: ReadOptions,
) -> (Decision, Option<Notation>) {
    #[cfg(test)]
    super::tests::inject(bytes);
    let decision = match options.encoding {
        Some(encoding) => Decision::forced(encoding, bytes),
        None => text::detect(bytes, whole),
    };
    let notation = options
        .notation
        .or_else(|| detect(bytes, &decision, promised(unpacked_name(source.name()))));
    (decision, notation)
}

/// Reads until the buffer is full or the file ends; says how much that is, and what stopped it.
fn fill(file: &mut impl Read, buffer: &mut [u8]) -> (usize, io::Result<()>) {
    let mut len = 0;
    while len < buffer.len() {
        match file.read(&mut buffer[len..]) {
            Ok(0) => break,
            Ok(more) => len += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return (len, Err(error)),
        }
    }
    (len, Ok(()))
}
