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
                ui.error(words::fill(text, |_| Some(name.clone())));
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
