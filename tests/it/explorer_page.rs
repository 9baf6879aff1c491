//! The page that `kifu explore -o FILE.html` writes, in a browser.

use serde_json::json;

use crate::browser::Browser;
use crate::explore::collection;
use crate::export::kifu;

/// The page of a small collection.
fn page(folder: &std::path::Path, arguments: &[&str]) -> String {
    collection(folder);
    let all = [&["explore", ".", "-o", "page.html", "--force"], arguments].concat();
    let output = kifu(folder, &all);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    std::fs::read_to_string(folder.join("page.html")).unwrap()
}

#[test]
fn the_page_loads_nothing_and_holds_no_markup_of_records() {
    let folder = tempfile::tempdir().unwrap();
    let evil = "V2.2\nN+</script><img src=x onerror=alert(1)>\u{202e}\nPI\n+\n+7776FU\n%TORYO\n";
    std::fs::write(folder.path().join("evil.csa"), evil).unwrap();
    let page = page(folder.path(), &[]);
    let fetched = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!fetched.contains("http:") && !fetched.contains("https:"));
    assert!(!page.contains(" style=") && !page.contains(" onclick="));
    assert_eq!(page.matches("</script").count(), 2);
    assert!(!page.contains("<img") && !page.contains('\u{202e}'));
}

#[test]
fn moves_are_made_by_click_by_key_and_on_the_board() {
    let folder = tempfile::tempdir().unwrap();
    page(folder.path(), &["--lang", "en"]);
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let address = format!("file://{}", folder.path().join("page.html").display());
    browser.open(&address);
    assert_eq!(browser.text("#rows button"), "P-7f");
    assert!(browser.text("#facts").contains("10 games"));
    assert!(browser.text("#games").contains("B – A"));
    // By click, and back by key.
    browser.click("#rows button");
    assert!(browser.text("#facts").contains("7 games"));
    assert_eq!(browser.value("location.hash"), "#7g7f");
    assert_eq!(browser.text("#rows button"), "P-3d");
    browser.press("Backspace");
    assert!(browser.text("#facts").contains("10 games"));
    // By key: the second move, then its first answer.
    for key in ["ArrowDown", "ArrowDown", "ArrowRight"] {
        browser.press(key);
    }
    assert_eq!(browser.value("location.hash"), "#2g2f");
    assert_eq!(browser.value("document.activeElement.tagName"), "BUTTON");
    browser.press("Home");
    // On the board: the pawn, then its square.
    let square = |name: &str| {
        format!(
            "document.querySelector('[data-square=\\'{name}\\']').dispatchEvent(new Event('click'))"
        )
        .replace("\\'", "\"")
    };
    browser.value(&square("7g"));
    browser.value(&square("7f"));
    assert_eq!(browser.value("location.hash"), "#7g7f");
    // Four languages.
    browser.press("l");
    assert_eq!(browser.text("#rows button"), "☖３四歩");
    assert_eq!(browser.value("document.documentElement.lang"), "ja");
    for lang in ["fr", "es", "en"] {
        browser.press("l");
        assert_eq!(browser.value("document.documentElement.lang"), lang);
    }
    // A place that is named in the address.
    browser.open("about:blank");
    browser.open(&format!("{address}#7g7f,3c3d,2g2f"));
    assert_eq!(
        browser.value("document.querySelectorAll('#line li').length"),
        4
    );
    browser.press("?");
    assert_eq!(browser.value("document.getElementById('keys').open"), true);
}

#[test]
fn nothing_sticks_out_on_small_screens() {
    let folder = tempfile::tempdir().unwrap();
    page(folder.path(), &[]);
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let address = format!("file://{}", folder.path().join("page.html").display());
    for (width, height) in [(390, 844), (844, 390), (1280, 800)] {
        browser.call(
            "Emulation.setDeviceMetricsOverride",
            &json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false }),
        );
        browser.open(&address);
        let wide = browser.value("document.documentElement.scrollWidth");
        assert!(wide.as_u64().unwrap() <= width, "{wide} of {width}");
        // With room for two columns everything is on the first screen.
        if width >= 704 {
            let high = browser.value("document.documentElement.scrollHeight");
            assert!(high.as_u64().unwrap() <= height, "{high} of {height}");
        }
        let visible =
            browser.value("document.querySelector('#rows button').getBoundingClientRect().height");
        assert!(visible.as_f64().unwrap() > 20.0, "{visible}");
    }
}
