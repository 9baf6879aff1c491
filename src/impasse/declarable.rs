//! When a side could first have declared in a game, and whether it did.

use std::fmt::{self, Write};

use super::Place;
use super::machine::{push_cell, push_text};
use crate::examine::Report;
use crate::record::EndingKind;
use crate::replay::Agreement;
use crate::shogi::jishogi::{Count, DeclarationRule, DeclarationVerdict, KingPlace, try_move};
use crate::shogi::{ByColor, Color, Position};

/// The rules that are looked at, as columns are called. `declare24_draw` is where a declaration would at least draw.
const NAMES: [&str; 6] = [
    "declare24",
    "declare24_draw",
    "declare27",
    "declare24h",
    "declare27h",
    "declare_try",
];

/// For each rule the first ply that a declaration could have taken.
type First = [Option<u32>; NAMES.len()];

/// What a game tells about declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Declarable {
    /// For each side and rule the first ply at which it could have declared with success instead of moving.
    first: ByColor<First>,
    /// The same for the rules of 24 (to win, to draw) and 27 points with the credit of the game.
    credited: ByColor<[Option<u32>; 3]>,
    /// The points that White is credited with.
    credit: u32,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of the right to declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Nobody could declare, nobody did.
    Never,
    /// Somebody could, under the rule of 24 or of 27 points, but nobody did.
    NotUsed,
    /// Somebody declared, and the conditions hold.
    Declared,
    /// Somebody declared, and they do not.
    DeclaredWrongly,
}

impl Outcome {
    /// The word in machine output.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Outcome::Never => "none",
            Outcome::NotUsed => "not_used",
            Outcome::Declared => "declared",
            Outcome::DeclaredWrongly => "declared_wrongly",
        }
    }
}

impl Declarable {
    /// Looks through the legal part of a game in which White is credited with points for a handicap, 0 without.
    pub(crate) fn of(report: &Report<'_>, credit: u32) -> Declarable {
        let replay = report.replay;
        let mut first = ByColor::<First>::default();
        let mut credited = ByColor::<[Option<u32>; 3]>::default();
        if let Some(mut walk) = replay.positions(report.record, report.record.tree.main_line()) {
            for ply in 1..=replay.legal_plies() + 1 {
                let position = walk.position();
                let turn = position.turn();
                note(&mut first[turn], &mut credited[turn], position, credit, ply);
                walk.next_ply();
            }
        }
        let could = Color::BOTH
            .iter()
            .any(|&it| credited[it][0].is_some() || credited[it][2].is_some());
        let outcome = match replay.declared().ending {
            Some(EndingKind::FalseDeclaration) => Outcome::DeclaredWrongly,
            Some(EndingKind::Declaration) if replay.agreement() == Agreement::Conflict => {
                Outcome::DeclaredWrongly
            }
            Some(EndingKind::Declaration) => Outcome::Declared,
            _ if could => Outcome::NotUsed,
            _ => Outcome::Never,
        };
        Declarable {
            first,
            credited,
            credit,
            outcome,
        }
    }

    /// The first ply at which a side could have declared, with the catalogue's name of the rule: to win, and where
    /// that came before, to draw.
    pub(crate) fn firsts(&self, side: Color) -> impl Iterator<Item = (&'static str, u32)> {
        let [wins24, draws24, wins27] = self.credited[side];
        let draws24 = draws24.filter(|_| draws24 != wins24);
        let names = if self.credit > 0 {
            ["impasse.rule.declare24h", "impasse.rule.declare27h"]
        } else {
            ["impasse.rule.declare24", "impasse.rule.declare27"]
        };
        let rules = [
            ("impasse.rule.declare24_draw", draws24),
            (names[0], wins24),
            (names[1], wins27),
            ("impasse.rule.declare_try", self.first[side][5]),
        ];
        rules
            .into_iter()
            .filter_map(|(name, ply)| Some((name, ply?)))
    }
}

/// Notes at `ply` the rules under which the side to move could declare and could not before.
fn note(
    first: &mut First,
    credited: &mut [Option<u32>; 3],
    position: &Position,
    credit: u32,
    ply: u32,
) {
    let side = position.turn();
    if first[5].is_none() && try_move(position, side).is_some() {
        first[5] = Some(ply);
    }
    let entered = position
        .king(side)
        .is_some_and(|square| square.in_zone_of(side));
    if !entered || first[..5].iter().chain(&*credited).all(Option::is_some) {
        return;
    }
    let count = Count::of(position);
    debug_assert!(count.sides[side].king == KingPlace::In);
    let missing = count.credit();
    let declare = |rule, credit| count.declaration(rule, side, credit).verdict();
    let wins = |verdict| verdict == DeclarationVerdict::Win;
    let three = |credit| {
        let by24 = declare(DeclarationRule::Points24, credit);
        let draws = wins(by24) || by24 == DeclarationVerdict::Draw;
        let by27 = declare(DeclarationRule::Points27, credit);
        [wins(by24), draws, wins(by27)]
    };
    let ([plain24, draws24, plain27], [missing24, _, missing27]) = (three(0), three(missing));
    let now = [plain24, draws24, plain27, missing24, missing27];
    let slots = first.iter_mut().zip(now);
    for (slot, holds) in slots.chain(credited.iter_mut().zip(three(credit))) {
        if holds && slot.is_none() {
            *slot = Some(ply);
        }
    }
}

/// The heading of the rows of [`push_declarable_csv`].
pub(crate) const DECLARABLE_HEADING: &str = "file,game,line,plies,\
black_declare24,black_declare24_draw,black_declare27,black_declare24h,black_declare27h,black_declare_try,\
white_declare24,white_declare24_draw,white_declare27,white_declare24h,white_declare27h,white_declare_try,outcome\n";

/// Appends the object of a game, without a line end. `place.ply` is the number of its moves.
pub(crate) fn push_declarable_json(out: &mut String, declarable: &Declarable, place: &Place<'_>) {
    // Writing to a string does not fail.
    let _ = json(out, declarable, place);
}

fn json(out: &mut String, declarable: &Declarable, place: &Place<'_>) -> fmt::Result {
    out.push_str("{\"file\":");
    push_text(out, place.file);
    write!(
        out,
        ",\"game\":{},\"line\":{},\"plies\":{}",
        place.game, place.line, place.ply
    )?;
    for color in Color::BOTH {
        write!(out, ",\"{}\":{{", color.name())?;
        for (at, (name, ply)) in NAMES.iter().zip(declarable.first[color]).enumerate() {
            let comma = if at > 0 { "," } else { "" };
            match ply {
                Some(ply) => write!(out, "{comma}\"{name}\":{ply}")?,
                None => write!(out, "{comma}\"{name}\":null")?,
            }
        }
        out.push('}');
    }
    write!(out, ",\"outcome\":\"{}\"}}", declarable.outcome.name())
}

/// Appends the row of a game, with its line end.
pub(crate) fn push_declarable_csv(out: &mut String, declarable: &Declarable, place: &Place<'_>) {
    push_cell(out, place.file);
    // Writing to a string does not fail.
    let _ = write!(out, ",{},{},{}", place.game, place.line, place.ply);
    for ply in Color::BOTH.iter().flat_map(|&it| declarable.first[it]) {
        out.push(',');
        if let Some(ply) = ply {
            let _ = write!(out, "{ply}");
        }
    }
    let _ = writeln!(out, ",{}", declarable.outcome.name());
}
