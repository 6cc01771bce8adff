//! What a predicate on a list says about each element, as lemmas.
//!
//! A tree with a list of children has predicates in pairs: `depth` of a node and `depths` of a list, `1 + depths l` and
//! `max (depth x) (depths t)`. A generator of such a list draws its elements one by one, so that a proof needs to know
//! that each element is at most as deep as the list says. It follows by induction, but nobody would think of stating it; so it
//! is stated here. A lemma that is not proved is not used.
//!
//! Two forms: `p x && all t` gives `all l && mem l u ==> p u`, and `max (f x) (most t)` gives `mem l u ==> f u <= most l`.

use std::collections::BTreeMap;

use crate::locals::Locals;
use crate::lower::copy;
use crate::span::{Source, Span};
use crate::syntax::{FactKind, Operator};
use crate::typed::{LocalId, Predicate, PredicateId, Program, TCase, TExpr, TFact, TKind, TPattern, Ty};
use crate::walk;

/// Adds the lemmas about the predicates of the file.
pub(crate) fn state(program: &mut Program) {
    let prelude = |name: &str| {
        let found = |p: &Predicate| p.name == name && p.span.source == Source::Prelude;
        program.predicates.iter().position(found)
    };
    let (Some(mem), Some(max)) = (prelude("mem"), prelude("max")) else { return };
    let mut locals = Locals::of(program);
    let mut stated = Vec::new();
    for (id, predicate) in program.predicates.iter().enumerate() {
        let own = predicate.span.source == Source::User && !predicate.name.contains('.');
        if own && predicate.sort_parameters == 0 && !predicate.set_aside {
            stated.extend(lemma(program, id, predicate, (mem, max), &mut locals));
        }
    }
    if !stated.is_empty() {
        locals.leave_in(program);
    }
    program.facts.extend(stated);
}

/// A predicate that takes a list apart: its parameters, and the variables of the second case.
struct Recursion<'p> {
    id: PredicateId,
    parameters: &'p [(LocalId, Ty)],
    list: LocalId,
    head: LocalId,
    tail: LocalId,
}

fn lemma(
    program: &Program,
    id: PredicateId,
    predicate: &Predicate,
    (mem, max): (PredicateId, PredicateId),
    locals: &mut Locals,
) -> Option<TFact> {
    let TKind::Match(scrutinee, cases) = &predicate.body.kind else { return None };
    let TKind::Local(list) = scrutinee.kind else { return None };
    let Ty::Data(data, arguments) = &scrutinee.ty else { return None };
    let [element] = arguments.as_slice() else { return None };
    if program.datatypes.get(*data)?.name != "list" {
        return None;
    }
    let (head, tail, body) = cases.iter().find_map(of_cons)?;
    let recursion = Recursion { id, parameters: &predicate.parameters, list, head, tail };
    let span = Span::new(Source::Prelude, 0, 0);
    // The lemma's own variables: the parameters, and an element.
    let mut parameters = Vec::new();
    let mut replace = BTreeMap::new();
    for (local, ty) in &predicate.parameters {
        let own = locals.fresh();
        parameters.push((own, ty.clone()));
        replace.insert(*local, TExpr { kind: TKind::Local(own), ty: ty.clone(), span });
    }
    let one = locals.fresh();
    let chosen = TExpr { kind: TKind::Local(one), ty: element.clone(), span };
    parameters.push((one, element.clone()));
    replace.insert(head, chosen.clone());
    let whole = apply(id, Vec::new(), parameters_of(predicate, &replace), predicate.result.clone(), span);
    let members = vec![replace.get(&list)?.clone(), chosen];
    let member = apply(mem, vec![element.clone()], members, Ty::bool(), span);
    let statement = if predicate.result == Ty::bool() {
        let own: Vec<&TExpr> = recursion.about_the_head(body)?;
        let mut all = own.into_iter().map(|part| copy(part, &replace, locals));
        let first = all.next()?;
        let says = all.fold(first, |left, right| binary(Operator::And, left, right, span));
        let given = binary(Operator::And, whole, member, span);
        binary(Operator::Implies, given, says, span)
    } else {
        let own = copy(recursion.at_most(body, max)?, &replace, locals);
        let says = binary(Operator::LessEqual, own, whole, span);
        binary(Operator::Implies, member, says, span)
    };
    Some(TFact {
        kind: FactKind::Lemma,
        name: format!("{}_of_an_element", predicate.name),
        sort_parameters: 0,
        parameters,
        body: statement,
        set_aside: false,
        span,
    })
}

/// The variables and the body of `x :: t -> body`.
fn of_cons(case: &TCase) -> Option<(LocalId, LocalId, &TExpr)> {
    match (&case.pattern, &case.guard) {
        (TPattern::Construct(_, 1, parts), None) => match parts.as_slice() {
            [TPattern::Variable(head), TPattern::Variable(tail)] => Some((*head, *tail, &case.body)),
            _ => None,
        },
        _ => None,
    }
}

impl Recursion<'_> {
    /// The parts of a conjunction that are about the head only, beside the recursive call.
    fn about_the_head<'e>(&self, body: &'e TExpr) -> Option<Vec<&'e TExpr>> {
        let mut parts = Vec::new();
        conjuncts(body, &mut parts);
        let calls = parts.iter().any(|part| self.is_recursive_call(part));
        let own: Vec<&TExpr> = parts
            .into_iter()
            .filter(|part| {
                mentions(part, self.head) && !mentions(part, self.tail) && !mentions(part, self.list)
            })
            .collect();
        (calls && !own.is_empty()).then_some(own)
    }

    /// `f x` in `max (f x) (most t)`.
    fn at_most<'e>(&self, body: &'e TExpr, max: PredicateId) -> Option<&'e TExpr> {
        let TKind::Apply(head, arguments) = &body.kind else { return None };
        let TKind::Predicate(called, _) = head.kind else { return None };
        let [a, b] = arguments.as_slice() else { return None };
        let own = |part: &TExpr| mentions(part, self.head) && !mentions(part, self.tail);
        match () {
            () if called != max => None,
            () if own(a) && self.is_recursive_call(b) => Some(a),
            () if own(b) && self.is_recursive_call(a) => Some(b),
            () => None,
        }
    }

    /// A call for the tail with the other parameters as they are.
    fn is_recursive_call(&self, expr: &TExpr) -> bool {
        let TKind::Apply(head, arguments) = &expr.kind else { return false };
        matches!(head.kind, TKind::Predicate(id, _) if id == self.id)
            && arguments.len() == self.parameters.len()
            && arguments.iter().zip(self.parameters).all(|(argument, (parameter, _))| {
                let expected = if *parameter == self.list { self.tail } else { *parameter };
                matches!(argument.kind, TKind::Local(local) if local == expected)
            })
    }
}

fn conjuncts<'e>(expr: &'e TExpr, out: &mut Vec<&'e TExpr>) {
    match &expr.kind {
        TKind::Binary(Operator::And, left, right) => {
            conjuncts(left, out);
            conjuncts(right, out);
        }
        _ => out.push(expr),
    }
}

fn mentions(expr: &TExpr, local: LocalId) -> bool {
    walk::any(expr, &mut |part| matches!(part.kind, TKind::Local(own) if own == local))
}

fn parameters_of(predicate: &Predicate, replace: &BTreeMap<LocalId, TExpr>) -> Vec<TExpr> {
    predicate.parameters.iter().filter_map(|(local, _)| replace.get(local).cloned()).collect()
}

fn apply(id: PredicateId, types: Vec<Ty>, arguments: Vec<TExpr>, result: Ty, span: Span) -> TExpr {
    let ty = Ty::arrows(arguments.iter().map(|argument| argument.ty.clone()), result.clone());
    let head = TExpr { kind: TKind::Predicate(id, types), ty, span };
    TExpr { kind: TKind::Apply(Box::new(head), arguments), ty: result, span }
}

fn binary(operator: Operator, left: TExpr, right: TExpr, span: Span) -> TExpr {
    TExpr { kind: TKind::Binary(operator, Box::new(left), Box::new(right)), ty: Ty::bool(), span }
}
