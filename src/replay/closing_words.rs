//! What a closing word says, held against the last position: one question a word.

use super::verdict::EndJudge;
use super::{Agreement, Event};
use crate::finding::{Code, Fact, FactName, Findings};
use crate::record::{EndingKind, HeaderKey};
use crate::shogi::Repetition;

impl EndJudge<'_> {
    /// No closing word at all.
    pub(super) fn nothing_declared(&self) -> Agreement {
        if self.is_over() || self.last_fourth().is_some() {
            Agreement::Consistent
        } else {
            Agreement::Unverifiable
        }
    }

    /// 投了: not by the side that is mated.
    pub(super) fn resignation(&self, findings: &mut Findings) -> Agreement {
        let Some(position) = self.end_position().filter(|_| self.is_over()) else {
            return Agreement::Consistent;
        };
        if self.winner() == Some(!position.turn()) {
            return Agreement::Consistent;
        }
        let finding = self
            .at_end(Code::ResignedWhileMating)
            .with(FactName::Side, Fact::Side(!position.turn()));
        findings.push(finding.with(FactName::Ply, Fact::Number(i64::from(self.line.last_ply))));
        Agreement::Conflict
    }

    /// 詰み: the last position has no legal move, and check.
    pub(super) fn checkmate(&self, findings: &mut Findings) -> Agreement {
        let Some(position) = self.end_position() else {
            return Agreement::Unverifiable;
        };
        let finding = |code| {
            self.at_end(code)
                .with(FactName::Side, Fact::Side(position.turn()))
        };
        match position.any_legal_move() {
            Some(escape) => {
                findings.push(finding(Code::NotMate).with(FactName::Move, Fact::Move(escape)));
                Agreement::Conflict
            }
            None if !position.in_check() => {
                findings.push(finding(Code::MateWithoutCheck));
                Agreement::Consistent
            }
            None => Agreement::Consistent,
        }
    }

    /// 千日手: the position has stood four times.
    pub(super) fn sennichite(&self, findings: &mut Findings) -> Agreement {
        match self.last_fourth() {
            Some(Repetition::Perpetual(loser)) => {
                findings.push(
                    self.at_end(Code::DeclaredDrawButPerpetual)
                        .with(FactName::Loser, Fact::Side(loser)),
                );
                return Agreement::Conflict;
            }
            Some(_) => return Agreement::Consistent,
            None => {}
        }
        let count = self.replay.history.count();
        if count >= 4 {
            return Agreement::Consistent;
        }
        let finding = |code| {
            let at = self
                .at_end(code)
                .with(FactName::Count, Fact::Number(i64::from(count)));
            at.with(FactName::Ply, Fact::Number(i64::from(self.line.last_ply)))
        };
        if count >= 2 || self.last_move_is_missing() {
            findings.push(finding(Code::DeclaredSennichiteShort));
            return Agreement::Unverifiable;
        }
        findings.push(finding(Code::DeclaredSennichiteUnsupported));
        Agreement::Conflict
    }

    /// Whether one more legal move would bring a position for the fourth time.
    fn last_move_is_missing(&self) -> bool {
        let Some(position) = self.end_position() else {
            return false;
        };
        position.legal_moves().into_iter().any(|mv| {
            let mut next = position.clone();
            next.play(mv).is_ok() && self.replay.history.count_of(next.key()) == 3
        })
    }

    /// The limit of moves that a header names.
    pub(super) fn max_moves(&self, findings: &mut Findings) -> Agreement {
        let limit = self
            .record
            .header(HeaderKey::MaxMoves)
            .and_then(|text| text.trim().parse::<u32>().ok());
        let ply = Fact::Number(i64::from(self.line.last_ply));
        match limit {
            Some(limit) if limit > 0 && limit != self.line.last_ply => {
                let finding = self.at_end(Code::MaxMovesMismatch).with(FactName::Ply, ply);
                findings.push(finding.with(FactName::Limit, Fact::Number(i64::from(limit))));
                Agreement::Conflict
            }
            known => {
                if self.is_over() {
                    findings.push(self.at_end(Code::MateAtMoveLimit).with(FactName::Ply, ply));
                }
                if known.is_some_and(|limit| limit > 0) {
                    Agreement::Consistent
                } else {
                    Agreement::Unverifiable
                }
            }
        }
    }

    /// 中断 and 封じ手: the game had not ended.
    pub(super) fn unfinished(&self, findings: &mut Findings) -> Agreement {
        if self.is_over() || self.last_fourth().is_some() {
            let mut finding = self.at_end(Code::EndedButMarkedInterrupted);
            if let Some(detected) = self.replay.detected() {
                let word = match detected.event {
                    Event::Checkmate => "ending.checkmate",
                    Event::NoLegalMoves => "ending.no_legal_moves",
                    Event::Sennichite => "ending.sennichite",
                    Event::PerpetualCheck => "ending.perpetual_check",
                };
                finding = finding
                    .with(FactName::Ply, Fact::Number(i64::from(detected.ply)))
                    .with(FactName::Ending, Fact::Word(word));
            }
            findings.push(finding);
        } else if self
            .ending
            .is_some_and(|ending| ending.kind == EndingKind::Sealed)
        {
            findings.push(self.at_end(Code::UnfinishedGame));
        }
        Agreement::Unverifiable
    }
}
