//! Running a program that was compiled from somebody's source, within bounds.
//!
//! It gets no input, no environment and a folder of its own; its processor time, memory, files and
//! processes are limited where the system's shell can limit them. This is against accidents (a loop,
//! a huge file). It is no prison: whoever does not want to run a source at all says `--confirm off`.

use super::Ocaml;
use crate::interrupt;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Bounds on one program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// Seconds of processor time.
    pub cpu_seconds: u32,
    /// Memory, in MiB.
    pub memory: u32,
    /// The size of any file that it writes, in MiB.
    pub files: u32,
    /// The outer bound, by the clock.
    pub wall: Duration,
}

impl Default for RunLimits {
    fn default() -> Self {
        RunLimits { cpu_seconds: 10, memory: 2048, files: 8, wall: Duration::from_secs(60) }
    }
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramEnd {
    /// With exit code 0.
    Well,
    /// With another code or by a signal; the last thing that it said on standard error.
    Badly(String),
    /// By us: it used up its time, or the user does not want to wait.
    Stopped,
}

/// How much of what a program says on standard error is looked at.
const MOST_ERROR_BYTES: u64 = 4096;

/// Runs a program of a folder there. What it prints is thrown away.
///
/// # Errors
///
/// If it cannot be started.
pub fn run_bounded(
    ocaml: &Ocaml,
    folder: &Path,
    program: &str,
    arguments: &[&str],
    limits: RunLimits,
) -> io::Result<ProgramEnd> {
    let errors = folder.join("errors.txt");
    let mut child = Command::new("sh")
        .args(["-c", &script(ocaml, limits), "sh"])
        .arg(Path::new(".").join(program))
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", folder)
        .env("TMPDIR", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        // Not a pipe: a process that it leaves behind could keep one open.
        .stderr(File::create(&errors)?)
        // So that what it starts ends with it.
        .process_group(0)
        .spawn()?;
    let started = Instant::now();
    let status = loop {
        match child.try_wait()? {
            Some(status) => break status,
            None if started.elapsed() < limits.wall && !interrupt::asked() => {
                std::thread::sleep(Duration::from_millis(1));
            }
            None => {
                kill_group(&mut child);
                return Ok(ProgramEnd::Stopped);
            }
        }
    };
    if status.success() {
        return Ok(ProgramEnd::Well);
    }
    if started.elapsed() >= Duration::from_secs(limits.cpu_seconds.into()) && status.code() != Some(2) {
        return Ok(ProgramEnd::Stopped);
    }
    let mut said = Vec::new();
    File::open(&errors)?.take(MOST_ERROR_BYTES).read_to_end(&mut said)?;
    let said = String::from_utf8_lossy(&said);
    let said = said.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let said = said.strip_prefix("Fatal error: ").unwrap_or(said).trim();
    Ok(ProgramEnd::Badly(if said.is_empty() { status.to_string() } else { said.to_owned() }))
}

/// A shell script that sets the limits it can set, and becomes the program.
fn script(ocaml: &Ocaml, limits: RunLimits) -> String {
    let mut script = format!(
        "ulimit -t {}; ulimit -c 0; ulimit -f {}; ",
        limits.cpu_seconds,
        u64::from(limits.files) * 2048 // blocks of 512 bytes
    );
    // OCaml 5 sets addresses aside for many domains, and has threads of its own.
    if ocaml.version.starts_with("4.") {
        let kib = u64::from(limits.memory) * 1024;
        script += &format!("ulimit -v {kib}; {{ ulimit -u 0 || ulimit -p 0; }}; ");
    }
    // A limit that cannot be set is not set.
    format!("{{ {script}}} 2>/dev/null; exec \"$@\"")
}

/// Ends a program and all that it started.
fn kill_group(child: &mut Child) {
    let group = format!("-{}", child.id());
    let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    let _ = child.kill();
    let _ = child.wait();
}

/// The lines of a file that a program wrote, up to the last complete one.
///
/// # Errors
///
/// If it cannot be read.
pub fn complete_lines(path: &Path, most_bytes: u64) -> io::Result<Vec<String>> {
    let mut bytes = Vec::new();
    match File::open(path) {
        Ok(file) => file.take(most_bytes).read_to_end(&mut bytes)?,
        // It ended before it began.
        Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
        Err(error) => return Err(error),
    };
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    Ok(String::from_utf8_lossy(&bytes[..end]).lines().map(str::to_owned).collect())
}
