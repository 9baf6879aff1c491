//! The placement language: which pieces stand on which squares.
//!
//! `S@3g|4f` an own silver on one of the squares, `b@3c` the opponent's bishop, `!P@2g|2f` no own pawn on any of them,
//! `hand:B` and `ohand:B` a bishop in the own or the opponent's hand. All squares in one's own view. Tokens are
//! separated by blanks and hold together; two tokens of the same piece need two squares. A letter means the unpromoted
//! piece.

use super::facts::Facts;
use super::plies::{Plies, bits};
use crate::shogi::{Color, PieceKind, Square};

/// A compiled placement.
#[derive(Clone, Debug)]
pub(super) struct Placement {
    tokens: Vec<Token>,
    /// For each piece that must be there its squares as bits.
    needs: Vec<(Owner, PieceKind, u128)>,
}

/// One demand on the position.
#[derive(Clone, Debug)]
enum Token {
    /// A piece on one of the squares, or on none of them.
    Piece {
        owner: Owner,
        kind: PieceKind,
        /// Bits, in the owner's view.
        squares: u128,
        absent: bool,
    },
    /// Several pieces of one kind whose squares overlap: one of these sets is filled.
    Several {
        owner: Owner,
        kind: PieceKind,
        sets: Vec<u128>,
    },
    /// A piece in hand.
    Hand { owner: Owner, kind: PieceKind },
}

/// Whose piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Own,
    Opponent,
}

impl Owner {
    #[inline]
    fn side(self, own: Color) -> Color {
        match self {
            Owner::Own => own,
            Owner::Opponent => !own,
        }
    }
}

impl Placement {
    /// Reads a placement.
    pub(super) fn parse(text: &str) -> Result<Placement, String> {
        let tokens: Result<Vec<Token>, String> =
            text.split_whitespace().map(Token::parse).collect();
        let tokens = tokens?;
        if tokens.is_empty() {
            return Err("an empty placement".to_owned());
        }
        let needs = tokens.iter().filter_map(|token| match *token {
            Token::Piece {
                owner,
                kind,
                squares,
                absent: false,
            } => Some((owner, kind, squares)),
            _ => None,
        });
        Ok(Placement {
            needs: needs.collect(),
            tokens: apart(tokens),
        })
    }

    /// The squares, as bits, on one of which the own king must stand; all when nothing is said of it.
    pub(super) fn king_squares(&self) -> u128 {
        let own_king = self
            .needs
            .iter()
            .filter(|(owner, kind, _)| (*owner, *kind) == (Owner::Own, PieceKind::King));
        own_king.fold(u128::MAX, |all, (.., squares)| all & squares)
    }

    /// The plies after which all tokens hold for `side`.
    #[inline]
    pub(super) fn plies(&self, facts: &Facts, side: Color, within: Plies) -> Plies {
        let mut needs = self.needs.iter();
        if !needs.all(|&(owner, kind, squares)| facts.visited(owner.side(side), kind, squares)) {
            return Plies::NONE;
        }
        let mut plies = within;
        for token in &self.tokens {
            plies = plies & token.plies(facts, side);
            if plies.is_empty() {
                break;
            }
        }
        plies
    }
}

impl Token {
    fn parse(text: &str) -> Result<Token, String> {
        let bad = || format!("no placement token: {text}");
        let hand = [("hand:", Owner::Own), ("ohand:", Owner::Opponent)];
        for (prefix, owner) in hand {
            if let Some(letter) = text.strip_prefix(prefix) {
                let kind = kind(letter).filter(|&kind| kind != PieceKind::King);
                let kind = kind.ok_or_else(bad)?;
                return Ok(Token::Hand { owner, kind });
            }
        }
        let (absent, rest) = match text.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (letter, squares) = rest.split_once('@').ok_or_else(bad)?;
        let owner = if letter.chars().all(char::is_uppercase) {
            Owner::Own
        } else {
            Owner::Opponent
        };
        let kind = kind(letter).ok_or_else(bad)?;
        let mut bits = 0;
        for square in squares.split('|') {
            let square: Square = square.parse().map_err(|_| bad())?;
            let square = match owner {
                Owner::Own => square,
                Owner::Opponent => square.flipped(),
            };
            bits |= 1 << square.index();
        }
        Ok(Token::Piece {
            owner,
            kind,
            squares: bits,
            absent,
        })
    }

    #[inline]
    fn plies(&self, facts: &Facts, side: Color) -> Plies {
        match self {
            Token::Piece {
                owner,
                kind,
                squares,
                absent,
            } => {
                let plies = facts.stays_on(owner.side(side), *kind, *squares);
                if *absent { !plies } else { plies }
            }
            Token::Several { owner, kind, sets } => {
                let owner = owner.side(side);
                let filled = sets.iter().map(|&set| {
                    let stays = bits(set).map(|square| facts.stays_on(owner, *kind, 1 << square));
                    stays.fold(Plies::ALL, |all, stay| all & stay)
                });
                filled.fold(Plies::NONE, |all, plies| all | plies)
            }
            Token::Hand { owner, kind } => facts.held(owner.side(side), *kind),
        }
    }
}

fn kind(letter: &str) -> Option<PieceKind> {
    match letter.as_bytes() {
        [letter] => PieceKind::from_letter(*letter),
        _ => None,
    }
}

/// Joins tokens of the same piece with a square in common, so that each gets a square of its own.
fn apart(tokens: Vec<Token>) -> Vec<Token> {
    let mut done: Vec<Token> = Vec::new();
    for token in tokens {
        let Token::Piece {
            owner,
            kind,
            squares,
            absent: false,
        } = token
        else {
            done.push(token);
            continue;
        };
        let overlapping = done.iter_mut().find(|other| {
            let (its_owner, its_kind, its_squares) = match other {
                Token::Piece {
                    owner,
                    kind,
                    squares,
                    absent: false,
                } => (*owner, *kind, *squares),
                Token::Several { owner, kind, sets } => {
                    (*owner, *kind, sets.iter().fold(0, |all, set| all | set))
                }
                _ => return false,
            };
            its_owner == owner && its_kind == kind && its_squares & squares != 0
        });
        let Some(other) = overlapping else {
            done.push(token);
            continue;
        };
        let before: Vec<u128> = match other {
            Token::Several { sets, .. } => sets.clone(),
            Token::Piece { squares, .. } => bits(*squares).map(|square| 1 << square).collect(),
            Token::Hand { .. } => Vec::new(),
        };
        let mut sets: Vec<u128> = Vec::new();
        for set in before {
            let larger = bits(squares & !set).map(|square| set | 1 << square);
            sets.extend(larger.filter(|set| !sets.contains(set)).collect::<Vec<_>>());
        }
        *other = Token::Several { owner, kind, sets };
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Position;

    fn holds(placement: &str, sfen: &str, side: Color) -> bool {
        let mut facts = Facts::default();
        facts.begin(&sfen.parse::<Position>().unwrap());
        facts.finish();
        let placement = Placement::parse(placement).unwrap();
        !placement
            .plies(&facts, side, Plies::window(0, 0))
            .is_empty()
    }

    #[test]
    fn tokens_mean_what_they_say() {
        // Both sides: king 2h, silver 3h, gold 4i, pawns 2g and 3f in their own view; White's bishop stands on 3c.
        let sfen = "3g5/1ks6/1p4b2/2p6/9/6P2/7P1/6SK1/5G3 b B2r 1";
        for (placement, black, white) in [
            ("K@2h S@3h G@4i", true, true),
            ("K@2h|1h S@3h", true, true),
            ("K@8b", false, false),
            ("b@3c", true, false),
            ("B@7g", false, true),
            ("!P@2g|2f", false, false),
            ("!P@4g", true, true),
            ("hand:B", true, false),
            ("ohand:B", false, true),
            ("hand:R ohand:B", false, true),
            ("P@2g|3f P@2g|3f", true, true),
            ("P@2g|3f P@2g|3f P@3f|2g", false, false),
            ("P@2g P@2g", false, false),
            ("P@2g|4g P@3f|4g P@4g|3f", false, false),
            ("P@2g|4g P@3f|4g", true, true),
        ] {
            assert_eq!(holds(placement, sfen, Color::Black), black, "{placement}");
            assert_eq!(holds(placement, sfen, Color::White), white, "{placement}");
        }
        assert!(!holds("R@2h", "9/9/9/9/9/9/9/7+R1/9 b - 1", Color::Black));
    }

    #[test]
    fn malformed_placements_are_refused() {
        for text in [
            "", "K2h", "K@0h", "X@2h", "hand:K", "hand:", "K@2h|", "+R@2h",
        ] {
            assert!(Placement::parse(text).is_err(), "{text}");
        }
    }
}
