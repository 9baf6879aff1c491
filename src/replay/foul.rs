//! From a broken rule to a finding: the facts that its words need.

use super::Unresolved;
use crate::finding::{Code, Fact, FactName, Finding};
use crate::record::{Named, WrittenMove};
use crate::shogi::{Illegal, Move, PieceKind, Position, Reason};
use crate::text::Span;

/// The finding for a move that breaks a rule. `named` is the piece the record names.
pub fn broken(position: &Position, mv: Option<Move>, illegal: Illegal, named: Named) -> Finding {
    let us = position.turn();
    let mut finding = Finding::new(Code::of_reason(illegal.reason), Span::default())
        .with(FactName::Side, Fact::Side(us))
        .with(FactName::Other, Fact::Side(!us));
    let Some(mv) = mv else { return finding };
    let to = mv.to();
    let from = mv.from();
    let mover = match mv {
        Move::Normal { from, .. } => position.piece_at(from).map(crate::shogi::Piece::kind),
        Move::Drop { kind, .. } => Some(kind),
    };
    finding = finding
        .with(FactName::To, Fact::Square(to))
        .with(FactName::Move, Fact::Move(mv));
    if let Some(from) = from {
        finding = finding.with(FactName::From, Fact::Square(from));
    }
    let there = illegal.square.and_then(|square| position.piece_at(square));
    // The square a text speaks of: what the rule points at, or the origin, or the destination.
    let square = match illegal.reason {
        Reason::KingIntoCheck => Some(to),
        Reason::PieceMismatch => from,
        _ => illegal.square.or(from).or(Some(to)),
    };
    if let Some(square) = square {
        finding = finding.with(FactName::Square, Fact::Square(square));
    }
    if let Some(attacker) = illegal.square {
        finding = finding.with(FactName::Attacker, Fact::Square(attacker));
    }
    // On squares that are taken the text names what stands there, elsewhere what moves.
    let piece = match illegal.reason {
        Reason::DropOnOccupied | Reason::OwnPieceOnTarget => there.map(crate::shogi::Piece::kind),
        _ => mover,
    };
    if let Some(kind) = piece {
        finding = finding.with(FactName::Piece, Fact::Piece(kind));
    }
    if let Some(there) = there {
        finding = finding.with(FactName::Owner, Fact::Side(there.color()));
    }
    if illegal.reason == Reason::Nifu {
        finding = finding.with(FactName::File, Fact::File(to.file()));
        let files = files_for_a_pawn(position);
        if !files.is_empty() {
            finding = finding.with(FactName::Files, Fact::Plies(files));
        }
    }
    if let (Reason::PieceMismatch, Some(kind)) = (illegal.reason, mover) {
        finding = finding.with(FactName::BoardPiece, Fact::Piece(kind));
        if let Some(written) = kind_of(named) {
            finding = finding.with(FactName::Written, Fact::Piece(written));
        }
    }
    finding
}

/// The files on which a pawn may be dropped.
fn files_for_a_pawn(position: &Position) -> Vec<u32> {
    let drops = position
        .legal_moves()
        .into_iter()
        .filter_map(|mv| match mv {
            Move::Drop {
                kind: PieceKind::Pawn,
                to,
            } => Some(u32::from(to.file())),
            _ => None,
        });
    let mut files: Vec<u32> = drops.collect();
    files.sort_unstable();
    files.dedup();
    files
}

/// The finding for a move that no piece, or more than one, could make.
pub(super) fn unresolved(
    position: &Position,
    unresolved: &Unresolved,
    written: &WrittenMove,
) -> Finding {
    let mut finding = Finding::new(unresolved.code(), Span::default())
        .with(FactName::Side, Fact::Side(position.turn()))
        .with(FactName::Other, Fact::Side(!position.turn()));
    if let (Unresolved::WrongTurn, Some(side)) = (unresolved, written.side) {
        finding.facts.clear();
        finding = finding
            .with(FactName::Side, Fact::Side(side))
            .with(FactName::Other, Fact::Side(position.turn()));
    }
    if let Some(kind) = kind_of(written.piece) {
        finding = finding.with(FactName::Piece, Fact::Piece(kind));
    }
    if let crate::record::Target::Square(to) = written.to {
        finding = finding
            .with(FactName::To, Fact::Square(to))
            .with(FactName::Square, Fact::Square(to));
    }
    if let Unresolved::Ambiguous(candidates) = unresolved {
        let names: Vec<String> = candidates.iter().map(ToString::to_string).collect();
        finding = finding.with(FactName::Items, Fact::Text(names.join(", ")));
    }
    finding
}

/// The finding for an unusual way to write a move.
pub(super) fn remark(code: Code, position: &Position, mv: Move, written: &WrittenMove) -> Finding {
    let mut finding = Finding::new(code, Span::default())
        .with(FactName::Move, Fact::Move(mv))
        .with(FactName::To, Fact::Square(mv.to()))
        .with(FactName::Side, Fact::Side(position.turn()));
    if let Some(from) = mv.from() {
        finding = finding
            .with(FactName::From, Fact::Square(from))
            .with(FactName::Square, Fact::Square(from));
        if let Some(piece) = position.piece_at(from) {
            finding = finding.with(FactName::BoardPiece, Fact::Piece(piece.kind()));
        }
    }
    if let Some(kind) = kind_of(written.piece) {
        finding = finding
            .with(FactName::Written, Fact::Piece(kind))
            .with(FactName::Piece, Fact::Piece(kind));
    }
    finding
}

fn kind_of(named: Named) -> Option<PieceKind> {
    match named {
        Named::Nothing => None,
        Named::Before(kind) | Named::After(kind) => Some(kind),
    }
}
