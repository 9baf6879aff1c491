//! Many games: files are read ahead and cut, games worked on in parallel, results handed on in input order.
//!
//! Memory stays flat: a file is read in blocks, and only a few blocks are under way at a time. What comes out does
//! not depend on the number of threads.

mod members;
mod pool;
mod progress;
mod queue;
mod read;
#[cfg(test)]
mod run_tests;
mod stream;
#[cfg(feature = "columnar")]
mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

pub(crate) use progress::Progress;
#[cfg(feature = "columnar")]
pub(crate) use table::{game as game_of_table, holds_games};

use crate::input::{Inputs, Source};
use crate::notation::Game;
use crate::record::Notation;
use crate::text::Encoding;
use pool::{Done, Job, Part, Pool};
use queue::Queue;
use stream::Stream;

/// What is found where a game may be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Item<'a> {
    /// A game, or a file that holds none.
    Game(&'a Arc<Source>, Game<'a>),
    /// The one game of a file that is wanted: it may hold others.
    Chosen(&'a Arc<Source>, Game<'a>),
    /// A game at which the work panicked, handed in again like this, once; or an empty one for a file at which reading or
    /// cutting did.
    Crashed(&'a Arc<Source>, Game<'a>),
    /// A file or folder that cannot be read.
    Unreadable {
        /// Where it is.
        source: &'a Arc<Source>,
        /// Why not.
        error: &'a io::Error,
    },
}

/// How to read the files.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReadOptions {
    /// Every file is in this notation.
    pub notation: Option<Notation>,
    /// Every file is in this encoding.
    pub encoding: Option<Encoding>,
    /// From how many bytes on something is refused that expands more than a thousandfold.
    pub max_expand: Option<u64>,
}

/// What a run met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    /// Files that were read.
    pub files: u64,
    /// Games, and files without any.
    pub games: u64,
    /// Files of folders that are no records.
    pub skipped: u64,
    /// Files and folders that cannot be read.
    pub unreadable: u64,
    /// Links of folders that lead nowhere.
    pub dead_links: u64,
    /// Bytes read.
    pub bytes: u64,
}

impl Totals {
    fn add(&mut self, other: &Totals) {
        self.files += other.files;
        self.games += other.games;
        self.skipped += other.skipped;
        self.unreadable += other.unreadable;
        self.dead_links += other.dead_links;
        self.bytes += other.bytes;
    }
}

/// A run over many games.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    /// How to read the files.
    pub options: ReadOptions,
    /// How many threads work; with one, everything happens on the calling thread.
    pub jobs: usize,
    /// Told how far the run is.
    pub progress: &'a Progress,
}

impl Run<'_> {
    /// Takes every item through `work`, each thread with a state of its own, and hands the results to `consume` on
    /// the calling thread, in input order. An error of `consume` ends the run.
    pub(crate) fn each<S, T: Send>(
        &self,
        inputs: &mut Inputs,
        make_state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, Item<'_>) -> T + Sync,
        mut consume: impl FnMut(T) -> io::Result<()>,
    ) -> io::Result<Totals> {
        self.batches(
            inputs,
            make_state,
            |state, item, out: &mut Vec<T>| out.push(work(state, item)),
            |out| out.into_iter().try_for_each(&mut consume),
        )
    }

    /// The same for results that are put together: `work` adds to the result of a batch, which starts out empty. It
    /// should add at its end only, for what a panic leaves half done stays.
    pub(crate) fn batches<S, B: Default + Send>(
        &self,
        inputs: &mut Inputs,
        make_state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, Item<'_>, &mut B) + Sync,
        consume: impl FnMut(B) -> io::Result<()>,
    ) -> io::Result<Totals> {
        let plan = read::Plan {
            options: self.options,
            make_state: &make_state,
            work: &work,
            marker: std::marker::PhantomData,
        };
        std::thread::scope(|scope| {
            let threads = match self.jobs {
                0 | 1 => None,
                jobs => Pool::threads(scope, &plan, jobs),
            };
            let pool = threads.unwrap_or_else(|| Pool::inline(&plan));
            Manager {
                pool,
                run: self,
                inputs,
                consume,
                totals: Totals::default(),
                sent: 0,
                due: 0,
                waiting: BTreeMap::new(),
            }
            .run()
        })
    }
}

/// Hands out work, and results in their order.
struct Manager<'a, 'b, B, C> {
    pool: Pool<'a, B>,
    run: &'a Run<'a>,
    inputs: &'b mut Inputs,
    consume: C,
    totals: Totals,
    /// How many batches of files were handed out.
    sent: u64,
    /// The batch whose results are due.
    due: u64,
    /// Results that came before their turn.
    waiting: BTreeMap<u64, Vec<Part<B>>>,
}

impl<B: Default + Send, C: FnMut(B) -> io::Result<()>> Manager<'_, '_, B, C> {
    /// How many files make a batch. None of them is large: those come back to be read in blocks.
    const FILES: usize = 64;

    fn run(mut self) -> io::Result<Totals> {
        let ahead = self.pool.ahead();
        loop {
            while self.sent < self.due + ahead {
                let files: Vec<_> = self.inputs.by_ref().take(Self::FILES).collect();
                if files.is_empty() {
                    break;
                }
                self.pool.submit(Job::Files(self.sent, files));
                self.sent += 1;
            }
            if self.due == self.sent {
                return Ok(self.totals);
            }
            while let Some(parts) = self.waiting.remove(&self.due) {
                self.due += 1;
                for part in parts {
                    match part {
                        Part::Out(out) => (self.consume)(out)?,
                        Part::Large(stream) => {
                            let mut queue = Queue::default();
                            self.stream(*stream, &mut queue)?;
                            self.settle(queue)?;
                        }
                        Part::Members(members) => self.members(*members)?,
                    }
                }
            }
            if self.due < self.sent {
                self.receive_files();
            }
        }
    }

    /// Waits for something to be done.
    fn receive(&mut self) -> Option<(u64, B, Vec<u8>)> {
        match self.pool.receive() {
            Done::Files(number, parts, totals) => {
                self.count(&totals);
                self.waiting.insert(number, parts);
                None
            }
            Done::Chunk(number, out, buffer, totals) => {
                self.count(&totals);
                Some((number, out, buffer))
            }
        }
    }

    fn receive_files(&mut self) {
        let chunk = self.receive();
        debug_assert!(chunk.is_none(), "no large file is under way");
    }

    fn count(&mut self, totals: &Totals) {
        self.totals.add(totals);
        self.run.progress.advance(totals.bytes, totals.games);
    }

    /// Reads a large file in blocks, which are worked on like batches of files.
    fn stream<R: Read>(&mut self, mut stream: Stream<R>, queue: &mut Queue<B>) -> io::Result<()> {
        loop {
            let options = self.run.options;
            let next = catch_unwind(AssertUnwindSafe(|| stream.next_chunk(options)));
            let Some(chunk) = next.unwrap_or_else(|_| Some(stream.broken())) else {
                return Ok(());
            };
            self.send(queue, |number| Job::Chunk(number, chunk))?;
            stream.reuse(queue.buffer());
        }
    }
}
