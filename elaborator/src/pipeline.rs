//! A file in, a verdict per claim out: load, elaborate, check, and look for what is missing.
//!
//! The verdict *valid* is the kernel's. Everything else here decides only how to say *no*.

use crate::assumed;
use crate::facts::{TestedFacts, drop_false_facts};
use crate::in_vain;
use crate::measures;
use crate::missing::{empty_promise, look_again, look_for_missing, merged};
use crate::obstacles::{Obstacle, describe_failure, obstacles, unproved_lemma};
use crate::only::{add_proof, add_test, check_only, vacuous};
pub use crate::options::Options;
use crate::provenance;
use crate::recollection::Recollection;
pub use crate::report::{ClaimReport, ConditionCounts, FileReport, Missing, OnlyReport, Verdict};
use covenant_certificates::{CertificateFile, Hashes, SolverLog, SourceText};
use covenant_front::{ClaimKind, Diagnostic, FactKind, Reading, Span, Unit};
use covenant_kernel::check::{Assumption, Verdict as KernelVerdict, check};
use covenant_kernel::tables::{AxiomRow, Certificate, Proof, Statement};
use covenant_prove::conditions::{self, Opened};
use covenant_prove::elaborate::{Elaborated, Resolution, elaborate, elaborate_apart};
use covenant_prove::lemma_book;
use covenant_prove::search::limits::Limits;
use covenant_remember::Entry;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Checks every claim of a file.
#[must_use]
pub fn check_source(file_name: &str, text: &str, options: &Options) -> FileReport {
    match covenant_front::load(file_name, text) {
        Ok(module) => check_module(module, text, options, &|_| {}),
        Err(diagnostics) => FileReport { file: file_name.to_owned(), diagnostics, claims: Vec::new() },
    }
}

/// Something that was found about a file, as soon as it is final.
#[derive(Clone, Copy, Debug)]
pub enum Found<'a> {
    /// Errors and warnings, once, before any claim. There may be more warnings at the end.
    Diagnostics(&'a [Diagnostic]),
    /// A claim.
    Claim(&'a ClaimReport),
}

/// The claims that are going to be found, in the order of the report: place and name.
#[must_use]
pub fn claims_to_come(module: &covenant_front::Module, options: &Options) -> Vec<(Span, String)> {
    let declined = module.declined.iter().map(|claim| (claim.span, claim.claim.clone()));
    // An *exactly* claim is among both.
    let only = module.only.iter().filter(|unit| unit.kind == ClaimKind::Only);
    let units = module.units.iter().chain(only);
    let units = units.map(|unit| (ClaimReport::of(unit).span, unit.claim.clone()));
    let mut claims: Vec<(Span, String)> =
        units.chain(declined).filter(|(_, name)| options.wants(&module.file_name, name)).collect();
    claims.sort_by_key(|(span, _)| *span);
    claims
}

/// Checks every claim of a file that is loaded already. `finished` is told what is found as soon as it is, on
/// whatever thread, so that nobody has to wait for the rest and an interrupted run can keep it.
///
/// A recursive generator of QCheck without a claim of its own has one that the front end guesses; it is no part
/// of the statement and only helps to prove it. A claim that stays unknown is tried with the next guess.
#[must_use]
pub fn check_module(
    module: covenant_front::Module,
    text: &str,
    options: &Options,
    finished: &(dyn Fn(Found<'_>) + Sync),
) -> FileReport {
    let (file, reading, guesses) = (module.file_name.clone(), module.reading, module.guesses);
    let with_guess = |unit: &&Unit| !unit.local_claims.is_empty();
    let guessed: Vec<String> =
        module.units.iter().filter(with_guess).map(|unit| unit.claim.clone()).collect();
    let open = |claim: &ClaimReport| {
        guesses > 1 && claim.verdict == Verdict::Unknown && !claim.declined && guessed.contains(&claim.claim)
    };
    let mut report = check_once(module, text, options, &|found| match found {
        Found::Claim(claim) if open(claim) => {}
        found => finished(found),
    });
    for claim in report.claims.iter_mut().filter(|claim| open(claim)) {
        for guess in 1..guesses {
            let reading = Reading { guess, ..reading };
            let Ok(module) = covenant_front::load_with(&file, text, reading) else { continue };
            let alone =
                Options { claim: Some(claim.claim.clone()), certificates_are_told: false, ..options.clone() };
            let again = check_once(module, text, &alone, &|_| {}).claims;
            let found = again.into_iter().find(|c| c.span == claim.span);
            if let Some(found) = found.filter(|found| found.verdict != Verdict::Unknown) {
                *claim = found;
                break;
            }
        }
        finished(Found::Claim(claim));
    }
    report
}

fn check_once(
    module: covenant_front::Module,
    text: &str,
    options: &Options,
    finished: &(dyn Fn(Found<'_>) + Sync),
) -> FileReport {
    let (file_name, reading) = (module.file_name.clone(), module.reading);
    // SOUNDNESS: what stands for QCheck's generators and for the answers of a system says what they can return.
    let modelled = reading.library || module.operators.is_some();
    let refuted = false_signatures(&module, text, options);
    let mut units: Vec<(Unit, Begun)> = Vec::new();
    let mut diagnostics = module.diagnostics;
    let mut tested = TestedFacts::default();
    for mut unit in module.units.into_iter().filter(|unit| options.wants(&file_name, &unit.claim)) {
        let (start, options) = (Instant::now(), with_deadline(options, options.timeout));
        diagnostics.extend(drop_false_facts(&mut unit, text, &options, &mut tested));
        let begun = Begun { time: start.elapsed(), cut_short: options.limits.deadline.cut_short(), reading };
        units.push((unit, begun));
    }
    let mut declined = module.declined;
    units.retain(|(unit, _)| {
        let resting = assumed::resting_on(unit, &refuted);
        let kept = resting.is_none();
        declined.extend(resting);
        kept
    });
    diagnostics.extend(refuted);
    diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    finished(Found::Diagnostics(&diagnostics));
    let declined = declined.into_iter().filter(|claim| options.wants(&file_name, &claim.claim));
    let declined: Vec<ClaimReport> = declined.map(declined_claim).collect();
    declined.iter().for_each(|claim| finished(Found::Claim(claim)));
    let mut report = FileReport { file: file_name.clone(), diagnostics, claims: Vec::new() };
    // Trees of formulas are walked recursively in places; deep programs need deep stacks.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.jobs).stack_size(64 << 20).build();
    // Whoever is free takes the next claim, so that the first verdicts are those of the first claims.
    let next = AtomicUsize::new(0);
    let shared = &SourceText::from(text);
    // What is done with is given back: a file may have many thousands of claims.
    let units: Vec<Mutex<Option<(Unit, Begun)>>> =
        units.into_iter().map(|unit| Mutex::new(Some(unit))).collect();
    let one = |_: usize| {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let taken = units.get(index)?.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (unit, begun) = taken?;
        let recollection = Recollection::of(&unit, options);
        let mut claim = check_unit(&unit, &file_name, shared, options, &begun, recollection.as_ref());
        // Nobody may see the verdict on one half as that on the claim.
        if unit.kind == ClaimKind::Exactly {
            add_test(&unit, options, &mut claim);
            add_proof(&unit, modelled, &mut claim, |unit| prove_kind(unit, &file_name, shared, options));
        }
        finished(Found::Claim(&claim));
        if options.certificates_are_told {
            claim.certificate = None;
        }
        let accepted = matches!(claim.verdict, Verdict::Valid | Verdict::ValidModulo);
        let warning = accepted.then(|| empty_promise(&unit, &claim, text, options, recollection.as_ref()));
        let warning = warning.flatten();
        Some((index, claim, warning))
    };
    let only: Vec<Unit> =
        module.only.into_iter().filter(|unit| options.wants(&file_name, &unit.claim)).collect();
    let only: Vec<&Unit> = only.iter().filter(|unit| unit.kind == ClaimKind::Only).collect();
    let one_way = |unit: &&Unit| {
        let claim = check_only(unit, options, modelled, |unit| prove_kind(unit, &file_name, shared, options));
        finished(Found::Claim(&claim));
        claim
    };
    let tested: Vec<ClaimReport>;
    let mut claims: Vec<(usize, ClaimReport, Option<Diagnostic>)>;
    (claims, tested) = match pool {
        Ok(pool) => pool.install(|| {
            let claims = (0..units.len()).into_par_iter().with_max_len(1).filter_map(one).collect();
            (claims, only.par_iter().map(one_way).collect())
        }),
        Err(_) => ((0..units.len()).filter_map(one).collect(), only.iter().map(one_way).collect()),
    };
    claims.sort_by_key(|(index, ..)| *index);
    for (_, claim, warning) in claims {
        report.claims.push(claim);
        report.diagnostics.extend(warning);
    }
    for claim in report.claims.iter().chain(&tested) {
        report.diagnostics.extend(vacuous(claim, text));
    }
    report.claims.extend(tested);
    report.claims.extend(declined);
    report.claims.sort_by_key(|claim| claim.span);
    report
}

/// What was done for a claim before its proof is searched.
struct Begun {
    time: Duration,
    cut_short: bool,
    reading: Reading,
}

/// The same options with a deadline from now on.
fn with_deadline(options: &Options, time: Option<Duration>) -> Options {
    let mut options = options.clone();
    options.limits.deadline = options.total.part(time);
    options
}

/// Assumed signatures that the functions' own bodies refute.
pub fn false_signatures(module: &covenant_front::Module, text: &str, options: &Options) -> Vec<Diagnostic> {
    let limits = with_deadline(options, options.timeout).run_limits(options.fact_steps);
    module.assumed.iter().filter_map(|unit| assumed::refute(unit, text, &limits)).collect()
}

/// Checks one claim of a file that is loaded already, on this thread and with whatever solver it
/// has; `None` if a fact or one of the refuted signatures that it needs is false. For many small
/// programs in a row.
pub fn check_alone(
    unit: &Unit,
    refuted: &[Diagnostic],
    file_name: &str,
    text: &str,
    options: &Options,
) -> Option<ClaimReport> {
    if assumed::resting_on(unit, refuted).is_some()
        || !drop_false_facts(&mut unit.clone(), text, options, &mut TestedFacts::default()).is_empty()
    {
        return None;
    }
    let mut report = ClaimReport::of(unit);
    let quick = without_induction(options, SECOND_QUERY);
    let _ = attempt(unit, file_name, &SourceText::from(text), &quick, Threads::This, &mut report);
    Some(report)
}

/// Z3's units for a query of the first attempt. Most of what is proved takes less; a query that takes more is
/// more often about a claim that does not hold.
const FIRST_QUERY: u32 = 300_000;
/// The same for the second attempt. Whatever is proved in practice without induction takes less.
const SECOND_QUERY: u32 = 2_000_000;

/// The limits of an attempt without induction, with so many units for a query where there is an attempt with
/// induction to come.
fn without_induction(options: &Options, units: u32) -> Options {
    let query_resources = if options.limits.induction {
        options.limits.query_resources.min(units)
    } else {
        options.limits.query_resources
    };
    let limits = Limits { induction: false, query_resources, ..options.limits.clone() };
    Options { limits, ..options.clone() }
}

/// The report on a claim that was not looked at.
fn declined_claim(claim: covenant_front::DeclinedClaim) -> ClaimReport {
    let obstacle = Obstacle { message: claim.why, program: Some(claim.at), ..Obstacle::default() };
    let mut report = ClaimReport::new(claim.claim, claim.span, claim.claim_span);
    report.declined = true;
    report.obstacles.push(obstacle);
    report
}

/// The part of the steps for a missing value that is spent before induction is tried.
const FIRST_LOOK: u64 = 8;

fn check_unit(
    unit: &Unit,
    file_name: &str,
    text: &SourceText,
    options: &Options,
    begun: &Begun,
    recollection: Option<&Recollection<'_>>,
) -> ClaimReport {
    let start = Instant::now();
    let options = &with_deadline(options, options.timeout.map(|time| time.saturating_sub(begun.time)));
    let mut report = ClaimReport::of(unit);
    let hint = recollection.and_then(Recollection::recall);
    report.remembered = hint.is_some_and(|hint| by_hint(unit, file_name, text, options, hint, &mut report))
        || recollection.is_some_and(|recollection| in_vain::recall(recollection, text, &mut report));
    if !report.remembered {
        let found = search(unit, file_name, text, options, begun.reading, &mut report);
        report.cut_short |= begun.cut_short || options.limits.deadline.cut_short();
        match (recollection, found) {
            _ if report.cut_short => {}
            (Some(recollection), Some(entry)) => recollection.remember(&entry),
            (Some(recollection), None) if report.verdict == Verdict::Unknown => {
                in_vain::note(recollection, text, &report);
            }
            (Some(_), None) | (None, _) => {}
        }
    }
    if report.verdict != Verdict::Unknown {
        report.exhausted.clear();
    }
    if matches!(report.verdict, Verdict::Valid | Verdict::ValidModulo) && report.found_measure.is_none() {
        report.found_measure = measures::chosen(unit);
    }
    report.time = begun.time + start.elapsed();
    report
}

/// Tries to decide a claim; what is worth remembering.
///
/// Induction and large queries take long, and a claim that a small query does not prove is most often false. So there
/// are four attempts with growing limits, and a short look for a missing value after the first. The one before induction
/// takes values apart to a greater depth, as long traces need; where it does not help, nobody hears of it.
fn search(
    unit: &Unit,
    file_name: &str,
    text: &SourceText,
    options: &Options,
    reading: Reading,
    report: &mut ClaimReport,
) -> Option<Entry> {
    let apart = Threads::OfTheirOwn;
    let quick = without_induction(options, FIRST_QUERY);
    let mut proof = attempt(unit, file_name, text, &quick, apart, report);
    if report.verdict == Verdict::Unknown
        && let Some(failed) = measures::not_decreasing(&report.obstacles).map(str::to_owned)
    {
        for (term, other) in measures::others(unit, file_name, text, reading, &failed) {
            let mut found = ClaimReport::of(unit);
            let proof = attempt(&other, file_name, text, &quick, apart, &mut found);
            if found.verdict != Verdict::Unknown {
                found.found_measure = Some(term);
                *report = found;
                return proof.map(|file| Entry::Proof(Box::new(file)));
            }
        }
    }
    if report.verdict == Verdict::Unknown && options.limits.induction {
        let steps = options.missing_steps / FIRST_LOOK;
        look_for_missing(unit, options, steps, report);
        if report.verdict == Verdict::Rejected {
            return Some(missing_within(steps, report));
        }
        let suspected = report.missing.take();
        let larger = without_induction(options, SECOND_QUERY);
        proof = attempt(unit, file_name, text, &larger, apart, report);
        if report.verdict == Verdict::Unknown && suspected.is_none() {
            let deeper = Options { limits: larger.limits.deeper(), ..larger };
            let mut deeply = ClaimReport::of(unit);
            proof = attempt(unit, file_name, text, &deeper, apart, &mut deeply);
            if deeply.verdict == Verdict::Unknown {
                proof = attempt(unit, file_name, text, options, apart, report);
            } else {
                *report = deeply;
            }
        }
        if report.verdict == Verdict::Unknown {
            report.missing = suspected;
        }
    }
    if report.verdict == Verdict::Unknown {
        look_for_missing(unit, options, options.missing_steps, report);
        if report.verdict == Verdict::Rejected {
            return Some(missing_within(options.missing_steps, report));
        }
    }
    proof.filter(|_| report.verdict != Verdict::Unknown).map(|file| Entry::Proof(Box::new(file)))
}

/// How a missing value is found again.
fn missing_within(steps: u64, report: &ClaimReport) -> Entry {
    Entry::Missing { steps, place: report.missing.as_ref().map_or(0, |missing| missing.place) }
}

/// Tries to prove a claim that is read as *only* or *exactly*, with the same attempts as the others. Nothing is said here
/// of values that are missing or too many: what is not proved stays unknown.
fn prove_kind(unit: &Unit, file_name: &str, text: &SourceText, options: &Options) -> ClaimReport {
    let start = Instant::now();
    let options = &with_deadline(options, options.timeout);
    let mut report = ClaimReport::of(unit);
    let recollection = Recollection::of(unit, options);
    if let Some(hint @ Entry::Proof(_)) = recollection.as_ref().and_then(Recollection::recall) {
        report.remembered = by_hint(unit, file_name, text, options, hint, &mut report);
    }
    if !report.remembered
        && recollection.as_ref().is_some_and(|recollection| in_vain::recall(recollection, text, &mut report))
    {
        report.remembered = true;
        return report;
    }
    let quick = without_induction(options, FIRST_QUERY);
    let larger = without_induction(options, SECOND_QUERY);
    let attempts = if options.limits.induction { vec![&quick, &larger, options] } else { vec![&quick] };
    for options in attempts {
        if report.verdict != Verdict::Unknown {
            break;
        }
        let proof = attempt(unit, file_name, text, options, Threads::OfTheirOwn, &mut report);
        if let (Some(recollection), Some(file)) = (&recollection, proof) {
            recollection.remember(&Entry::Proof(Box::new(file)));
        }
    }
    report.cut_short |= options.limits.deadline.cut_short();
    if let (Some(recollection), Verdict::Unknown, false) = (&recollection, report.verdict, report.cut_short) {
        in_vain::note(recollection, text, &report);
    }
    report.time = start.elapsed();
    report
}

/// Tries to decide a claim by what an earlier run found; whether it could.
fn by_hint(
    unit: &Unit,
    file_name: &str,
    text: &SourceText,
    options: &Options,
    hint: Entry,
    report: &mut ClaimReport,
) -> bool {
    match hint {
        Entry::Proof(file) => {
            let CertificateFile { certificate, log, .. } = *file;
            // SOUNDNESS: it may have been planted. A proof of something else is refused; so is one that rests on a
            // solver's word, which nobody gave. (The unit's statement has no axioms.)
            if certificate.statement != unit.statement {
                return false;
            }
            let Ok(opened) = conditions::open(&unit.statement, &certificate.proof) else { return false };
            report.conditions.checked = u32::try_from(opened.conditions.len()).unwrap_or(u32::MAX);
            let assumed = conclude(unit, file_name, text, certificate.proof, log, &opened, report);
            let inherent = |a: &Assumption| matches!(a, Assumption::Symbol(_) | Assumption::Library(_));
            let good = assumed.is_some_and(|assumed| assumed.iter().all(inherent));
            if !good {
                *report = ClaimReport::of(unit);
            }
            good
        }
        Entry::Missing { steps, place } => {
            look_again(unit, options, steps.min(options.missing_steps), place, report);
            if report.verdict != Verdict::Rejected {
                *report = ClaimReport::of(unit);
            }
            report.verdict == Verdict::Rejected
        }
    }
}

/// Where the search runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Threads {
    /// On this thread, with whatever solver context it has.
    This,
    /// On threads with solver contexts of their own: what Z3 answers does not depend on earlier
    /// claims.
    OfTheirOwn,
}

/// Tries to prove the claim; first without assuming any axiom. A proof that assumes nothing is handed
/// back as it was found, to be remembered.
fn attempt(
    unit: &Unit,
    file_name: &str,
    text: &SourceText,
    options: &Options,
    threads: Threads,
    report: &mut ClaimReport,
) -> Option<CertificateFile> {
    let mut unit = unit.clone();
    let mut unproved = Vec::new();
    for assuming in [false, true] {
        let mut log = lemma_book::BookLog::default();
        let limits = &options.limits;
        let guess = options.guess_lemmas;
        let book = |opened: &mut Opened| lemma_book::prove_facts(&unit, opened, limits, guess, &mut log);
        let done = match threads {
            Threads::This => Ok(elaborate(&unit, limits, book)),
            Threads::OfTheirOwn => elaborate_apart(&unit, limits, book),
        };
        report.queries += log.queries;
        report.solver_time += log.solver_time;
        unproved.clone_from(&log.unproved);
        let elaborated = match done {
            Ok(Ok(elaborated)) => elaborated,
            Ok(Err(failure)) => {
                report.obstacles = vec![describe_failure(&unit, failure)];
                return None;
            }
            Err(error) => {
                report.obstacles = vec![Obstacle {
                    message: format!("the search could not be started: {error}"),
                    program: Some(report.span),
                    spec: Some(report.spec_span),
                    ..Obstacle::default()
                }];
                return None;
            }
        };
        count(&elaborated, report);
        let axioms =
            || unproved.iter().filter(|&&i| unit.facts.get(i).is_some_and(|f| f.kind == FactKind::Axiom));
        if !elaborated.complete() && !assuming && axioms().next().is_some() {
            let assumed: Vec<usize> = axioms().copied().collect();
            assume(&mut unit, &assumed);
            continue;
        }
        report.obstacles = obstacles(&unit, &elaborated);
        report.obstacles.extend(unproved.iter().filter_map(|&i| unproved_lemma(&unit, i)));
        let log = provenance::solver_log(&elaborated);
        let Elaborated { proof: Ok(proof), opened, .. } = elaborated else { return None };
        let found =
            (!assuming && report.conditions.rest_on_proofs() && options.memory.is_some()).then(|| {
                let certificate = Certificate { statement: unit.statement.clone(), proof: proof.clone() };
                let source = covenant_certificates::SourceMap::default();
                CertificateFile { meta: provenance::meta(), certificate, log: log.clone(), source }
            });
        let accepted = conclude(&unit, file_name, text, proof, log, &opened, report);
        return accepted.and(found);
    }
    None
}

/// Turns facts into axioms of the statement.
fn assume(unit: &mut Unit, facts: &[usize]) {
    unit.statement = merged(unit);
    unit.extra = covenant_front::ExtraRows::default();
    for &i in facts {
        if let Some(fact) = unit.facts.get(i) {
            unit.statement.axioms.push(AxiomRow {
                name: fact.name.clone(),
                sort_params: fact.sort_params,
                statement: fact.statement,
            });
        }
    }
}

fn count(elaborated: &Elaborated, report: &mut ClaimReport) {
    report.conditions = ConditionCounts::default();
    report.exhausted.clear();
    for resolved in &elaborated.conditions {
        let counts = &mut report.conditions;
        match resolved.resolution {
            Resolution::Checked => counts.checked += 1,
            Resolution::CrossChecked(_) => counts.cross_checked += 1,
            Resolution::Solver => counts.solver += 1,
            Resolution::Stuck(_) | Resolution::Unknown(_) => counts.open += 1,
        }
        if let Some(log) = &resolved.log {
            if matches!(resolved.resolution, Resolution::Stuck(_) | Resolution::Unknown(_)) {
                report.exhausted.extend(&log.exhausted);
            }
            report.cut_short |= log.cut_short;
            report.queries += log.queries;
            report.solver_time += log.solver_time;
            report.quantifiers.0 = report.quantifiers.0.max(log.quantifiers.0);
            report.quantifiers.1 = report.quantifiers.1.max(log.quantifiers.1);
        }
    }
}

/// Makes the certificate and asks the kernel; what it assumes if it accepts.
fn conclude(
    unit: &Unit,
    file_name: &str,
    text: &SourceText,
    proof: Proof,
    log: SolverLog,
    opened: &Opened,
    report: &mut ClaimReport,
) -> Option<Vec<Assumption>> {
    let source = provenance::source_map(unit, file_name, text, &proof, &opened.subjects);
    let certificate = Certificate { statement: unit.statement.clone(), proof };
    let mut file = CertificateFile { meta: provenance::meta(), certificate, log, source };
    let internal = |message: String| Obstacle {
        message,
        program: Some(report.span),
        spec: Some(report.spec_span),
        details: vec!["this is a defect of the elaborator; please report it".to_owned()],
        ..Obstacle::default()
    };
    if let Err(error) = covenant_certificates::canonicalize(&mut file) {
        let obstacle = internal(format!("the certificate could not be put in order: {error:?}"));
        report.obstacles.push(obstacle);
        return None;
    }
    let kernel_start = Instant::now();
    let verdict = check(&file.certificate.statement, &file.certificate);
    report.kernel_time = kernel_start.elapsed();
    let statement = &file.certificate.statement;
    let assumptions = match verdict {
        KernelVerdict::Valid => Vec::new(),
        KernelVerdict::ValidModulo(assumptions) => assumptions,
        KernelVerdict::Reject { at, rule, why } => {
            let obstacle = internal(format!("the kernel refuses the proof: {why:?} at {at:?} {rule:?}"));
            report.obstacles.push(obstacle);
            return None;
        }
        KernelVerdict::Declined(why) => {
            let obstacle = internal(format!("the certificate is beyond the kernel's limits: {why:?}"));
            report.obstacles.push(obstacle);
            return None;
        }
    };
    report.verdict = if assumptions.is_empty() { Verdict::Valid } else { Verdict::ValidModulo };
    report.assumptions = assumptions.iter().map(|a| assumption_name(statement, *a)).collect();
    report.lemmas = file.certificate.proof.lemmas.iter().map(|l| l.name.clone()).collect();
    report.hash = Hashes::of(&file.certificate).ok().map(|h| h.certificate);
    report.certificate = Some(file);
    report.obstacles.clear();
    Some(assumptions)
}

/// An assumption by kind and name.
#[must_use]
pub fn assumption_name(statement: &Statement, assumption: Assumption) -> String {
    let at = |i: u32| usize::try_from(i).unwrap_or(usize::MAX);
    let named = |kind: &str, name: Option<&String>| format!("{kind} {}", name.map_or("?", String::as_str));
    match assumption {
        Assumption::Axiom(i) => named("axiom", statement.axioms.get(at(i)).map(|a| &a.name)),
        Assumption::Symbol(i) => named("symbol", statement.defs.get(at(i)).map(|d| &d.name)),
        Assumption::Library(i) => named("library", statement.globals.get(at(i)).map(|g| &g.name)),
        Assumption::CrossChecked(i) => format!("condition {i} (two solvers)"),
        Assumption::Solver(i) => format!("condition {i} (one solver)"),
    }
}
