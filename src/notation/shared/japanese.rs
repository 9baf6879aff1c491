//! Japanese words of shogi in the one table each: numerals, piece names, squares, handicap names.
//!
//! Everything works on the bytes of UTF-8 text at a place known to be a character boundary, and says how many bytes
//! it took. How a move or a header is put together is left to the notations.

use crate::shogi::{Handicap, PieceKind, Square};

/// The script of a numeral.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    /// 7
    Ascii,
    /// ７
    Wide,
    /// 七
    Kanji,
}

/// The kanji numerals by value.
pub(crate) const KANJI_DIGITS: [&str; 10] =
    ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"];

/// The full-width digits by value.
pub(crate) const WIDE_DIGITS: [&str; 10] =
    ["０", "１", "２", "３", "４", "５", "６", "７", "８", "９"];

/// How a piece name is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// As canonical KIF has it.
    Canonical,
    /// Ordinary in old and professional files.
    Ordinary,
    /// As a person would write it out; not in records.
    Long,
}

/// Piece names, the longest first, so that 竜馬 is not read as 竜 and a rest.
const PIECE_NAMES: &[(&str, PieceKind, Spelling)] = &[
    ("玉将", PieceKind::King, Spelling::Long),
    ("王将", PieceKind::King, Spelling::Long),
    ("飛車", PieceKind::Rook, Spelling::Long),
    ("竜王", PieceKind::Dragon, Spelling::Long),
    ("龍王", PieceKind::Dragon, Spelling::Long),
    ("竜馬", PieceKind::Horse, Spelling::Long),
    ("龍馬", PieceKind::Horse, Spelling::Long),
    ("角行", PieceKind::Bishop, Spelling::Long),
    ("金将", PieceKind::Gold, Spelling::Long),
    ("銀将", PieceKind::Silver, Spelling::Long),
    ("桂馬", PieceKind::Knight, Spelling::Long),
    ("香車", PieceKind::Lance, Spelling::Long),
    ("歩兵", PieceKind::Pawn, Spelling::Long),
    ("と金", PieceKind::ProPawn, Spelling::Long),
    ("成飛", PieceKind::Dragon, Spelling::Long),
    ("成角", PieceKind::Horse, Spelling::Long),
    ("成歩", PieceKind::ProPawn, Spelling::Long),
    ("成銀", PieceKind::ProSilver, Spelling::Canonical),
    ("成桂", PieceKind::ProKnight, Spelling::Canonical),
    ("成香", PieceKind::ProLance, Spelling::Canonical),
    ("歩", PieceKind::Pawn, Spelling::Canonical),
    ("香", PieceKind::Lance, Spelling::Canonical),
    ("桂", PieceKind::Knight, Spelling::Canonical),
    ("銀", PieceKind::Silver, Spelling::Canonical),
    ("金", PieceKind::Gold, Spelling::Canonical),
    ("角", PieceKind::Bishop, Spelling::Canonical),
    ("飛", PieceKind::Rook, Spelling::Canonical),
    ("玉", PieceKind::King, Spelling::Canonical),
    ("王", PieceKind::King, Spelling::Ordinary),
    ("と", PieceKind::ProPawn, Spelling::Canonical),
    ("全", PieceKind::ProSilver, Spelling::Ordinary),
    ("圭", PieceKind::ProKnight, Spelling::Ordinary),
    ("杏", PieceKind::ProLance, Spelling::Ordinary),
    ("馬", PieceKind::Horse, Spelling::Canonical),
    ("龍", PieceKind::Dragon, Spelling::Canonical),
    ("竜", PieceKind::Dragon, Spelling::Ordinary),
];

/// Handicaps by name: the usual one first, then others that are read.
const HANDICAP_NAMES: &[(Handicap, &str, &[&str])] = &[
    (Handicap::Even, "平手", &[]),
    (Handicap::Lance, "香落ち", &["左香落ち"]),
    (Handicap::RightLance, "右香落ち", &[]),
    (Handicap::Bishop, "角落ち", &["角行落ち"]),
    (Handicap::Rook, "飛車落ち", &["飛落ち"]),
    (Handicap::RookLance, "飛香落ち", &["飛車香落ち"]),
    (Handicap::Two, "二枚落ち", &["飛角落ち"]),
    (Handicap::Three, "三枚落ち", &[]),
    (Handicap::Four, "四枚落ち", &[]),
    (Handicap::Five, "五枚落ち", &["右五枚落ち"]),
    (Handicap::LeftFive, "左五枚落ち", &[]),
    (Handicap::Six, "六枚落ち", &[]),
    (Handicap::LeftSeven, "左七枚落ち", &[]),
    (Handicap::RightSeven, "右七枚落ち", &[]),
    (Handicap::Eight, "八枚落ち", &[]),
    (Handicap::Ten, "十枚落ち", &[]),
];

/// Handicaps outside the list that records name now and then.
const EXTENSION_NAMES: &[(Handicap, &str)] = &[
    (Handicap::BothLances, "両香落ち"),
    (Handicap::RightSeven, "七枚落ち"),
    (Handicap::ThreePawns, "歩三兵"),
    (Handicap::BareKing, "裸玉"),
    (Handicap::BareKing, "十九枚落ち"),
];

/// Games that are not shogi but are named where a handicap stands.
const OTHER_GAMES: &[&str] = &[
    "5五将棋",
    "５五将棋",
    "五五将棋",
    "京都将棋",
    "安南将棋",
    "王手将棋",
    "中将棋",
    "大将棋",
    "どうぶつしょうぎ",
    "どうぶつ将棋",
];

/// The digit at the start of `bytes`: its value, its length and its script.
#[inline]
pub(crate) fn digit(bytes: &[u8]) -> Option<(u8, usize, Script)> {
    match *bytes {
        [digit @ b'0'..=b'9', ..] => Some((digit - b'0', 1, Script::Ascii)),
        [0xEF, 0xBC, last @ 0x90..=0x99, ..] => Some((last - 0x90, 3, Script::Wide)),
        [first @ (0xE3..=0xE5), second, third, ..] => {
            let code = plain::code([first, second, third]);
            let zero = (code == plain::code_of(KANJI_DIGITS[0])).then_some(0);
            let value = plain::rank(code).or(zero)?;
            Some((value, 3, Script::Kanji))
        }
        _ => None,
    }
}

/// The number written at the start of `bytes` in ASCII or full-width digits, saturated, with its length.
pub(crate) fn number(bytes: &[u8]) -> Option<(u32, usize)> {
    let mut value = 0u32;
    let mut at = 0;
    while let Some((digit, len, Script::Ascii | Script::Wide)) = digit(&bytes[at..]) {
        value = value.saturating_mul(10).saturating_add(u32::from(digit));
        at += len;
    }
    (at > 0).then_some((value, at))
}

/// A count of pieces as hands have it: 二, 十八, 一八, 17, １７; with whether it is spelled canonically.
pub(crate) fn count(bytes: &[u8]) -> Option<(u8, usize, bool)> {
    let mut at = 0;
    let (mut value, mut part) = (0u32, 0u32);
    let mut canonical = true;
    let mut digits = 0;
    let mut units = &UNITS[..];
    loop {
        let rest = &bytes[at..];
        let unit = units
            .iter()
            .position(|(name, _)| rest.starts_with(name.as_bytes()));
        if let Some(found) = unit.filter(|_| digits <= 1) {
            let (name, size) = units[found];
            value += part.max(1) * u32::from(size);
            units = &units[found + 1..];
            (at, part, digits) = (at + name.len(), 0, 0);
        } else if let Some((digit, len, script)) = digit(rest) {
            if units.len() < UNITS.len() && digits == 1 || digits == 3 {
                break;
            }
            canonical &= script == Script::Kanji && digits == 0 && digit > 0;
            part = part * 10 + u32::from(digit);
            (at, digits) = (at + len, digits + 1);
        } else {
            break;
        }
    }
    let value = u8::try_from(value + part).unwrap_or(u8::MAX);
    (at > 0).then_some((value, at, canonical))
}

/// What digits before them are multiplied by. No real hand needs a hundred, but files hold what they hold.
const UNITS: [(&str, u8); 2] = [("百", 100), ("十", 10)];

/// A count, at least 1, in kanji.
pub(crate) fn kanji_number(value: u8) -> String {
    let mut out = String::new();
    let mut rest = value;
    for (name, size) in UNITS {
        let digit = usize::from(rest / size);
        if digit > 1 {
            out.push_str(KANJI_DIGITS[digit]);
        }
        if digit > 0 {
            out.push_str(name);
        }
        rest %= size;
    }
    if rest > 0 {
        out.push_str(KANJI_DIGITS[usize::from(rest)]);
    }
    out
}

/// The piece named at the start of `bytes`, the length of its name and how it is spelled.
pub(crate) fn piece(bytes: &[u8]) -> Option<(PieceKind, usize, Spelling)> {
    if let Some((first, rest)) = bytes.split_first_chunk()
        && let Some(kind) = plain::piece(plain::code(*first))
        && !rest
            .first_chunk()
            .is_some_and(|it| plain::ends_long_name(*it))
    {
        return Some((kind, 3, Spelling::Canonical));
    }
    PIECE_NAMES
        .iter()
        .find(|(name, ..)| bytes.starts_with(name.as_bytes()))
        .map(|&(name, kind, spelling)| (kind, name.len(), spelling))
}

/// The canonical name of a piece in a move: 玉, 龍, 成銀.
pub(crate) const fn piece_name(kind: PieceKind) -> &'static str {
    const NAMES: [&str; 16] = {
        let mut names = [""; 16];
        let mut row = 0;
        while row < PIECE_NAMES.len() {
            let (name, kind, spelling) = PIECE_NAMES[row];
            if matches!(spelling, Spelling::Canonical) {
                names[kind as usize] = name;
            }
            row += 1;
        }
        names
    };
    NAMES[kind as usize]
}

/// What stands where a handicap is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HandicapName {
    /// A handicap by its usual name.
    Usual(Handicap),
    /// A handicap in another spelling.
    Alias(Handicap),
    /// A handicap outside the list.
    Extension(Handicap),
    /// その他: the board tells.
    Other,
    /// 詰将棋: a problem, no handicap.
    Problem,
    /// Another game than shogi.
    OtherGame,
    /// Nothing known.
    Unknown,
}

/// Reads the name of a handicap.
pub(crate) fn handicap(name: &str) -> HandicapName {
    let bare: String = name.chars().filter(|it| !it.is_whitespace()).collect();
    match bare.as_str() {
        "その他" | "" => return HandicapName::Other,
        "詰将棋" | "詰め将棋" => return HandicapName::Problem,
        _ => {}
    }
    if OTHER_GAMES.contains(&bare.as_str()) {
        return HandicapName::OtherGame;
    }
    if let Some(row) = HANDICAP_NAMES.iter().find(|row| row.1 == bare) {
        return HandicapName::Usual(row.0);
    }
    // A count in other digits and a missing ち are common slips.
    let mut plain = String::new();
    for ch in bare.chars() {
        let mut buffer = [0; 4];
        match digit(ch.encode_utf8(&mut buffer).as_bytes()) {
            Some((value, ..)) => plain.push_str(KANJI_DIGITS[usize::from(value)]),
            None => plain.push(ch),
        }
    }
    let plain = plain.replace("一〇", "十");
    let plain = match plain.strip_suffix('落') {
        Some(_) => plain + "ち",
        None => plain,
    };
    let named = HANDICAP_NAMES
        .iter()
        .find(|row| row.1 == plain || row.2.contains(&plain.as_str()));
    if let Some(row) = named {
        return HandicapName::Alias(row.0);
    }
    let extension = EXTENSION_NAMES.iter().find(|row| row.1 == plain);
    extension.map_or(HandicapName::Unknown, |row| HandicapName::Extension(row.0))
}

/// The usual name of a handicap; none for the rare extensions, which are written as a board.
pub(crate) fn handicap_name(handicap: Handicap) -> Option<&'static str> {
    let row = HANDICAP_NAMES.iter().find(|row| row.0 == handicap);
    row.map(|row| row.1)
}

/// A square as records write it: ７六.
#[inline]
pub(crate) fn square_text(square: Square) -> &'static str {
    SQUARES[square.index()]
}

static SQUARES: [&str; Square::COUNT] = {
    static BYTES: [[u8; 6]; Square::COUNT] = {
        let mut table = [[0; 6]; Square::COUNT];
        let mut at = 0;
        while at < Square::COUNT {
            let file = WIDE_DIGITS[at / 9 + 1].as_bytes();
            let rank = KANJI_DIGITS[at % 9 + 1].as_bytes();
            table[at] = [file[0], file[1], file[2], rank[0], rank[1], rank[2]];
            at += 1;
        }
        table
    };
    let mut table = [""; Square::COUNT];
    let mut at = 0;
    while at < Square::COUNT {
        table[at] = match std::str::from_utf8(&BYTES[at]) {
            Ok(text) => text,
            Err(_) => panic!("numerals are text"),
        };
        at += 1;
    }
    table
};

/// The canonical one-character words of a move line, found by their last byte: the fast road for KIF.
pub(crate) mod plain {
    use super::{KANJI_DIGITS, PIECE_NAMES, Spelling};
    use crate::shogi::PieceKind;

    /// A three-byte character as a number.
    #[inline]
    pub(crate) const fn code(bytes: [u8; 3]) -> u32 {
        bytes[0] as u32 | (bytes[1] as u32) << 8 | (bytes[2] as u32) << 16
    }

    /// The same for the first character of a text.
    pub(crate) const fn code_of(text: &str) -> u32 {
        let bytes = text.as_bytes();
        code([bytes[0], bytes[1], bytes[2]])
    }

    /// Entries found by the low six bits of the last byte, which no two of them share.
    type Table = [(u32, u8); 64];

    const fn enter(table: &mut Table, text: &str, value: u8) {
        let code = code_of(text);
        let place = &mut table[(code >> 16 & 63) as usize];
        assert!(place.0 == 0, "two entries share a place");
        *place = (code, value);
    }

    const RANKS: Table = {
        let mut table = [(0, 0); 64];
        let mut rank = 1;
        while rank <= 9 {
            enter(&mut table, KANJI_DIGITS[rank], rank as u8);
            rank += 1;
        }
        table
    };

    const PIECES: Table = {
        let mut table = [(0, 0); 64];
        let mut row = 0;
        while row < PIECE_NAMES.len() {
            let (name, kind, spelling) = PIECE_NAMES[row];
            if name.len() == 3 && matches!(spelling, Spelling::Canonical) {
                enter(&mut table, name, kind as u8);
            }
            row += 1;
        }
        table
    };

    /// Whether a character can be the second one of a piece name.
    pub(super) fn ends_long_name(bytes: [u8; 3]) -> bool {
        PIECE_NAMES
            .iter()
            .take_while(|(name, ..)| name.len() == 6)
            .any(|(name, ..)| name.as_bytes()[3..] == bytes)
    }

    #[inline]
    fn look_up(table: &Table, code: u32) -> Option<u8> {
        let (it, value) = table[(code >> 16 & 63) as usize];
        (it == code && value != 0).then_some(value)
    }

    /// The rank, 1 to 9, that a kanji numeral names.
    #[inline]
    pub(crate) fn rank(code: u32) -> Option<u8> {
        look_up(&RANKS, code)
    }

    /// The piece with this canonical one-character name.
    #[inline]
    pub(crate) fn piece(code: u32) -> Option<PieceKind> {
        look_up(&PIECES, code).and_then(PieceKind::from_number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals_of_three_scripts_are_read() {
        assert_eq!(digit("七".as_bytes()), Some((7, 3, Script::Kanji)));
        assert_eq!(digit("７".as_bytes()), Some((7, 3, Script::Wide)));
        assert_eq!(digit(b"7"), Some((7, 1, Script::Ascii)));
        assert_eq!(number("１23x".as_bytes()), Some((123, 5)));
        assert_eq!(number("99999999999".as_bytes()), Some((u32::MAX, 11)));
    }

    #[test]
    fn counts_are_read_in_every_spelling() {
        for (text, value, canonical) in [
            ("二", 2, true),
            ("十", 10, true),
            ("十八", 18, true),
            ("一八", 18, false),
            ("一〇", 10, false),
            ("17", 17, false),
            ("１７", 17, false),
            ("二十", 20, true),
            ("百二", 102, true),
            ("二百五十五", 255, true),
            ("九百", 255, true),
            ("999", 255, false),
        ] {
            assert_eq!(
                count(text.as_bytes()),
                Some((value, text.len(), canonical)),
                "{text}"
            );
        }
        for value in 1..=u8::MAX {
            let text = kanji_number(value);
            assert_eq!(count(text.as_bytes()), Some((value, text.len(), true)));
        }
        assert_eq!(count("飛".as_bytes()), None);
    }

    #[test]
    fn the_longest_piece_name_wins() {
        assert_eq!(
            piece("竜馬(22)".as_bytes()).map(|it| it.0),
            Some(PieceKind::Horse)
        );
        assert_eq!(
            piece("竜(22)".as_bytes()).map(|it| it.0),
            Some(PieceKind::Dragon)
        );
        assert_eq!(
            piece("成香".as_bytes()).map(|it| it.0),
            Some(PieceKind::ProLance)
        );
        for kind in PieceKind::ALL {
            assert_eq!(
                piece(piece_name(kind).as_bytes()).map(|it| it.0),
                Some(kind)
            );
        }
    }

    #[test]
    fn the_fast_tables_agree_with_the_names() {
        let short = PIECE_NAMES.iter().filter(|(name, ..)| name.len() == 3);
        for (name, kind, spelling) in short {
            let usual = *spelling == Spelling::Canonical;
            assert_eq!(
                plain::piece(plain::code_of(name)) == Some(*kind),
                usual,
                "{name}"
            );
        }
        for rank in 1..=9u8 {
            let code = plain::code_of(KANJI_DIGITS[usize::from(rank)]);
            assert_eq!(plain::rank(code), Some(rank));
        }
        assert_eq!(plain::rank(plain::code_of("〇")), None);
    }

    #[test]
    fn handicaps_are_found_by_name_and_alias() {
        for (text, wanted) in [
            ("平手", HandicapName::Usual(Handicap::Even)),
            ("飛落ち", HandicapName::Alias(Handicap::Rook)),
            ("２枚落", HandicapName::Alias(Handicap::Two)),
            ("10枚落ち", HandicapName::Alias(Handicap::Ten)),
            ("七枚落ち", HandicapName::Extension(Handicap::RightSeven)),
            ("二十枚落ち", HandicapName::Unknown),
            ("詰将棋", HandicapName::Problem),
            ("5五将棋", HandicapName::OtherGame),
        ] {
            assert_eq!(handicap(text), wanted, "{text}");
        }
    }
}
