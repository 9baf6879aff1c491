//! JSON in borrowed parts: each part is a stretch of the text, so its place is known.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// How deep values may be nested in any case: variations of variations nest three levels each.
const DEEPEST: usize = 300;
/// What is nested is looked through once for each level around it. So many bytes may be looked through for levels beyond
/// those.
const WORK: usize = 1 << 29;

/// Where a text is nested too deep.
pub(super) fn too_deep(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut work) = (0usize, 0usize);
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        match byte {
            b'"' => at = end_of_string(bytes, at + 1),
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
        let beyond = depth.saturating_sub(DEEPEST);
        work = work.saturating_add(beyond.saturating_mul(at - start));
        if work > WORK {
            return Some(start);
        }
    }
    None
}

/// The quotation mark that closes a string, or the end.
fn end_of_string(bytes: &[u8], mut at: usize) -> usize {
    while let Some(found) = memchr::memchr2(b'"', b'\\', bytes.get(at..).unwrap_or_default()) {
        if bytes[at + found] == b'"' {
            return at + found;
        }
        at += found + 2;
    }
    bytes.len()
}

/// The value of a whole text.
///
/// # Errors
/// The byte where it is no JSON any more.
pub(super) fn parse(text: &str) -> Result<&RawValue, usize> {
    serde_json::from_str(text).map_err(|error| offset(text, error.line(), error.column()))
}

/// The byte at a line and a column of bytes, both from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let at = (before + column.saturating_sub(1)).min(text.len());
    (0..=at)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

/// The fields of an object; none when it is none.
pub(super) fn fields(raw: &RawValue) -> Option<Vec<(Cow<'_, str>, &RawValue)>> {
    serde_json::from_str::<Fields<'_>>(raw.get())
        .ok()
        .map(|it| it.0)
}

/// The items of an array; none when it is none.
pub(super) fn items(raw: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(raw.get()).ok()
}

/// The text of a string; none when it is none.
pub(super) fn text(raw: &RawValue) -> Option<Cow<'_, str>> {
    serde_json::from_str::<Text<'_>>(raw.get())
        .ok()
        .map(|it| it.0)
}

/// A number.
pub(super) fn number(raw: &RawValue) -> Option<f64> {
    serde_json::from_str(raw.get()).ok()
}

/// A whole number from 0 to 255.
pub(super) fn small_number(raw: &RawValue) -> Option<u8> {
    serde_json::from_str(raw.get()).ok()
}

/// A truth value.
pub(super) fn truth(raw: &RawValue) -> Option<bool> {
    serde_json::from_str(raw.get()).ok()
}

pub(super) fn is_null(raw: &RawValue) -> bool {
    raw.get() == "null"
}

/// A string, borrowed where it holds no escapes.
struct Text<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text<'a>, D::Error> {
        struct It;
        impl<'de> Visitor<'de> for It {
            type Value = Text<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(It)
    }
}

/// Keys and values in their order, doubles included.
struct Fields<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields<'a>, D::Error> {
        struct It;
        impl<'de> Visitor<'de> for It {
            type Value = Fields<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
                let mut fields = Vec::new();
                while let Some((key, value)) = map.next_entry::<Text<'de>, &'de RawValue>()? {
                    fields.push((key.0, value));
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(It)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_their_places() {
        let text = r#"{"a":{"b\n":[1, "x\ty"]},"ü":null}"#;
        let raw = parse(text).unwrap();
        let parts = fields(raw).unwrap();
        let keys: Vec<_> = parts.iter().map(|(key, _)| key.as_ref()).collect();
        assert_eq!(keys, ["a", "ü"]);
        let inner = fields(parts[0].1).unwrap();
        assert_eq!(inner[0].0, "b\n");
        let list = items(inner[0].1).unwrap();
        assert_eq!(text_of(list[1]), "x\ty");
        let place = list[0].get().as_ptr() as usize - text.as_ptr() as usize;
        assert_eq!(&text[place..=place], "1");
        assert!(is_null(parts[1].1));
    }

    fn text_of(raw: &RawValue) -> Cow<'_, str> {
        text(raw).unwrap()
    }

    #[test]
    fn errors_have_a_place() {
        assert_eq!(parse("{\"a\":1,\n \"b\" 2}").unwrap_err(), 13);
        assert_eq!(parse("").unwrap_err(), 0);
        assert_eq!(parse("{\"a\":\"é").unwrap_err(), 6);
    }

    #[test]
    fn depth_is_limited_without_recursion() {
        let deep = "[".repeat(1_000_000);
        let deepest = too_deep(&deep).unwrap();
        assert!((30_000..40_000).contains(&deepest), "{deepest}");
        assert_eq!(too_deep(&deep[..deepest]), None);
        assert_eq!(too_deep(&"[]".repeat(1000)), None);
        assert_eq!(too_deep("{\"[[\\\"[\":[]}"), None);
    }
}
