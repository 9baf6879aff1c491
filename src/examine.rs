//! One road for every command: a game's bytes in, a [`Report`] out.

use memchr::memmem;

use crate::finding::{self, Code, Fact, FactName, Finding, Findings, Severity};
use crate::notation::{self, Game};
use crate::record::{Entry, Notation, Record, Start};
use crate::replay::{Replay, ReplayOptions};
use crate::shogi::{Color, Handicap, PieceKind, Problem, Setup, validity};
use crate::text::{Decision, Encoding, Places, Span, TextProblem, TextProblemKind, decode};
use crate::words::Lang;

/// Reads, replays and judges games one after the other, in buffers that are used again.
#[derive(Debug, Default)]
pub struct Examiner {
    record: Record,
    replay: Replay,
    findings: Findings,
    problems: Vec<TextProblem>,
}

/// All there is to know about one game.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// Where the game lies.
    pub game: &'a Game<'a>,
    /// What the file says.
    pub record: &'a Record,
    /// What the rules make of it.
    pub replay: &'a Replay,
    /// What is wrong with it, in the order of the text.
    pub findings: &'a [Finding],
    /// How often each code was found, those included that are not listed any more.
    pub counts: &'a [(Code, u32)],
    /// How the bytes were read.
    pub decision: Decision,
}

impl Report<'_> {
    /// The worst finding; none when there is nothing to say.
    pub fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).max()
    }

    /// The first error in words; none when there is none.
    pub fn first_error(&self, lang: Lang) -> Option<String> {
        let mut findings = self.findings.iter();
        let error = findings.find(|finding| finding.severity == Severity::Error)?;
        let setting = finding::Setting {
            lang,
            ..finding::Setting::default()
        };
        Some(finding::headline(error, &setting))
    }

    /// How many findings are of this severity, those included that are not listed any more.
    pub fn count(&self, severity: Severity) -> u64 {
        let listed = self
            .findings
            .iter()
            .filter(|it| it.severity == severity)
            .count();
        let more = self
            .counts
            .iter()
            .filter(|&&(_, count)| count > Findings::KEPT_REMARKS);
        let unlisted = more.map(|&(code, count)| {
            let listed = self.findings.iter().filter(|it| it.code == code);
            let last = listed.clone().next_back();
            match last.is_some_and(|it| it.severity == severity) {
                true => u64::from(count).saturating_sub(listed.count() as u64),
                false => 0,
            }
        });
        listed as u64 + unlisted.sum::<u64>()
    }

    /// The encoding as it is reported: none for a file without text.
    pub fn encoding(&self) -> Option<Encoding> {
        (!self.record.text.is_empty()).then_some(self.decision.encoding)
    }

    /// Finds places of this game's text in its bytes. Lines and bytes count from the start of the game.
    pub fn places(&self) -> Places<'_> {
        Places::new(
            self.game.bytes,
            &self.decision,
            &self.record.text[..self.record.source_len],
        )
    }
}

/// Room for the text of any ordinary game, in bytes.
const USUAL_ROOM: usize = 1 << 20;

impl Examiner {
    /// The report on a game at which this program failed: nothing but that it did.
    pub fn fault<'a>(&'a mut self, game: &'a Game<'a>) -> Report<'a> {
        self.record.clear();
        self.record.notation = game.notation;
        self.record.start = Start::Unknown;
        self.findings.clear();
        self.replay
            .run(&self.record, ReplayOptions::default(), &mut self.findings);
        self.findings.clear();
        self.findings
            .push(Finding::new(Code::Internal, Span::default()));
        Report {
            game,
            record: &self.record,
            replay: &self.replay,
            findings: self.findings.list(),
            counts: self.findings.counts(),
            decision: game.decision,
        }
    }

    /// Examines one game.
    pub fn examine<'a>(&'a mut self, game: &'a Game<'a>, options: ReplayOptions) -> Report<'a> {
        self.record.clear();
        // The decoder touches all the room there is: one huge game must not slow down those after it.
        self.record.text.shrink_to(USUAL_ROOM);
        self.findings.clear();
        self.problems.clear();
        let decision = decode(
            game.bytes,
            &game.decision,
            &mut self.record.text,
            &mut self.problems,
        );
        self.record.source_len = self.record.text.len();
        for problem in &self.problems {
            self.findings.push(of_text(problem, decision));
        }
        match game.notation {
            None => {
                self.findings.push(notation::no_record(&self.record.text));
                self.record.start = Start::Unknown;
            }
            Some(_) if game.is_overlong() => {
                self.findings
                    .push(Finding::new(Code::LineTooLong, Span::default()));
                self.record.start = Start::Unknown;
            }
            Some(notation) => {
                self.record.continued = game.index > 1;
                notation::read(notation, &mut self.record, &mut self.findings);
            }
        }
        if game.index > 1 && matches!(game.notation, Some(Notation::Kif | Notation::Ki2)) {
            self.findings
                .push(Finding::new(Code::SeveralGames, Span::default()));
        }
        check_name(game, decision.encoding, &mut self.findings);
        if let Start::Setup(setup) = &self.record.start {
            check_start(setup, self.record.start_span, &mut self.findings);
        }
        note_mojibake(&self.record, &mut self.findings);
        if matches!(
            decision.encoding,
            Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be
        ) {
            note_lost_bytes(&self.record, &self.problems, &mut self.findings);
        }
        self.replay.run(&self.record, options, &mut self.findings);
        let is_told = [Code::NoMoves, Code::OtherVariant].map(|it| self.findings.has(it));
        if has_no_moves(&self.record) && is_told == [false; 2] {
            self.findings
                .push(Finding::new(Code::NoMoves, Span::default()));
        }
        let list = self.findings.list_mut();
        if !list.is_sorted_by_key(|finding| finding.span.start) {
            list.sort_by_key(|finding| finding.span.start);
        }
        Report {
            game,
            record: &self.record,
            replay: &self.replay,
            findings: self.findings.list(),
            counts: self.findings.counts(),
            decision,
        }
    }
}

/// Whether a record of a game (not of a position) holds no move at all.
fn has_no_moves(record: &Record) -> bool {
    let of_games = record
        .notation
        .is_some_and(|notation| notation.info().of_games);
    let is_move = |id| {
        matches!(
            record.tree.node(id).entry,
            Entry::Move(_) | Entry::Unreadable
        )
    };
    of_games && !record.tree.main_line().next().is_some_and(is_move)
}

/// Says so where unreadable text looks as if it had been read in the wrong encoding and saved again. It is not repaired.
fn note_mojibake(record: &Record, findings: &mut Findings) {
    let unread = [Code::NotARecord, Code::UnknownLine, Code::BadSyntax];
    if !unread.into_iter().any(|code| findings.has(code)) {
        return;
    }
    // 手合割, 手数, 先手, 後手 in UTF-8 read as Shift-JIS, and 手 in Shift-JIS read as Latin-1.
    const SIGNS: [&str; 5] = ["謇句粋", "謇区焚", "蜈域焔", "蠕梧焔", "Žè"];
    let found = SIGNS
        .iter()
        .filter_map(|sign| record.text.find(sign).zip(Some(sign.len())));
    if let Some((start, len)) = found.min() {
        findings.push(Finding::new(Code::Mojibake, Span::new(start, start + len)));
    }
}

/// Says so where the file itself holds U+FFFD: whoever wrote it had lost what stood there. What the decoder puts for bytes that
/// are no text has a finding of its own.
fn note_lost_bytes(record: &Record, problems: &[TextProblem], findings: &mut Findings) {
    const SIGN: &str = "\u{FFFD}";
    let source = &record.text[..record.source_len];
    let places = memmem::find_iter(source.as_bytes(), SIGN);
    let is_ours = |at: usize| problems.iter().any(|it| it.span.range().contains(&at));
    let mut places = places.filter(|&at| !is_ours(at));
    if let Some(first) = places.next() {
        let count = 1 + places.count();
        let finding = Finding::new(Code::LostBytes, Span::new(first, first + SIGN.len()));
        findings.push(finding.with(FactName::Count, Fact::Number(count as i64)));
    }
}

/// The finding for something wrong with the bytes.
fn of_text(problem: &TextProblem, decision: Decision) -> Finding {
    let new = |code| Finding::new(code, problem.span);
    let name = |encoding: Encoding| Fact::Text(encoding.name().into());
    match &problem.kind {
        TextProblemKind::InvalidBytes(bytes) => new(Code::InvalidBytes)
            .with(FactName::Found, Fact::Text(bytes.to_string()))
            .with(FactName::Encoding, name(decision.encoding)),
        TextProblemKind::OtherEncoding(encoding) => new(Code::MixedEncodings)
            .with(FactName::Found, name(*encoding))
            .with(FactName::Expected, name(decision.encoding))
            .with(FactName::Encoding, name(*encoding)),
        TextProblemKind::StrayBom => new(Code::StrayBom),
        TextProblemKind::PrivateUse(character) => new(Code::PrivateCharacter).with(
            FactName::Found,
            Fact::Text(format!("U+{:04X}", u32::from(*character))),
        ),
        TextProblemKind::MixedLineEnds => new(Code::MixedLineEnds),
        TextProblemKind::LyingLabel(label) => new(Code::EncodingLabel)
            .with(FactName::Expected, name(*label))
            .with(FactName::Found, name(decision.encoding))
            .with(FactName::Encoding, name(decision.encoding)),
    }
}

/// Notes where the ending of the file name promises something else. Said once a file.
fn check_name(game: &Game<'_>, encoding: Encoding, findings: &mut Findings) {
    let Some((_, ending)) = game.file.rsplit_once('.').filter(|_| game.index == 1) else {
        return;
    };
    let Some((promised, ending)) = Notation::of_ending(ending) else {
        return;
    };
    if let Some(notation) = game.notation {
        let same_family =
            notation == promised || (notation.is_line_based() && promised.is_line_based());
        if !same_family {
            let finding = Finding::new(Code::FormatDiffers, Span::default())
                .with(FactName::Format, Fact::Text(notation.name().into()))
                .with(FactName::Found, Fact::Text(notation.name().into()))
                .with(FactName::Expected, Fact::Text(promised.name().into()));
            findings.push(finding);
        }
    }
    let Some(wanted) = ending.encoding else {
        return;
    };
    if encoding != wanted && encoding != Encoding::Ascii {
        let finding = Finding::new(Code::EncodingExtension, Span::default())
            .with(FactName::Found, Fact::Text(encoding.name().into()))
            .with(FactName::Expected, Fact::Text(wanted.name().into()))
            .with(FactName::Encoding, Fact::Text(encoding.name().into()));
        findings.push(finding);
    }
}

/// Findings on a start position that is given by its pieces.
fn check_start(setup: &Setup, span: Span, findings: &mut Findings) {
    // The even start as rows of pieces is the most common start of all.
    if setup.turn == Color::Black && Handicap::of(setup) == Some(Handicap::Even) {
        return;
    }
    for problem in validity(setup) {
        findings.push(of_position(problem).spanned(span));
    }
}

/// The finding for something impossible or unusual in a position.
fn of_position(problem: Problem) -> Finding {
    let new = |code| Finding::new(code, Span::default());
    let number = |count: u32| Fact::Number(i64::from(count));
    match problem {
        Problem::TooMany { kind, count } => {
            let code = match kind {
                PieceKind::Pawn => Code::TooManyPawns,
                PieceKind::Lance => Code::TooManyLances,
                PieceKind::Knight => Code::TooManyKnights,
                PieceKind::Silver => Code::TooManySilvers,
                PieceKind::Gold => Code::TooManyGolds,
                PieceKind::Bishop => Code::TooManyBishops,
                _ => Code::TooManyRooks,
            };
            new(code)
                .with(FactName::Piece, Fact::Piece(kind))
                .with(FactName::Count, number(count))
                .with(FactName::Limit, number(u32::from(kind.total())))
        }
        Problem::TooManyKings { side, count } => new(Code::TooManyKings)
            .with(FactName::Side, Fact::Side(side))
            .with(FactName::Count, number(count)),
        Problem::NoKing { side } => {
            let code = if side == Color::Black {
                Code::NoKingBlack
            } else {
                Code::NoKingWhite
            };
            new(code).with(FactName::Side, Fact::Side(side))
        }
        Problem::NifuInPosition { side, square } => new(Code::NifuInPosition)
            .with(FactName::Side, Fact::Side(side))
            .with(FactName::Square, Fact::Square(square))
            .with(FactName::File, Fact::File(square.file())),
        Problem::DeadPiece { side, kind, square } => new(Code::DeadPiece)
            .with(FactName::Side, Fact::Side(side))
            .with(FactName::Piece, Fact::Piece(kind))
            .with(FactName::Square, Fact::Square(square)),
        Problem::OpponentInCheck {
            side,
            king,
            attacker,
        } => new(Code::OpponentInCheck)
            .with(FactName::Side, Fact::Side(!side))
            .with(FactName::Square, Fact::Square(king))
            .with(FactName::Attacker, Fact::Square(attacker)),
        Problem::ImpossibleCheck { side, count } => new(Code::ImpossibleCheck)
            .with(FactName::Side, Fact::Side(side))
            .with(FactName::Count, number(count)),
        Problem::MissingPieces { count } => {
            new(Code::MissingPieces).with(FactName::Count, number(count))
        }
    }
}
