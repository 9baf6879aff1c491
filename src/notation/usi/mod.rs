//! USI: a position line with its moves, in all its dialects. Lines of SFEN are read here too.

mod link;
mod moves;
mod read;
mod write;

pub(super) use read::{content, read};
pub use write::usi_token;
pub(super) use write::write;
