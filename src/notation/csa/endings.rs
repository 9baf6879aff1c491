//! The words that end a CSA game: `%TORYO` and its kin, the server's protocol words, the causes of floodgate's summary.

use crate::record::{Claim, Ending, EndingKind};
use crate::shogi::Color;

/// A word: its text after the %, in which edition it came, what it says.
struct Word(&'static str, Version, EndingKind, Claim);

/// The editions of the standard, as the number of their version line times ten; the first had none.
type Version = u8;

const WORDS: &[Word] = &[
    Word("TORYO", 10, EndingKind::Resignation, Claim::Opponent),
    Word("CHUDAN", 10, EndingKind::Interruption, Claim::Nobody),
    Word("SENNICHITE", 10, EndingKind::Sennichite, Claim::Draw),
    Word("JISHOGI", 10, EndingKind::Impasse, Claim::Draw),
    Word("TSUMI", 10, EndingKind::Checkmate, Claim::Opponent),
    Word("FUZUMI", 10, EndingKind::NotMate, Claim::Nobody),
    Word("ERROR", 10, EndingKind::Abnormal, Claim::Nobody),
    Word("KACHI", 10, EndingKind::Declaration, Claim::Mover),
    Word("HIKIWAKE", 10, EndingKind::DeclaredDraw, Claim::Draw),
    Word("TIME_UP", 21, EndingKind::TimeUp, Claim::Opponent),
    Word("ILLEGAL_MOVE", 21, EndingKind::IllegalMove, Claim::Opponent),
    Word(
        "+ILLEGAL_ACTION",
        22,
        EndingKind::Foul,
        Claim::Side(Color::White),
    ),
    Word(
        "-ILLEGAL_ACTION",
        22,
        EndingKind::Foul,
        Claim::Side(Color::Black),
    ),
    Word("MAX_MOVES", 30, EndingKind::MaxMoves, Claim::Draw),
];

/// All words, for messages.
pub(super) const LIST: &str = "%TORYO %CHUDAN %SENNICHITE %JISHOGI %TSUMI %FUZUMI %ERROR %KACHI %HIKIWAKE %TIME_UP \
     %ILLEGAL_MOVE %+ILLEGAL_ACTION %-ILLEGAL_ACTION %MAX_MOVES %MATTA";

/// The ending of a word without its %, and the edition that introduced it.
pub(super) fn find(word: &str) -> Option<(Ending, u8)> {
    let row = WORDS.iter().find(|Word(text, ..)| *text == word)?;
    Some((ending(row.2, row.3), row.1))
}

/// The word for an ending, without its %; none where CSA has none.
pub(super) fn word(ending: Ending) -> Option<&'static str> {
    let row = WORDS.iter().find(|Word(_, _, kind, claim)| {
        *kind == ending.kind && (*kind != EndingKind::Foul || *claim == ending.claim)
    })?;
    Some(row.0)
}

/// The word for a kind of ending by its name in tables, without its %; none where CSA has none.
#[cfg(feature = "columnar")]
pub(crate) fn word_of_table(name: &str, winner: Option<Color>) -> Option<&'static str> {
    let row = WORDS.iter().find(|Word(_, _, kind, claim)| {
        let side = matches!(claim, Claim::Side(side) if Some(*side) != winner);
        kind.name() == name && !side
    })?;
    Some(row.0)
}

/// The server's words of the protocol, which some programs copy into the file.
pub(super) fn protocol(word: &str) -> Option<Ending> {
    let (kind, claim) = match word {
        "RESIGN" => (EndingKind::Resignation, Claim::Opponent),
        "TIME_UP" => (EndingKind::TimeUp, Claim::Opponent),
        "ILLEGAL_MOVE" => (EndingKind::IllegalMove, Claim::Opponent),
        "SENNICHITE" => (EndingKind::Sennichite, Claim::Draw),
        "JISHOGI" => (EndingKind::Declaration, Claim::Mover),
        "MAX_MOVES" => (EndingKind::MaxMoves, Claim::Draw),
        "CHUDAN" => (EndingKind::Interruption, Claim::Nobody),
        _ => return None,
    };
    Some(ending(kind, claim))
}

/// The ending a floodgate summary names, when the summary gives the win to `winner`.
pub(super) fn of_summary(cause: &str, winner: Option<Color>) -> Option<EndingKind> {
    Some(match cause {
        "toryo" => EndingKind::Resignation,
        "abnormal" => EndingKind::Disconnection,
        "time up" => EndingKind::TimeUp,
        "kachi" => EndingKind::Declaration,
        "illegal kachi" => EndingKind::FalseDeclaration,
        "illegal move" | "uchifuzume" | "oute_kaihimore" | "outori" => EndingKind::IllegalMove,
        "oute_sennichite" => EndingKind::PerpetualCheck,
        "sennichite" => EndingKind::Sennichite,
        "max_moves" => EndingKind::MaxMoves,
        _ if winner.is_some() => EndingKind::Other,
        _ => return None,
    })
}

const fn ending(kind: EndingKind, claim: Claim) -> Ending {
    Ending {
        kind,
        claim,
        summary: None,
    }
}
