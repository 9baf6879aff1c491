//! Time grows with the input, not with its square: inputs of one kind, at two sizes, through the commands that read
//! them. A quadratic step shows as 64 times the time where 8 are due.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const HEAD: &str = "手合割：平手\n手数----指手---------消費時間--\n";

/// Moves that go on for ever.
fn moves(count: usize, after: &str) -> String {
    let shuffle = ["５八玉(59)", "５二玉(51)", "５九玉(58)", "５一玉(52)"];
    (1..=count)
        .map(|ply| {
            format!(
                "{ply:>4} {}   ( 0:01/00:00:01)\n{after}",
                shuffle[(ply - 1) % 4]
            )
        })
        .collect()
}

fn bytes(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

/// The inputs, each of about so many bytes.
fn inputs(size: usize) -> Vec<(&'static str, Vec<u8>)> {
    let fill = |unit: &[u8]| unit.repeat(size / unit.len());
    let text = |text: String| text.into_bytes();
    let plies = size / 46;
    let variations: String = (1..=size / 60)
        .rev()
        .map(|ply| {
            let mv = if ply % 2 == 1 {
                "７六歩(77)"
            } else {
                "３四歩(33)"
            };
            format!("\n変化：{ply}手\n{ply:>4} {mv}\n")
        })
        .collect();
    let usen_variations: String = (0..size / 10)
        .map(|at| format!("~{}.7ku.", at % 500))
        .collect();
    vec![
        (
            "cr.kif",
            bytes(&[HEAD.as_bytes(), moves(4, "").as_bytes(), &fill(b"\r")]),
        ),
        (
            "cr.csa",
            bytes(&[b"V2.2\nPI\n+\n+7776FU\n", &fill(b"\r"), b"-3334FU\n"]),
        ),
        (
            "one-line.jkf",
            bytes(&[
                b"{\"header\":{},\"moves\":[{\"comments\":[\"",
                &fill(b"\xFF"),
                b"\"]}]}",
            ]),
        ),
        (
            "bad-lines.csa",
            bytes(&[b"V2.2\nPI\n+\n", &fill(b"'\xFF\xFE\x80\n")]),
        ),
        ("escapes.kif", bytes(&[HEAD.as_bytes(), &fill(b"\x1B$B")])),
        (
            "mixed.kif",
            bytes(&[HEAD.as_bytes(), &fill(b"*\x82\xA0\n*\xE3\x81\x82\n")]),
        ),
        (
            "comments.kif",
            text(HEAD.to_owned() + &moves(plies, "*c\n")),
        ),
        ("moves.kif", text(HEAD.to_owned() + &moves(plies, ""))),
        (
            "variations.kif",
            text(HEAD.to_owned() + &moves(size / 60, "") + &variations),
        ),
        (
            "headers.kif",
            text(
                (0..size / 22)
                    .map(|at| format!("項目{at}：値\n"))
                    .collect::<String>()
                    + HEAD
                    + &moves(4, ""),
            ),
        ),
        ("brackets.jkf", fill(b"{\"moves\":[")),
        ("slashes.csa", bytes(&[b"V2.2\nPI\n+\n'", &fill(b"/ ")])),
        ("usen.usen", text(format!("~0.7ku2jm6y2.{usen_variations}"))),
    ]
}

fn time(command: &[&str], file: &Path) -> Duration {
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .args(command)
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.wait().unwrap();
    start.elapsed()
}

#[test]
fn time_grows_no_faster_than_the_input() {
    const SMALL: usize = 10_000;
    let folder = tempfile::tempdir().unwrap();
    let commands: [&[&str]; 4] = [
        &["check", "-q", "--jobs", "1", "--output", "ndjson"],
        &["fix", "-q", "--diff"],
        &["convert", "-q", "--to", "usen", "-o", "-"],
        &["convert", "-q", "--to", "kif", "-o", "-"],
    ];
    let mut slow = Vec::new();
    for ((name, small), (_, large)) in inputs(SMALL).into_iter().zip(inputs(8 * SMALL)) {
        let paths = ["small", "large"].map(|size| folder.path().join(format!("{size}-{name}")));
        fs::write(&paths[0], small).unwrap();
        fs::write(&paths[1], large).unwrap();
        for command in commands {
            // The machine may be busy: only what stays slow counts.
            let grows = || {
                let (small, large) = (time(command, &paths[0]), time(command, &paths[1]));
                (large > small * 20 + Duration::from_millis(250)).then_some((small, large))
            };
            if grows().is_some()
                && let Some(times) = grows()
            {
                slow.push(format!("{} {name}: {times:?}", command[0]));
            }
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}
