//! `kifu completions` and `kifu man`: what shells and `man` want to know about the command line.

use super::{Exit, Ui, command};
use crate::words;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu completions bash > ~/.local/share/bash-completion/completions/kifu
  kifu completions fish > ~/.config/fish/completions/kifu.fish")]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: clap_complete::Shell,
}

/// Print the manual page of kifu or of one command
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu man | man -l -
  kifu man check > kifu-check.1")]
pub(super) struct ManArgs {
    /// A command; the page of kifu itself when none is given
    command: Option<String>,
}

pub(super) fn completions(args: &CompletionsArgs, ui: Ui) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "kifu", &mut script);
    ui.print_data(|out| out.write_all(&script).map(|()| Exit::Clean))
}

pub(super) fn man(args: &ManArgs, ui: Ui) -> Exit {
    let mut whole = command();
    whole.build();
    let page = match &args.command {
        None => whole,
        Some(name) => match whole.find_subcommand(name) {
            Some(found) => found.clone(),
            None => {
                let text = ui.text("cli.no_command.text");
                ui.error(words::fill(text, |_| Some(name.clone())));
                return Exit::Failed;
            }
        },
    };
    ui.print_data(|out| {
        clap_mangen::Man::new(page).render(out)?;
        Ok(Exit::Clean)
    })
}
