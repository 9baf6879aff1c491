//! The `kifu` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    kifu::cli::run()
}

/// Buffers that come and go are not given back to the system each time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
