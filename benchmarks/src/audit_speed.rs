//! How fast the kernel checks: nodes, conditions and steps per second, and whether the time per
//! node stays the same when a derivation is a thousand times larger.

use crate::checking::{accepted, check, shortest};
use crate::condition_metrics::observe;
use crate::deep;
use crate::enlarged::enlarge;
use crate::report::{Cell, Goal, Table};
use covenant_kernel::check;
use covenant_kernel::tables::Certificate;
use std::path::PathBuf;
use std::time::Duration;

/// Sizes of derivations, in nodes.
const SIZES: [usize; 4] = [100, 1_000, 10_000, 100_000];
/// How often each check is timed; the shortest time counts.
const REPEATS: u32 = 3;
/// Time per node may grow by this factor from the smallest to the largest size. A larger
/// derivation does not fit the caches, which is not the algorithm's doing.
const GROWTH: f64 = 2.0;

/// The certificates of the first claims of some files.
pub fn certificates(files: &[PathBuf]) -> Result<Vec<(String, Certificate)>, String> {
    let mut found = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        for claim in check(&name, &text).claims {
            if let Some(file) = claim.certificate {
                found.push((format!("{name}: {}", claim.name), file.certificate));
            }
        }
    }
    if found.is_empty() { Err("no claim has a certificate".into()) } else { Ok(found) }
}

/// Measures the kernel on certificates of growing size.
pub fn measure(certificates: &[(String, Certificate)]) -> Result<(Table, Vec<Goal>), String> {
    let columns =
        ["nodes wanted", "nodes", "conditions", "steps", "ms", "nodes/s", "conditions/s", "ns/node"];
    let title = format!("Kernel speed, on {} certificates enlarged to the size wanted", certificates.len());
    let mut table = Table::new("audit", title, &columns);
    let mut per_node = Vec::new();
    for size in SIZES {
        let (mut nodes, mut conditions, mut steps, mut time) = (0u64, 0u64, 0u64, Duration::ZERO);
        for (name, certificate) in certificates {
            let large = enlarge(certificate, size).ok_or_else(|| format!("{name} cannot be enlarged"))?;
            let (verdict, metrics) = observe(&large);
            if !accepted(&verdict) {
                return Err(format!("{name}, enlarged to {size} nodes, is not accepted: {verdict:?}"));
            }
            nodes += metrics.nodes;
            conditions += metrics.conditions;
            steps += large.proof.steps.len() as u64;
            time += shortest(REPEATS, || check::check(&large.statement, &large)).0;
        }
        let seconds = time.as_secs_f64();
        per_node.push(seconds * 1e9 / nodes as f64);
        table.rows.push(vec![
            size.into(),
            nodes.into(),
            conditions.into(),
            steps.into(),
            Cell::Number(seconds * 1e3, 2),
            Cell::Number(nodes as f64 / seconds, 0),
            Cell::Number(conditions as f64 / seconds, 0),
            Cell::Number(seconds * 1e9 / nodes as f64, 0),
        ]);
    }
    let growth = per_node.last().zip(per_node.first()).map_or(f64::NAN, |(last, first)| last / first);
    let what = "time per node, largest derivation over smallest".to_owned();
    Ok((table, vec![Goal { what, measured: growth, limit: GROWTH, unit: "times" }]))
}

/// Sizes of single functions: bindings of a chain, branches of a match.
const DEEP_SIZES: [u32; 4] = [64, 256, 1_024, 4_096];

/// What is large about a single function.
#[derive(Clone, Copy)]
enum Shape {
    Bindings,
    Branches,
}

impl Shape {
    const ALL: [Shape; 2] = [Shape::Bindings, Shape::Branches];

    fn name(self) -> &'static str {
        match self {
            Shape::Bindings => "chain of N bindings",
            Shape::Branches => "match with N branches",
        }
    }

    fn certificate(self, n: u32) -> Certificate {
        match self {
            Shape::Bindings => deep::let_chain(n),
            Shape::Branches => deep::wide_match(n),
        }
    }
}

/// Measures the kernel on single functions of growing size. Types of nested bindings contain one
/// another, so that this is where the kernel can be slower than linear.
pub fn measure_deep() -> Result<Table, String> {
    let columns = ["shape", "N", "nodes", "ms", "µs/node"];
    let mut table = Table::new("audit-deep", "Kernel speed inside one function", &columns);
    for shape in Shape::ALL {
        for n in DEEP_SIZES {
            let certificate = shape.certificate(n);
            let (time, verdict) = shortest(1, || check::check(&certificate.statement, &certificate));
            if !accepted(&verdict) {
                return Err(format!("a {}, N = {n}, is not accepted: {verdict:?}", shape.name()));
            }
            let nodes = certificate.proof.nodes.len();
            table.rows.push(vec![
                shape.name().into(),
                Cell::Count(u64::from(n)),
                nodes.into(),
                Cell::Number(time.as_secs_f64() * 1e3, 2),
                Cell::Number(time.as_secs_f64() * 1e6 / nodes as f64, 2),
            ]);
        }
    }
    Ok(table)
}
