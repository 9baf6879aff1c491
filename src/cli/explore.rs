//! `kifu explore`: what was played from a position, and how it went.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::board_args::PiecesArgs;
use super::explore_book::Reference;
use super::explore_reader::Reader;
use super::explore_root::RootArgs;
use super::input::{InputArgs, WorkArgs};
use super::selection::{BranchArgs, GamesArgs, PliesArgs};
use super::single_game;
use super::stats::{column, distinct};
use super::{Exit, Ui};
use crate::diagram::Look;
use crate::explore::{self, Told};
use crate::finding::terms;
use crate::played::{Asked, Rank, Shape, Slot, Sort, Tree};
use crate::select::Selection;
use crate::shogi::Position;
use crate::stats::NamedColumn;
use crate::words;

/// See what was played from a position, and how those games ended
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu explore games/                                        the first moves
  kifu explore games/ --moves \"７六歩 ３四歩\" --sort wins       what follows a line
  kifu explore games/ --game games/one.kif --ply 12 --games 3  what others played there, with games
  kifu explore games/ --where \"black = 'A'\" --depth 4 --min-games 20
  kifu explore games/ --moves \"7g7f\" --by year --output csv  each move year by year
  kifu explore games/ -o explorer.html                       a page to click through
  kifu explore games/ --depth 3 -o tree.svg                  the tree as a picture

A position is the same however it was reached. A game counts once for it and once for each different move that it played there.
Win rates are those of games with a winner, with the 95 % interval of Wilson; ratings are those of the players who had the move.
A position is called as the first game that came to it had played so far. A tree keeps the games in memory: two bytes a move and some 150 a game.

Exit status: 0 games come to the position, 1 none does, 2 the job failed.")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    root: RootArgs,
    /// How many moves deep the tree goes [default: 1; 4 for a picture, 16 for a page]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Only moves of at least so many games
    #[arg(long, value_name = "N")]
    min_games: Option<u64>,
    /// At most so many moves of a position
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Which moves come first
    #[arg(long, value_name = "WHAT", default_value = "games")]
    sort: SortBy,
    /// Name so many games of each move [default: 0; 3 for a page, 20 in the terminal]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    games: Option<u32>,
    /// Which games are named
    #[arg(long, value_name = "WHICH", default_value = "newest")]
    rank: RankBy,
    /// Split each row by columns of games, or by player (who had the move), month, rating_band, first_move, opening:LEVEL
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', value_parser = column)]
    by: Vec<NamedColumn>,
    /// How to print
    #[arg(long, value_name = "FORM", default_value = "text")]
    output: Output,
    /// Write the tree as a picture, or as a page to click through: .svg or .html
    #[arg(short, value_name = "FILE", value_parser = drawing, conflicts_with = "output")]
    o: Option<PathBuf>,
    /// Step through the tree in the terminal
    #[arg(short, long, conflicts_with_all = ["o", "output", "depth"])]
    interactive: bool,
    /// Replace a file that exists
    #[arg(long, requires = "o")]
    force: bool,
    #[command(flatten)]
    pieces: PiecesArgs,
    #[command(flatten)]
    selection: GamesArgs,
    #[command(flatten)]
    plies: PliesArgs,
    #[command(flatten)]
    branches: BranchArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// What is drawn instead of being printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drawing {
    Picture,
    Page,
}

impl Drawing {
    fn of(path: &Path) -> Option<Drawing> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "svg" => Some(Drawing::Picture),
            "html" | "htm" => Some(Drawing::Page),
            _ => None,
        }
    }
}

/// Reads the name of a file for the tree.
fn drawing(path: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(path);
    match Drawing::of(&path) {
        Some(_) => Ok(path),
        None => Err("the name must end in .svg or .html".to_owned()),
    }
}

/// Ways to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Output {
    /// For people
    Text,
    /// One row a move
    Csv,
    /// One object, moves inside positions
    Json,
    /// One object a line, a line a move
    Ndjson,
    /// A table in Markdown
    Markdown,
}

/// Orders of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SortBy {
    /// Most games first
    #[value(alias = "share")]
    Games,
    /// The highest win rate of the side that moves first
    Wins,
    /// The highest rating first
    Rating,
    /// Last played first
    Last,
}

/// Which games are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RankBy {
    /// The newest
    Newest,
    /// Those with the highest ratings
    Rating,
}

impl Args {
    fn drawing(&self) -> Option<Drawing> {
        self.o.as_deref().and_then(Drawing::of)
    }

    fn look(&self, ui: Ui) -> Look {
        Look {
            pieces: self.pieces.set(ui.lang),
            ..Look::default()
        }
    }

    fn asked(&self, plies: (u32, u32)) -> Asked {
        let games = match self.drawing() {
            _ if self.interactive => 20,
            Some(Drawing::Page) => 3,
            _ => 0,
        };
        Asked {
            samples: self.games.unwrap_or(games) as usize,
            rank: match self.rank {
                RankBy::Newest => Rank::Newest,
                RankBy::Rating => Rank::Rating,
            },
            plies,
        }
    }

    fn shape(&self) -> Shape {
        // A drawing has an end; lines that one game alone went on with are told by its name.
        let (depth, open_games, most) = match self.drawing() {
            None => (1, 1, usize::MAX),
            Some(Drawing::Picture) => (4, 1, 4_000),
            Some(Drawing::Page) => (16, 2, 3_000),
        };
        Shape {
            depth: self.depth.unwrap_or(depth),
            // Books of engines hold moves that no game is told of.
            min_games: self.min_games.unwrap_or(0),
            top: self.top.unwrap_or(usize::MAX),
            sort: match self.sort {
                SortBy::Games => Sort::Games,
                SortBy::Wins => Sort::Wins,
                SortBy::Rating => Sort::Rating,
                SortBy::Last => Sort::Last,
            },
            open_games,
            most,
        }
    }
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    explore(args, ui).unwrap_or_else(|exit| exit)
}

fn explore(args: &Args, ui: Ui) -> Result<Exit, Exit> {
    let selection = args
        .selection
        .selection(&args.plies, args.branches.variations, ui);
    let selection = selection.ok_or(Exit::Failed)?;
    let root = args.root.position(ui)?;
    let by = distinct(&args.by);
    let (asked, shape) = (args.asked(selection.plies()), args.shape());
    if let Some(path) = args.input.book() {
        return ask_book(args, path, root, &selection, ui);
    }
    let reader = Reader {
        input: &args.input,
        work: &args.work,
        selection,
        by: by.iter().map(|(_, column)| *column).collect(),
        ui,
    };
    if args.interactive {
        let (lines, ..) = reader.lines()?;
        let jobs = args.work.jobs();
        let count = |positions| Ok(lines.count(positions, asked, jobs));
        return watch(args, root, count, ui);
    }
    let (tree, games, ran) = if shape.depth == 1 {
        reader.table(root, asked, &shape)?
    } else {
        let (lines, games, ran) = reader.lines()?;
        let count = |level| Ok(lines.count(level, asked, args.work.jobs()));
        (Tree::grow(root, &shape, count)?, games, ran)
    };
    let told = Told {
        tree: &tree,
        by: &by,
        lang: ui.lang,
    };
    let found = tell(args, &told, ui);
    ui.note(words::fill(ui.text("explore.closing"), |name| match name {
        "games" => Some(terms::number(ui.lang, games)),
        "of" => Some(terms::number(ui.lang, ran.totals.games)),
        "files" => Some(terms::number(ui.lang, ran.totals.files)),
        "seconds" => Some(ran.seconds()),
        _ => None,
    }));
    Ok(ran.exit(found))
}

/// The same for a book in place of records.
fn ask_book(
    args: &Args,
    path: &Path,
    root: Position,
    selection: &Selection,
    ui: Ui,
) -> Result<Exit, Exit> {
    if !selection.is_empty() || !args.by.is_empty() {
        ui.error(ui.text("explore.book_alone.text"));
        return Err(Exit::Failed);
    }
    let mut book = Reference::open(path, ui)?;
    let asked = args.asked((0, u32::MAX));
    let mut count = |positions| book.count(positions, asked);
    if args.interactive {
        return watch(args, root, count, ui);
    }
    let tree = Tree::grow(root, &args.shape(), &mut count)?;
    let told = Told {
        tree: &tree,
        by: &[],
        lang: ui.lang,
    };
    Ok(tell(args, &told, ui))
}

/// Prints or draws the tree; the exit status tells whether there is anything in it.
fn tell(args: &Args, told: &Told<'_>, ui: Ui) -> Exit {
    let printed = match &args.o {
        Some(path) => draw(args, path, told, ui),
        None => print(args, told, ui),
    };
    let root = told.tree.nodes.first();
    let met = root.is_some_and(|it| it.counts.games > 0 || !it.branches.is_empty());
    if !met {
        ui.note(ui.text("explore.not_met"));
    }
    printed.max(if met { Exit::Clean } else { Exit::Errors })
}

/// Runs the explorer in the terminal.
#[cfg(feature = "tui")]
fn watch(
    args: &Args,
    root: Position,
    mut count: impl FnMut(Vec<Position>) -> Result<Vec<Slot>, Exit>,
    ui: Ui,
) -> Result<Exit, Exit> {
    let shape = args.shape();
    let mut node = |position| {
        let slot = count(vec![position])?.into_iter().next();
        let node = slot.and_then(|it| Tree::of(it, &shape).nodes.pop());
        node.ok_or(Exit::Failed)
    };
    let look = args.look(ui);
    let root = node(root)?;
    Ok(super::explore_terminal::watch(
        root, shape.sort, look, ui, node,
    ))
}

#[cfg(not(feature = "tui"))]
fn watch(
    _: &Args,
    _: Position,
    _: impl FnMut(Vec<Position>) -> Result<Vec<Slot>, Exit>,
    ui: Ui,
) -> Result<Exit, Exit> {
    ui.error(ui.text("explore.no_tui.text"));
    Err(Exit::Failed)
}

fn print(args: &Args, told: &Told<'_>, ui: Ui) -> Exit {
    let text = match args.output {
        Output::Text => explore::text(told),
        Output::Csv => explore::csv(told),
        Output::Json => explore::json(told),
        Output::Ndjson => explore::ndjson(told),
        Output::Markdown => explore::markdown(told),
    };
    let write = |out: &mut dyn Write| {
        out.write_all(text.as_bytes())?;
        Ok(Exit::Clean)
    };
    match args.output {
        Output::Text | Output::Markdown => ui.print(write),
        _ => ui.print_data(write),
    }
}

fn draw(args: &Args, path: &Path, told: &Told<'_>, ui: Ui) -> Exit {
    let drawn = match args.drawing() {
        Some(Drawing::Page) => explore::page(told, args.look(ui)),
        _ => explore::svg(told),
    };
    single_game::write(path, drawn.as_bytes(), args.force, ui)
}
