//! Encodings: detection, decoding, places.

use proptest::prelude::*;

use kifu::text::{Decision, Encoding, Places, TextProblemKind, Unmappable, decode, detect, encode};

fn encoded(text: &str, encoding: Encoding) -> Vec<u8> {
    let mut bytes = Vec::new();
    let done = encode(text, encoding, Unmappable::Refuse, &mut bytes);
    assert_eq!(done.unmappable, []);
    bytes
}

fn decoded(bytes: &[u8]) -> (String, Decision, Vec<TextProblemKind>) {
    let mut text = String::new();
    let mut problems = Vec::new();
    let used = decode(bytes, &detect(bytes, true), &mut text, &mut problems);
    (text, used, problems.iter().map(|it| it.kind).collect())
}

const GAME: &str = "手合割：平手\n先手：羽生　善治\n後手：森内俊之\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:16/00:00:16)\n   2 ３四歩(33)   ( 0:00/00:00:00)\n*表示 構想\n";

#[test]
fn the_same_game_is_read_from_six_encodings() {
    for encoding in Encoding::ALL.into_iter().skip(1) {
        let bytes = encoded(GAME, encoding);
        let (text, used, problems) = decoded(&bytes);
        assert_eq!((text.as_str(), used.encoding), (GAME, encoding));
        assert_eq!(problems, [], "{encoding:?}");
        // With a byte order mark, where there is one.
        let marked = [encoding.bom(), &bytes].concat();
        let (text, used, problems) = decoded(&marked);
        assert_eq!((text.as_str(), used.encoding), (GAME, encoding));
        assert_eq!((used.bom, problems.len()), (encoding.bom().len(), 0));
    }
}

#[test]
fn plain_bytes_are_ascii() {
    let (text, used, problems) = decoded(b"V2.2\nPI\n+\n+7776FU\n");
    assert_eq!(
        (text.len(), used.encoding, problems.len()),
        (18, Encoding::Ascii, 0)
    );
}

#[test]
fn places_count_characters_and_original_bytes() {
    for encoding in Encoding::ALL.into_iter().skip(1) {
        let bytes = encoded(GAME, encoding);
        let (text, used, _) = decoded(&bytes);
        let places = Places::new(&bytes, &used, &text);
        for (line, content) in text.lines().enumerate() {
            let start = content.as_ptr() as usize - text.as_ptr() as usize;
            for (column, (at, _)) in content.char_indices().enumerate() {
                let place = places.place(start + at);
                assert_eq!(place.line as usize, line + 1);
                assert_eq!(place.column as usize, column + 1);
                if encoding != Encoding::Iso2022Jp {
                    let before = encoded(&text[..start + at], encoding);
                    assert_eq!(place.byte as usize, before.len(), "{encoding:?} {content}");
                }
            }
        }
    }
}

#[test]
fn one_damaged_byte_does_not_turn_utf8_into_mojibake() {
    let mut bytes = GAME.as_bytes().to_vec();
    let at = GAME.find('羽').unwrap();
    bytes[at] = b'?';
    let (text, used, problems) = decoded(&bytes);
    assert_eq!((used.encoding, used.damaged), (Encoding::Utf8, true));
    assert!(text.contains("森内俊之") && text.contains("７六歩(77)"));
    assert!(
        matches!(problems[..], [TextProblemKind::InvalidBytes(bad)] if bad.to_string() == "BE BD"),
        "{problems:?}"
    );
}

#[test]
fn a_file_glued_from_two_encodings_comes_out_whole() {
    let bytes = [encoded(GAME, Encoding::ShiftJis), GAME.as_bytes().to_vec()].concat();
    let (text, used, problems) = decoded(&bytes);
    assert_eq!(text, GAME.repeat(2));
    assert!(used.damaged);
    assert!(
        matches!(problems[..], [TextProblemKind::OtherEncoding(_)]),
        "{problems:?}"
    );
    let places = Places::new(&bytes, &used, &text);
    let second = GAME.len() + GAME.find("３四").unwrap();
    let place = places.place(second);
    assert_eq!((place.line, place.column), (13, 6));
    let first = encoded(GAME, Encoding::ShiftJis).len();
    assert_eq!(place.byte as usize, first + GAME.find("３四").unwrap());
}

#[test]
fn stray_marks_labels_line_ends_and_old_signs_are_noticed() {
    let glued = format!("{GAME}\u{FEFF}{GAME}");
    let (text, _, problems) = decoded(glued.as_bytes());
    assert_eq!(
        (text, problems),
        (GAME.repeat(2), vec![TextProblemKind::StrayBom])
    );

    let labelled = format!("#KIF version=2.0 encoding=UTF-8\n{GAME}");
    let (_, _, problems) = decoded(&encoded(&labelled, Encoding::ShiftJis));
    assert_eq!(problems, [TextProblemKind::LyingLabel(Encoding::Utf8)]);

    let (_, _, problems) = decoded(GAME.replacen('\n', "\r\n", 1).as_bytes());
    assert_eq!(problems, [TextProblemKind::MixedLineEnds]);
    let (_, _, problems) = decoded(GAME.replace('\n', "\r\n").as_bytes());
    assert_eq!(problems, []);

    let (_, _, problems) = decoded(&encoded(&format!("{GAME}*\u{E000}"), Encoding::ShiftJis));
    assert_eq!(problems, [TextProblemKind::PrivateUse('\u{E000}')]);
}

#[test]
fn a_character_cut_off_at_the_end_is_a_hole_of_its_own() {
    let bytes = &GAME.as_bytes()[..GAME.find('羽').unwrap() + 2];
    let (text, used, problems) = decoded(bytes);
    assert_eq!((used.encoding, used.damaged), (Encoding::Utf8, false));
    assert!(text.ends_with("先手：\u{FFFD}"));
    assert!(matches!(problems[..], [TextProblemKind::InvalidBytes(_)]));
    assert_eq!(detect(bytes, false).encoding, Encoding::Utf8);
}

#[test]
fn utf32_is_named_and_not_read() {
    for big in [false, true] {
        let signs = std::iter::once('\u{FEFF}').chain(GAME.chars());
        let bytes: Vec<u8> = signs
            .flat_map(|it| match big {
                true => u32::from(it).to_be_bytes(),
                false => u32::from(it).to_le_bytes(),
            })
            .collect();
        let (text, _, problems) = decoded(&bytes);
        assert_eq!(text, "\u{FFFD}");
        let [TextProblemKind::InvalidBytes(found)] = problems[..] else {
            panic!("{problems:?}");
        };
        assert!(found.to_string().ends_with(" (UTF-32)"), "{found}");
    }
}

#[test]
fn a_lone_name_in_euc_jp_is_told_by_its_words() {
    for text in ["N+先手\n", "N+まえだ\n", "$EVENT:カップ\n"] {
        let bytes = encoded(text, Encoding::EucJp);
        let (back, used, _) = decoded(&bytes);
        assert_eq!((back.as_str(), used.encoding), (text, Encoding::EucJp));
    }
}

/// Text as records have it: Japanese, ASCII, line ends.
fn record_text() -> impl Strategy<Value = String> {
    let sign = prop_oneof![
        Just("手合割：平手\n".to_owned()),
        Just("   1 ７六歩(77)\r\n".to_owned()),
        "[ -~]{0,12}",
        "[ぁ-んァ-ヶ一二三歩香桂銀金角飛玉王成同右左直打、。ー～]{0,12}",
        "[｡-ﾟ]{0,4}",
        Just("\n".to_owned()),
        Just("\r".to_owned()),
    ];
    proptest::collection::vec(sign, 0..20).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn what_is_encoded_is_decoded_again(text in record_text()) {
        // Enough of a record that nothing is left to guess.
        let text = format!("{GAME}{text}");
        for encoding in Encoding::ALL.into_iter().skip(1) {
            // Mail has no half-width katakana.
            if encoding == Encoding::Iso2022Jp && text.chars().any(|it| matches!(it, '｡'..='ﾟ')) {
                continue;
            }
            let bytes = encoded(&text, encoding);
            let (back, used, _) = decoded(&bytes);
            prop_assert_eq!(&back, &text);
            prop_assert_eq!(used.encoding, encoding);
        }
    }

    #[test]
    fn places_and_problems_lie_in_the_text(
        parts in proptest::collection::vec(
            prop_oneof![
                proptest::collection::vec(any::<u8>(), 0..6),
                Just(b"\xEF\xBB\xBF".to_vec()),
                Just(b"\n".to_vec()),
                Just(b"\r".to_vec()),
                Just("７六歩".as_bytes().to_vec()),
                Just(b"\x82\x56\x98\x5A\x95\xE0".to_vec()),
                Just(b"\x1B$B".to_vec()),
            ],
            0..24,
        ),
        forced in proptest::option::of(proptest::sample::select(Encoding::ALL.to_vec())),
    ) {
        let bytes = parts.concat();
        let decision = match forced {
            Some(encoding) => Decision::forced(encoding, &bytes),
            None => detect(&bytes, true),
        };
        let mut text = String::new();
        let mut problems = Vec::new();
        let used = decode(&bytes, &decision, &mut text, &mut problems);
        for problem in &problems {
            prop_assert!(text.get(problem.span.range()).is_some(), "{problem:?} in {text:?}");
        }
        let places = Places::new(&bytes, &used, &text);
        let mut before = (0, 0, 0);
        for (at, _) in text.char_indices() {
            let place = places.place(at);
            let here = (place.line, place.column, 0);
            prop_assert!(before < here, "{here:?} after {before:?}");
            prop_assert!(place.byte <= bytes.len() as u64);
            before = here;
        }
    }
}
