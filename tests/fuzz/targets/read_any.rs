//! Any bytes, under any name: read, replayed, shown.

#![no_main]

#[path = "../subjects/read_any.rs"]
mod read_any;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| read_any::run(bytes));
