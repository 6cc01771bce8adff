//! Property tests: a ground leaf agrees with brute force, and substitution means substitution.
//!
//! Proptest supplies a tape of numbers; a small reader turns it into expressions and lines, so
//! that every tape is a case and shrinking shortens the case.

use crate::builder::Builder;
use crate::meaning::{Model, Value, opaque_predicate, small_lists, value};
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, Quant, SortId};
use covenant_kernel::leaf::{Line, Linear, Refutation, refute};
use covenant_kernel::tables::{DefBody, DefRef, DefRow, FIRST_DATATYPE};
use covenant_kernel::theory;
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::cell::{Cell, RefCell};

/// Integer variables are levels 0..3, list variables levels 3..5.
const INTS: u32 = 3;
const LISTS: u32 = 2;

/// An arena with lists and two opaque functions, `f : int -> int` and `len : int list -> int`.
struct World {
    arena: Arena,
    int: SortId,
    list: SortId,
}

fn world() -> World {
    let b = &Builder::new();
    let int = b.int_sort();
    b.declare_list();
    let list = b.data(FIRST_DATATYPE, &[int]);
    for (group, param) in [(0, int), (1, list)] {
        b.def(DefRow {
            name: "f".into(),
            sort_params: 0,
            params: vec![param],
            result: Some(int),
            decidable: true,
            group,
            body: DefBody::Opaque,
        });
    }
    let mut arena = Arena::default();
    let (loaded, _) = theory::load_theory(&mut arena, &b.certificate().statement).expect("a theory");
    let (int, list) = (loaded.sort(int).expect("int"), loaded.sort(list).expect("list"));
    World { arena, int, list }
}

/// Reads a tape of choices.
struct Tape<'a> {
    rest: &'a [u32],
}

impl Tape<'_> {
    /// A number below `n`; 0 when the tape has ended, so that shorter tapes are simpler cases.
    fn below(&mut self, n: u32) -> u32 {
        match self.rest.split_first() {
            Some((first, rest)) => {
                self.rest = rest;
                first % n
            }
            None => 0,
        }
    }
}

impl World {
    fn mk(&mut self, e: Expr) -> ExprId {
        self.arena.mk(e).expect("well sorted")
    }

    /// A term of sort `int`; `loose` bound variables may occur, all integers.
    fn int_term(&mut self, tape: &mut Tape, depth: u32, loose: u32) -> ExprId {
        let choice = if depth == 0 { tape.below(3) } else { tape.below(11) };
        match choice {
            0 | 1 if loose > 0 && tape.below(2) == 1 => {
                let i = tape.below(loose);
                self.mk(Expr::Bound(i, self.int))
            }
            0 | 1 => {
                let level = tape.below(INTS);
                self.mk(Expr::Local(level, self.int))
            }
            2 => {
                let n = i64::from(tape.below(7)) - 3;
                self.mk(Expr::Int(n))
            }
            3..=6 => {
                let (a, b) = (self.int_term(tape, depth - 1, loose), self.int_term(tape, depth - 1, loose));
                let op = [Bin::Add, Bin::Sub, Bin::Mul, Bin::Add][choice as usize - 3];
                self.mk(Expr::Bin(op, a, b))
            }
            7 | 8 => {
                let (a, k) = (self.int_term(tape, depth - 1, loose), i64::from(tape.below(3)) + 1);
                self.mk(if choice == 7 { Expr::Div(a, k) } else { Expr::Mod(a, k) })
            }
            9 => {
                let a = self.int_term(tape, depth - 1, loose);
                self.mk(Expr::Fn(DefRef(0), [].into(), [a].into()))
            }
            _ => {
                let l = self.list_term(tape, depth - 1, loose);
                self.mk(Expr::Fn(DefRef(1), [].into(), [l].into()))
            }
        }
    }

    fn list_term(&mut self, tape: &mut Tape, depth: u32, loose: u32) -> ExprId {
        let choice = if depth == 0 { tape.below(3) } else { tape.below(5) };
        match choice {
            0 | 1 => {
                let level = INTS + tape.below(LISTS);
                self.mk(Expr::Local(level, self.list))
            }
            2 => self.mk(Expr::Ctor(self.list, 0, [].into())),
            _ => {
                let (h, t) = (self.int_term(tape, depth - 1, loose), self.list_term(tape, depth - 1, loose));
                self.mk(Expr::Ctor(self.list, 1, [h, t].into()))
            }
        }
    }

    fn literal(&mut self, tape: &mut Tape) -> ExprId {
        let kind = tape.below(6);
        let atom = if kind == 0 {
            let (a, b) = (self.list_term(tape, 2, 0), self.list_term(tape, 2, 0));
            self.mk(Expr::Bin(Bin::Eq, a, b))
        } else {
            let (a, b) = (self.int_term(tape, 2, 0), self.int_term(tape, 2, 0));
            let op = [Bin::Eq, Bin::Eq, Bin::Le, Bin::Lt, Bin::Le][kind as usize - 1];
            self.mk(Expr::Bin(op, a, b))
        };
        if tape.below(3) == 0 { self.mk(Expr::Not(atom)) } else { atom }
    }

    /// A formula with `loose` integer bound variables, quantifiers and predicate variables.
    fn formula(&mut self, tape: &mut Tape, depth: u32, loose: u32) -> ExprId {
        let choice = if depth == 0 { tape.below(2) } else { tape.below(7) };
        match choice {
            0 => {
                let (a, b) = (self.int_term(tape, 1, loose), self.int_term(tape, 1, loose));
                self.mk(Expr::Bin(Bin::Le, a, b))
            }
            1 => {
                let (p, a) = (tape.below(2), self.int_term(tape, 1, loose));
                self.mk(Expr::PredVar(p, [a].into()))
            }
            2 | 3 => {
                let body = self.formula(tape, depth - 1, loose + 1);
                let q = if choice == 2 { Quant::Forall } else { Quant::Exists };
                self.mk(Expr::Quant(q, self.int, body))
            }
            4 => {
                let a = self.formula(tape, depth - 1, loose);
                self.mk(Expr::Not(a))
            }
            _ => {
                let (a, b) = (self.formula(tape, depth - 1, loose), self.formula(tape, depth - 1, loose));
                self.mk(Expr::Bin(if choice == 5 { Bin::And } else { Bin::Iff }, a, b))
            }
        }
    }

    /// A line over what the refutation knows, valid or not.
    fn line(&mut self, tape: &mut Tape, refutation: &Refutation, literals: &[ExprId]) -> Line {
        let terms: Vec<ExprId> = refutation.closure.terms().to_vec();
        let ints: Vec<ExprId> =
            terms.into_iter().filter(|&t| self.arena.sort_of(t) == Some(self.int)).collect();
        let rows = u32::try_from(refutation.rows().len()).expect("few rows");
        let pick =
            |tape: &mut Tape, of: &[ExprId]| of.get(tape.below(of.len().max(1) as u32) as usize).copied();
        match tape.below(8) {
            0 | 1 => Line::Literal(tape.below(literals.len() as u32)),
            2 => {
                // A term of the closure and its representative: often a valid line.
                let a = pick(tape, &ints).unwrap_or_else(|| self.arena.int(0).expect("zero"));
                let root = refutation.closure.find(a);
                if tape.below(2) == 0 { Line::Congruent(a, root) } else { Line::Congruent(root, a) }
            }
            3 => {
                let divs: Vec<ExprId> =
                    ints.iter().copied().filter(|&t| matches!(self.arena.expr(t), Expr::Div(..))).collect();
                let d = pick(tape, &divs).unwrap_or_else(|| self.int_term(tape, 1, 0));
                if tape.below(2) == 0 { Line::DivLow(d) } else { Line::DivHigh(d) }
            }
            4 if rows > 1 => self.equal_line(tape, refutation, &ints),
            _ => {
                let parts = (0..1 + tape.below(3))
                    .map(|_| (u64::from(1 + tape.below(3)), tape.below(rows.max(1))))
                    .collect();
                Line::Combine(parts)
            }
        }
    }

    /// `Equal` for two rows that are opposite, if there are any; else anything.
    fn equal_line(&mut self, tape: &mut Tape, refutation: &Refutation, ints: &[ExprId]) -> Line {
        let rows = refutation.rows();
        let negated = |l: &Linear| Linear {
            terms: l.terms.iter().map(|&(t, c)| (t, -c)).collect(),
            constant: -l.constant,
        };
        for (i, row) in rows.iter().enumerate() {
            let Some(j) = rows.iter().position(|other| *other == negated(row)) else { continue };
            for &a in ints {
                for &b in ints {
                    let difference = self.arena.bin(Bin::Sub, a, b).expect("integers");
                    let form = refutation.closure.linear(&mut self.arena, difference);
                    if form.is_ok_and(|form| form == *row) {
                        return Line::Equal(a, b, i as u32, j as u32);
                    }
                }
            }
        }
        let (a, b) = (self.int_term(tape, 1, 0), self.int_term(tape, 1, 0));
        Line::Equal(a, b, tape.below(rows.len() as u32), tape.below(rows.len() as u32))
    }
}

/// Every assignment of small values, with two interpretations of the opaque functions.
fn models() -> Vec<Model> {
    let mut all = Vec::new();
    for seed in 0..2 {
        for code in 0..5 * 5 * 5 {
            for lists in 0..5 * 5 {
                let mut model = Model { seed, ..Model::default() };
                for i in 0..INTS {
                    let digit = code / 5_u32.pow(i) % 5;
                    model.locals.insert(i, Value::Int(i128::from(digit) - 2));
                }
                for i in 0..LISTS {
                    let digit = (lists / 5_usize.pow(i)) % 5;
                    model.locals.insert(INTS + i, small_lists()[digit].clone());
                }
                all.push(model);
            }
        }
    }
    all
}

/// The value of a linear form.
fn evaluate(arena: &Arena, form: &Linear, model: &mut Model) -> i128 {
    form.terms.iter().map(|&(t, c)| c * value(arena, t, model).int()).sum::<i128>() + form.constant
}

/// Whatever lines are tried: in every model of the literals the classes are classes of equal
/// values, each row is at most 0, and there is no contradiction.
#[test]
fn what_a_leaf_derives_holds_in_every_model() {
    let models = RefCell::new(models());
    let (refuted, accepted_lines, satisfiable) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let (merged, by_rows) = (Cell::new(0), Cell::new(0));
    let mut runner = TestRunner::new(Config { cases: 1_500, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&vec(any::<u32>(), 20..160), |numbers| {
        let tape = &mut Tape { rest: &numbers };
        let mut w = world();
        let literals: Vec<ExprId> = (0..2 + tape.below(4)).map(|_| w.literal(tape)).collect();
        let mut refutation = Refutation::new(&mut w.arena, &literals)
            .map_err(|why| TestCaseError::fail(format!("{why:?}")))?;
        let mut satisfying: Vec<Model> = models
            .borrow_mut()
            .iter_mut()
            .filter_map(|m| literals.iter().all(|&l| value(&w.arena, l, m).truth()).then(|| m.clone()))
            .take(20)
            .collect();
        let mut lines = Vec::new();
        for _ in 0..10 {
            for model in &mut satisfying {
                if refutation.refuted() {
                    return Err(TestCaseError::fail(format!("refuted, but {model:?} is a model")));
                }
                for &t in refutation.closure.terms() {
                    let root = refutation.closure.find(t);
                    let (a, b) = (value(&w.arena, t, model), value(&w.arena, root, model));
                    if a != b {
                        return Err(TestCaseError::fail(format!("{a:?} and {b:?} in one class")));
                    }
                }
                for row in refutation.rows() {
                    let n = evaluate(&w.arena, row, model);
                    if n > 0 {
                        return Err(TestCaseError::fail(format!("{row:?} is {n}")));
                    }
                }
            }
            if refutation.refuted() {
                break;
            }
            let line = w.line(tape, &refutation, &literals);
            let mut next = refutation.clone();
            if next.line(&mut w.arena, &line).is_ok() {
                accepted_lines.set(accepted_lines.get() + 1);
                if matches!(line, Line::Equal(..)) {
                    merged.set(merged.get() + 1);
                }
                refutation = next;
                lines.push(line);
            }
        }
        let whole = refute(&mut w.arena, &literals, &lines);
        if whole.is_ok() != refutation.refuted() {
            return Err(TestCaseError::fail(format!("line by line and as a whole differ: {whole:?}")));
        }
        if refutation.refuted() {
            refuted.set(refuted.get() + 1);
            if !refutation.closure.contradiction() {
                by_rows.set(by_rows.get() + 1);
            }
        }
        satisfiable.set(satisfiable.get() + usize::from(!satisfying.is_empty()));
        Ok(())
    });
    outcome.expect("sound");
    // The property is not empty: both kinds of cases occur, and lines are accepted.
    let counts = (refuted.get(), by_rows.get(), satisfiable.get(), accepted_lines.get(), merged.get());
    let enough = counts.0 > 100 && counts.1 > 0 && counts.2 > 300 && counts.3 > 2_000 && counts.4 > 10;
    assert!(enough, "too few cases of some kind: {counts:?}");
}

/// A model for the laws of substitution, with `loose` bound variables.
fn some_model(tape: &mut Tape, loose: u32) -> Model {
    let mut number = || Value::Int(i128::from(tape.below(7)) - 3);
    let mut model = Model { bound: (0..loose).map(|_| number()).collect(), ..Model::default() };
    for i in 0..INTS {
        model.locals.insert(i, number());
    }
    model.nu = Some(number());
    for i in 0..LISTS {
        model.locals.insert(INTS + i, small_lists()[tape.below(5) as usize].clone());
    }
    model.seed = u64::from(tape.below(1_000));
    model
}

/// Runs a law about a formula on many tapes.
fn law(check: impl Fn(&mut World, &mut Tape) -> Result<(), String>) {
    let mut runner = TestRunner::new(Config { cases: 1_000, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&vec(any::<u32>(), 0..80), |numbers| {
        check(&mut world(), &mut Tape { rest: &numbers }).map_err(TestCaseError::fail)
    });
    outcome.expect("a law");
}

/// Both expressions have the same value in their models.
fn same(arena: &Arena, a: (ExprId, &mut Model), b: (ExprId, &mut Model)) -> Result<(), String> {
    let (x, y) = (value(arena, a.0, a.1), value(arena, b.0, b.1));
    if x == y { Ok(()) } else { Err(format!("{x:?} instead of {y:?}")) }
}

#[test]
fn instantiating_what_was_closed_gives_it_back() {
    law(|w, tape| {
        let e = w.formula(tape, 3, 0);
        let vars: Vec<ExprId> = (0..INTS).map(|l| w.mk(Expr::Local(l, w.int))).collect();
        let closed = w.arena.close(e, &vars).map_err(|why| format!("{why:?}"))?;
        let back = w.arena.instantiate(closed, &vars, 0).map_err(|why| format!("{why:?}"))?;
        if back == e { Ok(()) } else { Err("another formula".into()) }
    });
}

#[test]
fn an_instance_means_the_body_at_the_value() {
    law(|w, tape| {
        // Two outer variables stay; the innermost is replaced by a term that may mention them.
        let (body, term) = (w.formula(tape, 3, 3), w.int_term(tape, 2, 2));
        let instance = w.arena.instantiate(body, &[term], 0).map_err(|why| format!("{why:?}"))?;
        let mut outside = some_model(tape, 2);
        let mut inside = outside.clone();
        inside.bound.push(value(&w.arena, term, &mut outside));
        same(&w.arena, (instance, &mut outside), (body, &mut inside))
    });
}

#[test]
fn instantiating_beyond_skipped_variables() {
    law(|w, tape| {
        // Bound(0) is skipped, Bound(1) replaced by a closed term, Bound(2) moves down.
        let (body, term) = (w.formula(tape, 3, 3), w.int_term(tape, 2, 0));
        let instance = w.arena.instantiate(body, &[term], 1).map_err(|why| format!("{why:?}"))?;
        let mut outside = some_model(tape, 2);
        let mut inside = outside.clone();
        inside.bound.insert(1, value(&w.arena, term, &mut outside));
        same(&w.arena, (instance, &mut outside), (body, &mut inside))
    });
}

#[test]
fn shifting_skips_new_variables() {
    law(|w, tape| {
        let (e, by) = (w.formula(tape, 3, 2), tape.below(3));
        let shifted = w.arena.shift(e, by).map_err(|why| format!("{why:?}"))?;
        let mut inside = some_model(tape, 2);
        let mut outside = inside.clone();
        outside.bound.extend((0..by).map(|n| Value::Int(i128::from(n) + 50)));
        same(&w.arena, (shifted, &mut outside), (e, &mut inside))
    });
}

#[test]
fn substituting_a_variable_changes_its_value() {
    law(|w, tape| {
        let (e, term) = (w.formula(tape, 3, 1), w.int_term(tape, 2, 1));
        let x = w.mk(Expr::Local(0, w.int));
        let replaced = w.arena.substitute(e, &[(x, term)]).map_err(|why| format!("{why:?}"))?;
        let mut before = some_model(tape, 1);
        let mut after = before.clone();
        after.locals.insert(0, value(&w.arena, term, &mut before));
        same(&w.arena, (replaced, &mut before), (e, &mut after))
    });
}

#[test]
fn a_predicate_is_replaced_without_capture() {
    law(|w, tape| {
        // P0 := fun u -> phi, P1 := fun u -> psi, in a formula with quantifiers around them.
        let e = w.formula(tape, 3, 1);
        let without = |w: &mut World, tape: &mut Tape| {
            let e = w.int_term(tape, 1, 1);
            let zero = w.mk(Expr::Int(0));
            let inner = w.int_term(tape, 1, 2);
            let some = w.mk(Expr::Bin(Bin::Le, inner, zero));
            let some = w.mk(Expr::Quant(Quant::Exists, w.int, some));
            let low = w.mk(Expr::Bin(Bin::Le, zero, e));
            w.mk(Expr::Bin(Bin::Iff, low, some))
        };
        let preds = [without(w, tape), without(w, tape)];
        let replaced = w.arena.instantiate_preds(e, &preds).map_err(|why| format!("{why:?}"))?;
        let mut model = some_model(tape, 1);
        let direct = with_predicates(&w.arena, e, &preds, &mut model);
        let got = value(&w.arena, replaced, &mut model).truth();
        if got == direct { Ok(()) } else { Err(format!("{got} instead of {direct}")) }
    });
}

/// The truth of a formula whose predicate variables mean the given formulas.
fn with_predicates(arena: &Arena, e: ExprId, preds: &[ExprId], model: &mut Model) -> bool {
    match arena.expr(e).clone() {
        Expr::PredVar(p, args) => {
            let args = args.iter().map(|&a| value(arena, a, model)).collect();
            let mut at = Model { bound: args, ..model.clone() };
            value(arena, preds[p as usize], &mut at).truth()
        }
        Expr::Not(a) => !with_predicates(arena, a, preds, model),
        Expr::Bin(Bin::And, a, b) => {
            with_predicates(arena, a, preds, model) & with_predicates(arena, b, preds, model)
        }
        Expr::Bin(Bin::Iff, a, b) => {
            with_predicates(arena, a, preds, model) == with_predicates(arena, b, preds, model)
        }
        Expr::Quant(q, _, body) => {
            let mut each = |n: i128| {
                model.bound.push(Value::Int(n));
                let truth = with_predicates(arena, body, preds, model);
                model.bound.pop();
                truth
            };
            match q {
                Quant::Forall => (-1..=1).all(&mut each),
                Quant::Exists => (-1..=1).any(&mut each),
            }
        }
        _ => value(arena, e, model).truth(),
    }
}

#[test]
fn predicates_of_the_models_differ() {
    // Otherwise the laws above would not notice one predicate standing for another.
    let one = Value::Int(1);
    let truths: Vec<bool> =
        (0..20).map(|seed| opaque_predicate(seed, 0, std::slice::from_ref(&one))).collect();
    assert!(truths.contains(&true) && truths.contains(&false));
}
