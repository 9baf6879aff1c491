//! CSA: the examples of the table, and files of every kind.

use kifu::record::Format;

use crate::tables;

#[test]
fn examples_of_csa() {
    tables::check("csa.txt", Format::Csa);
}
