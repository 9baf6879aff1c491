//! Writing CSA, one statement a line.

use super::endings;
use super::header_lines;
use super::names;
use super::version::written_version;
use crate::notation::shared::options::{CsaVersion, WriteOptions};
use crate::notation::shared::walk::{Walk, What};
use crate::record::{
    Analysis, Claim, Ending, EndingKind, NodeId, Notation, Record, RemarkKind, Start,
};
use crate::replay::{Replay, Step};
use crate::shogi::{ByColor, Color, Hand, Handicap, Move, Piece, PieceKind, Setup, Square};
use crate::text::Encoding;

/// Appends the main line of a record in CSA.
pub(in crate::notation) fn write(
    record: &Record,
    replay: &Replay,
    options: &WriteOptions,
    out: &mut String,
) {
    let version = written_version(options, record);
    if version == CsaVersion::V30 {
        let encoding = match options.encoding {
            Encoding::Utf8 | Encoding::Ascii => "UTF-8".to_owned(),
            other => other.name().to_uppercase(),
        };
        Notation::Csa.push_label(&encoding, out);
    }
    line(&["V", version.name()], out);
    for (name, value) in header_lines::csa(record, version).lines {
        line(&[&name, &value], out);
    }
    position(record, out);
    remarks(record, NodeId::ROOT, out);
    let mut walk = Walk::new(record, replay, false);
    walk.next_line();
    let mut last_broken = false;
    while let Some(ply) = walk.next_ply() {
        match ply.what {
            What::Move { step, .. } => {
                push_move(step, out);
                last_broken = step.broken.is_some();
            }
            What::End { ending, winner } => {
                let end = closing(ending, ply.mover, winner, last_broken, version);
                if let Some(comment) = end.before {
                    line(&["'*", comment], out);
                }
                line(&["%", end.word], out);
                push_time(ply.node.clock.elapsed(), version, out);
                match end.after {
                    After::Nothing => {}
                    After::Words(words) => line(&["'*", words], out),
                    After::AsWritten => {
                        let word = record.str(ply.node.span).trim();
                        if !word.is_empty() {
                            comment(word, out);
                        }
                    }
                }
                remarks(record, ply.id, out);
                continue;
            }
        }
        push_time(ply.node.clock.elapsed(), version, out);
        remarks(record, ply.id, out);
    }
}

fn line(parts: &[&str], out: &mut String) {
    for part in parts {
        out.push_str(part);
    }
    out.push('\n');
}

/// Appends a move: +7776FU.
#[inline]
fn push_move(step: &Step, out: &mut String) {
    let kind = step.piece.kind();
    let (from, to, after) = match step.mv {
        Move::Normal { from, to, promote } => {
            let promoted = kind.promoted().filter(|_| promote);
            (
                square(Some(from)),
                square(Some(to)),
                promoted.unwrap_or(kind),
            )
        }
        Move::Drop { kind, to } => (square(None), square(Some(to)), kind),
    };
    out.push(sign(step.piece.color()));
    for digit in [from[0], from[1], to[0], to[1]] {
        out.push(char::from(digit));
    }
    out.push_str(names::name(after));
    out.push('\n');
}

const fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

/// The digits of a square; 00 is the hand.
#[inline]
fn square(square: Option<Square>) -> [u8; 2] {
    square.map_or(*b"00", |it| [b'0' + it.file(), b'0' + it.rank()])
}

/// Appends the time of a ply, if it is known.
#[inline]
fn push_time(elapsed: Option<u32>, version: CsaVersion, out: &mut String) {
    let Some(elapsed) = elapsed else { return };
    out.push('T');
    push_number(elapsed / 1000, out);
    let fraction = elapsed % 1000;
    if version == CsaVersion::V30 && fraction > 0 {
        out.push('.');
        let digits = [fraction / 100, fraction / 10 % 10, fraction % 10];
        let used = digits.iter().rposition(|&it| it > 0).map_or(0, |at| at + 1);
        for &digit in &digits[..used] {
            out.push(char::from(b'0' + digit as u8));
        }
    }
    out.push('\n');
}

#[inline]
fn push_number(value: u32, out: &mut String) {
    if value >= 10 {
        push_number(value / 10, out);
    }
    out.push(char::from(b'0' + (value % 10) as u8));
}

/// Appends the analysis and the comments of a node.
fn remarks(record: &Record, node: NodeId, out: &mut String) {
    if record.remarks.is_empty() {
        return;
    }
    for text in record.remarks_on(node, RemarkKind::Analysis) {
        line(&["'**", &text.replace(['\n', '\r'], " ")], out);
    }
    for text in record.remarks_on(node, RemarkKind::Comment) {
        for text in text.split(['\n', '\r']) {
            comment(text, out);
        }
    }
    for text in record.remarks_on(node, RemarkKind::Plain) {
        line(&["'", text], out);
    }
}

/// Appends a comment. A star before a number at its beginning would make it an analysis; other starred words are what
/// ShogiHome writes: `'**評価値=159`.
fn comment(text: &str, out: &mut String) {
    let is_analysis = text.strip_prefix('*').is_some_and(Analysis::is_readable);
    let gap = if is_analysis { " " } else { "" };
    line(&["'*", gap, text], out);
}

/// An ending in the words of CSA.
pub(in crate::notation) struct Closing {
    /// A comment before the word.
    before: Option<&'static str>,
    /// The word.
    pub(in crate::notation) word: &'static str,
    /// A comment after it.
    after: After,
}

impl Closing {
    /// The comment beside the word, if there is one; `written` is the word of the source.
    pub(in crate::notation) fn comment<'a>(&self, written: &'a str) -> Option<&'a str> {
        match self.after {
            After::Nothing => self.before,
            After::Words(words) => Some(words),
            After::AsWritten => (!written.is_empty()).then_some(written),
        }
    }
}

/// What a comment after the closing word says.
enum After {
    Nothing,
    /// This.
    Words(&'static str),
    /// The word of the source.
    AsWritten,
}

/// The words for an ending. `broken` says whether the last move is illegal.
pub(in crate::notation) fn closing(
    ending: Ending,
    mover: Color,
    winner: Option<Color>,
    broken: bool,
    version: CsaVersion,
) -> Closing {
    let plain = |word| Closing {
        before: None,
        word,
        after: After::Nothing,
    };
    let said = |word, words| Closing {
        after: After::Words(words),
        ..plain(word)
    };
    let action = |winner: Color| match winner {
        Color::Black => "-ILLEGAL_ACTION",
        Color::White => "+ILLEGAL_ACTION",
    };
    match ending.kind {
        EndingKind::Foul => match (ending.claim, winner) {
            (Claim::Side(_) | Claim::Mover, Some(winner)) => plain(action(winner)),
            (_, Some(winner)) if winner == mover && !broken => plain(action(winner)),
            _ => plain("ILLEGAL_MOVE"),
        },
        // After an illegal move the word speaks of that move's side.
        EndingKind::IllegalMove => match winner {
            Some(winner) if winner == mover && !broken => plain(action(winner)),
            Some(winner) if winner != mover && broken => plain(action(winner)),
            _ => plain("ILLEGAL_MOVE"),
        },
        EndingKind::PerpetualCheck => match winner {
            Some(winner) => said(action(winner), "oute_sennichite"),
            None => said("SENNICHITE", "oute_sennichite"),
        },
        EndingKind::FalseDeclaration => said("ILLEGAL_MOVE", "illegal kachi"),
        EndingKind::Disconnection => said("CHUDAN", "abnormal"),
        EndingKind::MaxMoves if version == CsaVersion::V22 => Closing {
            before: Some("max_moves"),
            ..plain("JISHOGI")
        },
        _ => match endings::word(ending) {
            Some(word) => plain(word),
            None => Closing {
                after: After::AsWritten,
                ..plain("CHUDAN")
            },
        },
    }
}

/// Appends the start position and the side to move.
fn position(record: &Record, out: &mut String) {
    let setup = match &record.start {
        Start::Unstated => Handicap::Even.setup(),
        Start::Handicap(handicap) => handicap.setup(),
        Start::Setup(setup) => (**setup).clone(),
        Start::Unknown => return,
    };
    match removed(&setup) {
        Some(removed) => {
            out.push_str("PI");
            for (at, piece) in removed {
                push_piece(Some(at), piece.kind(), out);
            }
            out.push('\n');
        }
        None => board(&setup, out),
    }
    out.push(sign(setup.turn));
    out.push('\n');
}

fn push_piece(at: Option<Square>, kind: PieceKind, out: &mut String) {
    for digit in square(at) {
        out.push(char::from(digit));
    }
    out.push_str(names::name(kind));
}

/// The pieces White does without, if that is all that makes the position another than the even start: rook and bishop
/// first, then by square.
fn removed(setup: &Setup) -> Option<Vec<(Square, Piece)>> {
    if Color::BOTH
        .iter()
        .any(|&color| !setup.hands[color].is_empty())
    {
        return None;
    }
    let even = Handicap::Even.setup();
    let mut removed = Vec::new();
    for at in Square::all() {
        match (even.board[at.index()], setup.board[at.index()]) {
            (here, there) if here == there => {}
            (Some(piece), None) if piece.color() == Color::White => removed.push((at, piece)),
            _ => return None,
        }
    }
    removed.sort_by_key(|(at, piece)| {
        let major = [PieceKind::Rook, PieceKind::Bishop];
        let rank = major.iter().position(|&kind| kind == piece.kind());
        (rank.unwrap_or(major.len()), at.index())
    });
    Some(removed)
}

/// Appends the board in rows, then the hands.
fn board(setup: &Setup, out: &mut String) {
    for rank in 1..=9 {
        out.push('P');
        out.push(char::from(b'0' + rank));
        for file in (1..=9).rev() {
            let piece = Square::new(file, rank).and_then(|it| setup.board[it.index()]);
            match piece {
                None => out.push_str(" * "),
                Some(piece) => {
                    out.push(sign(piece.color()));
                    out.push_str(names::name(piece.kind()));
                }
            }
        }
        out.push('\n');
    }
    let (hands, _) = hands_of_one_set(setup);
    for color in Color::BOTH {
        let hand = hands[color];
        if hand.is_empty() {
            continue;
        }
        out.push('P');
        out.push(sign(color));
        for (kind, count) in hand.iter() {
            for _ in 0..count {
                push_piece(None, kind, out);
            }
        }
        out.push('\n');
    }
}

/// The hands without what a set of pieces does not have, and how many pieces there are too many, on the board too:
/// readers take each piece out of the box and refuse what is not left in it.
pub(in crate::notation) fn hands_of_one_set(setup: &Setup) -> (ByColor<Hand>, u32) {
    let mut hands = setup.hands;
    let mut lost = 0;
    for kind in PieceKind::HAND {
        let on_board = setup.board.iter().flatten();
        let on_board = on_board.filter(|it| it.kind().base() == kind).count() as u32;
        let total = u32::from(kind.total());
        lost += on_board.saturating_sub(total);
        let mut left = total.saturating_sub(on_board);
        for color in Color::BOTH {
            let held = u32::from(hands[color].count(kind));
            let kept = held.min(left);
            hands[color].set(kind, kept as u8);
            left -= kept;
            lost += held - kept;
        }
    }
    (hands, lost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Findings;
    use crate::notation;
    use crate::replay::ReplayOptions;

    fn rewrite(text: &str, options: &WriteOptions) -> String {
        let mut record = Record {
            text: text.to_owned(),
            source_len: text.len(),
            ..Record::default()
        };
        let mut findings = Findings::default();
        notation::read(Notation::Csa, &mut record, &mut findings);
        let mut replay = Replay::default();
        replay.run(&record, ReplayOptions::default(), &mut findings);
        let mut out = String::new();
        write(&record, &replay, options, &mut out);
        out
    }

    fn plain(text: &str) -> String {
        rewrite(text, &WriteOptions::default())
    }

    #[test]
    fn what_was_written_by_us_comes_back_the_same() {
        for text in [
            "V2.2\nN+A\nN-B\n$EVENT:x\n$START_TIME:2024/04/01 10:00:00\n$TIME_LIMIT:00:25+00\n\
             PI\n+\n'*start\n+7776FU\nT1\n-3334FU\nT2\n'** 30 +2726FU\n'*c\n%TORYO\nT3\n'*e\n",
            "'CSA encoding=UTF-8\nV3.0\n$TIME+:450+0+5\n$TIME-:900+0+5\n$MAX_MOVES:256\n$JISHOGI:27\n\
             $NOTE:a\\nb\\\\c\nPI\n+\n+7776FU\nT1.5\n-3334FU\nT12.345\n%MAX_MOVES\n",
            "V2.2\nPI82HI22KA11KY\n-\n-5142OU\n%CHUDAN\n",
            "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  * \nP3 *  *  *  *  *  *  *  *  * \n\
             P4 *  *  *  *  *  *  *  *  * \nP5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n\
             P7 *  *  *  *  *  *  *  *  * \nP8 *  *  *  *  *  *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \n\
             P+00HI00FU00FU\nP-00KA\n-\n-5142OU\n+0055HI\n",
            "V2.2\nPI\n+\n+7776FU\n%+ILLEGAL_ACTION\n",
            "V2.2\nPI\n+\n+7776FU\n-3334FU\n%+ILLEGAL_ACTION\n",
            "V2.2\nPI\n+\n+8822UM\n%ILLEGAL_MOVE\n",
            "V2.2\nPI\n+\n+7776FU\n%ILLEGAL_MOVE\n",
        ] {
            assert_eq!(plain(text), text);
        }
    }

    #[test]
    fn a_version_that_is_named_is_kept_to() {
        let text = "PI\n+\n+7776FU\nT1.5\n%MAX_MOVES\n";
        let old = WriteOptions {
            csa_version: Some(CsaVersion::V22),
            ..WriteOptions::default()
        };
        let expected = "V2.2\nPI\n+\n+7776FU\nT1\n'*max_moves\n%JISHOGI\n";
        assert_eq!(rewrite(text, &old), expected);
        let new = "'CSA encoding=UTF-8\nV3.0\nPI\n+\n+7776FU\nT1.5\n%MAX_MOVES\n";
        assert_eq!(plain(text), new);
    }

    #[test]
    fn floodgate_endings_have_words() {
        let game = "N+A\nN-B\nPI\n+\n+7776FU\n-3334FU\n";
        for (end, expected) in [
            ("'summary:time up:A win:B lose\n", "%TIME_UP\n"),
            (
                "%KACHI\n%KACHI\n'summary:illegal kachi:A lose:B win\n",
                "%ILLEGAL_MOVE\n'*illegal kachi\n",
            ),
            (
                "'summary:oute_sennichite:A lose:B win\n",
                "%+ILLEGAL_ACTION\n'*oute_sennichite\n",
            ),
        ] {
            let out = plain(&format!("{game}{end}"));
            assert!(out.ends_with(expected), "{out}");
        }
    }

    #[test]
    fn a_comment_never_becomes_an_analysis() {
        let mut out = String::new();
        comment("* 30 +7776FU", &mut out);
        comment("*評価値=159", &mut out);
        comment("x", &mut out);
        assert_eq!(out, "'* * 30 +7776FU\n'**評価値=159\n'*x\n");
    }
}
