//! Conditions on the columns of `games`: `plies > 100 and (black ~ '羽生' or winner = draw)`.
//!
//! Comparisons are `= != < <= > >=`, `~` and `!~` (a regular expression), `in (a, b)`, `not in`, `is null`, `is not
//! null`; they are joined by `and`, `or`, `not` and brackets. Words with blanks or signs stand in quotation marks.
//!
//! The logic is that of SQL: a comparison with a value that is not there is neither true nor false, which `not` does not
//! change; only games for which the condition is true satisfy it.

use regex::Regex;

use super::column::GameColumn;
use super::summary::key_of;
use crate::shogi::Color;
use crate::tables::{GameRow, Value, value_text};

/// A condition.
#[derive(Debug)]
pub struct Filter(Node);

#[derive(Debug)]
enum Node {
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
    Compare(GameColumn, Test),
}

#[derive(Debug)]
enum Test {
    Is(Vec<String>),
    Less(String),
    Greater(String),
    Matches(Regex),
    Null,
}

/// How deep brackets may be nested.
const DEPTH: u32 = 50;

impl Filter {
    /// Reads a condition; the error says what is wrong with it.
    ///
    /// # Errors
    /// When it is no condition.
    pub fn parse(text: &str) -> Result<Filter, String> {
        let mut reader = Reader {
            tokens: tokens(text)?,
            at: 0,
        };
        if reader.tokens.is_empty() {
            return Err("the condition is empty".to_owned());
        }
        let node = reader.any(0)?;
        match reader.next() {
            None => Ok(Filter(node)),
            Some(token) => Err(format!("unexpected {}", token.text)),
        }
    }

    /// Whether a game satisfies it.
    pub fn holds(&self, row: &GameRow<'_>) -> bool {
        self.0.truth(row) == Some(true)
    }
}

/// Whether something is true, if that is known.
type Truth = Option<bool>;

fn not(truth: Truth) -> Truth {
    truth.map(|it| !it)
}

/// Whether one of several is true.
fn any(truths: impl Iterator<Item = Truth>) -> Truth {
    let mut any = Some(false);
    for truth in truths {
        match truth {
            Some(true) => return truth,
            Some(false) => {}
            None => any = None,
        }
    }
    any
}

impl Node {
    fn truth(&self, row: &GameRow<'_>) -> Truth {
        match self {
            // All are true unless one is not.
            Node::All(nodes) => not(any(nodes.iter().map(|node| not(node.truth(row))))),
            Node::Any(nodes) => any(nodes.iter().map(|node| node.truth(row))),
            Node::Not(node) => not(node.truth(row)),
            // A game has two players: one of them is enough.
            Node::Compare(GameColumn::Player, test) => any(Color::BOTH.into_iter().map(|side| {
                let name = row.report.record.header(key_of(side));
                test.truth(name.map_or(Value::Null, Value::Text))
            })),
            Node::Compare(column, test) => column.with(row, |value| test.truth(value)),
        }
    }
}

impl Test {
    fn truth(&self, value: Value<'_>) -> Truth {
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

#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    text: String,
    quoted: bool,
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (length, token) = match first {
            '\'' | '"' => {
                let end = rest[1..]
                    .find(first)
                    .ok_or("a quotation mark is not closed")?;
                (end + 2, rest[1..=end].to_owned())
            }
            '(' | ')' | ',' | '~' => (1, first.to_string()),
            '=' | '!' | '<' | '>' => {
                let two = rest
                    .get(..2)
                    .filter(|it| ["==", "!=", "<=", ">=", "<>", "!~"].contains(it));
                let sign = two.unwrap_or(&rest[..1]);
                (sign.len(), sign.to_owned())
            }
            _ => {
                let ends = |it: char| it.is_whitespace() || "()=!<>~,'\"".contains(it);
                let end = rest.find(ends).unwrap_or(rest.len());
                (end, rest[..end].to_owned())
            }
        };
        let quoted = matches!(first, '\'' | '"');
        tokens.push(Token {
            text: token,
            quoted,
        });
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
}

impl Reader {
    fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token
    }

    /// Takes the next token if it is this word.
    fn take(&mut self, word: &str) -> bool {
        let next = self.tokens.get(self.at);
        let found = next.is_some_and(|it| !it.quoted && it.text.eq_ignore_ascii_case(word));
        self.at += usize::from(found);
        found
    }

    fn any(&mut self, depth: u32) -> Result<Node, String> {
        let mut nodes = vec![self.all(depth)?];
        while self.take("or") {
            nodes.push(self.all(depth)?);
        }
        Ok(Node::Any(nodes))
    }

    fn all(&mut self, depth: u32) -> Result<Node, String> {
        let mut nodes = vec![self.one(depth)?];
        while self.take("and") {
            nodes.push(self.one(depth)?);
        }
        Ok(Node::All(nodes))
    }

    fn one(&mut self, depth: u32) -> Result<Node, String> {
        if depth > DEPTH {
            return Err("brackets are nested too deep".to_owned());
        }
        if self.take("not") {
            return Ok(Node::Not(Box::new(self.one(depth + 1)?)));
        }
        if self.take("(") {
            let node = self.any(depth + 1)?;
            return match self.take(")") {
                true => Ok(node),
                false => Err("a bracket is not closed".to_owned()),
            };
        }
        let name = self.next().ok_or("a column is missing at the end")?.text;
        let column = GameColumn::named(&name)?;
        self.test(&name, column)
    }

    fn test(&mut self, name: &str, column: GameColumn) -> Result<Node, String> {
        let sign = self
            .next()
            .ok_or("a comparison is missing at the end")?
            .text;
        let without = |test| Node::Not(Box::new(Node::Compare(column, test)));
        Ok(match sign.to_ascii_lowercase().as_str() {
            "is" => match (self.take("not"), self.take("null")) {
                (true, true) => without(Test::Null),
                (false, true) => Node::Compare(column, Test::Null),
                _ => return Err("expected null or not null".to_owned()),
            },
            "in" => Node::Compare(column, Test::Is(self.list(name, column)?)),
            "not" if self.take("in") => without(Test::Is(self.list(name, column)?)),
            "=" | "==" => Node::Compare(column, Test::Is(vec![self.value(name, column)?])),
            "!=" | "<>" => without(Test::Is(vec![self.value(name, column)?])),
            "<" => Node::Compare(column, Test::Less(self.value(name, column)?)),
            ">" => Node::Compare(column, Test::Greater(self.value(name, column)?)),
            "<=" => {
                let word = self.value(name, column)?;
                let equal = Node::Compare(column, Test::Is(vec![word.clone()]));
                Node::Any(vec![equal, Node::Compare(column, Test::Less(word))])
            }
            ">=" => {
                let word = self.value(name, column)?;
                let equal = Node::Compare(column, Test::Is(vec![word.clone()]));
                Node::Any(vec![equal, Node::Compare(column, Test::Greater(word))])
            }
            "~" => Node::Compare(column, Test::Matches(self.pattern()?)),
            "!~" => without(Test::Matches(self.pattern()?)),
            _ => return Err(format!("no comparison: {sign}")),
        })
    }

    fn word(&mut self) -> Result<String, String> {
        let token = self.next().ok_or("a value is missing at the end")?;
        let sign = !token.quoted && "()=!<>~,".contains(&token.text);
        if sign {
            Err(format!("unexpected {}", token.text))
        } else {
            Ok(token.text)
        }
    }

    /// What a column is compared with.
    fn value(&mut self, name: &str, column: GameColumn) -> Result<String, String> {
        let null = self.tokens.get(self.at);
        if null.is_some_and(|it| !it.quoted && it.text.eq_ignore_ascii_case("null")) {
            return Err(format!("nothing equals null; say {name} is null"));
        }
        let word = self.word()?;
        match column.compares_with(&word) {
            Ok(()) => Ok(word),
            Err(wanted) => Err(format!("{name} is compared with {wanted}, not with {word}")),
        }
    }

    fn pattern(&mut self) -> Result<Regex, String> {
        let pattern = self.word()?;
        Regex::new(&pattern).map_err(|_| format!("no regular expression: {pattern}"))
    }

    fn list(&mut self, name: &str, column: GameColumn) -> Result<Vec<String>, String> {
        if !self.take("(") {
            return Err("a list stands in brackets".to_owned());
        }
        let mut words = vec![self.value(name, column)?];
        while self.take(",") {
            words.push(self.value(name, column)?);
        }
        if self.take(")") {
            Ok(words)
        } else {
            Err("a bracket is not closed".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examine::Examiner;
    use crate::notation::Game;
    use crate::opening::Classifier;
    use crate::replay::ReplayOptions;

    #[test]
    fn conditions_mean_what_they_say() {
        let bytes =
            "V2.2\nN+羽生 善治\nN-B\n$START_TIME:2024/02/29\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n"
                .as_bytes();
        let game = Game::whole("a.csa", bytes, Some(crate::record::Format::Csa));
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
            &deep,
        ] {
            assert!(Filter::parse(text).is_err(), "{text}");
        }
        for text in ["", " \t"] {
            let why = Filter::parse(text).unwrap_err();
            assert_eq!(why, "the condition is empty");
        }
        assert!(Filter::parse(&"not ".repeat(100_000)).is_err());
    }
}
