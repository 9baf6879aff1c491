//! The head of a page: it loads nothing, and its content policy lets nothing but its own style and script act.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::diagram;
use crate::words::Lang;

/// Begins a page, with the shapes that its boards are drawn from. `title` is markup; `style` and `script` are all that
/// may take effect.
pub(crate) fn push_head(out: &mut String, lang: Lang, title: &str, style: &str, script: &str) {
    let _ = write!(
        out,
        r#"<!DOCTYPE html>
<html lang="{}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<svg class="shapes" aria-hidden="true"><defs>
{}</defs></svg>
"#,
        lang.code(),
        source_hash(style),
        source_hash(script),
        diagram::shapes(),
    );
}

/// The SHA-256 of a text as a content policy writes it, `sha256-…`.
pub(super) fn source_hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_that_of_the_standard() {
        // The first example of FIPS 180-4.
        assert_eq!(
            source_hash("abc"),
            "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
        );
    }
}
