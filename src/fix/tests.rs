//! Repairs: what is damaged or a dialect becomes canonical, and nothing else changes.

use std::fs;

use super::{Reading, Refusal, fix};

/// Repairs a text; checks that a second run has nothing to do.
fn repaired(name: &str, text: &str) -> String {
    let fixed = fix(name, text.as_bytes(), Reading::default()).unwrap();
    let again = fix(name, &fixed.bytes, Reading::default()).unwrap();
    assert_eq!(again.done, [], "{name}");
    assert_eq!(again.bytes, fixed.bytes);
    String::from_utf8(fixed.bytes).unwrap()
}

fn kif(body: &str) -> String {
    format!(
        "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n先手：\n後手：\n手数----指手---------消費時間--\n{body}"
    )
}

#[test]
fn lines_of_kif_are_repaired_one_by_one() {
    for (before, after) in [
        // Numbers.
        (
            "   1 ７六歩(77)\n   1 ３四歩(33)\n",
            "   1 ７六歩(77)\n   2 ３四歩(33)\n",
        ),
        ("1手目 ７六歩(77)\n", "   1 ７六歩(77)\n"),
        // Moves: squares, pieces, 同, drops, what the origin says already.
        (
            "   1 76歩(77)   ( 0:01/00:00:01)\n",
            "   1 ７六歩(77) ( 0:01/00:00:01)\n",
        ),
        (
            "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同銀(31)\n   5 ５八王(59)\n",
            "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 ５八玉(59)\n",
        ),
        (
            "   1 ５八金右(49)   ( 0:05/00:00:05)\n",
            "   1 ５八金(49)     ( 0:05/00:00:05)\n",
        ),
        // Clocks.
        (
            "   1 ７六歩(77)   ( 0:05/00:00:05)\n   2 ３四歩(33)   ( 0:01/00:00:01)\n   3 ２六歩(27)   ( 0:05/00:00:59)\n",
            "   1 ７六歩(77)   ( 0:05/00:00:05)\n   2 ３四歩(33)   ( 0:01/00:00:01)\n   3 ２六歩(27)   ( 0:05/00:00:10)\n",
        ),
        (
            "   1 ７六歩(77)   ( 0:12)\n",
            "   1 ７六歩(77)   ( 0:12/00:00:12)\n",
        ),
        (
            "   1 ７六歩(77)   ( 0:00/00:00:00) ( 0:00/00:00:00)\n",
            "   1 ７六歩(77)   ( 0:00/00:00:00)\n",
        ),
        // Results.
        (
            "   1 ７六歩(77)\n   2 投了\nまで9手で先手の勝ち\n",
            "   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n",
        ),
        (
            "   1 ７六歩(77)\nまで1手で先手の勝ち\n",
            "   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n",
        ),
        (
            "   1 ７六歩(77)\n   2 時間切れ\n",
            "   1 ７六歩(77)\n   2 切れ負け\n",
        ),
        // Variations.
        (
            "   1 ７六歩(77)\n   2 ３四歩(33)\n\n変化：2\n   2 ８四歩(83)\n",
            "   1 ７六歩(77)\n   2 ３四歩(33)\n\n変化：2手\n   2 ８四歩(83)\n",
        ),
        // Comments.
        ("   1 ７六歩(77)\n＊注\n", "   1 ７六歩(77)\n*注\n"),
    ] {
        assert_eq!(repaired("a.kif", &kif(before)), kif(after));
    }
}

#[test]
fn what_is_in_order_stays_byte_for_byte() {
    for text in [
        kif(
            "   1 ７六歩(77)   ( 0:16/00:00:16)+\n   2 ３四歩(33)   ( 0:00/00:00:00)\n*注\n&しおり\n   3 中断         ( 0:01/00:00:17)\nまで2手で中断\n\n変化：1手\n   1 ２六歩(27)\n",
        ),
        // Habits that every reader understands.
        kif("1 ７六歩(77)   (0:23/0:0:23)\n 2   ３四歩(33)   (00:31 / 00:00:31)\n"),
        // Word and summary contradict each other: nobody knows which is right.
        kif("   1 ７六歩(77)\n   2 投了\nまで1手で後手の勝ち\n"),
        // A word that other notations have, but this one writes otherwise.
        kif("   1 ７六歩(77)\n   2 最大手数\n"),
    ] {
        assert_eq!(repaired("a.kif", &text), text);
    }
}

#[test]
fn heads_of_kif_are_repaired() {
    let board = "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
                 | ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ 歩|三\n\
                 | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
                 | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n\
                 +---------------------------+\n";
    let before = "手合割:２枚落\n先手の持ち駒：なし\n後手：B\n   1 ６二銀(71)\n";
    let after = "#KIF version=2.0 encoding=UTF-8\n手合割：二枚落ち\n先手の持駒：なし\n後手：B\n   1 ６二銀(71)\n";
    assert_eq!(repaired("a.kif", before), after);
    // The side to move, the separators of a hand, signs on the board.
    let before = format!("後手の持駒：飛二角二歩十七\n{board}先手の持駒：金4\n   1 ２一玉(11)\n");
    let after = format!(
        "#KIF version=2.0 encoding=UTF-8\n後手の持駒：飛二　角二　歩十七\n{board}先手の持駒：金四\n後手番\n   1 ２一玉(11)\n"
    );
    assert_eq!(repaired("a.kif", &before), after);
    let odd = board.replace("v玉", "V玉").replace("|三", "|一");
    let before = format!(
        "#KIF version=2.0 encoding=UTF-8\n後手の持駒：なし\n{odd}先手の持駒：金\n   1 １二金打\n"
    );
    let after = format!(
        "#KIF version=2.0 encoding=UTF-8\n後手の持駒：なし\n{board}先手の持駒：金\n   1 １二金打\n"
    );
    assert_eq!(repaired("a.kif", &before), after);
}

#[test]
fn labels_and_line_ends_are_those_of_the_bytes() {
    let text = "#KIF version=2.0 encoding=UTF-8\r\n先手：甲\r\n   1 ７六歩(77)\r\r\n   2 投了\n";
    let (bytes, ..) = encoding_rs::SHIFT_JIS.encode(text);
    let fixed = fix("a.kif", &bytes, Reading::default()).unwrap();
    let after = encoding_rs::SHIFT_JIS.decode(&fixed.bytes).0.into_owned();
    assert_eq!(
        after,
        "#KIF version=2.0 encoding=Shift_JIS\r\n先手：甲\r\n   1 ７六歩(77)\r\n   2 投了\r\n"
    );
}

#[test]
fn ki2_moves_in_the_words_of_the_federation() {
    let before = "#KI2 version=2.0 encoding=UTF-8\n▲76歩 △３四歩 ▲２二角成 △２二銀(31) ▲４五角打\nまで9手で中断\n";
    let after = "#KI2 version=2.0 encoding=UTF-8\n▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲４五角\nまで5手で中断\n";
    assert_eq!(repaired("a.ki2", before), after);
}

#[test]
fn csa_statements_stand_alone() {
    let before = "'CSA encoding=SHIFT_JIS\nV2.2\nN+é\n$START_TIME:2024/4/1 1:02:03\nPI82HI\n +7776FU,T1, -5142OU ,T.5,\n'*a, b\n%TORYO\n";
    let after = "'CSA encoding=UTF-8\nV2.2\nN+é\n$START_TIME:2024/04/01 01:02:03\nPI82HI\n+\n+7776FU\nT1\n-5142OU\nT0.5\n'*a, b\n%TORYO\n";
    assert_eq!(repaired("a.csa", before), after);
    let before = "V2.2\n+7776FU\n-3334FU\n";
    assert_eq!(repaired("a.csa", before), "V2.2\nPI\n+\n+7776FU\n-3334FU\n");
}

#[test]
fn one_line_notations_are_written_anew() {
    for (before, after) in [
        (
            "startpos 7g7f 3c3d\n",
            "position startpos moves 7g7f 3c3d\n",
        ),
        (
            "# a list\nstartpos moves 7g7f\n7g7f 3c3d\n",
            "# a list\nstartpos moves 7g7f\nposition startpos moves 7g7f 3c3d\n",
        ),
        (
            "111111111/9/9/9/9/9/9/9/4K4 B - 1\n",
            "9/9/9/9/9/9/9/9/4K4 b - 1\n",
        ),
    ] {
        assert_eq!(repaired("a.usi", before), after);
    }
}

#[test]
fn what_is_no_record_is_left_alone() {
    let refused = fix("a.txt", b"no record", Reading::default()).map(drop);
    assert_eq!(refused, Err(Refusal::NoRecord));
}

/// The records of `testdata/games` and `testdata/good`, damaged at random: repairing never makes a file worse, and a
/// second run has nothing to do. Set `KIFU_DAMAGED` for more than the usual number.
#[test]
fn damaged_records_are_repaired_once_and_never_made_worse() {
    let many = std::env::var("KIFU_DAMAGED").ok();
    let many: u64 = many.and_then(|it| it.parse().ok()).unwrap_or(600);
    let mut files = Vec::new();
    for folder in ["testdata/games", "testdata/good"] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                continue;
            }
            files.push((
                path.file_name().unwrap().to_string_lossy().into_owned(),
                fs::read(&path).unwrap(),
            ));
        }
    }
    files.sort();
    let mut state = 1u64;
    let mut below = |limit: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit.max(1)
    };
    let mut repaired = 0;
    for _ in 0..many {
        let (name, bytes) = &files[below(files.len())];
        let mut bytes = bytes.clone();
        for _ in 0..=below(4) {
            let at = below(bytes.len());
            let end = bytes.len().min(at + below(24));
            let piece = bytes[at..end].to_vec();
            match below(5) {
                0 => drop(bytes.drain(at..end)),
                1 => drop(bytes.splice(at..at, piece)),
                2 => bytes.insert(at, b" \r\n1(+:\x1B/"[below(9)]),
                3 => {
                    let to = below(bytes.len());
                    drop(bytes.splice(to..to, piece));
                }
                _ if at < bytes.len() => bytes[at] ^= 1 << below(8),
                _ => {}
            }
        }
        let Ok(fixed) = fix(name, &bytes, Reading::default()) else {
            continue;
        };
        repaired += usize::from(fixed.bytes != bytes);
        let again = fix(name, &fixed.bytes, Reading::default());
        let again = again.unwrap_or_else(|it| panic!("{name}: {it:?} after {bytes:?}"));
        assert_eq!(again.bytes, fixed.bytes, "{name}: {bytes:?}");
        assert!(again.errors == fixed.errors, "{name}");
    }
    assert!(repaired > 10, "{repaired} of {many}");
}
