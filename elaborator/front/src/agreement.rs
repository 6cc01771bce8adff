//! Do two readings of a file say the same?
//!
//! The built-in reader and OCaml's own front end must give the same statement for each claim, up to OCaml's
//! numbers behind names. So must the lemmas, measures, ranks and local claims that the search is guided by. A
//! claim that only one of them sees is a difference as well; one that the built-in reader
//! declines is none, since nothing rests on it.

use covenant_certificates::Hashes;
use covenant_kernel::tables::Statement;

use super::module::{DeclinedClaim, Module, Unit};
use super::resolved::plain;
use super::span::Span;

/// The first difference between two readings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The claim that it concerns.
    pub claim: String,
    /// The place, in the file.
    pub span: Span,
    /// What is different.
    pub what: String,
    /// Whether it is only that OCaml's tree of the claim could not be read.
    pub unread: bool,
}

/// Compares what the built-in reader made of a file with what was made of OCaml's typed tree.
///
/// # Errors
///
/// The first difference, in the order of the file's claims.
pub fn agreement(own: &Module, by_ocaml: &Module) -> Result<(), Disagreement> {
    let mut rest = Vec::new();
    for (ours, theirs) in [(&own.units, &by_ocaml.units), (&own.only, &by_ocaml.only)] {
        // Two claims may have one name: they are compared in the order of the file.
        let mut used = vec![false; theirs.len()];
        for unit in ours {
            let at = (0..used.len()).find(|i| !used[*i] && plain(&theirs[*i].claim) == unit.claim);
            let Some(at) = at else { return Err(not_read(unit, by_ocaml)) };
            used[at] = true;
            same(unit, &theirs[at])?;
        }
        rest.extend(theirs.iter().zip(&used).filter(|(_, used)| !**used).map(|(unit, _)| {
            let span = unit.functions.iter().find(|f| f.name == unit.claim).map(|f| f.span);
            (plain(&unit.claim), span)
        }));
    }
    let declined = by_ocaml.declined.iter().map(|claim| (plain(&claim.claim), Some(claim.span)));
    for (claim, span) in rest.into_iter().chain(declined) {
        let read = own.units.iter().chain(&own.only).map(|u| &u.claim);
        let seen = own.declined.iter().map(|d| &d.claim).chain(read);
        if !seen.into_iter().any(|name| *name == claim) {
            let span = span.unwrap_or(Span::new(super::Source::User, 0, 0));
            let what = format!("OCaml sees a claim about `{claim}` here; it was not read");
            return Err(Disagreement { claim, span, what, unread: false });
        }
    }
    Ok(())
}

/// A claim that OCaml's tree does not give.
fn not_read(unit: &Unit, by_ocaml: &Module) -> Disagreement {
    let found: Option<&DeclinedClaim> = by_ocaml.declined.iter().find(|d| plain(&d.claim) == unit.claim);
    let (span, what) = match found {
        Some(declined) => (declined.at, format!("OCaml reads this differently: {}", plain(&declined.why))),
        None => {
            (place_of(unit), format!("OCaml reads this differently: it sees no claim about `{}`", unit.claim))
        }
    };
    Disagreement { claim: unit.claim.clone(), span, what, unread: found.is_some() }
}

fn place_of(unit: &Unit) -> Span {
    let own = unit.functions.iter().find(|f| f.name == unit.claim);
    own.map_or(Span::new(super::Source::User, 0, 0), |f| f.span)
}

fn same(own: &Unit, other: &Unit) -> Result<(), Disagreement> {
    let theirs = without_numbers(&other.statement);
    let differs =
        |span: Span, what: String| Err(Disagreement { claim: own.claim.clone(), span, what, unread: false });
    if own.kind != other.kind {
        return differs(
            place_of(own),
            "OCaml reads the result of this claim in another direction".to_owned(),
        );
    }
    if own.statement != theirs {
        let (span, what) = first_difference(own, &theirs);
        return differs(span, what);
    }
    let facts = |unit: &Unit| {
        let one = |f: &super::FactInfo| (plain(&f.name), f.kind, f.sort_params, f.statement);
        unit.facts.iter().map(one).collect::<Vec<_>>()
    };
    if facts(own) != facts(other) || own.extra != other.extra {
        return differs(place_of(own), "OCaml reads a lemma, axiom, measure or rank differently".to_owned());
    }
    let functions = |unit: &Unit| {
        let one = |f: &super::FunctionInfo| {
            let only: Vec<bool> = f.parameters.iter().map(|parameter| parameter.only).collect();
            (plain(&f.name), f.assumed, f.total, f.recursive, f.measure.clone(), f.rank, only)
        };
        unit.functions.iter().map(one).collect::<Vec<_>>()
    };
    let locals = |unit: &Unit| {
        let one = |l: &super::LocalClaimInfo| (plain(&l.name), l.fun, l.ty, l.measure.clone(), l.rank);
        unit.local_claims.iter().map(one).collect::<Vec<_>>()
    };
    // The program with checks of a total claim is what is proved, so it has to be the same, too.
    match (&own.total, &other.total) {
        (None, None) | (Some(Err(_)), Some(Err(_))) => {}
        (Some(Ok(own)), Some(Ok(other))) => same(own, other)?,
        _ => {
            return differs(place_of(own), "OCaml reads differently whether this claim is total".to_owned());
        }
    }
    if functions(own) != functions(other) || locals(own) != locals(other) {
        return differs(
            place_of(own),
            "OCaml reads a measure, a rank or a local claim differently".to_owned(),
        );
    }
    Ok(())
}

/// A statement with names as they were written.
fn without_numbers(statement: &Statement) -> Statement {
    let mut statement = statement.clone();
    for datatype in &mut statement.datatypes {
        datatype.name = plain(&datatype.name);
        for constructor in &mut datatype.ctors {
            constructor.name = plain(&constructor.name);
        }
    }
    statement.defs.iter_mut().for_each(|def| def.name = plain(&def.name));
    statement.axioms.iter_mut().for_each(|axiom| axiom.name = plain(&axiom.name));
    statement.globals.iter_mut().for_each(|global| global.name = plain(&global.name));
    statement
}

/// The innermost part of a program, the definition, the datatype or the claim that is not the same.
fn first_difference(own: &Unit, theirs: &Statement) -> (Span, String) {
    let nowhere = (place_of(own), "OCaml reads this differently".to_owned());
    let (Ok(ours), Ok(theirs_hashed)) = (Hashes::of_statement(&own.statement), Hashes::of_statement(theirs))
    else {
        return nowhere;
    };
    let first = |a: &[covenant_certificates::ContentHash], b: &[covenant_certificates::ContentHash]| {
        a.iter().enumerate().find(|(i, hash)| b.get(*i) != Some(hash)).map(|(i, _)| i)
    };
    if let Some(i) = first(&ours.datatypes, &theirs_hashed.datatypes) {
        let name = own.statement.datatypes.get(i).map_or("", |d| &d.name);
        return (place_of(own), format!("OCaml reads the type `{name}` differently"));
    }
    if let Some(i) = first(&ours.defs, &theirs_hashed.defs) {
        let name = own.statement.defs.get(i).map_or("", |d| &d.name);
        let span = own.source_map.defs.get(i).copied().unwrap_or(nowhere.0);
        return (span, format!("OCaml reads the definition of `{name}` differently"));
    }
    if let Some(i) = first(&ours.cores, &theirs_hashed.cores) {
        return (own.source_map.cores.get(i).copied().unwrap_or(nowhere.0), nowhere.1);
    }
    if let Some(i) = first(&ours.schemes, &theirs_hashed.schemes) {
        let name = own.statement.globals.get(i).map_or("", |g| &g.name);
        let span = own.functions.get(i).map_or(nowhere.0, |f| f.claim_span);
        return (span, format!("OCaml reads the claim about `{name}` differently"));
    }
    nowhere
}
