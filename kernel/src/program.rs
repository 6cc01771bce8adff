//! The core program: simple types and scope, before any refinement.
//!
//! Every row's simple type is computed once, in order; then each function is walked with its
//! variables. All branches are checked, also those that no derivation visits, so that a
//! program that the kernel accepts is a program.

use crate::arena::{Arena, Expr, ExprId, SortId};
use crate::check::{Checker, Observer};
use crate::load::{Loaded, at, load_rows};
use crate::prims;
use crate::reject::{At, Table, Why};
use crate::tables::{ArgRow, CoreRef, CoreRow, ExprRef, FunRef, FunRow, GHOST, Prim, Statement};
use crate::types::{FunType, Param};
use std::sync::Arc;

/// The loaded program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Result sort of each core row.
    pub core_sorts: Vec<SortId>,
    /// Simple type of each function row.
    pub fun_arrows: Vec<Arc<FunType>>,
}

/// A core term or a function value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A core term.
    Core(CoreRef),
    /// A function value.
    Fun(FunRef),
}

/// Computes the simple types of all rows.
pub fn load(
    arena: &mut Arena,
    statement: &Statement,
    loaded: &Loaded,
    arrows: &[Arc<FunType>],
    types: &[Arc<FunType>],
) -> Result<Program, (At, Why)> {
    let mut program = Program::default();
    load_rows(Table::Funs, &statement.funs, &mut program.fun_arrows, |row, _, _| match row {
        FunRow::Var(_, a) | FunRow::Lam(a, _) | FunRow::Fix(a, _) => at(arrows, a.0).cloned(),
        FunRow::Global(g, sorts) => {
            let global = at(&statement.globals, g.0)?;
            let sorts = loaded.sort_list(sorts)?;
            if u32::try_from(sorts.len()) != Ok(global.sort_params) {
                return Err(Why::WrongArity);
            }
            at(types, global.claim.0)?.erase().instantiate_sorts(arena, &sorts).map(Arc::new)
        }
    })?;
    let mut core_sorts = Vec::with_capacity(statement.cores.len());
    load_rows(Table::Cores, &statement.cores, &mut core_sorts, |row, before, own| {
        program.core_sort(arena, statement, loaded, row, before, own)
    })?;
    program.core_sorts = core_sorts;
    Ok(program)
}

impl Program {
    /// Result sort of a core term.
    pub fn sort(&self, c: CoreRef) -> Result<SortId, Why> {
        at(&self.core_sorts, c.0).copied()
    }

    /// Simple type of a function value.
    pub fn arrow(&self, f: FunRef) -> Result<&Arc<FunType>, Why> {
        at(&self.fun_arrows, f.0)
    }

    fn core_sort(
        &self,
        arena: &mut Arena,
        statement: &Statement,
        loaded: &Loaded,
        row: &CoreRow,
        before: &[SortId],
        own: u32,
    ) -> Result<SortId, Why> {
        let sort = |c: CoreRef| at(before, c.0).copied();
        let value = |arena: &mut Arena, e: &ExprRef| value_sort(arena, loaded.expr(*e)?);
        match row {
            CoreRow::Ret(e) => value(arena, e),
            CoreRow::Err(s) => loaded.sort(*s),
            CoreRow::LetE(e1, e2) => {
                sort(*e1)?;
                sort(*e2)
            }
            CoreRow::LetV(f, e) => {
                body_before(statement, *f, own)?;
                sort(*e)
            }
            CoreRow::Op(prim, args) => {
                args.iter().try_for_each(|a| value(arena, a).map(|_| ()))?;
                prims::result_sort(arena, loaded, prim, &loaded.expr_list(args)?)
            }
            CoreRow::App(f, args) => {
                body_before(statement, *f, own)?;
                let arrow = self.arrow(*f)?;
                if args.len() != arrow.params.len() {
                    return Err(Why::BadArguments);
                }
                for (arg, param) in args.iter().zip(&arrow.params) {
                    let fits = match (arg, param) {
                        (ArgRow::Base(e), Param::Base(s, _)) => value(arena, e)? == *s,
                        (ArgRow::Fun(g), Param::Fun(a)) => {
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
                let scrutinee = value(arena, e)?;
                let count = arena.ctor_count(scrutinee)?;
                // SOUNDNESS: one branch at most matches, so the order cannot matter.
                let increasing = branches.is_sorted_by(|a, b| a.tag < b.tag);
                if !increasing || branches.iter().any(|b| b.tag >= count) {
                    return Err(Why::BadBranches);
                }
                let sorts = branches.iter().map(|b| sort(b.body)).collect::<Result<Vec<_>, _>>()?;
                match sorts.first() {
                    Some(first) if sorts.iter().all(|s| s == first) => Ok(*first),
                    _ => Err(Why::BadBranches),
                }
            }
        }
    }
}

/// A subject that waits for its turn, with the number of variables in scope there, and those
/// that it binds besides.
type Waiting = (Subject, usize, Vec<Param>);

impl<O: Observer> Checker<'_, O> {
    /// Walks a function with its variables: every variable is bound, at its sort.
    pub(crate) fn check_scope(&mut self, body: FunRef) -> Result<(), Why> {
        let mut waiting: Vec<Waiting> = vec![(Subject::Fun(body), 0, Vec::new())];
        while let Some((subject, depth, binders)) = waiting.pop() {
            self.budget = self.budget.checked_sub(1).ok_or(Why::TooLarge)?;
            self.unbind(depth);
            for binder in binders {
                match binder {
                    Param::Base(s, _) => {
                        self.bind(self.scope.sort(&self.arena, s)?)?;
                    }
                    Param::Fun(a) => self.bind_fun(a),
                }
            }
            let depth = self.scope.locals.len();
            let mut later = |subject, binders| waiting.push((subject, depth, binders));
            match subject {
                Subject::Core(c) => self.core_in_scope(c, &mut later)?,
                Subject::Fun(f) => self.fun_in_scope(f, &mut later)?,
            }
        }
        self.unbind(0);
        Ok(())
    }

    fn value_in_scope(&mut self, e: ExprRef) -> Result<(), Why> {
        self.arena.in_scope(self.loaded.expr(e)?, &self.scope, &[], None)
    }

    fn core_in_scope(&mut self, c: CoreRef, later: &mut impl FnMut(Subject, Vec<Param>)) -> Result<(), Why> {
        let truth = self.arena.truth();
        match at(&self.statement.cores, c.0)? {
            CoreRow::Ret(e) => self.value_in_scope(*e)?,
            CoreRow::Err(s) => {
                self.scope.sort(&self.arena, self.loaded.sort(*s)?)?;
            }
            CoreRow::LetE(e1, e2) => {
                later(Subject::Core(*e2), vec![Param::Base(self.program.sort(*e1)?, truth)]);
                later(Subject::Core(*e1), vec![]);
            }
            CoreRow::LetV(f, e) => {
                later(Subject::Core(*e), vec![Param::Fun(self.program.arrow(*f)?.clone())]);
                later(Subject::Fun(*f), vec![]);
            }
            CoreRow::Op(prim, args) => {
                if let Prim::Def(_, sorts) = prim {
                    self.scope.sorts(&self.arena, &self.loaded, sorts)?;
                }
                args.iter().try_for_each(|a| self.value_in_scope(*a))?;
            }
            CoreRow::App(f, args) => {
                for arg in args {
                    match arg {
                        ArgRow::Base(e) => self.value_in_scope(*e)?,
                        ArgRow::Fun(g) => later(Subject::Fun(*g), vec![]),
                    }
                }
                later(Subject::Fun(*f), vec![]);
            }
            CoreRow::Match(e, branches) => {
                self.value_in_scope(*e)?;
                let sort = self.arena.sort_of(self.loaded.expr(*e)?).ok_or(Why::SortMismatch)?;
                for branch in branches {
                    let fields = self.arena.ctor_fields(sort, branch.tag)?;
                    later(
                        Subject::Core(branch.body),
                        fields.iter().map(|&f| Param::Base(f, truth)).collect(),
                    );
                }
            }
        }
        Ok(())
    }

    fn fun_in_scope(&mut self, f: FunRef, later: &mut impl FnMut(Subject, Vec<Param>)) -> Result<(), Why> {
        let arrow = self.program.arrow(f)?.clone();
        arrow.in_scope(&mut self.arena, &self.scope, &[])?;
        match *at(&self.statement.funs, f.0)? {
            FunRow::Var(level, _) => match at(&self.functions, level) {
                Ok(Some(declared)) if *declared == arrow => {}
                _ => return Err(Why::NotAFunction),
            },
            FunRow::Global(g, _) if g.0 < self.current => {}
            FunRow::Global(..) => return Err(Why::ForwardGlobal),
            FunRow::Lam(_, body) | FunRow::Fix(_, body) => {
                if self.program.sort(body)? != arrow.result {
                    return Err(Why::SortMismatch);
                }
                let mut binders = arrow.params.clone();
                if matches!(at(&self.statement.funs, f.0)?, FunRow::Fix(..)) {
                    binders.push(Param::Fun(arrow));
                }
                later(Subject::Core(body), binders);
            }
        }
        Ok(())
    }
}

/// The sort of a base value: variables, constants and constructors only.
fn value_sort(arena: &mut Arena, e: ExprId) -> Result<SortId, Why> {
    arena.visit(
        e,
        |_, _| false,
        |_, node, _| match node {
            Expr::Local(l, _) if *l < GHOST => Ok(()),
            Expr::Int(_) | Expr::Literal(..) | Expr::Ctor(..) => Ok(()),
            _ => Err(Why::NotAValue),
        },
    )?;
    arena.sort_of(e).ok_or(Why::SortMismatch)
}

/// A function that row `own` mentions must have its body before that row: no circles.
fn body_before(statement: &Statement, f: FunRef, own: u32) -> Result<(), Why> {
    match at(&statement.funs, f.0)? {
        FunRow::Lam(_, body) | FunRow::Fix(_, body) if body.0 >= own => Err(Why::BadReference),
        _ => Ok(()),
    }
}
