//! Random records for round trips: legal games with variations, clocks, comments, bookmarks, headers and endings.

use kifu::record::{
    Claim, Clock, Ending, EndingKind, Entry, Header, HeaderKey, Named, NodeId, Notation, Origin,
    Record, Remark, RemarkKind, Start, Target, WrittenMove,
};
use kifu::shogi::{Handicap, Move, Position, Square};
use kifu::text::Span;

/// A small generator, so that a failure comes again.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    pub(crate) fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }
}

/// What random records hold besides moves.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent wishes")]
pub(crate) struct Wanted {
    pub(crate) variations: bool,
    pub(crate) clocks: bool,
    pub(crate) remarks: bool,
    pub(crate) headers: bool,
    pub(crate) endings: bool,
    /// Handicaps and positions from the middle of a game.
    pub(crate) starts: bool,
    /// An illegal move as the last one now and then.
    pub(crate) fouls: bool,
    /// Clocks with fractions of a second.
    pub(crate) fractions: bool,
}

impl Wanted {
    /// All that notations can write.
    pub(crate) const ALL: Wanted = Wanted {
        variations: true,
        clocks: true,
        remarks: true,
        headers: true,
        endings: true,
        starts: true,
        fouls: false,
        fractions: false,
    };
}

/// Endings with the claim that belongs to them.
const ENDINGS: [(EndingKind, Claim); 14] = [
    (EndingKind::Resignation, Claim::Opponent),
    (EndingKind::Checkmate, Claim::Opponent),
    (EndingKind::TimeUp, Claim::Opponent),
    (EndingKind::Foul, Claim::Opponent),
    (EndingKind::Foul, Claim::Mover),
    (EndingKind::Declaration, Claim::Mover),
    (EndingKind::NoShow, Claim::Mover),
    (EndingKind::NoShow, Claim::Opponent),
    (EndingKind::Sennichite, Claim::Draw),
    (EndingKind::Impasse, Claim::Draw),
    (EndingKind::Interruption, Claim::Nobody),
    (EndingKind::Sealed, Claim::Nobody),
    (EndingKind::NotMate, Claim::Nobody),
    (EndingKind::Try, Claim::Mover),
];

/// A random record of about `plies` moves on its main line.
pub(crate) fn record(random: &mut Random, plies: usize, wanted: Wanted) -> Record {
    let mut record = Record {
        notation: Some(Notation::Kif),
        ..Record::default()
    };
    if wanted.starts {
        record.start = start(random);
    }
    if wanted.headers {
        headers(random, &mut record);
    }
    let position = record.start.position().unwrap();
    if wanted.remarks {
        remarks(random, &mut record, NodeId::ROOT);
    }
    let main = line(random, &mut record, NodeId::ROOT, position, plies, wanted);
    if wanted.variations {
        let mut points = main;
        for _ in 0..=random.below(6) {
            if points.is_empty() {
                break;
            }
            let (node, position) = points[random.below(points.len())].clone();
            let len = 1 + random.below(6);
            let more = line(random, &mut record, node, position, len, wanted);
            points.extend(more);
        }
    }
    record.order_remarks();
    record
}

fn start(random: &mut Random) -> Start {
    match random.below(4) {
        0 => Start::Unstated,
        1 => Start::Handicap(Handicap::ALL[random.below(16)]),
        2 => {
            let mut position = Position::startpos();
            for _ in 0..random.below(60) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.advance(moves[random.below(moves.len())]);
            }
            Start::Setup(Box::new(position.setup()))
        }
        _ => {
            let rare = [
                Handicap::BothLances,
                Handicap::ThreePawns,
                Handicap::BareKing,
            ];
            Start::Setup(Box::new(rare[random.below(3)].setup()))
        }
    }
}

fn headers(random: &mut Random, record: &mut Record) {
    for (key, name, value) in [
        (HeaderKey::StartTime, "開始日時", "2024/08/02 10:00:00"),
        (HeaderKey::Event, "棋戦", "第1期：予選"),
        (HeaderKey::Site, "場所", "東京"),
        (HeaderKey::Note, "備考", "一行目\\n二行目"),
        (HeaderKey::Other, "先手の戦型", "居飛車"),
        (HeaderKey::Other, "手数", "59"),
        (HeaderKey::Black, "先手", "甲"),
        (HeaderKey::White, "後手", "乙 #2"),
    ] {
        if random.one_in(3) {
            continue;
        }
        let name = record.add_text(name);
        let value = record.add_text(value);
        record.headers.push(Header { key, name, value });
    }
}

const REMARKS: [&str; 6] = [
    "好手。",
    "",
    "*二つ星",
    "#記号",
    "先手：これは注釈",
    "  字下げ",
];

fn remarks(random: &mut Random, record: &mut Record, node: NodeId) {
    if !random.one_in(3) {
        return;
    }
    for _ in 0..=random.below(3) {
        let text = record.add_text(REMARKS[random.below(REMARKS.len())]);
        let kind = RemarkKind::Comment;
        record.remarks.push(Remark { node, kind, text });
    }
    if random.one_in(3) {
        let text = record.add_text("基本図");
        let kind = RemarkKind::Bookmark;
        record.remarks.push(Remark { node, kind, text });
    }
}

/// Adds a line of random moves; gives its nodes with the positions after them.
fn line(
    random: &mut Random,
    record: &mut Record,
    from: NodeId,
    mut position: Position,
    plies: usize,
    wanted: Wanted,
) -> Vec<(NodeId, Position)> {
    let mut points = vec![(from, position.clone())];
    let mut node = from;
    for ply in 0..plies {
        let moves = position.legal_moves();
        // Captures come up more often, for 同.
        let captures: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|mv| position.piece_at(mv.to()).is_some())
            .collect();
        let from = if captures.is_empty() || random.one_in(2) {
            &moves
        } else {
            &captures
        };
        if from.is_empty() {
            break;
        }
        let mv = from[random.below(from.len())];
        let entry = Entry::Move(written(mv));
        // A move that is there already is no variation.
        let doubled = record
            .tree
            .children(node)
            .any(|child| record.tree.node(child).entry == entry);
        if ply == 0 && doubled {
            return Vec::new();
        }
        node = record.tree.add(node, entry, Span::default());
        position.advance(mv);
        if wanted.clocks {
            let fraction = if wanted.fractions && random.one_in(3) {
                random.below(1000) as u32
            } else {
                0
            };
            let elapsed = random.below(400) as u32 * 1000 + fraction;
            record.tree.node_mut(node).clock = Clock::new(Some(elapsed), None);
        }
        if wanted.remarks {
            remarks(random, record, node);
        }
        points.push((node, position.clone()));
    }
    let foul = (wanted.fouls && plies > 0 && random.one_in(2))
        .then(|| foul(random, &position))
        .flatten();
    if let Some(mv) = foul {
        let entry = Entry::Move(written(mv));
        node = record.tree.add(node, entry, Span::default());
        points.push((node, position));
    }
    if foul.is_some() || wanted.endings && plies > 0 && random.one_in(2) {
        let (kind, claim) = match foul {
            Some(_) => (EndingKind::Foul, Claim::Mover),
            None => ENDINGS[random.below(ENDINGS.len())],
        };
        let ending = Ending {
            kind,
            claim,
            summary: None,
        };
        let end = record.tree.add(node, Entry::End(ending), Span::default());
        if wanted.remarks {
            remarks(random, record, end);
        }
        // Nothing goes on where a line ended: its last move has its continuation.
        points.pop();
    }
    points
}

/// An illegal move that can be made: a piece that goes where it cannot.
fn foul(random: &mut Random, position: &Position) -> Option<Move> {
    let legal = position.legal_moves();
    for _ in 0..50 {
        let from = Square::from_index(random.below(81) as u8)?;
        let to = Square::from_index(random.below(81) as u8)?;
        let mv = Move::Normal {
            from,
            to,
            promote: false,
        };
        let own = position
            .piece_at(from)
            .is_some_and(|it| it.color() == position.turn());
        if own && position.piece_at(to).is_none() && !legal.contains(&mv) {
            return Some(mv);
        }
    }
    None
}

/// A move as a record has it, with nothing named that its squares tell.
pub(crate) fn written(mv: Move) -> WrittenMove {
    match mv {
        Move::Normal { from, to, promote } => WrittenMove {
            side: None,
            to: Target::Square(to),
            from: Origin::Square(from),
            piece: Named::Nothing,
            promote: Some(promote),
        },
        Move::Drop { kind, to } => WrittenMove {
            side: None,
            to: Target::Square(to),
            from: Origin::Hand,
            piece: Named::Before(kind),
            promote: None,
        },
    }
}
