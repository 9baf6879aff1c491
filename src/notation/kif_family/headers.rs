//! Header lines: what their keys mean, and which of them give the start position.

use crate::record::HeaderKey;
use crate::shogi::Color;

/// What a header line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// Data about the game.
    Data(HeaderKey),
    /// 手合割
    Handicap,
    /// A hand, whether its side is named as in handicap games, and whether its key is spelled as usual.
    Hand(Color, bool, bool),
    /// 手番
    Turn,
    /// A key nobody knows; kept.
    Custom,
}

/// Keys that mean something in every notation.
const KEYS: &[(&str, HeaderKey)] = &[
    ("先手", HeaderKey::Black),
    ("下手", HeaderKey::Black),
    ("後手", HeaderKey::White),
    ("上手", HeaderKey::White),
    ("棋戦", HeaderKey::Event),
    ("場所", HeaderKey::Site),
    ("開始日時", HeaderKey::StartTime),
    ("対局日", HeaderKey::StartTime),
    ("開始日", HeaderKey::StartTime),
    ("終了日時", HeaderKey::EndTime),
    ("終了日", HeaderKey::EndTime),
    ("持ち時間", HeaderKey::TimeLimit),
    ("先手持ち時間", HeaderKey::BlackTimeLimit),
    ("下手持ち時間", HeaderKey::BlackTimeLimit),
    ("後手持ち時間", HeaderKey::WhiteTimeLimit),
    ("上手持ち時間", HeaderKey::WhiteTimeLimit),
    ("秒読み", HeaderKey::Byoyomi),
    ("消費時間", HeaderKey::TimeUsed),
    ("戦型", HeaderKey::Opening),
    ("表題", HeaderKey::Title),
    ("最大手数", HeaderKey::MaxMoves),
    ("持将棋", HeaderKey::ImpasseRule),
    ("備考", HeaderKey::Note),
    ("先手レート", HeaderKey::BlackRating),
    ("後手レート", HeaderKey::WhiteRating),
];

/// What a name means where names are only those of headers, as in JKF.
pub(crate) fn header_key(name: &str) -> HeaderKey {
    let row = KEYS.iter().find(|(it, _)| *it == name);
    row.map_or(HeaderKey::Other, |(_, key)| *key)
}

/// The usual name of a key; none for keys that only other notations have.
pub(crate) fn usual_name(key: HeaderKey) -> Option<&'static str> {
    let row = KEYS.iter().find(|(_, it)| *it == key);
    row.map(|(name, _)| *name)
}

/// Further keys that show that a text is a record.
const OTHER_KEYS: &[&str] = &[
    "掲載",
    "先手省略名",
    "後手省略名",
    "記録係",
    "作品番号",
    "作品名",
    "作者",
    "発表誌",
    "発表年月",
    "出典",
    "手数",
    "完全性",
    "分類",
    "受賞",
    "図",
    "対局ID",
    "記録ID",
    "リーグ成績",
    "先手年齢",
    "後手年齢",
    "振り駒",
    "先手消費時間加算",
    "後手消費時間加算",
    "昼食休憩",
    "夕食休憩",
    "昼休前消費時間",
    "夕休前消費時間",
    "先手の囲い",
    "後手の囲い",
    "先手の戦型",
    "後手の戦型",
    "先手の手筋",
    "後手の手筋",
    "先手の備考",
    "後手の備考",
];

/// What the key of a header means. Keys are matched whole: 先手の戦型 is not the name of a player.
pub(crate) fn subject(key: &str) -> Subject {
    if let Some((_, meaning)) = KEYS.iter().find(|(name, _)| *name == key) {
        return Subject::Data(*meaning);
    }
    if let Some((side, usual)) = hand_key(key) {
        let labels = matches!(side, "上手" | "下手");
        let color = match side {
            "先手" | "下手" => Color::Black,
            "後手" | "上手" => Color::White,
            _ => return Subject::Custom,
        };
        return Subject::Hand(color, labels, usual);
    }
    match key {
        "手合割" => Subject::Handicap,
        "手番" => Subject::Turn,
        _ if OTHER_KEYS.contains(&key) => Subject::Data(HeaderKey::Other),
        _ => Subject::Custom,
    }
}

/// Whether only records have a header of this name.
pub(crate) fn is_known_key(key: &str) -> bool {
    subject(key) != Subject::Custom
}

/// The side before の持駒, and whether that is spelled as usual.
fn hand_key(key: &str) -> Option<(&str, bool)> {
    let usual = key.strip_suffix("の持駒").map(|side| (side, true));
    usual.or_else(|| {
        let other = ["の持ち駒", "持駒", "持ち駒"];
        let side = other.iter().find_map(|suffix| key.strip_suffix(suffix));
        side.map(|side| (side, false))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_matched_whole() {
        assert_eq!(subject("先手"), Subject::Data(HeaderKey::Black));
        assert_eq!(subject("先手の戦型"), Subject::Data(HeaderKey::Other));
        assert_eq!(subject("先手の何か"), Subject::Custom);
        assert_eq!(
            subject("上手の持駒"),
            Subject::Hand(Color::White, true, true)
        );
        assert_eq!(
            subject("先手の持ち駒"),
            Subject::Hand(Color::Black, false, false)
        );
    }
}
