//! Enumerating the values of a spec, directly and by models of Z3, against generating all values
//! and filtering them.
//!
//! All have the same bounds and the same evaluator, and a ratio compares processor times of
//! one run. Where there are too many candidates, a sample of them is built and tested, and the
//! time of all is extrapolated. Only the *tests* are held against the search: building
//! candidates can be made as cheap as one likes by sharing parts, testing cannot.

mod candidates;
mod specs;

use crate::isolation::{self, Isolated};
use crate::report::{Cell, Goal, Table};
use crate::resources::{process_cpu, thread_cpu};
use candidates::Candidates;
use covenant_budget::Deadline;
use covenant_execute::eval::{Evaluator, Scope};
use covenant_execute::{
    Bound, Limits, Program, Random, SpecBounds, SpecValues, Value, spec_of_claim, values_of_claim,
};
use covenant_front as front;
use covenant_kernel::tables::Statement;
use covenant_models::{Way, values_by_either, values_by_models};
use serde_json::{Value as Json, json};
use specs::{CASES, Case, SPECS};
use std::ops::Range;
use std::time::Duration;

/// How much faster than filtering the search should be at the largest bound.
const WANTED: f64 = 100.0;
/// Up to so many candidates are all filtered.
const MOST_FILTERED: u128 = 500_000;
/// Otherwise so many blocks of neighbours are. Neighbours, because the evaluator remembers what
/// it found out about the parts that they share.
const BLOCKS: u128 = 200;
const BLOCK: u128 = 1_000;
/// Where the blocks lie.
const SEED: u64 = 6;
/// The bounds of an enumeration are to be reached, not these.
const UNLIMITED: Limits =
    Limits { deadline: Deadline::NEVER, steps: u64::MAX, depth: 4_000, memory: 100_000_000 };

/// A search or a filtering that takes longer in a run is stopped.
const LIMIT: Duration = Duration::from_secs(600);
/// A search by models, or by both ways in turns, says how far it came with so many steps: about 20 s.
const MODELS_LIMIT: Limits =
    Limits { deadline: Deadline::NEVER, steps: 40_000_000, depth: 4_000, memory: 100_000_000 };

/// Measures all ways on all specs: the direct search against filtering, and against models.
pub fn measure() -> Result<(Vec<Table>, Vec<Goal>), String> {
    let columns = [
        "spec",
        "integers",
        "depth",
        "values there are",
        "values found",
        "partial values",
        "s",
        "candidates",
        "candidates needed",
        "tested",
        "build s",
        "test s",
        "filter time is",
        "test s over s",
        "100 times",
    ];
    let mut table = Table::new("values", "Values of a spec, directly and by filtering", &columns);
    let columns = [
        "spec",
        "integers",
        "depth",
        "direct s",
        "direct values",
        "models s",
        "models values",
        "queries",
        "models s over direct s, per value",
        "either way s",
        "either way values",
        "way taken",
    ];
    let mut ways = Table::new("ways", "Values of a spec, directly and by models of Z3", &columns);
    let mut goals = Vec::new();
    for case in &CASES {
        for &depth in case.depths {
            let row = Row::measure(case, depth)?;
            ways.rows.push(row.compare_ways(case, depth)?);
            if case.has_goal && Some(&depth) == case.depths.last() {
                goals.push(Goal {
                    what: format!("{}, depth {depth}: search over testing candidates", case.claim),
                    measured: row.search / row.testing,
                    limit: WANTED.recip(),
                    unit: "times",
                });
            }
            table.rows.push(row.cells(case, depth));
        }
    }
    Ok((vec![table, ways], goals))
}

/// The statement of a claim of [`SPECS`].
fn statement(claim: &str) -> Result<Statement, String> {
    let module = front::load("specs.ml", SPECS).map_err(|problems| format!("{problems:?}"))?;
    let unit = module.units.into_iter().find(|unit| unit.claim == claim);
    unit.map(|unit| unit.statement).ok_or_else(|| format!("no claim of {claim}"))
}

/// One search or one filtering, in this process.
pub fn measure_point(way: &str, claim: &str, depth: u32) -> Result<Json, String> {
    let case = CASES.iter().find(|case| case.claim == claim).ok_or("no such spec")?;
    let statement = statement(claim)?;
    let program = Program::new(&statement).map_err(|e| e.to_string())?;
    let bounds = SpecBounds { ints: case.ints.clone(), depth, count: case.most };
    let there_are = case.there_are(depth);
    match way {
        "direct" => {
            let start = process_cpu();
            let found = values_of_claim(program, statement.claim, &[Value::Int(0)], &bounds, &UNLIMITED)
                .map_err(|e| e.to_string())?;
            searched(case, depth, &found, Way::Direct, process_cpu().saturating_sub(start))
        }
        "models" | "either" => {
            let (sort, formula) = spec_of_claim(program, statement.claim).map_err(|e| e.to_string())?;
            let args = [Value::Int(0)];
            let start = process_cpu();
            let (found, taken) = if way == "models" {
                let found = values_by_models(program, &sort, formula, &args, &bounds, &MODELS_LIMIT)
                    .map_err(|why| format!("{claim} is not written out for Z3: {why}"))?;
                (found, Way::Models)
            } else {
                let by = values_by_either(program, &sort, formula, &args, &bounds, &MODELS_LIMIT);
                (by.found, by.way)
            };
            searched(case, depth, &found, taken, process_cpu().saturating_sub(start))
        }
        "filter" => {
            let candidates = all_candidates(program, bounds)?;
            let total = candidates.count();
            let filtered = if total <= MOST_FILTERED {
                let filtered = filter(program, &candidates, std::iter::once(0..total))?;
                if filtered.values.len() as u128 != there_are {
                    return Err(format!("filtering finds {} of {there_are} values", filtered.values.len()));
                }
                filtered
            } else {
                let mut random = Random::new(SEED);
                let blocks = (0..BLOCKS).map(|_| candidates.random_block(&mut random, BLOCK));
                filter(program, &candidates, blocks)?
            };
            Ok(json!({
                "candidates": total as f64,
                "tested": filtered.tested,
                "building": filtered.building.as_secs_f64(),
                "testing": filtered.testing.as_secs_f64(),
            }))
        }
        _ => Err(format!("{way} is no way to find values")),
    }
}

/// What a search found; an error if it claims to have found all, and has not.
fn searched(case: &Case, depth: u32, found: &SpecValues, way: Way, time: Duration) -> Result<Json, String> {
    let expected = case.there_are(depth).min(case.most as u128);
    let count = found.values.len() as u128;
    let ended = found.stopped.is_none_or(|bound| bound == Bound::Count);
    if found.undecided > 0 || count > expected || (ended && count != expected) {
        return Err(format!("{count} of {expected} values of {} found", case.claim));
    }
    Ok(json!({
        "found": found.values.len(),
        "tried": found.tried,
        "way": match way { Way::Direct => "direct", Way::Models => "models" },
        "stopped": found.stopped.map(|bound| bound.to_string()),
        "seconds": time.as_secs_f64(),
    }))
}

/// One search or one filtering, in a process of its own: memory that an earlier one left in
/// disorder costs the next one time.
fn isolated_point(way: &str, claim: &str, depth: u32) -> Result<Json, String> {
    match isolation::run(&["values-point", way, claim, &depth.to_string()], LIMIT) {
        Isolated::Finished(value) => Ok(value),
        Isolated::TimedOut => Err(format!("{way} of {claim} at depth {depth} was stopped after {LIMIT:?}")),
        Isolated::Crashed(why) => Err(format!("{way} of {claim} at depth {depth}: {why}")),
    }
}

/// Both ways at one depth.
struct Row {
    there_are: u128,
    found: u64,
    tried: u64,
    search: f64,
    candidates: f64,
    /// How many candidates filtering is expected to test for as many values.
    needed: f64,
    tested: u64,
    /// Seconds for those that are needed.
    building: f64,
    testing: f64,
}

impl Row {
    fn measure(case: &Case, depth: u32) -> Result<Row, String> {
        let search = isolated_point("direct", case.claim, depth)?;
        let filter = isolated_point("filter", case.claim, depth)?;
        let there_are = case.there_are(depth);
        Row::from_json(there_are, &search, &filter).ok_or_else(|| format!("no result: {search} {filter}"))
    }

    fn from_json(there_are: u128, search: &Json, filter: &Json) -> Option<Row> {
        let found = search["found"].as_u64()?;
        let tested = filter["tested"].as_u64()?;
        let candidates = filter["candidates"].as_f64()?;
        // In a random order, values are as frequent among the first candidates as among all.
        let needed = candidates * (found as f64 / there_are as f64);
        let for_needed = |seconds: &Json| Some(seconds.as_f64()? * needed / tested as f64);
        Some(Row {
            there_are,
            found,
            tried: search["tried"].as_u64()?,
            search: search["seconds"].as_f64()?,
            candidates,
            needed,
            tested,
            building: for_needed(&filter["building"])?,
            testing: for_needed(&filter["testing"])?,
        })
    }

    /// The other ways, beside the direct one.
    fn compare_ways(&self, case: &Case, depth: u32) -> Result<Vec<Cell>, String> {
        let count = |point: &Json, field: &str| point[field].as_u64().unwrap_or(0);
        let models = isolated_point("models", case.claim, depth)?;
        let either = isolated_point("either", case.claim, depth)?;
        let seconds = |point: &Json| point["seconds"].as_f64().unwrap_or(f64::NAN);
        let per_value = |seconds: f64, values: u64| seconds / values as f64;
        let ratio = per_value(seconds(&models), count(&models, "found")) / per_value(self.search, self.found);
        Ok(vec![
            case.claim.into(),
            format!("{}..{}", case.ints.start(), case.ints.end()).into(),
            Cell::Count(u64::from(depth)),
            Cell::Number(self.search, 4),
            self.found.into(),
            Cell::Number(seconds(&models), 4),
            count(&models, "found").into(),
            count(&models, "tried").into(),
            large(ratio),
            Cell::Number(seconds(&either), 4),
            count(&either, "found").into(),
            either["way"].as_str().unwrap_or_default().to_owned().into(),
        ])
    }

    fn cells(&self, case: &Case, depth: u32) -> Vec<Cell> {
        let ratio = self.testing / self.search;
        let measured = self.needed == self.tested as f64;
        vec![
            case.claim.into(),
            format!("{}..{}", case.ints.start(), case.ints.end()).into(),
            Cell::Count(u64::from(depth)),
            large(self.there_are as f64),
            self.found.into(),
            self.tried.into(),
            Cell::Number(self.search, 4),
            large(self.candidates),
            large(self.needed),
            self.tested.into(),
            large(self.building),
            large(self.testing),
            if measured { "measured" } else { "extrapolated" }.into(),
            large(ratio),
            if ratio >= WANTED { "yes" } else { "no" }.into(),
        ]
    }
}

/// A number that may have 40 digits.
fn large(x: f64) -> Cell {
    if (1e-3..1e7).contains(&x) {
        Cell::Number(x, if x < 1_000.0 && x.fract() != 0.0 { 3 } else { 0 })
    } else {
        format!("{x:.2e}").into()
    }
}

/// What filtering found and took.
struct Filtered {
    values: Vec<Value>,
    tested: u64,
    building: Duration,
    testing: Duration,
}

/// The candidates for the claim of a program.
fn all_candidates(program: Program<'_>, bounds: SpecBounds) -> Result<Candidates<'_>, String> {
    let statement = program.statement();
    let fun_type = &statement.types[statement.globals[statement.claim.0 as usize].claim.0 as usize];
    Candidates::new(program, program.sort(fun_type.result, &[]), bounds)
}

/// Builds some candidates and tests whether the claim's spec allows them.
fn filter(
    program: Program<'_>,
    candidates: &Candidates<'_>,
    ranks: impl Iterator<Item = Range<u128>>,
) -> Result<Filtered, String> {
    let statement = program.statement();
    let fun_type = &statement.types[statement.globals[statement.claim.0 as usize].claim.0 as usize];
    let mut evaluator = Evaluator::new(program, UNLIMITED);
    let mut filtered =
        Filtered { values: Vec::new(), tested: 0, building: Duration::ZERO, testing: Duration::ZERO };
    for block in ranks {
        let start = thread_cpu();
        let built = block.map(|rank| candidates.value(rank)).collect::<Result<Vec<_>, _>>()?;
        let between = thread_cpu();
        filtered.tested += built.len() as u64;
        for value in built {
            let mut scope = Scope { bound: vec![Value::Int(0)], nu: Some(value.clone()), ..Scope::default() };
            match evaluator.formula(fun_type.ensures, &mut scope) {
                Ok(true) => filtered.values.push(value),
                Ok(false) => {}
                Err(stop) => return Err(format!("the spec is not decided on a candidate: {stop:?}")),
            }
        }
        filtered.building += between.saturating_sub(start);
        filtered.testing += thread_cpu().saturating_sub(between);
    }
    Ok(filtered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::RangeInclusive;

    /// All values at a depth, by refinement and by filtering.
    fn both(case: &Case, depth: u32, ints: RangeInclusive<i64>) -> Result<(Vec<Value>, Vec<Value>), String> {
        let statement = statement(case.claim)?;
        let program = Program::new(&statement).map_err(|e| e.to_string())?;
        let bounds = SpecBounds { ints, depth, count: usize::MAX };
        let refined = values_of_claim(program, statement.claim, &[Value::Int(0)], &bounds, &UNLIMITED)
            .map_err(|e| e.to_string())?;
        assert_eq!((refined.undecided, refined.stopped), (0, None));
        let candidates = all_candidates(program, bounds)?;
        let filtered = filter(program, &candidates, std::iter::once(0..candidates.count()))?;
        let (mut a, mut b) = (refined.values, filtered.values);
        a.sort();
        b.sort();
        Ok((a, b))
    }

    #[test]
    fn refinement_filtering_and_arithmetic_agree() -> Result<(), String> {
        for (case, depth) in CASES.iter().zip([3, 2, 2, 2, 1]) {
            for ints in [0..=0, 0..=2] {
                let count = ints.clone().count() as u32;
                let (refined, filtered) = both(case, depth, ints)?;
                assert_eq!(refined, filtered, "{}", case.claim);
                assert_eq!(refined.len() as u128, (case.values)(depth, count), "{}", case.claim);
            }
        }
        Ok(())
    }

    #[test]
    fn candidates_are_all_different() -> Result<(), String> {
        let statement = statement("red_black_tree")?;
        let program = Program::new(&statement).map_err(|e| e.to_string())?;
        let bounds = SpecBounds { ints: 0..=1, depth: 2, count: usize::MAX };
        let candidates = all_candidates(program, bounds)?;
        // A leaf, or two colours, two integers and two of the five trees of depth 1.
        assert_eq!(candidates.count(), 1 + 2 * 2 * 5 * 5);
        let mut all =
            (0..candidates.count()).map(|rank| candidates.value(rank)).collect::<Result<Vec<_>, _>>()?;
        all.sort();
        all.dedup();
        assert_eq!(all.len() as u128, candidates.count());
        assert!(all.iter().all(|value| value.depth() <= 2));
        assert!(candidates.value(candidates.count()).is_err());
        Ok(())
    }
}
