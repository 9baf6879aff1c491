//! Standard input where no path is named: read when somebody feeds it.

use clap::parser::ValueSource;

#[cfg(unix)]
pub(super) fn is_fed() -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;

    let Ok(stdin) = std::io::stdin().as_fd().try_clone_to_owned() else {
        return false;
    };
    // Neither a terminal nor /dev/null.
    std::fs::File::from(stdin).metadata().is_ok_and(|it| {
        let kind = it.file_type();
        kind.is_file() || kind.is_fifo() || kind.is_socket()
    })
}

#[cfg(not(unix))]
pub(super) fn is_fed() -> bool {
    use std::io::IsTerminal;
    !std::io::stdin().is_terminal()
}

/// Whether a command that reads files was given none, and nothing comes in either.
pub(super) fn is_nothing_to_read(command: &clap::Command, arguments: &clap::ArgMatches) -> bool {
    // `book merge` names what it reads behind a command of its own.
    if arguments.subcommand_name().is_some() {
        return false;
    }
    // The command is asked: what was matched knows only in debug builds which arguments there are not.
    let takes = |id: &&str| command.get_arguments().any(|it| it.get_id() == *id);
    let named = ["paths", "files_from", "files_from0", "target"];
    let mut named = named.iter().copied().filter(takes).peekable();
    named.peek().is_some()
        && named.all(|id| arguments.value_source(id) != Some(ValueSource::CommandLine))
        && !is_fed()
}
