//! The two programs, and the line between them.
//!
//! `covenant` starts `covenant-engine`, which lies beside it, with its own arguments, output and
//! errors. The engine's standard input is a socket. On it the engine says which files it is
//! working on, so that a crash inside Z3 can be blamed on them; `covenant` says when the user
//! wants to stop, and by which signal. If either end vanishes the other one notices.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::{external, interrupt, terminal};
use covenant_certificates::shown::shown_path;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Makes the engine print the version of its libz3, and nothing else.
pub const VERSION_OF_LIBZ3: &str = "--libz3-version";

const NAME: &str = "covenant-engine";
/// Set for an engine whose standard input is the line.
const ON_THE_LINE: &str = "COVENANT_ENGINE_LINE";
/// What a shell, and the system's loader, end with when a program cannot be started.
const NOT_LOADED: i32 = 127;

/// How glibc's allocator is told what kind of program this is; without meaning elsewhere.
const ALLOCATOR: &str = "GLIBC_TUNABLES";
/// Memory of a claim is given back when the claim is done, all at once, and the next claim needs as much. So it is kept, instead
/// of asking the system for every page again: an eighth of the time of 2,000 small claims was that.
const KEEP_MEMORY: &str = "glibc.malloc.trim_threshold=268435456:glibc.malloc.top_pad=1048576:glibc.malloc.mmap_threshold=1073741824";

/// The settings of the allocator: as many heaps as threads can run. What the user has set counts.
fn allocator() -> Option<(&'static str, String)> {
    let heaps = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::env::var_os(ALLOCATOR)
        .is_none()
        .then(|| (ALLOCATOR, format!("{KEEP_MEMORY}:glibc.malloc.arena_max={heaps}")))
}

/// The first thing that an engine says.
const READY: &str = "ready";
const BEGIN: &str = "begin ";
const END: &str = "end ";

/// Where the engine is installed.
pub fn path() -> Result<PathBuf, Failure> {
    let own = std::env::current_exe()
        .map_err(|error| Failure::input(format!("the folder of this program cannot be found: {error}")))?;
    Ok(own.with_file_name(NAME))
}

/// The version of the library that the engine is linked with; none if it does not start.
pub fn libz3_version() -> Option<String> {
    external::version(path().ok()?, &[VERSION_OF_LIBZ3])
}

/// Runs the engine with the arguments of this program, to its end.
pub fn run() -> Result<Exit, Failure> {
    let program = path()?;
    let line = |error: std::io::Error| Failure::input(format!("{NAME} cannot be started: {error}"));
    let (ours, theirs) = UnixStream::pair().map_err(line)?;
    let mut child = Command::new(&program)
        .args(std::env::args_os().skip(1))
        .env(ON_THE_LINE, "1")
        .envs(allocator())
        .stdin(Stdio::from(OwnedFd::from(theirs)))
        .spawn()
        .map_err(|error| {
            Failure::input(format!("{} cannot be started: {}", shown_path(&program), terminal::plain(&error)))
                .help("`cargo install --path cli` and `cargo install --path cli/engine` install the two side by side")
        })?;
    interrupt::pass_on(ours.try_clone().map_err(line)?);
    // The line is closed when the engine has ended, however it ended.
    let heard = Heard::listen(BufReader::new(ours));
    let status = child.wait().map_err(line)?;
    if interrupt::asked() {
        interrupt::end();
    }
    match status.code() {
        Some(code) => Exit::of_code(code).ok_or_else(|| heard.crash(status)),
        None => Err(heard.crash(status)),
    }
}

/// Becomes the engine, with the arguments of this program: for commands that talk to somebody over standard input, who
/// starts them again if they crash.
pub fn become_it() -> Result<Exit, Failure> {
    let program = path()?;
    let error = Command::new(&program)
        .args(std::env::args_os().skip(1))
        .env_remove(ON_THE_LINE)
        .envs(allocator())
        .exec();
    Err(Failure::input(format!("{} cannot be started: {}", shown_path(&program), terminal::plain(&error))))
}

/// What the engine said before it ended.
#[derive(Default)]
struct Heard {
    ready: bool,
    under_way: BTreeSet<String>,
}

impl Heard {
    fn listen(line: impl BufRead) -> Heard {
        let mut heard = Heard::default();
        for said in line.lines().map_while(Result::ok) {
            if said == READY {
                heard.ready = true;
            } else if let Some(file) = said.strip_prefix(BEGIN) {
                heard.under_way.insert(file.to_owned());
            } else if let Some(file) = said.strip_prefix(END) {
                heard.under_way.remove(file);
            }
        }
        heard
    }

    /// The engine did not end by itself.
    fn crash(&self, status: ExitStatus) -> Failure {
        if !self.ready || status.code() == Some(NOT_LOADED) {
            return Failure::input(format!(
                "{NAME} could not be loaded ({}): libz3 is missing, or is another version",
                reason(status)
            ))
            .help(
                "on Debian: `apt-get install libz3-4`; `covenant doctor` shows what is there. \
                     `audit`, `replay`, `diff`, `show` and `log` work without it",
            );
        }
        let files: Vec<&str> = self.under_way.iter().map(String::as_str).collect();
        let at =
            if files.is_empty() { String::new() } else { format!(" while it checked {}", files.join(", ")) };
        let failure = Failure {
            message: format!(
                "{NAME}, which runs Z3, crashed ({}){at}; claims without a line above are not decided",
                reason(status)
            ),
            help: None,
            exit: Exit::Unknown,
        };
        failure.help("`--jobs 1` with one file, then `--claim NAME`, shows which claim it is; certificates that were written are complete")
    }
}

fn reason(status: ExitStatus) -> String {
    let Some(signal) = status.signal() else {
        return status.code().map_or_else(|| "no exit code".to_owned(), |code| format!("exit code {code}"));
    };
    let meaning = match signal {
        4 => "illegal instruction",
        6 => "abort",
        7 => "bus error",
        8 => "arithmetic exception",
        9 => "killed, perhaps for want of memory",
        11 => "segmentation fault",
        15 => "terminated",
        _ => return format!("signal {signal}"),
    };
    format!("signal {signal}: {meaning}")
}

/// The engine's end of the line.
static LINE: OnceLock<Mutex<UnixStream>> = OnceLock::new();

/// In the engine: takes the line up, if there is one.
pub fn listen() {
    let line = std::env::var_os(ON_THE_LINE).and_then(|_| std::io::stdin().as_fd().try_clone_to_owned().ok());
    let Some(line) = line.map(UnixStream::from) else {
        // Started by hand.
        return interrupt::install();
    };
    interrupt::leave_to_the_other_program();
    if let Ok(mut requests) = line.try_clone() {
        std::thread::spawn(move || {
            let mut signal = [0];
            while requests.read_exact(&mut signal).is_ok() {
                interrupt::ask(signal[0]);
            }
            // Nobody waits for the outcome any more.
            interrupt::end();
        });
    }
    let _ = LINE.set(Mutex::new(line));
    say(READY);
}

fn say(what: &str) {
    if let Some(line) = LINE.get() {
        // If nobody listens, the thread above ends the program.
        let _ = writeln!(line.lock().unwrap_or_else(PoisonError::into_inner), "{what}");
    }
}

/// In the engine: work on a file begins, and ends when this is dropped.
pub struct UnderWay<'a>(&'a Path);

impl UnderWay<'_> {
    /// Begins.
    pub fn begin(file: &Path) -> UnderWay<'_> {
        say(&format!("{BEGIN}{}", shown_path(file)));
        UnderWay(file)
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        // A panic is a crash as well.
        if !std::thread::panicking() {
            say(&format!("{END}{}", shown_path(self.0)));
        }
    }
}
