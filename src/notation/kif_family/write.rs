//! What the writers of KIF, KI2 and BOD share: headers, the position, remarks, the words of an ending.

use super::board;
use super::endings;
use super::header_lines;
use crate::notation::shared::japanese;
use crate::record::{
    Claim, Ending, EndingKind, HeaderKey, Node, NodeId, Record, Remark, RemarkKind, Start,
};
use crate::shogi::{ByColor, Color, Hand, Handicap, Piece, PieceKind, Setup, Square};

/// Appends the headers but the names of the players.
pub(in crate::notation) fn headers(record: &Record, out: &mut String) {
    for (name, value) in header_lines::japanese(record).lines {
        line(&[&name, "：", &value], out);
    }
}

/// Appends a line of several parts.
pub(in crate::notation) fn line(parts: &[&str], out: &mut String) {
    for part in parts {
        out.push_str(part);
    }
    out.push('\n');
}

/// A player's name as it stands in one line.
pub(in crate::notation) fn name(record: &Record, color: Color) -> &str {
    let key = match color {
        Color::Black => HeaderKey::Black,
        Color::White => HeaderKey::White,
    };
    let name = record.header(key).unwrap_or_default();
    name.lines().next().unwrap_or_default()
}

/// Appends the line of a player's name.
pub(in crate::notation) fn name_line(record: &Record, color: Color, out: &mut String) {
    let words = header_lines::side_words(record);
    line(&[words[color], "：", name(record, color)], out);
}

/// The name of the handicap, if the start has one that every program knows.
pub(in crate::notation) fn handicap_name(record: &Record) -> Option<&'static str> {
    record.start.handicap().and_then(japanese::handicap_name)
}

/// Appends the start position as a board, if it has no name.
pub(in crate::notation) fn start_board(record: &Record, out: &mut String) {
    let setup = match &record.start {
        Start::Setup(setup) => (**setup).clone(),
        Start::Handicap(handicap) => handicap.setup(),
        Start::Unstated => Handicap::Even.setup(),
        Start::Unknown => return,
    };
    let words = ByColor {
        black: "先手",
        white: "後手",
    };
    hand_line(&setup, Color::White, words.white, out);
    rows(&setup, out);
    hand_line(&setup, Color::Black, words.black, out);
    if setup.ply > 1 {
        let number = (setup.ply - 1).to_string();
        match record.str(record.last_move) {
            "" => line(&["手数＝", &number, "  まで"], out),
            last => line(&["手数＝", &number, "  ", last, "  まで"], out),
        }
    }
    // An odd number of plies makes readers think of White.
    let doubtful = setup.ply > 1 && setup.ply % 2 == 0;
    if setup.turn == Color::White || doubtful {
        line(&[words[setup.turn], "番"], out);
    }
}

/// Appends the line of a hand.
pub(in crate::notation) fn hand_line(setup: &Setup, color: Color, side: &str, out: &mut String) {
    out.push_str(side);
    out.push_str("の持駒：");
    out.push_str(&hand_value(setup.hands[color]));
    out.push('\n');
}

/// The pieces of a hand: 飛　角二　歩十八
pub(in crate::notation) fn hand_value(hand: Hand) -> String {
    if hand.is_empty() {
        return "なし".to_owned();
    }
    let mut out = String::new();
    for (kind, count) in hand.iter() {
        out.push_str(japanese::piece_name(kind));
        if count > 1 {
            out.push_str(&japanese::kanji_number(count));
        }
        out.push('　');
    }
    out
}

/// Appends the board.
pub(in crate::notation) fn rows(setup: &Setup, out: &mut String) {
    const FRAME: &str = "+---------------------------+\n";
    out.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n");
    out.push_str(FRAME);
    for rank in 1..=9 {
        line(&[&row_text(setup, rank)], out);
    }
    out.push_str(FRAME);
}

/// A row of the board with its bars and its number.
pub(in crate::notation) fn row_text(setup: &Setup, rank: u8) -> String {
    let mut out = String::from("|");
    for file in (1..=9).rev() {
        let square = Square::new(file, rank);
        cell(square.and_then(|it| setup.board[it.index()]), &mut out);
    }
    out.push('|');
    out.push_str(japanese::KANJI_DIGITS[usize::from(rank)]);
    out
}

fn cell(piece: Option<Piece>, out: &mut String) {
    let Some(piece) = piece else {
        out.push_str(" ・");
        return;
    };
    out.push(match piece.color() {
        Color::Black => ' ',
        Color::White => 'v',
    });
    out.push(board::glyph(piece.kind()));
}

/// The remarks of a record, asked for by node. Nodes that come in their order are found at once.
#[derive(Debug)]
pub(in crate::notation) struct Remarks<'a> {
    record: &'a Record,
    /// The first remark after those of the node asked for last.
    at: usize,
}

impl<'a> Remarks<'a> {
    /// All remarks of a record.
    pub(in crate::notation) fn new(record: &'a Record) -> Remarks<'a> {
        Remarks { record, at: 0 }
    }

    /// The remarks of a node.
    #[inline]
    fn of(&mut self, node: NodeId) -> &'a [Remark] {
        let all = &self.record.remarks[..];
        let behind = self.at == 0 || all[self.at - 1].node < node;
        let reached = all.get(self.at).is_none_or(|it| node <= it.node);
        if !(behind && reached) {
            self.at = all.partition_point(|it| it.node < node);
        }
        let from = self.at;
        while all.get(self.at).is_some_and(|it| it.node == node) {
            self.at += 1;
        }
        &all[from..self.at]
    }

    /// Appends the comments of a node, then its bookmark, after calling `before` if there are any.
    #[inline]
    pub(in crate::notation) fn write(
        &mut self,
        node: NodeId,
        out: &mut String,
        before: impl FnOnce(&mut String),
    ) {
        let remarks = self.of(node);
        if !remarks.is_empty() {
            before(out);
            write_remarks(self.record, remarks, out);
        }
    }
}

fn write_remarks(record: &Record, remarks: &[Remark], out: &mut String) {
    let mut bookmark = None;
    for remark in remarks {
        let text = record.str(remark.text);
        let marker = match remark.kind {
            RemarkKind::Comment => "*",
            // Two stars are how engine output is known in these notations.
            RemarkKind::Analysis => "**",
            RemarkKind::Bookmark => {
                bookmark = Some(text);
                continue;
            }
            RemarkKind::Plain => continue,
        };
        if memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_none() {
            line(&[marker, text], out);
            continue;
        }
        for text in text.split('\n') {
            let text = text.strip_suffix('\r').unwrap_or(text);
            for text in text.split('\r') {
                line(&[marker, text], out);
            }
        }
    }
    if let Some(text) = bookmark {
        line(&["&", &text.replace(['\n', '\r'], " ")], out);
    }
}

/// An ending in the words of these notations.
#[derive(Debug)]
pub(in crate::notation) struct ClosingWords<'a> {
    /// The closing word; none where there is none.
    pub(in crate::notation) word: Option<&'a str>,
    /// What the summary says after まで…手で; none where it would say nothing.
    pub(in crate::notation) summary: Option<String>,
}

/// Puts an ending into words. `mover` is the side to move, `winner` who wins. With `in_list` the word stands among the
/// moves, as in KIF, and the summary need not say it again; KI2 has only the summary.
pub(in crate::notation) fn closing_words<'a>(
    record: &'a Record,
    in_list: bool,
    node: &Node,
    ending: Ending,
    mover: Color,
    winner: Option<Color>,
) -> ClosingWords<'a> {
    let sides = header_lines::side_words(record);
    let side = |color: Color| sides[color];
    let wins = winner.map(|color| format!("{}の勝ち", side(color)));
    let by_mover = winner.unwrap_or(!mover) == mover;
    let word = |kind: EndingKind, claim: Claim| endings::usual_word(kind, claim);
    let plain = |kind: EndingKind| word(kind, ending.claim);
    let (word, summary) = match ending.kind {
        EndingKind::Resignation if winner == Some(!mover) => (plain(ending.kind), wins),
        EndingKind::Resignation | EndingKind::Other => (None, wins),
        EndingKind::TimeUp if winner == Some(mover) => {
            (None, wins.map(|wins| format!("時間切れにより{wins}")))
        }
        EndingKind::TimeUp => (
            plain(ending.kind),
            wins.map(|wins| format!("時間切れにより{wins}")),
        ),
        EndingKind::Foul if winner.is_none() => (word(EndingKind::Foul, Claim::Nobody), None),
        EndingKind::Foul
        | EndingKind::IllegalMove
        | EndingKind::PerpetualCheck
        | EndingKind::FalseDeclaration
            if by_mover =>
        {
            let words = format!("{}の反則勝ち", side(mover));
            (word(EndingKind::Foul, Claim::Mover), Some(words))
        }
        EndingKind::Foul
        | EndingKind::IllegalMove
        | EndingKind::PerpetualCheck
        | EndingKind::FalseDeclaration => {
            let words = format!("{}の反則負け", side(mover));
            (word(EndingKind::Foul, Claim::Opponent), Some(words))
        }
        // Kifu for JS refuses a file whose summary says 入玉勝ち.
        EndingKind::Declaration if in_list => (plain(ending.kind), wins),
        EndingKind::Declaration => (None, Some(format!("{}の入玉勝ち", side(mover)))),
        EndingKind::NoShow if by_mover => (
            word(ending.kind, Claim::Mover),
            Some(format!("{}の不戦勝", side(mover))),
        ),
        EndingKind::NoShow => (
            word(ending.kind, Claim::Opponent),
            Some(format!("{}の不戦敗", side(mover))),
        ),
        EndingKind::Sennichite => (plain(ending.kind), Some("千日手".to_owned())),
        EndingKind::Impasse | EndingKind::DeclaredDraw | EndingKind::MaxMoves => (
            word(EndingKind::Impasse, Claim::Draw),
            Some("持将棋".to_owned()),
        ),
        EndingKind::Disconnection if winner.is_some() => {
            (None, wins.map(|wins| format!("切断により{wins}")))
        }
        EndingKind::Interruption | EndingKind::Disconnection | EndingKind::Abnormal => (
            word(EndingKind::Interruption, Claim::Nobody),
            Some("中断".to_owned()),
        ),
        EndingKind::Sealed => (plain(ending.kind), Some("封じ手".to_owned())),
        EndingKind::Checkmate if in_list => (plain(ending.kind), Some("詰".to_owned())),
        // 詰み is what every reader of KI2 knows.
        EndingKind::Checkmate => (None, Some("詰み".to_owned())),
        EndingKind::NotMate => (plain(ending.kind), Some("不詰".to_owned())),
        EndingKind::Try => (plain(ending.kind), Some("トライ".to_owned())),
        EndingKind::Unknown => (kept_word(record.str(node.span)), None),
    };
    ClosingWords { word, summary }
}

/// A word nobody knows, if it can stand where these notations have their words.
fn kept_word(text: &str) -> Option<&str> {
    let word = text.split(super::is_blank).next().unwrap_or_default();
    let fits = !word.is_empty()
        && !word.starts_with(|ch: char| ch.is_numeric() || ch == '同')
        && !word.contains(['(', '（', '+', '\n', '\r']);
    fits.then_some(word)
}

/// The summary line of an ending after `plies` moves. Of a mate problem it says まで7手詰.
pub(in crate::notation) fn summary_line(
    record: &Record,
    words: &str,
    plies: u32,
    out: &mut String,
) {
    let number = plies.to_string();
    let joint = if words == "詰" && is_problem(record) {
        "手"
    } else {
        "手で"
    };
    line(&["まで", &number, joint, words], out);
}

/// Whether the start is that of a mate problem: Black has no king.
fn is_problem(record: &Record) -> bool {
    let Start::Setup(setup) = &record.start else {
        return false;
    };
    let king = Piece::new(Color::Black, PieceKind::King);
    !setup.board.contains(&Some(king))
}
