//! Why a game has its name: the clauses that hold and the plies at which they came true.

use super::facts::Facts;
use super::fired::Fired;
use super::tables::{Opening, tables};
use crate::shogi::{ByColor, Color};

/// A clause that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The row of the table it stands in.
    pub row: &'static str,
    /// From whose view it is written.
    pub side: Color,
    /// The clause, in the language of the table.
    pub clause: &'static str,
    /// When it came true, for clauses on moves and squares.
    pub ply: Option<u32>,
}

/// The clauses that make `named` hold, those of the rows it asks for included.
pub(super) fn of_opening(
    facts: &Facts,
    fired: &mut Fired,
    named: Option<&Opening>,
    side: Option<Color>,
) -> Vec<Evidence> {
    let openings = &tables().openings;
    let Some(row) = openings
        .iter()
        .position(|row| named.is_some_and(|it| it.id == row.id))
    else {
        return Vec::new();
    };
    let mut evidence = Vec::new();
    let mut asked = vec![(row, side)];
    let mut done = vec![ByColor::<bool>::default(); openings.len()];
    while let Some((row, side)) = asked.pop() {
        let opening = &openings[row];
        let sides = Color::BOTH
            .into_iter()
            .filter(|&it| side.is_none_or(|side| side == it));
        let holding = sides.into_iter().find_map(|side| {
            let clauses = opening.rule.holding(facts, side, fired)?;
            Some((side, clauses))
        });
        let Some((side, clauses)) = holding else {
            continue;
        };
        if std::mem::replace(&mut done[row][side], true) {
            continue;
        }
        for clause in clauses {
            evidence.push(Evidence {
                row: opening.id,
                side,
                clause: &clause.text,
                ply: clause.proof(facts, side),
            });
            for (row, side) in clause.rows_held(facts, side, fired) {
                asked.push((row, (!openings[row].joint).then_some(side)));
            }
        }
    }
    evidence
}
