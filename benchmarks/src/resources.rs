//! Time and memory of a process.
//!
//! Times that have a goal "on one core" are processor times: on a machine that does other things
//! as well, the wall clock measures the other things.
//!
//! Peak memory belongs to a process, not to a call, so a measurement that reports it runs in a
//! process of its own (see [`crate::isolation`]). The kernel's high-water mark is read from
//! `/proc/self/status` rather than from `getrusage`, whose figure a process inherits from the
//! one that started it.

use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::time::{ClockId, clock_gettime};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Processor time of this process so far.
pub fn process_cpu() -> Duration {
    clock(ClockId::CLOCK_PROCESS_CPUTIME_ID)
}

/// Processor time of this thread so far.
pub fn thread_cpu() -> Duration {
    clock(ClockId::CLOCK_THREAD_CPUTIME_ID)
}

/// Both clocks exist on every system that this runs on; zero would show in the figures.
fn clock(id: ClockId) -> Duration {
    clock_gettime(id).map_or(Duration::ZERO, Duration::from)
}

/// Peak resident memory of this process in KiB, where the system tells.
pub fn peak_memory_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// What running another program took.
#[derive(Clone, Debug)]
pub struct ProgramRun {
    /// Whether it ended with success.
    pub success: bool,
    /// Wall-clock time.
    pub time: Duration,
    /// Processor time, its children included.
    pub cpu: Duration,
    /// Peak resident memory in KiB.
    pub peak_kib: u64,
    /// What it wrote to standard error.
    pub errors: String,
}

/// Runs a program and measures it. Only for a process that starts no other program: the
/// system reports children together.
pub fn run_program(program: &str, arguments: &[String]) -> Result<ProgramRun, String> {
    let start = Instant::now();
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output()
        .map_err(|error| format!("cannot run {program}: {error}"))?;
    let time = start.elapsed();
    let usage = children()?;
    Ok(ProgramRun {
        success: output.status.success(),
        time,
        cpu: cpu_of(&usage),
        peak_kib: u64::try_from(usage.max_rss()).unwrap_or(0),
        errors: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

/// Processor time of the programs that this process has started and that have ended.
///
/// # Errors
///
/// If the system does not tell.
pub fn children_cpu() -> Result<Duration, String> {
    Ok(cpu_of(&children()?))
}

fn children() -> Result<Usage, String> {
    getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| format!("no usage figures: {error}"))
}

fn cpu_of(usage: &Usage) -> Duration {
    let seconds = |t: nix::sys::time::TimeVal| {
        Duration::from_micros(
            u64::try_from(t.tv_sec()).unwrap_or(0) * 1_000_000 + u64::try_from(t.tv_usec()).unwrap_or(0),
        )
    };
    seconds(usage.user_time()) + seconds(usage.system_time())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_allocation_is_seen() {
        let Some(before) = peak_memory_kib() else { return };
        let block = vec![1u8; 64 << 20];
        let after = peak_memory_kib().expect("known a moment ago");
        assert!(after >= before && after >= 64 << 10, "{before} then {after} for {} bytes", block.len());
    }
}
