//! A claim as the search sees it: its parameters, what it allows, and what a call may be answered
//! with.
//!
//! Calls are answered by *claims*: a call of a claimed function, the recursive one included, returns
//! whatever its claim allows if the arguments are admissible (and, for a recursive call, smaller),
//! and nothing otherwise. This is the induction hypothesis of the typing rule, so that only root
//! causes count as missing and not their consequences in larger values.

use covenant_execute::eval::{Evaluator, Scope};
use covenant_execute::{Limits, Program, Sort, Value};
use covenant_front::Unit;
use covenant_kernel::tables::{
    ArgRow, CoreRow, ExprRef, ExprRow, FunRef, FunRow, FunTypeRow, GlobalRef, GlobalRow, ParamRow, SortRef,
    Statement, TypeRef,
};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The statement of a unit with the rows that only its measures use.
pub(crate) struct Extended {
    pub statement: Statement,
    pub truth: ExprRef,
}

impl Extended {
    pub fn of(unit: &Unit) -> Extended {
        let mut statement = unit.statement.clone();
        statement.sorts.extend(unit.extra.sorts.iter().cloned());
        statement.exprs.extend(unit.extra.exprs.iter().cloned());
        statement.types.extend(unit.extra.types.iter().cloned());
        let truth = push_expr(&mut statement, ExprRow::True);
        Extended { statement, truth }
    }
}

pub(crate) fn push_expr(statement: &mut Statement, row: ExprRow) -> ExprRef {
    statement.exprs.push(row);
    ExprRef(statement.exprs.len() as u32 - 1)
}

/// A function that a term may call.
pub(crate) struct Callable {
    pub global: GlobalRef,
    pub name: String,
    pub params: Vec<Sort>,
    qualifiers: Vec<ExprRef>,
    requires: ExprRef,
    pub result: Sort,
    ensures: ExprRef,
    /// The termination measure, for the claimed function itself.
    measure: Vec<ExprRef>,
    /// The last parameter that the measure mentions.
    pub measured_at: Option<usize>,
    /// The names of parameters that are functions and handed on as they are.
    pub handed_on: Vec<Option<Rc<str>>>,
}

impl Callable {
    /// The parameter that is the measure, if one is.
    pub fn measured_parameter(&self, program: &Program<'_>) -> Option<usize> {
        let [only] = self.measure.as_slice() else { return None };
        match program.expr(*only) {
            ExprRow::Bound(i, _) => (self.params.len() - 1).checked_sub(*i as usize),
            _ => None,
        }
    }

    /// How many parts the measure has.
    pub fn measure_parts(&self) -> usize {
        self.measure.len()
    }
}

/// Why a claim is not for this search.
pub(crate) type Refusal = &'static str;

/// What claims say of the values of a round, by function and arguments. A change of a body changes no claim, so that
/// the programs of a round share this.
pub(crate) type Judgements = Rc<RefCell<HashMap<(String, Vec<Value>), Rc<[Option<bool>]>>>>;

/// The claim that is repaired.
pub(crate) struct Problem<'a> {
    pub unit: &'a Unit,
    pub program: Program<'a>,
    pub truth: ExprRef,
    pub callables: Vec<Callable>,
    /// The place of the claim itself among the callables.
    pub own: usize,
    pub eval: Evaluator<'a>,
    admissible: HashMap<(usize, Vec<Value>), bool>,
    pub(crate) judgements: Judgements,
    measures: HashMap<Vec<Value>, Rc<[i64]>>,
}

/// Steps of all evaluations together; some minutes of work.
const EVALUATION_STEPS: u64 = 3_000_000_000;

impl<'a> Problem<'a> {
    pub fn new(unit: &'a Unit, extended: &'a Extended) -> Result<Problem<'a>, Refusal> {
        let program = Program::new(&extended.statement).map_err(|_| "its tables are malformed")?;
        let claim = extended.statement.claim;
        let mut callables = Vec::new();
        let mut own = None;
        for (number, global) in extended.statement.globals.iter().enumerate() {
            let global_ref = GlobalRef(number as u32);
            let callable = callable(&program, unit, global_ref, global);
            if global_ref == claim {
                own = Some(callables.len());
                callables.push(callable?);
            } else if let Ok(callable) = callable {
                callables.push(callable);
            }
        }
        let own = own.ok_or("it has no function")?;
        callables[own].handed_on = vec![None; callables[own].params.len()];
        Ok(Problem {
            unit,
            program,
            truth: extended.truth,
            own,
            callables,
            eval: Evaluator::new(program, Limits::with_steps(EVALUATION_STEPS)),
            admissible: HashMap::new(),
            judgements: Judgements::default(),
            measures: HashMap::new(),
        })
    }

    /// Parameters that are functions are called by their names.
    pub fn name_parameters(&mut self, names: &[String]) {
        for (place, global) in functions_of(self.unit) {
            let name = names.get(place).map_or("", String::as_str);
            self.callables[self.own].handed_on[place] = Some(name.into());
            match self.callables.iter().position(|callable| callable.global == global) {
                Some(number) if !name.is_empty() => name.clone_into(&mut self.callables[number].name),
                Some(number) => {
                    self.callables.remove(number);
                    self.own -= usize::from(number < self.own);
                }
                None => {}
            }
        }
    }

    pub fn own(&self) -> &Callable {
        &self.callables[self.own]
    }

    /// Whether argument `i` satisfies its refinement, after the arguments before it.
    pub fn fits(&mut self, callable: usize, args: &[Value]) -> bool {
        let key = (callable, args.to_vec());
        if let Some(known) = self.admissible.get(&key) {
            return *known;
        }
        let this = &self.callables[callable];
        let (count, last) = (this.params.len(), args.len().saturating_sub(1));
        let qualifier = this.qualifiers.get(last).copied();
        let requires = (args.len() == count).then_some(this.requires);
        let mut scope = Scope {
            bound: args.iter().take(last).cloned().collect(),
            nu: args.last().cloned(),
            ..Scope::default()
        };
        let mut fits = qualifier.is_none_or(|q| self.eval.formula(q, &mut scope) == Ok(true));
        if let Some(requires) = requires.filter(|_| fits) {
            let mut scope = Scope { bound: args.to_vec(), ..Scope::default() };
            fits = self.eval.formula(requires, &mut scope) == Ok(true);
        }
        self.admissible.insert(key, fits);
        fits
    }

    /// Whether all arguments satisfy their refinements.
    pub fn admits(&mut self, callable: usize, args: &[Value]) -> bool {
        if args.is_empty() {
            return self.fits(callable, args);
        }
        (1..=args.len()).all(|n| self.fits(callable, &args[..n]))
    }

    /// Whether the claim allows the value; `None` if evaluation does not decide it.
    pub fn allows(&mut self, callable: usize, args: &[Value], value: &Value) -> Option<bool> {
        let ensures = self.callables[callable].ensures;
        let mut scope = Scope { bound: args.to_vec(), nu: Some(value.clone()), ..Scope::default() };
        self.eval.formula(ensures, &mut scope).ok()
    }

    /// A new round has other values.
    pub fn begin_round(&mut self) {
        self.judgements = Judgements::default();
    }

    /// Shares what is known of the values of a round.
    pub fn share(&mut self, other: &Problem<'_>) {
        self.judgements = other.judgements.clone();
    }

    /// Whether no completion of a partial value is allowed.
    pub fn excludes(&mut self, args: &[Value], partial: &Value) -> bool {
        self.allows(self.own, args, partial) == Some(false)
    }

    /// The measure of the claimed function at arguments.
    pub fn measure(&mut self, args: &[Value]) -> Rc<[i64]> {
        if let Some(known) = self.measures.get(args) {
            return known.clone();
        }
        let exprs = self.callables[self.own].measure.clone();
        let mut scope = Scope { bound: args.to_vec(), ..Scope::default() };
        let value: Rc<[i64]> = exprs
            .iter()
            .map(|e| match self.eval.term(*e, &mut scope) {
                Ok(Value::Int(n)) => n,
                _ => i64::MAX,
            })
            .collect();
        self.measures.insert(args.to_vec(), value.clone());
        value
    }

    /// Whether a recursive call ends; a function without a measure is ranked by its value.
    pub fn decreases(&mut self, args: &[Value], from: &[Value]) -> bool {
        if self.own().measure.is_empty() {
            return true;
        }
        let (smaller, larger) = (self.measure(args), self.measure(from));
        smaller < larger
    }

    /// The sort of a base expression of the program.
    pub fn sort_of(&self, e: ExprRef) -> Option<Sort> {
        let program = &self.program;
        Some(match program.expr(e) {
            ExprRow::Bound(_, s)
            | ExprRow::Local(_, s)
            | ExprRow::Nu(s)
            | ExprRow::Literal(_, s)
            | ExprRow::Ctor(s, ..) => program.sort(*s, &[]),
            ExprRow::Int(_) | ExprRow::Div(..) | ExprRow::Mod(..) => Sort::Int,
            ExprRow::Ite(_, a, _) => return self.sort_of(*a),
            _ if program.is_formula(e) => boolean(),
            ExprRow::Bin(..) => Sort::Int,
            ExprRow::Fn(d, sorts, _) => {
                let sorts: Vec<Sort> = sorts.iter().map(|s| program.sort(*s, &[])).collect();
                program.sort(program.def(d.0).result?, &sorts)
            }
            _ => return None,
        })
    }
}

/// The sort `bool`.
pub(crate) fn boolean() -> Sort {
    Sort::Data(covenant_kernel::tables::BOOL, [].into())
}

fn callable(
    program: &Program<'_>,
    unit: &Unit,
    global: GlobalRef,
    row: &GlobalRow,
) -> Result<Callable, Refusal> {
    if row.sort_params > 0 || !row.preds.is_empty() {
        return Err("its claim is polymorphic");
    }
    let ty = program.fun_type(row.claim);
    let (mut params, mut qualifiers) = (Vec::new(), Vec::new());
    for param in &ty.params {
        let ParamRow::Base(sort, qualifier) = param else {
            return Err("it takes a function");
        };
        params.push(program.sort(*sort, &[]));
        qualifiers.push(*qualifier);
    }
    let info = unit.functions.get(global.0 as usize);
    let measure = info.map_or_else(Vec::new, |info| info.measure.clone());
    let mut mentioned = Vec::new();
    for e in &measure {
        bound_variables(program, *e, 0, &mut mentioned);
    }
    let measured_at = mentioned.iter().map(|b| params.len().saturating_sub(1 + *b as usize)).max();
    Ok(Callable {
        global,
        name: row.name.clone(),
        params,
        qualifiers,
        requires: ty.requires,
        result: program.sort(ty.result, &[]),
        ensures: ty.ensures,
        measure,
        measured_at,
        handed_on: Vec::new(),
    })
}

fn bound_variables(program: &Program<'_>, e: ExprRef, depth: u32, out: &mut Vec<u32>) {
    match program.expr(e) {
        ExprRow::Bound(i, _) if *i >= depth => out.push(i - depth),
        row => children(row)
            .into_iter()
            .for_each(|(child, under)| bound_variables(program, child, depth + under, out)),
    }
}

/// The direct parts of an expression, with how many variables it binds around them.
pub(crate) fn children(row: &ExprRow) -> Vec<(ExprRef, u32)> {
    match row {
        ExprRow::Ctor(_, _, args) | ExprRow::Fn(_, _, args) | ExprRow::PredVar(_, args) => {
            args.iter().map(|a| (*a, 0)).collect()
        }
        ExprRow::Bin(_, a, b) => vec![(*a, 0), (*b, 0)],
        ExprRow::Div(a, _) | ExprRow::Mod(a, _) | ExprRow::Not(a) => vec![(*a, 0)],
        ExprRow::Ite(a, b, c) => vec![(*a, 0), (*b, 0), (*c, 0)],
        ExprRow::Quant(_, _, a) => vec![(*a, 1)],
        ExprRow::Bound(..)
        | ExprRow::Local(..)
        | ExprRow::Nu(_)
        | ExprRow::Int(_)
        | ExprRow::Literal(..)
        | ExprRow::True
        | ExprRow::False => Vec::new(),
    }
}

/// The program in which every call is answered by a claim: other functions lose their bodies, and
/// the claimed one calls, instead of itself, a function without a body that also takes the current
/// arguments and requires the measure to decrease.
pub(crate) fn by_claims(unit: &Unit) -> Statement {
    let Extended { mut statement, truth } = Extended::of(unit);
    let claim = statement.claim;
    let claim_row = statement.globals[claim.0 as usize].clone();
    let ty = statement.types[claim_row.claim.0 as usize].clone();
    for (number, global) in statement.globals.iter_mut().enumerate() {
        if number as u32 != claim.0 {
            global.body = None;
        }
    }
    let count = ty.params.len() as u32;
    let measure = unit.functions.get(claim.0 as usize).map_or_else(Vec::new, |f| f.measure.clone());
    let current = ty.params.iter().map(|param| match param {
        ParamRow::Base(sort, _) => ParamRow::Base(*sort, truth),
        other => other.clone(),
    });
    let params: Vec<ParamRow> = current.chain(ty.params.iter().cloned()).collect();
    let smaller = less(&mut statement, &measure, count, truth);
    let requires =
        push_expr(&mut statement, ExprRow::Bin(covenant_kernel::tables::Bin::And, ty.requires, smaller));
    statement.types.push(FunTypeRow { params, requires, result: ty.result, ensures: ty.ensures });
    let oracle_type = TypeRef(statement.types.len() as u32 - 1);
    statement.globals.push(GlobalRow {
        name: format!("{} by its claim", claim_row.name),
        claim: oracle_type,
        body: None,
        ..claim_row.clone()
    });
    let oracle = GlobalRef(statement.globals.len() as u32 - 1);
    statement.funs.push(FunRow::Global(oracle, Vec::new()));
    let oracle_fun = FunRef(statement.funs.len() as u32 - 1);
    let is_fix = claim_row
        .body
        .is_some_and(|body| matches!(statement.funs.get(body.0 as usize), Some(FunRow::Fix(..))));
    if is_fix {
        let own_args: Vec<ArgRow> = ty
            .params
            .iter()
            .enumerate()
            .filter_map(|(level, param)| match param {
                ParamRow::Base(sort, _) => {
                    Some(ArgRow::Base(push_expr(&mut statement, ExprRow::Local(level as u32, *sort))))
                }
                ParamRow::Fun(_) => None,
            })
            .collect();
        let Statement { cores, funs, .. } = &mut statement;
        for row in cores {
            if let CoreRow::App(f, args) = row
                && matches!(funs.get(f.0 as usize), Some(FunRow::Var(level)) if *level == count)
            {
                *f = oracle_fun;
                args.splice(0..0, own_args.iter().cloned());
            }
        }
        if measure.is_empty() {
            without_tail_calls(&mut statement, claim_row.body, oracle_fun, ty.result);
        }
    }
    statement
}

/// Without a measure the rank of the value has to decrease from call to call. It does not where a call's value is
/// returned as it is: nothing is gained by such a call.
fn without_tail_calls(statement: &mut Statement, body: Option<FunRef>, own: FunRef, result: SortRef) {
    let Some(FunRow::Fix(_, body)) = body.and_then(|body| statement.funs.get(body.0 as usize)) else {
        return;
    };
    let mut todo = vec![*body];
    while let Some(core) = todo.pop() {
        match &mut statement.cores[core.0 as usize] {
            CoreRow::LetE(_, rest) | CoreRow::LetV(_, rest) => todo.push(*rest),
            CoreRow::Match(_, branches) => todo.extend(branches.iter().map(|branch| branch.body)),
            row @ CoreRow::App(..) => {
                if matches!(row, CoreRow::App(f, _) if *f == own) {
                    *row = CoreRow::Err(result);
                }
            }
            CoreRow::Ret(_) | CoreRow::Err(_) | CoreRow::Op(_) => {}
        }
    }
}

/// `measure at the last parameters < measure at the first ones`, lexicographically.
fn less(statement: &mut Statement, measure: &[ExprRef], count: u32, truth: ExprRef) -> ExprRef {
    use covenant_kernel::tables::Bin;
    let mut result = None;
    for new in measure.iter().rev() {
        let old = shifted(statement, *new, count, 0);
        let smaller = push_expr(statement, ExprRow::Bin(Bin::Lt, *new, old));
        result = Some(match result {
            None => smaller,
            Some(rest) => {
                let equal = push_expr(statement, ExprRow::Bin(Bin::Eq, *new, old));
                let later = push_expr(statement, ExprRow::Bin(Bin::And, equal, rest));
                push_expr(statement, ExprRow::Bin(Bin::Or, smaller, later))
            }
        });
    }
    result.unwrap_or(truth)
}

/// The expression with its free `Bound` variables so many places further out.
fn shifted(statement: &mut Statement, e: ExprRef, by: u32, depth: u32) -> ExprRef {
    let row = statement.exprs[e.0 as usize].clone();
    let mut go = |e: ExprRef, under: u32| shifted(statement, e, by, depth + under);
    let row = match row {
        ExprRow::Bound(i, s) if i >= depth => ExprRow::Bound(i + by, s),
        ExprRow::Ctor(s, tag, args) => ExprRow::Ctor(s, tag, args.iter().map(|a| go(*a, 0)).collect()),
        ExprRow::Fn(d, s, args) => ExprRow::Fn(d, s, args.iter().map(|a| go(*a, 0)).collect()),
        ExprRow::PredVar(p, args) => ExprRow::PredVar(p, args.iter().map(|a| go(*a, 0)).collect()),
        ExprRow::Bin(op, a, b) => ExprRow::Bin(op, go(a, 0), go(b, 0)),
        ExprRow::Div(a, k) => ExprRow::Div(go(a, 0), k),
        ExprRow::Mod(a, k) => ExprRow::Mod(go(a, 0), k),
        ExprRow::Not(a) => ExprRow::Not(go(a, 0)),
        ExprRow::Ite(a, b, c) => ExprRow::Ite(go(a, 0), go(b, 0), go(c, 0)),
        ExprRow::Quant(q, s, a) => ExprRow::Quant(q, s, go(a, 1)),
        same => same,
    };
    push_expr(statement, row)
}

/// Whether a sort has integers somewhere in its values.
pub(crate) fn has_integers(program: &Program<'_>, sort: &Sort, seen: &mut Vec<Sort>) -> bool {
    if seen.contains(sort) {
        return false;
    }
    seen.push(sort.clone());
    match sort {
        Sort::Int => true,
        Sort::Data(data, args) => (0..program.ctor_count(*data)).any(|tag| {
            program
                .ctor_fields(*data, tag)
                .iter()
                .any(|field| has_integers(program, &program.sort(*field, args), seen))
        }),
        Sort::Opaque(_) | Sort::Finite(_) => false,
    }
}

/// The names of functions that stand for parameters; no program has such names.
pub(crate) const PARAMETER: &str = "parameter ";

/// The parameters of the claim that were functions, each with the function that stands for it.
pub(crate) fn functions_of(unit: &Unit) -> Vec<(usize, GlobalRef)> {
    let added = unit.statement.globals.iter().enumerate().skip(unit.functions.len());
    let place = |(number, row): (usize, &GlobalRow)| {
        let place = row.name.strip_prefix(PARAMETER)?.parse().ok()?;
        Some((place, GlobalRef(number as u32)))
    };
    added.filter_map(place).collect()
}
