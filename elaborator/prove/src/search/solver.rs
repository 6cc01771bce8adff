//! Ground queries to Z3.
//!
//! Z3 sees quantified formulas as opaque booleans, definitions as uninterpreted functions and
//! conditionals as opaque constants, so an unsatisfiable core names exactly the instances that
//! were used. Each formula is asserted once, behind its own literal; a query is a list of these
//! literals. Queries are limited by Z3's resource counter rather than the clock, so that a
//! verdict does not depend on the machine.

use super::work::{Budget, Work};
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, IdMap, Sort, SortId, Sorts};
use covenant_kernel::tables::{BOOL, DefRef};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};
use z3::ast::{Ast, Bool, Dynamic, Int};
use z3::datatype_builder::create_datatypes;
use z3::{
    DatatypeAccessor, DatatypeBuilder, DatatypeSort, FuncDecl, Params, SatResult, StatisticsValue, Symbol,
};

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// No model.
    Unsat,
    /// A model exists.
    Sat,
    /// Limits were hit, or Z3 failed.
    Unknown(String),
}

/// Setting up a solver costs more than a typical query, so each context keeps one; a session is
/// a scope of it. Datatypes live as long as the context, so each session names its own.
struct Shared {
    context: z3::Context,
    resources: u32,
    solver: Rc<z3::Solver>,
    sessions: u32,
}

/// Trees of formulas are walked recursively in places; deep programs need deep stacks. Only what
/// is used of it is ever allocated.
const STACK: usize = 64 << 20;

thread_local! {
    static SHARED: RefCell<Option<Shared>> = const { RefCell::new(None) };
}

/// The context's solver, and the number of this session. There is no limit by the clock unless
/// nothing else would do: Z3 starts a thread per query for it.
fn shared_solver(resources: u32) -> (Rc<z3::Solver>, u32) {
    let context = z3::Context::thread_local();
    SHARED.with_borrow_mut(|slot| {
        if let Some(shared) = slot
            && shared.context == context
            && shared.resources == resources
        {
            shared.sessions += 1;
            return (shared.solver.clone(), shared.sessions);
        }
        without_strategies();
        let solver = z3::Solver::new();
        let mut params = Params::new();
        params.set_u32("rlimit", resources);
        params.set_u32("random_seed", 7);
        params.set_bool("core.minimize", false);
        // The program has a handler of its own. Z3's is installed and removed by every query, by
        // several threads at once.
        params.set_bool("ctrl_c", false);
        solver.set_params(&params);
        let solver = Rc::new(solver);
        *slot = Some(Shared { context, resources, solver: solver.clone(), sessions: 0 });
        (solver, 0)
    })
}

/// Z3's units that take about as long as a step of the search.
const RESOURCES_PER_STEP: u64 = 10;
/// So many queries of a search are charged only if they exceed their limit. To read Z3's counter
/// makes Z3 give objects back earlier, so that later terms get other numbers, on which its answers
/// depend: evidence should not change because somebody counts. Few searches ask half as many.
const UNREAD_QUERIES: u32 = 64;

/// What Z3 has used so far in this context, in its own units.
fn used(solver: &z3::Solver) -> u32 {
    match solver.get_statistics().value("rlimit count") {
        Some(StatisticsValue::UInt(used)) => used,
        _ => 0,
    }
}

/// Runs a computation on a thread of its own, and so with a Z3 context of its own: its answers do
/// not depend on what was asked before, and memory is given back afterwards.
pub fn isolated<R: Send>(megabytes: u32, f: impl FnOnce() -> R + Send) -> std::io::Result<R> {
    // One limit for the process; setting it again is harmless.
    z3::set_global_param("memory_max_size", &megabytes.to_string());
    covenant_budget::on_a_deep_stack(STACK, f)
}

/// Tells Z3 not to build its strategy for problems of unknown kind: most of what setting up a solver takes, and used by
/// no query under assumptions, which all of ours are.
pub fn without_strategies() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| z3::set_global_param("tactic.default_tactic", "smt"));
}

impl Drop for Solver {
    fn drop(&mut self) {
        if let Some(solver) = &self.solver {
            solver.pop(1);
        }
    }
}

/// Factors that Z3 is told about; larger ones multiply in hardly any program.
const KNOWN_FACTORS: [i64; 4] = [-1, 0, 1, 2];
/// Sorts with more than this many instances reachable from them are not translated.
pub(super) const MAX_SORTS: usize = 200;

/// The maps have a fixed order: Z3 gives the numbers of terms that are dropped to later ones, and
/// what it answers depends on these numbers.
pub(super) struct Solver {
    /// None before the first query: much is proved without one, and a context takes longer than that.
    solver: Option<Rc<z3::Solver>>,
    session: u32,
    sorts: IdMap<SortId, z3::Sort>,
    datatypes: IdMap<SortId, DatatypeSort>,
    functions: IdMap<(DefRef, Sorts), FuncDecl>,
    predicates: IdMap<u32, FuncDecl>,
    terms: IdMap<ExprId, Dynamic>,
    literals: IdMap<ExprId, Bool>,
    formulas: IdMap<Bool, ExprId>,
    /// Number of queries so far.
    pub queries: u32,
    /// Time spent inside Z3.
    pub time: Duration,
    failure: Option<String>,
    work: Rc<Work>,
    resources: u32,
    /// Z3's own units when the last query ended, once they are read.
    used: Option<u32>,
}

impl Solver {
    /// `resources` is in Z3's own units, per query.
    pub(super) fn new(resources: u32, work: Rc<Work>) -> Solver {
        Solver {
            work,
            resources,
            used: None,
            solver: None,
            session: 0,
            sorts: IdMap::default(),
            datatypes: IdMap::default(),
            functions: IdMap::default(),
            predicates: IdMap::default(),
            terms: IdMap::default(),
            literals: IdMap::default(),
            formulas: IdMap::default(),
            queries: 0,
            time: Duration::ZERO,
            failure: None,
        }
    }

    /// The solver of this thread's context, in a scope of its own.
    fn open(&mut self) -> Rc<z3::Solver> {
        if let Some(solver) = &self.solver {
            return solver.clone();
        }
        let (solver, session) = shared_solver(self.resources);
        solver.push();
        self.session = session;
        self.solver = Some(solver.clone());
        solver
    }

    fn sort(&mut self, arena: &mut Arena, sort: SortId) -> Option<z3::Sort> {
        if let Some(s) = self.sorts.get(&sort) {
            return Some(s.clone());
        }
        let z3_sort = match arena.sort(sort).clone() {
            Sort::Int => z3::Sort::int(),
            Sort::Data(BOOL, _) => z3::Sort::bool(),
            Sort::Data(..) => {
                self.declare_datatypes(arena, sort)?;
                return self.sorts.get(&sort).cloned();
            }
            Sort::Abstract(i) => z3::Sort::uninterpreted(Symbol::String(format!("A{}_{i}", self.session))),
            Sort::Opaque(i) => z3::Sort::uninterpreted(Symbol::String(format!("O{}_{i}", self.session))),
        };
        self.sorts.insert(sort, z3_sort.clone());
        Some(z3_sort)
    }

    /// Declares every datatype sort reachable from this one in one go.
    fn declare_datatypes(&mut self, arena: &mut Arena, sort: SortId) -> Option<()> {
        let mut group = vec![sort];
        let mut fields: Vec<Vec<Vec<SortId>>> = Vec::new();
        let mut next = 0;
        while next < group.len() {
            let s = group[next];
            let mut ctors = Vec::new();
            for tag in 0..arena.ctor_count(s).ok()? {
                let sorts = arena.ctor_fields(s, tag).ok()?;
                for &f in sorts.iter() {
                    if matches!(arena.sort(f), Sort::Data(d, _) if *d != BOOL)
                        && !group.contains(&f)
                        && !self.sorts.contains_key(&f)
                    {
                        group.push(f);
                    }
                }
                ctors.push(sorts.to_vec());
            }
            fields.push(ctors);
            next += 1;
            if group.len() > MAX_SORTS {
                self.failure = Some("a datatype with infinitely many instances".into());
                return None;
            }
        }
        let first = self.sorts.len();
        let name = |i: usize| format!("D{}_{}", self.session, first + i);
        let names: Vec<String> = (0..group.len()).map(name).collect();
        let mut builders = Vec::new();
        for (i, ctors) in fields.iter().enumerate() {
            let mut builder = DatatypeBuilder::new(names[i].as_str());
            for (tag, sorts) in ctors.iter().enumerate() {
                let fields: Vec<String> =
                    (0..sorts.len()).map(|j| format!("{}_{tag}_{j}", names[i])).collect();
                let mut accessors = Vec::new();
                for (field, &f) in fields.iter().zip(sorts) {
                    let accessor = match group.iter().position(|&g| g == f) {
                        Some(g) => DatatypeAccessor::datatype(names[g].as_str()),
                        None => DatatypeAccessor::sort(self.sort(arena, f)?),
                    };
                    accessors.push((field.as_str(), accessor));
                }
                builder = builder.variant(&format!("{}c{tag}", names[i]), accessors);
            }
            builders.push(builder);
        }
        for (s, d) in group.into_iter().zip(create_datatypes(builders)) {
            self.sorts.insert(s, d.sort.clone());
            self.datatypes.insert(s, d);
        }
        Some(())
    }

    /// A product of unknowns is a term of which only little is known: the order of the factors is no matter, with a
    /// known factor it is a multiple, its sign follows from theirs, and it is not smaller than they are. Z3's own
    /// arithmetic of products proves more, but can work for minutes without counting any resources.
    fn product(&mut self, arena: &mut Arena, a: ExprId, b: ExprId) -> Option<Int> {
        let (a, b) = (self.integer(arena, a.min(b))?, self.integer(arena, a.max(b))?);
        let integers = z3::Sort::int();
        let times = FuncDecl::new("times", &[&integers, &integers], &integers);
        let product = times.apply(&[&a as &dyn Ast, &b as &dyn Ast]).as_int()?;
        let solver = self.open();
        for factor in KNOWN_FACTORS {
            let factor = Int::from_i64(factor);
            for (known, other) in [(&a, &b), (&b, &a)] {
                solver.assert(known.eq(&factor).implies(product.eq(&factor * other)));
            }
        }
        let (zero, one) = (Int::from_i64(0), Int::from_i64(1));
        // With their signs turned, both factors are at least 0 in one of the four cases.
        for (left, right, magnitude) in [
            (a.clone(), b.clone(), product.clone()),
            (-&a, -&b, product.clone()),
            (-&a, b.clone(), -&product),
            (a.clone(), -&b, -&product),
        ] {
            let both = left.ge(&zero) & right.ge(&zero);
            solver.assert(both.implies(magnitude.ge(&zero)));
            let large = left.ge(&one) & right.ge(&one);
            solver.assert(large.implies(magnitude.ge(&left) & magnitude.ge(&right)));
        }
        Some(product)
    }

    fn integer(&mut self, arena: &mut Arena, e: ExprId) -> Option<Int> {
        self.term(arena, e)?.as_int()
    }

    fn boolean(&mut self, arena: &mut Arena, e: ExprId) -> Option<Bool> {
        self.term(arena, e)?.as_bool()
    }

    fn constant(&mut self, arena: &mut Arena, name: String, sort: SortId) -> Option<Dynamic> {
        let sort = self.sort(arena, sort)?;
        Some(Dynamic::new_const(name, &sort))
    }

    fn apply(&mut self, arena: &mut Arena, f: &FuncDecl, args: &[ExprId]) -> Option<Dynamic> {
        let args = args.iter().map(|&a| self.term(arena, a)).collect::<Option<Vec<_>>>()?;
        let args: Vec<&dyn Ast> = args.iter().map(|a| a as &dyn Ast).collect();
        Some(f.apply(&args))
    }

    fn term(&mut self, arena: &mut Arena, e: ExprId) -> Option<Dynamic> {
        if let Some(t) = self.terms.get(&e) {
            return Some(t.clone());
        }
        let t = self.translate(arena, e)?;
        self.terms.insert(e, t.clone());
        Some(t)
    }

    fn translate(&mut self, arena: &mut Arena, e: ExprId) -> Option<Dynamic> {
        Some(match arena.expr(e).clone() {
            Expr::Bound(..) => return None,
            Expr::Local(l, s) => self.constant(arena, format!("x{l}"), s)?,
            Expr::Nu(s) => self.constant(arena, "nu".into(), s)?,
            Expr::Literal(l, s) => self.constant(arena, format!("l{l}"), s)?,
            Expr::Int(n) => Int::from_i64(n).into(),
            Expr::Ctor(s, tag, args) => {
                if matches!(arena.sort(s), Sort::Data(BOOL, _)) {
                    return Some(Bool::from_bool(tag == 1).into());
                }
                self.sort(arena, s)?;
                let translated = args.iter().map(|&a| self.term(arena, a)).collect::<Option<Vec<_>>>()?;
                let refs: Vec<&dyn Ast> = translated.iter().map(|a| a as &dyn Ast).collect();
                let variants = &self.datatypes.get(&s)?.variants;
                usize::try_from(tag).ok().and_then(|t| variants.get(t))?.constructor.apply(&refs)
            }
            Expr::Fn(d, sorts, args) => {
                let key = (d, sorts);
                let decl = match self.functions.remove(&key) {
                    Some(decl) => decl,
                    None => {
                        let sig = arena.def_sig(d)?.clone();
                        let mut domain = Vec::new();
                        for p in sig.params {
                            let p = arena.instantiate_sort(p, &key.1).ok()?;
                            domain.push(self.sort(arena, p)?);
                        }
                        let range = match sig.result {
                            Some(r) => {
                                let r = arena.instantiate_sort(r, &key.1).ok()?;
                                self.sort(arena, r)?
                            }
                            None => z3::Sort::bool(),
                        };
                        let name = format!("f{}_{}_{}", self.session, d.0, self.functions.len());
                        FuncDecl::new(name, &domain.iter().collect::<Vec<_>>(), &range)
                    }
                };
                let applied = self.apply(arena, &decl, &args);
                self.functions.insert(key, decl);
                applied?
            }
            Expr::PredVar(p, args) => {
                let decl = match self.predicates.remove(&p) {
                    Some(decl) => decl,
                    None => {
                        let mut domain = Vec::new();
                        for &a in args.iter() {
                            let s = arena.sort_of(a)?;
                            domain.push(self.sort(arena, s)?);
                        }
                        let name = format!("P{}_{p}", self.session);
                        FuncDecl::new(name, &domain.iter().collect::<Vec<_>>(), &z3::Sort::bool())
                    }
                };
                let applied = self.apply(arena, &decl, &args);
                self.predicates.insert(p, decl);
                applied?
            }
            Expr::Bin(op, a, b) => self.binary(arena, op, a, b)?,
            Expr::Div(a, k) => self.integer(arena, a)?.div(Int::from_i64(k)).into(),
            Expr::Mod(a, k) => self.integer(arena, a)?.modulo(Int::from_i64(k)).into(),
            Expr::Ite(..) => {
                let sort = arena.sort_of(e)?;
                self.constant(arena, format!("ite{}", e.number()), sort)?
            }
            Expr::True => Bool::from_bool(true).into(),
            Expr::False => Bool::from_bool(false).into(),
            Expr::Not(a) => self.boolean(arena, a)?.not().into(),
            Expr::Quant(..) => Bool::new_const(format!("q{}", e.number())).into(),
        })
    }

    fn binary(&mut self, arena: &mut Arena, op: Bin, a: ExprId, b: ExprId) -> Option<Dynamic> {
        Some(match op {
            Bin::Add => (self.integer(arena, a)? + self.integer(arena, b)?).into(),
            Bin::Sub => (self.integer(arena, a)? - self.integer(arena, b)?).into(),
            Bin::Mul => {
                if matches!((arena.expr(a), arena.expr(b)), (Expr::Int(_), _) | (_, Expr::Int(_))) {
                    (self.integer(arena, a)? * self.integer(arena, b)?).into()
                } else {
                    self.product(arena, a, b)?.into()
                }
            }
            Bin::Le => self.integer(arena, a)?.le(self.integer(arena, b)?).into(),
            Bin::Lt => self.integer(arena, a)?.lt(self.integer(arena, b)?).into(),
            Bin::Eq => self.term(arena, a)?.eq(self.term(arena, b)?).into(),
            Bin::And => (self.boolean(arena, a)? & self.boolean(arena, b)?).into(),
            Bin::Or => (self.boolean(arena, a)? | self.boolean(arena, b)?).into(),
            Bin::Imp => self.boolean(arena, a)?.implies(self.boolean(arena, b)?).into(),
            Bin::Iff => self.boolean(arena, a)?.iff(self.boolean(arena, b)?).into(),
        })
    }

    /// The literal that stands for a formula.
    fn literal(&mut self, arena: &mut Arena, formula: ExprId) -> Option<Bool> {
        if let Some(l) = self.literals.get(&formula) {
            return Some(l.clone());
        }
        let translated = self.boolean(arena, formula)?;
        let literal = Bool::new_const(format!("p{}", self.literals.len()));
        self.open().assert(literal.implies(translated));
        self.literals.insert(formula, literal.clone());
        self.formulas.insert(literal.clone(), formula);
        Some(literal)
    }

    /// Whether the formulas have a model together.
    pub(super) fn check(&mut self, arena: &mut Arena, formulas: &[ExprId]) -> Answer {
        let solver = self.open();
        let mut assumptions = Vec::with_capacity(formulas.len());
        for &f in formulas {
            match self.literal(arena, f) {
                Some(l) => assumptions.push(l),
                None => {
                    let why = self.failure.clone().unwrap_or_else(|| "a term that Z3 cannot be told".into());
                    return Answer::Unknown(why);
                }
            }
        }
        self.work.spend_for(assumptions.len());
        if self.work.over() {
            return Answer::Unknown(self.work.why());
        }
        if let Some(left) = self.work.deadline().left() {
            let mut params = Params::new();
            let left = u32::try_from(left.as_millis()).unwrap_or(u32::MAX).max(1);
            params.set_u32("timeout", left);
            solver.set_params(&params);
        }
        self.queries += 1;
        let start = Instant::now();
        let result = solver.check_assumptions(&assumptions);
        self.time += start.elapsed();
        if self.queries > UNREAD_QUERIES {
            let now = used(&solver);
            // The counter of a context only grows, but it has 32 bits.
            let before = self.used.replace(now).unwrap_or(now);
            self.work.spend(u64::from(now.wrapping_sub(before)) / RESOURCES_PER_STEP);
        }
        match result {
            SatResult::Unsat => Answer::Unsat,
            SatResult::Sat => Answer::Sat,
            SatResult::Unknown => {
                let why = solver.get_reason_unknown().unwrap_or_else(|| "no reason given".into());
                if self.work.deadline().passed() {
                    return Answer::Unknown(self.work.why());
                }
                // Without a clock it is the limit of resources that ended it, whatever Z3 calls that.
                let clock = self.work.deadline().left().is_some();
                if why.contains("resource") {
                    self.work.exhaust(Budget::Query(self.resources.into()));
                    if self.queries <= UNREAD_QUERIES {
                        self.work.spend(u64::from(self.resources) / RESOURCES_PER_STEP);
                    }
                } else if why.contains("timeout") || why.contains("cancel") {
                    if clock {
                        self.work.cut_short();
                    } else {
                        self.work.exhaust(Budget::Query(self.resources.into()));
                    }
                }
                Answer::Unknown(why)
            }
        }
    }

    /// The formulas that the last refutation used.
    pub(super) fn core(&self) -> Vec<ExprId> {
        let Some(solver) = &self.solver else { return Vec::new() };
        let mut core: Vec<ExprId> =
            solver.get_unsat_core().iter().filter_map(|l| self.formulas.get(l).copied()).collect();
        core.sort_unstable();
        core
    }

    /// The value of atoms in the model of the last query.
    pub(super) fn model_values(&mut self, arena: &mut Arena, atoms: &[ExprId]) -> Vec<Option<bool>> {
        let Some(model) = self.solver.as_ref().and_then(|solver| solver.get_model()) else {
            return vec![None; atoms.len()];
        };
        atoms
            .iter()
            .map(|&a| {
                let atom = self.boolean(arena, a)?;
                model.eval(&atom, true)?.as_bool()
            })
            .collect()
    }
}
