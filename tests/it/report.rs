//! What the road from bytes to a report adds to reading and replay.

use kifu::finding::{Code, Severity};
use kifu::format::Game;
use kifu::record::Format;
use kifu::replay::ReplayOptions;
use kifu::report::Examiner;

/// The codes found in a file of this name with these bytes.
fn codes(file: &str, format: Option<Format>, bytes: &[u8]) -> Vec<(Code, Severity)> {
    let game = Game::whole(file, bytes, format);
    let mut examiner = Examiner::default();
    let report = examiner.examine(&game, ReplayOptions::default());
    report
        .findings
        .iter()
        .map(|it| (it.code, it.severity))
        .collect()
}

#[test]
fn a_file_that_is_no_record_says_so() {
    assert_eq!(codes("a.kif", None, b" \r\n")[0].0, Code::EmptyFile);
    assert_eq!(codes("a.kif", None, b"hello")[0].0, Code::NotARecord);
}

#[test]
fn text_read_in_the_wrong_encoding_is_recognised() {
    let found = codes("a.kif", None, "謇句粋蜑ｲ：平手\n".as_bytes());
    assert!(
        found.contains(&(Code::Mojibake, Severity::Note)),
        "{found:?}"
    );
}

#[test]
fn the_ending_of_the_name_is_held_against_the_content() {
    let csa = b"V2.2\nPI\n+\n+7776FU\n%TORYO\n";
    assert_eq!(codes("a.csa", Some(Format::Csa), csa), []);
    let found = codes("a.kif", Some(Format::Csa), csa);
    assert_eq!(found, [(Code::FormatDiffers, Severity::Note)]);
}

#[test]
fn more_time_than_the_control_allows_is_told() {
    let within = b"V2.2\n$TIME_LIMIT:00:01+00\nPI\n+\n+7776FU\nT60\n-3334FU\nT60\n%TORYO\n";
    assert_eq!(codes("a.csa", Some(Format::Csa), within), []);
    let beyond = b"V2.2\n$TIME_LIMIT:00:01+00\nPI\n+\n+7776FU\nT61\n-3334FU\nT60\n%TORYO\n";
    let found = codes("a.csa", Some(Format::Csa), beyond);
    assert_eq!(found, [(Code::TimeInconsistent, Severity::Warning)]);
    let byoyomi = b"V2.2\n$TIME_LIMIT:00:01+10\nPI\n+\n+7776FU\nT61\n-3334FU\nT60\n%TORYO\n";
    assert_eq!(codes("a.csa", Some(Format::Csa), byoyomi), []);
}

#[test]
fn five_hundred_moves_are_noted_in_events_of_the_association() {
    let mut text = String::from("棋戦：竜王戦\n");
    let shuffle = ["３八飛(28)", "７二飛(82)", "２八飛(38)", "８二飛(72)"];
    for ply in 0..504 {
        text.push_str(&format!("{} {}\n", ply + 1, shuffle[ply % 4]));
    }
    let found = codes("a.kifu", Some(Format::Kif), text.as_bytes());
    assert!(
        found.contains(&(Code::RepetitionPassed, Severity::Warning)),
        "{found:?}"
    );
    // Without a closing word there is no ending to speak of, but the length stands.
    assert!(
        found.contains(&(Code::Over500Moves, Severity::Note)),
        "{found:?}"
    );
}
