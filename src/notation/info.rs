//! The table of notations: everything that is known of one without reading a record.

use super::holds::{AnalysisKept, HeadersKept, Holds, Kept, NumberKept, TimesKept};
use super::shared::options::CsaVersion;
use crate::record::{EndingKind, Notation};
use crate::text::Encoding;

/// What is known of a notation.
#[derive(Debug)]
pub struct Info {
    /// The name in machine output and on the command line.
    pub name: &'static str,
    /// The endings of its files, the usual one first.
    pub endings: &'static [Ending],
    /// Whether a file holds one record a line.
    pub line_based: bool,
    /// Whether a file may hold several games.
    pub several: bool,
    /// What stands between two games of one file.
    pub separator: &'static str,
    /// The line that names the encoding, up to that name, in the notations that have one.
    pub label: Option<&'static str>,
    /// Whether a record is a game, so that one without moves is worth a remark.
    pub of_games: bool,
    /// What of a record it holds.
    pub holds: Holds,
}

/// An ending of file names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The ending without its dot, in lower case.
    pub name: &'static str,
    /// The encoding that it promises.
    pub encoding: Option<Encoding>,
}

impl Ending {
    const fn any(name: &'static str) -> Ending {
        Ending {
            name,
            encoding: None,
        }
    }

    const fn encoded(name: &'static str, encoding: Encoding) -> Ending {
        Ending {
            name,
            encoding: Some(encoding),
        }
    }
}

const KIF: Holds = Holds {
    headers: HeadersKept::All,
    comments: true,
    variations: true,
    times: TimesKept::Seconds,
    bookmarks: true,
    analysis: AnalysisKept::AsComment,
    number: NumberKept::UnlessNamed,
    moves: true,
};

const USI: Holds = Holds {
    headers: HeadersKept::None,
    comments: false,
    variations: false,
    times: TimesKept::None,
    bookmarks: false,
    analysis: AnalysisKept::None,
    number: NumberKept::Always,
    moves: true,
};

/// No such file is in the standard, but readers know this line from collections.
const GLUE: &str = "#--separator--\n";

static KIF_ROW: Info = Info {
    name: "kif",
    endings: &[
        Ending::encoded("kif", Encoding::ShiftJis),
        Ending::encoded("kifu", Encoding::Utf8),
    ],
    line_based: false,
    several: false,
    separator: GLUE,
    label: Some("#KIF version=2.0 encoding="),
    of_games: true,
    holds: KIF,
};

static KI2_ROW: Info = Info {
    name: "ki2",
    endings: &[
        Ending::encoded("ki2", Encoding::ShiftJis),
        Ending::encoded("ki2u", Encoding::Utf8),
    ],
    line_based: false,
    several: false,
    separator: GLUE,
    // Programs read it, but Kifu for JS refuses a file that begins with it.
    label: None,
    of_games: true,
    holds: Holds {
        times: TimesKept::None,
        ..KIF
    },
};

static CSA_ROW: Info = Info {
    name: "csa",
    endings: &[Ending::any("csa")],
    line_based: false,
    several: true,
    separator: "/\n",
    label: Some("'CSA encoding="),
    of_games: true,
    holds: Holds {
        headers: HeadersKept::Csa,
        comments: true,
        // Version 3.0 keeps milliseconds, see `holds`.
        times: TimesKept::Seconds,
        analysis: AnalysisKept::Own,
        number: NumberKept::Never,
        ..USI
    },
};

static SFEN_ROW: Info = Info {
    name: "sfen",
    endings: &[Ending::any("sfen")],
    line_based: true,
    several: true,
    separator: "",
    label: None,
    of_games: false,
    holds: Holds {
        moves: false,
        ..USI
    },
};

static USI_ROW: Info = Info {
    name: "usi",
    endings: &[Ending::any("usi")],
    line_based: true,
    several: true,
    separator: "",
    label: None,
    of_games: false,
    holds: USI,
};

static USEN_ROW: Info = Info {
    name: "usen",
    endings: &[Ending::any("usen")],
    line_based: true,
    several: true,
    separator: "",
    label: None,
    of_games: false,
    holds: Holds {
        variations: true,
        ..USI
    },
};

static JKF_ROW: Info = Info {
    name: "jkf",
    endings: &[Ending::any("jkf"), Ending::any("json")],
    line_based: false,
    several: true,
    separator: "",
    label: None,
    of_games: true,
    holds: Holds {
        bookmarks: false,
        number: NumberKept::Never,
        ..KIF
    },
};

static BOD_ROW: Info = Info {
    name: "bod",
    endings: &[Ending::any("bod")],
    line_based: false,
    several: false,
    separator: GLUE,
    label: None,
    of_games: false,
    holds: Holds {
        headers: HeadersKept::All,
        moves: false,
        number: NumberKept::Always,
        ..USI
    },
};

impl Notation {
    /// The row of the table.
    pub const fn info(self) -> &'static Info {
        match self {
            Notation::Kif => &KIF_ROW,
            Notation::Ki2 => &KI2_ROW,
            Notation::Csa => &CSA_ROW,
            Notation::Sfen => &SFEN_ROW,
            Notation::Usi => &USI_ROW,
            Notation::Usen => &USEN_ROW,
            Notation::Jkf => &JKF_ROW,
            Notation::Bod => &BOD_ROW,
        }
    }

    /// The name in machine output and on the command line.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Whether a file holds one record a line.
    pub const fn is_line_based(self) -> bool {
        self.info().line_based
    }

    /// Appends the line that names the encoding, in the notations that have one.
    pub(in crate::notation) fn push_label(self, encoding: &str, out: &mut String) {
        if let Some(label) = self.info().label {
            out.push_str(label);
            out.push_str(encoding);
            out.push('\n');
        }
    }

    /// The ending for a file in an encoding.
    pub fn ending(self, encoding: Encoding) -> &'static str {
        let endings = self.info().endings;
        // The old encodings of Japanese share an ending, all of Unicode the other.
        let sort = match encoding {
            Encoding::ShiftJis | Encoding::EucJp | Encoding::Iso2022Jp => Encoding::ShiftJis,
            _ => Encoding::Utf8,
        };
        let fits = |ending: &&Ending| ending.encoding == Some(sort);
        endings.iter().find(fits).unwrap_or(&endings[0]).name
    }

    /// The notation whose files have an ending, in either case, with what is known of the ending.
    pub fn of_ending(name: &str) -> Option<(Notation, &'static Ending)> {
        Notation::ALL.into_iter().find_map(|notation| {
            let mut endings = notation.info().endings.iter();
            let ending = endings.find(|ending| ending.name.eq_ignore_ascii_case(name))?;
            Some((notation, ending))
        })
    }
}

/// The notation that the ending of a file name promises.
pub fn promised(file: &str) -> Option<Notation> {
    let (_, ending) = file.rsplit_once('.')?;
    Notation::of_ending(ending).map(|(notation, _)| notation)
}

/// What a notation holds. `csa` matters for CSA only.
pub const fn holds(notation: Notation, csa: CsaVersion) -> Holds {
    let holds = notation.info().holds;
    match (notation, csa) {
        (Notation::Csa, CsaVersion::V30) => Holds {
            times: TimesKept::Milliseconds,
            ..holds
        },
        _ => holds,
    }
}

/// How much of an ending a notation keeps, by its cause. What hangs on more than the cause (USEN keeps a foul whose
/// move is recorded) is for the loss report.
pub const fn keeps_ending(notation: Notation, csa: CsaVersion, kind: EndingKind) -> Kept {
    use EndingKind as E;
    match notation {
        Notation::Sfen | Notation::Bod | Notation::Usi => Kept::Nothing,
        Notation::Kif | Notation::Ki2 => match kind {
            E::PerpetualCheck
            | E::DeclaredDraw
            | E::FalseDeclaration
            | E::Disconnection
            | E::MaxMoves
            | E::Abnormal => Kept::Partly,
            _ => Kept::Wholly,
        },
        Notation::Csa => match kind {
            E::MaxMoves if matches!(csa, CsaVersion::V22) => Kept::Partly,
            E::PerpetualCheck
            | E::FalseDeclaration
            | E::Try
            | E::Disconnection
            | E::NoShow
            | E::Sealed
            | E::Other
            | E::Unknown => Kept::Partly,
            _ => Kept::Wholly,
        },
        Notation::Usen => match kind {
            E::Resignation | E::TimeUp | E::Interruption => Kept::Wholly,
            E::Declaration | E::Impasse | E::Disconnection => Kept::Partly,
            _ => Kept::Nothing,
        },
        Notation::Jkf => match kind {
            E::PerpetualCheck
            | E::FalseDeclaration
            | E::Try
            | E::Disconnection
            | E::NoShow
            | E::Sealed
            | E::Other
            | E::Unknown => Kept::Partly,
            _ => Kept::Wholly,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_notations_share_an_ending() {
        let all = Notation::ALL.iter().flat_map(|it| it.info().endings);
        let mut names: Vec<&str> = all.map(|it| it.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn an_ending_tells_the_encoding_where_a_notation_has_two() {
        for (notation, encoding, ending) in [
            (Notation::Kif, Encoding::ShiftJis, "kif"),
            (Notation::Kif, Encoding::EucJp, "kif"),
            (Notation::Kif, Encoding::Ascii, "kifu"),
            (Notation::Ki2, Encoding::Utf8, "ki2u"),
            (Notation::Csa, Encoding::ShiftJis, "csa"),
            (Notation::Jkf, Encoding::Utf8, "jkf"),
        ] {
            assert_eq!(notation.ending(encoding), ending);
            assert_eq!(promised(&format!("a.{ending}")), Some(notation));
        }
        assert_eq!(promised("a.JSON"), Some(Notation::Jkf));
        assert_eq!(promised("a.txt"), None);
    }
}
