//! What engines think of a move, out of the comments in which programs leave it.
//!
//! Every style read here tells scores from Black's view, so that is how they are kept.

use super::{Analysis, NodeId, Record, Remark, RemarkKind};

/// What a program wrote beside a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation<'a> {
    /// Who wrote it, and in which form.
    pub style: Style,
    /// The score in hundredths of a pawn, from Black's view.
    pub centipawns: Option<i32>,
    /// Plies to mate: above zero when Black mates.
    pub mate: Option<i32>,
    /// The depth of the search.
    pub depth: Option<u32>,
    /// The number of positions searched.
    pub nodes: Option<u64>,
    /// The line of play as written.
    pub line: Option<&'a str>,
}

/// The forms, the more trusted first: what the players' own engines thought before what was found out later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Style {
    /// CSA's `'** 30 -8384FU #1234`.
    Csa,
    /// The same words in a comment of another notation: `* -123 +7776FU`, or `** -123 …` where JKF keeps all that
    /// follows CSA's apostrophe.
    Floodgate,
    /// ShogiHome, the engine of a player: `*評価値=123`.
    ShogiHome,
    /// ShogiGUI during play: `*対局 … 評価値 0 読み筋 …`.
    ShogiGui,
    /// 棋神アナリティクス: `* … 評価値 … 読み筋 …`.
    Kishin,
    /// ShogiHome, research: `#評価値=123`.
    ShogiHomeResearch,
    /// ShogiGUI and others, analysis: `*解析 … 評価値 …`.
    ShogiGuiAnalysis,
    /// ぴよ将棋 and K-Shogi: `#指し手[72]△１四歩`.
    Piyo,
}

impl Style {
    /// All of them, the more trusted first.
    pub const ALL: [Style; 8] = [
        Style::Csa,
        Style::Floodgate,
        Style::ShogiHome,
        Style::ShogiGui,
        Style::Kishin,
        Style::ShogiHomeResearch,
        Style::ShogiGuiAnalysis,
        Style::Piyo,
    ];

    /// The name in machine output.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Csa => "csa",
            Style::Floodgate => "floodgate",
            Style::ShogiHome => "shogihome",
            Style::ShogiGui => "shogigui",
            Style::Kishin => "kishin_analytics",
            Style::ShogiHomeResearch => "shogihome_research",
            Style::ShogiGuiAnalysis => "shogigui_analysis",
            Style::Piyo => "piyo",
        }
    }
}

/// A win whose length is not told, as programs write it.
const SURE_WIN: i32 = 30_000;

impl<'a> Evaluation<'a> {
    fn new(style: Style) -> Evaluation<'a> {
        Evaluation {
            style,
            centipawns: None,
            mate: None,
            depth: None,
            nodes: None,
            line: None,
        }
    }

    /// Whether it says who stands better.
    fn has_score(&self) -> bool {
        self.centipawns.is_some() || self.mate.is_some()
    }

    /// Reads a line of comment, without the marker of its notation. None for words of people.
    pub fn of_comment(text: &'a str) -> Option<Evaluation<'a>> {
        // A blank before the star keeps CSA from taking it for its own.
        let starred = text.strip_prefix(' ').filter(|it| it.starts_with('*'));
        let text = starred.unwrap_or(text).trim_end();
        if let Some(rest) = text.strip_prefix('#') {
            return match setting(rest) {
                Some((name, value)) => of_setting(Style::ShogiHomeResearch, name, value),
                None => of_piyo(rest),
            };
        }
        let rest = text.strip_prefix('*')?;
        if let Some((name, value)) = setting(rest) {
            return of_setting(Style::ShogiHome, name, value);
        }
        let style = if rest.starts_with("対局 ") {
            Style::ShogiGui
        } else if rest.starts_with("解析 ") {
            Style::ShogiGuiAnalysis
        } else if rest.starts_with(' ') && rest.contains(" 評価値 ") {
            Style::Kishin
        } else if rest.starts_with(' ') {
            let found = Analysis::parse(rest)?;
            return Some(of_analysis(Style::Floodgate, found));
        } else if let Some(rest) = rest.strip_prefix("* ") {
            let found = Analysis::parse(rest)?;
            return Some(of_analysis(Style::Floodgate, found));
        } else {
            return None;
        };
        Some(of_words(style, rest)).filter(Evaluation::has_score)
    }
}

impl Record {
    /// What a program thinks of the move at `node`; the most trusted form, where there are several.
    pub fn evaluation(&self, node: NodeId) -> Option<Evaluation<'_>> {
        self.evaluation_in(self.remarks_at(node))
    }

    /// The same, of the remarks on a node.
    pub fn evaluation_in<'a>(&'a self, remarks: &'a [Remark]) -> Option<Evaluation<'a>> {
        if remarks.is_empty() {
            return None;
        }
        let analysis = self.of_kind(remarks, RemarkKind::Analysis).next_back();
        if let Some(found) = analysis.and_then(Analysis::parse) {
            return Some(of_analysis(Style::Csa, found));
        }
        let mut by_style: [Option<Evaluation<'_>>; Style::ALL.len()] = [None; Style::ALL.len()];
        for text in self.of_kind(remarks, RemarkKind::Comment) {
            if let Some(found) = Evaluation::of_comment(text) {
                match &mut by_style[found.style as usize] {
                    Some(first) => complete(first, &found),
                    place => *place = Some(found),
                }
            }
        }
        by_style.into_iter().flatten().find(Evaluation::has_score)
    }
}

/// `評価値=123`: the name and the value.
fn setting(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once('=')?;
    let known = ["評価値", "詰み", "深さ", "ノード数", "読み筋", "エンジン"];
    known.contains(&name).then_some((name, value.trim()))
}

fn of_setting<'a>(style: Style, name: &str, value: &'a str) -> Option<Evaluation<'a>> {
    let mut found = Evaluation::new(style);
    match name {
        "評価値" => found.centipawns = Some(score(value)?),
        "詰み" => {
            let (winner, length) = value.split_once(':').unwrap_or((value, ""));
            let sign = match winner {
                "先手勝ち" => 1,
                "後手勝ち" => -1,
                _ => return None,
            };
            match length.trim_end_matches('手').parse::<i32>() {
                Ok(plies) => found.mate = Some(plies.checked_mul(sign)?),
                Err(_) => found.centipawns = Some(sign * SURE_WIN),
            }
        }
        "深さ" => found.depth = first_number(value),
        "ノード数" => found.nodes = first_number(value),
        "読み筋" => found.line = Some(value),
        _ => {}
    }
    Some(found)
}

/// `対局 深さ 2/10 ノード数 960 評価値 0 読み筋 ▲７六歩(77) …`, the words in any order, the line of play last.
fn of_words(style: Style, text: &str) -> Evaluation<'_> {
    let mut found = Evaluation::new(style);
    let (head, line) = match text.split_once(" 読み筋 ") {
        Some((head, line)) => (head, Some(line.trim())),
        None => (text, None),
    };
    found.line = line;
    let mut words = head.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            // Only the first candidate says how the position stands.
            _ if candidate(word).is_some_and(|number| number > 1) => return Evaluation::new(style),
            "深さ" => found.depth = words.next().and_then(first_number),
            "ノード数" => found.nodes = words.next().and_then(first_number),
            "評価値" => {
                let value = words.next().unwrap_or_default();
                let (sign, unsigned) = signed(value);
                if unsigned.starts_with('詰') {
                    let length = words.clone().next().and_then(first_number::<i32>);
                    match length {
                        Some(plies) => found.mate = plies.checked_mul(sign),
                        None => found.centipawns = Some(sign * SURE_WIN),
                    }
                } else {
                    found.centipawns = score(value);
                }
            }
            _ => {}
        }
    }
    found
}

/// The number in `候補2`.
fn candidate(word: &str) -> Option<u32> {
    word.strip_prefix("候補").and_then(first_number)
}

/// `指し手[72]△１四歩 …` or `形勢[72]`.
fn of_piyo(text: &str) -> Option<Evaluation<'_>> {
    let rest = text
        .strip_prefix("指し手[")
        .or_else(|| text.strip_prefix("形勢["))?;
    let (value, line) = rest.split_once(']')?;
    let mut found = Evaluation::new(Style::Piyo);
    found.centipawns = Some(score(value)?);
    found.line = Some(line.trim()).filter(|it| !it.is_empty());
    Some(found)
}

fn of_analysis(style: Style, found: Analysis<'_>) -> Evaluation<'_> {
    Evaluation {
        centipawns: Some(found.eval),
        nodes: found.nodes,
        line: Some(found.line).filter(|it| !it.is_empty()),
        ..Evaluation::new(style)
    }
}

/// Adds what a further line of the same program says. The first of several candidates is the one that counts.
fn complete<'a>(first: &mut Evaluation<'a>, further: &Evaluation<'a>) {
    if !first.has_score() {
        first.centipawns = further.centipawns;
        first.mate = further.mate;
    }
    first.depth = first.depth.or(further.depth);
    first.nodes = first.nodes.or(further.nodes);
    first.line = first.line.or(further.line);
}

/// A score: a whole number, or one with a fraction, which is cut off. Signs may be full-width, and an arrow says that
/// the score is only a bound.
fn score(text: &str) -> Option<i32> {
    let text = text.trim().trim_end_matches(['↑', '↓']);
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    let (sign, digits) = signed(whole);
    let digits: i32 = digits.parse().ok()?;
    digits.checked_mul(sign)
}

/// The sign before a number, and what follows it.
fn signed(text: &str) -> (i32, &str) {
    let mut signs = text.chars();
    match signs.next() {
        Some('-' | '－' | '−') => (-1, signs.as_str()),
        Some('+' | '＋') => (1, signs.as_str()),
        _ => (1, text),
    }
}

/// The number at the start of `13/24`, `1,800,000` or `12手`.
fn first_number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let text = text.trim();
    let end = text.find(|it: char| !it.is_ascii_digit() && it != ',');
    text[..end.unwrap_or(text.len())]
        .replace(',', "")
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Row<'a> = (
        Style,
        Option<i32>,
        Option<i32>,
        Option<u32>,
        Option<u64>,
        Option<&'a str>,
    );

    fn read(text: &str) -> Option<Row<'_>> {
        let it = Evaluation::of_comment(text)?;
        Some((
            it.style,
            it.centipawns,
            it.mate,
            it.depth,
            it.nodes,
            it.line,
        ))
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "one table of spellings")]
    fn every_style_is_read() {
        let none = None;
        let rows: &[(&str, Row<'_>)] = &[
            (
                "*評価値=123",
                (Style::ShogiHome, Some(123), None, None, None, none),
            ),
            (
                "#評価値=-45.7",
                (Style::ShogiHomeResearch, Some(-45), None, None, None, none),
            ),
            (
                "#詰み=先手勝ち:5手",
                (Style::ShogiHomeResearch, None, Some(5), None, None, none),
            ),
            (
                "*詰み=後手勝ち:12手",
                (Style::ShogiHome, None, Some(-12), None, None, none),
            ),
            (
                "*詰み=後手勝ち",
                (Style::ShogiHome, Some(-30_000), None, None, None, none),
            ),
            (
                "*深さ=20",
                (Style::ShogiHome, None, None, Some(20), None, none),
            ),
            (
                "#ノード数=1234",
                (Style::ShogiHomeResearch, None, None, None, Some(1234), none),
            ),
            (
                "*読み筋=△３四歩▲２六歩",
                (
                    Style::ShogiHome,
                    None,
                    None,
                    None,
                    None,
                    Some("△３四歩▲２六歩"),
                ),
            ),
            (
                "*対局 深さ 2 ノード数 960 評価値 0 読み筋 ▲７六歩(77) △３四歩(33)",
                (
                    Style::ShogiGui,
                    Some(0),
                    None,
                    Some(2),
                    Some(960),
                    Some("▲７六歩(77) △３四歩(33)"),
                ),
            ),
            (
                "*解析 0 候補1 時間 00:10.0 深さ 16/22 ノード数 24,158 評価値 -118 読み筋 △８四歩(83)",
                (
                    Style::ShogiGuiAnalysis,
                    Some(-118),
                    None,
                    Some(16),
                    Some(24_158),
                    Some("△８四歩(83)"),
                ),
            ),
            (
                "*解析 0 評価値 +詰 9 読み筋 ▲２二金打",
                (
                    Style::ShogiGuiAnalysis,
                    None,
                    Some(9),
                    None,
                    None,
                    Some("▲２二金打"),
                ),
            ),
            (
                "*対局 評価値 -詰",
                (Style::ShogiGui, Some(-30_000), None, None, None, none),
            ),
            (
                "* 互角 評価値 36 読み筋 △３四歩",
                (Style::Kishin, Some(36), None, None, None, Some("△３四歩")),
            ),
            (
                "* -123 +7776FU -3334FU",
                (
                    Style::Floodgate,
                    Some(-123),
                    None,
                    None,
                    None,
                    Some("+7776FU -3334FU"),
                ),
            ),
            (
                "** 41 -4132KI #9",
                (
                    Style::Floodgate,
                    Some(41),
                    None,
                    None,
                    Some(9),
                    Some("-4132KI"),
                ),
            ),
            (
                "#指し手[72]△１四歩 ▲１六歩",
                (
                    Style::Piyo,
                    Some(72),
                    None,
                    None,
                    None,
                    Some("△１四歩 ▲１六歩"),
                ),
            ),
            ("#形勢[-5]", (Style::Piyo, Some(-5), None, None, None, none)),
        ];
        for (text, row) in rows {
            assert_eq!(read(text).as_ref(), Some(row), "{text}");
        }
    }

    #[test]
    fn words_of_people_are_not_evaluations() {
        for text in [
            "評価値=123",
            "",
            "*",
            "#",
            "* ",
            "* good move",
            "*good move",
            "#推奨手[29]▲６八銀",
            "#定跡手",
            "*解析 終わり",
            "*評価値=",
            "*評価値=高い",
            "#詰み=引き分け",
            "#指し手[72",
            "*名前=太郎",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_too_large_are_passed_over() {
        assert_eq!(read("*評価値=99999999999"), None);
        let depth = read("*対局 深さ 99999999999 評価値 1").map(|it| it.3);
        assert_eq!(depth, Some(None));
    }

    #[test]
    fn the_lines_of_one_program_go_together_and_the_players_engine_comes_first() {
        let mut record = Record::default();
        let text = [
            "#評価値=7",
            "*評価値=55",
            "*読み筋=▲７六歩",
            "#読み筋=△３四歩",
            "*深さ=9",
            "いい手",
        ];
        for line in text {
            let text = record.add_text(line);
            record.remarks.push(crate::record::Remark {
                node: NodeId::ROOT,
                kind: RemarkKind::Comment,
                text,
            });
        }
        let found = record.evaluation(NodeId::ROOT).unwrap();
        assert_eq!(
            (found.style, found.centipawns),
            (Style::ShogiHome, Some(55))
        );
        assert_eq!((found.line, found.depth), (Some("▲７六歩"), Some(9)));
    }

    #[test]
    fn arrows_wide_signs_and_further_candidates() {
        let of = |text| Evaluation::of_comment(text).and_then(|it| it.centipawns);
        assert_eq!(
            of("*解析 0 ○ 深さ 12/17 評価値 44↑ 読み筋 △３四歩(33)"),
            Some(44)
        );
        assert_eq!(of("*解析 0 ○ 評価値 -20↓ 読み筋 ▲２六歩(27)"), Some(-20));
        assert_eq!(of("*解析 0 評価値 ＋100 読み筋 △８四歩(83)"), Some(100));
        assert_eq!(of("*解析 0 評価値 －100 読み筋 △８四歩(83)"), Some(-100));
        assert_eq!(of("*解析 0 候補1 評価値 5 読み筋 ▲６六歩(67)"), Some(5));
        assert_eq!(of("*解析 0 候補2 評価値 -120 読み筋 ▲６六歩(67)"), None);
        let mate = Evaluation::of_comment("*対局 評価値 －詰 13 読み筋 x").and_then(|it| it.mate);
        assert_eq!(mate, Some(-13));
    }
}
