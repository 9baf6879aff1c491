//! The page of a game, tried in a headless browser: buttons, keys, variations, languages, a narrow screen, no scripts.
use std::process::Command;

use serde_json::json;

use crate::browser::Browser;

const GAME: &str = "先手：亀
後手：<b>鶴</b>
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:05/00:00:05)
   2 ３四歩(33)   ( 0:07/00:00:07)
*角道が開く</script><script>document.title='x'</script>
   3 ２二角成(88)   ( 1:00/00:01:05)
   4 同　銀(31)   ( 0:02/00:00:09)
   5 投了
変化：3手
   3 ２六歩(27)   ( 0:01/00:00:06)
   4 ８四歩(83)   ( 0:01/00:00:08)
";

/// The page that the program writes of the game.
fn html() -> String {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("game.kif"), GAME).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
    command.current_dir(folder.path()).env("LC_ALL", "C");
    let page = command.args(["replay", "game.kif", "--html", "-"]);
    let output = page.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
#[expect(
    clippy::too_many_lines,
    reason = "a browser is started once, and each step begins where the last one ended"
)]
fn the_page_is_a_recorder() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.html");
    std::fs::write(&file, html()).unwrap();
    let address = format!("file://{}", file.display());
    browser.call("Page.enable", &json!({}));
    browser.open(&address);
    let now = "#facts .now";

    // Nothing of the record acts.
    assert_eq!(browser.value("document.title"), "亀 – <b>鶴</b>");
    assert_eq!(browser.value("document.querySelectorAll('b').length"), 0);

    // Keys.
    browser.press("ArrowRight");
    assert_eq!(browser.text(now), "move 1  P-7f");
    browser.press("End");
    assert_eq!(browser.text(now), "White wins by resignation");
    browser.press("ArrowLeft");
    browser.press("ArrowLeft");
    assert_eq!(browser.text(now), "move 3  Bx2b+");
    assert_eq!(browser.text("#black-time"), "0:01:05");
    assert_eq!(browser.value("location.hash"), "#ply=3");

    // Variations.
    browser.press("v");
    assert_eq!(browser.text(now), "move 3  P-2f");
    browser.press("ArrowRight");
    assert_eq!(browser.text(now), "move 4  P-8d");
    assert_eq!(browser.value("location.hash"), "#node=7");
    browser.press("m");
    assert_eq!(browser.text(now), "move 2  P-3d");
    assert!(browser.text("#facts .comment").contains("</script>"));

    // Buttons.
    browser.click("[data-do=first]");
    assert_eq!(browser.text(now), "starting position");
    browser.click("[data-do=flip]");
    browser.click("[data-do=forward]");
    assert_eq!(browser.text(now), "move 1  P-7f");
    assert_eq!(
        browser.value("document.querySelectorAll('#board use[href=\"#b-K\"]').length"),
        2
    );
    browser.click("[data-f=\"3\"]");
    assert_eq!(browser.text(now), "move 3  Bx2b+");

    // Names stand on the side of their pieces.
    let above = "document.querySelector('#board').previousElementSibling.dataset.side";
    assert_eq!(browser.value(above), "black");
    browser.press("f");
    assert_eq!(browser.value(above), "white");
    browser.press("f");

    // A number beyond the game is the nearest there is; the end shows the last move.
    browser.value("document.querySelector('#goto').value = '-3', document.querySelector('#goto').dispatchEvent(new Event('change'))");
    assert_eq!(browser.text(now), "starting position");
    browser.press("End");
    assert_eq!(browser.value("location.hash"), "#ply=5");
    let marked = "document.querySelectorAll('#board rect[fill=\"var(--target)\"]').length";
    assert_eq!(browser.value(marked), 1);

    // Keys are explained.
    browser.press("?");
    assert_eq!(browser.value("document.querySelector('#keys').open"), true);
    browser.click("#keys");
    assert_eq!(browser.value("document.querySelector('#keys').open"), false);

    // All that matters stands on the first screen.
    for (width, height) in [(1280, 800), (844, 390)] {
        browser.call(
            "Emulation.setDeviceMetricsOverride",
            &json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false }),
        );
        for part in ["#board", "#moves", "#facts", ".controls", "[aria-current]"] {
            let below = format!(
                "document.querySelector('{part}').getBoundingClientRect().bottom <= {height}"
            );
            assert_eq!(browser.value(&below), true, "{part} at {width}");
        }
    }
    browser.call("Emulation.clearDeviceMetricsOverride", &json!({}));

    // Playing.
    browser.press("Home");
    for _ in 0..4 {
        browser.press("+");
    }
    browser.press(" ");
    let started = std::time::Instant::now();
    while browser.text(now) != "White wins by resignation" {
        assert!(started.elapsed() < std::time::Duration::from_mins(1));
        std::thread::sleep(std::time::Duration::from_millis(100));
    }

    // Piece sets and languages.
    browser.press("p");
    assert_eq!(
        browser.value("document.querySelector('#pieces').value"),
        "kanji1"
    );
    browser.press("l");
    assert_eq!(browser.text(now), "後手の勝ち（投了）");
    assert_eq!(browser.value("document.documentElement.lang"), "ja");
    browser.press("l");
    assert_eq!(browser.text("h2[data-t=\"view.moves\"]"), "coups");

    // A link to a ply.
    browser.open("about:blank");
    browser.open(&format!("{address}#ply=2"));
    assert_eq!(browser.text(now), "move 2  P-3d");

    // A telephone.
    browser.call(
        "Emulation.setDeviceMetricsOverride",
        &json!({ "width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": true }),
    );
    let wide = browser.value("document.documentElement.scrollWidth");
    assert!(wide.as_u64().unwrap() <= 360, "{wide}");

    // No scripts: board, moves and comments are there all the same.
    browser.call(
        "Emulation.setScriptExecutionDisabled",
        &json!({ "value": true }),
    );
    browser.open("about:blank");
    browser.open(&address);
    assert_eq!(browser.value("document.body.className"), "");
    assert_eq!(
        browser.value("document.querySelectorAll('#moves li').length"),
        8
    );
    assert!(browser.text("#moves .comment").contains("角道が開く"));
    assert_eq!(
        browser.value("getComputedStyle(document.querySelector('.controls')).display"),
        "none"
    );
    let pieces =
        browser.value("document.querySelectorAll('#board g > use[href^=\"#kanji-\"]').length");
    assert_eq!(pieces, 40);
}
