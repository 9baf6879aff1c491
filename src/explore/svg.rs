//! The tree as a picture: a column a move, boxes as high as their games are many, coloured by who wins.

use std::fmt::Write;

use super::{Told, label};
use crate::diagram::escape;
use crate::finding::terms;
use crate::played::{Branch, Counts, Node};
use crate::text::shorten;
use crate::words;

/// The width of a column, and the gap between two.
const COLUMN: f64 = 176.0;
const GAP: f64 = 4.0;
/// The margin round the picture, and the room for the heading.
const MARGIN: f64 = 16.0;
const TOP: f64 = 64.0;
/// The height of a line of text.
const LINE: f64 = 15.0;
/// Boxes lower than this are not drawn: nobody could tell them apart.
const LEAST: f64 = 2.0;
/// How many columns of text fit into a box.
const TEXT: usize = 26;

/// Blue for Black and orange for White as in the charts, grey where both win as often. Boxes keep their colours on a dark
/// ground.
const STYLE: &str = "\
.kifu-tree{font:12px system-ui,'Noto Sans','Hiragino Sans','Yu Gothic',sans-serif}.kifu-tree .ground{fill:#fff}\
.kifu-tree text{fill:#24292f}.kifu-tree .quiet{fill:#57606a}.kifu-tree .title{font-size:15px;font-weight:bold}\
.kifu-tree .dark{fill:#17110a}.kifu-tree .light{fill:#fff}.kifu-tree .mv{font-weight:bold}\
@media (prefers-color-scheme:dark){.kifu-tree .ground{fill:#0d1117}.kifu-tree text{fill:#e6edf3}.kifu-tree .quiet{fill:#9da7b3}\
.kifu-tree .dark{fill:#17110a}.kifu-tree .light{fill:#fff}}";

/// A box that is to be drawn.
struct Place<'a> {
    node: &'a Node,
    branch: &'a Branch,
    /// The move is the nth from the root, the first is 0.
    column: usize,
    y: f64,
    high: f64,
}

/// The tree as SVG.
pub(crate) fn svg(told: &Told<'_>) -> String {
    let Some(root) = told.tree.nodes.first() else {
        return String::new();
    };
    let mut columns = 1;
    super::rows::each(told.tree, |row, _| columns = columns.max(row.depth));
    let height = room(told);
    let mut body = String::new();
    let mut open = Vec::new();
    divide(root, 0, (TOP, height), &mut open);
    while let Some(place) = open.pop() {
        push_box(&mut body, told, &place);
        if let Some(next) = place.branch.opened(told.tree) {
            divide(next, place.column + 1, (place.y, place.high), &mut open);
        }
    }
    let wide = 2.0 * MARGIN + columns as f64 * (COLUMN + GAP) - GAP;
    let wide = wide.max(560.0);
    let high = TOP + height + MARGIN;
    let title = super::text::title(told);
    let title = title.trim_end();
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"kifu-tree\" viewBox=\"0 0 {wide:.0} {high:.0}\" width=\"{wide:.0}\" height=\"{high:.0}\" role=\"img\"><title>{}</title><style>{STYLE}</style>",
        escape(title)
    );
    let _ = writeln!(
        out,
        "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>"
    );
    let heading = shorten(title, (wide / 8.0) as usize);
    let _ = writeln!(
        out,
        "<text class=\"title\" x=\"{MARGIN}\" y=\"26\">{}</text>",
        escape(&heading)
    );
    push_legend(&mut out, told);
    out.push_str(&body);
    out.push_str("</svg>\n");
    out
}

/// How high the boxes of a column are together: so that the rows of the tree can be read, within reason.
fn room(told: &Told<'_>) -> f64 {
    let mut rows = 0_u32;
    super::rows::each(told.tree, |_, _| rows += 1);
    (f64::from(rows) * LINE * 0.8).clamp(420.0, 1600.0)
}

/// Shares out the height of a position among its moves.
fn divide<'a>(node: &'a Node, column: usize, (top, high): (f64, f64), open: &mut Vec<Place<'a>>) {
    let played: u64 = node.branches.iter().map(|it| it.counts.games).sum();
    // A game may have played several moves here, and one that ends here played none.
    let of = played.max(node.counts.games).max(1) as f64;
    let mut y = top;
    for branch in &node.branches {
        let share = high * branch.counts.games as f64 / of;
        if share >= LEAST {
            open.push(Place {
                node,
                branch,
                column,
                y,
                high: share,
            });
        }
        y += share;
    }
}

fn push_box(out: &mut String, told: &Told<'_>, place: &Place<'_>) {
    let counts = &place.branch.counts;
    let x = MARGIN + place.column as f64 * (COLUMN + GAP);
    let (fill, ink) = colour(counts);
    let name = label::mv(&place.node.position, place.branch.mv, told.lang);
    let name: Vec<&str> = name.split_whitespace().collect();
    let name = name.join(" ");
    let games = terms::number(told.lang, counts.games);
    let rate = super::text::win_rate(counts);
    let filled =
        |key, value: &str| words::fill(words::text(told.lang, key), |_| Some(value.to_owned()));
    let all = filled("explore.games", &games);
    let won = rate
        .map(|it| filled("explore.black_wins", &it))
        .unwrap_or_default();
    let called = label::names(&place.branch.names, told.lang);
    let parts = [&name, &all, &won, &called];
    let parts: Vec<&str> = parts
        .into_iter()
        .filter(|it| !it.is_empty())
        .map(String::as_str)
        .collect();
    let _ = writeln!(
        out,
        "<g><title>{}</title><rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{COLUMN}\" height=\"{:.1}\" rx=\"{:.1}\" fill=\"{fill}\"/>",
        escape(&parts.join(", ")),
        place.y,
        (place.high - 1.0).max(1.0),
        (place.high / 4.0).min(3.0),
    );
    let lines: Vec<&str> = match ((place.high - 1.0) / LINE) as usize {
        0 => Vec::new(),
        1 => vec![&name],
        room => parts.into_iter().take(room).collect(),
    };
    for (row, line) in lines.iter().enumerate() {
        // In one line stand the move and its games.
        let text = match (lines.len(), row) {
            (1, _) => format!("{line}  {games}"),
            _ => (*line).to_owned(),
        };
        let _ = writeln!(
            out,
            "<text class=\"{ink}{}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            if row == 0 { " mv" } else { "" },
            x + 6.0,
            place.y + 12.0 + row as f64 * LINE,
            escape(&shorten(&text, TEXT)),
        );
    }
    out.push_str("</g>\n");
}

/// The colours by Black's share of the games with a winner: from White's orange over grey to Black's blue.
const COLOURS: [(&str, &str); 7] = [
    ("#e69f00", "dark"),
    ("#ecb949", "dark"),
    ("#efd59b", "dark"),
    ("#d9d9d6", "dark"),
    ("#9cc3de", "dark"),
    ("#4a95c6", "dark"),
    ("#0a5f96", "light"),
];

fn colour(counts: &Counts) -> (&'static str, &'static str) {
    if counts.decided() == 0 {
        return COLOURS[3];
    }
    let share = counts.black_wins as f64 / counts.decided() as f64;
    COLOURS[step(share)]
}

/// From three in ten to seven in ten: few moves lie beyond.
fn step(share: f64) -> usize {
    let bounds = [0.32, 0.40, 0.47, 0.53, 0.60, 0.68];
    bounds.iter().filter(|&&it| share >= it).count()
}

fn push_legend(out: &mut String, told: &Told<'_>) {
    let side = |key| words::text(told.lang, key);
    let wide = 26.0;
    let mut x = MARGIN;
    let text = |out: &mut String, x: f64, text: &str| {
        let _ = writeln!(
            out,
            "<text class=\"quiet\" x=\"{x:.1}\" y=\"50\">{}</text>",
            escape(text)
        );
    };
    let white = format!("{} +", side("side.white"));
    text(out, x, &white);
    x += 64.0;
    for (fill, _) in COLOURS {
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"40\" width=\"{wide}\" height=\"12\" fill=\"{fill}\"/>"
        );
        x += wide;
    }
    text(out, x + 8.0, &format!("{} +", side("side.black")));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_follow_the_win_rate() {
        for (share, wanted) in [(0.0, 0), (0.35, 1), (0.5, 3), (0.57, 4), (1.0, 6)] {
            assert_eq!(step(share), wanted, "{share}");
        }
    }
}
