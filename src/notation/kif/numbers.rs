//! Move numbers: what a number says that does not follow the one before. Sides come from the position, never from
//! numbers.

use crate::finding::{Code, Fact, FactName, Finding};
use crate::notation::kif_family::Game;
use crate::record::WrittenMove;
use crate::text::Span;

/// Looks at the number of a move before the move is added.
pub(super) fn check(game: &mut Game, number: u32, mv: WrittenMove, span: Span) {
    if !game.has_begun() {
        if game.start_counting(number) {
            report(game, Code::MoveNumberOffset, span, 1, number);
        }
        return;
    }
    if !game.is_counting() {
        return;
    }
    let number_here = i64::from(number);
    let expected = game.expected();
    if number_here == expected || game.back_in_step(number_here) {
        return;
    }
    if number_here > expected {
        report(game, Code::MoveNumberGap, span, expected, number);
        game.slip_by(number_here - expected);
    } else if game.can_play_here(mv) || !game.branch_unmarked(number, mv) {
        report(game, Code::MoveNumber, span, expected, number);
        game.slip_by(number_here - expected);
    } else {
        report(game, Code::UnmarkedVariation, span, expected, number);
    }
}

fn report(game: &mut Game, code: Code, span: Span, expected: i64, found: u32) {
    let ply = u32::try_from(expected).unwrap_or(0);
    game.findings.push(
        Finding::new(code, span)
            .ply(ply)
            .with(FactName::Expected, Fact::Number(expected))
            .with(FactName::Found, Fact::Number(i64::from(found))),
    );
}
