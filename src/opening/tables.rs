//! The two tables, `openings.tsv` and `castles.tsv`, compiled once. What is known of a name stands there and nowhere else.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::placement::Placement;
use super::rule::Rule;
use crate::shogi::Square;
use crate::words::Lang;

/// A name in four languages.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// Japanese, the reference.
    pub ja: &'static str,
    /// English.
    pub en: &'static str,
    /// French.
    pub fr: &'static str,
    /// Spanish.
    pub es: &'static str,
}

impl Names {
    /// The name in a language.
    pub const fn of(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::Ja => self.ja,
            Lang::En => self.en,
            Lang::Fr => self.fr,
            Lang::Es => self.es,
        }
    }
}

/// An opening (戦型), or a tag that goes beside one.
#[derive(Debug)]
pub struct Opening {
    /// The id, for programs. Never changes once released.
    pub id: &'static str,
    /// What people call it.
    pub names: Names,
    /// The rule in words.
    pub recognised_by: &'static str,
    /// A short game that shows it, in USI; empty for most.
    pub example: &'static str,
    /// The row of the more general name.
    pub(super) parent: Option<usize>,
    /// Which of two siblings names the game; 0 for tags, which never do.
    pub(super) priority: u32,
    /// Whether it is a property of the game and not of one side.
    pub(super) joint: bool,
    /// Whether it only helps other rules.
    pub(super) helper: bool,
    pub(super) rule: Rule,
}

/// A castle (囲い).
#[derive(Debug)]
pub struct Castle {
    /// The id, for programs. A name space of its own.
    pub id: &'static str,
    /// What people call it.
    pub names: Names,
    /// The pieces and squares, in the language of placements.
    pub placement: &'static str,
    /// The row of the more general castle.
    pub(super) parent: Option<usize>,
    /// Whether it is usually on the way to another.
    pub(super) transitional: bool,
    /// Whether it needs a rook of class 2 to 4.
    pub(super) static_only: bool,
    /// Whether the king has only to stay at home ("sitting king", no shape).
    pub(super) sitting: bool,
    pub(super) alternatives: Vec<Placement>,
}

/// Both tables.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) openings: Vec<Opening>,
    /// The rows that may name a game, by the row they belong to, the strongest first; those of the top level first.
    naming: Vec<Vec<usize>>,
    pub(super) castles: Vec<Castle>,
    /// For each square the castles, as bits, in which the king may stand on it.
    pub(super) castles_by_king: Vec<u128>,
}

impl Tables {
    /// The rows that may name a game which belong to `parent`, or to none, the strongest first.
    pub(super) fn naming(&self, parent: Option<usize>) -> &[usize] {
        &self.naming[parent.map_or(0, |row| row + 1)]
    }
}

const OPENINGS: &str = include_str!("openings.tsv");
const CASTLES: &str = include_str!("castles.tsv");

/// The tables, compiled at the first call.
pub(super) fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| compile().expect("the tests hold the tables"))
}

/// Every opening and tag, in the order of the table.
pub fn openings() -> impl Iterator<Item = &'static Opening> {
    let rows = tables().openings.iter();
    rows.filter(|row| !row.helper)
}

/// Every castle, in the order of the table.
pub fn castles() -> impl Iterator<Item = &'static Castle> {
    tables().castles.iter()
}

/// The opening with this id.
pub fn opening(id: &str) -> Option<&'static Opening> {
    openings().find(|row| row.id == id)
}

/// The castle with this id.
pub fn castle(id: &str) -> Option<&'static Castle> {
    castles().find(|row| row.id == id)
}

impl Opening {
    /// The more general opening it belongs to.
    pub fn parent(&self) -> Option<&'static Opening> {
        self.parent.map(|row| &tables().openings[row])
    }

    /// Itself and all that it belongs to, the most special first.
    pub fn lineage(&'static self) -> impl Iterator<Item = &'static Opening> {
        std::iter::successors(Some(self), |row| row.parent())
    }
}

/// A row of a table, by the names of its columns.
struct Row {
    header: &'static str,
    line: &'static str,
}

/// The rows of a table.
fn rows(table: &'static str) -> impl Iterator<Item = Row> {
    let header = table.lines().next().unwrap_or_default();
    let lines = table.lines().skip(1);
    lines.map(move |line| Row { header, line })
}

impl Row {
    fn cell(&self, column: &str) -> &'static str {
        let at = self.header.split('\t').position(|it| it == column);
        at.and_then(|at| self.line.split('\t').nth(at))
            .unwrap_or_default()
    }

    fn names(&self) -> Names {
        Names {
            ja: self.cell("ja"),
            en: self.cell("en"),
            fr: self.cell("fr"),
            es: self.cell("es"),
        }
    }
}

/// The number of the row named in `cell`; none for an empty one.
fn row_named(ids: &HashMap<&str, usize>, cell: &str) -> Result<Option<usize>, String> {
    if cell.is_empty() {
        return Ok(None);
    }
    let row = ids.get(cell).copied();
    row.map(Some).ok_or_else(|| format!("no row {cell}"))
}

fn ids(table: &'static str) -> HashMap<&'static str, usize> {
    rows(table)
        .enumerate()
        .map(|(at, row)| (row.cell("id"), at))
        .collect()
}

fn compile() -> Result<Tables, String> {
    let opening_ids = ids(OPENINGS);
    let openings: Vec<Opening> = rows(OPENINGS)
        .map(|row| {
            compile_opening(&row, &opening_ids).map_err(|why| format!("{}: {why}", row.cell("id")))
        })
        .collect::<Result<_, _>>()?;
    let castle_ids = ids(CASTLES);
    let castles: Vec<Castle> = rows(CASTLES)
        .map(|row| {
            compile_castle(&row, &castle_ids).map_err(|why| format!("{}: {why}", row.cell("id")))
        })
        .collect::<Result<_, _>>()?;
    let castles_by_king = (0..Square::COUNT).map(|square| {
        let here = castles.iter().enumerate().filter(|(_, castle)| {
            let mut placements = castle.alternatives.iter();
            placements.any(|it| it.king_squares() >> square & 1 == 1)
        });
        here.fold(0, |set, (at, _)| set | 1 << at)
    });
    none_asks_for_itself(&openings)?;
    Ok(Tables {
        naming: naming(&openings),
        openings,
        castles_by_king: castles_by_king.collect(),
        castles,
    })
}

fn compile_opening(row: &Row, ids: &HashMap<&str, usize>) -> Result<Opening, String> {
    let priority = row.cell("priority");
    Ok(Opening {
        id: row.cell("id"),
        names: row.names(),
        recognised_by: row.cell("recognised_by"),
        example: row.cell("example_usi"),
        parent: row_named(ids, row.cell("parent"))?,
        priority: priority
            .parse()
            .map_err(|_| format!("no priority: {priority}"))?,
        joint: match row.cell("scope") {
            "joint" => true,
            "side" => false,
            other => return Err(format!("no scope: {other}")),
        },
        helper: row.cell("role") == "helper",
        rule: Rule::parse(row.cell("rule"), &|id| ids.get(id).copied())?,
    })
}

fn compile_castle(row: &Row, ids: &HashMap<&str, usize>) -> Result<Castle, String> {
    let placement = row.cell("placement");
    let alternatives = placement.split(" / ").map(Placement::parse);
    let role = row.cell("role");
    if !["", "transitional", "static_rook", "unmoved_king"].contains(&role) {
        return Err(format!("no role: {role}"));
    }
    Ok(Castle {
        id: row.cell("id"),
        names: row.names(),
        placement,
        parent: row_named(ids, row.cell("more_specific_than"))?,
        transitional: role == "transitional",
        static_only: role == "static_rook",
        sitting: role == "unmoved_king",
        alternatives: alternatives.collect::<Result<_, _>>()?,
    })
}

/// The rows that may name a game, as [`Tables`] has them.
fn naming(openings: &[Opening]) -> Vec<Vec<usize>> {
    let mut naming = vec![Vec::new(); openings.len() + 1];
    for (row, opening) in openings
        .iter()
        .enumerate()
        .filter(|(_, it)| it.priority > 0)
    {
        naming[opening.parent.map_or(0, |row| row + 1)].push(row);
    }
    for rows in &mut naming {
        rows.sort_by_key(|&row| std::cmp::Reverse((openings[row].priority, openings[row].id)));
    }
    naming
}

/// Makes sure that rules which ask for other rows never come back to themselves.
fn none_asks_for_itself(openings: &[Opening]) -> Result<(), String> {
    let mut settled: Vec<usize> = Vec::new();
    let mut left: Vec<usize> = (0..openings.len()).collect();
    while !left.is_empty() {
        let (ready, waiting): (Vec<usize>, Vec<usize>) = left
            .into_iter()
            .partition(|&row| openings[row].rule.needs().all(|it| settled.contains(&it)));
        if ready.is_empty() {
            return Err(format!("{} asks for itself", openings[waiting[0]].id));
        }
        settled.extend(ready);
        left = waiting;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_tables_compile_and_are_complete() {
        let tables = compile().unwrap();
        assert_eq!((tables.openings.len(), tables.castles.len()), (113, 80));
        assert_eq!((ids(OPENINGS).len(), ids(CASTLES).len()), (113, 80));
        for row in rows(OPENINGS).chain(rows(CASTLES)) {
            for column in ["ja", "en", "fr", "es"] {
                assert!(!row.cell(column).is_empty(), "{} {column}", row.cell("id"));
            }
        }
    }

    #[test]
    fn rows_that_ask_for_each_other_are_refused() {
        let mut openings = compile().unwrap().openings;
        let own = &|_: &str| Some(0);
        openings[0].rule = Rule::parse("is=double_static", own).unwrap();
        assert!(none_asks_for_itself(&openings).is_err());
    }
}
