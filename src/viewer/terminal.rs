//! The loop that holds the terminal: it reads keys, lets time pass, draws, and gives the terminal back whatever happens.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::{Key, Shown};

/// How long to wait for a key before looking at the clock and at signals.
const PAUSE: Duration = Duration::from_millis(40);

/// A look for keys takes no longer than [`PAUSE`]; one that takes this long never comes back.
const GONE: Duration = Duration::from_secs(2);

/// Runs the viewer until the user leaves it. `serve` does what the viewer asks for: opening records, saving pictures.
///
/// The terminal is given back on return, on a panic and on a signal that ends the program.
pub(crate) fn run<S: Shown>(state: &mut S, serve: impl FnMut(&mut S, S::Effect)) -> io::Result<()> {
    let stop = signals()?;
    let mut terminal = ratatui::try_init()?;
    let waiting = Arc::new(Waiting::new());
    waiting.clone().guard();
    let result = watch(&mut terminal, state, &stop, &waiting, serve);
    ratatui::restore();
    result
}

/// Set when a signal asks the program to end.
type Stop = Arc<AtomicBool>;

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

/// Since when the loop has been looking for a key.
///
/// When a terminal goes away (its window is closed, a connection breaks), a look for keys may spin for ever instead of
/// failing. A guard ends the program then.
struct Waiting {
    started: Instant,
    /// Milliseconds from `started`, plus one; 0 while the loop does something else.
    since: AtomicU64,
}

impl Waiting {
    fn new() -> Waiting {
        Waiting {
            started: Instant::now(),
            since: AtomicU64::new(0),
        }
    }

    fn now(&self) -> u64 {
        self.started.elapsed().as_millis() as u64 + 1
    }

    /// Does something that waits for the terminal.
    fn during<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.since.store(self.now(), Ordering::Relaxed);
        let result = wait();
        self.since.store(0, Ordering::Relaxed);
        result
    }

    /// Since when the loop has been stuck, if it is.
    fn stuck_since(&self) -> Option<u64> {
        let since = self.since.load(Ordering::Relaxed);
        let gone = since != 0 && self.now().saturating_sub(since) > GONE.as_millis() as u64;
        gone.then_some(since)
    }

    /// Watches from a thread of its own until the program ends.
    fn guard(self: Arc<Waiting>) {
        std::thread::spawn(move || {
            let mut before = None;
            loop {
                std::thread::sleep(GONE / 4);
                let now = self.stuck_since();
                // Seen twice: a program that was stopped and goes on looks stuck once.
                if now.is_some() && now == before {
                    // There is no one left to tell if that fails.
                    let _ = ratatui::try_restore();
                    std::process::exit(2);
                }
                before = now;
            }
        });
    }
}

fn watch<S: Shown>(
    terminal: &mut DefaultTerminal,
    state: &mut S,
    stop: &Stop,
    waiting: &Waiting,
    mut serve: impl FnMut(&mut S, S::Effect),
) -> io::Result<()> {
    let mut last = Instant::now();
    let mut changed = true;
    while !stop.load(Ordering::Relaxed) {
        if changed {
            terminal.draw(|frame| state.draw(frame))?;
        }
        changed = false;
        if waiting.during(|| event::poll(PAUSE))? {
            match waiting.during(event::read)? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    let Some(key) = key_of(key) else { continue };
                    match state.update(key) {
                        ControlFlow::Break(()) => break,
                        ControlFlow::Continue(None) => {}
                        ControlFlow::Continue(Some(effect)) => serve(state, effect),
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
