//! The line in which the pages of Shogi Wars hold a game: `+7776FU,L599` and so on with tabs in between, the seconds
//! that are left behind each move, then who won and how: `SENTE_WIN_TIMEOUT`.

use super::moves;
use super::read::Reader;
use crate::finding::{Code, Finding, Severity};
use crate::record::{Claim, Clock, Ending, EndingKind, Entry};
use crate::shogi::{ByColor, Color};
use crate::text::Span;

impl Reader<'_> {
    /// Reads such a line.
    pub(super) fn page_string(&mut self, line: Span) {
        self.findings
            .push(Finding::new(Code::LineForm, line).severity(Severity::Note));
        let mut left: ByColor<Option<u32>> = ByColor::default();
        let text = &self.text[line.range()];
        for token in text.split_ascii_whitespace() {
            let at = line.start as usize + (token.as_ptr() as usize - text.as_ptr() as usize);
            let span = Span::new(at, at + token.len());
            if let Some(ending) = ending(token) {
                if self.ended.is_none() {
                    self.begin(None, None);
                    self.end(ending, span);
                }
                continue;
            }
            let (mv, rest) = token.split_once(',').unwrap_or((token, ""));
            if !mv.starts_with(['+', '-']) {
                self.bad(span);
                continue;
            }
            self.move_statement(Span::new(at, at + mv.len()));
            let Some(seconds) = rest.strip_prefix('L').and_then(|it| it.parse().ok()) else {
                continue;
            };
            let side = moves::color(mv.as_bytes()[0]).unwrap_or(Color::Black);
            let used = left[side].and_then(|before: u32| before.checked_sub(seconds));
            left[side] = Some(seconds);
            if let (Some(used), Entry::Move(_)) = (used, self.record.tree.node(self.last).entry) {
                let used = used.saturating_mul(1000);
                self.record.tree.node_mut(self.last).clock = Clock::new(Some(used), None);
            }
        }
    }
}

/// The ending that a word of the page tells.
fn ending(word: &str) -> Option<Ending> {
    let (claim, how) = if let Some(how) = word.strip_prefix("SENTE_WIN_") {
        (Claim::Side(Color::Black), how)
    } else if let Some(how) = word.strip_prefix("GOTE_WIN_") {
        (Claim::Side(Color::White), how)
    } else {
        (Claim::Draw, word.strip_prefix("DRAW_")?)
    };
    let kind = match how {
        "TORYO" => EndingKind::Resignation,
        "CHECKMATE" => EndingKind::Checkmate,
        "TIMEOUT" => EndingKind::TimeUp,
        "DISCONNECT" => EndingKind::Disconnection,
        "ENTERINGKING" => EndingKind::Declaration,
        "OUTE_SENNICHI" => EndingKind::PerpetualCheck,
        "SENNICHI" => EndingKind::Sennichite,
        "PLY_LIMIT" => EndingKind::MaxMoves,
        _ => EndingKind::Other,
    };
    Some(Ending {
        kind,
        claim,
        summary: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_page_tell_who_won_and_how() {
        let of = |word| ending(word).map(|it| (it.kind, it.claim));
        let black = Claim::Side(Color::Black);
        assert_eq!(of("SENTE_WIN_TIMEOUT"), Some((EndingKind::TimeUp, black)));
        assert_eq!(of("SENTE_WIN_BY_LUCK"), Some((EndingKind::Other, black)));
        assert_eq!(
            of("DRAW_SENNICHI"),
            Some((EndingKind::Sennichite, Claim::Draw))
        );
        assert_eq!(of("+7776FU"), None);
    }
}
