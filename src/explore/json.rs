//! The tree as one JSON object, moves inside positions.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::rows::{ids, push_group, push_numbers, push_text};
use super::{Told, label};
use crate::played::{Branch, Counts, Group, Node};
use crate::render::push_json;

/// The tree as one JSON object.
pub(crate) fn json(told: &Told<'_>) -> String {
    let mut out = String::new();
    let Some(root) = told.tree.nodes.first() else {
        return out;
    };
    out.push_str("{\"sfen\":");
    push_json(&mut out, &root.position.to_string());
    push_numbers(&mut out, &root.counts);
    push_names(&mut out, root);
    push_groups(&mut out, told, &root.groups);
    push_moves(&mut out, told, root, 1);
    out.push_str("}\n");
    out
}

fn push_names(out: &mut String, node: &Node) {
    for (name, id) in ids(&node.names) {
        let _ = write!(out, ",\"{name}\":");
        push_text(out, id);
    }
}

/// Adds the counts of each group, where there are groups.
fn push_groups(out: &mut String, told: &Told<'_>, groups: &BTreeMap<Group, Counts>) {
    if told.by.is_empty() {
        return;
    }
    out.push_str(",\"by\":[");
    for (at, (group, counts)) in groups.iter().enumerate() {
        out.push_str(if at == 0 { "{" } else { ",{" });
        let from = out.len();
        push_group(out, told, group);
        // Every member brings the comma before it; the first needs none.
        out.remove(from);
        push_numbers(out, counts);
        out.push('}');
    }
    out.push(']');
}

/// Adds the moves of a position. The tree is as deep as was asked for, which the command line limits.
fn push_moves(out: &mut String, told: &Told<'_>, node: &Node, depth: usize) {
    out.push_str(",\"moves\":[");
    let indent = " ".repeat(depth);
    for (at, branch) in node.branches.iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(out, "{comma}\n{indent}");
        push_move(out, told, node, branch, depth);
    }
    out.push(']');
}

fn push_move(out: &mut String, told: &Told<'_>, node: &Node, branch: &Branch, depth: usize) {
    let _ = write!(out, "{{\"usi\":\"{}\",\"kif\":", branch.mv);
    push_json(out, &label::kif(&node.position, branch.mv));
    push_numbers(out, &branch.counts);
    out.push_str(",\"sfen\":");
    push_json(out, &branch.position.to_string());
    for (name, id) in ids(&branch.names) {
        let _ = write!(out, ",\"{name}\":");
        push_text(out, id);
    }
    push_groups(out, told, &branch.groups);
    out.push_str(",\"samples\":[");
    for (at, game) in branch.samples.iter().enumerate() {
        out.push_str(if at == 0 { "" } else { "," });
        out.push_str("{\"file\":");
        push_json(out, &game.file);
        let _ = write!(out, ",\"game\":{}}}", game.number);
    }
    let _ = write!(out, "],\"transposed\":{}", branch.transposed);
    match branch.opened(told.tree) {
        Some(next) => push_moves(out, told, next, depth + 1),
        None => out.push_str(",\"moves\":[]"),
    }
    out.push('}');
}
