//! `rsshogi`, asked for legal moves, move counts, repetitions and declarations.

use kifu::shogi::{Move, Position};
use rsshogi::board::{self, Move32List, generate_legal_all_move32};
use rsshogi::types::{EnteringKingRule, RepetitionState};

pub use rsshogi::board::Position as Theirs;

pub fn position(position: &Position) -> Theirs {
    board::position_from_sfen(&position.to_string()).expect("a position they can read")
}

pub fn legal_moves(position: &Position) -> Vec<Move> {
    let mut list = Move32List::new();
    generate_legal_all_move32(&self::position(position), &mut list);
    let moves = list.as_slice().iter();
    moves
        .map(|mv| mv.to_usi().parse().expect("a move in USI"))
        .collect()
}

pub fn perft(position: &mut Theirs, depth: u32) -> u64 {
    let mut list = Move32List::new();
    generate_legal_all_move32(position, &mut list);
    if depth == 1 {
        return list.len() as u64;
    }
    let mut leaves = 0;
    for &mv in list.as_slice() {
        position.apply_move32(mv);
        leaves += perft(position, depth - 1);
        position.undo_move32(mv).expect("a move to take back");
    }
    leaves
}

/// Makes a legal move; says what kind of fourth occurrence the position after it is, if it is one.
pub fn play(position: &mut Theirs, mv: Move) -> Option<RepetitionState> {
    let mv = board::move_from_usi_expect(position, &mv.to_string());
    position.apply_move32(mv);
    match position.repetition_state() {
        RepetitionState::None => None,
        state => Some(state),
    }
}

/// Whether the side to move wins by declaration.
pub fn declares(position: &mut Theirs, rule: EnteringKingRule) -> bool {
    position.set_entering_king_rule(rule);
    position.evaluate_declaration().can_declare
}
