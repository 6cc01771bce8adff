//! Calls, function arguments, and the instances of schemes that they need.

use super::{Covered, Deriver, Stuck};
use crate::open_proof::TO_COME;
use covenant_kernel::arena::{Expr, ExprId, TRUTH, index};
use covenant_kernel::function_rules::admissible;
use covenant_kernel::reject::Why;
use covenant_kernel::tables::{ArgRow, FunRef, FunRow, GlobalRef, Kind, NodeRef, NodeRow};
use covenant_kernel::types::{FunType, Param};
use std::sync::Arc;

impl Deriver<'_> {
    /// OApp or OAppFun; of the first kind, TGuard over TApp or TAppFun, where the guard says that the arguments are
    /// admissible.
    pub(super) fn call(&mut self, f: FunRef, args: &[ArgRow]) -> Result<Covered, Stuck> {
        let (fun, t) = self.callee(f, args)?;
        let values = self.values(args)?;
        let functions = self.function_arguments(&t, args, &values)?;
        let evidence = TO_COME;
        if self.kind == Kind::Only {
            let phi = self.arena.instantiate(t.ensures, &values, 0)?;
            let node = self.rows.node(if functions.is_empty() {
                NodeRow::OApp { fun, evidence }
            } else {
                NodeRow::OAppFun { fun, args: functions, evidence }
            });
            return Ok((node, t.result, phi));
        }
        let safe = admissible(&mut self.arena, &t, &values)?;
        let phi = self.arena.instantiate(t.ensures, &values, 0)?;
        let node = self.rows.node(if functions.is_empty() {
            NodeRow::TApp { fun, evidence }
        } else {
            NodeRow::TAppFun { fun, args: functions, evidence }
        });
        if safe == TRUTH {
            return Ok((node, t.result, phi));
        }
        let guard = self.rows.expr(&self.arena, safe);
        Ok((self.rows.node(NodeRow::TGuard(guard, node)), t.result, self.arena.and(safe, phi)?))
    }

    /// Derivations for the function arguments of a call, of what they can return: so a function knows its parameters.
    fn function_arguments(
        &mut self,
        t: &FunType,
        args: &[ArgRow],
        values: &[ExprId],
    ) -> Result<Vec<NodeRef>, Stuck> {
        let mut functions = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            if let (ArgRow::Fun(g), Some(Param::Fun(wanted))) = (arg, t.params.get(i)) {
                let wanted = wanted.instantiate(&mut self.arena, values.get(..i).unwrap_or_default())?;
                let kind = std::mem::replace(&mut self.kind, Kind::Every);
                let derived = self.function_argument(*g, &wanted);
                self.kind = kind;
                functions.push(derived?);
            }
        }
        Ok(functions)
    }

    /// What stands for the arguments in a telescope.
    fn values(&self, args: &[ArgRow]) -> Result<Vec<ExprId>, Stuck> {
        let value = |a: &ArgRow| match a {
            ArgRow::Base(e) => self.loaded.expr(*e),
            ArgRow::Fun(_) => Ok(TRUTH),
        };
        Ok(args.iter().map(value).collect::<Result<_, _>>()?)
    }

    /// A function in head position, instantiated as the arguments need it.
    pub(super) fn callee(&mut self, f: FunRef, args: &[ArgRow]) -> Result<(NodeRef, Arc<FunType>), Stuck> {
        match self.fun_row(f)?.clone() {
            FunRow::Var(level) => {
                let (says, t) =
                    self.functions.get(index(level)).cloned().flatten().ok_or(Why::NotAFunction)?;
                if says != self.kind {
                    return Err(Stuck::CalledParameter);
                }
                Ok((self.either(NodeRow::TVarFun, NodeRow::OVarFun), t))
            }
            FunRow::Global(g, sorts) => {
                let row = self.statement.globals.get(index(g.0)).ok_or(Why::BadReference)?;
                let mut t = self.types.get(index(row.claim.0)).ok_or(Why::BadReference)?.clone();
                let mut node = self.either(NodeRow::TVarFun, NodeRow::OVarFun);
                let at = self.loaded.sort_list(&sorts)?;
                if row.sort_params > 0 {
                    node = self.rows.node(NodeRow::TPolyType(node));
                    t = Arc::new(t.instantiate_sorts(&mut self.arena, &at)?);
                }
                if !row.preds.is_empty() && self.kind != Kind::Every {
                    return Err(Stuck::PredicatesOfOnly(g));
                }
                if !row.preds.is_empty() {
                    let preds = self.infer_predicates(g, &t, args)?;
                    let refs = preds.iter().map(|&p| self.rows.expr(&self.arena, p)).collect();
                    node = self.rows.node(NodeRow::TPolyPred(node, refs));
                    t = Arc::new(t.instantiate_preds(&mut self.arena, &preds)?);
                }
                Ok((node, t))
            }
            FunRow::Lam(..) => Err(Stuck::CalledLambda),
            FunRow::Fix(..) => Err(Stuck::LocalRecursion),
        }
    }

    /// A let-bound function: at its claim, which is tried in either reading, or with unrestricted parameters and
    /// what its body is found to have.
    pub(super) fn local_function(&mut self, f: FunRef) -> Result<(NodeRef, Arc<FunType>), Stuck> {
        if let Some(local) = self.unit.local_claims.iter().find(|l| l.fun == f) {
            let t = self.types.get(index(local.ty.0)).ok_or(Why::BadReference)?.clone();
            let rank = local.rank.map(|r| self.loaded.expr(r)).transpose()?;
            let node = self.claimed(f, local.ty, &local.measure, rank)?;
            return Ok((node.ok_or(Stuck::LocalRecursion)?, t));
        }
        match self.fun_row(f)?.clone() {
            FunRow::Var(..) | FunRow::Global(..) => self.callee(f, &[]),
            FunRow::Lam(simple, _) => {
                let free = self.types.get(index(simple.0)).ok_or(Why::BadReference)?;
                self.lambda(f, (**free).clone())
            }
            FunRow::Fix(..) => Err(Stuck::LocalRecursion),
        }
    }

    /// TFun or OFun at a type whose result is replaced by what the body has.
    fn lambda(&mut self, f: FunRef, t: FunType) -> Result<(NodeRef, Arc<FunType>), Stuck> {
        let FunRow::Lam(_, body) = *self.fun_row(f)? else { return Err(Stuck::CalledLambda) };
        let depth = self.functions.len();
        self.bind_params(&t)?;
        let (node, _, phi) = self.synth(body)?;
        self.functions.truncate(depth);
        let ensures = self.close_over_params(phi, depth, &t)?;
        let t = FunType { ensures, ..t };
        let claim = self.rows.fun_type(&self.arena, &t);
        Ok((self.either(NodeRow::TFun(claim, node), NodeRow::OFun(claim, node)), Arc::new(t)))
    }

    /// Turns the levels of a type's parameters back into its telescope.
    fn close_over_params(&mut self, phi: ExprId, depth: usize, t: &FunType) -> Result<ExprId, Stuck> {
        let mut vars = Vec::with_capacity(t.params.len());
        for (param, level) in t.params.iter().zip(depth..) {
            let level = u32::try_from(level).map_err(|_| Why::TooLarge)?;
            // A function takes a place but cannot occur; any variable not in `phi` will do.
            let sort = match param {
                Param::Base(sort, _) => *sort,
                Param::Fun(inner) => inner.result,
            };
            vars.push(self.arena.mk(Expr::Local(level, sort))?);
        }
        Ok(self.arena.close(phi, &vars)?)
    }

    /// A function argument at exactly the parameter's type.
    fn function_argument(&mut self, g: FunRef, wanted: &FunType) -> Result<NodeRef, Stuck> {
        match self.fun_row(g)?.clone() {
            FunRow::Lam(_, body) => {
                let depth = self.functions.len();
                let values = self.bind_params(wanted)?;
                let target = self.arena.instantiate(wanted.ensures, &values, 0)?;
                let node = self.check(body, target)?;
                self.functions.truncate(depth);
                let claim = self.rows.fun_type(&self.arena, wanted);
                Ok(self.either(NodeRow::TFun(claim, node), NodeRow::OFun(claim, node)))
            }
            FunRow::Var(..) | FunRow::Global(..) => {
                let (from, found) = self.callee(g, &[])?;
                if *found == *wanted {
                    return Ok(from);
                }
                let target = self.rows.fun_type(&self.arena, wanted);
                Ok(self.subtype(target, from))
            }
            FunRow::Fix(..) => Err(Stuck::LocalRecursion),
        }
    }

    /// Finds the predicates at which a scheme is used: a parameter `M [v | p v]` gets `p` from
    /// what its argument covers, left to right, so that later parameters may use it, and a
    /// parameter `x:{v | q v} -> …` gets `q` from what its argument demands.
    fn infer_predicates(&mut self, g: GlobalRef, t: &FunType, args: &[ArgRow]) -> Result<Vec<ExprId>, Stuck> {
        let row = self.statement.globals.get(index(g.0)).ok_or(Why::BadReference)?;
        let mut found: Vec<Option<ExprId>> = vec![None; row.preds.len()];
        let values = self.values(args)?;
        for (i, (param, arg)) in t.params.iter().zip(args).enumerate() {
            let (Param::Fun(wanted), ArgRow::Fun(a)) = (param, arg) else { continue };
            let wanted = wanted.instantiate(&mut self.arena, values.get(..i).unwrap_or_default())?;
            // What is to be found: where it stands in the parameter's type, and its arguments.
            let mut unknown = Vec::new();
            let qualifiers = wanted.params.iter().map(|param| match param {
                Param::Base(_, qualifier) => Some(*qualifier),
                Param::Fun(_) => None,
            });
            for (place, formula) in qualifiers.chain([Some(wanted.ensures)]).enumerate() {
                if let Some(Expr::PredVar(p, pattern)) = formula.map(|f| self.arena.expr(f).clone())
                    && found.get(index(p)).is_some_and(Option::is_none)
                {
                    unknown.push((place, p, pattern));
                }
            }
            if unknown.is_empty() {
                continue;
            }
            // Unknown predicates in the parameter's own qualifiers are left trivial here: the
            // argument is derived again, at the real type, once they are known.
            let known: Vec<ExprId> = found.iter().map(|f| f.unwrap_or(TRUTH)).collect();
            let wanted = wanted.instantiate_preds(&mut self.arena, &known)?;
            let saved = self.rows.clone();
            let (_, actual) = match self.fun_row(*a)?.clone() {
                FunRow::Lam(..) => self.lambda(*a, wanted.clone())?,
                _ => self.callee(*a, &[])?,
            };
            self.rows = saved;
            for (place, p, pattern) in unknown {
                let formula = match actual.params.get(place) {
                    Some(Param::Base(_, qualifier)) => *qualifier,
                    Some(Param::Fun(_)) => continue,
                    None => actual.ensures,
                };
                let before = actual.params.get(..place).unwrap_or(&actual.params);
                let formula = self.abstract_pattern(before, formula, &pattern)?;
                if let (Some(slot @ None), Some(formula)) = (found.get_mut(index(p)), formula) {
                    *slot = Some(formula);
                }
            }
        }
        let mut preds = Vec::with_capacity(found.len());
        for (formula, i) in found.into_iter().zip(0u32..) {
            preds.push(formula.ok_or(Stuck::PredicateNotFound(g, i))?);
        }
        Ok(preds)
    }

    /// The predicate `fun pattern -> formula`, where the pattern consists of distinct parameters
    /// of the function and its value.
    fn abstract_pattern(
        &mut self,
        params: &[Param],
        formula: ExprId,
        pattern: &[ExprId],
    ) -> Result<Option<ExprId>, Stuck> {
        // Open the telescope with ghosts that occur nowhere else, then close over the pattern.
        let mut values = Vec::with_capacity(params.len());
        for (param, n) in params.iter().zip(1u32..) {
            match param {
                Param::Base(sort, _) => values.push(self.arena.mk(Expr::Local(u32::MAX - n, *sort))?),
                Param::Fun(_) => values.push(TRUTH),
            }
        }
        let body = self.arena.instantiate(formula, &values, 0)?;
        let mut vars = Vec::with_capacity(pattern.len());
        for &p in pattern {
            vars.push(self.arena.instantiate(p, &values, 0)?);
        }
        let plain = |e: &ExprId| matches!(self.arena.expr(*e), Expr::Local(..) | Expr::Nu(_));
        if !vars.iter().all(plain) {
            return Ok(None);
        }
        let closed = self.arena.close(body, &vars)?;
        // Something of the function that the predicate does not see would be left over.
        let scope_ok = values.iter().all(|&v| !self.mentions(closed, v)) && !self.arena.info(closed).nu;
        Ok(scope_ok.then_some(closed))
    }

    fn mentions(&self, e: ExprId, var: ExprId) -> bool {
        let mut seen = std::collections::HashSet::new();
        let mut stack = vec![e];
        while let Some(e) = stack.pop() {
            if e == var {
                return true;
            }
            if self.arena.info(e).level > 0 && seen.insert(e) {
                self.arena.expr(e).for_children(|c, _| stack.push(c));
            }
        }
        false
    }
}
