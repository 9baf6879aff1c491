//! From bytes to judged moves nothing is allocated per move: once its buffers have grown, an examiner takes as many
//! allocations for a long game as for a short one.

use allocation_counter::measure;
use kifu::examine::Examiner;
use kifu::finding::Findings;
use kifu::notation::{self, Game, WriteOptions};
use kifu::record::Notation;
use kifu::replay::ReplayOptions;
use kifu::shogi::Position;
use kifu::text::{self, Encoding, Unmappable};

use crate::random_records::Random;

fn game(bytes: &[u8]) -> Game<'_> {
    let decision = text::detect(bytes, true);
    Game::whole("-", bytes, notation::detect(bytes, &decision, None))
}

/// A legal game of so many plies in a notation.
fn written(plies: usize, notation: Notation, encoding: Encoding) -> Vec<u8> {
    let mut random = Random(7);
    let mut position = Position::startpos();
    let mut line = String::from("position startpos moves");
    for _ in 0..plies {
        let moves = position.legal_moves();
        let mv = moves[random.below(moves.len())];
        position.play(mv).unwrap();
        line.push(' ');
        mv.push_usi(&mut line);
    }
    let mut examiner = Examiner::default();
    let game = game(line.as_bytes());
    let report = examiner.examine(&game, ReplayOptions::default());
    assert_eq!(report.replay.legal_plies() as usize, plies);
    let mut text = String::new();
    let options = WriteOptions {
        encoding,
        ..WriteOptions::default()
    };
    let mut findings = Findings::default();
    let (record, replay) = (report.record, report.replay);
    notation::write(notation, record, replay, &options, &mut text, &mut findings);
    let mut bytes = Vec::new();
    text::encode(&text, encoding, Unmappable::Refuse, &mut bytes);
    bytes
}

#[test]
fn moves_allocate_nothing() {
    for (notation, encoding) in [
        (Notation::Csa, Encoding::Ascii),
        (Notation::Kif, Encoding::ShiftJis),
        (Notation::Kif, Encoding::Utf8),
        (Notation::Ki2, Encoding::ShiftJis),
        (Notation::Usi, Encoding::Ascii),
    ] {
        let (short, long) = (
            written(20, notation, encoding),
            written(140, notation, encoding),
        );
        let mut examiner = Examiner::default();
        let mut count = |bytes: &[u8]| {
            let game = game(bytes);
            let examined = measure(|| {
                let report = examiner.examine(&game, ReplayOptions::default());
                assert!(report.replay.legal_plies() >= 20);
            });
            examined.count_total
        };
        count(&long);
        let (short, long) = (count(&short), count(&long));
        assert_eq!(short, long, "{notation:?} {encoding:?}");
    }
}
