//! Lines in columns: the first and the last to the left, numbers to the right.

use unicode_width::UnicodeWidthStr;

/// A line of a table.
#[derive(Clone, Debug)]
pub(super) enum Line {
    /// Cells in columns.
    Cells(Vec<String>),
    /// A line of its own, below the row before it.
    Free(String),
}

/// Lines below a heading.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) head: Vec<String>,
    pub(super) lines: Vec<Line>,
}

impl Table {
    /// The columns that hold something.
    fn used(&self) -> Vec<usize> {
        let filled = |at: usize| {
            self.lines.iter().any(|line| match line {
                Line::Cells(cells) => !cells[at].is_empty(),
                Line::Free(_) => false,
            })
        };
        (0..self.head.len())
            .filter(|&at| at == 0 || filled(at))
            .collect()
    }

    /// The table as text.
    pub(super) fn text(&self) -> String {
        let used = self.used();
        let rows = || {
            let cells = self.lines.iter().filter_map(|line| match line {
                Line::Cells(cells) => Some(cells),
                Line::Free(_) => None,
            });
            std::iter::once(&self.head).chain(cells)
        };
        let width = |at: usize| rows().map(|row| row[at].width()).max().unwrap_or(0);
        let widths: Vec<usize> = used.iter().map(|&at| width(at)).collect();
        let push = |cells: &[String], out: &mut String| {
            for (place, (&at, &width)) in used.iter().zip(&widths).enumerate() {
                let cell = &cells[at];
                let gap = " ".repeat(width - cell.width());
                out.push_str(if place == 0 { " " } else { "  " });
                // Words stand to the left, numbers to the right.
                match at == 0 || at == self.head.len() - 1 {
                    true => out.extend([cell, gap.as_str()]),
                    false => out.extend([gap.as_str(), cell]),
                }
            }
            out.truncate(out.trim_end().len());
            out.push('\n');
        };
        let mut out = String::new();
        push(&self.head, &mut out);
        for line in &self.lines {
            match line {
                Line::Cells(cells) => push(cells, &mut out),
                Line::Free(text) => out.extend([text, "\n"]),
            }
        }
        out
    }

    /// The table in Markdown; lines of their own are left out.
    pub(super) fn markdown(&self) -> String {
        let used = self.used();
        let line = |cells: &[String]| {
            let cells = used.iter().map(|&at| cells[at].replace('|', "\\|"));
            let cells: Vec<String> = cells.collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let mut out = line(&self.head);
        out.push('|');
        for &at in &used {
            let left = at == 0 || at == self.head.len() - 1;
            out.push_str(if left { "---|" } else { "--:|" });
        }
        out.push('\n');
        for row in &self.lines {
            if let Line::Cells(cells) = row {
                out.push_str(&line(cells));
            }
        }
        out
    }
}
