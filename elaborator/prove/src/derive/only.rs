//! The other walk: what a function returns *only*.
//!
//! It visits all of the program: a match becomes OMatch over *each* of its branches, failing ones included. A call
//! becomes OApp with a condition of its own, that its arguments are admissible *here*; a guard, as on the other walk,
//! would only put that off. Recursion needs no measure. The formula found is compared with the claim in one place, the
//! OSub under OFun or OFix.

use super::{Covered, Deriver, Stuck};
use crate::open_proof::TO_COME;
use covenant_kernel::arena::{Bin, Expr, ExprId, FALSITY, SortId, index};
use covenant_kernel::prims;
use covenant_kernel::reject::Why;
use covenant_kernel::tables::{ArgRow, CoreRef, CoreRow, FunRef, FunRow, Kind, NodeRef, NodeRow, TypeRef};
use covenant_kernel::types::FunType;
use std::sync::Arc;

impl Deriver<'_> {
    pub(super) fn only_global(&mut self, claim: TypeRef, body: FunRef) -> Result<NodeRef, Stuck> {
        self.functions.clear();
        self.only_claimed(body, claim)
    }

    /// A function against a claim.
    fn only_claimed(&mut self, f: FunRef, claim: TypeRef) -> Result<NodeRef, Stuck> {
        let t = self.types.get(index(claim.0)).ok_or(Why::BadReference)?.clone();
        let depth = self.functions.len();
        let node = match self.fun_row(f)?.clone() {
            FunRow::Lam(_, core) => {
                let values = self.bind_params(&t)?;
                let target = self.arena.instantiate(t.ensures, &values, 0)?;
                let node = self.stays_within(core, target)?;
                self.rows.node(NodeRow::OFun(claim, node))
            }
            FunRow::Fix(_, core) => {
                let values = self.bind_params(&t)?;
                let target = self.arena.instantiate(t.ensures, &values, 0)?;
                self.functions.push(Some((Kind::Only, t)));
                let node = self.stays_within(core, target)?;
                self.rows.node(NodeRow::OFix(claim, node))
            }
            FunRow::Var(..) | FunRow::Global(..) => {
                let (from, found) = self.callee(Kind::Only, f, &[])?;
                if *found == *t {
                    from
                } else {
                    self.rows.node(NodeRow::OSubArr { target: claim, from, evidence: TO_COME })
                }
            }
        };
        self.functions.truncate(depth);
        Ok(node)
    }

    /// A term against a formula: OSub over what is found, unless that is it.
    fn stays_within(&mut self, core: CoreRef, target: ExprId) -> Result<NodeRef, Stuck> {
        let (from, _, found) = self.only(core)?;
        if found == target {
            return Ok(from);
        }
        let target = self.rows.expr(&self.arena, target);
        Ok(self.rows.node(NodeRow::OSub { target, from, evidence: TO_COME }))
    }

    /// A node for the term and the formula that all it returns has.
    fn only(&mut self, core: CoreRef) -> Result<Covered, Stuck> {
        let row = self.statement.cores.get(index(core.0)).ok_or(Why::BadReference)?;
        match row {
            CoreRow::Ret(e) => {
                let value = self.loaded.expr(*e)?;
                let sort = self.arena.sort_of(value).ok_or(Why::SortMismatch)?;
                let nu = self.arena.mk(Expr::Nu(sort))?;
                Ok((self.rows.node(NodeRow::ORet), sort, self.arena.eq(nu, value)?))
            }
            CoreRow::Err(sort) => Ok((self.rows.node(NodeRow::OErr), self.loaded.sort(*sort)?, FALSITY)),
            CoreRow::Op(prim) => {
                let (sort, phi) = prims::coverage(&mut self.arena, &self.loaded, prim)?;
                Ok((self.rows.node(NodeRow::OAppOp), sort, phi))
            }
            CoreRow::LetE(e1, e2) => {
                let depth = self.functions.len();
                let (n1, sort, phi) = self.only(*e1)?;
                let x = self.bind(sort)?;
                let fact = self.arena.at(phi, x)?;
                let (n2, result, psi) = self.only(*e2)?;
                self.functions.truncate(depth);
                let both = self.arena.and(fact, psi)?;
                let phi = self.exists(both, &[(x, sort)])?;
                Ok((self.rows.node(NodeRow::OLetE(n1, n2)), result, phi))
            }
            CoreRow::LetV(f, e) => {
                let depth = self.functions.len();
                let (n1, t) = self.only_local_function(*f)?;
                self.functions.push(Some((Kind::Only, t)));
                let (n2, result, psi) = self.only(*e)?;
                self.functions.truncate(depth);
                Ok((self.rows.node(NodeRow::OLetV(n1, n2)), result, psi))
            }
            CoreRow::App(f, args) => self.only_call(*f, args),
            CoreRow::Match(e, branches) => {
                let scrutinee = self.loaded.expr(*e)?;
                let sort = self.arena.sort_of(scrutinee).ok_or(Why::SortMismatch)?;
                let (mut nodes, mut joined) = (Vec::with_capacity(branches.len()), None);
                for branch in branches {
                    let (node, result, phi) = self.only_branch(scrutinee, sort, branch.tag, branch.body)?;
                    nodes.push(node);
                    joined = Some(match joined {
                        None => (result, phi),
                        Some((_, before)) => (result, self.arena.bin(Bin::Or, before, phi)?),
                    });
                }
                let (result, phi) = joined.ok_or(Why::BadBranches)?;
                Ok((self.rows.node(NodeRow::OMatch(nodes)), result, phi))
            }
        }
    }

    /// One branch of a match: the node of its body, and what it gives to the match.
    fn only_branch(
        &mut self,
        scrutinee: ExprId,
        sort: SortId,
        tag: u32,
        body: CoreRef,
    ) -> Result<Covered, Stuck> {
        let depth = self.functions.len();
        let fields = self.arena.ctor_fields(sort, tag)?;
        let mut vars = Vec::with_capacity(fields.len());
        for &field in fields.iter() {
            vars.push((self.bind(field)?, field));
        }
        let value = self.arena.mk(Expr::Ctor(sort, tag, vars.iter().map(|v| v.0).collect()))?;
        let fact = self.arena.eq(scrutinee, value)?;
        let (node, result, phi) = self.only(body)?;
        self.functions.truncate(depth);
        let both = self.arena.and(fact, phi)?;
        Ok((node, result, self.exists(both, &vars)?))
    }

    /// A call: the callee's claim gives the result.
    fn only_call(&mut self, f: FunRef, args: &[ArgRow]) -> Result<Covered, Stuck> {
        let (fun, t) = self.callee(Kind::Only, f, args)?;
        let values = self.values(args)?;
        let args = self.function_arguments(&t, args, &values)?;
        let phi = self.arena.instantiate(t.ensures, &values, 0)?;
        let evidence = TO_COME;
        let node = self.rows.node(if args.is_empty() {
            NodeRow::OApp { fun, evidence }
        } else {
            NodeRow::OAppFun { fun, args, evidence }
        });
        Ok((node, t.result, phi))
    }

    /// A let-bound function: at its claim, which is tried in this reading too, or with unrestricted parameters and
    /// what its body is found to return only.
    fn only_local_function(&mut self, f: FunRef) -> Result<(NodeRef, Arc<FunType>), Stuck> {
        if let Some(local) = self.unit.local_claims.iter().find(|l| l.fun == f) {
            let t = self.types.get(index(local.ty.0)).ok_or(Why::BadReference)?.clone();
            return Ok((self.only_claimed(f, local.ty)?, t));
        }
        match self.fun_row(f)?.clone() {
            FunRow::Var(..) | FunRow::Global(..) => self.callee(Kind::Only, f, &[]),
            FunRow::Lam(simple, body) => {
                let free = self.types.get(index(simple.0)).ok_or(Why::BadReference)?;
                let free = FunType::clone(free);
                let depth = self.functions.len();
                self.bind_params(&free)?;
                let (node, _, phi) = self.only(body)?;
                self.functions.truncate(depth);
                let ensures = self.close_over_params(phi, depth, &free)?;
                let t = FunType { ensures, ..free };
                let claim = self.rows.fun_type(&self.arena, &t);
                Ok((self.rows.node(NodeRow::OFun(claim, node)), Arc::new(t)))
            }
            FunRow::Fix(..) => Err(Stuck::LocalRecursion),
        }
    }
}
