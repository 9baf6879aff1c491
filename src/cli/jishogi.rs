//! `kifu jishogi`: points of both sides, every condition of every rule, verdicts.

use std::fmt::Write;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::board_args::PiecesArgs;
use super::game_report::{Describe, GameReport, Output, no_record};
use super::input::{InputArgs, WorkArgs};
use super::ply::Ply;
use super::{Exit, Ui};
use crate::diagram::{self, Look};
use crate::examine::Report;
use crate::finding::{Severity, terms};
use crate::impasse::{self, Case, Declarable, Outcome, Place, Rule};
use crate::notation::Game;
use crate::record::{Entry, Notation, Start};
use crate::replay::{Agreement, ReplayOptions};
use crate::shogi::jishogi::{Agreed24, Count, DeclarationRule, DeclarationVerdict, try_move};
use crate::shogi::{Color, Handicap, Position, Setup};
use crate::text::visible;
use crate::words::{self, Lang};

/// Count an impasse: points, conditions and verdicts of every rule
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu jishogi '4K4/+P+P+P+P+P+P+P+P+P/8+P/9/9/9/9/9/4k4 b 2RB3Gbg4s4n4l8p 1'
  kifu jishogi game.kif --ply 214               the position after 214 moves
  kifu jishogi game.kif --rule declare27        one rule only
  kifu jishogi game.kif --rule jsa --board      the rules of professional games, and the board
  kifu jishogi --first-declarable games/        who could have declared, and when
  kifu jishogi --output ndjson positions.sfen   one JSON object a position

Exit status: 0 all counted, 1 something was no position, 2 the job failed.
With -e: 0 the side to move wins by the rule, 1 it does not; by move-limit nobody ever does.")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// The position after so many moves [default: the last one]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    ply: Option<Ply>,
    /// Show only these rules; `jsa` and `csa` are those of an organisation
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = rules())]
    rule: Vec<&'static [Rule]>,
    /// Credit White with the points of the pieces a handicap takes off; `auto` looks at the start of the record
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = credit())]
    handicap: Credit,
    /// For each game the first ply at which each side could have declared
    #[arg(long, conflicts_with_all = ["ply", "rule", "exit_status"])]
    first_declarable: bool,
    /// Draw the board above each table
    #[arg(long, conflicts_with = "first_declarable")]
    board: bool,
    /// How boards are to look
    #[command(flatten)]
    pieces: PiecesArgs,
    /// Make the verdict of the one rule the exit status
    #[arg(short, long, requires = "rule")]
    exit_status: bool,
    /// How to print
    #[arg(long, value_name = "FORM", default_value = "text")]
    output: Output,
    #[command(flatten)]
    work: WorkArgs,
}

/// Who is credited with missing pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Credit {
    /// White, in records of handicap games.
    Auto,
    /// Nobody.
    None,
    /// White, with the pieces of this handicap.
    Of(Handicap),
}

fn rules() -> impl TypedValueParser<Value = &'static [Rule]> {
    let groups = Rule::GROUPS.iter().map(|(name, _)| *name);
    PossibleValuesParser::new(Rule::ALL.into_iter().map(Rule::name).chain(groups)).map(|name| {
        let mut groups = Rule::GROUPS.iter();
        if let Some((_, rules)) = groups.find(|(it, _)| *it == name) {
            return *rules;
        }
        let mut all = Rule::ALL.chunks(1);
        all.find(|it| it[0].name() == name).expect("one of them")
    })
}

/// The handicaps that have a name of their own.
fn handicaps() -> impl Iterator<Item = Handicap> {
    let named = |it: &Handicap| !matches!(it.name(), "even" | "other");
    Handicap::ALL.into_iter().filter(named)
}

fn credit() -> impl TypedValueParser<Value = Credit> {
    let names = ["auto", "none"].into_iter();
    PossibleValuesParser::new(names.chain(handicaps().map(Handicap::name))).map(|name| {
        match name.as_str() {
            "auto" => Credit::Auto,
            "none" => Credit::None,
            name => {
                let found = handicaps().find(|it| it.name() == name);
                found.map_or(Credit::None, Credit::Of)
            }
        }
    })
}

impl Args {
    /// The rules that are asked for, each once.
    fn rules(&self) -> Vec<Rule> {
        if self.rule.is_empty() {
            return Rule::ALL.to_vec();
        }
        let mut rules = Vec::new();
        for &rule in self.rule.iter().copied().flatten() {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        rules
    }
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    if args.exit_status && args.rules().len() > 1 {
        ui.error(ui.text("impasse.one_rule.text"));
        return Exit::Failed;
    }
    let pass = GameReport {
        input: &args.input,
        work: &args.work,
        output: args.output,
        heading: if args.first_declarable {
            impasse::DECLARABLE_HEADING
        } else {
            impasse::CSV_HEADING
        },
        top: String::new(),
        head_only: false,
        options: ReplayOptions::default(),
        ui,
    };
    pass.run_with(&Command {
        args,
        lang: ui.lang,
        one: args.first_declarable && args.input.is_one_game(),
    })
}

struct Command<'a> {
    args: &'a Args,
    lang: Lang,
    /// Whether [`Args::first_declarable`] is asked of one game only.
    one: bool,
}

impl Describe for Command<'_> {
    fn describe(&self, report: &Report<'_>, out: &mut String) -> bool {
        if self.args.first_declarable {
            return self.push_declarable(report, out);
        }
        let credit = self.credit(report.record.start.handicap());
        match position(report, self.args.ply.and_then(Ply::number)) {
            Ok((position, ply)) => {
                if self.args.output == Output::Text
                    && self.args.ply.is_none()
                    && is_cut_short(report, ply)
                {
                    out.push_str(&self.cut_short(report.game, ply));
                }
                self.push_count(&position, ply, credit, report.game, out)
            }
            Err(trouble) => {
                self.push_trouble(report, trouble, out);
                false
            }
        }
    }

    /// Long lists of plain positions need no examination.
    fn shortcut(&self, game: &Game<'_>, out: &mut String) -> Option<bool> {
        let plain = game.notation == Some(Notation::Sfen) && self.args.ply.is_none();
        if !plain || self.args.first_declarable {
            return None;
        }
        let line = std::str::from_utf8(game.bytes.trim_ascii()).ok()?;
        let setup: Setup = line.strip_prefix("sfen ").unwrap_or(line).parse().ok()?;
        let credit = self.credit(Handicap::of(&setup));
        Some(self.push_count(&Position::from_setup(&setup), 0, credit, game, out))
    }
}

impl Command<'_> {
    /// The points that White is credited with when a game starts like this.
    fn credit(&self, start: Option<Handicap>) -> Option<u32> {
        let handicap = match self.args.handicap {
            Credit::None => None,
            Credit::Of(handicap) => Some(handicap),
            Credit::Auto => start,
        };
        let handicap = handicap.filter(|&it| it != Handicap::Even)?;
        Some(Count::of(&handicap.position()).credit())
    }

    /// Adds the count of a position; says whether all is well (with `-e`, whether the side to move wins).
    fn push_count(
        &self,
        position: &Position,
        ply: u32,
        credit: Option<u32>,
        game: &Game<'_>,
        out: &mut String,
    ) -> bool {
        let args = self.args;
        let place = Place { ply, ..place(game) };
        let case = Case::new(position, credit);
        match args.output {
            Output::Json | Output::Ndjson => impasse::push_json(out, &case, &place),
            Output::Csv => impasse::push_csv(out, Ok(&case), &place),
            Output::Text => {
                out.push_str(&self.heading(game, ply));
                if args.board {
                    let look = Look {
                        pieces: args.pieces.set(self.lang),
                        ..Look::default()
                    };
                    let board = diagram::text::text(position, look, self.lang, case.handicap);
                    out.push_str(&board);
                    out.push('\n');
                }
                out.push_str(&impasse::table(&case, self.lang, &args.rules()));
                out.push('\n');
            }
        }
        !args.exit_status || args.rules().into_iter().all(|rule| wins(&case, rule))
    }

    fn push_trouble(&self, report: &Report<'_>, trouble: Trouble, out: &mut String) {
        let game = report.game;
        let place = &place(game);
        match self.args.output {
            Output::Json | Output::Ndjson => {
                impasse::push_error(out, &trouble.words(report, Lang::En), place);
            }
            Output::Csv => impasse::push_csv(out, Err(&trouble.words(report, Lang::En)), place),
            Output::Text => {
                let words = trouble.words(report, self.lang);
                let _ = writeln!(out, "{}{words}\n", place_words(game));
            }
        }
    }

    /// That the move after `ply` moves is not to be counted on.
    fn cut_short(&self, game: &Game<'_>, ply: u32) -> String {
        let text = words::text(self.lang, "impasse.cut_short.text");
        let text = words::fill(text, |_| Some((ply + 1).to_string()));
        format!("{}{text}\n", place_words(game))
    }

    /// Where the position comes from, and the position itself, over its table.
    fn heading(&self, game: &Game<'_>, ply: u32) -> String {
        if game.file.is_empty() {
            return String::new();
        }
        let text = words::text(self.lang, "move.ply.number");
        let number = words::fill(text, |_| Some(ply.to_string()));
        format!("{}{number}\n", place_words(game))
    }

    /// Adds when the sides of a game could have declared.
    fn push_declarable(&self, report: &Report<'_>, out: &mut String) -> bool {
        let credit = self.credit(report.record.start.handicap());
        let declarable = Declarable::of(report, credit.unwrap_or(0));
        let place = Place {
            ply: report.replay.plies(),
            ..place(report.game)
        };
        match self.args.output {
            Output::Json | Output::Ndjson => {
                impasse::push_declarable_json(out, &declarable, &place);
            }
            Output::Csv => impasse::push_declarable_csv(out, &declarable, &place),
            Output::Text => self.push_declarable_text(report, &declarable, credit, out),
        }
        report.replay.start().is_some()
    }

    fn push_declarable_text(
        &self,
        report: &Report<'_>,
        declarable: &Declarable,
        credit: Option<u32>,
        out: &mut String,
    ) {
        let mut lines = Vec::new();
        for side in Color::BOTH {
            for (rule, ply) in declarable.firsts(side) {
                let side = terms::side(self.lang, side, credit.is_some());
                let text = words::fill(words::text(self.lang, "impasse.first_declarable"), |it| {
                    Some(match it {
                        "side" => side.to_owned(),
                        _ => ply.to_string(),
                    })
                });
                lines.push(format!("  {text} ({})", words::text(self.lang, rule)));
            }
        }
        let outcome = match declarable.outcome {
            Outcome::Never if self.one => "impasse.outcome.none.text",
            Outcome::Never => return,
            Outcome::NotUsed => "impasse.outcome.not_used.text",
            Outcome::Declared if report.replay.agreement() == Agreement::Unverifiable => {
                "impasse.outcome.declared_one_rule.text"
            }
            Outcome::Declared => "impasse.outcome.declared.text",
            Outcome::DeclaredWrongly => "impasse.outcome.declared_wrongly.text",
        };
        let place = place_words(report.game);
        if let Some(place) = place.strip_suffix(": ") {
            lines.insert(0, place.to_owned());
        }
        lines.push(format!("  {}\n", words::text(self.lang, outcome)));
        out.push_str(&lines.join("\n"));
    }
}

fn place<'a>(game: &Game<'a>) -> Place<'a> {
    Place {
        file: game.file,
        game: game.index,
        line: game.line,
        ply: 0,
    }
}

/// The file and line of a game, for people; nothing for a position given as an argument.
fn place_words(game: &Game<'_>) -> String {
    if game.file.is_empty() {
        String::new()
    } else {
        format!("{}:{}: ", visible(game.file), game.line)
    }
}

/// Why there is no position to count.
#[derive(Clone, Copy)]
enum Trouble {
    /// The record gives none.
    NoPosition,
    /// The line has fewer moves than were asked for.
    TooShort(u32),
}

impl Trouble {
    fn words(self, report: &Report<'_>, lang: Lang) -> String {
        match self {
            Trouble::NoPosition => no_record(report, lang),
            Trouble::TooShort(plies) => words::fill(words::text(lang, "impasse.too_short"), |_| {
                Some(plies.to_string())
            }),
        }
    }
}

/// The position after `ply` moves of the main line, or the last before an illegal move, and how many moves led to it.
fn position(report: &Report<'_>, ply: Option<u32>) -> Result<(Position, u32), Trouble> {
    let replay = report.replay;
    let mut errors = report.findings.iter();
    let error = errors.any(|it| it.severity == Severity::Error);
    // A line that says nothing that can be understood would otherwise be the start of an even game.
    let line_based = report.game.notation.is_some_and(Notation::is_line_based);
    let empty = report.record.start == Start::Unstated && replay.plies() == 0;
    let nonsense = report.game.notation.is_none() || line_based && empty && error;
    let Some(start) = replay.start().filter(|_| !nonsense) else {
        return Err(Trouble::NoPosition);
    };
    let Some(ply) = ply else {
        let end = replay.legal_end().unwrap_or(start).clone();
        return Ok((end, replay.legal_plies()));
    };
    if ply > replay.plies() {
        return Err(Trouble::TooShort(replay.plies()));
    }
    let walk = replay.positions(report.record, report.record.tree.main_line());
    let walk = walk.ok_or(Trouble::NoPosition)?;
    Ok((walk.forward_to(ply), ply))
}

/// Whether a position after `ply` moves is only the last before a move that is illegal or unreadable.
fn is_cut_short(report: &Report<'_>, ply: u32) -> bool {
    let tree = &report.record.tree;
    let next = tree.main_line().nth(ply as usize);
    let next = next.map(|id| (&tree.node(id).entry, report.replay.step(id)));
    match next {
        Some((Entry::Unreadable, _)) => true,
        Some((Entry::Move(_), step)) => step.is_none_or(|it| it.broken.is_some()),
        _ => false,
    }
}

/// Whether the side to move wins by a rule.
fn wins(case: &Case<'_>, rule: Rule) -> bool {
    let turn = case.position.turn();
    let declares = |rule| {
        let declaration = case.count.declaration(rule, turn, case.credit);
        declaration.verdict() == DeclarationVerdict::Win
    };
    match rule {
        Rule::Agreed24 => case.count.agreed24(case.credit) == Agreed24::Loses(!turn),
        Rule::Agreed27 => case.count.agreed27(case.credit) == turn,
        Rule::Declare24 => {
            !case.is_too_late(DeclarationRule::Points24) && declares(DeclarationRule::Points24)
        }
        Rule::Declare27 => declares(DeclarationRule::Points27),
        Rule::Try => try_move(case.position, turn).is_some(),
        Rule::MoveLimit => false,
    }
}
