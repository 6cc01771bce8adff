//! Every term is well typed: by the independent checker, for all kinds of types, environments and weights. In debug builds, which
//! tests are, the graph is checked after each step as well.

use covenant_terms::{DEFAULT_ENVIRONMENT, Generator, NoTerms, Usage, Weights, check, notation, read};

fn environment(text: &str) -> covenant_terms::Environment {
    read::environment(text).unwrap_or_else(|error| panic!("line {}: {}", error.line, error.message))
}

/// Makes terms and checks them.
fn all_well_typed(text: &str, ty: &str, weights: &Weights, terms: u64, size: usize) -> Usage {
    let environment = environment(text);
    let goal = notation::parse(ty, &environment, true).expect(ty).ty;
    let mut generator = Generator::new(&environment, weights.clone(), &goal).expect(ty);
    let mut usage = Usage::default();
    for index in 0..terms {
        let term = generator.generate(5, index, size);
        assert!(term.finished(), "{ty}, term {index}");
        if let Err(why) = check::check(&environment, &term, &goal) {
            panic!("{ty}, term {index}: {}\n{term:?}", why.0);
        }
        usage.add(&term);
    }
    usage
}

const OWN: &str = "type color = Red | Green | Blue of int
type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree
type 'a wrapped = Wrap of ('a -> 'a)
type handle
val ( + ) : int -> int -> int
val opened : color -> handle
val depth : 'a tree -> int
val fold_tree : ('a -> 'b -> 'a -> 'a) -> 'a -> 'b tree -> 'a
val apply : 'a wrapped -> 'a -> 'a
";

#[test]
fn many_types() {
    for ty in [
        "int list -> int list",
        "int",
        "(int -> bool) -> int list -> bool option",
        "int * (bool -> int) list",
        "unit -> int option list",
        "string -> string",
        "'a -> 'b -> 'a",
        "('a -> 'b) -> 'a list -> 'b list",
        "('a -> 'b) -> ('b -> 'c) -> 'a -> 'c",
        ".. -> int",
        ".. -> 'a",
        ".. -> 'a list",
    ] {
        for weights in [Weights::default(), Weights::local(), Weights::plain()] {
            all_well_typed(DEFAULT_ENVIRONMENT, ty, &weights, 30, 40);
        }
    }
}

#[test]
fn own_datatypes() {
    for ty in ["color tree -> handle", "int wrapped", "'a tree -> 'a list", "handle -> color"] {
        for weights in [Weights::default(), Weights::local()] {
            all_well_typed(OWN, ty, &weights, 50, 40);
        }
    }
}

#[test]
fn nothing_but_builtin_types() {
    all_well_typed("", "int list -> bool", &Weights::default(), 50, 40);
    all_well_typed("", "('a -> 'b) -> 'a -> 'b", &Weights::default(), 50, 20);
}

/// Each rule alone, and with weights that would never end.
#[test]
fn every_rule_ends_and_preserves_types() {
    let none: String = Weights::NAMES
        .iter()
        .filter(|name| {
            ![
                "reach",
                "most_params",
                "most_places",
                "block",
                "type_depth",
                "unused",
                "param_first",
                "early",
                "edges",
            ]
            .contains(*name)
        })
        .map(|name| format!("{name} = 0\n"))
        .collect();
    let none = Weights::default().read(&none).expect("weights");
    for name in [
        "var",
        "abs",
        "app",
        "app_ext",
        "fun_const",
        "con",
        "bridge",
        "let_",
        "match_local",
        "match_var",
        "match_",
    ] {
        let weights = none.clone().read(&format!("{name} = 1\nabs = 1\nblock = 50")).expect("weights");
        let usage = all_well_typed(DEFAULT_ENVIRONMENT, "int list -> int list", &weights, 20, 60);
        assert!(usage.sizes.expect("terms").1 < 2000, "{name}: {:?}", usage.sizes);
    }
    let weights = none
        .read("app_ext = 1\nparam = 5\nabs = 1\nmost_params = 1000\nmost_places = 1000")
        .expect("weights");
    all_well_typed(DEFAULT_ENVIRONMENT, "int -> int", &weights, 30, 60);
}

#[test]
fn large_terms() {
    let usage = all_well_typed(DEFAULT_ENVIRONMENT, "int list -> int list", &Weights::default(), 1, 1500);
    assert!(usage.size > 1200, "{usage:?}");
}

#[test]
fn a_type_without_terms_is_refused() {
    let environment = environment("type void\ntype empty = Empty of empty\nval absurd : void -> int\n");
    for (ty, inhabited) in [
        ("void", false),
        ("int -> void", false),
        ("void -> void", true),
        ("void -> int", true),
        ("void list -> void list", true),
        ("int -> empty", false),
        ("'a", false),
        ("'a list -> 'a", false),
        ("('a -> 'b) -> 'b", false),
        ("('a -> 'b) -> 'a -> 'b", true),
    ] {
        let goal = notation::parse(ty, &environment, false).expect(ty).ty;
        let made = Generator::new(&environment, Weights::default(), &goal);
        assert_eq!(made.is_ok(), inhabited, "{ty}");
        if let Ok(mut generator) = made {
            for index in 0..20 {
                let term = generator.generate(1, index, 30);
                assert_eq!(check::check(&environment, &term, &goal), Ok(()), "{ty}");
            }
        } else {
            assert_eq!(made.err(), Some(NoTerms::Uninhabited(ty.into())));
        }
    }
}

/// A term depends on its number alone, not on the ones before it.
#[test]
fn terms_can_be_made_again() {
    let environment = environment(DEFAULT_ENVIRONMENT);
    let goal = notation::parse("int list -> int", &environment, false).expect("a type").ty;
    let make = |from: u64| {
        let mut generator = Generator::new(&environment, Weights::default(), &goal).expect("terms");
        (from..60).map(|index| generator.generate(3, index, 40)).collect::<Vec<_>>()
    };
    assert_eq!(make(0)[50..], make(50));
}

/// The checker is not one that accepts everything.
#[test]
fn the_checker_refuses_changed_terms() {
    use covenant_terms::Term;
    let environment = environment(DEFAULT_ENVIRONMENT);
    let goal = notation::parse("int list -> int", &environment, false).expect("a type").ty;
    let mut generator = Generator::new(&environment, Weights::default(), &goal).expect("terms");
    let mut refused = 0;
    for index in 0..40 {
        let term = generator.generate(8, index, 30);
        let Term::Lam(binders, body, hole) = term else { continue };
        let changed = [
            Term::Lam(binders.clone(), Box::new(Term::Str(0)), hole),
            Term::Lam(Vec::new(), body.clone(), hole),
            Term::Lam(binders.clone(), Box::new(Term::App(body.clone(), Vec::new(), None)), hole),
            Term::Lam(binders.clone(), body.clone(), Some(77)),
            Term::Lam(binders.clone(), Box::new(Term::Var(100_000)), hole),
        ];
        for (at, changed) in changed.iter().enumerate() {
            // A parameter that is not used can be left out.
            let found = check::check(&environment, changed, &goal);
            assert!(found.is_err() || at == 3, "{at}: {changed:?}");
            refused += usize::from(found.is_err());
        }
    }
    assert!(refused > 100, "{refused}");
}
