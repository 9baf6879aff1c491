//! What games can be grouped and filtered by: the columns of `games`, and a few made from them.

use std::fmt;

use super::expression::Token;
use super::{Mistake, vocabulary};
use crate::shogi::Move;
use crate::tables::{Cells, GameRow, Kind, Layout, Table, Value};

/// A column, by which games are grouped or filtered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameColumn {
    /// A column of the table `games`, by its place.
    Own(usize, Kind),
    /// Either player.
    Player,
    /// Year and month.
    Month,
    /// The mean of both ratings, in steps of 200.
    RatingBand,
    /// The first move in USI.
    FirstMove,
    /// The opening, or the more general one at this level, counted from the top.
    OpeningLevel(usize),
}

/// The names of those that are not columns of `games`.
const MADE: [&str; 5] = ["player", "month", "rating_band", "first_move", "opening:N"];

impl GameColumn {
    fn of_name(name: &str) -> Option<GameColumn> {
        match name {
            "player" => return Some(GameColumn::Player),
            "month" => return Some(GameColumn::Month),
            "rating_band" => return Some(GameColumn::RatingBand),
            "first_move" => return Some(GameColumn::FirstMove),
            _ => {}
        }
        if let Some(level) = name.strip_prefix("opening:") {
            let level = level.parse().ok().filter(|&it| it > 0)?;
            return Some(GameColumn::OpeningLevel(level));
        }
        let columns = Layout::of(Table::Games).columns();
        let at = columns.iter().position(|it| it.name == name)?;
        Some(GameColumn::Own(at, columns[at].kind))
    }

    /// The column of this name, or what there is instead.
    ///
    /// # Errors
    /// When there is none.
    pub fn named(name: &str) -> Result<GameColumn, NoColumn> {
        GameColumn::of_name(name).ok_or_else(|| NoColumn(name.to_owned()))
    }

    /// The name, where it is a column of the table.
    fn own_name(self) -> &'static str {
        match self {
            GameColumn::Own(at, _) => Layout::of(Table::Games).columns()[at].name,
            _ => "",
        }
    }

    /// Whether its values follow one another in time.
    pub fn is_of_time(self) -> bool {
        matches!(self, GameColumn::Month)
            || matches!(self.own_name(), "year" | "date" | "start_time" | "end_time")
    }

    /// Whether it holds the name of a player.
    pub fn is_name(self) -> bool {
        matches!(self.own_name(), "black" | "white")
    }

    /// Whether the headers of a game are enough to tell its value.
    pub(super) fn is_of_headers(self) -> bool {
        const OF_HEADERS: [&str; 18] = [
            "file",
            "game",
            "line",
            "format",
            "event",
            "site",
            "date",
            "year",
            "start_time",
            "black",
            "white",
            "black_rating",
            "white_rating",
            "handicap",
            "start_sfen",
            "time_limit",
            "opening_header",
            "time_base_ms",
        ];
        match self {
            GameColumn::Own(..) => OF_HEADERS.contains(&self.own_name()),
            GameColumn::Player | GameColumn::Month | GameColumn::RatingBand => true,
            GameColumn::FirstMove | GameColumn::OpeningLevel(_) => false,
        }
    }

    /// Whether the game must be given its opening and castles first.
    pub(super) fn is_of_names(self) -> bool {
        const OF_NAMES: [&str; 8] = [
            "opening",
            "opening_tags",
            "black_castle",
            "white_castle",
            "black_castles",
            "white_castles",
            "black_rook",
            "white_rook",
        ];
        match self {
            GameColumn::Own(..) => OF_NAMES.contains(&self.own_name()),
            GameColumn::OpeningLevel(_) => true,
            _ => false,
        }
    }

    /// Whether its values are numbers, or yes and no: what JSON writes without quotation marks.
    pub fn is_bare(self) -> bool {
        let bare = [Kind::Int32, Kind::Int64, Kind::Real, Kind::Bool];
        matches!(self, GameColumn::Own(_, kind) if bare.contains(&kind))
    }

    /// Whether something that is written can be compared with the values of this column; if not, what it should be.
    pub(super) fn compares_with(self, written: &str) -> Result<(), Wanted> {
        let dated = |lengths: &[usize]| {
            let shape = "0000-00-00T00:00:00".bytes().zip(written.bytes());
            let mut shape = shape.map(|(wanted, found)| match wanted {
                b'0' => found.is_ascii_digit(),
                sign => found == sign,
            });
            lengths.contains(&written.len()) && shape.all(|it| it)
        };
        match self {
            GameColumn::Own(_, Kind::Int32 | Kind::Int64 | Kind::Real)
                if !written.parse::<f64>().is_ok_and(f64::is_finite) =>
            {
                Err(Wanted::Form("select.number"))
            }
            GameColumn::Own(_, Kind::Date) if !dated(&[10]) => Err(Wanted::Form("select.date")),
            GameColumn::Own(_, Kind::Time) if !dated(&[10, 16, 19]) => {
                Err(Wanted::Form("select.time"))
            }
            GameColumn::Month if !dated(&[7]) => Err(Wanted::Form("select.month")),
            GameColumn::FirstMove if written.parse::<Move>().is_err() => {
                Err(Wanted::Form("select.move"))
            }
            GameColumn::OpeningLevel(_) => one_of(vocabulary::of("opening"), written),
            GameColumn::Own(..) => one_of(vocabulary::of(self.own_name()), written),
            _ => Ok(()),
        }
    }

    /// Does something with the value that a game has here.
    pub fn with<T>(self, row: &GameRow<'_>, then: impl FnOnce(Value<'_>) -> T) -> T {
        let text = match self {
            GameColumn::Own(at, kind) => {
                // A list of words would not pay for one value.
                let mut cells = Cells::new(kind.unlisted());
                row.put(at, &mut cells);
                return then(cells.get(0));
            }
            // There are two: whoever asks for them asks both sides.
            GameColumn::Player => None,
            GameColumn::Month => row
                .start()
                .map(|it| format!("{:04}-{:02}", it.year, it.month)),
            GameColumn::RatingBand => row.rating().and_then(band),
            GameColumn::FirstMove => {
                let first = row.report.record.tree.main_line().next();
                let step = first.and_then(|id| row.report.replay.step(id));
                step.map(|it| it.mv.to_string())
            }
            GameColumn::OpeningLevel(level) => row.named.opening.map(|opening| {
                let lineage: Vec<&str> = opening.lineage().map(|it| it.id).collect();
                lineage[lineage.len().saturating_sub(level)].to_owned()
            }),
        };
        then(text.as_deref().map_or(Value::Null, Value::Text))
    }
}

/// There is no column of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoColumn(String);

impl NoColumn {
    /// The columns that there are.
    pub(super) fn list() -> String {
        let columns = Layout::of(Table::Games).columns();
        let names = columns.iter().map(|it| it.name).chain(MADE);
        names.collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for NoColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no column {}; there are: {}", self.0, NoColumn::list())
    }
}

impl std::error::Error for NoColumn {}

/// What a column is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Something of this form, by its key in the catalogue.
    Form(&'static str),
    /// One of these words.
    Words(Vec<&'static str>),
}

impl Wanted {
    /// The mistake of a word that is something else.
    pub(super) fn at(self, word: &Token, column: &str) -> Mistake {
        let (key, list) = match self {
            Wanted::Form(form) => ("select.wrong_value", form.to_owned()),
            Wanted::Words(words) => ("select.no_word", words.join(" ")),
        };
        word.wrong(key).with("column", column).with("list", list)
    }
}

fn one_of(words: Vec<&'static str>, written: &str) -> Result<(), Wanted> {
    match words.is_empty() || words.contains(&written) {
        true => Ok(()),
        false => Err(Wanted::Words(words)),
    }
}

/// The step of 200 in which a rating lies; none for a number that is no rating on any scale.
fn band(rating: f64) -> Option<String> {
    const MOST: f64 = 1e15;
    (rating.abs() <= MOST).then(|| {
        let low = (rating / 200.0).floor() as i64 * 200;
        format!("{low}-{}", low + 199)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_are_steps_of_200() {
        for (rating, wanted) in [
            (0.0, Some("0-199")),
            (199.9, Some("0-199")),
            (1500.0, Some("1400-1599")),
            (-0.5, Some("-200--1")),
            (1e15, Some("1000000000000000-1000000000000199")),
            (1e16, None),
            (1e308, None),
            (-1e308, None),
            (f64::NAN, None),
            (f64::INFINITY, None),
        ] {
            assert_eq!(band(rating).as_deref(), wanted, "{rating}");
        }
    }
}
