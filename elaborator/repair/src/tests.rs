//! What the search believes, against programs that are run.

use covenant_execute::{Program, Reach, Value, can_return_each};
use std::path::Path;

use crate::components::{Components, Wishes};
use crate::patch::{Edit, apply};
use crate::pool::{Keep, Kind, Pool, WIDE_INTEGER_COST};
use crate::problem::{Extended, Problem, by_claims};
use crate::repair::{Read, Request, load, read};
use crate::search::{Setting, prepare};
use crate::surface;
use crate::term::Level;
use crate::verify::{Excess, one_step};

const STEPS: u64 = 40_000;
/// Work of making terms.
const WORK: u64 = 400_000;

/// Every term for a function whose body only fails, read as its body, returns what its signature says: bit for bit, on
/// all probes, in all environments.
fn signatures_agree(text: &str, claim: &str, most_cost: u32, least: usize) {
    let request = Request { file: "a.ml", text, claim };
    let Read { unit, items, library, .. } = read(&request).expect("is read");
    let extended = Extended::of(&unit);
    let mut problem = Problem::new(&unit, &extended).expect("is for this search");
    let function = surface::function(&items, claim).expect("is there");
    let body = function.body.span;
    problem.name_parameters(&function.parameters);
    let components = Components::new(text, &items, claim, &function, &Wishes::default());
    let setting = Setting::new(function, components, library);
    let found = prepare(&mut problem, &setting, &[], &[]);
    let hole = &found.holes.as_ref().expect("places")[0];
    let result = problem.own().result.clone();
    let values = found.probes.of(&result).expect("probes").values.clone();
    let queries: Vec<(Vec<Value>, Value)> = hole
        .states
        .iter()
        .flat_map(|state| {
            let args = found.environments.chosen[state.environment].to_vec();
            values.iter().map(move |value| (args.clone(), value.clone()))
        })
        .collect();
    let round = found.round(&setting);
    let kind = Kind {
        keep: Keep::All,
        integer_cost: WIDE_INTEGER_COST,
        sums: true,
        drawn_arguments: true,
        known_calls: false,
        endless: false,
        partial_calls: false,
        most_work: WORK,
    };
    let mut pool = Pool::new(&round, hole, &result, kind);
    let mut compared = 0;
    for level in 1..=most_cost {
        pool.extend(&mut problem, level);
        for entry in pool.of_result(level) {
            let shown = entry.term.text(&unit.statement, Level::Cons);
            let table = pool.as_table(&entry.signature).expect("a table");
            let new = apply(text, &[Edit { start: body.start, end: body.end, text: shown.clone() }]);
            let new = load(&Request { text: &new, ..request.clone() }).unwrap_or_else(|| panic!("{shown}"));
            assert_eq!(new.statement.datatypes, unit.statement.datatypes);
            let statement = by_claims(&new);
            let program = Program::new(&statement).expect("is well formed");
            let answers = can_return_each(program, statement.claim, &queries, STEPS);
            for (number, answer) in answers.into_iter().enumerate() {
                let (state, probe) = (number / values.len(), number % values.len());
                let believed = table.has(state * pool.words() * 64 + probe);
                let agrees = match answer {
                    Reach::Yes => believed,
                    Reach::No => !believed,
                    Reach::Unknown(_) => true,
                };
                assert!(agrees, "{shown}: {:?} is believed to be {believed}", queries[number]);
            }
            compared += 1;
        }
    }
    assert!(compared >= least, "{compared} terms");
}

#[test]
fn signatures_are_what_terms_return() {
    signatures_agree(
        "open Covenant_runtime\n\nlet rec f (n : int) (x : int) : int list = err ()\n[@@covers {| n:{v:int | 0 <= v} -> x:{v:int | true} -> [v:int list | len v <= n] |}]\n[@@measure n]\n",
        "f",
        5,
        20,
    );
    signatures_agree(
        "open Covenant_runtime\n\nlet f (lo : int) (hi : int) : int = err ()\n[@@covers {| lo:{v:int | 0 <= v} -> hi:{v:int | lo <= v} -> [v:int | lo <= v && v <= hi] |}]\n",
        "f",
        5,
        20,
    );
}

/// A function that is a parameter is called by its name, and handed on as it is.
#[test]
fn signatures_of_a_polymorphic_claim_agree() {
    signatures_agree(
        "open Covenant_runtime\n\nlet rec f (n : int) (g : 'a gen) () : 'a list = err ()\n[@@covers {| forall 'a. forall (made : 'a -> bool). n:{v:int | 0 <= v} -> g:(M [v:'a | made v]) -> M [v:'a list | len v = n && (forall x:'a. mem v x ==> made x)] |}]\n[@@measure n]\n",
        "f",
        4,
        2,
    );
}

/// Calls answered by their claims: a generator that is right lacks nothing, and does nothing forbidden, in one step.
#[test]
fn a_right_generator_returns_what_its_claim_allows() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks");
    let files = [
        "repair/sized_list_reference.ml",
        "repair/duplicate_list_reference.ml",
        "repair/unique_list_reference.ml",
        "repair/sorted_list_reference.ml",
        "repair/even_list_reference.ml",
        "repair/sized_tree_reference.ml",
        "repair/complete_tree_reference.ml",
        "repair/search_tree_reference.ml",
        "repair/red_black_tree_reference.ml",
        "table6/list_repeat.ml",
        "table6/pair.ml",
    ];
    for file in files {
        let text = std::fs::read_to_string(folder.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        let module = covenant_front::load("a.ml", &text).expect("is OCaml");
        let claim = module.units.last().expect("a claim").claim.clone();
        let request = Request { file: "a.ml", text: &text, claim: &claim };
        let Read { unit, items, library, .. } = read(&request).expect("is read");
        let extended = Extended::of(&unit);
        let mut problem = Problem::new(&unit, &extended).expect("is for this search");
        let function = surface::function(&items, &claim).expect("is there");
        problem.name_parameters(&function.parameters);
        let components = Components::new(&text, &items, &claim, &function, &Wishes::default());
        let setting = Setting::new(function, components, library);
        let found = prepare(&mut problem, &setting, &[], &[]);
        assert!(found.missing.is_empty(), "{file}: {:?}", found.missing.first());
        let result = problem.own().result.clone();
        let values = found.probes.of(&result).expect("probes").values.clone();
        assert!(values.len() > 2, "{file}: {} probes", values.len());
        let wrong = one_step(&mut problem, &unit, &found.environments.all, &found.probes, &Excess::new());
        assert!(wrong.is_ok(), "{file}: {wrong:?}");
    }
}
