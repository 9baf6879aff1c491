//! Splits files into games in their undecoded bytes, as these come in: nothing is decoded twice, nothing is loaded
//! whole.

use std::ops::Range;

use memchr::memchr;

use super::detect::{detect, skip_remarks};
use super::game::longest;
use super::jkf::split::Objects;
use super::kif_family::split::Glued;
use super::shared::list;
use crate::record::Notation;
use crate::text::{
    Decision, Encoding, LineEnds, count_lines, decode, detect as detect_encoding, line_end_len,
};

/// Where a game lies in the bytes at hand, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The bytes of the buffer.
    pub range: Range<usize>,
    /// Which game of the file it is, from 1.
    pub index: u32,
    /// The line of the file where it starts, from 1.
    pub line: u32,
    /// The byte of the file where it starts, from 0.
    pub byte: u64,
    /// How it is encoded.
    pub decision: Decision,
    /// Its notation.
    pub notation: Option<Notation>,
}

/// Finds one game of a file after the other, in a buffer that is filled at its end and emptied at its start.
#[derive(Debug)]
pub struct Splitter {
    rule: Rule,
    notation: Option<Notation>,
    decision: Decision,
    /// Where the next game starts in the buffer.
    start: usize,
    /// Where to go on looking for its end.
    scan: usize,
    /// The line of `start`, from 1.
    line: u32,
    /// Lines from `start` to `scan`, for rules that look at every line.
    scanned_lines: u32,
    /// How many bytes of the file have left the buffer.
    gone: u64,
    /// How many games were found.
    index: u32,
    /// Within something too long, the rest of which is left out.
    skipping: bool,
    done: bool,
    /// A line of UTF-16 as UTF-8.
    scratch: String,
}

#[derive(Debug)]
enum Rule {
    /// A line that holds only a slash lies between games.
    Csa,
    /// Every line is a game.
    List,
    /// Lines that begin a second game.
    Glued(Glued),
    /// Objects, one after the other or in an array.
    Objects(Objects),
    /// One game.
    Whole,
    /// No record: the beginning is enough to say so.
    Nothing,
}

impl Rule {
    fn of(notation: Option<Notation>, decision: &Decision) -> Rule {
        match notation {
            Some(Notation::Csa) => Rule::Csa,
            Some(Notation::Sfen | Notation::Usi | Notation::Usen) => Rule::List,
            Some(Notation::Kif | Notation::Ki2 | Notation::Bod) => {
                Rule::Glued(Glued::new(decision.encoding))
            }
            Some(Notation::Jkf) if !decision.encoding.is_utf16() => {
                Rule::Objects(Objects::default())
            }
            Some(Notation::Jkf) => Rule::Whole,
            None => Rule::Nothing,
        }
    }
}

/// How much of a file below its first remarks is enough to tell what it is.
const ENOUGH: usize = 1 << 16;

/// What a rule found: where the game ends, and where the next one starts.
type End = (usize, usize);

impl Splitter {
    /// Creates a splitter for a file in a notation.
    pub fn new(notation: Option<Notation>, decision: &Decision) -> Splitter {
        Splitter {
            rule: Rule::of(notation, decision),
            notation,
            decision: *decision,
            start: 0,
            // A line-based rule meets the first line without its mark.
            scan: decision.bom,
            line: 1,
            scanned_lines: 0,
            gone: 0,
            index: 0,
            skipping: false,
            done: false,
            scratch: String::new(),
        }
    }

    /// The next game of the file, which has come in up to the end of `buffer`; `at_end` says that nothing follows.
    /// None when there is no more, or when more has to come in first.
    pub fn next(&mut self, buffer: &[u8], at_end: bool) -> Option<Section> {
        if matches!(self.rule, Rule::Nothing) && !self.done && !self.look_on(buffer, at_end) {
            return None;
        }
        while !self.done {
            let found = self.find_end(buffer, at_end);
            let Some((end, next)) = found else {
                if at_end {
                    self.done = true;
                    return self.last(buffer);
                }
                if self.skipping {
                    self.skip(buffer);
                    return None;
                }
                return self.cap(buffer);
            };
            let (start, line) = (self.start, self.line);
            self.line += match self.rule {
                Rule::Csa | Rule::Objects(_) | Rule::Whole | Rule::Nothing => {
                    count_lines(&buffer[start..next], self.decision.encoding) as u32
                }
                Rule::List | Rule::Glued(_) => self.scanned_lines,
            };
            (self.start, self.scan, self.scanned_lines) = (next, next, 0);
            if std::mem::take(&mut self.skipping) || !self.is_game(&buffer[start..end]) {
                continue;
            }
            // Only the beginning is handed on of what is too long, whether its end has come in or not.
            let end = end.min(start + longest(self.notation) + 1);
            return Some(self.section(buffer, start..end, line));
        }
        None
    }

    /// Where the bytes start that are still needed. They may be moved to the start of the buffer; the splitter counts
    /// on it.
    pub fn release(&mut self) -> usize {
        let free = self.start;
        self.gone += free as u64;
        self.scan -= free;
        self.start = 0;
        if let Rule::Glued(glued) = &mut self.rule {
            glued.leave_behind(free, 0);
        }
        free
    }

    /// Whether the rest of the file need not be read.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Looks for a record below the blanks and remarks with which a file begins; they may be all that was known of it.
    /// False when more has to come in first.
    fn look_on(&mut self, buffer: &[u8], at_end: bool) -> bool {
        let from = self.scan.min(buffer.len());
        let (len, met) = skip_remarks(&buffer[from..], self.decision.encoding);
        self.scan += len;
        let rest = buffer.get(self.scan..).unwrap_or_default();
        let enough = met && rest.len() >= ENOUGH;
        if !enough && !at_end && buffer.len() <= longest(self.notation) {
            return false;
        }
        if self.scan < ENOUGH {
            return true;
        }
        if self.decision.encoding == Encoding::Ascii && !self.decision.forced {
            self.decision.encoding = detect_encoding(rest, at_end).encoding;
        }
        self.notation = detect(rest, &self.decision.further(), None);
        self.rule = Rule::of(self.notation, &self.decision);
        self.scan = self.decision.bom;
        true
    }

    /// What remains at the end of the file: a game without an end mark, blanks, or a file without any game.
    fn last(&mut self, buffer: &[u8]) -> Option<Section> {
        let rest = self.start.min(buffer.len())..buffer.len();
        let is_game = !self.skipping && self.is_game(&buffer[rest.clone()]);
        let is_list = matches!(self.rule, Rule::List);
        let end = rest.end.min(rest.start + longest(self.notation) + 1);
        let wanted = (is_game && !is_list) || self.index == 0;
        wanted.then(|| self.section(buffer, rest.start..end, self.line))
    }

    /// Leaves out what came in of something too long, but for what has to be looked at again when more has come in.
    fn skip(&mut self, buffer: &[u8]) {
        let scan = self.scan.min(buffer.len());
        let looked_at = match &self.rule {
            // The headers of the next game may stand there already.
            Rule::Glued(glued) => glued.block_start().unwrap_or(scan),
            // Whether a slash ends the game depends on the beginning of its line.
            Rule::Csa if !is_shown_decoded(self.decision.encoding) => {
                let line_end = buffer[self.start..scan]
                    .iter()
                    .rposition(|it| matches!(it, b'\r' | b'\n'));
                line_end.map_or(self.start, |at| self.start + at + 1)
            }
            Rule::Csa | Rule::Objects(_) => scan,
            // The line itself is what is too long.
            Rule::List | Rule::Whole | Rule::Nothing => buffer.len(),
        };
        let mut to = looked_at;
        if buffer.len() - to > longest(self.notation) {
            to = buffer.len();
        }
        // An LF that follows belongs to the CR before it.
        to -= trailing_crs(&buffer[self.start..to], self.decision.encoding);
        let lines = count_lines(&buffer[self.start..to], self.decision.encoding) as u32;
        self.line += lines;
        self.scanned_lines = self.scanned_lines.saturating_sub(lines);
        if let Rule::Glued(glued) = &mut self.rule {
            glued.leave_behind(0, lines);
        }
        self.start = to;
        self.scan = match self.rule {
            Rule::List => to,
            _ => self.scan.max(to),
        };
    }

    /// The beginning of something that grows too long.
    fn cap(&mut self, buffer: &[u8]) -> Option<Section> {
        if matches!(self.rule, Rule::Nothing) {
            self.done = true;
            return Some(self.section(buffer, self.start..buffer.len(), self.line));
        }
        let end = self.start + longest(self.notation) + 1;
        if buffer.len() < end {
            return None;
        }
        self.skipping = true;
        if matches!(self.rule, Rule::List) && self.is_remark(&buffer[self.start..end]) {
            self.skip(buffer);
            return None;
        }
        Some(self.section(buffer, self.start..end, self.line))
    }

    fn section(&mut self, buffer: &[u8], range: Range<usize>, line: u32) -> Section {
        self.index += 1;
        let byte = self.gone + range.start as u64;
        let decision = if byte == 0 {
            self.decision
        } else {
            self.decision.further()
        };
        let notation = match self.rule {
            Rule::List => list::format_of_line(&buffer[range.clone()]).or(self.notation),
            _ => self.notation,
        };
        Section {
            range,
            index: self.index,
            line,
            byte,
            decision,
            notation,
        }
    }

    /// Whether a section holds anything: CSA may have sections of blanks and comments only.
    fn is_game(&self, section: &[u8]) -> bool {
        let section = self.without_mark(section);
        if self.decision.encoding.is_utf16() {
            let mut text = String::new();
            let plain = Decision::plain(self.decision.encoding);
            decode(section, &plain, &mut text, &mut Vec::new());
            return self.is_game_text(text.as_bytes());
        }
        self.is_game_text(section)
    }

    fn is_game_text(&self, section: &[u8]) -> bool {
        match self.rule {
            Rule::Csa => section
                .split(|it| matches!(it, b'\r' | b'\n'))
                .map(<[u8]>::trim_ascii_start)
                .any(|line| !line.is_empty() && line[0] != b'\''),
            Rule::List => !list::is_skipped(section),
            _ => self.index == 0 || !section.trim_ascii().is_empty(),
        }
    }

    /// Whether a line of a list, of which only the beginning may be there, is a remark.
    fn is_remark(&self, line: &[u8]) -> bool {
        // Enough to see past the blanks of any line that people write.
        let line = &line[..line.len().min(1 << 10)];
        if !self.decision.encoding.is_utf16() {
            return list::is_remark(self.without_mark(line));
        }
        let mut text = String::new();
        let plain = Decision::plain(self.decision.encoding);
        decode(line, &plain, &mut text, &mut Vec::new());
        list::is_remark(text.as_bytes())
    }

    /// A section without the byte order mark of its file.
    fn without_mark<'a>(&self, section: &'a [u8]) -> &'a [u8] {
        // A damaged file may have the mark of UTF-8 and another encoding.
        let mark = match self.decision.bom {
            0 => return section,
            3 => Encoding::Utf8.bom(),
            _ => self.decision.encoding.bom(),
        };
        section.strip_prefix(mark).unwrap_or(section)
    }

    fn find_end(&mut self, buffer: &[u8], at_end: bool) -> Option<End> {
        match &mut self.rule {
            Rule::Csa if !is_shown_decoded(self.decision.encoding) => {
                self.find_slash(buffer, at_end)
            }
            Rule::Objects(json) => {
                let start = json.find_start(&buffer[self.start..]);
                let open = trailing_crs(
                    &buffer[self.start..self.start + start],
                    self.decision.encoding,
                );
                let start = match at_end || self.start + start < buffer.len() {
                    true => start,
                    // An LF that follows belongs to the CR before it.
                    false => start - open,
                };
                if start > 0 {
                    let skipped = &buffer[self.start..self.start + start];
                    self.line += count_lines(skipped, self.decision.encoding) as u32;
                    self.start += start;
                    self.scan = self.scan.max(self.start);
                }
                if !at_end && self.scan == self.start && self.start + open == buffer.len() {
                    return None;
                }
                let end = json.find_end(buffer, at_end, self.start, &mut self.scan)?;
                Some((end, end))
            }
            Rule::Whole | Rule::Nothing => None,
            Rule::Csa | Rule::List | Rule::Glued(_) => self.find_line(buffer, at_end),
        }
    }

    /// A line that holds only a slash. Slashes are rare, so they are looked for first and their lines afterwards.
    fn find_slash(&mut self, buffer: &[u8], at_end: bool) -> Option<End> {
        while let Some(at) = memchr(b'/', buffer.get(self.scan..)?).map(|at| self.scan + at) {
            let is_blank = |it: &u8| matches!(it, b' ' | b'\t');
            let before = self.without_mark(&buffer[self.start..at]);
            let blanks = before.iter().rev().take_while(|it| is_blank(it)).count();
            let first = before.len() - blanks;
            let starts_line = first == 0 || matches!(before[first - 1], b'\r' | b'\n');
            if starts_line {
                let after = at
                    + 1
                    + buffer[at + 1..]
                        .iter()
                        .take_while(|it| is_blank(it))
                        .count();
                let rest = &buffer[after..];
                let next = match rest.first() {
                    // What follows decides how long the line end is.
                    _ if !at_end && rest.iter().all(|it| *it == b'\r') => return None,
                    None => Some(after),
                    Some(b'\r' | b'\n') => Some(after + line_end_len(rest)),
                    Some(_) => None,
                };
                if let Some(next) = next {
                    return Some((at - before.len() + first, next));
                }
            }
            self.scan = at + 1;
        }
        self.scan = buffer.len();
        None
    }

    /// Rules that look at one line after the other.
    fn find_line(&mut self, buffer: &[u8], at_end: bool) -> Option<End> {
        let encoding = self.decision.encoding;
        let from = self.scan.min(buffer.len());
        let rest = &buffer[from..];
        // What follows the last CRs decides whether each of them ends a line.
        let open = match at_end {
            true => rest.len(),
            false => rest.len() - trailing_crs(rest, encoding),
        };
        let mut ends = LineEnds::new(rest, encoding);
        loop {
            let line_start = self.scan;
            let (line_end, next) = match ends.next() {
                Some(end) if end.start >= open => return None,
                Some(end) => (from + end.start, from + end.end),
                None if at_end && line_start < buffer.len() => (buffer.len(), buffer.len()),
                None => return None,
            };
            let raw = &buffer[line_start..line_end];
            let line = if is_shown_decoded(encoding) {
                self.scratch.clear();
                decode(
                    raw,
                    &Decision::plain(encoding),
                    &mut self.scratch,
                    &mut Vec::new(),
                );
                self.scratch.as_bytes()
            } else {
                raw
            };
            match &mut self.rule {
                Rule::List => {
                    self.scanned_lines += 1;
                    self.scan = next;
                    // A blank line that is too long is told, for its end may be anything.
                    let short = line.len() <= longest(Some(Notation::Usi)) || list::is_remark(line);
                    if list::is_skipped(line) && short && !self.skipping {
                        self.line += std::mem::take(&mut self.scanned_lines);
                        self.start = next;
                        continue;
                    }
                    return Some((line_end, next));
                }
                Rule::Glued(glued) => {
                    if let Some(end) = glued.look_at(line, line_start, self.scanned_lines) {
                        // The line is met again as the first one of its game, or soon after it.
                        self.scanned_lines = end.lines;
                        return Some((end.at, end.at));
                    }
                }
                _ => {
                    if line.trim_ascii() == b"/" {
                        self.scan = next;
                        return Some((line_start, next));
                    }
                }
            }
            self.scanned_lines += 1;
            self.scan = next;
        }
    }
}

/// Whether the lines of an encoding are shown to the rules as UTF-8: a byte of theirs alone does not say what it is.
fn is_shown_decoded(encoding: Encoding) -> bool {
    encoding.is_utf16() || encoding == Encoding::Iso2022Jp
}

/// How many bytes the CRs take up with which some bytes end, and the byte of a character that is cut off behind them.
fn trailing_crs(bytes: &[u8], encoding: Encoding) -> usize {
    let crs = |units: &mut dyn Iterator<Item = bool>| units.take_while(|is_cr| *is_cr).count();
    match encoding {
        Encoding::Utf16Le | Encoding::Utf16Be => {
            let cr = match encoding {
                Encoding::Utf16Le => [b'\r', 0],
                _ => [0, b'\r'],
            };
            let whole = bytes.len() / 2 * 2;
            let units = bytes[..whole].chunks_exact(2).rev();
            2 * crs(&mut units.map(|unit| unit == cr)) + (bytes.len() - whole)
        }
        _ => crs(&mut bytes.iter().rev().map(|it| *it == b'\r')),
    }
}

#[cfg(test)]
mod tests;
