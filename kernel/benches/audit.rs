//! How fast the kernel checks: derivation nodes and verification conditions per second, on
//! generated derivations of 10^2 to 10^5 nodes. Growth must be linear: the program fails if the
//! time per node on the largest one is more than eight times that at a hundredth of the size. (A
//! quadratic check would show a factor of 100; caches account for a factor of 2 to 3.)
//!
//! `cargo bench -p covenant-kernel`; the numbers are for this machine, the shape for any.

#[allow(dead_code)]
#[path = "../tests/kernel/builder.rs"]
mod builder;

use builder::Builder;
use covenant_kernel::arena::Arena;
use covenant_kernel::check::{Condition, Observer, Verdict, check_observed};
use covenant_kernel::program::Subject;
use covenant_kernel::rules::Typed;
use covenant_kernel::subst::Scope;
use covenant_kernel::tables::{Certificate, CoreRef, ExprRef, NodeRef, Prim};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Counts what the kernel checks.
#[derive(Default)]
struct Count {
    nodes: u64,
    conditions: u64,
}

impl Observer for Count {
    fn node(&mut self, _: &Arena, _: NodeRef, _: Subject, _: &Scope, _: &Typed) {
        self.nodes += 1;
    }
    fn condition(&mut self, _: &Arena, _: &Condition<'_>) {
        self.conditions += 1;
    }
}

/// `v = 0`.
fn is_zero(b: &Builder) -> ExprRef {
    b.eq(b.nu(b.int_sort()), b.int(0))
}

/// Claims a closed term of sort `int`.
fn claim(b: &Builder, e: CoreRef, phi: ExprRef, node: NodeRef) {
    let t = b.fun_type(&[], b.int_sort(), phi);
    b.global(t, b.lam(b.arrow(&[], b.int_sort()), e), b.t_fun(t, node));
}

/// Many functions: each `fun () -> let x = int_gen () in x`, shown to cover every integer.
fn functions(b: &Builder, nodes: u32) {
    let v = b.ghost(0, b.int_sort());
    let by = b.intros(2, b.witness(v, b.split(b.exact(), b.leaf(&[], &[]))));
    for _ in 0..nodes / 5 {
        let e = b.let_e(b.op(Prim::IntGen), b.ret(b.local(0, b.int_sort())));
        let from = b.t_let_e(b.t_app_op(), b.t_var_base());
        claim(b, e, b.truth(), b.t_sub(b.truth(), from, by));
    }
}

/// One function of lets inside lets, each step summarised by TSub: the context grows.
fn summarised(b: &Builder, nodes: u32) {
    let fits = b.split(b.leaf(&[], &[]), b.exact());
    let by = b.intros(2, b.witness(b.int(0), fits));
    let (mut e, mut node) = (b.ret(b.int(0)), b.t_const());
    for _ in 0..nodes / 3 {
        e = b.let_e(b.ret(b.int(0)), e);
        node = b.t_sub(is_zero(b), b.t_let_e(b.t_const(), node), by);
    }
    claim(b, e, is_zero(b), node);
}

/// The same without summaries: the type grows too, up to one existential per let.
fn nested(b: &Builder, nodes: u32) {
    let int = b.int_sort();
    let (mut e, mut node) = (b.ret(b.int(0)), b.t_const());
    let mut phi = is_zero(b);
    for _ in 0..nodes / 2 {
        e = b.let_e(b.ret(b.int(0)), e);
        node = b.t_let_e(b.t_const(), node);
        phi = b.exists(int, b.and(b.eq(b.bound(0, int), b.int(0)), phi));
    }
    claim(b, e, phi, node);
}

/// One match with both branches merged again and again: a wide derivation, a growing type.
fn merged(b: &Builder, nodes: u32) {
    let e = b.matching(b.boolean(true), &[(0, b.ret(b.int(1))), (1, b.ret(b.int(0)))]);
    let path = b.eq(b.boolean(true), b.boolean(true));
    let mut phi = b.and(path, is_zero(b));
    let mut node = b.t_match(1, b.t_const());
    for _ in 0..nodes / 3 {
        let other = b.and(b.eq(b.boolean(true), b.boolean(false)), b.eq(b.nu(b.int_sort()), b.int(1)));
        phi = b.or(phi, other);
        node = b.t_merge(node, b.t_match(0, b.t_const()));
    }
    claim(b, e, phi, node);
}

/// Time that this thread has had on a processor, where the system says so; else wall-clock time,
/// which other processes disturb.
fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedule = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match schedule.split_whitespace().next().and_then(|ns| ns.parse().ok()) {
        Some(ns) => Duration::from_nanos(ns),
        None => START.elapsed(),
    }
}

/// The mean of as many runs as take a quarter of a second, with what one of them counts.
fn measure(certificate: &Certificate) -> (Duration, Count) {
    let start = now();
    for runs in 1.. {
        let mut count = Count::default();
        assert_eq!(check_observed(certificate, &mut count), Verdict::Valid);
        let time = now().saturating_sub(start);
        if time > Duration::from_millis(250) {
            return (time / runs, count);
        }
    }
    (Duration::ZERO, Count::default())
}

fn main() {
    type Shape = (&'static str, fn(&Builder, u32));
    let shapes: [Shape; 4] =
        [("functions", functions), ("summarised", summarised), ("nested", nested), ("merged", merged)];
    println!("{:<12} {:>8} {:>8} {:>10} {:>12} {:>12}", "shape", "nodes", "VCs", "ms", "nodes/s", "VCs/s");
    let mut linear = true;
    for (name, shape) in shapes {
        let mut per_node = Vec::new();
        for nodes in [100, 1_000, 10_000, 100_000] {
            let b = Builder::new();
            shape(&b, nodes);
            let (time, count) = measure(&b.certificate());
            let seconds = time.as_secs_f64();
            let rate = |n: u64| n as f64 / seconds;
            println!(
                "{name:<12} {:>8} {:>8} {:>10.2} {:>12.0} {:>12.0}",
                count.nodes,
                count.conditions,
                seconds * 1e3,
                rate(count.nodes),
                rate(count.conditions)
            );
            per_node.push(seconds / count.nodes as f64);
        }
        let growth = per_node[3] / per_node[1];
        println!("{name:<12} time per node at 10^5 over that at 10^3: {growth:.2}");
        linear &= growth < 8.0;
    }
    assert!(linear, "the time per node grows with the derivation");
}
