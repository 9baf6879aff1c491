//! What can be asked of a code. The codes themselves stand in `table.rs`.
//!
//! Numbers and names never change their meaning once released. The letter (E, W, N) is the severity of one finding.

use super::{CODES, Code, CodeRow};

impl Code {
    /// This code's row of the table.
    pub fn row(self) -> &'static CodeRow {
        let place = CODES.binary_search_by_key(&(self as u16), |row| row.code as u16);
        &CODES[place.expect("every code has a row")]
    }

    /// The name in machine output.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Whether it says that something of a record was not written.
    pub fn is_loss(self) -> bool {
        self.row().loss
    }

    /// The three digits.
    pub const fn digits(self) -> u16 {
        self as u16
    }

    /// The code a user names: `E208`, `208` or `nifu`.
    pub fn find(text: &str) -> Option<Code> {
        let digits = text
            .trim_start_matches(['E', 'W', 'N', 'e', 'w', 'n'])
            .parse::<u16>()
            .ok();
        let row = CODES
            .iter()
            .find(|row| row.name == text || Some(row.code as u16) == digits);
        row.map(|row| row.code)
    }

    /// The code of a broken rule: 201 to 222 in the order of the reasons.
    pub fn of_reason(reason: crate::shogi::Reason) -> Code {
        let first = CODES.partition_point(|row| (row.code as u16) < 201);
        CODES[first + reason as usize - 1].code
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Reason;

    #[test]
    fn the_table_is_in_order_without_doubles() {
        assert!(CODES.is_sorted_by(|a, b| (a.code as u16) < (b.code as u16)));
        let mut names: Vec<_> = CODES.iter().map(|row| row.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CODES.len());
    }

    #[test]
    fn reasons_have_the_codes_of_their_order() {
        assert_eq!(Code::of_reason(Reason::BadSyntax), Code::BadSyntax);
        assert_eq!(Code::of_reason(Reason::Nifu), Code::Nifu);
        assert_eq!(Code::of_reason(Reason::Uchifuzume).digits(), 222);
    }

    #[test]
    fn users_name_codes_in_three_ways() {
        for text in ["E208", "N208", "208", "nifu"] {
            assert_eq!(Code::find(text), Some(Code::Nifu));
        }
        assert_eq!(Code::find("E999"), None);
        assert_eq!(Code::find("nonsense"), None);
    }
}
