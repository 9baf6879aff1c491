//! `kifu explore`: what was played from a position, and how it went.

use std::io::{self, Write};
use std::sync::Arc;

use clap::ValueEnum;

use super::explore_root::RootArgs;
use super::input::{InputArgs, WorkArgs};
use super::run::{Ran, Runner};
use super::selection::{BranchArgs, GamesArgs};
use super::stats::{column, distinct};
use super::{Exit, Ui};
use crate::examine::Report;
use crate::explore::{self, Told};
use crate::finding::terms;
use crate::opening::Classifier;
use crate::played::{Asked, Counter, Course, Game, Group, Lines, Namer, Rank, Shape, Sort, Tree};
use crate::record::HeaderKey;
use crate::replay::ReplayOptions;
use crate::select::{GameColumn, Selection};
use crate::shogi::{ByColor, Color, Move, Position};
use crate::stats::NamedColumn;
use crate::tables::{GameRow, Value, value_text};
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

A position is the same however it was reached. A game counts once for a position and once for each different move that it
played there. Win rates are those of games with a winner, with the 95 % interval of Wilson; ratings are those of the players
who had the move. A position is called as the first game that came to it had played so far. With --depth, --plies and
--where keep small what is kept in memory: two bytes a move and some 150 a game.

Exit status: 0 games come to the position, 1 none does, 2 the job failed.")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    root: RootArgs,
    /// How many moves deep the tree goes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Only moves of at least so many games
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u64,
    /// At most so many moves of a position
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Which moves come first
    #[arg(long, value_name = "WHAT", default_value = "games")]
    sort: SortBy,
    /// Name so many games of each move
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000))]
    games: u32,
    /// Which games are named
    #[arg(long, value_name = "WHICH", default_value = "newest")]
    rank: RankBy,
    /// Split each row by columns of games, or by player (who had the move), month, rating_band, first_move, opening:LEVEL
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', value_parser = column)]
    by: Vec<NamedColumn>,
    /// How to print
    #[arg(long, value_name = "FORM", default_value = "text")]
    output: Output,
    #[command(flatten)]
    selection: GamesArgs,
    #[command(flatten)]
    branches: BranchArgs,
    #[command(flatten)]
    work: WorkArgs,
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
    fn asked(&self, selection: &Selection) -> Asked {
        Asked {
            samples: self.games as usize,
            rank: match self.rank {
                RankBy::Newest => Rank::Newest,
                RankBy::Rating => Rank::Rating,
            },
            plies: selection.plies(),
        }
    }

    fn shape(&self) -> Shape {
        Shape {
            depth: self.depth,
            min_games: self.min_games,
            top: self.top.unwrap_or(usize::MAX),
            sort: match self.sort {
                SortBy::Games => Sort::Games,
                SortBy::Wins => Sort::Wins,
                SortBy::Rating => Sort::Rating,
                SortBy::Last => Sort::Last,
            },
            most: usize::MAX,
        }
    }
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    explore(args, ui).unwrap_or_else(|exit| exit)
}

fn explore(args: &Args, ui: Ui) -> Result<Exit, Exit> {
    let selection = args.selection.selection(args.branches.variations, ui);
    let selection = selection.ok_or(Exit::Failed)?;
    let root = args.root.position(ui)?;
    let by = distinct(&args.by);
    let reader = Reader {
        args,
        selection,
        by: by.iter().map(|(_, column)| *column).collect(),
        ui,
    };
    let (tree, games, ran) = match args.depth {
        1 => reader.table(root)?,
        _ => reader.tree(root)?,
    };
    let told = Told {
        tree: &tree,
        by: &by,
        lang: ui.lang,
    };
    let text = match args.output {
        Output::Text => explore::text(&told),
        Output::Csv => explore::csv(&told),
        Output::Json => explore::json(&told),
        Output::Ndjson => explore::ndjson(&told),
        Output::Markdown => explore::markdown(&told),
    };
    let write = |out: &mut dyn Write| {
        out.write_all(text.as_bytes())?;
        Ok(Exit::Clean)
    };
    let printed = match args.output {
        Output::Text | Output::Markdown => ui.print(write),
        _ => ui.print_data(write),
    };
    let met = tree.nodes.first().is_some_and(|it| it.counts.games > 0);
    let found = if met { Exit::Clean } else { Exit::Errors };
    if !met {
        ui.note(ui.text("explore.not_met"));
    }
    ui.note(words::fill(ui.text("explore.closing"), |name| match name {
        "games" => Some(terms::number(ui.lang, games)),
        "of" => Some(terms::number(ui.lang, ran.totals.games)),
        "files" => Some(terms::number(ui.lang, ran.totals.files)),
        "seconds" => Some(ran.seconds()),
        _ => None,
    }));
    Ok(ran.exit(found).max(printed))
}

/// Reads the games.
struct Reader<'a> {
    args: &'a Args,
    selection: Selection,
    by: Vec<GameColumn>,
    ui: Ui,
}

/// What every thread owns.
#[derive(Default)]
struct Scratch {
    namer: Namer,
    classifier: Classifier,
}

/// What comes of a batch.
struct Batch<T> {
    counted: Option<T>,
    games: u64,
}

impl<T> Default for Batch<T> {
    fn default() -> Batch<T> {
        Batch {
            counted: None,
            games: 0,
        }
    }
}

impl Reader<'_> {
    /// The moves of one position, counted as the games are read.
    fn table(&self, root: Position) -> Result<(Tree, u64, Ran), Exit> {
        let asked = self.args.asked(&self.selection);
        let mut sum = Counter::new([root], asked);
        let empty = sum.clone();
        let (games, ran) = self.read(
            |scratch, report, counted: &mut Option<Counter>| {
                let Some(course) = course(report) else { return };
                let counter = counted.get_or_insert_with(|| empty.clone());
                let Scratch { namer, classifier } = scratch;
                counter.add(&course, namer, || Arc::new(self.game(report, classifier)));
            },
            |later| sum.merge(later),
        )?;
        let slot = sum.into_slots().into_iter().next();
        let tree = slot.map(|it| Tree::of(it, &self.args.shape()));
        Ok((tree.unwrap_or_default(), games, ran))
    }

    /// The tree of several levels, for which the games are kept.
    fn tree(&self, root: Position) -> Result<(Tree, u64, Ran), Exit> {
        let (lines, games, ran) = self.lines()?;
        let asked = self.args.asked(&self.selection);
        let jobs = self.args.work.jobs();
        let tree = Tree::grow(&lines, root, asked, &self.args.shape(), jobs);
        Ok((tree, games, ran))
    }

    /// All games, kept by their moves.
    fn lines(&self) -> Result<(Lines, u64, Ran), Exit> {
        let mut all = Lines::default();
        let (_, last) = self.selection.plies();
        let (games, ran) = self.read(
            |scratch, report, kept: &mut Option<Lines>| {
                let Some(course) = course(report) else { return };
                let game = self.game(report, &mut scratch.classifier);
                let lines = kept.get_or_insert_default();
                lines.push(&course, game, last);
            },
            |later| all.append(&later),
        )?;
        Ok((all, games, ran))
    }

    /// Reads all games that are wanted.
    fn read<T: Send>(
        &self,
        work: impl Fn(&mut Scratch, &Report<'_>, &mut Option<T>) + Sync,
        mut take: impl FnMut(T),
    ) -> Result<(u64, Ran), Exit> {
        let runner = Runner::new(&self.args.input, &self.args.work, self.ui)?;
        let mut games = 0;
        let ran = runner.reports(
            &self.selection,
            ReplayOptions::default(),
            Scratch::default,
            |scratch, report, batch: &mut Batch<T>| {
                batch.games += 1;
                work(scratch, report, &mut batch.counted);
            },
            |batch| {
                games += batch.games;
                if let Some(counted) = batch.counted {
                    take(counted);
                }
                io::Result::Ok(())
            },
        );
        match ran {
            Ok(ran) if !ran.is_empty() => Ok((games, ran)),
            _ => Err(Exit::Failed),
        }
    }

    /// What is told of a game.
    fn game(&self, report: &Report<'_>, classifier: &mut Classifier) -> Game {
        if self.by.is_empty() {
            return Game::of(report, ByColor::default());
        }
        let row = GameRow::new(report, classifier);
        let group = |side: Color| -> Group {
            let values = self.by.iter().map(|column| match column {
                GameColumn::Player => {
                    let name = report.record.header(HeaderKey::of_player(side));
                    name.map(str::to_owned)
                }
                column => column.with(&row, |value| match value {
                    Value::Null => None,
                    value => Some(value_text(value)),
                }),
            });
            values.collect()
        };
        Game::of(report, ByColor::from_fn(group))
    }
}

/// The moves of a game; none where it has no position to start from.
fn course<'a>(
    report: &'a Report<'_>,
) -> Option<Course<'a, impl Iterator<Item = (Move, bool)> + Clone + 'a>> {
    let replay = report.replay;
    Some(Course {
        start: replay.start()?,
        handicap: report.record.start.handicap(),
        moves: replay
            .main_line(report.record)
            .map(|step| (step.mv, step.broken.is_none())),
        no_repetition: replay.most_occurrences() == 1 && replay.plies() == replay.legal_plies(),
    })
}
