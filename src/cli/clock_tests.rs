//! What both sides have used is told the same everywhere, gaps included.

use crate::examine::Examiner;
use crate::finding::Findings;
use crate::info::Info;
use crate::notation::{Game, WriteOptions, write};
use crate::record::Notation;
use crate::replay::ReplayOptions;
use crate::sennichite;
use crate::shogi::Color;
use crate::timeline::Timeline;

/// Four times the start position, each move of one second; `gap` has no time, `end` is written behind the last move.
fn game(gap: usize, end: &str) -> String {
    let mut text = String::from("V2.2\n$TIME_LIMIT:00:10+00\nPI\n+\n");
    let moves = ["+2858HI", "-8252HI", "+5828HI", "-5282HI"];
    for (at, mv) in moves.iter().cycle().take(12).enumerate() {
        text.push_str(mv);
        text.push_str(if at == gap { "\n" } else { "\nT1\n" });
    }
    text + end
}

#[test]
fn clocks_agree_and_a_gap_leaves_the_time_unknown() {
    for (gap, black, white) in [
        (99, Some(6000), Some(6000)),
        (2, None, Some(6000)),
        (11, Some(6000), None),
    ] {
        let text = game(gap, "%SENNICHITE\n");
        let game = Game::whole("game", text.as_bytes(), Some(Notation::Csa));
        let mut examiner = Examiner::default();
        let report = examiner.examine(&game, ReplayOptions::default());
        let clocks = report.replay.clocks(report.record);
        assert_eq!(
            (clocks.used(Color::Black), clocks.used(Color::White)),
            (black, white)
        );
        let info = Info::of(&report, false);
        assert_eq!((info.black_time_ms, info.white_time_ms), (black, white));
        let film = Timeline::of(&report);
        let last = film.frames.last().expect("a start at least").clocks;
        assert_eq!(
            (last.used(Color::Black), last.used(Color::White)),
            (black, white)
        );
        let found = sennichite::find(&report, 4, false);
        let left = found.list[0].time_left;
        assert_eq!(left.black, black.map(|it| 600_000 - it));
        assert_eq!(left.white, white.map(|it| 600_000 - it));
    }
}

#[test]
fn totals_are_told_in_the_seconds_of_the_target() {
    let text = "V3.0\nPI\n+\n+7776FU\nT1.250\n-3334FU\nT0.999\n+2726FU\nT1.750\n%TIME_UP\nT5.5\n";
    let game = Game::whole("game", text.as_bytes(), Some(Notation::Csa));
    let mut examiner = Examiner::default();
    let report = examiner.examine(&game, ReplayOptions::default());
    for notation in [Notation::Kif, Notation::Jkf] {
        let mut out = String::new();
        write(
            notation,
            report.record,
            report.replay,
            &WriteOptions::default(),
            &mut out,
            &mut Findings::default(),
        );
        let game = Game::whole("game", out.as_bytes(), Some(notation));
        let mut examiner = Examiner::default();
        let again = examiner.examine(&game, ReplayOptions::default());
        assert_eq!(
            again.findings.iter().map(|it| it.code).collect::<Vec<_>>(),
            [],
            "{out}"
        );
        assert_eq!(
            again.replay.clocks(again.record).used(Color::Black),
            Some(2000)
        );
    }
}
