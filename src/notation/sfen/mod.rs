//! SFEN: a bare position a line. Lines are read together with those of USI, which may hold the same.

pub(super) mod fields;
mod write;

pub(super) use write::{push_position, write};
