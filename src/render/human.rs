//! Findings for people: the line of the file with a mark under the very place, notes and the cure.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::{Judged, Located};
use crate::finding::{Code, Severity, quote};
use crate::text::{one_for_one, visible};
use crate::words::{self, Lang};

/// Renders findings for people.
#[derive(Debug)]
pub struct Human {
    lang: Lang,
    renderer: Renderer,
}

impl Human {
    /// For readers of a language, with colours (the writer takes them out where they are not wanted).
    pub fn new(lang: Lang) -> Human {
        Human {
            lang,
            renderer: Renderer::styled(),
        }
    }

    /// The findings of one game, each followed by a blank line.
    pub fn findings(&self, judged: &Judged<'_>) -> Vec<(Code, String)> {
        let located = judged.located();
        located
            .map(|located| {
                let text = self.finding(judged, &located) + "\n\n";
                (located.finding.code, text)
            })
            .collect()
    }

    /// How many findings of the game are left out, if any.
    pub fn left_out(&self, judged: &Judged<'_>) -> Option<String> {
        if judged.untold == 0 {
            return None;
        }
        let row = words::text(self.lang, "cli.more_of_game");
        let line = words::fill(row, |name| match name {
            "path" => Some(visible(judged.report.game.file).into_owned()),
            "count" => Some(judged.untold.to_string()),
            _ => None,
        });
        Some(line + "\n\n")
    }

    fn finding(&self, judged: &Judged<'_>, located: &Located<'_>) -> String {
        let message = located.message(judged, self.lang);
        let mut title = message.headline;
        if !located.quoted.is_empty() {
            title.push_str(": ");
            title.push_str(&quote(self.lang, &located.quoted));
        }
        let title = visible(&title);
        let label = visible(&message.label);
        let path = visible(judged.report.game.file);
        let code = located.code();
        let (line, column) = (located.place.line as usize, located.place.column as usize);
        let level = self.level(located.finding.severity);
        let mut group = Group::with_title(level.primary_title(title).id(&code));
        let excerpt = Excerpt::of(judged, located);
        let mut notes = Vec::new();
        match &excerpt {
            Some(excerpt) => {
                let mark = AnnotationKind::Primary.span(excerpt.mark.clone());
                let snippet = Snippet::source(excerpt.text.as_str())
                    .line_start(line)
                    .path(path.as_ref());
                group = group.element(snippet.annotation(mark.label(label)));
            }
            None => {
                let origin = Origin::path(path.as_ref()).line(line);
                group = group.element(origin.char_column(column));
                notes.push(message.label.clone());
            }
        }
        notes.extend(message.notes);
        for note in &notes {
            let level = Level::NOTE.with_name(words::text(self.lang, "cli.note"));
            group = group.element(level.message(visible(note)));
        }
        if let Some(help) = &message.help {
            let level = Level::HELP.with_name(words::text(self.lang, "cli.help"));
            group = group.element(level.message(visible(help)));
        }
        let text = self.renderer.render(&[group]);
        // The renderer counts columns in the excerpt, which may begin in the middle of its line.
        match excerpt.map(|it| it.column) {
            Some(shown) if shown != column => text.replacen(
                &format!("{path}:{line}:{shown}"),
                &format!("{path}:{line}:{column}"),
                1,
            ),
            _ => text,
        }
    }

    fn level(&self, severity: Severity) -> Level<'static> {
        match severity {
            Severity::Error => Level::ERROR.with_name(words::text(self.lang, "cli.error")),
            Severity::Warning => Level::WARNING.with_name(words::text(self.lang, "cli.warning")),
            Severity::Note => Level::NOTE.with_name(words::text(self.lang, "cli.note")),
        }
    }
}

/// The line of a finding, or the part of a long line around it.
struct Excerpt {
    text: String,
    /// What is marked, in bytes of `text`.
    mark: Range<usize>,
    /// The column of the mark in `text`, from 1.
    column: usize,
}

impl Excerpt {
    /// How many characters are shown at most on each side of a place.
    const BEFORE: usize = 60;
    const AFTER: usize = 120;

    /// The excerpt for a finding; none where it concerns the record as a whole.
    fn of(judged: &Judged<'_>, located: &Located<'_>) -> Option<Excerpt> {
        let span = located.finding.span;
        let record = judged.report.record;
        let source = &record.text[..record.source_len];
        let start = (span.start as usize).min(source.len());
        if span.is_empty() && start == 0 {
            return None;
        }
        let is_end = |character| character == '\n' || character == '\r';
        let line_start = source[..start].rfind(is_end).map_or(0, |at| at + 1);
        let before = &source[line_start..start];
        let before = match before.char_indices().rev().nth(Excerpt::BEFORE) {
            None => before,
            Some((cut, _)) => &before[cut..],
        };
        let rest = source[start..].split(is_end).next().unwrap_or_default();
        let rest = match rest.char_indices().nth(Excerpt::AFTER) {
            None => rest,
            Some((cut, _)) => &rest[..cut],
        };
        let marked = (span.end.saturating_sub(span.start) as usize).min(rest.len());
        let marked = rest.floor_char_boundary(marked);
        let before = one_for_one(before);
        let mark = one_for_one(&rest[..marked]);
        let after = one_for_one(&rest[marked..]);
        Some(Excerpt {
            mark: before.len()..before.len() + mark.len(),
            column: before.chars().count() + 1,
            text: [before, mark, after].concat(),
        })
    }
}
