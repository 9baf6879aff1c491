//! Patterns such as `games/*.kif`, for shells that hand them over as they are: those of Windows, and quotation marks.

use std::path::{Path, PathBuf};

use glob::MatchOptions;

/// The paths with what patterns among them stand for, in the order of their names. A path that is there is no pattern,
/// and a pattern that nothing matches stays as it is, to be told as missing.
pub(crate) fn expand(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut expanded = Vec::with_capacity(paths.len());
    for path in paths {
        let before = expanded.len();
        if let Some(pattern) = pattern(path)
            && let Ok(found) = glob::glob_with(pattern, AS_SHELLS_DO)
        {
            expanded.extend(found.flatten());
        }
        if expanded.len() == before {
            expanded.push(path.clone());
        }
    }
    expanded
}

/// `*` stays within one folder and passes over hidden files; systems that do not tell capitals from small letters do not
/// here either.
const AS_SHELLS_DO: MatchOptions = MatchOptions {
    case_sensitive: !cfg!(windows),
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

fn pattern(path: &Path) -> Option<&str> {
    let text = path.to_str()?;
    let is_pattern = text.contains(['*', '?', '[']) && path.symlink_metadata().is_err();
    is_pattern.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_stand_for_what_is_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(path("sub/deep")).expect("made");
        for name in [
            "b.kif",
            "a.kif",
            "c.csa",
            ".d.kif",
            "x[1].kif",
            "sub/e.kif",
            "sub/deep/f.kif",
        ] {
            std::fs::write(path(name), "").expect("written");
        }
        for (pattern, found) in [
            ("*.kif", &["a.kif", "b.kif", "x[1].kif"][..]),
            ("?.csa", &["c.csa"]),
            ("[ab].kif", &["a.kif", "b.kif"]),
            (
                "**/*.kif",
                &["a.kif", "b.kif", "sub/deep/f.kif", "sub/e.kif", "x[1].kif"],
            ),
            ("s*", &["sub"]),
            // A file that has such a name.
            ("x[1].kif", &["x[1].kif"]),
            ("*.usi", &["*.usi"]),
            ("[", &["["]),
        ] {
            let found: Vec<PathBuf> = found.iter().map(|it| path(it)).collect();
            assert_eq!(expand(&[path(pattern)]), found, "{pattern}");
        }
    }
}
