//! Counts what was compared, known faults of other engines by name, and shows what nobody can explain.

use std::collections::BTreeMap;

pub struct Tally {
    what: &'static str,
    compared: usize,
    known: BTreeMap<String, usize>,
    unknown: usize,
}

/// How many unexplained differences are shown.
const SHOWN: usize = 20;

impl Tally {
    pub fn new(what: &'static str) -> Tally {
        Tally {
            what,
            compared: 0,
            known: BTreeMap::new(),
            unknown: 0,
        }
    }

    pub fn count(&mut self) {
        self.compared += 1;
        if self.compared.is_multiple_of(10_000) {
            eprintln!("{} {}", self.compared, self.what);
        }
    }

    pub fn known(&mut self, fault: &str) {
        *self.known.entry(fault.to_owned()).or_default() += 1;
    }

    pub fn unknown(&mut self, difference: &str) {
        self.unknown += 1;
        if self.unknown <= SHOWN {
            println!("DIFFERENCE {difference}");
        }
    }

    /// Prints the summary; returns whether nothing is unexplained.
    pub fn finish(&self) -> bool {
        println!(
            "{} {} compared, {} unexplained differences",
            self.compared, self.what, self.unknown
        );
        for (fault, count) in &self.known {
            println!("  known: {fault}: {count}");
        }
        self.unknown == 0
    }
}
