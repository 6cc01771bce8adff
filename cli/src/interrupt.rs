//! Ctrl-C and SIGTERM.
//!
//! The first one asks the work to end: what is finished is printed and stays, what is under way
//! is dropped. Commands that look at [`asked`] end by themselves; the others, and those that do
//! not get there in time, are ended. Either way it takes less than a second, and the program ends
//! by [`end`], which runs no destructors: those of Z3's library must not run while other threads
//! are inside it. No half-written file is left under a certificate's name, because files are
//! renamed into place.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;
use std::io::Write;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The signal that asked; 0 for none.
static ASKED: AtomicU8 = AtomicU8::new(0);
/// The engine's end of the line, once there is one.
static ENGINE: Mutex<Option<UnixStream>> = Mutex::new(None);

/// How long finished work may take to be written down.
const TO_FINISH: Duration = Duration::from_millis(600);
/// How long the engine may take for that; it ends itself earlier.
const FOR_THE_ENGINE: Duration = Duration::from_millis(800);

const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// The exit code of a program that was asked to end by this signal, as shells expect it.
fn code(signal: u8) -> i32 {
    128 + i32::from(signal)
}

/// Listens. To be called before anything else, so that there is one way to end.
pub fn install() {
    handle(ask);
}

/// A file that may not grow any further is an error of whoever writes it, and not the end.
fn survive_file_limits() {
    let seen = Arc::new(AtomicBool::new(false));
    // Without it the default remains, which ends the program.
    drop(signal_hook::flag::register(SIGXFSZ, seen));
}

/// In the engine: a terminal sends Ctrl-C to both programs, but it is the other one that asks.
pub fn leave_to_the_other_program() {
    handle(|_| {});
}

/// From now on the engine is told, too.
pub fn pass_on(engine: UnixStream) {
    *ENGINE.lock().unwrap_or_else(PoisonError::into_inner) = Some(engine);
    // The signal may have been faster.
    if asked() {
        tell_the_engine();
    }
}

fn tell_the_engine() -> bool {
    let mut engine = ENGINE.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(line) = engine.as_mut() else { return false };
    // An engine that is gone needs no telling.
    let _ = line.write_all(&[ASKED.load(Ordering::SeqCst)]);
    true
}

fn handle(mut action: impl FnMut(u8) + Send + 'static) {
    survive_file_limits();
    // Without a handler the default remains, which ends the program: also fine.
    let Ok(mut signals) = Signals::new(SIGNALS) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            action(u8::try_from(signal).unwrap_or(0));
        }
    });
}

/// The user asks to stop: by a signal, or through the other program.
pub fn ask(signal: u8) {
    if ASKED.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst).is_err() {
        // Asked twice.
        end();
    }
    let patience = if tell_the_engine() { FOR_THE_ENGINE } else { TO_FINISH };
    std::thread::spawn(move || {
        std::thread::sleep(patience);
        end();
    });
}

/// Has the user asked to stop?
pub fn asked() -> bool {
    ASKED.load(Ordering::SeqCst) != 0
}

/// Ends the program at once and well, although other threads are still at work.
pub fn end_well() -> ! {
    signal_hook::low_level::exit(0)
}

/// Ends the program at once, with the code of the signal that asked for it.
pub fn end() -> ! {
    signal_hook::low_level::exit(code(ASKED.load(Ordering::SeqCst)))
}
