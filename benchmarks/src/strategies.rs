//! Repair beside strategies that look at one side only, and with components taken away: the questions of Figs. 11, 12
//! and 14 and of Table 3 of the repair paper, asked of the variants of its Table 1.
//!
//! Shares are counts in one run with fixed seeds, over small arguments. What a safe generator misses is decided by backward
//! runs, not by a type that somebody ascribes to it.

use crate::repair::{PAPER, Solved, incomplete, read, solve_with};
use crate::report::{Cell, Goal, Table};
use crate::resources::process_cpu;
use covenant_execute::{Draw, Effort, Limits, Program, Reach, Value, can_return_until, sample};
use covenant_front::syntax::Item;
use covenant_front::{Unit, load};
use covenant_repair::{Edit, Outcome, Repair, Request, Strategy, Wishes, fill, small_arguments};
use std::path::Path;

/// Arguments, and draws for each.
const ARGUMENTS: usize = 20;
const DRAWS: usize = 40;
/// Values that a safe generator is asked for.
const ASKED: usize = 150;
/// Steps of a run, and of a question.
const RUN_STEPS: u64 = 2_000_000;
const QUESTION: Effort = Effort { each: 40_000, together: 4_000_000 };
/// Valid trees that both ways have to make, and the most draws of the slower one.
const TREES: usize = 1_000;
const MOST_DRAWS: usize = 100_000;

/// What a generator returned.
#[derive(Default)]
struct Sampled {
    draws: u64,
    valid: u64,
    values: Vec<(Vec<Value>, Value)>,
}

impl Sampled {
    fn share(&self) -> f64 {
        percent(self.valid, self.draws)
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn unit(text: &str, claim: &str) -> Option<Unit> {
    load("a.ml", text).ok()?.units.into_iter().find(|unit| unit.claim == claim)
}

/// Draws from the generator of a text, at each of these arguments.
fn draw(text: &str, claim: &str, arguments: &[Vec<Value>]) -> Option<Sampled> {
    let unit = unit(text, claim)?;
    let program = Program::new(&unit.statement).ok()?;
    let mut out = Sampled::default();
    for (seed, args) in arguments.iter().enumerate() {
        let limits = Limits::with_steps(RUN_STEPS);
        let samples = sample(program, unit.statement.claim, args, DRAWS, seed as u64, &limits).ok()?;
        for draw in samples.draws {
            out.draws += 1;
            if let Draw::Value(value, Some(true)) = draw {
                out.valid += 1;
                out.values.push((args.clone(), value));
            }
        }
    }
    Some(out)
}

/// How many of these values a generator cannot return, in percent of those for which that is decided.
fn missed(text: &str, claim: &str, values: &[(Vec<Value>, Value)]) -> Option<f64> {
    let unit = unit(text, claim)?;
    let program = Program::new(&unit.statement).ok()?;
    let every = values.len().div_ceil(ASKED).max(1);
    let asked: Vec<(Vec<Value>, Value)> = values.iter().step_by(every).cloned().collect();
    let answers = can_return_until(program, unit.statement.claim, &asked, &QUESTION, &|_, _| false);
    let count = |wanted: Reach| answers.iter().filter(|answer| **answer == wanted).count() as u64;
    Some(percent(count(Reach::No), count(Reach::No) + count(Reach::Yes)))
}

fn first(solved: &Solved) -> Option<&Repair> {
    match &solved.repair.outcome {
        Outcome::Repaired(found) => found.first(),
        _ => None,
    }
}

/// The function as a whole, as one hole.
fn whole_body(text: &str, claim: &str) -> Option<Edit> {
    let span = unit(text, claim)?.functions.iter().find(|f| f.name == claim)?.span;
    covenant_front::surface(text)?.into_iter().find_map(|item| match item {
        Item::Program(bindings) => bindings
            .list
            .iter()
            .find(|b| span.start <= b.span.start && b.span.end <= span.end)
            .map(|b| Edit { start: b.body.span.start, end: b.body.span.end, text: String::new() }),
        _ => None,
    })
}

/// Some arguments, evenly.
fn some_arguments(request: &Request<'_>) -> Vec<Vec<Value>> {
    let all = small_arguments(request);
    let every = all.len().div_ceil(ARGUMENTS).max(1);
    all.into_iter().step_by(every).collect()
}

/// A component without which the repair cannot be written, as people would choose it.
fn key_component(repair: &Repair, claim: &str) -> Option<String> {
    let new: String = repair.edits.iter().map(|edit| format!(" {} ", edit.text)).collect();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words: Vec<&str> = new.split(|c: char| !is_word(c)).collect();
    let sign = |sign: &&str| new.contains(&format!(" {sign} "));
    let operator = ["*", "-", "::"].into_iter().find(sign).map(str::to_owned);
    let constructor =
        words.iter().find(|w| w.starts_with(|c: char| c.is_uppercase())).map(|w| (*w).to_owned());
    let empty = new.contains("[]").then(|| "[]".to_owned());
    let other = words.iter().find(|w| **w == claim || w.ends_with("_gen")).map(|w| (*w).to_owned());
    operator.or(constructor).or(empty).or(other)
}

/// The strategies, the components, and the speed of a repaired generator.
///
/// # Errors
///
/// A file that is not there.
pub fn compare(folder: &Path) -> Result<(Vec<Table>, Vec<Goal>), String> {
    let columns = [
        "variant",
        "repaired: valid %",
        "anything in the holes: valid %",
        "anything alone: valid %",
        "safe terms in the holes: missed %",
    ];
    let mut shares =
        Table::new("repair-strategies", "Values of repaired generators, and of one-sided repairs", &columns);
    let columns = ["sketch", "components", "needed", "terms", "terms, with these only", "change %"];
    let mut components = Table::new("repair-components", "Superfluous components, as in Table 3", &columns);
    let (mut better_than_anything, mut compared) = (0u64, 0u64);
    let mut speed = None;
    for (name, ..) in PAPER.iter().filter(|(name, ..)| !name.starts_with("stlc")) {
        let text = read(&folder.join(format!("{name}.ml")))?;
        let claim = incomplete(&text).ok_or_else(|| format!("{name}: no missing value in its header"))?;
        let file = format!("{name}.ml");
        let request = Request { file: &file, text: &text, claim };
        let solved = solve_with(&file, &text, claim, &Wishes::default(), false);
        let Some(repair) = first(&solved) else { continue };
        eprintln!("{name}: repaired");
        let arguments = some_arguments(&request);
        let own = draw(&repair.text, claim, &arguments).unwrap_or_default();
        let anything = fill(&request, &repair.edits, Strategy::Completeness)
            .and_then(|filled| draw(&filled, claim, &arguments));
        let alone = whole_body(&text, claim)
            .and_then(|body| fill(&request, &[body], Strategy::Completeness))
            .and_then(|filled| draw(&filled, claim, &arguments));
        let safe = fill(&request, &repair.edits, Strategy::Safety)
            .and_then(|filled| missed(&filled, claim, &own.values));
        let cell = |share: Option<f64>| share.map_or(Cell::Nothing, |share| Cell::Number(share, 0));
        let anything_share = anything.as_ref().map(Sampled::share);
        compared += u64::from(anything_share.is_some());
        better_than_anything += u64::from(anything_share.is_some_and(|share| own.share() >= share));
        shares.rows.push(vec![
            Cell::from(*name),
            Cell::Number(own.share(), 0),
            cell(anything_share),
            cell(alone.as_ref().map(Sampled::share)),
            cell(safe),
        ]);
        if name.ends_with("_sketch") {
            components.rows.push(with_few(&file, &text, claim, &solved, repair));
        }
        if *name == "red_black_tree_sketch" {
            speed = Some(race(&request, repair, &arguments));
        }
    }
    let columns = ["way", "valid trees", "draws", "draws for one", "µs for one"];
    let mut race = Table::new("repair-speed", "Valid red-black trees, as in Fig. 14", &columns);
    let mut goals = vec![crate::repair::goal(
        "variants in which anything in the holes gives more valid values",
        (compared - better_than_anything) as f64,
        0.0,
        "",
    )];
    if let Some((rows, ratio)) = speed {
        race.rows = rows;
        goals.push(crate::repair::goal(
            "a repaired generator's time for a tree, of filtering's",
            ratio,
            100.0,
            "%",
        ));
    }
    Ok((vec![shares, race, components], goals))
}

/// The variants without a component that their repairs need: something better than anything in the holes, or a message.
///
/// # Errors
///
/// A file that is not there.
pub fn sabotage(folder: &Path) -> Result<(Vec<Table>, Vec<Goal>), String> {
    let columns =
        ["variant", "without", "verdict", "valid %", "anything in the holes: valid %", "better", "message"];
    let mut table = Table::new("repair-sabotaged", "Variants without a component that they need", &columns);
    let (mut better, mut silent) = (0u64, 0u64);
    for (name, ..) in PAPER.iter().filter(|(name, ..)| !name.starts_with("stlc")) {
        let text = read(&folder.join(format!("{name}.ml")))?;
        let claim = incomplete(&text).ok_or_else(|| format!("{name}: no missing value in its header"))?;
        let file = format!("{name}.ml");
        let request = Request { file: &file, text: &text, claim };
        let solved = solve_with(&file, &text, claim, &Wishes::default(), false);
        let Some(repair) = first(&solved) else { continue };
        let Some(key) = key_component(repair, claim) else { continue };
        let arguments = some_arguments(&request);
        let anything = fill(&request, &repair.edits, Strategy::Completeness)
            .and_then(|filled| draw(&filled, claim, &arguments))
            .map(|sampled| sampled.share());
        let wishes = Wishes { without: vec![key.clone()], ..Wishes::default() };
        let other = solve_with(&file, &text, claim, &wishes, true);
        let share = first(&other)
            .and_then(|repair| draw(&repair.text, claim, &arguments))
            .map(|sampled| sampled.share());
        let wins = share.is_some_and(|share| anything.is_none_or(|anything| share > anything));
        better += u64::from(wins);
        silent += u64::from(share.is_none() && other.why().is_empty());
        let imprecise = first(&other).is_some_and(|repair| repair.excess.is_some());
        let word = if imprecise { "imprecise" } else { other.word() };
        eprintln!("{name} without {key}: {word} ({:.1} s) {}", other.time.as_secs_f64(), other.why());
        let cell = |share: Option<f64>| share.map_or(Cell::Nothing, |share| Cell::Number(share, 0));
        table.rows.push(vec![
            Cell::from(*name),
            Cell::from(key),
            Cell::from(word),
            cell(share),
            cell(anything),
            Cell::from(if wins { "yes" } else { "" }),
            Cell::from(other.why()),
        ]);
    }
    // The paper: 21 of 44.
    eprintln!("{better} of {} get something better than anything in the holes", table.rows.len());
    let goals = vec![crate::repair::goal(
        "variants that get neither something better nor a message",
        silent as f64,
        0.0,
        "",
    )];
    Ok((vec![table], goals))
}

/// The search with the components of its repair only.
fn with_few(file: &str, text: &str, claim: &str, solved: &Solved, repair: &Repair) -> Vec<Cell> {
    let request = Request { file, text, claim };
    let all =
        covenant_repair::components_of(&request, &covenant_repair::Options::default()).unwrap_or_default();
    let new: String = repair.edits.iter().map(|edit| format!(" {} ", edit.text)).collect();
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let uses = |name: &String| {
        let named = new.split(|c: char| !word(c)).any(|w| w == name.as_str());
        named
            || name == "::" && new.contains("[ ")
            || new.contains(&format!(" {name} "))
            || new.contains(&format!(" {name},"))
    };
    let needed: Vec<String> = all.iter().filter(|name| uses(name)).cloned().collect();
    let wishes = Wishes { only: Some(needed.clone()), ..Wishes::default() };
    let few = solve_with(file, text, claim, &wishes, false);
    let (before, after) = (solved.repair.work.terms, few.repair.work.terms);
    let change = few.proved().then(|| 100.0 * (after as f64 - before as f64) / before.max(1) as f64);
    vec![
        Cell::from(file.trim_end_matches(".ml")),
        Cell::from(all.len()),
        Cell::from(needed.len()),
        Cell::Count(before),
        Cell::Count(after),
        change.map_or(Cell::from(few.why()), |change| Cell::Number(change, 0)),
    ]
}

/// A repaired generator against drawing anything and keeping what is valid; and the ratio of their times for one tree.
fn race(request: &Request<'_>, repair: &Repair, arguments: &[Vec<Value>]) -> (Vec<Vec<Cell>>, f64) {
    let filtering = whole_body(request.text, request.claim)
        .and_then(|body| fill(request, &[body], Strategy::Completeness))
        .unwrap_or_default();
    let mut rows = Vec::new();
    let mut times = Vec::new();
    for (way, text) in [("repaired", &repair.text), ("filtering", &filtering)] {
        let (mut draws, mut valid) = (0u64, 0u64);
        let began = process_cpu();
        if let Some(unit) = unit(text, request.claim)
            && let Ok(program) = Program::new(&unit.statement)
        {
            'all: for seed in 0.. {
                for args in arguments {
                    if valid >= TREES as u64 || draws >= MOST_DRAWS as u64 {
                        break 'all;
                    }
                    let limits = Limits::with_steps(RUN_STEPS);
                    let Ok(samples) = sample(program, unit.statement.claim, args, DRAWS, seed, &limits)
                    else {
                        break 'all;
                    };
                    draws += samples.draws.len() as u64;
                    let good = |draw: &&Draw| matches!(draw, Draw::Value(_, Some(true)));
                    valid += samples.draws.iter().filter(good).count() as u64;
                }
            }
        }
        let micros = process_cpu().saturating_sub(began).as_secs_f64() * 1e6 / valid.max(1) as f64;
        times.push(micros);
        rows.push(vec![
            Cell::from(way),
            Cell::Count(valid),
            Cell::Count(draws),
            Cell::Number(draws as f64 / valid.max(1) as f64, 1),
            Cell::Number(micros, 0),
        ]);
    }
    (rows, 100.0 * times[0] / times[1].max(1e-9))
}
