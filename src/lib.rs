//! Shogi game records: read, replay under the rules, judge, count, convert.
//!
//! A [`Record`] is what a file said, a [`Replay`] what the rules make of it, a [`Finding`] what is wrong. A bad record is a
//! result and never an error: whatever the bytes are, an [`Examiner`] gives a [`Report`].
//!
//! Read a record and list its moves:
//!
//! ```
//! use kifu::{Examiner, Game, ReplayOptions};
//!
//! let bytes = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n".as_bytes();
//! let game = Game::detected("game.kif", bytes);
//! let mut examiner = Examiner::default();
//! let report = examiner.examine(&game, ReplayOptions::default());
//! let line = report.record.tree.main_line();
//! let steps = line.filter_map(|node| report.replay.step(node));
//! let moves: Vec<String> = steps.map(|step| step.mv.to_string()).collect();
//! assert_eq!(moves, ["7g7f", "3c3d", "8h2b+"]);
//! ```
//!
//! Judge bytes and print what was found:
//!
//! ```
//! use kifu::render::{Judged, Selection, push_short};
//! use kifu::{Examiner, Game, Lang, ReplayOptions};
//!
//! let bytes = b"position startpos moves 7g7f 3c3d 8h2b+ P*5e";
//! let mut examiner = Examiner::default();
//! let game = Game::detected("game.usi", bytes);
//! let report = examiner.examine(&game, ReplayOptions::default());
//! let judged = Judged::new(report, &Selection::default(), None);
//! let mut lines = String::new();
//! push_short(&mut lines, &judged, Lang::En);
//! assert!(lines.starts_with("game.usi:1:41: error[E205]: "), "{lines}");
//! print!("{lines}");
//! ```
//!
//! Count an impasse from an SFEN:
//!
//! ```
//! use kifu::shogi::jishogi::{Count, DeclarationRule};
//! use kifu::{Color, Position};
//!
//! let sfen = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
//! let position: Position = sfen.parse()?;
//! let declaration = Count::of(&position).declaration(DeclarationRule::Points27, Color::Black, 0);
//! assert_eq!(declaration.points.has, 28);
//! assert_eq!(declaration.verdict().to_string(), "lose:too_few_pieces");
//! # Ok::<(), kifu::shogi::ParseSfenError>(())
//! ```
//!
//! Convert KIF to CSA, and say what CSA cannot hold:
//!
//! ```
//! use kifu::convert::{Converter, Target};
//! use kifu::{Code, Examiner, Game, Notation, ReplayOptions};
//!
//! let kif = "1 ７六歩(77)\n2 ３四歩(33)\n\n変化：2手\n2 ８四歩(83)\n".as_bytes();
//! let mut examiner = Examiner::default();
//! let game = Game::detected("game.kif", kif);
//! let report = examiner.examine(&game, ReplayOptions::default());
//! let mut converter = Converter::default();
//! let csa = converter.convert(report.record, report.replay, &Target::new(Notation::Csa));
//! let text = String::from_utf8_lossy(csa.bytes.expect("every move is legal"));
//! assert!(text.contains("+7776FU\n-3334FU\n"));
//! assert_eq!(csa.findings[0].code, Code::LostVariations);
//! ```
//!
//! Without the feature `cli` nothing here touches files, threads, streams or the clock.

#![cfg_attr(
    not(all(
        feature = "cli",
        feature = "archives",
        feature = "columnar",
        feature = "tui"
    )),
    allow(
        dead_code,
        unused_imports,
        reason = "a feature that is left out is what uses them"
    )
)]

#[cfg(any(feature = "archives", feature = "cli"))]
pub mod archive;
#[cfg(feature = "cli")]
mod book;
#[cfg(feature = "cli")]
mod bulk;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod convert;
#[cfg(feature = "cli")]
pub mod dedupe;
pub mod diagram;
pub mod examine;
#[cfg(feature = "cli")]
mod explore;
#[cfg(feature = "cli")]
mod find;
pub mod finding;
#[cfg(feature = "cli")]
mod fix;
#[cfg(feature = "cli")]
mod impasse;
#[cfg(feature = "cli")]
mod info;
#[cfg(feature = "cli")]
mod input;
pub mod notation;
pub mod opening;
#[cfg(feature = "cli")]
mod output;
#[cfg(feature = "cli")]
mod page;
#[cfg(feature = "cli")]
mod played;
pub mod record;
pub mod render;
pub mod replay;
#[cfg(feature = "cli")]
pub mod select;
#[cfg(feature = "cli")]
mod sennichite;
pub mod shogi;
#[cfg(feature = "cli")]
mod stats;
#[cfg(feature = "cli")]
mod tables;
pub mod text;
#[cfg(feature = "cli")]
mod timeline;
#[cfg(feature = "cli")]
mod tutorial;
#[cfg(feature = "tui")]
mod viewer;
pub mod words;
#[cfg(feature = "cli")]
mod worker;

pub use convert::Converter;
pub use examine::{Examiner, Report};
pub use finding::{Code, Fact, Finding, Severity};
pub use notation::Game;
pub use record::{Notation, Record};
pub use replay::{Replay, ReplayOptions};
pub use shogi::{Color, Handicap, Move, Piece, PieceKind, Position, Square};
pub use text::Encoding;
pub use words::Lang;
