//! Words that end a game, and the summary line まで…: one table each.

use super::signs::{blanks, side_word};
use crate::notation::shared::japanese;
use crate::record::{Claim, EndingKind};
use crate::shogi::Color;

/// A closing word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    /// As it is written; nothing where a side is named with it.
    pub(crate) text: &'static str,
    /// What it means.
    pub(crate) kind: EndingKind,
    /// Who wins by it.
    pub(crate) claim: Claim,
    /// Whether Kakinoki's programs write it; others do now and then.
    pub(crate) usual: bool,
}

const fn word_row(text: &'static str, kind: EndingKind, claim: Claim, usual: bool) -> Word {
    Word {
        text,
        kind,
        claim,
        usual,
    }
}

/// Every closing word, the usual one of a meaning first.
const WORDS: &[Word] = &[
    word_row("投了", EndingKind::Resignation, Claim::Opponent, true),
    word_row("詰み", EndingKind::Checkmate, Claim::Opponent, true),
    word_row("詰", EndingKind::Checkmate, Claim::Opponent, true),
    word_row("切れ負け", EndingKind::TimeUp, Claim::Opponent, true),
    word_row("時間切れ", EndingKind::TimeUp, Claim::Opponent, false),
    word_row("時間切れ負け", EndingKind::TimeUp, Claim::Opponent, false),
    word_row("反則負け", EndingKind::Foul, Claim::Opponent, true),
    word_row("反則勝ち", EndingKind::Foul, Claim::Mover, true),
    word_row("入玉勝ち", EndingKind::Declaration, Claim::Mover, true),
    word_row("勝ち宣言", EndingKind::Declaration, Claim::Mover, false),
    word_row("入玉宣言", EndingKind::Declaration, Claim::Mover, false),
    word_row("宣言勝ち", EndingKind::Declaration, Claim::Mover, false),
    word_row("不戦勝", EndingKind::NoShow, Claim::Mover, true),
    word_row("不戦敗", EndingKind::NoShow, Claim::Opponent, true),
    word_row("千日手", EndingKind::Sennichite, Claim::Draw, true),
    word_row(
        "王手連続千日手",
        EndingKind::PerpetualCheck,
        Claim::Mover,
        false,
    ),
    word_row(
        "連続王手の千日手",
        EndingKind::PerpetualCheck,
        Claim::Mover,
        false,
    ),
    word_row("持将棋", EndingKind::Impasse, Claim::Draw, true),
    word_row("引き分け", EndingKind::DeclaredDraw, Claim::Draw, true),
    word_row("引分", EndingKind::DeclaredDraw, Claim::Draw, true),
    word_row("引分け", EndingKind::DeclaredDraw, Claim::Draw, true),
    word_row("最大手数", EndingKind::MaxMoves, Claim::Draw, true),
    word_row("最大手数超過", EndingKind::MaxMoves, Claim::Draw, false),
    word_row("中断", EndingKind::Interruption, Claim::Nobody, true),
    word_row("封じ手", EndingKind::Sealed, Claim::Nobody, true),
    word_row("不詰", EndingKind::NotMate, Claim::Nobody, true),
    word_row("トライ", EndingKind::Try, Claim::Mover, true),
    word_row("不詰み", EndingKind::NotMate, Claim::Nobody, false),
    word_row("反則", EndingKind::Foul, Claim::Nobody, true),
    word_row("反則行為", EndingKind::Foul, Claim::Nobody, false),
    word_row("反則負", EndingKind::Foul, Claim::Opponent, false),
    word_row("反則勝", EndingKind::Foul, Claim::Mover, false),
    word_row("時間切れ勝ち", EndingKind::TimeUp, Claim::Mover, false),
    word_row("切れ勝ち", EndingKind::TimeUp, Claim::Mover, false),
    word_row("切れ負", EndingKind::TimeUp, Claim::Opponent, false),
    word_row("持ち時間切れ", EndingKind::TimeUp, Claim::Opponent, false),
    word_row("詰まし", EndingKind::Checkmate, Claim::Opponent, false),
    word_row("投了。", EndingKind::Resignation, Claim::Opponent, false),
    word_row("入玉宣言勝ち", EndingKind::Declaration, Claim::Mover, false),
    word_row("入玉勝", EndingKind::Declaration, Claim::Mover, false),
    word_row("宣言勝", EndingKind::Declaration, Claim::Mover, false),
    word_row("不戦勝ち", EndingKind::NoShow, Claim::Mover, false),
    word_row("不戦負け", EndingKind::NoShow, Claim::Opponent, false),
    word_row("不戦負", EndingKind::NoShow, Claim::Opponent, false),
    word_row("千日手成立", EndingKind::Sennichite, Claim::Draw, false),
    word_row("千日手指し直し", EndingKind::Sennichite, Claim::Draw, false),
    word_row(
        "連続王手千日手",
        EndingKind::PerpetualCheck,
        Claim::Mover,
        false,
    ),
    word_row(
        "連続王手による千日手",
        EndingKind::PerpetualCheck,
        Claim::Mover,
        false,
    ),
    word_row(
        "王手千日手",
        EndingKind::PerpetualCheck,
        Claim::Mover,
        false,
    ),
    word_row("持将棋成立", EndingKind::Impasse, Claim::Draw, false),
    word_row("持将棋指し直し", EndingKind::Impasse, Claim::Draw, false),
    word_row("無勝負", EndingKind::DeclaredDraw, Claim::Draw, true),
    word_row("引分成立", EndingKind::DeclaredDraw, Claim::Draw, false),
    word_row("ドロー", EndingKind::DeclaredDraw, Claim::Draw, false),
    word_row("手数制限", EndingKind::MaxMoves, Claim::Draw, false),
    word_row("手数超過", EndingKind::MaxMoves, Claim::Draw, false),
    word_row("最大手数到達", EndingKind::MaxMoves, Claim::Draw, false),
    word_row("指し掛け", EndingKind::Interruption, Claim::Nobody, false),
    word_row("指掛け", EndingKind::Interruption, Claim::Nobody, false),
    word_row("一時中断", EndingKind::Interruption, Claim::Nobody, false),
    word_row("中止", EndingKind::Interruption, Claim::Nobody, false),
    word_row("接続切れ", EndingKind::Disconnection, Claim::Nobody, false),
    word_row("接続切断", EndingKind::Disconnection, Claim::Nobody, false),
    word_row("通信切断", EndingKind::Disconnection, Claim::Nobody, false),
    word_row("通信切れ", EndingKind::Disconnection, Claim::Nobody, false),
    word_row(
        "通信エラー",
        EndingKind::Disconnection,
        Claim::Nobody,
        false,
    ),
    word_row("回線切断", EndingKind::Disconnection, Claim::Nobody, false),
    word_row("回線切れ", EndingKind::Disconnection, Claim::Nobody, false),
    word_row("切断", EndingKind::Disconnection, Claim::Nobody, false),
    word_row("トライ勝ち", EndingKind::Try, Claim::Mover, false),
    word_row("不詰め", EndingKind::NotMate, Claim::Nobody, false),
    word_row("Resigns", EndingKind::Resignation, Claim::Opponent, false),
];

/// The words that Kakinoki's programs write.
pub(super) fn usual_words() -> impl Iterator<Item = &'static str> {
    let usual = WORDS.iter().filter(|it| it.usual && !it.text.is_empty());
    usual.map(|it| it.text)
}

/// The null move, which is no ending.
pub(crate) const PASS: &str = "パス";

/// The closing word that `text` is, on its own or behind the side that it speaks of.
pub(crate) fn word(text: &str) -> Option<Word> {
    let row = WORDS.iter().find(|row| row.text == text).copied();
    row.or_else(|| word_of_side(text))
}

/// 先手反則, 後手の切れ負け, 上手投了: a word that names its side says who wins, whoever is to move.
fn word_of_side(text: &str) -> Option<Word> {
    let (side, rest) = SIDES
        .iter()
        .find_map(|&(name, side)| Some((side, text.strip_prefix(name)?)))?;
    let rest = rest.strip_prefix(['の', 'が']).unwrap_or(rest);
    let plain = [("勝ち", true), ("勝", true), ("負け", false), ("負", false)];
    if let Some((_, wins)) = plain.iter().find(|(it, _)| *it == rest) {
        let claim = Claim::Side(if *wins { side } else { !side });
        return Some(word_row("", EndingKind::Other, claim, true));
    }
    let row = WORDS.iter().find(|row| row.text == rest)?;
    let winner = match (row.kind, row.claim) {
        // Whose king is mated is not what 先手詰み makes clear.
        (EndingKind::Checkmate, _) => return None,
        (_, Claim::Mover) if row.kind == EndingKind::PerpetualCheck => !side,
        (_, Claim::Mover) => side,
        (_, Claim::Opponent) => !side,
        (EndingKind::Foul | EndingKind::Disconnection, Claim::Nobody) => !side,
        _ => return None,
    };
    Some(word_row("", row.kind, Claim::Side(winner), true))
}

/// The words for the sides.
const SIDES: &[(&str, Color)] = &[
    ("先手", Color::Black),
    ("下手", Color::Black),
    ("後手", Color::White),
    ("上手", Color::White),
];

/// The longest closing word that `text` begins with.
pub(crate) fn leading_word(text: &str) -> Option<&'static str> {
    WORDS
        .iter()
        .map(|row| row.text)
        .filter(|word| text.starts_with(word))
        .max_by_key(|word| word.len())
}

/// Whether a text begins with a closing word.
pub(crate) fn is_closing(text: &str) -> bool {
    leading_word(text).is_some()
}

/// The usual word for an ending that is won as `claim` says; none where these notations have none.
pub(crate) fn usual_word(kind: EndingKind, claim: Claim) -> Option<&'static str> {
    let of_kind = || WORDS.iter().filter(|row| row.usual && row.kind == kind);
    let row = of_kind()
        .find(|row| row.claim == claim)
        .or_else(|| of_kind().next());
    row.map(|row| row.text)
}

/// What a summary line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Summary<'a> {
    /// How many moves it counts.
    pub(crate) count: Option<u32>,
    /// The cause it names; none where it only names a winner, and [`EndingKind::Unknown`] where it says something else.
    pub(crate) kind: Option<EndingKind>,
    /// The winner.
    pub(crate) claim: Claim,
    /// What stands after まで…手で.
    pub(crate) words: &'a str,
}

pub(super) const MADE: &str = "まで";

/// Whether a line is a summary: まで, then a number, 手 or で.
pub(crate) fn is_summary(line: &str) -> bool {
    let Some(rest) = line.strip_prefix(MADE) else {
        return false;
    };
    let rest = rest.trim_start_matches(['、', ' ', '　']);
    japanese::number(rest.as_bytes()).is_some()
        || rest.starts_with("手で")
        || rest.starts_with('で')
}

/// Reads a summary line.
pub(crate) fn summary(line: &str) -> Summary<'_> {
    let rest = line.strip_prefix(MADE).unwrap_or(line);
    let mut rest = rest.trim_start_matches(['、', ' ', '　']);
    let mut count = None;
    if let Some((number, len)) = japanese::number(rest.as_bytes()) {
        count = Some(number);
        rest = &rest[len + blanks(&rest.as_bytes()[len..])..];
    }
    let rest = rest.strip_prefix('手').unwrap_or(rest);
    let rest = rest.strip_prefix('で').unwrap_or(rest);
    let words = rest.trim_start_matches([' ', '　', '、']);
    let (kind, claim) = outcome(words);
    Summary {
        count,
        kind,
        claim,
        words,
    }
}

/// Words in a summary that name a side, each with its cause and whether that side wins.
const SIDE_OUTCOMES: &[(&str, EndingKind, bool)] = &[
    ("の反則勝ち", EndingKind::Foul, true),
    ("の反則負け", EndingKind::Foul, false),
    ("の入玉勝ち", EndingKind::Declaration, true),
    ("の宣言勝ち", EndingKind::Declaration, true),
    ("の不戦勝", EndingKind::NoShow, true),
    ("の不戦敗", EndingKind::NoShow, false),
    ("の切れ負け", EndingKind::TimeUp, false),
    ("の時間切れ負け", EndingKind::TimeUp, false),
    ("の投了", EndingKind::Resignation, false),
    ("の接続切れ", EndingKind::Disconnection, false),
];

/// Causes before a plain win: 時間切れにより先手の勝ち.
const CAUSES: &[(&str, EndingKind)] = &[
    ("時間切れにより", EndingKind::TimeUp),
    ("反則により", EndingKind::Foul),
    ("反則行為により", EndingKind::Foul),
    ("接続切れにより", EndingKind::Disconnection),
    ("連続王手の千日手により", EndingKind::PerpetualCheck),
    ("連続王手千日手により", EndingKind::PerpetualCheck),
    ("切断により", EndingKind::Disconnection),
    ("通信切断により", EndingKind::Disconnection),
    ("入玉宣言により", EndingKind::Declaration),
    ("宣言により", EndingKind::Declaration),
    ("詰みにより", EndingKind::Checkmate),
    ("投了により", EndingKind::Resignation),
];

fn outcome(text: &str) -> (Option<EndingKind>, Claim) {
    for (words, kind, wins) in SIDE_OUTCOMES {
        if let Some((before, _)) = text.split_once(words)
            && let Some(color) = last_side(before)
        {
            let winner = if *wins { color } else { !color };
            return (Some(*kind), Claim::Side(winner));
        }
    }
    for (words, wins) in [("の勝", true), ("の負", false)] {
        if let Some((before, _)) = text.split_once(words)
            && let Some(color) = last_side(before)
        {
            let cause = CAUSES.iter().find(|(cause, _)| before.contains(cause));
            let winner = if wins { color } else { !color };
            return (cause.map(|(_, kind)| *kind), Claim::Side(winner));
        }
    }
    match leading_word(text).and_then(word) {
        Some(row) => (Some(row.kind), row.claim),
        None => (Some(EndingKind::Unknown), Claim::Nobody),
    }
}

/// The side that the last word of `text` names.
fn last_side(text: &str) -> Option<Color> {
    let start = text.char_indices().rev().nth(1)?.0;
    side_word(&text[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (Option<u32>, Option<EndingKind>, Claim) {
        let found = summary(line);
        (found.count, found.kind, found.claim)
    }

    #[test]
    fn summaries_are_read_in_their_many_forms() {
        let black = Claim::Side(Color::Black);
        let white = Claim::Side(Color::White);
        assert_eq!(read("まで1手で先手の勝ち"), (Some(1), None, black));
        assert_eq!(read("まで、１２手で上手の勝ち"), (Some(12), None, white));
        assert_eq!(
            read("まで1手で時間切れにより先手の勝ち"),
            (Some(1), Some(EndingKind::TimeUp), black)
        );
        assert_eq!(
            read("まで2手で先手の反則負け"),
            (Some(2), Some(EndingKind::Foul), white)
        );
        assert_eq!(
            read("まで7手詰"),
            (Some(7), Some(EndingKind::Checkmate), Claim::Opponent)
        );
        assert_eq!(
            read("まで3手で詰み"),
            (Some(3), Some(EndingKind::Checkmate), Claim::Opponent)
        );
        assert_eq!(
            read("まで5手で千日手"),
            (Some(5), Some(EndingKind::Sennichite), Claim::Draw)
        );
        assert_eq!(
            read("まで5手でおしまい"),
            (Some(5), Some(EndingKind::Unknown), Claim::Nobody)
        );
    }

    #[test]
    fn words_may_name_their_side() {
        let read = |text| word(text).map(|it| (it.kind, it.claim));
        let side = |color| Claim::Side(color);
        for (text, kind, claim) in [
            ("反則", EndingKind::Foul, Claim::Nobody),
            ("先手反則", EndingKind::Foul, side(Color::White)),
            ("後手の反則負け", EndingKind::Foul, side(Color::Black)),
            ("後手反則勝ち", EndingKind::Foul, side(Color::White)),
            ("上手切れ負け", EndingKind::TimeUp, side(Color::Black)),
            ("先手投了", EndingKind::Resignation, side(Color::White)),
            ("先手の勝ち", EndingKind::Other, side(Color::Black)),
            (
                "後手接続切れ",
                EndingKind::Disconnection,
                side(Color::Black),
            ),
            ("接続切れ", EndingKind::Disconnection, Claim::Nobody),
            ("連続王手千日手", EndingKind::PerpetualCheck, Claim::Mover),
            (
                "先手の連続王手千日手",
                EndingKind::PerpetualCheck,
                side(Color::White),
            ),
            ("無勝負", EndingKind::DeclaredDraw, Claim::Draw),
        ] {
            assert_eq!(read(text), Some((kind, claim)), "{text}");
        }
        for text in ["先手", "先手の番", "先手千日手", "先手の"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn every_word_stands_once() {
        for row in WORDS {
            assert_eq!(WORDS.iter().filter(|it| it.text == row.text).count(), 1);
        }
    }
}
