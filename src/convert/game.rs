//! One game into the bytes of another notation, and what that costs as findings.

use crate::finding::{Code, Fact, FactName, Finding, Findings, Severity};
use crate::notation::{self, CsaVersion, WriteOptions, holds};
use crate::record::{Notation, Record};
use crate::replay::Replay;
use crate::text::{Encoded, Encoding, Span, Unmappable, encode};

/// What to make of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The notation.
    pub notation: Notation,
    /// How it is written; its encoding is that of the bytes.
    pub write: WriteOptions,
    /// Line ends; by default CRLF for `Shift_JIS` and LF for everything else.
    pub line_end: Option<LineEnd>,
    /// Begin with a byte order mark.
    pub bom: bool,
    /// What becomes of a character that the encoding lacks.
    pub unmappable: OnUnmappable,
}

/// A line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// As on Unix.
    Lf,
    /// As on Windows.
    CrLf,
}

/// What becomes of a character that the encoding lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnUnmappable {
    /// The record is refused.
    #[default]
    Refuse,
    /// It becomes 〓.
    Geta,
    /// The whole is written in UTF-8 instead.
    Utf8,
}

impl Target {
    /// A target with everything as usual.
    pub fn new(notation: Notation) -> Target {
        Target {
            notation,
            write: WriteOptions::default(),
            line_end: None,
            bom: false,
            unmappable: OnUnmappable::default(),
        }
    }

    /// The line end for text in an encoding.
    pub fn line_end(&self, encoding: Encoding) -> LineEnd {
        let usual = match encoding {
            Encoding::ShiftJis => LineEnd::CrLf,
            _ => LineEnd::Lf,
        };
        self.line_end.unwrap_or(usual)
    }
}

/// Converts games one after the other, in buffers that are used again.
#[derive(Debug, Default)]
pub struct Converter {
    text: String,
    windows: String,
    bytes: Vec<u8>,
    findings: Findings,
}

/// A converted game.
#[derive(Clone, Copy, Debug)]
pub struct Converted<'a> {
    /// The game in its new notation, without a byte order mark; none when it was refused.
    pub bytes: Option<&'a [u8]>,
    /// The encoding of the bytes.
    pub encoding: Encoding,
    /// What was lost or replaced, and why a game was refused.
    pub findings: &'a [Finding],
}

impl Converter {
    /// Converts a record that has been replayed, its variations too if the notation has them.
    pub fn convert(&mut self, record: &Record, replay: &Replay, target: &Target) -> Converted<'_> {
        self.findings.clear();
        let mut encoding = target.write.encoding;
        let mut unmappable = self.write(record, replay, target, encoding);
        if !unmappable.is_empty() && target.unmappable == OnUnmappable::Utf8 {
            self.findings.clear();
            encoding = Encoding::Utf8;
            let _ = self.write(record, replay, target, encoding);
        }
        let refused = !unmappable.is_empty() && target.unmappable == OnUnmappable::Refuse;
        if refused {
            // Nothing was written, so nothing was lost on the way.
            self.findings.clear();
        }
        unmappable.sort_unstable();
        for (sign, count) in counted(&unmappable) {
            let finding = about_character(record, sign, count, target.write.encoding);
            let severity = if refused {
                Severity::Error
            } else {
                Severity::Warning
            };
            self.findings.push(finding.severity(severity));
        }
        if let Some(plies) = Converter::too_short(replay, target) {
            self.findings.clear();
            let finding = Finding::new(Code::NoSuchPly, Span::default());
            self.findings
                .push(finding.with(FactName::Count, Fact::Number(i64::from(plies))));
            return Converted {
                bytes: None,
                encoding,
                findings: self.findings.list(),
            };
        }
        // Without a start position the moves are not known; headers alone would pass for a game from the even start.
        let written = !refused && replay.start().is_some();
        Converted {
            bytes: written.then_some(&self.bytes[..]),
            encoding,
            findings: self.findings.list(),
        }
    }

    /// How many moves there are, if they are fewer than a notation of one position was asked for.
    fn too_short(replay: &Replay, target: &Target) -> Option<u32> {
        let one_position = !holds(target.notation, CsaVersion::V30).moves;
        let wanted = target.write.ply.filter(|_| one_position)?;
        (wanted > replay.plies()).then_some(replay.plies())
    }

    /// Writes the record into `bytes`. Returns the characters that the encoding lacks.
    fn write(
        &mut self,
        record: &Record,
        replay: &Replay,
        target: &Target,
        encoding: Encoding,
    ) -> Vec<char> {
        let options = WriteOptions {
            encoding,
            ..target.write
        };
        self.text.clear();
        notation::write(
            target.notation,
            record,
            replay,
            &options,
            &mut self.text,
            &mut self.findings,
        );
        let text = match target.line_end(encoding) {
            LineEnd::Lf => &self.text,
            LineEnd::CrLf => {
                self.windows.clear();
                let mut from = 0;
                for end in memchr::memchr_iter(b'\n', self.text.as_bytes()) {
                    self.windows.push_str(&self.text[from..end]);
                    self.windows.push_str("\r\n");
                    from = end + 1;
                }
                self.windows.push_str(&self.text[from..]);
                &self.windows
            }
        };
        self.bytes.clear();
        let policy = match target.unmappable {
            OnUnmappable::Geta => Unmappable::Geta,
            OnUnmappable::Refuse | OnUnmappable::Utf8 => Unmappable::Refuse,
        };
        let Encoded {
            unmappable,
            replaced,
        } = encode(text, encoding, policy, &mut self.bytes);
        if !replaced.is_empty() {
            let mut signs: Vec<char> = replaced.into_iter().map(|(_, sign)| sign).collect();
            let count = u32::try_from(signs.len()).unwrap_or(u32::MAX);
            signs.sort_unstable();
            signs.dedup();
            let span = find(record, signs[0]);
            let items: String = signs.iter().flat_map(|&sign| [sign, ' ']).collect();
            let finding = Finding::new(Code::ReplacedCharacters, span)
                .with(FactName::Count, Fact::Number(i64::from(count)))
                .with(FactName::Items, Fact::Text(items.trim_end().to_owned()))
                .with(FactName::Encoding, Fact::Text(encoding.name().to_owned()));
            self.findings.push(finding);
        }
        unmappable.into_iter().map(|(_, sign)| sign).collect()
    }
}

/// Each character once, with how often it occurs; `sorted` is in order.
fn counted(sorted: &[char]) -> impl Iterator<Item = (char, u32)> + '_ {
    let runs = sorted.chunk_by(|a, b| a == b);
    runs.map(|run| (run[0], u32::try_from(run.len()).unwrap_or(u32::MAX)))
}

/// Where a character stands in the source first.
fn find(record: &Record, sign: char) -> Span {
    let source = &record.text[..record.source_len];
    let at = source.find(sign);
    at.map_or(Span::default(), |at| Span::new(at, at + sign.len_utf8()))
}

/// The finding for a character that the encoding lacks.
fn about_character(record: &Record, sign: char, count: u32, encoding: Encoding) -> Finding {
    let span = find(record, sign);
    let finding = Finding::new(Code::UnmappableCharacter, span)
        .with(FactName::Found, Fact::Text(sign.to_string()))
        .with(
            FactName::Number,
            Fact::Text(format!("U+{:04X}", u32::from(sign))),
        )
        .with(FactName::Encoding, Fact::Text(encoding.name().to_owned()))
        .with(FactName::Count, Fact::Number(i64::from(count)));
    let remark = record
        .remarks
        .iter()
        .find(|it| it.text.start <= span.start && span.end <= it.text.end && !span.is_empty());
    match remark {
        Some(remark) => finding.at(remark.node, record.tree.depth(remark.node)),
        None => finding,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::ReplayOptions;

    fn convert(text: &str, from: Notation, target: &Target) -> (Option<String>, Vec<&'static str>) {
        let mut record = Record {
            text: text.to_owned(),
            source_len: text.len(),
            ..Record::default()
        };
        let mut findings = Findings::default();
        notation::read(from, &mut record, &mut findings);
        let mut replay = Replay::default();
        replay.run(&record, ReplayOptions::default(), &mut findings);
        let mut converter = Converter::default();
        let converted = converter.convert(&record, &replay, target);
        let bytes = converted.bytes.map(|bytes| match converted.encoding {
            Encoding::ShiftJis => encoding_rs::SHIFT_JIS.decode(bytes).0.into_owned(),
            _ => String::from_utf8(bytes.to_vec()).expect("UTF-8"),
        });
        let names = converted.findings.iter().map(|it| it.code.name()).collect();
        (bytes, names)
    }

    #[test]
    fn from_csa_to_usi_with_every_loss_told() {
        let text = "V2.2\nN+A\nPI\n+\n'*c\n+7776FU\nT1\n-3334FU\nT2\n%TORYO\n";
        let (out, lost) = convert(text, Notation::Csa, &Target::new(Notation::Usi));
        assert_eq!(out.as_deref(), Some("position startpos moves 7g7f 3c3d\n"));
        assert_eq!(
            lost,
            ["lost_headers", "lost_comments", "lost_times", "lost_ending"]
        );
    }

    #[test]
    fn a_ply_that_was_not_played_has_no_position() {
        let mut target = Target::new(Notation::Sfen);
        target.write.ply = Some(1);
        let (out, lost) = convert("startpos moves 7g7f 3c3d", Notation::Usi, &target);
        assert!(out.is_some_and(|it| it.ends_with(" w - 2\n")));
        assert_eq!(lost, ["lost_position"]);
        target.write.ply = Some(3);
        let (out, lost) = convert("startpos moves 7g7f 3c3d", Notation::Usi, &target);
        assert_eq!((out, lost), (None, vec!["no_such_ply"]));
    }

    #[test]
    fn windows_line_ends_on_request() {
        let target = Target {
            line_end: Some(LineEnd::CrLf),
            ..Target::new(Notation::Sfen)
        };
        let (out, _) = convert("startpos moves 7g7f 3c3d", Notation::Usi, &target);
        let sfen = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3\r\n";
        assert_eq!(out.as_deref(), Some(sfen));
    }
}
