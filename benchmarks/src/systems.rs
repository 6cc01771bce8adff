//! Systems under test: a generator is synthesized for the goal of each, and run against the wrong system and its correct twin.
//!
//! Everything goes through the programs that users have (`covenant`, `covenant-engine`, beside this one): what is
//! measured is what they get. Executions to a violation: synthesized, written by hand with the same claim (the functor
//! `By_hand` of the system's file, if it has one), and uniform requests with the same specification and the same draws. A
//! correct twin that shows a violation is an error, and so is a claim of a generator by hand that is not valid.
//!
//! Not chosen: the best of the offered generators by looking at their rates first; the last one is run, which has all
//! traces of the goal, or the last line if there is no such.

use crate::report::{Cell, Table};
use crate::resources::children_cpu;
use crate::suite::{Outcome, judge};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The list of systems.
const LIST: &str = "systems.txt";

/// How a generator by hand begins, and the one to call.
const BY_HAND: (&str, &str) = ("module By_hand ", "by_hand");

/// One system, as the list says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    /// The name of its files.
    pub name: String,
    /// What the paper calls it; empty if it is not there.
    pub published: String,
    /// The goal.
    pub goal: String,
    /// What the system uses.
    pub modules: Vec<String>,
    /// The paper's executions, baseline and seconds.
    pub figures: [String; 3],
    /// Why ours differ.
    pub reason: String,
}

/// The systems of a folder; of these names, if there are any.
///
/// # Errors
///
/// If the list cannot be read, or a name is not in it.
pub fn systems(folder: &Path, names: &[&str]) -> Result<Vec<System>, String> {
    let path = folder.join(LIST);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut all = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, published, goal, modules, executions, baseline, seconds, reason] = fields.as_slice()
        else {
            return Err(format!("{}: eight fields are expected: {line}", path.display()));
        };
        all.push(System {
            name: (*name).to_owned(),
            published: (*published).to_owned(),
            goal: (*goal).to_owned(),
            modules: modules.split(',').filter(|part| !part.is_empty()).map(str::to_owned).collect(),
            figures: [executions, baseline, seconds].map(|figure| (*figure).to_owned()),
            reason: (*reason).to_owned(),
        });
    }
    if let Some(unknown) = names.iter().find(|name| all.iter().all(|system| system.name != **name)) {
        return Err(format!("{}: there is no system `{unknown}`", path.display()));
    }
    all.retain(|system| names.is_empty() || names.contains(&system.name.as_str()));
    Ok(all)
}

/// What was measured of a system.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The system.
    pub system: System,
    /// Seconds of synthesis, of the processor: other things run on the machine, too.
    pub seconds: f64,
    /// Candidates that were offered, of so many.
    pub offered: (usize, usize),
    /// Valid claims of the offered ones.
    pub claims: usize,
    /// Executions per violation with the 95 % interval: the generator, uniform requests.
    pub rates: [String; 2],
    /// The same of the generator by hand; empty if there is none.
    pub by_hand: String,
    /// Its claims, and those that are not valid.
    pub hand_claims: (usize, usize),
    /// Violations that the correct twin showed.
    pub false_alarms: u64,
    /// The shrunk trace.
    pub trace: String,
}

/// Synthesizes and runs.
///
/// # Errors
///
/// If a program is missing or does not answer as it should.
pub fn measure(folder: &Path, system: &System, executions: u32) -> Result<Measured, String> {
    let file = folder.join(format!("{}.ml", system.name));
    let before = children_cpu()?;
    let found = covenant(&["synthesize", &text(&file), "--goal", &system.goal, "--json"])?;
    let seconds = children_cpu()?.saturating_sub(before).as_secs_f64();
    let candidates = found["candidates"].as_array().cloned().unwrap_or_default();
    let offered: Vec<&Value> = candidates.iter().filter(|one| one["offered"] == true).collect();
    let claims = offered.iter().map(|one| one["claims"].as_array().map_or(0, Vec::len)).sum();
    let mut measured = Measured {
        system: system.clone(),
        seconds,
        offered: (offered.len(), candidates.len()),
        claims,
        rates: ["none".to_owned(), "none".to_owned()],
        by_hand: String::new(),
        hand_claims: (0, 0),
        false_alarms: 0,
        trace: String::new(),
    };
    let mut silent = Vec::new();
    if has_by_hand(&file)? {
        let judged = judge(&file)?;
        let bad = judged.claims.iter().filter(|claim| claim.outcome != Outcome::Proved).count();
        measured.hand_claims = (judged.claims.len(), bad);
        let run = |twin| run(folder, system, &file, &["--generator", BY_HAND.1], twin, executions);
        measured.by_hand = rate(&run("wrong")?["generator"]);
        silent.push(run("right")?);
    }
    let Some(generators) = found["text"].as_str() else { return Ok(measured) };
    let scratch = std::env::temp_dir().join(format!("covenant-systems-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
    let written = scratch.join(format!("{}_generators.ml", system.name));
    std::fs::write(&written, generators).map_err(|error| format!("{}: {error}", written.display()))?;
    let run = |twin| run(folder, system, &written, &[], twin, executions);
    let (wrong, right) = (run("wrong"), run("right"));
    // Nothing was asked to be kept; a folder that stays is harmless.
    let _ = std::fs::remove_dir_all(&scratch);
    let (wrong, right) = (wrong?, right?);
    measured.rates = ["generator", "uniform"].map(|side| rate(&wrong[side]));
    silent.push(right);
    measured.false_alarms = silent.iter().map(alarms).sum();
    let shrunk = wrong["generator"]["shrunk"].as_array().cloned().unwrap_or_default();
    measured.trace = shrunk.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("; ");
    Ok(measured)
}

/// Whether a file has a generator by hand.
///
/// # Errors
///
/// If it cannot be read.
pub fn has_by_hand(file: &Path) -> Result<bool, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(text.lines().any(|line| line.starts_with(BY_HAND.0)))
}

/// Runs a generator of a file against a twin.
fn run(
    folder: &Path,
    system: &System,
    generators: &Path,
    which: &[&str],
    twin: &str,
    executions: u32,
) -> Result<Value, String> {
    let sut = text(&folder.join(format!("{}_{twin}.ml", system.name)));
    let (generators, n) = (text(generators), executions.to_string());
    let mut words = vec!["run", &generators, "--sut", &sut, "--n", &n, "--json"];
    words.extend(which);
    let modules: Vec<String> =
        system.modules.iter().map(|module| text(&folder.join(format!("{module}.ml")))).collect();
    for module in &modules {
        words.extend(["--with", module]);
    }
    covenant(&words)
}

/// What a correct twin should not show.
fn alarms(report: &Value) -> u64 {
    let counted = ["generator", "uniform"].iter().flat_map(|side| {
        ["violations", "raised", "hangs"].iter().filter_map(move |key| report[side][key].as_u64())
    });
    counted.sum()
}

/// `1.4 (1.3 .. 1.5)`
fn rate(side: &Value) -> String {
    match side["executions_per_violation"].as_array().map(Vec::as_slice) {
        Some([mean, low, high]) => {
            let part = |value: &Value| value.as_str().unwrap_or("?").to_owned();
            format!("{} ({} .. {})", part(mean), part(low), part(high))
        }
        _ => "none".to_owned(),
    }
}

/// The table, and whether every twin was silent and every claim by hand valid.
#[must_use]
pub fn table(all: &[Measured], executions: u32) -> (Table, bool) {
    let mut table = Table::new(
        "systems",
        format!("Executions to a violation, {executions} executions each (95 %)"),
        &[
            "system",
            "paper's name",
            "seconds",
            "offered",
            "claims",
            "synthesized",
            "by hand",
            "uniform",
            "twin",
            "paper",
            "paper's baseline",
            "paper's seconds",
            "reason",
        ],
    );
    for one in all {
        let [executions, baseline, seconds] = one.system.figures.clone();
        table.rows.push(vec![
            one.system.name.clone().into(),
            one.system.published.clone().into(),
            Cell::Number(one.seconds, 2),
            format!("{} of {}", one.offered.0, one.offered.1).into(),
            Cell::Count(one.claims as u64),
            one.rates[0].clone().into(),
            one.by_hand.clone().into(),
            one.rates[1].clone().into(),
            if one.false_alarms == 0 { "silent".to_owned() } else { format!("{} false", one.false_alarms) }
                .into(),
            executions.into(),
            baseline.into(),
            seconds.into(),
            one.system.reason.clone().into(),
        ]);
    }
    (table, all.iter().all(|one| one.false_alarms == 0 && one.hand_claims.1 == 0))
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// What `covenant` answers, in JSON. It stands beside this program.
fn covenant(words: &[&str]) -> Result<Value, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let beside: Option<PathBuf> =
        own.ancestors().skip(1).map(|folder| folder.join("covenant")).find(|p| p.is_file());
    let program =
        beside.ok_or("`covenant` is not beside this program: build it and `covenant-engine` first")?;
    let output = Command::new(&program).args(words).output().map_err(|error| error.to_string())?;
    serde_json::from_slice(&output.stdout).map_err(|_| {
        format!("covenant {}: {}", words.join(" "), String::from_utf8_lossy(&output.stderr).trim())
    })
}
