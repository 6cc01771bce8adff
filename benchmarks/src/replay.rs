//! What it takes Rocq to replay a certificate: seconds and memory of `coqc`, per certificate and
//! per derivation node.

use crate::checking::check;
use crate::condition_metrics::observe;
use crate::isolation::{self, Isolated};
use crate::report::{Cell, Goal, Table};
use crate::resources::ProgramRun;
use crate::scaling::programs::Series;
use covenant_certificates::CertificateFile;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Seconds that a certificate of Table 3 may take.
const SECONDS: f64 = 10.0;
/// The outcome that is wanted.
const REPLAYED: &str = "replayed";
/// A replay that takes longer is stopped.
const LIMIT: Duration = Duration::from_secs(300);

/// A program with a claim to replay.
pub struct Replayed {
    /// Name in the table.
    pub name: String,
    /// The OCaml source.
    pub source: String,
}

/// The programs in some files.
pub fn of_files(files: &[PathBuf]) -> Result<Vec<Replayed>, String> {
    let read = |path: &PathBuf| {
        let source = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Replayed { name, source })
    };
    files.iter().map(read).collect()
}

/// Sizes of the scaling series that are replayed.
const SERIES_SIZES: [u32; 4] = [8, 32, 64, 256];

/// The programs of the scaling series.
pub fn of_series() -> Vec<Replayed> {
    let point = |series: Series, n: u32| Replayed {
        name: format!("{}_{n}", series.name()),
        source: series.source(n),
    };
    Series::ALL.iter().flat_map(|&series| SERIES_SIZES.map(|n| point(series, n))).collect()
}

/// Exports and replays the certificate of the last claim of each program, which contains the
/// derivations of all functions that it uses. `theories` is the folder of the compiled theories.
pub fn measure(programs: &[Replayed], theories: &Path) -> Result<(Table, Vec<Goal>), String> {
    let columns =
        ["certificate", "nodes", "steps", "lines", "coqc s", "cpu s", "cpu ms/node", "peak MiB", "outcome"];
    let mut table = Table::new("replay", "Replay in Rocq", &columns);
    if !theories.join("Export.vo").is_file() {
        return Err(format!("the theories in {} are not compiled; run its build.sh", theories.display()));
    }
    let folder = std::env::temp_dir().join(format!("covenant-replay-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let (mut slowest, mut not_replayed): (f64, u32) = (0.0, 0);
    for program in programs {
        let checked = check(&format!("{}.ml", program.name), &program.source);
        let last = checked.claims.iter().rev().find_map(|claim| claim.certificate.as_ref());
        let row = match last {
            Some(file) => replay(&program.name, file, theories, &folder)?,
            None => failed(&program.name, "no certificate"),
        };
        if let Some(Cell::Number(seconds, _)) = row.get(4) {
            slowest = slowest.max(*seconds);
        }
        if row.last() != Some(&Cell::from(REPLAYED)) {
            not_replayed += 1;
        }
        table.rows.push(row);
    }
    // A temporary folder that stays behind is harmless.
    let _ = std::fs::remove_dir_all(&folder);
    let goal = |what: &str, measured, limit, unit| Goal { what: what.into(), measured, limit, unit };
    let goals = vec![
        goal("coqc for the slowest certificate", slowest, SECONDS, "s"),
        goal("certificates that are not replayed", f64::from(not_replayed), 0.0, ""),
    ];
    Ok((table, goals))
}

fn failed(name: &str, why: &str) -> Vec<Cell> {
    let mut row: Vec<Cell> = vec![name.into()];
    row.extend(std::iter::repeat_n(Cell::Nothing, 7));
    row.push(why.into());
    row
}

fn replay(name: &str, file: &CertificateFile, theories: &Path, folder: &Path) -> Result<Vec<Cell>, String> {
    let text = match covenant_coq_export::export(file) {
        Ok(exported) => exported.text,
        Err(error) => return Ok(failed(name, &format!("not exported: {error}"))),
    };
    let path = folder.join(format!("Replay_{name}.v"));
    std::fs::write(&path, &text).map_err(|error| format!("{}: {error}", path.display()))?;
    let (theories, path) = (theories.to_string_lossy(), path.to_string_lossy());
    let words = ["program", "coqc", "-q", "-R", &theories, "Covenant", &path];
    let value = match isolation::run(&words, LIMIT) {
        Isolated::Finished(value) => value,
        Isolated::TimedOut => return Ok(failed(name, &format!("stopped after {LIMIT:?}"))),
        Isolated::Crashed(why) => return Ok(failed(name, &why)),
    };
    let nodes = observe(&file.certificate).1.nodes;
    let number = |key: &str| value[key].as_f64().unwrap_or(f64::NAN);
    let errors = value["errors"].as_str().unwrap_or_default();
    let outcome = if value["success"] == true {
        REPLAYED.to_owned()
    } else {
        let message = errors.lines().find(|line| line.starts_with("Error")).unwrap_or("no message");
        format!("failed: {message}")
    };
    Ok(vec![
        name.into(),
        nodes.into(),
        file.certificate.proof.steps.len().into(),
        text.lines().count().into(),
        Cell::Number(number("seconds"), 2),
        Cell::Number(number("cpu_seconds"), 2),
        Cell::Number(number("cpu_seconds") * 1e3 / nodes.max(1) as f64, 2),
        Cell::Number(number("peak_kib") / 1024.0, 0),
        outcome.into(),
    ])
}

/// A measured program as the JSON object that [`measure`] reads.
pub fn run_json(run: &ProgramRun) -> Value {
    json!({
        "success": run.success,
        "seconds": run.time.as_secs_f64(),
        "cpu_seconds": run.cpu.as_secs_f64(),
        "peak_kib": run.peak_kib,
        "errors": run.errors,
    })
}
