//! Arrows between modules point down: every `crate::` in the source names a module of a lower layer. The layers are
//! those of the table in `docs/architecture.md`. No circle of files grows in a room.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::support;

/// The modules of each layer, from the ground up. A module may use those of lower layers only, never one beside it.
fn layers() -> Vec<Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/architecture.md")).unwrap();
    let table = page.split("| layer | modules |").nth(1).unwrap();
    let rows = table.lines().skip(2).take_while(|it| it.starts_with('|'));
    let modules = |row: &str| {
        let quoted = row.split('`').skip(1).step_by(2);
        let is_module = |name: &&str| {
            let path = root.join("src").join(name);
            path.is_dir() || path.with_extension("rs").is_file()
        };
        quoted.filter(is_module).map(str::to_owned).collect()
    };
    let mut layers: Vec<Vec<String>> = rows.map(modules).collect();
    layers.reverse();
    assert!(layers.len() > 5, "{layers:?}");
    layers
}

#[test]
fn arrows_point_down() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let layers = layers();
    let layer = |module: &str| {
        let holds = |layer: &Vec<String>| layer.iter().any(|it| it == module);
        layers.iter().position(holds)
    };
    let mut wrong = Vec::new();
    for path in sources(&root) {
        let inside = path.strip_prefix(&root).unwrap();
        let module = inside.components().next().unwrap().as_os_str();
        let module = module.to_str().unwrap().trim_end_matches(".rs");
        if module == "lib" || module == "main" {
            continue;
        }
        let Some(own) = layer(module) else {
            panic!("{module} stands in no layer of docs/architecture.md");
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

/// Every source file below a folder, those of tests left out: they may look at the whole house.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = support::files(folder);
    found.retain(|path| path.extension().is_some_and(|it| it == "rs"));
    found.retain(|path| {
        !path
            .file_stem()
            .unwrap()
            .to_string_lossy()
            .ends_with("tests")
    });
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

/// Rooms that still have files in a circle (a room and its `mod.rs` are one). None is to be added.
const CIRCLES: &[&str] = &["bulk"];

#[test]
fn no_circle_of_files_grows_in_a_room() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for path in sources(&root) {
        let folder = path.parent().unwrap().to_owned();
        folders.entry(folder).or_default().push(path);
    }
    folders.remove(&root);
    let mut found = Vec::new();
    for (folder, files) in &folders {
        let room = folder.strip_prefix(&root).unwrap();
        let circle = circle(folder, files);
        if !circle.is_empty() && !CIRCLES.iter().any(|it| room.starts_with(it)) {
            found.push(format!("{}: {}", room.display(), circle.join(", ")));
        }
    }
    assert!(found.is_empty(), "files in a circle\n{}", found.join("\n"));
}

/// The files of a folder that use each other in a circle. What `mod.rs` only passes on belongs to the file it is from.
fn circle(folder: &Path, files: &[PathBuf]) -> Vec<String> {
    let stem = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let code = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = text.lines().filter(|it| !it.trim_start().starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let names: BTreeSet<String> = files.iter().map(stem).collect();
    let hub = code(&folder.join("mod.rs"));
    let mut passed_on = BTreeMap::new();
    for statement in hub.split(';').map(str::trim) {
        let Some((_, path)) = statement.split_once("use ") else {
            continue;
        };
        let (from, list) = path.split_once("::").unwrap_or((path, ""));
        if statement.starts_with("pub") && names.contains(from) {
            for name in list.split(|it: char| !it.is_alphanumeric() && it != '_') {
                passed_on.insert(name.to_owned(), from.to_owned());
            }
        }
    }
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files.iter().filter(|it| stem(it) != "mod") {
        let code = code(path);
        let used = uses.entry(stem(path)).or_default();
        for rest in code.split("super::").skip(1) {
            let list = match rest.strip_prefix('{') {
                Some(list) => list.split(['}', ';']).next().unwrap_or_default(),
                None => rest
                    .split(|it: char| !it.is_alphanumeric() && it != '_' && it != ':')
                    .next()
                    .unwrap_or_default(),
            };
            for entry in list.split(',').map(str::trim) {
                // A function may have the name of a file: what has a path below it is the file.
                let (name, is_file) = match entry.split_once("::") {
                    Some((name, _)) => (name, names.contains(name)),
                    None => (entry, false),
                };
                let from = passed_on.get(name).filter(|_| !is_file);
                let file = from.map_or(name, String::as_str);
                if names.contains(file) && file != stem(path) {
                    used.insert(file.to_owned());
                }
            }
        }
    }
    in_circle(&uses)
}

/// Those that can be reached from themselves.
fn in_circle(uses: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let reaches_itself = |start: &String| {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&String> = uses[start].iter().collect();
        while let Some(next) = open.pop() {
            if next == start {
                return true;
            }
            if seen.insert(next) {
                open.extend(uses.get(next).into_iter().flatten());
            }
        }
        false
    };
    uses.keys()
        .filter(|it| reaches_itself(it))
        .cloned()
        .collect()
}

#[test]
fn notations_do_not_use_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/notation");
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in sources(&root) {
        let inside = path.strip_prefix(&root).unwrap();
        let Some(folder) = inside.parent().filter(|it| *it != Path::new("")) else {
            continue;
        };
        let folder = folder.components().next().unwrap().as_os_str();
        let folder = folder.to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap();
        let used = uses.entry(folder.clone()).or_default();
        let behind = |mark| text.split(mark).skip(1);
        for rest in behind("crate::notation::").chain(behind("super::super::")) {
            let names = rest.strip_prefix('{').and_then(|it| it.split('}').next());
            for name in names.unwrap_or(rest).split(',') {
                let name = name.trim();
                let end = name.find(|it: char| !it.is_ascii_lowercase() && it != '_' && it != '2');
                let name = &name[..end.unwrap_or(name.len())];
                if name != folder && root.join(name).is_dir() && !name.is_empty() {
                    used.insert(name.to_owned());
                }
                if names.is_none() {
                    break;
                }
            }
        }
    }
    assert!(uses["ki2"].contains("kif_family"), "{uses:?}");
    let circle = in_circle(&uses);
    assert!(circle.is_empty(), "{uses:?}");
}
