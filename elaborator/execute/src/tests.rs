//! Tests of the interpreters on small programs, written in the source dialect.

use covenant_kernel::tables::{ExprRow, Statement};

use super::enumerate::{Condition, Seeker};
use super::eval::{Evaluator, Scope, Stop};
use super::{
    Bound, Bounds, CannotRun, Draw, Limits, Names, Program, Reach, Refutation, Search, SpecBounds, Value,
    can_return, check_reachability, explore, find_missing, refute_formula, sample, show, values_of_claim,
};

fn statement(source: &str, claim: &str) -> Statement {
    let module = match covenant_front::load("test.ml", source) {
        Ok(module) => module,
        Err(problems) => panic!("{problems:?}"),
    };
    match module.units.into_iter().find(|u| u.claim == claim) {
        Some(unit) => unit.statement,
        None => panic!("no claim of {claim}"),
    }
}

fn program(statement: &Statement) -> Program<'_> {
    match Program::new(statement) {
        Ok(program) => program,
        Err(error) => panic!("{error}"),
    }
}

fn shown(statement: &Statement, value: &Value) -> String {
    show(statement, &Names::default(), value)
}

fn quick() -> Limits {
    Limits::with_steps(200_000)
}

const LISTS: &str = r"
let rec sized_list (size : int) : int list =
  if size = 0 then []
  else if bool_gen () then []
  else
    let head = int_gen () in
    let tail = sized_list (size - 1) in
    head :: tail
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v <= size] |}]
[@@measure size]
";

#[test]
fn samples_are_reproducible_and_satisfy_the_spec() {
    let st = statement(LISTS, "sized_list");
    let draw = |seed| match sample(program(&st), st.claim, &[Value::Int(4)], 500, seed, &quick()) {
        Ok(samples) => samples.draws,
        Err(error) => panic!("{error}"),
    };
    assert_eq!(draw(7), draw(7));
    assert_ne!(draw(7), draw(8));
    assert!(draw(7).iter().all(|d| matches!(d, Draw::Value(_, Some(true)))));
    let longest = draw(7).iter().filter(|d| matches!(d, Draw::Value(v, _) if v.depth() == 4)).count();
    assert!(longest > 5, "{longest} of 500 lists have four elements");
}

#[test]
fn sampled_integers_spread_over_all_lengths() {
    let mut random = super::Random::new(1);
    let mut lengths = [0u32; 64];
    let (mut negative, mut zero) = (0, 0);
    for _ in 0..200_000 {
        let n = random.integer();
        lengths[64 - n.unsigned_abs().leading_zeros() as usize] += 1;
        negative += u32::from(n < 0);
        zero += u32::from(n == 0);
    }
    assert!(lengths[1..=30].iter().all(|count| *count > 0), "{lengths:?}");
    // Of each magnitude m there are m and -m - 1, so that half are negative and half of a sixth zero.
    assert!((98_000..102_000).contains(&negative), "{negative}");
    assert!((15_500..18_000).contains(&zero), "{zero}");
}

#[test]
fn divergence_failure_and_explosion_name_their_bound() {
    let source = r"
let rec spin (n : int) : int = spin (n + 1)
[@@covers {| n:{v:int | true} -> [v:int | true] |}]

let rec climb (n : int) : int = if n = -1 then 0 else climb (n + 1)
[@@covers {| n:{v:int | true} -> [v:int | true] |}]

let rec deep (n : int) : int = 1 + deep (n + 1)
[@@covers {| n:{v:int | true} -> [v:int | true] |}]

let never (n : int) : int = if n = n then err () else n
[@@covers {| n:{v:int | true} -> [v:int | true] |}]

let rec perfect (n : int) : int tree =
  if n = 0 then Leaf
  else
    let left = perfect (n - 1) in
    Node (0, left, left)
[@@covers {| n:{v:int | 0 <= v} -> [v:int tree | true] |}]
";
    let first = |claim: &str, n: i64| {
        let st = statement(source, claim);
        match sample(program(&st), st.claim, &[Value::Int(n)], 1, 0, &quick()) {
            Ok(samples) => samples.draws[0].clone(),
            Err(error) => panic!("{error}"),
        }
    };
    assert!(matches!(first("spin", 0), Draw::Stopped(Bound::Steps | Bound::Time)));
    assert_eq!(first("deep", 0), Draw::Stopped(Bound::Depth));
    assert_eq!(first("never", 0), Draw::Failed);
    assert_eq!(first("perfect", 40), Draw::Stopped(Bound::Memory));
    let st = statement(source, "never");
    let found =
        explore(program(&st), st.claim, &[Value::Int(0)], &Bounds { ints: 0..=3, depth: 5 }, &quick());
    assert!(found.is_ok_and(|f| f.values.is_empty() && f.stopped.is_none() && !f.cut_depth));
    let st = statement(source, "perfect");
    let bounds = Bounds { ints: 0..=0, depth: 60 };
    let found = explore(program(&st), st.claim, &[Value::Int(40)], &bounds, &quick());
    assert_eq!(found.map(|f| f.stopped).ok(), Some(Some(Bound::Memory)));
    let returns_0 = |claim: &str| {
        let st = statement(source, claim);
        can_return(program(&st), st.claim, &[Value::Int(0)], &Value::Int(0), &quick())
    };
    // It calls itself in every run, so no run ends; or it moves away from where it would.
    assert_eq!(returns_0("spin"), Reach::No);
    assert_eq!(returns_0("climb"), Reach::No);
}

#[test]
fn integers_beyond_64_bits_are_a_bound_not_a_wrong_value() {
    let source = r"
let rec power (n : int) (x : int) : int = if n = 0 then x else power (n - 1) (x * x)
[@@covers {| n:{v:int | 0 <= v} -> x:{v:int | true} -> [v:int | true] |}]
";
    let st = statement(source, "power");
    let args = [Value::Int(10), Value::Int(10)];
    let drawn = sample(program(&st), st.claim, &args, 1, 0, &quick());
    assert!(drawn.is_ok_and(|s| s.draws[0] == Draw::Stopped(Bound::Integer)));
    assert_eq!(can_return(program(&st), st.claim, &args, &Value::Int(0), &quick()), Reach::Unknown(None));
}

#[test]
fn exploration_lists_each_value_once() {
    let st = statement(LISTS, "sized_list");
    let found =
        explore(program(&st), st.claim, &[Value::Int(2)], &Bounds { ints: 0..=2, depth: 9 }, &quick());
    let Ok(found) = found else { panic!("cannot run") };
    // [] and 3 of length 1 and 9 of length 2
    assert_eq!(found.values.len(), 1 + 3 + 9);
    assert!(found.cut_integers && !found.cut_depth && found.stopped.is_none());
    let all: Vec<String> = found.values.iter().map(|v| shown(&st, v)).collect();
    assert_eq!(all[..4], ["[]", "[0]", "[1]", "[2]"]);
    assert!(all.contains(&"[2; 1]".to_owned()));
    let cut = explore(program(&st), st.claim, &[Value::Int(2)], &Bounds { ints: 0..=2, depth: 2 }, &quick());
    assert!(cut.is_ok_and(|f| f.cut_depth && f.values.len() == 4));
}

#[test]
fn closures_are_explored_and_run_backwards() {
    let source = r"
let two (g : unit -> int) : int list =
  let first = g () in
  let second = g () in
  [ first; second ]
[@@covers {| g:(M [v:int | true]) -> [v:int list | len v = 2] |}]

let captured () : int list =
  let y = int_gen () in
  two (fun () -> y)
[@@covers {| M [v:int list | len v = 2] |}]
";
    let st = statement(source, "captured");
    let args = [Value::unit()];
    let found = explore(program(&st), st.claim, &args, &Bounds { ints: 0..=2, depth: 9 }, &quick());
    let Ok(found) = found else { panic!("cannot run") };
    let all: Vec<String> = found.values.iter().map(|v| shown(&st, v)).collect();
    assert_eq!(all, ["[0; 0]", "[1; 1]", "[2; 2]"]);
    for value in &found.values {
        assert_eq!(can_return(program(&st), st.claim, &args, value, &quick()), Reach::Yes);
    }
    let two = statement(source, "two");
    let none = sample(program(&two), two.claim, &args, 1, 0, &quick());
    assert_eq!(none.err(), Some(CannotRun::FunctionParameter));
}

/// Values of the result sort up to a depth, and whether each is returned: by exploring
/// forwards with all the integers that can matter, and backwards.
fn compare_directions(
    source: &str,
    claim: &str,
    args: &[Value],
    ints: std::ops::RangeInclusive<i64>,
    depth: u32,
) {
    // Choices may lie outside the values that they lead to.
    let wide = ints.start() - 6..=ints.end() + 6;
    let st = statement(source, claim);
    let p = program(&st);
    let Ok(found) = explore(p, st.claim, args, &Bounds { ints: wide, depth: 12 }, &Limits::default()) else {
        panic!("{claim} cannot run");
    };
    assert_eq!(found.stopped, None, "{claim}");
    for value in &found.values {
        let reach = can_return(p, st.claim, args, value, &quick());
        assert_eq!(reach, Reach::Yes, "{claim} {}", shown(&st, value));
    }
    let bounds = SpecBounds { ints, depth, count: 100_000 };
    let candidates = match values_of_claim(p, st.claim, args, &bounds, &Limits::default()) {
        Ok(candidates) => candidates.values,
        Err(error) => panic!("{error}"),
    };
    assert!(candidates.len() > 5, "{claim}: {}", candidates.len());
    for value in candidates {
        let expected = if found.values.contains(&value) { Reach::Yes } else { Reach::No };
        let reach = can_return(p, st.claim, args, &value, &quick());
        assert_eq!(reach, expected, "{claim} {}", shown(&st, &value));
    }
}

#[test]
fn backward_runs_agree_with_exploration() {
    // Claims are `true`, so that every value within bounds is a candidate.
    let source = r"
let rec sorted_down (size : int) : int list =
  if size = 0 then []
  else
    match sorted_down (size - 1) with
    | [] -> [ int_range 0 3 ]
    | next :: rest -> (next - nat_gen ()) :: next :: rest
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | true] |}]

let rec split (nodes : int) : int tree =
  if nodes = 0 then Leaf
  else
    let on_the_left = int_range 0 (nodes - 1) in
    let left = split on_the_left in
    let right = split (nodes - 1 - on_the_left) in
    Node (nodes, left, right)
[@@covers {| nodes:{v:int | 0 <= v} -> [v:int tree | true] |}]

let halves (n : int) : int * int =
  let a = int_range (-6) 6 in
  let b = a / 2 in
  let c = a mod 3 in
  if c = 1 || b < 0 then (b, c) else (c, b)
[@@covers {| n:{v:int | true} -> [v:int * int | true] |}]

let swap (n : int) : int * int =
  let a = int_range 0 3 in
  let b = int_range 0 3 in
  if a <= b then (a, b + 1) else if not (a = 2) then (b, a) else err ()
[@@covers {| n:{v:int | true} -> [v:int * int | true] |}]

let product (n : int) : int * int =
  let a = int_range (-2) 2 in
  let b = int_range 0 3 in
  (a * b, a)
[@@covers {| n:{v:int | true} -> [v:int * int | true] |}]

let rec bits (k : int) : int list =
  if k = 0 || bool_gen () then [] else int_range 0 1 :: bits (k - 1)
[@@covers {| k:{v:int | true} -> [v:int list | true] |}]

let measured (n : int) : int list * int =
  let l = bits n in
  if sorted l && not (mem l n) then (l, len l + n) else err ()
[@@covers {| n:{v:int | true} -> [v:int list * int | true] |}]
";
    compare_directions(source, "sorted_down", &[Value::Int(2)], -2..=3, 3);
    compare_directions(source, "split", &[Value::Int(3)], 0..=3, 3);
    compare_directions(source, "halves", &[Value::Int(0)], -6..=6, 1);
    compare_directions(source, "swap", &[Value::Int(0)], 0..=5, 1);
    compare_directions(source, "product", &[Value::Int(0)], -7..=7, 1);
    compare_directions(source, "measured", &[Value::Int(2)], 0..=5, 3);
}

#[test]
fn unreachable_is_exact_over_all_integers() {
    let source = r"
let far (n : int) : int =
  let x = int_gen () in
  let y = nat_gen () in
  if x < 1000000 then err () else x - 3 * y
[@@covers {| n:{v:int | true} -> [v:int | true] |}]

let even (n : int) : int = 4 * int_gen () + 2
[@@covers {| n:{v:int | true} -> [v:int | true] |}]
";
    let reach = |claim: &str, n: i64| {
        let st = statement(source, claim);
        can_return(program(&st), st.claim, &[Value::Int(0)], &Value::Int(n), &quick())
    };
    assert_eq!(reach("far", -5), Reach::Yes);
    assert_eq!(reach("even", 6), Reach::Yes);
    assert_eq!(reach("even", 4), Reach::No);
    assert_eq!(reach("even", 1_000_000_007), Reach::No);
}

#[test]
fn quantifiers_over_integers_are_exact() {
    let source = r"
let probe (n : int) : int list = []
[@@covers {| n:{v:int | true} ->
  [v:int list | (forall u:int. mem v u ==> n < u)
             && (exists k:int. len v = 2 * k)
             && (forall u:int. forall w:int. (mem v u && mem v w) ==> u - w < 1000)] |}]
";
    let st = statement(source, "probe");
    let p = program(&st);
    let ensures = p.fun_type(p.global(st.claim).claim).ensures;
    let list = |elements: &[i64]| {
        let (data, nil, cons) = list_constructors(&st);
        elements.iter().rev().fold(Value::ctor(data, nil, vec![]), |tail, n| {
            Value::ctor(data, cons, vec![Value::Int(*n), tail])
        })
    };
    let holds = |n: i64, elements: &[i64]| {
        let mut eval = Evaluator::new(p, Limits::default());
        let mut scope = Scope { bound: vec![Value::Int(n)], nu: Some(list(elements)), ..Scope::default() };
        eval.formula(ensures, &mut scope)
    };
    assert_eq!(holds(0, &[]), Ok(true));
    assert_eq!(holds(0, &[1, 7]), Ok(true));
    assert_eq!(holds(0, &[1]), Ok(false));
    assert_eq!(holds(0, &[0, 5]), Ok(false));
    assert_eq!(holds(-1_000_000, &[1, 7]), Ok(true));
    assert_eq!(holds(1_000_000, &[2_000_000, 1_000_001]), Ok(false));
    assert_eq!(holds(1_000_000, &[1_000_900, 1_000_001]), Ok(true));
}

fn list_constructors(st: &Statement) -> (u32, u32, u32) {
    for (i, row) in (2u32..).zip(&st.datatypes) {
        let tag = |name: &str| row.ctors.iter().position(|c| c.name == name).map(|t| t as u32);
        if let (Some(nil), Some(cons)) = (tag("[]"), tag("::")) {
            return (i, nil, cons);
        }
    }
    panic!("no lists");
}

#[test]
fn bounds_prune_nothing_that_satisfies_the_spec() {
    let source = r"
let rec tree (size : int) : int tree =
  if size = 0 then Leaf else Node (0, tree (size - 1), Leaf)
[@@covers {| size:{v:int | 0 <= v} ->
  [v:int tree | depth v = size && (complete v || tree_num_node v <= 3) && not (bst v)] |}]
[@@measure size]

let red_black (height : int) : int rbtree = Rbtleaf
[@@covers {| height:{v:int | 0 <= v} -> [v:int rbtree | num_black v = height && no_red_red v] |}]
";
    for (claim, n, depth, at_least) in [("tree", 2, 3, 10), ("red_black", 1, 3, 10)] {
        let st = statement(source, claim);
        let p = program(&st);
        let fun_type = p.fun_type(p.global(st.claim).claim);
        let sort = p.sort(fun_type.result, &[]);
        let bounds = SpecBounds { ints: 0..=1, depth, count: 1_000_000 };
        let pruned = super::values_of_formula(
            p,
            &sort,
            fun_type.ensures,
            &[Value::Int(n)],
            &bounds,
            &Limits::default(),
        );
        let all =
            super::values_of_formula(p, &sort, truth(&st), &[Value::Int(n)], &bounds, &Limits::default());
        assert_eq!((pruned.stopped, all.stopped), (None, None));
        let candidates = all.values.len() as u64;
        let mut eval = Evaluator::new(p, Limits::default());
        let filtered: Vec<Value> = all
            .values
            .into_iter()
            .filter(|v| {
                let mut scope = Scope { bound: vec![Value::Int(n)], nu: Some(v.clone()), ..Scope::default() };
                eval.formula(fun_type.ensures, &mut scope) == Ok(true)
            })
            .collect();
        let (mut a, mut b) = (pruned.values, filtered);
        a.sort();
        b.sort();
        assert!(a == b && a.len() >= at_least, "{claim}: {} and {}", a.len(), b.len());
        assert!(pruned.tried < candidates, "{claim}: {} and {candidates}", pruned.tried);
    }
}

#[test]
fn refinement_looks_at_a_hundredth_of_what_filtering_does() {
    let source = r"
let sorted_list (size : int) : int list = []
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v <= size && sorted v] |}]
";
    let st = statement(source, "sorted_list");
    let bounds = SpecBounds { ints: 0..=1, depth: 20, count: 1_000 };
    let limits = Limits::default();
    let found = match values_of_claim(program(&st), st.claim, &[Value::Int(20)], &bounds, &limits) {
        Ok(found) => found,
        Err(error) => panic!("{error}"),
    };
    // A sorted list of k bits is given by the number of zeros, 0 to k.
    assert_eq!((found.values.len(), found.stopped), (231, None));
    // Filtering would look at every list of at most 20 bits.
    let lists = (1u64 << 21) - 1;
    assert!(found.tried * 100 < lists, "{} partial values", found.tried);
}

fn truth(st: &Statement) -> covenant_kernel::tables::ExprRef {
    match st.exprs.iter().position(|e| *e == ExprRow::True) {
        Some(i) => covenant_kernel::tables::ExprRef(i as u32),
        None => panic!("no truth in the tables"),
    }
}

#[test]
fn without_bounds_the_same_values_are_found() {
    let st = statement(LISTS, "sized_list");
    let p = program(&st);
    let fun_type = p.fun_type(p.global(st.claim).claim);
    let mut counts = Vec::new();
    for use_bounds in [true, false] {
        let mut eval = Evaluator::new(p, Limits::default());
        eval.use_bounds = use_bounds;
        let conditions = vec![Condition { formula: fun_type.ensures, bound: 1, nu: Some(1), wanted: true }];
        let ints = vec![(0, 0), (1, 1)];
        let mut seeker = Seeker::new(&mut eval, conditions, Vec::new(), ints);
        let roots = [Some(super::Sort::Int), Some(p.sort(fun_type.result, &[]))];
        let mut found = Vec::new();
        for cost in 0..=5 {
            let result = seeker.run(&roots, cost, &mut |roots, decided| {
                assert!(decided);
                found.push((cost, roots.to_vec()));
                Ok::<_, Stop>(std::ops::ControlFlow::Continue(()))
            });
            assert!(result.is_ok());
        }
        counts.push(found);
    }
    // [] for 0 and 1, and [0] and [1] for 1, each at its own cost.
    assert_eq!(counts[0].iter().map(|(cost, _)| *cost).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(counts[0], counts[1]);
}

#[test]
fn missing_values_are_smallest_first_and_confirmed() {
    let source = LISTS.replace("else if bool_gen () then []\n", "");
    let st = statement(&source, "sized_list");
    let p = program(&st);
    let Search::Missing(missing) = find_missing(p, st.claim, &quick()) else { panic!("nothing missing") };
    assert!(missing.confirmed);
    assert_eq!(missing.show(&p, &Names::default()), "sized_list 1 => []");
    let checked = check_reachability(p, st.claim, 5, &quick());
    assert!(!checked.missing.is_empty() && checked.missing[0] == missing);
}

#[test]
fn a_claim_that_holds_has_nothing_missing() {
    let st = statement(LISTS, "sized_list");
    let checked = check_reachability(program(&st), st.claim, 8, &Limits::default());
    assert_eq!((checked.missing.len(), checked.tried.undecided, checked.stopped), (0, 0, None));
    assert!(checked.tried.reached > 100, "{:?}", checked.tried);
    assert_eq!(checked.tried.cost, Some(8));
}

#[test]
fn predicate_variables_are_tried_at_small_relations() {
    let source = r"
let union (g : unit -> 'a) (h : unit -> 'a) () : 'a = g ()
[@@covers {|
  forall 'a. forall (p : 'a -> bool). forall (q : 'a -> bool).
  g:(M [v:'a | p v]) -> h:(M [v:'a | q v]) -> M [v:'a | p v || q v]
|}]
";
    let st = statement(source, "union");
    let p = program(&st);
    let Search::Missing(missing) = find_missing(p, st.claim, &quick()) else { panic!("nothing missing") };
    assert!(missing.confirmed);
    // The first generator makes nothing, the second something.
    assert_eq!(missing.predicates[0], Vec::<Vec<Value>>::new());
    assert_eq!(missing.predicates[1], vec![vec![missing.value.clone()]]);
}

#[test]
fn false_lemmas_die_with_a_value() {
    let source = r"
let[@lemma] children (x : int) (l : int tree) (r : int tree) =
  depth (Node (x, l, r)) = depth l + 1 && depth (Node (x, l, r)) = depth r + 1

let[@lemma] lengths (l : int list) (x : int) (u : int) =
  (sorted (x :: l) && mem l u) ==> (x <= u)

let leaf (n : int) : int tree = Leaf
[@@covers {| n:{v:int | true} -> [v:int tree | depth v = 0] |}]

let nil (n : int) : int list = []
[@@covers {| n:{v:int | true} -> [v:int list | sorted v && (forall u:int. mem v u ==> u < u)] |}]
";
    let module = match covenant_front::load("test.ml", source) {
        Ok(module) => module,
        Err(problems) => panic!("{problems:?}"),
    };
    let outcome = |name: &str| {
        let found = module.units.iter().find_map(|u| Some((u, u.facts.iter().find(|f| f.name == name)?)));
        let Some((unit, fact)) = found else { panic!("no fact {name}") };
        let mut st = unit.statement.clone();
        st.sorts.extend(unit.extra.sorts.clone());
        st.exprs.extend(unit.extra.exprs.clone());
        st.types.extend(unit.extra.types.clone());
        let outcome = refute_formula(program(&st), fact.statement, fact.sort_params, &quick());
        (outcome, st)
    };
    let (Refutation::False(values), st) = outcome("children") else { panic!("not refuted") };
    let values: Vec<String> = values.iter().map(|v| shown(&st, v)).collect();
    assert_eq!(values, ["0", "Leaf", "Node (0, Leaf, Leaf)"]);
    let (Refutation::NoneFound { cost, undecided, .. }, _) = outcome("lengths") else { panic!("refuted") };
    assert!(cost >= Some(5) && undecided == 0, "{cost:?} {undecided}");
}

#[test]
fn values_are_written_as_in_the_source() {
    let source = r"
type shape = Dot | Line of int | Box of int * int option
let shape (n : int) : (shape * bool) list = []
[@@covers {| n:{v:int | true} -> [v:(shape * bool) list | true] |}]
";
    let st = statement(source, "shape");
    let p = program(&st);
    let bounds = SpecBounds { ints: -1..=-1, depth: 3, count: 1000 };
    let values = match values_of_claim(p, st.claim, &[Value::Int(0)], &bounds, &quick()) {
        Ok(found) => found.values,
        Err(error) => panic!("{error}"),
    };
    let all: Vec<String> = values.iter().map(|v| shown(&st, v)).collect();
    assert!(all.contains(&"[]".to_owned()), "{all:?}");
    assert!(all.iter().any(|s| s.contains("(Line (-1), true)")), "{all:?}");
    assert!(all.iter().any(|s| s.contains("(Box (-1, Some (-1)), ")), "{all:?}");
}

#[test]
fn malformed_tables_are_refused() {
    let mut st = statement(LISTS, "sized_list");
    st.exprs.push(ExprRow::Not(covenant_kernel::tables::ExprRef(u32::MAX)));
    let row = st.exprs.len() - 1;
    assert_eq!(Program::new(&st).err(), Some(super::Malformed { table: "expressions", row }));
}

#[test]
fn what_a_function_never_returns_is_refuted_though_it_recurs_without_end() {
    let source = r"
let rec even_natural () : int = if bool_gen () then 2 else 2 + even_natural ()
[@@covers {| M [v:int | 0 <= v && v mod 2 = 0] |}]
[@@rank v]

let rec falling (n : int) : int = if bool_gen () then 0 - n else falling (n + 1) - 1
[@@covers {| n:{v:int | 0 <= v} -> [v:int | v <= 1] |}]
[@@rank 0 - v]
";
    for (claim, expected) in [("even_natural", "even_natural () => 0"), ("falling", "")] {
        let st = statement(source, claim);
        let p = program(&st);
        match find_missing(p, st.claim, &quick()) {
            Search::Missing(missing) if missing.confirmed => {
                assert_eq!(missing.show(&p, &Names::default()), expected);
            }
            other => assert!(expected.is_empty(), "{claim}: {other:?}"),
        }
    }
}

#[test]
fn characters_and_strings_differ_if_they_are_written_differently() {
    let source = r#"
let rec word (n : int) : char list =
  if n = 0 || bool_gen () then [] else 'a' :: word (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:char list | len v <= n] |}]

let name (n : int) : string = if bool_gen () then "" else "a"
[@@covers {| n:{v:int | 0 <= v} -> [v:string | true] |}]

let any () : char = char_gen ()
[@@covers {| M [v:char | v <> 'a'] |}]
"#;
    let found = |claim: &str| {
        let st = statement(source, claim);
        let p = program(&st);
        match find_missing(p, st.claim, &quick()) {
            Search::Missing(missing) if missing.confirmed => missing.show(&p, &Names::default()),
            Search::NoneFound(tried) => format!("{} reached, {} undecided", tried.reached, tried.undecided),
            other => format!("{other:?}"),
        }
    };
    assert_eq!(found("word"), "word 1 => ['b']");
    assert_eq!(found("name"), r#"name 0 => "b""#);
    assert_eq!(found("any"), "2 reached, 0 undecided");
}

#[test]
fn quantifiers_over_values_are_decided_where_only_equality_asks_for_them() {
    let source = r#"
let rows (n : int) : int list list = [ []; [] ]
[@@covers {| n:{v:int | true} -> [v:int list list |
  (forall r:int list. mem v r ==> len r = n) && len v <= 2 && (exists r:int list. not (mem v r))] |}]

let mark (n : int) : char option = None
[@@covers {| n:{v:int | true} -> [v:char option | forall c:char. v <> Some c || c = 'x'] |}]
"#;
    for (claim, expected) in [
        ("rows", vec!["[]", "[[0]]", "[[1]]", "[[0]; [0]]", "[[0]; [1]]", "[[1]; [0]]", "[[1]; [1]]"]),
        ("mark", vec!["None", "Some 'x'"]),
    ] {
        let st = statement(source, claim);
        let bounds = SpecBounds { ints: 0..=1, depth: 3, count: 1_000 };
        let found = match values_of_claim(program(&st), st.claim, &[Value::Int(1)], &bounds, &quick()) {
            Ok(found) => found,
            Err(error) => panic!("{error}"),
        };
        assert_eq!((found.undecided, found.stopped), (0, None), "{claim}");
        let mut values = found.values;
        values.sort();
        assert_eq!(values.iter().map(|v| shown(&st, v)).collect::<Vec<_>>(), expected);
    }
}
