//! The catalogue of words against the code that uses it.

use std::path::{Path, PathBuf};

use kifu::words::{self, Lang};
use regex::Regex;

/// Every source file of the library and the program.
fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|it| it == "rs") {
            out.push(path);
        }
    }
}

/// What looks like a key and is none.
const NO_KEYS: [&str; 1] = ["board.turn.hands"];

#[test]
fn every_key_in_the_code_is_in_the_catalogue() {
    let sections: std::collections::HashSet<&str> = words::keys()
        .filter_map(|key| key.split('.').next())
        .collect();
    let literal = Regex::new(r#""([a-z]+)((?:\.[a-z0-9_]+)+)""#).unwrap();
    let mut files = Vec::new();
    sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut files,
    );
    let mut missing = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for found in literal.captures_iter(&text) {
            let key = format!("{}{}", &found[1], &found[2]);
            // Names of files look like keys; the beginnings of keys are no keys.
            let is_file = Path::new(&key).extension().is_some_and(|it| {
                [
                    "kif", "csa", "tsv", "usi", "sfen", "txt", "rs", "html", "js", "css", "json",
                ]
                .iter()
                .any(|ending| it == *ending)
            });
            let begins = || words::keys().any(|it| it.starts_with(&format!("{key}.")));
            if sections.contains(&found[1])
                && !is_file
                && !NO_KEYS.contains(&key.as_str())
                && words::find(Lang::En, &key).is_none()
                && !begins()
            {
                missing.push(format!("{key} in {}", file.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn french_and_spanish_are_set_as_they_should_be() {
    for key in words::keys() {
        let fr = words::find(Lang::Fr, key).unwrap();
        let es = words::find(Lang::Es, key).unwrap();
        for mark in [':', ';', '!', '?', '%', '»'] {
            let wrong = format!(" {mark}");
            assert!(!fr.contains(&wrong), "{key}: {fr}");
        }
        assert!(!fr.contains("« "), "{key}: {fr}");
        assert!(!fr.contains('\'') || fr.contains('`'), "{key}: {fr}");
        assert_eq!(
            es.matches('¿').count(),
            es.matches('?').count(),
            "{key}: {es}"
        );
        assert_eq!(
            es.matches('¡').count(),
            es.matches('!').count(),
            "{key}: {es}"
        );
    }
}

#[test]
fn every_word_is_said() {
    let mut files = Vec::new();
    sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut files,
    );
    let source: String = files
        .iter()
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect();
    let stands = |text: &str| source.contains(&format!("\"{text}\""));
    let said = |key: &str| {
        let parts: Vec<&str> = key.split('.').collect();
        let (head, last) = key.rsplit_once('.').unwrap_or((key, ""));
        stands(key)
            // `piece.king` stands in the source, and `.label` is added.
            || (parts.len() > 2 && stands(head))
            // `ending.{name}`, and the name stands in the source.
            || (source.contains(&format!("\"{head}.{{")) && stands(last))
            // `code.{name}.{part}`, `explain.{kind}.{key}`.
            || match parts[..] {
                ["code" | "reason" | "event" | "agreement" | "position", name, _] => stands(name),
                ["explain", _, name] => stands(name),
                _ => false,
            }
    };
    let idle: Vec<&str> = words::keys().filter(|key| !said(key)).collect();
    assert!(idle.is_empty(), "{idle:#?}");
}
