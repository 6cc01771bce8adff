//! The front end: from the text of an annotated OCaml file to the kernel's
//! tables.
//!
//! | step | module | from | to |
//! |---|---|---|---|
//! | parse | `parse` | text | surface tree ([`syntax`]) |
//! | or import | `resolved` | OCaml's typed tree | surface tree |
//! | write purely | `operators` | surface tree with a system under test | surface tree |
//! | infer | `infer` | surface tree | typed tree (`typed`) |
//! | lower | `lower` | typed tree | tables, one [`Unit`] per claim |
//!
//! Nothing here is trusted: what comes out is a *statement*, which the kernel
//! checks for itself and the user can read. Errors are data
//! ([`Diagnostic`]), several per run.
//!
//! The work is done on a thread with a large stack, because all trees are
//! walked recursively; their depth is bounded by the parser. An explicit stack
//! everywhere would obscure every walk for the sake of inputs that nobody
//! writes.

mod agreement;
mod aside;
pub mod diagnostic;
mod effects;
mod elements;
mod formula_functions;
mod infer;
mod library;
mod locals;
mod lower;
pub mod module;
mod modules;
pub mod operators;
mod parse;
mod prelude;
mod qcheck;
mod resolved;
pub mod span;
mod specialise;
mod specifications;
mod spelling;
mod steps;
pub mod syntax;
#[cfg(test)]
mod tests;
mod tree;
mod typed;
mod walk;

pub use self::agreement::{Disagreement, agreement};
pub use self::diagnostic::{Diagnostic, DiagnosticKind};
pub use self::library::library_modules;
pub use self::module::{
    ClaimKind, DeclinedClaim, ExtraRows, FactInfo, FactKind, FunctionInfo, Generator, LocalClaimInfo, Module,
    NotTotal, ParameterInfo, SourceMap, TypeSpans, Unit,
};
pub use self::operators::Operators;
pub use self::parse::Weighed;
pub use self::qcheck::{QcheckVersion, Reading};
pub use self::span::{Source, Span};

use std::collections::{BTreeSet, HashMap};

use self::diagnostic::Problems;
use self::operators::WriterStyle;
use self::qcheck::Direct;
use self::steps::Steps;
use self::syntax::{Name, Reason, UnreadClaim};
use self::typed::{Contract, FunctionId, Program, TKind};

/// Enough for trees of the greatest depth that the parser lets through.
const STACK_BYTES: usize = 256 << 20;

/// The text of the embedded prelude and of what stands for libraries, for spans that point into it.
#[must_use]
pub fn prelude_text() -> &'static str {
    prelude::TEXT
}

/// The prelude alone: the names that every file may use.
#[must_use]
pub fn prelude_alone() -> &'static str {
    prelude::ALONE
}

/// The definitions that QCheck's generators stand for, with their supports as claims.
#[must_use]
pub fn qcheck_text() -> &'static str {
    prelude::QCHECK
}

/// Reads a file: parse, infer, lower.
///
/// A mistake concerns the item that it is in and the claims that need it; the
/// other claims are read all the same.
///
/// # Errors
///
/// The syntax errors, if the file is not OCaml.
pub fn load(file_name: &str, source: &str) -> Result<Module, Vec<Diagnostic>> {
    load_with(file_name, source, Reading::default())
}

/// Reads a file, with what is known about the libraries that it uses.
///
/// # Errors
///
/// As [`load`].
pub fn load_with(file_name: &str, source: &str, reading: Reading) -> Result<Module, Vec<Diagnostic>> {
    on_a_large_stack(source, || load_here(file_name, source, reading, Contents::Needed))
}

fn on_a_large_stack(
    source: &str,
    read: impl FnOnce() -> Result<Module, Vec<Diagnostic>> + Send,
) -> Result<Module, Vec<Diagnostic>> {
    match covenant_budget::on_a_deep_stack(STACK_BYTES, read) {
        Ok(result) => result,
        Err(error) => {
            let mut problems = Problems::default();
            problems.decline(
                Span::new(Source::User, 0, 0),
                &format!("reading the file without a thread of its own ({error})"),
                "free some memory",
            );
            Err(problems.into_diagnostics(source, prelude::TEXT))
        }
    }
}

/// Reads a file from what OCaml's own front end made of it: the output of `covenant_read.ml`.
/// Names in the result carry OCaml's numbers; [`agreement`] compares it with what [`load`] reads.
///
/// # Errors
///
/// If that output cannot be read.
pub fn load_resolved(
    file_name: &str,
    source: &str,
    json: &str,
    reading: Reading,
) -> Result<Module, Vec<Diagnostic>> {
    on_a_large_stack(source, || {
        let mut problems = Problems::default();
        match resolved::items(json, source, &mut problems) {
            Some(items) => {
                // OCaml has resolved their names.
                let text = FileText { source, own_modules: &BTreeSet::new() };
                Ok(load_items(file_name, text, items, reading, problems, Contents::Needed))
            }
            None => Err(problems.into_diagnostics(source, prelude::TEXT)),
        }
    })
}

/// The claims of a file that are read as *only* or *exactly*, without the functions that they are about: each function
/// fails. For functions that are run by somebody else, whether or not they can be read.
#[must_use]
pub fn specifications(source: &str) -> Vec<Unit> {
    covenant_budget::on_a_deep_stack(STACK_BYTES, || specifications::specifications(source))
        .unwrap_or_default()
}

/// As [`load`], but each unit also holds the claimed functions above its own that the program does
/// not call: what a change of the program might call.
///
/// # Errors
///
/// The syntax errors, if the file is not OCaml.
pub fn load_with_components(file_name: &str, source: &str) -> Result<Module, Vec<Diagnostic>> {
    on_a_large_stack(source, || load_here(file_name, source, Reading::default(), Contents::WithComponents))
}

/// The items of a file as they are written; none if the file is not OCaml.
#[must_use]
pub fn surface(source: &str) -> Option<Vec<syntax::Item>> {
    let parsed = covenant_budget::on_a_deep_stack(STACK_BYTES, || {
        parse::parse(source, Source::User, &mut Problems::default())
    });
    parsed.ok().flatten().map(|parsed| parsed.items)
}

/// Where `_` stands in the place of an expression, in order; none if the file is not OCaml. No claim
/// about such a file is read: it is a sketch.
#[must_use]
pub fn typed_holes(source: &str) -> Vec<Span> {
    covenant_budget::on_a_deep_stack(STACK_BYTES, || parse::typed_holes(source)).unwrap_or_default()
}

/// The choices of a file whose sides have weights (`[@weight n]`), in order; none if the file is not OCaml.
#[must_use]
pub fn weights(source: &str) -> Vec<Weighed> {
    covenant_budget::on_a_deep_stack(STACK_BYTES, || parse::weights(source)).unwrap_or_default()
}

/// What a unit holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contents {
    /// What its claim needs.
    Needed,
    /// The claimed functions above it, too.
    WithComponents,
}

fn load_here(
    file_name: &str,
    source: &str,
    reading: Reading,
    contents: Contents,
) -> Result<Module, Vec<Diagnostic>> {
    let mut problems = Problems::default();
    let Some(items) = parse::parse(source, Source::User, &mut problems) else {
        return Err(problems.into_diagnostics(source, prelude::TEXT));
    };
    let reading = Reading { library: items.modules, ..reading };
    let own_modules = items.own_modules.clone();
    let items = modules::resolve(items, reading.opens_hide_nothing, &mut problems);
    let text = FileText { source, own_modules: &own_modules };
    Ok(load_items(file_name, text, items, reading, problems, contents))
}

/// A file as text, and the modules that it defines anywhere.
#[derive(Clone, Copy)]
struct FileText<'t> {
    source: &'t str,
    own_modules: &'t BTreeSet<String>,
}

fn load_items(
    file_name: &str,
    text: FileText<'_>,
    mut items: Vec<syntax::Item>,
    reading: Reading,
    mut problems: Problems,
    contents: Contents,
) -> Module {
    formula_functions::read_as_predicates(&mut items);
    let WriterStyle { items, operators, goals } = operators::in_writer_style(items, &mut problems);
    let (mut program, Direct { guesses, .. }) = typed_program(text, items, reading, &mut problems);
    lower::check_predicates(&mut program, &mut problems);
    let outcome = lower::declare_outcomes(&mut program);
    let effects = if reading.taken_to_start {
        effects::Effects::default()
    } else {
        effects::find(&program, &mut problems)
    };
    let definitions = Definitions::of(&program);
    let (mut units, mut only) = (Vec::new(), Vec::new());
    // SOUNDNESS: a claim that is read as *only* does not say what can be returned. While claims of the other kind are
    // lowered it is not there: its function is one without a claim.
    let one_way = take_only_claims(&mut program);
    let (with, mut components) = (contents == Contents::WithComponents, Vec::new());
    let mut declined: Vec<DeclinedClaim> =
        program.unread_claims.iter().map(|(claim, why)| unread(&program, claim, why)).collect();
    for (id, function) in program.functions.iter().enumerate() {
        let Some(contract) = &function.contract else {
            continue;
        };
        if function.span.source != Source::User || function.assumed {
            continue;
        }
        let name = Name { text: function.name.clone(), span: function.span };
        let claim = UnreadClaim { name, span: function.span, claim_span: contract.claim.span };
        if function.set_aside {
            let known = |other: &UnreadClaim| other.name.text == function.name && other.span == function.span;
            if !program.unread_claims.iter().any(|(other, _)| known(other)) {
                declined
                    .extend(hidden_claim(&claim, &mut problems).map(|why| unread(&program, &claim, &why)));
            }
            continue;
        }
        if let Some(why) = effects.reason().or_else(|| hidden(&program, id, &mut problems, &definitions)) {
            declined.push(unread(&program, &claim, &why));
            continue;
        }
        let before = problems.error_count();
        match lower::lower(&program, id, with.then_some(&components), &mut problems) {
            Some(mut unit) => {
                unit.total = outcome.and_then(|outcome| lower::with_checks(&program, id, outcome));
                units.push(unit);
                components.push(id);
            }
            None => {
                declined.extend(problems.first_error_after(before).map(|why| unread(&program, &claim, &why)));
            }
        }
    }
    let lost = lost_claims(&program, &units, &mut problems);
    only.extend(units.iter().filter(|unit: &&Unit| unit.kind == ClaimKind::Exactly).cloned());
    for (id, contract) in one_way.iter() {
        program.functions[*id].contract = Some(contract.clone());
    }
    for (id, contract) in one_way {
        let before = problems.error_count();
        let function = &program.functions[id];
        let name = Name { text: function.name.clone(), span: function.span };
        let claim = UnreadClaim { name, span: function.span, claim_span: contract.claim.span };
        let known = |other: &UnreadClaim| other.name.text == function.name && other.span == function.span;
        let why = if function.set_aside {
            let known = program.unread_claims.iter().any(|(other, _)| known(other));
            if known { continue } else { hidden_claim(&claim, &mut problems) }
        } else {
            effects.reason().or_else(|| hidden(&program, id, &mut problems, &definitions))
        };
        let why = match why {
            Some(why) => Some(why),
            None => match lower::lower(&program, id, None, &mut problems) {
                Some(mut unit) => {
                    unit.total = outcome.and_then(|outcome| lower::with_checks(&program, id, outcome));
                    only.push(unit);
                    None
                }
                None => problems.first_error_after(before),
            },
        };
        declined.extend(why.map(|why| unread(&program, &claim, &why)));
    }
    only.sort_by_key(Unit::claim_span);
    declined.extend(lost.iter().map(|(claim, why)| unread(&program, claim, why)));
    declined.sort_by_key(|claim| claim.span);
    let assumed = assumed_with_body(&mut program);
    let diagnostics = problems.into_diagnostics(text.source, prelude::TEXT);
    Module {
        file_name: file_name.to_owned(),
        units,
        only,
        assumed,
        declined,
        diagnostics,
        reading,
        guesses,
        operators,
        goals,
    }
}

/// Takes out the claims that are read as *only*.
fn take_only_claims(program: &mut Program) -> Vec<(FunctionId, Contract)> {
    let mut taken = Vec::new();
    for (id, function) in program.functions.iter_mut().enumerate() {
        let own = function.span.source == Source::User && !function.assumed;
        if own && function.contract.as_ref().is_some_and(|contract| contract.claim.kind == ClaimKind::Only) {
            taken.extend(function.contract.take().map(|contract| (id, contract)));
        }
    }
    taken
}

/// The program of a file, typed, and what it was made from.
fn typed_program(
    text: FileText<'_>,
    items: Vec<syntax::Item>,
    reading: Reading,
    problems: &mut Problems,
) -> (Program, Direct) {
    let prelude_items = prelude::items(problems);
    let libraries = prelude::libraries(text.source, text.own_modules, reading.library, problems);
    // A file that does not name the library is read without it.
    let (library, direct) = if reading.library {
        let direct = qcheck::in_direct_style(items, reading, problems);
        (prelude::qcheck_items(problems), direct)
    } else {
        (&[][..], Direct { items, guesses: 0, generators: Vec::new() })
    };
    let parts = [library, direct.items.as_slice()];
    let steps = Steps::for_text(text.source);
    let mut program = infer::infer(prelude_items, &libraries, &parts, steps, problems);
    specialise::specialise(&mut program, problems);
    elements::state(&mut program);
    lower::measure_mates(&mut program);
    (program, direct)
}

/// The generators of QCheck that a file defines, with and without claims: what each returns, or what keeps it from being
/// read.
///
/// # Errors
///
/// The syntax errors, if the file is not OCaml.
pub fn generators(source: &str, reading: Reading) -> Result<Vec<Generator>, Vec<Diagnostic>> {
    let read = || {
        let mut problems = Problems::default();
        let Some(parsed) = parse::parse(source, Source::User, &mut problems) else {
            return Err(problems.into_diagnostics(source, prelude::TEXT));
        };
        let reading = Reading { library: parsed.modules, ..reading };
        let own_modules = parsed.own_modules.clone();
        let mut items = modules::resolve(parsed, reading.opens_hide_nothing, &mut problems);
        formula_functions::read_as_predicates(&mut items);
        let items = operators::in_writer_style(items, &mut problems).items;
        let text = FileText { source, own_modules: &own_modules };
        let (program, direct) = typed_program(text, items, reading, &mut problems);
        let described = direct.generators.into_iter().map(|defined| describe(&program, defined, &problems));
        Ok(described.collect())
    };
    match covenant_budget::on_a_deep_stack(STACK_BYTES, read) {
        Ok(result) => result,
        Err(_) => Ok(Vec::new()),
    }
}

fn describe(program: &Program, defined: qcheck::Defined, problems: &Problems) -> Generator {
    let qcheck::Defined { name, span, claimed, stopped } = defined;
    let function = program.functions.iter().rev().find(|f| f.name == name.text && f.span == span);
    let typed = function.filter(|function| !function.set_aside);
    let stopped = stopped.or_else(|| {
        let unknown = || Reason { declined: true, span, message: "this definition was not read".to_owned() };
        typed.is_none().then(|| problems.first_within(span).unwrap_or_else(unknown))
    });
    let types = typed.map(|function| {
        let (parameters, result) = function.ty.flatten();
        let mut print = |ty: &typed::Ty| infer::print_type(program, ty);
        (parameters.into_iter().map(&mut print).collect::<Vec<_>>(), print(result))
    });
    let (mut parameters, result) = types.unwrap_or_default();
    // The last one is `()`, with which it is drawn from.
    parameters.pop();
    let stopped = stopped.map(|why| (why.message, why.span));
    Generator { name: name.text, span, claimed, parameters, result, stopped }
}

/// Where names are defined in a file, so that a file with many claims is not searched for each.
struct Definitions(HashMap<String, Vec<(Option<FunctionId>, Span)>>);

impl Definitions {
    fn of(program: &Program) -> Definitions {
        let mut found: HashMap<String, Vec<(Option<FunctionId>, Span)>> = HashMap::new();
        let functions = program.functions.iter().enumerate().map(|(id, f)| (&f.name, (Some(id), f.span)));
        let predicates = program.predicates.iter().map(|predicate| (&predicate.name, (None, predicate.span)));
        for (name, place) in functions.chain(predicates).filter(|(_, (_, span))| span.source == Source::User)
        {
            found.entry(name.clone()).or_default().push(place);
        }
        Definitions(found)
    }

    /// Whether a later definition has the name of a function.
    fn hides(&self, program: &Program, id: FunctionId) -> bool {
        let Some(function) = program.functions.get(id) else { return false };
        let places = self.0.get(function.name.as_str()).map_or(&[][..], Vec::as_slice);
        places
            .iter()
            .any(|(other, span)| other.is_none_or(|other| other > id) && span.start > function.span.start)
    }
}

/// A claim about a function that a later definition of the same name hides. Only the last one is what
/// users of the module get, and a verdict about `f` must not be about another `f`.
fn hidden(program: &Program, id: FunctionId, problems: &mut Problems, all: &Definitions) -> Option<Reason> {
    if !all.hides(program, id) {
        return None;
    }
    let function = program.functions.get(id)?;
    let name = Name { text: function.name.clone(), span: function.span };
    hidden_claim(&UnreadClaim { name, span: function.span, claim_span: function.span }, problems)
}

fn hidden_claim(claim: &UnreadClaim, problems: &mut Problems) -> Option<Reason> {
    let before = problems.error_count();
    problems.decline(
        claim.span,
        &format!("a claim about `{}`, which a later definition of the same name hides,", claim.name.text),
        "give one of the two another name",
    );
    problems.first_error_after(before)
}

/// Claims of local functions that no claim's statement contains: nobody would check them.
fn lost_claims(program: &Program, units: &[Unit], problems: &mut Problems) -> Vec<(UnreadClaim, Reason)> {
    let mut lost = Vec::new();
    for function in &program.functions {
        let Some(body) = function.body.as_ref().filter(|_| function.span.source == Source::User) else {
            continue;
        };
        // Claimed functions answer for what is in them: as units, or as declined claims.
        if function.set_aside || (function.contract.is_some() && !function.assumed) {
            continue;
        }
        walk::any(body, &mut |expr| {
            if let TKind::LetRec(local, _) = &expr.kind
                && let Some(contract) = &local.contract
            {
                let at = contract.claim.span;
                let checked = units.iter().any(|unit| unit.local_claims.iter().any(|claim| claim.span == at));
                if !checked {
                    let name = Name { text: format!("{}.{}", function.name, local.name), span: expr.span };
                    lost.push(UnreadClaim { name, span: expr.span, claim_span: at });
                }
            }
            false
        });
    }
    let why = |claim: UnreadClaim| {
        let before = problems.error_count();
        problems.decline(
            claim.claim_span,
            "the claim of a local function in a function that no claim is about or needs",
            "claim something of the function around it",
        );
        problems.first_error_after(before).map(|why| (claim, why))
    };
    lost.into_iter().filter_map(why).collect()
}

/// The claims that are taken on trust although the file has the function's body: as units that
/// can be run. What cannot be lowered cannot be tested either.
fn assumed_with_body(program: &mut Program) -> Vec<Unit> {
    let mut units = Vec::new();
    for id in 0..program.functions.len() {
        let function = &mut program.functions[id];
        let testable = function.assumed && function.body.is_some() && !function.set_aside;
        if function.span.source != Source::User || !testable {
            continue;
        }
        function.assumed = false;
        units.extend(lower::lower(program, id, None, &mut Problems::default()));
        program.functions[id].assumed = true;
    }
    units
}

/// A claim that cannot be checked. What is in its way may be in another
/// function, which is named then.
fn unread(program: &Program, claim: &UnreadClaim, why: &Reason) -> DeclinedClaim {
    let inside = |span: Span| {
        span.source == why.span.source && span.start <= why.span.start && why.span.end <= span.end
    };
    let own = inside(claim.span) || inside(claim.claim_span);
    let functions = program.functions.iter().map(|function| (&function.name, function.span));
    let predicates = program.predicates.iter().map(|predicate| (&predicate.name, predicate.span));
    let mut others = functions.chain(predicates).filter(|(_, span)| inside(*span));
    let kind = if why.declined { "declined" } else { "not checked" };
    let through = match others.next() {
        Some((name, _)) if !own && *name != claim.name.text => format!(" because of `{name}`"),
        _ => String::new(),
    };
    DeclinedClaim {
        claim: claim.name.text.clone(),
        span: claim.span,
        claim_span: claim.claim_span,
        at: why.span,
        why: format!("{kind}{through}: {}", why.message),
    }
}
