//! A move line that is damaged is a move, or an error stands at its line; it never becomes a header, a remark or an
//! ending.

use kifu::examine::Examiner;
use kifu::finding::{Code, Severity};
use kifu::notation::{Game, detect};
use kifu::record::Notation;
use kifu::replay::ReplayOptions;
use kifu::text::{Decision, Encoding};

/// The plies of a record, and the lines at which errors stand.
fn read(notation: Notation, text: &str) -> (u32, Vec<u32>) {
    let mut examiner = Examiner::default();
    let game = Game::whole("a", text.as_bytes(), Some(notation));
    let report = examiner.examine(&game, ReplayOptions::default());
    let places = report.places();
    let errors = report
        .findings
        .iter()
        .filter(|it| it.severity == Severity::Error);
    let lines = errors.map(|it| places.place(it.span.start as usize).line);
    (report.replay.plies(), lines.collect())
}

const MOVES: [&str; 4] = ["７六歩(77)", "３四歩(33)", "２二角成(88)", "同　銀(31)"];

#[test]
fn a_damaged_move_line_of_kif_is_a_move_or_an_error() {
    let damages: [fn(usize, &str) -> String; 38] = [
        |n, mv| format!("   {n}、{mv}   ( 0:01/00:00:01)"),
        |n, mv| format!("{n}.{mv}"),
        |n, mv| format!("{n}）{mv}   ( 0:01/00:00:01)"),
        |n, mv| format!("({n}) {mv}"),
        |n, mv| format!("{n}：{mv}   ( 0:01/00:00:01)"),
        |n, mv| format!("   {n}|{mv}   ( 0:01/00:00:01)"),
        |n, mv| format!("   {n},{mv},( 0:01/00:00:01)"),
        |n, mv| format!("{}{mv}   ( 0:01/00:00:01)", ["①", "②", "③", "④"][n - 1]),
        |n, mv| format!("・{n} {mv}   ( 0:01/00:00:01)"),
        |n, mv| format!(">    {n} {mv}   ( 0:01/00:00:01)"),
        |n, mv| format!("+   {n} {mv}   ( 0:01/00:00:01)"),
        |n, mv| format!("- {n} {mv}   ( 0:01/00:00:01)"),
        |n, mv| format!("第{n}手 {mv}   ( 0:01/00:00:01)"),
        |n, mv| format!("{n}\u{a0}{mv}\u{a0}( 0:01/00:00:01)"),
        |n, mv| format!("   {n}&nbsp;{mv}&nbsp;&nbsp;( 0:01/00:00:01)"),
        |n, mv| format!("   {n}  ( 0:01/00:00:01) {mv}"),
        |_, mv| format!("先手 {mv}   ( 0:01/00:00:01)"),
        |n, mv| format!("   {n} \"{mv}\"   ( 0:01/00:00:01)"),
        |n, _| format!("   {n} P-7k   ( 0:01/00:00:01)"),
        |n, _| format!("   {n} 7g7f   ( 0:01/00:00:01)"),
        |n, mv| format!("   {n}: x{mv}   ( 0:01/00:00:01)"),
        |n, mv| format!("| {n} | {mv} | 0:01 |"),
        |n, mv| format!("&nbsp;&nbsp;{n}&nbsp;{mv}   ( 0:01/00:00:01)"),
        |n, mv| format!("   {n}　＝　{mv}   ( 0:01/00:00:01)"),
        |n, mv| format!("<p>{n} {mv}</p>"),
        |n, mv| format!("<li>{n} {mv}   ( 0:01/00:00:01)</li>"),
        |n, mv| format!("{n}&#x3000;{mv}"),
        |_, mv| format!("後手 {mv}"),
        |_, mv| format!("先手：{mv}   ( 0:01/00:00:01)"),
        |n, mv| format!("No.{n} {mv}"),
        |n, mv| format!("\u{200b}{n} {mv}"),
        |n, mv| format!("{n}\u{2003}{mv}"),
        |n, mv| format!("{n}–{mv}"),
        |n, mv| format!("& {n} {mv}"),
        |n, mv| format!("{}手目 {mv}", ["一", "二", "三", "四"][n - 1]),
        |n, mv| format!("❯ {n}_{mv}"),
        |n, mv| format!("{} {mv}", ["❶", "❷", "❸", "❹"][n - 1]),
        |n, mv| format!("{n}st: {mv}   ( 0:01/00:00:01)"),
    ];
    for (which, damage) in damages.iter().enumerate() {
        for damaged in [&[0usize][..], &[1], &[3], &[0, 1, 2, 3]] {
            let mut text =
                "手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n".to_owned();
            for (at, mv) in MOVES.iter().enumerate() {
                if damaged.contains(&at) {
                    text += &damage(at + 1, mv);
                } else {
                    text += &format!("{:>4} {mv}   ( 0:01/00:00:01)", at + 1);
                }
                text.push('\n');
            }
            text += "   5 投了\n";
            let (plies, errors) = read(Notation::Kif, &text);
            let line = 5 + damaged[0] as u32;
            assert!(
                plies == 4 || errors.contains(&line),
                "damage {which} at {damaged:?}: {plies} plies, errors at {errors:?}\n{text}"
            );
        }
    }
}

#[test]
fn moves_of_ki2_behind_words_are_moves() {
    for text in [
        "先手：A\n\n棋譜：▲７六歩 △３四歩 ▲２六歩 △８四歩\nまで4手で後手の勝ち\n",
        "先手：A\n\n12:34 ▲７六歩 △３四歩 ▲２六歩 △８四歩\n",
        "先手：A\n\nA: ▲７六歩\nB: △３四歩\nA: ▲２六歩\nB: △８四歩\n",
        "先手：A\n\n> ▲７六歩 △３四歩\n> ▲２六歩 △８四歩\n",
    ] {
        assert_eq!(read(Notation::Ki2, text), (4, vec![]), "{text}");
    }
}

#[test]
fn headers_stay_headers() {
    let head = "手合割：平手\n戦型：４五歩早仕掛け\n備考：1：晴れ\n先手：甲\n後手：乙\n場所：2階：７号室\n";
    let text = format!("{head}手数----指手--\n   1 ７六歩(77)\n");
    assert_eq!(read(Notation::Kif, &text), (1, vec![]));
}

#[test]
fn western_moves_behind_numbers_of_kif_are_moves() {
    let text = "手合割：平手\n手数----指手---------消費時間--\n\
        1 P-7f   ( 0:01/00:00:01)\n2 P-3d   ( 0:01/00:00:01)\n3 Bx2b+   ( 0:01/00:00:02)\n\
        4 S3xB2b   ( 0:01/00:00:02)\n5 B*5e\n6 S-3c\n7 Bx33=\n8 N2a-3c\n9 G6i-5h\n10 P-8d\n\
        11 Gi-3h\n12 Resigns\n";
    assert_eq!(read(Notation::Kif, text), (11, vec![]));
    let damaged = text.replace("P-3d", "P-3k");
    assert_eq!(read(Notation::Kif, &damaged), (1, vec![4]));
}

#[test]
fn quote_marks_and_tags_around_every_line_are_passed_over() {
    let kif = "手合割：平手\n先手：A\n   1 ７六歩(77)\n*c\n   2 ３四歩(33)\n   3 投了\nまで2手で後手の勝ち\n";
    let ki2 = "先手：A\n▲７六歩 △３四歩\n*c\nまで2手で後手の勝ち\n";
    let csa = "V2.2\nN+A\nPI\n+\n+7776FU\n'*c\n-3334FU\n%TORYO\n";
    let bod = "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n|v香v桂v銀v金v玉v金v銀v桂v香|一\n| ・v飛 ・ ・ ・ ・ ・v角 ・|二\n|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七\n| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八\n| 香 桂 銀 金 玉 金 銀 桂 香|九\n+---------------------------+\n先手の持駒：なし\n";
    for (text, plies) in [(kif, 2), (ki2, 2), (csa, 2), (bod, 0)] {
        for wrap in [
            "> {}",
            ">> {}",
            "> > {}",
            "＞{}",
            "<p>{}</p>",
            "{}<br>",
            "  {} <BR />",
            "<tr><td>{}</td></tr>",
        ] {
            let wrapped: String = text
                .lines()
                .map(|it| wrap.replace("{}", it) + "\n")
                .collect();
            let notation = detect(wrapped.as_bytes(), &Decision::plain(Encoding::Utf8), None);
            assert!(notation.is_some(), "{wrapped}");
            let mut examiner = Examiner::default();
            let game = Game::whole("a", wrapped.as_bytes(), notation);
            let report = examiner.examine(&game, ReplayOptions::default());
            assert_eq!(report.replay.plies(), plies, "{wrapped}");
            let mut findings: Vec<_> = report
                .findings
                .iter()
                .map(|it| (it.code, it.severity))
                .collect();
            findings.retain(|it| it.1 != Severity::Note || it.0 == Code::LineForm);
            assert_eq!(findings, [(Code::LineForm, Severity::Note)], "{wrapped}");
        }
    }
}
