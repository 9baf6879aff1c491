//! A position seen in a mirror or from the other side.

use crate::shogi::{Color, Piece, Position, Setup, Square};

/// How what is sought may be turned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Orientation {
    /// Left and right exchanged.
    pub(super) mirror: bool,
    /// Colours exchanged, and the board turned round.
    pub(super) flip: bool,
}

impl Orientation {
    /// All ways to turn something.
    pub(super) fn all(mirror: bool, flip: bool) -> Vec<Orientation> {
        let mut all = vec![Orientation::default()];
        for (wanted, turn) in [
            (
                mirror,
                Orientation {
                    mirror: true,
                    flip: false,
                },
            ),
            (
                flip,
                Orientation {
                    mirror: false,
                    flip: true,
                },
            ),
            (
                mirror && flip,
                Orientation {
                    mirror: true,
                    flip: true,
                },
            ),
        ] {
            if wanted {
                all.push(turn);
            }
        }
        all
    }

    pub(super) fn square(self, square: Square) -> Square {
        let turned = if self.flip { square.flipped() } else { square };
        if self.mirror {
            Square::new(10 - turned.file(), turned.rank()).unwrap_or(turned)
        } else {
            turned
        }
    }

    pub(super) fn color(self, color: Color) -> Color {
        if self.flip { !color } else { color }
    }

    fn piece(self, piece: Piece) -> Piece {
        Piece::new(self.color(piece.color()), piece.kind())
    }

    /// The pieces of a set, told by the bits of their raw numbers.
    pub(super) fn pieces(self, mask: u32) -> u32 {
        // The numbers of White's pieces are 16 more than Black's; 0 stands for no piece.
        match self.flip {
            true => (mask & 1) | ((mask & 0xfffe) << 16) | (mask >> 16 & 0xfffe),
            false => mask,
        }
    }

    pub(super) fn position(self, position: &Position) -> Position {
        let setup = position.setup();
        let mut turned = Setup::empty(self.color(setup.turn));
        for square in Square::all() {
            let piece = setup.board[square.index()];
            turned.board[self.square(square).index()] = piece.map(|it| self.piece(it));
        }
        for side in Color::BOTH {
            turned.hands[self.color(side)] = setup.hands[side];
        }
        turned.ply = setup.ply;
        Position::from_setup(&turned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turned_twice_is_as_before() {
        let text = "ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp 1";
        let position: Position = text.parse().unwrap();
        for turn in Orientation::all(true, true) {
            let back = turn.position(&turn.position(&position));
            assert_eq!(back.to_string(), text, "{turn:?}");
        }
        assert_eq!(Orientation::all(true, true).len(), 4);
        assert_eq!(Orientation::all(false, true).len(), 2);
        let flipped = Orientation {
            mirror: false,
            flip: true,
        };
        assert_eq!(
            flipped.position(&Position::startpos()).to_string(),
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
        );
        assert_eq!(flipped.pieces(1 | 1 << 1 | 1 << 18), 1 | 1 << 17 | 1 << 2);
    }
}
