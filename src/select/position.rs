//! A single position that is asked for: by itself, or by the moves that lead to it.

use super::Mistake;
use super::line::Line;
use crate::examine::Examiner;
use crate::finding::Severity;
use crate::notation::Game;
use crate::record::Notation;
use crate::replay::ReplayOptions;
use crate::shogi::Position;

/// The position after a line of moves, in USI or as KIF writes them.
///
/// # Errors
/// What is wrong with the line.
pub fn position_after(line: &str, start: &Position) -> Result<Position, Mistake> {
    Line::parse(line)?.play(line, start)
}

/// Reads a position: an SFEN, `startpos`, or a line as engines write it.
///
/// # Errors
/// What is wrong with it.
pub fn position(text: &str) -> Result<Position, Mistake> {
    let game = Game::whole("", text.as_bytes(), Some(Notation::Usi));
    let mut examiner = Examiner::default();
    let report = examiner.examine(&game, ReplayOptions::default());
    // What is odd about the position itself does not matter: it is only looked for.
    let wrong = report
        .findings
        .iter()
        .find(|it| it.severity == Severity::Error && it.code.digits() < 400);
    match (wrong, report.replay.legal_end()) {
        (None, Some(end)) => Ok(end.clone()),
        (wrong, _) => {
            let place = wrong.map(|it| it.span.range()).filter(|it| !it.is_empty());
            let place = place.unwrap_or(0..text.len());
            Err(Mistake::new(place, "select.no_position").with("found", text))
        }
    }
}
