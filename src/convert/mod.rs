//! From one game to the bytes of another notation, and where they go.

mod game;
#[cfg(feature = "cli")]
mod outcome;
#[cfg(feature = "cli")]
mod writer;

pub use game::{Converted, Converter, LineEnd, OnUnmappable, Target};
#[cfg(feature = "cli")]
pub use outcome::{Outcome, Plan};
#[cfg(feature = "cli")]
pub use writer::{OutputGame, OutputWriter, WriteError};
