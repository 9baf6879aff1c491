//! The groups of `kifu dedupe`, as text, rows, objects or addresses.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

use super::{Exit, Ui};
use crate::dedupe::{Difference, Group, Member, Number};
use crate::finding::terms;
use crate::render::push_field;
use crate::words;

/// Ways to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Output {
    /// For people
    Text,
    /// One row a record
    Csv,
    /// One object a group
    Ndjson,
    /// One address a line: all records but the best of each group
    Paths,
}

/// Prints the groups.
pub(super) fn print(
    output: Output,
    null: bool,
    ui: Ui,
    groups: &[(Number, Group)],
    out: &mut dyn Write,
) -> io::Result<Exit> {
    if output == Output::Csv {
        out.write_all(b"group,key,file,game,plies,status,best\n")?;
    }
    for (at, (key, group)) in groups.iter().enumerate() {
        match output {
            Output::Text => out.write_all(text(at + 1, group, ui).as_bytes())?,
            Output::Csv => out.write_all(rows(at + 1, *key, group).as_bytes())?,
            Output::Ndjson => writeln!(out, "{}", object(at + 1, *key, group))?,
            Output::Paths => {
                let end = if null { '\0' } else { '\n' };
                for member in &group.members[1..] {
                    write!(out, "{}{end}", address(member))?;
                }
            }
        }
    }
    Ok(Exit::Clean)
}

/// The address under which every command finds the record.
fn address(member: &Member) -> String {
    match member.several {
        true => format!("{}#{}", member.file, member.game),
        false => member.file.clone(),
    }
}

fn text(number: usize, group: &Group, ui: Ui) -> String {
    let differences = group.differences();
    let key = match differences.is_empty() {
        true => "dedupe.alike",
        false => "dedupe.group",
    };
    let differing: Vec<&str> = differences
        .iter()
        .map(|it: &Difference| ui.text(it.word()))
        .collect();
    let mut text = words::fill(ui.text(key), |name| {
        Some(match name {
            "group" => terms::number(ui.lang, number as u64),
            "count" => terms::number(ui.lang, group.members.len() as u64),
            _ => differing.join(", "),
        })
    });
    text.push('\n');
    for (at, member) in group.members.iter().enumerate() {
        let mark = if at == 0 { '*' } else { ' ' };
        let plies = words::fill(ui.text("find.plies"), |_| {
            Some(terms::number(ui.lang, u64::from(member.plies)))
        });
        let address = address(member);
        let shown = crate::text::visible(&address);
        text.push_str(&format!("  {mark} {shown}  {plies}  {}\n", member.status));
    }
    text
}

fn rows(number: usize, key: Number, group: &Group) -> String {
    let mut text = String::new();
    for (at, member) in group.members.iter().enumerate() {
        text.push_str(&format!("{number},{key:032x},"));
        push_field(&mut text, &member.file);
        let Member {
            game,
            plies,
            status,
            ..
        } = member;
        text.push_str(&format!(",{game},{plies},{status},{}\n", at == 0));
    }
    text
}

/// A group as programs read it.
#[derive(Serialize)]
struct Object<'a> {
    group: usize,
    key: String,
    members: Vec<MemberObject<'a>>,
    differs: Vec<&'static str>,
}

#[derive(Serialize)]
struct MemberObject<'a> {
    file: &'a str,
    game: u32,
    plies: u32,
    status: &'static str,
    best: bool,
}

fn object(number: usize, key: Number, group: &Group) -> String {
    let members = group.members.iter().enumerate();
    let object = Object {
        group: number,
        key: format!("{key:032x}"),
        members: members
            .map(|(at, it)| MemberObject {
                file: &it.file,
                game: it.game,
                plies: it.plies,
                status: it.status,
                best: at == 0,
            })
            .collect(),
        differs: group.differences().iter().map(|it| it.name()).collect(),
    };
    // Nothing in it can fail to be written as JSON.
    serde_json::to_string(&object).unwrap_or_default()
}
