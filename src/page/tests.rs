//! Tests of the page as text; how it behaves in a browser is tested in `tests/it/page.rs`.

use super::*;
use crate::examine::Examiner;
use crate::notation::Game;
use crate::record::Notation;
use crate::replay::ReplayOptions;

fn timeline(text: &str) -> Timeline {
    let game = Game::whole("game.csa", text.as_bytes(), Some(Notation::Csa));
    let options = ReplayOptions {
        variations: true,
        ..ReplayOptions::default()
    };
    Timeline::of(&Examiner::default().examine(&game, options))
}

#[test]
fn the_policy_names_style_and_script() {
    let page = page(
        &timeline("PI\n+\n+7776FU\nT5\n"),
        1,
        Look::default(),
        Lang::Fr,
    );
    for text in [STYLE, SCRIPT] {
        assert!(page.contains(&format!("'{}'", head::source_hash(text))));
    }
    // The name of SVG is an address, but nothing is fetched from it.
    let fetched = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!fetched.contains("http:") && !fetched.contains("https:"));
    assert!(!page.contains(" style=") && !page.contains(" onclick="));
    assert!(page.contains("<html lang=\"fr\">"));
}

#[test]
fn no_text_of_a_record_becomes_markup() {
    let evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\u{202e}\u{1b}[2J";
    let text = format!(
        "V2.2\nN+{evil}\nN-{}\n$EVENT:{evil}\nPI\n+\n+7776FU\nT5\n'*{evil}\n",
        "名".repeat(100_000)
    );
    let page = page(&timeline(&text), 1, Look::default(), Lang::En);
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script").count(), 2);
    assert!(!page.contains("<img"));
    assert!(!page.contains(['\u{202e}', '\u{1b}']));
}

#[test]
fn every_word_of_the_script_is_in_the_data() {
    let json = data::json(&Page {
        timeline: &timeline("PI\n+\n"),
        at: 0,
        look: Look::default(),
        lang: Lang::En,
        timed: false,
    });
    let quoted = SCRIPT.split("word('").skip(1);
    for word in quoted.filter_map(|it| it.split('\'').next()) {
        assert!(json.contains(&format!("\"{word}\":")), "{word}");
    }
    for word in ["view.play", "view.pause"] {
        assert!(json.contains(&format!("\"{word}\":")), "{word}");
    }
}
