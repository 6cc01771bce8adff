//! The scaling series: time, memory, certificate and audit as a program grows in one dimension.
//!
//! Each point is measured in a process of its own ([`crate::isolation`]), after a program of
//! size 1, so that neither the start of the solver nor what an earlier point left in memory is
//! counted.

pub mod programs;

use crate::checking::{CheckedFile, ClaimVerdict, audit, check};
use crate::condition_metrics::observe;
use crate::isolation::{self, Isolated};
use crate::report::{Cell, Goal, Table};
use crate::resources::peak_memory_kib;
use programs::Series;
use serde_json::{Value, json};
use std::time::Duration;

/// Sizes.
pub const SIZES: [u32; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];
/// Growth of the time per unit is taken between these two sizes, and this much is wanted.
const FROM: u32 = 8;
const TO: u32 = 256;
const GROWTH: f64 = 2.0;
/// A point that takes longer is given up, and so are the larger ones of its series.
const LIMIT: Duration = Duration::from_secs(180);
/// Points faster than this are measured again, to see less of the machine's noise.
const SHORT: Duration = Duration::from_millis(500);
/// How often short points are measured.
const REPEATS: u32 = 3;

/// Measures one point, in this process.
pub fn measure_point(series: Series, n: u32) -> Result<Value, String> {
    check("warm_up.ml", &series.source(1));
    let (name, source) = (format!("{}_{n}.ml", series.name()), series.source(n));
    let mut checked = check(&name, &source);
    for _ in 1..REPEATS {
        if checked.cpu < SHORT {
            let again = check(&name, &source);
            if again.cpu < checked.cpu {
                checked = again;
            }
        }
    }
    let peak = peak_memory_kib();
    // Everything but the claims themselves: reading the file, mostly.
    let front = checked.time.saturating_sub(checked.claims.iter().map(|claim| claim.time).sum());
    let (mut bytes, mut log_bytes, mut steps, mut nodes, mut auditing) = (0, 0, 0, 0, Duration::ZERO);
    for file in checked.claims.iter().filter_map(|claim| claim.certificate.as_ref()) {
        let audit = audit(file)?;
        bytes += audit.bytes;
        log_bytes += audit.log_bytes;
        auditing += audit.decoding + audit.checking;
        steps += file.certificate.proof.steps.len();
        nodes += observe(&file.certificate).1.nodes;
    }
    Ok(json!({
        "verdict": verdict(&checked),
        "detail": detail(&checked),
        "ms": checked.cpu.as_secs_f64() * 1e3,
        "front_ms": front.as_secs_f64() * 1e3,
        "solver_ms": checked.claims.iter().map(|claim| claim.solver_time.as_secs_f64() * 1e3).sum::<f64>(),
        "queries": checked.claims.iter().map(|claim| claim.queries).sum::<u64>(),
        "peak_kib": peak,
        "bytes": bytes,
        "log_bytes": log_bytes,
        "nodes": nodes,
        "steps": steps,
        "audit_ms": auditing.as_secs_f64() * 1e3,
    }))
}

fn verdict(checked: &CheckedFile) -> &'static str {
    if checked.claims.is_empty() {
        return "declined";
    }
    match checked.claims.iter().find(|claim| claim.verdict != ClaimVerdict::Valid) {
        None => "valid",
        Some(claim) => claim.verdict.name(),
    }
}

fn detail(checked: &CheckedFile) -> String {
    let stuck = checked.claims.iter().find(|claim| claim.verdict != ClaimVerdict::Valid);
    let detail = stuck.map(|claim| &claim.detail).or(checked.errors.first());
    detail.map(|text| text.lines().next().unwrap_or_default().to_owned()).unwrap_or_default()
}

/// Measures a series, and says how the time per unit grows.
pub fn measure(series: Series) -> (Table, Vec<Goal>) {
    let columns = [
        "series",
        "N",
        "verdict",
        "ms",
        "µs/unit",
        "front ms",
        "solver ms",
        "queries",
        "peak MiB",
        "certificate bytes",
        "of it log",
        "bytes/unit",
        "nodes",
        "steps",
        "audit ms",
        "audit µs/unit",
        "detail",
    ];
    let mut table = Table::new("scaling", format!("Scaling series: {}", series.name()), &columns);
    let mut points = Vec::new();
    for n in SIZES {
        let outcome = isolation::run(&["point", series.name(), &n.to_string()], LIMIT);
        let (row, go_on) = match &outcome {
            Isolated::Finished(value) => (finished_row(series, n, value), true),
            Isolated::TimedOut => (failed_row(series, n, "timeout", &format!("{LIMIT:?}")), false),
            Isolated::Crashed(why) => (failed_row(series, n, "crashed", why), false),
        };
        debug_assert_eq!(row.len(), columns.len());
        table.rows.push(row);
        if let Isolated::Finished(value) = outcome
            && value["verdict"] == "valid"
        {
            points.push((n, value));
        }
        if !go_on {
            break;
        }
    }
    let goals = ["ms", "bytes", "audit_ms"].map(|what| growth(series, what, &points));
    (table, goals.into_iter().collect())
}

/// Per-unit growth of a figure; infinite if an end of the range was not proved.
fn growth(series: Series, what: &str, points: &[(u32, Value)]) -> Goal {
    let per_unit = |size: u32| {
        let (n, value) = points.iter().find(|(n, _)| *n == size)?;
        Some(value[what].as_f64()? / f64::from(*n))
    };
    let measured = match (per_unit(FROM), per_unit(TO)) {
        (Some(from), Some(to)) => to / from,
        _ => f64::INFINITY,
    };
    let what = format!("{}: {what} per unit, N = {TO} over N = {FROM}", series.name());
    Goal { what, measured, limit: GROWTH, unit: "times" }
}

fn finished_row(series: Series, n: u32, value: &Value) -> Vec<Cell> {
    let number =
        |key: &str, decimals| value[key].as_f64().map_or(Cell::Nothing, |x| Cell::Number(x, decimals));
    let count = |key: &str| value[key].as_u64().map_or(Cell::Nothing, Cell::Count);
    let text = |key: &str| Cell::Text(value[key].as_str().unwrap_or_default().into());
    let per_unit = |key: &str, scale: f64| {
        value[key].as_f64().map_or(Cell::Nothing, |x| Cell::Number(x * scale / f64::from(n), 0))
    };
    vec![
        series.name().into(),
        Cell::Count(u64::from(n)),
        text("verdict"),
        number("ms", 2),
        per_unit("ms", 1e3),
        number("front_ms", 2),
        number("solver_ms", 2),
        count("queries"),
        value["peak_kib"].as_f64().map_or(Cell::Nothing, |kib| Cell::Number(kib / 1024.0, 1)),
        count("bytes"),
        count("log_bytes"),
        per_unit("bytes", 1.0),
        count("nodes"),
        count("steps"),
        number("audit_ms", 3),
        per_unit("audit_ms", 1e3),
        text("detail"),
    ]
}

fn failed_row(series: Series, n: u32, verdict: &str, why: &str) -> Vec<Cell> {
    let mut row: Vec<Cell> = vec![series.name().into(), Cell::Count(u64::from(n)), verdict.into()];
    row.extend(std::iter::repeat_n(Cell::Nothing, 13));
    row.push(why.into());
    row
}
