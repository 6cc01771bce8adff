//! Repair: the variants of the paper's Tables 1 and 2 beside its figures, deletion mutants of the
//! valid suites, and the incomplete suites, whose terms are wrong rather than missing.

use crate::report::{Cell, Goal, Table};
use crate::resources::process_cpu;
use crate::suite;
use covenant_elaborator::pipeline;
use covenant_front::syntax::{Expr, ExprKind, Item};
use covenant_repair::{ClaimRepair, Edit, Options, Outcome, Request, Wishes, apply, repair_claim};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Table 1 and Table 2 of the paper: the variant, the size of the repair and the seconds.
pub(crate) const PAPER: &[(&str, u64, f64)] = &[
    ("sized_list_1", 1, 0.61),
    ("sized_list_2", 1, 0.51),
    ("sized_list_3", 14, 1.89),
    ("sized_list_4", 2, 0.63),
    ("sized_list_5", 20, 2.27),
    ("sized_list_6", 15, 1.9),
    ("sized_list_7", 21, 2.38),
    ("sized_list_8", 20, 2.37),
    ("sized_list_sketch", 21, 2.43),
    ("duplicate_list_1", 1, 0.8),
    ("duplicate_list_2", 18, 4.19),
    ("duplicate_list_sketch", 19, 4.68),
    ("unique_list_1", 1, 0.43),
    ("unique_list_2", 7, 1.18),
    ("unique_list_sketch", 8, 1.22),
    ("sorted_list_1", 1, 0.51),
    ("sorted_list_2", 16, 4.59),
    ("sorted_list_sketch", 17, 4.61),
    ("even_list_1", 11, 2.34),
    ("even_list_2", 11, 5.14),
    ("even_list_3", 17, 5.84),
    ("even_list_4", 22, 6.82),
    ("even_list_5", 33, 7.98),
    ("even_list_6", 28, 7.61),
    ("even_list_sketch", 40, 9.56),
    ("sized_tree_1", 1, 0.99),
    ("sized_tree_2", 1, 0.95),
    ("sized_tree_3", 18, 6.75),
    ("sized_tree_sketch", 25, 7.45),
    ("complete_tree_1", 1, 0.6),
    ("complete_tree_2", 18, 3.65),
    ("complete_tree_sketch", 19, 3.78),
    ("search_tree_1", 1, 56.21),
    ("search_tree_2", 1, 56.88),
    ("search_tree_3", 1, 55.17),
    ("search_tree_4", 33, 637.67),
    ("search_tree_sketch", 57, 765.49),
    ("red_black_tree_1", 1, 35.85),
    ("red_black_tree_2", 1, 35.19),
    ("red_black_tree_3", 14, 35.14),
    ("red_black_tree_4", 34, 41.95),
    ("red_black_tree_5", 31, 38.32),
    ("red_black_tree_6", 17, 33.68),
    ("red_black_tree_sketch", 108, 62.58),
    ("stlc_1", 9, 8.29),
    ("stlc_2", 30, 86.34),
    ("stlc_3", 59, 611.49),
];

/// How one problem ended.
pub(crate) struct Solved {
    pub repair: ClaimRepair,
    pub time: Duration,
}

impl Solved {
    pub fn word(&self) -> &'static str {
        match &self.repair.outcome {
            Outcome::NothingToRepair(_) => "nothing to repair",
            Outcome::Repaired(found) => match found.first() {
                Some(found) => found.report.verdict.word(),
                None => "no repair",
            },
            Outcome::Unproved(_) => "unproved",
            Outcome::NoRepair(_) => "no repair",
            Outcome::Declined(_) => "declined",
            Outcome::Unknown(_) => "unknown",
        }
    }

    /// Why there is no repair, or where its proof is stuck.
    pub fn why(&self) -> String {
        match &self.repair.outcome {
            Outcome::NoRepair(why) | Outcome::Declined(why) | Outcome::Unknown(why) => why.clone(),
            Outcome::Unproved(found) => {
                found.report.obstacles.first().map_or_else(String::new, |obstacle| obstacle.message.clone())
            }
            Outcome::NothingToRepair(_) | Outcome::Repaired(_) => String::new(),
        }
    }

    pub fn proved(&self) -> bool {
        matches!(self.repair.outcome, Outcome::Repaired(_))
    }

    /// Whether something that was written is changed, and no branch is added.
    fn edits_only(&self) -> bool {
        match &self.repair.outcome {
            Outcome::Repaired(found) => found
                .first()
                .is_some_and(|found| found.edits.iter().all(|edit| !edit.text.contains("bool_gen () then"))),
            _ => false,
        }
    }

    /// Words of the function after the repair, in percent of those of a function that is right.
    fn length(&self, claim: &str, reference: &str) -> Option<f64> {
        let Outcome::Repaired(found) = &self.repair.outcome else { return None };
        let (own, right) = (words(&found.first()?.text, claim)?, words(reference, claim)?);
        Some(100.0 * own as f64 / right.max(1) as f64)
    }

    fn size(&self) -> Option<u64> {
        match &self.repair.outcome {
            Outcome::Repaired(found) => found.first().map(|found| u64::from(found.size)),
            _ => None,
        }
    }
}

/// Words and signs of the body of a function.
fn words(text: &str, claim: &str) -> Option<usize> {
    let module = covenant_front::load("a.ml", text).ok()?;
    let unit = module.units.iter().find(|unit| unit.claim == claim)?;
    let span = unit.functions.iter().find(|f| f.name == unit.claim)?.span;
    let body = text.get(span.start..span.end)?.split("[@@").next()?;
    let (mut count, mut inside) = (0, false);
    for c in body.chars() {
        let word = c.is_alphanumeric() || c == '_';
        count += usize::from(!(c.is_whitespace() || word && inside));
        inside = word;
    }
    Some(count)
}

/// The mean of some figures.
fn mean(figures: &[f64]) -> f64 {
    figures.iter().sum::<f64>() / figures.len().max(1) as f64
}

pub(crate) fn goal(what: &str, measured: f64, limit: f64, unit: &'static str) -> Goal {
    Goal { what: what.to_owned(), measured, limit, unit }
}

fn solve(file: &str, text: &str, claim: &str) -> Solved {
    solve_with(file, text, claim, &Wishes::default(), false)
}

pub(crate) fn solve_with(file: &str, text: &str, claim: &str, wishes: &Wishes, imprecise: bool) -> Solved {
    // Processor time: the machine may be busy with something else.
    let started = process_cpu();
    let options = Options {
        check: pipeline::Options { jobs: 1, ..pipeline::Options::default() },
        wishes: wishes.clone(),
        imprecise,
        ..Options::default()
    };
    let repair = repair_claim(&Request { file, text, claim }, &options);
    Solved { repair, time: process_cpu().saturating_sub(started) }
}

/// The function that a header names as incomplete.
pub(crate) fn incomplete(text: &str) -> Option<&str> {
    let line = text.lines().find_map(|line| line.strip_prefix("(* missing: "))?;
    line.split(' ').next()
}

pub(crate) fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The paper's variants: all, or those whose names begin with one of these words.
///
/// # Errors
///
/// A file that is not there.
pub fn variants(folder: &Path, beginnings: &[&str]) -> Result<(Vec<Table>, Vec<Goal>), String> {
    let columns = [
        "variant",
        "verdict",
        "size",
        "paper's size",
        "words, % of the reference",
        "terms",
        "rounds",
        "values tried",
        "s",
        "paper's s",
    ];
    let mut table = Table::new("repair", "Variants of Tables 1 and 2 of the repair paper", &columns);
    let (mut repaired, mut lists, mut slowest, mut typed) = (0u64, 0.0, 0.0f64, 0.0f64);
    let mut lengths = Vec::new();
    let wanted = |name: &str| beginnings.is_empty() || beginnings.iter().any(|b| name.starts_with(b));
    let (mut asked, mut lambda) = (0u64, false);
    for (name, size, seconds) in PAPER.iter().filter(|(name, ..)| wanted(name)) {
        let text = read(&folder.join(format!("{name}.ml")))?;
        let claim = incomplete(&text).ok_or_else(|| format!("{name}: no missing value in its header"))?;
        let solved = solve(&format!("{name}.ml"), &text, claim);
        let time = solved.time.as_secs_f64();
        if name.starts_with("stlc") {
            lambda = true;
            typed = typed.max(time);
        } else {
            asked += 1;
            repaired += u64::from(solved.proved());
            lists += time;
            slowest = slowest.max(time);
        }
        let family = name.rsplit_once('_').map_or(*name, |(family, _)| family);
        let length = solved.length(claim, &read(&folder.join(format!("{family}_reference.ml")))?);
        lengths.extend(length);
        let tried = match &solved.repair.outcome {
            Outcome::Repaired(found) => found.first().map_or(0, |found| found.values_tried),
            _ => 0,
        };
        table.rows.push(vec![
            Cell::from(*name),
            Cell::from(solved.word()),
            solved.size().map_or(Cell::Nothing, Cell::Count),
            Cell::Count(*size),
            length.map_or(Cell::Nothing, |length| Cell::Number(length, 0)),
            Cell::Count(solved.repair.work.terms),
            Cell::Count(u64::from(solved.repair.work.rounds)),
            Cell::from(tried),
            Cell::Number(time, 2),
            Cell::Number(*seconds, 2),
        ]);
    }
    let mut goals = vec![
        goal("variants of Table 1 not repaired and proved", (asked - repaired) as f64, 0.0, ""),
        goal("the variants of Table 1 together", lists, 15.0, "s"),
        goal("the slowest of them", slowest, 1.0, "s"),
        goal("words after the repair, of the reference's", mean(&lengths), 100.0, "%"),
    ];
    if lambda {
        goals.push(goal("the slowest variant of Table 2", typed, 10.0, "s"));
    }
    Ok((vec![table], goals))
}

/// The files of folders whose headers name a missing value: one row for each folder, and one for each file.
///
/// # Errors
///
/// A folder that cannot be read.
pub fn wrong_terms(folders: &[PathBuf]) -> Result<(Vec<Table>, Vec<Goal>), String> {
    let columns = ["file", "verdict", "edit", "size", "terms", "s", "why not"];
    let mut each = Table::new("repair-wrong", "Generators whose terms are wrong", &columns);
    let columns = ["suite", "files", "repaired and proved", "edits", "s", "slowest, s"];
    let mut suites = Table::new("repair-wrong-suites", "The same by suite", &columns);
    let (mut files, mut proved, mut edits, mut slowest) = (0u64, 0u64, 0u64, 0.0f64);
    for folder in folders {
        let mut sums = (0u64, 0u64, 0u64, 0.0, 0.0f64);
        for path in suite::files(folder)? {
            let text = read(&path)?;
            let Some(claim) = incomplete(&text) else { continue };
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let solved = solve(&name, &text, claim);
            let time = solved.time.as_secs_f64();
            sums.0 += 1;
            sums.1 += u64::from(solved.proved());
            sums.2 += u64::from(solved.edits_only());
            sums.3 += time;
            sums.4 = sums.4.max(time);
            let mut cells = row(&name, &solved);
            cells.insert(2, Cell::from(if solved.edits_only() { "yes" } else { "" }));
            each.rows.push(cells);
        }
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        suites.rows.push(vec![
            Cell::from(name),
            Cell::Count(sums.0),
            Cell::Count(sums.1),
            Cell::Count(sums.2),
            Cell::Number(sums.3, 1),
            Cell::Number(sums.4, 1),
        ]);
        files += sums.0;
        proved += sums.1;
        edits += sums.2;
        slowest = slowest.max(sums.4);
    }
    let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let goals = vec![
        goal("wrong generators not repaired and proved", share(files - proved, files), 30.0, "%"),
        goal("of the repaired ones, those with a branch added", share(proved - edits, proved), 50.0, "%"),
        goal("the slowest", slowest, 5.0, "s"),
    ];
    Ok((vec![each, suites], goals))
}

fn row(name: &str, solved: &Solved) -> Vec<Cell> {
    // A run takes minutes: what is done is shown at once.
    let edits: Vec<&str> = match &solved.repair.outcome {
        Outcome::Repaired(found) => {
            found.first().map_or(Vec::new(), |f| f.edits.iter().map(|e| e.text.as_str()).collect())
        }
        _ => Vec::new(),
    };
    let shown = if edits.is_empty() { solved.why() } else { edits.join(" … ") };
    eprintln!("{name}: {} ({:.1} s) {shown}", solved.word(), solved.time.as_secs_f64());
    vec![
        Cell::from(name),
        Cell::from(solved.word()),
        solved.size().map_or(Cell::Nothing, Cell::Count),
        Cell::Count(solved.repair.work.terms),
        Cell::Number(solved.time.as_secs_f64(), 2),
        Cell::from(solved.why()),
    ]
}

/// Valid generators with a leaf, two leaves or all leaves replaced by `err ()`: of every `every`th file, for each claim one
/// mutant of each kind, so that a run is bounded.
///
/// # Errors
///
/// A folder that cannot be read.
pub fn deletions(folders: &[PathBuf], every: usize) -> Result<(Vec<Table>, Vec<Goal>), String> {
    let columns = ["mutant", "verdict", "words, % of the original", "size", "terms", "s", "why not"];
    let mut each = Table::new("repair-deleted", "Generators with leaves deleted", &columns);
    let mut lengths = Vec::new();
    let (mut mutants, mut proved, mut number) = (0u64, 0u64, 0usize);
    for folder in folders {
        for path in suite::files(folder)? {
            number += 1;
            if !number.is_multiple_of(every.max(1)) {
                continue;
            }
            let text = read(&path)?;
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            for (claim, which, mutant) in mutants_of(&name, &text, number) {
                let solved = solve(&name, &mutant, &claim);
                // Some leaves are not needed: without them the claim still holds.
                if matches!(solved.repair.outcome, Outcome::NothingToRepair(_)) {
                    continue;
                }
                mutants += 1;
                proved += u64::from(solved.proved());
                let length = solved.length(&claim, &text);
                lengths.extend(length);
                let shown = length.map_or(String::new(), |length| format!(" ({length:.0} % of the words)"));
                let mut cells = row(&format!("{name} {claim} {which}{shown}"), &solved);
                cells.insert(2, length.map_or(Cell::Nothing, |length| Cell::Number(length, 0)));
                each.rows.push(cells);
            }
        }
    }
    let left = 100.0 * (mutants - proved) as f64 / mutants.max(1) as f64;
    let goals = vec![
        goal("deletion mutants not repaired and proved", left, 10.0, "%"),
        goal("words after the repair, of the original's", mean(&lengths), 100.0, "%"),
    ];
    Ok((vec![each], goals))
}

/// The claims of a file with leaves deleted, each with the function and which leaves; `number` chooses them.
fn mutants_of(name: &str, text: &str, number: usize) -> Vec<(String, String, String)> {
    let (Some(items), Ok(module)) = (covenant_front::surface(text), covenant_front::load(name, text)) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for unit in &module.units {
        let Some(span) = unit.functions.iter().find(|f| f.name == unit.claim).map(|f| f.span) else {
            continue;
        };
        let mut leaves = Vec::new();
        for item in &items {
            if let Item::Program(bindings) = item {
                for binding in
                    bindings.list.iter().filter(|b| span.start <= b.span.start && b.span.end <= span.end)
                {
                    find_leaves(&binding.body, &mut leaves);
                }
            }
        }
        let delete = |leaf: &(usize, usize)| Edit { start: leaf.0, end: leaf.1, text: "err ()".to_owned() };
        let mut add = |chosen: &[usize], which: String| {
            let edits: Vec<Edit> = chosen.iter().map(|i| delete(&leaves[*i])).collect();
            out.push((unit.claim.clone(), which, apply(text, &edits)));
        };
        let count = leaves.len();
        if count > 0 {
            let one = number % count;
            add(&[one], format!("leaf {}", one + 1));
        }
        if count > 2 {
            let (one, other) = (number % count, (number + 1) % count);
            add(&[one, other], format!("leaves {} and {}", one + 1, other + 1));
        }
        if count > 1 {
            add(&(0..count).collect::<Vec<_>>(), "all leaves".to_owned());
        }
    }
    out
}

fn find_leaves(expr: &Expr, out: &mut Vec<(usize, usize)>) {
    match &expr.kind {
        ExprKind::Function(_, body)
        | ExprKind::Let(_, body)
        | ExprKind::Sequence(_, body)
        | ExprKind::Typed(body, _) => {
            find_leaves(body, out);
        }
        ExprKind::If(_, then, otherwise) => {
            find_leaves(then, out);
            find_leaves(otherwise, out);
        }
        ExprKind::Match(_, cases) | ExprKind::Cases(cases) => {
            cases.iter().for_each(|case| find_leaves(&case.body, out));
        }
        ExprKind::Fail | ExprKind::Raise(_) => {}
        ExprKind::Apply(head, _) if matches!(&head.kind, ExprKind::Variable(name) if name == "err") => {}
        _ => out.push((expr.span.start, expr.span.end)),
    }
}
