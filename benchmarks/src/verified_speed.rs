//! The verified checker beside the kernel: the certificates of a suite, as they are and enlarged to 10² to 10⁵ nodes, and one
//! function with a thousand alternatives.
//!
//! Both are given the bytes of a file and judge them: reading is part of the work. The verified checker is one process
//! (`--stream`), so that starting it is not measured; its processor time is what the system says of it.

use crate::audit_speed::certificates;
use crate::checking::{accepted, shortest};
use crate::deep;
use crate::enlarged::enlarge;
use crate::report::{Cell, Goal, Table};
use covenant_certificates::references::{Reference, References};
use covenant_certificates::{CertificateFile, Meta, SolverLog, SourceMap};
use covenant_coq_export::verified::PROGRAM;
use covenant_kernel::check::check_observed;
use covenant_kernel::tables::*;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Sizes of derivations, in nodes.
const SIZES: [usize; 4] = [100, 1_000, 10_000, 100_000];
/// How often each is timed; the shortest time counts.
const REPEATS: u32 = 3;
/// Alternatives of the one function.
const ALTERNATIVES: u32 = 1_000;
/// The verified checker may take so many times the kernel's time.
const RATIO: f64 = 5.0;
/// The same for the certificates as they are.
const SUITES: f64 = 2.0;
/// Time per node may grow by this factor from the second to the largest size.
const GROWTH: f64 = 2.0;

/// The verified checker, waiting for certificates.
struct Verified {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Verified {
    /// Compiles it in a folder and starts it.
    fn start(folder: &Path) -> Result<Verified, String> {
        let failed = |error: std::io::Error| format!("covenant-verified: {error}");
        std::fs::create_dir_all(folder).map_err(failed)?;
        for (file, text) in PROGRAM {
            std::fs::write(folder.join(file), text).map_err(failed)?;
        }
        let compiled = Command::new("ocamlfind")
            .args(["ocamlopt", "-w", "-a", "-O3"])
            .args(PROGRAM.iter().map(|(file, _)| *file))
            .args(["-o", "covenant-verified"])
            .current_dir(folder)
            .output()
            .map_err(failed)?;
        if !compiled.status.success() {
            return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
        }
        let mut child = Command::new("sh")
            .args(["-c", "ulimit -s unlimited; exec \"$0\" --stream"])
            .arg(folder.join("covenant-verified"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let output = child.stdout.take().ok_or("no pipe")?;
        Ok(Verified { child, output: BufReader::new(output) })
    }

    /// The processor time that it has taken so far.
    fn time(&self) -> Duration {
        let schedule =
            std::fs::read_to_string(format!("/proc/{}/schedstat", self.child.id())).unwrap_or_default();
        Duration::from_nanos(schedule.split_whitespace().next().and_then(|ns| ns.parse().ok()).unwrap_or(0))
    }

    /// Its verdict, and the processor time that it took.
    fn judge(&mut self, bytes: &[u8]) -> Result<(String, Duration), String> {
        let before = self.time();
        let length = u32::try_from(bytes.len()).map_err(|error| error.to_string())?;
        let input = self.child.stdin.as_mut().ok_or("no pipe")?;
        let sent = input.write_all(&length.to_le_bytes()).and_then(|()| input.write_all(bytes));
        sent.and_then(|()| input.flush()).map_err(|error| error.to_string())?;
        let mut line = String::new();
        self.output.read_line(&mut line).map_err(|error| error.to_string())?;
        Ok((line.trim_end().to_owned(), self.time().saturating_sub(before)))
    }
}

impl Drop for Verified {
    fn drop(&mut self) {
        // It waits for input that will not come; that it has ended is all that matters.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The certificate with one more function, which calls all others in a branch that cannot be taken. A file has only functions that its
/// claim needs, and copies are needed by none.
fn all_needed(mut certificate: Certificate) -> Certificate {
    let Certificate { statement, proof } = &mut certificate;
    let number = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let (sorts, exprs, types) = (statement.sorts.len(), statement.exprs.len(), statement.types.len());
    let (int, flag) = (SortRef(number(sorts)), SortRef(number(sorts + 1)));
    statement.sorts.extend([SortRow::Int, SortRow::Data(BOOL, [].into())]);
    let [truth, no, same, covered] = [0, 1, 2, 3].map(|i| ExprRef(number(exprs + i)));
    statement.exprs.extend([
        ExprRow::True,
        ExprRow::Ctor(flag, 0, [].into()),
        ExprRow::Bin(Bin::Eq, no, no),
        ExprRow::Bin(Bin::And, same, truth),
    ]);
    let simple = FunTypeRow { params: vec![], requires: truth, result: int, ensures: truth };
    let (claim, arrow) = (TypeRef(number(types)), TypeRef(number(types + 1)));
    statement.types.extend([FunTypeRow { ensures: covered, ..simple.clone() }, simple]);
    // What the proof adds to these tables now comes later.
    let mut shift = |r: Reference<'_>| match r {
        Reference::Sort(r) if r.0 as usize >= sorts => r.0 = r.0.saturating_add(2),
        Reference::Expr(r) if r.0 as usize >= exprs => r.0 = r.0.saturating_add(4),
        Reference::Type(r) if r.0 as usize >= types => r.0 = r.0.saturating_add(2),
        _ => {}
    };
    proof.sorts.iter_mut().for_each(|row| row.references(&mut shift));
    proof.exprs.iter_mut().for_each(|row| row.references(&mut shift));
    proof.types.iter_mut().for_each(|row| row.references(&mut shift));
    proof.lemmas.iter_mut().for_each(|row| row.references(&mut shift));
    proof.steps.iter_mut().for_each(|row| row.references(&mut shift));
    proof.nodes.iter_mut().for_each(|row| row.references(&mut shift));
    let mut core = |row: CoreRow| {
        statement.cores.push(row);
        CoreRef(number(statement.cores.len() - 1))
    };
    let drawn = core(CoreRow::Op(Prim::IntGen));
    let mut calls = drawn;
    for (global, i) in statement.globals.iter().zip(0u32..) {
        let sorts = vec![int; global.sort_params as usize];
        statement.funs.push(FunRow::Global(GlobalRef(i), sorts));
        calls = core(CoreRow::LetV(FunRef(number(statement.funs.len() - 1)), calls));
    }
    let branches = vec![BranchRow { tag: 0, body: drawn }, BranchRow { tag: 1, body: calls }];
    let body = core(CoreRow::Match(no, branches));
    statement.funs.push(FunRow::Lam(arrow, body));
    statement.globals.push(GlobalRow {
        name: "all".into(),
        sort_params: 0,
        preds: vec![],
        claim,
        body: Some(FunRef(number(statement.funs.len() - 1))),
    });
    statement.claim = GlobalRef(number(statement.globals.len() - 1));
    let first = number(proof.nodes.len());
    proof.nodes.extend([
        NodeRow::TAppOp,
        NodeRow::TMatch(0, NodeRef(first)),
        NodeRow::TFun(claim, NodeRef(first.saturating_add(1))),
    ]);
    proof.derivations.push(Some(NodeRef(first.saturating_add(2))));
    certificate
}

/// Seconds that the kernel and the verified checker take for a certificate, reading included; none if the kernel declines it, because
/// it asks for more work than a file may.
fn both(verified: &mut Verified, name: &str, certificate: Certificate) -> Result<Option<(f64, f64)>, String> {
    let meta = Meta { producer: "benchmarks".into(), kernel: "0.1.0".into() };
    let file = CertificateFile { meta, certificate, log: SolverLog::default(), source: SourceMap::default() };
    let bytes = file.to_bytes().map_err(|error| format!("{name}: {error:?}"))?;
    let judge = || CertificateFile::from_bytes(&bytes).map(|file| check_observed(&file.certificate, &mut ()));
    let (kernel, verdict) = shortest(REPEATS, judge);
    if matches!(verdict, Ok(covenant_kernel::check::Verdict::Declined(_))) {
        return Ok(None);
    }
    if !verdict.as_ref().is_ok_and(accepted) {
        return Err(format!("{name}: the kernel says {verdict:?}"));
    }
    let mut best = Duration::MAX;
    for _ in 0..REPEATS {
        let (verdict, time) = verified.judge(&bytes)?;
        if !verdict.starts_with("valid") {
            return Err(format!("{name}: the verified checker says {verdict}"));
        }
        best = best.min(time);
    }
    Ok(Some((kernel.as_secs_f64(), best.as_secs_f64())))
}

/// Measures both checkers on the certificates of these files, enlarged, and on one large function.
pub fn measure(files: &[PathBuf], folder: &Path) -> Result<(Table, Vec<Goal>), String> {
    let certificates = certificates(files)?;
    let mut verified = Verified::start(folder)?;
    let columns = ["what", "nodes", "kernel ms", "verified ms", "ratio", "verified µs/node"];
    let mut table =
        Table::new("verified", "The verified checker beside the kernel, reading included", &columns);
    let (mut per_node, mut worst) = (Vec::new(), 0f64);
    let mut add = |what: &str, nodes: usize, kernel: f64, verified: f64| {
        let each = verified * 1e6 / nodes as f64;
        worst = worst.max(verified / kernel);
        table.rows.push(vec![
            what.into(),
            nodes.into(),
            Cell::Number(kernel * 1e3, 2),
            Cell::Number(verified * 1e3, 2),
            Cell::Number(verified / kernel, 2),
            Cell::Number(each, 2),
        ]);
        each
    };
    let wide = deep::wide_match(ALTERNATIVES);
    let nodes = wide.proof.nodes.len();
    let (kernel, theirs) =
        both(&mut verified, "alternatives", wide)?.ok_or("the kernel declines the alternatives")?;
    add(&format!("a function with {ALTERNATIVES} alternatives"), nodes, kernel, theirs);
    let mut suites = f64::NAN;
    for size in [None].into_iter().chain(SIZES.map(Some)) {
        let (mut counted, mut nodes, mut kernel, mut theirs) = (0usize, 0usize, 0.0, 0.0);
        for (name, certificate) in &certificates {
            let judged = match size {
                None => certificate.clone(),
                Some(size) => {
                    let large =
                        enlarge(certificate, size).ok_or_else(|| format!("{name} cannot be enlarged"))?;
                    all_needed(large)
                }
            };
            let own = judged.proof.nodes.len();
            let Some((ours, other)) = both(&mut verified, name, judged)? else {
                eprintln!("  {name} is too large for the kernel at {size:?} nodes and is left out");
                continue;
            };
            counted += 1;
            nodes += own;
            kernel += ours;
            theirs += other;
        }
        let what = size.map_or("as they are".to_owned(), |size| format!("of {size} nodes"));
        let each = add(&format!("{counted} certificates {what}"), nodes.max(1), kernel, theirs);
        match size {
            None => suites = theirs / kernel,
            Some(_) => per_node.push(each),
        }
    }
    let growth = match per_node[..] {
        [_, first, .., last] => last / first,
        _ => f64::NAN,
    };
    let goals = vec![
        Goal {
            what: "verified over kernel, certificates as they are".to_owned(),
            measured: suites,
            limit: SUITES,
            unit: "times",
        },
        Goal {
            what: "verified over kernel, at worst".to_owned(),
            measured: worst,
            limit: RATIO,
            unit: "times",
        },
        Goal {
            what: "time per node, 10⁵ over 10³".to_owned(),
            measured: growth,
            limit: GROWTH,
            unit: "times",
        },
    ];
    Ok((table, goals))
}
