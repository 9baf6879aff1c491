//! The recorder in the terminal, read off its screen.

use crate::diagram::Look;
use crate::examine::Examiner;
use crate::notation::Game;
use crate::record::Notation;
use crate::replay::ReplayOptions;
use crate::timeline::Timeline;
use crate::viewer::{Effect, Key, State, draw};
use crate::words::Lang;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use unicode_width::UnicodeWidthStr;

const GAME: &str = "V2.2
N+Kame
N-Tsuru
$EVENT:Pond Cup
PI
+
+7776FU
T5
'** 30 -3334FU #12
'*The bishop's way is open.
-3334FU
T7
+8822UM
T60
-3122GI
T2
+0055KA
%TORYO
";

fn film(text: &str) -> Timeline {
    let game = Game::whole("pond.csa", text.as_bytes(), Some(Notation::Csa));
    let options = ReplayOptions {
        variations: true,
        ..ReplayOptions::default()
    };
    Timeline::of(&Examiner::default().examine(&game, options))
}

fn state(text: &str, lang: Lang) -> State {
    State::new(
        film(text),
        vec!["pond.csa".into()],
        0,
        Look::default(),
        lang,
    )
}

/// The screen as text, without the blanks at the ends of its lines.
fn screen(state: &State, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(state, frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let mut lines = Vec::new();
    for row in 0..height {
        let mut line = String::new();
        let mut column = 0;
        while column < width {
            let symbol = buffer[(column, row)].symbol();
            line.push_str(symbol);
            // What a wide character covers is not on the screen.
            column += (symbol.width() as u16).max(1);
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}

fn press(state: &mut State, keys: &[Key]) {
    for &key in keys {
        state.update(key);
    }
}

#[test]
fn a_position_with_its_moves() {
    let mut state = state(GAME, Lang::Ja);
    press(&mut state, &[Key::Right; 3]);
    insta::assert_snapshot!(screen(&state, 80, 24));
}

#[test]
fn an_ascii_board_in_french() {
    let mut state = state(GAME, Lang::Fr).ascii(true);
    press(&mut state, &[Key::Right, Key::Char('f')]);
    insta::assert_snapshot!(screen(&state, 80, 24));
}

#[test]
fn the_keys_are_listed() {
    let mut state = state(GAME, Lang::Es);
    press(&mut state, &[Key::Char('?')]);
    insta::assert_snapshot!(screen(&state, 70, 24));
}

#[test]
fn any_size_of_screen_will_do() {
    let mut state = state(GAME, Lang::Ja);
    press(&mut state, &[Key::End]);
    for (width, height) in [(1, 1), (5, 3), (20, 10), (33, 40), (200, 60)] {
        let _ = screen(&state, width, height);
    }
}

#[test]
fn hostile_names_change_nothing() {
    let name = "\u{1b}[2J\u{202e}\u{7}先手<script>".to_owned() + &"亀".repeat(100_000);
    let text = GAME.replace("N+Kame", &format!("N+{name}"));
    let screen = screen(&state(&text, Lang::En), 80, 24);
    assert!(!screen.contains(['\u{1b}', '\u{202e}', '\u{7}']));
    assert!(screen.lines().all(|line| line.width() <= 80), "{screen}");
}

#[test]
fn keys_lead_through_the_game() {
    let mut state = state(GAME, Lang::En);
    let ply = |state: &State| {
        let (film, at, _) = state.picture();
        film.frames[at].ply
    };
    press(&mut state, &[Key::Char('3'), Key::Enter]);
    assert_eq!(ply(&state), 3);
    press(&mut state, &[Key::Left, Key::Left]);
    assert_eq!(ply(&state), 1);
    press(&mut state, &[Key::PageUp]);
    assert_eq!(ply(&state), 0);
    press(&mut state, &[Key::End]);
    assert_eq!(ply(&state), 6);
    assert_eq!(state.update(Key::Char('s')), Effect::Save);
    assert_eq!(state.update(Key::Char('q')), Effect::Quit);
}

#[test]
fn time_plays_the_game() {
    use std::time::Duration;
    let mut state = state(GAME, Lang::En);
    press(&mut state, &[Key::Char(' ')]);
    assert!(!state.tick(Duration::from_millis(400)));
    assert!(state.tick(Duration::from_millis(700)));
    press(&mut state, &[Key::Char('t')]);
    assert!(!state.tick(Duration::from_secs(6)));
    assert!(state.tick(Duration::from_secs(1)));
    let (film, at, _) = state.picture();
    assert_eq!(film.frames[at].ply, 2);
}
