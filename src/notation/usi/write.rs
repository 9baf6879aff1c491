//! Writing USI: a position line with the moves of the main line.

use crate::notation::sfen::push_position;
use crate::notation::shared::options::WriteOptions;
use crate::notation::shared::walk::{Walk, What};
use crate::record::{EndingKind, Record};
use crate::replay::Replay;
use crate::shogi::{Handicap, Move, Square};

/// Writes the main line as a USI position line.
pub(in crate::notation) fn write(
    record: &Record,
    replay: &Replay,
    options: &WriteOptions,
    out: &mut String,
) {
    let Some(start) = replay.start() else { return };
    if start.ply() <= 1 && record.start.handicap() == Some(Handicap::Even) {
        out.push_str("position startpos");
    } else {
        out.push_str("position sfen ");
        push_position(start, options, out);
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
