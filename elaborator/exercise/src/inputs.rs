//! The arguments that the types of a function's parameters allow, depth by depth.
//!
//! The values of a parameter are those of a specification, found as `enumerate` finds them: part by part or as a
//! whole. A parameter whose type mentions earlier ones is listed for each choice of these; one whose type does not is
//! listed once. Where there are more arguments than are wanted, every value of an earlier parameter gets its turn
//! before any gets a second one, so that a thousand calls of `insert` are not all with the same element.

use covenant_certificates::core_parts::expr_parts;
use covenant_execute::{Bound, Limits, Program, Sort, SpecBounds, Table, Value, values_of_formula};
use covenant_kernel::tables::{ExprRef, ExprRow, GlobalRef, ParamRow};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::Plan;

/// What was tried of one depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The depth.
    pub depth: u32,
    /// Arguments of this depth that were tried.
    pub tried: u64,
    /// Why there are more, if there are: as many as were wanted, or the search was ended.
    pub more: Option<Bound>,
    /// Arguments up to this depth that were found, tried or not: there are at least so many.
    pub at_least: u64,
    /// Arguments of which evaluation cannot say whether the types allow them.
    pub undecided: u64,
}

impl Level {
    /// Whether all arguments of this depth were tried.
    #[must_use]
    pub fn whole(&self) -> bool {
        self.more.is_none() && self.undecided == 0
    }
}

/// A parameter.
enum Parameter {
    Base {
        sort: Sort,
        qualifier: ExprRef,
        /// Whether the qualifier mentions an earlier parameter.
        depends: bool,
    },
    /// A function: a table that knows no answer yet.
    Fun(Value),
}

/// Lists arguments.
pub struct Inputs<'a> {
    program: Program<'a>,
    parameters: Vec<Parameter>,
    requires: ExprRef,
    seen: HashSet<Vec<Value>>,
    /// Whether there are functions: then arguments are listed again at each depth, for other tables.
    again: bool,
}

/// Lists are cut where so many times the wanted number of arguments is known.
const ROOM: usize = 4;

/// A list of arguments under way.
struct Search<'p> {
    plan: &'p Plan,
    depth: u32,
    steps: u64,
    more: Option<Bound>,
    undecided: u64,
    /// Arguments that were met, listed before or not.
    found: u64,
    known: HashMap<usize, Vec<Value>>,
}

impl<'a> Inputs<'a> {
    /// For a function.
    #[must_use]
    pub fn new(program: Program<'a>, global: GlobalRef) -> Self {
        let ty = program.fun_type(program.global(global).claim);
        let parameters = ty.params.iter().map(|param| match param {
            ParamRow::Base(sort, qualifier) => Parameter::Base {
                sort: program.sort(*sort, &[]),
                qualifier: *qualifier,
                depends: mentions_earlier(program, *qualifier),
            },
            ParamRow::Fun(inner) => {
                Parameter::Fun(Value::Table(Arc::new(Table::empty(program.fun_type(*inner).params.len()))))
            }
        });
        let again = ty.params.iter().any(|param| matches!(param, ParamRow::Fun(_)));
        let parameters = parameters.collect();
        Inputs { program, parameters, requires: ty.requires, seen: HashSet::new(), again }
    }

    /// The arguments of a depth that were not listed before, smallest first.
    pub fn of_depth(&mut self, depth: u32, plan: &Plan) -> (Vec<Vec<Value>>, Level) {
        let mut search = Search {
            plan,
            depth,
            steps: plan.search_steps,
            more: None,
            undecided: 0,
            found: 0,
            known: HashMap::new(),
        };
        let mut list = self.extend(&mut search, &[], plan.most.saturating_mul(ROOM));
        if list.len() > plan.most {
            list.truncate(plan.most);
            search.more = search.more.or(Some(Bound::Count));
        }
        if !self.again {
            self.seen.extend(list.iter().cloned());
        }
        list.sort_by(|a, b| smaller(a, b));
        let tried = list.len() as u64;
        let Search { more, undecided, found, .. } = search;
        (list, Level { depth, tried, more, at_least: found, undecided })
    }

    /// Arguments that begin with these and were not listed before: at most so many, of the wanted depth if there are too
    /// many.
    fn extend(&self, search: &mut Search<'_>, before: &[Value], room: usize) -> Vec<Vec<Value>> {
        let number = before.len();
        let Some(parameter) = self.parameters.get(number) else {
            search.found += 1;
            let new = !self.seen.contains(before) && self.admitted(search, before);
            return if new { vec![before.to_vec()] } else { Vec::new() };
        };
        let mut heads = match search.known.get(&number) {
            Some(known) => known.clone(),
            None => {
                let mut values = self.values(search, parameter, before);
                values.sort();
                if !matches!(parameter, Parameter::Base { depends: true, .. }) {
                    search.known.insert(number, values.clone());
                }
                values
            }
        };
        if heads.len() > room {
            heads.sort_by_key(|head| head.depth() != search.depth);
        }
        let mut tails = Vec::with_capacity(heads.len());
        let (mut left, mut waiting) = (room, heads.len());
        for head in heads {
            if left == 0 {
                search.more = search.more.or(Some(Bound::Count));
                break;
            }
            let args: Vec<Value> = before.iter().cloned().chain([head]).collect();
            let found = self.extend(search, &args, (left / waiting).max(1));
            left = left.saturating_sub(found.len());
            waiting -= 1;
            tails.push(found.into_iter());
        }
        in_turns(tails)
    }

    fn values(&self, search: &mut Search<'_>, parameter: &Parameter, outer: &[Value]) -> Vec<Value> {
        let (sort, qualifier) = match parameter {
            Parameter::Base { sort, qualifier, .. } => (sort, qualifier),
            Parameter::Fun(unasked) => return vec![unasked.clone()],
        };
        let count = search.plan.most.saturating_mul(ROOM / 2);
        let bounds = SpecBounds { ints: search.plan.integers(search.depth), depth: search.depth, count };
        let limits = Limits::with_steps(search.steps);
        let found = values_of_formula(self.program, sort, *qualifier, outer, &bounds, &limits);
        search.steps = search.steps.saturating_sub(found.tried).max(1_000);
        search.undecided += found.undecided;
        search.more = search.more.or(found.stopped);
        found.values
    }

    /// What is required of all parameters together.
    fn admitted(&self, search: &mut Search<'_>, args: &[Value]) -> bool {
        if matches!(self.program.expr(self.requires), ExprRow::True) {
            return true;
        }
        let unit = Value::unit();
        let sort = Sort::Data(covenant_kernel::tables::UNIT, [].into());
        let bounds = SpecBounds { ints: 0..=0, depth: 0, count: 1 };
        let limits = Limits::with_steps(search.plan.fuel);
        let found = values_of_formula(self.program, &sort, self.requires, args, &bounds, &limits);
        search.undecided += found.undecided;
        found.values.first() == Some(&unit)
    }
}

/// The order in which arguments are tried: by size, then by the order of values.
pub(crate) fn smaller(a: &[Value], b: &[Value]) -> std::cmp::Ordering {
    let size = |args: &[Value]| args.iter().map(Value::size).sum::<usize>();
    size(a).cmp(&size(b)).then_with(|| a.cmp(b))
}

/// One of each list, then a second of each, and so on.
fn in_turns(mut lists: Vec<std::vec::IntoIter<Vec<Value>>>) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    while !lists.is_empty() {
        lists.retain_mut(|list| {
            let next = list.next();
            let alive = next.is_some();
            all.extend(next);
            alive
        });
    }
    all
}

/// Whether a qualifier mentions a parameter: a bound variable that no quantifier in it binds.
fn mentions_earlier(program: Program<'_>, qualifier: ExprRef) -> bool {
    let mut pending = vec![(qualifier, 0u32)];
    while let Some((e, inside)) = pending.pop() {
        match program.expr(e) {
            ExprRow::Bound(i, _) if *i >= inside => return true,
            ExprRow::Quant(_, _, body) => pending.push((*body, inside + 1)),
            row => pending.extend(expr_parts(row).1.into_iter().map(|part| (part, inside))),
        }
    }
    false
}
