//! The claims of a file as specifications alone: for functions whose bodies are run and not read.
//!
//! A function that uses what the dialect does not have (exceptions, mutation, other modules) can be compiled and run
//! all the same, and what it returns can be judged. For that its claim is needed, and of the file nothing but types
//! and predicates. So each claimed function is replaced by one that fails, with the parameters that its claim
//! names, and read like any other.
//!
//! Only claims that are read as *only* or *exactly* are given: nothing may be proved about a body that was not read.

use crate::parse::{self, paper::PaperParser};
use crate::span::{Source, Span};
use crate::syntax::{
    Attribute, Binding, Bindings, ClaimKind, Expr, ExprKind, Item, Name, Pattern, PatternKind, SpecScheme,
    SpecType, SpecTypeKind, TypeExpr, TypeExprKind, UnreadClaim,
};
use crate::{FileText, Problems, Reading, Unit, formula_functions, lower, modules, typed_program};

/// One unit for each claim of the user's that is read as *only* or *exactly* and can be read without its function. The
/// body in it fails.
pub(crate) fn specifications(source: &str) -> Vec<Unit> {
    let mut problems = Problems::default();
    let Some(mut parsed) = parse::parse(source, Source::User, &mut problems) else { return Vec::new() };
    let mut items = std::mem::take(&mut parsed.items);
    formula_functions::read_as_predicates(&mut items);
    parsed.items = items.into_iter().flat_map(|item| without_bodies(item, source)).collect();
    let own_modules = parsed.own_modules.clone();
    let items = modules::resolve(parsed, false, &mut problems);
    let text = FileText { source, own_modules: &own_modules };
    let (mut program, _) = typed_program(text, items, Reading::default(), &mut problems);
    lower::check_predicates(&mut program, &mut problems);
    let mut units = Vec::new();
    for (id, function) in program.functions.iter().enumerate() {
        let own = function.span.source == Source::User && !function.set_aside && !function.assumed;
        if own && function.contract.is_some() {
            units.extend(lower::lower(&program, id, None, &mut problems));
        }
    }
    units
}

/// What is left of an item.
fn without_bodies(item: Item, source: &str) -> Vec<Item> {
    match item {
        Item::Types(_) | Item::Predicates(_) | Item::Value(..) => vec![item],
        Item::Program(bindings) => bindings.list.iter().filter_map(stand_in_of_binding).collect(),
        Item::SetAside(aside) => {
            let claims = aside.claims.iter();
            claims.filter_map(|claim| stand_in(&claim.name, written(claim, source)?, claim.span)).collect()
        }
        _ => Vec::new(),
    }
}

fn stand_in_of_binding(binding: &Binding) -> Option<Item> {
    let scheme = binding.attributes.iter().find_map(|attribute| match attribute {
        Attribute::Covers(scheme) => Some(scheme.clone()),
        _ => None,
    })?;
    let PatternKind::Variable(text) = &bare(&binding.pattern).kind else { return None };
    stand_in(&Name { text: text.clone(), span: binding.pattern.span }, scheme, binding.span)
}

fn bare(pattern: &Pattern) -> &Pattern {
    match &pattern.kind {
        PatternKind::Typed(inner, _) => bare(inner),
        _ => pattern,
    }
}

/// The claim of a binding that was set aside: its attribute is all that is known of it.
fn written(claim: &UnreadClaim, source: &str) -> Option<SpecScheme> {
    let span = claim.claim_span;
    let attribute = source.get(span.start..span.end)?;
    let (content, offset) = if let Some(at) = attribute.find('{') {
        let (mark, rest) = attribute.get(at + 1..)?.split_once('|')?;
        let end = rest.rfind(&format!("|{mark}}}"))?;
        (rest.get(..end)?, at + mark.len() + 2)
    } else {
        let at = attribute.find('"')?;
        (attribute.get(at + 1..attribute.rfind('"')?)?, at + 1)
    };
    PaperParser::new(content, span.start + offset, Source::User).scheme(&mut Problems::default())
}

/// `let f (a : t) (b : u) : r = assert false`, with the claim.
fn stand_in(name: &Name, scheme: SpecScheme, span: Span) -> Option<Item> {
    if scheme.kind == ClaimKind::Every {
        return None;
    }
    let (parameters, result) = parameters(&scheme.body)?;
    let pattern = Pattern { kind: PatternKind::Variable(name.text.clone()), span: name.span };
    let body = Expr { kind: ExprKind::Fail, span };
    let attributes = vec![Attribute::Covers(scheme)];
    let binding = Binding { pattern, parameters, result: Some(result), body, attributes, span };
    Some(Item::Program(Bindings { recursive: false, list: vec![binding] }))
}

/// The parameters of a claim as patterns, and the type of the result.
fn parameters(spec: &SpecType) -> Option<(Vec<Pattern>, TypeExpr)> {
    let (mut list, mut current) = (Vec::new(), spec);
    while let SpecTypeKind::Arrow { domain, codomain, .. } = &current.kind {
        let span = domain.span;
        let variable = Pattern { kind: PatternKind::Variable(format!("p{}", list.len())), span };
        list.push(Pattern { kind: PatternKind::Typed(Box::new(variable), program_type(domain)), span });
        current = codomain;
    }
    let SpecTypeKind::Base { sort, .. } = &current.kind else { return None };
    (!list.is_empty()).then(|| (list, plain(sort)))
}

/// The type that programs give to what a specification is about.
fn program_type(spec: &SpecType) -> TypeExpr {
    match &spec.kind {
        SpecTypeKind::Base { sort, .. } => plain(sort),
        SpecTypeKind::Arrow { domain, codomain, .. } => {
            let (domain, codomain) = (program_type(domain), program_type(codomain));
            TypeExpr { kind: TypeExprKind::Arrow(Box::new(domain), Box::new(codomain)), span: spec.span }
        }
    }
}

/// A type as programs write it: `nat` is one of claims.
fn plain(sort: &TypeExpr) -> TypeExpr {
    match &sort.kind {
        TypeExprKind::Apply(name, arguments) if name == "nat" && arguments.is_empty() => {
            TypeExpr { kind: TypeExprKind::Apply("int".to_owned(), Vec::new()), span: sort.span }
        }
        _ => sort.clone(),
    }
}
