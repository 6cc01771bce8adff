//! The one place where stacks are made deep.
//!
//! Trees are walked recursively all over the house, and their depth is bounded where they are
//! read. An explicit stack in every walk would obscure each of them for inputs that nobody writes.

use std::io;

/// What a walk may need before the next look at the stack, and what is added then.
const RED_ZONE: usize = 128 << 10;
const ADDED: usize = 4 << 20;

/// Does some work on a thread with a stack of so many bytes, and waits for it.
///
/// # Errors
///
/// If the system gives no such thread.
pub fn on_a_deep_stack<R: Send>(bytes: usize, work: impl FnOnce() -> R + Send) -> io::Result<R> {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, work)?;
        worker.join().or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Goes one level deeper, on a new piece of stack if little of this one is left.
pub fn deeper<R>(work: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, ADDED, work)
}
