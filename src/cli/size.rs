//! Sizes in bytes, as people write them: 65536, 512MiB, 2G.

/// Reads a size. Units are powers of 1024, with or without `iB` or `B`.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let refused = || "expected a size such as 65536, 512MiB or 2G".to_owned();
    let digits = text.find(|it: char| !it.is_ascii_digit());
    let (number, unit) = text.split_at(digits.unwrap_or(text.len()));
    let unit = unit.trim_start().to_ascii_lowercase();
    let unit = unit.strip_suffix('b').unwrap_or(&unit);
    let unit = unit.strip_suffix('i').unwrap_or(unit);
    let power = ["", "k", "m", "g", "t"].iter().position(|it| *it == unit);
    let number: u64 = number.parse().map_err(|_| refused())?;
    let size = number.checked_mul(1 << (10 * power.ok_or_else(refused)?));
    size.ok_or_else(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_powers_of_1024() {
        for (text, bytes) in [
            ("65536", 65_536),
            ("10B", 10),
            ("1k", 1_024),
            ("256MiB", 256 << 20),
            ("256 mb", 256 << 20),
            ("2G", 2 << 30),
            ("1TiB", 1 << 40),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "MiB", "-1", "1.5G", "1X", "99999999999T", "1 2"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
