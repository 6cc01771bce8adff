//! A file in, a verdict per claim out: load, elaborate, check, and look for what is missing.
//!
//! The verdict *valid* is the kernel's. Everything else here decides only how to say *no*.

use crate::assumed;
use crate::obstacles::{Obstacle, describe_failure, obstacles, unproved_lemma};
use crate::provenance;
use covenant_budget::Deadline;
use covenant_certificates::{CertificateFile, ContentHash, Hashes};
use covenant_execute::{MissingValue, Names, Program, Refutation};
use covenant_front::{Diagnostic, DiagnosticKind, FactKind, Source, Span, Unit};
use covenant_kernel::check::{Assumption, Verdict as KernelVerdict, check};
use covenant_kernel::tables::{AxiomRow, Certificate, CoreRow, Statement};
use covenant_prove::conditions::Opened;
use covenant_prove::elaborate::{Elaborated, Resolution, elaborate, elaborate_apart};
use covenant_prove::lemma_book;
use covenant_prove::search::limits::Limits;
use covenant_prove::search::work::Budget;
use covenant_prove::second_solver;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// How to check.
#[derive(Clone, Debug)]
pub struct Options {
    /// Limits of the search for evidence.
    pub limits: Limits,
    /// Check only this claim.
    pub claim: Option<String>,
    /// Threads; 0 for one per core.
    pub jobs: usize,
    /// Steps of looking for a missing value when a claim is not proved; zero for not at all.
    pub missing_steps: u64,
    /// Steps of looking for values at which a lemma, an axiom or an assumed signature is false.
    pub fact_steps: u64,
    /// An outer limit for each claim, by the clock. Where verdicts are compared there is none.
    pub timeout: Option<Duration>,
    /// Guess lemmas from templates when the stated ones are not enough.
    pub guess_lemmas: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            limits: Limits {
                log_queries: true,
                second_solver: second_solver::installed(),
                ..Limits::default()
            },
            claim: None,
            jobs: 0,
            missing_steps: 2_000_000,
            fact_steps: 60_000,
            timeout: None,
            guess_lemmas: true,
        }
    }
}

impl Options {
    /// So many times the budgets.
    #[must_use]
    pub fn with_effort(self, effort: u32) -> Options {
        let times = u64::from(effort);
        Options {
            limits: self.limits.times(effort),
            missing_steps: self.missing_steps.saturating_mul(times),
            fact_steps: self.fact_steps.saturating_mul(times),
            ..self
        }
    }

    /// The limits of an execution.
    fn run_limits(&self, steps: u64) -> covenant_execute::Limits {
        covenant_execute::Limits {
            deadline: self.limits.deadline.clone(),
            ..covenant_execute::Limits::with_steps(steps)
        }
    }
}

/// What was found about a file.
#[derive(Debug)]
pub struct FileReport {
    /// The file's name as given.
    pub file: String,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// One report per claim, in the order of the file; none if the file is not OCaml.
    pub claims: Vec<ClaimReport>,
}

impl FileReport {
    /// Whether the file has an error, in whatever part of it: then something is wrong even if
    /// every claim that could be read holds.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.diagnostics.iter().any(|d| d.kind != DiagnosticKind::Warning)
    }

    /// Whether all that is wrong with the file is that it uses what is not supported.
    #[must_use]
    pub fn only_declined(&self) -> bool {
        let mut errors = self.diagnostics.iter().filter(|d| d.kind != DiagnosticKind::Warning);
        errors.all(|d| d.kind == DiagnosticKind::Declined)
    }
}

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The kernel accepts it without assumptions.
    Valid,
    /// The kernel accepts it; something is assumed.
    ValidModulo,
    /// Refuted: a missing value is known.
    Rejected,
    /// Neither proved nor refuted.
    Unknown,
}

impl Verdict {
    /// The word used in output.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Valid => "valid",
            Verdict::ValidModulo => "valid-modulo",
            Verdict::Rejected => "rejected",
            Verdict::Unknown => "unknown",
        }
    }
}

/// How many conditions rest on what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConditionCounts {
    /// The kernel checked a proof.
    pub checked: u32,
    /// Two solvers.
    pub cross_checked: u32,
    /// One solver.
    pub solver: u32,
    /// Nothing: the claim is not proved.
    pub open: u32,
}

/// A value that a generator cannot produce.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The function, arguments and value as OCaml text: `f 0 10 => Leaf`.
    pub text: String,
    /// The arguments.
    pub args: Vec<String>,
    /// The value.
    pub value: String,
    /// Whether every run was excluded.
    pub confirmed: bool,
    /// The function whose value is missing; a helper's, perhaps.
    pub function: String,
    /// The branch that runs with these arguments, if they decide it.
    pub branch: Option<Span>,
}

/// What was found about a claim.
#[derive(Debug)]
pub struct ClaimReport {
    /// The function.
    pub claim: String,
    /// The function's definition.
    pub span: Span,
    /// The specification.
    pub spec_span: Span,
    /// The verdict.
    pub verdict: Verdict,
    /// The claim was not looked at: it could not be read, or needs something that could not.
    pub declined: bool,
    /// What is assumed, by name.
    pub assumptions: Vec<String>,
    /// Conditions by evidence.
    pub conditions: ConditionCounts,
    /// Lemmas used, by name.
    pub lemmas: Vec<String>,
    /// Queries to Z3.
    pub queries: u32,
    /// Most universal and existential quantifiers in a condition.
    pub quantifiers: (u32, u32),
    /// The certificate of an accepted claim.
    pub certificate: Option<CertificateFile>,
    /// Its content hash.
    pub hash: Option<ContentHash>,
    /// A missing value.
    pub missing: Option<Missing>,
    /// Why the claim is not proved.
    pub obstacles: Vec<Obstacle>,
    /// Budgets that ran out before the claim was decided.
    pub exhausted: BTreeSet<Budget>,
    /// Whether the clock ended something that could have changed the verdict.
    pub cut_short: bool,
    /// Time for the claim.
    pub time: Duration,
    /// Time inside Z3.
    pub solver_time: Duration,
    /// Time of the kernel's final check.
    pub kernel_time: Duration,
}

impl ClaimReport {
    /// Nothing is known yet.
    fn of(unit: &Unit) -> ClaimReport {
        let info = unit.functions.iter().find(|f| f.name == unit.claim);
        let nowhere = Span::new(Source::User, 0, 0);
        let spans = info.map_or((nowhere, nowhere), |i| (i.span, i.claim_span));
        ClaimReport::new(unit.claim.clone(), spans.0, spans.1)
    }
}

/// Checks every claim of a file.
#[must_use]
pub fn check_source(file_name: &str, text: &str, options: &Options) -> FileReport {
    match covenant_front::load(file_name, text) {
        Ok(module) => check_module(module, text, options),
        Err(diagnostics) => FileReport { file: file_name.to_owned(), diagnostics, claims: Vec::new() },
    }
}

/// Checks every claim of a file that is loaded already.
///
/// A recursive generator of QCheck without a claim of its own has one that the front end guesses; it is no part
/// of the statement and only helps to prove it. A claim that stays unknown is tried with the next guess.
#[must_use]
pub fn check_module(module: covenant_front::Module, text: &str, options: &Options) -> FileReport {
    let (file, reading, guesses) = (module.file_name.clone(), module.reading, module.guesses);
    let with_guess = |unit: &&Unit| !unit.local_claims.is_empty();
    let guessed: Vec<String> =
        module.units.iter().filter(with_guess).map(|unit| unit.claim.clone()).collect();
    let mut report = check_once(module, text, options);
    for guess in 1..guesses {
        let reading = covenant_front::Reading { guess, ..reading };
        for claim in &mut report.claims {
            let open = claim.verdict == Verdict::Unknown && !claim.declined;
            if !open || !guessed.contains(&claim.claim) {
                continue;
            }
            let Ok(module) = covenant_front::load_with(&file, text, reading) else { continue };
            let alone = Options { claim: Some(claim.claim.clone()), ..options.clone() };
            let found = check_once(module, text, &alone).claims.into_iter().find(|c| c.span == claim.span);
            if let Some(found) = found.filter(|found| found.verdict != Verdict::Unknown) {
                *claim = found;
            }
        }
    }
    report
}

fn check_once(module: covenant_front::Module, text: &str, options: &Options) -> FileReport {
    let file_name = module.file_name.clone();
    let wanted = |claim: &String| options.claim.as_ref().is_none_or(|c| c == claim);
    let refuted = false_signatures(&module, text, options);
    let mut units: Vec<(Unit, Begun)> = Vec::new();
    let mut diagnostics = module.diagnostics;
    for mut unit in module.units.into_iter().filter(|unit| wanted(&unit.claim)) {
        let (start, options) = (Instant::now(), with_deadline(options, options.timeout));
        for diagnostic in drop_false_facts(&mut unit, text, &options) {
            if !diagnostics.contains(&diagnostic) {
                diagnostics.push(diagnostic);
            }
        }
        let begun = Begun { time: start.elapsed(), cut_short: options.limits.deadline.cut_short() };
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
    let mut report = FileReport { file: file_name.clone(), diagnostics, claims: Vec::new() };
    // Trees of formulas are walked recursively in places; deep programs need deep stacks.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.jobs).stack_size(64 << 20).build();
    let one = |(unit, begun): &(Unit, Begun)| check_unit(unit, &file_name, text, options, begun);
    report.claims = match pool {
        Ok(pool) => pool.install(|| units.par_iter().map(one).collect()),
        Err(_) => units.iter().map(one).collect(),
    };
    for ((unit, _), claim) in units.iter().zip(&report.claims) {
        if matches!(claim.verdict, Verdict::Valid | Verdict::ValidModulo) {
            report.diagnostics.extend(empty_promise(unit, claim, text, options.timeout));
        }
    }
    let declined = declined.into_iter().filter(|claim| wanted(&claim.claim));
    report.claims.extend(declined.map(declined_claim));
    report.claims.sort_by_key(|claim| claim.span);
    report
}

/// What was done for a claim before its proof is searched.
struct Begun {
    time: Duration,
    cut_short: bool,
}

/// The same options with a deadline from now on.
fn with_deadline(options: &Options, time: Option<Duration>) -> Options {
    let mut options = options.clone();
    options.limits.deadline = Deadline::after_some(time);
    options
}

/// A warning if no value satisfies an accepted claim: it is true of every generator.
fn empty_promise(
    unit: &Unit,
    claim: &ClaimReport,
    text: &str,
    timeout: Option<Duration>,
) -> Option<Diagnostic> {
    let limits = covenant_execute::Limits {
        deadline: Deadline::after_some(timeout),
        ..covenant_execute::Limits::with_steps(300_000)
    };
    let program = Program::new(&unit.statement).ok()?;
    let covenant_execute::Promise::NothingUpTo(cost) =
        covenant_execute::promises(program, unit.statement.claim, &limits)
    else {
        return None;
    };
    let (line, column) = covenant_front::span::line_and_column(text, claim.spec_span.start);
    Some(Diagnostic {
        kind: DiagnosticKind::Warning,
        span: claim.spec_span,
        line,
        column,
        text: claim.claim.clone(),
        message: format!(
            "the claim about `{}` promises nothing: no arguments and value up to size {cost} satisfy it",
            claim.claim
        ),
        advice: "an empty specification is true of every generator; check its predicates with \
                 `covenant enumerate`"
            .to_owned(),
    })
}

/// Assumed signatures that the functions' own bodies refute.
pub fn false_signatures(module: &covenant_front::Module, text: &str, options: &Options) -> Vec<Diagnostic> {
    module.assumed.iter().filter_map(|unit| assumed::refute(unit, text, options.fact_steps)).collect()
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
        || !drop_false_facts(&mut unit.clone(), text, options).is_empty()
    {
        return None;
    }
    let mut report = ClaimReport::of(unit);
    let quick = without_induction(options);
    attempt(unit, file_name, text, &quick, Threads::This, &mut report);
    Some(report)
}

/// Z3's units for a query of the first attempt. Whatever is proved in practice takes less than a
/// tenth of that; a query that takes more is more often about a claim that does not hold.
const FIRST_QUERY: u32 = 2_000_000;

/// The limits of the first attempt, before there is a look for a missing value.
fn without_induction(options: &Options) -> Options {
    let query_resources = if options.limits.induction {
        options.limits.query_resources.min(FIRST_QUERY)
    } else {
        options.limits.query_resources
    };
    let limits = Limits { induction: false, query_resources, ..options.limits.clone() };
    Options { limits, ..options.clone() }
}

/// Lemmas and axioms that are false on small values: errors, with the values. Nothing rests on
/// them: the claim is checked as if they had not been written.
fn drop_false_facts(unit: &mut Unit, text: &str, options: &Options) -> Vec<Diagnostic> {
    let statement = merged(unit);
    let Ok(program) = Program::new(&statement) else { return Vec::new() };
    let limits = options.run_limits(options.fact_steps);
    let mut out = Vec::new();
    unit.facts.retain(|fact| {
        if fact.span.source != Source::User {
            return true;
        }
        if let Refutation::False(values) =
            covenant_execute::refute_formula(program, fact.statement, fact.sort_params, &limits)
        {
            let values: Vec<String> = values
                .iter()
                .map(|v| covenant_execute::show_argument(&statement, &Names::default(), v))
                .collect();
            let kind = if fact.kind == FactKind::Lemma { "lemma" } else { "axiom" };
            let (line, column) = covenant_front::span::line_and_column(text, fact.span.start);
            out.push(Diagnostic {
                kind: DiagnosticKind::FalseFact,
                span: fact.span,
                line,
                column,
                text: fact.name.clone(),
                message: format!("the {kind} `{}` is false: it fails at {}", fact.name, values.join(", ")),
                advice: "correct it or remove it; nothing can rest on it".to_owned(),
            });
            return false;
        }
        true
    });
    out
}

/// The report on a claim that was not looked at.
fn declined_claim(claim: covenant_front::DeclinedClaim) -> ClaimReport {
    let obstacle = Obstacle {
        message: claim.why,
        program: Some(claim.at),
        spec: None,
        condition: None,
        details: Vec::new(),
    };
    let mut report = ClaimReport::new(claim.claim, claim.span, claim.claim_span);
    report.declined = true;
    report.obstacles.push(obstacle);
    report
}

impl ClaimReport {
    /// Nothing found yet.
    fn new(claim: String, span: Span, spec_span: Span) -> Self {
        ClaimReport {
            claim,
            span,
            spec_span,
            verdict: Verdict::Unknown,
            declined: false,
            assumptions: Vec::new(),
            conditions: ConditionCounts::default(),
            lemmas: Vec::new(),
            queries: 0,
            quantifiers: (0, 0),
            certificate: None,
            hash: None,
            missing: None,
            obstacles: Vec::new(),
            exhausted: BTreeSet::new(),
            cut_short: false,
            time: Duration::ZERO,
            solver_time: Duration::ZERO,
            kernel_time: Duration::ZERO,
        }
    }
}

/// The statement with the unit's further rows, for execution.
fn merged(unit: &Unit) -> Statement {
    let mut statement = unit.statement.clone();
    statement.sorts.extend(unit.extra.sorts.iter().cloned());
    statement.exprs.extend(unit.extra.exprs.iter().cloned());
    statement.types.extend(unit.extra.types.iter().cloned());
    statement
}

/// The part of the steps for a missing value that is spent before induction is tried.
const FIRST_LOOK: u64 = 8;

fn check_unit(unit: &Unit, file_name: &str, text: &str, options: &Options, begun: &Begun) -> ClaimReport {
    let start = Instant::now();
    let options = &with_deadline(options, options.timeout.map(|time| time.saturating_sub(begun.time)));
    let mut report = ClaimReport::of(unit);
    attempt(unit, file_name, text, &without_induction(options), Threads::OfTheirOwn, &mut report);
    if report.verdict == Verdict::Unknown && options.limits.induction {
        // Induction and large queries take long. Most claims that are not proved by now are false, and
        // a missing value is found at once.
        look_for_missing(unit, options, options.missing_steps / FIRST_LOOK, &mut report);
        if report.verdict == Verdict::Unknown && report.missing.is_none() {
            attempt(unit, file_name, text, options, Threads::OfTheirOwn, &mut report);
        }
    }
    if report.verdict == Verdict::Unknown {
        look_for_missing(unit, options, options.missing_steps, &mut report);
    }
    if report.verdict != Verdict::Unknown {
        report.exhausted.clear();
    }
    report.cut_short |= begun.cut_short || options.limits.deadline.cut_short();
    report.time = begun.time + start.elapsed();
    report
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

/// Tries to prove the claim; first without assuming any axiom.
fn attempt(
    unit: &Unit,
    file_name: &str,
    text: &str,
    options: &Options,
    threads: Threads,
    report: &mut ClaimReport,
) {
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
                return;
            }
            Err(error) => {
                report.obstacles = vec![Obstacle {
                    message: format!("the search could not be started: {error}"),
                    program: Some(report.span),
                    spec: Some(report.spec_span),
                    condition: None,
                    details: Vec::new(),
                }];
                return;
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
        if elaborated.complete() {
            conclude(&unit, file_name, text, elaborated, report);
        }
        return;
    }
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

/// Makes the certificate and asks the kernel.
fn conclude(unit: &Unit, file_name: &str, text: &str, elaborated: Elaborated, report: &mut ClaimReport) {
    let log = provenance::solver_log(&elaborated);
    let source = provenance::source_map(unit, file_name, text, &elaborated);
    let certificate = Certificate { statement: unit.statement.clone(), proof: elaborated.proof };
    let mut file = CertificateFile { meta: provenance::meta(), certificate, log, source };
    let internal = |message: String| Obstacle {
        message,
        program: Some(report.span),
        spec: Some(report.spec_span),
        condition: None,
        details: vec!["this is a defect of the elaborator; please report it".to_owned()],
    };
    if let Err(error) = covenant_certificates::canonicalize(&mut file) {
        let obstacle = internal(format!("the certificate could not be put in order: {error:?}"));
        report.obstacles.push(obstacle);
        return;
    }
    let kernel_start = Instant::now();
    let verdict = check(&file.certificate.statement, &file.certificate);
    report.kernel_time = kernel_start.elapsed();
    let statement = &file.certificate.statement;
    match verdict {
        KernelVerdict::Valid => report.verdict = Verdict::Valid,
        KernelVerdict::ValidModulo(assumptions) => {
            report.verdict = Verdict::ValidModulo;
            report.assumptions = assumptions.iter().map(|a| assumption_name(statement, *a)).collect();
        }
        KernelVerdict::Reject { at, rule, why } => {
            let obstacle = internal(format!("the kernel refuses the proof: {why:?} at {at:?} {rule:?}"));
            report.obstacles.push(obstacle);
            return;
        }
        KernelVerdict::Declined(why) => {
            let obstacle = internal(format!("the certificate is beyond the kernel's limits: {why:?}"));
            report.obstacles.push(obstacle);
            return;
        }
    }
    report.lemmas = file.certificate.proof.lemmas.iter().map(|l| l.name.clone()).collect();
    report.hash = Hashes::of(&file.certificate).ok().map(|h| h.certificate);
    report.certificate = Some(file);
    report.obstacles.clear();
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

fn look_for_missing(unit: &Unit, options: &Options, steps: u64, report: &mut ClaimReport) {
    let statement = merged(unit);
    let Ok(program) = Program::new(&statement) else { return };
    if steps == 0 {
        return;
    }
    let limits = options.run_limits(steps);
    match covenant_execute::find_missing(program, statement.claim, &limits) {
        covenant_execute::Search::Missing(missing) => {
            report.verdict = if missing.confirmed { Verdict::Rejected } else { Verdict::Unknown };
            report.missing = Some(describe_missing(unit, &program, &missing, &limits));
        }
        covenant_execute::Search::NoneFound(tried)
            if tried.stopped == Some(covenant_execute::Bound::Steps) =>
        {
            report.exhausted.insert(Budget::Missing(steps));
        }
        covenant_execute::Search::Exhausted(covenant_execute::Bound::Steps, _) => {
            report.exhausted.insert(Budget::Missing(steps));
        }
        covenant_execute::Search::NoneFound(_) | covenant_execute::Search::Exhausted(..) => {}
    }
}

fn describe_missing(
    unit: &Unit,
    program: &Program<'_>,
    missing: &MissingValue,
    limits: &covenant_execute::Limits,
) -> Missing {
    let own = unit.functions.iter().find(|f| f.name == unit.claim);
    let predicates = own.map_or_else(Vec::new, |f| f.predicate_names.clone());
    let (statement, names) = (program.statement(), Names { predicates, ..Names::default() });
    let args = missing.args.iter().enumerate().map(|(i, a)| match a {
        covenant_execute::Argument::Value(v) => covenant_execute::show_argument(statement, &names, v),
        covenant_execute::Argument::Least(_) => missing.show_least(program, &names, i),
    });
    let function = usize::try_from(missing.generator.0).ok().and_then(|i| statement.globals.get(i));
    Missing {
        text: missing.show(program, &names),
        args: args.collect(),
        value: covenant_execute::show(statement, &names, &missing.value),
        confirmed: missing.confirmed,
        function: function.map_or(String::new(), |g| g.name.clone()),
        branch: branch_of(unit, program, missing, limits),
    }
}

/// Where the program is when it can no longer return the missing value.
fn branch_of(
    unit: &Unit,
    program: &Program<'_>,
    missing: &MissingValue,
    limits: &covenant_execute::Limits,
) -> Option<Span> {
    let values = missing.args.iter().map(|a| match a {
        covenant_execute::Argument::Value(v) => Some(v.clone()),
        covenant_execute::Argument::Least(_) => None,
    });
    let branch = covenant_execute::branch_taken(
        *program,
        missing.generator,
        &values.collect::<Option<Vec<_>>>()?,
        limits,
    )?;
    // The branch with everything in it: its first row may be no more than its first condition.
    let mut inside = vec![branch];
    let mut hull: Option<Span> = None;
    while let Some(core) = inside.pop() {
        let row = usize::try_from(core.0).ok()?;
        match program.statement().cores.get(row)? {
            CoreRow::LetE(first, second) => inside.extend([*first, *second]),
            CoreRow::LetV(_, body) => inside.push(*body),
            CoreRow::Match(_, branches) => inside.extend(branches.iter().map(|b| b.body)),
            CoreRow::Ret(_) | CoreRow::Err(_) | CoreRow::Op(..) | CoreRow::App(..) => {}
        }
        let Some(span) = unit.source_map.cores.get(row).filter(|span| span.source == Source::User) else {
            continue;
        };
        hull = Some(hull.map_or(*span, |hull| {
            Span::new(Source::User, hull.start.min(span.start), hull.end.max(span.end))
        }));
    }
    hull
}
