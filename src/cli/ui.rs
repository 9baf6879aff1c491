//! The terminal: languages, colours, the one writer of standard output, words on standard error.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use clap::ValueEnum;

use super::Exit;
use super::door::Door;
use super::reasons::reason;
use crate::input::InputFault;
use crate::text::visible;
use crate::words::{self, Lang};

/// What every command lets one choose about its words.
#[derive(Debug, clap::Args)]
pub(super) struct DisplayArgs {
    /// Use colours
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Display"
    )]
    color: When,
    /// Language of messages; machine output stays the same [default: the locale]
    #[arg(long, global = true, value_enum, help_heading = "Display")]
    lang: Option<Lang>,
    /// Print no summary and no notes about the run
    #[arg(
        short,
        long,
        global = true,
        conflicts_with = "verbose",
        help_heading = "Display"
    )]
    quiet: bool,
    /// Print more about the run
    #[arg(short, long, global = true, help_heading = "Display")]
    verbose: bool,
}

/// Auto, always or never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    /// If the stream is a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What becomes of colours in what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Styles {
    /// They are left out where nobody wants them.
    Fitted,
    /// Nothing is changed: it is data.
    Kept,
}

impl ValueEnum for Lang {
    fn value_variants<'a>() -> &'a [Lang] {
        &Lang::ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.code()))
    }
}

/// How this run speaks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ui {
    /// The language of messages.
    pub(super) lang: Lang,
    /// Only results and errors.
    pub(super) quiet: bool,
    /// More than usual.
    pub(super) verbose: bool,
}

impl Ui {
    /// Follows the arguments, then the environment.
    pub(super) fn new(args: &DisplayArgs) -> Ui {
        let choice = match args.color {
            When::Auto => anstream::ColorChoice::Auto,
            When::Always => anstream::ColorChoice::Always,
            When::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
        Ui {
            lang: args.lang.unwrap_or_else(lang_of_environment),
            quiet: args.quiet,
            verbose: args.verbose,
        }
    }

    /// The text of a key in the language of this run.
    pub(super) fn text(self, key: &'static str) -> &'static str {
        words::text(self.lang, key)
    }

    /// An error of the job, on standard error.
    pub(super) fn error(self, what: impl fmt::Display) {
        let red = anstyle::AnsiColor::BrightRed.on_default().bold();
        let level = self.text("cli.error");
        let what = what.to_string();
        let what = visible(&what);
        let _ = writeln!(anstream::stderr(), "{red}{level}{red:#}: {what}");
    }

    /// Something odd about the job, on standard error.
    fn warning(self, what: impl fmt::Display) {
        let yellow = anstyle::AnsiColor::BrightYellow.on_default().bold();
        let level = self.text("cli.warning");
        let what = what.to_string();
        let what = visible(&what);
        let _ = writeln!(anstream::stderr(), "{yellow}{level}{yellow:#}: {what}");
    }

    /// Says that a file cannot be read, or does not hold what was asked of it.
    pub(super) fn cannot_open(self, path: &str, error: &io::Error) {
        if let Some(reason) = reason(error, self.lang) {
            self.error(format_args!("{path}: {reason}"));
            return;
        }
        if let Some(InputFault::DeadLink) = InputFault::of(error) {
            // Nobody named it, and nothing is lost with it.
            self.warning(self.about("input.dead_link", path, error));
            return;
        }
        let key = match error.kind() {
            _ if Path::new(path).is_dir() => "arguments.folder.text",
            io::ErrorKind::NotFound => "cli.not_found.text",
            _ => "cli.cannot_open.text",
        };
        self.error(self.about(key, path, error));
    }

    /// Says that something cannot be written.
    pub(super) fn cannot_write(self, path: &str, error: &io::Error) {
        let folder = Path::new(path).parent().and_then(Path::to_str);
        let folder = folder.filter(|it| !it.is_empty() && !Path::new(it).exists());
        let (key, path) = match (error.kind(), folder) {
            (io::ErrorKind::AlreadyExists, _) => ("cli.exists.text", path),
            // What a new file lacks is its folder.
            (io::ErrorKind::NotFound, Some(folder)) => ("cli.not_found.text", folder),
            _ => ("cli.cannot_write.text", path),
        };
        self.error(self.about(key, path, error));
    }

    /// Words about a path and what is wrong with it.
    fn about(self, key: &'static str, path: &str, error: &io::Error) -> String {
        words::fill(self.text(key), |name| match name {
            "path" => Some(path.to_owned()),
            "cause" => Some(error.to_string()),
            _ => None,
        })
    }

    /// A line about the run on standard error, unless it is to be quiet.
    pub(super) fn note(self, what: impl fmt::Display) {
        if !self.quiet {
            let _ = writeln!(anstream::stderr(), "{}", visible(&what.to_string()));
        }
    }

    /// Lines about records on standard error, each with its line end.
    #[expect(clippy::unused_self, reason = "whoever speaks has a Ui")]
    pub(super) fn tell(self, lines: &str) {
        let is_terminal = io::stderr().is_terminal();
        let _ = write!(Door::new(anstream::stderr(), is_terminal), "{lines}");
    }

    /// Writes data to standard output, as it is. See [`Ui::print`].
    pub(super) fn print_data(self, write: impl FnOnce(&mut dyn Write) -> io::Result<Exit>) -> Exit {
        self.print_as(Styles::Kept, write).unwrap_or_else(|it| it)
    }

    /// Writes to standard output, with colours where they are wanted. A reader that has seen enough and closes the pipe
    /// ends the run well; any other failure ends it badly.
    pub(super) fn print(self, write: impl FnOnce(&mut dyn Write) -> io::Result<Exit>) -> Exit {
        self.print_as(Styles::Fitted, write).unwrap_or_else(|it| it)
    }

    /// The same for whoever needs more of the writing than how it ended.
    ///
    /// # Errors
    /// How the run ends, when not all could be written.
    pub(super) fn print_as<T>(
        self,
        styles: Styles,
        write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> Result<T, Exit> {
        match styles {
            Styles::Fitted => {
                let is_terminal = io::stdout().is_terminal();
                let out = Door::new(anstream::stdout().lock(), is_terminal);
                self.run(BufWriter::new(out), write)
            }
            Styles::Kept => {
                let out = io::stdout().lock();
                let is_terminal = out.is_terminal();
                let out = BufWriter::with_capacity(1 << 16, Door::new(out, is_terminal));
                self.run(out, write)
            }
        }
    }

    fn run<T, W: Write>(
        self,
        mut out: W,
        write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> Result<T, Exit> {
        let written = write(&mut out).and_then(|done| out.flush().map(|()| done));
        written.map_err(|error| self.ended(&error))
    }

    /// The same for writers that hand the stream to threads.
    pub(super) fn print_stream(
        self,
        write: impl FnOnce(&mut BufWriter<Door<io::Stdout>>) -> io::Result<Exit>,
    ) -> Exit {
        let out = io::stdout();
        let is_terminal = out.is_terminal();
        let mut out = BufWriter::with_capacity(1 << 16, Door::new(out, is_terminal));
        let written = write(&mut out).and_then(|exit| out.flush().map(|()| exit));
        written.unwrap_or_else(|error| self.ended(&error))
    }

    /// How a run ends that cannot write to standard output.
    fn ended(self, error: &io::Error) -> Exit {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Exit::Clean;
        }
        self.cannot_write(self.text("cli.stdout"), error);
        Exit::Failed
    }
}

/// The language of the locale, as POSIX looks for it.
pub(super) fn lang_of_environment() -> Lang {
    let mut names = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter();
    let locale = names.find_map(|name| std::env::var(name).ok().filter(|it| !it.is_empty()));
    locale.map_or(Lang::default(), |locale| Lang::of_locale(&locale))
}
