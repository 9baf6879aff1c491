//! Pages of `docs/` that are made from the program: they must be what the program would write now.
//!
//! `UPDATE_PAGES=1 cargo test pages` writes them anew.

use std::fmt::Write;
use std::path::Path;

use kifu::finding::{CODES, explain};
use kifu::notation::{
    AnalysisKept, CsaVersion, HeadersKept, Kept, NumberKept, TimesKept, holds, keeps_ending,
    usi_token,
};
use kifu::record::{EndingKind, Notation};
use kifu::words::{self, Lang};

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

/// Compares the part of a page between two marks with what it should be, or writes it.
fn hold_part(name: &str, mark: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(name);
    let page = std::fs::read_to_string(&path)
        .unwrap()
        .replace("\r\n", "\n");
    let (before, rest) = page.split_once(&format!("<!-- {mark} -->\n")).unwrap();
    let (_, after) = rest.split_once(&format!("<!-- /{mark} -->\n")).unwrap();
    let page = format!("{before}<!-- {mark} -->\n{wanted}<!-- /{mark} -->\n{after}");
    hold(name, &page);
}

#[test]
fn the_table_of_what_notations_keep_is_that_of_the_program() {
    let versions = [
        ("KIF", Notation::Kif, CsaVersion::V30),
        ("KI2", Notation::Ki2, CsaVersion::V30),
        ("CSA V2.2", Notation::Csa, CsaVersion::V22),
        ("CSA V3.0", Notation::Csa, CsaVersion::V30),
        ("JKF", Notation::Jkf, CsaVersion::V30),
        ("USEN", Notation::Usen, CsaVersion::V30),
        ("USI", Notation::Usi, CsaVersion::V30),
        ("SFEN", Notation::Sfen, CsaVersion::V30),
        ("BOD", Notation::Bod, CsaVersion::V30),
    ];
    let yes = |it: bool| if it { "yes" } else { "–" };
    let mut table = String::from(
        "| | moves | variations | headers | comments | bookmarks | analysis | times | number of the first move |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for (name, notation, csa) in versions {
        let it = holds(notation, csa);
        let headers = match it.headers {
            HeadersKept::All => "all",
            HeadersKept::Csa => "CSA",
            HeadersKept::None => "–",
        };
        let analysis = match it.analysis {
            AnalysisKept::Own => "yes",
            AnalysisKept::AsComment => "as a comment",
            AnalysisKept::None => "–",
        };
        let times = match it.times {
            TimesKept::Milliseconds => "ms",
            TimesKept::Seconds => "s",
            TimesKept::None => "–",
        };
        let number = match it.number {
            NumberKept::Always => "yes",
            NumberKept::UnlessNamed => "board",
            NumberKept::Never => "–",
        };
        let (moves, variations) = (yes(it.moves), yes(it.variations));
        let (comments, bookmarks) = (yes(it.comments), yes(it.bookmarks));
        let _ = writeln!(
            table,
            "| {name} | {moves} | {variations} | {headers} | {comments} | {bookmarks} | {analysis} | {times} | {number} |"
        );
    }
    hold_part("formats.md", "fidelity", &table);

    let mut table = String::from(
        "| ending | KIF, KI2 | CSA V2.2 | CSA V3.0 | JKF | USEN | USI |\n|---|---|---|---|---|---|---|\n",
    );
    for kind in EndingKind::ALL {
        let word = match kind {
            EndingKind::DeclaredDraw => "draw by declaration",
            EndingKind::FalseDeclaration => "false declaration",
            EndingKind::Abnormal => "error",
            EndingKind::Other => "win without a word for its reason",
            EndingKind::Unknown => "unknown word",
            _ => words::text(Lang::En, kind.word()),
        };
        let _ = write!(table, "| {word} |");
        for (notation, csa) in [
            (Notation::Kif, CsaVersion::V30),
            (Notation::Csa, CsaVersion::V22),
            (Notation::Csa, CsaVersion::V30),
            (Notation::Jkf, CsaVersion::V30),
            (Notation::Usen, CsaVersion::V30),
            (Notation::Usi, CsaVersion::V30),
        ] {
            let kept = match keeps_ending(notation, csa, kind) {
                Kept::Wholly => "yes",
                Kept::Partly => "partly",
                Kept::Nothing if notation == Notation::Usi && usi_token(kind).is_some() => {
                    "with a word"
                }
                Kept::Nothing => "–",
            };
            let _ = write!(table, " {kept} |");
        }
        table.push('\n');
    }
    hold_part("formats.md", "endings", &table);
}

#[test]
fn the_command_line_is_that_of_the_help() {
    let mut page = String::from(
        "# Command line\n\nMade from the help of the program (`UPDATE_PAGES=1 cargo test pages`).\n",
    );
    let mut command = kifu::cli::command().term_width(100);
    command.build();
    let _ = write!(
        page,
        "\n```text\n{}```\n",
        plain(&command.render_long_help())
    );
    let names: Vec<String> = command
        .get_subcommands()
        .map(|it| it.get_name().to_owned())
        .filter(|name| name != "help")
        .collect();
    for name in names {
        let sub = command.find_subcommand_mut(&name).unwrap();
        let help = plain(&sub.clone().term_width(100).render_long_help());
        let _ = write!(page, "\n## kifu {name}\n\n```text\n{help}```\n");
        for inner in sub.get_subcommands() {
            let help = plain(&inner.clone().term_width(100).render_long_help());
            let inner = inner.get_name();
            let _ = write!(page, "\n### kifu {name} {inner}\n\n```text\n{help}```\n");
        }
    }
    hold("cli.md", &page);
}

/// Help without blanks at the ends of its lines.
fn plain(help: &impl std::fmt::Display) -> String {
    help.to_string()
        .lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

#[test]
fn columns_are_those_of_the_tables() {
    let page = format!(
        "# Columns\n\n\
         Made from the program (`UPDATE_PAGES=1 cargo test pages`); `kifu schema TABLE` prints the same. Version {} of the\n\
         schema, kept in Parquet files as `kifu.schema_version`: it changes when a column changes its meaning, and with the\n\
         numbers for positions. Columns may be added at any time, they are never renamed.\n\n\
         Names, order and values are the same in CSV, NDJSON and Parquet. What is not known is null: an empty field in CSV,\n\
         where empty text is `\"\"`. Dates and times have no zone and are ISO 8601 in text. The type `word` is text of which\n\
         there are few different values: a dictionary in Parquet.\n\n{}",
        kifu::cli::SCHEMA_VERSION,
        kifu::cli::columns_manual()
    );
    hold("columns.md", &page);
}
