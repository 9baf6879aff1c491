//! A record of any kind, written in any notation and read again: the same moves, as far as they are legal.

use kifu::convert::{Converter, Target};
use kifu::examine::{Examiner, Report};
use kifu::notation::{Game, detect as detect_format};
use kifu::record::Notation;
use kifu::replay::{Replay, ReplayOptions};
use kifu::text::{Decision, Encoding, detect};

fn moves(report: &Report<'_>) -> Vec<String> {
    let line = report.record.tree.main_line();
    line.filter_map(|id| report.replay.step(id))
        .take(report.replay.legal_plies() as usize)
        .map(|step| step.mv.to_string())
        .collect()
}

fn game(bytes: &[u8], decision: Decision, notation: Option<Notation>) -> Game<'_> {
    Game {
        file: "-",
        index: 1,
        line: 1,
        byte: 0,
        bytes,
        decision,
        notation,
    }
}

/// Whether everything of the main line was legal.
fn is_whole(replay: &Replay) -> bool {
    replay.plies() == replay.legal_plies() && replay.skipped() == 0
}

pub(crate) fn run(bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else {
        return;
    };
    let target =
        [Notation::Kif, Notation::Ki2, Notation::Csa, Notation::Usi][usize::from(first % 4)];
    let options = ReplayOptions {
        variations: true,
        ..ReplayOptions::default()
    };
    let decision = detect(bytes, true);
    let first = game(bytes, decision, detect_format(bytes, &decision, None));
    let mut examiner = Examiner::default();
    let report = examiner.examine(&first, options);
    if !is_whole(report.replay) || report.replay.start().is_none() {
        return;
    }
    let mut converter = Converter::default();
    let converted = converter.convert(report.record, report.replay, &Target::new(target));
    let Some(written) = converted.bytes else {
        return;
    };
    let before = moves(&report);
    let second = game(written, Decision::plain(Encoding::Utf8), Some(target));
    let mut again = Examiner::default();
    assert_eq!(before, moves(&again.examine(&second, options)));
}
