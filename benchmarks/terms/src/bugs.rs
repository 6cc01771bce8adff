//! Three wrong optimisations, each with a correct twin, and how many terms it takes to notice them.
//!
//! | bug | what is wrong | correct twin |
//! |---|---|---|
//! | strictness | a parameter counts as needed if it is passed on, stored or captured | only what is surely evaluated counts |
//! | substitution | what is substituted under a binder is not renumbered | it is |
//! | arguments | a call of a lambda stores its first two arguments in each other's place | it does not |

use crate::core::{self, Core, Function};
use covenant_terms::term::deep;
use covenant_terms::{Environment, Generator, Type, Weights};
use std::rc::Rc;

/// An optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// Parameters that are needed are evaluated before the call.
    Strictness,
    /// Lets and calls of lambdas are resolved by substitution.
    Substitution,
    /// Calls of lambdas become lets.
    Arguments,
}

impl Bug {
    /// All of them.
    pub const ALL: [Bug; 3] = [Bug::Strictness, Bug::Substitution, Bug::Arguments];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Bug::Strictness => "strictness",
            Bug::Substitution => "substitution",
            Bug::Arguments => "arguments",
        }
    }

    /// The optimised term; `wrong` says which twin.
    #[must_use]
    pub fn optimise(self, core: &Core, wrong: bool) -> Core {
        match self {
            Bug::Strictness => everywhere(core, &|core| match core {
                Core::Lam(function) => {
                    let n = function.eager.len();
                    let eager = (0..n).map(|at| needed(&function.body, n - 1 - at, wrong)).collect();
                    Core::Lam(Rc::new(Function { eager, ..(*function).clone() }))
                }
                other => other,
            }),
            Bug::Substitution => everywhere(core, &|core| match core {
                Core::Let(bound, body) => substitute(&body, 0, &bound, wrong),
                Core::App(function, args) => match (*function, args.as_slice()) {
                    (Core::Lam(lambda), [arg]) => substitute(&lambda.body, 0, arg, wrong),
                    (function, _) => Core::App(Box::new(function), args),
                },
                other => other,
            }),
            Bug::Arguments => everywhere(core, &|core| match core {
                Core::App(function, mut args) => match *function {
                    Core::Lam(lambda) => {
                        if wrong && lambda.alike {
                            args.swap(0, 1);
                        }
                        // The first argument is bound outermost.
                        let mut term = lambda.body.clone();
                        for (at, arg) in args.iter().enumerate().rev() {
                            term = Core::Let(Box::new(shift(arg, 0, at)), Box::new(term));
                        }
                        term
                    }
                    function => Core::App(Box::new(function), args),
                },
                other => other,
            }),
        }
    }
}

/// Applies a change to all parts, from the inside.
fn everywhere(core: &Core, change: &dyn Fn(Core) -> Core) -> Core {
    deep(|| {
        let all = |cores: &[Core]| cores.iter().map(|core| everywhere(core, change)).collect::<Vec<_>>();
        let inside = match core {
            Core::Var(_) | Core::Int(_) | Core::Const(_) => core.clone(),
            Core::Con(tag, args) => Core::Con(*tag, all(args)),
            Core::Lam(function) => Core::Lam(Rc::new(Function {
                body: everywhere(&function.body, change),
                ..(**function).clone()
            })),
            Core::App(function, args) => Core::App(Box::new(everywhere(function, change)), all(args)),
            Core::Let(bound, body) => {
                Core::Let(Box::new(everywhere(bound, change)), Box::new(everywhere(body, change)))
            }
            Core::Match(scrutinee, arms) => Core::Match(
                Box::new(everywhere(scrutinee, change)),
                arms.iter().map(|(vars, body)| (*vars, everywhere(body, change))).collect(),
            ),
        };
        change(inside)
    })
}

/// Which arguments a constant surely evaluates.
fn evaluates(name: &str) -> &'static [usize] {
    match name {
        "+" | "-" | "<" | "=" | "seq" => &[0, 1],
        "not" | "&&" | "fst" | "snd" | "id" | "hd" | "tl" | "length" | "append" | "take" | "compose" => &[0],
        "map" | "filter" => &[1],
        "fold" => &[2],
        _ => &[],
    }
}

/// Is this variable evaluated whenever the term is?
fn needed(core: &Core, var: usize, wrong: bool) -> bool {
    deep(|| match core {
        Core::Var(at) => *at == var,
        Core::Int(_) | Core::Const(_) => false,
        // A constructor and a lambda are values: what is in them is not evaluated yet.
        Core::Con(_, args) => wrong && args.iter().any(|arg| needed(arg, var, wrong)),
        Core::Lam(function) => wrong && needed(&function.body, var + function.eager.len(), wrong),
        Core::App(function, args) => {
            let evaluated: &[usize] = match &**function {
                Core::Const(name) => evaluates(name),
                _ => &[],
            };
            needed(function, var, wrong)
                || args
                    .iter()
                    .enumerate()
                    .any(|(at, arg)| (wrong || evaluated.contains(&at)) && needed(arg, var, wrong))
        }
        Core::Let(bound, body) => {
            needed(body, var + 1, wrong) || (needed(body, 0, wrong) && needed(bound, var, wrong))
        }
        Core::Match(scrutinee, arms) => {
            needed(scrutinee, var, wrong)
                || (!arms.is_empty() && arms.iter().all(|(vars, body)| needed(body, var + vars, wrong)))
        }
    })
}

/// Renumbers the variables from `from` on by `by` more binders.
fn shift(core: &Core, from: usize, by: usize) -> Core {
    map_variables(core, from, &|at, bound| Core::Var(if at >= bound { at + by } else { at }))
}

/// Replaces variable `var`, whose binder goes away.
fn substitute(core: &Core, var: usize, with: &Core, wrong: bool) -> Core {
    map_variables(core, var, &|at, bound| match at.cmp(&bound) {
        std::cmp::Ordering::Less => Core::Var(at),
        // Under binders, the variables of what is substituted are further away.
        std::cmp::Ordering::Equal if wrong => with.clone(),
        std::cmp::Ordering::Equal => shift(with, 0, bound - var),
        std::cmp::Ordering::Greater => Core::Var(at - 1),
    })
}

fn map_variables(core: &Core, bound: usize, change: &dyn Fn(usize, usize) -> Core) -> Core {
    deep(|| {
        let all =
            |cores: &[Core]| cores.iter().map(|core| map_variables(core, bound, change)).collect::<Vec<_>>();
        match core {
            Core::Var(at) => change(*at, bound),
            Core::Int(_) | Core::Const(_) => core.clone(),
            Core::Con(tag, args) => Core::Con(*tag, all(args)),
            Core::Lam(function) => Core::Lam(Rc::new(Function {
                body: map_variables(&function.body, bound + function.eager.len(), change),
                ..(**function).clone()
            })),
            Core::App(function, args) => {
                Core::App(Box::new(map_variables(function, bound, change)), all(args))
            }
            Core::Let(value, body) => Core::Let(
                Box::new(map_variables(value, bound, change)),
                Box::new(map_variables(body, bound + 1, change)),
            ),
            Core::Match(scrutinee, arms) => Core::Match(
                Box::new(map_variables(scrutinee, bound, change)),
                arms.iter().map(|(vars, body)| (*vars, map_variables(body, bound + vars, change))).collect(),
            ),
        }
    })
}

/// Does the optimisation change what a term does? Runs that take too long, before or after, say nothing.
#[must_use]
pub fn noticed(bug: Bug, core: &Core, wrong: bool) -> bool {
    let optimised = bug.optimise(core, wrong);
    if optimised == *core {
        return false;
    }
    let (before, after) = (core::observe(core), core::observe(&optimised));
    before.iter().zip(&after).any(|(before, after)| matches!((before, after), (Some(a), Some(b)) if a != b))
}

/// A mean with the half width of its 95 % interval.
#[derive(Clone, Copy, Debug)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// So much to either side.
    pub within: f64,
    /// Runs that found nothing within the limit, which count as the limit.
    pub unfound: usize,
}

/// Terms of a run at most.
pub const MOST_TESTS: u64 = 500;

/// The number of terms until a bug is noticed, over some seeds.
#[must_use]
pub fn tests_to_bug(
    environment: &Environment,
    goal: &Type,
    weights: &Weights,
    bug: Bug,
    seeds: u64,
    size: usize,
) -> Mean {
    let mut generator = match Generator::new(environment, weights.clone(), goal) {
        Ok(generator) => generator,
        Err(why) => unreachable!("{why}"),
    };
    let mut unfound = 0;
    let counts: Vec<f64> = (0..seeds)
        .map(|seed| {
            let found = (0..MOST_TESTS).find(|index| {
                let term = generator.generate(seed, *index, size);
                noticed(bug, &core::of_term(environment, &term), true)
            });
            unfound += usize::from(found.is_none());
            found.map_or(MOST_TESTS, |index| index + 1) as f64
        })
        .collect();
    let n = counts.len() as f64;
    let mean = counts.iter().sum::<f64>() / n;
    let variance = counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    Mean { mean, within: 1.96 * (variance / n).sqrt(), unfound }
}

#[cfg(test)]
mod tests {
    use super::*;
    use covenant_terms::{DEFAULT_ENVIRONMENT, notation, read};

    fn terms(weights: Weights, many: u64) -> Vec<Core> {
        let environment = read::environment(DEFAULT_ENVIRONMENT).expect("the shipped one");
        let goal = notation::parse("int list -> int list", &environment, false).expect("a type").ty;
        let mut generator = Generator::new(&environment, weights, &goal).expect("has terms");
        (0..many).map(|index| core::of_term(&environment, &generator.generate(11, index, 50))).collect()
    }

    /// The correct twins change nothing; the wrong ones are found.
    #[test]
    fn only_the_wrong_twins_are_noticed() {
        let terms = terms(Weights::default(), 1500);
        for bug in Bug::ALL {
            let wrong = terms.iter().filter(|core| noticed(bug, core, true)).count();
            let right = terms.iter().filter(|core| noticed(bug, core, false)).count();
            let changed = terms.iter().filter(|core| bug.optimise(core, false) != **core).count();
            assert_eq!(right, 0, "{}", bug.name());
            assert!(wrong > 0 && changed > 50, "{}: {wrong}, {changed}", bug.name());
        }
    }

    #[test]
    fn evaluation_is_lazy() {
        let hd = || Core::App(Box::new(Core::Const("hd".into())), vec![Core::Con(0, Vec::new())]);
        let lambda = |body| Core::Lam(Rc::new(Function { eager: vec![false], alike: false, body }));
        let seen = |core: &Core| core::observe(core).into_iter().flatten().collect::<Vec<_>>();
        assert_eq!(seen(&lambda(Core::Var(0))), ["[]", "[1,2,3,]", "[1,2,!", "[!,5,]", "[!"]);
        let unused = Core::Let(Box::new(hd()), Box::new(Core::Con(0, Vec::new())));
        assert_eq!(seen(&lambda(unused)), ["[]"; 5]);
        assert_eq!(seen(&lambda(Core::Con(1, vec![hd(), Core::Var(0)])))[0], "[!,]");
    }
}
