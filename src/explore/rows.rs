//! The tree as rows: a position, or a move of one, with its counts.

use std::fmt::Write;

use super::{Told, label};
use crate::played::{Branch, Counts, Group, Node, PositionNames, Tree};
use crate::render::{push_field, push_json};
use crate::shogi::{Color, Position};

/// A row of the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    /// How many moves below the root; 0 for the root itself.
    pub(super) depth: usize,
    /// The position in which the move is played.
    pub(super) node: &'a Node,
    /// The move; none for the root.
    pub(super) branch: Option<&'a Branch>,
}

/// Calls `tell` for every row in the order of the tree, with the moves that lead there.
pub(super) fn each<'a>(tree: &'a Tree, mut tell: impl FnMut(Row<'a>, &[&'a Branch])) {
    let Some(root) = tree.nodes.first() else {
        return;
    };
    tell(
        Row {
            depth: 0,
            node: root,
            branch: None,
        },
        &[],
    );
    let mut line: Vec<&Branch> = Vec::new();
    // A node and the moves of it that are still to be told.
    let mut open = vec![(root, root.branches.iter())];
    while let Some((node, rest)) = open.last_mut() {
        let node: &Node = node;
        let Some(branch) = rest.next() else {
            open.pop();
            line.pop();
            continue;
        };
        let row = Row {
            depth: open.len(),
            node,
            branch: Some(branch),
        };
        line.push(branch);
        tell(row, &line);
        match branch.opened(tree) {
            Some(next) => open.push((next, next.branches.iter())),
            None => drop(line.pop()),
        }
    }
}

impl<'a> Row<'a> {
    pub(super) fn counts(&self) -> &'a Counts {
        self.branch.map_or(&self.node.counts, |it| &it.counts)
    }

    pub(super) fn groups(&self) -> impl Iterator<Item = (&'a Group, &'a Counts)> {
        let groups = self.branch.map_or(&self.node.groups, |it| &it.groups);
        groups.iter()
    }

    pub(super) fn names(&self) -> &'a PositionNames {
        self.branch.map_or(&self.node.names, |it| &it.names)
    }

    /// The position after the move.
    fn position(&self) -> &'a Position {
        self.branch.map_or(&self.node.position, |it| &it.position)
    }
}

/// The counts for programs.
pub(super) fn numbers(counts: &Counts) -> [(&'static str, Option<String>); 8] {
    let number = |it: u64| Some(it.to_string());
    [
        ("games", number(counts.games)),
        ("black_wins", number(counts.black_wins)),
        ("white_wins", number(counts.white_wins)),
        ("draws", number(counts.draws)),
        ("no_result", number(counts.no_result)),
        (
            "rating_mean",
            counts.rating_mean().map(|it| format!("{it:.2}")),
        ),
        ("year_first", counts.year_first().map(|it| it.to_string())),
        ("year_last", counts.year_last().map(|it| it.to_string())),
    ]
}

/// The ids of opening and castles.
pub(super) fn ids(names: &PositionNames) -> [(&'static str, Option<&'static str>); 3] {
    let castle = |side| names.castles[side].map(|it| it.id);
    [
        ("opening", names.opening.map(|it| it.id)),
        ("black_castle", castle(Color::Black)),
        ("white_castle", castle(Color::White)),
    ]
}

/// The rows with the values of the groups; without groups one row each.
fn split<'a>(told: &Told<'_>, row: &Row<'a>) -> Vec<(Vec<Option<String>>, &'a Counts)> {
    if told.by.is_empty() {
        return vec![(Vec::new(), row.counts())];
    }
    let groups = row.groups().map(|(group, counts)| (group.to_vec(), counts));
    groups.collect()
}

/// The moves to a row in USI, and the last of them.
fn line(moves: &[&Branch]) -> (String, Option<String>) {
    let usi: Vec<String> = moves.iter().map(|it| it.mv.to_string()).collect();
    (usi.join(" "), usi.last().cloned())
}

/// The tree as CSV: the root first, its `usi` empty. The columns of groups are set apart from those of the row by `by_`.
pub(crate) fn csv(told: &Told<'_>) -> String {
    let mut out = String::from("depth,line,usi,kif");
    for (name, _) in told.by {
        let _ = write!(out, ",by_{name}");
    }
    for (name, _) in numbers(&Counts::default()) {
        let _ = write!(out, ",{name}");
    }
    out.push_str(",sfen");
    for (name, _) in ids(&PositionNames::default()) {
        let _ = write!(out, ",{name}");
    }
    out.push('\n');
    each(told.tree, |row, moves| {
        let (line, usi) = line(moves);
        for (group, counts) in split(told, &row) {
            let kif = row.branch.map(|it| label::kif(&row.node.position, it.mv));
            let mut cells = vec![row.depth.to_string(), line.clone()];
            cells.push(usi.clone().unwrap_or_default());
            cells.push(kif.unwrap_or_default());
            cells.extend(group.into_iter().map(Option::unwrap_or_default));
            cells.extend(numbers(counts).map(|(_, it)| it.unwrap_or_default()));
            cells.push(row.position().to_string());
            cells.extend(ids(row.names()).map(|(_, it)| it.unwrap_or_default().to_owned()));
            for (at, cell) in cells.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { "," });
                push_field(&mut out, cell);
            }
            out.push('\n');
        }
    });
    out
}

/// The same as one JSON object a line.
pub(crate) fn ndjson(told: &Told<'_>) -> String {
    let mut out = String::new();
    each(told.tree, |row, moves| {
        let (line, usi) = line(moves);
        for (group, counts) in split(told, &row) {
            let _ = write!(out, "{{\"depth\":{},\"line\":", row.depth);
            push_json(&mut out, &line);
            out.push_str(",\"usi\":");
            push_text(&mut out, usi.as_deref());
            out.push_str(",\"kif\":");
            let kif = row.branch.map(|it| label::kif(&row.node.position, it.mv));
            push_text(&mut out, kif.as_deref());
            push_group(&mut out, told, &group);
            push_numbers(&mut out, counts);
            out.push_str(",\"sfen\":");
            push_json(&mut out, &row.position().to_string());
            for (name, id) in ids(row.names()) {
                let _ = write!(out, ",\"{name}\":");
                push_text(&mut out, id);
            }
            out.push_str("}\n");
        }
    });
    out
}

/// Adds a text, or null.
pub(super) fn push_text(out: &mut String, text: Option<&str>) {
    match text {
        Some(text) => push_json(out, text),
        None => out.push_str("null"),
    }
}

/// Adds the counts as members of an object, each with the comma before it.
pub(super) fn push_numbers(out: &mut String, counts: &Counts) {
    for (name, number) in numbers(counts) {
        let _ = write!(out, ",\"{name}\":{}", number.as_deref().unwrap_or("null"));
    }
}

/// Adds the values of a group as members of an object, each with the comma before it. The names of columns are set apart
/// from those of the row.
pub(super) fn push_group(out: &mut String, told: &Told<'_>, group: &[Option<String>]) {
    for ((name, column), value) in told.by.iter().zip(group) {
        let _ = write!(out, ",\"by_{name}\":");
        match value {
            Some(bare) if column.is_bare() => out.push_str(bare),
            value => push_text(out, value.as_deref()),
        }
    }
}
