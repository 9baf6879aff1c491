//! Commands over archives: the same records as from a folder, names and addresses, and what is told of broken ones.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::archive_makers::{self as make, Files, Zip};
use crate::export::{kifu, stdout};
use crate::support::{files, testdata};

const KIF: &[u8] = "手合割：平手\n   1 ７六歩(77)\n   2 投了\n".as_bytes();
const CSA: &[u8] = b"V2.2\nPI\n+\n+7776FU\n%TORYO\n";
const USI: &[u8] = b"position startpos moves 7g7f\nposition startpos moves 2g2f 8c8d\n";

/// A folder with one file.
fn folder(name: &str, bytes: &[u8]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), bytes).unwrap();
    folder
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The addresses of all games.
fn addresses(folder: &Path, path: &str) -> Vec<String> {
    let text = stdout(folder, &["find", path, "--output", "paths"]);
    text.lines().map(str::to_owned).collect()
}

/// The rows of the table of games.
fn export(folder: &Path, path: &str) -> String {
    stdout(
        folder,
        &["export", path, "--table", "games", "--output", "ndjson"],
    )
}

/// With a file as standard input.
fn from_stdin(folder: &Path, name: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
    command.current_dir(folder).args(arguments);
    command.stdin(File::open(folder.join(name)).unwrap());
    command.env("LC_ALL", "C").output().unwrap()
}

#[test]
fn an_archive_of_the_records_gives_what_the_folder_gives() {
    let data = testdata();
    let mut members = Vec::new();
    for part in ["games", "good"] {
        for path in files(&data.join(part)) {
            let name = path.strip_prefix(&data).unwrap().to_str().unwrap();
            members.push((name.to_owned(), fs::read(&path).unwrap()));
        }
    }
    let members: Vec<(&str, &[u8])> = members.iter().map(|(n, b)| (&**n, &**b)).collect();
    let arguments = ["check", "--output", "ndjson", "--jobs", "2"];
    let from_folder = stdout(&data, &[&arguments[..], &["games", "good"]].concat());
    assert!(from_folder.lines().count() > 30);
    let mut kinds = make::all(&members);
    kinds.push(("7z", make::seven_z(&members, false)));
    kinds.push(("zip", Zip::default().deflated().streamed().make(&members)));
    for (ending, bytes) in kinds {
        let name = format!("a.{ending}");
        let place = folder(&name, &bytes);
        let from_archive = stdout(place.path(), &[&arguments[..], &[&name]].concat());
        let without = from_archive.replace(&format!("\"file\":\"{name}!"), "\"file\":\"");
        assert_eq!(without, from_folder, "{name}");
        let piped = from_stdin(place.path(), &name, &[&arguments[..], &["-"]].concat());
        let piped = String::from_utf8(piped.stdout).unwrap();
        let without = piped.replace("\"file\":\"-!", "\"file\":\"");
        assert_eq!(without, from_folder, "{name} from standard input");
    }
}

#[test]
fn packed_files_are_read_like_plain_ones() {
    for (ending, bytes) in [
        ("gz", make::gz(CSA)),
        ("zst", make::zst(CSA)),
        ("xz", make::xz(CSA)),
    ] {
        let name = format!("a.csa.{ending}");
        let place = folder(&name, &bytes);
        for path in [".", &*name] {
            let text = export(place.path(), path);
            assert!(text.contains("\"moves_usi\":\"7g7f\""), "{name}: {text}");
        }
        let run = kifu(
            place.path(),
            &["convert", ".", "--to", "kif", "--out-dir", "out"],
        );
        assert_eq!(run.status.code(), Some(0), "{}", told(&run));
        assert!(place.path().join("out/a.kifu").is_file(), "{name}");
    }
    // Many games in one packed file go through it in blocks.
    let many = USI.repeat(20_000);
    let place = folder("many.usi.gz", &make::gz(&many));
    let count = stdout(place.path(), &["find", "many.usi.gz", "--count"]);
    assert_eq!(count, "40000\n");
    let zip =
        Zip::default()
            .deflated()
            .make(&[("a.csa", CSA), ("many.usi", &many), ("z.csa", CSA)]);
    let place = folder("many.zip", &zip);
    let count = stdout(place.path(), &["find", "many.zip", "--count"]);
    assert_eq!(count, "40002\n");
    let last = stdout(
        place.path(),
        &["show", "many.zip!many.usi#40000", "--lang", "en"],
    );
    assert!(last.contains("after move 2"), "{last}");
}

/// `testdata/README.md` says how they were made.
#[test]
fn archives_of_other_programs_give_names_and_records() {
    let data = testdata().join("archives");
    let expected = [
        "a.kif.gz",
        "a.tar!a.kif",
        "cp932.zip!棋譜.kif",
        "ppmd.7z!two.csa#1",
        "ppmd.7z!two.csa#2",
        "ppmd.7z!一局.kif",
        "python-cp932.zip!二局.kif",
        "python-cp932.zip!表示/一局.kif",
        "two.csa.xz#1",
        "two.csa.xz#2",
    ];
    let run = kifu(&data, &["find", ".", "--output", "paths"]);
    let found = String::from_utf8(run.stdout.clone()).unwrap();
    let mut found: Vec<&str> = found
        .lines()
        .map(|it| it.trim_start_matches("./"))
        .collect();
    found.sort_unstable();
    assert_eq!(found, expected);
    // A folder tells of those that it holds and cannot read.
    assert_eq!(run.status.code(), Some(2));
    let told = told(&run);
    for line in [
        "locked-content.7z!two.csa: It is encrypted and is not read.",
        "locked.7z: It is encrypted and is not read.",
        "locked.zip!two.csa: It is encrypted and is not read.",
        "lzma.zip!two.csa: It is packed with a method that is not read here: LZMA.",
        "two.csa.bz2: It is packed with a method that is not read here: bzip2.",
    ] {
        assert!(told.contains(line), "{told}");
    }
}

#[test]
fn addresses_of_members_are_taken_back_by_every_command() {
    let files: &Files<'_> = &[("x/一.kif", KIF), ("two!.usi", USI)];
    let place = folder("a.zip", &Zip::default().make(files));
    let place = place.path();
    let all = addresses(place, "a.zip");
    assert_eq!(
        all,
        ["a.zip!x/一.kif", "a.zip!two!.usi#1", "a.zip!two!.usi#2"]
    );
    for address in &all {
        assert_eq!(addresses(place, address), [&**address]);
        for command in [
            &["check"][..],
            &["convert", "--to", "csa"],
            &["fix", "--diff"],
            &["info"],
            &["jishogi"],
            &["sennichite"],
            &["stats"],
            &["export"],
            &["show"],
            &["replay", "--html", "-"],
            &["dedupe"],
        ] {
            // What is repaired is a file, not a game of it.
            if command[0] == "fix" && address.contains('#') {
                continue;
            }
            let mut arguments = command.to_vec();
            arguments.insert(1, address);
            let run = kifu(place, &arguments);
            assert_eq!(run.status.code(), Some(0), "{arguments:?}: {}", told(&run));
        }
    }
    fs::write(place.join("a.zip!x"), CSA).unwrap();
    fs::write(place.join("plain.kif"), KIF).unwrap();
    for (path, words) in [
        (
            "a.zip!gone.kif",
            "a.zip!gone.kif: The archive has no member of this name.",
        ),
        ("a.zip#2", "a.zip: It is an archive: name the member too"),
        ("plain.kif!x.kif", "plain.kif!x.kif: It is not an archive"),
        (
            "a.zip!two!.usi#3",
            "a.zip!two!.usi: The file holds only so many games: 2.",
        ),
    ] {
        let run = kifu(place, &["check", path]);
        assert_eq!(run.status.code(), Some(2), "{path}");
        assert!(told(&run).contains(words), "{}", told(&run));
    }
    // A file that has this name is meant first.
    let text = export(place, "a.zip!x");
    assert!(text.contains("\"format\":\"csa\""), "{text}");
    let third = stdout(place, &["show", "a.zip", "--game", "3", "--lang", "en"]);
    assert!(third.contains("after move 2"), "{third}");
}

#[test]
fn members_without_the_name_of_a_record_are_skipped_and_counted() {
    let files: &Files<'_> = &[
        ("a.csa", CSA),
        ("photo.jpg", b"no record"),
        ("__MACOSX/._a.csa", b"\0\x05\x16\x07"),
        ("readme.txt", b"no record"),
        ("./b.csa", CSA),
    ];
    let place = folder("a.tar", &make::tar(files));
    let run = kifu(place.path(), &["check", "a.tar"]);
    assert_eq!(run.status.code(), Some(0), "{}", told(&run));
    assert!(told(&run).contains("games: 2 ("), "{}", told(&run));
    assert!(told(&run).contains("skipped: 3"), "{}", told(&run));
    assert_eq!(
        addresses(place.path(), "a.tar"),
        ["a.tar!a.csa", "a.tar!b.csa"]
    );
    assert_eq!(addresses(place.path(), "a.tar!./b.csa"), ["a.tar!b.csa"]);
}

#[test]
fn what_is_broken_is_named_and_what_came_before_is_kept() {
    let files: &Files<'_> = &[("a.csa", CSA), ("in/b.kif", KIF), ("c.csa", CSA)];
    let whole = Zip::default().make(files);
    let mut checksum = whole.clone();
    let at = checksum
        .windows(3)
        .position(|it| it == "手".as_bytes())
        .unwrap();
    checksum[at] ^= 1;
    let zeros = [KIF, b"*", &vec![b'0'; 8 << 20]].concat();
    let bomb = Zip::default()
        .deflated()
        .make(&[("a.csa", CSA), ("in/b.kif", &zeros)]);
    let nested = Zip::default().make(&[("a.csa", CSA), ("in/b.zip", &whole)]);
    let hidden = Zip::default().make(&[("a.csa", CSA), ("in/b.kif", &whole)]);
    let mut cut = Zip::default().deflated().streamed().make(files);
    cut.truncate(150);
    for (bytes, games, words) in [
        (
            Zip::default().encrypted().make(files),
            0,
            "a.zip!in/b.kif: It is encrypted and is not read.",
        ),
        (
            checksum,
            2,
            "a.zip!in/b.kif: The checksum does not match: the data is damaged.",
        ),
        (
            bomb,
            1,
            "a.zip!in/b.kif: Refused: it grows to more than 1,000 times",
        ),
        (
            nested,
            1,
            "a.zip!in/b.zip: An archive inside an archive is not read (zip).",
        ),
        (
            hidden,
            1,
            "a.zip!in/b.kif: An archive inside an archive is not read (zip).",
        ),
        (cut, 1, "The archive is cut off here."),
        (
            b"PK\x03\x04 and nothing that makes sense".repeat(9),
            0,
            "a.zip: The archive is ",
        ),
    ] {
        let place = folder("a.zip", &bytes);
        let limit = ["--max-expand", "1000000"];
        let run = kifu(
            place.path(),
            &[&["check", "a.zip", "--output", "ndjson"], &limit[..]].concat(),
        );
        assert_eq!(run.status.code(), Some(2), "{words}");
        assert!(told(&run).contains(words), "{words}: {}", told(&run));
        let records = String::from_utf8(run.stdout).unwrap();
        assert_eq!(records.lines().count(), games, "{words}: {records}");
    }
}

/// An archive of any kind that breaks off, wherever that is and however it comes, is named and ends in failure; the records
/// before the break are those of the whole archive.
#[test]
fn an_archive_of_any_kind_that_breaks_off_is_a_failure() {
    let files: &Files<'_> = &[("a.csa", CSA), ("in/b.kif", KIF), ("c.csa", CSA)];
    let mut kinds = make::all(files);
    kinds.push(("7z", make::seven_z(files, false)));
    kinds.push(("zip", Zip::default().deflated().streamed().make(files)));
    for (ending, bytes) in kinds {
        let name = format!("a.{ending}");
        let arguments = ["check", "--output", "ndjson"];
        let whole = folder(&name, &bytes);
        let all = stdout(whole.path(), &[&arguments[..], &[&name]].concat());
        assert_eq!(all.lines().count(), files.len(), "{name}");
        // The blocks of zeros at the end of a tar may be missing.
        let end = bytes.iter().rposition(|&it| it != 0).unwrap();
        for quarters in 1..=4 {
            let len = end * quarters / 4;
            let place = folder(&name, &bytes[..len]);
            let from_file = kifu(place.path(), &[&arguments[..], &[&name]].concat());
            let piped = from_stdin(place.path(), &name, &[&arguments[..], &["-"]].concat());
            for (run, given) in [(from_file, &*name), (piped, "-")] {
                let what = format!("{name}, {len} of {} bytes, as {given}", bytes.len());
                assert_eq!(run.status.code(), Some(2), "{what}: {}", told(&run));
                let told = told(&run);
                assert!(
                    told.contains(&format!("{given}: ")) || told.contains(&format!("{given}!")),
                    "{what}: {told}"
                );
                let records = String::from_utf8(run.stdout).unwrap();
                let records = records.replace(
                    &format!("\"file\":\"{given}!"),
                    &format!("\"file\":\"{name}!"),
                );
                assert!(all.starts_with(&records), "{what}: {records}");
            }
        }
    }
}

/// Games that are whole before the break count; the one that is under way does not.
#[test]
fn a_packed_file_that_breaks_off_gives_its_whole_games() {
    let packed = make::gz(&USI.repeat(4));
    for cut in [1, 9] {
        let place = folder("a.usi.gz", &packed[..packed.len() - cut]);
        let run = kifu(place.path(), &["find", "a.usi.gz", "--output", "paths"]);
        assert_eq!(run.status.code(), Some(2));
        assert!(
            told(&run).contains("a.usi.gz: The archive is cut off here."),
            "{}",
            told(&run)
        );
        let found = String::from_utf8(run.stdout).unwrap();
        assert!(found.lines().count() >= 6, "{found}");
    }
}

#[test]
fn names_from_archives_stay_below_the_folder() {
    let names = [
        "x/y.kif",
        "../../up.kif",
        "/etc/root.kif",
        "C:/drive.kif",
        "..\\..\\back.kif",
        "aux/nul.kif",
        "x/y.kif",
    ];
    let files: Vec<(&str, &[u8])> = names.iter().map(|it| (*it, KIF)).collect();
    let place = tempfile::tempdir().unwrap();
    fs::create_dir_all(place.path().join("p/in")).unwrap();
    fs::write(place.path().join("p/in/a.zip"), Zip::default().make(&files)).unwrap();
    let run = kifu(
        &place.path().join("p"),
        &["convert", "in", "--to", "csa", "--out-dir", "out"],
    );
    assert_eq!(run.status.code(), Some(0), "{}", told(&run));
    let written: Vec<String> = self::files(place.path())
        .iter()
        .map(|it| {
            it.strip_prefix(place.path())
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned()
        })
        .filter(|it| !it.ends_with("a.zip"))
        .collect();
    let mut expected = vec![
        "p/out/a/x/y.csa",
        "p/out/a/x/y-2.csa",
        "p/out/a/up.csa",
        "p/out/a/etc/root.csa",
        "p/out/a/C_/drive.csa",
        "p/out/a/back.csa",
        "p/out/a/_aux/_nul.csa",
    ];
    expected.sort_unstable();
    let mut written: Vec<&str> = written.iter().map(|it| &**it).collect();
    written.sort_unstable();
    assert_eq!(written, expected);
}

#[test]
fn nothing_is_repaired_inside_an_archive() {
    let files: &Files<'_> = &[("a.kif", KIF), ("b.kif", KIF)];
    let zip = Zip::default().make(files);
    let place = folder("a.zip", &zip);
    let inside = "Nothing can be written into an archive or a packed file";
    for path in ["a.zip", "a.zip!a.kif"] {
        let run = kifu(place.path(), &["fix", "--in-place", path]);
        assert_eq!(run.status.code(), Some(2));
        assert!(told(&run).contains(inside), "{}", told(&run));
    }
    assert_eq!(fs::read(place.path().join("a.zip")).unwrap(), zip);
    let run = kifu(place.path(), &["fix", "a.zip"]);
    assert_eq!(run.status.code(), Some(2));
    let one = kifu(place.path(), &["fix", "a.zip!b.kif"]);
    assert_eq!(one.status.code(), Some(0), "{}", told(&one));
    assert!(String::from_utf8(one.stdout).unwrap().contains("７六歩"));
}
