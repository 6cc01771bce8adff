//! Why a claim is not proved, in words: the place in the program and in the specification, and what
//! the search could not establish there.

use crate::provenance;
use covenant_front::{ClaimKind, FactKind, Source, Span, Unit};
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId};
use covenant_notation::Printer;
use covenant_prove::elaborate::{Elaborated, Failure, Resolution, Resolved};
use std::collections::BTreeSet;

/// Why a claim is not proved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Obstacle {
    /// What is wrong.
    pub message: String,
    /// The program text concerned.
    pub program: Option<Span>,
    /// The specification concerned.
    pub spec: Option<Span>,
    /// The condition, by number in the kernel's order.
    pub condition: Option<u32>,
    /// Details, a line each.
    pub details: Vec<String>,
    /// What the search could not establish, one text per alternative.
    pub not_established: Vec<String>,
    /// A parameter that would have to be greater than something that contains it: a measure that does not decrease.
    pub not_decreasing: Option<String>,
}

/// No derivation, or none that the kernel takes.
pub(crate) fn describe_failure(unit: &Unit, failure: Failure) -> Obstacle {
    let info = unit.functions.iter().find(|f| f.name == unit.claim);
    let message = match failure {
        Failure::Derive(stuck) => format!("no derivation: {}", provenance::stuck_text(unit, &stuck)),
        Failure::Kernel(at, why) => format!("the kernel refuses the program: {why:?} at {at:?}"),
        Failure::Emit(why) => format!("the proof could not be written down: {why:?}"),
    };
    Obstacle {
        message,
        program: info.map(|i| i.span),
        spec: info.map(|i| i.claim_span),
        ..Obstacle::default()
    }
}

/// A lemma of the file that was not proved.
pub(crate) fn unproved_lemma(unit: &Unit, fact: usize) -> Option<Obstacle> {
    let fact = unit.facts.get(fact)?;
    (fact.kind == FactKind::Lemma && fact.span.source == Source::User).then(|| Obstacle {
        message: format!("the lemma `{}` was not proved, so it is not used", fact.name),
        spec: Some(fact.span),
        ..Obstacle::default()
    })
}

/// One obstacle for each condition without evidence.
pub(crate) fn obstacles(unit: &Unit, elaborated: &Elaborated) -> Vec<Obstacle> {
    let open = |r: &&Resolved| matches!(r.resolution, Resolution::Stuck(_) | Resolution::Unknown(_));
    elaborated.conditions.iter().filter(open).map(|r| obstacle(unit, elaborated, r)).collect()
}

fn obstacle(unit: &Unit, elaborated: &Elaborated, resolved: &Resolved) -> Obstacle {
    let place = provenance::place(unit, elaborated, resolved.condition.node);
    let row = usize::try_from(resolved.condition.node.0).ok().and_then(|n| elaborated.rows().nodes.get(n));
    let only = row.is_some_and(|row| row.rule().kind() == ClaimKind::Only);
    let what = if only { "returns only what its claim allows" } else { "covers its claim" };
    let mut printer = Printer::new(&elaborated.opened.arena, &unit.statement);
    printer.locals = place.names;
    let (mut details, mut not_established, mut not_decreasing) = (Vec::new(), Vec::new(), None);
    let message = match &resolved.resolution {
        Resolution::Unknown(why) => {
            format!("could not decide whether `{}` {what}: {why}", place.function)
        }
        Resolution::Stuck(stuck) => {
            for (term, form) in &stuck.branch {
                details.push(format!("in the case {} = {}", printer.expr(*term), printer.expr(*form)));
            }
            for failing in worth_telling(&elaborated.opened.arena, &stuck.failing).iter().take(4) {
                let arena = &elaborated.opened.arena;
                let stays = failing.iter().find_map(|literal| grows(arena, *literal));
                not_decreasing = not_decreasing.or(stays.map(|parameter| printer.expr(parameter)));
                let literals: Vec<String> = failing.iter().take(3).map(|l| printer.expr(*l)).collect();
                not_established.push(literals.join(" && "));
            }
            details.extend(not_established.iter().map(|literals| format!("not established: {literals}")));
            // Without a measure nothing can be wrong with it.
            details.extend(about_recursion(unit, &place.function).filter(|_| !only));
            format!("could not prove that `{}` {what}", place.function)
        }
        Resolution::Checked | Resolution::CrossChecked(_) | Resolution::Solver => String::new(),
    };
    Obstacle {
        message,
        program: place.program,
        spec: place.spec,
        condition: Some(resolved.condition.number),
        details,
        not_established,
        not_decreasing,
    }
}

/// The parameter, if a literal says that something in which it occurs is smaller.
fn grows(arena: &Arena, literal: ExprId) -> Option<ExprId> {
    let Expr::Bin(Bin::Lt, smaller, parameter) = *arena.expr(literal) else { return None };
    let is_variable = matches!(arena.expr(parameter), Expr::Local(..));
    let mut stack = vec![smaller];
    while let Some(part) = stack.pop().filter(|_| is_variable) {
        if part == parameter {
            return Some(parameter);
        }
        arena.expr(part).for_children(|child, _| stack.push(child));
    }
    None
}

/// What to add to a recursive function that does not say what decreases.
fn about_recursion(unit: &Unit, function: &str) -> Option<String> {
    let info = unit.functions.iter().find(|f| f.name == function && f.recursive)?;
    if info.measure_span.is_some() || info.rank_span.is_some() {
        return None;
    }
    let chosen = match (&info.measure[..], info.rank) {
        ([], _) => "the value that is still to be made is taken to get smaller at the recursive calls",
        ([_], _) => "one parameter, or one distance, is taken to decrease at the recursive calls",
        _ => "the parameters are taken to decrease lexicographically at the recursive calls",
    };
    Some(format!(
        "{chosen}; if something else does, say so: `[@@measure e]` with an integer term over the parameters, \
         `[@@measure (e1, e2)]` for a lexicographic one, `[@@rank e]` with one over the value `v`"
    ))
}

/// The alternatives that could still hold, each once. One that needs `false = true` is a branch that
/// does not run here, and says nothing about the value; if there are only such, what else they need.
fn worth_telling(arena: &Arena, failing: &[Vec<ExprId>]) -> Vec<Vec<ExprId>> {
    let impossible = |literal: &ExprId| match arena.expr(*literal) {
        Expr::Bin(Bin::Eq, a, b) => match (arena.expr(*a), arena.expr(*b)) {
            (Expr::Ctor(_, a, _), Expr::Ctor(_, b, _)) => a != b,
            (Expr::Int(a), Expr::Int(b)) => a != b,
            _ => false,
        },
        _ => false,
    };
    let (dead, open): (Vec<_>, Vec<_>) =
        failing.iter().cloned().partition(|literals| literals.iter().any(impossible));
    let mut told = if open.is_empty() { dead } else { open };
    for literals in &mut told {
        let mut seen = BTreeSet::new();
        literals.retain(|literal| !impossible(literal) && seen.insert(*literal));
    }
    let mut seen = BTreeSet::new();
    told.retain(|literals| !literals.is_empty() && seen.insert(literals.clone()));
    told
}
