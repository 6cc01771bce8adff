//! Replacing variables: one iterative rewriting of shared expressions, and what is made of it.
//!
//! Bound variables are indices and free ones are names (`Local`, `Nu`), so a replacement never
//! captures: what is put in is closed, or is shifted explicitly ([`Arena::shift`]).

use crate::arena::{Arena, Expr, ExprId, IdMap, Info, Quant, SortId, index};
use crate::load::Loaded;
use crate::reject::Why;
use crate::tables::{GHOST, SortRef};

impl Arena {
    /// Rewrites bottom-up without recursion. `skip` says where nothing can change; `make` makes
    /// the new node, or something else, from the old one with its children and sorts (`sorts`
    /// instantiates their parameters) replaced. The last argument of both is the number of
    /// binders above the node.
    fn rewrite(
        &mut self,
        root: ExprId,
        sorts: Option<&[SortId]>,
        skip: impl Fn(Info, u32) -> bool,
        mut make: impl FnMut(&mut Arena, Expr, u32) -> Result<ExprId, Why>,
    ) -> Result<ExprId, Why> {
        self.spend(1)?;
        if skip(self.info(root), 0) {
            return Ok(root);
        }
        let mut done: IdMap<(ExprId, u32), ExprId> = IdMap::default();
        let mut stack = vec![(root, 0u32, false)];
        while let Some((e, depth, children_done)) = stack.pop() {
            self.spend(2)?;
            self.room(done.len().div_euclid(8))?;
            if done.contains_key(&(e, depth)) {
                continue;
            }
            if skip(self.info(e), depth) {
                done.insert((e, depth), e);
                continue;
            }
            if !children_done {
                stack.push((e, depth, true));
                self.expr(e).for_children(|c, binders| stack.push((c, depth.saturating_add(binders), false)));
                continue;
            }
            let node = self.expr(e).clone();
            let node = node.map(
                |s| sorts.map_or(Ok(s), |sorts| self.instantiate_sort(s, sorts)),
                |c, binders| done.get(&(c, depth.saturating_add(binders))).copied().ok_or(Why::BadReference),
            )?;
            let new = make(self, node, depth)?;
            done.insert((e, depth), new);
        }
        done.get(&(root, 0)).copied().ok_or(Why::BadReference)
    }

    /// Adds `by` to every loose bound variable.
    pub fn shift(&mut self, e: ExprId, by: u32) -> Result<ExprId, Why> {
        self.rewrite(
            e,
            None,
            |info, depth| info.loose <= depth,
            |a, node, _| match node {
                Expr::Bound(i, s) => a.mk(Expr::Bound(i.checked_add(by).ok_or(Why::LooseVariable)?, s)),
                node => a.mk(node),
            },
        )
    }

    /// Replaces the loose variables `Bound(skipped ..)` by `args`, the last of which is
    /// `Bound(skipped)`; variables beyond move down.
    pub fn instantiate(&mut self, e: ExprId, args: &[ExprId], skipped: u32) -> Result<ExprId, Why> {
        let count = u32::try_from(args.len()).map_err(|_| Why::TooLarge)?;
        self.rewrite(
            e,
            None,
            |info, depth| info.loose <= depth.saturating_add(skipped),
            |a, node, depth| {
                let Expr::Bound(i, s) = node else { return a.mk(node) };
                // `skip` lets only variables with i >= depth + skipped through.
                let base = depth.checked_add(skipped).ok_or(Why::LooseVariable)?;
                let i = i.checked_sub(base).ok_or(Why::LooseVariable)?;
                if i >= count {
                    return a.mk(Expr::Bound(i.saturating_sub(count).saturating_add(base), s));
                }
                let arg = args.iter().rev().nth(index(i)).copied().ok_or(Why::LooseVariable)?;
                if a.sort_of(arg) != Some(s) {
                    return Err(Why::SortMismatch);
                }
                a.shift(arg, base)
            },
        )
    }

    /// The reverse: turns free variables (`Local`s or `Nu`) into `Bound(0..)`, the last of
    /// them into `Bound(0)`. The expression must have no loose variables.
    pub fn close(&mut self, e: ExprId, vars: &[ExprId]) -> Result<ExprId, Why> {
        if self.info(e).loose != 0 {
            return Err(Why::LooseVariable);
        }
        let mut pairs = Vec::with_capacity(vars.len());
        for (&x, i) in vars.iter().rev().zip(0u32..) {
            let sort = self.sort_of(x).ok_or(Why::SortMismatch)?;
            pairs.push((x, self.mk(Expr::Bound(i, sort))?));
        }
        self.substitute(e, &pairs)
    }

    /// Replaces free variables by terms of the same sort.
    pub fn substitute(&mut self, e: ExprId, pairs: &[(ExprId, ExprId)]) -> Result<ExprId, Why> {
        if pairs.iter().any(|&(var, term)| self.sort_of(var) != self.sort_of(term)) {
            return Err(Why::SortMismatch);
        }
        let absent = self.absent(pairs.iter().map(|p| p.0));
        let terms: IdMap<ExprId, ExprId> = pairs.iter().copied().collect();
        self.rewrite(
            e,
            None,
            |info, _| absent(info),
            |a, node, depth| {
                let e = a.mk(node)?;
                terms.get(&e).map_or(Ok(e), |&term| a.shift(term, depth))
            },
        )
    }

    /// Where none of these free variables can occur. Without it, closing the variables of `n`
    /// nested lets one by one would walk the innermost formula `n` times.
    fn absent<V: Iterator<Item = ExprId>>(&self, vars: V) -> impl Fn(Info) -> bool + use<V> {
        let (mut lowest, mut nu) = (u32::MAX, false);
        for var in vars {
            match self.expr(var) {
                Expr::Local(level, _) => lowest = lowest.min(*level),
                _ => nu = true,
            }
        }
        move |info| info.level <= lowest && !(nu && info.nu)
    }

    /// Replaces `Nu` by a term.
    pub fn at(&mut self, qualifier: ExprId, term: ExprId) -> Result<ExprId, Why> {
        let sort = self.sort_of(term).ok_or(Why::SortMismatch)?;
        let nu = self.mk(Expr::Nu(sort))?;
        self.substitute(qualifier, &[(nu, term)])
    }

    /// `forall v. phi` for a formula about `Nu`.
    pub(crate) fn for_all_values(&mut self, sort: SortId, phi: ExprId) -> Result<ExprId, Why> {
        let nu = self.mk(Expr::Nu(sort))?;
        let body = self.close(phi, &[nu])?;
        self.mk(Expr::Quant(Quant::Forall, sort, body))
    }

    /// Replaces sort parameters everywhere.
    pub fn instantiate_sorts(&mut self, e: ExprId, sorts: &[SortId]) -> Result<ExprId, Why> {
        self.rewrite(e, Some(sorts), |info, _| info.abstracts == 0, |a, node, _| a.mk(node))
    }

    /// Replaces predicate variable `i` by formula `preds[i]`, whose arguments are its loose
    /// variables (the last argument is `Bound(0)`).
    pub fn instantiate_preds(&mut self, e: ExprId, preds: &[ExprId]) -> Result<ExprId, Why> {
        self.rewrite(
            e,
            None,
            |info, _| !info.pred_var,
            |a, node, _| match node {
                Expr::PredVar(p, args) => {
                    let body = *preds.get(index(p)).ok_or(Why::UnboundPredicate)?;
                    a.instantiate(body, &args, 0)
                }
                node => a.mk(node),
            },
        )
    }
}

/// What may occur free in an expression that a certificate supplies.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Program variables by level; `None` for a function.
    pub locals: Vec<Option<SortId>>,
    /// Ghosts and variables introduced by evidence, from [`crate::tables::GHOST`] on.
    pub ghosts: Vec<SortId>,
    /// Number of sort parameters.
    pub sort_params: u32,
    /// Argument sorts of the predicate variables.
    pub preds: Vec<Vec<SortId>>,
}

impl Scope {
    /// The sort of a variable; `None` if there is none, or a function.
    fn local(&self, level: u32) -> Option<SortId> {
        match level.checked_sub(GHOST) {
            Some(ghost) => self.ghosts.get(index(ghost)).copied(),
            None => self.locals.get(index(level)).copied().flatten(),
        }
    }

    /// The sorts of rows, which mention only the scope's sort parameters.
    pub(crate) fn sorts(&self, arena: &Arena, loaded: &Loaded, rows: &[SortRef]) -> Result<Vec<SortId>, Why> {
        rows.iter().map(|&s| self.sort(arena, loaded.sort(s)?)).collect()
    }

    /// A sort that mentions only the scope's sort parameters.
    pub(crate) fn sort(&self, arena: &Arena, s: SortId) -> Result<SortId, Why> {
        if arena.sort_abstracts(s) <= self.sort_params { Ok(s) } else { Err(Why::UnboundSortParameter) }
    }
}

impl Arena {
    /// Visits each node below `e`, once for each number of binders above it, except below
    /// those that `skip` says not to look into.
    pub(crate) fn visit(
        &mut self,
        e: ExprId,
        skip: impl Fn(Info, u32) -> bool,
        mut see: impl FnMut(&Arena, &Expr, u32) -> Result<(), Why>,
    ) -> Result<(), Why> {
        let mut seen: IdMap<(ExprId, u32), ()> = IdMap::default();
        let mut stack = vec![(e, 0u32)];
        while let Some((e, depth)) = stack.pop() {
            self.spend(2)?;
            self.room(seen.len().div_euclid(8))?;
            if skip(self.info(e), depth) || seen.insert((e, depth), ()).is_some() {
                continue;
            }
            let node = self.expr(e);
            see(self, node, depth)?;
            node.for_children(|c, binders| stack.push((c, depth.saturating_add(binders))));
        }
        Ok(())
    }

    /// Whether the variable that a binder around `body` binds has sort `s` wherever it occurs.
    /// Only rows need this: a variable that [`Arena::close`] binds keeps its sort, and rewriting
    /// leaves bound variables alone.
    pub(crate) fn bound_at(&mut self, body: ExprId, s: SortId) -> Result<(), Why> {
        self.visit(
            body,
            |info, depth| info.loose <= depth,
            |_, node, depth| match node {
                Expr::Bound(i, sort) if *i == depth && *sort != s => Err(Why::SortMismatch),
                _ => Ok(()),
            },
        )
    }

    /// Whether everything free in `e` is in scope, with `loose` bound variables allowed (of the
    /// given sorts, the last being `Bound(0)`) and `Nu` at `nu`.
    pub fn in_scope(
        &mut self,
        e: ExprId,
        scope: &Scope,
        loose: &[Option<SortId>],
        nu: Option<SortId>,
    ) -> Result<(), Why> {
        let info = self.info(e);
        if info.abstracts > scope.sort_params {
            return Err(Why::UnboundSortParameter);
        }
        if index(info.loose) > loose.len() {
            return Err(Why::LooseVariable);
        }
        self.visit(
            e,
            |info, depth| !(info.level > 0 || info.nu || info.pred_var || info.loose > depth),
            |arena, node, depth| match node {
                Expr::Local(l, s) if scope.local(*l) != Some(*s) => Err(Why::UnboundLocal),
                Expr::Bound(i, s) => match i.checked_sub(depth) {
                    Some(i) if loose.iter().rev().nth(index(i)) != Some(&Some(*s)) => Err(Why::LooseVariable),
                    _ => Ok(()),
                },
                Expr::Nu(s) if nu != Some(*s) => Err(Why::UnboundNu),
                Expr::PredVar(p, args) => {
                    let sorts = scope.preds.get(index(*p)).ok_or(Why::UnboundPredicate)?;
                    let given = args.iter().map(|&a| arena.sort_of(a));
                    if given.eq(sorts.iter().map(|&s| Some(s))) { Ok(()) } else { Err(Why::UnboundPredicate) }
                }
                _ => Ok(()),
            },
        )
    }
}
