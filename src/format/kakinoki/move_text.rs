//! A move in the words of KIF, without number and time.

use crate::format::japanese::{piece_name, square_name};
use crate::replay::Step;
use crate::shogi::Move;

/// Appends `７六歩(77)`, `５五歩打`, `８八角成(22)`; 同　 for the square when the move goes where the one before went.
pub(crate) fn push_move(step: &Step, same: bool, out: &mut String) {
    if same {
        out.push_str("同　");
    } else {
        let [file, rank] = square_name(step.mv.to());
        out.push_str(file);
        out.push_str(rank);
    }
    out.push_str(piece_name(step.piece.kind()));
    match step.mv {
        Move::Drop { .. } => out.push('打'),
        Move::Normal { from, promote, .. } => {
            if promote {
                out.push('成');
            }
            out.push('(');
            out.push((b'0' + from.file()) as char);
            out.push((b'0' + from.rank()) as char);
            out.push(')');
        }
    }
}
