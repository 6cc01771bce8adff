//! Ctrl-C: the first one asks the work to end after what is under way, and certificates that
//! are complete stay; the second ends the program at once. Either way no half-written file is
//! left under a certificate's name, because files are renamed into place.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that Ctrl-C ended, as shells expect it.
pub const CODE: i32 = 130;

/// Starts listening.
pub fn install() {
    let listening = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::SeqCst) {
            std::process::exit(CODE);
        }
        crate::terminal::error_text(
            "\ninterrupted: finishing what is under way; press Ctrl-C again to stop now\n",
        );
    });
    // Without a handler the default remains, which ends the program: also fine.
    drop(listening);
}

/// Has the user asked to stop?
pub fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}
