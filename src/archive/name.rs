//! Names of members: bytes of unknown encoding to text.

/// A name, decoded and with slashes between folders. Old programs wrote the bytes of their system's code page without saying
/// so, which for records means CP932.
pub(super) fn decode(bytes: &[u8], is_utf8: bool) -> String {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) if is_utf8 => String::from_utf8_lossy(bytes),
        Err(_) => encoding_rs::SHIFT_JIS.decode_without_bom_handling(bytes).0,
    };
    // Only now: in CP932 a backslash is also the second half of characters.
    text.replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_decoded_by_flag_then_as_utf8_then_as_cp932() {
        assert_eq!(decode("棋譜/一局.kif".as_bytes(), true), "棋譜/一局.kif");
        assert_eq!(decode("棋譜.kif".as_bytes(), false), "棋譜.kif");
        // The second byte of 表 is a backslash.
        assert_eq!(decode(b"\x95\x5C\x8E\xA6\\a.kif", false), "表示/a.kif");
        assert_eq!(decode(b"\xFF\xFEa.kif", true), "\u{FFFD}\u{FFFD}a.kif");
    }
}
