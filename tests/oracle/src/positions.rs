//! Positions to disagree about: random games, mate-like diagrams, dense boards, both kings entered.

use kifu::shogi::{Color, Piece, PieceKind, Position, Problem, Setup, Square, validity};

use crate::random::Random;

/// A position of one of the kinds, which take turns.
pub fn any(random: &mut Random, number: usize) -> Position {
    match number % 4 {
        0 => after_random_moves(random),
        1 => mate_like(random),
        2 => dense(random),
        _ => pinned(random),
    }
}

fn after_random_moves(random: &mut Random) -> Position {
    let mut position = Position::startpos();
    for _ in 0..random.below(200) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.advance(random.pick(&moves));
    }
    position
}

/// The defender's king near an edge with few pieces around it and much in the attacker's hand.
fn mate_like(random: &mut Random) -> Position {
    build(random, |random, setup| {
        let defender = !setup.turn;
        let king = Square::new(1 + random.below(9) as u8, 1 + random.below(9) as u8)?;
        put(setup, king, defender, PieceKind::King);
        if !random.once_in(3) {
            put(setup, square(random), setup.turn, PieceKind::King);
        }
        for _ in 0..3 + random.below(8) {
            let near = near(random, king);
            let color = random.pick(&Color::BOTH);
            let kind = kind(random);
            put(setup, near?, color, kind);
        }
        Some(())
    })
}

fn dense(random: &mut Random) -> Position {
    build(random, |random, setup| {
        for color in Color::BOTH {
            put(setup, square(random), color, PieceKind::King);
        }
        for _ in 0..10 + random.below(28) {
            let (square, color, kind) = (square(random), random.pick(&Color::BOTH), kind(random));
            put(setup, square, color, kind);
        }
        Some(())
    })
}

/// Sliders on the lines of a king with something in between.
fn pinned(random: &mut Random) -> Position {
    build(random, |random, setup| {
        for color in Color::BOTH {
            put(setup, square(random), color, PieceKind::King);
        }
        for _ in 0..4 + random.below(8) {
            let slider = random.pick(&[
                PieceKind::Lance,
                PieceKind::Bishop,
                PieceKind::Rook,
                PieceKind::Horse,
                PieceKind::Dragon,
            ]);
            put(setup, square(random), !setup.turn, slider);
        }
        for _ in 0..6 {
            let (square, kind) = (square(random), kind(random));
            put(setup, square, setup.turn, kind);
        }
        Some(())
    })
}

/// Both kings entered or close to it, most pieces in camps and hands: what impasse is about.
pub fn late(random: &mut Random) -> Position {
    build(random, |random, setup| {
        for color in Color::BOTH {
            let rank = if random.once_in(5) {
                4
            } else {
                1 + random.below(3) as u8
            };
            let at = Square::new(1 + random.below(9) as u8, rank)?;
            put(setup, own_view(at, color), color, PieceKind::King);
        }
        let leader = random.pick(&Color::BOTH);
        for kind in PieceKind::HAND {
            for _ in 0..kind.total() {
                if random.once_in(40) {
                    continue;
                }
                let color = if random.once_in(3) { !leader } else { leader };
                if random.once_in(2) {
                    setup.hands[color].add(kind);
                    continue;
                }
                let kind = match kind.promoted() {
                    Some(promoted) if random.once_in(2) => promoted,
                    _ => kind,
                };
                let rank = if random.once_in(6) {
                    4 + random.below(6) as u8
                } else {
                    1 + random.below(3) as u8
                };
                let at = Square::new(1 + random.below(9) as u8, rank)?;
                put(setup, own_view(at, color), color, kind);
            }
        }
        Some(())
    })
}

/// Tries until the diagram is one that can stand in a game (or in a mate problem).
fn build(random: &mut Random, fill: impl Fn(&mut Random, &mut Setup) -> Option<()>) -> Position {
    loop {
        let turn = random.pick(&Color::BOTH);
        let mut setup = Setup::empty(turn);
        let board = fill(random, &mut setup);
        share_hands(random, &mut setup);
        let fine = validity(&setup).iter().all(|it| match it {
            Problem::MissingPieces { .. } => true,
            Problem::NoKing { side } => *side == turn,
            _ => false,
        });
        if board.is_some() && fine {
            return Position::from_setup(&setup);
        }
    }
}

/// Gives some of what is left of the set to the hands, unless they hold something already.
fn share_hands(random: &mut Random, setup: &mut Setup) {
    if Color::BOTH
        .into_iter()
        .any(|color| !setup.hands[color].is_empty())
    {
        return;
    }
    for kind in PieceKind::HAND {
        let used = setup
            .board
            .iter()
            .flatten()
            .filter(|it| it.kind().base() == kind)
            .count() as u8;
        for _ in used..kind.total() {
            match random.below(3) {
                0 => setup.hands.black.add(kind),
                1 => setup.hands.white.add(kind),
                _ => {}
            }
        }
    }
}

fn put(setup: &mut Setup, square: Square, color: Color, kind: PieceKind) {
    let cell = &mut setup.board[square.index()];
    if cell.is_none() {
        *cell = Some(Piece::new(color, kind));
    }
}

fn kind(random: &mut Random) -> PieceKind {
    loop {
        let kind = random.pick(&PieceKind::ALL);
        if kind != PieceKind::King {
            return kind;
        }
    }
}

fn square(random: &mut Random) -> Square {
    Square::from_index(random.below(81) as u8).expect("on the board")
}

fn near(random: &mut Random, centre: Square) -> Option<Square> {
    let mut shift = |at: u8| (at + random.below(7) as u8).saturating_sub(3).clamp(1, 9);
    Square::new(shift(centre.file()), shift(centre.rank()))
}

fn own_view(square: Square, color: Color) -> Square {
    match color {
        Color::Black => square,
        Color::White => square.flipped(),
    }
}
