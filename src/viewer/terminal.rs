//! The loop that holds the terminal: it reads keys, lets time pass, draws, and gives the terminal back whatever happens.

use std::io;
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::{Effect, Key, State, draw};

/// How long to wait for a key before looking at the clock and at signals.
const PAUSE: Duration = Duration::from_millis(40);

/// Runs the viewer until the user leaves it. `serve` does what the viewer asks for: opening records, saving pictures.
///
/// The terminal is given back on return, on a panic and on a signal that ends the program.
pub fn run(state: &mut State, serve: impl FnMut(&mut State, Effect)) -> io::Result<()> {
    let stop = signals()?;
    let mut terminal = ratatui::try_init()?;
    let result = watch(&mut terminal, state, &stop, serve);
    ratatui::restore();
    result
}

/// Set when a signal asks the program to end.
type Stop = std::sync::Arc<std::sync::atomic::AtomicBool>;

#[cfg(unix)]
fn signals() -> io::Result<Stop> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    let stop = Stop::default();
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
        signal_hook::flag::register(signal, stop.clone())?;
    }
    Ok(stop)
}

#[cfg(not(unix))]
fn signals() -> io::Result<Stop> {
    Ok(Stop::default())
}

fn watch(
    terminal: &mut DefaultTerminal,
    state: &mut State,
    stop: &Stop,
    mut serve: impl FnMut(&mut State, Effect),
) -> io::Result<()> {
    let mut last = Instant::now();
    let mut changed = true;
    while !stop.load(std::sync::atomic::Ordering::Relaxed) {
        if changed {
            terminal.draw(|frame| draw(state, frame))?;
        }
        changed = false;
        if event::poll(PAUSE)? {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    let Some(key) = key_of(key) else { continue };
                    match state.update(key) {
                        Effect::Quit => break,
                        Effect::None => {}
                        effect => serve(state, effect),
                    }
                    changed = true;
                }
                Event::Resize(..) => changed = true,
                _ => {}
            }
        }
        changed |= state.tick(last.elapsed());
        last = Instant::now();
    }
    Ok(())
}

fn key_of(key: KeyEvent) -> Option<Key> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(key.code, KeyCode::Char('c' | 'd')).then_some(Key::Char('q'));
    }
    Some(match key.code {
        KeyCode::Char(character) => Key::Char(character),
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Esc,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        _ => return None,
    })
}
