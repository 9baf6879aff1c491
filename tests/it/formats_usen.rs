//! USEN: the examples of the table.

use kifu::record::Format;

use crate::tables;

#[test]
fn examples_of_usen() {
    tables::check("usen.txt", Format::Usen);
}
