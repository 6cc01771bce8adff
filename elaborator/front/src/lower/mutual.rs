//! Two generators that call each other.
//!
//! The kernel has one recursive function at a time. So each of the two is
//! lowered with the other one as a local function inside it:
//!
//! ```text
//! fix f x. let g = fix g y. <body of g> in <body of f>
//! ```
//!
//! The local function has its own claim, with one more requirement: its measure
//! lies (lexicographically) below that of the enclosing call. Then a call of `f` from inside it is at
//! a smaller measure than the enclosing one, as rule TFix demands. Tagging the
//! two as one function was rejected: it would change both claims.

use std::collections::BTreeSet;
use std::rc::Rc;

use covenant_kernel::tables::{FunRef, FunRow};

use super::Lowerer;
use super::decrease::{self, Recursive};
use super::definitions::count;
use super::globals::Callable;
use super::pack::PendingLocalClaim;
use super::scope::{Scope, Variable};
use super::values::Frame;
use crate::span::Span;
use crate::syntax::Literal;
use crate::typed::{Contract, FunctionId, Program, TExpr, TKind, TParameter, Ty};
use crate::walk;

/// Gives generators with claims that call each other and say nothing about termination a measure: the first integer
/// parameter, and behind it, where a call leaves that as it is, which of the two goes first.
pub(crate) fn measure_mates(program: &mut Program) {
    let reached: Vec<(FunctionId, BTreeSet<FunctionId>)> = (0..program.functions.len())
        .filter(|id| is_unmeasured(program, *id))
        .map(|id| (id, reached_from(program, id)))
        .collect();
    let mut mates = Vec::new();
    for (at, (a, from_a)) in reached.iter().enumerate() {
        for (b, from_b) in reached.iter().skip(at + 1) {
            if from_a.contains(b) && from_b.contains(a) {
                mates.push((*a, *b));
            }
        }
    }
    for (a, b) in mates {
        let (Some(first), Some(second)) = (first_integer(program, a), first_integer(program, b)) else {
            continue;
        };
        let same = |caller: FunctionId, from: usize, callee: FunctionId, to: usize| {
            let body = program.functions.get(caller).and_then(|function| function.body.as_ref());
            body.is_some_and(|body| decrease::passes_on(body, from, Recursive::Function(callee), to))
        };
        let ranks = match (same(a, first.0, b, second.0), same(b, second.0, a, first.0)) {
            (false, false) => None,
            (true, _) => Some([1, 0]),
            (false, true) => Some([0, 1]),
        };
        for (index, (id, (_, term))) in [(a, first), (b, second)].into_iter().enumerate() {
            let mut measure = vec![term.clone()];
            measure.extend(ranks.map(|ranks| TExpr {
                kind: TKind::Literal(Literal::Int(ranks[index])),
                ty: Ty::Int,
                span: term.span,
            }));
            if let Some(contract) = program.functions.get_mut(id).and_then(|f| f.contract.as_mut()) {
                contract.measure = measure;
            }
        }
    }
}

/// Whether a function has a claim, and nothing says why it terminates.
fn is_unmeasured(program: &Program, id: FunctionId) -> bool {
    program.functions.get(id).is_some_and(|function| {
        let open = |contract: &Contract| contract.measure.is_empty() && contract.rank.is_none();
        !function.assumed && !function.set_aside && function.contract.as_ref().is_some_and(open)
    })
}

/// The first parameter of a claim that is an integer.
fn first_integer(program: &Program, id: FunctionId) -> Option<(usize, TExpr)> {
    let contract = program.functions.get(id)?.contract.as_ref()?;
    contract.claim.ty.parameters.iter().enumerate().find_map(|(index, parameter)| match parameter {
        TParameter::Base { local, sort: Ty::Int, span, .. } => {
            Some((index, TExpr { kind: TKind::Local(*local), ty: Ty::Int, span: *span }))
        }
        _ => None,
    })
}

fn reached_from(program: &Program, id: FunctionId) -> BTreeSet<FunctionId> {
    let mut seen = BTreeSet::new();
    let mut pending = vec![id];
    while let Some(next) = pending.pop() {
        let body = program.functions.get(next).and_then(|function| function.body.as_ref());
        if let Some(body) = body {
            walk::any(body, &mut |expr| {
                if let TKind::Function(callee, _) = expr.kind
                    && seen.insert(callee)
                {
                    pending.push(callee);
                }
                false
            });
        }
    }
    seen
}

impl<'p> Lowerer<'p> {
    /// The other generator with a claim that `id` is mutually recursive with:
    /// `Some(None)` when there is none, `None` (and a message) when there are
    /// more than one.
    pub(super) fn mate_of(&mut self, id: FunctionId) -> Option<Option<FunctionId>> {
        let program = self.program;
        let reached = reached_from(program, id);
        let mates: Vec<FunctionId> = reached
            .into_iter()
            .filter(|other| {
                *other != id
                    && program
                        .functions
                        .get(*other)
                        .is_some_and(|function| function.contract.is_some() && !function.assumed)
                    && reached_from(program, *other).contains(&id)
            })
            .collect();
        let span = program.functions.get(id)?.span;
        match mates.as_slice() {
            [] => Some(None),
            [only] if self.may_be_nested(*only) && self.may_be_nested(id) => Some(Some(*only)),
            [_] => {
                self.declined_mates(
                    span,
                    "mutual recursion between generators without an integer measure each, or with polymorphic claims,",
                );
                None
            }
            _ => {
                self.declined_mates(span, "mutual recursion between more than two generators with claims");
                None
            }
        }
    }

    fn declined_mates(&mut self, span: Span, what: &str) {
        self.problems.decline(
            span,
            what,
            "give both a `[@@measure e]` that decreases at every call of either, or merge them into one generator",
        );
    }

    /// Whether its claim is closed and its measure made of integer terms.
    fn may_be_nested(&self, id: FunctionId) -> bool {
        let contract = self.program.functions.get(id).and_then(|function| function.contract.as_ref());
        contract.is_some_and(|contract| {
            contract.claim.type_names.is_empty()
                && contract.claim.predicates.is_empty()
                && !contract.measure.is_empty()
        })
    }

    /// The other generator as a local function at level `depth`, inside the one
    /// that `outer` is the contract of.
    pub(super) fn nest_mate(&mut self, mate: FunctionId, outer: &'p Contract, depth: u32) -> Option<FunRef> {
        let program = self.program;
        let function = program.functions.get(mate)?;
        let contract = function.contract.as_ref()?;
        let body = function.body.as_ref()?;
        let arrow = self.arrow_of(&contract.claim.ty.basic(), function.span)?;
        let params = self.tables.params(arrow)?;
        let arguments = self.parameter_values(&params, depth);
        let level = depth + count(params.len());
        self.functions.enclosing.mate = Some(Callable { function: mate, level, arrow });
        let frame = Frame::new(Rc::new(contract.claim.instance.clone()));
        let core = self.enter(body, &arguments, &frame, level + 1, function.span)?;
        let fun = self.tables.fun(FunRow::Fix(arrow, core));
        self.nested_claim(&function.name, contract, outer, fun, function.span)?;
        self.functions.enclosing.mate = Some(Callable { function: mate, level: depth, arrow });
        Some(fun)
    }

    fn nested_claim(
        &mut self,
        name: &str,
        contract: &'p Contract,
        outer: &'p Contract,
        fun: FunRef,
        span: Span,
    ) -> Option<()> {
        let scope = Scope { item: Rc::from(name), ..Scope::default() };
        let ty = self.fun_type(&contract.claim.ty, &scope)?;
        let (measure, _) = self.termination(contract, None, &scope, span)?;
        let mut around = Scope::default();
        for (index, parameter) in outer.claim.ty.parameters.iter().enumerate() {
            if let TParameter::Base { local, sort, .. } = parameter {
                let row = self.sort(sort, &around, span)?;
                let variable = Variable::Level(count(index), row);
                around.bind(*local, variable.clone(), sort.clone());
                if let Some(Some(local)) = outer.program_parameters.get(index) {
                    around.bind(*local, variable, sort.clone());
                }
            }
        }
        let enclosing =
            outer.measure.iter().map(|term| self.term(term, &around)).collect::<Option<Vec<_>>>()?;
        let requires = self.tables.smaller(&measure, &enclosing);
        if let Some(row) = self.tables.types.get_mut(ty.0 as usize) {
            row.requires = requires;
        }
        self.pending.local_claims.push(PendingLocalClaim {
            name: name.to_owned(),
            fun,
            ty,
            measure,
            rank: None,
            span: contract.claim.span,
        });
        Some(())
    }
}
