//! The examples of README.md do what it says.

use std::path::Path;
use std::process::Command;

#[test]
fn examples_print_what_the_readme_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("README.md")).unwrap();
    let mut examples = 0;
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let (command, wanted) = block.split_once('\n').unwrap();
        let args = command.strip_prefix("$ kifu ").unwrap().split(' ');
        let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .args(args)
            .args(["--lang", "en"])
            .current_dir(root)
            .output()
            .unwrap();
        let found = String::from_utf8(output.stdout).unwrap();
        assert!(shows(&found, wanted), "{command}\n{found}");
        examples += 1;
    }
    assert_eq!(examples, 10);
}

/// Whether the lines are these; `…` at the end of one stands for its rest, alone on a line for any number of lines.
fn shows(found: &str, wanted: &str) -> bool {
    let mut lines = found.lines();
    let mut open = false;
    for line in wanted.lines() {
        if line == "…" {
            open = true;
            continue;
        }
        let same = |it: &str| match line.strip_suffix('…') {
            Some(start) => it.starts_with(start),
            None => it == line,
        };
        let met = if open {
            lines.any(same)
        } else {
            lines.next().is_some_and(same)
        };
        if !met {
            return false;
        }
        open = false;
    }
    open || lines.next().is_none()
}
