//! Moves as people read them: ▲７六歩(77) in Japanese, P-7f in the other languages.

use crate::finding::terms;
use crate::notation::japanese;
use crate::replay::Step;
use crate::shogi::{Color, Move, PieceKind, Position, Square};
use crate::words::{self, Lang};

/// A move in Japanese as in KIF, with the mark of its side. `before` is where the move before went.
pub(crate) fn japanese(step: &Step, before: Option<Square>) -> String {
    let mark = match step.piece.color() {
        Color::Black => '▲',
        Color::White => '△',
    };
    let to = step.mv.to();
    let place = if before == Some(to) {
        "同\u{3000}".to_owned()
    } else {
        terms::square(Lang::Ja, to)
    };
    let piece = japanese::piece_name(step.piece.kind());
    match step.mv {
        Move::Drop { .. } => format!("{mark}{place}{piece}打"),
        Move::Normal { from, promote, .. } => format!(
            "{mark}{place}{piece}{}({}{})",
            if promote { "成" } else { "" },
            from.file(),
            from.rank()
        ),
    }
}

/// A move in the western way: `P-7f`, `Rx2d+`, `G6i-5h` where another gold could go there, `P*5e`, `N-3c=` where
/// promotion is declined.
pub(crate) fn western(step: &Step, position: &Position) -> String {
    let kind = step.piece.kind();
    let letter = words::find(Lang::En, &format!("{}.letter", terms::piece_key(kind)));
    let letter = letter.unwrap_or_default();
    let to = step.mv.to();
    match step.mv {
        Move::Drop { .. } => format!("{letter}*{to}"),
        Move::Normal { from, promote, .. } => {
            let others = position.reachers(kind, to).any(|square| square != from);
            let origin = if others {
                from.to_string()
            } else {
                String::new()
            };
            let act = if step.captured.is_some() { 'x' } else { '-' };
            let end = match promote {
                true => "+",
                false if could_promote(kind, step.piece.color(), from, to) => "=",
                false => "",
            };
            format!("{letter}{origin}{act}{to}{end}")
        }
    }
}

fn could_promote(kind: PieceKind, color: Color, from: Square, to: Square) -> bool {
    kind.promoted().is_some() && (from.in_zone_of(color) || to.in_zone_of(color))
}
