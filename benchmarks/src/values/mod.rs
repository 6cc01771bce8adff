//! Enumerating the values of a spec, against generating all values and filtering them.
//!
//! Both have the same bounds and the same evaluator, and a ratio compares processor times of
//! one run. Where there are too many candidates, a sample of them is built and tested, and the
//! time of all is extrapolated. Only the *tests* are held against the search: building
//! candidates can be made as cheap as one likes by sharing parts, testing cannot.

mod candidates;

use crate::isolation::{self, Isolated};
use crate::report::{Cell, Goal, Table};
use crate::resources::{process_cpu, thread_cpu};
use candidates::Candidates;
use covenant_elaborator::front;
use covenant_elaborator::run::eval::{Evaluator, Scope};
use covenant_elaborator::run::{Limits, Program, Random, SpecBounds, Value, values_of_claim};
use covenant_kernel::tables::Statement;
use serde_json::{Value as Json, json};
use std::ops::{Range, RangeInclusive};
use std::time::Duration;

/// The specs. Their parameter is not used: the bounds are those of the enumeration.
const SPECS: &str = r"
let[@predicate] rec size_balanced (t : 'a tree) : bool =
  match t with
  | Leaf -> true
  | Node (_, l, r) ->
      tree_num_node l <= tree_num_node r + 1
      && tree_num_node r <= tree_num_node l + 1
      && size_balanced l && size_balanced r

let sorted_list (any : int) : int list = []
[@@covers {| any:{v:int | true} -> [v:int list | sorted v] |}]

let red_black_tree (any : int) : int rbtree = Rbtleaf
[@@covers {| any:{v:int | true} -> [v:int rbtree | no_red_red v && 0 <= num_black v] |}]

let size_balanced_tree (any : int) : int tree = Leaf
[@@covers {| any:{v:int | true} -> [v:int tree | size_balanced v] |}]

let size_balanced_search_tree (any : int) : int tree = Leaf
[@@covers {| any:{v:int | true} -> [v:int tree | size_balanced v && bst v] |}]
";

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
    Limits { time: Duration::from_secs(3_600), steps: u64::MAX, depth: 4_000, memory: 100_000_000 };

/// A search or a filtering that takes longer in a run is stopped.
const LIMIT: Duration = Duration::from_secs(600);

/// A spec, with bounds.
struct Case {
    claim: &'static str,
    ints: RangeInclusive<i64>,
    /// The last one has the goal.
    depths: &'static [u32],
    /// Both stop after so many values.
    most: usize,
    /// How many values there are, by arithmetic: at a depth, with so many integers.
    values: fn(u32, u32) -> u128,
}

impl Case {
    fn there_are(&self, depth: u32) -> u128 {
        (self.values)(depth, self.ints.clone().count() as u32)
    }
}

const CASES: [Case; 4] = [
    Case {
        claim: "sorted_list",
        ints: 0..=3,
        depths: &[8, 14, 20],
        most: usize::MAX,
        values: |depth, ints| binomial(depth + ints, ints),
    },
    Case {
        claim: "red_black_tree",
        ints: 0..=0,
        depths: &[3, 4, 5, 6],
        most: 10_000,
        values: red_black_trees,
    },
    Case {
        claim: "size_balanced_tree",
        ints: 0..=0,
        depths: &[3, 4, 5],
        most: usize::MAX,
        values: |depth, ints| balanced_trees(depth, |size| u128::from(ints).pow(size)),
    },
    Case {
        claim: "size_balanced_search_tree",
        ints: 1..=16,
        depths: &[2, 3, 4, 5],
        most: 10_000,
        values: |depth, ints| balanced_trees(depth, |size| binomial(ints, size)),
    },
];

/// Measures both ways on all specs.
pub fn measure() -> Result<(Table, Vec<Goal>), String> {
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
    let mut table = Table::new("values", "Values of a spec, by refinement and by filtering", &columns);
    let mut goals = Vec::new();
    for case in &CASES {
        for &depth in case.depths {
            let row = Row::measure(case, depth)?;
            if Some(&depth) == case.depths.last() {
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
    Ok((table, goals))
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
        "search" => {
            let start = process_cpu();
            let found = values_of_claim(program, statement.claim, &[Value::Int(0)], &bounds, &UNLIMITED)
                .map_err(|e| e.to_string())?;
            let seconds = process_cpu().saturating_sub(start).as_secs_f64();
            let expected = there_are.min(case.most as u128);
            if found.values.len() as u128 != expected || found.undecided > 0 {
                return Err(format!("{} of {expected} values of {claim} found", found.values.len()));
            }
            Ok(json!({ "found": found.values.len(), "tried": found.tried, "seconds": seconds }))
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
        _ => Err(format!("{way} is neither search nor filter")),
    }
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
        let search = isolated_point("search", case.claim, depth)?;
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

fn binomial(n: u32, k: u32) -> u128 {
    if k > n {
        return 0;
    }
    (0..u128::from(k)).fold(1, |product, i| product * (u128::from(n) - i) / (i + 1))
}

/// Red-black trees, with any number of black nodes on the paths.
fn red_black_trees(depth: u32, ints: u32) -> u128 {
    // For each number of black nodes, how many have a black root or none, and how many a red one.
    let mut trees: Vec<(u128, u128)> = vec![(1, 0)];
    for _ in 0..depth {
        let red = |black: u128| u128::from(ints) * black * black;
        let mut deeper = vec![(1, red(trees[0].0))];
        for (height, (black, other)) in trees.iter().enumerate() {
            let above = trees.get(height + 1).map_or(0, |(black, _)| *black);
            deeper.push((u128::from(ints) * (black + other) * (black + other), red(above)));
        }
        trees = deeper;
    }
    trees.iter().map(|(black, red)| black + red).sum()
}

/// Trees whose children differ by at most one in size, everywhere; `labels` says in how many
/// ways a shape of a size can be labelled. No other shape of a size is less deep.
fn balanced_trees(depth: u32, labels: impl Fn(u32) -> u128) -> u128 {
    let largest = (1usize << depth) - 1;
    let mut shapes: Vec<u128> = vec![1];
    for size in 1..=largest {
        let (less, more) = ((size - 1) / 2, size / 2);
        let pairs = shapes[less] * shapes[more];
        shapes.push(if less == more { pairs } else { 2 * pairs });
    }
    (0u32..).zip(shapes).map(|(size, count)| count * labels(size)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for (case, depth) in CASES.iter().zip([3, 2, 2, 2]) {
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
