//! Whether a file really holds a game. Detection only asks what a text looks most like, and much that lies in folders looks
//! a little like a record: a notice with a place and a date, a table, data with positions in it.

use super::{Splitter, read};
use crate::finding::Findings;
use crate::record::{Entry, HeaderKey, Notation, Record, Start};
use crate::text::{Decision, decode};

/// Whether `bytes`, a file or the beginning of one, hold at least one game beyond doubt.
pub fn holds_game(
    notation: Option<Notation>,
    decision: &Decision,
    bytes: &[u8],
    is_whole: bool,
) -> bool {
    let Some(notation) = notation else {
        return false;
    };
    // Half a JSON value cannot be read at all.
    if notation == Notation::Jkf && !is_whole {
        return true;
    }
    let mut splitter = Splitter::new(Some(notation), decision);
    let mut record = Record::default();
    let mut findings = Findings::default();
    while let Some(section) = splitter.next(bytes, true) {
        record.clear();
        findings.clear();
        decode(
            &bytes[section.range],
            &section.decision,
            &mut record.text,
            &mut Vec::new(),
        );
        record.source_len = record.text.len();
        read(notation, &mut record, &mut findings);
        if is_game(notation, &record) {
            return true;
        }
    }
    false
}

/// A move, a position, a handicap or the names of both players: nothing else has one of these.
fn is_game(notation: Notation, record: &Record) -> bool {
    // Whatever is numbered or marked as a move is one, readable or not; in other notations anything may stand there.
    let is_marked = matches!(notation, Notation::Kif | Notation::Ki2);
    let is_move = |entry| match entry {
        Entry::Move(_) => true,
        Entry::Unreadable => is_marked,
        Entry::Root | Entry::End(_) => false,
    };
    record
        .tree
        .ids()
        .any(|id| is_move(record.tree.node(id).entry))
        || is_position(&record.start)
        || (record.header(HeaderKey::Black).is_some() && record.header(HeaderKey::White).is_some())
}

/// A start that is given: a handicap by name, or a board with a piece on it.
fn is_position(start: &Start) -> bool {
    match start {
        Start::Handicap(_) => true,
        Start::Setup(setup) => setup.board.iter().any(Option::is_some),
        Start::Unstated | Start::Unknown => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{detect, promised};
    use crate::text::detect as detect_encoding;

    fn holds(name: &str, text: &str) -> bool {
        let decision = detect_encoding(text.as_bytes(), true);
        let notation = detect(text.as_bytes(), &decision, promised(name));
        holds_game(notation, &decision, text.as_bytes(), true)
    }

    #[test]
    fn what_only_looks_like_a_record_holds_no_game() {
        let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
        let positions =
            format!("{{\"engine\":\"x\",\n\"positions\":[\n{{\"sfen\":\"{even} b - 1\"}}\n]}}\n");
        for (name, text) in [
            ("a.json", positions.as_str()),
            ("a.json", "[\n{\"sfen\":\"startpos\"},\n{\"moves\":3}\n]\n"),
            ("a.json", "{\"stats\":{\"moves\":12,\"games\":3}}\n"),
            ("a.json", "{\"moves\":[{\"name\":\"king\"}]}\n"),
            (
                "a.txt",
                "大会の案内\n日時：2024/05/01\n場所：東京\n参加費：1000円\n",
            ),
            (
                "a.txt",
                "# Notes\n\n| name | rating |\n|------|--------|\n| a    | 1500   |\n",
            ),
            ("a.txt", "V1\n#sub:list\nhttp://example.org/a.csa\n"),
            ("a.txt", "%PDF\n%EOF\n"),
            ("a.txt", "トライ\n"),
            ("a.txt", "投了\n"),
            ("a.txt", "まで負けた\n"),
            ("a.txt", "備考：先手の話\n"),
        ] {
            assert!(!holds(name, text), "{text}");
        }
    }

    #[test]
    fn a_record_without_moves_is_one_by_its_start_or_its_players() {
        for text in [
            "手合割：平手\n",
            "先手：甲\n後手：乙\n",
            "   1 ７六xx歩(77)\n   2 ３四歩(33)\n",
            "▲７六歩\n",
            "V2.2\nPI\n+\n",
            "startpos\n",
            "4k4/9/9/9/9/9/9/9/4K4 b - 1\n",
            "{\"header\":{},\"initial\":{\"preset\":\"HIRATE\"},\"moves\":[{}]}\n",
        ] {
            assert!(holds("a.txt", text), "{text}");
        }
    }
}
