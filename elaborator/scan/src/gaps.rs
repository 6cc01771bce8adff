//! What never comes, in words.
//!
//! Runs suggest, and running backwards decides: a constructor that no sample had is a gap only if the smallest value with it
//! cannot be returned at all.

use crate::picture::Picture;
use crate::probes;
use crate::seen::{Constructor, Extent, Seen, in_place, is_plumbing, name_of, visible_parts};
use covenant_execute::{
    Limits, Names, Program, Reach, SpecBounds, Value, can_return, sample, show, values_of_claim,
};
use covenant_kernel::tables::{ExprRow, FIRST_DATATYPE, SortRef, SortRow, Statement};
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
    /// Strings or lists of a length that none has.
    Length,
    /// Characters that never occur.
    Character,
    /// Fields that are always equal to each other.
    Correlation,
    /// Values that are nested no deeper.
    Nesting,
    /// Some other value.
    Value,
}

impl GapKind {
    /// All of them.
    pub const ALL: [GapKind; 8] = [
        GapKind::Constructor,
        GapKind::Field,
        GapKind::Range,
        GapKind::Length,
        GapKind::Character,
        GapKind::Correlation,
        GapKind::Nesting,
        GapKind::Value,
    ];

    /// The word for tables and machines.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            GapKind::Constructor => "constructor",
            GapKind::Field => "field",
            GapKind::Range => "range",
            GapKind::Length => "length",
            GapKind::Character => "character",
            GapKind::Correlation => "correlation",
            GapKind::Nesting => "nesting",
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
/// Places in values at which numbers, lengths and characters are looked at.
const MOST_PLACES: usize = 24;
/// How often the distance to a number that was seen is doubled, in search of one that is missing.
const FARTHEST: u32 = 40;
/// The same for lengths, and for how deep a value is in itself.
const LONGEST: u32 = 6;
const DEEPEST: u32 = 6;
/// Where more characters were seen, all are taken to come.
const MOST_CHARACTERS: usize = 250;
/// Values with a constructor that no sample had that are tried.
const VALUES_TRIED: usize = 24;
/// Unseen characters that are tried.
const CHARACTERS_TRIED: usize = 8;

fn limits() -> Limits {
    Limits::with_steps(200_000)
}

/// Who looks for gaps of one generator.
struct Search<'s> {
    statement: &'s Statement,
    program: Program<'s>,
    seen: Seen,
    count: usize,
    /// The smallest values of the type.
    small: Vec<Value>,
    /// Constructors that did not occur, and a value with each that no run returns.
    never: BTreeSet<Constructor>,
    gaps: Vec<Gap>,
}

/// What was found by running a generator.
#[derive(Default)]
pub(crate) struct Ran {
    pub gaps: Vec<Gap>,
    pub picture: Picture,
}

/// The gaps of the claim of a statement, the generator of which takes nothing but `()`, and what its samples had.
pub(crate) fn find(statement: &Statement) -> Ran {
    let Ok(program) = Program::new(statement) else { return Ran::default() };
    let unit = [Value::unit()];
    let Ok(samples) = sample(program, statement.claim, &unit, SAMPLES, 0, &limits()) else {
        return Ran::default();
    };
    let seen = Seen::of(statement, &samples.draws);
    let small = small_values(program, statement);
    let count = samples.draws.len();
    let never = BTreeSet::new();
    let mut search = Search { statement, program, seen, count, small, never, gaps: Vec::new() };
    search.constructors();
    search.fields();
    search.equal_fields();
    search.extents();
    search.nesting();
    if search.gaps.is_empty() {
        let first = search.small.iter().find(|value| search.is_missing(value)).cloned();
        first
            .into_iter()
            .for_each(|value| search.say(GapKind::Value, "a value that no run returns".to_owned(), &value));
    }
    let Search { mut gaps, seen, count, never, .. } = search;
    gaps.sort_by_key(|gap| gap.kind);
    Ran { gaps, picture: Picture::of(statement, &seen, &never, count) }
}

impl Search<'_> {
    /// Whether no run returns a value, if that is known.
    fn missing(&self, value: &Value) -> Option<bool> {
        match can_return(self.program, self.statement.claim, &[Value::unit()], value, &limits()) {
            Reach::No => Some(true),
            Reach::Yes => Some(false),
            Reach::Unknown(_) => None,
        }
    }

    fn is_missing(&self, value: &Value) -> bool {
        self.missing(value) == Some(true)
    }

    fn text(&self, value: &Value) -> String {
        show(self.statement, &Names::default(), value)
    }

    /// Notes a gap whose value is known to be missing.
    fn say(&mut self, kind: GapKind, what: String, value: &Value) {
        let gap = Gap { kind, what, value: self.text(value), confirmed: true };
        // One value shows one thing.
        if !self.gaps.iter().any(|other| other.value == gap.value) {
            self.gaps.push(gap);
        }
    }

    fn name(&self, constructor: Constructor) -> String {
        name_of(self.statement, constructor).to_owned()
    }

    /// Constructors that never occur. Samples miss what is seldom, so one that some small value with it shows is no gap.
    fn constructors(&mut self) {
        let mut with: BTreeMap<Constructor, Vec<usize>> = BTreeMap::new();
        for (index, value) in self.small.iter().enumerate() {
            visible_parts(self.statement, value, &mut |part| {
                // That a boolean is never false is said of the field; that there is no tuple, of what is around it.
                if let Value::Ctor(node) = part
                    && node.data >= FIRST_DATATYPE
                    && !is_plumbing(self.statement, (node.data, node.tag))
                {
                    let values = with.entry((node.data, node.tag)).or_default();
                    if values.last() != Some(&index) {
                        values.push(index);
                    }
                }
            });
        }
        let mut found = Vec::new();
        for (constructor, values) in with {
            if self.seen.constructors.contains(&constructor) {
                continue;
            }
            let values: Vec<&Value> = values.iter().filter_map(|index| self.small.get(*index)).collect();
            let answers: Vec<_> = values.iter().take(VALUES_TRIED).map(|value| self.missing(value)).collect();
            if answers.contains(&Some(false)) {
                self.seen.constructors.insert(constructor);
                continue;
            }
            let Some(at) = answers.iter().position(|answer| *answer == Some(true)) else { continue };
            let name = self.name(constructor);
            let what = if is_written(self.statement, constructor) {
                format!("`{name}` did not occur in {} samples", self.count)
            } else {
                format!("`{name}` never occurs")
            };
            found.extend(values.get(at).map(|value| (constructor, what, (*value).clone())));
        }
        found.sort_by_key(|(.., value)| value.size());
        for (constructor, what, value) in found {
            self.never.insert(constructor);
            self.say(GapKind::Constructor, what, &value);
        }
    }

    /// The smallest missing value in which some part with this constructor passes a test, and nothing else is new.
    fn smallest(&self, constructor: Constructor, test: &dyn Fn(&[Value]) -> bool) -> Option<Value> {
        let differs = |value: &&Value| {
            let (mut other, mut new) = (false, false);
            visible_parts(self.statement, value, &mut |part| {
                if let Value::Ctor(node) = part {
                    let own = (node.data, node.tag);
                    new |= node.data >= FIRST_DATATYPE
                        && !is_plumbing(self.statement, own)
                        && !self.seen.constructors.contains(&own);
                    other |= own == constructor && test(&node.fields);
                }
            });
            other && !new
        };
        self.small.iter().filter(differs).find(|value| self.is_missing(value)).cloned()
    }

    /// Fields that never vary.
    fn fields(&mut self) {
        let mut found = Vec::new();
        for (place, at) in &self.seen.places {
            let (Some((constructor, index)), [only]) = (*place, &at.values.iter().collect::<Vec<_>>()[..])
            else {
                continue;
            };
            if at.count < ENOUGH {
                continue;
            }
            let other = |fields: &[Value]| fields.get(index).is_some_and(|field| self.text(field) != **only);
            if let Some(value) = self.smallest(constructor, &other) {
                let what = format!("`{only}` in all samples{}", in_place(self.statement, *place));
                found.push((what, value));
            }
        }
        found.into_iter().for_each(|(what, value)| self.say(GapKind::Field, what, &value));
    }

    /// Fields that are always equal to each other, and vary.
    fn equal_fields(&mut self) {
        let mut found = Vec::new();
        for ((constructor, first, second), (same, values)) in &self.seen.same {
            let count = self.seen.places.get(&Some((*constructor, *first))).map_or(0, |at| at.count);
            if !same || values.len() < 2 || count < ENOUGH {
                continue;
            }
            let unlike = |fields: &[Value]| fields.get(*first) != fields.get(*second);
            if let Some(value) = self.smallest(*constructor, &unlike) {
                let of = match self.name(*constructor) {
                    name if is_plumbing(self.statement, *constructor) || name.starts_with('{') => {
                        String::new()
                    }
                    name => format!(" of `{name}`"),
                };
                let what = format!("fields {} and {}{of} were equal in all samples", first + 1, second + 1);
                found.push((what, value));
            }
        }
        found.into_iter().for_each(|(what, value)| self.say(GapKind::Correlation, what, &value));
    }

    /// Numbers, lengths and characters that never come, place by place.
    fn extents(&mut self) {
        let mut found = Vec::new();
        for (place, at) in self.seen.places.iter().take(MOST_PLACES) {
            if at.count < ENOUGH {
                continue;
            }
            let of = in_place(self.statement, *place);
            let with = |make: &dyn Fn(&Value) -> Option<Value>| {
                probes::with_part(self.statement, &self.seen.samples, *place, make)
            };
            if let Some(Extent { low, high }) = at.numbers {
                let number = |number: i64| with(&|_| Some(Value::Int(number)));
                let missing = |value: i64| self.missing(&number(value)?);
                let what = format!("numbers{of} were from {low} to {high} in {} samples", self.count);
                for (from, step) in [(high, 1), (low, -1)] {
                    let first = probes::first_missing(from, step, FARTHEST, &missing).and_then(number);
                    found.extend(first.map(|value| (GapKind::Range, what.clone(), value)));
                }
            }
            for (extent, thing, unit) in
                [(at.texts, "strings", "characters"), (at.lists, "lists", "elements")]
            {
                let Some(Extent { low, high }) = extent.filter(|extent| extent.high > 0) else { continue };
                let long = |length: i64| {
                    let length = usize::try_from(length).ok()?;
                    with(&|value| probes::of_length(value, length))
                };
                let missing = |length: i64| self.missing(&long(length)?);
                let what = format!("{thing}{of} had {low} to {high} {unit} in {} samples", self.count);
                let (shorter, longer) =
                    (i64::try_from(low).unwrap_or(0) - 1, i64::try_from(high).unwrap_or(0));
                let shorter =
                    (shorter >= 0 && missing(shorter + 1) == Some(false) && missing(shorter) == Some(true))
                        .then_some(shorter);
                let longer = probes::first_missing(longer, 1, LONGEST, &missing);
                for length in shorter.into_iter().chain(longer) {
                    found.extend(long(length).map(|value| (GapKind::Length, what.clone(), value)));
                }
            }
            if let (false, 1..=MOST_CHARACTERS) = (at.characters.is_empty(), at.characters.len()) {
                let unseen = friendly().filter(|byte| !at.characters.contains(byte)).take(CHARACTERS_TRIED);
                let with_byte = |byte| with(&|value| probes::with_character(self.statement, value, byte));
                // Another character in this place must be possible.
                let usual = at.characters.iter().find_map(|byte| with_byte(*byte));
                let usual = usual.is_some_and(|value| self.missing(&value) == Some(false));
                let first =
                    unseen.filter(|_| usual).filter_map(with_byte).find(|value| self.is_missing(value));
                let what =
                    format!("{} different characters{of} in {} samples", at.characters.len(), self.count);
                found.extend(first.map(|value| (GapKind::Character, what, value)));
            }
        }
        found.into_iter().for_each(|(kind, what, value)| self.say(kind, what, &value));
    }

    /// Values that are nested no deeper, because a size stops.
    fn nesting(&mut self) {
        let Some(template) =
            self.seen.samples.iter().find(|value| probes::nested(value, 1).is_some()).cloned()
        else {
            return;
        };
        let nested = |times: i64| probes::nested(&template, usize::try_from(times).ok()?);
        let missing = |times: i64| self.missing(&nested(times)?);
        let Some(first) = probes::first_missing(0, 1, DEEPEST, &missing) else { return };
        if let (Some(value), Value::Ctor(node)) = (nested(first), &template) {
            let name = self.name((node.data, node.tag));
            let what = format!("`{name}` stands in itself {} times, and not {first} times", first - 1);
            self.say(GapKind::Nesting, what, &value);
        }
    }
}

/// Characters, those first that people write.
fn friendly() -> impl Iterator<Item = u8> {
    let first = [b'a'..=b'z', b'0'..=b'9', b'A'..=b'Z', b' '..=b'/'];
    first.into_iter().flatten().chain(0..=255)
}

/// Whether the text of the program, or of a definition, makes a value with this constructor. If not, none occurs.
fn is_written(statement: &Statement, (data, tag): (u32, u32)) -> bool {
    let of_data = |sort: &SortRef| matches!(statement.sorts.get(sort.0 as usize), Some(SortRow::Data(number, _)) if *number == data);
    statement.exprs.iter().any(|row| matches!(row, ExprRow::Ctor(sort, t, _) if *t == tag && of_data(sort)))
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
