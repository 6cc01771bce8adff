//! A claim with type variables, predicate variables or functions as parameters, at one meaning.
//!
//! The search is about values, so it needs some: each type variable becomes a sort of three values, each
//! predicate variable holds of all but some of them, and each parameter that is a function becomes a function with
//! a claim and without a body, which returns what its type promises. The parameter itself stays, as `()`, so that
//! every variable keeps its level and every row of the program its number.
//!
//! One meaning is not all of them: what fits here may fail at another, and the proof, which is about the claim as it was
//! written, decides.
//!
//! Not chosen: searching at several meanings. A term that fits at one and not at another has not been met.

use covenant_front::Unit;
use covenant_kernel::tables::{
    ArgRow, BOOL, Bin, BranchRow, CoreRef, CoreRow, ExprRef, ExprRow, FIRST_DATATYPE, FunRef, FunRow,
    FunTypeRow, GlobalRef, GlobalRow, ParamRow, Prim, SortRef, SortRow, Statement, TypeRef, UNIT,
};
use std::collections::{HashMap, HashSet};

use crate::problem::{Extended, PARAMETER, children, push_expr};

/// Values of a type variable.
const ELEMENTS: usize = 3;
/// Values of one argument of a predicate variable.
const MOST_VALUES: usize = 9;
/// Datatypes inside datatypes, in the arguments of predicate variables.
const MOST_NESTING: u32 = 3;

/// The unit at a meaning, or as it is if its claim has nothing to give a meaning to; `None` if a function that is
/// a parameter depends on the parameters before it, or is not handed on as it is.
pub(crate) fn instance(unit: Unit) -> Option<Unit> {
    let claim = unit.statement.claim;
    let row = unit.statement.globals.get(claim.0 as usize)?.clone();
    let ty = unit.statement.types.get(row.claim.0 as usize)?.clone();
    let higher = ty.params.iter().any(|param| matches!(param, ParamRow::Fun(_)));
    if row.sort_params == 0 && row.preds.is_empty() && !higher {
        return Some(unit);
    }
    let Extended { statement, truth } = Extended::of(&unit);
    let mut maker = Maker::new(statement, truth, &row);
    for (level, param) in ty.params.iter().enumerate() {
        if let ParamRow::Fun(own) = param {
            maker.parameter(level as u32, *own)?;
        }
    }
    let new_type = maker.fun_type(row.claim, true)?;
    let new_body = match row.body {
        Some(body) => Some(maker.function(body, ty.params.len() as u32, true)?),
        None => None,
    };
    let mut functions = unit.functions.clone();
    if let Some(info) = functions.get_mut(claim.0 as usize) {
        info.measure = info.measure.iter().map(|e| maker.expr(*e)).collect();
    }
    let mut statement = maker.statement;
    let row = GlobalRow { sort_params: 0, preds: Vec::new(), claim: new_type, body: new_body, ..row };
    *statement.globals.get_mut(claim.0 as usize)? = row;
    Some(Unit { statement, functions, extra: covenant_front::ExtraRows::default(), ..unit })
}

struct Maker {
    statement: Statement,
    truth: ExprRef,
    unit_sort: SortRef,
    /// The row of each sort of the scheme.
    sorts: HashMap<SortRef, SortRef>,
    exprs: HashMap<ExprRef, ExprRef>,
    /// For each predicate variable the argument lists of which it holds.
    meanings: Vec<Vec<Vec<ExprRef>>>,
    /// The functions that are parameters, by level.
    parameters: HashMap<u32, FunRef>,
    seen: HashSet<CoreRef>,
}

impl Maker {
    fn new(mut statement: Statement, truth: ExprRef, row: &GlobalRow) -> Maker {
        let mut elements = Vec::new();
        for number in 0..row.sort_params {
            let opaque = statement.opaque_sorts.len() as u32;
            let letter = char::from(b'a' + (number % 26) as u8);
            statement.opaque_sorts.push(format!("'{letter}"));
            statement.sorts.push(SortRow::Opaque(opaque));
            let sort = SortRef(statement.sorts.len() as u32 - 1);
            for element in 1..=ELEMENTS {
                statement.literals.push(format!("{letter}{element}"));
                let literal = statement.literals.len() as u32 - 1;
                push_expr(&mut statement, ExprRow::Literal(literal, sort));
            }
            elements.push(sort);
        }
        statement.sorts.push(SortRow::Data(UNIT, [].into()));
        let unit_sort = SortRef(statement.sorts.len() as u32 - 1);
        let mut maker = Maker {
            statement,
            truth,
            unit_sort,
            sorts: HashMap::new(),
            exprs: HashMap::new(),
            meanings: Vec::new(),
            parameters: HashMap::new(),
            seen: HashSet::new(),
        };
        // A sort row refers to earlier ones only.
        let rows = maker.statement.sorts.len() - elements.len() - 1;
        for number in 0..rows {
            let sort = SortRef(number as u32);
            let at = maker.substituted(sort, &elements);
            maker.sorts.insert(sort, at);
        }
        for (number, args) in row.preds.iter().enumerate() {
            let meaning = maker.meaning(number, args);
            maker.meanings.push(meaning);
        }
        maker
    }

    /// A sort with sorts for its parameters.
    fn substituted(&mut self, sort: SortRef, at: &[SortRef]) -> SortRef {
        match self.statement.sorts[sort.0 as usize].clone() {
            SortRow::Abstract(i) => at.get(i as usize).copied().unwrap_or(sort),
            SortRow::Data(data, args) if !args.is_empty() => {
                let args = args.iter().map(|arg| self.substituted(*arg, at)).collect();
                self.statement.sorts.push(SortRow::Data(data, args));
                SortRef(self.statement.sorts.len() as u32 - 1)
            }
            SortRow::Data(..) | SortRow::Int | SortRow::Opaque(_) => sort,
        }
    }

    fn sort(&self, sort: SortRef) -> SortRef {
        self.sorts.get(&sort).copied().unwrap_or(sort)
    }

    /// Predicate variable `number` holds of all lists of small arguments but every third, and not of the same as
    /// its neighbours.
    fn meaning(&mut self, number: usize, args: &[SortRef]) -> Vec<Vec<ExprRef>> {
        let mut rows: Vec<(usize, Vec<ExprRef>)> = vec![(number, Vec::new())];
        for sort in args {
            let domain = self.domain(self.sort(*sort), 0);
            rows = rows
                .iter()
                .flat_map(|(sum, row)| {
                    domain.iter().enumerate().map(move |(place, value)| {
                        (sum + place, row.iter().copied().chain([*value]).collect())
                    })
                })
                .collect();
        }
        rows.into_iter().filter(|(sum, _)| sum % 3 != 2).map(|(_, row)| row).collect()
    }

    /// Small values of a sort.
    fn domain(&mut self, sort: SortRef, nesting: u32) -> Vec<ExprRef> {
        match self.statement.sorts[sort.0 as usize].clone() {
            SortRow::Int => {
                [0, 1, 2].into_iter().map(|n| push_expr(&mut self.statement, ExprRow::Int(n))).collect()
            }
            SortRow::Opaque(own) => {
                let sorts = &self.statement.sorts;
                let is = |s: &SortRef| matches!(&sorts[s.0 as usize], SortRow::Opaque(o) if *o == own);
                let rows = self.statement.exprs.iter().enumerate();
                let literals = rows.filter(|(_, row)| matches!(row, ExprRow::Literal(_, s) if is(s)));
                literals.map(|(number, _)| ExprRef(number as u32)).take(MOST_VALUES).collect()
            }
            SortRow::Abstract(_) => Vec::new(),
            SortRow::Data(..) if nesting >= MOST_NESTING => Vec::new(),
            SortRow::Data(data, args) => {
                let ctors: Vec<Vec<SortRef>> = match data {
                    BOOL => vec![Vec::new(), Vec::new()],
                    UNIT => vec![Vec::new()],
                    _ => self.fields(data),
                };
                let mut out = Vec::new();
                for (tag, fields) in ctors.iter().enumerate() {
                    let mut rows: Vec<Vec<ExprRef>> = vec![Vec::new()];
                    for field in fields {
                        let field = self.substituted(*field, &args);
                        let values = self.domain(field, nesting + 1);
                        let longer = |row: &Vec<ExprRef>| {
                            let row = row.clone();
                            values.clone().into_iter().map(move |v| row.iter().copied().chain([v]).collect())
                        };
                        rows = rows.iter().flat_map(longer).collect();
                    }
                    for row in rows {
                        let ctor = ExprRow::Ctor(sort, tag as u32, row.into());
                        out.push(push_expr(&mut self.statement, ctor));
                    }
                }
                out.truncate(MOST_VALUES);
                out
            }
        }
    }

    fn fields(&self, data: u32) -> Vec<Vec<SortRef>> {
        let number = data.checked_sub(FIRST_DATATYPE);
        let row = number.and_then(|number| self.statement.datatypes.get(number as usize));
        row.map_or_else(Vec::new, |row| row.ctors.iter().map(|ctor| ctor.fields.clone()).collect())
    }

    /// A function that is a parameter becomes one without a body.
    fn parameter(&mut self, level: u32, ty: TypeRef) -> Option<()> {
        let row = self.statement.types.get(ty.0 as usize)?.clone();
        let count = row.params.len() as u32;
        let mut formulas = vec![(row.requires, count), (row.ensures, count)];
        for (place, param) in row.params.iter().enumerate() {
            let ParamRow::Base(_, qualifier) = param else { return None };
            formulas.push((*qualifier, place as u32));
        }
        if formulas.iter().any(|(formula, own)| self.mentions_outside(*formula, *own)) {
            return None;
        }
        let claim = self.fun_type(ty, false)?;
        let name = format!("{PARAMETER}{level}");
        let row = GlobalRow { name, sort_params: 0, preds: Vec::new(), claim, body: None };
        self.statement.globals.push(row);
        let global = GlobalRef(self.statement.globals.len() as u32 - 1);
        let fun = self.push_fun(FunRow::Global(global, Vec::new()));
        self.parameters.insert(level, fun);
        Some(())
    }

    fn mentions_outside(&self, e: ExprRef, depth: u32) -> bool {
        match &self.statement.exprs[e.0 as usize] {
            ExprRow::Bound(i, _) => *i >= depth,
            row => {
                children(row).into_iter().any(|(child, under)| self.mentions_outside(child, depth + under))
            }
        }
    }

    fn push_fun(&mut self, row: FunRow) -> FunRef {
        self.statement.funs.push(row);
        FunRef(self.statement.funs.len() as u32 - 1)
    }

    /// A function type; the claim's own parameters that are functions become `()`.
    fn fun_type(&mut self, ty: TypeRef, own: bool) -> Option<TypeRef> {
        let row = self.statement.types.get(ty.0 as usize)?.clone();
        let mut params = Vec::new();
        for param in row.params {
            params.push(match param {
                ParamRow::Base(sort, qualifier) => ParamRow::Base(self.sort(sort), self.expr(qualifier)),
                ParamRow::Fun(_) if own => ParamRow::Base(self.unit_sort, self.truth),
                ParamRow::Fun(inner) => ParamRow::Fun(self.fun_type(inner, false)?),
            });
        }
        let (requires, ensures) = (self.expr(row.requires), self.expr(row.ensures));
        self.statement.types.push(FunTypeRow { params, requires, result: self.sort(row.result), ensures });
        Some(TypeRef(self.statement.types.len() as u32 - 1))
    }

    fn function(&mut self, f: FunRef, count: u32, own: bool) -> Option<FunRef> {
        let row = match self.statement.funs.get(f.0 as usize)?.clone() {
            FunRow::Var(level) => match self.parameters.get(&level) {
                Some(known) => return Some(*known),
                None => return Some(f),
            },
            FunRow::Global(global, sorts) => {
                FunRow::Global(global, sorts.iter().map(|s| self.sort(*s)).collect())
            }
            FunRow::Lam(ty, body) => {
                self.core(body, count)?;
                FunRow::Lam(self.fun_type(ty, own)?, body)
            }
            FunRow::Fix(ty, body) => {
                self.core(body, count)?;
                FunRow::Fix(self.fun_type(ty, own)?, body)
            }
        };
        Some(self.push_fun(row))
    }

    /// Rewrites a row of the program and those below it, in place.
    fn core(&mut self, core: CoreRef, count: u32) -> Option<()> {
        if !self.seen.insert(core) {
            return Some(());
        }
        let row = match self.statement.cores.get(core.0 as usize)?.clone() {
            CoreRow::Ret(e) => CoreRow::Ret(self.expr(e)),
            CoreRow::Err(sort) => CoreRow::Err(self.sort(sort)),
            CoreRow::LetE(first, rest) => {
                self.core(first, count)?;
                self.core(rest, count)?;
                CoreRow::LetE(first, rest)
            }
            CoreRow::LetV(f, rest) => {
                let f = self.function(f, count, false)?;
                self.core(rest, count)?;
                CoreRow::LetV(f, rest)
            }
            CoreRow::Op(prim) => CoreRow::Op(match prim {
                Prim::IntRange(a, b) => Prim::IntRange(self.expr(a), self.expr(b)),
                Prim::Div(a, b) => Prim::Div(self.expr(a), self.expr(b)),
                Prim::Mod(a, b) => Prim::Mod(self.expr(a), self.expr(b)),
                Prim::Eval(e) => Prim::Eval(self.expr(e)),
                Prim::OpaqueGen(sort) => Prim::OpaqueGen(self.sort(sort)),
                same @ (Prim::IntGen | Prim::BoolGen | Prim::NatGen) => same,
            }),
            CoreRow::App(f, args) => {
                let itself = self.statement.funs.get(f.0 as usize) == Some(&FunRow::Var(count));
                let mut new = Vec::new();
                for (place, arg) in args.into_iter().enumerate() {
                    new.push(match arg {
                        ArgRow::Base(e) => ArgRow::Base(self.expr(e)),
                        ArgRow::Fun(handed) if itself => {
                            let row = self.statement.funs.get(handed.0 as usize)?;
                            if *row != FunRow::Var(place as u32) {
                                return None;
                            }
                            let unit = ExprRow::Ctor(self.unit_sort, 0, [].into());
                            ArgRow::Base(push_expr(&mut self.statement, unit))
                        }
                        ArgRow::Fun(handed) => ArgRow::Fun(self.function(handed, count, false)?),
                    });
                }
                CoreRow::App(self.function(f, count, false)?, new)
            }
            CoreRow::Match(on, branches) => {
                for BranchRow { body, .. } in &branches {
                    self.core(*body, count)?;
                }
                CoreRow::Match(self.expr(on), branches)
            }
        };
        self.statement.cores[core.0 as usize] = row;
        Some(())
    }

    fn expr(&mut self, e: ExprRef) -> ExprRef {
        if let Some(known) = self.exprs.get(&e) {
            return *known;
        }
        let row = match self.statement.exprs[e.0 as usize].clone() {
            ExprRow::Bound(i, s) => ExprRow::Bound(i, self.sort(s)),
            ExprRow::Local(i, s) => ExprRow::Local(i, self.sort(s)),
            ExprRow::Nu(s) => ExprRow::Nu(self.sort(s)),
            ExprRow::Literal(n, s) => ExprRow::Literal(n, self.sort(s)),
            ExprRow::Ctor(s, tag, args) => {
                ExprRow::Ctor(self.sort(s), tag, args.iter().map(|a| self.expr(*a)).collect())
            }
            ExprRow::Fn(d, sorts, args) => ExprRow::Fn(
                d,
                sorts.iter().map(|s| self.sort(*s)).collect(),
                args.iter().map(|a| self.expr(*a)).collect(),
            ),
            ExprRow::PredVar(p, args) => {
                let args: Vec<ExprRef> = args.iter().map(|a| self.expr(*a)).collect();
                let found = self.holds(p, &args);
                self.exprs.insert(e, found);
                return found;
            }
            ExprRow::Bin(op, a, b) => ExprRow::Bin(op, self.expr(a), self.expr(b)),
            ExprRow::Div(a, k) => ExprRow::Div(self.expr(a), k),
            ExprRow::Mod(a, k) => ExprRow::Mod(self.expr(a), k),
            ExprRow::Not(a) => ExprRow::Not(self.expr(a)),
            ExprRow::Ite(a, b, c) => ExprRow::Ite(self.expr(a), self.expr(b), self.expr(c)),
            ExprRow::Quant(q, s, a) => ExprRow::Quant(q, self.sort(s), self.expr(a)),
            same @ (ExprRow::Int(_) | ExprRow::True | ExprRow::False) => same,
        };
        let found = push_expr(&mut self.statement, row);
        self.exprs.insert(e, found);
        found
    }

    /// What a predicate variable says of arguments.
    fn holds(&mut self, p: u32, args: &[ExprRef]) -> ExprRef {
        let rows = self.meanings.get(p as usize).cloned().unwrap_or_default();
        let mut any = push_expr(&mut self.statement, ExprRow::False);
        for row in rows.into_iter().rev() {
            let mut all = self.truth;
            for (arg, value) in args.iter().zip(row).rev() {
                let same = push_expr(&mut self.statement, ExprRow::Bin(Bin::Eq, *arg, value));
                let first = all == self.truth;
                all = if first {
                    same
                } else {
                    push_expr(&mut self.statement, ExprRow::Bin(Bin::And, same, all))
                };
            }
            any = push_expr(&mut self.statement, ExprRow::Bin(Bin::Or, all, any));
        }
        any
    }
}
