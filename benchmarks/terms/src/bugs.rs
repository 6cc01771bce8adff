//! How many terms it takes to notice a wrong optimisation.

use crate::core;
use crate::core::Core;
use crate::optimise::Bug;
use covenant_terms::{Environment, Generator, Type, Weights};

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
    let mut generator = prepared(environment, weights, goal);
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

/// How many terms notice a bug.
#[must_use]
pub fn terms_that_notice(
    environment: &Environment,
    goal: &Type,
    weights: &Weights,
    bug: Bug,
    terms: u64,
    size: usize,
) -> usize {
    let mut generator = prepared(environment, weights, goal);
    (0..terms)
        .filter(|index| {
            let term = generator.generate(0, *index, size);
            noticed(bug, &core::of_term(environment, &term), true)
        })
        .count()
}

fn prepared<'e>(environment: &'e Environment, weights: &Weights, goal: &Type) -> Generator<'e> {
    match Generator::new(environment, weights.clone(), goal) {
        Ok(generator) => generator,
        Err(why) => unreachable!("{why}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Function, Passed};
    use covenant_terms::{DEFAULT_ENVIRONMENT, notation, read};
    use std::rc::Rc;

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
            // One in a thousand notices the paper's own.
            let rare = bug == Bug::Forcing;
            assert!((wrong > 0 || rare) && changed > 0, "{}: {wrong}, {changed}", bug.name());
        }
    }

    /// `seq` of a call that makes a function, and fails in doing so: the paper's example.
    #[test]
    fn what_forcing_does_is_lost() {
        let call = |name: &str, args| Core::App(Box::new(Core::Const(name.into())), args);
        let lambda = |body| Core::Lam(Rc::new(Function { passed: vec![Passed::Later], alike: false, body }));
        let forces = lambda(call("seq", vec![Core::Var(0), Core::Const("id".into())]));
        let fails = call("hd", vec![Core::Con(0, Vec::new())]);
        let partial = Core::App(Box::new(forces), vec![fails]);
        let term = lambda(call(core::SEQ_FUNCTION, vec![partial, Core::Var(0)]));
        assert!(noticed(Bug::Forcing, &term, true));
        assert!(!noticed(Bug::Forcing, &term, false));
    }

    #[test]
    fn evaluation_is_lazy() {
        let hd = || Core::App(Box::new(Core::Const("hd".into())), vec![Core::Con(0, Vec::new())]);
        let lambda = |body| Core::Lam(Rc::new(Function { passed: vec![Passed::Later], alike: false, body }));
        let seen = |core: &Core| core::observe(core).into_iter().flatten().collect::<Vec<_>>();
        assert_eq!(seen(&lambda(Core::Var(0))), ["[]", "[1,2,3,]", "[1,2,!", "[!,5,]", "[!"]);
        let unused = Core::Let(Box::new(hd()), Box::new(Core::Con(0, Vec::new())));
        assert_eq!(seen(&lambda(unused)), ["[]"; 5]);
        assert_eq!(seen(&lambda(Core::Con(1, vec![hd(), Core::Var(0)])))[0], "[!,]");
    }
}
