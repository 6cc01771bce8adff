//! What never comes, in words.
//!
//! Runs suggest, and running backwards decides: a constructor that no sample had is a gap only if the smallest value with it
//! cannot be returned at all.

use covenant_execute::{
    Draw, Limits, Names, Program, Reach, SpecBounds, Value, can_return, sample, show, values_of_claim,
};
use covenant_kernel::tables::{BOOL, ExprRow, FIRST_DATATYPE, SortRef, SortRow, Statement};
use std::collections::{BTreeMap, BTreeSet};

/// A kind of gap, in the order in which people want to hear of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GapKind {
    /// A constructor that never occurs.
    Constructor,
    /// A field that never varies.
    Field,
    /// Numbers that are never drawn.
    Range,
    /// Some other value.
    Value,
}

impl GapKind {
    /// The word for tables and machines.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            GapKind::Constructor => "constructor",
            GapKind::Field => "field",
            GapKind::Range => "range",
            GapKind::Value => "value",
        }
    }
}

/// Something that a generator cannot produce.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Its kind.
    pub kind: GapKind,
    /// In words.
    pub what: String,
    /// The smallest value that shows it.
    pub value: String,
    /// Whether every run was excluded.
    pub confirmed: bool,
}

const SAMPLES: usize = 400;
/// Fewer observations say nothing.
const ENOUGH: usize = 20;
/// More values of a type are not tried.
const MOST_VALUES: usize = 300;
const MOST_GAPS: usize = 8;

fn limits() -> Limits {
    Limits::with_steps(200_000)
}

/// What the samples had.
#[derive(Default)]
struct Seen {
    constructors: BTreeSet<(u32, u32)>,
    /// The different values of each field, up to two, and how often it was seen.
    fields: BTreeMap<(u32, u32, usize), (BTreeSet<String>, usize)>,
    numbers: Option<(i64, i64)>,
}

impl Seen {
    fn of(statement: &Statement, draws: &[Draw]) -> Seen {
        let mut seen = Seen::default();
        for draw in draws {
            let Draw::Value(value, _) = draw else { continue };
            if let Value::Int(number) = value {
                let (low, high) = seen.numbers.unwrap_or((*number, *number));
                seen.numbers = Some((low.min(*number), high.max(*number)));
            }
            each_part(value, &mut |part| {
                let Value::Ctor(node) = part else { return };
                seen.constructors.insert((node.data, node.tag));
                for (index, field) in node.fields.iter().enumerate() {
                    let (values, count) = seen.fields.entry((node.data, node.tag, index)).or_default();
                    *count += 1;
                    if values.len() < 2 {
                        values.insert(show(statement, &Names::default(), field));
                    }
                }
            });
        }
        seen
    }
}

fn each_part(value: &Value, each: &mut dyn FnMut(&Value)) {
    let mut pending = vec![value];
    while let Some(next) = pending.pop() {
        each(next);
        if let Value::Ctor(node) = next {
            pending.extend(node.fields.iter());
        }
    }
}

/// The gaps of the claim of a statement, the generator of which takes nothing but `()`.
pub(crate) fn find(statement: &Statement) -> Vec<Gap> {
    let Ok(program) = Program::new(statement) else { return Vec::new() };
    let unit = [Value::unit()];
    let Ok(samples) = sample(program, statement.claim, &unit, SAMPLES, 0, &limits()) else {
        return Vec::new();
    };
    let seen = Seen::of(statement, &samples.draws);
    let count_of_samples = samples.draws.len();
    let values = small_values(program, statement);
    let missing = |value: &&Value| can_return(program, statement.claim, &unit, value, &limits()) == Reach::No;
    let text = |value: &Value| show(statement, &Names::default(), value);
    let mut gaps = Vec::new();
    let mut said = BTreeSet::new();
    for value in &values {
        let mut parts = Vec::new();
        each_part(value, &mut |part| {
            // That a boolean is never false is said of the field; that there is no tuple, of what is around it.
            if let Value::Ctor(node) = part
                && node.data >= FIRST_DATATYPE
                && !name_of(statement, (node.data, node.tag)).starts_with("Tuple")
            {
                parts.push((node.data, node.tag));
            }
        });
        for part in parts {
            if !seen.constructors.contains(&part) && !said.contains(&part) && missing(&value) {
                said.insert(part);
                let name = name_of(statement, part);
                let what = if is_written(statement, part) {
                    format!("`{name}` did not occur in {count_of_samples} samples")
                } else {
                    format!("`{name}` never occurs")
                };
                gaps.push(Gap { kind: GapKind::Constructor, what, value: text(value), confirmed: true });
            }
        }
    }
    for ((data, tag, index), (only, count)) in &seen.fields {
        let [only] = only.iter().collect::<Vec<_>>()[..] else { continue };
        if *count < ENOUGH || *data < FIRST_DATATYPE {
            continue;
        }
        let differs = |value: &&Value| {
            let mut other = false;
            let mut new = false;
            each_part(value, &mut |part| {
                if let Value::Ctor(node) = part {
                    new |= node.data >= FIRST_DATATYPE && !seen.constructors.contains(&(node.data, node.tag));
                    other |= (node.data, node.tag) == (*data, *tag)
                        && node.fields.get(*index).is_some_and(|field| text(field) != *only);
                }
            });
            other && !new
        };
        if let Some(value) = values.iter().filter(differs).find(missing) {
            let what = format!(
                "field {} of `{}` was `{only}` in all samples",
                index + 1,
                name_of(statement, (*data, *tag))
            );
            gaps.push(Gap { kind: GapKind::Field, what, value: text(value), confirmed: true });
        }
    }
    if let Some((low, high)) = seen.numbers {
        let outside = [high.saturating_add(1), low.saturating_sub(1)].map(Value::Int);
        if let Some(value) = outside.iter().find(missing) {
            let what = format!("in {count_of_samples} samples numbers were from {low} to {high}");
            gaps.push(Gap { kind: GapKind::Range, what, value: text(value), confirmed: true });
        }
    }
    gaps.sort_by_key(|gap| gap.kind);
    gaps.truncate(MOST_GAPS);
    gaps
}

/// Whether the text of the program, or of a definition, makes a value with this constructor. If not, none occurs.
fn is_written(statement: &Statement, (data, tag): (u32, u32)) -> bool {
    let of_data = |sort: &SortRef| matches!(statement.sorts.get(sort.0 as usize), Some(SortRow::Data(number, _)) if *number == data);
    statement.exprs.iter().any(|row| matches!(row, ExprRow::Ctor(sort, t, _) if *t == tag && of_data(sort)))
}

fn name_of(statement: &Statement, (data, tag): (u32, u32)) -> String {
    match data.checked_sub(FIRST_DATATYPE) {
        Some(row) => {
            let datatype = statement.datatypes.get(row as usize);
            let constructor = datatype.and_then(|datatype| datatype.ctors.get(tag as usize));
            constructor.map_or_else(String::new, |constructor| constructor.name.clone())
        }
        None if data == BOOL => (tag == 1).to_string(),
        None => "()".to_owned(),
    }
}

fn small_values(program: Program<'_>, statement: &Statement) -> Vec<Value> {
    let bounds = SpecBounds { ints: 0..=1, depth: 4, count: MOST_VALUES };
    let found = values_of_claim(program, statement.claim, &[Value::unit()], &bounds, &limits());
    let mut values = found.map(|found| found.values).unwrap_or_default();
    values.sort_by_key(|value| (value.size(), show(statement, &Names::default(), value)));
    values
}

/// How many small values there are, if the generator can return each of them.
pub(crate) fn all_small_values(statement: &Statement) -> Option<usize> {
    let program = Program::new(statement).ok()?;
    let values = small_values(program, statement);
    let unit = [Value::unit()];
    let reached = |value: &Value| can_return(program, statement.claim, &unit, value, &limits()) == Reach::Yes;
    (!values.is_empty() && values.iter().all(reached)).then_some(values.len())
}
