//! `kifu export` and `kifu schema`: the same rows in every form, whatever the number of threads.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::support::testdata;

/// Runs the program in a folder.
pub(crate) fn kifu(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
    command.current_dir(folder).args(arguments);
    command.env("LC_ALL", "C").output().unwrap()
}

/// Standard output of a run that does not fail.
pub(crate) fn stdout(folder: &Path, arguments: &[&str]) -> String {
    let output = kifu(folder, arguments);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_ne!(output.status.code(), Some(2), "{arguments:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

const TABLES: [&str; 4] = ["games", "moves", "positions", "findings"];

fn ndjson(text: &str) -> Vec<serde_json::Map<String, Value>> {
    let rows = text.lines().map(|line| serde_json::from_str(line).unwrap());
    rows.collect()
}

/// A JSON value as CSV has it.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_f64() {
            Some(real) if number.is_f64() => format!("{real:?}"),
            _ => number.to_string(),
        },
        other => other.to_string(),
    }
}

#[test]
fn csv_and_ndjson_hold_the_same_rows() {
    for table in TABLES {
        let csv = stdout(
            &testdata(),
            &["export", "good", "bad", "games", "--table", table],
        );
        let options = ["--table", table, "--output", "ndjson"];
        let json = ndjson(&stdout(
            &testdata(),
            &[&["export", "good", "bad", "games"], &options[..]].concat(),
        ));
        let mut csv = csv::Reader::from_reader(csv.as_bytes());
        let names: Vec<String> = csv.headers().unwrap().iter().map(str::to_owned).collect();
        let mut rows = 0;
        for (row, object) in csv.records().map(Result::unwrap).zip(&json) {
            assert_eq!(
                object.keys().cloned().collect::<Vec<_>>().len(),
                names.len()
            );
            for (name, field) in names.iter().zip(&row) {
                assert_eq!(field, plain(&object[name]), "{table}.{name}");
            }
            rows += 1;
        }
        assert_eq!(rows, json.len(), "{table}");
        assert!(rows > 10, "{table}");
    }
}

/// The Python that other programs are asked through.
#[cfg(feature = "columnar")]
pub(crate) fn python() -> String {
    std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

/// Says that a package of Python is missing.
#[cfg(feature = "columnar")]
pub(crate) fn skipped(what: &str, package: &str) {
    crate::support::skipped(&format!("{what}: {} has no {package}", python()));
}

/// Reads a Parquet file with another program and compares it with NDJSON. Without that program it says so and passes.
#[cfg(feature = "columnar")]
#[test]
fn parquet_holds_the_same_rows() {
    let folder = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/read_parquet.py");
    let python = python();
    let data = testdata();
    for table in TABLES {
        let path = folder.path().join(format!("{table}.parquet"));
        let path = path.to_str().unwrap();
        let inputs = ["export", "good", "bad", "games", "--table", table];
        stdout(&data, &[&inputs[..], &["-o", path]].concat());
        let json = stdout(&data, &[&inputs[..], &["--output", "ndjson"]].concat());
        let read = match Command::new(&python).arg(&script).arg(path).output() {
            Ok(output) if output.status.success() => output,
            Ok(output) if output.status.code() != Some(77) => {
                panic!("{}", String::from_utf8_lossy(&output.stderr))
            }
            _ => return skipped("Parquet is not read back", "pyarrow"),
        };
        let read = ndjson(&String::from_utf8(read.stdout).unwrap());
        let wanted = ndjson(&json);
        assert_eq!(read.len(), wanted.len(), "{table}");
        for (read, wanted) in read.iter().zip(&wanted) {
            for (name, value) in wanted {
                let read = &read[name];
                let same =
                    read == value || read.as_f64().is_some_and(|it| Some(it) == value.as_f64());
                assert!(same, "{table}.{name}: {read} {value}");
            }
            assert_eq!(read.len(), wanted.len());
        }
    }
}

#[test]
fn threads_and_runs_change_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    let mut forms = vec!["csv", "ndjson"];
    if cfg!(feature = "columnar") {
        forms.push("parquet");
    }
    for table in TABLES {
        for form in &forms {
            let mut outputs = Vec::new();
            for (run, jobs) in ["1", "3", "1"].into_iter().enumerate() {
                let path = folder.path().join(format!("{run}.{form}"));
                let path = path.to_str().unwrap();
                let inputs = ["export", "good", "bad", "games", "--table", table];
                stdout(
                    &testdata(),
                    &[&inputs[..], &["--force", "--jobs", jobs, "-o", path]].concat(),
                );
                outputs.push(fs::read(path).unwrap());
            }
            assert!(
                outputs[0] == outputs[1] && outputs[0] == outputs[2],
                "{table} {form}"
            );
        }
    }
}

/// The files of a folder by name.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let read = entries.map(|it| {
        let name = it.file_name().into_string().unwrap();
        (name, fs::read_to_string(it.path()).unwrap())
    });
    read.collect()
}

#[test]
fn what_cannot_be_is_said_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.csa"), FLOODGATE).unwrap();
    fs::create_dir(path.join("empty")).unwrap();
    let told = |arguments: &[&str]| {
        let output = kifu(path, &[&["export"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(told(&["a.csa", "-o", "a.json"]).contains("ending .json"));
    assert!(told(&["a.csa", "-o", "a.csv.gz"]).contains("ending .gz"));
    let folder = told(&["a.csa", "--partition", "1", "-o", "a.csa", "--force"]);
    assert_eq!(folder, "error: a.csa cannot be written: not a directory.\n");
    for form in ["csv", "ndjson"] {
        told(&["empty", "--output", form]);
        told(&["missing.csa", "--output", form]);
    }
    assert_eq!(fs::read_dir(path).unwrap().count(), 2);
    stdout(path, &["export", "a.csa", "-o", "a.jsonl"]);
    let rows = fs::read_to_string(path.join("a.jsonl")).unwrap();
    assert_eq!(ndjson(&rows).len(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_once() {
    for arguments in [
        &["-q", "export", "--table", "moves", "-o", "/dev/full"][..],
        &["-q", "convert", "--to", "usi", "-o", "/dev/full"],
    ] {
        let output = kifu(&testdata(), &[arguments, &["good"]].concat());
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8(output.stderr).unwrap();
        let errors: Vec<&str> = told.lines().filter(|it| it.starts_with("error:")).collect();
        let wanted = "error: /dev/full cannot be written: No space left on device (os error 28).";
        assert_eq!(errors, [wanted]);
    }
}

#[test]
fn parts_make_the_whole_and_a_second_run_makes_the_same_parts() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("parts");
    let whole = stdout(&testdata(), &["export", "good"]);
    let arguments = [
        "export",
        "good",
        "--partition",
        "5",
        "-o",
        out.to_str().unwrap(),
    ];
    stdout(&testdata(), &arguments);
    let first = files(&out);
    assert!(first.len() > 2);
    assert!(first.keys().next().unwrap() == "games-00001.csv");
    let heading = whole.lines().next().unwrap();
    let rows = first.values().flat_map(|it| {
        assert_eq!(it.lines().next().unwrap(), heading);
        it.split_inclusive('\n').skip(1)
    });
    assert!(rows.collect::<String>() == whole[heading.len() + 1..]);
    let again = kifu(&testdata(), &arguments);
    assert_eq!(again.status.code(), Some(2), "what exists is kept");
    stdout(
        &testdata(),
        &[&arguments[..], &["--force", "--jobs", "3"]].concat(),
    );
    assert!(first == files(&out));
    // A run that makes fewer parts leaves none of the others behind, nor touches what is not its own.
    for own in [
        "games-1of2-00009.csv",
        "games-9.csv",
        "moves-00009.csv",
        "games-00009.txt",
    ] {
        fs::write(out.join(own), "").unwrap();
    }
    let larger = arguments.map(|it| if it == "5" { "1000" } else { it });
    stdout(&testdata(), &[&larger[..], &["--force"]].concat());
    let names: Vec<String> = files(&out).into_keys().collect();
    let kept = [
        "games-00001.csv",
        "games-00009.txt",
        "games-1of2-00009.csv",
        "games-9.csv",
        "moves-00009.csv",
    ];
    assert_eq!(names, kept);
    let again = kifu(&testdata(), &larger);
    let told = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(told.contains("games-00001.csv already exists"), "{told}");
}

#[test]
fn shards_divide_the_files() {
    let mut lines: Vec<String> = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let text = stdout(&testdata(), &["export", "good", "games", "--shard", shard]);
        let rows = text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        assert!(!rows.is_empty(), "{shard}");
        lines.extend(rows);
    }
    let whole = stdout(&testdata(), &["export", "good", "games"]);
    let mut wanted: Vec<String> = whole.lines().skip(1).map(str::to_owned).collect();
    lines.sort();
    wanted.sort();
    assert!(lines == wanted);
    for shard in ["0/3", "4/3", "1", "a/b", "1/0"] {
        let refused = kifu(&testdata(), &["export", "good", "--shard", shard]);
        assert_eq!(refused.status.code(), Some(2), "{shard}");
    }
}

const FLOODGATE: &str = "\
V2.2
N+Black
N-White
'Increment:10
$EVENT:wdoor+floodgate-300-10F+Black+White+20240229130509
$START_TIME:2024/02/29 13:05:09
PI
+
'black_rate:Black+0123:2921.5
'white_rate:White+4567:1500.0
+7776FU
T12
'** 47 -3334FU +2726FU #960
-3334FU
T310
'** -120
+8822UM
T5
'*#評価値=300
'*#読み筋=△２二銀
-3122GI
T1
+0055KA
T0
%TORYO
'summary:toryo:Black lose:White win
'$END_TIME:2024/02/29 13:12:00
";

fn table_of(record: &str, name: &str, arguments: &[&str]) -> Vec<serde_json::Map<String, Value>> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), record).unwrap();
    let all = [&["export", name, "--output", "ndjson"], arguments].concat();
    ndjson(&stdout(folder.path(), &all))
}

fn column(rows: &[serde_json::Map<String, Value>], name: &str) -> Vec<String> {
    rows.iter().map(|row| plain(&row[name])).collect()
}

#[test]
fn a_move_has_its_clock_its_evaluation_and_its_name() {
    let rows = table_of(FLOODGATE, "a.csa", &["--table", "moves"]);
    for (name, wanted) in [
        ("ply", ["1", "2", "3", "4", "5"]),
        ("side", ["black", "white", "black", "white", "black"]),
        ("usi", ["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"]),
        (
            "kif",
            [
                "７六歩(77)",
                "３四歩(33)",
                "２二角成(88)",
                "同　銀(31)",
                "５五角打",
            ],
        ),
        ("piece", ["FU", "FU", "UM", "GI", "KA"]),
        ("from_square", ["77", "33", "88", "31", ""]),
        ("to_square", ["76", "34", "22", "22", "55"]),
        ("capture", ["", "", "KA", "UM", ""]),
        ("promotes", ["false", "false", "true", "false", "false"]),
        ("drop", ["false", "false", "false", "false", "true"]),
        ("check", ["false"; 5]),
        ("elapsed_ms", ["12000", "310000", "5000", "1000", "0"]),
        ("total_ms", ["12000", "310000", "17000", "311000", "17000"]),
        ("remaining_ms", ["298000", "0", "303000", "9000", "313000"]),
        ("eval_cp", ["47", "-120", "300", "", ""]),
        ("nodes", ["960", "", "", "", ""]),
        ("pv", ["-3334FU +2726FU", "", "△２二銀", "", ""]),
        ("eval_style", ["csa", "csa", "shogihome_research", "", ""]),
        ("legal", ["true"; 5]),
        ("occurrence", ["1"; 5]),
    ] {
        assert_eq!(column(&rows, name), wanted, "{name}");
    }
    assert_eq!(column(&rows, "comment")[2], "#評価値=300\n#読み筋=△２二銀");
    let sfen = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
    assert_eq!(column(&rows, "sfen_after")[1], sfen);
}

#[test]
fn a_game_has_its_ratings_times_and_time_control() {
    let rows = table_of(FLOODGATE, "a.csa", &[]);
    for (name, wanted) in [
        ("date", "2024-02-29"),
        ("start_time", "2024-02-29T13:05:09"),
        ("end_time", "2024-02-29T13:12:00"),
        ("year", "2024"),
        ("black", "Black"),
        ("black_rating", "2921.5"),
        ("white_rating", "1500.0"),
        ("plies", "5"),
        ("ending", "resignation"),
        ("winner", "white"),
        ("agreement", "consistent"),
        ("black_time_ms", "17000"),
        ("white_time_ms", "311000"),
        ("time_limit", "floodgate-300-10F"),
        ("time_base_ms", "300000"),
        ("time_increment_ms", "10000"),
        ("handicap", ""),
        ("repetition_max", "1"),
        ("variations", "0"),
        ("moves_usi", "7g7f 3c3d 8h2b+ 3a2b B*5e"),
        ("opening", ""),
        ("status", "warning"),
    ] {
        assert_eq!(column(&rows, name), [wanted], "{name}");
    }
}

/// The numbers of positions are part of the schema: whoever changes them raises its version.
#[test]
fn position_keys_stay_what_they_are() {
    let rows = table_of(
        "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e",
        "a.usi",
        &["--table", "positions"],
    );
    let keys: Vec<i64> = rows
        .iter()
        .map(|row| row["position_key"].as_i64().unwrap())
        .collect();
    assert_eq!(keys, POSITION_KEYS);
    assert_eq!(kifu::cli::SCHEMA_VERSION, 1);
    assert_eq!(column(&rows, "legal_moves")[..2], ["30", "30"]);
    assert_eq!(column(&rows, "ply"), ["0", "1", "2", "3", "4", "5"]);
    assert_eq!(column(&rows, "black_total")[3..5], ["32", "27"]);
}

const POSITION_KEYS: [i64; 6] = [
    -6_174_868_855_568_285_380,
    -4_363_407_732_178_452_428,
    7_289_311_996_488_267_678,
    4_328_615_034_093_681_715,
    -4_347_754_379_983_512_792,
    2_135_610_129_476_097_916,
];

#[test]
fn repeated_positions_are_one_row_and_illegal_moves_none() {
    let shuffle = "2h3h 8b7b 3h2h 7b8b";
    let moves = format!("startpos moves {shuffle} {shuffle} 7g7f 7g7f");
    let rows = table_of(&moves, "a.usi", &["--table", "positions"]);
    assert_eq!(column(&rows, "occurrences"), ["3", "2", "2", "2", "1"]);
    let rows = table_of(&moves, "a.usi", &["--table", "moves"]);
    assert_eq!(
        column(&rows, "occurrence")[..8],
        ["1", "1", "1", "2", "2", "2", "2", "3"]
    );
}

#[test]
fn evidence_says_why() {
    let moves = "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d 2b3c 5i5h 5a5b";
    let rows = table_of(moves, "a.usi", &["--evidence"]);
    assert_eq!(column(&rows, "opening"), ["sp_aono"]);
    let evidence = &column(&rows, "opening_evidence")[0];
    assert!(
        evidence.contains("sp_aono:b mv[11-32] 2d3dx @15"),
        "{evidence}"
    );
    assert!(
        evidence.contains("side_pawn:b type=double_static"),
        "{evidence}"
    );
}

#[cfg(unix)]
#[test]
fn a_device_is_written_and_stays_a_device() {
    use std::os::unix::fs::FileTypeExt;
    let whole = stdout(&testdata(), &["export", "good"]);
    for force in [&[][..], &["--force"]] {
        let fixed = ["export", "good", "-o", "/dev/stdout"];
        assert!(stdout(&testdata(), &[&fixed, force].concat()) == whole);
    }
    let kind = fs::metadata("/dev/null").unwrap().file_type();
    assert!(kind.is_char_device());
}

#[test]
fn the_summary_says_how_many_games_have_errors() {
    let done = kifu(&testdata(), &["export", "games"]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(1));
    assert!(
        told.starts_with("games: 13 (with errors: 1), rows: 13, "),
        "{told}"
    );
}

#[test]
fn spreadsheets_get_a_byte_order_mark_on_demand() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.csa"), FLOODGATE).unwrap();
    assert!(
        stdout(folder.path(), &["export", "a.csa", "--csv-bom"]).starts_with("\u{feff}file,game,")
    );
    assert!(stdout(folder.path(), &["export", "a.csa"]).starts_with("file,game,"));
}

#[test]
fn schema_names_the_columns_of_every_table() {
    for table in TABLES {
        let heading = stdout(&testdata(), &["export", "good", "--table", table]);
        let heading: Vec<&str> = heading.lines().next().unwrap().split(',').collect();
        let schema = stdout(&testdata(), &["schema", table, "--output", "csv"]);
        let names: Vec<&str> = schema
            .lines()
            .skip(1)
            .map(|it| it.split(',').next().unwrap())
            .collect();
        assert_eq!(names, heading, "{table}");
        let text = stdout(&testdata(), &["schema", table]);
        // An empty line follows, and what a word is.
        assert_eq!(text.lines().count(), names.len() + 2);
        let json: Value =
            serde_json::from_str(&stdout(&testdata(), &["schema", table, "--output", "json"]))
                .unwrap();
        assert_eq!(json.as_array().unwrap().len(), names.len());
    }
}

#[test]
fn nothing_to_read_and_nothing_to_write_to_are_failures() {
    let parts = kifu(
        &testdata(),
        &["export", "good", "--partition", "5", "-o", "-"],
    );
    assert_eq!(parts.status.code(), Some(2));
    assert!(parts.stdout.is_empty());
    let lost = kifu(&testdata(), &["export", "good", "-o", "nowhere/a.csv"]);
    let told = String::from_utf8_lossy(&lost.stderr).into_owned();
    assert_eq!(told, "error: nowhere cannot be found.\n");
    let folder = tempfile::tempdir().unwrap();
    let missing = kifu(folder.path(), &["export", "missing.kif"]);
    assert_eq!(missing.status.code(), Some(2));
    fs::write(folder.path().join("a.csa"), FLOODGATE).unwrap();
    fs::write(folder.path().join("out.csv"), "mine").unwrap();
    let refused = kifu(folder.path(), &["export", "a.csa", "-o", "out.csv"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        fs::read_to_string(folder.path().join("out.csv")).unwrap(),
        "mine"
    );
    let nowhere = kifu(folder.path(), &["export", "a.csa", "-o", "no/where.csv"]);
    assert_eq!(nowhere.status.code(), Some(2));
    let both = kifu(
        folder.path(),
        &["export", "a.csa", "missing.kif", "-o", "both.csv"],
    );
    assert_eq!(both.status.code(), Some(2));
    assert_eq!(
        fs::read_to_string(folder.path().join("both.csv"))
            .unwrap()
            .lines()
            .count(),
        2
    );
}

#[test]
fn schemas_say_what_the_rows_hold() {
    for table in ["games", "moves", "positions", "findings"] {
        let schema = stdout(&testdata(), &["schema", table, "--output", "json-schema"]);
        let schema: Value = serde_json::from_str(&schema).unwrap();
        let properties = schema["properties"].as_object().unwrap();
        let rows = stdout(
            &testdata(),
            &[
                "export", "--table", table, "--output", "ndjson", "games", "good", "bad",
            ],
        );
        assert!(rows.lines().count() > 20);
        for row in rows.lines() {
            let row: Value = serde_json::from_str(row).unwrap();
            let row = row.as_object().unwrap();
            assert!(row.keys().eq(properties.keys()), "{table}");
            for (name, value) in row {
                let kind = match value {
                    Value::Null => "null",
                    Value::Bool(_) => "boolean",
                    Value::Number(it) if it.is_f64() => "number",
                    Value::Number(_) => "integer",
                    _ => "string",
                };
                let allowed = properties[name]["type"].to_string();
                let fits =
                    allowed.contains(kind) || kind == "integer" && allowed.contains("number");
                assert!(fits, "{table}.{name}: {value} is no {allowed}");
            }
        }
        // One line a column in each of the others.
        for (form, around) in [("spark", 0), ("arrow", 0), ("duckdb", 2)] {
            let types = stdout(&testdata(), &["schema", table, "--output", form]);
            assert_eq!(types.lines().count(), properties.len() + around, "{form}");
        }
    }
    let forms = ["spark", "duckdb", "arrow", "json-schema"];
    let told = forms.map(|form| stdout(&testdata(), &["schema", "positions", "--output", form]));
    insta::assert_snapshot!("schemas", told.join("\n"));
}

#[test]
fn what_would_be_a_formula_is_text_in_a_spreadsheet() {
    let folder = tempfile::tempdir().unwrap();
    let csa = "V2.2\nN+=HYPERLINK(\"http://a\",1)\nN-@b\n$EVENT:-1+2\n$SITE:a=b\nPI\n+\n+7776FU\n";
    fs::write(folder.path().join("a.csa"), csa).unwrap();
    let row = |arguments: &[&str]| {
        let told = stdout(folder.path(), &[&["export", "a.csa"], arguments].concat());
        told.lines().nth(1).unwrap().to_owned()
    };
    let plain = row(&[]);
    assert!(
        plain.contains(",\"=HYPERLINK(\"\"http://a\"\",1)\",@b,"),
        "{plain}"
    );
    let marked = row(&["--spreadsheet"]);
    assert!(
        marked.contains(",\"'=HYPERLINK(\"\"http://a\"\",1)\",'@b,"),
        "{marked}"
    );
    assert!(marked.contains(",'-1+2,a=b,"), "{marked}");
    // Other forms have no formulas.
    let rows = |arguments: &[&str]| {
        stdout(
            folder.path(),
            &[&["export", "a.csa", "--output", "ndjson"], arguments].concat(),
        )
    };
    assert_eq!(rows(&["--spreadsheet"]), rows(&[]));
}
