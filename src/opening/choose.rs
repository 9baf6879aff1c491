//! One opening out of the many rows that hold, and one castle for each side.

use std::cmp::Reverse;

use super::facts::Facts;
use super::fired::Fired;
use super::plies::{Plies, bits};
use super::rule::OtherRows;
use super::tables::{Castle, Opening, tables};
use crate::shogi::{Color, PieceKind, Square};

/// A castle counts from this ply on …
const FIRST_CASTLE_PLY: u32 = 8;
/// … and when it stood for so many plies.
const FEWEST_STANDING: u32 = 2;
/// A king that has not moved by this ply is a sitting king.
const SITTING_UNTIL: u32 = 40;

/// The row that names the game: from the top level down, the strongest of those that hold.
pub(super) fn choose(facts: &Facts, fired: &mut Fired) -> Option<usize> {
    let mut chosen = None;
    loop {
        let mut rows = tables().naming(chosen).iter();
        let strongest = rows.find(|&&row| {
            let sides = fired.sides(row, facts);
            sides.black || sides.white
        });
        match strongest {
            Some(&row) => chosen = Some(row),
            None => return chosen,
        }
    }
}

/// Whose opening it is: none for joint rows, White where both sides played it.
pub(super) fn side_of(row: usize, facts: &Facts, fired: &mut Fired) -> Option<Color> {
    match (
        tables().openings[row].joint,
        fired.holds(row, Color::White, facts),
    ) {
        (true, _) => None,
        (false, true) => Some(Color::White),
        (false, false) => Some(Color::Black),
    }
}

/// A row that fits a game, beside the one that names it.
#[derive(Clone, Copy, Debug)]
pub struct Tag {
    /// The row.
    pub opening: &'static Opening,
    /// Whose it is; none where it is a property of the game.
    pub side: Option<Color>,
}

/// Every row that holds but the one that names the game.
pub(super) fn tags(
    facts: &Facts,
    fired: &mut Fired,
    named: Option<&Opening>,
    named_side: Option<Color>,
) -> Vec<Tag> {
    let rows = tables().openings.iter().enumerate();
    let tags = rows
        .filter(|(_, row)| !row.helper)
        .flat_map(|(row, opening)| {
            let holds = fired.sides(row, facts);
            let sides: &[Option<Color>] = match (opening.joint, holds.black, holds.white) {
                (_, false, false) => &[],
                (true, ..) => &[None],
                (false, true, false) => &[Some(Color::Black)],
                (false, false, true) => &[Some(Color::White)],
                (false, true, true) => &[Some(Color::Black), Some(Color::White)],
            };
            sides.iter().map(move |&side| Tag { opening, side })
        });
    tags.filter(|tag| {
        let names_it = named.is_some_and(|it| it.id == tag.opening.id) && tag.side == named_side;
        !names_it
    })
    .collect()
}

/// A castle that a side reached.
#[derive(Clone, Copy, Debug)]
pub struct ReachedCastle {
    /// Which.
    pub castle: &'static Castle,
    /// The first ply after which it stood.
    pub first_ply: u32,
    /// After how many plies it stood.
    pub plies: u32,
}

/// The castle of a side: of those that stood for two plies or more the most special, and of these the one that stood
/// longest; then the one seen last; then by id.
pub(super) fn castle(facts: &Facts, side: Color) -> Option<ReachedCastle> {
    let castles = &tables().castles;
    let kept = reached(facts, side);
    let within = castle_plies(facts);
    let mut special = kept;
    for at in bits(kept) {
        let mut parent = castles[at].parent;
        while let Some(row) = parent {
            special &= !(1 << row);
            parent = castles[row].parent;
        }
    }
    let is_final = |&at: &usize| !castles[at].transitional;
    let only_transitional = !bits(special).any(|at| is_final(&at));
    let candidates = bits(special).filter(|at| only_transitional || is_final(at));
    let best = candidates
        .map(|at| (&castles[at], standing(&castles[at], facts, side, within)))
        .max_by_key(|(castle, plies)| (plies.count(), plies.last(), Reverse(castle.id)));
    let best = best.or_else(|| sitting_king(facts, side))?;
    let (castle, plies) = best;
    Some(ReachedCastle {
        castle,
        first_ply: plies.first()?,
        plies: plies.count(),
    })
}

/// The rows of the castles that stood long enough, as bits.
pub(super) fn reached(facts: &Facts, side: Color) -> u128 {
    let within = castle_plies(facts);
    let tables = tables();
    let by_king = bits(facts.king_squares(side)).map(|square| tables.castles_by_king[square]);
    let possible = bits(by_king.fold(0, |all, castles| all | castles));
    let stood = possible.filter(|&at| {
        standing(&tables.castles[at], facts, side, within).count() >= FEWEST_STANDING
    });
    stood.fold(0, |set, at| set | 1 << at)
}

/// The plies after which castles are looked for.
fn castle_plies(facts: &Facts) -> Plies {
    facts.within & Plies::from(FIRST_CASTLE_PLY)
}

/// After which plies a castle stands.
#[inline]
fn standing(castle: &Castle, facts: &Facts, side: Color, within: Plies) -> Plies {
    if castle.sitting || castle.static_only && facts.classes[side].is_ranging() {
        return Plies::NONE;
    }
    let placements = castle.alternatives.iter();
    placements.fold(Plies::NONE, |all, it| all | it.plies(facts, side, within))
}

/// The king that has not moved, which is a castle by name only.
fn sitting_king(facts: &Facts, side: Color) -> Option<(&'static Castle, Plies)> {
    let home = Square::new(5, 9)?;
    let until = SITTING_UNTIL.min(facts.plies());
    let plies = Plies::window(0, until) & facts.stays(side, PieceKind::King, home);
    let castle = tables().castles.iter().find(|castle| castle.sitting)?;
    (plies.count() == until + 1).then_some((castle, plies))
}
