//! Words, signs and brackets: what conditions on columns and on material have in common.
//!
//! The logic is that of SQL: what is not known is neither true nor false, which `not` does not change.

use std::ops::Range;

use super::Mistake;

/// Something that is true, false or unknown, put together from what is asked at its leaves.
#[derive(Debug)]
pub(super) enum Node<T> {
    All(Vec<Node<T>>),
    Any(Vec<Node<T>>),
    Not(Box<Node<T>>),
    Leaf(T),
}

impl<T> Node<T> {
    /// Whether it is true, if that is known.
    pub(super) fn truth(&self, ask: &mut impl FnMut(&T) -> Option<bool>) -> Option<bool> {
        match self {
            // All are true unless one is not.
            Node::All(nodes) => not(any(nodes.iter().map(|node| not(node.truth(ask))))),
            Node::Any(nodes) => any(nodes.iter().map(|node| node.truth(ask))),
            Node::Not(node) => not(node.truth(ask)),
            Node::Leaf(leaf) => ask(leaf),
        }
    }

    /// Whether it holds for every leaf.
    pub(super) fn every(&self, test: &mut impl FnMut(&T) -> bool) -> bool {
        match self {
            Node::All(nodes) | Node::Any(nodes) => nodes.iter().all(|node| node.every(test)),
            Node::Not(node) => node.every(test),
            Node::Leaf(leaf) => test(leaf),
        }
    }
}

fn not(truth: Option<bool>) -> Option<bool> {
    truth.map(|it| !it)
}

/// Whether one of several is true.
pub(super) fn any(truths: impl Iterator<Item = Option<bool>>) -> Option<bool> {
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

/// How deep brackets may be nested.
const DEPTH: u32 = 50;

/// The signs that stand for themselves, and end a word.
const SIGNS: &str = "()=!<>~,";

/// A word or a sign, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) text: String,
    pub(super) quoted: bool,
    pub(super) place: Range<usize>,
}

impl Token {
    /// Whether it is this word or sign.
    pub(super) fn is(&self, word: &str) -> bool {
        !self.quoted && self.text.eq_ignore_ascii_case(word)
    }

    /// Whether it is a sign.
    pub(super) fn is_sign(&self) -> bool {
        !self.quoted && self.text.starts_with(|it| SIGNS.contains(it))
    }

    /// A mistake at this token.
    pub(super) fn wrong(&self, key: &'static str) -> Mistake {
        Mistake::new(self.place.clone(), key).with("found", self.text.clone())
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, Mistake> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        let blank = text[at..].len() - text[at..].trim_start().len();
        at += blank;
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else {
            return Ok(tokens);
        };
        let quoted = matches!(first, '\'' | '"');
        let (len, inner) = if quoted {
            let end = rest[1..].find(first);
            let end = end.ok_or_else(|| Mistake::new(at..text.len(), "select.open_quote"))?;
            (end + 2, &rest[1..=end])
        } else if SIGNS.contains(first) {
            let double = ["==", "!=", "<=", ">=", "<>", "!~"];
            let two = rest.get(..2).filter(|it| double.contains(it));
            let sign = two.unwrap_or(&rest[..1]);
            (sign.len(), sign)
        } else {
            let ends = |it: char| it.is_whitespace() || SIGNS.contains(it) || "'\"".contains(it);
            let end = rest.find(ends).unwrap_or(rest.len());
            (end, &rest[..end])
        };
        tokens.push(Token {
            text: inner.to_owned(),
            quoted,
            place: at..at + len,
        });
        at += len;
    }
}

/// Reads an expression token by token.
pub(super) struct Reader {
    tokens: Vec<Token>,
    at: usize,
    end: usize,
}

impl Reader {
    /// Reads a whole text; `leaf` reads what stands between `and`, `or`, `not` and brackets.
    pub(super) fn read<T>(
        text: &str,
        mut leaf: impl FnMut(&mut Reader) -> Result<Node<T>, Mistake>,
    ) -> Result<Node<T>, Mistake> {
        let mut reader = Reader {
            tokens: tokens(text)?,
            at: 0,
            end: text.len(),
        };
        if reader.tokens.is_empty() {
            return Err(Mistake::new(0..0, "select.empty"));
        }
        let node = reader.any(0, &mut leaf)?;
        match reader.peek() {
            None => Ok(node),
            Some(token) => Err(token.wrong("select.unexpected")),
        }
    }

    /// The next token, which stays.
    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    /// The next token; without one, `missing` says what should stand there.
    pub(super) fn next(&mut self, missing: &'static str) -> Result<Token, Mistake> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token.ok_or_else(|| Mistake::new(self.end..self.end, missing))
    }

    /// The next token, which must be no sign.
    pub(super) fn word(&mut self) -> Result<Token, Mistake> {
        let token = self.next("select.missing_value")?;
        match token.is_sign() {
            true => Err(token.wrong("select.unexpected")),
            false => Ok(token),
        }
    }

    /// Takes the next token if it is this word.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|it| it.is(word));
        self.at += usize::from(found);
        found
    }

    /// Takes this sign, or says what is wrong where it is missing.
    pub(super) fn expect(&mut self, sign: &str, missing: &'static str) -> Result<(), Mistake> {
        if self.take(sign) {
            return Ok(());
        }
        Err(match self.peek() {
            Some(token) => token.wrong(missing),
            None => Mistake::new(self.end..self.end, missing),
        })
    }

    fn any<T>(
        &mut self,
        depth: u32,
        leaf: &mut impl FnMut(&mut Reader) -> Result<Node<T>, Mistake>,
    ) -> Result<Node<T>, Mistake> {
        let mut nodes = vec![self.all(depth, leaf)?];
        while self.take("or") {
            nodes.push(self.all(depth, leaf)?);
        }
        Ok(Node::Any(nodes))
    }

    fn all<T>(
        &mut self,
        depth: u32,
        leaf: &mut impl FnMut(&mut Reader) -> Result<Node<T>, Mistake>,
    ) -> Result<Node<T>, Mistake> {
        let mut nodes = vec![self.one(depth, leaf)?];
        while self.take("and") {
            nodes.push(self.one(depth, leaf)?);
        }
        Ok(Node::All(nodes))
    }

    fn one<T>(
        &mut self,
        depth: u32,
        leaf: &mut impl FnMut(&mut Reader) -> Result<Node<T>, Mistake>,
    ) -> Result<Node<T>, Mistake> {
        if let Some(token) = self.peek().filter(|_| depth > DEPTH) {
            return Err(token.wrong("select.too_deep"));
        }
        if self.take("not") {
            return Ok(Node::Not(Box::new(self.one(depth + 1, leaf)?)));
        }
        if self.take("(") {
            let node = self.any(depth + 1, leaf)?;
            self.expect(")", "select.open_bracket")?;
            return Ok(node);
        }
        leaf(self)
    }
}
