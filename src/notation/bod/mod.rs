//! BOD: a board diagram, read as a KIF without moves.

mod write;

pub(super) use write::write;
