//! Attempts with the program: one that the proof completes, and one that is none.

use crate::attacks::{at_node, in_table};
use crate::builder::Builder;
use crate::lemma::trivial;
use covenant_kernel::check::Verdict;
use covenant_kernel::reject::{Table, Why};
use covenant_kernel::rules::Rule;
use covenant_kernel::tables::*;

// ---- a statement completed by its proof ---------------------------------------------------

#[test]
fn a_claim_in_the_rows_of_the_proof() {
    let b = &Builder::new();
    trivial(b);
    // The claim is row 0 of the proof's types: another proof would make it another claim.
    b.edit(|c| {
        c.proof.types.push(c.statement.types[c.statement.globals[0].claim.0 as usize].clone());
        c.statement.globals[0].claim = TypeRef(u32::try_from(c.statement.types.len()).expect("few rows"));
    });
    in_table(b.check(), Table::Globals, 0, Why::BadReference);
}

#[test]
fn the_type_of_a_function_in_the_rows_of_the_proof() {
    let b = &Builder::new();
    trivial(b);
    b.edit(|c| {
        let outside = TypeRef(u32::try_from(c.statement.types.len()).expect("few rows"));
        let FunRow::Lam(simple, body) = c.statement.funs[0] else { panic!("a lambda") };
        c.proof.types.push(c.statement.types[simple.0 as usize].clone());
        c.statement.funs[0] = FunRow::Lam(outside, body);
    });
    at_node(b.check(), Rule::TFun, Why::BadReference);
}

#[test]
fn the_sorts_of_a_scheme_in_the_rows_of_the_proof() {
    // forall P:int -> bool, where `int` is a row of the proof: another proof would make the
    // same statement a claim about another predicate.
    let b = &Builder::new();
    let t = b.fun_type(&[], b.int_sort(), b.truth());
    let f = b.lam(b.arrow(&[], b.int_sort()), b.op(Prim::IntGen));
    let outside = SortRef(u32::try_from(b.certificate().statement.sorts.len()).expect("few rows"));
    let preds = vec![vec![outside]];
    let row = GlobalRow { name: "f".into(), sort_params: 0, preds, claim: t, body: Some(f) };
    b.global_row(row, Some(b.t_fun(t, b.t_app_op())));
    b.edit(|c| c.proof.sorts.push(SortRow::Int));
    in_table(b.check(), Table::Globals, 0, Why::BadReference);
}

#[test]
fn the_sorts_of_an_instance_in_the_rows_of_the_proof() {
    let b = &Builder::new();
    let (int, a) = (b.int_sort(), b.abstract_sort(0));
    let id = b.fun_type(&[b.any(a)], a, b.eq(b.nu(a), b.bound(0, a)));
    let row = GlobalRow { name: "id".into(), sort_params: 1, preds: vec![], claim: id, body: None };
    let outside = SortRef(u32::try_from(b.certificate().statement.sorts.len()).expect("few rows"));
    let f = b.fun_global(b.global_row(row, None), &[outside]);
    b.edit(|c| c.proof.sorts.push(SortRow::Int));
    let t = b.fun_type(&[b.any(int)], int, b.eq(b.nu(int), b.bound(0, int)));
    b.global(t, f, b.t_poly_type(b.t_var_fun()));
    at_node(b.check(), Rule::TPolyType, Why::BadReference);
}

#[test]
fn a_program_in_the_rows_of_the_proof() {
    let b = &Builder::new();
    let phi = b.truth();
    let value = b.proof_expr(ExprRow::Int(1));
    at_node(b.judge(b.ret(value), b.int_sort(), phi, b.t_const()), Rule::TConst, Why::BadReference);
}

// ---- the program ----------------------------------------------------------------------------

#[test]
fn a_branch_twice() {
    // match true with true -> 1 | true -> 2 would let both be produced.
    let b = &Builder::new();
    let e = b.matching(b.boolean(true), &[(1, b.ret(b.int(1))), (1, b.ret(b.int(2)))]);
    let second = b.t_match(1, b.t_const());
    in_table(b.judge(e, b.int_sort(), b.truth(), second), Table::Cores, 2, Why::BadBranches);
}

#[test]
fn branches_out_of_order() {
    let b = &Builder::new();
    let e = b.matching(b.boolean(true), &[(1, b.ret(b.int(1))), (0, b.ret(b.int(2)))]);
    let first = b.t_match(0, b.t_const());
    in_table(b.judge(e, b.int_sort(), b.truth(), first), Table::Cores, 2, Why::BadBranches);
}

#[test]
fn branches_of_two_sorts() {
    let b = &Builder::new();
    let e = b.matching(b.boolean(true), &[(0, b.ret(b.int(1))), (1, b.ret(b.boolean(true)))]);
    let both = b.t_merge(b.t_match(0, b.t_const()), b.t_match(1, b.t_const()));
    at_node(b.judge(e, b.int_sort(), b.truth(), both), Rule::TMerge, Why::SortMismatch);
}

#[test]
fn a_branch_for_a_constructor_that_does_not_exist() {
    let b = &Builder::new();
    let e = b.matching(b.boolean(true), &[(2, b.ret(b.int(1)))]);
    let node = b.t_match(0, b.t_const());
    at_node(b.judge(e, b.int_sort(), b.truth(), node), Rule::TMatch, Why::NoSuchConstructor);
}

/// `match true with false -> x | true -> 1`, where nothing binds `x`: the derivation of a branch.
fn one_ill_scoped_branch(b: &Builder, branch: u32, phi: ExprRef) -> Verdict {
    let x = b.local(7, b.int_sort());
    let e = b.matching(b.boolean(true), &[(0, b.ret(x)), (1, b.ret(b.int(1)))]);
    let value = if branch == 0 { b.t_var_base() } else { b.t_const() };
    b.judge(e, b.int_sort(), phi, b.t_match(branch, value))
}

#[test]
fn a_branch_that_no_derivation_visits_takes_nothing_away() {
    let b = &Builder::new();
    let phi = b.and(b.eq(b.boolean(true), b.boolean(true)), b.eq(b.nu(b.int_sort()), b.int(1)));
    assert_eq!(one_ill_scoped_branch(b, 1, phi), Verdict::Valid);
    let b = &Builder::new();
    at_node(one_ill_scoped_branch(b, 0, b.truth()), Rule::TVarBase, Why::UnboundLocal);
}

#[test]
fn a_program_that_says_more_than_sorts_of_its_functions() {
    let b = &Builder::new();
    let int = b.int_sort();
    let t = b.fun_type(&[], int, b.eq(b.nu(int), b.int(1)));
    b.global(t, b.lam(t, b.ret(b.int(1))), b.t_fun(t, b.t_const()));
    at_node(b.check(), Rule::TFun, Why::ClaimMismatch);
}

#[test]
fn functions_that_contain_themselves() {
    // let f = (fun () -> <this very term>) in f ()
    let b = &Builder::new();
    let arrow = b.arrow(&[], b.int_sort());
    let f = b.lam(arrow, CoreRef(1));
    let call = b.app(b.fun_var(0), &[]);
    let e = b.let_v(f, call);
    in_table(b.judge(e, b.int_sort(), b.truth(), b.t_err()), Table::Cores, 1, Why::BadReference);
}

#[test]
fn mutual_recursion_through_globals() {
    // Global 0 calls global 1, whose claim is assumed to be proved already.
    let b = &Builder::new();
    let t = b.fun_type(&[], b.int_sort(), b.truth());
    let arrow = b.arrow(&[], b.int_sort());
    let calls = |g| b.lam(arrow, b.app(b.fun_global(GlobalRef(g), &[]), &[]));
    let node = b.t_fun(t, b.t_app(b.t_var_fun(), b.exact()));
    b.global(t, calls(1), node);
    b.global(t, calls(0), node);
    at_node(b.check(), Rule::TVarFun, Why::ForwardGlobal);
}

#[test]
fn a_sort_that_the_function_does_not_bind() {
    let b = &Builder::new();
    let a = b.abstract_sort(0);
    let e = b.let_e(b.err(a), b.ret(b.int(0)));
    let verdict = b.judge(e, b.int_sort(), b.truth(), b.t_let_e(b.t_err(), b.t_const()));
    at_node(verdict, Rule::TErr, Why::UnboundSortParameter);
}
