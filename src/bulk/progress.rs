//! How far a run is: numbers that another thread may read and draw.

use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes and games done so far.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    bytes: AtomicU64,
    games: AtomicU64,
}

impl Progress {
    /// Bytes read and worked on.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Games worked on.
    pub(crate) fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    pub(super) fn advance(&self, bytes: u64, games: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.games.fetch_add(games, Ordering::Relaxed);
    }
}
