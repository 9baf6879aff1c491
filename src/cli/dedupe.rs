//! `kifu dedupe`: which records are the same game.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::PathBuf;

use clap::ValueEnum;

use super::dedupe_groups::{Output, print};
use super::input::{InputArgs, WorkArgs};
use super::run::{Ran, Runner, Turn};
use super::selection::{BranchArgs, SelectionArgs};
use super::target_args::TargetArgs;
use super::writing::Writing;
use super::{Exit, Ui};
use crate::dedupe::{Group, Index, Key, Member, Number, Places, mark, number, prefixes};
use crate::examine::Report;
use crate::finding::terms;
use crate::input::{Address, Inputs};
use crate::replay::ReplayOptions;
use crate::select::{Selection, Selector};
use crate::words;

/// Find records of the same game
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu dedupe games/                                      groups of copies, the best record first
  kifu dedupe games/ old/ --key moves+players             the players must be the same too
  kifu dedupe games/ --key prefix --output ndjson         records that break off count as copies of the whole game
  kifu dedupe games/ --output paths                       all records but the best of each group
  kifu dedupe games/ --to kif --out-dir best/             write the best of each group, as kifu convert does

Nothing is ever deleted. Records without moves are not each other's copies.

Exit status: 0 no copies, 1 copies found, 2 the job failed.")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// What makes two records the same game
    #[arg(long, value_name = "KEY", default_value = "moves")]
    key: KeyArg,
    /// How to print
    #[arg(long, value_name = "FORM", default_value = "text")]
    output: Output,
    /// End the addresses of --output paths with NUL, for xargs -0
    #[arg(short = '0', long)]
    null: bool,
    /// Records without moves count as copies of each other
    #[arg(long)]
    with_empty: bool,
    #[command(flatten)]
    selection: SelectionArgs,
    #[command(flatten)]
    branches: BranchArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// What makes two records the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KeyArg {
    /// Start and main line
    Moves,
    /// The same, and the names of the players
    #[value(name = "moves+players")]
    MovesPlayers,
    /// One is the beginning of the other
    Prefix,
    /// The position at the end
    Position,
}

impl KeyArg {
    fn key(self) -> Key {
        match self {
            KeyArg::Moves => Key::Moves,
            KeyArg::MovesPlayers => Key::MovesPlayers,
            KeyArg::Prefix => Key::Prefix,
            KeyArg::Position => Key::Position,
        }
    }
}

/// What the last run meets.
enum Met {
    /// A record of a group.
    Member(Number, Member),
    /// The second game of a file: its first has others beside it.
    Second(String),
}

/// A run over all games, once or several times.
struct Runs<'a> {
    args: &'a Args,
    selection: Selection,
    named: Vec<PathBuf>,
    ui: Ui,
}

impl Runs<'_> {
    /// Takes the report of each game for which `wanted` is true to `look`, and what that adds to `consume`, in the order
    /// of the input. Only the first run tells what cannot be read.
    fn run<T: Send>(
        &self,
        first: bool,
        wanted: impl Fn(&str, u32) -> bool + Sync,
        look: impl Fn(&Turn<'_>, &Report<'_>, &mut Vec<T>) + Sync,
        next: impl Fn(&str, &mut Vec<T>) + Sync,
        mut consume: impl FnMut(T),
    ) -> io::Result<Ran> {
        let inputs = Inputs::new(self.named.iter().cloned());
        let mut runner = Runner::over(inputs, &self.args.input, &self.args.work, self.ui);
        if !first {
            runner = runner.repeated();
        }
        runner.games(
            Selector::default,
            |selector, turn, found: &mut Vec<T>| {
                let game = &turn.game;
                if game.index == 2 {
                    next(game.file, found);
                }
                if turn.crashed || !wanted(game.file, game.index) {
                    return;
                }
                let options = ReplayOptions::default();
                if let Some(report) = turn.selected(selector, &self.selection, options) {
                    look(turn, &report, found);
                }
            },
            |found| {
                found.into_iter().for_each(&mut consume);
                Ok(())
            },
        )
    }

    fn number(&self, report: &Report<'_>) -> Option<Number> {
        number(report, self.args.key.key(), self.args.with_empty)
    }

    /// The numbers of all games.
    fn index(&self) -> io::Result<(Index, Ran)> {
        let mut index = Index::default();
        let ran = self.run(
            true,
            |_, _| true,
            |_, report, found| {
                if let Some(number) = self.number(report) {
                    let game = report.game;
                    found.push((number, mark(game.file), game.index));
                }
            },
            |_, _| (),
            |(number, file, game)| index.add(number, file, game),
        )?;
        index.sort();
        Ok((index, ran))
    }

    /// For the number of each game that has copies, the number of its group.
    fn groups(&self, index: &Index) -> io::Result<HashMap<Number, Number>> {
        let mut groups: HashMap<Number, Number> =
            index.repeated().into_iter().map(|it| (it, it)).collect();
        if self.args.key != KeyArg::Prefix {
            return Ok(groups);
        }
        // The longest game that each beginning is one of, the first of several.
        let mut longest: HashMap<Number, (u32, Number)> = HashMap::new();
        self.run(
            false,
            |_, _| true,
            |_, report, found| {
                let Some(own) = self.number(report) else {
                    return;
                };
                prefixes(report, self.args.with_empty, |shorter| {
                    if index.has(shorter) {
                        found.push((shorter, report.replay.plies(), own));
                    }
                });
            },
            |_, _| (),
            |(shorter, plies, own)| {
                let known = longest.entry(shorter).or_insert((plies, own));
                if plies > known.0 {
                    *known = (plies, own);
                }
            },
        )?;
        for (shorter, (_, whole)) in longest {
            groups.insert(shorter, whole);
            groups.entry(whole).or_insert(whole);
        }
        Ok(groups)
    }

    /// The records of each group, in the order of the input.
    fn members(
        &self,
        groups: &HashMap<Number, Number>,
        places: &Places,
    ) -> io::Result<Vec<(Number, Group)>> {
        let mut at: HashMap<Number, usize> = HashMap::new();
        let mut all: Vec<(Number, Group)> = Vec::new();
        // The first game of the file that is under way, and its group.
        let mut first: Option<(String, usize)> = None;
        self.run(
            false,
            |file, game| places.may_have(file, game),
            |turn, report, found: &mut Vec<Met>| {
                let group = self.number(report).and_then(|it| groups.get(&it));
                found.extend(group.map(|it| {
                    let mut member = Member::of(report);
                    member.several |= turn.is_chosen;
                    Met::Member(*it, member)
                }));
            },
            |file, found| {
                if places.may_have(file, 1) {
                    found.push(Met::Second(file.to_owned()));
                }
            },
            |met| match met {
                Met::Member(group, member) => {
                    let place = *at.entry(group).or_insert(all.len());
                    if place == all.len() {
                        all.push((group, Group::default()));
                    }
                    if member.game == 1 {
                        first = Some((member.file.clone(), place));
                    }
                    all[place].1.add(member);
                }
                Met::Second(file) => {
                    if let Some((_, place)) = first.take().filter(|it| it.0 == file) {
                        all[place].1.has_others(&file);
                    }
                }
            },
        )?;
        all.retain(|(_, group)| group.members.len() > 1);
        for (_, group) in &mut all {
            group.choose_best();
        }
        Ok(all)
    }
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let Some(selection) = args.selection.selection(args.branches.variations, ui) else {
        return Exit::Failed;
    };
    let Some(named) = args.input.named(ui) else {
        return Exit::Failed;
    };
    let is_stdin = |it: &PathBuf| Address::of(it).source.path().as_os_str() == "-";
    if named.iter().any(is_stdin) {
        ui.error(ui.text("dedupe.stdin"));
        return Exit::Failed;
    }
    let runs = Runs {
        args,
        selection,
        named,
        ui,
    };
    match dedupe(&runs) {
        Ok(exit) => exit,
        Err(error) => {
            ui.error(error);
            Exit::Failed
        }
    }
}

fn dedupe(runs: &Runs<'_>) -> io::Result<Exit> {
    let (args, ui) = (runs.args, runs.ui);
    let (index, ran) = runs.index()?;
    if ran.is_empty() {
        return Ok(Exit::Failed);
    }
    let numbers = runs.groups(&index)?;
    let places = index.places(&numbers);
    drop(index);
    let groups = match numbers.is_empty() {
        true => Vec::new(),
        false => runs.members(&numbers, &places)?,
    };
    let copies: usize = groups.iter().map(|(_, it)| it.members.len() - 1).sum();
    let found = match copies {
        0 => Exit::Clean,
        _ => Exit::Errors,
    };
    let printed = match args.output {
        _ if args.target.is_given() => write_best(runs, &groups, found),
        Output::Text => ui.print(|out| print(args.output, args.null, ui, &groups, out)),
        _ => ui.print_data(|out| print(args.output, args.null, ui, &groups, out)),
    };
    let number = |it: u64| terms::number(ui.lang, it);
    ui.note(words::fill(ui.text("dedupe.summary"), |name| {
        Some(match name {
            "copies" => number(copies as u64),
            "groups" => number(groups.len() as u64),
            _ => number(ran.totals.games),
        })
    }));
    Ok(ran.exit(found.max(printed)))
}

/// Writes the best record of each group, as `convert` does.
fn write_best(runs: &Runs<'_>, groups: &[(Number, Group)], found: Exit) -> Exit {
    let best: HashSet<(&str, u32)> = groups
        .iter()
        .filter_map(|(_, group)| group.members.first())
        .map(|it| (&*it.file, it.game))
        .collect();
    if best.is_empty() {
        return found;
    }
    let writing = Writing {
        input: &runs.args.input,
        target: &runs.args.target,
        work: &runs.args.work,
        selection: &runs.selection,
        ui: runs.ui,
        is_wanted: &|turn| best.contains(&(turn.game.file, turn.game.index)),
        most: None,
    };
    writing.run(|_, _| found)
}
