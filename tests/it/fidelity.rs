//! What every notation keeps of every other: random records go from each notation into each, and what is not the same
//! afterwards must have been reported, and nothing else.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::random_records::{Random, Wanted, record};
use kifu::finding::{Code, Findings};
use kifu::notation::{self, WriteOptions};
use kifu::record::{EndingKind, Entry, HeaderKey, NodeId, Notation, Record, RemarkKind, Start};
use kifu::replay::{Replay, ReplayOptions, Winner};

const ALL: Wanted = Wanted {
    fouls: true,
    fractions: true,
    ..Wanted::ALL
};

/// The notations that hold games.
const GAMES: [Notation; 6] = [
    Notation::Kif,
    Notation::Ki2,
    Notation::Csa,
    Notation::Usi,
    Notation::Usen,
    Notation::Jkf,
];

fn replayed(record: &Record) -> Replay {
    let mut replay = Replay::default();
    let options = ReplayOptions {
        variations: true,
        ..ReplayOptions::default()
    };
    replay.run(record, options, &mut Findings::default());
    replay
}

fn write(record: &Record, notation: Notation) -> (String, Vec<Code>) {
    let mut out = String::new();
    let mut findings = Findings::default();
    let replay = replayed(record);
    let options = WriteOptions::default();
    notation::write(notation, record, &replay, &options, &mut out, &mut findings);
    (out, findings.list().iter().map(|it| it.code).collect())
}

fn read(text: &str, notation: Notation) -> Record {
    let mut record = Record {
        text: text.to_owned(),
        source_len: text.len(),
        ..Record::default()
    };
    notation::read(notation, &mut record, &mut Findings::default());
    record
}

/// What a record says, by the code under which its loss is reported.
fn facts(record: &Record, main_line_only: bool) -> BTreeMap<Code, String> {
    let replay = replayed(record);
    let mut facts: BTreeMap<Code, String> = BTreeMap::new();
    let mut say = |code: Code, text: String| *facts.entry(code).or_default() += &text;
    say(
        Code::LostPosition,
        match record.start.position() {
            Some(position) => {
                let sfen = position.to_string();
                sfen.rsplit_once(' ').unwrap().0.to_owned()
            }
            None => "unknown".into(),
        },
    );
    let number = match &record.start {
        Start::Setup(setup) => setup.ply.max(1),
        _ => 1,
    };
    say(Code::LostMoveNumber, number.to_string());
    let headers = record.headers.iter().filter(|it| !it.value.is_empty());
    let mut names: Vec<String> = headers
        .map(|header| {
            let value = record.str(header.value);
            match header.key {
                HeaderKey::Other => format!("{}={value}", record.str(header.name)),
                // A line break in a note is spelled in two ways.
                key => format!("{key:?}={}", value.replace("\\n", "\n")),
            }
        })
        .collect();
    names.sort();
    say(Code::LostHeaders, names.join("; "));
    let mut lines = String::new();
    // Notations list the lines in orders of their own; the tree is the same.
    for leaf in record.tree.leaves_by_branch() {
        let path = record.tree.path(leaf);
        for &node in &path {
            match record.tree.node(node).entry {
                Entry::Move(_) => match replay.step(node) {
                    Some(step) => write!(lines, "{} ", step.mv).unwrap(),
                    None => lines += "? ",
                },
                Entry::End(_) => {}
                Entry::Root | Entry::Unreadable => lines += "? ",
            }
        }
        lines.push('|');
        if main_line_only {
            break;
        }
    }
    say(Code::LostVariations, lines);
    let on_main: Vec<NodeId> = record.tree.main_line().collect();
    let mut waiting = vec![NodeId::ROOT];
    while let Some(node) = waiting.pop() {
        let children: Vec<NodeId> = record.tree.children(node).collect();
        waiting.extend(children.into_iter().rev());
        if main_line_only && node != NodeId::ROOT && !on_main.contains(&node) {
            continue;
        }
        let place: String = record
            .tree
            .path(node)
            .into_iter()
            .filter_map(|it| replay.step(it))
            .map(|step| step.mv.to_string())
            .collect();
        for (kind, code) in [
            (RemarkKind::Comment, Code::LostComments),
            (RemarkKind::Bookmark, Code::LostBookmarks),
            (RemarkKind::Analysis, Code::LostAnalysis),
        ] {
            for text in record.remarks_on(node, kind) {
                say(code, format!("{place}:{}; ", text.trim_start()));
            }
        }
        let it = record.tree.node(node);
        if let Some(elapsed) = it.clock.elapsed() {
            say(Code::LostTimes, format!("{place}:{}; ", elapsed / 1000));
            if elapsed % 1000 != 0 {
                say(Code::LostFractions, format!("{place}:{elapsed}; "));
            }
        }
        if let Entry::End(ending) = it.entry {
            say(Code::LostEnding, format!("{place}:{}; ", word(ending.kind)));
        }
    }
    if let Some(Winner::Side(color)) = replay.declared().winner {
        say(Code::LostEnding, format!("{color:?} wins"));
    }
    facts
}

/// Endings of one word: whether a foul's move is recorded is another matter.
fn word(kind: EndingKind) -> String {
    match kind {
        EndingKind::IllegalMove => "Foul".into(),
        _ => format!("{kind:?}"),
    }
}

/// Converts what a notation holds of random records into another one, and compares.
fn check(from: Notation, to: Notation, seed: u64) {
    let mut random = Random(seed);
    for round in 0..30 {
        let plies = random.below(40);
        let original = record(&mut random, plies, ALL);
        let source = read(&write(&original, from).0, from);
        let (text, lost) = write(&source, to);
        let target = read(&text, to);
        let main_line_only = lost.contains(&Code::LostVariations);
        let (before, after) = (
            facts(&source, main_line_only),
            facts(&target, main_line_only),
        );
        let context = || {
            format!(
                "{} to {}, round {round}: {lost:?}\n--- {}\n--- {text}",
                from.name(),
                to.name(),
                write(&original, from).0
            )
        };
        for code in before.keys().chain(after.keys()) {
            let (had, has) = (before.get(code), after.get(code));
            let kept = had == has;
            let told = lost.contains(code)
                || *code == Code::LostFractions && lost.contains(&Code::LostTimes)
                // Analysis becomes comments, and the words for an ending may too.
                || *code == Code::LostComments
                    && (lost.contains(&Code::LostAnalysis) || lost.contains(&Code::LostEnding));
            assert!(
                kept || told,
                "{code:?} was lost without a word\n{had:?}\n{has:?}\n{}",
                context()
            );
            let always = [Code::LostEnding, Code::LostAnalysis, Code::LostComments];
            let branched = *code == Code::LostVariations && source.tree.leaves().len() > 1;
            assert!(
                !kept || !told || always.contains(code) || branched,
                "{code:?} was reported, but nothing is lost\n{had:?}\n{}",
                context()
            );
        }
    }
}

#[test]
fn every_pair_of_notations_keeps_what_it_does_not_report() {
    for from in GAMES {
        for to in GAMES {
            let seed = 1 + from as u64 * 8 + to as u64;
            check(from, to, seed);
        }
    }
}
