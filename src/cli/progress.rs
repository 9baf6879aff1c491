//! How far the work is, on standard error: bytes, games, speed.

use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::ui::{Ui, When};
use crate::bulk::Progress;
use crate::finding::terms;
use crate::words;

/// Draws how far a run is until it is dropped.
pub(super) struct Meter {
    progress: Arc<Progress>,
    bar: ProgressBar,
    drawing: Arc<AtomicBool>,
    stop: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Meter {
    /// How long a run goes on before anything is drawn.
    const PATIENCE: Duration = Duration::from_millis(500);
    /// How often it is drawn on a terminal.
    const PAUSE: Duration = Duration::from_millis(100);
    /// How often a line is written elsewhere, such as a log.
    const LOG_PAUSE: Duration = Duration::from_secs(1);

    /// Begins; `bytes` is how many there are to read, where that is known.
    pub(super) fn start(when: When, ui: Ui, bytes: Option<u64>) -> Meter {
        let progress = Arc::new(Progress::default());
        let drawing = Arc::new(AtomicBool::new(false));
        let terminal = stderr().is_terminal();
        let mut meter = Meter {
            progress: progress.clone(),
            bar: ProgressBar::hidden(),
            drawing: drawing.clone(),
            stop: None,
            thread: None,
        };
        let wanted = match when {
            When::Auto => terminal && !ui.quiet,
            When::Always => true,
            When::Never => false,
        };
        if !wanted {
            return meter;
        }
        let bar = ProgressBar::with_draw_target(bytes, ProgressDrawTarget::hidden());
        let template = match bytes {
            Some(_) => "{bar:30} {bytes}/{total_bytes} {msg} {eta}",
            None => "{spinner} {bytes} {msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        meter.bar = bar.clone();
        let (stop, stopped) = mpsc::channel();
        meter.stop = Some(stop);
        let thread = std::thread::Builder::new().spawn(move || {
            let started = Instant::now();
            let pause = if terminal {
                Meter::PAUSE
            } else {
                Meter::LOG_PAUSE
            };
            while stopped.recv_timeout(pause) == Err(mpsc::RecvTimeoutError::Timeout) {
                if started.elapsed() < Meter::PATIENCE {
                    continue;
                }
                let games = progress.games();
                let speed = u128::from(games) * 1000 / started.elapsed().as_millis().max(1);
                let text = words::fill(ui.text("cli.progress"), |name| {
                    let number = if name == "games" { games } else { speed as u64 };
                    Some(terms::number(ui.lang, number))
                });
                if terminal {
                    if !drawing.swap(true, Ordering::Relaxed) {
                        bar.set_draw_target(ProgressDrawTarget::stderr());
                    }
                    bar.set_message(text);
                    bar.set_position(progress.bytes());
                } else {
                    let bytes = HumanBytes(progress.bytes());
                    let _ = writeln!(stderr(), "{bytes}; {text}");
                }
            }
            bar.finish_and_clear();
        });
        // Without a thread for it nothing is drawn.
        meter.thread = thread.ok();
        meter
    }

    /// The numbers that are drawn.
    pub(super) fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Does something that writes to the terminal, with nothing drawn in its way.
    pub(super) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        if self.drawing.load(Ordering::Relaxed) {
            self.bar.suspend(work)
        } else {
            work()
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
