//! JKF, the JSON form of KIF.

mod entry;
mod json;
mod moves;
mod presets;
mod read;
mod reader;
mod relative;
pub(super) mod split;
mod start;
mod write;

pub(super) use read::read;
pub(super) use write::write;
