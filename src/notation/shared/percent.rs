//! Escapes of web addresses.

/// Decodes `%2F` and the like; what is no such thing stays.
pub(in crate::notation) fn unescape(text: impl AsRef<str>) -> String {
    let text = text.as_ref();
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let code = bytes.get(at + 1..at + 3).filter(|_| byte == b'%');
        let code = code.and_then(|digits| std::str::from_utf8(digits).ok());
        if let Some(decoded) = code.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            out.push(decoded);
            at += 3;
        } else {
            out.push(byte);
            at += 1;
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_escapes_stay_as_they_are() {
        assert_eq!(unescape("a%2"), "a%2");
        assert_eq!(unescape("a%zz%2F"), "a%zz/");
        assert_eq!(unescape("%ff"), "%ff");
    }
}
