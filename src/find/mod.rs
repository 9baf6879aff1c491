//! What is told of a game that was found, and of the place where it was.

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use crate::examine::Report;
use crate::finding::terms;
use crate::notation::push_kif_move;
use crate::record::{EndingKind, GameTime, HeaderKey};
use crate::render::push_field;
use crate::replay::{Step, Winner};
use crate::select::Hit;
use crate::shogi::{Color, Move, Square};
use crate::text::visible;
use crate::words::{self, Lang};

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// For people: a line with players, result and place.
    Text,
    /// The address, the ply and the move.
    Short,
    /// A row.
    Csv,
    /// A JSON object.
    Ndjson,
    /// The address alone.
    Paths,
}

/// The first line of the CSV form.
pub(crate) const CSV_HEADING: &str =
    "file,game,ply,sfen,move,date,black,white,plies,winner,ending\n";

/// Where a condition on positions holds.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    ply: u32,
    sfen: String,
    next: Option<Step>,
    before: Option<Square>,
}

/// A game that was found.
#[derive(Debug)]
pub(crate) struct Found<'a> {
    report: &'a Report<'a>,
    place: Option<Place>,
}

/// The same as programs read it.
#[derive(Debug, Serialize)]
struct Row<'a> {
    file: &'a str,
    game: u32,
    ply: Option<u32>,
    sfen: Option<&'a str>,
    #[serde(rename = "move")]
    mv: Option<String>,
    date: Option<String>,
    black: Option<&'a str>,
    white: Option<&'a str>,
    plies: u32,
    winner: Option<&'static str>,
    ending: Option<&'static str>,
}

impl<'a> Found<'a> {
    /// A game that was found, and the place where.
    pub(crate) fn new(report: &'a Report<'a>, hit: Option<&Hit<'_>>) -> Found<'a> {
        Found {
            report,
            place: hit.map(|hit| Place {
                ply: hit.ply,
                sfen: hit.position.to_string(),
                next: hit.next.copied(),
                before: hit.before,
            }),
        }
    }

    /// Adds what is told of it. The address is left to whoever knows it.
    pub(crate) fn push(&self, form: Form, lang: Lang, out: &mut String) {
        match form {
            Form::Text => self.push_text(lang, out),
            Form::Short => self.push_short(out),
            Form::Csv => self.push_csv(out),
            Form::Ndjson => {
                // Nothing in it can fail to be written as JSON.
                out.push_str(&serde_json::to_string(&self.row()).unwrap_or_default());
                out.push('\n');
            }
            Form::Paths => {}
        }
    }

    fn header(&self, key: HeaderKey) -> Option<&'a str> {
        self.report.record.header(key)
    }

    fn date(&self) -> Option<String> {
        let (time, _) = GameTime::parse(self.header(HeaderKey::StartTime)?)?;
        let GameTime {
            year, month, day, ..
        } = time;
        Some(format!("{year:04}-{month:02}-{day:02}"))
    }

    fn row(&self) -> Row<'_> {
        let declared = self.report.replay.declared();
        let place = self.place.as_ref();
        Row {
            file: self.report.game.file,
            game: self.report.game.index,
            ply: place.map(|it| it.ply),
            sfen: place.map(|it| it.sfen.as_str()),
            mv: place.and_then(|it| it.next).map(|it| it.mv.to_string()),
            date: self.date(),
            black: self.header(HeaderKey::Black),
            white: self.header(HeaderKey::White),
            plies: self.report.replay.plies(),
            winner: declared.winner.map(Winner::name),
            ending: declared.ending.map(EndingKind::name),
        }
    }

    fn push_csv(&self, out: &mut String) {
        let row = self.row();
        let number = |it: u32| it.to_string();
        let cells = [
            Some(row.file.to_owned()),
            Some(number(row.game)),
            row.ply.map(number),
            row.sfen.map(str::to_owned),
            row.mv,
            row.date,
            row.black.map(str::to_owned),
            row.white.map(str::to_owned),
            Some(number(row.plies)),
            row.winner.map(str::to_owned),
            row.ending.map(str::to_owned),
        ];
        for (at, cell) in cells.iter().enumerate() {
            out.push_str(if at == 0 { "" } else { "," });
            push_field(out, cell.as_deref().unwrap_or_default());
        }
        out.push('\n');
    }

    fn push_short(&self, out: &mut String) {
        if let Some(place) = &self.place {
            out.push_str(&format!("\t{}\t", place.ply));
            if let Some(step) = place.next {
                step.mv.push_usi(out);
            }
        }
    }

    fn push_text(&self, lang: Lang, out: &mut String) {
        let handicap = self.report.record.start.handicap();
        let handicap = handicap.is_some_and(|it| it != crate::shogi::Handicap::Even);
        let name = |side| {
            let name = self.header(HeaderKey::of_player(side));
            name.map_or_else(|| "?".into(), visible)
        };
        let players = format!("{} – {}", name(Color::Black), name(Color::White));
        let plies = words::fill(words::text(lang, "find.plies"), |_| {
            Some(terms::number(lang, u64::from(self.report.replay.plies())))
        });
        let result = match self.report.replay.declared().winner {
            Some(Winner::Side(side)) => words::fill(words::text(lang, "result.side_wins"), |_| {
                Some(terms::side(lang, side, handicap).to_owned())
            }),
            Some(Winner::Draw) => words::text(lang, "result.draw").to_owned(),
            Some(Winner::None) => words::text(lang, "result.no_contest").to_owned(),
            None => words::text(lang, "result.unknown").to_owned(),
        };
        let date = self.date().unwrap_or_default();
        for (cell, width) in [(&date, 10), (&players, 24), (&plies, 9), (&result, 12)] {
            pad(cell, width, out);
            out.push_str("  ");
        }
        if let Some(place) = &self.place {
            let ply = words::fill(words::text(lang, "find.ply"), |_| {
                Some(terms::number(lang, u64::from(place.ply)))
            });
            pad(&ply, 8, out);
            out.push_str("  ");
            if let Some(step) = &place.next {
                push_move(step, place.before, out);
            }
        }
        out.truncate(out.trim_end().len());
    }
}

/// Adds a text and blanks up to a width.
pub(crate) fn pad(text: &str, width: usize, out: &mut String) {
    out.push_str(text);
    out.extend(std::iter::repeat_n(' ', width.saturating_sub(text.width())));
}

/// The move as Japanese books have it, with the mark of its side: ☗４五桂.
fn push_move(step: &Step, before: Option<Square>, out: &mut String) {
    out.push(match step.piece.color() {
        Color::Black => '☗',
        Color::White => '☖',
    });
    let same = before == Some(step.mv.to());
    let start = out.len();
    push_kif_move(step.mv, step.piece.kind(), same, out);
    if let (Move::Normal { .. }, Some(origin)) = (step.mv, out[start..].find('(')) {
        out.truncate(start + origin);
    }
}
