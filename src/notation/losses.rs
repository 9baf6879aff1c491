//! What a notation does not keep of a record: counted in one place, told as one finding of a kind.

use super::csa;
use super::holds::{AnalysisKept, HeadersKept, Holds, Kept, NumberKept, TimesKept};
use super::info::{holds, keeps_ending};
use super::kif_family;
use super::shared::headers::Headers;
use super::shared::options::{CsaVersion, WriteOptions};
use super::shared::shown::shown_position;
use super::shared::walk::{Walk, What};
use super::usi::usi_token;
use crate::finding::{Code, Fact, FactName, Finding, Findings};
use crate::record::{EndingKind, Entry, NodeId, Notation, Record, RemarkKind, Start};
use crate::replay::Replay;
use crate::shogi::Handicap;
use crate::text::Span;

/// Reports what `format` will not keep of `record`.
pub(super) fn report(
    notation: Notation,
    record: &Record,
    replay: &Replay,
    options: &WriteOptions,
    findings: &mut Findings,
) {
    // Which version of CSA a record needs is only worth looking for when CSA is written.
    let csa = if notation == Notation::Csa {
        csa::written_version(options, record)
    } else {
        CsaVersion::V22
    };
    let mut losses = Losses {
        notation,
        holds: holds(notation, csa),
        csa,
        options,
        record,
        replay,
        list: Vec::new(),
    };
    losses.look_at_headers();
    losses.look_at_remarks();
    if notation == Notation::Csa && options.csa_version.is_none() && csa == CsaVersion::V30 {
        losses.lose(Code::CsaVersion, None, Span::default());
    }
    losses.look_at_start();
    losses.look_at_tree();
    for loss in losses.list {
        findings.push(loss.finding(record));
    }
}

/// Things of one kind that are lost.
struct Loss {
    code: Code,
    count: u32,
    /// Where the first one stands.
    span: Span,
    node: Option<NodeId>,
    /// Names of what is lost, where they tell something.
    names: Vec<String>,
    /// The first ending that is lost.
    ending: Option<EndingKind>,
}

impl Loss {
    fn finding(self, record: &Record) -> Finding {
        let mut finding = Finding::new(self.code, self.span)
            .with(FactName::Count, Fact::Number(i64::from(self.count)));
        if !self.names.is_empty() {
            finding = finding.with(FactName::Items, Fact::Text(self.names.join(", ")));
        }
        if let Some(ending) = self.ending {
            finding = finding.with(FactName::Ending, Fact::Word(ending.word()));
        }
        match self.node.filter(|&node| node != NodeId::ROOT) {
            Some(node) => finding.at(node, record.tree.depth(node)),
            None => finding,
        }
    }
}

struct Losses<'a> {
    notation: Notation,
    holds: Holds,
    csa: CsaVersion,
    options: &'a WriteOptions,
    record: &'a Record,
    replay: &'a Replay,
    list: Vec<Loss>,
}

impl<'a> Losses<'a> {
    /// Counts one thing that is lost; its place is kept if it is the first of its kind.
    fn lose(&mut self, code: Code, node: Option<NodeId>, span: Span) -> &mut Loss {
        let at = match self.list.iter().position(|loss| loss.code == code) {
            Some(at) => at,
            None => {
                self.list.push(Loss {
                    code,
                    count: 0,
                    span,
                    node,
                    names: Vec::new(),
                    ending: None,
                });
                self.list.len() - 1
            }
        };
        let loss = &mut self.list[at];
        loss.count += 1;
        loss
    }

    fn look_at_headers(&mut self) {
        let record = self.record;
        let headers = match (self.holds.headers, self.notation) {
            (HeadersKept::None, _) => Headers {
                lost: record.headers.iter().collect(),
                ..Headers::default()
            },
            (HeadersKept::Csa, _) => csa::header_lines::csa(record, self.csa),
            (HeadersKept::All, Notation::Jkf) => return,
            (HeadersKept::All, _) => kif_family::header_lines::japanese(record),
        };
        for (code, list) in [
            (Code::LostHeaders, headers.lost),
            (Code::LineBreakLost, headers.joined),
        ] {
            for header in list.into_iter().filter(|it| !it.value.is_empty()) {
                let name = record.str(header.name).to_owned();
                let span = header.name.to(header.value);
                self.lose(code, None, span).names.push(name);
            }
        }
    }

    fn look_at_remarks(&mut self) {
        for remark in &self.record.remarks {
            let code = match remark.kind {
                RemarkKind::Comment if !self.holds.comments => Code::LostComments,
                RemarkKind::Bookmark if !self.holds.bookmarks => Code::LostBookmarks,
                RemarkKind::Analysis if self.holds.analysis != AnalysisKept::Own => {
                    Code::LostAnalysis
                }
                RemarkKind::Plain if self.notation != Notation::Csa => Code::LostComments,
                _ => continue,
            };
            self.lose(code, Some(remark.node), remark.text);
        }
    }

    /// The number of the first move, where moves begin with another than 1, and pieces that no set has.
    fn look_at_start(&mut self) {
        let Start::Setup(setup) = &self.record.start else {
            return;
        };
        let named = || Handicap::of(setup).is_some();
        let kept = match self.holds.number {
            NumberKept::Always => !(self.options.sfen_no_ply && self.notation == Notation::Sfen),
            NumberKept::UnlessNamed => !named(),
            NumberKept::Never => false,
        };
        if setup.ply > 1 && !kept {
            self.lose(Code::LostMoveNumber, None, self.record.start_span);
        }
        // The move that led to a diagram has a place only beside the number of plies.
        let has_place = match self.notation {
            Notation::Bod => true,
            Notation::Kif | Notation::Ki2 => setup.ply > 1 && !named(),
            _ => false,
        };
        let last = self.record.last_move;
        if !last.is_empty() && !has_place {
            let name = self.record.str(last).to_owned();
            self.lose(Code::LostHeaders, None, last).names.push(name);
        }
        if self.notation == Notation::Csa {
            let (_, lost) = csa::hands_of_one_set(setup);
            if lost > 0 {
                self.lose(Code::LostPieces, None, self.record.start_span)
                    .count = lost;
            }
        }
    }

    fn look_at_tree(&mut self) {
        let tree = &self.record.tree;
        let variations = self.holds.variations && !self.options.main_line;
        if self.holds.moves {
            self.look_at_moves(variations);
        } else {
            let shown = shown_position(self.record, self.replay, self.options);
            let shown = shown.map_or(0, |(node, _)| tree.depth(node));
            let plies = self.replay.plies();
            if plies > 0 && (shown > 0 || plies > shown) {
                let first = tree.first_child(NodeId::ROOT);
                self.lose(Code::LostPosition, first, Span::default()).count = plies;
            }
        }
        if !self.holds.variations && !self.options.main_line {
            let off_main = tree.ids().filter(|&id| {
                let parent = tree.parent(id).and_then(|parent| tree.first_child(parent));
                parent != Some(id)
            });
            for id in off_main {
                self.lose(Code::LostVariations, Some(id), tree.node(id).span);
            }
        }
    }

    /// The way of the writer.
    fn walk(&self, variations: bool) -> Walk<'a> {
        let walk = Walk::new(self.record, self.replay, variations);
        match self.notation {
            Notation::Kif | Notation::Ki2 => walk.joined(),
            _ => walk,
        }
    }

    /// Everything that hangs on single moves and endings.
    fn look_at_moves(&mut self, variations: bool) {
        let mut walk = self.walk(variations);
        let mut written = 0;
        while walk.next_line().is_some() {
            while let Some(ply) = walk.next_ply() {
                written += 1;
                self.look_at_clock(ply.id);
                match ply.what {
                    What::Move { step, .. } => {
                        if step.broken.is_some() && self.notation == Notation::Ki2 {
                            self.lose(Code::IllegalMoveWritten, Some(ply.id), ply.node.span);
                        }
                    }
                    What::End { ending, .. } => {
                        self.look_at_ending(ply.id, ending.kind, ply.node.span);
                    }
                }
            }
        }
        let tree = &self.record.tree;
        let all = if variations {
            tree.len() - 1
        } else {
            tree.main_line().count()
        };
        if all > written {
            self.look_behind(variations);
        }
        // What stands behind the end of a line is in no tree.
        let left_out = self.record.left_out;
        if left_out.moves > 0 {
            let loss = self.lose(Code::LostMoves, None, left_out.first);
            loss.count += left_out.moves - 1;
        }
        if let Some(kind) = left_out.ending {
            let loss = self.lose(Code::LostEnding, None, left_out.first);
            loss.count += left_out.endings - 1;
            loss.ending.get_or_insert(kind);
        }
    }

    /// What stands at and behind moves that cannot be made: none of it is written.
    fn look_behind(&mut self, variations: bool) {
        let record = self.record;
        let tree = &record.tree;
        let mut written = vec![false; tree.len()];
        written[NodeId::ROOT.index()] = true;
        let mut walk = self.walk(variations);
        while walk.next_line().is_some() {
            while let Some(ply) = walk.next_ply() {
                written[ply.id.index()] = true;
            }
        }
        let mut missing: Vec<NodeId> = if variations {
            tree.ids().collect()
        } else {
            tree.main_line().collect()
        };
        missing.retain(|id| !written[id.index()]);
        for &id in &missing {
            let node = tree.node(id);
            match node.entry {
                Entry::Root => {}
                Entry::Move(_) | Entry::Unreadable => {
                    self.lose(Code::LostMoves, Some(id), node.span);
                }
                Entry::End(ending) => {
                    self.lose(Code::LostEnding, Some(id), node.span)
                        .ending
                        .get_or_insert(ending.kind);
                }
            }
            if node.clock.elapsed().is_some() {
                self.lose(Code::LostTimes, Some(id), node.span);
            }
        }
        for remark in &record.remarks {
            // What the notation has no place for is counted already.
            let code = match remark.kind {
                RemarkKind::Comment if self.holds.comments => Code::LostComments,
                RemarkKind::Bookmark if self.holds.bookmarks => Code::LostBookmarks,
                RemarkKind::Analysis if self.holds.analysis == AnalysisKept::Own => {
                    Code::LostAnalysis
                }
                RemarkKind::Plain if self.notation == Notation::Csa => Code::LostComments,
                _ => continue,
            };
            if missing.binary_search(&remark.node).is_ok() {
                self.lose(code, Some(remark.node), remark.text);
            }
        }
    }

    fn look_at_clock(&mut self, id: NodeId) {
        let node = self.record.tree.node(id);
        let Some(elapsed) = node.clock.elapsed() else {
            return;
        };
        match self.holds.times {
            TimesKept::None => {
                self.lose(Code::LostTimes, Some(id), node.span);
            }
            TimesKept::Seconds if elapsed % 1000 != 0 => {
                self.lose(Code::LostFractions, Some(id), node.span);
            }
            TimesKept::Seconds | TimesKept::Milliseconds => {}
        }
    }

    fn look_at_ending(&mut self, id: NodeId, kind: EndingKind, span: Span) {
        let kept = match self.notation {
            Notation::Usi if self.options.usi_specials && usi_token(kind).is_some() => Kept::Wholly,
            _ => keeps_ending(self.notation, self.csa, kind),
        };
        if kept < Kept::Wholly {
            self.lose(Code::LostEnding, Some(id), span)
                .ending
                .get_or_insert(kind);
        }
    }
}
