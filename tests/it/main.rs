//! The project's tests, one binary.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod bulk;
mod encoding;
mod engine;
mod formats_csa;
mod formats_kif;
mod formats_usi;
mod perft;
mod replay;
mod rules;
mod tables;
#[cfg(feature = "tui")]
mod viewer;
