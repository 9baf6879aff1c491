//! What a book says of positions, for `kifu explore`.

use std::path::Path;

use super::{Exit, Ui};
use crate::book::{Book, BookFault, BookRow};
use crate::played::{Asked, Game, MoveCounts, Outcome, PositionNames, Slot};
use crate::shogi::{ByColor, Position};

/// A book that is asked.
pub(super) struct Reference<'a> {
    path: &'a Path,
    book: Book,
    ui: Ui,
}

impl<'a> Reference<'a> {
    /// Opens a book.
    ///
    /// # Errors
    /// How the run ends when it cannot be read, which is said.
    pub(super) fn open(path: &'a Path, ui: Ui) -> Result<Reference<'a>, Exit> {
        match Book::open(path) {
            Ok(book) => Ok(Reference { path, book, ui }),
            Err(fault) => Err(refused(path, &fault, ui)),
        }
    }

    /// The moves of positions. A book has no count of its own for a position: its games are those of its moves.
    ///
    /// # Errors
    /// How the run ends when the book cannot be read, which is said.
    pub(super) fn count(
        &mut self,
        positions: Vec<Position>,
        asked: Asked,
    ) -> Result<Vec<Slot>, Exit> {
        let slots = positions.into_iter().map(|position| {
            let rows = self.book.moves(&position);
            let rows = rows.map_err(|fault| refused(self.path, &fault, self.ui))?;
            Ok(slot(position, rows, asked))
        });
        slots.collect()
    }
}

fn refused(path: &Path, fault: &BookFault, ui: Ui) -> Exit {
    let name = path.to_string_lossy();
    match fault {
        BookFault::Io(error) => ui.cannot_open(&name, error),
        fault => ui.error(format_args!("{name}: {}", fault.headline(ui.lang))),
    }
    Exit::Failed
}

fn slot(position: Position, rows: Vec<BookRow>, asked: Asked) -> Slot {
    let mut slot = Slot::new(position);
    for row in rows {
        // Books of engines hold moves that cannot be played.
        if slot.position.clone().play(row.mv).is_err() {
            continue;
        }
        let mut played = MoveCounts::new(row.mv, PositionNames::default());
        played.counts = row.counts();
        slot.counts.merge(&played.counts);
        if let Some((file, number)) = row.sample.filter(|_| asked.samples > 0) {
            let game = Game {
                file: file.into(),
                number,
                players: ByColor::from_fn(|_| "".into()),
                start: None,
                outcome: Outcome::default(),
                groups: ByColor::default(),
            };
            played.samples.push(game.into());
        }
        slot.moves.push(played);
    }
    slot
}
