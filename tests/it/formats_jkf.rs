//! JKF: the examples of the table, and nesting beyond measure.

use kifu::finding::{Code, Findings};
use kifu::notation;
use kifu::record::{Notation, Record};

use crate::tables;

#[test]
fn examples_of_jkf() {
    tables::check("jkf.txt", Notation::Jkf);
}

fn read(text: &str) -> (Record, Findings) {
    let mut record = Record {
        text: text.to_owned(),
        source_len: text.len(),
        ..Record::default()
    };
    let mut findings = Findings::default();
    notation::read(Notation::Jkf, &mut record, &mut findings);
    (record, findings)
}

const MOVE: &str = r#""move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}"#;

#[test]
fn variations_of_variations_are_read_to_a_limit() {
    let nested = |depth: usize| {
        let open = format!(r#"{{{MOVE},"forks":[["#).repeat(depth);
        let close = "]]}".repeat(depth);
        format!(r#"{{"header":{{}},"moves":[{{}},{open}{{{MOVE}}}{close}]}}"#)
    };
    let (record, findings) = read(&nested(900));
    assert!(!findings.has(Code::BadJson));
    assert_eq!(record.tree.len(), 902);
    let (record, findings) = read(&nested(100_000));
    assert!(findings.has(Code::BadJson));
    assert!(record.tree.is_empty());
}
