//! The engine on conditions like those of the benchmark suites, and on false variants of them.
//! Every proof is emitted, loaded and checked by the kernel.

mod library;
mod print;
mod theory;

use super::emit::EvidenceRows;
use super::induction::prove_lemma;
use super::lemmas::{Lemma, LemmaBook, Origin};
use super::limits::Limits;
use super::step::Step;
use super::{Outcome, Sequent, prove};
use covenant_kernel::arena::{Arena, Expr, ExprId, INT, SortId, TRUTH};
use covenant_kernel::check::{Assumption, Verdict, check};
use covenant_kernel::tables::Proof as ProofRows;
use covenant_kernel::tables::{
    ArgRow, Certificate, CoreRef, CoreRow, Evidence, FunRef, FunRow, FunTypeRow, GlobalRef, GlobalRow,
    NodeRef, NodeRow, ParamRow, TypeRef,
};
use std::collections::BTreeSet;
use std::sync::Arc;
use theory::{Loads, World};

/// Emits a proof and has the kernel check it, with the lemmas it uses: as the condition of a call
/// under what is required of the caller.
fn kernel_accepts(
    loads: &mut Loads,
    book: &LemmaBook,
    sequent: &Sequent,
    step: &Step,
) -> Result<usize, String> {
    let mut rows = EvidenceRows::new(&loads.loaded);
    let mut used = BTreeSet::new();
    step.lemmas(&mut used);
    let arena = &mut loads.arena;
    rows.lemmas(arena, book, &used).map_err(|e| format!("emit lemmas: {e:?}"))?;
    let top = rows.step(arena, step, sequent.scope.ghosts.len()).map_err(|e| format!("emit: {e:?}"))?;

    let sorts: Vec<SortId> = sequent.scope.locals.iter().map(|s| s.expect("a base variable")).collect();
    let variable =
        |arena: &mut Arena, (&sort, level)| arena.mk(Expr::Local(level, sort)).expect("a variable");
    let locals: Vec<ExprId> = sorts.iter().zip(0..).map(|local| variable(arena, local)).collect();
    let mut required = TRUTH;
    for &fact in &sequent.facts {
        required = if required == TRUTH { fact } else { arena.and(required, fact).expect("formulas") };
    }
    let truth = rows.terms.expr(arena, TRUTH);
    let params: Vec<ParamRow> =
        sorts.iter().map(|&s| ParamRow::Base(rows.terms.sort(arena, s), truth)).collect();
    let result = rows.terms.sort(arena, INT);
    let types = [sequent.goal, required, TRUTH].map(|formula| {
        let closed = arena.close(formula, &locals).expect("a closed sequent");
        let requires = rows.terms.expr(arena, closed);
        FunTypeRow { params: params.clone(), requires, result, ensures: truth }
    });
    let args = locals.iter().map(|&x| ArgRow::Base(rows.terms.expr(arena, x))).collect();
    let global = |name: &str, claim, body| GlobalRow {
        name: name.to_owned(),
        sort_params: sequent.scope.sort_params,
        preds: vec![],
        claim: TypeRef(claim),
        body,
    };
    let mut statement = loads.statement.clone();
    statement.sorts.extend(rows.terms.new_sorts);
    statement.exprs.extend(rows.terms.new_exprs);
    statement.types = types.to_vec();
    statement.funs = vec![FunRow::Global(GlobalRef(0), vec![]), FunRow::Lam(TypeRef(2), CoreRef(0))];
    statement.cores = vec![CoreRow::App(FunRef(0), args)];
    statement.globals = vec![global("goal", 0, None), global("sequent", 1, Some(FunRef(1)))];
    statement.claim = GlobalRef(1);
    let steps = rows.steps.len();
    let call = NodeRow::TApp { fun: NodeRef(0), evidence: Evidence::Checked(top) };
    let proof = ProofRows {
        sorts: vec![],
        exprs: vec![],
        types: vec![],
        lemmas: rows.lemmas,
        steps: rows.steps,
        nodes: vec![NodeRow::TVarFun, call, NodeRow::TFun(TypeRef(1), NodeRef(1))],
        derivations: vec![None, Some(NodeRef(2))],
    };
    let certificate = Certificate { statement, proof };
    match check(&certificate.statement, &certificate) {
        Verdict::ValidModulo(assumed) if assumed == [Assumption::Library(0)] => Ok(steps),
        other => Err(format!("{other:?}")),
    }
}

fn book(loads: &mut Loads) -> LemmaBook {
    let book = LemmaBook::default();
    for (name, formula) in loads.lemmas.clone() {
        let start = std::time::Instant::now();
        let outcome = prove_lemma(&mut loads.arena, &loads.theory, &book, formula, &Limits::default());
        match outcome {
            Outcome::Proved { step, log } => {
                let empty = Sequent { scope: Default::default(), facts: vec![], goal: formula.statement };
                let checked = kernel_accepts(loads, &book, &empty, &step);
                println!(
                    "lemma {name}: {} steps, {checked:?}, {:?} z3 {}",
                    step.size(),
                    start.elapsed(),
                    log.queries
                );
                checked.unwrap_or_else(|e| panic!("lemma {name}: {e}"));
                book.add(Lemma { origin: Origin::Stated(name), formula, proof: Arc::new(step) });
            }
            other => {
                println!("lemma {name}: NOT PROVED {}", show(&other));
                if let Outcome::SolverOnly { facts, .. } = &other {
                    for &f in facts {
                        println!("   {}", print::text(&loads.arena, &loads.statement, f));
                    }
                }
            }
        }
    }
    book
}

fn show(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Proved { step, log } => format!(
            "proved: {} steps {} leaves; {} instances {} core {} queries, z3 {:?} of {:?}",
            step.size(),
            step.leaves(),
            log.instances,
            log.core,
            log.queries,
            log.solver_time,
            log.total_time
        ),
        Outcome::SolverOnly { log, at, .. } => {
            format!(
                "solver only at {at:?}: {} instances {} core {} queries {:?}",
                log.instances, log.core, log.queries, log.total_time
            )
        }
        Outcome::Stuck { log, report } => {
            format!("stuck: {} instances {:?} {:?}", log.instances, log.total_time, report.failing.len())
        }
        Outcome::Unknown { why, log } => format!("unknown: {why} {:?}", log.total_time),
    }
}

#[test]
fn complete_generators_are_proved() {
    let only = std::env::var("ONLY").ok();
    let mut world = World::new(library::THEORY);
    world.add(library::GENERATORS);
    let mut loads = world.load(library::COMPLETE);
    let book = book(&mut loads);
    let mut failed = vec![];
    let start = std::time::Instant::now();
    for (name, sequent) in loads.conditions.clone() {
        if only.as_ref().is_some_and(|o| *o != name) {
            continue;
        }
        let outcome = prove(&mut loads.arena, &loads.theory, &book, &sequent, &Limits::default());
        for _ in 1..std::env::var("REPEAT").ok().and_then(|r| r.parse::<u32>().ok()).unwrap_or(1) {
            prove(&mut loads.arena, &loads.theory, &book, &sequent, &Limits::default());
        }
        println!("{name}: {}", show(&outcome));
        if only.is_some()
            && let Outcome::Proved { step, .. } = &outcome
        {
            let mut text = String::new();
            print::tree(&loads.arena, &loads.statement, step, 0, &mut text);
            println!("{text}");
        }
        if only.is_some()
            && let Outcome::SolverOnly { facts, .. } = &outcome
        {
            println!("goal {}", print::text(&loads.arena, &loads.statement, sequent.goal));
            for &f in facts {
                println!("   {}", print::text(&loads.arena, &loads.statement, f));
            }
        }
        match &outcome {
            Outcome::Proved { step, .. } => match kernel_accepts(&mut loads, &book, &sequent, step) {
                Ok(rows) => println!("   kernel accepts {rows} rows"),
                Err(e) => {
                    println!("   KERNEL REJECTS {e}");
                    failed.push(name);
                }
            },
            _ => failed.push(name),
        }
    }
    println!("total {:?}", start.elapsed());
    assert!(failed.is_empty(), "not proved: {failed:?}");
}

#[test]
fn incomplete_generators_are_not_proved() {
    let mut world = World::new(library::THEORY);
    world.add(library::GENERATORS);
    world.add(library::INCOMPLETE);
    let mut loads = world.load(library::MISSING_VALUES);
    let book = book(&mut loads);
    for (name, sequent) in loads.conditions.clone() {
        let outcome = prove(&mut loads.arena, &loads.theory, &book, &sequent, &Limits::default());
        println!("{name}: {}", show(&outcome));
        let proved = matches!(outcome, Outcome::Proved { .. } | Outcome::SolverOnly { .. });
        assert!(!proved, "{name} misses values but was proved");
    }
}

#[test]
fn lemmas_are_guessed_and_proved() {
    let mut world = World::new(library::THEORY);
    world.add(library::GENERATORS);
    let mut loads = world.load(library::COMPLETE);
    let book = LemmaBook::guessing();
    let mut failed = vec![];
    let start = std::time::Instant::now();
    for (name, sequent) in loads.conditions.clone() {
        let outcome = prove(&mut loads.arena, &loads.theory, &book, &sequent, &Limits::default());
        println!("{name}: {}", show(&outcome));
        match &outcome {
            Outcome::Proved { step, .. } => {
                if let Err(e) = kernel_accepts(&mut loads, &book, &sequent, step) {
                    println!("   KERNEL REJECTS {e}");
                    failed.push(name);
                }
            }
            _ => failed.push(name),
        }
    }
    println!("total {:?}; {} candidates, proved {:?}", start.elapsed(), book.len(), book.proved());
    assert!(failed.is_empty(), "not proved: {failed:?}");
}

/// A datatype with `n` binary constructors and the generator that picks among them.
fn many_branches(n: usize) -> String {
    let mut text = String::from("(data d (dl int)");
    let mut height = String::from("(def dh ((e d)) int (case e ((dl x) 1)");
    let leaf = "(let z int int (ret (dl z)))";
    let mut body = leaf.to_string();
    for i in 0..n {
        text.push_str(&format!(" (c{i} d d)"));
        height.push_str(&format!(" ((c{i} a b) (+ 1 (max (dh a) (dh b))))"));
        body =
            format!("(coin (let x d (call G (- s 1)) (let y d (call G (- s 1)) (ret (c{i} x y)))) {body})");
    }
    text.push_str(")(def max ((x int) (y int)) int (ite (<= x y) y x))");
    text.push_str(&height);
    text.push_str(&format!("))(gen G ((s int)) d (<= 1 s) (<= (dh v) s) s (if (<= s 1) {leaf} {body}))"));
    text
}

/// A record of `n` integers, each from one of two ranges.
fn many_lets(n: usize) -> String {
    let fields = "int ".repeat(n);
    let names: Vec<String> = (0..n).map(|i| format!("x{i}")).collect();
    let range = |x: &String| format!("(or (and (<= 0 {x}) (<= {x} 5)) (and (<= 10 {x}) (<= {x} 15)))");
    let spec: Vec<String> = names.iter().map(range).collect();
    let mut body = format!("(ret (rc {}))", names.join(" "));
    for x in names.iter().rev() {
        body = format!("(let {x} int (coin (range 0 5) (range 10 15)) {body})");
    }
    let spec = if n == 1 { spec[0].clone() } else { format!("(and {})", spec.join(" ")) };
    format!(
        "(data rec (rc {fields}))(pred ok ((r rec)) (case r ((rc {}) {spec})))(gen G () rec true (ok v) 0 {body})",
        names.join(" ")
    )
}

#[test]
fn evidence_grows_linearly() {
    let top = std::env::var("TOP").ok().and_then(|t| t.parse::<usize>().ok()).unwrap_or(16);
    for (what, make) in [("branches", many_branches as fn(usize) -> String), ("lets", many_lets)] {
        let mut sizes = vec![];
        let mut n = 4;
        while n <= top {
            let mut loads = World::new(&make(n)).load(&["G"]);
            let book = LemmaBook::guessing();
            let sequent = loads.conditions[0].1.clone();
            let outcome = prove(&mut loads.arena, &loads.theory, &book, &sequent, &Limits::default());
            println!("{what} {n}: {}", show(&outcome));
            let Outcome::Proved { step, .. } = &outcome else { panic!("{what} {n} not proved") };
            kernel_accepts(&mut loads, &book, &sequent, step).unwrap_or_else(|e| panic!("{what} {n}: {e}"));
            sizes.push(step.size());
            n *= 2;
        }
        // A chain of n choices is n deep, so reaching each of n constructors takes n^2 / 2 steps.
        let factor = if what == "branches" { 4 } else { 2 };
        for pair in sizes.windows(2) {
            assert!(pair[1] <= factor * pair[0] + pair[0] / 4, "{what}: {sizes:?}");
        }
    }
}
