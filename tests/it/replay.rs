//! What the rules make of records: fouls, ends, agreement. The records are built by hand, so no reader takes part.

use crate::random_records::written;
use kifu::finding::{Code, Findings, Severity};
use kifu::record::{Claim, Ending, EndingKind, Entry, NodeId, Record, Start};
use kifu::replay::{Agreement, Event, Replay, ReplayOptions, Winner};
use kifu::shogi::Color;
use kifu::text::Span;

/// A record under construction.
struct Draft {
    record: Record,
    last: NodeId,
}

impl Draft {
    fn even() -> Draft {
        Draft {
            record: Record::default(),
            last: NodeId::ROOT,
        }
    }

    fn from_sfen(sfen: &str) -> Draft {
        let mut draft = Draft::even();
        draft.record.start = Start::Setup(Box::new(sfen.parse().unwrap()));
        draft
    }

    fn moves(mut self, moves: &str) -> Draft {
        for text in moves.split_whitespace() {
            let written = written(text.parse().unwrap());
            self.last = self
                .record
                .tree
                .add(self.last, Entry::Move(written), Span::default());
        }
        self
    }

    fn end(mut self, kind: EndingKind, claim: Claim) -> Draft {
        let ending = Ending {
            kind,
            claim,
            summary: None,
        };
        self.last = self
            .record
            .tree
            .add(self.last, Entry::End(ending), Span::default());
        self
    }

    /// Goes back to the position after `ply` moves of the main line, to add a variation.
    fn back_to(mut self, ply: usize) -> Draft {
        let main: Vec<NodeId> = self.record.tree.main_line().collect();
        self.last = if ply == 0 {
            NodeId::ROOT
        } else {
            main[ply - 1]
        };
        self
    }

    fn replay(&self) -> (Replay, Findings) {
        let mut replay = Replay::default();
        let mut findings = Findings::default();
        let options = ReplayOptions {
            variations: true,
            ..ReplayOptions::default()
        };
        replay.run(&self.record, options, &mut findings);
        (replay, findings)
    }

    /// Replays and gives the codes found with their severities and plies.
    fn found(&self) -> Vec<(Code, Severity, Option<u32>)> {
        let (_, findings) = self.replay();
        let list = findings.list().iter();
        list.map(|it| (it.code, it.severity, it.ply)).collect()
    }
}

const BLACK_WINS: Option<Winner> = Some(Winner::Side(Color::Black));
const WHITE_WINS: Option<Winner> = Some(Winner::Side(Color::White));
/// Four times the same position, by rook moves of both sides.
const FOURFOLD: &str = "2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b";
/// Black checks throughout until the position stands for the fourth time.
const PERPETUAL: &str = "7b7a 9a9b 7a7b 9b9a 7b7a 9a9b 7a7b 9b9a 7b7a 9a9b 7a7b 9b9a";
const PERPETUAL_START: &str = "k7K/2+R6/9/9/9/9/9/9/9 b - 1";

#[test]
fn a_resigned_game_is_consistent() {
    let draft = Draft::even()
        .moves("7g7f 3c3d")
        .end(EndingKind::Resignation, Claim::Opponent);
    let (replay, findings) = draft.replay();
    assert_eq!(findings.list(), []);
    assert_eq!((replay.plies(), replay.legal_plies()), (2, 2));
    assert_eq!(replay.declared().winner, WHITE_WINS);
    assert_eq!(replay.agreement(), Agreement::Consistent);
    assert_eq!(replay.detected(), None);
}

#[test]
fn an_illegal_move_is_made_flagged_and_play_goes_on() {
    let draft = Draft::even().moves("7g7f 3c3d 2i5e 8c8d");
    let (replay, findings) = draft.replay();
    assert_eq!(
        draft.found(),
        [(Code::Unreachable, Severity::Error, Some(3))]
    );
    assert_eq!((replay.plies(), replay.legal_plies()), (4, 2));
    assert_eq!(findings.list().len(), 1);
    assert_eq!(replay.legal_end().unwrap().ply(), 3);
    assert_eq!(replay.agreement(), Agreement::Conflict);
}

#[test]
fn a_move_that_cannot_be_made_ends_the_line() {
    let draft = Draft::even().moves("7g7f 5e5d 2g2f 8c8d");
    let (replay, _) = draft.replay();
    let expected = [
        (Code::NoPiece, Severity::Error, Some(2)),
        (Code::MovesNotJudged, Severity::Note, Some(3)),
    ];
    assert_eq!(draft.found(), expected);
    assert_eq!((replay.plies(), replay.skipped()), (1, 2));
}

#[test]
fn a_foul_that_the_record_punishes_is_a_note() {
    for (kind, claim) in [
        (EndingKind::Foul, Claim::Mover),
        (EndingKind::Foul, Claim::Opponent),
        (EndingKind::IllegalMove, Claim::Opponent),
        (EndingKind::Foul, Claim::Side(Color::White)),
    ] {
        let draft = Draft::even().moves("7g7e").end(kind, claim);
        let (replay, findings) = draft.replay();
        assert_eq!(
            findings.list()[0].severity,
            Severity::Note,
            "{kind:?} {claim:?}"
        );
        assert_eq!(findings.list()[0].notes, ["reason.record_agrees.text"]);
        assert_eq!(replay.declared().winner, WHITE_WINS, "{kind:?} {claim:?}");
        assert_eq!(replay.agreement(), Agreement::Consistent);
    }
}

#[test]
fn a_foul_passed_over_stays_an_error_and_says_so() {
    let draft = Draft::even()
        .moves("7g7e")
        .end(EndingKind::Resignation, Claim::Opponent);
    let (replay, findings) = draft.replay();
    let finding = &findings.list()[0];
    assert_eq!(finding.severity, Severity::Error);
    assert_eq!(finding.notes, ["agreement.illegal_move_unpunished.text"]);
    assert_eq!(replay.agreement(), Agreement::Conflict);
}

#[test]
fn an_end_without_a_reason_that_is_known_is_not_another_reason() {
    for kind in [EndingKind::Other, EndingKind::Unknown] {
        let draft = Draft::even().moves("7g7e").end(kind, Claim::Opponent);
        let (replay, findings) = draft.replay();
        let finding = &findings.list()[0];
        assert_eq!(finding.severity, Severity::Error);
        assert!(finding.notes.is_empty());
        assert_eq!(replay.agreement(), Agreement::Conflict);
    }
}

#[test]
fn only_the_move_before_the_word_is_punished() {
    let draft = Draft::even()
        .moves("7g7e 3c3d 2g2e")
        .end(EndingKind::Foul, Claim::Mover);
    let severities: Vec<_> = draft
        .found()
        .into_iter()
        .map(|(_, severity, _)| severity)
        .collect();
    assert_eq!(severities, [Severity::Error, Severity::Note]);
}

#[test]
fn a_move_after_mate_breaks_game_over() {
    let draft = Draft::from_sfen("7nk/9/7GP/9/9/9/9/9/K8 b - 1").moves("1c1b 1a1b");
    let (replay, _) = draft.replay();
    assert_eq!(draft.found()[0], (Code::GameOver, Severity::Error, Some(2)));
    let detected = replay.detected().unwrap();
    assert_eq!((detected.event, detected.ply), (Event::Checkmate, 1));
}

#[test]
fn moves_after_a_closing_word_are_told_once() {
    let draft = Draft::even()
        .moves("7g7f")
        .end(EndingKind::Resignation, Claim::Opponent)
        .moves("3c3d 2g2f");
    let expected = (Code::GameOver, Severity::Warning, Some(3));
    assert_eq!(draft.found(), [expected]);
    assert_eq!(draft.replay().0.plies(), 1);
}

#[test]
fn a_fourfold_repetition_is_found_declared_or_not() {
    let declared = Draft::even()
        .moves(FOURFOLD)
        .end(EndingKind::Sennichite, Claim::Draw);
    let (replay, findings) = declared.replay();
    assert_eq!(findings.list(), []);
    assert_eq!(replay.agreement(), Agreement::Consistent);
    let detected = replay.detected().unwrap();
    assert_eq!((detected.event, detected.ply), (Event::Sennichite, 12));
    assert_eq!(detected.winner, Winner::Draw);

    let silent = Draft::even().moves(FOURFOLD);
    assert_eq!(
        silent.found(),
        [(Code::RepetitionUndeclared, Severity::Note, Some(12))]
    );
    assert_eq!(silent.replay().0.agreement(), Agreement::Consistent);

    let passed = Draft::even()
        .moves(FOURFOLD)
        .moves("7g7f")
        .end(EndingKind::Resignation, Claim::Opponent);
    assert_eq!(
        passed.found(),
        [(Code::RepetitionPassed, Severity::Warning, Some(12))]
    );
    assert_eq!(passed.replay().0.agreement(), Agreement::Consistent);
}

#[test]
fn sennichite_declared_too_early_is_told_by_how_much() {
    let short = Draft::even()
        .moves("2h3h 8b7b 3h2h 7b8b")
        .end(EndingKind::Sennichite, Claim::Draw);
    assert_eq!(short.found()[0].0, Code::DeclaredSennichiteShort);
    assert_eq!(short.replay().0.agreement(), Agreement::Unverifiable);

    let never = Draft::even()
        .moves("7g7f")
        .end(EndingKind::Sennichite, Claim::Draw);
    assert_eq!(never.found()[0].0, Code::DeclaredSennichiteUnsupported);
    assert_eq!(never.replay().0.agreement(), Agreement::Conflict);

    let last_move_missing = FOURFOLD.rsplit_once(' ').unwrap().0;
    let missing = Draft::even()
        .moves(last_move_missing)
        .end(EndingKind::Sennichite, Claim::Draw);
    assert_eq!(missing.found()[0].0, Code::DeclaredSennichiteShort);
}

#[test]
fn perpetual_check_loses() {
    let draft = Draft::from_sfen(PERPETUAL_START).moves(PERPETUAL);
    let (replay, _) = draft.replay();
    let detected = replay.detected().unwrap();
    assert_eq!((detected.event, detected.ply), (Event::PerpetualCheck, 12));
    assert_eq!(Some(detected.winner), WHITE_WINS);

    // Black is to move: the word blames Black, who gave the checks.
    let foul = Draft::from_sfen(PERPETUAL_START)
        .moves(PERPETUAL)
        .end(EndingKind::Foul, Claim::Opponent);
    assert_eq!(foul.replay().0.agreement(), Agreement::Consistent);
    assert_eq!(foul.replay().0.declared().winner, WHITE_WINS);

    let wrong = Draft::from_sfen(PERPETUAL_START)
        .moves(PERPETUAL)
        .end(EndingKind::Foul, Claim::Mover);
    assert!(wrong.replay().1.has(Code::DeclaredWinnerConflict));

    let draw = Draft::from_sfen(PERPETUAL_START)
        .moves(PERPETUAL)
        .end(EndingKind::Sennichite, Claim::Draw);
    assert!(draw.replay().1.has(Code::DeclaredDrawButPerpetual));
    assert_eq!(draw.replay().0.agreement(), Agreement::Conflict);
}

#[test]
fn declared_mate_is_held_against_the_board() {
    let mate = Draft::from_sfen("7nk/9/7GP/9/9/9/9/9/K8 b - 1").moves("1c1b");
    let mate = mate.end(EndingKind::Checkmate, Claim::Opponent);
    assert_eq!(mate.replay().0.agreement(), Agreement::Consistent);
    assert_eq!(mate.replay().0.declared().winner, BLACK_WINS);

    let none = Draft::even()
        .moves("7g7f")
        .end(EndingKind::Checkmate, Claim::Opponent);
    assert_eq!(none.found()[0].0, Code::NotMate);

    let stuck = Draft::from_sfen("8k/6G2/9/9/9/9/9/9/K8 b P 1").moves("P*1c");
    let stuck = stuck.end(EndingKind::Checkmate, Claim::Opponent);
    assert_eq!(stuck.found().last().unwrap().0, Code::MateWithoutCheck);
    assert_eq!(stuck.replay().0.agreement(), Agreement::Consistent);
}

#[test]
fn resigning_after_mating_is_a_conflict() {
    let draft = Draft::from_sfen("7nk/9/7GP/9/9/9/9/9/K8 b - 1").moves("1c1b");
    let draft = draft.end(EndingKind::Resignation, Claim::Mover);
    assert!(draft.replay().1.has(Code::ResignedWhileMating));
    assert_eq!(draft.replay().0.agreement(), Agreement::Conflict);
}

#[test]
fn a_declaration_is_held_against_the_points() {
    let valid = "4K4/+P+P+P+P+P+P+P+P+P/8+P/9/9/9/9/9/4k4 b 2RB4G2Sb2s4n4l8p 1";
    let draft = Draft::from_sfen(valid).end(EndingKind::Declaration, Claim::Mover);
    assert_eq!(draft.replay().0.agreement(), Agreement::Consistent);

    let rule_dependent = "4K4/+P+P+P+P+P+P+P+P+P/8+P/9/9/9/9/9/4k4 b 2RB3Gbg4s4n4l8p 1";
    let draft = Draft::from_sfen(rule_dependent).end(EndingKind::Declaration, Claim::Mover);
    assert!(draft.replay().1.has(Code::DeclarationRuleDependent));

    let draft = Draft::even()
        .moves("7g7f")
        .end(EndingKind::Declaration, Claim::Mover);
    let expected = (Code::DeclarationKingNotInCamp, Severity::Warning, Some(2));
    assert_eq!(draft.found(), [expected]);
    assert_eq!(draft.replay().0.agreement(), Agreement::Conflict);
}

#[test]
fn variations_are_judged_from_the_root_and_counted_in_file_order() {
    let draft = Draft::even()
        .moves("2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 7g7f")
        .back_to(8)
        .moves("2h3h 8b7b 3h2h 7b8b")
        .back_to(1)
        .moves("5e5d");
    let (replay, findings) = draft.replay();
    let found: Vec<_> = findings
        .list()
        .iter()
        .map(|it| (it.code, it.ply, it.variation))
        .collect();
    assert!(found.contains(&(Code::RepetitionUndeclared, Some(12), Some(2))));
    assert!(found.contains(&(Code::NoPiece, Some(2), Some(3))));
    assert_eq!(replay.detected(), None);
    assert_eq!(draft.record.tree.leaves().len(), 3);
}

#[test]
fn a_wide_and_deep_tree_is_walked_in_good_time() {
    let mut draft = Draft::even();
    for _ in 0..3000 {
        draft = draft.moves("2h3h 8b7b 3h2h 7b8b");
    }
    for ply in 0..3000 {
        draft = draft
            .back_to(ply)
            .moves(if ply % 2 == 0 { "7g7f" } else { "3c3d" });
    }
    let started = std::time::Instant::now();
    draft.replay();
    assert!(started.elapsed().as_secs() < 20);
}

#[test]
fn a_move_after_mate_says_when_and_how_the_game_was_over() {
    let draft = Draft::from_sfen("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1").moves("5a4a");
    let (_, findings) = draft.replay();
    let finding = findings.list().iter().find(|it| it.code == Code::GameOver);
    let text = kifu::finding::message(finding.unwrap(), &kifu::finding::Setting::default());
    assert_eq!(
        text.label,
        "The game had already ended at move 0 (checkmate)"
    );
}
