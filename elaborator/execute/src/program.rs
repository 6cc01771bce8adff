//! A statement that can be run: its references checked once, its sorts made concrete.
//!
//! The interpreters index the tables on every step, so the references are checked up front
//! rather than at each use. Sorts are rechecked by the kernel, not here: a row of the wrong sort
//! stops an interpreter with [`Stop::Malformed`](super::eval::Stop) and nothing worse.

use covenant_kernel::tables::{
    ArgRow, BOOL, Bin, CoreRef, CoreRow, DefBody, DefRow, ExprRef, ExprRow, FIRST_DATATYPE, FunRef, FunRow,
    FunTypeRow, GlobalRef, GlobalRow, ParamRow, Prim, SortRef, SortRow, Statement, TypeRef, UNIT,
};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use super::value::Value;

/// A statement whose references are all in range and backward.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    statement: &'a Statement,
}

/// Which table of a statement is malformed, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The table.
    pub table: &'static str,
    /// The row.
    pub row: usize,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} of the table of {} refers to a row that is not there", self.row, self.table)
    }
}

/// A sort without parameters, as values are built at run time.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Integers.
    Int,
    /// A datatype at argument sorts.
    Data(u32, Arc<[Sort]>),
    /// An opaque sort.
    Opaque(u32),
    /// A set of so many elements, which stands for an abstract sort.
    Finite(u32),
}

/// How many elements stand for an abstract sort of which nothing is known.
pub const ABSTRACT_ELEMENTS: u32 = 3;

impl<'a> Program<'a> {
    /// Checks every reference.
    pub fn new(statement: &'a Statement) -> Result<Self, Malformed> {
        let program = Program { statement };
        program.check()?;
        Ok(program)
    }

    /// The statement.
    #[must_use]
    pub fn statement(&self) -> &'a Statement {
        self.statement
    }

    /// A row of the statement.
    #[must_use]
    pub fn expr(&self, e: ExprRef) -> &'a ExprRow {
        &self.statement.exprs[e.0 as usize]
    }

    /// A row of the program.
    #[must_use]
    pub fn core(&self, c: CoreRef) -> &'a CoreRow {
        &self.statement.cores[c.0 as usize]
    }

    /// A function value.
    #[must_use]
    pub fn fun(&self, f: FunRef) -> &'a FunRow {
        &self.statement.funs[f.0 as usize]
    }

    /// A definition.
    #[must_use]
    pub fn def(&self, d: u32) -> &'a DefRow {
        &self.statement.defs[d as usize]
    }

    /// A global.
    #[must_use]
    pub fn global(&self, g: GlobalRef) -> &'a GlobalRow {
        &self.statement.globals[g.0 as usize]
    }

    /// The type of a function.
    #[must_use]
    pub fn fun_type(&self, t: TypeRef) -> &'a FunTypeRow {
        &self.statement.types[t.0 as usize]
    }

    /// Whether a function is `err ()` for all arguments. To claim something of it is to claim that nothing is promised,
    /// so there is nothing to look for once the claim holds.
    #[must_use]
    pub fn only_fails(&self, claim: GlobalRef) -> bool {
        let global = self.statement.globals.get(claim.0 as usize);
        let fun = global.and_then(|global| global.body).map(|body| &self.statement.funs[body.0 as usize]);
        matches!(fun, Some(FunRow::Lam(_, body)) if matches!(self.statement.cores[body.0 as usize], CoreRow::Err(_)))
    }

    /// A sort.
    #[must_use]
    pub fn sort_row(&self, s: SortRef) -> &'a SortRow {
        &self.statement.sorts[s.0 as usize]
    }

    /// Whether an expression is a formula, not a term.
    #[must_use]
    pub fn is_formula(&self, e: ExprRef) -> bool {
        match self.expr(e) {
            ExprRow::Fn(d, ..) => self.def(d.0).result.is_none(),
            ExprRow::Bin(op, ..) => !matches!(op, Bin::Add | Bin::Sub | Bin::Mul),
            ExprRow::PredVar(..) | ExprRow::True | ExprRow::False | ExprRow::Not(_) | ExprRow::Quant(..) => {
                true
            }
            ExprRow::Bound(..)
            | ExprRow::Local(..)
            | ExprRow::Nu(_)
            | ExprRow::Int(_)
            | ExprRow::Literal(..)
            | ExprRow::Ctor(..)
            | ExprRow::Div(..)
            | ExprRow::Mod(..)
            | ExprRow::Ite(..) => false,
        }
    }

    /// A global by name.
    #[must_use]
    pub fn global_named(&self, name: &str) -> Option<GlobalRef> {
        (0u32..).zip(&self.statement.globals).find(|(_, g)| g.name == name).map(|(i, _)| GlobalRef(i))
    }

    /// The sort of a row, at sorts for its parameters.
    #[must_use]
    pub fn sort(&self, s: SortRef, at: &[Sort]) -> Sort {
        match self.sort_row(s) {
            SortRow::Int => Sort::Int,
            SortRow::Data(d, args) => Sort::Data(*d, args.iter().map(|a| self.sort(*a, at)).collect()),
            SortRow::Abstract(i) => at.get(*i as usize).cloned().unwrap_or(Sort::Finite(ABSTRACT_ELEMENTS)),
            SortRow::Opaque(i) => Sort::Opaque(*i),
        }
    }

    /// The number of constructors of a datatype.
    #[must_use]
    pub fn ctor_count(&self, data: u32) -> u32 {
        match data {
            BOOL => 2,
            UNIT => 1,
            _ => self.datatype(data).map_or(0, |d| d.ctors.len() as u32),
        }
    }

    fn datatype(&self, data: u32) -> Option<&'a covenant_kernel::tables::DatatypeRow> {
        self.statement.datatypes.get(data.checked_sub(FIRST_DATATYPE)? as usize)
    }

    /// The field sorts of a constructor, as rows over the datatype's parameters.
    #[must_use]
    pub fn ctor_fields(&self, data: u32, tag: u32) -> &'a [SortRef] {
        self.datatype(data).and_then(|d| d.ctors.get(tag as usize)).map_or(&[], |c| &c.fields)
    }

    /// The literals of the statement at an opaque sort.
    #[must_use]
    pub fn literals(&self, sort: u32) -> Vec<Value> {
        let at_sort = |s: &SortRef| matches!(self.sort_row(*s), SortRow::Opaque(own) if *own == sort);
        let found: BTreeSet<u32> = self
            .statement
            .exprs
            .iter()
            .filter_map(|row| match row {
                ExprRow::Literal(n, s) if at_sort(s) => Some(*n),
                _ => None,
            })
            .collect();
        found.into_iter().map(Value::Literal).collect()
    }

    /// Some values of an opaque sort that the statement does not mention: there are always more.
    #[must_use]
    pub fn others(&self, sort: u32, count: usize) -> Vec<Value> {
        let letters = || ('a'..='z').chain('A'..='Z').chain('0'..='9');
        let texts: Box<dyn Iterator<Item = String>> =
            match self.statement.opaque_sorts.get(sort as usize).map(String::as_str) {
                Some("char") => Box::new(letters().map(|c| format!("'{c}'"))),
                Some("string") => {
                    Box::new(std::iter::once("\"\"".to_owned()).chain(letters().map(|c| format!("\"{c}\""))))
                }
                Some("float") => Box::new((0..1000).map(|n| format!("{n}.0"))),
                _ => Box::new((0..1000).map(|n| format!("<element {n}>"))),
            };
        let unused = texts.filter(|text| !self.statement.literals.contains(text));
        unused.take(count).map(|text| Value::Other(text.into())).collect()
    }

    /// All values of a sort, if they are at most `most` and none is recursive.
    #[must_use]
    pub fn finite_domain(&self, sort: &Sort, most: usize) -> Option<Vec<Value>> {
        self.finite(sort, most, 0)
    }

    fn finite(&self, sort: &Sort, most: usize, nesting: u32) -> Option<Vec<Value>> {
        match sort {
            Sort::Finite(n) => (*n as usize <= most).then(|| (0..*n).map(Value::Atom).collect()),
            Sort::Int | Sort::Opaque(_) => None,
            Sort::Data(data, args) => {
                // A recursive datatype nests without end.
                if nesting > 6 {
                    return None;
                }
                let mut all = Vec::new();
                for tag in 0..self.ctor_count(*data) {
                    let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
                    for field in self.ctor_fields(*data, tag) {
                        let choices = self.finite(&self.sort(*field, args), most, nesting + 1)?;
                        if rows.len().saturating_mul(choices.len()) > most {
                            return None;
                        }
                        rows = rows
                            .iter()
                            .flat_map(|row| {
                                choices.iter().map(move |c| {
                                    let mut row = row.clone();
                                    row.push(c.clone());
                                    row
                                })
                            })
                            .collect();
                    }
                    all.extend(rows.into_iter().map(|fields| Value::ctor(*data, tag, fields)));
                }
                (all.len() <= most).then_some(all)
            }
        }
    }

    fn check(&self) -> Result<(), Malformed> {
        let st = self.statement;
        let bad = |table: &'static str, row: usize| Malformed { table, row };
        let sort_ok = |s: &SortRef| (s.0 as usize) < st.sorts.len();
        let expr_ok = |e: &ExprRef| (e.0 as usize) < st.exprs.len();
        let data_ok = |d: u32| d < FIRST_DATATYPE || self.datatype(d).is_some();
        let def_ok = |d: u32| (d as usize) < st.defs.len();
        let fun_ok = |f: &FunRef| (f.0 as usize) < st.funs.len();
        for (i, row) in st.sorts.iter().enumerate() {
            let ok = match row {
                SortRow::Data(d, args) => data_ok(*d) && args.iter().all(|a| (a.0 as usize) < i),
                SortRow::Int | SortRow::Abstract(_) | SortRow::Opaque(_) => true,
            };
            ok.then_some(()).ok_or(bad("sorts", i))?;
        }
        for (i, row) in st.datatypes.iter().enumerate() {
            row.ctors
                .iter()
                .all(|c| c.fields.iter().all(sort_ok))
                .then_some(())
                .ok_or(bad("datatypes", i))?;
        }
        for (i, row) in st.exprs.iter().enumerate() {
            let before = |e: &ExprRef| (e.0 as usize) < i;
            let ok = match row {
                ExprRow::Bound(_, s) | ExprRow::Local(_, s) | ExprRow::Nu(s) | ExprRow::Literal(_, s) => {
                    sort_ok(s)
                }
                ExprRow::Int(_) | ExprRow::True | ExprRow::False => true,
                ExprRow::Ctor(s, _, args) => sort_ok(s) && args.iter().all(before),
                ExprRow::Fn(d, sorts, args) => {
                    def_ok(d.0)
                        && sorts.iter().all(sort_ok)
                        && args.iter().all(before)
                        && args.len() == self.def(d.0).params.len()
                }
                ExprRow::PredVar(_, args) => args.iter().all(before),
                ExprRow::Bin(_, a, b) => before(a) && before(b),
                ExprRow::Div(a, k) | ExprRow::Mod(a, k) => before(a) && *k > 0,
                ExprRow::Not(a) => before(a),
                ExprRow::Ite(a, b, c) => before(a) && before(b) && before(c),
                ExprRow::Quant(_, s, a) => sort_ok(s) && before(a),
            };
            ok.then_some(()).ok_or(bad("expressions", i))?;
        }
        for (i, row) in st.defs.iter().enumerate() {
            let body_ok = match &row.body {
                DefBody::Direct(e) => expr_ok(e),
                DefBody::Cases { on, cases } => {
                    (*on as usize) < row.params.len() && cases.iter().all(expr_ok)
                }
                DefBody::Opaque => true,
            };
            let ok = row.params.iter().chain(&row.result).all(sort_ok) && body_ok;
            ok.then_some(()).ok_or(bad("definitions", i))?;
        }
        for (i, row) in st.axioms.iter().enumerate() {
            expr_ok(&row.statement).then_some(()).ok_or(bad("axioms", i))?;
        }
        for (i, row) in st.types.iter().enumerate() {
            let ok = row.params.iter().all(|p| match p {
                ParamRow::Base(s, e) => sort_ok(s) && expr_ok(e),
                ParamRow::Fun(t) => (t.0 as usize) < i,
            });
            let ok = ok && expr_ok(&row.requires) && expr_ok(&row.ensures) && sort_ok(&row.result);
            ok.then_some(()).ok_or(bad("function types", i))?;
        }
        for (i, row) in st.cores.iter().enumerate() {
            let before = |c: &CoreRef| (c.0 as usize) < i;
            let ok = match row {
                CoreRow::Ret(e) => expr_ok(e),
                CoreRow::Err(s) => sort_ok(s),
                CoreRow::LetE(a, b) => before(a) && before(b),
                CoreRow::LetV(f, e) => fun_ok(f) && before(e),
                CoreRow::Op(Prim::OpaqueGen(s)) => sort_ok(s),
                CoreRow::Op(prim) => prim.operands().all(|e| expr_ok(&e)),
                CoreRow::App(f, args) => {
                    fun_ok(f)
                        && args.iter().all(|a| match a {
                            ArgRow::Base(e) => expr_ok(e),
                            ArgRow::Fun(g) => fun_ok(g),
                        })
                }
                CoreRow::Match(e, branches) => expr_ok(e) && branches.iter().all(|b| before(&b.body)),
            };
            ok.then_some(()).ok_or(bad("core terms", i))?;
        }
        for (i, row) in st.funs.iter().enumerate() {
            let ok = match row {
                FunRow::Var(..) => true,
                FunRow::Global(g, sorts) => (g.0 as usize) < st.globals.len() && sorts.iter().all(sort_ok),
                FunRow::Lam(_, c) | FunRow::Fix(_, c) => (c.0 as usize) < st.cores.len(),
            };
            ok.then_some(()).ok_or(bad("functions", i))?;
        }
        for (i, row) in st.globals.iter().enumerate() {
            let ok = (row.claim.0 as usize) < st.types.len()
                && row.body.as_ref().is_none_or(fun_ok)
                && row.preds.iter().flatten().all(sort_ok);
            ok.then_some(()).ok_or(bad("globals", i))?;
        }
        Ok(())
    }
}
