//! Bytes that were handed over with their name.

use std::sync::Arc;

/// The bytes of a file, wherever they are kept.
#[derive(Clone)]
pub(crate) struct Content(Arc<dyn AsRef<[u8]> + Send + Sync>);

impl Content {
    /// These bytes.
    pub(crate) fn new(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Content {
        Content(Arc::new(bytes))
    }
}

impl AsRef<[u8]> for Content {
    fn as_ref(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

impl std::fmt::Debug for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes", self.as_ref().len())
    }
}
