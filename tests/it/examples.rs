//! The examples in the help of every command run.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// What needs a terminal, a program that not every computer has, or much time in a debug build.
const NOT_RUN: [&str; 7] = [
    "kifu perft startpos 5",
    "kifu replay game.kif",
    "kifu replay games/",
    "kifu replay game.kif --ascii",
    "kifu rules --pieces letters | less",
    "kifu man | man -l -",
    "kifu worker --table moves < batches.arrows > rows.arrows",
];

/// A game of 220 moves: the rooks go to and fro, now and then a pawn advances.
fn long_game() -> String {
    let mut game = String::from("手合割：平手\n手数----指手---------消費時間--\n");
    let pawns = ["７六歩(77)", "６六歩(67)", "５六歩(57)", "９六歩(97)"];
    let mut pawns = pawns.iter();
    let mut out = false;
    for ply in 1..=220 {
        let mv = match (ply % 2, ply % 50, out) {
            (1, 1, _) => pawns.next().copied().unwrap_or("８六歩(87)"),
            (1, _, false) => "３八飛(28)",
            (1, _, true) => "２八飛(38)",
            (_, _, _) if ply % 4 == 2 => "７二飛(82)",
            _ => "８二飛(72)",
        };
        if ply % 2 == 1 && ply % 50 != 1 {
            out = !out;
        }
        let _ = writeln!(game, "{ply} {mv}");
    }
    game + "221 投了\n"
}

/// The command of an example, without what is said of it.
fn command(line: &str) -> &str {
    line.split_once("  ").map_or(line, |(command, _)| command)
}

fn examples() -> Vec<String> {
    let mut all = Vec::new();
    let mut kifu = kifu::cli::command();
    kifu.build();
    for sub in kifu.get_subcommands().chain([&kifu]) {
        let help = sub.get_after_help().map(ToString::to_string);
        let help = help.unwrap_or_default();
        let lines = help.lines().filter_map(|it| it.strip_prefix("  "));
        let lines = lines.filter(|it| it.starts_with("kifu ") || it.starts_with("find "));
        all.extend(lines.map(|it| command(it).to_owned()));
    }
    all
}

/// A folder with all that the examples name.
fn folder() -> tempfile::TempDir {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/games");
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in [
        "games",
        "old",
        ".local/share/bash-completion/completions",
        ".config/fish/completions",
    ] {
        std::fs::create_dir_all(at(name)).unwrap();
    }
    for (from, to) in [
        ("yokofudori.csa", "game.csa"),
        ("two.csa", "list.csa"),
        ("two.csa", "archive.csa"),
        ("two.csa", "games/two.csa"),
        ("yokofudori.kif", "games/one.kif"),
        ("yokofudori.kif", "old/one.kif"),
        ("positions.sfen", "positions.sfen"),
    ] {
        std::fs::copy(games.join(from), at(to)).unwrap();
    }
    std::fs::write(at("game.kif"), long_game()).unwrap();
    for name in ["one.db", "two.db"] {
        let book = "#YANEURAOU-DB2016 1.00\n\
            sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n7g7f 3c3d 52 20 2\n";
        std::fs::write(at(name), book).unwrap();
    }
    folder
}

#[test]
fn examples_in_the_help_run() {
    let program = Path::new(env!("CARGO_BIN_EXE_kifu")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", program.display());
    let examples = examples();
    assert!(examples.len() > 50, "{examples:?}");
    let mut failed = String::new();
    for example in examples {
        if NOT_RUN.contains(&example.as_str()) {
            continue;
        }
        let folder = folder();
        if let Some((_, written)) = example.split_once(" -o ") {
            // Nothing that exists is overwritten.
            let _ = std::fs::remove_file(folder.path().join(written));
        }
        let output = Command::new("sh")
            .args(["-c", &example])
            .current_dir(folder.path())
            .env("HOME", folder.path())
            .env("PATH", &path)
            .env("LC_ALL", "C")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let complains = said.lines().any(|it| it.starts_with("error"));
        // To look and find nothing, or copies, is an answer.
        let asks = ["kifu find ", "kifu dedupe "];
        let asks = asks.iter().any(|it| example.starts_with(it));
        let answered = output.status.code() == Some(0) || asks && output.status.code() == Some(1);
        if complains || !answered {
            let _ = writeln!(failed, "{example}: {:?}\n{said}", output.status);
        }
    }
    assert_eq!(failed, "");
}
