//! `shogi_legality_lite`, asked for all legal moves.

use kifu::shogi::{Color, Move, PieceKind, Position, Reason, Square};
use shogi_core::PartialPosition;

pub fn position(position: &Position) -> PartialPosition {
    let mut theirs = PartialPosition::empty();
    theirs.side_to_move_set(color(position.turn()));
    for square in Square::all() {
        if let Some(piece) = position.piece_at(square) {
            let piece = shogi_core::Piece::new(kind(piece.kind()), color(piece.color()));
            theirs.piece_set(self::square(square), Some(piece));
        }
    }
    for side in Color::BOTH {
        let hand = theirs.hand_of_a_player_mut(color(side));
        for (held, count) in position.hand(side).iter() {
            for _ in 0..count {
                *hand = hand.added(kind(held)).expect("a hand of a full set");
            }
        }
    }
    theirs
}

/// Whether it answers in a bearable time. After a pawn drop it asks whether the other side is mated. Where that side can
/// move no piece on the board, it tries every drop, and after a pawn drop it asks the same again, until no pawn is left.
pub fn can_answer(position: &Position) -> bool {
    let answers = position.hand(!position.turn()).count(PieceKind::Pawn);
    let drops = Square::all().map(|to| Move::Drop {
        kind: PieceKind::Pawn,
        to,
    });
    let mut possible = drops.filter(|&mv| match position.judge(mv) {
        Ok(()) => true,
        // It does not look at the own king first.
        Err(illegal) => illegal.reason >= Reason::CheckNotResolved,
    });
    let stuck = |mv: Move| {
        let mut next = position.clone();
        next.force(mv);
        next.legal_moves().iter().all(|it| it.from().is_none())
    };
    answers == 0 || !possible.any(stuck)
}

pub fn legal_moves(position: &Position) -> Vec<Move> {
    let moves = shogi_legality_lite::all_legal_moves_partial(&self::position(position));
    moves.into_iter().map(ours).collect()
}

fn ours(mv: shogi_core::Move) -> Move {
    let square = |it: shogi_core::Square| Square::new(it.file(), it.rank()).expect("on the board");
    match mv {
        shogi_core::Move::Normal { from, to, promote } => Move::Normal {
            from: square(from),
            to: square(to),
            promote,
        },
        shogi_core::Move::Drop { piece, to } => Move::Drop {
            kind: PieceKind::ALL
                .into_iter()
                .find(|&it| kind(it) == piece.piece_kind())
                .expect("a kind"),
            to: square(to),
        },
    }
}

fn square(square: Square) -> shogi_core::Square {
    shogi_core::Square::new(square.file(), square.rank()).expect("on the board")
}

fn color(color: Color) -> shogi_core::Color {
    match color {
        Color::Black => shogi_core::Color::Black,
        Color::White => shogi_core::Color::White,
    }
}

fn kind(kind: PieceKind) -> shogi_core::PieceKind {
    use shogi_core::PieceKind as Theirs;
    match kind {
        PieceKind::Pawn => Theirs::Pawn,
        PieceKind::Lance => Theirs::Lance,
        PieceKind::Knight => Theirs::Knight,
        PieceKind::Silver => Theirs::Silver,
        PieceKind::Gold => Theirs::Gold,
        PieceKind::Bishop => Theirs::Bishop,
        PieceKind::Rook => Theirs::Rook,
        PieceKind::King => Theirs::King,
        PieceKind::ProPawn => Theirs::ProPawn,
        PieceKind::ProLance => Theirs::ProLance,
        PieceKind::ProKnight => Theirs::ProKnight,
        PieceKind::ProSilver => Theirs::ProSilver,
        PieceKind::Horse => Theirs::ProBishop,
        PieceKind::Dragon => Theirs::ProRook,
    }
}
