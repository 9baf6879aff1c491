//! SFEN and USI: one line a record.

use std::fmt::Write;

use super::{Walk, What, WriteOptions};
use crate::record::{EndingKind, NodeId, Record};
use crate::replay::Replay;
use crate::shogi::{Handicap, Move, Position, Square};

/// The position that notations of one position show: the one after [`WriteOptions::ply`] moves of the main line, else
/// the last; with the node that leads to it.
pub(in crate::notation) fn shown_position(
    record: &Record,
    replay: &Replay,
    options: &WriteOptions,
) -> Option<(NodeId, Position)> {
    let plies = options.ply.map_or(usize::MAX, |ply| ply as usize);
    let mut walk = replay.positions(record, record.tree.main_line().take(plies))?;
    let mut node = NodeId::ROOT;
    while let Some(ply) = walk.next_ply() {
        node = ply.id;
    }
    Some((node, walk.position().clone()))
}

/// Writes one position as SFEN.
pub(super) fn sfen(record: &Record, replay: &Replay, options: &WriteOptions, out: &mut String) {
    if let Some((_, position)) = shown_position(record, replay, options) {
        push_sfen(&position, options, out);
        out.push('\n');
    }
}

fn push_sfen(position: &Position, options: &WriteOptions, out: &mut String) {
    let from = out.len();
    let _ = write!(out, "{position}");
    if options.sfen_no_ply
        && let Some(blank) = out[from..].rfind(' ')
    {
        out.truncate(from + blank);
    }
}

/// Writes the main line as a USI position line.
pub(super) fn usi(record: &Record, replay: &Replay, options: &WriteOptions, out: &mut String) {
    let Some(start) = replay.start() else { return };
    if start.ply() <= 1 && record.start.handicap() == Some(Handicap::Even) {
        out.push_str("position startpos");
    } else {
        out.push_str("position sfen ");
        push_sfen(start, options, out);
    }
    let mut walk = Walk::new(record, replay, false);
    walk.next_line();
    let mut before = " moves ";
    while let Some(ply) = walk.next_ply() {
        match ply.what {
            What::Move { step, .. } => {
                out.push_str(before);
                push_move(step.mv, out);
            }
            What::End { ending, .. } => {
                let token = usi_token(ending.kind).filter(|_| options.usi_specials);
                if let Some(token) = token {
                    out.push_str(before);
                    out.push_str(token);
                }
            }
        }
        before = " ";
    }
    out.push('\n');
}

/// Appends a move as USI writes it, without the detour of a formatter.
fn push_move(mv: Move, out: &mut String) {
    match mv {
        Move::Normal { from, to, promote } => {
            push_square(from, out);
            push_square(to, out);
            if promote {
                out.push('+');
            }
        }
        Move::Drop { kind, to } => {
            out.push(kind.letter());
            out.push('*');
            push_square(to, out);
        }
    }
}

fn push_square(square: Square, out: &mut String) {
    out.push(char::from(b'0' + square.file()));
    out.push(char::from(b'a' - 1 + square.rank()));
}

/// The token some programs write for an ending.
pub const fn usi_token(kind: EndingKind) -> Option<&'static str> {
    Some(match kind {
        EndingKind::Resignation => "resign",
        EndingKind::Declaration => "win",
        EndingKind::Sennichite => "rep_draw",
        EndingKind::DeclaredDraw => "draw",
        EndingKind::TimeUp => "timeout",
        EndingKind::Interruption | EndingKind::Disconnection => "break",
        _ => return None,
    })
}
