//! Text and bytes: encodings, line ends, places. Knows nothing of shogi.

mod span;

pub use span::{LineIndex, Place, Span};
