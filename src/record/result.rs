//! The result as a header gives it: 結果：先手の勝ち.

use super::{Claim, HeaderKey, Record};
use crate::shogi::Color;

/// The names of such headers.
const NAMES: &[&str] = &[
    "結果",
    "対局結果",
    "勝敗",
    "勝者",
    "$RESULT",
    "RESULT",
    "Result",
];

/// The words for the sides; the longer ones first where one begins another.
const SIDES: &[(&str, Color)] = &[
    ("先手", Color::Black),
    ("下手", Color::Black),
    ("黒", Color::Black),
    ("▲", Color::Black),
    ("☗", Color::Black),
    ("sente", Color::Black),
    ("black", Color::Black),
    ("後手", Color::White),
    ("上手", Color::White),
    ("白", Color::White),
    ("△", Color::White),
    ("☖", Color::White),
    ("gote", Color::White),
    ("white", Color::White),
];

const LOST: &[&str] = &[
    "負", "敗", "投了", "●", "反則", "切れ", "los", "lost", "resign",
];
const WON: &[&str] = &["勝", "○", "〇", "win", "won"];
const DRAWN: &[&str] = &["引き分け", "引分", "千日手", "持将棋", "draw", "1/2-1/2"];

impl Record {
    /// Who won as a header of its own says, which stands at its place among the headers. None where no header says it
    /// in words that are understood.
    pub fn result_header(&self) -> Option<(usize, Claim)> {
        let mut headers = self.headers.iter().enumerate();
        headers.find_map(|(at, header)| {
            let name = self.str(header.name);
            if !NAMES.contains(&name) {
                return None;
            }
            let value = self.str(header.value);
            let claim = if name == "勝者" {
                self.side_in(value).map(|(side, _)| Claim::Side(side))
            } else {
                self.result_in(value)
            };
            Some((at, claim?))
        })
    }

    /// The winner that words such as 先手の勝ち tell.
    fn result_in(&self, text: &str) -> Option<Claim> {
        let text = text.trim().to_lowercase();
        match text.as_str() {
            "1-0" => return Some(Claim::Side(Color::Black)),
            "0-1" => return Some(Claim::Side(Color::White)),
            _ => {}
        }
        let says = |words: &[&str], text: &str| words.iter().any(|it| text.contains(it));
        let Some((side, rest)) = self.side_in(&text) else {
            return says(DRAWN, &text).then_some(Claim::Draw);
        };
        let won = WON.iter().filter_map(|it| rest.find(it)).min();
        let lost = LOST.iter().filter_map(|it| rest.find(it)).min();
        match (won, lost) {
            // 後手の時間切れにより先手の勝ち names both: too much to be sure of.
            _ if self.side_in(&rest).is_some_and(|(other, _)| other != side) => None,
            (Some(_), None) => Some(Claim::Side(side)),
            (None, Some(_)) => Some(Claim::Side(!side)),
            // 先手の反則勝ち: the word at the end counts.
            (Some(won), Some(lost)) => Some(Claim::Side(if won > lost { side } else { !side })),
            (None, None) => None,
        }
    }

    /// The side that a text names first, by its word or by the player's name, and what follows.
    fn side_in(&self, text: &str) -> Option<(Color, String)> {
        let text = text.to_lowercase();
        let players = [
            (HeaderKey::Black, Color::Black),
            (HeaderKey::White, Color::White),
        ]
        .into_iter()
        .filter_map(|(key, side)| Some((self.header(key)?.trim().to_lowercase(), side)))
        .filter(|(name, _)| name.chars().count() > 1);
        let words = SIDES.iter().map(|&(word, side)| (word.to_owned(), side));
        let found = players.chain(words).filter_map(|(word, side)| {
            let at = text.find(&word)?;
            Some((at, word.len(), side))
        });
        let (at, len, side) = found.min_by_key(|&(at, len, _)| (at, usize::MAX - len))?;
        Some((side, text[at + len..].to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Header;

    fn read(name: &str, value: &str) -> Option<Claim> {
        let mut record = Record::default();
        for (key, name, value) in [
            (HeaderKey::Black, "先手", "甲野"),
            (HeaderKey::White, "後手", "乙山"),
            (HeaderKey::Other, name, value),
        ] {
            let (name, value) = (record.add_text(name), record.add_text(value));
            record.headers.push(Header { key, name, value });
        }
        record.result_header().map(|(_, claim)| claim)
    }

    #[test]
    fn results_in_words() {
        let (black, white) = (Claim::Side(Color::Black), Claim::Side(Color::White));
        for (value, claim) in [
            ("先手の勝ち", Some(black)),
            ("後手勝ち", Some(white)),
            ("▲勝ち", Some(black)),
            ("先手の投了", Some(white)),
            ("先手の反則負け", Some(white)),
            ("先手の反則勝ち", Some(black)),
            ("甲野の勝ち", Some(black)),
            ("乙山の勝ち", Some(white)),
            ("上手の負け", Some(black)),
            ("0-1", Some(white)),
            ("Sente wins", Some(black)),
            ("千日手", Some(Claim::Draw)),
            ("引き分け", Some(Claim::Draw)),
            ("120手", None),
            ("後手の時間切れにより先手の勝ち", None),
            ("", None),
        ] {
            assert_eq!(read("結果", value), claim, "{value}");
        }
        assert_eq!(read("勝者", "乙山"), Some(white));
        assert_eq!(read("備考", "先手の勝ち"), None);
    }
}
