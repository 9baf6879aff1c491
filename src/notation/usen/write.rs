//! Writes USEN. Variations hang on the main line only, so a variation of a variation repeats the moves before it.

use std::fmt::Write;

use super::codes;
use crate::finding::{Code, Fact, FactName, Finding, Findings};
use crate::notation::shared::options::WriteOptions;
use crate::record::{Ending, EndingKind, Entry, NodeId, Record};
use crate::replay::Replay;
use crate::shogi::{Color, Handicap, Move, Position};
use crate::text::Span;

/// The longest line that lists may have.
const LONGEST: usize = 1 << 20;

/// Appends a record as one line.
pub(in crate::notation) fn write(
    record: &Record,
    replay: &Replay,
    options: &WriteOptions,
    out: &mut String,
    findings: &mut Findings,
) {
    let Some(start) = replay.start() else { return };
    let from = out.len();
    let before = start.ply().saturating_sub(1) as usize;
    head(start, out);
    let main: Vec<NodeId> = record.tree.main_line().collect();
    line(record, replay, before, &main, out);
    if !options.main_line {
        let lost = variations(record, replay, &main, before, from, out);
        if lost > 0 {
            let finding = Finding::new(Code::LostVariations, Span::default());
            findings.push(finding.with(FactName::Count, Fact::Number(lost as i64)));
        }
    }
    out.push('\n');
}

/// Appends the variations of a record that begins at `from`. Returns how many are lost.
fn variations(
    record: &Record,
    replay: &Replay,
    main: &[NodeId],
    before: usize,
    from: usize,
    out: &mut String,
) -> usize {
    // How many nodes of the main line lie before the next one, for each of its nodes.
    let mut on_main = vec![None; record.tree.len()];
    on_main[NodeId::ROOT.index()] = Some(0);
    for (at, node) in main.iter().enumerate() {
        on_main[node.index()] = Some(at + 1);
    }
    let moves = main.iter().take_while(|id| replay.step(**id).is_some());
    let moves = moves.count();
    // Readers take what follows a line without an ending for its continuation.
    let open = out.ends_with('.');
    let mut lost = 0;
    let mut rest = Vec::new();
    let leaves = record.tree.leaves_by_branch();
    for (number, &leaf) in leaves.iter().enumerate().skip(1) {
        rest.clear();
        let mut node = leaf;
        let shared = loop {
            if let Some(shared) = on_main[node.index()] {
                break shared;
            }
            rest.push(node);
            node = record.tree.parent(node).unwrap_or(NodeId::ROOT);
        };
        rest.reverse();
        let end = out.len();
        line(record, replay, before + shared, &rest, out);
        if out.ends_with("..") {
            // Nothing of it can be written.
            out.truncate(end);
        } else if open && shared == moves {
            out.truncate(end);
            lost += 1;
        }
        // What repeats itself may grow beyond what is read again.
        if out.len() - from >= LONGEST {
            out.truncate(end);
            return lost + leaves.len() - number;
        }
    }
    lost
}

/// Appends the start: nothing for the even game.
fn head(start: &Position, out: &mut String) {
    if Handicap::of(&start.setup()) == Some(Handicap::Even) {
        return;
    }
    let sfen = start.to_string();
    let end = sfen.rfind(' ').unwrap_or(sfen.len());
    out.extend(sfen[..end].chars().map(|sign| match sign {
        '/' => '_',
        ' ' => '.',
        '+' => 'z',
        other => other,
    }));
}

/// Appends `~offset.moves.final`.
fn line(record: &Record, replay: &Replay, offset: usize, nodes: &[NodeId], out: &mut String) {
    let _ = write!(out, "~{offset}.");
    let mut last: Option<(Move, Color, bool)> = None;
    let mut ending = None;
    for &node in nodes {
        match (replay.step(node), record.tree.node(node).entry) {
            (Some(step), _) => {
                if let Some((mv, ..)) = last {
                    codes::push(mv, out);
                }
                last = Some((step.mv, step.piece.color(), step.broken.is_some()));
            }
            (None, Entry::End(end)) => {
                ending = Some(end);
                break;
            }
            (None, _) => break,
        }
    }
    let foul = ending.filter(|end| is_foul_of_last(*end, last));
    match last {
        Some((mv, ..)) if foul.is_some() => {
            out.push_str(".i");
            codes::push(mv, out);
        }
        _ => {
            if let Some((mv, ..)) = last {
                codes::push(mv, out);
            }
            out.push('.');
            out.extend(ending.and_then(|end| letter(end.kind)));
        }
    }
}

/// Whether the ending punishes the move before it.
fn is_foul_of_last(ending: Ending, last: Option<(Move, Color, bool)>) -> bool {
    let foul = matches!(ending.kind, EndingKind::Foul | EndingKind::IllegalMove);
    let Some((_, side, true)) = last.filter(|_| foul) else {
        return false;
    };
    ending.kind == EndingKind::IllegalMove || ending.claim.winner(!side) == Some(!side)
}

/// The letter of an ending.
const fn letter(kind: EndingKind) -> Option<char> {
    Some(match kind {
        EndingKind::Resignation => 'r',
        EndingKind::TimeUp => 't',
        EndingKind::Interruption | EndingKind::Disconnection => 'p',
        EndingKind::Declaration | EndingKind::Impasse => 'j',
        _ => return None,
    })
}
