//! From the arena back to rows: interns sorts, expressions and types that a proof needs, after
//! the rows that the statement already has.

use covenant_kernel::arena::{Arena, ExprId, IdMap, SortId};
use covenant_kernel::load::Loaded;
use covenant_kernel::tables::{
    ExprRef, ExprRow, FunTypeRow, NodeRef, NodeRow, ParamRow, Proof, SortRef, SortRow, Statement, TypeRef,
};
use covenant_kernel::types::{FunType, Param};
use std::collections::HashMap;
use std::convert::Infallible;

/// The rows of sorts and expressions: those that were loaded are known, new ones are appended.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    sorts: IdMap<SortId, SortRef>,
    exprs: IdMap<ExprId, ExprRef>,
    sort_count: u32,
    expr_count: u32,
    /// New sorts, numbered after the loaded ones.
    pub new_sorts: Vec<SortRow>,
    /// New expressions, numbered after the loaded ones.
    pub new_exprs: Vec<ExprRow>,
}

/// A number of rows. A proof with more than fit is refused by the kernel: its references dangle.
fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl Terms {
    /// Goes on after the rows that have been loaded.
    #[must_use]
    pub fn after(loaded: &Loaded) -> Self {
        let mut terms = Terms {
            sort_count: count(loaded.sorts.len()),
            expr_count: count(loaded.exprs.len()),
            ..Terms::default()
        };
        for (&s, i) in loaded.sorts.iter().zip(0..) {
            terms.sorts.entry(s).or_insert(SortRef(i));
        }
        for (&e, i) in loaded.exprs.iter().zip(0..) {
            terms.exprs.entry(e).or_insert(ExprRef(i));
        }
        terms
    }

    /// The row of a sort.
    pub fn sort(&mut self, arena: &Arena, s: SortId) -> SortRef {
        if let Some(&r) = self.sorts.get(&s) {
            return r;
        }
        // Sorts are shallow by the arena's own limit.
        let Ok(row) = arena.sort(s).map(|a| Ok::<_, Infallible>(self.sort(arena, a)));
        let r = SortRef(self.sort_count + count(self.new_sorts.len()));
        self.new_sorts.push(row);
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
            let Ok(row) = arena.expr(e).map(|s| Ok::<_, Infallible>(self.sort(arena, s)), |c, _| Ok(c));
            let child = |c| self.exprs.get(&c).copied().unwrap_or(ExprRef(u32::MAX));
            let Ok(row) = row.map(Ok::<_, Infallible>, |c, _| Ok(child(c)));
            let r = ExprRef(self.expr_count + count(self.new_exprs.len()));
            self.new_exprs.push(row);
            self.exprs.insert(e, r);
        }
        self.exprs.get(&root).copied().unwrap_or(ExprRef(u32::MAX))
    }

    /// Appends the new rows to those of a proof.
    pub fn append_to(self, proof: &mut Proof) {
        proof.sorts.extend(self.new_sorts);
        proof.exprs.extend(self.new_exprs);
    }
}

/// A proof under construction.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The rows so far, except for new sorts and expressions.
    pub proof: Proof,
    terms: Terms,
    types: HashMap<FunTypeRow, TypeRef>,
    type_count: u32,
}

impl Rows {
    /// Goes on with a proof whose rows have been loaded after the statement's.
    #[must_use]
    pub fn resume(statement: &Statement, proof: Proof, loaded: &Loaded) -> Self {
        Rows {
            terms: Terms::after(loaded),
            types: statement.types.iter().chain(&proof.types).cloned().zip((0..).map(TypeRef)).collect(),
            type_count: count(statement.types.len()),
            proof,
        }
    }

    /// The proof, complete with its sorts and expressions.
    #[must_use]
    pub fn finish(mut self) -> Proof {
        self.terms.append_to(&mut self.proof);
        self.proof
    }

    /// The row of a sort.
    pub fn sort(&mut self, arena: &Arena, s: SortId) -> SortRef {
        self.terms.sort(arena, s)
    }

    /// The row of an expression, with everything below it.
    pub fn expr(&mut self, arena: &Arena, e: ExprId) -> ExprRef {
        self.terms.expr(arena, e)
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
}
