//! The project's tests, one binary.

mod encoding;
mod engine;
mod perft;
mod replay;
mod rules;
