//! A text book that is open.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader};

use super::{BookMove, Content, Lines};
use crate::book::{BookFault, BookRow, Met};
use crate::shogi::Position;

/// A text book. It need not be in order.
#[derive(Debug)]
pub(in crate::book) struct TextBook {
    lines: Lines<BufReader<File>>,
    /// Where the line of each position begins, by its key; of several with one key the first. None before the first look.
    places: Option<HashMap<u64, u64>>,
}

impl TextBook {
    /// The book in this file.
    pub(in crate::book) fn new(file: BufReader<File>) -> TextBook {
        TextBook {
            lines: Lines::new(file),
            places: None,
        }
    }

    /// What the book says of a position. The first question reads the book from end to end.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(in crate::book) fn moves(
        &mut self,
        position: &Position,
    ) -> Result<Vec<BookRow>, BookFault> {
        if self.places.is_none() {
            self.places = Some(self.find_places()?);
        }
        let place = self.places.as_ref().and_then(|it| it.get(&position.key()));
        let Some(&place) = place else {
            return Ok(Vec::new());
        };
        self.lines.seek(place)?;
        let mut found = Vec::new();
        self.lines.next()?;
        while let Some(line) = self.lines.next()? {
            match line.content {
                Content::Position(_) | Content::BadPosition => break,
                Content::Move(it) => found.push(row(position, &it)),
                Content::Comment | Content::Unread => {}
            }
        }
        BookRow::sort(&mut found);
        Ok(found)
    }

    fn find_places(&mut self) -> io::Result<HashMap<u64, u64>> {
        let mut places = HashMap::new();
        self.lines.seek(0)?;
        while let Some(line) = self.lines.next()? {
            if let Content::Position(position) = line.content {
                places.entry(position.key()).or_insert(line.start);
            }
        }
        Ok(places)
    }

    /// Hands on every row. What cannot be read is counted.
    ///
    /// # Errors
    /// When the file cannot be read, or `take` fails.
    pub(in crate::book) fn each(
        &mut self,
        take: &mut impl FnMut(BookRow) -> Result<(), BookFault>,
    ) -> Result<Met, BookFault> {
        let mut met = Met::default();
        let mut position = None;
        self.lines.seek(0)?;
        while let Some(line) = self.lines.next()? {
            match (line.content, &position) {
                (Content::Comment, _) => {}
                (Content::Position(it), _) => position = Some(it),
                (Content::Move(it), Some(position)) => {
                    met.comments += u64::from(it.has_comment);
                    take(row(position, &it))?;
                }
                (Content::BadPosition, _) => {
                    met.unread += 1;
                    position = None;
                }
                (Content::Move(_) | Content::Unread, _) => met.unread += 1,
            }
        }
        Ok(met)
    }
}

/// A row of what a line says: how games ended is not told.
fn row(position: &Position, it: &BookMove) -> BookRow {
    BookRow {
        position: position.clone(),
        mv: it.mv,
        games: it.count,
        black_wins: 0,
        white_wins: 0,
        draws: 0,
        no_result: it.count,
        rating_mean: None,
        years: None,
        sample: None,
        number: position.ply(),
        advice: it.advice,
    }
}
