//! The bidirectional algorithm: from a core program and its claims to a derivation in the
//! declarative rules.
//!
//! Synthesis walks the program and never asks a solver: a let becomes TLetE, a match one TMatch
//! per branch joined by TMerge, a call TApp below the TGuard that makes its arguments safe. The
//! coverage found this way (the Ex and Disj of the algorithm) is compared with the claim in one
//! place, the TSub under the function's TFun, TFix or TFixRank. Evidence is left open
//! ([`OpenProof`]); the kernel then builds the conditions and the search proves them.
//!
//! What a function returns *only* is derived by the same walk, of the other kind. It differs at a match, which becomes
//! OMatch over *each* of its branches, failing ones included; at a call, which becomes OApp with a condition of its own,
//! that its arguments are admissible *here* (a guard would only put that off); and at recursion, which needs no measure. For *exactly*,
//! both walks are made and joined.
//!
//! Merges are balanced and failing branches left out, so that evidence stays linear in the
//! number of branches.

mod calls;
mod ranks;

use crate::open_proof::{OpenProof, TO_COME};
use crate::rows::Rows;
use covenant_certificates::structure::empty_proof;
use covenant_front::Unit;
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, FALSITY, INT, Quant, SortId, TRUTH, index};
use covenant_kernel::load::Loaded;
use covenant_kernel::prims;
use covenant_kernel::reject::{At, Why};
use covenant_kernel::tables::{
    CoreRef, CoreRow, ExprRef, FunRef, FunRow, GHOST, GlobalRef, Kind, NodeRef, NodeRow, Statement, TypeRef,
};
use covenant_kernel::theory;
use covenant_kernel::types::{self, FunType, Param};
use std::sync::Arc;

/// Why no derivation could be made. These are limits of the elaborator, not verdicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// A table that the kernel would refuse.
    Kernel(At, Why),
    /// An operation on expressions failed.
    Expression(Why),
    /// A recursive local function: it has no claim and no measure.
    LocalRecursion,
    /// A called function is a lambda, which normalisation should have removed.
    CalledLambda,
    /// No predicate was found for predicate variable `.1` of a global.
    PredicateNotFound(GlobalRef, u32),
    /// A recursive function without a measure or rank.
    NoMeasure(GlobalRef),
    /// A parameter that is a function is called: it is known by what it can return, not by what it returns only.
    CalledParameter,
    /// A function with predicate variables is called where it matters what it returns *only*.
    PredicatesOfOnly(GlobalRef),
}

impl From<Why> for Stuck {
    fn from(why: Why) -> Self {
        Stuck::Expression(why)
    }
}

impl From<(At, Why)> for Stuck {
    fn from((at, why): (At, Why)) -> Self {
        Stuck::Kernel(at, why)
    }
}

/// Derives all globals of a unit. Conditions are left to be filled in.
pub fn derive(unit: &Unit) -> Result<OpenProof, Stuck> {
    let statement = &unit.statement;
    let mut arena = Arena::default();
    let (mut loaded, _) = theory::load_theory(&mut arena, statement)?;
    let mut types = Vec::new();
    types::load_types(&arena, &statement.types, &loaded, &mut types)?;
    let mut proof = empty_proof();
    proof.sorts.clone_from(&unit.extra.sorts);
    proof.exprs.clone_from(&unit.extra.exprs);
    proof.types.clone_from(&unit.extra.types);
    loaded.extend(&mut arena, statement, &proof)?;
    types::load_types(&arena, &proof.types, &loaded, &mut types)?;
    let rows = Rows::resume(statement, proof, &loaded);
    let mut deriver = Deriver {
        unit,
        statement,
        arena,
        loaded,
        types,
        rows,
        kind: Kind::Every,
        functions: Vec::new(),
        ranks: 0,
    };
    for (global, i) in statement.globals.iter().zip(0u32..) {
        let node = match global.body {
            Some(body) => Some(deriver.of_kind(statement.kind, GlobalRef(i), global.claim, body)?),
            None => None,
        };
        deriver.rows.proof.derivations.push(node);
    }
    Ok(OpenProof::new(deriver.rows.finish()))
}

/// A derivation under construction. `functions` is the context: one entry per level.
pub(crate) struct Deriver<'a> {
    unit: &'a Unit,
    statement: &'a Statement,
    arena: Arena,
    loaded: Loaded,
    types: Vec<Arc<FunType>>,
    rows: Rows,
    /// How what is derived at the moment is read: *every* or *only*.
    kind: Kind,
    functions: Vec<Option<(Kind, Arc<FunType>)>>,
    /// Enclosing rank rules; each has a ghost.
    ranks: u32,
}

/// A node with the sort and the coverage that the kernel will compute for it.
type Covered = (NodeRef, SortId, ExprId);

impl Deriver<'_> {
    fn of_kind(&mut self, kind: Kind, g: GlobalRef, claim: TypeRef, body: FunRef) -> Result<NodeRef, Stuck> {
        match kind {
            Kind::Every | Kind::Only => self.global(kind, g, claim, body),
            Kind::Exactly => {
                let every = self.global(Kind::Every, g, claim, body)?;
                let only = self.global(Kind::Only, g, claim, body)?;
                Ok(self.rows.node(NodeRow::TExactly(every, only)))
            }
        }
    }

    fn global(&mut self, kind: Kind, g: GlobalRef, claim: TypeRef, body: FunRef) -> Result<NodeRef, Stuck> {
        let info = self.unit.functions.get(index(g.0));
        let (measure, rank) = info.map_or((&[][..], None), |i| (i.measure.as_slice(), i.rank));
        self.kind = kind;
        self.functions.clear();
        let mut rank = rank.map(|r| self.loaded.expr(r)).transpose()?;
        if kind == Kind::Every && measure.is_empty() && rank.is_none() {
            let t = self.types.get(index(claim.0)).ok_or(Why::BadReference)?.clone();
            rank = ranks::guess(&mut self.arena, self.statement, &t);
        }
        self.claimed(body, claim, measure, rank)?.ok_or(Stuck::NoMeasure(g))
    }

    /// The node of one of two rules: that of what can be returned, or its counterpart.
    fn either(&mut self, every: NodeRow, only: NodeRow) -> NodeRef {
        self.rows.node(if self.kind == Kind::Every { every } else { only })
    }

    /// A function against a claim; `None` if it is recursive, and it matters that something decreases, and nothing does.
    fn claimed(
        &mut self,
        f: FunRef,
        claim: TypeRef,
        measure: &[ExprRef],
        rank: Option<ExprId>,
    ) -> Result<Option<NodeRef>, Stuck> {
        let t = self.types.get(index(claim.0)).ok_or(Why::BadReference)?.clone();
        let depth = self.functions.len();
        let node = match (self.fun_row(f)?.clone(), measure, rank) {
            (FunRow::Lam(_, core), ..) => {
                let values = self.bind_params(&t)?;
                let target = self.arena.instantiate(t.ensures, &values, 0)?;
                let node = self.check(core, target)?;
                self.either(NodeRow::TFun(claim, node), NodeRow::OFun(claim, node))
            }
            (FunRow::Fix(_, core), ..) if self.kind == Kind::Only => {
                let values = self.bind_params(&t)?;
                let target = self.arena.instantiate(t.ensures, &values, 0)?;
                self.functions.push(Some((Kind::Only, t)));
                let node = self.check(core, target)?;
                self.rows.node(NodeRow::OFix(claim, node))
            }
            (FunRow::Fix(..), [], None) => return Ok(None),
            (FunRow::Fix(_, core), [], Some(rank_expr)) => {
                let values = self.bind_params(&t)?;
                let k = self.arena.mk(Expr::Local(GHOST + self.ranks, INT))?;
                self.ranks += 1;
                let ranked = self.ranked(&t, rank_expr, k)?;
                self.functions.push(Some((Kind::Every, Arc::new(ranked))));
                let here = self.arena.eq(rank_expr, k)?;
                let target = self.arena.and(t.ensures, here)?;
                let target = self.arena.instantiate(target, &values, 0)?;
                let body = self.check(core, target)?;
                self.ranks -= 1;
                let rank = self.rows.expr(&self.arena, rank_expr);
                let from = self.rows.node(NodeRow::TFixRank { claim, rank, body });
                // The rank rule also says that ranks are not negative; the claim does not.
                self.rows.node(NodeRow::SubArr { target: claim, from, evidence: TO_COME })
            }
            (FunRow::Fix(_, core), measure, _) => {
                let values = self.bind_params(&t)?;
                let decreasing = self.decreasing(&t, measure, &values)?;
                self.functions.push(Some((Kind::Every, Arc::new(decreasing))));
                let target = self.arena.instantiate(t.ensures, &values, 0)?;
                let body = self.check(core, target)?;
                self.rows.node(NodeRow::TFix { claim, measure: measure.to_vec(), body })
            }
            (FunRow::Var(..) | FunRow::Global(..), ..) => {
                let (from, found) = self.callee(f, &[])?;
                if *found == *t { from } else { self.subtype(claim, from) }
            }
        };
        self.functions.truncate(depth);
        Ok(Some(node))
    }

    /// SubArr or OSubArr.
    fn subtype(&mut self, target: TypeRef, from: NodeRef) -> NodeRef {
        self.either(
            NodeRow::SubArr { target, from, evidence: TO_COME },
            NodeRow::OSubArr { target, from, evidence: TO_COME },
        )
    }

    fn fun_row(&self, f: FunRef) -> Result<&FunRow, Stuck> {
        Ok(self.statement.funs.get(index(f.0)).ok_or(Why::BadReference)?)
    }

    /// The type of the function in its own body, under TFix.
    fn decreasing(&mut self, t: &FunType, measure: &[ExprRef], values: &[ExprId]) -> Result<FunType, Stuck> {
        let components = measure.iter().map(|m| self.loaded.expr(*m)).collect::<Result<Vec<_>, _>>()?;
        let decrease = covenant_kernel::function_rules::decrease(&mut self.arena, &components, values)?;
        let requires = if t.requires == TRUTH { decrease } else { self.arena.and(t.requires, decrease)? };
        Ok(FunType { requires, ..t.clone() })
    }

    /// The type of the function in its own body, under TFixRank.
    fn ranked(&mut self, t: &FunType, rank: ExprId, k: ExprId) -> Result<FunType, Stuck> {
        let smaller = covenant_kernel::function_rules::ranked_below(&mut self.arena, rank, k)?;
        let ensures = self.arena.and(t.ensures, smaller)?;
        Ok(FunType { ensures, ..t.clone() })
    }

    /// Binds the parameters of a type; returns what stands for them in its telescope.
    fn bind_params(&mut self, t: &FunType) -> Result<Vec<ExprId>, Stuck> {
        let mut values = Vec::with_capacity(t.params.len());
        for param in &t.params {
            match param {
                Param::Base(sort, _) => values.push(self.bind(*sort)?),
                Param::Fun(inner) => {
                    let inner = inner.instantiate(&mut self.arena, &values)?;
                    self.functions.push(Some((Kind::Every, Arc::new(inner))));
                    values.push(TRUTH);
                }
            }
        }
        Ok(values)
    }

    /// Binds a base variable at the next level.
    fn bind(&mut self, sort: SortId) -> Result<ExprId, Stuck> {
        let level = u32::try_from(self.functions.len()).map_err(|_| Why::TooLarge)?;
        self.functions.push(None);
        Ok(self.arena.mk(Expr::Local(level, sort))?)
    }

    /// Checks a term against a formula: TSub or OSub over what synthesis finds, unless that is it.
    fn check(&mut self, core: CoreRef, target: ExprId) -> Result<NodeRef, Stuck> {
        let (from, _, found) = self.synth(core)?;
        if found == target {
            return Ok(from);
        }
        let target = self.rows.expr(&self.arena, target);
        Ok(self.either(
            NodeRow::TSub { target, from, evidence: TO_COME },
            NodeRow::OSub { target, from, evidence: TO_COME },
        ))
    }

    /// Synthesis: a node for the term and what it covers, or what it stays within.
    fn synth(&mut self, core: CoreRef) -> Result<Covered, Stuck> {
        let row = self.statement.cores.get(index(core.0)).ok_or(Why::BadReference)?;
        match row {
            CoreRow::Ret(e) => {
                let value = self.loaded.expr(*e)?;
                let sort = self.arena.sort_of(value).ok_or(Why::SortMismatch)?;
                let nu = self.arena.mk(Expr::Nu(sort))?;
                let variable = matches!(self.arena.expr(value), Expr::Local(..));
                let every = if variable { NodeRow::TVarBase } else { NodeRow::TConst };
                let node = self.either(every, NodeRow::ORet);
                Ok((node, sort, self.arena.eq(nu, value)?))
            }
            CoreRow::Err(sort) => {
                Ok((self.either(NodeRow::TErr, NodeRow::OErr), self.loaded.sort(*sort)?, FALSITY))
            }
            CoreRow::Op(prim) => {
                let (sort, phi) = prims::coverage(&mut self.arena, &self.loaded, prim)?;
                Ok((self.either(NodeRow::TAppOp, NodeRow::OAppOp), sort, phi))
            }
            CoreRow::LetE(e1, e2) => {
                let depth = self.functions.len();
                let (n1, sort, phi) = self.synth(*e1)?;
                let x = self.bind(sort)?;
                let fact = self.arena.at(phi, x)?;
                let (n2, result, psi) = self.synth(*e2)?;
                self.functions.truncate(depth);
                let both = self.arena.and(fact, psi)?;
                let phi = self.exists(both, &[(x, sort)])?;
                Ok((self.either(NodeRow::TLetE(n1, n2), NodeRow::OLetE(n1, n2)), result, phi))
            }
            CoreRow::LetV(f, e) => {
                let depth = self.functions.len();
                let (n1, t) = self.local_function(*f)?;
                self.functions.push(Some((self.kind, t)));
                let (n2, result, psi) = self.synth(*e)?;
                self.functions.truncate(depth);
                Ok((self.either(NodeRow::TLetV(n1, n2), NodeRow::OLetV(n1, n2)), result, psi))
            }
            CoreRow::App(f, args) => self.call(*f, args),
            CoreRow::Match(e, branches) => {
                let scrutinee = self.loaded.expr(*e)?;
                let sort = self.arena.sort_of(scrutinee).ok_or(Why::SortMismatch)?;
                let mut covered = Vec::with_capacity(branches.len());
                for (branch, position) in branches.iter().zip(0u32..) {
                    let last = position.checked_add(1).map(index) == Some(branches.len());
                    // A failing branch covers nothing; one must remain to stand for the match.
                    let idle = self.kind == Kind::Every && self.fails(branch.body);
                    if idle && !(last && covered.is_empty()) {
                        continue;
                    }
                    let (node, result, phi) = self.branch(scrutinee, sort, branch.tag, branch.body)?;
                    let node = match self.kind {
                        Kind::Every => self.rows.node(NodeRow::TMatch(position, node)),
                        _ => node,
                    };
                    covered.push((node, result, phi));
                }
                if self.kind == Kind::Every { self.merge(&covered) } else { self.all_branches(&covered) }
            }
        }
    }

    fn fails(&self, core: CoreRef) -> bool {
        matches!(self.statement.cores.get(index(core.0)), Some(CoreRow::Err(_)))
    }

    /// One branch of a match: the node of its body, and what it gives to the match.
    fn branch(&mut self, scrutinee: ExprId, sort: SortId, tag: u32, body: CoreRef) -> Result<Covered, Stuck> {
        let depth = self.functions.len();
        let fields = self.arena.ctor_fields(sort, tag)?;
        let mut vars = Vec::with_capacity(fields.len());
        for &field in fields.iter() {
            vars.push((self.bind(field)?, field));
        }
        let value = self.arena.mk(Expr::Ctor(sort, tag, vars.iter().map(|v| v.0).collect()))?;
        let fact = self.arena.eq(scrutinee, value)?;
        let (node, result, phi) = self.synth(body)?;
        self.functions.truncate(depth);
        let both = self.arena.and(fact, phi)?;
        Ok((node, result, self.exists(both, &vars)?))
    }

    /// OMatch: all branches at once.
    fn all_branches(&mut self, branches: &[Covered]) -> Result<Covered, Stuck> {
        let mut joined: Option<(SortId, ExprId)> = None;
        for &(_, result, phi) in branches {
            joined = Some(match joined {
                None => (result, phi),
                Some((_, before)) => (result, self.arena.bin(Bin::Or, before, phi)?),
            });
        }
        let (result, phi) = joined.ok_or(Why::BadBranches)?;
        let nodes = branches.iter().map(|branch| branch.0).collect();
        Ok((self.rows.node(NodeRow::OMatch(nodes)), result, phi))
    }

    /// Joins branches, balanced.
    fn merge(&mut self, covered: &[Covered]) -> Result<Covered, Stuck> {
        match covered {
            [] => Err(Stuck::Expression(Why::BadBranches)),
            [one] => Ok(*one),
            _ => {
                let (left, right) = covered.split_at(covered.len() / 2);
                let ((n1, sort, phi1), (n2, _, phi2)) = (self.merge(left)?, self.merge(right)?);
                let phi = self.arena.bin(Bin::Or, phi1, phi2)?;
                Ok((self.rows.node(NodeRow::TMerge(n1, n2)), sort, phi))
            }
        }
    }

    /// `exists xs. phi`, for locals.
    fn exists(&mut self, phi: ExprId, vars: &[(ExprId, SortId)]) -> Result<ExprId, Stuck> {
        let locals: Vec<ExprId> = vars.iter().map(|v| v.0).collect();
        let mut e = self.arena.close(phi, &locals)?;
        for &(_, sort) in vars.iter().rev() {
            e = self.arena.mk(Expr::Quant(Quant::Exists, sort, e))?;
        }
        Ok(e)
    }
}
