//! What stands in for the readers in a program that was built without them: it knows an archive when it sees one.

use std::convert::Infallible;
use std::io;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use super::{Content, Entry, Fault, Kind, Source};

/// An archive: there is none.
#[derive(Debug)]
pub struct Archive<'a>(Infallible, PhantomData<&'a ()>);

impl Archive<'_> {
    /// Its members.
    pub fn members(self, _: &mut dyn FnMut(Entry<'_>) -> ControlFlow<()>) {
        match self.0 {}
    }
}

/// Says that the program was built without the readers.
///
/// # Errors
/// Always.
pub fn open<'a>(kind: Kind, _: &str, _: Source<'a>, _: u64) -> io::Result<Content<'a>> {
    Err(Fault::NotBuilt(kind).into())
}
