//! `kifu replay`: the recorder, in the terminal or as a page.

use std::path::{Path, PathBuf};

use super::board_args::LookArgs;
use super::ply::Ply;
#[cfg(feature = "tui")]
use super::position_text::is_position;
use super::single_game::{self, ReadingArgs};
use super::{Exit, Ui};

/// Step through a game like a video recorder, in the terminal or as a page
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu replay game.kif                      in the terminal; ? lists the keys
  kifu replay games/                        choose a record from a folder
  kifu replay game.kif --html game.html     one page for any browser, without network
  kifu replay game.kif --ascii              for terminals without Japanese characters")]
pub(super) struct Args {
    /// A record, a folder, an archive, `-` for standard input, or a position
    #[arg(value_name = "PATH|SFEN", default_value = ".")]
    target: String,
    /// Which game of the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: u32,
    /// Begin after so many moves
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    ply: Option<Ply>,
    #[command(flatten)]
    look: LookArgs,
    /// Draw boards in letters
    #[arg(long)]
    ascii: bool,
    /// Write a page that does the same
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Replace a file that exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let done = match &args.html {
        Some(path) => page(args, path, ui),
        None => watch(args, ui),
    };
    done.unwrap_or_else(|exit| exit)
}

fn page(args: &Args, path: &Path, ui: Ui) -> Result<Exit, Exit> {
    let film = single_game::timeline(&args.target, args.game, &args.reading, ui)?;
    let at = film.at_ply(args.ply.map_or(0, |it| it.number().unwrap_or(film.plies())));
    let page = crate::page::page(&film, at, args.look.look(ui.lang), ui.lang);
    Ok(single_game::write(path, page.as_bytes(), args.force, ui))
}

#[cfg(not(feature = "tui"))]
fn watch(_: &Args, ui: Ui) -> Result<Exit, Exit> {
    ui.error(ui.text("view.no_tui.text"));
    Err(Exit::Failed)
}

#[cfg(feature = "tui")]
fn watch(args: &Args, ui: Ui) -> Result<Exit, Exit> {
    use crate::viewer::{Effect, State, run};
    use std::io::IsTerminal;

    if !std::io::stdout().is_terminal() {
        ui.error(ui.text("view.no_terminal.text"));
        return Err(Exit::Failed);
    }
    let records = records(&args.target, ui)?;
    let choosing = records.len() > 1;
    let open = |at: usize| {
        let target = records.get(at).map_or("", |it| it);
        let number = if choosing { 1 } else { args.game };
        single_game::timeline(target, number, &args.reading, ui)
    };
    // A folder may hold what is no record: the first that can be shown is.
    let (current, film) = if choosing {
        let quiet =
            |at: usize| single_game::quietly(&records[at], &args.reading).map(|film| (at, film));
        let first = (0..records.len()).find_map(quiet);
        first.ok_or_else(|| {
            ui.error(ui.text("cli.nothing_found.text"));
            Exit::Failed
        })?
    } else {
        (0, open(0)?)
    };
    let look = args.look.look(ui.lang);
    let last = film.plies();
    let mut state = State::new(film, records.clone(), current, look, ui.lang).ascii(args.ascii);
    if let Some(ply) = args.ply {
        state.go_to_ply(ply.number().unwrap_or(last));
    }
    if choosing {
        state = state.choosing();
    }
    let serve = |state: &mut State, effect| match effect {
        Effect::Open(at) => match records
            .get(at)
            .and_then(|it| single_game::quietly(it, &args.reading))
        {
            Some(film) => state.show(film, at),
            None => {
                state.tell(crate::words::text(state.lang(), "cli.nothing_found.text").to_owned());
            }
        },
        Effect::Save => {
            let notice = save(state);
            state.tell(notice);
        }
        Effect::None | Effect::Quit => {}
    };
    run(&mut state, serve).map_err(|error| {
        ui.error(error);
        Exit::Failed
    })?;
    Ok(Exit::Clean)
}

/// The records to choose from: a folder's, an archive's, or the one that was named.
#[cfg(feature = "tui")]
fn records(target: &str, ui: Ui) -> Result<Vec<String>, Exit> {
    if is_position(target) {
        return Ok(vec![target.to_owned()]);
    }
    if !Path::new(target).is_dir() {
        let members = crate::input::members(&crate::input::Address::of(Path::new(target)).source);
        let names: Vec<String> = members.iter().map(|it| it.name().to_owned()).collect();
        return Ok(match names.is_empty() {
            true => vec![target.to_owned()],
            false => names,
        });
    }
    let files = crate::input::Inputs::new([target.into()]);
    let found: Vec<String> = files
        .map(|input| input.source.name().to_owned())
        .filter(|path| crate::notation::promised(path).is_some())
        .collect();
    if found.is_empty() {
        ui.error(ui.text("cli.nothing_found.text"));
        return Err(Exit::Failed);
    }
    Ok(found)
}

/// Saves the present picture beside the present folder's files under a name that is free, and says which.
#[cfg(feature = "tui")]
pub(super) fn save(state: &crate::viewer::State) -> String {
    let (film, at, look) = state.picture();
    let board = super::show::board(film, at, look);
    let description = crate::diagram::text::describe(board.position, state.lang(), film.handicap);
    let words = crate::diagram::Words {
        title: &film.frames[at].label(state.lang()),
        description: &description,
    };
    let svg = crate::diagram::svg(&[board], look, &words);
    let stem = Path::new(&film.file)
        .file_stem()
        .unwrap_or("position".as_ref());
    let stem = stem.to_string_lossy();
    let ply = film.frames[at].ply;
    let names = (1..1000).map(|copy| match copy {
        1 => format!("{stem}-{ply}.svg"),
        _ => format!("{stem}-{ply}-{copy}.svg"),
    });
    for name in names {
        let written =
            crate::output::Output::create(Path::new(&name), false).and_then(|mut file| {
                std::io::Write::write_all(&mut file, svg.as_bytes())?;
                file.finish()
            });
        return match written {
            Ok(()) => crate::words::fill(crate::words::text(state.lang(), "view.saved"), |_| {
                Some(name.clone())
            }),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => continue,
            Err(error) => error.to_string(),
        };
    }
    String::new()
}
