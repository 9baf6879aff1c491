//! The help of the commands in the reader's language, as far as clap lets one choose its words.
//!
//! The English words stand beside the arguments, as clap wants them; `help.tsv` translates them, text by text.

use std::collections::HashMap;

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command};

use crate::words::Lang;

/// English and its translations, in the order of [`Lang::ALL`].
const TABLE: &str = include_str!("../words/tables/help.tsv");

/// What clap calls the groups of a help page.
const OPTIONS: &str = "Options";
const ARGUMENTS: &str = "Arguments";
const COMMANDS: &str = "Commands";

/// Translations of the help.
struct Words {
    lang: Lang,
    table: HashMap<&'static str, &'static str>,
}

impl Words {
    fn new(lang: Lang) -> Words {
        let rows = TABLE.lines().skip(1).filter_map(|row| {
            let mut cells = row.split('\t');
            let english = cells.next()?;
            let chosen = match lang {
                Lang::En => english,
                _ => cells.nth(lang as usize - 1)?,
            };
            Some((english, chosen))
        });
        Words {
            lang,
            table: rows.collect(),
        }
    }

    /// A text in the language; English where there is no translation.
    fn of(&self, english: &str) -> String {
        self.table
            .get(english)
            .copied()
            .unwrap_or(english)
            .to_owned()
    }

    /// A heading in the language.
    fn heading(&self, english: &'static str) -> &'static str {
        self.table.get(english).copied().unwrap_or(english)
    }

    /// The lines below the options: examples are commands with a word on each, set apart by blanks.
    fn closing(&self, text: &str) -> String {
        let lines = text.lines().map(|line| {
            let body = line.trim_start();
            let indent = &line[..line.len() - body.len()];
            match body.find("  ") {
                Some(at) if !indent.is_empty() => {
                    let (command, rest) = body.split_at(at);
                    let words = rest.trim_start();
                    let gap = &rest[..rest.len() - words.len()];
                    format!("{indent}{command}{gap}{}", self.of(words))
                }
                _ => format!("{indent}{}", self.of(body)),
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// The command line with its help in a language.
pub(super) fn localized(command: Command, lang: Lang) -> Command {
    if lang == Lang::En {
        return command;
    }
    translate(command, &Words::new(lang), true)
}

fn translate(mut command: Command, words: &Words, top: bool) -> Command {
    if let Some(about) = command.get_about().map(StyledStr::to_string) {
        command = command.about(words.of(&about));
    }
    if let Some(about) = command.get_long_about().map(StyledStr::to_string) {
        command = command.long_about(words.of(&about));
    }
    if let Some(closing) = command.get_after_help().map(StyledStr::to_string) {
        command = command.after_help(words.closing(&closing));
    }
    let arguments: Vec<clap::Id> = command
        .get_arguments()
        .map(|it| it.get_id().clone())
        .collect();
    for id in arguments {
        command = command.mut_arg(id, |arg| argument(arg, words));
    }
    let template = match words.lang {
        Lang::Ja => "{about-with-newline}\n使い方: {usage}\n\n{all-args}{after-help}",
        Lang::Fr => "{about-with-newline}\nUtilisation\u{a0}: {usage}\n\n{all-args}{after-help}",
        Lang::En | Lang::Es => "{about-with-newline}\nUso: {usage}\n\n{all-args}{after-help}",
    };
    command = command
        .help_template(template)
        .subcommand_help_heading(words.heading(COMMANDS))
        .disable_help_flag(true)
        .arg(
            Arg::new("help")
                .short('h')
                .long("help")
                .action(ArgAction::Help)
                .help(words.of("Print help"))
                .help_heading(words.heading(OPTIONS)),
        );
    if top {
        command = command.disable_version_flag(true).arg(
            Arg::new("version")
                .short('V')
                .long("version")
                .action(ArgAction::Version)
                .help(words.of("Print version"))
                .help_heading(words.heading(OPTIONS)),
        );
    }
    command.mut_subcommands(|it| translate(it, words, false))
}

fn argument(mut arg: Arg, words: &Words) -> Arg {
    if let Some(help) = arg.get_help().map(StyledStr::to_string) {
        arg = arg.help(words.of(&help));
    }
    if let Some(help) = arg.get_long_help().map(StyledStr::to_string) {
        arg = arg.long_help(words.of(&help));
    }
    let heading = match arg.get_help_heading() {
        Some(heading) => words.table.get(heading).copied(),
        None if arg.is_positional() => Some(words.heading(ARGUMENTS)),
        None => Some(words.heading(OPTIONS)),
    };
    match heading {
        Some(heading) => arg.help_heading(heading),
        None => arg,
    }
}

/// The language of the help: that of `--lang`, if it stands among the arguments.
pub(super) fn asked(arguments: impl Iterator<Item = std::ffi::OsString>) -> Option<Lang> {
    let mut arguments = arguments.filter_map(|it| it.into_string().ok());
    while let Some(argument) = arguments.next() {
        let code = match argument.strip_prefix("--lang") {
            Some("") => arguments.next(),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None if argument == "--" => return None,
            None => continue,
        };
        return Lang::ALL
            .into_iter()
            .find(|it| Some(it.code()) == code.as_deref());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every English text of the help, those of the closing lines included.
    fn texts(command: &Command, out: &mut Vec<String>) {
        out.extend(command.get_about().map(StyledStr::to_string));
        out.extend(command.get_long_about().map(StyledStr::to_string));
        if let Some(closing) = command.get_after_help() {
            for line in closing.to_string().lines() {
                let body = line.trim_start();
                let example = body.len() < line.len();
                match body.find("  ") {
                    Some(at) if example => out.push(body[at..].trim_start().to_owned()),
                    _ if example || body.is_empty() => {}
                    _ => out.push(body.to_owned()),
                }
            }
        }
        for arg in command.get_arguments() {
            out.extend(arg.get_help().map(StyledStr::to_string));
            out.extend(arg.get_long_help().map(StyledStr::to_string));
            out.extend(arg.get_help_heading().map(str::to_owned));
        }
        for inner in command.get_subcommands() {
            texts(inner, out);
        }
    }

    #[test]
    fn rows_are_complete_and_stand_once() {
        let mut seen = std::collections::HashSet::new();
        for row in TABLE.lines().skip(1) {
            let cells: Vec<&str> = row.split('\t').collect();
            assert_eq!(cells.len(), 4, "{row}");
            assert!(cells.iter().all(|it| !it.is_empty()), "{row}");
            assert!(seen.insert(cells[0]), "twice: {row}");
        }
    }

    #[test]
    fn every_text_of_the_help_is_translated() {
        let words = Words::new(Lang::Fr);
        let mut all = vec![OPTIONS.into(), ARGUMENTS.into(), COMMANDS.into()];
        texts(&super::super::command(), &mut all);
        let mut missing: Vec<String> = all
            .into_iter()
            .filter(|it| !words.table.contains_key(it.as_str()))
            .collect();
        missing.sort();
        missing.dedup();
        assert!(
            missing.is_empty(),
            "not in help.tsv:\n{}",
            missing.join("\n")
        );
    }

    #[test]
    fn the_language_is_found_before_the_arguments_are_read() {
        let asked = |text: &str| asked(text.split(' ').map(Into::into));
        assert_eq!(asked("kifu show --lang fr --help"), Some(Lang::Fr));
        assert_eq!(asked("kifu --lang=ja"), Some(Lang::Ja));
        assert_eq!(asked("kifu --lang xx"), None);
        assert_eq!(asked("kifu show -- --lang fr"), None);
        assert_eq!(asked("kifu"), None);
    }
}
