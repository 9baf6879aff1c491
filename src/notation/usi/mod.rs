//! The one-line notations of engines: bare SFEN positions and USI position lines.

mod link;
mod moves;
mod read;
mod sfen;

pub(super) use link::unescape;
pub(super) use read::{content, read};
