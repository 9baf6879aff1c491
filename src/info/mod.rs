//! What a record says of itself: headers, start, result, clocks, where it seems to come from.

mod text;

use serde::Serialize;

pub(crate) use text::{Table, describe};

use crate::examine::Report;
use crate::notation::dialect;
use crate::record::{EndingKind, GameTime, HeaderKey, Notation};
use crate::replay::{Clocks, Winner};
use crate::shogi::{Color, Handicap};
use crate::text::Encoding;

/// The data of one record. The names are those of the table `games`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Info<'a> {
    /// The file, as its path was given.
    pub file: &'a str,
    /// Which game of the file.
    pub game: u32,
    /// The line of the file where it begins.
    pub line: u32,
    /// The notation.
    #[serde(rename = "format")]
    pub notation: Option<&'static str>,
    /// The encoding of the bytes.
    pub encoding: Option<&'static str>,
    /// The program it seems to come from.
    pub dialect: Option<&'static str>,
    /// The event.
    pub event: Option<&'a str>,
    /// The place.
    pub site: Option<&'a str>,
    /// The day, as 2024-04-01.
    pub date: Option<String>,
    /// When it began, as 2024-04-01T10:00:00, where the time of day is given.
    pub start_time: Option<String>,
    /// When it ended, the same.
    pub end_time: Option<String>,
    /// Black's name.
    pub black: Option<&'a str>,
    /// White's name.
    pub white: Option<&'a str>,
    /// Black's rating, as written.
    pub black_rating: Option<&'a str>,
    /// White's rating, as written.
    pub white_rating: Option<&'a str>,
    /// The handicap; none for an even or free start.
    pub handicap: Option<&'static str>,
    /// The start position.
    pub start_sfen: Option<String>,
    /// The moves of the main line; none when only the headers were read.
    pub plies: Option<u32>,
    /// The lines of the tree besides the main line.
    pub variations: Option<u32>,
    /// How it ended, as the file says.
    pub ending: Option<&'static str>,
    /// Who won, as the file says.
    pub winner: Option<&'static str>,
    /// The time Black used, in milliseconds.
    pub black_time_ms: Option<u64>,
    /// The time White used, in milliseconds.
    pub white_time_ms: Option<u64>,
    /// The time control as written.
    pub time_limit: Option<&'a str>,
    /// The time for the whole game in milliseconds, where the time control is understood and the same for both sides.
    pub time_base_ms: Option<u64>,
    /// The time for each move once the base is used up.
    pub time_byoyomi_ms: Option<u64>,
    /// What each move adds.
    pub time_increment_ms: Option<u64>,
    /// The opening as written.
    pub opening: Option<&'a str>,
    /// Every header as written, in order; not in CSV.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headers: Option<Vec<Line<'a>>>,
}

/// A header as written.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Line<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its value.
    pub value: &'a str,
}

/// The first line of the CSV form.
pub(crate) const CSV_HEADING: &str = "file,game,line,format,encoding,dialect,event,site,date,start_time,end_time,black,white,\
black_rating,white_rating,handicap,start_sfen,plies,variations,ending,winner,black_time_ms,white_time_ms,time_limit,\
time_base_ms,time_byoyomi_ms,time_increment_ms,opening\n";

impl<'a> Info<'a> {
    /// The data of a report. With `head_only` nothing is said of moves, ending and clocks.
    pub(crate) fn of(report: &Report<'a>, head_only: bool) -> Info<'a> {
        let (record, replay) = (report.record, report.replay);
        let header = |key| record.header(key);
        let time = |key| {
            let (time, _) = GameTime::parse(header(key)?)?;
            Some(time)
        };
        let start = time(HeaderKey::StartTime);
        let with_moves = |value: u32| (!head_only).then_some(value);
        let times = if head_only {
            Clocks::default()
        } else {
            replay.clocks(record)
        };
        let control = record.common_time_control();
        let declared = replay.declared();
        let handicap = record.start.handicap().filter(|&it| it != Handicap::Even);
        Info {
            file: report.game.file,
            game: report.game.index,
            line: report.game.line,
            notation: record.notation.map(Notation::name),
            encoding: report.encoding().map(Encoding::name),
            dialect: dialect(record),
            event: header(HeaderKey::Event),
            site: header(HeaderKey::Site),
            date: start.map(date),
            start_time: start.and_then(moment),
            end_time: time(HeaderKey::EndTime).and_then(moment),
            black: header(HeaderKey::Black),
            white: header(HeaderKey::White),
            black_rating: header(HeaderKey::BlackRating),
            white_rating: header(HeaderKey::WhiteRating),
            handicap: handicap.map(Handicap::name),
            start_sfen: replay.start().map(ToString::to_string),
            plies: with_moves(replay.plies()),
            variations: with_moves(record.tree.leaves().len().saturating_sub(1) as u32),
            ending: declared.ending.map(EndingKind::name).filter(|_| !head_only),
            winner: declared.winner.map(Winner::name).filter(|_| !head_only),
            black_time_ms: times.used(Color::Black),
            white_time_ms: times.used(Color::White),
            time_limit: header(HeaderKey::TimeLimit).or_else(|| record.server_game()),
            time_base_ms: control.map(|it| it.base),
            time_byoyomi_ms: control.and_then(|it| it.byoyomi),
            time_increment_ms: control.and_then(|it| it.increment),
            opening: header(HeaderKey::Opening),
            headers: Some(
                record
                    .headers
                    .iter()
                    .map(|it| Line {
                        name: record.str(it.name),
                        value: record.str(it.value),
                    })
                    .collect(),
            ),
        }
    }

    /// Appends the JSON object.
    pub(crate) fn push_json(&self, out: &mut String) {
        // Nothing in it can fail to be written as JSON.
        out.push_str(&serde_json::to_string(self).unwrap_or_default());
    }

    /// Appends the row of the CSV form.
    pub(crate) fn push_csv(self, out: &mut String) {
        let row = Info {
            headers: None,
            ..self
        };
        let mut writer = csv::WriterBuilder::new()
            .has_headers(false)
            .from_writer(Vec::new());
        let written = writer
            .serialize(row)
            .ok()
            .and_then(|()| writer.into_inner().ok());
        out.push_str(&String::from_utf8(written.unwrap_or_default()).unwrap_or_default());
    }
}

fn date(time: GameTime) -> String {
    format!("{:04}-{:02}-{:02}", time.year, time.month, time.day)
}

fn moment(time: GameTime) -> Option<String> {
    let (hours, minutes, seconds) = time.clock?;
    let date = date(time);
    Some(format!("{date}T{hours:02}:{minutes:02}:{seconds:02}"))
}
