//! The project's tests, one binary.

mod encoding;
mod perft;
mod rules;
