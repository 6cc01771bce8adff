//! From the arena back to rows: interns sorts, expressions and types that a proof needs, after
//! the rows that the statement already has.

use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, IdMap, Quant, Sort, SortId};
use covenant_kernel::load::Loaded;
use covenant_kernel::tables::{
    DefRef, ExprRef, ExprRow, FunTypeRow, NodeRef, NodeRow, ParamRow, Proof, SortRef, SortRow, Statement,
    StepRef, StepRow, TypeRef,
};
use covenant_kernel::types::{FunType, Param};
use std::collections::HashMap;

/// A proof under construction.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The rows so far.
    pub proof: Proof,
    sorts: IdMap<SortId, SortRef>,
    exprs: IdMap<ExprId, ExprRef>,
    types: HashMap<FunTypeRow, TypeRef>,
    sort_count: u32,
    expr_count: u32,
    type_count: u32,
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl Rows {
    /// Goes on with a proof whose rows have been loaded after the statement's.
    #[must_use]
    pub fn resume(statement: &Statement, proof: Proof, loaded: &Loaded) -> Self {
        let mut rows = Rows {
            sorts: IdMap::default(),
            exprs: IdMap::default(),
            types: statement.types.iter().chain(&proof.types).cloned().zip((0..).map(TypeRef)).collect(),
            sort_count: count(statement.sorts.len()),
            expr_count: count(statement.exprs.len()),
            type_count: count(statement.types.len()),
            proof,
        };
        for (&s, i) in loaded.sorts.iter().zip(0..) {
            rows.sorts.entry(s).or_insert(SortRef(i));
        }
        for (&e, i) in loaded.exprs.iter().zip(0..) {
            rows.exprs.entry(e).or_insert(ExprRef(i));
        }
        rows
    }

    /// The row of a sort.
    pub fn sort(&mut self, arena: &Arena, s: SortId) -> SortRef {
        if let Some(&r) = self.sorts.get(&s) {
            return r;
        }
        // Sorts are shallow by the arena's own limit.
        let row = match arena.sort(s).clone() {
            Sort::Int => SortRow::Int,
            Sort::Data(d, args) => SortRow::Data(d, args.iter().map(|&a| self.sort(arena, a)).collect()),
            Sort::Abstract(i) => SortRow::Abstract(i),
            Sort::Opaque(i) => SortRow::Opaque(i),
        };
        let r = SortRef(self.sort_count + count(self.proof.sorts.len()));
        self.proof.sorts.push(row);
        self.sorts.insert(s, r);
        r
    }

    /// The row of an expression, with everything below it.
    pub fn expr(&mut self, arena: &Arena, root: ExprId) -> ExprRef {
        let mut stack = vec![(root, false)];
        while let Some((e, children_done)) = stack.pop() {
            if self.exprs.contains_key(&e) {
                continue;
            }
            if !children_done {
                stack.push((e, true));
                arena.expr(e).for_children(|c, _| stack.push((c, false)));
                continue;
            }
            let row = self.expr_row(arena, arena.expr(e));
            let r = ExprRef(self.expr_count + count(self.proof.exprs.len()));
            self.proof.exprs.push(row);
            self.exprs.insert(e, r);
        }
        self.exprs.get(&root).copied().unwrap_or(ExprRef(u32::MAX))
    }

    fn expr_row(&mut self, arena: &Arena, expr: &Expr) -> ExprRow {
        let exprs = &self.exprs;
        let at = |e: &ExprId| exprs.get(e).copied().unwrap_or(ExprRef(u32::MAX));
        match expr {
            Expr::Bound(i, s) => ExprRow::Bound(*i, self.sort(arena, *s)),
            Expr::Local(l, s) => ExprRow::Local(*l, self.sort(arena, *s)),
            Expr::Nu(s) => ExprRow::Nu(self.sort(arena, *s)),
            Expr::Int(n) => ExprRow::Int(*n),
            Expr::Literal(l, s) => ExprRow::Literal(*l, self.sort(arena, *s)),
            Expr::Ctor(s, tag, args) => {
                let args = args.iter().map(at).collect();
                ExprRow::Ctor(self.sort(arena, *s), *tag, args)
            }
            Expr::Fn(d, sorts, args) => {
                let args = args.iter().map(at).collect();
                ExprRow::Fn(DefRef(*d), sorts.iter().map(|&s| self.sort(arena, s)).collect(), args)
            }
            Expr::PredVar(p, args) => ExprRow::PredVar(*p, args.iter().map(at).collect()),
            Expr::Bin(op, a, b) => {
                let (a, b) = (at(a), at(b));
                match op {
                    Bin::Add => ExprRow::Add(a, b),
                    Bin::Sub => ExprRow::Sub(a, b),
                    Bin::Mul => ExprRow::Mul(a, b),
                    Bin::Eq => ExprRow::Eq(a, b),
                    Bin::Le => ExprRow::Le(a, b),
                    Bin::Lt => ExprRow::Lt(a, b),
                    Bin::And => ExprRow::And(a, b),
                    Bin::Or => ExprRow::Or(a, b),
                    Bin::Imp => ExprRow::Imp(a, b),
                    Bin::Iff => ExprRow::Iff(a, b),
                }
            }
            Expr::Div(a, k) => ExprRow::Div(at(a), *k),
            Expr::Mod(a, k) => ExprRow::Mod(at(a), *k),
            Expr::Ite(c, a, b) => ExprRow::Ite(at(c), at(a), at(b)),
            Expr::True => ExprRow::True,
            Expr::False => ExprRow::False,
            Expr::Not(a) => ExprRow::Not(at(a)),
            Expr::Quant(Quant::Forall, s, a) => {
                let a = at(a);
                ExprRow::Forall(self.sort(arena, *s), a)
            }
            Expr::Quant(Quant::Exists, s, a) => {
                let a = at(a);
                ExprRow::Exists(self.sort(arena, *s), a)
            }
        }
    }

    /// The row of a function type.
    pub fn fun_type(&mut self, arena: &Arena, t: &FunType) -> TypeRef {
        let params = t
            .params
            .iter()
            .map(|p| match p {
                Param::Base(s, q) => ParamRow::Base(self.sort(arena, *s), self.expr(arena, *q)),
                Param::Fun(inner) => ParamRow::Fun(self.fun_type(arena, inner)),
            })
            .collect();
        let row = FunTypeRow {
            params,
            requires: self.expr(arena, t.requires),
            result: self.sort(arena, t.result),
            ensures: self.expr(arena, t.ensures),
        };
        if let Some(&r) = self.types.get(&row) {
            return r;
        }
        let r = TypeRef(self.type_count + count(self.proof.types.len()));
        self.proof.types.push(row.clone());
        self.types.insert(row, r);
        r
    }

    /// Adds a derivation node.
    pub fn node(&mut self, row: NodeRow) -> NodeRef {
        self.proof.nodes.push(row);
        NodeRef(count(self.proof.nodes.len()) - 1)
    }

    /// Adds an evidence step.
    pub fn step(&mut self, row: StepRow) -> StepRef {
        self.proof.steps.push(row);
        StepRef(count(self.proof.steps.len()) - 1)
    }
}

/// A proof of nothing.
#[must_use]
pub fn empty_proof() -> Proof {
    Proof {
        sorts: Vec::new(),
        exprs: Vec::new(),
        types: Vec::new(),
        lemmas: Vec::new(),
        steps: Vec::new(),
        nodes: Vec::new(),
        derivations: Vec::new(),
    }
}
