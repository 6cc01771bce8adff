//! The core program: simple types and scope, before any refinement.
//!
//! Every row's simple type is computed once, in order; then each function is walked with its
//! variables. All branches are checked, also those that no derivation visits, so that a
//! program that the kernel accepts is a program.

use crate::arena::{Arena, Expr, ExprId, SortId, index};
use crate::load::Loaded;
use crate::prims;
use crate::reject::{At, Table, Why};
use crate::subst::Scope;
use crate::tables::{ArgRow, CoreRef, CoreRow, FunRef, FunRow, GlobalRow, Statement};
use crate::types::{Arrow, ArrowParam, FunType, sort_in_scope};
use std::sync::Arc;

/// The loaded program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Result sort of each core row.
    pub core_sorts: Vec<SortId>,
    /// Simple type of each function row.
    pub fun_arrows: Vec<Arc<Arrow>>,
}

/// Computes the simple types of all rows.
pub fn load(
    arena: &mut Arena,
    statement: &Statement,
    loaded: &Loaded,
    arrows: &[Arc<Arrow>],
    types: &[Arc<FunType>],
) -> Result<Program, (At, Why)> {
    let mut program = Program::default();
    for (row, i) in statement.funs.iter().zip(0u32..) {
        let at = |why| (At::Table(Table::Funs, i), why);
        let arrow = match row {
            FunRow::Var(_, a) | FunRow::Lam(a, _) | FunRow::Fix(a, _) => {
                arrows.get(index(a.0)).cloned().ok_or(at(Why::BadReference))?
            }
            FunRow::Global(g, sorts) => {
                let global = statement.globals.get(index(g.0)).ok_or(at(Why::BadReference))?;
                let sorts = loaded.sort_list(sorts).map_err(at)?;
                if sorts.len() != index(global.sort_params) {
                    return Err(at(Why::WrongArity));
                }
                let claim = types.get(index(global.claim.0)).ok_or(at(Why::BadReference))?;
                Arc::new(claim.erase().instantiate_sorts(arena, &sorts).map_err(at)?)
            }
        };
        program.fun_arrows.push(arrow);
    }
    for (row, i) in statement.cores.iter().zip(0u32..) {
        let sort = program
            .core_sort(arena, statement, loaded, row, i)
            .map_err(|why| (At::Table(Table::Cores, i), why))?;
        program.core_sorts.push(sort);
    }
    Ok(program)
}

impl Program {
    /// Result sort of a core term.
    pub fn sort(&self, c: CoreRef) -> Result<SortId, Why> {
        self.core_sorts.get(index(c.0)).copied().ok_or(Why::BadReference)
    }

    /// Simple type of a function value.
    pub fn arrow(&self, f: FunRef) -> Result<&Arc<Arrow>, Why> {
        self.fun_arrows.get(index(f.0)).ok_or(Why::BadReference)
    }

    fn core_sort(
        &self,
        arena: &mut Arena,
        statement: &Statement,
        loaded: &Loaded,
        row: &CoreRow,
        own: u32,
    ) -> Result<SortId, Why> {
        match row {
            CoreRow::Ret(e) => value_sort(arena, loaded.expr(*e)?),
            CoreRow::Err(s) => loaded.sort(*s),
            CoreRow::LetE(e1, e2) => {
                self.sort(*e1)?;
                self.sort(*e2)
            }
            CoreRow::LetV(f, e) => {
                body_before(statement, *f, own)?;
                self.sort(*e)
            }
            CoreRow::Op(prim, args) => {
                let args = args.iter().map(|a| loaded.expr(*a)).collect::<Result<Vec<_>, _>>()?;
                for &a in &args {
                    value_sort(arena, a)?;
                }
                prims::result_sort(arena, loaded, prim, &args)
            }
            CoreRow::App(f, args) => {
                body_before(statement, *f, own)?;
                let arrow = self.arrow(*f)?;
                if args.len() != arrow.params.len() {
                    return Err(Why::BadArguments);
                }
                for (arg, param) in args.iter().zip(&arrow.params) {
                    let fits = match (arg, param) {
                        (ArgRow::Base(e), ArrowParam::Base(s)) => value_sort(arena, loaded.expr(*e)?)? == *s,
                        (ArgRow::Fun(g), ArrowParam::Fun(a)) => {
                            body_before(statement, *g, own)?;
                            self.arrow(*g)? == a
                        }
                        _ => false,
                    };
                    if !fits {
                        return Err(Why::BadArguments);
                    }
                }
                Ok(arrow.result)
            }
            CoreRow::Match(e, branches) => {
                let scrutinee = value_sort(arena, loaded.expr(*e)?)?;
                let count = arena.ctor_count(scrutinee)?;
                let mut previous = None;
                let mut result = None;
                for branch in branches {
                    // SOUNDNESS: one branch at most matches, so the order cannot matter.
                    if branch.tag >= count || previous.is_some_and(|p| p >= branch.tag) {
                        return Err(Why::BadBranches);
                    }
                    previous = Some(branch.tag);
                    let sort = self.sort(branch.body)?;
                    if *result.get_or_insert(sort) != sort {
                        return Err(Why::BadBranches);
                    }
                }
                result.ok_or(Why::BadBranches)
            }
        }
    }

    /// Walks a global's function with its variables: every variable is bound, at its sort.
    pub fn check_scope(
        &self,
        arena: &mut Arena,
        statement: &Statement,
        loaded: &Loaded,
        global: &GlobalRow,
        number: u32,
        budget: &mut u64,
    ) -> Result<(), Why> {
        let Some(body) = global.body else { return Ok(()) };
        let mut walk = Walk {
            program: self,
            statement,
            loaded,
            number,
            scope: Scope { sort_params: global.sort_params, ..Scope::default() },
            functions: Vec::new(),
            pending: vec![(Subject::Fun(body), 0, Vec::new())],
        };
        while let Some((subject, depth, binders)) = walk.pending.pop() {
            *budget = budget.checked_sub(1).ok_or(Why::TooLarge)?;
            walk.scope.locals.truncate(depth);
            walk.functions.truncate(depth);
            for binder in binders {
                match binder {
                    ArrowParam::Base(s) => {
                        sort_in_scope(arena, s, &walk.scope)?;
                        walk.scope.locals.push(Some(s));
                        walk.functions.push(None);
                    }
                    ArrowParam::Fun(a) => {
                        walk.scope.locals.push(None);
                        walk.functions.push(Some(a));
                    }
                }
            }
            match subject {
                Subject::Core(c) => walk.core(arena, c)?,
                Subject::Fun(f) => walk.fun(arena, f)?,
            }
        }
        Ok(())
    }
}

/// A core term or a function value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A core term.
    Core(CoreRef),
    /// A function value.
    Fun(FunRef),
}

struct Walk<'a> {
    program: &'a Program,
    statement: &'a Statement,
    loaded: &'a Loaded,
    number: u32,
    scope: Scope,
    functions: Vec<Option<Arc<Arrow>>>,
    pending: Vec<(Subject, usize, Vec<ArrowParam>)>,
}

impl Walk<'_> {
    fn later(&mut self, subject: Subject, binders: Vec<ArrowParam>) {
        self.pending.push((subject, self.scope.locals.len(), binders));
    }

    fn value(&self, arena: &Arena, e: crate::tables::ExprRef) -> Result<(), Why> {
        arena.in_scope(self.loaded.expr(e)?, &self.scope, &[], None)
    }

    fn core(&mut self, arena: &mut Arena, c: CoreRef) -> Result<(), Why> {
        match self.statement.cores.get(index(c.0)).ok_or(Why::BadReference)? {
            CoreRow::Ret(e) => self.value(arena, *e),
            CoreRow::Err(s) => sort_in_scope(arena, self.loaded.sort(*s)?, &self.scope),
            CoreRow::LetE(e1, e2) => {
                let sort = self.program.sort(*e1)?;
                self.later(Subject::Core(*e2), vec![ArrowParam::Base(sort)]);
                self.later(Subject::Core(*e1), vec![]);
                Ok(())
            }
            CoreRow::LetV(f, e) => {
                let arrow = self.program.arrow(*f)?.clone();
                self.later(Subject::Core(*e), vec![ArrowParam::Fun(arrow)]);
                self.later(Subject::Fun(*f), vec![]);
                Ok(())
            }
            CoreRow::Op(prim, args) => {
                if let crate::tables::Prim::Def(_, sorts) = prim {
                    for s in self.loaded.sort_list(sorts)? {
                        sort_in_scope(arena, s, &self.scope)?;
                    }
                }
                args.iter().try_for_each(|a| self.value(arena, *a))
            }
            CoreRow::App(f, args) => {
                for arg in args {
                    match arg {
                        ArgRow::Base(e) => self.value(arena, *e)?,
                        ArgRow::Fun(g) => self.later(Subject::Fun(*g), vec![]),
                    }
                }
                self.later(Subject::Fun(*f), vec![]);
                Ok(())
            }
            CoreRow::Match(e, branches) => {
                self.value(arena, *e)?;
                let sort = arena.sort_of(self.loaded.expr(*e)?).ok_or(Why::SortMismatch)?;
                for branch in branches {
                    let fields = arena.ctor_fields(sort, branch.tag)?;
                    let binders = fields.iter().map(|&f| ArrowParam::Base(f)).collect();
                    self.later(Subject::Core(branch.body), binders);
                }
                Ok(())
            }
        }
    }

    fn fun(&mut self, arena: &mut Arena, f: FunRef) -> Result<(), Why> {
        let arrow = self.program.arrow(f)?.clone();
        arrow.in_scope(arena, &self.scope)?;
        match self.statement.funs.get(index(f.0)).ok_or(Why::BadReference)? {
            FunRow::Var(level, _) => match self.functions.get(index(*level)) {
                Some(Some(declared)) if *declared == arrow => Ok(()),
                _ => Err(Why::NotAFunction),
            },
            FunRow::Global(g, _) if g.0 < self.number => Ok(()),
            FunRow::Global(..) => Err(Why::ForwardGlobal),
            FunRow::Lam(_, body) | FunRow::Fix(_, body) => {
                if self.program.sort(*body)? != arrow.result {
                    return Err(Why::SortMismatch);
                }
                let mut binders = arrow.params.clone();
                if matches!(self.statement.funs.get(index(f.0)), Some(FunRow::Fix(..))) {
                    binders.push(ArrowParam::Fun(arrow));
                }
                self.later(Subject::Core(*body), binders);
                Ok(())
            }
        }
    }
}

/// The sort of a base value: variables, constants and constructors only.
fn value_sort(arena: &Arena, e: ExprId) -> Result<SortId, Why> {
    let mut seen = std::collections::HashSet::new();
    let mut stack = vec![e];
    while let Some(e) = stack.pop() {
        if !seen.insert(e) {
            continue;
        }
        match arena.expr(e) {
            Expr::Local(l, _) if *l < crate::tables::GHOST => {}
            Expr::Int(_) | Expr::Literal(..) => {}
            Expr::Ctor(_, _, args) => stack.extend(args.iter()),
            _ => return Err(Why::NotAValue),
        }
    }
    arena.sort_of(e).ok_or(Why::SortMismatch)
}

/// A function that row `own` mentions must have its body before that row: no circles.
fn body_before(statement: &Statement, f: FunRef, own: u32) -> Result<(), Why> {
    match statement.funs.get(index(f.0)).ok_or(Why::BadReference)? {
        FunRow::Lam(_, body) | FunRow::Fix(_, body) if body.0 >= own => Err(Why::BadReference),
        _ => Ok(()),
    }
}
