//! What `show` and `replay` look at: a position given as text, or the games of one file.

#[cfg(feature = "columnar")]
use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use super::position_text::is_position;
use super::{Exit, Ui};
#[cfg(feature = "columnar")]
use crate::book::BookKind;
#[cfg(feature = "columnar")]
use crate::bulk;
use crate::examine::Examiner;
#[cfg(feature = "columnar")]
use crate::input::Source;
use crate::input::{self, Address};
use crate::notation::{Game, Splitter, detect, promised};
use crate::output::Output;
use crate::record::Notation;
use crate::replay::ReplayOptions;
use crate::text::{self, Decision, Encoding};
use crate::timeline::Timeline;
use crate::words;

/// How to read a file, where that is not left to its content.
#[derive(Debug, Default, clap::Args)]
pub(super) struct ReadingArgs {
    /// Read the file in this notation, whatever it looks like
    #[arg(long, value_name = "FORMAT", value_parser = super::input::format(), help_heading = "Input")]
    from: Option<Notation>,
    /// Read the file in this encoding, whatever its bytes look like
    #[arg(long, value_name = "ENCODING", value_parser = super::input::encoding(), help_heading = "Input")]
    encoding: Option<Encoding>,
}

/// Why a game cannot be shown.
#[derive(Debug)]
enum Missing {
    /// The file cannot be read.
    File(io::Error),
    /// There is no record.
    Record,
    /// The file has only so many games.
    Game(u32),
    /// The record gives no position to start from.
    Start,
}

/// The timeline of game number `number` (from 1) of a target: a position, a file, an archive, an address, or `-` for standard
/// input.
/// Tells the user what goes wrong.
pub(super) fn timeline(
    target: &str,
    number: u32,
    reading: &ReadingArgs,
    ui: Ui,
) -> Result<Timeline, Exit> {
    find(target, number, reading).map_err(|missing| {
        match missing {
            Missing::File(error) => ui.cannot_open(target, &error),
            Missing::Record => ui.error(ui.text("cli.nothing_found.text")),
            Missing::Start => ui.error(ui.text("view.no_start.text")),
            Missing::Game(count) => {
                let text = ui.text("view.no_such_game.text");
                ui.error(words::fill(text, |_| Some(count.to_string())));
            }
        }
        Exit::Failed
    })
}

/// The same for the first game of a file, without a word.
#[cfg(feature = "tui")]
pub(super) fn quietly(target: &str, reading: &ReadingArgs) -> Option<Timeline> {
    find(target, 1, reading).ok()
}

fn find(target: &str, number: u32, reading: &ReadingArgs) -> Result<Timeline, Missing> {
    if is_position(target) {
        return look(target, target.as_bytes(), number, reading);
    }
    let Address { source, game } = Address::of(Path::new(target));
    let mut number = game.unwrap_or(number);
    #[cfg(feature = "columnar")]
    if let Some(file) = table(&source) {
        return match bulk::game_of_table(file, number).map_err(Missing::File)? {
            Ok(text) => look(source.name(), text.as_bytes(), 1, reading),
            Err(0) => Err(Missing::Record),
            Err(count) => Err(Missing::Game(count)),
        };
    }
    let mut missing = Missing::Record;
    let mut seen = 0;
    let mut found = None;
    input::each_whole(&source, None, &mut |whole| {
        let looked = match whole {
            Ok(whole) => look(whole.source.name(), &whole.bytes, number, reading),
            Err((_, error)) => Err(Missing::File(error)),
        };
        match looked {
            Ok(timeline) => {
                found = Some(timeline);
                ControlFlow::Break(())
            }
            // The games of an archive are counted through all its members.
            Err(Missing::Game(count)) => {
                number -= count;
                seen += count;
                missing = Missing::Game(seen);
                ControlFlow::Continue(())
            }
            Err(other) => {
                if seen == 0 {
                    missing = other;
                }
                ControlFlow::Continue(())
            }
        }
    });
    found.ok_or(missing)
}

/// The file, if it is a table in Parquet.
#[cfg(feature = "columnar")]
fn table(source: &Source) -> Option<File> {
    let path = Some(source.path()).filter(|it| source.member().is_none() && it.is_file());
    let mut file = File::open(path?).ok()?;
    let kind = BookKind::of_file(&mut file).ok()??;
    (kind == BookKind::Parquet).then_some(file)
}

/// Looks for a game in the bytes of a file, or in a position.
fn look(
    target: &str,
    bytes: &[u8],
    number: u32,
    reading: &ReadingArgs,
) -> Result<Timeline, Missing> {
    let mut decision = text::detect(bytes, true);
    if let Some(encoding) = reading.encoding {
        decision = Decision {
            encoding,
            ..decision
        };
    }
    let position = is_position(target);
    let notation = match reading.from {
        Some(notation) => Some(notation),
        None if position => Some(Notation::Usi),
        None => detect(bytes, &decision, promised(target)),
    };
    let mut splitter = Splitter::new(notation, &decision);
    let mut count = 0;
    let section = loop {
        match splitter.next(bytes, true) {
            None if count == 0 => return Err(Missing::Record),
            None => return Err(Missing::Game(count)),
            Some(section) if section.notation.is_none() => return Err(Missing::Record),
            Some(section) if section.index == number => break section,
            Some(_) => count += 1,
        }
    };
    let game = Game {
        file: if position { "" } else { target },
        index: section.index,
        line: section.line,
        byte: section.byte,
        bytes: &bytes[section.range],
        decision: section.decision,
        notation: section.notation,
    };
    let options = ReplayOptions {
        variations: true,
        ..ReplayOptions::default()
    };
    let mut examiner = Examiner::default();
    let report = examiner.examine(&game, options);
    if report.replay.start().is_none() {
        return Err(Missing::Start);
    }
    Ok(Timeline::of(&report))
}

/// Writes a whole file, or none; `-` is standard output. Tells the user what goes wrong.
pub(super) fn write(path: &Path, bytes: &[u8], force: bool, ui: Ui) -> Exit {
    if path == Path::new("-") {
        return ui.print_data(|out| out.write_all(bytes).map(|()| Exit::Clean));
    }
    let written = Output::named(path, force).and_then(|mut output| {
        output.write_all(bytes)?;
        output.finish()
    });
    match written {
        Ok(()) => Exit::Clean,
        // A pipe that is named as a file.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Clean,
        Err(error) => {
            ui.cannot_write(&path.to_string_lossy(), &error);
            Exit::Failed
        }
    }
}
