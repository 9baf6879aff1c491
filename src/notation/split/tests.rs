//! Files cut into games, whole and byte by byte: the same games each time.

use super::*;
use crate::text::{Unmappable, detect, encode};

/// The games of a file: text, line, and whether it is too long.
fn cut(bytes: &[u8], notation: Option<Notation>, step: usize) -> Vec<(Vec<u8>, u32, u64)> {
    let decision = detect(bytes, true);
    let mut splitter = Splitter::new(notation, &decision);
    let mut buffer = Vec::new();
    let mut given = 0;
    let mut games = Vec::new();
    loop {
        let at_end = given == bytes.len();
        while let Some(section) = splitter.next(&buffer, at_end) {
            assert_eq!(section.index as usize, games.len() + 1);
            let content = &bytes[section.byte as usize..][..section.range.len()];
            assert_eq!(content, &buffer[section.range.clone()]);
            games.push((content.to_vec(), section.line, section.byte));
        }
        if at_end || splitter.is_done() {
            return games;
        }
        buffer.drain(..splitter.release());
        let more = step.min(bytes.len() - given);
        buffer.extend_from_slice(&bytes[given..given + more]);
        given += more;
    }
}

fn check(text: &str, notation: Notation, expected: &[(&str, u32)]) {
    for encoding in [
        Encoding::Utf8,
        Encoding::ShiftJis,
        Encoding::EucJp,
        Encoding::Utf16Le,
    ] {
        let mut bytes = encoding.bom().to_vec();
        let bom = bytes.len();
        encode(text, encoding, Unmappable::Refuse, &mut bytes);
        let whole = cut(&bytes, Some(notation), bytes.len());
        let found: Vec<_> = whole
            .iter()
            .map(|(game, line, byte)| {
                let game = if *byte == 0 && game.len() > bom {
                    &game[bom..]
                } else {
                    game
                };
                let mut text = String::new();
                decode(game, &Decision::plain(encoding), &mut text, &mut Vec::new());
                (text, *line)
            })
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(text, line)| ((*text).to_string(), *line))
            .collect();
        assert_eq!(found, expected, "{encoding:?}");
        if !encoding.is_utf16() {
            for step in [1, 2, 3, 7] {
                assert_eq!(
                    cut(&bytes, Some(notation), step),
                    whole,
                    "{encoding:?} in steps of {step}"
                );
            }
        }
    }
}

#[test]
fn csa_games_lie_between_lines_of_one_slash() {
    let game = "V2.2\n$START_TIME:2026/01/02\nN+羽生\n+7776FU\n";
    check(
        &format!("{game} / \r\n{game}/\n'only a remark\n\n/\n{game}"),
        Notation::Csa,
        &[(game, 1), (game, 6), (game, 14)],
    );
    check(
        "+7776FU\r/\r+2726FU\r",
        Notation::Csa,
        &[("+7776FU\r", 1), ("+2726FU\r", 3)],
    );
    check(&format!("/\n{game}/\n/\n"), Notation::Csa, &[(game, 2)]);
}

#[test]
fn every_line_of_a_list_is_a_game_but_blanks_and_remarks() {
    check(
        "startpos moves 7g7f\n\n# c\n// d\nsfen 4k4/9/9/9/9/9/9/9/4K4 b R 1 moves R*5e\r\nbad\rlnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -",
        Notation::Usi,
        &[
            ("startpos moves 7g7f", 1),
            ("sfen 4k4/9/9/9/9/9/9/9/4K4 b R 1 moves R*5e", 5),
            ("bad", 6),
            (
                "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -",
                7,
            ),
        ],
    );
}

#[test]
fn a_second_kif_game_begins_at_its_headers() {
    let first = "手合割：平手\n手数----指手--\n   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n\n";
    let second = "# ---- 棋譜ファイル ----\n棋戦：あ\n手合割：平手\n   1 ２六歩(27)\n*手合割：これは注\n変化：1手\n   1 ５六歩(57)\n";
    check(
        &format!("{first}{second}"),
        Notation::Kif,
        &[(first, 1), (second, 7)],
    );
    check(
        &format!("{second}#--separator--\n\n"),
        Notation::Kif,
        &[(&format!("{second}#--separator--\n\n"), 1)],
    );
    check(
        &format!("{second}#--separator--\n\n先手：い\n   1 ７六歩(77)\n"),
        Notation::Kif,
        &[
            (&format!("{second}#--separator--\n\n"), 1),
            ("先手：い\n   1 ７六歩(77)\n", 10),
        ],
    );
}

#[test]
fn the_bars_of_a_table_of_moves_begin_no_game() {
    let game = "手合割：平手\n   1 ７六歩(77)\n| 2 | ３四歩(33) |\n｜3｜２六歩(27)｜\n";
    check(game, Notation::Kif, &[(game, 1)]);
}

#[test]
fn a_separator_line_ends_a_record_without_moves() {
    let even = "手合割：平手\n先手：\n手数----指手--\n#--separator--\n";
    let named = "先手：い\n\n#--separator--\n";
    let board = "後手の持駒：なし\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n先手の持駒：金\n";
    let first = format!("{board}#--separator--\n");
    for notation in [Notation::Kif, Notation::Ki2, Notation::Bod] {
        check(
            &format!("{first}{even}{named}{board}"),
            notation,
            &[(&first, 1), (even, 5), (named, 9), (board, 12)],
        );
    }
    let remarks = format!("# a\n*b\n#--separator--\n{board}");
    check(&remarks, Notation::Kif, &[(&remarks, 1)]);
}

#[test]
fn the_numbers_above_a_board_are_no_move() {
    let board = "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・ ・ ・ ・v玉v香|一\n先手の持駒：金\n";
    let game = format!("{board}手数----指手--\n   1 １二金打\n");
    check(
        &format!("{game}{game}"),
        Notation::Kif,
        &[(&game, 1), (&game, 8)],
    );
}

#[test]
fn ki2_games_are_cut_too() {
    let game = "手合割：平手\r\n\r\n▲７六歩    △３四歩\r\nまで2手で中断\r\n";
    check(
        &format!("{game}{game}"),
        Notation::Ki2,
        &[(game, 1), (game, 5)],
    );
}

#[test]
fn json_objects_are_cut_by_their_braces() {
    let cases: [(&str, &[(&str, u32)]); 4] = [
        (
            "{\"moves\":[{\"a\":\"}\\\"{\"}]}\n",
            &[("{\"moves\":[{\"a\":\"}\\\"{\"}]}", 1)],
        ),
        (
            "[\n {\"moves\":[]},\n {\"moves\":[{}]}\n]\n",
            &[("{\"moves\":[]}", 2), ("{\"moves\":[{}]}", 3)],
        ),
        (
            "{\"moves\":[]}\n\n{\"moves\":[{}]}",
            &[("{\"moves\":[]}", 1), ("{\"moves\":[{}]}", 3)],
        ),
        (
            "{\"moves\":[\n{\"header\":{},\"moves\":[]}\nrest\n",
            &[
                ("{\"moves\":[\n", 1),
                ("{\"header\":{},\"moves\":[]}", 2),
                ("rest\n", 3),
            ],
        ),
    ];
    for (text, expected) in cases {
        for step in [1, 2, 5, 1000] {
            let found = cut(text.as_bytes(), Some(Notation::Jkf), step);
            let found: Vec<_> = found
                .iter()
                .map(|(game, line, _)| (std::str::from_utf8(game).unwrap(), *line))
                .collect();
            assert_eq!(found, expected, "steps of {step}");
        }
    }
}

#[test]
fn a_file_without_games_is_one_item() {
    for notation in [
        None,
        Some(Notation::Bod),
        Some(Notation::Csa),
        Some(Notation::Kif),
        Some(Notation::Jkf),
    ] {
        assert_eq!(cut(b"", notation, 1).len(), 1, "{notation:?}");
        assert_eq!(cut(b"'nothing\n", notation, 100).len(), 1, "{notation:?}");
    }
}

#[test]
fn a_line_over_a_mebibyte_is_reported_and_left_out() {
    let mut bytes = b"startpos\n".to_vec();
    bytes.resize(bytes.len() + (3 << 20), b'x');
    bytes.extend_from_slice(b"\nstartpos moves 7g7f\n");
    let decision = detect(&bytes, true);
    let mut splitter = Splitter::new(Some(Notation::Usi), &decision);
    let mut buffer: Vec<u8> = Vec::new();
    let mut found = Vec::new();
    for (at, block) in bytes.chunks(100_000).enumerate() {
        buffer.extend_from_slice(block);
        let at_end = (at + 1) * 100_000 >= bytes.len();
        while let Some(section) = splitter.next(&buffer, at_end) {
            found.push((section.line, section.range.len()));
        }
        assert!(buffer.len() < 2 << 20);
        buffer.drain(..splitter.release());
    }
    assert_eq!(found, [(1, 8), (2, (1 << 20) + 1), (3, 19)]);
}

#[test]
fn a_record_is_found_below_any_number_of_blanks_and_remarks() {
    let long = format!("' {}\n", "x".repeat(300_000));
    for (text, notation) in [
        ("手合割：平手\n   1 ７六歩(77)\n", Notation::Kif),
        ("先手：甲\n▲７六歩\n", Notation::Ki2),
        ("V2.2\nPI\n+\n+7776FU\n", Notation::Csa),
        ("startpos moves 7g7f\n", Notation::Usi),
        ("{\"header\":{},\"moves\":[{}]}", Notation::Jkf),
    ] {
        for above in ["\n", " \r\n", "# x\n", "' x\n", "// x\n", &long] {
            let blank = above.trim_ascii().is_empty();
            if !blank
                && (notation == Notation::Jkf
                    || notation == Notation::Usi && above.starts_with('\''))
            {
                // There it is no remark.
                continue;
            }
            for encoding in [Encoding::Utf8, Encoding::ShiftJis] {
                let mut bytes = above.as_bytes().repeat((1 << 20) / above.len());
                encode(text, encoding, Unmappable::Refuse, &mut bytes);
                let head = &bytes[..1 << 18];
                let mut splitter = Splitter::new(None, &detect(head, false));
                let mut buffer = Vec::new();
                let mut found = Vec::new();
                for block in bytes.chunks(1 << 18) {
                    buffer.extend_from_slice(block);
                    let at_end = buffer.len() == bytes.len();
                    while let Some(section) = splitter.next(&buffer, at_end) {
                        found.push((section.notation, section.decision));
                    }
                }
                assert_eq!(found.len(), 1, "{notation:?}");
                assert_eq!(found[0].0, Some(notation), "{above:.9}");
                assert!(text.is_ascii() || found[0].1.encoding == encoding);
            }
        }
    }
    let mut splitter = Splitter::new(None, &detect(b"\n", false));
    let text = "\n".repeat(1 << 17) + &"no record\n".repeat(1 << 14);
    let section = splitter.next(text.as_bytes(), false).unwrap();
    assert!(section.notation.is_none() && splitter.is_done());
}

#[test]
fn a_mark_of_utf8_before_damaged_bytes_is_no_harm() {
    for text in [&b"\xEF\xBB\xBF\x82"[..], b"\xEF\xBB\xBF\x8E\n/\n\x8E"] {
        for notation in [
            None,
            Some(Notation::Csa),
            Some(Notation::Kif),
            Some(Notation::Usi),
        ] {
            assert!(!cut(text, notation, 1).is_empty());
        }
    }
}

/// Records of one file, with headers, remarks and variations of the notation.
fn games_of(notation: Notation, seed: u64) -> String {
    let mut state = seed.wrapping_mul(2) + 1;
    let mut below = |limit: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % limit
    };
    let mut text = String::new();
    for number in 0..2 + below(6) {
        let pad = "あx".repeat(below(40) as usize);
        let game = match notation {
            Notation::Kif => format!(
                "# ---- 棋譜ファイル ----\n棋戦：{pad}\n手合割：平手\n先手：甲{number}\n手数----指手--\n   1 ７六歩(77)\n*{pad}\n   2 投了\nまで1手で先手の勝ち\n\n変化：1手\n   1 ２六歩(27)\n"
            ),
            Notation::Ki2 => {
                format!("手合割：平手\n先手：{pad}\n\n▲７六歩    △３四歩\nまで2手で中断\n")
            }
            Notation::Bod => format!(
                "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・ ・ ・ ・v玉v香|一\n先手の持駒：金\n*{pad}\n#--separator--\n"
            ),
            Notation::Csa => format!("'{pad}\nV2.2\nN+{pad}\nPI\n+\n+7776FU\n / \n"),
            Notation::Usi => format!("# {pad}\n\nstartpos moves 7g7f\nbad {number}\n"),
            Notation::Jkf => {
                format!("{{\"header\":{{\"a\":\"}}\\\"{pad}\"}},\n\"moves\":[{{}}]}}\n")
            }
            Notation::Sfen | Notation::Usen => unreachable!("cut as USI is"),
        };
        text.push_str(&game);
    }
    text
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { failure_persistence: None, ..proptest::prelude::ProptestConfig::with_cases(200) })]

    /// Blocks may end anywhere, and the games are the same.
    #[test]
    fn a_file_is_cut_alike_in_blocks_of_any_size(
        seed: u64,
        notation in proptest::sample::select(vec![Notation::Kif, Notation::Ki2, Notation::Bod, Notation::Csa, Notation::Usi, Notation::Jkf]),
        encoding in proptest::sample::select(Encoding::ALL.to_vec()),
        end in proptest::sample::select(vec!["\n", "\r\n", "\r", "\r\r\n"]),
        step in 1usize..900,
    ) {
        let text = games_of(notation, seed).replace('\n', end);
        let text = if encoding == Encoding::Ascii { text.replace(|it: char| !it.is_ascii(), "?") } else { text };
        let mut bytes = encoding.bom().to_vec();
        encode(&text, encoding, Unmappable::Refuse, &mut bytes);
        let whole = cut(&bytes, Some(notation), bytes.len());
        proptest::prop_assert_eq!(cut(&bytes, Some(notation), step), whole);
    }
}

#[test]
fn the_headers_of_a_game_are_remembered_when_the_buffer_moves() {
    let text = games_of(Notation::Kif, 1).repeat(40);
    let whole = cut(text.as_bytes(), Some(Notation::Kif), text.len());
    for step in 700..720 {
        assert_eq!(
            cut(text.as_bytes(), Some(Notation::Kif), step),
            whole,
            "steps of {step}"
        );
    }
}

#[test]
fn a_remark_of_any_length_is_no_game_of_a_list() {
    for encoding in [Encoding::Ascii, Encoding::Utf16Le] {
        let text = format!("# {}\nstartpos moves 7g7f\n", "x".repeat(1_300_000));
        let mut bytes = encoding.bom().to_vec();
        encode(&text, encoding, Unmappable::Refuse, &mut bytes);
        for step in [100_000, 262_144, bytes.len()] {
            let games = cut(&bytes, Some(Notation::Usi), step);
            let places: Vec<_> = games.iter().map(|(_, line, _)| *line).collect();
            assert_eq!(places, [2], "{encoding:?} in steps of {step}");
        }
    }
}

#[test]
fn a_game_after_one_that_is_too_long_is_found_wherever_blocks_end() {
    let long = "x".repeat(17 << 20);
    for (notation, text) in [
        (
            Notation::Csa,
            format!("V2.2\n'{long}\n+\n/\nV2.2\nPI\n+\n+7776FU\n"),
        ),
        (
            Notation::Kif,
            format!(
                "手合割：平手\n   1 ７六歩(77)\n*{long}\n   2 投了\n棋戦：い\n手合割：平手\n   1 ２六歩(27)\n"
            ),
        ),
    ] {
        let whole = cut(text.as_bytes(), Some(notation), text.len());
        assert_eq!(whole.len(), 2, "{notation:?}");
        for step in [999_983, 1 << 21] {
            assert_eq!(
                cut(text.as_bytes(), Some(notation), step),
                whole,
                "{notation:?} in steps of {step}"
            );
        }
    }
}

#[test]
fn remarks_above_a_record_are_passed_in_utf16_too() {
    for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
        let text = format!(
            "{}手合割：平手\n   1 ７六歩(77)\n",
            format!("# {}\n", "x".repeat(126)).repeat(1 << 10)
        );
        let mut bytes = encoding.bom().to_vec();
        encode(&text, encoding, Unmappable::Refuse, &mut bytes);
        let mut splitter = Splitter::new(None, &detect(&bytes[..1 << 18], false));
        let section = splitter.next(&bytes, true).unwrap();
        assert_eq!(section.notation, Some(Notation::Kif));
    }
}

#[test]
fn moves_that_begin_anew_behind_a_closing_word_are_a_further_game() {
    let first = "先手：い\n▲７六歩 △３四歩\nまで2手で後手の勝ち\n";
    let second = "▲２六歩 △８四歩\nまで2手で後手の勝ち\n";
    check(
        &[first, second].concat(),
        Notation::Ki2,
        &[(first, 1), (second, 4)],
    );
    let first = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";
    let second = "   1 ２六歩(27)\n   2 投了\nまで1手で先手の勝ち\n";
    check(
        &[first, second, second].concat(),
        Notation::Kif,
        &[(first, 1), (second, 5), (second, 8)],
    );
    // A variation, a game that goes on, a second closing word.
    for whole in [
        "手合割：平手\n   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n\n変化：1手\n   1 ２六歩(27)\n   2 投了\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 中断\n   3 ２六歩(27)\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 投了\n   1 中断\n",
        "手合割：平手\n   1 ７六歩(77)\n   1 ２六歩(27)\n",
    ] {
        check(whole, Notation::Kif, &[(whole, 1)]);
    }
    for whole in [
        "先手：い\n▲７六歩 △３四歩\nまで2手で中断\n▲２二角成 △同銀\n",
        "先手：い\n▲７六歩 △３四歩\nまで2手で中断\n変化：1手\n▲２六歩 △８四歩\n",
    ] {
        check(whole, Notation::Ki2, &[(whole, 1)]);
    }
}
