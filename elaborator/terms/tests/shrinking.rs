//! Smaller terms: steps keep types, and what is spread over bindings and parameters is brought together.

use covenant_terms::graph::Origin;
use covenant_terms::term::Binder;
use covenant_terms::types::Type;
use covenant_terms::{DEFAULT_ENVIRONMENT, Environment, Generator, Term, Weights};
use covenant_terms::{check, inline, notation, read, shrink};
use std::convert::Infallible;
use std::rc::Rc;

fn environment(text: &str) -> Environment {
    read::environment(text).unwrap_or_else(|error| panic!("line {}: {}", error.line, error.message))
}

fn parsed(environment: &Environment, ty: &str) -> Type {
    notation::parse(ty, environment, true).expect(ty).ty
}

/// The smallest term that a test finds, if it is asked about one candidate after the other.
fn shrunk(environment: &Environment, term: &Term, goal: &Type, still: impl Fn(&Term) -> bool) -> Term {
    let asked = |page: &[Term]| Ok::<_, Infallible>(page.iter().position(&still));
    match shrink::smallest(environment, term, goal, (1_000, 60), asked) {
        Ok(term) => term,
    }
}

fn any(term: &Term, test: &impl Fn(&Term) -> bool) -> bool {
    test(term) || term.parts().into_iter().any(|part| any(part, test))
}

#[test]
fn steps_keep_types() {
    let environment = environment(DEFAULT_ENVIRONMENT);
    let mut steps = 0;
    for ty in ["int", "int list", "bool option"] {
        let goal = parsed(&environment, ty);
        let mut generator = Generator::new(&environment, Weights::default(), &goal).expect(ty);
        for index in 0..150 {
            let mut open = vec![generator.generate(3, index, 40)];
            // A few steps, each from the first result of the one before.
            for _ in 0..6 {
                let Some(term) = open.pop() else { break };
                open = inline::steps(&term, inline::next_var(&term));
                for after in &open {
                    steps += 1;
                    if let Err(why) = check::check(&environment, after, &goal) {
                        panic!("{ty}, term {index}: {}\n{term:?}\nbecame\n{after:?}", why.0);
                    }
                }
                open.truncate(1);
            }
        }
    }
    assert!(steps > 200, "only {steps} steps");
}

/// `let a = 1 in (fun y -> let g = fun z -> z - a in g (g y)) 2`: a subtraction is all that is left, once bindings and parameters
/// are gone.
#[test]
fn bindings_and_parameters_are_put_where_they_are_used() {
    let environment = environment("val ( - ) : int -> int -> int\n");
    let int = parsed(&environment, "int");
    let binder =
        |var: u32, ty: &str| Binder { var, ty: Rc::new(parsed(&environment, ty)), origin: Origin::Let };
    let call = |function: Term, args: Vec<Term>| Term::App(Box::new(function), args, None);
    let minus = |a: Term, b: Term| call(Term::Const(0, vec![]), vec![a, b]);
    let g = |arg: Term| call(Term::Var(2), vec![arg]);
    let body = Term::Let(
        binder(2, "int -> int"),
        Box::new(Term::Lam(vec![binder(3, "int")], Box::new(minus(Term::Var(3), Term::Var(0))), None)),
        Box::new(g(g(Term::Var(1)))),
    );
    let applied = call(Term::Lam(vec![binder(1, "int")], Box::new(body), None), vec![Term::Int(2)]);
    let term = Term::Let(binder(0, "int"), Box::new(Term::Int(1)), Box::new(applied));
    check::check(&environment, &term, &int).expect("a typed term");
    let subtracts = |part: &Term| *part == Term::Const(0, vec![]);
    let small = shrunk(&environment, &term, &int, |term| any(term, &subtracts));
    assert_eq!(small.size(), 4, "{small:?}");
    assert!(matches!(&small, Term::App(_, args, _) if args.iter().all(|arg| matches!(arg, Term::Int(_)))));
}

/// Random terms that call something shrink to little more than the call.
#[test]
fn random_terms_shrink_to_a_call() {
    let environment = environment(DEFAULT_ENVIRONMENT);
    let goal = parsed(&environment, "int list -> int list");
    let mut generator = Generator::new(&environment, Weights::default(), &goal).expect("terms");
    let calls =
        |part: &Term| matches!(part, Term::App(function, ..) if matches!(**function, Term::Const(..)));
    let mut sizes = Vec::new();
    for index in 0..40 {
        let term = generator.generate(9, index, 50);
        if !any(&term, &calls) {
            continue;
        }
        let small = shrunk(&environment, &term, &goal, |term| any(term, &calls));
        assert!(small.size() <= 20, "term {index} is left with {} nodes: {small:?}", small.size());
        sizes.push(small.size());
    }
    // `fun x -> f a b` has five.
    assert!(sizes.len() > 20 && sizes.iter().sum::<usize>() <= 8 * sizes.len(), "{sizes:?}");
}
