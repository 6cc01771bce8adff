//! The front end: from the text of an annotated OCaml file to the kernel's
//! tables.
//!
//! | step | module | from | to |
//! |---|---|---|---|
//! | parse | `parse` | text | surface tree ([`syntax`]) |
//! | or import | `resolved` | OCaml's typed tree | surface tree |
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
pub mod diagnostic;
mod effects;
mod infer;
mod library;
mod lower;
pub mod module;
mod parse;
mod prelude;
mod resolved;
pub mod span;
mod specialise;
mod spelling;
mod steps;
pub mod syntax;
#[cfg(test)]
mod tests;
mod typed;
mod walk;

pub use self::agreement::{Disagreement, agreement};
pub use self::diagnostic::{Diagnostic, DiagnosticKind};
pub use self::module::{
    DeclinedClaim, ExtraRows, FactInfo, FactKind, FunctionInfo, LocalClaimInfo, Module, ParameterInfo,
    SourceMap, TypeSpans, Unit,
};
pub use self::span::{Source, Span};

use self::diagnostic::Problems;
use self::steps::Steps;
use self::syntax::{Name, Reason, UnreadClaim};
use self::typed::{FunctionId, Program, TKind};

/// Enough for trees of the greatest depth that the parser lets through.
const STACK_BYTES: usize = 256 << 20;

/// The text of the embedded prelude, for spans that point into it.
#[must_use]
pub fn prelude_text() -> &'static str {
    prelude::TEXT
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
    on_a_large_stack(source, || load_here(file_name, source))
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
pub fn load_resolved(file_name: &str, source: &str, json: &str) -> Result<Module, Vec<Diagnostic>> {
    on_a_large_stack(source, || {
        let mut problems = Problems::default();
        match resolved::items(json, source, &mut problems) {
            Some(items) => Ok(load_items(file_name, source, &items, problems)),
            None => Err(problems.into_diagnostics(source, prelude::TEXT)),
        }
    })
}

fn load_here(file_name: &str, source: &str) -> Result<Module, Vec<Diagnostic>> {
    let mut problems = Problems::default();
    let Some(items) = parse::parse(source, Source::User, &mut problems) else {
        return Err(problems.into_diagnostics(source, prelude::TEXT));
    };
    Ok(load_items(file_name, source, &items, problems))
}

fn load_items(file_name: &str, source: &str, items: &[syntax::Item], mut problems: Problems) -> Module {
    let prelude_items = prelude::items(&mut problems);
    let libraries = prelude::libraries(source, &mut problems);
    let steps = Steps::for_text(source);
    let mut program = infer::infer(prelude_items, &libraries, items, steps, &mut problems);
    specialise::specialise(&mut program, &mut problems);
    lower::check_predicates(&mut program, &mut problems);
    let effects = effects::find(&program, &mut problems);
    let mut units = Vec::new();
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
        if let Some(why) = effects.before(function.span).or_else(|| hidden(&program, id, &mut problems)) {
            declined.push(unread(&program, &claim, &why));
            continue;
        }
        let before = problems.error_count();
        match lower::lower(&program, id, &mut problems) {
            Some(unit) => units.push(unit),
            None => {
                declined.extend(problems.first_error_after(before).map(|why| unread(&program, &claim, &why)));
            }
        }
    }
    let lost = lost_claims(&program, &units, &mut problems);
    declined.extend(lost.iter().map(|(claim, why)| unread(&program, claim, why)));
    declined.sort_by_key(|claim| claim.span);
    let assumed = assumed_with_body(&mut program);
    let diagnostics = problems.into_diagnostics(source, prelude::TEXT);
    Module { file_name: file_name.to_owned(), units, assumed, declined, diagnostics }
}

/// A claim about a function that a later definition of the same name hides. Only the last one is what
/// users of the module get, and a verdict about `f` must not be about another `f`.
fn hidden(program: &Program, id: FunctionId, problems: &mut Problems) -> Option<Reason> {
    let function = program.functions.get(id)?;
    let functions = program.functions.iter().skip(id + 1).map(|later| (&later.name, later.span));
    let predicates = program.predicates.iter().map(|later| (&later.name, later.span));
    let later = |(name, span): (&String, Span)| {
        *name == function.name && span.source == Source::User && span.start > function.span.start
    };
    if !functions.chain(predicates).any(later) {
        return None;
    }
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
        units.extend(lower::lower(program, id, &mut Problems::default()));
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
