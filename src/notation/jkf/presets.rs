//! The starts that JKF knows by name.

use crate::shogi::Handicap;

/// Names and starts; a start that is none of these is `OTHER`.
const PRESETS: [(&str, Handicap); 16] = [
    ("HIRATE", Handicap::Even),
    ("KY", Handicap::Lance),
    ("KY_R", Handicap::RightLance),
    ("KA", Handicap::Bishop),
    ("HI", Handicap::Rook),
    ("HIKY", Handicap::RookLance),
    ("2", Handicap::Two),
    ("3", Handicap::Three),
    ("4", Handicap::Four),
    ("5", Handicap::Five),
    ("5_L", Handicap::LeftFive),
    ("6", Handicap::Six),
    ("7_L", Handicap::LeftSeven),
    ("7_R", Handicap::RightSeven),
    ("8", Handicap::Eight),
    ("10", Handicap::Ten),
];

/// All names, for messages.
pub(super) const LIST: &str = "HIRATE KY KY_R KA HI HIKY 2 3 4 5 5_L 6 7_L 7_R 8 10 OTHER";

/// The name of a start. Three pieces less has none: programs do not agree which lance that leaves out.
pub(super) fn name(handicap: Handicap) -> Option<&'static str> {
    let row = PRESETS.iter().find(|(_, it)| *it == handicap)?;
    Some(row.0).filter(|_| handicap != Handicap::Three)
}

/// Whether all programs know the name.
pub(super) fn is_widely_known(name: &str) -> bool {
    !matches!(name, "3" | "5" | "5_L" | "7_L" | "7_R")
}

/// The start of a name.
pub(super) fn find(name: &str) -> Option<Handicap> {
    let row = PRESETS.iter().find(|(it, _)| *it == name)?;
    Some(row.1)
}
