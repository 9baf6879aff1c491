//! Why an input does not hold what was asked of it, in words.

use std::io;

use crate::archive::Fault;
use crate::input::InputFault;
use crate::words::{self, Lang};

/// The reason that an error carries. Returns `None` for an error of the system.
pub(super) fn reason(error: &io::Error, lang: Lang) -> Option<String> {
    let (key, fact) = match (InputFault::of(error), Fault::of(error)) {
        (Some(fault), _) => of_input(fault)?,
        (None, Some(fault)) => of_archive(fault),
        (None, None) => return None,
    };
    Some(words::fill(words::text(lang, key), |_| Some(fact.clone())))
}

fn of_input(fault: InputFault) -> Option<(&'static str, String)> {
    Some(match fault {
        InputFault::NoSuchGame { count } => ("view.no_such_game.text", count.to_string()),
        InputFault::NoArchive => ("archive.no_archive", String::new()),
        InputFault::NoSuchMember => ("archive.no_such_member", String::new()),
        InputFault::WhichMember => ("archive.which_member", "a.zip!b.kif#2".to_owned()),
        InputFault::NoGames => ("archive.no_games", String::new()),
        InputFault::NoFile => ("archive.no_file", String::new()),
        InputFault::DeadLink | InputFault::LongLine => return None,
    })
}

fn of_archive(fault: &Fault) -> (&'static str, String) {
    match fault {
        Fault::CutOff => ("archive.cut_off", String::new()),
        Fault::Checksum => ("archive.checksum", String::new()),
        Fault::Encrypted => ("archive.encrypted", String::new()),
        Fault::Method(method) => ("archive.method", method.clone()),
        Fault::Nested(kind) => ("archive.nested", kind.name().to_owned()),
        Fault::Bomb(bytes) => ("archive.bomb", bytes.to_string()),
        Fault::Large(bytes) => ("archive.large", bytes.to_string()),
        Fault::NotBuilt(kind) => ("archive.not_built", kind.name().to_owned()),
        Fault::Damaged(cause) => ("archive.damaged", cause.clone()),
    }
}
