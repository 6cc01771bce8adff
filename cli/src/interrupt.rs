//! Ctrl-C: the first one asks the work to end after what is under way, and certificates that
//! are complete stay; the second ends the program at once. Either way no half-written file is
//! left under a certificate's name, because files are renamed into place.

use std::io::Write;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that Ctrl-C ended, as shells expect it.
pub const CODE: i32 = 130;

/// Listens, in a command that looks at [`asked`]. Without this Ctrl-C ends the program at once.
pub fn install() {
    handle(ask);
}

/// Hands every Ctrl-C on to the engine.
pub fn pass_on(mut engine: UnixStream) {
    handle(move || {
        // An engine that is gone needs no telling.
        let _ = engine.write_all(&[0]);
    });
}

/// In the engine: a terminal sends Ctrl-C to both programs, but it is the other one that asks.
pub fn leave_to_the_other_program() {
    handle(|| {});
}

fn handle(action: impl FnMut() + Send + 'static) {
    // Without a handler the default remains, which ends the program: also fine.
    drop(ctrlc::set_handler(action));
}

/// The user asks to stop.
pub fn ask() {
    if ASKED.swap(true, Ordering::SeqCst) {
        std::process::exit(CODE);
    }
    crate::terminal::error_text(
        "\ninterrupted: finishing what is under way; press Ctrl-C again to stop now\n",
    );
}

/// Has the user asked to stop?
pub fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}
