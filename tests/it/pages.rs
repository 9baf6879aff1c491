//! Pages of `docs/` that are made from the program: they must be what the program would write now.
//!
//! `UPDATE_PAGES=1 cargo test pages` writes them anew.

use std::fmt::Write;
use std::path::Path;

use kifu::finding::{CODES, explain};
use kifu::lang::Lang;

/// Compares a page with what it should be, or writes it.
fn hold(name: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(name);
    if std::env::var_os("UPDATE_PAGES").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found.replace("\r\n", "\n") == wanted,
        "docs/{name} is not up to date: run `UPDATE_PAGES=1 cargo test pages`"
    );
}

#[test]
fn errors_are_those_of_the_table() {
    let mut page = String::from(
        "# Findings\n\n\
         Made from the program (`UPDATE_PAGES=1 cargo test pages`). `kifu explain CODE` prints the same, in four languages.\n\n\
         The digits and the name of a code never change. The letter is the severity: E error, W warning, N note; shown here\n\
         is the usual one. A foul that the record itself punishes, for example, is a note (N208 instead of E208).\n",
    );
    let mut group = 0;
    for row in CODES {
        let digits = row.code.digits();
        if digits / 100 != group {
            group = digits / 100;
            let heading = match group {
                1 => "Bytes and syntax",
                2 => "Moves",
                3 => "Endings, results, clocks",
                4 => "Headers and positions",
                5 => "Writing",
                _ => "This program",
            };
            let _ = write!(page, "\n## {group}xx {heading}\n");
        }
        let letter = row.severity.letter();
        let it = explain(Lang::En, row.code);
        let _ = write!(page, "\n### {letter}{digits} `{}`\n\n", row.name);
        let mut title = it.title.chars();
        let first = title.next().unwrap().to_uppercase();
        let _ = writeln!(page, "{first}{}.", title.as_str());
        for (heading, text) in &it.sections {
            let text = if *heading == "Example" {
                format!("`{text}`")
            } else {
                (*text).to_owned()
            };
            let _ = write!(page, "\n*{heading}:* {text}\n");
        }
    }
    hold("errors.md", &page);
}
