//! The piece names of CSA, which JKF uses too.

use crate::shogi::PieceKind;

/// The two capitals of each kind.
const NAMES: [(PieceKind, &str); 14] = [
    (PieceKind::Pawn, "FU"),
    (PieceKind::Lance, "KY"),
    (PieceKind::Knight, "KE"),
    (PieceKind::Silver, "GI"),
    (PieceKind::Gold, "KI"),
    (PieceKind::Bishop, "KA"),
    (PieceKind::Rook, "HI"),
    (PieceKind::King, "OU"),
    (PieceKind::ProPawn, "TO"),
    (PieceKind::ProLance, "NY"),
    (PieceKind::ProKnight, "NK"),
    (PieceKind::ProSilver, "NG"),
    (PieceKind::Horse, "UM"),
    (PieceKind::Dragon, "RY"),
];

/// All names, for messages.
pub(in crate::notation) const LIST: &str = "FU KY KE GI KI KA HI OU TO NY NK NG UM RY";

/// The kinds by the five low bits of both capitals.
const TABLE: [Option<PieceKind>; 1024] = {
    let mut table = [None; 1024];
    let mut at = 0;
    while at < NAMES.len() {
        let name = NAMES[at].1.as_bytes();
        table[slot(name[0], name[1])] = Some(NAMES[at].0);
        at += 1;
    }
    table
};

const fn slot(first: u8, second: u8) -> usize {
    ((first & 31) as usize) << 5 | (second & 31) as usize
}

/// The kind with this name.
#[inline]
pub(in crate::notation) fn kind(first: u8, second: u8) -> Option<PieceKind> {
    if first.is_ascii_uppercase() && second.is_ascii_uppercase() {
        TABLE[slot(first, second)]
    } else {
        None
    }
}

/// The names by the number of the kind.
const BY_KIND: [&str; 16] = {
    let mut table = [""; 16];
    let mut at = 0;
    while at < NAMES.len() {
        table[NAMES[at].0 as usize] = NAMES[at].1;
        at += 1;
    }
    table
};

/// The name of a kind.
#[inline]
pub(crate) fn name(kind: PieceKind) -> &'static str {
    BY_KIND[kind as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_back_to_its_kind() {
        for kind in PieceKind::ALL {
            let bytes = name(kind).as_bytes();
            assert_eq!(super::kind(bytes[0], bytes[1]), Some(kind));
            assert!(LIST.contains(name(kind)));
        }
        assert_eq!(super::kind(b'f', b'u'), None);
        assert_eq!(super::kind(b'A', b'L'), None);
    }
}
