//! The tree as one page for a browser: a board, the moves with their results, the games behind them. The page loads
//! nothing; a content policy lets nothing but its own style and script act.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use serde::Serialize;

use super::{Told, label};
use crate::diagram::{self, Look, PieceSet, Theme, escape};
use crate::page::{BOARD_SCRIPT, STYLE as BASE_STYLE, clean, inside, push_head};
use crate::played::{Branch, Counts, Game, Node, PositionNames};
use crate::replay::Winner;
use crate::shogi::Color;
use crate::words::{self, Lang};

const OWN_STYLE: &str = include_str!("explorer.css");
const OWN_SCRIPT: &str = include_str!("explorer.js");

/// The rows of the catalogue that the script needs.
const WORDS: [&str; 29] = [
    "board.start",
    "explore.back",
    "explore.black_wins",
    "explore.draw",
    "explore.games",
    "explore.head.black_wins",
    "explore.head.games",
    "explore.head.last",
    "explore.head.move",
    "explore.head.rating",
    "explore.next_move",
    "explore.no_move",
    "explore.no_result",
    "explore.play",
    "explore.previous_move",
    "explore.results",
    "explore.sample_games",
    "explore.start",
    "explore.tree_ends",
    "result.draw",
    "result.no_contest",
    "result.side_wins",
    "result.unknown",
    "side.black",
    "side.white",
    "view.flip",
    "view.help",
    "view.language",
    "view.pieces",
];

/// Every text in the order of [`Lang::ALL`].
type Texts = [String; 4];

#[derive(Serialize)]
struct Data<'a> {
    lang: &'a str,
    pieces: &'a str,
    layout: serde_json::Value,
    advances: serde_json::Value,
    words: serde_json::Map<String, serde_json::Value>,
    nodes: Vec<NodeData>,
    games: Vec<GameData>,
}

#[derive(Serialize)]
struct NodeData {
    sfen: String,
    counts: [u64; 5],
    name: Option<Texts>,
    moves: Vec<MoveData>,
}

#[derive(Serialize)]
struct MoveData {
    usi: String,
    ja: String,
    western: String,
    counts: [u64; 5],
    rating: Option<f64>,
    last: Option<u16>,
    sfen: String,
    name: Option<Texts>,
    to: Option<usize>,
    games: Vec<usize>,
}

#[derive(Serialize)]
struct GameData {
    address: String,
    players: String,
    date: Option<String>,
    result: &'static str,
}

/// The games that are named, each once.
#[derive(Default)]
struct Games {
    list: Vec<GameData>,
    places: HashMap<*const Game, usize>,
}

/// The tree as a page.
pub(crate) fn page(told: &Told<'_>, look: Look) -> String {
    let look = Look {
        theme: Theme::Page,
        ..look
    };
    let style = format!("{BASE_STYLE}{OWN_STYLE}");
    let script = format!("{BOARD_SCRIPT}{OWN_SCRIPT}");
    let text = |key: &'static str| words::text(told.lang, key);
    let mut out = String::with_capacity(512 * 1024);
    let Some(root) = told.tree.nodes.first() else {
        return out;
    };
    let title = escape(text("explore.title"));
    let (width, height) = diagram::size();
    push_head(&mut out, told.lang, &title, &style, &script);
    let _ = write!(
        out,
        r#"<header><h1 data-t="explore.title">{title}</h1></header>
<main>
<div class="view">
<svg id="board" viewBox="0 0 {width} {height}" role="img" aria-labelledby="board-words"><desc id="board-words">{sfen}</desc>
{board}</svg>
"#,
        sfen = escape(&root.position.to_string()),
        board = diagram::fragment(&root.position, None, look),
    );
    push_controls(&mut out, told.lang, look);
    let _ = write!(
        out,
        r#"</div>
<div class="side">
<nav><ol id="line"></ol></nav>
<div id="facts" aria-live="polite">{facts}</div>
<div id="moves"><table><caption data-t="explore.head.move">{mv}</caption><thead><tr>"#,
        facts = escape(&super::text::text(told)).replace('\n', "<br>"),
        mv = text("explore.head.move"),
    );
    for (key, kind) in [
        ("explore.head.move", ""),
        ("explore.head.games", "n"),
        ("explore.results", ""),
        ("explore.head.black_wins", "n wide"),
        ("explore.head.rating", "n wider"),
        ("explore.head.last", "n wider"),
    ] {
        let _ = write!(
            out,
            r#"<th scope="col" class="{kind}" data-t="{key}">{}</th>"#,
            text(key)
        );
    }
    let _ = write!(
        out,
        r#"</tr></thead><tbody id="rows"></tbody></table></div>
<h2 id="games-head" data-t="explore.sample_games">{}</h2>
<ul id="games" tabindex="0" aria-labelledby="games-head"></ul>
</div>
</main>
<dialog id="keys"></dialog>
<script type="application/json" id="tree">{}</script>
<script>{script}</script>
</body>
</html>
"#,
        text("explore.sample_games"),
        json(told, look),
    );
    out
}

fn push_controls(out: &mut String, lang: Lang, look: Look) {
    out.push_str("<div class=\"controls\">\n");
    for (action, key, sign) in [
        ("first", "explore.start", "|‹"),
        ("back", "explore.back", "‹"),
        ("flip", "view.flip", "↕"),
        ("help", "view.help", "?"),
    ] {
        let words = words::text(lang, key);
        let _ = writeln!(
            out,
            r#"<button type="button" data-do="{action}" data-a="{key}" title="{words}" aria-label="{words}">{sign}</button>"#
        );
    }
    let sets = PieceSet::ALL.map(PieceSet::name);
    let langs = Lang::ALL.map(Lang::code);
    for (id, key, options, chosen) in [
        ("pieces", "view.pieces", &sets[..], look.pieces.name()),
        ("lang", "view.language", &langs[..], lang.code()),
    ] {
        let words = words::text(lang, key);
        let _ = write!(
            out,
            r#"<select id="{id}" data-a="{key}" title="{words}" aria-label="{words}">"#
        );
        for option in options {
            let selected = if *option == chosen { " selected" } else { "" };
            let _ = write!(
                out,
                r#"<option value="{option}"{selected}>{option}</option>"#
            );
        }
        out.push_str("</select>\n");
    }
    out.push_str("</div>\n");
}

/// The tree as JSON that can stand inside a page.
fn json(told: &Told<'_>, look: Look) -> String {
    let texts = |key: &'static str| Lang::ALL.map(|lang| words::text(lang, key));
    let mut games = Games::default();
    let nodes = told.tree.nodes.iter();
    let nodes = nodes.map(|it| node(it, &mut games)).collect();
    let keys = WORDS.into_iter().chain(["explore.title"]);
    let data = Data {
        lang: told.lang.code(),
        pieces: look.pieces.name(),
        layout: diagram::layout().into_iter().collect(),
        advances: diagram::advances().into_iter().collect(),
        words: keys
            .map(|key| (key.to_owned(), texts(key).as_slice().into()))
            .collect(),
        nodes,
        games: games.list,
    };
    inside(&serde_json::to_string(&data).unwrap_or_default())
}

fn counts(counts: &Counts) -> [u64; 5] {
    [
        counts.games,
        counts.black_wins,
        counts.white_wins,
        counts.draws,
        counts.no_result,
    ]
}

fn name(names: &PositionNames) -> Option<Texts> {
    let texts = Lang::ALL.map(|lang| label::names(names, lang));
    (!texts[0].is_empty()).then_some(texts)
}

fn node(node: &Node, games: &mut Games) -> NodeData {
    NodeData {
        sfen: node.position.to_string(),
        counts: counts(&node.counts),
        name: name(&node.names),
        moves: node
            .branches
            .iter()
            .map(|it| branch(node, it, games))
            .collect(),
    }
}

fn branch(node: &Node, branch: &Branch, games: &mut Games) -> MoveData {
    let (ja, western) = label::both(&node.position, branch.mv);
    MoveData {
        usi: branch.mv.to_string(),
        ja,
        western,
        counts: counts(&branch.counts),
        rating: branch.counts.rating_mean(),
        last: branch.counts.year_last(),
        sfen: branch.position.to_string(),
        name: name(&branch.names),
        to: branch.node,
        games: branch.samples.iter().map(|it| games.place(it)).collect(),
    }
}

impl Games {
    fn place(&mut self, game: &Arc<Game>) -> usize {
        let list = &mut self.list;
        *self.places.entry(Arc::as_ptr(game)).or_insert_with(|| {
            let name = |side: Color| match &*game.players[side] {
                "" => "?".to_owned(),
                name => clean(name),
            };
            list.push(GameData {
                address: clean(&game.address()),
                players: format!("{} – {}", name(Color::Black), name(Color::White)),
                date: game.date(),
                result: game.outcome.winner.map_or("unknown", Winner::name),
            });
            list.len() - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_script_is_in_the_data() {
        let quoted = OWN_SCRIPT.split("word('").skip(1);
        for word in quoted.filter_map(|it| it.split('\'').next()) {
            assert!(WORDS.contains(&word), "{word}");
        }
    }
}
