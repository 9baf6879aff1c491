//! The table for people: the count, then each rule with its conditions ticked or crossed and what is missing.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::{Case, Rule};
use crate::finding::terms;
use crate::shogi::jishogi::{
    AGREED, Agreed24, Declaration, DeclarationRule, DeclarationVerdict, Failure, KingPlace,
    SideCount, try_move,
};
use crate::shogi::{ByColor, Color, Square};
use crate::text::wrap;
use crate::words::{self, Lang};

/// How wide notes are set.
const COLUMNS: usize = 78;

/// The table of a position under the given rules, with codes for colours.
pub(crate) fn table(case: &Case<'_>, lang: Lang, rules: &[Rule]) -> String {
    let mut table = Table {
        case,
        lang,
        lines: Vec::new(),
    };
    table.count();
    let mut answers = Vec::new();
    for &rule in rules {
        table.lines.push(Line::Blank);
        let from = table.lines.len();
        let verdict = match rule {
            Rule::Agreed24 => table.agreed24(),
            Rule::Agreed27 => table.agreed27(),
            Rule::Declare24 => table.declare(DeclarationRule::Points24),
            Rule::Declare27 => table.declare(DeclarationRule::Points27),
            Rule::Try => table.try_rule(),
            Rule::MoveLimit => table.move_limit(),
        };
        if let Some(Line::Heading(name)) = table.lines.get(from) {
            answers.push(Line::Answer(name.clone(), verdict));
        }
    }
    // What people ask for stands first: a line a rule.
    answers.push(Line::Blank);
    table.lines.splice(0..0, answers);
    table.render()
}

struct Table<'a> {
    case: &'a Case<'a>,
    lang: Lang,
    lines: Vec<Line>,
}

enum Line {
    Blank,
    Heading(String),
    /// The name of a rule, and what it says of the position.
    Answer(String, String),
    /// A label and a cell for each side.
    Row(String, ByColor<Cell>),
    /// A verdict, indented.
    Verdict(String),
    /// A sentence, wrapped.
    Note(String),
}

#[derive(Default)]
struct Cell {
    mark: Option<bool>,
    text: String,
}

impl Cell {
    fn value(text: &impl ToString) -> Cell {
        Cell {
            mark: None,
            text: text.to_string(),
        }
    }

    fn mark(holds: bool) -> Cell {
        Cell {
            mark: Some(holds),
            text: String::new(),
        }
    }

    fn counted(holds: bool, number: u32) -> Cell {
        Cell {
            mark: Some(holds),
            text: number.to_string(),
        }
    }

    fn width(&self) -> usize {
        let mark = usize::from(self.mark.is_some());
        let gap = usize::from(mark > 0 && !self.text.is_empty());
        mark + gap + self.text.width()
    }
}

impl Table<'_> {
    fn word(&self, key: &'static str) -> &'static str {
        words::text(self.lang, key)
    }

    fn filled(&self, key: &'static str, name: &str, value: &str) -> String {
        words::fill(self.word(key), |it| (it == name).then(|| value.to_owned()))
    }

    fn side(&self, color: Color) -> &'static str {
        terms::side(self.lang, color, self.case.handicap)
    }

    fn heading(&mut self, key: &'static str) {
        self.lines.push(Line::Heading(self.word(key).to_owned()));
    }

    fn note(&mut self, key: &'static str) {
        self.lines.push(Line::Note(self.word(key).to_owned()));
    }

    /// A note that two rules share.
    fn note_once(&mut self, key: &'static str) {
        let text = self.word(key);
        let said = |line: &Line| matches!(line, Line::Note(it) if it == text);
        if !self.lines.iter().any(said) {
            self.note(key);
        }
    }

    fn row(&mut self, label: String, cell: impl FnMut(Color) -> Cell) {
        self.lines.push(Line::Row(label, ByColor::from_fn(cell)));
    }

    fn count(&mut self) {
        let case = self.case;
        let (turn, lang, handicap) = (case.position.turn(), self.lang, case.handicap);
        let to_move = self.filled("role.to_move.line", "side", self.side(turn));
        self.lines.push(Line::Heading(to_move));
        let sides = &case.count.sides;
        self.row(String::new(), |it| {
            Cell::value(&terms::side(lang, it, handicap))
        });
        let mut number = |key, of: fn(&SideCount) -> u32| {
            self.row(self.word(key).to_owned(), |it| Cell::value(&of(&sides[it])));
        };
        number("impasse.total", |it| it.total);
        number("impasse.declaration_points", |it| it.declaration);
        number("impasse.hand_points", |it| it.hand);
        number("impasse.majors", |it| it.majors);
        number("impasse.minors", |it| it.minors);
        number("impasse.camp_pieces", |it| it.camp_pieces);
        self.row(self.word("impasse.king").to_owned(), |it| {
            Cell::value(&words::text(lang, king_word(sides[it].king)))
        });
        self.row(self.word("impasse.in_check").to_owned(), |it| {
            let word = if sides[it].in_check {
                "impasse.in_check.yes"
            } else {
                "impasse.in_check.no"
            };
            Cell::value(&words::text(lang, word))
        });
        if case.credit > 0 {
            self.row(self.word("impasse.credit").to_owned(), |it| match it {
                Color::Black => Cell::value(&0),
                Color::White => Cell::value(&case.credit),
            });
        } else if case.count.missing > 0 {
            let points = case.count.missing.to_string();
            let note = self.filled("impasse.no_credit.text", "points", &points);
            self.lines.push(Line::Note(note));
        }
        self.note("impasse.values.text");
    }

    /// The rows that both agreements begin with.
    fn agreement(&mut self) {
        let sides = self.case.count.sides;
        self.row(self.word("impasse.cond.king_in_camp").to_owned(), |it| {
            Cell::mark(sides[it].king == KingPlace::In)
        });
    }

    fn agreed24(&mut self) -> String {
        let case = self.case;
        self.heading(if case.credit > 0 {
            "impasse.rule.agreed24h"
        } else {
            "impasse.rule.agreed24"
        });
        self.agreement();
        let label = self.filled("impasse.cond.total", "points", &AGREED.to_string());
        let total = |it| case.count.agreed(it, case.credit);
        let cells = ByColor::from_fn(|it| Cell::counted(total(it) >= AGREED, total(it)));
        self.lines.push(Line::Row(label, cells));
        let verdict = match case.count.agreed24(case.credit) {
            Agreed24::Draw => self.word("impasse.verdict.agreed_draw").to_owned(),
            Agreed24::Loses(side) => self.filled("result.side_loses", "side", self.side(side)),
            Agreed24::BothBelow => self.word("impasse.verdict.both_below").to_owned(),
        };
        let verdict = self.agreed_verdict(&verdict);
        self.note("impasse.agreed24.text");
        self.note("impasse.refusal.text");
        verdict
    }

    fn agreed27(&mut self) -> String {
        let case = self.case;
        self.heading("impasse.rule.agreed27");
        self.agreement();
        let label = self.word("impasse.total").to_owned();
        let cells = ByColor::from_fn(|it| Cell::value(&case.count.agreed(it, case.credit)));
        self.lines.push(Line::Row(label, cells));
        let winner = self.side(case.count.agreed27(case.credit));
        let verdict = self.filled("result.side_wins", "side", winner);
        let verdict = self.agreed_verdict(&verdict);
        self.note("impasse.agreed27.text");
        verdict
    }

    fn agreed_verdict(&mut self, verdict: &str) -> String {
        let text = self.filled("impasse.agreed", "verdict", verdict);
        self.lines.push(Line::Verdict(text.clone()));
        text
    }

    fn declare(&mut self, rule: DeclarationRule) -> String {
        let case = self.case;
        self.heading(match (rule, case.credit > 0) {
            (DeclarationRule::Points24, false) => "impasse.rule.declare24",
            (DeclarationRule::Points24, true) => "impasse.rule.declare24h",
            (DeclarationRule::Points27, false) => "impasse.rule.declare27",
            (DeclarationRule::Points27, true) => "impasse.rule.declare27h",
        });
        let declared = ByColor::from_fn(|it| case.count.declaration(rule, it, case.credit));
        let turn = case.position.turn();
        self.row(self.word("impasse.cond.on_move").to_owned(), |it| {
            Cell::mark(it == turn)
        });
        self.row(self.word("impasse.cond.king_in_camp").to_owned(), |it| {
            Cell::mark(declared[it].king_in_camp)
        });
        self.row(self.word("impasse.cond.not_in_check").to_owned(), |it| {
            Cell::mark(declared[it].not_in_check)
        });
        self.row(self.word("impasse.cond.ten_pieces").to_owned(), |it| {
            let pieces = declared[it].pieces;
            Cell::counted(pieces.is_met(), pieces.has)
        });
        self.points(&declared);
        let draws = declared.black.draws;
        if draws < declared.black.points.needs {
            let label = self.filled("impasse.cond.draws", "points", &draws.to_string());
            self.row(label, |it| {
                let has = declared[it].points.has;
                Cell::counted(has >= draws, has)
            });
        }
        if rule.terms().before_move.is_some() {
            self.row(self.word("impasse.cond.under_500").to_owned(), |_| {
                Cell::counted(!case.is_too_late(rule), case.moves())
            });
        }
        let mut of_turn = String::new();
        for side in [turn, !turn] {
            let verdict = if case.is_too_late(rule) {
                self.word("impasse.verdict.past_500").to_owned()
            } else {
                declaration_verdict(self, &declared[side])
            };
            let text = self.verdict(side, &verdict);
            if side == turn {
                of_turn = text;
            }
            if case.is_too_late(rule) {
                continue;
            }
            let needed = self.needed(&declared[side]);
            if !needed.is_empty() {
                let text = self.filled("impasse.needed", "items", &needed);
                self.lines.push(Line::Verdict(format!("  {text}")));
            }
        }
        self.note_once("impasse.declare.text");
        of_turn
    }

    /// The row of points: one where both sides need as many, else one for each.
    fn points(&mut self, declared: &ByColor<Declaration>) {
        let label = |it: Color| {
            let needs = declared[it].points.needs.to_string();
            self.filled("impasse.cond.points", "points", &needs)
        };
        let cell = |it: Color| Cell::counted(declared[it].points.is_met(), declared[it].points.has);
        if declared.black.points.needs == declared.white.points.needs {
            let row = Line::Row(label(Color::Black), ByColor::from_fn(cell));
            self.lines.push(row);
            return;
        }
        let rows = Color::BOTH.map(|side| {
            let cells = ByColor::from_fn(|it| {
                if it == side {
                    cell(it)
                } else {
                    Cell::default()
                }
            });
            Line::Row(label(side), cells)
        });
        self.lines.extend(rows);
    }

    /// What keeps the declaration from winning.
    fn needed(&self, declaration: &Declaration) -> String {
        let mut items = Vec::new();
        if !declaration.king_in_camp {
            items.push(self.word("impasse.missing.king").to_owned());
        }
        if !declaration.not_in_check {
            items.push(self.word("impasse.missing.check").to_owned());
        }
        let pieces = declaration.pieces.missing();
        if pieces > 0 {
            items.push(self.filled("impasse.missing.pieces", "pieces", &pieces.to_string()));
        }
        let points = declaration.points.missing();
        if points > 0 {
            items.push(self.filled("impasse.missing.points", "points", &points.to_string()));
        }
        items.join(if self.lang == Lang::Ja { "、" } else { "; " })
    }

    fn verdict(&mut self, side: Color, verdict: &str) -> String {
        let key = if side == self.case.position.turn() {
            "impasse.on_move"
        } else {
            "impasse.if_on_move"
        };
        let text = words::fill(self.word(key), |it| match it {
            "side" => Some(self.side(side).to_owned()),
            "verdict" => Some(verdict.to_owned()),
            _ => None,
        });
        self.lines.push(Line::Verdict(text.clone()));
        text
    }

    fn try_rule(&mut self) -> String {
        let case = self.case;
        self.heading("impasse.rule.declare_try");
        let found = ByColor::from_fn(|it| try_move(case.position, it));
        for (side, rank) in Color::BOTH.into_iter().zip([1, 9]) {
            let goal = Square::new(5, rank).map(|it| terms::square(self.lang, it));
            let label = self.filled("impasse.cond.try", "square", &goal.unwrap_or_default());
            self.row(label, |it| match it {
                _ if it == side => Cell::mark(found[side].is_some()),
                _ => Cell::default(),
            });
        }
        let turn = case.position.turn();
        let [of_turn, _] = [turn, !turn].map(|side| {
            let verdict = match found[side] {
                Some(mv) => self.filled("impasse.verdict.try", "move", &mv.to_string()),
                None => self.word("impasse.verdict.none").to_owned(),
            };
            self.verdict(side, &verdict)
        });
        self.note("impasse.try.text");
        of_turn
    }

    fn move_limit(&mut self) -> String {
        self.heading("impasse.rule.move_limit");
        let moves = self.case.moves().to_string();
        let played = self.filled("impasse.moves_played", "count", &moves);
        self.lines.push(Line::Verdict(played));
        let sides = &self.case.count.sides;
        let in_check = Color::BOTH.into_iter().any(|it| sides[it].in_check);
        let verdict = match (self.case.is_past_500(), in_check) {
            (false, _) => "impasse.limit_500.open",
            (true, false) => "impasse.limit_500.reached",
            (true, true) => "impasse.limit_500.in_check",
        };
        let verdict = self.word(verdict).to_owned();
        self.lines.push(Line::Verdict(verdict.clone()));
        self.note("impasse.move_limit.text");
        verdict
    }

    fn render(&self) -> String {
        let mut label_width = 0;
        let mut widths = ByColor::<usize>::default();
        for line in &self.lines {
            if let Line::Row(label, cells) = line {
                label_width = label_width.max(label.width());
                for color in Color::BOTH {
                    widths[color] = widths[color].max(cells[color].width());
                }
            }
        }
        let names = self.lines.iter().map(|line| match line {
            Line::Answer(name, _) => name.width(),
            _ => 0,
        });
        let name_width = names.max().unwrap_or(0);
        let mut out = String::new();
        for line in &self.lines {
            match line {
                Line::Blank => {}
                Line::Answer(name, verdict) => {
                    let gap = " ".repeat(name_width - name.width());
                    let bold = Style::new().bold();
                    let _ = write!(out, "{name}{gap}  {bold}{verdict}{bold:#}");
                }
                Line::Heading(text) => {
                    let bold = Style::new().bold();
                    let _ = write!(out, "{bold}{text}{bold:#}");
                }
                Line::Row(label, cells) => {
                    out.push_str("  ");
                    out.push_str(label);
                    let mut pad = label_width - label.width();
                    for color in Color::BOTH {
                        let cell = &cells[color];
                        if cell.width() > 0 {
                            out.push_str(&" ".repeat(pad + 2));
                            push_cell(&mut out, cell);
                            pad = widths[color] - cell.width();
                        } else {
                            pad += widths[color] + 2;
                        }
                    }
                }
                Line::Verdict(text) => {
                    out.push_str("  ");
                    out.push_str(text);
                }
                Line::Note(text) => {
                    let dim = Style::new().dimmed();
                    let lines = wrap(text, COLUMNS - 2);
                    let lines: Vec<_> = lines
                        .iter()
                        .map(|it| format!("  {dim}{it}{dim:#}"))
                        .collect();
                    out.push_str(&lines.join("\n"));
                }
            }
            out.push('\n');
        }
        out
    }
}

fn push_cell(out: &mut String, cell: &Cell) {
    if let Some(holds) = cell.mark {
        let (mark, color) = if holds {
            ('✓', AnsiColor::Green)
        } else {
            ('✗', AnsiColor::Red)
        };
        let style = color.on_default();
        let _ = write!(out, "{style}{mark}{style:#}");
        if !cell.text.is_empty() {
            out.push(' ');
        }
    }
    out.push_str(&cell.text);
}

fn declaration_verdict(table: &Table<'_>, declaration: &Declaration) -> String {
    match declaration.verdict() {
        DeclarationVerdict::Win => table.word("impasse.verdict.win").to_owned(),
        DeclarationVerdict::Draw => table.word("impasse.verdict.draw").to_owned(),
        DeclarationVerdict::Lose(failure) => {
            let condition = table.word(failure_word(failure));
            table.filled("impasse.verdict.lose", "condition", condition)
        }
    }
}

fn king_word(king: KingPlace) -> &'static str {
    match king {
        KingPlace::In => "impasse.king.in",
        KingPlace::Out => "impasse.king.out",
        KingPlace::None => "impasse.king.none",
    }
}

fn failure_word(failure: Failure) -> &'static str {
    match failure {
        Failure::KingNotInCamp => "impasse.fail.king_not_in_camp",
        Failure::InCheck => "impasse.fail.in_check",
        Failure::TooFewPieces => "impasse.fail.too_few_pieces",
        Failure::TooFewPoints => "impasse.fail.too_few_points",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Position;

    fn plain(sfen: &str, lang: Lang, credit: Option<u32>) -> String {
        let position: Position = sfen.parse().unwrap();
        let text = table(&Case::new(&position, credit), lang, &Rule::ALL);
        anstream::adapter::strip_str(&text).to_string()
    }

    const LATE: &str = "4K4/+P+P+P+P+P+P+P+P+P/8+P/9/9/9/9/9/4k4 b 2RB3Gbg4s4n4l8p 1";

    #[test]
    fn the_table_in_english() {
        insta::assert_snapshot!(plain(LATE, Lang::En, None));
    }

    #[test]
    fn the_table_in_japanese() {
        insta::assert_snapshot!(plain(LATE, Lang::Ja, None));
    }

    #[test]
    fn a_handicap_is_credited_to_white() {
        let sfen = "9/1K7/9/9/9/9/+p5+pg1/2s1+p1+lk1/1g1s+p2+n1 w RB2G2S3N3L7P7p 201";
        insta::assert_snapshot!(plain(sfen, Lang::En, Some(10)));
    }
}
