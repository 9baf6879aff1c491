//! How sure a win rate is.

/// The 95 % interval of Wilson for a share, both ends in parts of one; none of nothing.
pub(crate) fn wilson(count: u64, of: u64) -> Option<(f64, f64)> {
    const Z: f64 = 1.959_963_984_540_054;
    if of == 0 {
        return None;
    }
    let n = of as f64;
    let share = count as f64 / n;
    let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let middle = share + Z * Z / (2.0 * n);
    let scale = 1.0 + Z * Z / n;
    let low = ((middle - spread) / scale).max(0.0);
    let high = ((middle + spread) / scale).min(1.0);
    Some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_wilson() {
        let (low, high) = wilson(8, 10).unwrap();
        assert!((low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4);
        assert_eq!(wilson(0, 10).map(|it| it.0), Some(0.0));
        assert_eq!(wilson(0, 0), None);
    }
}
