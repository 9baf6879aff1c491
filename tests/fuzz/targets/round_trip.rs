//! A record of any kind, written in any notation and read again: the same moves, as far as they are legal.

#![no_main]

#[path = "../subjects/round_trip.rs"]
mod round_trip;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| round_trip::run(bytes));
