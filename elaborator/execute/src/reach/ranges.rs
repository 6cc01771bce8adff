//! Which integers a function can return at all, whatever its arguments.
//!
//! A backward run of `let rec f () = if bool_gen () then 2 else 2 + f ()` that asks for 0 goes on
//! to ask for -2, -4 and so on, each a problem that has not come up before. That `f` never returns
//! less than 2 is found by running it forwards on ranges, from nothing upwards until nothing
//! changes; a bound that keeps moving is given up.

use covenant_kernel::tables::{Bin, CoreRef, CoreRow, ExprRef, ExprRow, FunRef, FunRow, Prim, SortRow};
use std::collections::HashMap;

use super::super::abstraction::widen;
use super::super::ints::Ints;
use super::super::program::Program;

const ROUNDS: usize = 8;
/// Core terms that are looked at in one round; a program may share them exponentially.
const MOST_STEPS: u32 = 50_000;

/// What is known of a variable.
#[derive(Clone)]
enum Known {
    Ints(Ints),
    /// The function itself.
    Fun(FunRef),
    Nothing,
}

/// The range of each top-level function that returns integers.
pub(super) fn of_functions(program: Program<'_>) -> HashMap<FunRef, Ints> {
    let bodies = program.statement().globals.iter().filter_map(|global| {
        let result = program.fun_type(global.claim).result;
        global.body.filter(|_| matches!(program.sort_row(result), SortRow::Int))
    });
    let mut runs =
        Forward { program, ranges: bodies.map(|body| (body, Ints::default())).collect(), steps: 0 };
    for round in 0..ROUNDS {
        runs.steps = 0;
        let mut next = HashMap::new();
        for (&body, old) in &runs.ranges.clone() {
            let Some(found) = runs.body(body) else { return HashMap::new() };
            let new = old.join(&found);
            next.insert(body, if round > 2 { widen(old, &new) } else { new });
        }
        if next == runs.ranges {
            return next;
        }
        runs.ranges = next;
    }
    HashMap::new()
}

struct Forward<'a> {
    program: Program<'a>,
    ranges: HashMap<FunRef, Ints>,
    steps: u32,
}

impl Forward<'_> {
    /// What a top-level function returns if its calls return what is known so far; `None` to give
    /// up.
    fn body(&mut self, fun: FunRef) -> Option<Ints> {
        let (arrow, core, own) = match self.program.fun(fun) {
            FunRow::Lam(arrow, core) => (arrow, *core, None),
            FunRow::Fix(arrow, core) => (arrow, *core, Some(Known::Fun(fun))),
            _ => return Some(Ints::all()),
        };
        let params = self.program.statement().types.get(arrow.0 as usize)?.params.len();
        let mut env = vec![Known::Nothing; params];
        env.extend(own);
        Some(ints(&self.exec(core, &mut env)?))
    }

    fn exec(&mut self, core: CoreRef, env: &mut Vec<Known>) -> Option<Known> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return None;
        }
        let nothing_returned = || Known::Ints(Ints::default());
        Some(match self.program.core(core) {
            CoreRow::Ret(e) => self.base(*e, env),
            CoreRow::Err(_) => nothing_returned(),
            CoreRow::LetE(first, second) => {
                let first = self.exec(*first, env)?;
                if matches!(&first, Known::Ints(ints) if ints.is_empty()) {
                    return Some(first);
                }
                self.with([first], *second, env)?
            }
            CoreRow::LetV(_, body) => self.with([Known::Nothing], *body, env)?,
            CoreRow::Op(prim) => match prim {
                Prim::IntGen | Prim::Div(..) | Prim::Mod(..) => Known::Ints(Ints::all()),
                Prim::NatGen => Known::Ints(Ints::between(Some(0), None)),
                Prim::IntRange(from, to) => {
                    let (from, to) = (ints(&self.base(*from, env)), ints(&self.base(*to, env)));
                    Known::Ints(Ints::between(from.low(), to.high()))
                }
                Prim::Eval(e) => self.value(*e, env),
                Prim::BoolGen | Prim::OpaqueGen(_) => Known::Nothing,
            },
            CoreRow::App(fun, _) => self.call(*fun, env),
            CoreRow::Match(e, branches) => {
                let mut joined = nothing_returned();
                for branch in branches {
                    let fields = self.arity(*e, branch.tag)?;
                    let found = self.with(vec![Known::Nothing; fields], branch.body, env)?;
                    joined = match (joined, found) {
                        (Known::Ints(a), Known::Ints(b)) => Known::Ints(a.join(&b)),
                        _ => Known::Nothing,
                    };
                }
                joined
            }
        })
    }

    fn with(
        &mut self,
        more: impl IntoIterator<Item = Known>,
        core: CoreRef,
        env: &mut Vec<Known>,
    ) -> Option<Known> {
        let before = env.len();
        env.extend(more);
        let result = self.exec(core, env);
        env.truncate(before);
        result
    }

    fn base(&self, e: ExprRef, env: &[Known]) -> Known {
        match self.program.expr(e) {
            ExprRow::Local(l, _) => env.get(*l as usize).cloned().unwrap_or(Known::Nothing),
            ExprRow::Int(n) => Known::Ints(Ints::point(*n)),
            _ => Known::Nothing,
        }
    }

    /// What a program gets when it computes an expression; sums are enough.
    fn value(&self, e: ExprRef, env: &[Known]) -> Known {
        let sum =
            |a, b, factor| Known::Ints(ints(&self.base(a, env)).plus(&ints(&self.base(b, env)), factor));
        match self.program.expr(e) {
            ExprRow::Bin(Bin::Add, a, b) => sum(*a, *b, 1),
            ExprRow::Bin(Bin::Sub, a, b) => sum(*a, *b, -1),
            _ => self.base(e, env),
        }
    }

    fn call(&self, fun: FunRef, env: &[Known]) -> Known {
        let body = match self.program.fun(fun) {
            FunRow::Var(l) => match env.get(*l as usize) {
                Some(Known::Fun(fun)) => return self.call_of(*fun),
                _ => return Known::Nothing,
            },
            FunRow::Global(g, _) => self.program.global(*g).body,
            FunRow::Lam(..) | FunRow::Fix(..) => None,
        };
        body.map_or(Known::Nothing, |body| self.call_of(body))
    }

    fn call_of(&self, body: FunRef) -> Known {
        self.ranges.get(&body).map_or(Known::Nothing, |range| Known::Ints(range.clone()))
    }

    /// The number of fields that a branch binds.
    fn arity(&self, scrutinee: ExprRef, tag: u32) -> Option<usize> {
        let (ExprRow::Local(_, sort) | ExprRow::Ctor(sort, ..)) = self.program.expr(scrutinee) else {
            return None;
        };
        match self.program.sort_row(*sort) {
            SortRow::Data(data, _) => Some(self.program.ctor_fields(*data, tag).len()),
            _ => None,
        }
    }
}

fn ints(known: &Known) -> Ints {
    match known {
        Known::Ints(ints) => ints.clone(),
        _ => Ints::all(),
    }
}
