//! KI2: moves as books print them, whose origins are found on the board.

mod read;

pub(super) use read::read;
