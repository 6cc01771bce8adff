//! `covenant sample`: random runs of a generator, with what they look like together.

use super::generator;
use crate::args::Sample;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::terminal::{self, Style, styled};
use covenant_execute::{Draw, Names, Program, Value, sample, show};
use covenant_kernel::tables::{BOOL, FIRST_DATATYPE, Statement, UNIT};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Draws values and describes them.
pub fn run(arguments: &Sample) -> Result<Exit, Failure> {
    let found = generator::find(&arguments.generator)?;
    let program = Program::new(&found.statement).map_err(|error| Failure::input(error.to_string()))?;
    let limits = generator::limits(&arguments.generator);
    let samples = sample(program, found.global, &found.args, arguments.n, arguments.seed, &limits)
        .map_err(|why| Failure::input(format!("`{}` cannot be run: {why}", arguments.generator.r#gen)))?;
    let summary = Summary::of(&found.statement, &samples.draws);
    if arguments.json {
        let values: Vec<String> =
            summary.values.iter().map(|value| show(&found.statement, &Names::default(), value)).collect();
        let line = json!({
            "call": found.call,
            "seed": arguments.seed,
            "draws": samples.draws.len(),
            "failed": summary.failed,
            "stopped": summary.stopped,
            "distinct": summary.distinct,
            "allowed": summary.allowed,
            "not_allowed": summary.not_allowed,
            "sizes": summary.sizes.iter().map(|(size, count)| json!({ "size": size, "count": count })).collect::<Vec<_>>(),
            "constructors": summary.constructors,
            "values": values,
        });
        terminal::json(&line);
    } else {
        print(&found, arguments, samples.draws.len(), &summary);
    }
    Ok(if summary.values.is_empty() { Exit::Unknown } else { Exit::Good })
}

#[derive(Default)]
struct Summary<'a> {
    values: Vec<&'a Value>,
    failed: usize,
    stopped: BTreeMap<String, usize>,
    distinct: usize,
    allowed: usize,
    not_allowed: usize,
    sizes: BTreeMap<usize, usize>,
    constructors: BTreeMap<String, usize>,
}

impl<'a> Summary<'a> {
    fn of(statement: &Statement, draws: &'a [Draw]) -> Self {
        let mut summary = Summary::default();
        let mut different = BTreeSet::new();
        for draw in draws {
            match draw {
                Draw::Failed => summary.failed += 1,
                Draw::Stopped(bound) => *summary.stopped.entry(bound.to_string()).or_default() += 1,
                Draw::Value(value, allowed) => {
                    summary.values.push(value);
                    different.insert(value);
                    summary.allowed += usize::from(*allowed == Some(true));
                    summary.not_allowed += usize::from(*allowed == Some(false));
                    *summary.sizes.entry(value.size()).or_default() += 1;
                    count_constructors(statement, value, &mut summary.constructors);
                }
            }
        }
        summary.distinct = different.len();
        summary
    }
}

fn count_constructors(statement: &Statement, value: &Value, counts: &mut BTreeMap<String, usize>) {
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        let Value::Ctor(node) = value else { continue };
        let name = match node.data.checked_sub(FIRST_DATATYPE) {
            None if node.data == BOOL => if node.tag == 1 { "true" } else { "false" }.to_owned(),
            None => {
                debug_assert_eq!(node.data, UNIT);
                "()".to_owned()
            }
            Some(row) => {
                let row = statement.datatypes.get(row as usize);
                row.and_then(|row| row.ctors.get(node.tag as usize))
                    .map_or("?".to_owned(), |c| c.name.clone())
            }
        };
        *counts.entry(name).or_default() += 1;
        pending.extend(node.fields.iter());
    }
}

fn print(found: &generator::Found, arguments: &Sample, draws: usize, summary: &Summary<'_>) {
    let part = |name: &str, text: &str| {
        terminal::line(&format!("  {} {text}", styled(Style::Strong, &format!("{name:<13}"))));
    };
    terminal::line(&format!("{}  {draws} runs, seed {}", styled(Style::Strong, &found.call), arguments.seed));
    part("values", &format!("{} ({} different)", summary.values.len(), summary.distinct));
    if summary.failed > 0 {
        part("failed", &format!("{} runs reached err", summary.failed));
    }
    for (why, count) in &summary.stopped {
        part("stopped", &format!("{count} runs: {why}"));
    }
    let decided = summary.allowed + summary.not_allowed;
    if decided > 0 {
        let percent = 100.0 * summary.allowed as f64 / decided as f64;
        part("specification", &format!("allows {} of {decided} ({percent:.1} %)", summary.allowed));
    }
    if !summary.constructors.is_empty() {
        let mut list: Vec<(&String, &usize)> = summary.constructors.iter().collect();
        list.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        let list: Vec<String> = list.iter().map(|(name, count)| format!("{name} {count}")).collect();
        part("constructors", &list.join(", "));
    }
    print_histogram(&summary.sizes);
    let shown = arguments.show.min(summary.values.len());
    if shown > 0 {
        terminal::line(&format!("  {}", styled(Style::Strong, &format!("the first {shown}"))));
    }
    for value in summary.values.iter().take(shown) {
        terminal::line(&format!("    {}", show(&found.statement, &Names::default(), value)));
    }
}

/// Sizes (constructors and leaves) in at most this many bars.
const BARS: usize = 12;

fn print_histogram(sizes: &BTreeMap<usize, usize>) {
    let (Some((&low, _)), Some((&high, _))) = (sizes.first_key_value(), sizes.last_key_value()) else {
        return;
    };
    if low == high {
        return;
    }
    let width = (high - low + 1).div_ceil(BARS);
    let mut bars: BTreeMap<usize, usize> = BTreeMap::new();
    for (size, count) in sizes {
        *bars.entry((size - low) / width).or_default() += count;
    }
    let most = bars.values().copied().max().unwrap_or(1);
    terminal::line(&format!("  {}", styled(Style::Strong, "sizes (constructors and leaves)")));
    for (bar, count) in bars {
        let from = low + bar * width;
        let to = (from + width - 1).min(high);
        let range = if from == to { from.to_string() } else { format!("{from}-{to}") };
        let filled = "█".repeat((40 * count).div_ceil(most));
        terminal::line(&format!("    {range:>9}  {filled} {count}"));
    }
}
