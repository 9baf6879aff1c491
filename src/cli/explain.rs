//! `kifu explain`: what a code means, why it is reported, how to mend the record.

use super::{Exit, Ui};
use crate::finding::{CODES, Code, explain, title};
use crate::text::wrap;
use crate::words;

/// How wide a page is, in columns.
const WIDTH: usize = 90;

/// Explain a code of `check`: what, why, which rule, an example, the cure
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu explain nifu      by its name
  kifu explain E208      by its code
  kifu explain           a list of all codes")]
pub(super) struct Args {
    /// Codes or names; all codes are listed when none is given
    #[arg(value_name = "CODE|NAME")]
    codes: Vec<String>,
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let mut codes = Vec::new();
    for name in &args.codes {
        match Code::find(name) {
            Some(code) => codes.push(code),
            None => {
                let text = ui.text("cli.no_code.text");
                let mut text = words::fill(text, |_| Some(name.clone()));
                let near = nearest(name);
                if !near.is_empty() {
                    let row = ui.text("arguments.nearest");
                    text.push(' ');
                    text.push_str(&words::fill(row, |_| Some(near.join(", "))));
                }
                ui.error(text);
                return Exit::Failed;
            }
        }
    }
    let bold = anstyle::Style::new().bold();
    ui.print(|out| {
        if codes.is_empty() {
            for row in CODES {
                let letter = row.severity.letter();
                let digits = row.code.digits();
                let title = title(ui.lang, row.code);
                writeln!(
                    out,
                    "{bold}{letter}{digits}{bold:#}  {:<32}  {title}",
                    row.name
                )?;
            }
        }
        for (at, code) in codes.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            let page = explain(ui.lang, *code);
            writeln!(
                out,
                "{bold}{}{} {}: {}{bold:#}",
                code.row().severity.letter(),
                code.digits(),
                code.name(),
                page.title
            )?;
            for (heading, text) in &page.sections {
                writeln!(out, "\n{bold}{heading}{bold:#}")?;
                for line in wrap(text, WIDTH) {
                    writeln!(out, "  {line}")?;
                }
            }
        }
        Ok(Exit::Clean)
    })
}

/// The names that are most like one that is none, the nearest first.
fn nearest(name: &str) -> Vec<&'static str> {
    /// How much alike names are at least, from 0 to 1.
    const ALIKE: f64 = 0.85;
    let name = name.to_ascii_lowercase().replace([' ', '-'], "_");
    let mut all: Vec<_> = CODES
        .iter()
        .map(|row| (strsim::jaro_winkler(&name, row.name), row.name))
        .filter(|(alike, _)| *alike >= ALIKE)
        .collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().take(3).map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_leads_to_the_name() {
        assert_eq!(nearest("nifuu")[0], "nifu");
        assert_eq!(nearest("uchi-fuzume")[0], "uchifuzume");
        assert!(nearest("zzz").is_empty());
    }
}
