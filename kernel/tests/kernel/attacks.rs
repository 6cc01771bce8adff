//! Attempts to get a false claim accepted. Each names what a careless checker would miss.

use crate::builder::Builder;
use crate::lemma::{all, g, prove, trivial, x};
use covenant_kernel::check::{self, Verdict};
use covenant_kernel::reject::{At, Owner, Table, Why};
use covenant_kernel::rules::Rule;
use covenant_kernel::tables::*;

#[track_caller]
pub fn in_table(verdict: Verdict, table: Table, row: u32, why: Why) {
    assert_eq!(verdict, Verdict::Reject { at: At::Table(table, row), rule: None, why });
}

#[track_caller]
pub fn in_lemma(verdict: Verdict, why: Why) {
    match verdict {
        Verdict::Reject { at: At::Step(Owner::Lemma(_), _), rule: None, why: got } => assert_eq!(got, why),
        other => panic!("expected {why:?} in a lemma, got {other:?}"),
    }
}

#[track_caller]
pub fn at_node(verdict: Verdict, rule: Rule, why: Why) {
    match verdict {
        Verdict::Reject { at: At::Node(_), rule: Some(r), why: w } => assert_eq!((r, w), (rule, why)),
        other => panic!("expected {why:?} at {rule:?}, got {other:?}"),
    }
}

// ---- another statement ------------------------------------------------------------------

#[test]
fn a_perfect_proof_of_something_else() {
    let b = &Builder::new();
    assert_eq!(trivial(b), Verdict::Valid);
    let certificate = b.certificate();
    let mut asked = certificate.statement.clone();
    asked.globals[0].name = "g".into();
    let other = Verdict::Reject { at: At::Statement, rule: None, why: Why::OtherStatement };
    assert_eq!(check::check(&asked, &certificate), other);
    asked = certificate.statement.clone();
    asked.exprs[0] = ExprRow::False;
    assert_eq!(check::check(&asked, &certificate), other);
}

#[test]
fn the_claim_of_a_function_that_has_no_body() {
    let b = &Builder::new();
    b.library(b.fun_type(&[], b.int_sort(), b.truth()));
    let expected = Verdict::Reject { at: At::Statement, rule: None, why: Why::MissingDerivation };
    assert_eq!(b.check(), expected);
}

#[test]
fn a_function_without_derivation() {
    let b = &Builder::new();
    trivial(b);
    b.edit(|c| c.proof.derivations[0] = None);
    in_table(b.check(), Table::Globals, 0, Why::MissingDerivation);
    b.edit(|c| c.proof.derivations.clear());
    let expected = Verdict::Reject { at: At::Statement, rule: None, why: Why::MissingDerivation };
    assert_eq!(b.check(), expected);
}

#[test]
fn a_claim_about_a_global_that_is_not_there() {
    let b = &Builder::new();
    trivial(b);
    b.edit(|c| c.statement.claim = GlobalRef(1));
    let expected = Verdict::Reject { at: At::Statement, rule: None, why: Why::BadReference };
    assert_eq!(b.check(), expected);
}

// ---- variables ----------------------------------------------------------------------------

#[test]
fn a_loose_variable_in_a_claim() {
    let b = &Builder::new();
    let ensures = b.eq(b.nu(b.int_sort()), b.bound(0, b.int_sort()));
    let verdict = b.judge(b.op(Prim::IntGen), b.int_sort(), ensures, b.t_app_op());
    in_table(verdict, Table::Globals, 0, Why::LooseVariable);
}

#[test]
fn a_ghost_in_a_claim() {
    let b = &Builder::new();
    let ensures = b.eq(b.nu(b.int_sort()), b.ghost(0, b.int_sort()));
    let verdict = b.judge(b.op(Prim::IntGen), b.int_sort(), ensures, b.t_app_op());
    in_table(verdict, Table::Globals, 0, Why::UnboundLocal);
}

#[test]
fn one_bound_variable_at_two_sorts() {
    // exists x:int. x = 0 && (x:bool) = true
    let b = &Builder::new();
    let (as_int, as_bool) = (x(b, 0), b.bound(0, b.bool_sort()));
    let both = b.and(b.eq(as_int, b.int(0)), b.eq(as_bool, b.boolean(true)));
    let row = b.exists(b.int_sort(), both);
    in_table(trivial(b), Table::Exprs, row.0, Why::SortMismatch);
}

#[test]
fn one_parameter_at_two_sorts() {
    let b = &Builder::new();
    let (int, bool) = (b.int_sort(), b.bool_sort());
    let ensures = b.and(b.eq(b.nu(int), b.bound(0, int)), b.eq(b.bound(0, bool), b.boolean(true)));
    let claim = b.fun_type(&[b.any(int)], int, ensures);
    let f = b.lam(b.arrow(&[b.any(int)], int), b.ret(b.local(0, int)));
    b.global(claim, f, b.t_fun(claim, b.t_var_base()));
    in_table(b.check(), Table::Globals, 0, Why::LooseVariable);
}

#[test]
fn a_function_parameter_in_a_formula() {
    let b = &Builder::new();
    let int = b.int_sort();
    let inner = b.fun_type(&[], int, b.truth());
    let claim = b.fun_type(&[ParamRow::Fun(inner)], int, b.eq(b.nu(int), b.bound(0, int)));
    let arrow = b.arrow(&[ParamRow::Fun(b.arrow(&[], int))], int);
    b.global(claim, b.lam(arrow, b.op(Prim::IntGen)), b.t_fun(claim, b.t_app_op()));
    in_table(b.check(), Table::Globals, 0, Why::LooseVariable);
}

#[test]
fn a_witness_that_the_existential_itself_introduced() {
    // (exists y. y < 0) ==> forall x. x < 0, by taking the obtained y for x.
    let b = &Builder::new();
    let some = b.exists(b.int_sort(), b.lt(x(b, 0), b.int(0)));
    let goal = b.imp(some, all(b, b.lt(x(b, 0), b.int(0))));
    in_lemma(prove(b, goal, b.intro(b.obtain(some, b.intro(b.exact())))), Why::NotAFact);
}

#[test]
fn the_ghosts_of_one_branch_are_not_those_of_the_next() {
    // Both branches introduce ghost 0, with different facts.
    let b = &Builder::new();
    let some = |n| b.exists(b.int_sort(), b.eq(x(b, 0), b.int(n)));
    let goal = b.imp(some(1), b.imp(some(2), b.and(b.truth(), b.falsity())));
    let first = b.obtain(some(1), b.exact());
    let second = b.obtain(some(2), b.leaf(&[b.eq(g(b, 0), b.int(1)), b.eq(g(b, 0), b.int(2))], &[]));
    in_lemma(prove(b, goal, b.intros(2, b.split(first, second))), Why::NotAFact);
}

#[test]
fn an_instance_under_a_binder_does_not_capture() {
    // From forall x. exists y. x < y, at x := y' of another quantifier: no y < y comes out.
    let b = &Builder::new();
    let above = all(b, b.exists(b.int_sort(), b.lt(x(b, 1), x(b, 0))));
    let goal = b.imp(above, b.exists(b.int_sort(), b.lt(x(b, 0), x(b, 0))));
    in_lemma(prove(b, goal, b.intro(b.inst(above, x(b, 0), b.exact()))), Why::LooseVariable);
}

// ---- datatypes ------------------------------------------------------------------------------

#[test]
fn an_empty_datatype_proves_nothing_by_itself() {
    // `empty` has no constructors: forall x:empty. False holds, exists x:empty. True does not.
    let b = &Builder::new();
    let empty = b.data(b.datatype("empty", 0, &[]), &[]);
    let vacuous = b.forall(empty, b.falsity());
    assert_eq!(prove(b, vacuous, b.intro(b.case(b.ghost(0, empty), &[]))), Verdict::Valid);

    let b = &Builder::new();
    let empty = b.data(b.datatype("empty", 0, &[]), &[]);
    in_lemma(prove(b, b.falsity(), b.case(b.ghost(0, empty), &[])), Why::UnboundLocal);

    let b = &Builder::new();
    let empty = b.data(b.datatype("empty", 0, &[]), &[]);
    let some = b.exists(empty, b.truth());
    in_lemma(prove(b, some, b.witness(b.ghost(0, empty), b.exact())), Why::UnboundLocal);

    let b = &Builder::new();
    let empty = b.data(b.datatype("empty", 0, &[]), &[]);
    let row = b.ctor(empty, 0, &[]);
    in_table(trivial(b), Table::Exprs, row.0, Why::NoSuchConstructor);
}

#[test]
fn a_generic_lemma_holds_at_an_empty_sort_too() {
    // forall 'a. exists x:'a. True would be false at an empty sort.
    let b = &Builder::new();
    let a = b.abstract_sort(0);
    b.lemma(1, b.exists(a, b.truth()), b.witness(b.ghost(0, a), b.exact()));
    in_lemma(trivial(b), Why::UnboundLocal);
}

#[test]
fn a_definition_into_an_empty_sort() {
    // A total function from unit to empty would prove False.
    let b = &Builder::new();
    let empty = b.data(b.datatype("empty", 0, &[]), &[]);
    let own = b.next_def();
    let row = |body| DefRow {
        name: "f".into(),
        sort_params: 0,
        params: vec![b.unit_sort()],
        result: Some(empty),
        decidable: true,
        group: 0,
        body,
    };
    let again = b.call(own, &[], &[b.local(0, b.unit_sort())]);
    b.def(row(DefBody::Cases { on: 0, cases: vec![again] }));
    in_table(trivial(b), Table::Defs, 0, Why::NotStructural);

    // Declared only, it is an assumption of the verdict.
    let b = &Builder::new();
    let empty = b.data(b.datatype("empty", 0, &[]), &[]);
    let f = b.def(DefRow {
        name: "f".into(),
        sort_params: 0,
        params: vec![],
        result: Some(empty),
        decidable: true,
        group: 0,
        body: DefBody::Opaque,
    });
    let verdict = prove(b, b.falsity(), b.case(b.call(f, &[], &[]), &[]));
    assert_eq!(verdict, Verdict::ValidModulo(vec![check::Assumption::Symbol(0)]));
}

#[test]
fn a_datatype_without_finite_values() {
    // T = C of T has no values; forall x:T. False is provable, and no program makes a T.
    let b = &Builder::new();
    let t = b.data(b.next_datatype(), &[]);
    b.datatype("t", 0, &[("c", &[t])]);
    let proof = b.induct(&[(t, b.falsity())], &[b.exact()]);
    assert_eq!(prove(b, b.forall(t, b.falsity()), proof), Verdict::Valid);
}

#[test]
fn a_value_may_contain_an_equal_part_of_another_sort() {
    // Acyclicity is about containment, not about equal fields: [x; x] is a fine list.
    let b = &Builder::new();
    let list = b.data(b.declare_list(), &[b.int_sort()]);
    let two = |h, t| b.ctor(list, 1, &[h, b.ctor(list, 1, &[h, t])]);
    let (l, h) = (b.ghost(0, list), b.ghost(1, b.int_sort()));
    let shape = b.eq(b.bound(1, list), two(b.bound(0, b.int_sort()), b.ctor(list, 0, &[])));
    let goal = b.forall(list, b.forall(b.int_sort(), b.not(shape)));
    let fact = b.eq(l, two(h, b.ctor(list, 0, &[])));
    in_lemma(prove(b, goal, b.intros(3, b.leaf(&[fact], &[]))), Why::NotRefuted);
}

#[test]
fn sharing_is_not_a_cycle() {
    // t = node l l is fine for any l.
    let b = &Builder::new();
    let t = b.data(b.next_datatype(), &[]);
    b.datatype("tree", 0, &[("leaf", &[]), ("node", &[t, t])]);
    let node = |c| b.ctor(t, 1, &[c, c]);
    let goal = b.forall(t, b.forall(t, b.not(b.eq(b.bound(1, t), node(b.bound(0, t))))));
    let fact = b.eq(b.ghost(0, t), node(b.ghost(1, t)));
    in_lemma(prove(b, goal, b.intros(3, b.leaf(&[fact], &[]))), Why::NotRefuted);
}

// ---- recursion ------------------------------------------------------------------------------

/// Two mutually recursive functions on lists of integers, with the given calls in the cons case.
fn mutual(b: &Builder, f_calls: impl Fn(ExprRef) -> ExprRef, groups: [u32; 2]) -> Verdict {
    let (int, list) = (b.int_sort(), b.data(b.declare_list(), &[b.int_sort()]));
    let (own, other) = (DefRef(0), DefRef(1));
    let row = |group, cons| DefRow {
        name: "f".into(),
        sort_params: 0,
        params: vec![list],
        result: Some(int),
        decidable: true,
        group,
        body: DefBody::Cases { on: 0, cases: vec![b.int(0), cons] },
    };
    let f_cons = b.call(other, &[], &[f_calls(list_tail(b, list))]);
    let g_cons = b.call(own, &[], &[list_tail(b, list)]);
    b.def(row(groups[0], f_cons));
    b.def(row(groups[1], g_cons));
    trivial(b)
}

/// The field variable of the tail.
fn list_tail(b: &Builder, list: SortRef) -> ExprRef {
    b.local(2, list)
}

#[test]
fn recursion_through_a_group() {
    let b = &Builder::new();
    assert_eq!(mutual(b, |tail| tail, [3, 3]), Verdict::Valid);
    // In two groups, one of the two calls is of the larger number.
    let b = &Builder::new();
    in_table(mutual(b, |tail| tail, [0, 1]), Table::Defs, 0, Why::ForwardCall);
    let b = &Builder::new();
    in_table(mutual(b, |tail| tail, [1, 0]), Table::Defs, 1, Why::ForwardCall);
    // At the list itself: f l = g l, g (h :: t) = f t would be well-founded, f l = g l = f l not.
    let b = &Builder::new();
    let whole = |_| b.local(0, b.data(FIRST_DATATYPE, &[b.int_sort()]));
    in_table(mutual(b, whole, [0, 0]), Table::Defs, 0, Why::NotStructural);
    // At a list rebuilt from the tail, which is as large as the original.
    let b = &Builder::new();
    let rebuilt = |tail| b.ctor(b.data(FIRST_DATATYPE, &[b.int_sort()]), 1, &[b.int(0), tail]);
    in_table(mutual(b, rebuilt, [0, 0]), Table::Defs, 0, Why::NotStructural);
}

#[test]
fn recursion_on_an_argument_that_is_not_analysed() {
    // f a (h :: t) = f t a: the field is passed, but in the place that is not analysed.
    let b = &Builder::new();
    let list = b.data(b.declare_list(), &[b.int_sort()]);
    let (own, a, tail) = (DefRef(0), b.local(0, list), b.local(3, list));
    let call = b.call(own, &[], &[tail, a]);
    b.def(DefRow {
        name: "f".into(),
        sort_params: 0,
        params: vec![list, list],
        result: Some(b.int_sort()),
        decidable: true,
        group: 0,
        body: DefBody::Cases { on: 1, cases: vec![b.int(0), call] },
    });
    in_table(trivial(b), Table::Defs, 0, Why::NotStructural);
}

#[test]
fn recursion_hidden_under_a_quantifier() {
    // p l <=> not (exists l'. p l'): a bound variable is not a field.
    let b = &Builder::new();
    let list = b.data(b.declare_list(), &[b.int_sort()]);
    let again = b.call(DefRef(0), &[], &[b.bound(0, list)]);
    let paradox = b.not(b.exists(list, again));
    b.def(DefRow {
        name: "p".into(),
        sort_params: 0,
        params: vec![list],
        result: None,
        decidable: false,
        group: 0,
        body: DefBody::Cases { on: 0, cases: vec![b.truth(), paradox] },
    });
    in_table(trivial(b), Table::Defs, 0, Why::NotStructural);
}

#[test]
fn recursion_without_cases() {
    // p x <=> not (p x)
    let b = &Builder::new();
    let again = b.not(b.call(DefRef(0), &[], &[b.local(0, b.int_sort())]));
    b.def(DefRow {
        name: "p".into(),
        sort_params: 0,
        params: vec![b.int_sort()],
        result: None,
        decidable: true,
        group: 0,
        body: DefBody::Direct(again),
    });
    in_table(trivial(b), Table::Defs, 0, Why::NotStructural);
}

#[test]
fn a_quantifier_claimed_to_be_decidable() {
    // halts n = exists s. .., claimed decidable, would let programs branch on it.
    let b = &Builder::new();
    let body = b.exists(b.int_sort(), b.eq(x(b, 0), b.local(0, b.int_sort())));
    let row = |decidable, body| DefRow {
        name: "p".into(),
        sort_params: 0,
        params: vec![b.int_sort()],
        result: None,
        decidable,
        group: b.next_def().0,
        body: DefBody::Direct(body),
    };
    b.def(row(true, body));
    in_table(trivial(b), Table::Defs, 0, Why::NotDecidable);

    // Through another definition that admits to be undecidable.
    let b = &Builder::new();
    let body = b.exists(b.int_sort(), b.eq(x(b, 0), b.local(0, b.int_sort())));
    let row = |decidable, body| DefRow {
        name: "p".into(),
        sort_params: 0,
        params: vec![b.int_sort()],
        result: None,
        decidable,
        group: b.next_def().0,
        body: DefBody::Direct(body),
    };
    let p = b.def(row(false, body));
    b.def(row(true, b.call(p, &[], &[b.local(0, b.int_sort())])));
    in_table(trivial(b), Table::Defs, 1, Why::NotDecidable);

    // In the condition of a term.
    let b = &Builder::new();
    let condition = b.exists(b.int_sort(), b.eq(x(b, 0), b.int(0)));
    let t = b.ite(condition, b.int(0), b.int(1));
    in_table(trivial(b), Table::Exprs, t.0, Why::NotDecidable);

    // As a primitive of a program.
    let b = &Builder::new();
    let body = b.exists(b.int_sort(), b.eq(x(b, 0), b.local(0, b.int_sort())));
    let p = b.def(row_of(b, false, body));
    let e = b.eval(b.call(p, &[], &[b.int(0)]));
    at_node(b.judge(e, b.bool_sort(), b.truth(), b.t_app_op()), Rule::TAppOp, Why::BadPrimitive);
}

/// A predicate on integers.
fn row_of(b: &Builder, decidable: bool, body: ExprRef) -> DefRow {
    DefRow {
        name: "p".into(),
        sort_params: 0,
        params: vec![b.int_sort()],
        result: None,
        decidable,
        group: b.next_def().0,
        body: DefBody::Direct(body),
    }
}

// ---- facts and derivations --------------------------------------------------------------------

#[test]
fn the_path_of_one_branch_in_the_other() {
    // if b then 1 else 2: in the false branch, prove anything from b = true.
    let b = &Builder::new();
    let (int, bool) = (b.int_sort(), b.bool_sort());
    let c = b.local(0, bool);
    let e = b.let_e(b.op(Prim::BoolGen), b.if_else(c, b.ret(b.int(1)), b.ret(b.int(2))));
    let cheat = b.leaf(&[b.eq(c, b.boolean(true)), b.eq(c, b.boolean(false))], &[]);
    let all_values = b.t_sub(b.truth(), b.t_const(), b.intros(2, b.absurd(cheat)));
    let node = b.t_let_e(b.t_app_op(), b.t_merge(b.t_match(1, b.t_const()), b.t_match(0, all_values)));
    match b.judge(e, int, b.truth(), node) {
        Verdict::Reject { at: At::Step(..), rule: Some(Rule::TSub), why: Why::NotAFact } => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_parameter_fact_after_its_function() {
    // let f = (fun (x:{false}) -> x) in 1: what is known of x is not known in the rest.
    let b = &Builder::new();
    let int = b.int_sort();
    let arrow = b.arrow(&[b.any(int)], int);
    let t = b.fun_type(&[ParamRow::Base(int, b.falsity())], int, b.eq(b.nu(int), b.bound(0, int)));
    let e = b.let_v(b.lam(arrow, b.ret(b.local(0, int))), b.ret(b.int(1)));
    let cheat = b.t_sub(b.truth(), b.t_const(), b.intros(2, b.absurd(b.exact())));
    match b.judge(e, int, b.truth(), b.t_let_v(b.t_fun(t, b.t_var_base()), cheat)) {
        Verdict::Reject { at: At::Step(..), rule: Some(Rule::TSub), why: Why::NotAFact } => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_derivation_of_a_scheme_is_not_one_of_its_instances() {
    // P is any predicate: P v may not be used as True.
    let b = &Builder::new();
    let int = b.int_sort();
    let p = |e| b.pred_var(0, &[e]);
    let claim = b.fun_type(&[ParamRow::Base(int, b.truth())], int, b.and(p(b.nu(int)), b.truth()));
    let f = b.lam(b.arrow(&[b.any(int)], int), b.ret(b.local(0, int)));
    let by = b.intros(2, b.leaf(&[b.pred_var(0, &[g(b, 0)])], &[]));
    let target = b.and(p(b.nu(int)), b.truth());
    let row = GlobalRow { name: "f".into(), sort_params: 0, preds: vec![vec![int]], claim, body: Some(f) };
    b.global_row(row, Some(b.t_fun(claim, b.t_sub(target, b.t_var_base(), by))));
    match b.check() {
        Verdict::Reject { at: At::Step(..), rule: Some(Rule::TSub), why: Why::NotRefuted } => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_predicate_at_other_sorts() {
    let b = &Builder::new();
    let int = b.int_sort();
    let claim = b.fun_type(&[], int, b.pred_var(0, &[b.boolean(true)]));
    let f = b.lam(b.arrow(&[], int), b.op(Prim::IntGen));
    let row = GlobalRow { name: "f".into(), sort_params: 0, preds: vec![vec![int]], claim, body: Some(f) };
    b.global_row(row, Some(b.t_fun(claim, b.t_app_op())));
    in_table(b.check(), Table::Globals, 0, Why::UnboundPredicate);
}

#[test]
fn a_program_that_returns_its_rank() {
    // let rec f () = k, where k is the ghost of TFixRank: a program cannot know it.
    let b = &Builder::new();
    let (int, arrow) = (b.int_sort(), b.arrow(&[], b.int_sort()));
    let t = b.fun_type(&[], int, b.truth());
    let node = b.t_fix_rank(t, b.nu(int), b.t_var_base());
    b.global(t, b.fix(arrow, b.ret(b.ghost(0, int))), node);
    at_node(b.check(), Rule::TVarBase, Why::UnboundLocal);
}

#[test]
fn nested_ranks_use_different_ghosts() {
    // The inner rank's ghost is ghost 1; a body that equates it with ghost 0 is not the claim.
    let b = &Builder::new();
    let (int, arrow) = (b.int_sort(), b.arrow(&[], b.int_sort()));
    let v = b.nu(int);
    let t = b.fun_type(&[], int, b.truth());
    let inner = b.fix(arrow, b.ret(b.int(0)));
    let e = b.let_v(inner, b.app(b.fun_var(1), &[]));
    let wrong = b.t_sub(
        b.and(b.truth(), b.eq(v, b.ghost(0, int))),
        b.t_const(),
        b.intros(2, b.leaf(&[b.eq(b.ghost(2, int), b.ghost(0, int))], &[])),
    );
    let node = b.t_fix_rank(t, v, b.t_let_v(b.t_fix_rank(t, v, wrong), b.t_app(b.t_var_fun(), b.exact())));
    let claim = b.fun_type(&[], int, b.and(b.truth(), b.le(b.int(0), v)));
    b.global(claim, b.fix(arrow, e), node);
    match b.check() {
        Verdict::Reject { at: At::Step(..), rule: Some(Rule::TSub), why: Why::NotRefuted } => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_function_type_may_not_borrow_from_a_later_choice() {
    // let f = (fun () -> 0) typed with a variable that is bound only afterwards.
    let b = &Builder::new();
    let (int, arrow) = (b.int_sort(), b.arrow(&[], b.int_sort()));
    let t = b.fun_type(&[], int, b.eq(b.nu(int), b.local(1, int)));
    let rest = b.let_e(b.op(Prim::IntGen), b.app(b.fun_var(0), &[]));
    let e = b.let_v(b.lam(arrow, b.ret(b.int(0))), rest);
    let call = b.t_app(b.t_var_fun(), b.exact());
    let node = b.t_let_v(b.t_fun(t, b.t_const()), b.t_let_e(b.t_app_op(), call));
    at_node(b.judge(e, int, b.truth(), node), Rule::TFun, Why::UnboundLocal);
}

#[test]
fn literals_of_opaque_sorts_are_not_known_to_differ() {
    let b = &Builder::new();
    let string = b.opaque_sort("string");
    let (a, c) = (b.literal(string, "a"), b.literal(string, "b"));
    in_lemma(prove(b, b.not(b.eq(a, c)), b.intro(b.leaf(&[b.eq(a, c)], &[]))), Why::NotRefuted);
}
