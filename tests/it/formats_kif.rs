//! KIF, KI2 and BOD: every example of `testdata/formats/kif-examples.txt`.

use kifu::finding::{Code, Finding, Findings, Severity};
use kifu::notation;
use kifu::record::{EndingKind, Entry, NodeId, Notation, Record, RemarkKind};
use kifu::replay::{Replay, ReplayOptions, Winner};
use kifu::shogi::{Color, Position, Setup, Square};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The names of the examples and the codes that stand for them.
const DIAGNOSTICS: &[(&str, &[Code])] = &[
    ("W-LINE-FORM", &[Code::LineForm]),
    ("W-LINE-UNKNOWN", &[Code::UnknownLine]),
    ("W-HDR-LATE", &[Code::LateHeader]),
    ("W-HDR-DUP", &[Code::DuplicateHeader]),
    ("W-HDR-ALIAS", &[Code::HeaderAlias]),
    ("W-HDR-DATE", &[Code::BadDate]),
    ("W-HC-UNKNOWN", &[Code::UnknownHandicap]),
    ("W-HC-ALIAS", &[Code::HandicapAlias]),
    ("W-HC-EXT", &[Code::HandicapExtension]),
    ("E-VARIANT", &[Code::OtherVariant]),
    ("E-BOD-ROWS", &[Code::BoardRows]),
    ("E-BOD-CELL", &[Code::BoardCell]),
    ("E-BOD-HAND", &[Code::BoardHand]),
    ("W-BOD-RANK", &[Code::BoardRank]),
    ("W-BOD-PREFIX", &[Code::BoardPrefix]),
    ("W-BOD-GLYPH", &[Code::BoardGlyph]),
    ("W-BOD-HANDSEP", &[Code::HandSeparator]),
    ("W-BOD-COUNT", &[Code::HandCount]),
    ("W-TURN-GUESS", &[Code::TurnGuessed]),
    ("W-TURN-CONFLICT", &[Code::TurnConflict]),
    ("E-MV-SYNTAX", &[Code::BadSyntax]),
    ("E-MV-SAME", &[Code::SameWithoutMove]),
    (
        "E-MV-FROM",
        &[Code::NoPiece, Code::NotOwnPiece, Code::OwnPieceOnTarget],
    ),
    (
        "E-MV-DROP",
        &[Code::DropBadPiece, Code::NotInHand, Code::DropOnOccupied],
    ),
    ("W-MV-FORM", &[Code::MoveForm]),
    ("W-MV-PIECE", &[Code::PieceName]),
    ("W-MV-PROMO", &[Code::ImpliedPromotion]),
    ("W-PLY-NUM", &[Code::MoveNumber]),
    ("W-PLY-GAP", &[Code::MoveNumberGap]),
    ("W-PLY-OFFSET", &[Code::MoveNumberOffset]),
    ("W-PLY-BRANCH", &[Code::UnmarkedVariation]),
    ("W-TIME-FORM", &[Code::TimeForm]),
    ("W-TIME-SUM", &[Code::TimeSum]),
    ("W-END-UNKNOWN", &[Code::UnknownEnding]),
    ("W-END-ALIAS", &[Code::EndingAlias]),
    ("W-END-CONFLICT", &[Code::HeaderTokenMismatch]),
    ("W-END-COUNT", &[Code::SummaryCount]),
    ("W-END-EXTRA", &[Code::GameOver]),
    ("W-END-RESUMED", &[Code::GameResumed]),
    ("E-PASS", &[Code::PassMove]),
    ("E-VAR-RANGE", &[Code::VariationRange]),
    ("W-VAR-ORPHAN", &[Code::VariationOrphan]),
    ("W-VAR-EXTEND", &[Code::VariationExtends]),
    ("W-VAR-NUM", &[Code::VariationNumber]),
    ("W-VAR-EMPTY", &[Code::VariationEmpty]),
    ("W-VAR-DUP", &[Code::VariationDuplicate]),
    ("W-VAR-PLUS", &[Code::VariationMark]),
    ("W-VAR-HEADER", &[Code::VariationAmongHeaders]),
    ("E-KI2-NONE", &[Code::NoCandidate]),
    ("E-KI2-AMBIG", &[Code::AmbiguousMove]),
    ("W-KI2-MARK", &[Code::SideMark]),
    ("W-KI2-FORM", &[Code::Ki2Form]),
    ("W-KI2-FALLBACK", &[Code::Ki2Fallback]),
    ("W-KI2-NOPROMO", &[Code::Ki2Promotion]),
    ("W-MULTI", &[Code::SeveralGames]),
];

/// The words for endings, with their causes.
const ENDINGS: &[(&str, EndingKind)] = &[
    ("RESIGN", EndingKind::Resignation),
    ("MATE", EndingKind::Checkmate),
    ("TIMEOUT", EndingKind::TimeUp),
    ("FOUL_WIN", EndingKind::Foul),
    ("FOUL_LOSE", EndingKind::Foul),
    ("DECLARE", EndingKind::Declaration),
    ("DEFAULT_WIN", EndingKind::NoShow),
    ("DEFAULT_LOSE", EndingKind::NoShow),
    ("REPETITION", EndingKind::Sennichite),
    ("IMPASSE", EndingKind::Impasse),
    ("DRAW", EndingKind::DeclaredDraw),
    ("MAX_MOVES", EndingKind::MaxMoves),
    ("SUSPEND", EndingKind::Interruption),
    ("SEALED", EndingKind::Sealed),
    ("NO_MATE", EndingKind::NotMate),
    ("WIN_OTHER", EndingKind::Other),
    ("OTHER", EndingKind::Unknown),
];

/// A record read and replayed.
struct Game {
    record: Record,
    replay: Replay,
    findings: Vec<Finding>,
}

fn read(notation: Notation, text: &str) -> Game {
    let mut record = Record {
        text: text.to_owned(),
        source_len: text.len(),
        ..Record::default()
    };
    let mut findings = Findings::default();
    notation::read(notation, &mut record, &mut findings);
    let mut replay = Replay::default();
    let options = ReplayOptions {
        variations: true,
        ..ReplayOptions::default()
    };
    replay.run(&record, options, &mut findings);
    Game {
        record,
        replay,
        findings: findings.list().to_vec(),
    }
}

impl Game {
    fn main_line(&self) -> String {
        let moves = self.record.tree.main_line();
        let moves = moves.filter_map(|id| self.replay.step(id));
        let moves: Vec<String> = moves.map(|step| step.mv.to_string()).collect();
        moves.join(" ")
    }

    fn ending(&self) -> Option<EndingKind> {
        self.record
            .tree
            .main_line()
            .find_map(|id| match self.record.tree.node(id).entry {
                Entry::End(ending) => Some(ending.kind),
                _ => None,
            })
    }

    fn winner(&self) -> &'static str {
        match self.replay.declared().winner {
            Some(Winner::Side(Color::Black)) => "black",
            Some(Winner::Side(Color::White)) => "white",
            Some(Winner::Draw) => "draw",
            Some(Winner::None) => "none",
            None => "null",
        }
    }

    fn tree(&self, node: NodeId) -> String {
        let tree = &self.record.tree;
        let children: Vec<String> = tree
            .children(node)
            .map(|child| {
                let name = match tree.node(child).entry {
                    Entry::End(ending) => {
                        let row = ENDINGS.iter().find(|row| row.1 == ending.kind);
                        format!("!{}", row.unwrap().0)
                    }
                    _ => self
                        .replay
                        .step(child)
                        .map_or("?".to_owned(), |step| step.mv.to_string()),
                };
                let below = self.tree(child);
                if below.is_empty() {
                    format!("({name})")
                } else {
                    format!("({name} {below})")
                }
            })
            .collect();
        children.join(" ")
    }

    fn remarks(&self, kind: RemarkKind) -> String {
        let nodes = std::iter::once(NodeId::ROOT).chain(self.record.tree.main_line());
        let mut out = String::new();
        for (ply, node) in nodes.enumerate() {
            let lines: Vec<&str> = self.record.remarks_on(node, kind).collect();
            if !lines.is_empty() {
                write!(out, " {ply}=\"{}\"", lines.join("\\n")).unwrap();
            }
        }
        out.trim().to_owned()
    }

    /// The names of what was reported, notes and what the rules say of ends and positions left out.
    fn diagnostics(&self) -> Vec<&'static str> {
        let name = |finding: &Finding| {
            let row = DIAGNOSTICS.iter().find(|row| row.1.contains(&finding.code));
            row.map(|row| row.0).or_else(|| {
                let digits = finding.code.digits();
                (201..230).contains(&digits).then_some("E-MV-ILLEGAL")
            })
        };
        let mut names: Vec<_> = self
            .findings
            .iter()
            .filter(|finding| finding.severity > Severity::Note)
            .filter_map(name)
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// A board diagram of a position, with hands and side to move.
fn diagram(setup: &Setup) -> String {
    const GLYPHS: &str = "歩香桂銀金角飛玉と杏圭全 馬龍";
    let hand = |color: Color| {
        let mut out = String::new();
        for (kind, count) in setup.hands[color].iter() {
            let glyph = GLYPHS.chars().nth(kind as usize - 1).unwrap();
            let digits = ["", "", "二", "三", "四", "五", "六", "七", "八", "九", "十"];
            let count = match count {
                17 => "十七",
                count => digits[usize::from(count)],
            };
            write!(out, "{glyph}{count}　").unwrap();
        }
        if out.is_empty() {
            "なし".to_owned()
        } else {
            out
        }
    };
    let mut out = format!("後手の持駒：{}\n", hand(Color::White));
    out.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for rank in 1..=9 {
        out.push('|');
        for file in (1..=9).rev() {
            match setup.board[Square::new(file, rank).unwrap().index()] {
                None => out.push_str(" ・"),
                Some(piece) => {
                    out.push(if piece.color() == Color::White {
                        'v'
                    } else {
                        ' '
                    });
                    out.push(GLYPHS.chars().nth(piece.kind() as usize - 1).unwrap());
                }
            }
        }
        let name = "一二三四五六七八九"
            .chars()
            .nth(usize::from(rank) - 1)
            .unwrap();
        writeln!(out, "|{name}").unwrap();
    }
    writeln!(
        out,
        "+---------------------------+\n先手の持駒：{}",
        hand(Color::Black)
    )
    .unwrap();
    if setup.turn == Color::White {
        out.push_str("後手番\n");
    }
    out
}

/// The input of an example as a file would have it.
fn expand(input: &str) -> String {
    let mut text = input.replace('⏎', "\n").replace('␣', "　");
    if let Some(rest) = text.strip_prefix("start \"") {
        let (sfen, moves) = rest.split_once("\"\n").unwrap();
        let setup: Setup = sfen.parse().unwrap();
        text = diagram(&setup) + moves;
    }
    let only_board: Setup = "8k/9/8P/9/9/9/9/9/9 b - 1".parse().unwrap();
    let board: String = diagram(&only_board)
        .lines()
        .filter(|line| !line.contains("持駒"))
        .collect::<Vec<_>>()
        .join("\n");
    text.replace("{B}", &board)
}

/// What is wrong with one example; nothing when it holds.
fn failures(line: &str) -> Vec<String> {
    let (head, rest) = line.split_once('⟦').unwrap();
    let (input, wanted) = rest.split_once('⟧').unwrap();
    let notation = match head.split_whitespace().nth(1).unwrap() {
        "KIF" => Notation::Kif,
        "KI2" => Notation::Ki2,
        "BOD" => Notation::Bod,
        other => panic!("{other}"),
    };
    let game = read(notation, &expand(input));
    let wanted = wanted.trim().trim_start_matches('⇒');
    let mut fields: BTreeMap<&str, &str> = BTreeMap::new();
    for (place, field) in wanted.split(" ; ").enumerate() {
        let field = field.split(" (on the").next().unwrap();
        let field = field.split(" (note").next().unwrap().trim();
        match field.split_once(' ') {
            Some((key, value)) if place > 0 => fields.insert(key, value),
            _ => fields.insert("main", field.trim_start_matches(';').trim()),
        };
    }
    let mut found: Vec<(&str, String)> = vec![
        ("main", game.main_line()),
        ("diag", game.diagnostics().join(" ")),
        ("tree", game.tree(NodeId::ROOT)),
        ("comments", game.remarks(RemarkKind::Comment)),
        ("bookmarks", game.remarks(RemarkKind::Bookmark)),
    ];
    let quoted =
        |position: Option<&Position>| position.map_or("-".to_owned(), |it| format!("\"{it}\""));
    found.push(("start", quoted(game.replay.start())));
    found.push(("final", quoted(game.replay.legal_end())));
    let end = fields.get("end").copied().unwrap_or("none");
    let kind = end.split('/').next().unwrap();
    let wanted_kind = ENDINGS.iter().find(|row| row.0 == kind).map(|row| row.1);
    let mut out = Vec::new();
    if game.ending() != wanted_kind {
        out.push(format!(
            "ending {:?}, wanted {wanted_kind:?}",
            game.ending()
        ));
    }
    if let Some((_, winner)) = end.split_once('/')
        && winner != game.winner()
    {
        out.push(format!("winner {}, wanted {winner}", game.winner()));
    }
    fields.entry("diag").or_default();
    for (key, found) in found {
        if let Some(wanted) = fields.get(key)
            && *wanted != found
        {
            out.push(format!("{key}: {found}\n      wanted {wanted}"));
        }
    }
    out
}

#[test]
fn every_example_holds() {
    let table = include_str!("../../testdata/formats/kif-examples.txt");
    let mut wrong = String::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let failures = failures(line);
        if !failures.is_empty() {
            let name = line.split(' ').next().unwrap();
            writeln!(wrong, "{name}: {}", failures.join("\n    ")).unwrap();
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Files as they lie on disks: what is damaged or missing, and what must come of it.
#[test]
fn damaged_files_are_read_as_far_as_they_go() {
    let head = "手合割：平手\n手数----指手--\n";
    let two = "   1 ７六歩(77)\n   2 ３四歩(33)\n";
    let both = format!("{head}{two}");
    for (text, moves, names) in [
        (both.replace('\n', "\r"), "7g7f 3c3d", ""),
        (both.replace('\n', "\r\r\n"), "7g7f 3c3d", ""),
        (both.trim_end().to_owned(), "7g7f 3c3d", ""),
        (format!("\u{FEFF}{both}"), "7g7f 3c3d", ""),
        (two.to_owned(), "7g7f 3c3d", ""),
        (head.to_owned(), "", ""),
        (format!("{both}   3 ２六"), "7g7f 3c3d", "E-MV-SYNTAX"),
        (format!("{both}   3 ２六歩(2"), "7g7f 3c3d", "E-MV-SYNTAX"),
        (format!("{both}   3 \u{FFFD}"), "7g7f 3c3d", "E-MV-SYNTAX"),
        (format!("{both}   3 ▲\u{FFFD}"), "7g7f 3c3d", "E-MV-SYNTAX"),
        (
            format!("手合割：詰将棋\n{two}"),
            "7g7f 3c3d",
            "W-HC-UNKNOWN",
        ),
        (
            format!("手合割：その他\n{two}"),
            "7g7f 3c3d",
            "W-HC-UNKNOWN",
        ),
        (format!("<pre>\n{both}</pre>\n"), "7g7f 3c3d", ""),
        (format!("<b>\n{both}"), "7g7f 3c3d", "W-LINE-UNKNOWN"),
    ] {
        let game = read(Notation::Kif, &text);
        assert_eq!(game.main_line(), moves, "{text:?}");
        assert_eq!(game.diagnostics().join(" "), names, "{text:?}");
    }
}

#[test]
fn an_unknown_handicap_says_from_where_the_moves_are_tried() {
    let board = "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n";
    let rows = board.to_owned() + &"| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(8);
    for (lines, severity, note) in [
        ("", Severity::Error, "handicap.even.text"),
        (&rows[..], Severity::Warning, "handicap.board.text"),
    ] {
        let game = read(Notation::Kif, &format!("手合割：九十枚落ち\n{lines}"));
        let mut found = game.findings.iter();
        let found = found.find(|it| it.code == Code::UnknownHandicap).unwrap();
        assert_eq!((found.severity, &found.notes[..]), (severity, &[note][..]));
    }
}

#[test]
fn hostile_files_take_no_longer_than_others() {
    let many = 20_000;
    let line = |at: usize| format!("{at:4} ７六歩(77)\n");
    let texts = [
        (1..many).map(line).collect::<Vec<_>>().concat(),
        "   2 ３四歩(33)\n".repeat(many),
        "変化：1手\n   1 ７六歩(77)\n".repeat(many),
        (1..many)
            .map(|at| format!("変化：{}手\n{}", at % 50 + 1, line(at % 50 + 1)))
            .collect::<Vec<_>>()
            .concat(),
        "先手：甲\n".repeat(many),
        format!("   1 ７六歩(77)\n{}", "*注\n&しおり\n".repeat(many)),
        "▲７六歩".repeat(many),
        "(".repeat(many),
        "   1 封じ手\n".repeat(many),
        "|".repeat(many),
        format!("後手の持駒：{}\n", "歩九九九".repeat(many)),
    ];
    for text in &texts {
        for notation in [Notation::Kif, Notation::Ki2, Notation::Bod] {
            let start = std::time::Instant::now();
            read(notation, text);
            assert!(
                start.elapsed().as_secs() < 20,
                "{}",
                &text[..text.len().min(60)]
            );
        }
    }
}

#[test]
fn positions_written_to_one_file_are_as_many_when_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let list =
        "sfen 4k4/9/9/9/9/9/9/9/4K4 b 2R 1\nstartpos\nstartpos\nsfen 4k4/9/9/9/9/9/9/9/4K4 w r 1\n";
    std::fs::write(folder.path().join("a.usi"), list).unwrap();
    for name in ["a.kif", "a.ki2", "a.bod"] {
        let kifu = |args: &[&str]| {
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_kifu"));
            let output = command.current_dir(folder.path()).args(args).output();
            String::from_utf8(output.unwrap().stdout).unwrap()
        };
        kifu(&["convert", "a.usi", "-o", name]);
        let again = kifu(&["convert", name, "--to", "sfen"]);
        let found: Vec<_> = again
            .lines()
            .map(|it| it.trim_start_matches("sfen "))
            .collect();
        let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        let first = "4k4/9/9/9/9/9/9/9/4K4 b 2R 1";
        let last = "4k4/9/9/9/9/9/9/9/4K4 w r 1";
        assert_eq!(found, [first, even, even, last], "{name}");
    }
}
