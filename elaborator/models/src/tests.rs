//! Models, the direct search and brute force agree; and each way is taken where it is faster.

use super::{Untranslated, Way, values_by_either, values_by_models};
use covenant_execute::eval::{Evaluator, Scope};
use covenant_execute::{Limits, Program, Sort, SpecBounds, SpecValues, Value, values_of_formula};
use covenant_kernel::tables::{ExprRef, ExprRow, Statement};
use std::ops::RangeInclusive;

const PREDICATES: &str = r"
type shape = Dot | Line of int | Box of int * int | Group of shape list
type colour = Red | Green | Blue
type card = { rank : int; colour : colour; face : bool }
type 'a rose = Rose of 'a * 'a rose list

let[@predicate] rec total (l : int list) : int = match l with [] -> 0 | h :: t -> h + total t
let[@predicate] rec size_balanced (t : 'a tree) : bool =
  match t with
  | Leaf -> true
  | Node (_, l, r) ->
      tree_num_node l <= tree_num_node r + 1
      && tree_num_node r <= tree_num_node l + 1
      && size_balanced l && size_balanced r
let[@predicate] rec added (l : int list) (x : int) : int list =
  match l with [] -> [ x ] | h :: t -> h :: added t x
let[@predicate] rec reversed (l : int list) : int list =
  match l with [] -> [] | h :: t -> added (reversed t) h
";

/// A type and a formula about `v`, with an integer parameter `n`; integers and depth.
const SPECS: [(&str, &str, RangeInclusive<i64>, u32); 30] = [
    ("int", "v mod 3 = 1", -5..=5, 0),
    ("int", "v / 2 = n", -5..=5, 0),
    ("int", "v * v = n + 2", -5..=5, 0),
    ("int", "exists k:int. v = 2 * k", -5..=5, 0),
    ("int", "forall u:int. u * 0 = 0 && (u < v ==> u < n)", -5..=5, 0),
    ("bool", "v <=> n = 2", 0..=0, 0),
    ("bool * bool", "fst v || not (snd v)", 0..=0, 0),
    ("int * int", "fst v < snd v && fst v + snd v = n", -4..=4, 0),
    ("int * int * int", "true", 0..=1, 0),
    ("int option", "not (v = None) ==> (exists k:int. v = Some k && n <= k)", -1..=4, 1),
    ("int list", "sorted v", 0..=2, 4),
    ("int list", "len v = n && uniq v", 0..=2, 3),
    ("int list", "total v = n && len v <= 3", -1..=2, 4),
    ("int list", "mem v n", 0..=2, 3),
    ("int list", "forall u:int. mem v u ==> (0 < u && u <= n)", -1..=3, 3),
    ("int list", "exists u:int. mem v u && mem v (u + 1)", 0..=2, 3),
    ("int list", "v = reversed v", 0..=1, 4),
    ("int list", "reversed v = [1; 0; n]", 0..=2, 3),
    ("int list", "if sorted v then len v = n else len v = 1", 0..=2, 3),
    ("int list list", "forall l:bool. l || len v <= n", 0..=0, 3),
    ("bool list", "len v = n", 0..=0, 4),
    ("int tree", "size_balanced v", 0..=0, 3),
    ("int tree", "bst v && depth v <= n", 0..=2, 2),
    ("int tree", "heap v && complete v", 0..=1, 2),
    ("int tree", "depth v = n && not (size_balanced v)", 0..=0, 3),
    ("int rbtree", "num_black v = n && no_red_red v", 0..=0, 3),
    ("shape", "not (v = Dot) && not (v = Line n) && (forall u:int. not (v = Box (u, u)))", 0..=2, 2),
    ("card", "v.rank = n && (v.face ==> v.colour = Blue)", 0..=3, 2),
    ("bool rose", "true", 0..=0, 3),
    ("unit", "n = 2", 0..=0, 0),
];

fn statement(result: &str, formula: &str) -> Statement {
    let source = format!(
        "{PREDICATES}\nlet f (n : int) : {result} = err ()\n\
         [@@covers {{| n:{{v:int | true}} -> [v:{result} | {formula}] |}}]\n\
         let g (n : int) : int = n [@@covers {{| n:{{v:int | true}} -> [v:int | true] |}}]"
    );
    let module = covenant_front::load("specs.ml", &source).unwrap_or_else(|why| panic!("{formula}: {why:?}"));
    let unit = module.units.into_iter().find(|unit| unit.claim == "f");
    unit.unwrap_or_else(|| panic!("{formula} is declined: {:?}", module.declined)).statement
}

struct Spec<'a> {
    program: Program<'a>,
    sort: Sort,
    formula: ExprRef,
    bounds: SpecBounds,
}

const ARGUMENT: Value = Value::Int(2);

impl<'a> Spec<'a> {
    fn new(statement: &'a Statement, ints: RangeInclusive<i64>, depth: u32) -> Spec<'a> {
        let program = Program::new(statement).unwrap_or_else(|why| panic!("{why}"));
        let ty = program.fun_type(program.global(statement.claim).claim);
        let bounds = SpecBounds { ints, depth, count: usize::MAX };
        Spec { program, sort: program.sort(ty.result, &[]), formula: ty.ensures, bounds }
    }

    fn direct(&self, formula: ExprRef) -> SpecValues {
        values_of_formula(self.program, &self.sort, formula, &[ARGUMENT], &self.bounds, &limits())
    }

    fn models(&self) -> Result<SpecValues, Untranslated> {
        values_by_models(self.program, &self.sort, self.formula, &[ARGUMENT], &self.bounds, &limits())
    }

    fn either(&self, limits: &Limits) -> super::ByEither {
        values_by_either(self.program, &self.sort, self.formula, &[ARGUMENT], &self.bounds, limits)
    }

    /// Every value of the sort within bounds, tested by evaluation.
    fn brute_force(&self) -> Vec<Value> {
        let truth = self.program.statement().exprs.iter().position(|e| *e == ExprRow::True);
        let truth = ExprRef(truth.unwrap_or_else(|| panic!("no truth in the tables")) as u32);
        let all = self.direct(truth);
        assert_eq!(all.stopped, None);
        let mut eval = Evaluator::new(self.program, limits());
        let mut good = |v: &Value| {
            let mut scope = Scope { bound: vec![ARGUMENT], nu: Some(v.clone()), ..Scope::default() };
            eval.formula(self.formula, &mut scope) == Ok(true)
        };
        sorted(all.values.into_iter().filter(|v| good(v)).collect())
    }
}

fn limits() -> Limits {
    Limits::default()
}

fn sorted(mut values: Vec<Value>) -> Vec<Value> {
    values.sort();
    values
}

#[test]
fn all_ways_agree() {
    let mut values = 0;
    for (result, formula, ints, depth) in SPECS {
        let statement = statement(result, formula);
        let spec = Spec::new(&statement, ints, depth);
        let expected = spec.brute_force();
        let direct = spec.direct(spec.formula);
        assert_eq!((direct.stopped, direct.undecided), (None, 0), "{formula}");
        assert_eq!(sorted(direct.values), expected, "direct: {formula}");
        let models = spec.models().unwrap_or_else(|why| panic!("{formula}: {why}"));
        assert_eq!((models.stopped, models.undecided), (None, 0), "{formula}");
        assert_eq!(sorted(models.values), expected, "models: {formula}");
        assert_eq!(sorted(spec.either(&limits()).found.values), expected, "either: {formula}");
        values += expected.len();
    }
    assert!(values > 250, "{values}");
}

#[test]
fn the_faster_way_is_taken() {
    // Choices of the first integers say nothing about the last one.
    let tied = statement("int list", "len v = 3 && total v = 2999");
    let found = Spec::new(&tied, 0..=1000, 3).either(&limits());
    assert_eq!((found.way, found.found.stopped, found.found.values.len()), (Way::Models, None, 3));
    let loose = statement("int list", "sorted v");
    assert_eq!(Spec::new(&loose, 0..=2, 12).either(&limits()).way, Way::Direct);
}

#[test]
fn what_is_not_written_out_is_searched_directly() {
    let cases = [
        ("int list", "exists l:int list. v = l && len l <= n", Untranslated::Quantifier),
        ("string", "true", Untranslated::OpaqueSort),
    ];
    for (result, formula, why) in cases {
        let statement = statement(result, formula);
        let spec = Spec::new(&statement, 0..=1, 2);
        assert_eq!(spec.models().err(), Some(why), "{formula}");
        assert_eq!(spec.either(&limits()).way, Way::Direct);
    }
}
