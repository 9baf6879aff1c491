//! A move in the words of KIF, without number and time.

use crate::notation::shared::japanese;
use crate::shogi::{Move, PieceKind, Square};

/// Appends the move of a piece of this kind, `７六歩(77)`, `５五歩打`, `８八角成(22)`; 同　 for the square when the move
/// goes where the one before went. Gives its columns, where signs outside ASCII take two.
#[inline]
pub(crate) fn push_move(mv: Move, kind: PieceKind, same: bool, out: &mut String) -> usize {
    out.push_str(if same {
        "同　"
    } else {
        japanese::square_text(mv.to())
    });
    let piece = PIECES[kind as usize];
    match mv {
        Move::Drop { .. } => {
            out.push_str(piece.drops);
            4 + piece.drops.len() / 3 * 2
        }
        Move::Normal { from, promote, .. } => {
            let text = if promote { piece.promotes } else { piece.stays };
            out.push_str(text);
            out.push_str(ORIGINS[from.index()]);
            4 + (text.len() - 1) / 3 * 2 + 4
        }
    }
}

/// What follows the destination up to the origin: 歩(, 角成(, 角打.
#[derive(Clone, Copy)]
struct PieceText {
    stays: &'static str,
    promotes: &'static str,
    drops: &'static str,
}

/// The text of each piece by its number.
static PIECES: [PieceText; 16] = {
    let mut table = [PieceText {
        stays: "",
        promotes: "",
        drops: "",
    }; 16];
    let mut at = 0;
    while at < PieceKind::ALL.len() {
        let kind = PieceKind::ALL[at];
        table[kind as usize] = PieceText {
            stays: STAYS[kind as usize].text(),
            promotes: PROMOTES[kind as usize].text(),
            drops: DROPS[kind as usize].text(),
        };
        at += 1;
    }
    table
};
static STAYS: [Joined; 16] = joined("(");
static PROMOTES: [Joined; 16] = joined("成(");
static DROPS: [Joined; 16] = joined("打");

/// Two texts in one, made when the program is built.
#[derive(Clone, Copy)]
struct Joined {
    bytes: [u8; 12],
    len: usize,
}

impl Joined {
    const fn of(first: &str, second: &str) -> Joined {
        let mut joined = Joined {
            bytes: [0; 12],
            len: 0,
        };
        let mut at = 0;
        while at < first.len() + second.len() {
            joined.bytes[at] = if at < first.len() {
                first.as_bytes()[at]
            } else {
                second.as_bytes()[at - first.len()]
            };
            at += 1;
        }
        joined.len = at;
        joined
    }

    const fn text(&'static self) -> &'static str {
        match std::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => panic!("joined from text"),
        }
    }
}

const fn joined(end: &str) -> [Joined; 16] {
    let mut table = [Joined::of("", ""); 16];
    let mut at = 0;
    while at < PieceKind::ALL.len() {
        let kind = PieceKind::ALL[at];
        table[kind as usize] = Joined::of(japanese::piece_name(kind), end);
        at += 1;
    }
    table
}

/// Origins: `77)`.
static ORIGINS: [&str; Square::COUNT] = {
    static BYTES: [[u8; 3]; Square::COUNT] = {
        let mut table = [[b')'; 3]; Square::COUNT];
        let mut at = 0;
        while at < Square::COUNT {
            table[at][0] = b'1' + (at / 9) as u8;
            table[at][1] = b'1' + (at % 9) as u8;
            at += 1;
        }
        table
    };
    let mut table = [""; Square::COUNT];
    let mut at = 0;
    while at < Square::COUNT {
        table[at] = match std::str::from_utf8(&BYTES[at]) {
            Ok(text) => text,
            Err(_) => panic!("digits are text"),
        };
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_joined_with_what_follows_them() {
        assert_eq!(PIECES[PieceKind::Pawn as usize].promotes, "歩成(");
        assert_eq!(PIECES[PieceKind::ProSilver as usize].stays, "成銀(");
        assert_eq!(PIECES[PieceKind::Rook as usize].drops, "飛打");
        let square = Square::new(7, 6).expect("on the board");
        assert_eq!(ORIGINS[square.index()], "76)");
    }
}
