//! What fuzzing found worth keeping is run again, without a fuzzer.

use std::path::Path;

use crate::support;

#[cfg(feature = "archives")]
#[path = "../fuzz/subjects/archive.rs"]
mod archive;
#[path = "../fuzz/subjects/blocks.rs"]
mod blocks;
#[path = "../fuzz/subjects/play_any.rs"]
mod play_any;
#[path = "../fuzz/subjects/read_any.rs"]
mod read_any;
#[path = "../fuzz/subjects/round_trip.rs"]
mod round_trip;

fn replay(subject: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
    let files = support::files(&folder.join(subject));
    assert!(files.len() >= 20, "{subject}: {} inputs", files.len());
    for file in files {
        run(&std::fs::read(&file).unwrap());
    }
}

#[cfg(feature = "archives")]
#[test]
fn archives() {
    replay("archive", archive::run);
}

#[test]
fn files_in_blocks() {
    replay("blocks", blocks::run);
}

#[test]
fn moves_on_the_board() {
    replay("play_any", play_any::run);
}

#[test]
fn bytes_under_any_name() {
    replay("read_any", read_any::run);
}

#[test]
fn records_written_and_read_again() {
    replay("round_trip", round_trip::run);
}
