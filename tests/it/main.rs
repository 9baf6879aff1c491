//! The project's tests, one binary.

mod perft;
mod rules;
