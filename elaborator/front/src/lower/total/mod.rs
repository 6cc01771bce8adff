//! *Total* claims: the program with checks in it.
//!
//! That a function ends without failing is shown of another program, which always ends and says whether the function
//! would have. It does what the function does, and returns `Ended v` where that returns `v`. Instead of failing it returns
//! `Failed`, and so it does instead of a recursive call at which the measure does not decrease. A claim that it returns *only*
//! `Ended v` with `φ(v)` is one that the kernel has rules for, and there is none for termination.
//!
//! SOUNDNESS: a verdict about the program with checks is one about the program if each of these holds (`docs/RULES.md`):
//!
//! - every `err`, match without a branch, division by what may be zero and empty range becomes `Failed`;
//! - every call of a function in its own body, from however deep inside, is behind a test that the measure has
//!   decreased since the call that is running, and did not go below zero; it is the test of rule TFix;
//! - all other functions that are called are in the same unit, with checks in them, and claim to be total;
//! - `Failed` of a part is `Failed` of the whole.
//!
//! Whatever is not one of the shapes below is declined by name, never passed through.

mod calls;
mod rewrite;
mod walk;

use std::collections::BTreeMap;
use std::rc::Rc;

use covenant_kernel::tables::{BranchRow, CoreRef, CoreRow, ExprRef, ExprRow, FunRef, FunRow, SortRef};

use super::Lowerer;
use super::builder::Builder;
use super::definitions::count;
use crate::module::NotTotal;
use crate::span::Span;
use crate::typed::{Constructor, Contract, DataId, Datatype, Program, Ty};

/// The constructor of a run that fails.
const FAILED: u32 = 0;
/// The constructor of a run that returns its field.
const ENDED: u32 = 1;

type Checked<T> = Result<T, NotTotal>;

/// Adds the datatype of the results of programs with checks, if some claim is total.
pub(crate) fn declare(program: &mut Program) -> Option<DataId> {
    let total = |contract: &Contract| contract.claim.total;
    program.functions.iter().find(|function| function.contract.as_ref().is_some_and(total))?;
    let constructor = |name: &str, fields| Constructor { name: name.to_owned(), fields };
    program.datatypes.push(Datatype {
        name: "outcome".to_owned(),
        parameters: 1,
        constructors: vec![constructor("Failed", Vec::new()), constructor("Ended", vec![Ty::Rigid(0)])],
        fields: None,
    });
    Some(program.datatypes.len() - 1)
}

fn not_total<T>(span: Span, message: impl Into<String>, advice: &'static str) -> Checked<T> {
    Err(NotTotal { span, message: message.into(), advice })
}

impl Lowerer<'_> {
    /// Replaces the program of the unit by the one with checks, and each claim `φ` by `exists v. nu = Ended v && φ(v)`.
    pub(super) fn put_checks(&mut self, outcome: DataId) -> Checked<()> {
        for pending in &self.pending.globals {
            let Some(function) = self.program.functions.get(pending.function) else { continue };
            let Some(contract) = &function.contract else { continue };
            if !contract.claim.total || function.assumed {
                return not_total(
                    function.span,
                    format!("`{}` is called, of which nothing says that it is total", function.name),
                    "let its claim say `total`, or leave the claim out",
                );
            }
            if !contract.claim.predicates.is_empty() {
                return not_total(
                    contract.claim.span,
                    "a total claim about all predicates of a type",
                    "state it for one predicate",
                );
            }
        }
        let tables = &mut self.tables;
        let old = Old {
            cores: std::mem::take(&mut tables.cores),
            spans: std::mem::take(&mut tables.core_spans),
            binders: std::mem::take(&mut tables.core_binders),
            funs: std::mem::take(&mut tables.funs),
            parameters: std::mem::take(&mut tables.fun_parameters),
        };
        let mut checks = Checks {
            tables,
            datatypes: &self.program.datatypes,
            outcome: count(outcome),
            old: &old,
            locals: self.pending.local_claims.iter().map(|local| (local.fun, local)).collect(),
            changed: BTreeMap::new(),
            scope: Vec::new(),
            depth: 0,
        };
        for (index, pending) in self.pending.globals.iter().enumerate() {
            let Some(row) = checks.tables.globals.get(index).cloned() else { continue };
            let span = self.program.functions.get(pending.function).map_or(checks.nowhere(), |f| f.span);
            let body = match row.body {
                Some(body) => Some(checks.function(body, &pending.measure, span)?),
                None => None,
            };
            let claim = checks.claim(row.claim, span)?;
            if let Some(row) = checks.tables.globals.get_mut(index) {
                (row.body, row.claim) = (body, claim);
            }
        }
        let changed = std::mem::take(&mut checks.changed);
        // A local function that nobody reaches is no part of the program with checks.
        self.pending.local_claims.retain_mut(|local| match changed.get(&local.fun) {
            Some(new) => {
                (local.fun, local.ty) = (new.fun, new.ty);
                local.measure.clone_from(&new.measure);
                local.rank = None;
                true
            }
            None => false,
        });
        for pending in &mut self.pending.globals {
            pending.rank = None;
        }
        Ok(())
    }
}

/// The program without checks.
struct Old {
    cores: Vec<CoreRow>,
    spans: Vec<Span>,
    binders: Vec<Vec<Vec<String>>>,
    funs: Vec<FunRow>,
    parameters: BTreeMap<FunRef, Vec<String>>,
}

/// What became of a local function with a claim.
struct Changed {
    fun: FunRef,
    ty: covenant_kernel::tables::TypeRef,
    measure: Vec<ExprRef>,
}

/// A variable of the program without checks: its level in the one with checks, and what is known of it if it is a function.
#[derive(Clone)]
struct Bound {
    level: u32,
    callee: Option<Callee>,
}

/// A function that may be called.
#[derive(Clone)]
struct Callee {
    /// What it returns without checks.
    result: SortRef,
    /// In its own body: what has to decrease.
    descent: Option<Rc<Descent>>,
}

/// The measure of a function whose body is being looked at.
struct Descent {
    /// Over the parameters.
    measure: Vec<ExprRef>,
    /// At the arguments of the call that is running.
    here: Vec<ExprRef>,
}

/// The program with checks, under construction.
struct Checks<'t> {
    tables: &'t mut Builder,
    datatypes: &'t [Datatype],
    outcome: u32,
    old: &'t Old,
    locals: BTreeMap<FunRef, &'t super::pack::PendingLocalClaim>,
    changed: BTreeMap<FunRef, Changed>,
    /// One for each level of the program without checks.
    scope: Vec<Bound>,
    /// How many levels there are with checks.
    depth: u32,
}

/// What comes after a value that was bound.
type Rest<'r, 't> = Box<dyn FnOnce(&mut Checks<'t>) -> Checked<CoreRef> + 'r>;

impl Checks<'_> {
    fn nowhere(&self) -> Span {
        Span::new(crate::span::Source::User, 0, 0)
    }

    /// Binds the next level of both programs, and looks at what comes after it.
    fn under<T>(&mut self, callee: Option<Callee>, look: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        self.scope.push(Bound { level: self.depth, callee });
        self.depth += 1;
        let found = look(self);
        self.depth -= 1;
        self.scope.pop();
        found
    }

    /// The next level only of the program with checks.
    fn one_deeper<T>(&mut self, look: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        self.depth += 1;
        let found = look(self);
        self.depth -= 1;
        found
    }

    /// The sort of what is returned with checks.
    fn outcome(&mut self, result: SortRef) -> SortRef {
        let row = covenant_kernel::tables::SortRow::Data(self.outcome, [result].into());
        self.tables.sort(row)
    }

    fn boolean(&mut self) -> SortRef {
        let row = covenant_kernel::tables::SortRow::Data(covenant_kernel::tables::BOOL, [].into());
        self.tables.sort(row)
    }

    fn failed(&mut self, out: SortRef, span: Span) -> CoreRef {
        let value = self.tables.expr(ExprRow::Ctor(out, FAILED, [].into()));
        self.tables.core(CoreRow::Ret(value), span)
    }

    fn ended(&mut self, value: ExprRef, out: SortRef, span: Span) -> CoreRef {
        let value = self.tables.expr(ExprRow::Ctor(out, ENDED, [value].into()));
        self.tables.core(CoreRow::Ret(value), span)
    }

    /// `if test then … else Failed`
    fn behind(
        &mut self,
        test: ExprRef,
        out: SortRef,
        span: Span,
        then: impl FnOnce(&mut Self) -> Checked<CoreRef>,
    ) -> Checked<CoreRef> {
        let tested = CoreRow::Op(covenant_kernel::tables::Prim::Eval(test));
        let tested = self.tables.core(tested, span);
        let sort = self.boolean();
        let holds = self.tables.expr(ExprRow::Local(self.depth, sort));
        let no = self.failed(out, span);
        let yes = self.one_deeper(then)?;
        let branches = vec![BranchRow { tag: 0, body: no }, BranchRow { tag: 1, body: yes }];
        let branch = self.tables.core(CoreRow::Match(holds, branches), span);
        Ok(self.tables.core(CoreRow::LetE(tested, branch), span))
    }

    /// `match part with Failed -> Failed | Ended x -> rest`
    fn if_ended(
        &mut self,
        part: CoreRef,
        sorts: (SortRef, SortRef),
        names: Vec<Vec<String>>,
        span: Span,
        rest: impl FnOnce(&mut Self) -> Checked<CoreRef>,
    ) -> Checked<CoreRef> {
        let (of_part, out) = sorts;
        let found = self.tables.expr(ExprRow::Local(self.depth, of_part));
        let no = self.failed(out, span);
        let yes = self.one_deeper(|checks| checks.under(None, rest))?;
        let branches = vec![BranchRow { tag: FAILED, body: no }, BranchRow { tag: ENDED, body: yes }];
        let names = names.into_iter().next().map(|names| vec![Vec::new(), names]).unwrap_or_default();
        let branch = self.tables.binder(CoreRow::Match(found, branches), names, span);
        Ok(self.tables.core(CoreRow::LetE(part, branch), span))
    }
}
