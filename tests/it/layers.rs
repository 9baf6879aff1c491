//! Arrows between modules point down: every `crate::` in the source names a module of a lower layer.

use std::path::{Path, PathBuf};

/// The modules from the ground up. A module may use those of lower layers only, never one beside it.
const LAYERS: [&[&str]; 11] = [
    &["words", "shogi", "text"],
    &["archive", "record"],
    &["finding", "input"],
    &["replay"],
    &["notation", "opening", "output"],
    &["bulk", "diagram", "examine"],
    &[
        "convert",
        "dedupe",
        "timeline",
        "fix",
        "impasse",
        "render",
        "sennichite",
    ],
    &["tables", "tutorial"],
    &["select"],
    &["info", "page", "find", "stats", "viewer"],
    &["cli"],
];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

#[test]
fn arrows_point_down() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for path in sources(&root) {
        let inside = path.strip_prefix(&root).unwrap();
        let module = inside.components().next().unwrap().as_os_str();
        let module = module.to_str().unwrap().trim_end_matches(".rs");
        if module == "lib" || module == "main" {
            continue;
        }
        let Some(own) = layer(module) else {
            panic!("{module} stands in no layer of tests/it/layers.rs");
        };
        let text = std::fs::read_to_string(&path).unwrap();
        // Unit tests may look at the whole house.
        let text = text.split("#[cfg(test)]").next().unwrap();
        for used in used(text) {
            if used != module && layer(used).is_none_or(|it| it >= own) {
                wrong.push(format!("{} uses {used}", inside.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_the_command_line_touches_the_streams_and_the_environment() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for path in sources(&root) {
        let inside = path.strip_prefix(&root).unwrap();
        // The viewer's loop owns the terminal and its clock.
        let exempt = ["cli", "main.rs", "viewer/terminal.rs"];
        if exempt.iter().any(|it| inside.starts_with(it)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for forbidden in [
            "stdout()",
            "stderr()",
            "env::var",
            "Instant::now",
            "SystemTime::now",
        ] {
            if text.contains(forbidden) {
                wrong.push(format!("{} has {forbidden}", inside.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every source file below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The modules that a source names behind `crate::`, in braces or not.
fn used(text: &str) -> Vec<&str> {
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let mut found = Vec::new();
    for line in code {
        for rest in line.split("crate::").skip(1) {
            let names = match rest.strip_prefix('{') {
                Some(list) => list.split(['}', ';']).next().unwrap_or_default(),
                None => rest,
            };
            let braces = rest.starts_with('{');
            for name in names.split(',').take(if braces { usize::MAX } else { 1 }) {
                let name = name.trim();
                let end = name.find(|it: char| !it.is_ascii_lowercase() && it != '_');
                let name = &name[..end.unwrap_or(name.len())];
                if !name.is_empty() {
                    found.push(name);
                }
            }
        }
    }
    found
}
