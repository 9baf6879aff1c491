//! Whether a position can stand in a game: too many pieces, kings, two pawns on a file, dead pieces, the wrong side in
//! check. Whether it can be reached from the start is not asked.

use super::{ByColor, Color, PieceKind, Position, Setup, Square};

/// Something about a position that is impossible or unusual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Board and hands hold more of a kind than a full set, promoted pieces counted with their base. Impossible.
    TooMany {
        /// The unpromoted kind, one of [`PieceKind::HAND`].
        kind: PieceKind,
        /// How many there are.
        count: u32,
    },
    /// A side has more than one king. Impossible.
    TooManyKings {
        /// The side.
        side: Color,
        /// How many there are.
        count: u32,
    },
    /// A side has no king, as the attacker in mate problems. Unusual.
    NoKing {
        /// The side.
        side: Color,
    },
    /// A side has two unpromoted pawns on a file (二歩). Impossible.
    NifuInPosition {
        /// The side.
        side: Color,
        /// The second pawn from above.
        square: Square,
    },
    /// An unpromoted piece stands where it could never move (行き所のない駒). Impossible.
    DeadPiece {
        /// The side.
        side: Color,
        /// What stands there.
        kind: PieceKind,
        /// Where it stands.
        square: Square,
    },
    /// The side not to move is in check. Impossible.
    OpponentInCheck {
        /// The side in check.
        side: Color,
        /// Its king.
        king: Square,
        /// A piece that gives check.
        attacker: Square,
    },
    /// More pieces give check to the side to move than one move can have brought about. Unusual.
    ImpossibleCheck {
        /// The side in check.
        side: Color,
        /// How many pieces give check.
        count: u32,
    },
    /// A possible position, but fewer than 38 pieces besides the kings: a handicap or a partial diagram.
    MissingPieces {
        /// How many are missing.
        count: u32,
    },
}

/// The number of pieces in a full set, kings not counted.
const PIECES: u32 = 38;

/// Lists what is wrong with a position; an empty list allocates nothing. That pieces are missing is only said where
/// nothing is impossible.
pub fn validity(setup: &Setup) -> Vec<Problem> {
    let survey = Survey::of(setup);
    let mut problems = Vec::new();
    for kind in PieceKind::HAND {
        let count = survey.counts[kind as usize];
        if count > u32::from(kind.total()) {
            problems.push(Problem::TooMany { kind, count });
        }
    }
    for side in Color::BOTH {
        match survey.kings[side] {
            0 => problems.push(Problem::NoKing { side }),
            1 => {}
            count => problems.push(Problem::TooManyKings { side, count }),
        }
    }
    problems.extend(survey.doubled);
    problems.extend(survey.dead);
    let position = Position::from_setup(setup);
    check_opponent(&position, &mut problems);
    check_checkers(&position, &mut problems);
    let pieces: u32 = survey.counts.iter().sum();
    let possible = problems
        .iter()
        .all(|it| matches!(it, Problem::NoKing { .. } | Problem::ImpossibleCheck { .. }));
    if possible && pieces < PIECES {
        problems.push(Problem::MissingPieces {
            count: PIECES - pieces,
        });
    }
    problems
}

/// What one look over the board tells.
#[derive(Default)]
struct Survey {
    /// The number of pieces on board and in both hands by base kind; kings apart.
    counts: [u32; 8],
    kings: ByColor<u32>,
    doubled: Vec<Problem>,
    dead: Vec<Problem>,
}

/// One move brings at most two checks: its own and one that it discovers, from a slider at a distance.
fn check_checkers(position: &Position, problems: &mut Vec<Problem>) {
    let side = position.turn();
    let Some(king) = position.king(side).filter(|_| position.in_check()) else {
        return;
    };
    let checkers = position.checkers(side);
    let discovered = |at: Square| {
        let apart = at
            .file()
            .abs_diff(king.file())
            .max(at.rank().abs_diff(king.rank()));
        let knight = position
            .piece_at(at)
            .is_some_and(|it| it.kind() == PieceKind::Knight);
        apart > 1 && !knight
    };
    let possible = match checkers.len() {
        0 | 1 => true,
        2 => checkers.iter().any(|&at| discovered(at)),
        _ => false,
    };
    if !possible {
        problems.push(Problem::ImpossibleCheck {
            side,
            count: checkers.len() as u32,
        });
    }
}

impl Survey {
    fn of(setup: &Setup) -> Survey {
        let mut survey = Survey::default();
        // The files with an unpromoted pawn of each side, and those where the second has been reported.
        let mut pawns = ByColor::<u16>::default();
        let mut reported = ByColor::<u16>::default();
        for (square, piece) in Square::all().zip(setup.board) {
            let Some(piece) = piece else { continue };
            let (side, kind) = (piece.color(), piece.kind());
            if kind == PieceKind::King {
                survey.kings[side] += 1;
                continue;
            }
            survey.counts[kind.base() as usize] += 1;
            if square.rank_for(side) < kind.last_live_rank() {
                survey.dead.push(Problem::DeadPiece { side, kind, square });
            }
            if kind == PieceKind::Pawn {
                let file = 1 << square.file();
                if pawns[side] & file & !reported[side] != 0 {
                    reported[side] |= file;
                    survey
                        .doubled
                        .push(Problem::NifuInPosition { side, square });
                }
                pawns[side] |= file;
            }
        }
        for color in Color::BOTH {
            for (kind, count) in setup.hands[color].iter() {
                survey.counts[kind as usize] += u32::from(count);
            }
        }
        survey
    }
}

fn check_opponent(position: &Position, problems: &mut Vec<Problem>) {
    let side = !position.turn();
    if let Some((king, attacker)) = position.king(side).zip(position.attacker_of_king(side)) {
        problems.push(Problem::OpponentInCheck {
            side,
            king,
            attacker,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(sfen: &str) -> Vec<Problem> {
        validity(&sfen.parse().unwrap())
    }

    #[test]
    fn named_starts_are_possible() {
        for handicap in crate::shogi::Handicap::ALL {
            let problems = validity(&handicap.setup());
            assert!(
                problems
                    .iter()
                    .all(|it| matches!(it, Problem::MissingPieces { .. })),
                "{handicap:?}: {problems:?}"
            );
        }
    }

    #[test]
    fn a_second_king_that_is_attacked_does_not_count_as_check() {
        let found = problems("4k4/9/9/9/4K4/9/9/9/4K4 b 2r2b4g4s4n4l18p 1");
        assert_eq!(
            found,
            [Problem::TooManyKings {
                side: Color::Black,
                count: 2
            }]
        );
    }

    #[test]
    fn the_attacker_of_the_wrong_king_is_named() {
        let found = problems("4k4/9/9/9/4R4/9/9/9/4K4 b r2b4g4s4n4l18p 1");
        assert_eq!(
            found,
            [Problem::OpponentInCheck {
                side: Color::White,
                king: Square::new(5, 1).unwrap(),
                attacker: Square::new(5, 5).unwrap(),
            }]
        );
    }

    #[test]
    fn a_mate_problem_with_few_pieces_has_a_warning_and_a_note() {
        let found = problems("4k4/9/4P4/9/9/9/9/9/9 b G 1");
        assert_eq!(
            found,
            [
                Problem::NoKing { side: Color::Black },
                Problem::MissingPieces { count: 36 }
            ]
        );
    }

    #[test]
    fn checks_that_no_move_can_bring_are_unusual() {
        let full = "2r2b4g4s4n4l18p";
        let check = |sfen: &str, hand: &str| {
            let found = problems(&format!("{sfen} b {hand} 1"));
            found
                .iter()
                .any(|it| matches!(it, Problem::ImpossibleCheck { .. }))
        };
        // Two golds next to the king, a gold and a distant rook, three pieces.
        assert!(check("4k4/9/9/9/9/9/9/4g4/3gK4", "2r2b2g4s4n4l18p"));
        assert!(!check("4k4/9/9/9/4r4/9/9/9/3gK4", "r2b3g4s4n4l18p"));
        assert!(check("4k4/9/9/9/4r4/9/9/9/3gKg3", "r2b2g4s4n4l18p"));
        assert!(!check("4k4/9/9/9/9/9/9/9/4K4", full));
    }
}
