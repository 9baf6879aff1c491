//! JKF, the JSON form of KIF.

mod entry;
mod json;
mod moves;
mod presets;
mod read;
mod start;

pub(super) use read::read;
