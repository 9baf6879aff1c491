//! Where converted games go, and what becomes of those that do not arrive.

use std::fs;
use std::path::{Path, PathBuf};

use super::{NotWritten, OutputGame, OutputWriter, Target, WriteError};
use crate::input::Source;
use crate::record::Notation;
use crate::text::Encoding;

/// Writes a game that came from a file.
fn take(writer: &mut OutputWriter<'_>, file: &str, bytes: &str) -> Option<NotWritten> {
    take_in(writer, Encoding::Utf8, file, bytes)
}

fn take_in(
    writer: &mut OutputWriter<'_>,
    encoding: Encoding,
    file: &str,
    bytes: &str,
) -> Option<NotWritten> {
    let game = OutputGame {
        source: &Source::file(file.into()),
        index: 1,
        name: None,
        bytes: bytes.as_bytes(),
        encoding,
    };
    writer.take(&game).expect("the stream takes it")
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("the file is there")
}

#[test]
fn games_of_one_stream_are_kept_apart() {
    let mut out = Vec::new();
    let mut writer = OutputWriter::to_stream(Target::new(Notation::Csa), &mut out);
    assert!(take(&mut writer, "a", "A\n").is_none());
    assert!(take(&mut writer, "b", "B\n").is_none());
    assert!(take_in(&mut writer, Encoding::ShiftJis, "c", "C\n").is_some());
    assert!(!writer.is_overfull());
    assert!(writer.finish().is_none());
    assert_eq!(out, b"A\n/\nB\n");
}

#[test]
fn a_source_of_several_games_becomes_one_file_where_the_notation_allows_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let named = [PathBuf::from("in/x.csa"), PathBuf::from("in/y/x.csa")];
    for (notation, files) in [
        (
            Notation::Csa,
            vec![("x.csa", "1\n/\n2\n"), ("y/x.csa", "3\n")],
        ),
        (
            Notation::Kif,
            vec![("x.kifu", "1\n"), ("x-2.kifu", "2\n"), ("y/x.kifu", "3\n")],
        ),
    ] {
        let mut writer =
            OutputWriter::to_folder(Target::new(notation), folder.path(), &named, false);
        for (source, text) in [
            ("in/x.csa", "1\n"),
            ("in/x.csa", "2\n"),
            ("in/y/x.csa", "3\n"),
        ] {
            assert!(take(&mut writer, source, text).is_none());
        }
        assert!(writer.finish().is_none());
        for (name, text) in files {
            assert_eq!(read(folder.path(), name), text);
        }
    }
}

#[test]
fn what_exists_is_left_alone_and_the_others_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.usi"), "old").expect("written");
    let named = [PathBuf::from("a.csa"), PathBuf::from("b.csa")];
    let mut writer =
        OutputWriter::to_folder(Target::new(Notation::Usi), folder.path(), &named, false);
    // Told when the file would have been finished, with its games.
    assert!(take(&mut writer, "a.csa", "new\n").is_none());
    assert!(take(&mut writer, "a.csa", "newer\n").is_none());
    let refused = take(&mut writer, "b.csa", "b\n").expect("refused");
    assert!(matches!(refused.error, WriteError::Exists(_)));
    assert_eq!(refused.games.map(|it| it.count()), Some(2));
    assert!(writer.finish().is_none());
    assert_eq!(read(folder.path(), "a.usi"), "old");
    assert_eq!(read(folder.path(), "b.usi"), "b\n");
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let elsewhere = tempfile::tempdir().expect("another");
    let link = folder.path().join("y");
    std::os::unix::fs::symlink(elsewhere.path(), link).expect("linked");
    let named = [PathBuf::from("in/x.csa"), PathBuf::from("in/y/z.csa")];
    let mut writer =
        OutputWriter::to_folder(Target::new(Notation::Usi), folder.path(), &named, true);
    assert!(take(&mut writer, "in/y/z.csa", "z\n").is_none());
    let refused = writer.finish().expect("refused");
    assert!(matches!(refused.error, WriteError::Outside(_)));
    assert_eq!(fs::read_dir(elsewhere.path()).expect("read").count(), 0);
}
