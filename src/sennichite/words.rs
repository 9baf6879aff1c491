//! Repeated positions for people: where, how often, what it means, and the sentence an arbiter needs.

use super::{Repeated, Repetitions};
use crate::examine::Report;
use crate::finding::{Fact, terms};
use crate::record::Start;
use crate::shogi::{Color, Handicap, Repetition};
use crate::words::{self, Lang};

/// The sentences about a game, one a line. `board` draws a position, if boards are wanted.
pub(crate) fn describe(
    report: &Report<'_>,
    found: &Repetitions,
    lang: Lang,
    board: Option<&dyn Fn(&Repeated) -> String>,
) -> String {
    let words = Words {
        lang,
        handicap: is_handicap(&report.record.start),
    };
    let mut lines = Vec::new();
    if found.list.is_empty() {
        lines.push(words::text(lang, "repetition.none.text").to_owned());
    }
    for repeated in &found.list {
        words.describe(repeated, &mut lines);
        if let Some(board) = board {
            lines.push(board(repeated).trim_end().to_owned());
        }
    }
    if found.list.iter().any(|it| it.verdict.is_some()) {
        lines.push(words.declared(report));
    }
    if found.lines_left_out > 0 {
        let count = Fact::Number(found.lines_left_out.into());
        lines.push(words.filled("repetition.left_out.text", &[("count", count)]));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// Whether the sides bear their names of handicap games.
pub(crate) fn is_handicap(start: &Start) -> bool {
    start.handicap().is_some_and(|it| it != Handicap::Even)
}

struct Words {
    lang: Lang,
    handicap: bool,
}

impl Words {
    fn filled(&self, key: &'static str, facts: &[(&str, Fact)]) -> String {
        words::fill(words::text(self.lang, key), |name| {
            let (_, fact) = facts.iter().find(|(it, _)| *it == name)?;
            Some(terms::fact(self.lang, fact, self.handicap))
        })
    }

    fn describe(&self, repeated: &Repeated, lines: &mut Vec<String>) {
        let turn = Fact::Side(repeated.position.turn());
        let heading = self.filled(
            "repetition.count.text",
            &[
                ("ply", number(repeated.plies.last().copied().unwrap_or(0))),
                ("count", number(repeated.plies.len() as u32)),
                ("plies", Fact::Plies(repeated.plies.clone())),
            ],
        );
        lines.push(match repeated.line {
            1 => heading,
            line => {
                let (line, text) = (number(line), Fact::Text(heading));
                self.filled("repetition.on_line", &[("line", line), ("text", text)])
            }
        });
        let turn = self.filled("role.to_move.line", &[("side", turn)]);
        lines.push(indented(&turn));
        for side in Color::BOTH {
            if repeated.checked(side) {
                lines.push(indented(&self.all_checks(repeated, side)));
            }
        }
        match repeated.verdict {
            None => {}
            Some(Repetition::Perpetual(loser)) => {
                let loser = Fact::Side(loser);
                lines.push(indented(
                    &self.filled("repetition.perpetual.text", &[("loser", loser)]),
                ));
            }
            Some(Repetition::MutualPerpetual) => {
                lines.push(indented(&self.filled("repetition.mutual.text", &[])));
                self.rematch(repeated, lines);
            }
            Some(Repetition::Sennichite) => {
                if let Some(quiet) = self.quiet(repeated) {
                    lines.push(indented(&quiet));
                }
                lines.push(indented(&self.filled("repetition.draw.text", &[])));
                self.rematch(repeated, lines);
            }
        }
    }

    fn all_checks(&self, repeated: &Repeated, side: Color) -> String {
        // The first move of the side after the first occurrence.
        let first = repeated.plies.first().copied().unwrap_or(0);
        let own = u32::from(repeated.position.turn() != side);
        let last = repeated.last_judged();
        self.filled(
            "repetition.all_checks.text",
            &[
                ("side", Fact::Side(side)),
                ("from_ply", number(first + 1 + own)),
                ("to_ply", number(last - 1 + own)),
            ],
        )
    }

    /// The quiet move that keeps the side with the most checks from having given perpetual check.
    fn quiet(&self, repeated: &Repeated) -> Option<String> {
        let checking = Color::BOTH
            .into_iter()
            .filter(|&it| repeated.checks[it] > 0);
        let side = checking.max_by_key(|&it| repeated.checks[it])?;
        let ply = repeated.quiet[side]?;
        Some(self.filled(
            "repetition.quiet.text",
            &[("side", Fact::Side(side)), ("ply", number(ply))],
        ))
    }

    fn rematch(&self, repeated: &Repeated, lines: &mut Vec<String>) {
        let times = repeated.time_left;
        lines.push(indented(&match (times.black, times.white) {
            (Some(black), Some(white)) => self.filled(
                "repetition.rematch.text",
                &[
                    ("black_time", Fact::Time(black)),
                    ("white_time", Fact::Time(white)),
                ],
            ),
            _ => self.filled("repetition.rematch.untimed.text", &[]),
        }));
    }

    fn declared(&self, report: &Report<'_>) -> String {
        let declared = report.replay.declared();
        let ending = declared.ending.map_or("ending.none", |it| it.word());
        let agreement = match report.replay.agreement() {
            crate::replay::Agreement::Consistent => "agreement.consistent",
            crate::replay::Agreement::Unverifiable => "agreement.unverifiable",
            crate::replay::Agreement::Conflict => "agreement.conflict",
        };
        self.filled(
            "repetition.declared.text",
            &[
                ("ending", Fact::Word(ending)),
                ("agreement", Fact::Word(agreement)),
            ],
        )
    }
}

fn number(number: u32) -> Fact {
    Fact::Number(number.into())
}

fn indented(text: &str) -> String {
    format!("  {text}")
}
