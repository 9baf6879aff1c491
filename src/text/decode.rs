//! Bytes into text, appended to a buffer that is used again and again, with a note of whatever was wrong with them.

use memchr::{memchr, memchr_iter, memmem};
use simdutf8::compat::from_utf8;

use super::Encoding;
use super::Span;
use super::detect::detect_thoroughly;
use super::encoding::{Decision, is_utf32};
use super::line_ends::{RawLines, mixed_line_end};

/// Something wrong with the bytes of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextProblem {
    /// What it is.
    pub kind: TextProblemKind,
    /// Where it shows in the decoded text.
    pub span: Span,
}

/// Kinds of [`TextProblem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextProblemKind {
    /// Bytes that are no text: U+FFFD stands for them (or NUL for itself).
    InvalidBytes(BadBytes),
    /// Lines in another encoding than the rest.
    OtherEncoding(Encoding),
    /// A byte order mark inside the file. It is left out.
    StrayBom,
    /// A private-use character: a sign of some machine's own (gaiji).
    PrivateUse(char),
    /// Line ends of several kinds; the first of a second kind.
    MixedLineEnds,
    /// The label in the first line names another encoding than the bytes have.
    LyingLabel(Encoding),
}

/// Up to four bytes of a run that does not decode, and how long the run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadBytes {
    first: [u8; 4],
    len: u32,
}

impl BadBytes {
    fn new(bytes: &[u8]) -> BadBytes {
        let mut first = [0; 4];
        let kept = bytes.len().min(4);
        first[..kept].copy_from_slice(&bytes[..kept]);
        BadBytes {
            first,
            len: bytes.len() as u32,
        }
    }
}

impl std::fmt::Display for BadBytes {
    /// As people write bytes: `82 A0`, with an ellipsis when there are more than four; a mark of UTF-32 is named.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kept = (self.len as usize).min(4);
        for (at, byte) in self.first[..kept].iter().enumerate() {
            let blank = if at == 0 { "" } else { " " };
            write!(f, "{blank}{byte:02X}")?;
        }
        f.write_str(match self.len {
            4 if is_utf32(&self.first) => " (UTF-32)",
            0..=4 => "",
            _ => " …",
        })
    }
}

/// Appends the text of `bytes` to `out`. Returns the decision that held in the end: the same one, unless the bytes
/// turned out to be something else. Problems are added in no special order.
pub fn decode(
    bytes: &[u8],
    decision: &Decision,
    out: &mut String,
    problems: &mut Vec<TextProblem>,
) -> Decision {
    if is_utf32(bytes) && !decision.forced {
        hole(&bytes[..4], out, problems);
        return *decision;
    }
    let start = out.len();
    let body = &bytes[decision.bom.min(bytes.len())..];
    let mut used = *decision;
    if used.damaged || !whole(body, &mut used, out, problems) {
        if !used.damaged && !used.forced {
            let second = detect_thoroughly(body, true);
            used.encoding = second.encoding;
            used.damaged = second.damaged;
        } else {
            used.damaged = true;
        }
        if used.encoding == Encoding::Ascii {
            // A user may call so what is none; UTF-8 is the same and more.
            used.encoding = Encoding::Utf8;
        }
        if used.damaged || !whole(body, &mut used, out, problems) {
            used.damaged = true;
            line_by_line(body, &used, out, problems);
        }
    }
    remark(start, &used, out, problems);
    used
}

/// Decodes everything in one encoding. Says no, and adds nothing, when that does not go.
fn whole(
    body: &[u8],
    used: &mut Decision,
    out: &mut String,
    problems: &mut Vec<TextProblem>,
) -> bool {
    let start = out.len();
    match used.encoding {
        Encoding::Ascii | Encoding::Utf8 => match from_utf8(body) {
            Ok(text) => {
                out.push_str(text);
                if !body.is_ascii() {
                    used.encoding = Encoding::Utf8;
                    leave_out_stray_marks(start, out, problems);
                }
            }
            // A character cut off at the end of the file.
            Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => {
                let (text, tail) = body.split_at(error.valid_up_to());
                let Ok(text) = std::str::from_utf8(text) else {
                    return false;
                };
                if text.is_ascii() {
                    return false;
                }
                out.push_str(text);
                leave_out_stray_marks(start, out, problems);
                hole(tail, out, problems);
            }
            Err(_) => return false,
        },
        Encoding::Iso2022Jp | Encoding::Utf16Le | Encoding::Utf16Be => {
            // Every line starts in ASCII, whatever state the line before ended in.
            for line in RawLines::new(body, used.encoding) {
                let mark = stray_marks(used.encoding, line);
                note_marks(mark, out, problems);
                with_holes(used.encoding, &line[mark..], out, problems);
            }
        }
        Encoding::ShiftJis | Encoding::EucJp => return strictly(used.encoding, body, out),
    }
    true
}

/// Decodes without holes, or not at all.
fn strictly(encoding: Encoding, bytes: &[u8], out: &mut String) -> bool {
    let start = out.len();
    let mut decoder = encoding.codec().new_decoder_without_bom_handling();
    let Some(room) = decoder.max_utf8_buffer_length_without_replacement(bytes.len()) else {
        return false;
    };
    out.reserve(room);
    let (result, _) = decoder.decode_to_string_without_replacement(bytes, out, true);
    let clean = result == encoding_rs::DecoderResult::InputEmpty;
    if !clean {
        out.truncate(start);
    }
    clean
}

/// Decodes with U+FFFD for what is no text; neighbouring bad sequences are one problem.
fn with_holes(encoding: Encoding, bytes: &[u8], out: &mut String, problems: &mut Vec<TextProblem>) {
    let mut decoder = encoding.codec().new_decoder_without_bom_handling();
    // Decoding into `out` itself would touch all its spare room, once for every line and every bad byte.
    let mut scratch = [0u8; 1024];
    let mut at = 0;
    // The bad run that has not ended yet: where it starts in the text, and its bytes.
    let mut run: Option<(usize, std::ops::Range<usize>)> = None;
    loop {
        let before = out.len();
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(&bytes[at..], &mut scratch, true);
        out.push_str(std::str::from_utf8(&scratch[..written]).unwrap_or_default());
        at += read;
        if out.len() > before
            && let Some((start, bad)) = run.take()
        {
            end_run(&bytes[bad], start, before, problems);
        }
        match result {
            encoding_rs::DecoderResult::Malformed(bad, after) => {
                let end = at.saturating_sub(usize::from(after));
                let start = end.saturating_sub(usize::from(bad));
                let (text, first) = run.map_or((out.len(), start), |(text, bad)| (text, bad.start));
                run = Some((text, first..end.max(first)));
                out.push(char::REPLACEMENT_CHARACTER);
            }
            encoding_rs::DecoderResult::OutputFull => {}
            encoding_rs::DecoderResult::InputEmpty => break,
        }
    }
    if let Some((start, bad)) = run {
        end_run(&bytes[bad], start, out.len(), problems);
    }
}

fn end_run(bytes: &[u8], start: usize, end: usize, problems: &mut Vec<TextProblem>) {
    problems.push(TextProblem {
        kind: TextProblemKind::InvalidBytes(BadBytes::new(bytes)),
        span: Span::new(start, end),
    });
}

fn hole(bytes: &[u8], out: &mut String, problems: &mut Vec<TextProblem>) {
    let start = out.len();
    out.push(char::REPLACEMENT_CHARACTER);
    end_run(bytes, start, out.len(), problems);
}

/// How one line of a damaged or glued text is read: as UTF-8 if it is that, else in the main encoding, else in one of
/// the other two, each only without holes; none when nothing fits. Before that, how many bytes of stray marks to skip.
pub(super) fn encoding_of_line(line: &[u8], main: &Decision) -> (usize, Option<Encoding>) {
    let tried = [
        Encoding::Utf8,
        main.encoding,
        Encoding::ShiftJis,
        Encoding::EucJp,
    ];
    let tried = if main.forced {
        &tried[1..2]
    } else {
        &tried[..]
    };
    let mark = stray_marks(Encoding::Utf8, line);
    let fits = tried.iter().copied().find(|it| it.decodes(&line[mark..]));
    match fits {
        // There, the bytes of the mark are a character and a half.
        Some(Encoding::EucJp) => (0, Encoding::EucJp.decodes(line).then_some(Encoding::EucJp)),
        _ => (mark, fits),
    }
}

/// How many bytes the marks at the start of a line take.
pub(super) fn stray_marks(encoding: Encoding, line: &[u8]) -> usize {
    let mark = encoding.bom();
    let mut len = 0;
    while !mark.is_empty() && line[len..].starts_with(mark) {
        len += mark.len();
    }
    len
}

fn note_marks(len: usize, out: &str, problems: &mut Vec<TextProblem>) {
    if len > 0 {
        problems.push(TextProblem {
            kind: TextProblemKind::StrayBom,
            span: Span::at(out.len()),
        });
    }
}

fn line_by_line(body: &[u8], main: &Decision, out: &mut String, problems: &mut Vec<TextProblem>) {
    // The lines in one other encoding that follow each other; lines of ASCII between them count as theirs.
    let mut foreign: Option<(Encoding, Span)> = None;
    for line in RawLines::new(body, main.encoding) {
        let start = out.len();
        let (mark, fits) = encoding_of_line(line, main);
        note_marks(mark, out, problems);
        let encoding = fits.unwrap_or(main.encoding);
        with_holes(encoding, &line[mark..], out, problems);
        if line.is_ascii() {
            continue;
        }
        let other = fits.filter(|&it| it != main.encoding);
        let here = Span::new(start, out.trim_end_matches(['\r', '\n']).len().max(start));
        foreign = match (foreign.take(), other) {
            (Some((encoding, span)), Some(other)) if encoding == other => {
                Some((encoding, span.to(here)))
            }
            (before, other) => {
                end_foreign(before, problems);
                other.map(|encoding| (encoding, here))
            }
        };
    }
    end_foreign(foreign, problems);
}

fn end_foreign(lines: Option<(Encoding, Span)>, problems: &mut Vec<TextProblem>) {
    if let Some((encoding, span)) = lines {
        problems.push(TextProblem {
            kind: TextProblemKind::OtherEncoding(encoding),
            span,
        });
    }
}

/// U+FEFF at the start of a line is the mark of a file that was glued to the one before.
const MARK: &str = "\u{FEFF}";

/// Removes the marks at line starts in `out[start..]`.
fn leave_out_stray_marks(start: usize, out: &mut String, problems: &mut Vec<TextProblem>) {
    if memmem::find(&out.as_bytes()[start..], MARK.as_bytes()).is_none() {
        return;
    }
    let text = out.split_off(start);
    for line in text.split_inclusive(['\r', '\n']) {
        let kept = line.trim_start_matches(MARK);
        if kept.len() < line.len() {
            problems.push(TextProblem {
                kind: TextProblemKind::StrayBom,
                span: Span::at(out.len()),
            });
        }
        out.push_str(kept);
    }
}

/// Notes what is odd about text that did decode.
fn remark(start: usize, used: &Decision, out: &str, problems: &mut Vec<TextProblem>) {
    let text = &out.as_bytes()[start..];
    let mut add = |kind, from: usize, to: usize| {
        problems.push(TextProblem {
            kind,
            span: Span::new(start + from, start + to),
        });
    };
    let mut next = 0;
    while let Some(at) = memchr(0, &text[next..]).map(|at| next + at) {
        let run = text[at..].iter().take_while(|&&byte| byte == 0).count();
        let bad = BadBytes::new(&text[at..at + run]);
        add(TextProblemKind::InvalidBytes(bad), at, at + run);
        next = at + run;
    }
    // U+E000 to U+EFFF, where the signs of old machines come out; no other character starts with this byte.
    let foreign = if used.encoding == Encoding::Ascii {
        &[]
    } else {
        text
    };
    for at in memchr_iter(0xEE, foreign) {
        if let Some(sign) = out[start + at..].chars().next() {
            add(TextProblemKind::PrivateUse(sign), at, at + sign.len_utf8());
        }
    }
    if let Some(end) = mixed_line_end(text) {
        add(TextProblemKind::MixedLineEnds, end.start, end.end);
    }
    if let (true, Some(label)) = (used.label_lies(), used.label) {
        let line = memchr::memchr2(b'\r', b'\n', text).unwrap_or(text.len());
        add(TextProblemKind::LyingLabel(label), 0, line);
    }
}
