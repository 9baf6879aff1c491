//! What was played from positions, and how those games ended, in whole numbers.
//!
//! A game counts once for a position and once for each different legal move that it played there, however often it
//! came to the position.

#![allow(
    clippy::cast_precision_loss,
    reason = "counts become shares only when they are shown"
)]

mod counts;
mod interval;

pub use counts::{Counts, Outcome, Sample};
pub use interval::wilson;
