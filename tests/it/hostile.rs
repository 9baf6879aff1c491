//! Random bytes, and records with damage of every kind: nothing panics, nothing hangs, nothing is lost silently.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use kifu::convert::{Converter, Target};
use kifu::examine::Examiner;
use kifu::notation::{Game, Splitter, detect as detect_format, promised};
use kifu::record::Notation;
use kifu::render::{Human, Judged, Selection, push_record};
use kifu::replay::ReplayOptions;
use kifu::text::{Encoding, Unmappable, detect, encode};
use kifu::words::Lang;

/// The random numbers of Marsaglia's xorshift: the same ones every time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 16) as usize % limit.max(1)
    }
}

/// Takes bytes down the whole road, as every command does, shows what was found, and writes it in another notation.
#[derive(Default)]
struct Road {
    examiner: Examiner,
    converter: Converter,
    out: String,
}

impl Road {
    fn take(&mut self, name: &str, bytes: &[u8]) {
        let decision = detect(bytes, true);
        let notation = detect_format(bytes, &decision, promised(name));
        let mut splitter = Splitter::new(notation, &decision);
        let options = ReplayOptions {
            variations: true,
            ..ReplayOptions::default()
        };
        let selection = Selection::default();
        let human = Human::new(Lang::default());
        let (mut games, mut end) = (0, 0);
        while let Some(section) = splitter.next(bytes, true) {
            assert!(section.range.start >= end, "games overlap");
            end = section.range.end;
            games += 1;
            let game = Game {
                file: name,
                index: section.index,
                line: section.line,
                byte: section.byte,
                bytes: &bytes[section.range],
                decision: section.decision,
                notation: section.notation,
            };
            let report = self.examiner.examine(&game, options);
            let judged = Judged::new(report, &selection, None);
            self.out.clear();
            push_record(&mut self.out, &judged);
            self.out
                .extend(human.findings(&judged).into_iter().map(|it| it.1));
            let target = Target::new(Notation::ALL[bytes.len() % Notation::ALL.len()]);
            let report = &judged.report;
            self.converter
                .convert(report.record, report.replay, &target);
        }
        assert!(games > 0, "every file gives something");
    }
}

/// How many inputs of each kind: a first helping unless the tests are built for speed.
const COUNT: u64 = if cfg!(debug_assertions) {
    2_000
} else {
    100_000
};

/// Runs many inputs on two threads and says which one was bad.
fn all(make: impl Fn(&mut Random) -> (&'static str, Vec<u8>) + Sync) {
    std::thread::scope(|scope| {
        for half in 0..2 {
            let make = &make;
            scope.spawn(move || {
                let mut road = Road::default();
                for number in (half..COUNT).step_by(2) {
                    let seed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
                    let (name, bytes) = make(&mut Random(seed));
                    let started = Instant::now();
                    let result = catch_unwind(AssertUnwindSafe(|| road.take(name, &bytes)));
                    let shown = String::from_utf8_lossy(&bytes);
                    assert!(result.is_ok(), "number {number}, {name}: {shown:?}");
                    let slow = started.elapsed() > Duration::from_secs(20);
                    assert!(!slow, "number {number}, {name}: {shown:?}");
                }
            });
        }
    });
}

const NAMES: [&str; 8] = [
    "a.kif", "a.ki2", "a.csa", "a.usi", "a.usen", "a.jkf", "a.bod", "a.txt",
];

/// Pieces of all notations, to be strewn about.
const WORDS: [&str; 48] = [
    "手合割：",
    "六枚落ち",
    "変化：3手\n",
    "まで5手で先手の勝ち\n",
    "▲",
    "△",
    "７六歩",
    "(77)",
    "同　銀",
    "打",
    "成",
    "不成",
    "右",
    "投了",
    "   1 ７六歩(77)\n",
    "( 0:16/00:00:16)",
    "先手の持駒：飛二　歩十八\n",
    "| ・v玉|一\n",
    "+---------------------------+\n",
    "*#",
    "&",
    "#--separator--\n",
    "手数----指手--\n",
    "後手番\n",
    "\u{3000}",
    "\u{FEFF}",
    "V2.2\n",
    "PI82HI\n",
    "P1-KY-KE * \n",
    "P+00AL\n",
    "+7776FU\n",
    "-0055KA\n",
    "T99999999999\n",
    "%TORYO\n",
    "/\n",
    "'** 30 -3334FU\n",
    "$NOTE:\\x\n",
    "position sfen ",
    "9/9/9/9/9/9/9/9/9 b - 1",
    " moves ",
    "P*5e ",
    "8h2b+ ",
    "~0.7ku2jm.r",
    "{\"moves\":[{",
    "\"move\":{\"to\":{\"x\":7,\"y\":6}}",
    "\r",
    "\r\n",
    "99999999999999999999",
];

#[test]
fn random_bytes_do_no_harm() {
    all(|random| {
        let len = random.below(160);
        let style = random.below(4);
        let mut bytes = Vec::new();
        while bytes.len() < len {
            match style {
                0 => bytes.push(random.next() as u8),
                1 => {
                    bytes.push(b"+-/*%'$PV0123456789abcdefghi \n\r,.()[]{}\":=~"[random.below(43)]);
                }
                _ => bytes.extend_from_slice(WORDS[random.below(WORDS.len())].as_bytes()),
            }
        }
        (NAMES[random.below(NAMES.len())], bytes)
    });
}

#[test]
fn damaged_records_do_no_harm() {
    let seeds = seeds();
    assert!(seeds.len() > 200);
    all(|random| {
        let mut text = seeds[random.below(seeds.len())].clone();
        if random.below(4) == 0 {
            text += &seeds[random.below(seeds.len())];
        }
        if random.below(8) == 0 {
            text = text.replace('\n', ["\r", "\r\n", "\r\r\n", ","][random.below(4)]);
        }
        let encoding = match random.below(12) {
            0 => Encoding::Utf16Le,
            1 => Encoding::Iso2022Jp,
            2 => Encoding::EucJp,
            3..6 => Encoding::ShiftJis,
            _ => Encoding::Utf8,
        };
        let mut bytes = Vec::new();
        encode(&text, encoding, Unmappable::Geta, &mut bytes);
        for _ in 0..random.below(5) {
            damage(&mut bytes, random);
        }
        (NAMES[random.below(NAMES.len())], bytes)
    });
}

/// One blow.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    let end = (at + random.below(12)).min(bytes.len());
    match random.below(6) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..end)),
        2 => {
            let copy = bytes[at..end].repeat(random.below(4));
            bytes.splice(at..at, copy);
        }
        3 => {
            let word = WORDS[random.below(WORDS.len())];
            bytes.splice(at..at, word.bytes());
        }
        4 if at < bytes.len() => bytes[at] = random.next() as u8,
        _ if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        _ => bytes.push(random.next() as u8),
    }
}

/// The examples of all notations.
fn seeds() -> Vec<String> {
    let plain = |text: &str| {
        text.replace('⏎', "\n")
            .replace('␣', "\u{3000}")
            .replace('␍', "\r")
    };
    let read = |name: &str| std::fs::read_to_string(format!("testdata/formats/{name}")).unwrap();
    let kif = read("kif-examples.txt");
    let kif = kif.lines().filter_map(|line| {
        let (_, rest) = line.split_once('⟦')?;
        Some(plain(rest.split_once('⟧')?.0))
    });
    let tables = [read("csa.txt"), read("usi.txt")].concat();
    let machine = tables
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with(['#', '[', '=']))
        .map(plain);
    let jkf = [
        r#"{"header":{"先手":"a"},"initial":{"preset":"HIRATE"},"moves":[{"comments":["x"]},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"time":{"now":{"m":1,"s":2},"total":{"h":0,"m":1,"s":2}}},{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"},"forks":[[{"move":{"from":{"x":8,"y":3},"to":{"x":8,"y":4},"piece":"FU"}},{"special":"TORYO"}]]},{"special":"CHUDAN"}]}"#,
        r#"{"moves":[{},{"move":{"to":{"x":7,"y":6},"same":true,"relative":"H","piece":"KI"}}]}"#,
    ];
    kif.chain(machine).chain(jkf.map(str::to_owned)).collect()
}

/// Inputs that grow where a careless program needs time or stack that grows with their square.
#[test]
fn long_and_deep_inputs_take_no_time() {
    let mut road = Road::default();
    let long = |unit: &str, count: usize| unit.repeat(count);
    let moves = "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b ".repeat(5_000);
    let variations = "変化：3手\n   3 ７六歩(77)\n変化：1手\n   1 ２六歩(27)\n".repeat(1_500);
    let cases = [
        ("a.csa", long(",", 300_000)),
        ("a.csa", long("/\n", 20_000)),
        (
            "a.csa",
            format!("PI\n+\n{}", long("+7776FU,-3334FU,", 20_000)),
        ),
        ("a.kif", long("\r", 300_000)),
        ("a.kif", format!("   1 ７六歩(77)\n{}", long("*", 300_000))),
        ("a.kif", format!("   1 ７六歩(77)\n{}", long("#", 300_000))),
        ("a.kif", format!("   1 ７六歩(77)\n{variations}")),
        ("a.kif", long("先手：", 100_000)),
        ("a.ki2", long("▲", 100_000)),
        ("a.ki2", long("▲７六歩△３四歩", 10_000)),
        ("a.usi", format!("startpos moves {moves}")),
        ("a.sfen", format!("{} b - 1", long("9/", 50_000))),
        ("a.sfen", long("+", 300_000)),
        ("a.usen", format!("~0.{}.", long("7ku", 50_000))),
        ("a.usen", long("~0..", 20_000)),
        ("a.jkf", format!("{{\"moves\":{}", long("[", 100_000))),
        (
            "a.jkf",
            format!("{{\"moves\":[{}", long("{\"forks\":[[", 20_000)),
        ),
        ("a.jkf", long("{\"moves\":[]}", 5_000)),
        ("a.txt", long("\0", 300_000)),
        ("a.txt", long("\u{FEFF}\n", 50_000)),
    ];
    for (name, text) in cases {
        let started = Instant::now();
        road.take(name, text.as_bytes());
        let elapsed = started.elapsed();
        let head: String = text.chars().take(30).collect();
        assert!(
            elapsed < Duration::from_secs(20),
            "{name} {head:?}: {elapsed:?}"
        );
    }
}
