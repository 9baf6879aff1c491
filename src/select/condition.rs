//! Conditions on the columns of `games`: `plies > 100 and (black ~ '羽生' or winner = draw)`.
//!
//! Comparisons are `= != < <= > >=`, `~` and `!~` (a regular expression), `in (a, b)`, `not in`, `is null`, `is not
//! null`; they are joined by `and`, `or`, `not` and brackets. Words with blanks or signs stand in quotation marks.
//! Only games for which the condition is true satisfy it.

use regex::Regex;

use super::Mistake;
use super::column::{GameColumn, NoColumn};
use super::expression::{Node, Reader, any};
use crate::record::HeaderKey;
use crate::shogi::Color;
use crate::tables::{GameRow, Value, value_text};

/// A condition.
#[derive(Debug)]
pub struct Filter(Node<Comparison>);

#[derive(Debug)]
struct Comparison {
    column: GameColumn,
    test: Test,
}

#[derive(Debug)]
enum Test {
    Is(Vec<String>),
    Less(String),
    Greater(String),
    Matches(Regex),
    Null,
}

impl Filter {
    /// Reads a condition.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn parse(text: &str) -> Result<Filter, Mistake> {
        Reader::read(text, comparison).map(Filter)
    }

    /// Whether a game satisfies it.
    pub fn holds(&self, row: &GameRow<'_>) -> bool {
        self.0.truth(&mut |it| it.truth(row)) == Some(true)
    }

    /// Whether the headers of a game are enough to tell.
    pub fn asks_headers_only(&self) -> bool {
        self.0.every(&mut |it| it.column.is_of_headers())
    }

    /// Whether openings and castles are asked for.
    pub fn asks_names(&self) -> bool {
        !self.0.every(&mut |it| !it.column.is_of_names())
    }
}

impl Comparison {
    fn truth(&self, row: &GameRow<'_>) -> Option<bool> {
        match self.column {
            // A game has two players: one of them is enough.
            GameColumn::Player => any(Color::BOTH.into_iter().map(|side| {
                let name = row.report.record.header(HeaderKey::of_player(side));
                self.test.truth(name.map_or(Value::Null, Value::Text))
            })),
            column => column.with(row, |value| self.test.truth(value)),
        }
    }
}

impl Test {
    fn truth(&self, value: Value<'_>) -> Option<bool> {
        if value == Value::Null {
            return matches!(self, Test::Null).then_some(true);
        }
        Some(match self {
            Test::Null => false,
            Test::Is(wanted) => wanted
                .iter()
                .any(|it| order(value, it).is_some_and(std::cmp::Ordering::is_eq)),
            Test::Less(than) => order(value, than).is_some_and(std::cmp::Ordering::is_lt),
            Test::Greater(than) => order(value, than).is_some_and(std::cmp::Ordering::is_gt),
            Test::Matches(pattern) => pattern.is_match(&value_text(value)),
        })
    }
}

#[allow(
    clippy::cast_precision_loss,
    reason = "what people write is a number of few digits"
)]
/// How a value compares with what was written: as numbers where both are, else as text.
fn order(value: Value<'_>, written: &str) -> Option<std::cmp::Ordering> {
    let number = match value {
        Value::Int(it) => Some(it as f64),
        Value::Real(it) => Some(it),
        _ => None,
    };
    match number {
        Some(number) => number.partial_cmp(&written.parse::<f64>().ok()?),
        None => Some(value_text(value).as_str().cmp(written)),
    }
}

/// Reads one comparison.
fn comparison(reader: &mut Reader) -> Result<Node<Comparison>, Mistake> {
    let name = reader.next("select.missing_column")?;
    let column = GameColumn::named(&name.text).map_err(|_| {
        let place = name.place.clone();
        Mistake::new(place, "select.no_column")
            .with("found", name.text.clone())
            .with("list", NoColumn::list())
    })?;
    let sign = reader.next("select.missing_comparison")?;
    let leaf = |test| Node::Leaf(Comparison { column, test });
    let without = |test| Node::Not(Box::new(leaf(test)));
    let or_equal = |word: String, test: fn(String) -> Test| {
        Node::Any(vec![leaf(Test::Is(vec![word.clone()])), leaf(test(word))])
    };
    let name = name.text.as_str();
    Ok(match sign.text.to_ascii_lowercase().as_str() {
        "is" => {
            let not = reader.take("not");
            reader.expect("null", "select.null_expected")?;
            match not {
                true => without(Test::Null),
                false => leaf(Test::Null),
            }
        }
        "in" => leaf(Test::Is(list(reader, name, column)?)),
        "not" if reader.take("in") => without(Test::Is(list(reader, name, column)?)),
        "=" | "==" => leaf(Test::Is(vec![value(reader, name, column)?])),
        "!=" | "<>" => without(Test::Is(vec![value(reader, name, column)?])),
        "<" => leaf(Test::Less(value(reader, name, column)?)),
        ">" => leaf(Test::Greater(value(reader, name, column)?)),
        "<=" => or_equal(value(reader, name, column)?, Test::Less),
        ">=" => or_equal(value(reader, name, column)?, Test::Greater),
        "~" => leaf(Test::Matches(pattern(reader)?)),
        "!~" => without(Test::Matches(pattern(reader)?)),
        _ => {
            let all = "= != < <= > >= ~ !~ in, not in, is null, is not null";
            return Err(sign.wrong("select.no_comparison").with("list", all));
        }
    })
}

/// What a column is compared with.
fn value(reader: &mut Reader, name: &str, column: GameColumn) -> Result<String, Mistake> {
    let word = reader.word()?;
    if word.is("null") {
        return Err(word.wrong("select.null_equal").with("column", name));
    }
    column
        .compares_with(&word.text)
        .map_err(|wanted| wanted.at(&word, name))?;
    Ok(word.text)
}

fn pattern(reader: &mut Reader) -> Result<Regex, Mistake> {
    let word = reader.word()?;
    Regex::new(&word.text).map_err(|_| word.wrong("select.no_regex"))
}

fn list(reader: &mut Reader, name: &str, column: GameColumn) -> Result<Vec<String>, Mistake> {
    reader.expect("(", "select.list_brackets")?;
    let mut words = vec![value(reader, name, column)?];
    while reader.take(",") {
        words.push(value(reader, name, column)?);
    }
    reader.expect(")", "select.open_bracket")?;
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examine::Examiner;
    use crate::notation::Game;
    use crate::opening::Classifier;
    use crate::replay::ReplayOptions;
    use crate::words::Lang;

    #[test]
    fn conditions_mean_what_they_say() {
        let bytes =
            "V2.2\nN+羽生 善治\nN-B\n$START_TIME:2024/02/29\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n"
                .as_bytes();
        let game = Game::whole("a.csa", bytes, Some(crate::record::Notation::Csa));
        let (mut examiner, mut classifier) = (Examiner::default(), Classifier::default());
        let report = examiner.examine(&game, ReplayOptions::default());
        let row = GameRow::new(&report, &mut classifier);
        for (text, holds) in [
            ("plies = 2", true),
            ("plies == 2.0 and plies >= 2 and plies <= 2", true),
            ("plies > 10 or winner = white", true),
            ("plies > 1 and winner = black", false),
            ("not (plies > 10 or winner = black)", true),
            ("black = '羽生 善治'", true),
            ("black ~ '^羽生'", true),
            ("black !~ 羽生", false),
            ("white != A", true),
            ("player = B and player ~ 善", true),
            ("player = C", false),
            ("opening is null", true),
            ("opening = yagura", false),
            ("opening != yagura", false),
            ("black is not null", true),
            ("format in (kif, csa)", true),
            ("date >= 2024-02-29 and date < 2024-03-01", true),
            ("month = 2024-02 and year = 2024", true),
            ("first_move = 7g7f", true),
            ("black_rating > 0", false),
            ("not not plies = 2", true),
            ("not opening = yagura", false),
            ("not opening != yagura", false),
            ("not opening in (yagura)", false),
            ("not opening is null", false),
            ("not black_rating > 0", false),
            ("not (opening = yagura and plies = 2)", false),
            ("not (opening = yagura and plies = 3)", true),
            ("not (opening = yagura or plies = 3)", false),
            ("opening = yagura or plies = 2", true),
            ("not (opening is null and opening = yagura)", false),
            ("player is not null and not player = C", true),
            ("not player = B", false),
            ("plies not in (1, 3) and opening not in (yagura)", false),
            ("plies not in (1, 3)", true),
            ("black = 'null'", false),
            ("start_time is null and date = 2024-02-29", true),
        ] {
            assert_eq!(Filter::parse(text).unwrap().holds(&row), holds, "{text}");
        }
    }

    #[test]
    fn what_is_no_condition_is_refused() {
        let deep = format!("{}plies = 1", "(".repeat(60));
        for text in [
            "",
            "plies",
            "plies =",
            "plies = 1 and",
            "nonsense = 1",
            "(plies = 1",
            "plies = 1)",
            "plies in 1",
            "plies in (1",
            "black ~ '('",
            "black = 'open",
            "plies is 1",
            "plies 1",
            "opening:0 = x",
            "plies = many",
            "plies > 1_000",
            "plies = nan",
            "black_rating < inf",
            "plies in (1, -infinity)",
            "legal_plies < plies",
            "plies in (1, two)",
            "black = null",
            "date >= 2024/01/01",
            "date > 2024",
            "month = 2024-4",
            "start_time < yesterday",
            "plies not = 1",
            "winner = 'sente'",
            "opening = jagura",
            "format in (kif, pgn)",
            "first_move = 7776FU",
            &deep,
        ] {
            assert!(Filter::parse(text).is_err(), "{text}");
        }
        for text in ["", " \t"] {
            let why = Filter::parse(text).unwrap_err();
            assert_eq!(why.headline(Lang::En), "nothing is asked for");
        }
        assert!(Filter::parse(&"not ".repeat(100_000)).is_err());
    }
}
