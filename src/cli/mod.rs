//! The command line: arguments, dispatch, exit status. Commands are thin; each is a file of its own.

mod perft;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Validate, convert and analyse shogi game records.
#[derive(Debug, Parser)]
#[command(name = "kifu", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Perft(perft::Args),
}

/// How a run ended (product.md 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Nothing wrong.
    Clean = 0,
    /// At least one record has an error.
    Errors = 1,
    /// The job itself failed.
    Failed = 2,
}

/// Runs the command that the arguments name.
pub fn run() -> ExitCode {
    let exit = match Cli::parse().command {
        Command::Perft(args) => perft::run(&args),
    };
    ExitCode::from(exit as u8)
}
