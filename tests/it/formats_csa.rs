//! CSA: the examples of the table, and files of every kind.

use kifu::record::Notation;

use crate::tables;

#[test]
fn examples_of_csa() {
    tables::check("csa.txt", Notation::Csa);
}

/// Who wins by a record, and whether anything is said of its summary.
fn winner(moves: &str) -> (Option<&'static str>, bool) {
    let text = format!("V2\nN+alpha\nN-be:ta\nPI\n+\n{moves}");
    let mut examiner = kifu::examine::Examiner::default();
    let game = kifu::notation::Game::whole("a", text.as_bytes(), Some(Notation::Csa));
    let report = examiner.examine(&game, kifu::replay::ReplayOptions::default());
    let told = report
        .findings
        .iter()
        .any(|it| it.code == kifu::finding::Code::SummaryOverrides);
    (
        report
            .replay
            .declared()
            .winner
            .map(kifu::replay::Winner::name),
        told,
    )
}

#[test]
fn summaries_are_read_by_the_names_in_them() {
    let even = "+7776FU\n-3334FU\n+2726FU\n";
    for (text, expected) in [
        (
            format!("{even}%TORYO\n'summary:toryo:alpha win:be:ta lose\n"),
            Some("black"),
        ),
        (
            format!("{even}%TORYO\n'summary:toryo:be:ta lose:alpha win\n"),
            Some("black"),
        ),
        (
            format!("{even}'summary:time up:be:ta win:alpha lose\n"),
            Some("white"),
        ),
        (
            format!(
                "{even}'summary:time up:alpha win:be:ta lose:1:ibisha:alpha,1500,10:be:ta,1400,-10\n"
            ),
            Some("black"),
        ),
        (
            format!("{even}%TORYO\n'summary:toryo:x win:y lose\n"),
            Some("black"),
        ),
    ] {
        assert_eq!(winner(&text), (expected, false), "{text}");
    }
    let foul = "+7776FU\n-3334FU\n+2726FU\n-4345FU\n%ILLEGAL_MOVE\n";
    assert_eq!(
        winner(&format!(
            "{foul}'summary:illegal move:alpha win:be:ta lose\n"
        )),
        (Some("black"), false)
    );
    assert_eq!(winner(foul).0, Some("black"));
    let kachi = "+7776FU\n%KACHI\n'summary:illegal kachi:be:ta lose:alpha win\n";
    assert_eq!(winner(kachi).0, Some("black"));
}
