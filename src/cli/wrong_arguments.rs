//! What is wrong with the arguments, in the reader's language, and what was probably meant.

use std::error::Error as _;
use std::ffi::OsString;
use std::fmt::Write as _;

use clap::Command;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use crate::words::{self, Lang};

/// The words about wrong arguments, for standard error.
pub(super) fn words_about(
    mut error: Error,
    arguments: &[OsString],
    mut all: Command,
    lang: Lang,
) -> String {
    all.build();
    let named = arguments.iter().skip(1).filter_map(|it| it.to_str());
    let command = named
        .filter(|it| !it.starts_with('-'))
        .find(|it| all.find_subcommand(it).is_some());
    let hint = command.and_then(|name| hint(&error, all.find_subcommand(name)?));
    if let (Some(hint), Some(name)) = (&hint, command) {
        let tip = fill(lang, "arguments.use", hint, "");
        error.remove(ContextKind::SuggestedArg);
        error.insert(
            ContextKind::Suggested,
            ContextValue::StyledStrs(vec![tip.into()]),
        );
        if let Some(command) = all.find_subcommand_mut(name) {
            let usage = command.render_usage();
            error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
        }
    }
    match lang {
        Lang::En => error.render().ansi().to_string(),
        _ => localized(&error, lang).unwrap_or_else(|| error.render().ansi().to_string()),
    }
}

/// What other programs call an option of this command.
fn hint(error: &Error, command: &Command) -> Option<String> {
    let argument = value(error, ContextKind::InvalidArg)?;
    let name = argument.trim_start_matches('-');
    let name = name.split('=').next()?;
    let long = |name: &str| {
        let mut all = command.get_arguments();
        all.find(|it| it.get_long() == Some(name))
    };
    let forms = long("output").map(clap::Arg::get_possible_values);
    let forms = forms.filter(|it| !it.is_empty());
    match name {
        "format" if long("to").is_some() => Some("--to".to_owned()),
        "format" => forms.map(|_| "--output".to_owned()),
        "out" => {
            let mut all = command.get_arguments();
            all.any(|it| it.get_short() == Some('o'))
                .then(|| "-o".to_owned())
        }
        _ => forms?
            .iter()
            .any(|it| it.get_name() == name)
            .then(|| format!("--output {name}")),
    }
}

/// The message in another language than English; `None` for what is too rare to be translated.
fn localized(error: &Error, lang: Lang) -> Option<String> {
    let invalid = |kind| value(error, kind).unwrap_or_default();
    let argument = invalid(ContextKind::InvalidArg);
    let given = invalid(ContextKind::InvalidValue);
    let mut what = match error.kind() {
        ErrorKind::UnknownArgument => fill(lang, "arguments.unknown", &argument, ""),
        ErrorKind::InvalidValue if given.is_empty() => {
            fill(lang, "arguments.no_value", &argument, "")
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            fill(lang, "arguments.invalid", &argument, &given)
        }
        ErrorKind::MissingRequiredArgument => fill(lang, "arguments.missing", &argument, ""),
        ErrorKind::ArgumentConflict => {
            let prior = invalid(ContextKind::PriorArg);
            fill(lang, "arguments.conflict", &argument, &prior)
        }
        ErrorKind::InvalidSubcommand => {
            let name = invalid(ContextKind::InvalidSubcommand);
            fill(lang, "arguments.no_command", &name, "")
        }
        _ => return None,
    };
    if let Some(source) = error.source() {
        let _ = write!(what, " ({source})");
    }
    let red = anstyle::AnsiColor::Red.on_default().bold();
    let mut out = format!("{red}{}:{red:#} {what}\n", words::text(lang, "cli.error"));
    if let Some(values) = value(error, ContextKind::ValidValue) {
        let line = fill(lang, "arguments.possible", &values, "");
        let _ = writeln!(out, "  {line}");
    }
    let similar = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
        ContextKind::SuggestedSubcommand,
    ];
    if let Some(name) = similar.into_iter().find_map(|kind| value(error, kind)) {
        let line = fill(lang, "arguments.similar", &name, "");
        let _ = writeln!(out, "\n  {line}");
    } else if error.kind() == ErrorKind::UnknownArgument
        && let Some(ContextValue::StyledStrs(tips)) = error.get(ContextKind::Suggested)
        && let Some(tip) = tips.iter().map(ToString::to_string).find(|it| {
            // Nobody has ever meant the value that clap offers.
            !it.contains("'-- ")
        })
    {
        let _ = writeln!(out, "\n  {tip}");
    }
    if let Some(usage) = value(error, ContextKind::Usage) {
        let usage = usage.trim_start_matches("Usage:").trim_start();
        let line = fill(lang, "arguments.usage", usage, "");
        let _ = writeln!(out, "\n{line}");
    }
    let _ = writeln!(out, "\n{}", words::text(lang, "arguments.more"));
    Some(out)
}

/// Fills a row about an argument and a value or another argument.
fn fill(lang: Lang, key: &'static str, argument: &str, other: &str) -> String {
    words::fill(words::text(lang, key), |name| {
        Some(match name {
            "argument" => argument.to_owned(),
            _ => other.to_owned(),
        })
    })
}

/// What an error says of something, as text.
fn value(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(all) => Some(all.join(", ")),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        ContextValue::StyledStrs(all) => {
            let all: Vec<String> = all.iter().map(ToString::to_string).collect();
            Some(all.join(", "))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lang: Lang, line: &str) -> String {
        let arguments: Vec<OsString> = line.split(' ').map(Into::into).collect();
        let command = super::super::command();
        let error = command.clone().try_get_matches_from(&arguments);
        let words = words_about(error.unwrap_err(), &arguments, command, lang);
        anstream::adapter::strip_str(&words).to_string()
    }

    #[test]
    fn what_other_programs_call_an_option_leads_to_ours() {
        for (line, meant) in [
            ("kifu check --json x", "--output json"),
            ("kifu check --format json x", "--output"),
            ("kifu jishogi --csv x", "--output csv"),
            ("kifu convert --format kif x", "--to"),
            ("kifu show --out b.svg x", "-o"),
        ] {
            let words = told(Lang::En, line);
            assert!(words.contains(&format!("tip: use '{meant}'")), "{words}");
            assert!(
                !words.contains("-- --") && !words.contains("--from"),
                "{words}"
            );
        }
    }

    #[test]
    fn errors_speak_the_language_of_the_reader() {
        for (line, part) in [
            ("kifu check --json x", "--output json"),
            ("kifu check --output xml x", "ndjson"),
            ("kifu check --outptu x", "--output"),
            ("kifu chekc x", "check"),
            ("kifu perft", "<DEPTH>"),
            ("kifu show --ply 1 --sheet 2", "--sheet"),
            ("kifu show --ply first x", "--ply"),
        ] {
            for lang in [Lang::Ja, Lang::Fr, Lang::Es] {
                let words = told(lang, line);
                assert!(words.contains(part), "{line}: {words}");
                for english in ["Usage", "unexpected", "invalid value", "For more"] {
                    assert!(!words.contains(english), "{line}: {words}");
                }
            }
        }
    }
}
