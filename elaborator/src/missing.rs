//! Looks for a value that a claim promises and the generator cannot produce, and says where it is lost; and whether
//! it promises anything.

use crate::options::Options;
use crate::recollection::Recollection;
use crate::report::{ClaimReport, Missing, Verdict};
use covenant_execute::{MissingValue, Names, Place, Program};
use covenant_front::{Diagnostic, DiagnosticKind, Source, Span, Unit};
use covenant_kernel::tables::{CoreRow, Statement};
use covenant_prove::search::work::Budget;

/// The statement with the unit's further rows, for execution.
pub(crate) fn merged(unit: &Unit) -> Statement {
    let mut statement = unit.statement.clone();
    statement.sorts.extend(unit.extra.sorts.iter().cloned());
    statement.exprs.extend(unit.extra.exprs.iter().cloned());
    statement.types.extend(unit.extra.types.iter().cloned());
    statement
}

pub(crate) fn look_for_missing(unit: &Unit, options: &Options, steps: u64, report: &mut ClaimReport) {
    let statement = merged(unit);
    let Ok(program) = Program::new(&statement) else { return };
    if steps == 0 {
        return;
    }
    let steps = fewer(&program, steps);
    let limits = options.run_limits(steps);
    match covenant_execute::find_missing(program, statement.claim, &limits) {
        covenant_execute::Search::Missing(missing) => found(unit, &program, &missing, &limits, report),
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

fn parameters(program: &Program<'_>) -> u64 {
    program.fun_type(program.global(program.statement().claim).claim).params.len() as u64
}

/// A step copies what is known of each parameter, so a claim about many has fewer of them.
fn fewer(program: &Program<'_>, steps: u64) -> u64 {
    (steps / FEW_PARAMETERS.max(parameters(program))).max(1).saturating_mul(FEW_PARAMETERS).min(steps)
}

/// Whether the value at the place where an earlier search found one is missing. It is run again.
pub(crate) fn look_again(unit: &Unit, options: &Options, steps: u64, place: u64, report: &mut ClaimReport) {
    let statement = merged(unit);
    let Ok(program) = Program::new(&statement) else { return };
    let limits = options.run_limits(steps);
    let place = Place::of_number(place);
    if let Some(missing) = covenant_execute::find_missing_at(program, statement.claim, place, &limits) {
        found(unit, &program, &missing, &limits, report);
    }
}

fn found(
    unit: &Unit,
    program: &Program<'_>,
    missing: &MissingValue,
    limits: &covenant_execute::Limits,
    report: &mut ClaimReport,
) {
    report.verdict = if missing.confirmed { Verdict::Rejected } else { Verdict::Unknown };
    report.missing = Some(describe_missing(unit, program, missing, limits));
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
        place: missing.place.number(),
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

/// Steps of looking for a promised value.
const PROMISE_STEPS: u64 = 100_000;
/// With more parameters there are fewer of them.
const FEW_PARAMETERS: u64 = 8;
/// With more than so many there are none: values for all of them are not found one by one.
const MOST_PARAMETERS: u64 = 64;
/// What is noted where there is nothing to warn of.
const PROMISES: &str = "promises";

/// A warning if no value satisfies an accepted claim: it is true of every generator.
pub(crate) fn empty_promise(
    unit: &Unit,
    claim: &ClaimReport,
    text: &str,
    options: &Options,
    recollection: Option<&Recollection<'_>>,
) -> Option<Diagnostic> {
    // That a claim promises something was found, or looked for in vain.
    if recollection.is_some_and(|recollection| recollection.noted(PROMISES).is_some()) {
        return None;
    }
    let program = Program::new(&unit.statement).ok()?;
    if parameters(&program) > MOST_PARAMETERS {
        return None;
    }
    let limits = covenant_execute::Limits {
        deadline: options.total.part(options.timeout),
        ..covenant_execute::Limits::with_steps(fewer(&program, PROMISE_STEPS))
    };
    if program.only_fails(unit.statement.claim) {
        return None;
    }
    let covenant_execute::Promise::NothingUpTo(cost) =
        covenant_execute::promises(program, unit.statement.claim, &limits)
    else {
        if let (Some(recollection), false) = (recollection, limits.deadline.cut_short()) {
            recollection.note(PROMISES, &[]);
        }
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
