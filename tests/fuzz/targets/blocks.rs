//! A file that comes in blocks of any size is split as it is when it comes at once: games, lines, bytes.

#![no_main]

#[path = "../subjects/blocks.rs"]
mod blocks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| blocks::run(bytes));
