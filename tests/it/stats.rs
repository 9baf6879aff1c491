//! `kifu stats`: the same numbers for any number of threads, and those of the exported table.

#![allow(clippy::cast_precision_loss, reason = "the counts are small")]

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::export::{kifu, stdout};
use crate::support::testdata;

const INPUTS: [&str; 3] = ["good", "bad", "games"];

fn stats(arguments: &[&str]) -> String {
    stdout(&testdata(), &[&["stats"], &INPUTS[..], arguments].concat())
}

/// The games, as `export` has them.
fn games() -> Vec<Value> {
    let text = stdout(
        &testdata(),
        &[&["export"], &INPUTS[..], &["--output", "ndjson"]].concat(),
    );
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The value of each line of the report.
fn report(arguments: &[&str]) -> BTreeMap<(String, String), Value> {
    let text = stats(&[&["--output", "json", "--top", "100000"], arguments].concat());
    let lines: Vec<Value> = serde_json::from_str(&text).unwrap();
    let key = |line: &Value, name: &str| line[name].as_str().unwrap().to_owned();
    let pairs = lines
        .iter()
        .map(|line| ((key(line, "section"), key(line, "name")), line.clone()));
    pairs.collect()
}

fn value(report: &BTreeMap<(String, String), Value>, section: &str, name: &str) -> u64 {
    let line = report.get(&(section.to_owned(), name.to_owned()));
    line.map_or(0, |line| line["value"].as_u64().unwrap())
}

fn count(games: &[Value], test: impl Fn(&Value) -> bool) -> u64 {
    games.iter().filter(|game| test(game)).count() as u64
}

#[test]
fn the_report_counts_what_the_table_holds() {
    let (games, report) = (games(), report(&[]));
    assert_eq!(value(&report, "games", "games"), games.len() as u64);
    for (name, winner) in [
        ("black", Value::from("black")),
        ("white", Value::from("white")),
        ("draw", Value::from("draw")),
        ("none", Value::from("none")),
        ("unknown", Value::Null),
    ] {
        let wanted = count(&games, |game| game["winner"] == winner);
        assert_eq!(value(&report, "results", name), wanted, "{name}");
    }
    for (section, column, unknown) in [
        ("endings", "ending", "none_stated"),
        ("formats", "format", "none_stated"),
        ("encodings", "encoding", "none_stated"),
    ] {
        let mut wanted: BTreeMap<&str, u64> = BTreeMap::new();
        for game in &games {
            *wanted
                .entry(game[column].as_str().unwrap_or(unknown))
                .or_default() += 1;
        }
        for (name, number) in wanted {
            assert_eq!(value(&report, section, name), number, "{section} {name}");
        }
    }
    let handicap = |game: &Value| match game["handicap"].as_str() {
        Some(name) => name.to_owned(),
        None if game["start_sfen"].is_null() => "unknown".to_owned(),
        None => "even_or_free".to_owned(),
    };
    for name in games.iter().map(handicap) {
        let wanted = count(&games, |game| handicap(game) == name);
        assert_eq!(value(&report, "handicaps", &name), wanted, "{name}");
    }
    let plies: Vec<u64> = games
        .iter()
        .filter_map(|it| it["plies"].as_u64())
        .filter(|&it| it > 0)
        .collect();
    assert_eq!(value(&report, "plies", "number"), plies.len() as u64);
    assert_eq!(value(&report, "plies", "min"), *plies.iter().min().unwrap());
    assert_eq!(value(&report, "plies", "max"), *plies.iter().max().unwrap());
    let mean = plies.iter().sum::<u64>() as f64 / plies.len() as f64;
    let told = report[&("plies".to_owned(), "mean".to_owned())]["value"]
        .as_f64()
        .unwrap();
    assert!((told - mean).abs() < 0.006);
    for opening in games.iter().filter_map(|game| game["opening"].as_str()) {
        let wanted = count(&games, |game| game["opening"] == opening);
        assert_eq!(value(&report, "openings", opening), wanted, "{opening}");
    }
}

/// The same numbers by a program that knows nothing of this one. Without it the test says so and passes.
#[cfg(feature = "columnar")]
#[test]
fn duckdb_counts_the_same_from_the_exported_tables() {
    use std::path::Path;
    use std::process::Command;

    use crate::export;

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (told, games, moves) = (
        path("report.json"),
        path("games.parquet"),
        path("moves.parquet"),
    );
    fs::write(&told, stats(&["--output", "json", "--top", "100000"])).unwrap();
    for (table, path) in [("games", &games), ("moves", &moves)] {
        let inputs = [&["export"], &INPUTS[..], &["--table", table, "-o", path]];
        stdout(&testdata(), &inputs.concat());
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/duckdb_agrees.py");
    let mut command = Command::new(export::python());
    match command.arg(script).args([told, games, moves]).output() {
        Ok(output) if output.status.code() != Some(77) => {
            let told = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{told}");
            assert!(told.ends_with(" compared, 0 different\n"), "{told}");
        }
        _ => export::skipped("the statistics are not counted again", "duckdb"),
    }
}

#[test]
fn groups_and_conditions_count_what_the_table_holds() {
    let games = games();
    let text = stats(&["--by", "format,winner", "--output", "json"]);
    let groups: Vec<Value> = serde_json::from_str(&text).unwrap();
    let mut sum = 0;
    for group in &groups {
        let same =
            |game: &Value| game["format"] == group["format"] && game["winner"] == group["winner"];
        let wanted = count(&games, same);
        assert_eq!(group["games"].as_u64(), Some(wanted), "{group}");
        sum += wanted;
    }
    assert_eq!(sum, games.len() as u64);
    for (condition, wanted) in [
        (
            "plies > 5",
            count(&games, |game| game["plies"].as_u64() > Some(5)),
        ),
        (
            "winner is null",
            count(&games, |game| game["winner"].is_null()),
        ),
        (
            "format in (kif, ki2) and not winner = black",
            count(&games, |game| {
                let lost = !game["winner"].is_null() && game["winner"] != "black";
                lost && (game["format"] == "kif" || game["format"] == "ki2")
            }),
        ),
    ] {
        assert_eq!(
            value(&report(&["--where", condition]), "games", "games"),
            wanted,
            "{condition}"
        );
    }
}

#[test]
fn groups_in_json_have_the_values_of_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let game = "V2.2\n$START_TIME:2024/02/29\n'black_rate:A:0.5\nPI\n+\n+7776FU\n%TORYO\n";
    fs::write(folder.path().join("a.csa"), game).unwrap();
    let by = "year,black_rating,white_rating,date,month,winner,year,winner";
    let fixed = ["stats", "a.csa", "--by", by, "--output"];
    let text = stdout(folder.path(), &[&fixed[..], &["json"]].concat());
    let groups: Vec<Value> = serde_json::from_str(&text).unwrap();
    let group = &groups[0];
    assert_eq!(group["year"], 2024);
    assert_eq!(group["black_rating"], 0.5);
    assert_eq!(group["white_rating"], Value::Null);
    assert_eq!(group["date"], "2024-02-29");
    assert_eq!(group["month"], "2024-02");
    for name in ["year", "winner"] {
        let key = format!("\"{name}\":");
        assert_eq!(text.matches(&key).count(), 1, "{text}");
    }
    let table = stdout(folder.path(), &[&fixed[..], &["csv"]].concat());
    assert!(table.starts_with("year,black_rating,white_rating,date,month,winner,games,"));
}

#[test]
fn what_has_no_start_position_is_no_even_game() {
    let folder = tempfile::tempdir().unwrap();
    let even = "手合割：平手\n手数----指手----\n1 ７六歩(77)\n2 投了\n";
    let unreadable = format!("先手の持駒：犬\n{even}");
    for (file, content) in [("a.kif", even), ("b.kif", &unreadable), ("c.kif", "")] {
        fs::write(folder.path().join(file), content).unwrap();
    }
    let told = |arguments: &[&str]| {
        let done = kifu(folder.path(), &[&["stats", "."], arguments].concat());
        String::from_utf8(done.stdout).unwrap()
    };
    let table = told(&["--output", "csv"]);
    assert!(
        table.contains("\nhandicaps,unknown,2,,3,0.6667,"),
        "{table}"
    );
    assert!(
        table.contains("\nhandicaps,even_or_free,1,,3,0.3333,"),
        "{table}"
    );
    for (lang, words) in [
        ("en", "start position not known"),
        ("ja", "開始局面が不明"),
        ("fr", "position de départ inconnue"),
        ("es", "posición inicial desconocida"),
    ] {
        assert!(told(&["--lang", lang]).contains(words), "{lang}");
    }
}

#[test]
fn threads_change_no_number() {
    for arguments in [
        &["--output", "csv"][..],
        &["--by", "player", "--output", "json"],
        &["--by", "opening:1,format", "--output", "markdown"],
        &["--lang", "ja"],
    ] {
        let one = stats(&[arguments, &["--jobs", "1"]].concat());
        assert!(
            one == stats(&[arguments, &["--jobs", "4"]].concat()),
            "{arguments:?}"
        );
        assert!(one.lines().count() > 2);
    }
}

#[test]
fn groups_by_player_see_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let game = |black: &str, white: &str, end: &str| {
        format!("V2.2\nN+{black}\nN-{white}\nPI\n+\n+7776FU\n-3334FU\n{end}\n")
    };
    let games = [
        game("A", "B", "%TORYO"),
        game("B", "A", "%TORYO"),
        game("A", "B", "%CHUDAN"),
    ]
    .join("/\n");
    fs::write(folder.path().join("a.csa"), games).unwrap();
    let text = stdout(
        folder.path(),
        &["stats", "a.csa", "--by", "player", "--output", "csv"],
    );
    let rows: Vec<&str> = text.lines().collect();
    assert!(
        rows[0].starts_with("player,games,wins,losses,draws,no_result,unknown,win_rate,low,high")
    );
    assert!(rows[1].starts_with("A,3,1,1,0,1,0,0.5000,"), "{}", rows[1]);
    assert!(rows[2].starts_with("B,3,1,1,0,1,0,0.5000,"), "{}", rows[2]);
    let few = stdout(
        folder.path(),
        &[
            "stats", "a.csa", "--by", "player", "--top", "1", "--output", "csv",
        ],
    );
    assert_eq!(few.lines().count(), 2);
    let none = stdout(
        folder.path(),
        &[
            "stats",
            "a.csa",
            "--by",
            "player",
            "--min-games",
            "4",
            "--output",
            "csv",
        ],
    );
    assert_eq!(none.lines().count(), 1);
}

#[test]
fn charts_are_files_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    for chart in ["plies", "results", "endings", "clocks"] {
        let path = folder.path().join(format!("{chart}.svg"));
        let path = path.to_str().unwrap();
        stats(&["--plot", path, "--chart", chart]);
        let svg = fs::read_to_string(path).unwrap();
        assert!(
            svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
            "{chart}"
        );
        assert!(svg.contains("<title>") && svg.contains("<desc>"));
        let title = svg.split_once("</title>").unwrap().0;
        assert!(title.ends_with(')'), "of how many: {title}");
        stats(&[
            "--plot", path, "--chart", chart, "--by", "format", "--width", "400", "--force",
        ]);
        let grouped = fs::read_to_string(path).unwrap();
        assert!(grouped.contains(">csa</text>") && grouped.contains("width=\"400\""));
        assert_ne!(grouped, svg, "{chart}");
        stats(&["--plot", path, "--chart", chart, "--force"]);
        let again = kifu(&testdata(), &["stats", "good", "--plot", path]);
        assert_eq!(again.status.code(), Some(2), "what exists is kept");
        assert!(fs::read_to_string(path).unwrap() == svg);
    }
}

#[test]
fn groups_beyond_the_twelfth_stand_together() {
    let folder = tempfile::tempdir().unwrap();
    let games: Vec<String> = (0..20)
        .map(|year| {
            format!(
                "V2.2\n$START_TIME:{}/01/01\nPI\n+\n+7776FU\n%TORYO\n",
                2001 + year
            )
        })
        .collect();
    fs::write(folder.path().join("a.csa"), games.join("/\n")).unwrap();
    let asked = [
        "stats", "a.csa", "--by", "date", "--plot", "a.svg", "--chart", "results",
    ];
    assert_eq!(kifu(folder.path(), &asked).status.code(), Some(0));
    let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
    assert!(svg.contains("others (8)"), "{svg}");
    let place = |name: &str| svg.find(&format!(">{name}</text>")).expect(name);
    assert!(
        place("2001-01-01") < place("2002-01-01"),
        "dates in their order"
    );
}

#[test]
fn groups_stand_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let kif = "手合割：平手\n   1 ７六歩(77)   ( 0:40/00:00:40)\n   2 投了\n";
    fs::write(folder.path().join("a.csa"), GAME).unwrap();
    fs::write(folder.path().join("b.kif"), kif).unwrap();
    for chart in ["plies", "results", "endings", "clocks"] {
        let fixed = ["stats", ".", "--by", "format", "--width", "400"];
        let drawn = ["--force", "--plot", "a.svg", "--chart", chart];
        let done = kifu(folder.path(), &[&fixed[..], &drawn].concat());
        assert_eq!(done.status.code(), Some(0));
        let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
        insta::assert_snapshot!(format!("chart_of_{chart}_by_format"), svg);
    }
}

#[cfg(feature = "png")]
#[test]
fn a_chart_by_the_name_of_a_png_is_one() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.csa"), GAME).unwrap();
    let draw = |more: &[&str]| {
        kifu(
            folder.path(),
            &[&["stats", "a.csa", "--plot"], more].concat(),
        )
    };
    let done = draw(&["a.png", "--width", "400", "--height", "300"]);
    if String::from_utf8_lossy(&done.stderr).contains("No font is installed") {
        assert_eq!(done.status.code(), Some(2));
        return;
    }
    assert_eq!(done.status.code(), Some(0));
    let png = fs::read(folder.path().join("a.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (400, 300));
    assert!(png.len() > 4000, "there is something on it: {}", png.len());
    let refused = draw(&["a.pdf"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(!folder.path().join("a.pdf").exists());
}

const GAME: &str = "V2.2\nN+<Tanaka>\nN-Sato & Co\nPI\n+\n+7776FU,T12\n'** 55 -3334FU\n-3334FU,T70\n'** -20 +2726FU\n\
                    +2726FU,T3\n'** 99999\n-8384FU,T5\n%TORYO\n";

#[test]
fn one_game_is_drawn_move_by_move() {
    let folder = tempfile::tempdir().unwrap();
    let svg = |file: &str, content: &str, arguments: &[&str]| {
        fs::write(folder.path().join(file), content).unwrap();
        let plot = format!("{file}.svg");
        let fixed = ["stats", file, "--force", "--plot", &plot];
        let done = kifu(folder.path(), &[&fixed, arguments].concat());
        let drawn = fs::read_to_string(folder.path().join(&plot)).unwrap_or_default();
        (done, drawn)
    };
    let (done, drawn) = svg("one.csa", GAME, &[]);
    assert_eq!(done.status.code(), Some(0));
    insta::assert_snapshot!("chart_of_a_game", drawn);
    let (_, french) = svg("one.csa", GAME, &["--lang", "fr"]);
    assert!(french.contains("temps de chaque coup"), "{french}");

    let fell = GAME.replace("** 99999", "** -1500 -8384FU");
    let (_, fell) = svg("fell.csa", &fell, &[]);
    assert!(
        fell.contains(">3 P-2f</text>"),
        "the mistake is named: {fell}"
    );

    // Times only; neither: then the default is the usual chart, and asking for this one is refused.
    let bare: String = GAME
        .lines()
        .filter(|it| !it.starts_with('\''))
        .fold(String::new(), |all, line| all + line + "\n");
    let (_, drawn) = svg("times.csa", &bare, &[]);
    assert!(drawn.contains("time for each move") && !drawn.contains("evaluation"));
    let silent = bare
        .replace(",T12", "")
        .replace(",T70", "")
        .replace(",T3", "")
        .replace(",T5", "");
    let (_, drawn) = svg("silent.csa", &silent, &[]);
    assert!(drawn.contains("<title>Plies ("));
    let (refused, drawn) = svg("none.csa", &silent, &["--chart", "game"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(drawn.is_empty());
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("neither evaluations nor times"), "{told}");

    let both = format!("{GAME}/\n{bare}");
    let (_, drawn) = svg("both.csa", &both, &[]);
    assert!(drawn.contains("<title>Plies ("));
    let (refused, _) = svg("both.csa", &both, &["--chart", "game"]);
    assert_eq!(refused.status.code(), Some(2));
    let (chosen, drawn) = svg(
        "both.csa",
        &both,
        &["--chart", "game", "--where", "game = 2"],
    );
    assert_eq!(chosen.status.code(), Some(0));
    assert!(!drawn.contains("evaluation"));
}

#[test]
fn names_fold_when_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    for (file, name) in [("a.csa", "羽生 善治"), ("b.csa", "羽生善治九段")] {
        let text = format!("V2.2\nN+{name}\nN-B\nPI\n+\n+7776FU\n%TORYO\n");
        fs::write(folder.path().join(file), text).unwrap();
    }
    for by in ["player", "black"] {
        let rows = |more: &[&str]| {
            let arguments = [&["stats", ".", "--by", by, "--output", "csv"], more].concat();
            stdout(folder.path(), &arguments).lines().count()
        };
        assert_eq!(rows(&[]) - rows(&["--fold-names"]), 1, "{by}");
    }
    let report = stdout(folder.path(), &["stats", ".", "--fold-names"]);
    assert!(
        report.contains("羽生善治") && !report.contains("九段"),
        "{report}"
    );
}

#[test]
fn bad_questions_are_refused() {
    for arguments in [
        &["--by", "nonsense"][..],
        &["--where", "plies >"],
        &["--where", "nonsense = 1"],
        &["--where", "plies > many"],
        &["--where", "date > 2024/01/01"],
        &["--chart", "plies"],
    ] {
        let refused = kifu(&testdata(), &[&["stats", "good"], arguments].concat());
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn people_read_no_words_of_programs() {
    for lang in ["en", "ja", "fr", "es"] {
        let report = stats(&["--lang", lang]);
        for word in ["fourfold_repetition", "  number ", "none_stated"] {
            let found = report.lines().any(|it| it.starts_with(word));
            assert!(!found && !report.contains("_repetition"), "{lang}: {word}");
        }
        if lang != "en" {
            assert!(
                !report.lines().any(|it| it.starts_with("  games ")),
                "{lang}"
            );
        }
        let groups = stats(&["--lang", lang, "--by", "winner,opening"]);
        for word in ["black_wins", "win_rate", "plies_mean", "sp_33_bishop"] {
            assert!(!groups.contains(word), "{lang}: {word}");
        }
    }
    let groups = stats(&["--by", "winner", "--where", "plies > 0"]);
    assert!(groups.contains("\n  not stated"), "{groups}");
}

#[test]
fn a_distribution_says_of_how_many_it_is() {
    let (games, report) = (games(), report(&[]));
    let number = |section: &str| &report[&(section.to_owned(), "number".to_owned())];
    let plies: u64 = games.iter().filter_map(|it| it["plies"].as_u64()).sum();
    assert_eq!(number("plies")["of"], games.len() as u64);
    assert_eq!(number("move_times")["of"], plies);
    assert_eq!(number("side_times")["of"], 2 * games.len() as u64);
}
