//! What was played from positions, and how those games ended, in whole numbers.
//!
//! A game counts once for a position and once for each different legal move that it played there, however often it
//! came to the position.

#![allow(
    clippy::cast_precision_loss,
    reason = "counts become shares only when they are shown"
)]

mod counter;
mod counts;
mod game;
mod interval;
mod lines;
mod namer;
mod tree;

pub use counter::{Asked, Counter, Course, MoveCounts, Slot};
pub use counts::{Counts, Outcome, Sample};
pub use game::{Game, Group, Rank};
pub use interval::wilson;
pub use lines::Lines;
pub use namer::{Namer, PositionNames};
pub use tree::{Branch, Node, Shape, Sort, Tree};
