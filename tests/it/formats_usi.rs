//! SFEN and USI: the examples of the table.

use kifu::record::Notation;

use crate::tables;

#[test]
fn examples_of_sfen_and_usi() {
    tables::check("usi.txt", Notation::Usi);
}
