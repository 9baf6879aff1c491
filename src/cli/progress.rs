//! How far the work is, on standard error: bytes, games, speed.

use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::ui::When;
use crate::bulk::Progress;

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
    /// How often it is drawn.
    const PAUSE: Duration = Duration::from_millis(100);

    /// Begins; `bytes` is how many there are to read, where that is known.
    pub(super) fn start(when: When, quiet: bool, bytes: Option<u64>) -> Meter {
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
            When::Auto => terminal && !quiet,
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
        meter.thread = Some(std::thread::spawn(move || {
            let started = Instant::now();
            while stopped.recv_timeout(Meter::PAUSE) == Err(mpsc::RecvTimeoutError::Timeout) {
                if started.elapsed() < Meter::PATIENCE {
                    continue;
                }
                let games = progress.games();
                let speed = u128::from(games) * 1000 / started.elapsed().as_millis().max(1);
                if terminal {
                    if !drawing.swap(true, Ordering::Relaxed) {
                        bar.set_draw_target(ProgressDrawTarget::stderr());
                    }
                    bar.set_message(format!("{games} ({speed}/s)"));
                    bar.set_position(progress.bytes());
                } else {
                    let bytes = progress.bytes();
                    let _ = writeln!(stderr(), "{bytes} B, {games} games, {speed} games/s");
                }
            }
            bar.finish_and_clear();
        }));
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
