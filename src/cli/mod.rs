//! The command line: arguments, dispatch, exit status. Commands are thin; each is a file of its own.

mod board_args;
mod book;
mod check;
#[cfg(test)]
mod clock_tests;
mod completions;
mod convert;
mod dedupe;
mod dedupe_groups;
mod door;
mod explain;
mod explore;
mod explore_book;
mod explore_reader;
mod explore_root;
#[cfg(feature = "tui")]
mod explore_terminal;
mod export;
mod find;
mod fix;
mod fold;
mod game_report;
mod help;
mod info;
mod input;
mod jishogi;
mod perft;
mod ply;
mod position_text;
mod progress;
mod reasons;
mod replay;
mod rules;
mod run;
mod schema;
mod selection;
mod sennichite;
mod sheet;
mod show;
mod single_game;
mod size;
mod stats;
mod stdin;
mod target_args;
mod text_books;
mod ui;
mod worker;
mod write_games;
mod writing;
mod wrong_arguments;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::words::Lang;
use input::WorkArgs;
use ui::{DisplayArgs, Ui};

pub use crate::tables::{SCHEMA_VERSION, describe::manual as columns_manual};

/// Validate, convert and analyse shogi game records
#[derive(Debug, Parser)]
#[command(
    name = "kifu",
    version,
    after_help = "\
Examples:
  kifu check games/              judge every record in a folder
  kifu check game.kif            findings with their place in the file
  kifu explain nifu              what a finding means and what to do about it

Exit status: 0 nothing wrong, 1 a record has an error, 2 the job itself failed."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    display: DisplayArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Args),
    Convert(Box<convert::Args>),
    Find(Box<find::Args>),
    Explore(Box<explore::Args>),
    Dedupe(Box<dedupe::Args>),
    Book(Box<book::Args>),
    Info(info::Args),
    Fix(fix::Args),
    Jishogi(jishogi::Args),
    Sennichite(sennichite::Args),
    Export(Box<export::Args>),
    Schema(schema::Args),
    Explain(explain::Args),
    Perft(perft::Args),
    Replay(replay::Args),
    Rules(rules::Args),
    Show(show::Args),
    Stats(Box<stats::Args>),
    Worker(worker::Args),
    Completions(completions::CompletionsArgs),
    Man(completions::ManArgs),
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Nothing wrong.
    Clean = 0,
    /// At least one record has an error.
    Errors = 1,
    /// The job itself failed.
    Failed = 2,
}

/// The whole command line, for whoever describes it.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command that the arguments name.
pub fn run() -> ExitCode {
    let lang = help::asked(std::env::args_os()).unwrap_or_else(ui::lang_of_environment);
    let matches = match help::localized(command(), lang).try_get_matches() {
        Ok(matches) => matches,
        Err(error) if error.use_stderr() => return wrong(error, lang),
        // The help or the version, which was asked for.
        Err(page) => return ExitCode::from(page_asked(&page, lang) as u8),
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return wrong(error, lang),
    };
    let ui = Ui::new(&cli.display);
    if let Some((name, arguments)) = matches.subcommand()
        && let Some(command) = command().find_subcommand(name)
        && stdin::is_nothing_to_read(command, arguments)
    {
        return ExitCode::from(help_of(name, ui) as u8);
    }
    let is_lenient = matches.subcommand().is_some_and(|(_, it)| is_lenient(it));
    let exit = match cli.command {
        None => first_screen(ui),
        Some(Command::Check(args)) => check::run(&args, ui),
        Some(Command::Convert(args)) => convert::run(&args, ui),
        Some(Command::Find(args)) => find::run(&args, ui),
        Some(Command::Explore(args)) => explore::run(&args, ui),
        Some(Command::Dedupe(args)) => dedupe::run(&args, ui),
        Some(Command::Book(args)) => book::run(&args, ui),
        Some(Command::Info(args)) => info::run(&args, ui),
        Some(Command::Fix(args)) => fix::run(&args, ui),
        Some(Command::Jishogi(args)) => jishogi::run(&args, ui),
        Some(Command::Sennichite(args)) => sennichite::run(&args, ui),
        Some(Command::Export(args)) => export::run(&args, ui),
        Some(Command::Schema(args)) => schema::run(&args, ui),
        Some(Command::Explain(args)) => explain::run(&args, ui),
        Some(Command::Perft(args)) => perft::run(&args, ui),
        Some(Command::Replay(args)) => replay::run(&args, ui),
        Some(Command::Rules(args)) => rules::run(&args, ui),
        Some(Command::Stats(args)) => stats::run(&args, ui),
        Some(Command::Worker(args)) => worker::run(&args, ui),
        Some(Command::Show(args)) => show::run(&args, ui),
        Some(Command::Completions(args)) => completions::completions(&args, ui),
        Some(Command::Man(args)) => completions::man(&args, ui),
    };
    let exit = match exit {
        Exit::Errors if is_lenient => Exit::Clean,
        exit => exit,
    };
    ExitCode::from(exit as u8)
}

/// Whether errors of records are no failure of the job.
fn is_lenient(arguments: &clap::ArgMatches) -> bool {
    let is_set =
        |id: &clap::Id| id == WorkArgs::EXIT_ZERO && arguments.get_flag(WorkArgs::EXIT_ZERO);
    arguments.ids().any(is_set)
}

/// Tells what is wrong with the arguments.
fn wrong(error: clap::Error, lang: Lang) -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    let ui = Ui {
        lang,
        quiet: false,
        verbose: false,
    };
    ui.tell(&wrong_arguments::words_about(
        error,
        &arguments,
        command(),
        lang,
    ));
    ExitCode::from(Exit::Failed as u8)
}

/// Prints a page that clap has made.
fn page_asked(page: &clap::Error, lang: Lang) -> Exit {
    let ui = Ui {
        lang,
        quiet: false,
        verbose: false,
    };
    ui.print(|out| write!(out, "{}", page.render().ansi()).map(|()| Exit::Clean))
}

/// The help of a command that was given nothing to read.
fn help_of(name: &str, ui: Ui) -> Exit {
    let mut all = help::localized(command(), ui.lang);
    all.build();
    if let Some(command) = all.find_subcommand_mut(name) {
        ui.tell(&command.render_help().ansi().to_string());
    }
    Exit::Failed
}

/// The help, when no command is named.
fn first_screen(ui: Ui) -> Exit {
    let help = help::localized(command(), ui.lang).render_help();
    ui.print(|out| write!(out, "{}", help.ansi()).map(|()| Exit::Clean))
}
