//! Files of CSA, USI, USEN and JKF made to be slow: each is one thing over and over, and takes no longer than others.

use std::time::{Duration, Instant};

use kifu::finding::Findings;
use kifu::notation;
use kifu::record::{Notation, Record};
use kifu::replay::{Replay, ReplayOptions};

/// Long enough for squares to show.
const SIZE: usize = if cfg!(debug_assertions) {
    1 << 17
} else {
    1 << 20
};

/// Something over and over.
fn much(part: &str) -> String {
    part.repeat(SIZE / part.len())
}

fn time(notation: Notation, text: String) -> Duration {
    let start = Instant::now();
    let mut record = Record {
        source_len: text.len(),
        text,
        ..Record::default()
    };
    let mut findings = Findings::default();
    notation::read(notation, &mut record, &mut findings);
    Replay::default().run(&record, ReplayOptions::default(), &mut findings);
    start.elapsed()
}

#[test]
fn hostile_files_take_no_longer_than_others() {
    let even = "PI\n+\n";
    let csa = [
        much(","),
        format!("{even}+7776FU{}", much(",")),
        format!("{even}{}", much("+7776FU\n%MATTA\n")),
        format!("{even}{}", much("+77\n")),
        format!("{even}{}", much("+7776FU,-3334FU,")),
        format!("{even}+7776FU\n{}", much("'** 1\n")),
        format!("{even}+7776FU\n{}", much("T1\n")),
        format!("{even}+7776FU\n{}", much("%TORYO\n")),
        much("$A:x\n"),
        much("N+x\n"),
        much("P1 *  *  *  * -OU *  *  *  * \n"),
        format!("P+{}", much("00FU")),
        format!("{even}'summary:time up:{}", much(": win")),
        format!("V3.0\n$NOTE:{}", much("\\")),
        much("T"),
        much("\r"),
    ];
    let usi = [
        much("/"),
        much("9/"),
        much("+"),
        much("\t"),
        much("a\t"),
        format!("startpos moves {}", much("7g7f ")),
        format!("startpos moves {}", much("resign ")),
        format!("startpos moves {}", much("x ")),
        much("7g7f "),
        format!("{} b - 1", much("9")),
        format!("9/9/9/9/9/9/9/9/9 b {} 1", much("P")),
        much("%2F"),
        format!("https://x/?xbody={}", much("A")),
        format!("https://x/?{}", much("a=b&")),
        much("_"),
        much("."),
    ];
    let usen = [
        much("~"),
        much("~0."),
        format!("~0.{}.", much("7ku")),
        format!("~0.7ku.{}", much("~0.2jm.")),
        format!("~0.{}.", much("zzz")),
        much("."),
    ];
    let object = |moves: &str| format!(r#"{{"header":{{}},"moves":[{{}},{moves}]}}"#);
    let mv = r#""move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}"#;
    let jkf = [
        much("["),
        much("{\"a\":"),
        much("\""),
        object(much("{},").trim_end_matches(',')),
        object(&format!("{{{mv},\"forks\":[{}[]]}}", much("[],"))),
        object(&format!("{{{mv},\"forks\":[{}[]]}}", much("[{}],"))),
        object(&format!(
            "{{{mv},\"forks\":[{}[]]}}",
            much(&format!("[{{{mv}}}],"))
        )),
        object(&format!("{{\"comments\":[{}\"\"]}}", much("\"\\n\","))),
        format!("{{\"header\":{{{}\"a\":\"\"}}}}", much("\"a\":\"b\",")),
    ];
    for (notation, texts) in [
        (Notation::Csa, csa.to_vec()),
        (Notation::Usi, usi.to_vec()),
        (Notation::Usen, usen.to_vec()),
        (Notation::Jkf, jkf.to_vec()),
    ] {
        for text in texts {
            let begins: String = text.chars().take(60).collect();
            let took = time(notation, text);
            assert!(
                took < Duration::from_secs(6),
                "{notation:?} {begins:?}: {took:?}"
            );
        }
    }
}
