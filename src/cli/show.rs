//! `kifu show`: a position, or several of one game, as text or as a picture.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::board_args::LookArgs;
use super::ply::Ply;
use super::single_game::{self, ReadingArgs};
use super::{Exit, Ui};
use crate::diagram::{self, Board, Look, Words, text};
use crate::text::visible;
use crate::timeline::{Frame, Timeline};
use crate::words::{self, Lang};

/// Show the board: as text, or as a picture by the ending of the name
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu show game.kif                           the last position
  kifu show game.kif --ply 42 --moves          after 42 moves, with the moves beside it
  kifu show game.kif --ply 42 -o p.png         a picture
  kifu show game.kif --sheet 20 -o game.svg    every 20th position on one sheet
  kifu show 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1' --pieces french")]
pub(super) struct Args {
    /// A record, `-` for standard input, or a position: an SFEN, `startpos`, a `position` line
    #[arg(
        value_name = "PATH|SFEN",
        default_value = "-",
        hide_default_value = true
    )]
    target: String,
    /// Which game of the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: u32,
    /// The position after so many moves; may be repeated [default: the last]
    #[arg(
        long,
        value_name = "N",
        value_delimiter = ',',
        allow_negative_numbers = true
    )]
    ply: Vec<Ply>,
    /// Every N-th position of the game
    #[arg(long, value_name = "N", conflicts_with = "ply", value_parser = clap::value_parser!(u32).range(1..))]
    sheet: Option<u32>,
    /// List the moves up to the position
    #[arg(long)]
    moves: bool,
    /// Mark the last move
    #[arg(long, value_name = "yes|no", num_args = 0..=1, require_equals = true,
        default_value = "yes", default_missing_value = "yes", value_parser = ["yes", "no"])]
    last_move: String,
    #[command(flatten)]
    look: LookArgs,
    /// Write a picture (.svg, .png), a page (.html) or text (.txt)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a page to step through the game, open at this position
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    html: Option<PathBuf>,
    /// How many times its usual size a PNG is
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = factor)]
    scale: f32,
    /// Replace a file that exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

fn factor(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(factor) if (0.05..=20.0).contains(&factor) => Ok(factor),
        _ => Err("expected a number from 0.05 to 20".to_owned()),
    }
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    show(args, ui).unwrap_or_else(|exit| exit)
}

/// The endings that say what is written; none, as standard output has none, is text.
const ENDINGS: [&str; 5] = ["", "svg", "png", "html", "txt"];

fn show(args: &Args, ui: Ui) -> Result<Exit, Exit> {
    let asked = args.output.as_deref().map(ending).unwrap_or_default();
    if !ENDINGS.contains(&asked.as_str()) {
        ui.error(words::fill(ui.text("view.other_picture.text"), |_| {
            Some(asked.clone())
        }));
        return Err(Exit::Failed);
    }
    let film = single_game::timeline(&args.target, args.game, &args.reading, ui)?;
    let shown = shown(args, &film, ui)?;
    let look = args.look.look(ui.lang);
    let file = args.html.as_ref().or(args.output.as_ref());
    let ending = match (&args.html, file) {
        (Some(_), _) => "html".to_owned(),
        (None, file) => ending(file.map_or(Path::new(""), |it| it)),
    };
    let bytes = match ending.as_str() {
        "svg" => picture(args, &film, &shown, look, ui.lang).into_bytes(),
        "png" => png(&picture(args, &film, &shown, look, ui.lang), args.scale, ui)?,
        "html" => crate::page::page(&film, shown[0], look, ui.lang).into_bytes(),
        _ => page(args, &film, &shown, look, ui.lang).into_bytes(),
    };
    Ok(match file {
        Some(path) => single_game::write(path, &bytes, args.force, ui),
        None => ui.print(|out| out.write_all(&bytes).map(|()| Exit::Clean)),
    })
}

/// The ending of a file name, in small letters.
fn ending(path: &Path) -> String {
    let ending = path.extension().and_then(OsStr::to_str);
    ending.unwrap_or_default().to_ascii_lowercase()
}

/// The frames to show.
fn shown(args: &Args, film: &Timeline, ui: Ui) -> Result<Vec<usize>, Exit> {
    let last = film.plies();
    let asked: Vec<u32> = args
        .ply
        .iter()
        .map(|it| it.number().unwrap_or(last))
        .collect();
    if let Some(&beyond) = asked.iter().find(|&&ply| ply > last) {
        ui.error(words::fill(ui.text("view.no_such_ply.text"), |name| {
            Some(if name == "ply" { beyond } else { last }.to_string())
        }));
        return Err(Exit::Failed);
    }
    let plies: Vec<u32> = match args.sheet {
        Some(step) => (0..last)
            .step_by(step as usize)
            .skip(1)
            .chain([last])
            .collect(),
        None if asked.is_empty() => vec![last],
        None => asked,
    };
    Ok(plies.into_iter().map(|ply| film.at_ply(ply)).collect())
}

#[cfg(feature = "png")]
fn png(svg: &str, scale: f32, ui: Ui) -> Result<Vec<u8>, Exit> {
    diagram::png(svg, scale).map_err(|error| {
        ui.error(error);
        Exit::Failed
    })
}

#[cfg(not(feature = "png"))]
fn png(_: &str, _: f32, ui: Ui) -> Result<Vec<u8>, Exit> {
    ui.error(ui.text("view.no_png.text"));
    Err(Exit::Failed)
}

/// The picture of these frames, as SVG.
fn picture(args: &Args, film: &Timeline, shown: &[usize], look: Look, lang: Lang) -> String {
    let boards: Vec<Board<'_>> = shown
        .iter()
        .map(|&index| {
            let mut board = board(film, index, look);
            if args.last_move == "no" {
                board.last = None;
            }
            if args.moves {
                board.moves = moves(film, index, look);
            }
            board
        })
        .collect();
    let last = shown.last().map_or(&film.frames[0], |&it| &film.frames[it]);
    let heading = film.heading();
    let title = if heading.is_empty() {
        caption(last, lang)
    } else {
        format!("{heading}, {}", caption(last, lang))
    };
    let words = Words {
        title: &title,
        description: &text::describe(&last.position, lang, film.handicap),
    };
    diagram::svg(&boards, look, &words)
}

/// The board of a frame, without a list of moves.
pub(super) fn board(film: &Timeline, index: usize, look: Look) -> Board<'_> {
    let frame = &film.frames[index];
    let caption = match frame.step() {
        Some(_) => format!("{}  {}", frame.ply, label(frame, look)),
        None => String::new(),
    };
    Board {
        position: &frame.position,
        last: frame.step().map(|step| step.mv),
        caption,
        moves: Vec::new(),
    }
}

/// A move as the tradition of the pieces has it.
fn label(frame: &Frame, look: Look) -> String {
    frame.label(if look.pieces.is_japanese() {
        Lang::Ja
    } else {
        Lang::En
    })
}

/// The moves that lead to a frame.
fn moves(film: &Timeline, index: usize, look: Look) -> Vec<String> {
    let path = film.path(index).into_iter().skip(1);
    path.map(|it| label(&film.frames[it], look)).collect()
}

/// Which position this is, in words.
fn caption(frame: &Frame, lang: Lang) -> String {
    if frame.step().is_none() {
        return words::text(lang, "board.position").to_owned();
    }
    words::fill(words::text(lang, "view.after_move"), |name| {
        Some(match name {
            "ply" => frame.ply.to_string(),
            _ => frame.label(lang),
        })
    })
}

/// These frames as text.
fn page(args: &Args, film: &Timeline, shown: &[usize], look: Look, lang: Lang) -> String {
    let mut out = String::new();
    let heading = film.heading();
    if !heading.is_empty() {
        let _ = writeln!(out, "{}\n", visible(&heading));
    }
    for (at, &index) in shown.iter().enumerate() {
        let frame = &film.frames[index];
        if at > 0 {
            out.push('\n');
        }
        out.push_str(&text::text(&frame.position, look, lang, film.handicap));
        if frame.step().is_some() && args.last_move == "yes" {
            let _ = writeln!(out, "{}", caption(frame, lang));
        }
        let turn = frame.position.turn();
        let mut line = text::filled(lang, "role.to_move.line", turn, film.handicap, "");
        if frame.position.in_check() {
            line.push_str(words::text(lang, "view.in_check"));
        }
        let _ = writeln!(out, "{line}");
        if args.moves {
            list(&mut out, &moves(film, index, look));
        }
    }
    out
}

/// A list of moves, numbered, as many on a line as there is room for.
fn list(out: &mut String, moves: &[String]) {
    use unicode_width::UnicodeWidthStr;
    for (row, moves) in moves.chunks(4).enumerate() {
        let mut line = String::new();
        for (at, mv) in moves.iter().enumerate() {
            let gap = " ".repeat(16_usize.saturating_sub(mv.width()));
            let _ = write!(line, "{:>4} {mv}{gap}", row * 4 + at + 1);
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
}
