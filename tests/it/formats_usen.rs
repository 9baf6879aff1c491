//! USEN: the examples of the table.

use kifu::finding::{Code, Findings};
use kifu::notation::{self, WriteOptions};
use kifu::record::{Notation, Record};
use kifu::replay::{Replay, ReplayOptions};

use crate::tables;

#[test]
fn examples_of_usen() {
    tables::check("usen.txt", Notation::Usen);
}

#[test]
fn a_variation_that_would_be_read_as_the_continuation_is_told_as_lost() {
    let text = "手合割：平手\n   1 ７六歩(77)\n   2 千日手\n変化：2手\n   2 ３四歩(33)\n";
    let (mut record, mut findings) = (Record::default(), Findings::default());
    record.text = text.to_owned();
    record.source_len = text.len();
    notation::read(Notation::Kif, &mut record, &mut findings);
    let mut replay = Replay::default();
    let options = ReplayOptions {
        variations: true,
        ..ReplayOptions::default()
    };
    replay.run(&record, options, &mut findings);
    let mut out = String::new();
    let mut losses = Findings::default();
    let options = WriteOptions::default();
    notation::write(
        Notation::Usen,
        &record,
        &replay,
        &options,
        &mut out,
        &mut losses,
    );
    assert_eq!(out, "~0.7ku.\n");
    assert!(losses.has(Code::LostVariations));
}
