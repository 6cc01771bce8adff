//! The loop: search, propose, verify, prove; what fails becomes a new environment or probe.

use covenant_elaborator::pipeline::{self, ClaimReport, Verdict, check_source};
use covenant_execute::missing::Argument;
use covenant_execute::{Limits, Names, Program, Search, Value, find_missing, show, show_argument};
use covenant_front::{Unit, load_with_components};

use crate::components::{Components, Wishes};
use crate::cover::Candidate;
use crate::environments::Args;
use crate::holes::always_ends;
use crate::instance::instance;
use crate::outcome::{ClaimRepair, Outcome, Repair, Work};
use crate::patch::{Edit, apply, edits};
use crate::problem::{Extended, Problem};
use crate::search::{Failure, Found, Setting, Stage, WORK_OF_A_CLAIM, prepare, solve};
use crate::sketch::{Sketch, readable};
use crate::verify::{Excess, Tried, one_step, runs};
use crate::{surface, verify};

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request<'s> {
    /// The file's name.
    pub file: &'s str,
    /// Its text.
    pub text: &'s str,
    /// The function whose claim is repaired.
    pub claim: &'s str,
}

/// How to repair.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How the new text is checked.
    pub check: pipeline::Options,
    /// What terms are made of.
    pub wishes: Wishes,
    /// Repairs to find.
    pub all: usize,
    /// Whether a repair may return what the claim forbids, if there is no other.
    pub imprecise: bool,
    /// Whether an added branch that ends the recursion is weighted by the size, and not by a coin.
    pub biased: bool,
    /// The greatest cost of a term, about its number of nodes; none: as far as the work goes.
    pub max_cost: Option<u32>,
    /// Whether to try to prove that the first repair returns nothing else.
    pub prove_exact: bool,
}

/// Why nothing is added to a file of QCheck.
const IN_A_LIBRARY: &str = "the file uses QCheck, and there only what is written is changed (a bound, a weight, a name) or an arm \
                            added to a list of choices: neither helps";
/// Rounds of one claim.
const MOST_ROUNDS: u32 = 8;
/// Rounds in which small integer terms come first.
const NARROW_ROUNDS: u32 = 3;
/// Changes that fit and are not proved, before no more are tried.
pub(crate) const MOST_UNPROVED: usize = 2;
/// Steps of looking for the missing value to begin with.
const MISSING_STEPS: u64 = 2_000_000;
/// Stack of the search: formulas and values are walked recursively.
const STACK: usize = 1 << 29;

/// The names of what terms would be made of.
///
/// # Errors
///
/// Why there are none.
pub fn components_of(request: &Request<'_>, options: &Options) -> Result<Vec<String>, String> {
    let Read { unit, items, .. } = read(request)?;
    let extended = Extended::of(&unit);
    let mut problem = Problem::new(&unit, &extended).map_err(str::to_owned)?;
    let function = surface::function(&items, request.claim).ok_or_else(|| elsewhere(request))?;
    let components = Components::new(request.text, &items, request.claim, &function, &options.wishes);
    problem.name_parameters(&function.parameters);
    Ok(components.describe(&problem))
}

fn elsewhere(request: &Request<'_>) -> String {
    format!("the definition of `{}` is not a function of this file", request.claim)
}

/// The claim of a text at one meaning, if it can be read.
pub(crate) fn load(request: &Request<'_>) -> Option<Unit> {
    let module = load_with_components(request.file, request.text).ok()?;
    module.units.into_iter().find(|unit| unit.claim == request.claim).and_then(instance)
}

/// A file that was read for one of its claims.
pub(crate) struct Read {
    /// The claim as it was written.
    pub written: Unit,
    /// The claim at one meaning of its type variables, predicate variables and functions.
    pub unit: Unit,
    pub items: Vec<covenant_front::syntax::Item>,
    /// Whether it uses a library of generators.
    pub library: bool,
}

pub(crate) fn read(request: &Request<'_>) -> Result<Read, String> {
    let module =
        load_with_components(request.file, request.text).map_err(|_| "the file is not OCaml".to_owned())?;
    let library = module.reading.library && request.text.contains("QCheck");
    let written = module.units.into_iter().find(|unit| unit.claim == request.claim).ok_or_else(|| {
        format!("the claim of `{}` cannot be read; `covenant check` says why", request.claim)
    })?;
    let unit = instance(written.clone()).ok_or_else(|| {
        "a function that it takes depends on other parameters, or changes from call to call".to_owned()
    })?;
    let items = covenant_front::surface(request.text).ok_or_else(|| "the file is not OCaml".to_owned())?;
    Ok(Read { written, unit, items, library })
}

/// Whether the measure decreases in every call.
fn ends(unit: &Unit, old: &Problem<'_>, found: &Found) -> bool {
    let extended = Extended::of(unit);
    Problem::new(unit, &extended).is_ok_and(|mut problem| {
        if unit.statement.datatypes == old.unit.statement.datatypes {
            problem.share(old);
        }
        always_ends(&mut problem, &found.environments.chosen, &found.probes)
    })
}

/// Repairs one claim, without other control flow than the text has.
pub(crate) fn repair_as_it_is(request: &Request<'_>, options: &Options) -> ClaimRepair {
    let on_its_own_stack = || covenant_budget::on_a_deep_stack(STACK, || repair_here(request, options));
    on_its_own_stack().unwrap_or_else(|error| ClaimRepair {
        claim: request.claim.to_owned(),
        span: None,
        outcome: Outcome::Declined(format!("no thread can be started: {error}")),
        suspect: None,
        work: Work::default(),
    })
}

fn repair_here(request: &Request<'_>, options: &Options) -> ClaimRepair {
    let sketch = Sketch::new(request.text);
    let as_read = Request { text: &sketch.readable, ..request.clone() };
    let mut result = repair_readable(&as_read, options, true);
    if sketch.has_holes() {
        result.span = result.span.map(|span| sketch.span(span));
        let span = result.span;
        let finish = |repair: &mut Repair| {
            repair.edits = sketch.on_the_sketch(&repair.edits, span);
            let readable_text = std::mem::replace(&mut repair.text, apply(request.text, &repair.edits));
            if readable_text != repair.text {
                repair.redundant.clear();
            }
            // The certificate is about the text as it will be, but for the sketches of other functions.
            if let Some(report) = check(request, &readable(&repair.text), options) {
                repair.report = report;
            }
        };
        match &mut result.outcome {
            Outcome::Repaired(repairs) => repairs.iter_mut().for_each(finish),
            Outcome::Unproved(repair) => finish(repair),
            _ => {}
        }
    }
    result
}

/// Repairs a text without `_`; `further` if texts that are made of it may be repaired in turn.
pub(crate) fn repair_readable(request: &Request<'_>, options: &Options, further: bool) -> ClaimRepair {
    let mut work = Work::default();
    let (mut span, mut suspect) = (None, None);
    let outcome = match read(request) {
        Err(why) => Outcome::Declined(why),
        Ok(read) => {
            let unit = &read.unit;
            span = unit.functions.iter().find(|f| f.name == unit.claim).map(|f| f.span);
            repair_unit(request, options, &read, further, &mut work, &mut suspect)
        }
    };
    ClaimRepair { claim: request.claim.to_owned(), span, outcome, suspect, work }
}

/// Arguments and a value, if all arguments are data.
fn pair(missing: &covenant_execute::MissingValue) -> Option<(Args, Value)> {
    let values = missing.args.iter().map(|arg| match arg {
        Argument::Value(value) => Some(value.clone()),
        Argument::Least(_) => None,
    });
    Some((values.collect::<Option<Vec<_>>>()?.into(), missing.value.clone()))
}

pub(crate) fn first_missing(unit: &Unit) -> Option<covenant_execute::MissingValue> {
    let program = Program::new(&unit.statement).ok()?;
    match find_missing(program, unit.statement.claim, &Limits::with_steps(MISSING_STEPS)) {
        Search::Missing(missing) => Some(missing),
        _ => None,
    }
}

pub(crate) fn check(request: &Request<'_>, text: &str, options: &Options) -> Option<ClaimReport> {
    let options = pipeline::Options { claim: Some(request.claim.to_owned()), ..options.check.clone() };
    let report = check_source(request.file, text, &options);
    report.claims.into_iter().find(|claim| claim.claim == request.claim)
}

/// Whether the function is proved to be complete; that it returns nothing else can only be tested, and is if the claim
/// says *exactly*.
pub(crate) fn is_proved(report: &ClaimReport) -> bool {
    let every = match report.verdict {
        Verdict::Tested => report.every.unwrap_or(report.verdict),
        other => other,
    };
    matches!(every, Verdict::Valid | Verdict::ValidModulo)
}

fn repair_unit(
    request: &Request<'_>,
    options: &Options,
    Read { written, unit, items, library }: &Read,
    further: bool,
    work: &mut Work,
    suspect: &mut Option<String>,
) -> Outcome {
    let library = *library;
    let extended = Extended::of(unit);
    let mut problem = match Problem::new(unit, &extended) {
        Ok(problem) => problem,
        Err(why) => return Outcome::Declined(why.to_owned()),
    };
    let Some(function) = surface::function(items, request.claim) else {
        return Outcome::Declined(elsewhere(request));
    };
    problem.name_parameters(&function.parameters);
    let components = Components::new(request.text, items, request.claim, &function, &options.wishes);
    let setting = Setting {
        imprecise: options.imprecise,
        max_cost: options.max_cost.unwrap_or(u32::MAX),
        ..Setting::new(function, components, library)
    };
    let mut task = Task {
        request,
        options,
        unit,
        setting,
        extra_args: Vec::new(),
        extra_values: Vec::new(),
        repairs: Vec::new(),
        unproved: None,
        edits_tried: false,
        ends: true,
        further,
        tolerated: Excess::new(),
        tolerates: false,
        suspect: None,
    };
    let Some(missing) = first_missing(written) else {
        let report = check(request, request.text, options);
        *suspect = task.says_nothing(&mut problem);
        return match report {
            Some(report) if is_proved(&report) => Outcome::NothingToRepair(Box::new(report)),
            _ => Outcome::Unknown(
                "neither proved nor refuted, so there is nothing to aim at; `covenant check` says where it is stuck"
                    .to_owned(),
            ),
        };
    };
    // At a meaning of its own the claim has other values.
    if written.statement == unit.statement {
        task.seed(&missing);
    }
    let outcome = task.run(&mut problem, &missing, work);
    *suspect = task.suspect;
    outcome
}

pub(crate) struct Task<'t> {
    pub request: &'t Request<'t>,
    pub options: &'t Options,
    pub unit: &'t Unit,
    pub setting: Setting<'t>,
    pub extra_args: Vec<Args>,
    pub extra_values: Vec<Value>,
    pub repairs: Vec<Repair>,
    pub unproved: Option<Repair>,
    edits_tried: bool,
    /// Whether the measure decreases in every call of the program as it is.
    ends: bool,
    /// Whether texts that are made of this one may be repaired in turn.
    pub further: bool,
    /// What is forbidden and was returned before; and whether that is tolerated, as nothing else helps.
    pub tolerated: Excess,
    pub tolerates: bool,
    /// Why the claim itself may be wrong.
    pub suspect: Option<String>,
}

/// What came of a proposal.
pub(crate) enum Tested {
    /// Proved.
    Good(Box<Repair>),
    /// Fits what was tried, and is not proved.
    Unproved(Box<Repair>),
    /// Wrong at this.
    Wrong(verify::Wrong),
    /// Not a program, or nothing new is known.
    Useless,
}

impl Task<'_> {
    fn seed(&mut self, missing: &covenant_execute::MissingValue) {
        if let Some((args, value)) = pair(missing) {
            self.learn(args, value);
        }
    }

    /// Says whether this is new.
    fn learn(&mut self, args: Args, value: Value) -> bool {
        let new_args = !self.extra_args.contains(&args);
        let new_value = !self.extra_values.contains(&value);
        if new_args {
            self.extra_args.push(args);
        }
        if new_value {
            self.extra_values.push(value);
        }
        new_args || new_value
    }

    pub fn show(&self, problem: &Problem<'_>, args: &[Value], value: &Value) -> String {
        let value = show(&self.unit.statement, &Names::default(), value);
        format!("{} => {value}", self.show_call(problem, args))
    }

    pub fn show_call(&self, problem: &Problem<'_>, args: &[Value]) -> String {
        let (statement, names) = (&self.unit.statement, Names::default());
        let shown =
            |(place, arg): (usize, &Value)| match problem.own().handed_on.get(place).cloned().flatten() {
                Some(name) => name.to_string(),
                None => show_argument(statement, &names, arg),
            };
        let args: Vec<String> = args.iter().enumerate().map(shown).collect();
        format!("{} {}", self.request.claim, args.join(" "))
    }

    fn run(
        &mut self,
        problem: &mut Problem<'_>,
        missing: &covenant_execute::MissingValue,
        work: &mut Work,
    ) -> Outcome {
        let (mut latest, mut failure) = self.rounds(problem, missing, work);
        let nothing = |task: &Self| task.repairs.is_empty() && task.unproved.is_none();
        if let Some(found) = latest.as_ref().filter(|_| nothing(self) && !self.setting.library) {
            self.two_changes(found, work);
            if nothing(self) && self.tolerate(problem, found) {
                self.setting.blocked.clear();
                self.edits_tried = false;
                (latest, failure) = self.rounds(problem, missing, work);
            }
        }
        if let (Some(found), Some(first)) = (&latest, self.repairs.first()) {
            let redundant = self.redundant(problem, found, first);
            let tried = first.excess.is_none() && self.options.prove_exact;
            let exact = tried && self.is_exact(first);
            self.repairs[0].redundant = redundant;
            self.repairs[0].exact = exact;
        }
        if !self.repairs.is_empty() {
            return Outcome::Repaired(std::mem::take(&mut self.repairs));
        }
        match (self.unproved.take(), failure) {
            (Some(repair), _) => Outcome::Unproved(Box::new(repair)),
            (None, Some(why)) => Outcome::NoRepair(why),
            (None, None) => Outcome::NoRepair(format!(
                "{} proposals were all refuted; the last missing value is {}",
                work.rounds,
                missing.show(&problem.program, &Names::default())
            )),
        }
    }

    /// Rounds of searching, and of learning from what was wrong; also says what the last one worked on, and why
    /// nothing was found.
    fn rounds(
        &mut self,
        problem: &mut Problem<'_>,
        missing: &covenant_execute::MissingValue,
        work: &mut Work,
    ) -> (Option<Found>, Option<String>) {
        let (mut failure, mut unproved) = (None, 0);
        // A text that was made of another one has little left to do, and what was tried without is tried first with.
        let (most_rounds, share) =
            if self.further && !self.tolerates { (MOST_ROUNDS, 1) } else { (NARROW_ROUNDS, 4) };
        let mut left = WORK_OF_A_CLAIM / share;
        let mut latest = None;
        for round in 1..=most_rounds {
            work.rounds += 1;
            self.setting.wide = round > NARROW_ROUNDS;
            let found =
                &*latest.insert(prepare(problem, &self.setting, &self.extra_args, &self.extra_values));
            if self.tolerates {
                self.tolerate(problem, found);
            }
            if self.setting.library {
                if let Some(repair) = self.change_something(problem, found, u32::MAX, work) {
                    self.repairs.push(repair);
                }
                failure = Some(match found.missing.is_empty() {
                    true => self.explain(&Failure::NothingMissing, missing, problem, found),
                    false => IN_A_LIBRARY.to_owned(),
                });
                break;
            }
            self.ends = always_ends(problem, &found.environments.chosen, &found.probes);
            if round == 1 && self.is_sketch() && self.fill_sketch(problem, found, work) {
                break;
            }
            let (mut result, made) = solve(problem, &self.setting, found, Stage::Quick, &mut left);
            work.terms += made;
            if !self.edits_tried && !found.missing.is_empty() {
                self.edits_tried = true;
                if self.changes(problem, found, result.as_ref().ok(), work) {
                    break;
                }
            }
            if matches!(result, Err(Failure::OutOfReach(..) | Failure::OnlyUnsafe(..))) {
                let (all, made) = solve(problem, &self.setting, found, Stage::Full, &mut left);
                work.terms += made;
                result = all;
            }
            let solution = match result {
                Ok(solution) => solution,
                Err(why) => {
                    failure = Some(self.explain(&why, missing, problem, found));
                    break;
                }
            };
            work.checks += 1;
            match self.test(problem, found, &solution) {
                Tested::Good(repair) => {
                    let repair = self.shortest(problem, found, &solution, repair);
                    self.repairs.push(*repair);
                    if self.repairs.len() >= self.options.all.max(1) {
                        break;
                    }
                    self.block(&solution);
                }
                Tested::Unproved(repair) => {
                    self.unproved.get_or_insert(*repair);
                    self.block(&solution);
                    unproved += 1;
                    if unproved >= MOST_UNPROVED {
                        break;
                    }
                }
                Tested::Wrong(wrong) if !self.tolerates && self.was_returned(&wrong) => {
                    self.learn(wrong.args.clone(), wrong.value.clone());
                    self.tolerated.insert((wrong.args.to_vec(), wrong.value.clone()));
                    let shown = self.show(problem, &wrong.args, &wrong.value);
                    failure = Some(format!(
                        "the function returns what is forbidden, with and without a change: {shown}"
                    ));
                    break;
                }
                Tested::Wrong(wrong) => {
                    if !self.learn(wrong.args, wrong.value) {
                        self.block(&solution);
                    }
                }
                Tested::Useless => self.block(&solution),
            }
        }
        (latest, failure)
    }

    fn block(&mut self, solution: &[Candidate]) {
        // The dearest term is the one that another choice is wanted for.
        if let Some(worst) = solution.iter().max_by_key(|c| c.cost) {
            self.setting.blocked.push((worst.hole, worst.term.clone()));
        }
    }

    pub fn test(&self, problem: &mut Problem<'_>, found: &Found, solution: &[Candidate]) -> Tested {
        let holes = found.holes.as_deref().unwrap_or_default();
        let measured = problem.own().measured_parameter(&problem.program).filter(|_| self.options.biased);
        let size = measured.and_then(|place| self.setting.function.parameters.get(place)).map(String::as_str);
        let edits = edits(self.request.text, &self.unit.statement, self.request.claim, holes, solution, size);
        let text = apply(self.request.text, &edits);
        let Some(new) = load(&Request { text: &text, ..self.request.clone() }) else {
            return Tested::Useless;
        };
        let size = solution.iter().map(|c| c.term.size() + c.guard.as_ref().map_or(0, |g| g.cost)).sum();
        self.judge(problem, found, &new, edits, text, size)
    }

    /// Judges a text: cheapest first.
    pub fn judge(
        &self,
        problem: &mut Problem<'_>,
        found: &Found,
        new: &Unit,
        edits: Vec<Edit>,
        text: String,
        size: u32,
    ) -> Tested {
        if self.ends && !ends(new, problem, found) {
            return Tested::Useless;
        }
        let (mut excess, mut excluded) = (None, 0);
        match one_step(problem, new, &found.environments.all, &found.probes, &self.tolerated()) {
            Err(wrong) if wrong.excess && self.options.imprecise => {
                excess = Some(self.show(problem, &wrong.args, &wrong.value));
            }
            Err(wrong) => return Tested::Wrong(wrong),
            Ok(count) => excluded = count,
        }
        if let Some((args, value)) = self.still_returned(new) {
            excess = Some(self.show(problem, &args, &value));
        }
        let excess_before = excess.is_some() && self.tolerates;
        let tried = match runs(problem, new, &found.environments.chosen) {
            Ok(tried) => tried,
            Err(wrong) if self.options.imprecise || excess_before => {
                excess.get_or_insert_with(|| self.show(problem, &wrong.args, &wrong.value));
                Tried::default()
            }
            Err(wrong) => return Tested::Wrong(wrong),
        };
        let Some(report) = check(self.request, &text, self.options) else { return Tested::Useless };
        let proved = is_proved(&report);
        if report.verdict == Verdict::Rejected {
            let counter =
                (new.statement.datatypes == self.unit.statement.datatypes).then(|| first_missing(new));
            if let Some((args, value)) = counter.flatten().as_ref().and_then(pair) {
                return Tested::Wrong(verify::Wrong { args, value, excess: false });
            }
            return Tested::Useless;
        }
        let Tried { values, arguments } = tried;
        let adds =
            found.missing.first().map(|(args, value)| self.show(problem, args, value)).unwrap_or_default();
        let repair = Repair {
            edits,
            text,
            adds,
            values_tried: values,
            arguments_tried: arguments,
            exact: false,
            excluded,
            size,
            excess,
            excess_before,
            redundant: Vec::new(),
            report,
        };
        if proved { Tested::Good(Box::new(repair)) } else { Tested::Unproved(Box::new(repair)) }
    }
}
