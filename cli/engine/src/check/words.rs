//! Names that no certificate may have: OCaml allows `int` or `exists` as the name of a function, a field or a type, and the
//! notation in which statements are shown has a meaning of its own for them. A claim that needs such a name is declined, with
//! the name: a verdict without a certificate would be of no use.

use covenant_certificates::lexemes::KEYWORDS;
use covenant_front::{ClaimKind, DeclinedClaim, Module, Source, Span, Unit};

/// Declines the claims of a file that need such a name.
pub fn decline(module: &mut Module) {
    let both = module.units.extract_if(.., |unit| word(unit).is_some());
    let mut found: Vec<Unit> = both.collect();
    // An *exactly* claim is among `units` already.
    let only = module.only.extract_if(.., |unit| word(unit).is_some());
    found.extend(only.filter(|unit| unit.kind == ClaimKind::Only));
    for unit in found {
        let Some(name) = word(&unit) else { continue };
        let nowhere = Span::new(Source::User, 0, 0);
        let own = unit.functions.iter().find(|function| function.name == unit.claim);
        let (span, claim_span) = own.map_or((nowhere, nowhere), |own| (own.span, own.claim_span));
        let why = format!(
            "declined: the name `{name}` has a meaning of its own where claims are shown; give it another one"
        );
        module.declined.push(DeclinedClaim { claim: unit.claim, span, claim_span, at: span, why });
    }
    module.declined.sort_by_key(|claim| claim.span);
}

/// Such a name, if a statement or its lemmas have one.
fn word(unit: &Unit) -> Option<String> {
    let statement = &unit.statement;
    let constructors = statement.datatypes.iter().flat_map(|datatype| &datatype.ctors);
    let declared = statement.opaque_sorts.iter().chain(statement.datatypes.iter().map(|row| &row.name));
    let defined =
        statement.defs.iter().map(|row| &row.name).chain(statement.globals.iter().map(|row| &row.name));
    let names = declared.chain(defined).chain(unit.facts.iter().map(|fact| &fact.name));
    let names = names.chain(constructors.map(|row| &row.name));
    let in_braces = |name: &String| {
        let fields = name.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
        fields.unwrap_or(name).split("; ").find(|name| KEYWORDS.contains(name)).map(str::to_owned)
    };
    names.filter_map(in_braces).next()
}
