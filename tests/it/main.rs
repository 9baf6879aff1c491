//! The project's tests, one binary.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod encoding;
mod engine;
mod formats_csa;
mod formats_kif;
mod perft;
mod replay;
mod rules;
mod tables;
