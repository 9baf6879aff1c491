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

pub(crate) use counter::{Asked, Counter, Course, MoveCounts, Slot};
pub(crate) use counts::{Counts, Outcome, Sample};
pub(crate) use game::{Game, Group, Rank};
pub(crate) use interval::wilson;
pub(crate) use lines::Lines;
pub(crate) use namer::{Namer, PositionNames};
pub(crate) use tree::{Branch, Node, Shape, Sort, Tree};
