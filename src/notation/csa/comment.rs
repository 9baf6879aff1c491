//! CSA comments: plain ones, which programs skip, `'*` for people, `'**` with a program's analysis, and what the servers
//! say in plain ones: floodgate's settings, rates and summary.

use super::detect::is_csa_line;
use super::endings;
use super::read::Reader;
use crate::finding::{Code, Finding};
use crate::record::{
    Analysis, Claim, Ending, EndingKind, Entry, HeaderKey, NodeId, Remark, RemarkKind,
};
use crate::shogi::Color;
use crate::text::Span;

/// The settings that floodgate writes as comments.
const SETTINGS: &[(&str, HeaderKey)] = &[
    ("'Max_Moves", HeaderKey::MaxMoves),
    ("'Increment", HeaderKey::Increment),
    ("'$END_TIME", HeaderKey::EndTime),
    ("'black_rate", HeaderKey::BlackRating),
    ("'white_rate", HeaderKey::WhiteRating),
];

/// How many colons of a summary are looked at: names and rates have few.
const MOST_PARTS: usize = 32;

impl Reader<'_> {
    /// Reads a line or statement that begins with an apostrophe.
    pub(super) fn comment(&mut self, line: Span) {
        let start = line.start as usize;
        let text = &self.text[line.range()];
        if text.starts_with("'**") {
            self.analysis(Span::new(start + 2, line.end as usize));
        } else if text.starts_with("'*") {
            self.remark(RemarkKind::Comment, Span::new(start + 2, line.end as usize));
        } else if let Some(rest) = text.strip_prefix("'summary:") {
            let span = Span::new(line.end as usize - rest.len(), line.end as usize);
            self.summary(span);
        } else {
            self.setting(line);
        }
    }

    /// Hangs a remark on the move, the ending or the start before it.
    pub(super) fn remark(&mut self, kind: RemarkKind, text: Span) {
        let node = self.last;
        self.record.remarks.push(Remark { node, kind, text });
    }

    /// `'** 30 -8384FU #1234`; the span begins at the second star. Before the first move it speaks of the start.
    pub(super) fn analysis(&mut self, span: Span) {
        let text = Span::new(span.start as usize + 1, span.end as usize);
        let readable = Analysis::is_readable(self.str(text));
        if !readable {
            // Behind a blank stands an evaluation; without one it is a starred comment: `'**評価値=159`.
            if self.str(text).starts_with([' ', '\t']) {
                let finding = Finding::new(Code::BadAnalysis, span);
                self.findings
                    .push(finding.found(self.str(text), "'** evaluation moves #nodes"));
            }
            self.remark(RemarkKind::Comment, span);
            return;
        }
        // The last analysis of a move counts; an earlier one becomes a comment, with its star.
        let earlier = self.analysis_at.replace(self.record.remarks.len());
        if let Some(remark) = earlier.and_then(|at| self.record.remarks.get_mut(at))
            && remark.node == self.last
            && remark.kind == RemarkKind::Analysis
        {
            remark.kind = RemarkKind::Comment;
            remark.text.start -= 1;
        }
        self.remark(RemarkKind::Analysis, text);
    }

    /// A setting or a rate; anything else tells programs nothing.
    fn setting(&mut self, line: Span) {
        let text = &self.text[line.range()];
        let known = text.split_once(':').and_then(|(name, value)| {
            let setting = SETTINGS.iter().find(|(it, _)| *it == name)?;
            Some((name, value, setting.1))
        });
        let Some((name, value, key)) = known else {
            // The label of the encoding is none of the record.
            if text.len() > 1 && !is_csa_line(text) {
                self.remark(
                    RemarkKind::Plain,
                    Span::new(line.start as usize + 1, line.end as usize),
                );
            }
            return;
        };
        let end = line.end as usize;
        let mut value = Span::new(end - value.len(), end);
        if matches!(key, HeaderKey::BlackRating | HeaderKey::WhiteRating) {
            // The id of the player stands before the rate and may hold anything.
            let id = self.str(value).rfind(':').map_or(0, |colon| colon + 1);
            value.start += id as u32;
        }
        let start = line.start as usize;
        let name = Span::new(start, start + name.len());
        let value = self.check_value(key, name, value);
        if self.seen & 1 << key as u32 == 0 {
            self.header(key, name, value);
        }
    }

    /// `'summary:<cause>:<black> win:<white> lose`: counts before the closing word.
    fn summary(&mut self, span: Span) {
        let text = &self.text[span.range()];
        let Some((cause, results)) = text.split_once(':') else {
            return;
        };
        let Some((black, white)) = self.results(results) else {
            return;
        };
        let winner = match (black, white) {
            (Outcome::Win, Outcome::Lose) => Some(Color::Black),
            (Outcome::Lose, Outcome::Win) => Some(Color::White),
            _ => None,
        };
        let claim = match (winner, black, white) {
            (Some(color), ..) => Claim::Side(color),
            (None, Outcome::Draw, Outcome::Draw) => Claim::Draw,
            _ => Claim::Nobody,
        };
        let Some(kind) = endings::of_summary(cause, winner) else {
            return;
        };
        self.begin(None, None);
        let line = Span::new(span.start as usize - "'summary:".len(), span.end as usize);
        if let Some(node) = self.ended {
            self.compare_summary(node, kind, claim, line);
        } else {
            let ending = Ending {
                kind,
                claim,
                summary: None,
            };
            let node = self.end(ending, line);
            self.findings
                .push(Finding::new(Code::SummaryUsed, line).at(node, node.index() as u32));
        }
    }

    /// Lets the summary correct the ending that the closing word told.
    fn compare_summary(&mut self, node: NodeId, kind: EndingKind, claim: Claim, line: Span) {
        let mover = self.mover(node);
        let Entry::End(ending) = &mut self.record.tree.node_mut(node).entry else {
            return;
        };
        // Whose move was illegal is for the rules to say: the word stands behind the move or in its place.
        let is_foul = kind == EndingKind::IllegalMove && ending.kind == kind;
        let differs = ending.claim.winner(mover) != claim.winner(mover)
            || (ending.claim == Claim::Draw) != (claim == Claim::Draw);
        let conflict = differs && !is_foul;
        let changed = ending.kind != kind && kind != EndingKind::Other;
        if changed {
            ending.kind = kind;
        }
        if differs {
            ending.claim = claim;
        }
        let ply = node.index() as u32;
        if conflict {
            self.findings
                .push(Finding::new(Code::SummaryOverrides, line).at(node, ply));
        } else if changed {
            self.findings
                .push(Finding::new(Code::SummaryUsed, line).at(node, ply));
        }
    }

    /// The outcomes of Black and White in `<name> win:<name> lose`, behind which 81Dojo writes more. Names may hold
    /// blanks and colons, and before May 2008 the side to move stood first, so the names in the header decide; only
    /// where they do not, the place.
    fn results(&self, text: &str) -> Option<(Outcome, Outcome)> {
        let mut by_place = None;
        let ends = text
            .match_indices(':')
            .map(|(at, _)| at)
            .chain([text.len()]);
        for end in ends.take(MOST_PARTS) {
            let Some(second) = Outcome::of(&text[..end]) else {
                continue;
            };
            for (at, _) in text[..end].match_indices(':').take(MOST_PARTS) {
                let (one, other) = (&text[..at], &text[at + 1..end]);
                let Some(first) = Outcome::of(one) else {
                    continue;
                };
                let named = |key, part| self.is_named(key, part);
                if named(HeaderKey::Black, one) && named(HeaderKey::White, other) {
                    return Some((first, second));
                }
                if named(HeaderKey::White, one) && named(HeaderKey::Black, other) {
                    return Some((second, first));
                }
                if end == text.len() {
                    by_place = by_place.or(Some((first, second)));
                }
            }
        }
        by_place
    }

    /// Whether `<name> win` begins with the player's name.
    fn is_named(&self, key: HeaderKey, text: &str) -> bool {
        let name = text.rsplit_once(' ').map(|(name, _)| name);
        name.is_some() && name == self.header_value(key)
    }
}

/// What a game was for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Win,
    Lose,
    Draw,
}

impl Outcome {
    /// The outcome at the end of `<name> win`.
    fn of(text: &str) -> Option<Outcome> {
        const WORDS: [(&str, Outcome); 3] = [
            (" win", Outcome::Win),
            (" lose", Outcome::Lose),
            (" draw", Outcome::Draw),
        ];
        let row = WORDS.iter().find(|(word, _)| text.ends_with(word))?;
        Some(row.1)
    }
}
