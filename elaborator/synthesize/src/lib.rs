//! Synthesis: from operators and a goal to generators of traces.
//!
//! | step | module |
//! |---|---|
//! | the shortest sequences of events that reach the goal | `lines` |
//! | generators as text: events and straight lines | `write` |
//! | one function for each state of the goal's automaton | `states` |
//! | one function for a grammar | `grammars` |
//! | one trace that is promised and made; which specifications of answers it violates | `witness` |
//!
//! The input is the automaton of the goal (`covenant_front::operators::TraceGoals`), or a grammar. Straight lines come first; then the
//! recursive generator of all traces of the goal up to a length. Each candidate is text with claims, and the
//! claims are checked like any other: what is not valid is not offered. A line also has the claim that no trace of
//! it is outside of the goal. No name of an operator is known here, nothing is drawn at random, and work is counted.
//!
//! Nothing here is trusted. A mistake can lose a candidate; it cannot make a wrong claim valid.
//!
//! Not chosen: a solver for the conditions of a line (a trace is looked for instead, and shown); conformance with the
//! specifications as a part of a candidate's language: goals of interest describe what a correct system does not
//! do, and would be empty with it. So it is reported beside each candidate.

mod grammars;
mod lines;
mod states;
mod witness;
mod words;
mod write;

use covenant_elaborator::pipeline::{Options, Verdict, check_source};
use covenant_front::operators::TraceGoals;
use covenant_front::{Diagnostic, DiagnosticKind};

pub use witness::{Violation, Witness};

/// Steps of the search for each condition of a candidate.
const CANDIDATE_WORK: u64 = 400_000;

/// The same for a straight line, which is proved soon or not at all.
const LINE_WORK: u64 = 60_000;

/// Z3's units for each query about a candidate.
const CANDIDATE_QUERY: u32 = 2_000_000;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request<'r> {
    /// The name of the file, for messages.
    pub file: &'r str,
    /// Its text.
    pub text: &'r str,
    /// The goal.
    pub goal: &'r str,
    /// How many straight lines, at most.
    pub lines: usize,
}

/// Why there is no generator.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The file cannot be read.
    Unread(Vec<Diagnostic>),
    /// It has no operators.
    NoOperators,
    /// It has no such goal; these it has.
    NoGoal(Vec<String>),
    /// No candidate has a trace and holds; what was tried.
    Nothing(Vec<Candidate>),
}

/// What a candidate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A fixed sequence of requests.
    Line,
    /// All traces of the goal up to a length.
    Recursion,
}

impl Kind {
    /// In words.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Kind::Line => "straight line",
            Kind::Recursion => "recursion",
        }
    }
}

/// A generator that was tried.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The function to call.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Its claims with their verdicts, its own last.
    pub claims: Vec<(String, Verdict)>,
    /// A trace that its claim promises and that it can make.
    pub witness: Option<Witness>,
    /// Why it is not offered; none if it is.
    pub dropped: Option<String>,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Synthesis {
    /// The file with the generators that hold, in a functor.
    pub text: String,
    /// Everything that was tried.
    pub candidates: Vec<Candidate>,
    /// Whether there is no other line, however long.
    pub all_lines: bool,
}

/// Writes generators for a goal.
///
/// # Errors
///
/// If there is none to offer.
pub fn synthesize(request: &Request<'_>, options: &Options) -> Result<Synthesis, Refusal> {
    let module = covenant_front::load(request.file, request.text).map_err(Refusal::Unread)?;
    // Specifications of answers belong to a functor; a file for synthesis may have none yet.
    let module = match &module.goals {
        Some(all) if all.functor.is_none() => {
            let text =
                format!("{}\nmodule Covenant_empty (S : {}) = struct\nend\n", request.text, all.signature);
            covenant_front::load(request.file, &text).map_err(Refusal::Unread)?
        }
        _ => module,
    };
    let wrong: Vec<Diagnostic> =
        module.diagnostics.iter().filter(|d| d.kind != DiagnosticKind::Warning).cloned().collect();
    let Some(all) = module.goals else {
        return Err(if wrong.is_empty() { Refusal::NoOperators } else { Refusal::Unread(wrong) });
    };
    if !wrong.is_empty() {
        return Err(Refusal::Unread(wrong));
    }
    let before = before_functor(request.text, &all);
    let Some((written, all_lines)) = written(request, &all) else {
        let goals = all.goals.iter().map(|goal| &goal.name);
        let names = goals.chain(all.grammars.iter().map(|grammar| &grammar.name));
        return Err(Refusal::NoGoal(names.cloned().collect()));
    };
    let mut candidates = Vec::new();
    let mut offered = Vec::new();
    for (kind, name, written) in written {
        let mut candidate = Candidate { name, kind, claims: Vec::new(), witness: None, dropped: None };
        match written {
            Err(why) => candidate.dropped = Some(why),
            Ok(written) => {
                let text = format!("{before}{}", write::functor(&all, &[&written]));
                judge(request.file, &text, &before, &all, &written, options, &mut candidate);
                if candidate.dropped.is_none() {
                    offered.push(written);
                }
            }
        }
        candidates.push(candidate);
    }
    if offered.is_empty() {
        return Err(Refusal::Nothing(candidates));
    }
    let parts: Vec<&write::Written> = offered.iter().collect();
    Ok(Synthesis { text: format!("{before}{}", write::functor(&all, &parts)), candidates, all_lines })
}

/// What is tried: its kind, the function to call, and its text or why there is none.
type Tried = (Kind, String, Result<write::Written, write::Unwritten>);

/// The candidates for a goal or a grammar, and whether there is no other line; none if there is no such goal.
fn written(request: &Request<'_>, all: &TraceGoals) -> Option<(Vec<Tried>, bool)> {
    let name = states::generator_name(request.goal);
    if let Some(grammar) = all.grammars.iter().find(|grammar| grammar.name == request.goal) {
        return Some((vec![(Kind::Recursion, name, grammars::grammar(all, grammar))], false));
    }
    let goal = all.goals.iter().position(|goal| goal.name == request.goal)?;
    let (lines, all_lines) = lines::lines(&all.goals, goal, request.lines);
    let named = lines.iter().enumerate().map(|(index, line)| {
        let name = format!("{}_line_{}", request.goal, index + 1);
        (Kind::Line, name.clone(), write::line(all, &all.goals[goal], line, &name))
    });
    let recursion = (Kind::Recursion, name, states::automaton(all, goal));
    Some((named.chain([recursion]).collect(), all_lines))
}

/// Checks the claims of a candidate and looks for a trace.
fn judge(
    file: &str,
    text: &str,
    before: &str,
    all: &TraceGoals,
    written: &write::Written,
    options: &Options,
    candidate: &mut Candidate,
) {
    candidate.witness = witness::witness(file, text, before, all, &candidate.name);
    if candidate.witness.is_none() {
        candidate.dropped = Some("no trace was found that it promises and can make".to_owned());
        return;
    }
    // A candidate is one of several, and a line needs no induction: what takes long is dropped. Counted in steps.
    let mut options = Options { missing_steps: 0, guess_lemmas: false, ..options.clone() };
    // A line of ten events is taken apart ten times.
    if candidate.kind == Kind::Line {
        options.limits = options.limits.deeper();
    }
    options.limits.work = if candidate.kind == Kind::Line { LINE_WORK } else { CANDIDATE_WORK };
    options.limits.query_resources = CANDIDATE_QUERY;
    options.limits.induction = candidate.kind == Kind::Recursion;
    options.limits.second_solver = None;
    let report = check_source(file, text, &options);
    for name in &written.claims {
        let found = report.claims.iter().find(|claim| claim.claim == *name);
        let verdict = found.map_or(Verdict::Unknown, |claim| claim.verdict);
        candidate.claims.push((name.clone(), verdict));
    }
    let bad = candidate.claims.iter().find(|(_, verdict)| *verdict != Verdict::Valid);
    if let Some((name, verdict)) = bad {
        candidate.dropped = Some(format!("the claim of `{name}` is {}", verdict.word()));
    }
}

/// The file up to its functor.
fn before_functor(text: &str, all: &TraceGoals) -> String {
    let end = all.functor.and_then(|functor| {
        // The place of a functor begins at its name.
        text.get(..functor.start).and_then(|before| before.rfind("module")).or(Some(functor.start))
    });
    let before = end.and_then(|end| text.get(..end)).unwrap_or(text);
    format!("{}\n\n", before.trim_end())
}
