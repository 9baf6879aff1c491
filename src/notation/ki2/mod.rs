//! KI2: moves as books print them, whose origins are found on the board.

mod read;
#[cfg(test)]
mod tests;
mod words;
mod write;

pub(super) use read::read;
pub(crate) use write::push_move;
pub(super) use write::write;
