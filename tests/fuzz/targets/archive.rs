//! Any bytes as an archive: members or a clear failure, never a panic, never more than the limit.

#![no_main]

#[path = "../subjects/archive.rs"]
mod archive;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| archive::run(bytes));
