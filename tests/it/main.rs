//! The project's tests, one binary.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod allocations;
#[cfg(feature = "archives")]
mod archive;
#[cfg(feature = "archives")]
mod archive_makers;
#[cfg(feature = "archives")]
mod archives_read;
mod book;
mod book_files;
mod browser;
mod chain;
mod cli;
mod convert;
mod dedupe;
mod encoding;
mod engine;
// They are lines of a shell.
#[cfg(unix)]
mod examples;
mod explore;
mod explorer_page;
mod export;
mod fidelity;
mod files;
mod find;
mod fix;
mod formats_csa;
mod formats_jkf;
mod formats_kif;
mod formats_usen;
mod formats_usi;
mod fuzz_corpus;
mod hostile;
mod inputs;
mod jishogi;
mod kif_writers;
mod layers;
mod machine_hostile;
mod machine_writers;
mod not_written;
mod nothing_vanishes;
mod page;
mod pages;
mod perft;
mod random_records;
mod readme;
mod replay;
mod report;
mod rules;
mod select;
mod sennichite;
mod show;
mod slopes;
mod stats;
mod support;
#[cfg(feature = "columnar")]
mod table_source;
mod tables;
#[cfg(all(feature = "tui", unix))]
mod terminal;
mod words;
#[cfg(feature = "columnar")]
mod worker;
