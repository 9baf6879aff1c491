//! `kifu explore`: its counts against a walk over the tables that `export` writes, and how they are told.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use crate::export::{kifu, stdout};
use crate::support::testdata;

fn rows(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let text = stdout(folder, arguments);
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A position without the number of its move.
fn unnumbered(sfen: &str) -> String {
    sfen.rsplit_once(' ').unwrap().0.to_owned()
}

/// What a walk counts: games, Black's and White's wins, draws, games without a result, ratings, rated ones,
/// first and last year.
#[derive(Debug, Default, PartialEq)]
struct Sum {
    results: [u64; 5],
    ratings: (f64, u32),
    years: Option<(u64, u64)>,
}

/// The counts of every position and of every move in it, walked through the tables.
struct Walked {
    positions: BTreeMap<String, Sum>,
    moves: BTreeMap<(String, String), Sum>,
}

impl Walked {
    fn new(folder: &Path, paths: &[&str]) -> Walked {
        let export = |table| {
            let arguments = ["export", "--table", table, "--output", "ndjson"];
            rows(folder, &[&arguments, paths].concat())
        };
        let key = |it: &Value| (it["file"].to_string(), it["game"].as_u64().unwrap());
        let mut plies: BTreeMap<_, Vec<Value>> = BTreeMap::new();
        for ply in export("moves") {
            plies.entry(key(&ply)).or_default().push(ply);
        }
        let mut walked = Walked {
            positions: BTreeMap::new(),
            moves: BTreeMap::new(),
        };
        for game in export("games") {
            let Some(start) = game["start_sfen"].as_str() else {
                continue;
            };
            let mut here = unnumbered(start);
            let mut positions = BTreeSet::from([here.clone()]);
            let mut moves = BTreeSet::new();
            for ply in plies.remove(&key(&game)).unwrap_or_default() {
                if ply["legal"] == true {
                    moves.insert((here.clone(), ply["usi"].as_str().unwrap().to_owned()));
                }
                here = unnumbered(ply["sfen_after"].as_str().unwrap());
                positions.insert(here.clone());
            }
            for position in positions {
                let mover = &position.split(' ').nth(1).unwrap().to_owned();
                walked
                    .positions
                    .entry(position)
                    .or_default()
                    .add(&game, mover);
            }
            for (position, mv) in moves {
                let mover = &position.split(' ').nth(1).unwrap().to_owned();
                walked
                    .moves
                    .entry((position, mv))
                    .or_default()
                    .add(&game, mover);
            }
        }
        walked
    }
}

impl Sum {
    fn add(&mut self, game: &Value, mover: &str) {
        self.results[0] += 1;
        let place = match game["winner"].as_str() {
            Some("black") => 1,
            Some("white") => 2,
            Some("draw") => 3,
            _ => 4,
        };
        self.results[place] += 1;
        let rating = if mover == "b" {
            "black_rating"
        } else {
            "white_rating"
        };
        if let Some(rating) = game[rating].as_f64() {
            self.ratings.0 += rating;
            self.ratings.1 += 1;
        }
        if let Some(year) = game["year"].as_u64() {
            let (first, last) = self.years.unwrap_or((year, year));
            self.years = Some((first.min(year), last.max(year)));
        }
    }

    /// Holds a row of `explore` against it.
    fn assert(&self, row: &Value) {
        let names = ["games", "black_wins", "white_wins", "draws", "no_result"];
        let counts = names.map(|name| row[name].as_u64().unwrap());
        assert_eq!(counts, self.results, "{row}");
        let mean = (self.ratings.1 > 0).then(|| self.ratings.0 / f64::from(self.ratings.1));
        let told = row["rating_mean"].as_f64();
        let near = mean
            .zip(told)
            .is_some_and(|(one, other)| (one - other).abs() < 0.006);
        assert!(near || mean.is_none() && told.is_none(), "{mean:?} {row}");
        let years = row["year_first"].as_u64().zip(row["year_last"].as_u64());
        assert_eq!(years, self.years, "{row}");
    }
}

/// Games with transpositions, repetitions, draws, without a result, of several starts.
pub(crate) fn collection(folder: &Path) {
    let lines = [
        // The same position by two ways, and a third way from another start.
        "position startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e",
        "position startpos moves 2g2f 8c8d 7g7f 3c3d 2f2e 4a3b",
        "position startpos moves 2g2f 3c3d 7g7f 8c8d",
        "position sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 9 moves 2g2f 8c8d 2f2e 8d8e 6i7h",
        // The start occurs four times, and different moves are played there.
        "position startpos moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 4i4h 8b7b",
        // A tempo lost: the position after 7g7f 3c3d comes late.
        "position startpos moves 7g7f 3c3d 2h3h 8b7b 3h2h 7b8b 2g2f",
        // An illegal move is no move of its position, but what follows it is.
        "position startpos moves 7g7f 3c3d 7f7d 8c8d 2g2f",
        "position sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 3c3d 7g7f 2c2d",
    ];
    std::fs::write(folder.join("lines.usi"), lines.join("\n")).unwrap();
    for (name, head, end) in [
        (
            "a",
            "N+A\nN-B\n'black_rate:A:1500.5\n'white_rate:B:2100\n$START_TIME:2019/05/01",
            "%TORYO",
        ),
        (
            "b",
            "N+B\nN-A\n'black_rate:B:2100\n$START_TIME:2021/05/01",
            "%TORYO",
        ),
        ("c", "N+C\nN-A", "%SENNICHITE"),
        ("d", "N+C\nN-D", "%CHUDAN"),
    ] {
        let moves = "+7776FU\n-3334FU\n+2726FU\n-8384FU\n+2625FU";
        let moves = if name == "b" { &moves[..31] } else { moves };
        let text = format!("V2.2\n{head}\nPI\n+\n{moves}\n{end}\n");
        std::fs::write(folder.join(format!("{name}.csa")), text).unwrap();
    }
}

#[test]
fn counts_are_those_of_a_walk_over_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    collection(folder.path());
    let data = testdata();
    let handicap = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    let all: [(&Path, &[&str], &[&str]); 3] = [
        (folder.path(), &["."], &[]),
        (folder.path(), &["lines.usi"], &["--position", handicap]),
        (&data, &["good", "games", "bad"], &[]),
    ];
    for (folder, paths, root) in all {
        let walked = Walked::new(folder, paths);
        let arguments = [
            &["explore", "--depth", "100", "--output", "ndjson"],
            paths,
            root,
        ]
        .concat();
        let told = rows(folder, &arguments);
        assert!(told.len() > 3, "{told:?}");
        walked.positions[&unnumbered(told[0]["sfen"].as_str().unwrap())].assert(&told[0]);
        let mut before = vec![unnumbered(told[0]["sfen"].as_str().unwrap())];
        let mut met = BTreeSet::new();
        for row in &told[1..] {
            let depth = row["depth"].as_u64().unwrap() as usize;
            before.truncate(depth);
            let mv = row["usi"].as_str().unwrap().to_owned();
            let key = (before[depth - 1].clone(), mv);
            walked.moves[&key].assert(row);
            met.insert(key);
            before.push(unnumbered(row["sfen"].as_str().unwrap()));
        }
        // Every position that can be reached has all its moves.
        let mut reached = BTreeSet::from([before.swap_remove(0)]);
        reached.extend(
            told.iter()
                .map(|it| unnumbered(it["sfen"].as_str().unwrap())),
        );
        for (position, mv) in walked.moves.keys() {
            if reached.contains(position) {
                assert!(
                    met.contains(&(position.clone(), mv.clone())),
                    "{position} {mv}"
                );
            }
        }
    }
}

#[test]
fn one_position_is_counted_as_in_the_tree_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    collection(folder.path());
    let run = |arguments: &[&str]| stdout(folder.path(), &[&["explore", "."], arguments].concat());
    for root in [
        &[][..],
        &["--moves", "７六歩 ３四歩"],
        &["--moves", "2g2f 8c8d 7g7f 3c3d"],
    ] {
        let one = [root, &["--output", "ndjson", "--jobs"]].concat();
        let table = run(&[&one[..], &["1"]].concat());
        assert_eq!(table, run(&[&one[..], &["4"]].concat()));
        let tree = run(&[&one[..], &["2", "--depth", "2"]].concat());
        let top: Vec<&str> = tree
            .lines()
            .filter(|it| !it.contains("\"depth\":2,"))
            .collect();
        assert_eq!(table.lines().collect::<Vec<_>>(), top);
    }
}

#[test]
fn the_object_is_as_documented() {
    let folder = tempfile::tempdir().unwrap();
    collection(folder.path());
    let arguments = [
        "explore", ".", "--output", "json", "--games", "2", "--depth", "2", "--by", "year",
    ];
    let root: Value = serde_json::from_str(&stdout(folder.path(), &arguments)).unwrap();
    assert_eq!(root["games"], 10);
    let first = &root["moves"][0];
    assert_eq!(
        (&first["usi"], &first["kif"]),
        (&"7g7f".into(), &"７六歩(77)".into())
    );
    let names: Vec<&String> = first.as_object().unwrap().keys().collect();
    for name in [
        "usi",
        "kif",
        "games",
        "black_wins",
        "white_wins",
        "draws",
        "no_result",
        "rating_mean",
        "year_first",
        "year_last",
        "sfen",
        "opening",
        "samples",
        "moves",
    ] {
        assert!(names.iter().any(|it| *it == name), "{name}: {names:?}");
    }
    // The newest game is named first, then those before it.
    assert_eq!(first["samples"][0]["file"], "./b.csa");
    assert_eq!(first["samples"][1]["file"], "./a.csa");
    let years: Vec<_> = first["by"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["by_year"])
        .collect();
    assert_eq!(years, [&Value::Null, &2019.into(), &2021.into()]);
    let sum: u64 = first["by"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["games"].as_u64().unwrap())
        .sum();
    assert_eq!(first["games"], sum);
    assert_eq!(first["moves"][0]["usi"], "3c3d");
    assert_eq!(first["moves"][0]["moves"], Value::Array(Vec::new()));
}

#[test]
fn people_read_a_table() {
    let folder = tempfile::tempdir().unwrap();
    collection(folder.path());
    let mut told = String::new();
    for arguments in [
        &["--games", "1"][..],
        &["--depth", "2", "--sort", "wins", "--lang", "ja"],
        &["--moves", "7g7f 3c3d", "--by", "player", "--lang", "fr"],
        &["--output", "markdown", "--top", "1", "--lang", "es"],
    ] {
        told.push_str(&stdout(
            folder.path(),
            &[&["explore", "."], arguments].concat(),
        ));
        told.push('\n');
    }
    insta::assert_snapshot!(told);
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = tempfile::tempdir().unwrap();
    collection(folder.path());
    for (arguments, status, told) in [
        (
            &["--moves", "7g7f 7g7f"][..],
            2,
            "--moves: 7g7f cannot be played here",
        ),
        (&["--moves", "7g7f *"], 2, "no *"),
        (&["--position", "what"], 2, "--position"),
        (&["--game", "a.csa", "--ply", "9"], 2, "5"),
        (
            &["--position", "9/9/9/9/9/9/9/9/9 b - 1"],
            1,
            "No game comes to this position",
        ),
        (&["--game", "a.csa", "--ply", "4"], 0, "games: 12 of 12"),
    ] {
        let output = kifu(folder.path(), &[&["explore", "."], arguments].concat());
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            output.status.code(),
            Some(status),
            "{arguments:?}: {errors}"
        );
        assert!(errors.contains(told), "{arguments:?}: {errors}");
    }
}

#[test]
fn the_picture_shows_every_move() {
    let folder = tempfile::tempdir().unwrap();
    collection(folder.path());
    let run = |more: &[&str]| {
        kifu(
            folder.path(),
            &[&["explore", ".", "-o", "tree.svg"], more].concat(),
        )
    };
    assert_eq!(run(&["--depth", "2"]).status.code(), Some(0));
    let svg = std::fs::read_to_string(folder.path().join("tree.svg")).unwrap();
    for text in [
        "☗７六歩 P-7f",
        "☖３四歩 P-3d",
        "7 games",
        "prefers-color-scheme:dark",
    ] {
        assert!(svg.contains(text), "{text} in {svg}");
    }
    // Two columns: what the moves of the start led to is not opened any further.
    assert!(!svg.contains("☗２五歩"));
    // Nothing is overwritten unasked, and no other ending is taken.
    assert_eq!(run(&[]).status.code(), Some(2));
    assert_eq!(run(&["--force"]).status.code(), Some(0));
    let other = kifu(folder.path(), &["explore", ".", "-o", "tree.pdf"]);
    assert_eq!(other.status.code(), Some(2));
}

#[cfg(feature = "columnar")]
/// A book says of its positions what the records say, as far as it holds them.
#[test]
fn a_book_is_asked_in_place_of_records() {
    let folder = tempfile::tempdir().unwrap();
    collection(folder.path());
    let made = kifu(
        folder.path(),
        &["book", ".", "--min-games", "1", "-o", "book.parquet"],
    );
    // One of the records has an illegal move.
    assert_eq!(made.status.code(), Some(1), "{made:?}");
    let names = [
        "usi",
        "games",
        "black_wins",
        "white_wins",
        "draws",
        "no_result",
        "year_first",
        "year_last",
    ];
    let records = ["lines.usi", "a.csa", "b.csa", "c.csa", "d.csa"];
    for line in ["7g7f", "7g7f 3c3d", "2g2f 8c8d 7g7f 3c3d"] {
        let told = |sources: &[&str]| {
            let arguments = ["--moves", line, "--output", "json"];
            let arguments = [&["explore"], sources, &arguments[..]].concat();
            let root: Value = serde_json::from_str(&stdout(folder.path(), &arguments)).unwrap();
            let moves = root["moves"].as_array().unwrap().iter();
            let row = |it: &Value| names.map(|name| it[name].clone()).to_vec();
            moves.map(row).collect::<Vec<_>>()
        };
        assert!(!told(&records).is_empty());
        assert_eq!(told(&["book.parquet"]), told(&records), "{line}");
    }
    let refused = kifu(
        folder.path(),
        &["explore", "book.parquet", "--where", "plies > 3"],
    );
    assert_eq!(refused.status.code(), Some(2));
}
