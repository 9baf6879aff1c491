//! The rule language of the opening table.
//!
//! Alternatives are separated by ` || `, clauses that must all hold by ` ; `; a clause may begin with `not `. Windows
//! of plies end with the game. The clauses:
//!
//! - `type=double_static|versus`: which kinds of rook meet.
//! - `rook=5|6`, `oprook=2`: own and opponent's rook class.
//! - `at[8-24] tokens`: after one ply of the window all tokens hold (see `placement.rs`).
//! - `mv[1-18] 2h5h|8h2b+x`, `omv[…] …`: the side, or its opponent, made one of the moves; `x`: it was a capture.
//! - `bx[3-32]`: the bishops are exchanged in the window.
//! - `is=id`, `opis=id`: another row holds for this side, or for the opponent.

use super::facts::{Facts, GameType, MoveCode, own_move};
use super::placement::Placement;
use super::plies::Plies;
use crate::shogi::{Color, Move};

/// What is known of the other rows of the table, which `is` and `opis` ask.
pub(super) trait OtherRows {
    /// Whether a row holds for a side.
    fn holds(&mut self, row: usize, side: Color, facts: &Facts) -> bool;
}

/// A compiled rule: one of the alternatives must hold with all its clauses.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    alternatives: Vec<Vec<Clause>>,
    gate: Gate,
}

/// What all alternatives ask of the rooks, so that most rules are passed over without a look at the moves. Each is a
/// set of bits: types of game, own classes, opponent's classes.
#[derive(Clone, Copy, Debug)]
struct Gate {
    types: u16,
    own: u16,
    opponent: u16,
}

impl Gate {
    /// What must hold besides the clauses of one alternative that say nothing of it.
    fn of(clauses: &[Clause]) -> Gate {
        let mut gate = Gate {
            types: u16::MAX,
            own: u16::MAX,
            opponent: u16::MAX,
        };
        for clause in clauses.iter().filter(|clause| !clause.negated) {
            match clause.test {
                Test::Type(types) => gate.types &= types,
                Test::Rook(classes) => gate.own &= classes,
                Test::OpponentRook(classes) => gate.opponent &= classes,
                _ => {}
            }
        }
        gate
    }

    fn or(self, other: Gate) -> Gate {
        Gate {
            types: self.types | other.types,
            own: self.own | other.own,
            opponent: self.opponent | other.opponent,
        }
    }

    #[inline]
    fn is_open(self, facts: &Facts, side: Color) -> bool {
        self.types >> facts.game_type() as u16 & 1 == 1
            && self.own >> facts.classes[side].file() & 1 == 1
            && self.opponent >> facts.classes[!side].file() & 1 == 1
    }
}

/// One demand on the game.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    negated: bool,
    test: Test,
    /// As it stands in the table.
    pub(super) text: String,
}

#[derive(Clone, Debug)]
enum Test {
    /// Bit n stands for the n-th type.
    Type(u16),
    /// Bit n stands for class n.
    Rook(u16),
    OpponentRook(u16),
    At(Plies, Placement),
    Moved(u32, u32, Vec<MovePattern>),
    OpponentMoved(u32, u32, Vec<MovePattern>),
    Exchange(u32, u32),
    Is(Vec<usize>),
    OpponentIs(Vec<usize>),
}

/// A move in the view of the side that makes it.
#[derive(Clone, Copy, Debug)]
struct MovePattern {
    mv: MoveCode,
    capture: bool,
}

impl Rule {
    /// Reads a rule; `row` gives the number of the row with an id.
    pub(super) fn parse(text: &str, row: &impl Fn(&str) -> Option<usize>) -> Result<Rule, String> {
        let alternative = |text: &str| text.split(" ; ").map(|it| Clause::parse(it, row)).collect();
        let alternatives: Result<Vec<Vec<Clause>>, String> =
            text.split(" || ").map(alternative).collect();
        let alternatives = alternatives?;
        let gates = alternatives.iter().map(|clauses| Gate::of(clauses));
        Ok(Rule {
            gate: gates.reduce(Gate::or).ok_or("an empty rule")?,
            alternatives,
        })
    }

    /// Whether the rule holds for `side`.
    pub(super) fn holds(&self, facts: &Facts, side: Color, others: &mut impl OtherRows) -> bool {
        self.gate.is_open(facts, side) && self.holding(facts, side, others).is_some()
    }

    /// The first alternative that holds for `side`.
    pub(super) fn holding(
        &self,
        facts: &Facts,
        side: Color,
        others: &mut impl OtherRows,
    ) -> Option<&[Clause]> {
        let found = self.alternatives.iter().find(|clauses| {
            clauses
                .iter()
                .all(|clause| clause.holds(facts, side, others))
        });
        found.map(Vec::as_slice)
    }

    /// The rows it asks for.
    pub(super) fn needs(&self) -> impl Iterator<Item = usize> {
        let clauses = self.alternatives.iter().flatten();
        clauses.flat_map(|clause| match &clause.test {
            Test::Is(rows) | Test::OpponentIs(rows) => rows.clone(),
            _ => Vec::new(),
        })
    }
}

impl Clause {
    fn parse(text: &str, row: &impl Fn(&str) -> Option<usize>) -> Result<Clause, String> {
        let (negated, body) = match text.strip_prefix("not ") {
            Some(body) => (true, body),
            None => (false, text),
        };
        Ok(Clause {
            negated,
            test: Test::parse(body.trim(), row)?,
            text: text.trim().to_owned(),
        })
    }

    #[inline]
    fn holds(&self, facts: &Facts, side: Color, others: &mut impl OtherRows) -> bool {
        let holds = match &self.test {
            Test::Type(types) => types >> facts.game_type() as u16 & 1 == 1,
            Test::Rook(classes) => classes >> facts.classes[side].file() & 1 == 1,
            Test::OpponentRook(classes) => classes >> facts.classes[!side].file() & 1 == 1,
            Test::Exchange(first, last) => facts
                .exchange
                .is_some_and(|ply| (*first..=*last).contains(&ply)),
            Test::Is(rows) => rows.iter().any(|&row| others.holds(row, side, facts)),
            Test::OpponentIs(rows) => rows.iter().any(|&row| others.holds(row, !side, facts)),
            _ => self.first_ply(facts, side).is_some(),
        };
        holds != self.negated
    }

    /// The ply that proves a clause on moves or squares; none for other clauses and for what did not happen.
    pub(super) fn proof(&self, facts: &Facts, side: Color) -> Option<u32> {
        self.first_ply(facts, side).filter(|_| !self.negated)
    }

    /// The rows, with their sides, that make an `is` or `opis` clause hold.
    pub(super) fn rows_held(
        &self,
        facts: &Facts,
        side: Color,
        others: &mut impl OtherRows,
    ) -> Vec<(usize, Color)> {
        let (rows, side) = match &self.test {
            Test::Is(rows) if !self.negated => (rows, side),
            Test::OpponentIs(rows) if !self.negated => (rows, !side),
            _ => return Vec::new(),
        };
        let held = rows.iter().filter(|&&row| others.holds(row, side, facts));
        held.map(|&row| (row, side)).collect()
    }

    /// The first ply at which an `at`, `mv`, `omv` or `bx` clause comes true, negation set aside.
    fn first_ply(&self, facts: &Facts, side: Color) -> Option<u32> {
        match &self.test {
            Test::At(window, placement) => {
                placement.plies(facts, side, *window & facts.within).first()
            }
            Test::Moved(first, last, patterns) => find_move(facts, side, *first, *last, patterns),
            Test::OpponentMoved(first, last, patterns) => {
                find_move(facts, !side, *first, *last, patterns)
            }
            Test::Exchange(first, last) => {
                facts.exchange.filter(|ply| (*first..=*last).contains(ply))
            }
            _ => None,
        }
    }
}

/// The ply in the window at which `side` made one of the moves.
fn find_move(
    facts: &Facts,
    side: Color,
    first: u32,
    last: u32,
    patterns: &[MovePattern],
) -> Option<u32> {
    let first = first.max(1);
    let moves = facts.moves();
    let moves = moves.get(first as usize - 1..moves.len().min(last as usize))?;
    let found = moves.iter().position(|made| {
        made.side == side
            && patterns
                .iter()
                .any(|it| it.mv == made.mv && (!it.capture || made.capture))
    });
    found.map(|at| first + at as u32)
}

impl Test {
    fn parse(text: &str, row: &impl Fn(&str) -> Option<usize>) -> Result<Test, String> {
        let bad = || format!("no clause: {text}");
        if let Some((name, values)) = text.split_once('=') {
            let rows = |values: &str| -> Result<Vec<usize>, String> {
                let found = values
                    .split('|')
                    .map(|id| row(id).ok_or(format!("no row {id}")));
                found.collect()
            };
            return Ok(match name {
                "type" => {
                    let mut types = 0;
                    for name in values.split('|') {
                        types |= 1 << GameType::of_name(name).ok_or_else(bad)? as u16;
                    }
                    Test::Type(types)
                }
                "rook" => Test::Rook(classes(values).ok_or_else(bad)?),
                "oprook" => Test::OpponentRook(classes(values).ok_or_else(bad)?),
                "is" => Test::Is(rows(values)?),
                "opis" => Test::OpponentIs(rows(values)?),
                _ => return Err(bad()),
            });
        }
        let (name, rest) = text.split_once('[').ok_or_else(bad)?;
        let (window, body) = rest.split_once(']').ok_or_else(bad)?;
        let (first, last) = window.split_once('-').ok_or_else(bad)?;
        let first = first.parse().map_err(|_| bad())?;
        let last = last.parse().map_err(|_| bad())?;
        let body = body.trim();
        if first > last {
            return Err(bad());
        }
        Ok(match name {
            "at" => Test::At(Plies::window(first, last), Placement::parse(body)?),
            "mv" => Test::Moved(first, last, patterns(body, Color::Black)?),
            "omv" => Test::OpponentMoved(first, last, patterns(body, Color::White)?),
            "bx" if body.is_empty() => Test::Exchange(first, last),
            _ => return Err(bad()),
        })
    }
}

/// `2|3|4` as bits.
fn classes(text: &str) -> Option<u16> {
    let mut bits = 0;
    for class in text.split('|') {
        let class: u16 = class.parse().ok()?;
        bits |= (2..=9).contains(&class).then(|| 1 << class)?;
    }
    Some(bits)
}

/// Moves separated by `|`, turned to the view of the side that makes them.
fn patterns(text: &str, maker: Color) -> Result<Vec<MovePattern>, String> {
    let pattern = |text: &str| {
        let (mv, capture) = match text.strip_suffix('x') {
            Some(mv) => (mv, true),
            None => (text, false),
        };
        let mv: Move = mv.parse().map_err(|_| format!("no move: {text}"))?;
        Ok(MovePattern {
            mv: MoveCode::of(own_move(mv, maker)),
            capture,
        })
    };
    text.split('|').map(pattern).collect()
}

#[cfg(test)]
mod tests {
    use super::super::fired::Fired;
    use super::*;
    use crate::shogi::{ByColor, Position};

    fn holds(rule: &str, moves: &str, side: Color) -> bool {
        let mut position = Position::startpos();
        let mut facts = Facts::default();
        facts.begin(&position);
        for mv in moves.split_whitespace() {
            let mv = mv.parse().unwrap();
            let played = position.play(mv).unwrap();
            facts.add(mv, played.piece, played.captured);
        }
        facts.finish();
        let mut fired = Fired::with(&[
            ByColor {
                black: true,
                white: false,
            },
            ByColor::default(),
        ]);
        let row = |id: &str| ["first", "second"].iter().position(|&it| it == id);
        Rule::parse(rule, &row)
            .unwrap()
            .holds(&facts, side, &mut fired)
    }

    #[test]
    fn clauses_mean_what_they_say() {
        let moves = "7g7f 3c3d 2h6h 8c8d 8h2b+ 3a2b";
        for (rule, black, white) in [
            ("type=versus", true, true),
            ("type=double_static|double_ranging", false, false),
            ("rook=6", true, false),
            ("oprook=6|7", false, true),
            ("at[1-6] P@7f", true, true),
            ("at[1-1] P@7f", true, false),
            ("at[7-9] P@7f", false, false),
            ("not at[7-9] P@7f", true, true),
            ("at[5-5] ohand:B ; not rook=6", false, true),
            ("at[5-5] hand:B ; not rook=6", false, false),
            ("at[5-5] ohand:B", false, true),
            ("mv[5-5] 8h2b+", true, false),
            ("mv[5-5] 8h2b+x", true, false),
            ("mv[5-5] 8h2b", false, false),
            ("mv[1-1] 7g7fx", false, false),
            ("omv[1-6] 3c3d", true, true),
            ("omv[1-1] 3c3d", false, true),
            ("omv[1-6] 3d3e", false, false),
            ("mv[2-2] 7g7f", false, true),
            ("bx[5-5]", true, true),
            ("bx[6-9]", false, false),
            ("is=first", true, false),
            ("opis=first", false, true),
            ("is=second|first", true, false),
            ("not is=second", true, true),
            ("rook=9 || rook=6", true, false),
        ] {
            assert_eq!(holds(rule, moves, Color::Black), black, "{rule}");
            assert_eq!(holds(rule, moves, Color::White), white, "{rule}");
        }
    }

    #[test]
    fn malformed_rules_are_refused() {
        for rule in [
            "",
            "type=",
            "type=odd",
            "rook=1",
            "rook=",
            "is=nowhere",
            "at[1-2]",
            "at[2-1] P@7f",
            "at[1] P@7f",
            "mv[1-2] 7g",
            "mv[1-2]",
            "bx[1-2] P@7f",
            "perhaps",
            "is=first ; ",
        ] {
            assert!(
                Rule::parse(rule, &|id| (id == "first").then_some(0)).is_err(),
                "{rule}"
            );
        }
    }
}
