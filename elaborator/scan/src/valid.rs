//! A second implicit claim: all values that the file itself calls valid.
//!
//! A generator seldom means to produce all values of its type. Where a function to `bool` says by its name which ones are
//! meant, or is the property of a test, the claim `[v:t | is_valid v]` is checked like any other. Which type the
//! function is about is not asked: where it does not fit, the claim is not read, and nothing is said.

use covenant_elaborator::pipeline::{Options, check_module};
use covenant_front::syntax::{Binding, Bindings, Expr, ExprKind, Item, Pattern, PatternKind};
use covenant_front::{Generator, Reading, load_with, surface};

use crate::Finding;

/// What a generator can produce of the values that a function of the file calls valid.
#[derive(Debug)]
pub struct Valid {
    /// The function.
    pub predicate: String,
    /// What was found: complete, or gaps.
    pub finding: Finding,
}

/// Names of functions that say which values are meant.
const NAMES: &str = "is_valid valid invariant is_invariant invariants check_invariant holds_invariant well_formed is_well_formed \
    wf is_wf rep_ok repr_ok is_sorted sorted is_balanced balanced is_bst bst";

/// A file is read again for each generator and function that are tried, so not all are.
const MOST_TRIED: usize = 16;

/// A function of the file, and where its definition ends.
struct Candidate {
    /// With the path of its module.
    name: String,
    end: usize,
}

/// Who looks for them in one file.
pub(crate) struct Search<'s> {
    file_name: &'s str,
    text: &'s str,
    reading: Reading,
    options: &'s Options,
    candidates: Vec<Candidate>,
    tried: usize,
}

impl<'s> Search<'s> {
    pub fn of(file_name: &'s str, text: &'s str, reading: Reading, options: &'s Options) -> Search<'s> {
        let items = surface(text).unwrap_or_default();
        let mut tested = Vec::new();
        items.iter().for_each(|item| properties(item, &mut tested));
        let mut candidates = Vec::new();
        items.iter().for_each(|item| functions(item, "", &tested, &mut candidates));
        Search { file_name, text, reading, options, candidates, tried: 0 }
    }

    /// What is said about a generator that does not produce all values of its type; the program is known to start.
    pub fn about(&mut self, generator: &Generator) -> Option<Valid> {
        let fits = |candidate: &&Candidate| candidate.end <= generator.span.start;
        let names: Vec<String> = self.candidates.iter().filter(fits).map(|c| c.name.clone()).collect();
        names.into_iter().rev().find_map(|name| self.with(generator, &name))
    }

    fn with(&mut self, generator: &Generator, predicate: &str) -> Option<Valid> {
        self.tried += 1;
        if self.tried > MOST_TRIED {
            return None;
        }
        let here = short(predicate, &generator.name);
        let claim = format!("\n[@@covers {{| [v:{} | {here} v] |}}]", generator.result);
        let annotated = crate::with_claims(self.text, &[(generator.span.end, claim)]);
        let mut module = load_with(self.file_name, &annotated, self.reading).ok()?;
        module.units.retain(|unit| unit.claim == generator.name);
        module.only.clear();
        module.declined.clear();
        let runs = module.clone();
        if runs.units.is_empty() {
            return None;
        }
        let report = check_module(module, &annotated, self.options, &|_| {});
        let claim = report.claims.iter().find(|claim| claim.claim == generator.name)?;
        let finding = crate::finding(generator, claim, &runs);
        let decided = matches!(finding, Finding::Complete(_) | Finding::Gaps(_));
        decided.then(|| Valid { predicate: predicate.to_owned(), finding })
    }
}

/// A name as it is written inside of the module of another.
fn short<'n>(name: &'n str, beside: &str) -> &'n str {
    let path = beside.rsplit_once('.').map_or("", |(path, _)| path);
    let inner = name.strip_prefix(path).and_then(|rest| rest.strip_prefix('.'));
    inner.filter(|_| !path.is_empty()).unwrap_or(name)
}

/// Functions of one argument, with or without a path, that have such a name or are the property of a test.
fn functions(item: &Item, path: &str, tested: &[String], found: &mut Vec<Candidate>) {
    match item {
        Item::Program(Bindings { list, .. }) | Item::Predicates(Bindings { list, .. }) => {
            for binding in list.iter().filter(|binding| takes_one(binding)) {
                let Some(own) = bound(&binding.pattern) else { continue };
                let name = if path.is_empty() { own.to_owned() } else { format!("{path}.{own}") };
                if NAMES.split_whitespace().any(|known| known == own) || tested.contains(&name) {
                    found.push(Candidate { name, end: binding.span.end });
                }
            }
        }
        Item::Module(module, items, _) => {
            let inner = match path {
                "" => module.text.clone(),
                path => format!("{path}.{}", module.text),
            };
            items.iter().for_each(|item| functions(item, &inner, tested, found));
        }
        _ => {}
    }
}

fn takes_one(binding: &Binding) -> bool {
    match (binding.parameters.len(), &binding.body.kind) {
        (0, ExprKind::Cases(_)) => true,
        (0, ExprKind::Function(parameters, _)) => parameters.len() == 1,
        (count, _) => count == 1,
    }
}

fn bound(pattern: &Pattern) -> Option<&str> {
    match &pattern.kind {
        PatternKind::Variable(name) => Some(name),
        PatternKind::Typed(inner, _) => bound(inner),
        _ => None,
    }
}

/// Functions that are given to `Test.make` as they are.
fn properties(item: &Item, found: &mut Vec<String>) {
    match item {
        Item::Program(bindings) => bindings.list.iter().for_each(|binding| made_tests(&binding.body, found)),
        Item::Module(_, items, _) => items.iter().for_each(|item| properties(item, found)),
        _ => {}
    }
}

fn made_tests(expr: &Expr, found: &mut Vec<String>) {
    match &expr.kind {
        ExprKind::Apply(head, arguments) => {
            let is_test = matches!(&head.kind, ExprKind::Variable(name) if name.ends_with("Test.make"));
            if let (true, Some(Expr { kind: ExprKind::Variable(name), .. })) = (is_test, arguments.last()) {
                found.push(name.clone());
            }
            arguments.iter().for_each(|argument| made_tests(argument, found));
        }
        ExprKind::Construct(_, parts) | ExprKind::Tuple(parts) => {
            parts.iter().for_each(|part| made_tests(part, found));
        }
        ExprKind::Let(_, body) | ExprKind::Open(_, body) | ExprKind::Labelled(_, _, body) => {
            made_tests(body, found);
        }
        ExprKind::Infix(_, left, right) => {
            made_tests(left, found);
            made_tests(right, found);
        }
        _ => {}
    }
}
