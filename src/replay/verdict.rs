//! The end a file declares, held against what the rules find. Neither is ever replaced by the other.

use super::main_line::{FirstFault, MainLine, repetition_finding};
use super::{Agreement, Declared, Event, Replay, Rules, Winner};
use crate::finding::{Code, Fact, FactName, Finding, Findings, Severity};
use crate::record::{Claim, Ending, EndingKind, Entry, HeaderKey, NodeId, Record};
use crate::shogi::{Color, Position, Repetition};

/// The closing word of the main line, if there is one.
pub(super) fn closing(record: &Record, end: Option<NodeId>) -> Option<Ending> {
    match record.tree.node(end?).entry {
        Entry::End(ending) => Some(ending),
        _ => None,
    }
}

/// What the file declares by its closing word. `mover` is the side whose turn it is there; `foul` the side whose illegal
/// move stands right before it.
pub(super) fn declared(ending: Option<Ending>, mover: Color, foul: Option<Color>) -> Declared {
    let Some(ending) = ending else {
        return Declared::default();
    };
    let winner = winner_of(ending, mover, foul);
    let winner = match (winner, ending.claim) {
        (Some(color), _) => Winner::Side(color),
        (None, Claim::Draw) => Winner::Draw,
        (None, _) => Winner::None,
    };
    Declared {
        ending: Some(ending.kind),
        winner: Some(winner),
    }
}

/// The winner by the closing word. A word that blames the side to move although the other side's illegal move stands
/// before it means that other side, unless a summary says who lost.
fn winner_of(ending: Ending, mover: Color, foul: Option<Color>) -> Option<Color> {
    let blames_mover = matches!(ending.kind, EndingKind::Foul | EndingKind::IllegalMove);
    match (foul, ending.claim) {
        (Some(offender), Claim::Opponent | Claim::Nobody) if blames_mover => ending
            .summary
            .and_then(|summary| summary.winner(mover))
            .or(Some(!offender)),
        _ => ending.claim.winner(mover),
    }
}

/// Sets what is declared, whether it agrees, and adds the findings of the ending.
pub(super) fn judge(
    replay: &mut Replay,
    record: &Record,
    line: &MainLine,
    rules: Rules,
    findings: &mut Findings,
) {
    let foul = foul_before_end(replay, record, line);
    let ending = closing(record, line.end);
    replay.declared = declared(ending, line.mover_at_end, foul);
    let judge = EndJudge {
        replay,
        record,
        line,
        rules,
        foul,
        ending,
        declared: replay.declared,
    };
    judge.report_repetition(findings);
    judge.report_summary(findings);
    judge.report_result_header(findings);
    judge.report_length(findings);
    let agreement = judge.agreement(findings);
    replay.agreement = agreement;
}

/// Whose illegal move stands right before the closing word.
fn foul_before_end(replay: &Replay, record: &Record, line: &MainLine) -> Option<Color> {
    let last = record.tree.parent(line.end?)?;
    let fault = line.fault?;
    match replay.step(last) {
        Some(step) => step.broken.map(|_| step.piece.color()),
        None => (fault.node == last && matches!(record.tree.node(last).entry, Entry::Move(_)))
            .then_some(fault.mover),
    }
}

/// One record's end.
pub(super) struct EndJudge<'a> {
    pub(super) replay: &'a Replay,
    pub(super) record: &'a Record,
    pub(super) line: &'a MainLine,
    pub(super) rules: Rules,
    foul: Option<Color>,
    pub(super) ending: Option<Ending>,
    declared: Declared,
}

impl EndJudge<'_> {
    /// A finding at the closing word, or as a whole where there is none.
    pub(super) fn at_end(&self, code: Code) -> Finding {
        let finding = Finding::new(code, crate::text::Span::default());
        match self.line.end {
            Some(id) => finding
                .spanned(self.record.tree.node(id).span)
                .at(id, self.line.last_ply + 1),
            None => finding,
        }
    }

    pub(super) fn winner(&self) -> Option<Color> {
        match self.declared.winner {
            Some(Winner::Side(color)) => Some(color),
            _ => None,
        }
    }

    /// The first line of the table that fits decides.
    fn agreement(&self, findings: &mut Findings) -> Agreement {
        let kind = self.ending.map(|ending| ending.kind);
        let summary_conflict =
            findings.has(Code::HeaderTokenMismatch) || findings.has(Code::ResultHeader);
        if matches!(
            kind,
            Some(EndingKind::Foul | EndingKind::IllegalMove | EndingKind::PerpetualCheck)
        ) {
            return self.foul_declared(findings);
        }
        if let Some(fault) = self.line.fault {
            self.note_unpunished(fault, findings);
            return Agreement::Conflict;
        }
        let found = match kind {
            None => self.nothing_declared(),
            Some(EndingKind::Resignation) => self.resignation(findings),
            Some(EndingKind::Checkmate) => self.checkmate(findings),
            Some(EndingKind::Sennichite) => self.sennichite(findings),
            Some(EndingKind::Declaration) => self.declaration(findings),
            Some(EndingKind::FalseDeclaration) => self.false_declaration(),
            Some(EndingKind::Impasse | EndingKind::DeclaredDraw) => self.impasse(findings),
            Some(EndingKind::MaxMoves) => self.max_moves(findings),
            Some(EndingKind::Interruption | EndingKind::Disconnection | EndingKind::Sealed) => {
                self.unfinished(findings)
            }
            Some(EndingKind::Abnormal) => {
                findings.push(self.at_end(Code::AbnormalEnd));
                Agreement::Unverifiable
            }
            Some(_) => Agreement::Unverifiable,
        };
        if summary_conflict {
            Agreement::Conflict
        } else {
            found
        }
    }

    fn foul_declared(&self, findings: &mut Findings) -> Agreement {
        let loser = self.winner().map(|winner| !winner);
        if self.foul.is_some() {
            if self.foul == loser {
                if self.ending.is_some_and(|it| it.claim == Claim::Opponent) {
                    findings.push(self.at_end(Code::FoulRecorded));
                }
                self.forgive(findings);
                return Agreement::Consistent;
            }
            return Agreement::Conflict;
        }
        if let Some(fault) = self.line.fault {
            self.note_unpunished(fault, findings);
            return Agreement::Conflict;
        }
        match self.last_fourth() {
            Some(Repetition::Perpetual(checker)) if loser.is_none_or(|it| it == checker) => {
                Agreement::Consistent
            }
            Some(Repetition::Perpetual(checker)) => {
                let finding = self
                    .at_end(Code::DeclaredWinnerConflict)
                    .with(FactName::Detected, Fact::Side(!checker));
                let declared = self
                    .winner()
                    .map(|winner| (FactName::Declared, Fact::Side(winner)));
                findings.push(
                    declared
                        .into_iter()
                        .fold(finding, |finding, (name, fact)| finding.with(name, fact)),
                );
                Agreement::Conflict
            }
            _ => {
                findings.push(self.at_end(Code::FoulNotFound));
                Agreement::Unverifiable
            }
        }
    }

    /// The record itself punishes the illegal move before its end: the finding becomes a note.
    fn forgive(&self, findings: &mut Findings) {
        let last = self.line.end.and_then(|end| self.record.tree.parent(end));
        let mover = self.line.fault.map(|fault| fault.mover);
        for finding in findings.list_mut() {
            if finding.node == last
                && is_broken_rule(finding.code)
                && finding.code != Code::BadSyntax
            {
                finding.severity = Severity::Note;
                finding.notes.push("reason.record_agrees.text");
                add_side(finding, mover);
            }
        }
    }

    /// An illegal move that the record passes over: its own finding says so, if the record gives another reason.
    fn note_unpunished(&self, fault: FirstFault, findings: &mut Findings) {
        let reason = |it: &Ending| !matches!(it.kind, EndingKind::Other | EndingKind::Unknown);
        let Some(ending) = self.ending.filter(reason) else {
            return;
        };
        for finding in findings.list_mut() {
            if finding.node == Some(fault.node) && is_broken_rule(finding.code) {
                finding.notes.push("agreement.illegal_move_unpunished.text");
                add_side(finding, Some(fault.mover));
                let declared = Fact::Word(ending.kind.word());
                finding.facts.push((FactName::OtherEnding, declared));
            }
        }
    }

    /// The kind of the fourth occurrence, if the last position is one.
    pub(super) fn last_fourth(&self) -> Option<Repetition> {
        let fourth = self.line.fourth.as_ref()?;
        let ply = fourth.plies.last().copied()?;
        (ply == self.line.last_ply).then_some(fourth.kind)
    }

    /// Findings on the first fourth occurrence: passed by, or reached without a word.
    fn report_repetition(&self, findings: &mut Findings) {
        let Some(fourth) = &self.line.fourth else {
            return;
        };
        let ply = fourth.plies.last().copied().unwrap_or(0);
        let passed = ply < self.line.last_ply;
        let neutral = matches!(
            self.ending.map(|ending| ending.kind),
            None | Some(
                EndingKind::Interruption | EndingKind::Disconnection | EndingKind::Resignation
            )
        );
        let (code, loser) = match fourth.kind {
            Repetition::Perpetual(loser) if passed => (Code::PerpetualPassed, Some(loser)),
            _ if passed => (Code::RepetitionPassed, None),
            _ if neutral => (Code::RepetitionUndeclared, None),
            _ => return,
        };
        findings.push(repetition_finding(
            self.record,
            code,
            fourth.node,
            &fourth.plies,
            loser,
        ));
        if fourth.kind == Repetition::MutualPerpetual {
            let code = Code::MutualPerpetualCheck;
            findings.push(repetition_finding(
                self.record,
                code,
                fourth.node,
                &fourth.plies,
                None,
            ));
        }
    }

    /// A summary line that names another winner than the closing word.
    fn report_summary(&self, findings: &mut Findings) {
        let Some(summary) = self.ending.and_then(|ending| ending.summary) else {
            return;
        };
        let (said, declared) = (summary.winner(self.line.mover_at_end), self.winner());
        if said != declared && self.foul.is_none() && said.is_some() {
            let mut finding = self.at_end(Code::HeaderTokenMismatch);
            if let (Some(said), Some(declared)) = (said, declared) {
                finding = finding
                    .with(FactName::Header, Fact::Side(said))
                    .with(FactName::Declared, Fact::Side(declared));
            }
            findings.push(finding);
        }
    }

    /// A header of its own that names another result than the end of the moves.
    fn report_result_header(&self, findings: &mut Findings) {
        let Some((at, claim)) = self.record.result_header() else {
            return;
        };
        let said = match claim {
            Claim::Draw => Winner::Draw,
            claim => match claim.winner(self.line.mover_at_end) {
                Some(side) => Winner::Side(side),
                None => return,
            },
        };
        let declared = match self.declared.winner {
            Some(winner @ (Winner::Side(_) | Winner::Draw)) if winner != said => winner,
            _ => return,
        };
        let mut finding = Finding::new(Code::ResultHeader, self.record.headers[at].value);
        if let (Winner::Side(said), Winner::Side(declared)) = (said, declared) {
            finding = finding
                .with(FactName::Header, Fact::Side(said))
                .with(FactName::Declared, Fact::Side(declared));
        }
        findings.push(finding);
    }

    /// The 500-move rule of the JSA, in records that name the JSA or one of its events.
    fn report_length(&self, findings: &mut Findings) {
        if self.line.last_ply <= 500 || self.rules != Rules::Jsa || !is_jsa_event(self.record) {
            return;
        }
        let ply = Fact::Number(i64::from(self.line.last_ply));
        findings.push(self.at_end(Code::Over500Moves).with(FactName::Ply, ply));
    }

    pub(super) fn end_position(&self) -> Option<&Position> {
        self.replay.legal_end()
    }

    /// Whether the last position leaves its side to move without a legal move.
    pub(super) fn is_over(&self) -> bool {
        match self.replay.detected.map(|it| it.event) {
            None => false,
            Some(Event::Checkmate | Event::NoLegalMoves) => true,
            // Whichever came first was found; the other may hold as well.
            Some(Event::Sennichite | Event::PerpetualCheck) => self
                .end_position()
                .is_some_and(|position| !position.has_legal_move()),
        }
    }
}

/// Whether the record names the Japan Shogi Association or one of the title matches and cups played under its rules.
fn is_jsa_event(record: &Record) -> bool {
    const NAMES: [&str; 14] = [
        "日本将棋連盟",
        "竜王戦",
        "名人戦",
        "順位戦",
        "王位戦",
        "王座戦",
        "棋王戦",
        "王将戦",
        "棋聖戦",
        "叡王戦",
        "NHK杯",
        "ＮＨＫ杯",
        "朝日杯",
        "銀河戦",
    ];
    let event = record.header(HeaderKey::Event).unwrap_or_default();
    NAMES.iter().any(|name| event.contains(name))
}

/// The notes on a foul tell whose it is, even where its own text does not.
fn add_side(finding: &mut Finding, mover: Option<Color>) {
    if let Some(mover) = mover.filter(|_| finding.fact(FactName::Side).is_none()) {
        finding.facts.push((FactName::Side, Fact::Side(mover)));
    }
}

/// Whether the code is one of the reasons that make a move illegal.
pub(super) fn is_broken_rule(code: Code) -> bool {
    (201..=222).contains(&code.digits())
}
