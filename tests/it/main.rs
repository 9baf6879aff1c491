//! The project's tests, one binary.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod bulk;
mod encoding;
mod engine;
mod formats_csa;
mod formats_kif;
mod formats_usi;
mod kif_writers;
mod perft;
mod random_records;
mod replay;
mod rules;
mod tables;
#[cfg(feature = "tui")]
mod viewer;
