//! Some inputs judged: rows, and which input each comes from.

use std::io;
use std::sync::Arc;

use crate::bulk::{Item, Progress, ReadOptions, Run};
use crate::examine::Examiner;
use crate::input::{Input, Inputs, Source};
use crate::opening::Classifier;
use crate::replay::ReplayOptions;
use crate::tables::{Form, Layout, Rows};

/// What is to be done.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    /// The table.
    pub layout: Layout,
    /// The numbers of the columns that are wanted, in their order.
    pub chosen: Vec<usize>,
    /// How the games are judged.
    pub options: ReplayOptions,
    /// How many threads work.
    pub jobs: usize,
}

/// So many rows are kept together before others are begun.
const CHUNK_ROWS: usize = 16_384;

/// Rows, and where those of each input end.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) rows: Rows,
    /// The number of an input and the row behind its last one here.
    pub(super) ends: Vec<(usize, usize)>,
}

impl Answer {
    fn end(&self) -> usize {
        self.ends.last().map_or(0, |it| it.1)
    }
}

impl Work {
    /// Judges these inputs and hands out the answers in their order.
    pub(super) fn judge(
        &self,
        inputs: Vec<Input>,
        mut take: impl FnMut(Answer) -> io::Result<()>,
    ) -> io::Result<()> {
        let run = Run {
            options: ReadOptions::default(),
            jobs: self.jobs,
            progress: &Progress::default(),
        };
        run.batches(
            &mut Inputs::ready(inputs),
            || (Examiner::default(), Classifier::default()),
            |(examiner, classifier), item, answers: &mut Vec<Answer>| match item {
                Item::Game(source, game) | Item::Chosen(source, game) => {
                    let report = examiner.examine(&game, self.options);
                    self.add(source, answers, |rows| {
                        self.layout.add(&report, classifier, rows);
                    });
                }
                Item::Crashed(source, game) => {
                    let report = examiner.fault(&game);
                    self.add(source, answers, |rows| {
                        self.layout.add(&report, classifier, rows);
                    });
                }
                Item::Unreadable { source, error } => self.add(source, answers, |rows| {
                    let name = Some(source.name()).filter(|it| !it.is_empty());
                    self.layout.add_unreadable(name, error, rows);
                }),
            },
            |answers| answers.into_iter().try_for_each(&mut take),
        )?;
        Ok(())
    }

    /// Adds rows of an input.
    fn add(&self, source: &Arc<Source>, answers: &mut Vec<Answer>, add: impl FnOnce(&mut Rows)) {
        if answers.last().is_none_or(|it| it.end() >= CHUNK_ROWS) {
            answers.push(Answer {
                rows: self.layout.rows(Form::Ndjson),
                ends: Vec::new(),
            });
        }
        let Some(answer) = answers.last_mut() else {
            return;
        };
        // What a crash left half done.
        answer.rows.truncate(answer.end());
        add(&mut answer.rows);
        answer.ends.push((source.number(), answer.rows.len()));
    }
}
