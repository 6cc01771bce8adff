//! Why there is no repair, in words.
//!
//! A message names a value, and says what its reader can do: give a component, accept an excess, name another measure, repair
//! another function, or doubt the claim.

use covenant_execute::{MissingValue, Names, Value};
use covenant_front::load_with_components;
use covenant_front::syntax::ExprKind;

use crate::environments::Args;
use crate::pool::{INTEGER_COST, Keep, Kind, Pool};
use crate::problem::{Problem, functions_of};
use crate::repair::{Task, first_missing};
use crate::search::{Failure, Found, prepare};
use crate::surface;
use crate::term::{Level, Term};

/// Terms and work of the search for what would do if it ended.
const MOST_COST: u32 = 7;
const MOST_WORK: u64 = 2_000_000;

impl Task<'_> {
    /// Why there is no repair; and whether the claim is to be doubted.
    pub fn explain(
        &mut self,
        why: &Failure,
        missing: &MissingValue,
        problem: &mut Problem<'_>,
        found: &Found,
    ) -> String {
        if matches!(why, Failure::OutOfReach(..) | Failure::OnlyUnsafe(..))
            && let Some((args, value, term)) = self.endless_term(problem, found)
        {
            let term = term.text(&self.unit.statement, Level::Open);
            return format!(
                "what returns {} calls `{}` with a measure that does not decrease: `{term}`; is another parameter the measure? [@@measure …]",
                self.show(problem, &args, &value),
                self.request.claim
            );
        }
        if matches!(why, Failure::OutOfReach(..) | Failure::OnlyUnsafe(..)) {
            self.suspect = self.doubt(problem, found);
        }
        match why {
            Failure::NothingMissing => self.blame(missing, problem),
            Failure::NoPlace => "the program has no place where a branch could be added".to_owned(),
            Failure::NoBranch(args, value) => {
                let shown = self.show(problem, args, value);
                match self.helpers(problem).as_slice() {
                    [] => format!(
                        "no branch of the function runs for {shown}: a condition, a `match` without a case or a call that returns nothing keeps it from there"
                    ),
                    helpers => format!(
                        "{shown} is missing, and what runs for it stands in a function without a claim ({}), in which nothing is changed here; give it a claim",
                        helpers.join(", ")
                    ),
                }
            }
            Failure::OutOfReach(args, value, cost) => format!(
                "no term up to cost {cost} returns {}; perhaps it needs {}a function that is not among the components: see --components",
                self.show(problem, args, value),
                if self.setting.function.recursive { "" } else { "to call itself (`let rec`), or " }
            ),
            Failure::OnlyUnsafe(args, value, elsewhere, forbidden) => format!(
                "every term that returns {} also does {}, which is forbidden; --imprecise accepts that",
                self.show(problem, args, value),
                self.show(problem, elsewhere, forbidden)
            ),
        }
    }

    /// Nothing is missing if the functions that are called keep their promises: one of them does not.
    fn blame(&self, missing: &MissingValue, problem: &Problem<'_>) -> String {
        let shown = missing.show(&problem.program, &Names::default());
        let own: Vec<_> = functions_of(self.unit).into_iter().map(|(_, global)| global).collect();
        let others: Vec<&str> = problem
            .callables
            .iter()
            .filter(|c| c.name != self.request.claim && !own.contains(&c.global))
            .map(|c| c.name.as_str())
            .collect();
        if others.is_empty() {
            return format!(
                "{shown} is missing, and no place in this function is to blame: it calls what it needs"
            );
        }
        let units = load_with_components(self.request.file, self.request.text).map(|module| module.units);
        let is_incomplete = |name: &str| {
            let unit = units.as_ref().ok().and_then(|units| units.iter().find(|unit| unit.claim == name));
            unit.is_some_and(|unit| first_missing(unit).is_some())
        };
        match others.iter().find(|name| is_incomplete(name)) {
            Some(name) => {
                format!("{shown} is missing because `{name}` is incomplete; repair that first: --gen {name}")
            }
            None => format!(
                "{shown} is missing because a function that it calls is incomplete ({}); repair that first: --gen NAME",
                others.join(", ")
            ),
        }
    }

    /// Functions of the file that are called and have no claim: they are part of their callers.
    fn helpers(&self, problem: &Problem<'_>) -> Vec<String> {
        let items = covenant_front::surface(self.request.text).unwrap_or_default();
        let mut out: Vec<String> = Vec::new();
        surface::each(self.setting.function.body, &mut |expr| {
            if let ExprKind::Variable(name) = &expr.kind
                && problem.callables.iter().all(|callable| callable.name != *name)
                && surface::function(&items, name).is_some()
                && !out.contains(name)
            {
                out.push(name.clone());
            }
        });
        out
    }

    /// Why a claim that holds, or is not decided, says nothing, if it does.
    pub fn says_nothing(&self, problem: &mut Problem<'_>) -> Option<String> {
        let found = prepare(problem, &self.setting, &[], &[]);
        if found.environments.all.is_empty() {
            return Some(
                "no small arguments satisfy the refinements of the parameters: the claim says nothing about any call"
                    .to_owned(),
            );
        }
        found.allowed.iter().all(|allowed| allowed.yes.is_empty() && allowed.decided()).then(|| {
            "no value was found that the specification allows, for any arguments: the claim says nothing"
                .to_owned()
        })
    }

    /// Arguments for which the specification allows nothing, of a claim that could not be repaired.
    fn doubt(&self, problem: &Problem<'_>, found: &Found) -> Option<String> {
        let empty = found.allowed.iter().position(|allowed| allowed.yes.is_empty() && allowed.decided())?;
        Some(format!(
            "no value was found that the specification allows for {}; if there should be one, the claim is wrong and not the program",
            self.show_call(problem, &found.environments.chosen[empty])
        ))
    }

    /// A term that would return something missing and nothing forbidden, were it not for a recursive call that does not decrease.
    fn endless_term(&self, problem: &mut Problem<'_>, found: &Found) -> Option<(Args, Value, Term)> {
        if problem.own().measure_parts() == 0 || !self.setting.function.recursive {
            return None;
        }
        let result = problem.own().result.clone();
        let round = found.round(&self.setting);
        let values = &found.probes.of(&result)?.values;
        let kind = Kind {
            keep: Keep::Promising,
            integer_cost: INTEGER_COST,
            sums: false,
            drawn_arguments: false,
            known_calls: false,
            endless: true,
            partial_calls: false,
            most_work: MOST_WORK,
        };
        for hole in found.holes.as_deref().unwrap_or_default() {
            if !hole.states.iter().any(|state| !round.missing[state.environment].is_empty()) {
                continue;
            }
            let mut pool = Pool::new(&round, hole, &result, kind);
            for level in 1..=MOST_COST {
                pool.extend(problem, level);
                for entry in pool.of_result(level) {
                    // A call alone returns whatever is allowed, and means nothing.
                    let inside = !matches!(&*entry.term, Term::Call(..));
                    let Some(table) = pool.as_table(&entry.signature).filter(|_| inside) else { continue };
                    let covered = table.ones().find(|bit| pool.missing.has(*bit));
                    if let Some(bit) = covered
                        && entry.term.has(&|part| pool.not_ending.contains(part))
                        && !table.meets(&pool.forbidden)
                    {
                        let row = pool.words() * 64;
                        let args = found.environments.chosen[hole.states[bit / row].environment].clone();
                        return Some((args, values[bit % row].clone(), Term::clone(&entry.term)));
                    }
                }
                if pool.exhausted() {
                    break;
                }
            }
        }
        None
    }
}
