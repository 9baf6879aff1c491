//! Any moves on the board: what the judge allows is what the generator lists, and a refused move changes nothing.

#![no_main]

#[path = "../subjects/play_any.rs"]
mod play_any;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| play_any::run(bytes));
