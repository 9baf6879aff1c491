//! From one game to the bytes of another notation, and where they go.

#[cfg(feature = "cli")]
mod folder;
mod game;
#[cfg(feature = "cli")]
mod outcome;
#[cfg(feature = "cli")]
mod output_game;
#[cfg(feature = "cli")]
mod writer;
#[cfg(all(test, feature = "cli"))]
mod writer_tests;

pub use game::{Converted, Converter, LineEnd, OnUnmappable, Target};
#[cfg(feature = "cli")]
pub use outcome::{Outcome, Plan};
#[cfg(feature = "cli")]
pub use output_game::{Games, NotWritten, OutputGame, WriteError};
#[cfg(feature = "cli")]
pub use writer::OutputWriter;
