//! Shogi game records: read, replay under the rules, judge, convert.

pub mod shogi;
