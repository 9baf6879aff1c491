//! Every game of a bulk conversion is written or told as not written, and what is counted is true: on a full disk, with two
//! runs into one folder, over damaged records.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support;

/// Converts into a folder; the status and what is told.
fn convert(input: &Path, out: &Path, to: &str) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
    command.args(["convert", "--verbose", "--to", to, "--out-dir"]);
    let output = command.arg(out).arg(input).env("LC_ALL", "C").output();
    let output = output.unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), told)
}

/// How many games were written, and how many not, as the closing line tells.
fn counts(told: &str) -> (usize, usize) {
    let line = told.lines().find(|it| it.starts_with("written: ")).unwrap();
    let numbers: Vec<usize> = line
        .split([':', ','])
        .filter_map(|it| it.trim().parse().ok())
        .collect();
    (numbers[0], numbers[1])
}

/// The numbers of the games that are told as not written.
fn told_games(told: &str) -> BTreeSet<u32> {
    let lists = told
        .lines()
        .filter_map(|it| it.split_once("not written, game "));
    let runs = lists.flat_map(|(_, list)| list.trim_end_matches('.').split(", "));
    runs.flat_map(|run| {
        let (first, last) = run.split_once('–').unwrap_or((run, run));
        first.parse::<u32>().unwrap()..=last.parse().unwrap()
    })
    .collect()
}

/// CSA games in one file, each with its number as the name of Black and some bytes of comment.
fn games(count: u32, comment: usize) -> String {
    let comment = "x".repeat(comment);
    let game = |at| format!("V2.2\nN+{at}\nPI\n+\n+7776FU\n'*{comment}\n%TORYO\n");
    (1..=count).map(game).collect::<Vec<_>>().join("/\n")
}

/// The games that stand in the files of a folder, by the name of Black, each with the name of its file.
fn arrived(folder: &Path) -> Vec<(u32, String)> {
    let files = support::files(folder).into_iter();
    let game = |path: std::path::PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let name = text.lines().find_map(|it| it.strip_prefix("先手："));
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(text.contains("投了"), "{file} is whole: {text}");
        (name.unwrap().parse().unwrap(), file)
    };
    files.map(game).collect()
}

/// The name of the file of a game.
fn name_of(game: u32) -> String {
    match game {
        1 => "all.kifu".into(),
        _ => format!("all-{game}.kifu"),
    }
}

/// A small file system of its own.
#[cfg(target_os = "linux")]
struct Disk(tempfile::TempDir);

#[cfg(target_os = "linux")]
impl Disk {
    /// None where nobody may mount one.
    fn of(size: &str) -> Option<Disk> {
        let folder = tempfile::tempdir().unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={size}"), "none"]);
        mount.arg(folder.path()).stderr(Stdio::null());
        let mounted = mount.status().is_ok_and(|it| it.success());
        mounted.then_some(Disk(folder))
    }
}

#[cfg(target_os = "linux")]
impl Drop for Disk {
    fn drop(&mut self) {
        let mut umount = Command::new("umount");
        let _ = umount.arg(self.0.path()).status();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_every_game_is_there_or_named() {
    let Some(disk) = Disk::of("64k") else {
        // Only an administrator may, so that this is no fault anywhere.
        let _ = writeln!(std::io::stderr(), "SKIPPED: no file system may be mounted");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("all.csa");
    // A small one after large ones finds room again.
    let text = games(4, 20_000) + "/\n" + &games(1, 10).replace("N+1\n", "N+5\n");
    fs::write(&input, text).unwrap();
    let out = disk.0.path().join("out");
    let (status, told) = convert(&input, &out, "kif");
    let arrived = arrived(&out);
    assert_eq!(status, 2);
    assert_eq!(counts(&told), (arrived.len(), 5 - arrived.len()), "{told}");
    assert!(!arrived.is_empty() && arrived.len() < 5, "{arrived:?}");
    let numbers: BTreeSet<u32> = arrived.iter().map(|it| it.0).collect();
    let missing: BTreeSet<u32> = (1..=5).filter(|it| !numbers.contains(it)).collect();
    assert_eq!(told_games(&told), missing, "{told}");
    assert!(numbers.contains(&5), "{arrived:?}");
    for (game, file) in arrived {
        assert_eq!(file, name_of(game));
    }
    // Several games in one file: all or none.
    let folder = disk.0.path().join("csa");
    let (status, told) = convert(&input, &folder, "csa");
    assert_eq!((status, counts(&told)), (2, (0, 5)), "{told}");
    assert!(told.contains("all.csa: not written, game 1–5."), "{told}");
    assert_eq!(support::files(&folder), [] as [std::path::PathBuf; 0]);
}

#[test]
fn two_runs_into_one_folder_write_every_game_once_under_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let (input, out) = (folder.path().join("all.csa"), folder.path().join("out"));
    fs::write(&input, games(200, 10)).unwrap();
    let told: Vec<String> = std::thread::scope(|scope| {
        let runs = [0, 1].map(|_| scope.spawn(|| convert(&input, &out, "kif").1));
        runs.map(|it| it.join().unwrap()).into_iter().collect()
    });
    let arrived = arrived(&out);
    assert_eq!(arrived.len(), 200);
    let mut written = 0;
    for told in told {
        let (here, not_here) = counts(&told);
        assert_eq!((here + not_here, told_games(&told).len()), (200, not_here));
        written += here;
    }
    assert_eq!(written, 200);
    for (game, file) in arrived {
        assert_eq!(file, name_of(game));
    }
}

#[test]
fn what_is_converted_and_what_is_not_make_what_check_counts() {
    let input = support::testdata().join("bad");
    let mut check = Command::new(env!("CARGO_BIN_EXE_kifu"));
    let check = check.arg("check").arg(&input).env("LC_ALL", "C").output();
    let told = String::from_utf8(check.unwrap().stderr).unwrap();
    let line = told.lines().find(|it| it.starts_with("games: ")).unwrap();
    let games: usize = line["games: ".len()..]
        .split(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    for to in ["csa", "kif"] {
        let out = tempfile::tempdir().unwrap();
        let (_, told) = convert(&input, out.path(), to);
        let (written, not_written) = counts(&told);
        assert_eq!(written + not_written, games, "{told}");
    }
}
