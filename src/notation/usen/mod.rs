//! USEN, the form of a game in the addresses of Shogi Playground: a start, a main line and variations in base 36.

mod codes;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;
