//! One measurement in a process of its own: this program, called again.
//!
//! Peak memory then is that of the measurement alone, and a crash or an endless search costs
//! one row of a table rather than the run.

use serde_json::Value;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How an isolated measurement ended.
#[derive(Clone, Debug)]
pub enum Isolated {
    /// With the JSON object that it printed.
    Finished(Value),
    /// It was stopped after the time limit.
    TimedOut,
    /// It ended without a result; what it said last.
    Crashed(String),
}

/// How often the end of the child is looked for.
const POLL: Duration = Duration::from_millis(5);

/// Runs this program with `arguments` and reads the JSON object that it prints.
pub fn run(arguments: &[&str], limit: Duration) -> Isolated {
    match start(arguments, limit) {
        Ok(outcome) => outcome,
        Err(error) => Isolated::Crashed(error.to_string()),
    }
}

fn start(arguments: &[&str], limit: Duration) -> std::io::Result<Isolated> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // It may start others, which have to end with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    // Both pipes are drained while the child runs; a full pipe would stop it.
    let output = drain(child.stdout.take());
    let errors = drain(child.stderr.take());
    let deadline = Instant::now() + limit;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if Instant::now() >= deadline {
            #[cfg(unix)]
            Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status()?;
            #[cfg(not(unix))]
            child.kill()?;
            child.wait()?;
            return Ok(Isolated::TimedOut);
        }
        std::thread::sleep(POLL);
    };
    let text = output.join().unwrap_or_default();
    if status.success()
        && let Some(value) = text.lines().rev().find_map(|line| serde_json::from_str(line).ok())
    {
        return Ok(Isolated::Finished(value));
    }
    let errors = errors.join().unwrap_or_default();
    let last = errors.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("no message");
    Ok(Isolated::Crashed(format!("{status}: {last}")))
}

fn drain(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
