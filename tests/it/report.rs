//! What the road from bytes to a report adds to reading and replay.

use kifu::examine::Examiner;
use kifu::finding::{Code, Severity};
use kifu::notation::Game;
use kifu::record::Notation;
use kifu::replay::ReplayOptions;

/// The codes found in a file of this name with these bytes.
fn codes(file: &str, notation: Option<Notation>, bytes: &[u8]) -> Vec<(Code, Severity)> {
    let game = Game::whole(file, bytes, notation);
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
fn text_in_no_notation_is_no_record_when_one_is_named() {
    let kif = "手合割：平手\n手数----指手--\n   1 ７六歩(77)\n   2 投了\n";
    let ki2 = "手合割：平手\n先手：甲\n\n▲７六歩 △３四歩\nまで2手で後手の勝ち\n";
    for (notation, text) in [
        (Notation::Csa, "hello world\n"),
        (Notation::Csa, "'only a remark\n"),
        (Notation::Csa, kif),
        (Notation::Csa, ki2),
        (Notation::Kif, ki2),
        (Notation::Kif, "手合割：平手\n７六歩 ３四歩\n"),
        (Notation::Ki2, kif),
        (Notation::Kif, "+7776FU\n"),
    ] {
        let found = codes("-", Some(notation), text.as_bytes());
        let error = (Code::NotARecord, Severity::Error);
        assert!(found.contains(&error), "{notation:?} {text}: {found:?}");
    }
    for (notation, text) in [
        (Notation::Csa, "V2.2\n"),
        (Notation::Csa, "N+A\n'x\n"),
        (Notation::Csa, "PI\n"),
        (Notation::Csa, "+\n"),
        (Notation::Kif, "手合割：平手\n▲先手の作戦\n同じ日の対局\n"),
        (Notation::Kif, "先手：甲\nまで2手で後手の勝ち\n"),
        (Notation::Ki2, "手合割：平手\n2 日目\n"),
    ] {
        let found = codes("-", Some(notation), text.as_bytes());
        let errors: Vec<_> = found.iter().filter(|it| it.1 == Severity::Error).collect();
        assert!(errors.is_empty(), "{notation:?} {text}: {errors:?}");
    }
    assert_eq!(
        codes("-", Some(Notation::Csa), b"\n \n")[0].0,
        Code::EmptyFile
    );
}

#[test]
fn csa_without_a_position_says_which_start_is_taken() {
    for (moves, note) in [
        ("+7776FU", "start.even.text"),
        ("+5655FU", "start.empty.text"),
    ] {
        let text = format!("V2.2\n+\n{moves}\n");
        let game = Game::whole("-", text.as_bytes(), Some(Notation::Csa));
        let mut examiner = Examiner::default();
        let report = examiner.examine(&game, ReplayOptions::default());
        let mut found = report.findings.iter();
        let found = found.find(|it| it.code == Code::NoPosition).unwrap();
        assert_eq!(found.notes, [note]);
    }
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
    assert_eq!(codes("a.csa", Some(Notation::Csa), csa), []);
    let found = codes("a.kif", Some(Notation::Csa), csa);
    assert_eq!(found, [(Code::FormatDiffers, Severity::Note)]);
}

#[test]
fn every_ending_of_a_notation_promises_the_same() {
    let kif = "手合割：平手\n   1 ７六歩(77)\n   2 投了\n".as_bytes();
    for (notation, bytes) in [
        (Notation::Kif, kif),
        (Notation::Csa, b"V2.2\nPI\n+\n+7776FU\n%TORYO\n"),
        (Notation::Usi, b"startpos moves 7g7f\n"),
        (
            Notation::Jkf,
            br#"{"header":{},"moves":[{},{"special":"TORYO"}]}"#,
        ),
    ] {
        for promised in Notation::ALL {
            let lines = promised.is_line_based() && notation.is_line_based();
            for ending in promised.info().endings {
                let found = codes(&format!("a.{}", ending.name), Some(notation), bytes);
                let told = found.iter().any(|(code, _)| *code == Code::FormatDiffers);
                let differs = promised != notation && !lines;
                assert_eq!(told, differs, "{} as {}", notation.name(), ending.name);
            }
        }
    }
}

#[test]
fn more_time_than_the_control_allows_is_told() {
    let within = b"V2.2\n$TIME_LIMIT:00:01+00\nPI\n+\n+7776FU\nT60\n-3334FU\nT60\n%TORYO\n";
    assert_eq!(codes("a.csa", Some(Notation::Csa), within), []);
    let beyond = b"V2.2\n$TIME_LIMIT:00:01+00\nPI\n+\n+7776FU\nT61\n-3334FU\nT60\n%TORYO\n";
    let found = codes("a.csa", Some(Notation::Csa), beyond);
    assert_eq!(found, [(Code::TimeInconsistent, Severity::Warning)]);
    let byoyomi = b"V2.2\n$TIME_LIMIT:00:01+10\nPI\n+\n+7776FU\nT61\n-3334FU\nT60\n%TORYO\n";
    assert_eq!(codes("a.csa", Some(Notation::Csa), byoyomi), []);
}

#[test]
fn five_hundred_moves_are_noted_in_events_of_the_association() {
    let mut text = String::from("棋戦：竜王戦\n");
    let shuffle = ["３八飛(28)", "７二飛(82)", "２八飛(38)", "８二飛(72)"];
    for ply in 0..504 {
        text.push_str(&format!("{} {}\n", ply + 1, shuffle[ply % 4]));
    }
    let found = codes("a.kifu", Some(Notation::Kif), text.as_bytes());
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
