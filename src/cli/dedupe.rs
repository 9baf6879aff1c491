//! `kifu dedupe`: which records are the same game.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;

use super::input::{InputArgs, WorkArgs};
use super::run::{Ran, Runner};
use super::selection::{BranchArgs, SelectionArgs};
use super::{Exit, Ui};
use crate::dedupe::{
    Difference, Group, Index, Key, Member, Number, Places, mark, number, prefixes,
};
use crate::examine::Report;
use crate::finding::terms;
use crate::input::Inputs;
use crate::render::push_field;
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

/// Ways to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Output {
    /// For people
    Text,
    /// One row a record
    Csv,
    /// One object a group
    Ndjson,
    /// One address a line: all records but the best of each group
    Paths,
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
        look: impl Fn(&Report<'_>, &mut Vec<T>) + Sync,
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
                    look(&report, found);
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
            |report, found| {
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
            |report, found| {
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
        self.run(
            false,
            |file, game| places.may_have(file, game),
            |report, found: &mut Vec<(Number, Member)>| {
                let group = self.number(report).and_then(|it| groups.get(&it));
                found.extend(group.map(|it| (*it, Member::of(report))));
            },
            |file, found| {
                let first = found.last_mut().filter(|(_, it)| it.file == file);
                if let Some((_, first)) = first {
                    first.several = true;
                }
            },
            |(group, member)| {
                let place = *at.entry(group).or_insert(all.len());
                if place == all.len() {
                    all.push((group, Group::default()));
                }
                all[place].1.add(member);
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
    if named.iter().any(|it| it.as_os_str() == "-") {
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
    let printed = match args.output {
        Output::Text => ui.print(|out| print(args, ui, &groups, out)),
        _ => ui.print_data(|out| print(args, ui, &groups, out)),
    };
    let copies: usize = groups.iter().map(|(_, it)| it.members.len() - 1).sum();
    let number = |it: u64| terms::number(ui.lang, it);
    ui.note(words::fill(ui.text("dedupe.summary"), |name| {
        Some(match name {
            "copies" => number(copies as u64),
            "groups" => number(groups.len() as u64),
            _ => number(ran.totals.games),
        })
    }));
    let found = if copies > 0 {
        Exit::Errors
    } else {
        Exit::Clean
    };
    Ok(ran.exit(found.max(printed)))
}

/// Prints the groups.
fn print(args: &Args, ui: Ui, groups: &[(Number, Group)], out: &mut dyn Write) -> io::Result<Exit> {
    if args.output == Output::Csv {
        out.write_all(b"group,key,file,game,plies,status,best\n")?;
    }
    for (at, (key, group)) in groups.iter().enumerate() {
        match args.output {
            Output::Text => out.write_all(text(at + 1, group, ui).as_bytes())?,
            Output::Csv => out.write_all(rows(at + 1, *key, group).as_bytes())?,
            Output::Ndjson => writeln!(out, "{}", object(at + 1, *key, group))?,
            Output::Paths => {
                let end = if args.null { '\0' } else { '\n' };
                for member in &group.members[1..] {
                    write!(out, "{}{end}", address(member))?;
                }
            }
        }
    }
    Ok(Exit::Clean)
}

/// The address under which every command finds the record.
fn address(member: &Member) -> String {
    match member.several {
        true => format!("{}#{}", member.file, member.game),
        false => member.file.clone(),
    }
}

fn text(number: usize, group: &Group, ui: Ui) -> String {
    let differences = group.differences();
    let key = match differences.is_empty() {
        true => "dedupe.alike",
        false => "dedupe.group",
    };
    let differing: Vec<&str> = differences
        .iter()
        .map(|it: &Difference| ui.text(it.word()))
        .collect();
    let mut text = words::fill(ui.text(key), |name| {
        Some(match name {
            "group" => terms::number(ui.lang, number as u64),
            "count" => terms::number(ui.lang, group.members.len() as u64),
            _ => differing.join(", "),
        })
    });
    text.push('\n');
    for (at, member) in group.members.iter().enumerate() {
        let mark = if at == 0 { '*' } else { ' ' };
        let plies = words::fill(ui.text("find.plies"), |_| {
            Some(terms::number(ui.lang, u64::from(member.plies)))
        });
        let address = address(member);
        let shown = crate::text::visible(&address);
        text.push_str(&format!("  {mark} {shown}  {plies}  {}\n", member.status));
    }
    text
}

fn rows(number: usize, key: Number, group: &Group) -> String {
    let mut text = String::new();
    for (at, member) in group.members.iter().enumerate() {
        text.push_str(&format!("{number},{key:032x},"));
        push_field(&mut text, &member.file);
        let Member {
            game,
            plies,
            status,
            ..
        } = member;
        text.push_str(&format!(",{game},{plies},{status},{}\n", at == 0));
    }
    text
}

/// A group as programs read it.
#[derive(Serialize)]
struct Object<'a> {
    group: usize,
    key: String,
    members: Vec<MemberObject<'a>>,
    differs: Vec<&'static str>,
}

#[derive(Serialize)]
struct MemberObject<'a> {
    file: &'a str,
    game: u32,
    plies: u32,
    status: &'static str,
    best: bool,
}

fn object(number: usize, key: Number, group: &Group) -> String {
    let members = group.members.iter().enumerate();
    let object = Object {
        group: number,
        key: format!("{key:032x}"),
        members: members
            .map(|(at, it)| MemberObject {
                file: &it.file,
                game: it.game,
                plies: it.plies,
                status: it.status,
                best: at == 0,
            })
            .collect(),
        differs: group.differences().iter().map(|it| it.name()).collect(),
    };
    // Nothing in it can fail to be written as JSON.
    serde_json::to_string(&object).unwrap_or_default()
}
