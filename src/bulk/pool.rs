//! The threads: jobs in, results out, in whatever order they get done.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Scope;

use super::members::{Batch, Members};
use super::read::{Plan, Worker};
use super::stream::{Chunk, Stream};
use super::{Item, Totals};
use crate::input::Input;

/// More threads than any machine has use for would only take memory.
const MOST_THREADS: usize = 512;

/// Something to be done, with its number.
pub(super) enum Job {
    Files(u64, Vec<Input>),
    Chunk(u64, Chunk),
    Members(u64, Batch),
}

/// What was done.
pub(super) enum Done<B> {
    Files(u64, Vec<Part<B>>, Totals),
    /// The buffer comes back to be used again.
    Chunk(u64, B, Vec<u8>, Totals),
}

/// What came of a part of a batch of files.
pub(super) enum Part<B> {
    Out(B),
    /// A file too large for a worker.
    Large(Box<Stream>),
    /// An archive, whose members come one after the other.
    Members(Box<Members>),
}

/// Whoever does the work: threads, or the calling thread itself.
pub(super) enum Pool<'a, B> {
    Inline {
        perform: Box<dyn FnMut(Job) -> Done<B> + 'a>,
        done: VecDeque<Done<B>>,
    },
    Threads {
        jobs: Sender<Job>,
        done: Receiver<Result<Done<B>, Box<dyn Any + Send>>>,
        ahead: u64,
    },
}

impl<'a, B: Default + Send> Pool<'a, B> {
    /// No threads: a job is done when it is handed in.
    pub(super) fn inline<S, M, W>(plan: &'a Plan<'a, S, B, M, W>) -> Pool<'a, B>
    where
        M: Fn() -> S,
        W: Fn(&mut S, Item<'_>, &mut B),
    {
        let mut worker = Worker::new(plan);
        Pool::Inline {
            perform: Box::new(move |job| worker.perform(job)),
            done: VecDeque::new(),
        }
    }

    /// So many threads, or as many as the system has to give, which end when the pool is dropped; none where it gives none.
    pub(super) fn threads<'scope, 'env, S, M, W>(
        scope: &'scope Scope<'scope, 'env>,
        plan: &'scope Plan<'scope, S, B, M, W>,
        count: usize,
    ) -> Option<Pool<'a, B>>
    where
        B: 'scope,
        M: Fn() -> S + Sync,
        W: Fn(&mut S, Item<'_>, &mut B) + Sync,
    {
        let (jobs, waiting) = channel();
        let (finished, done) = channel();
        let waiting = std::sync::Arc::new(Mutex::new(waiting));
        let mut started = 0;
        for _ in 0..count.min(MOST_THREADS) {
            let waiting = std::sync::Arc::clone(&waiting);
            let finished = finished.clone();
            let thread = std::thread::Builder::new().spawn_scoped(scope, move || {
                let mut worker = Worker::new(plan);
                loop {
                    let next = waiting
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .recv();
                    let Ok(job) = next else { return };
                    let result = catch_unwind(AssertUnwindSafe(|| worker.perform(job)));
                    let broken = result.is_err();
                    if finished.send(result).is_err() || broken {
                        return;
                    }
                }
            });
            if thread.is_err() {
                break;
            }
            started += 1;
        }
        (started > 0).then_some(Pool::Threads {
            jobs,
            done,
            ahead: 2 * started + 1,
        })
    }

    /// How many jobs may be under way: enough that nobody waits, few enough to bound the memory.
    pub(super) fn ahead(&self) -> u64 {
        match self {
            Pool::Inline { .. } => 1,
            Pool::Threads { ahead, .. } => *ahead,
        }
    }

    pub(super) fn submit(&mut self, job: Job) {
        match self {
            Pool::Inline { perform, done } => done.push_back(perform(job)),
            Pool::Threads { jobs, .. } => jobs.send(job).expect("workers wait for jobs"),
        }
    }

    /// Waits for a job to be done. There must be one under way.
    pub(super) fn receive(&mut self) -> Done<B> {
        match self {
            Pool::Inline { done, .. } => done.pop_front().expect("a job under way"),
            Pool::Threads { done, .. } => match done.recv().expect("workers answer") {
                Ok(done) => done,
                Err(panic) => resume_unwind(panic),
            },
        }
    }
}
