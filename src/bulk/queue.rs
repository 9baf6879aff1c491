//! The pieces of one large file, or of one archive, that are under way: their results are taken in order.

use std::collections::BTreeMap;
use std::io;

use super::Manager;
use super::pool::Job;

/// Jobs under way.
pub(super) struct Queue<B> {
    /// How many were handed out.
    sent: u64,
    /// The one whose result is due.
    due: u64,
    /// Results that came before their turn.
    waiting: BTreeMap<u64, B>,
    /// Buffers to be used again.
    spare: Vec<Vec<u8>>,
}

impl<B> Default for Queue<B> {
    fn default() -> Self {
        Queue {
            sent: 0,
            due: 0,
            waiting: BTreeMap::new(),
            spare: Vec::new(),
        }
    }
}

impl<B> Queue<B> {
    /// An empty buffer.
    pub(super) fn buffer(&mut self) -> Vec<u8> {
        let mut buffer = self.spare.pop().unwrap_or_default();
        buffer.clear();
        buffer
    }
}

impl<B: Default + Send, C: FnMut(B) -> io::Result<()>> Manager<'_, '_, B, C> {
    /// Hands out a job, as soon as not too many are under way.
    pub(super) fn send(
        &mut self,
        queue: &mut Queue<B>,
        job: impl FnOnce(u64) -> Job,
    ) -> io::Result<()> {
        while queue.sent >= queue.due + self.pool.ahead() {
            self.advance(queue)?;
        }
        self.pool.submit(job(queue.sent));
        queue.sent += 1;
        Ok(())
    }

    /// Waits for all that is under way.
    pub(super) fn settle(&mut self, mut queue: Queue<B>) -> io::Result<()> {
        while queue.due < queue.sent {
            self.advance(&mut queue)?;
        }
        Ok(())
    }

    /// Waits for something to be done, and hands on what is due.
    fn advance(&mut self, queue: &mut Queue<B>) -> io::Result<()> {
        if let Some((number, out, buffer)) = self.receive() {
            queue.spare.push(buffer);
            queue.waiting.insert(number, out);
        }
        while let Some(out) = queue.waiting.remove(&queue.due) {
            queue.due += 1;
            (self.consume)(out)?;
        }
        Ok(())
    }
}
