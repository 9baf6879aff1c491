//! What is wrong with a text book.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use super::lines::Line;
use super::{BookMove, Content, Lines};
use crate::finding::{Code, Finding, Findings};
use crate::record::{Named, Record, Start};
use crate::replay;
use crate::shogi::{Move, Position};
use crate::text::Span;

/// A position of a book and its moves, of which something is wrong. A record of its lines, so that it is told as records are.
#[derive(Debug, Default)]
pub(crate) struct BadBlock {
    /// Which position of the book, from 1.
    pub index: u32,
    /// The line where it begins, from 1.
    pub line: u32,
    /// Where it begins, in bytes.
    pub byte: u64,
    /// Its lines, and the position.
    pub record: Record,
    /// What is wrong.
    pub findings: Findings,
}

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Checked {
    /// Positions.
    pub positions: u64,
    /// Positions of which something is wrong.
    pub bad: u64,
    /// How often a position stands behind one that belongs behind it.
    pub out_of_order: u64,
}

/// So many bytes of lines are kept of a position.
const LONGEST: usize = 1 << 20;

/// Looks at a book from end to end and tells of each position of which something is wrong.
///
/// # Errors
/// When it cannot be read, or `tell` fails.
pub(crate) fn check(
    path: &Path,
    tell: impl FnMut(&BadBlock) -> io::Result<()>,
) -> io::Result<Checked> {
    let open = || Ok::<_, io::Error>(Lines::new(BufReader::new(File::open(path)?)));
    let is_sorted = is_sorted(open()?)?;
    let mut lines = open()?;
    let mut checker = Checker {
        tell,
        block: BadBlock::default(),
        position: None,
        moves: Vec::new(),
        last: None,
        seen: (!is_sorted).then(HashSet::new),
        checked: Checked::default(),
    };
    checker.begin(1, 0);
    while let Some(line) = lines.next()? {
        checker.add(line)?;
    }
    checker.end()?;
    Ok(checker.checked)
}

/// Whether the positions are in the order of their lines.
fn is_sorted(mut lines: Lines<BufReader<File>>) -> io::Result<bool> {
    let mut last = String::new();
    while let Some(line) = lines.next()? {
        if matches!(line.content, Content::Position(_)) {
            if line.text < last.as_str() {
                return Ok(false);
            }
            line.text.clone_into(&mut last);
        }
    }
    Ok(true)
}

struct Checker<T> {
    tell: T,
    block: BadBlock,
    /// The position whose moves are read.
    position: Option<Position>,
    /// Those that were read.
    moves: Vec<Move>,
    /// The position before it and its line.
    last: Option<(Position, String)>,
    /// The keys of all positions, where they are out of order: else equal ones stand together.
    seen: Option<HashSet<u64>>,
    checked: Checked,
}

impl<T: FnMut(&BadBlock) -> io::Result<()>> Checker<T> {
    fn begin(&mut self, line: u64, byte: u64) {
        let block = &mut self.block;
        block.line = u32::try_from(line).unwrap_or(u32::MAX);
        block.byte = byte;
        block.record.clear();
        block.record.start = Start::Unknown;
        block.findings.clear();
    }

    /// Tells of the block that ends, if there is something to tell.
    fn end(&mut self) -> io::Result<()> {
        if self.block.findings.list().is_empty() {
            return Ok(());
        }
        self.checked.bad += 1;
        self.block.record.source_len = self.block.record.text.len();
        (self.tell)(&self.block)
    }

    fn add(&mut self, line: Line<'_>) -> io::Result<()> {
        let is_position = matches!(line.content, Content::Position(_) | Content::BadPosition);
        if is_position || self.block.record.text.len() > LONGEST {
            self.end()?;
            self.begin(line.number, line.start);
        }
        if is_position {
            self.checked.positions += 1;
            self.block.index = u32::try_from(self.checked.positions).unwrap_or(u32::MAX);
            self.position = None;
            self.moves.clear();
        }
        let span = self.block.record.add_text(line.text);
        self.block.record.text.push('\n');
        match line.content {
            Content::Comment => {}
            Content::Position(position) => self.position(*position, line.text, span),
            Content::BadPosition => {
                let finding = Finding::new(Code::BadSfen, span);
                self.block.findings.push(finding.found(line.text, "SFEN"));
            }
            Content::Move(it) => self.mv(&it, line.text, span),
            Content::Unread => self.unread(line.text, span),
        }
        Ok(())
    }

    fn unread(&mut self, text: &str, span: Span) {
        let finding = Finding::new(Code::BookLine, span);
        self.block
            .findings
            .push(finding.found(text, "move ponder score depth count"));
    }

    fn position(&mut self, position: Position, text: &str, span: Span) {
        self.block.record.start = Start::Setup(Box::new(position.setup()));
        let is_again = match (&mut self.seen, &self.last) {
            (Some(seen), _) => !seen.insert(position.key()),
            (None, Some((last, _))) => last.same_as(&position),
            (None, None) => false,
        };
        if is_again {
            let finding = Finding::new(Code::BookDuplicatePosition, span);
            self.block.findings.push(finding);
        }
        // Where a book is out of order, it is so all over: the first place is enough.
        let was_in_order = self.checked.out_of_order == 0;
        if let Some((_, last)) = &self.last
            && text < last.as_str()
        {
            self.checked.out_of_order += 1;
            if was_in_order {
                self.block
                    .findings
                    .push(Finding::new(Code::BookUnsorted, span));
            }
        }
        let mut line = self.last.take().map(|it| it.1).unwrap_or_default();
        text.clone_into(&mut line);
        self.last = Some((position.clone(), line));
        self.position = Some(position);
    }

    fn mv(&mut self, it: &BookMove, text: &str, span: Span) {
        let Some(position) = &self.position else {
            // The moves of a position that cannot be read are no further fault.
            if self.block.findings.list().is_empty() {
                self.unread(text, span);
            }
            return;
        };
        let usi = it.mv.usi().1;
        let span = Span::new(span.start as usize, span.start as usize + usi);
        if self.moves.contains(&it.mv) {
            self.block
                .findings
                .push(Finding::new(Code::BookDuplicateMove, span));
        } else if self.moves.len() < crate::shogi::MOST_MOVES {
            self.moves.push(it.mv);
        }
        if let Err(illegal) = position.judge(it.mv) {
            let finding = replay::broken(position, Some(it.mv), illegal, Named::Nothing);
            self.block.findings.push(finding.spanned(span));
        }
    }
}
