//! What runs of a generator had, by the place in the value: numbers, lengths, characters, and what never varied.
//!
//! A place is a field of a constructor; what is deeper in a recursive value has the same place. Strings, characters and
//! lists are one thing each, not the constructors that they are made of.

use covenant_execute::{Draw, Names, Value, show};
use covenant_kernel::tables::{BOOL, FIRST_DATATYPE, Statement};
use std::collections::{BTreeMap, BTreeSet};

/// A constructor.
pub(crate) type Constructor = (u32, u32);

/// Where a part of a value is: the whole, or a field of a constructor.
pub(crate) type Place = Option<(Constructor, usize)>;

/// What a part of a value is.
pub(crate) enum Part<'v> {
    Number(i64),
    Character(u8),
    /// A string, with its characters as values.
    Text(Vec<&'v Value>),
    List(Vec<&'v Value>),
    /// Another constructor.
    Constructor(Constructor, &'v [Value]),
    Other,
}

/// The least and the greatest of some numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent<T> {
    pub low: T,
    pub high: T,
}

impl<T: Ord + Copy> Extent<T> {
    fn with(seen: Option<Extent<T>>, value: T) -> Option<Extent<T>> {
        let Extent { low, high } = seen.unwrap_or(Extent { low: value, high: value });
        Some(Extent { low: low.min(value), high: high.max(value) })
    }
}

/// What one place had.
#[derive(Default)]
pub(crate) struct At {
    pub count: usize,
    /// The different values, up to two.
    pub values: BTreeSet<String>,
    pub numbers: Option<Extent<i64>>,
    pub texts: Option<Extent<usize>>,
    pub lists: Option<Extent<usize>>,
    /// Those of strings, too.
    pub characters: BTreeSet<u8>,
}

/// What the samples had.
#[derive(Default)]
pub(crate) struct Seen {
    pub constructors: BTreeSet<Constructor>,
    pub places: BTreeMap<Place, At>,
    /// Pairs of fields that were the same in all samples, and how many different values they had, up to two.
    pub same: BTreeMap<(Constructor, usize, usize), (bool, BTreeSet<String>)>,
    /// The samples, the smallest first.
    pub samples: Vec<Value>,
}

impl Seen {
    pub fn of(statement: &Statement, draws: &[Draw]) -> Seen {
        let mut seen = Seen::default();
        for draw in draws {
            let Draw::Value(value, _) = draw else { continue };
            let mut pending = vec![(None, value)];
            while let Some((place, part)) = pending.pop() {
                seen.part(statement, place, part, &mut pending);
            }
            seen.samples.push(value.clone());
        }
        seen.samples.sort_by_key(Value::size);
        seen
    }

    fn part<'v>(
        &mut self,
        statement: &Statement,
        place: Place,
        value: &'v Value,
        pending: &mut Vec<(Place, &'v Value)>,
    ) {
        let at = self.places.entry(place).or_default();
        at.count += 1;
        if at.values.len() < 2 {
            at.values.insert(show(statement, &Names::default(), value));
        }
        match part(statement, value) {
            Part::Number(number) => at.numbers = Extent::with(at.numbers, number),
            Part::Character(byte) => {
                at.characters.insert(byte);
            }
            Part::Text(letters) => {
                at.texts = Extent::with(at.texts, letters.len());
                let bytes = letters.into_iter().filter_map(|letter| match part(statement, letter) {
                    Part::Character(byte) => Some(byte),
                    _ => None,
                });
                at.characters.extend(bytes);
            }
            Part::List(elements) => {
                at.lists = Extent::with(at.lists, elements.len());
                let Value::Ctor(node) = value else { return };
                self.constructors.insert((node.data, node.tag));
                if let (Some(list), false) = (list_of(statement, value), elements.is_empty()) {
                    self.constructors.insert(list);
                    pending.extend(elements.into_iter().map(|element| (Some((list, 0)), element)));
                }
            }
            Part::Constructor(constructor, fields) => {
                self.constructors.insert(constructor);
                for (index, field) in fields.iter().enumerate() {
                    pending.push((Some((constructor, index)), field));
                }
                self.pairs(statement, constructor, fields);
            }
            Part::Other => {}
        }
    }

    fn pairs(&mut self, statement: &Statement, constructor: Constructor, fields: &[Value]) {
        let text = |value: &Value| show(statement, &Names::default(), value);
        for (first, value) in fields.iter().enumerate() {
            for (second, other) in fields.iter().enumerate().skip(first + 1) {
                let (same, values) =
                    self.same.entry((constructor, first, second)).or_insert_with(|| (true, BTreeSet::new()));
                *same &= value == other;
                if *same && values.len() < 2 {
                    values.insert(text(value));
                }
            }
        }
    }
}

/// The parts of a value that a reader sees: not what strings and characters are made of.
pub(crate) fn visible_parts(statement: &Statement, value: &Value, each: &mut dyn FnMut(&Value)) {
    let mut pending = vec![value];
    while let Some(next) = pending.pop() {
        each(next);
        match (part(statement, next), next) {
            (Part::Text(_) | Part::Character(_), _) => {}
            (_, Value::Ctor(node)) => pending.extend(node.fields.iter()),
            _ => {}
        }
    }
}

/// The cell that a list, or what an array is made of, begins with.
fn list_of(statement: &Statement, value: &Value) -> Option<Constructor> {
    let Value::Ctor(node) = value else { return None };
    match (name_of(statement, (node.data, node.tag)), &*node.fields) {
        ("::", _) => Some((node.data, node.tag)),
        ("Array", [list]) => list_of(statement, list),
        _ => None,
    }
}

/// What a value is to a reader.
pub(crate) fn part<'v>(statement: &Statement, value: &'v Value) -> Part<'v> {
    let node = match value {
        Value::Int(number) => return Part::Number(*number),
        Value::Ctor(node) => node,
        _ => return Part::Other,
    };
    let constructor = (node.data, node.tag);
    match (name_of(statement, constructor), &*node.fields) {
        ("Char", [_, _]) if is_library(statement, node.data, "char") => {
            character(value).map_or(Part::Other, Part::Character)
        }
        ("String", [list]) if is_library(statement, node.data, "string") => {
            elements(statement, list).map_or(Part::Other, Part::Text)
        }
        ("Array", [list]) if is_library(statement, node.data, "array") => {
            elements(statement, list).map_or(Part::Other, Part::List)
        }
        ("[]" | "::", _) => elements(statement, value).map_or(Part::Other, Part::List),
        _ if node.data < FIRST_DATATYPE => Part::Other,
        (_, fields) => Part::Constructor(constructor, fields),
    }
}

fn is_library(statement: &Statement, data: u32, name: &str) -> bool {
    let row = data.checked_sub(FIRST_DATATYPE).and_then(|row| statement.datatypes.get(row as usize));
    row.is_some_and(|row| row.name == name || row.name.ends_with(&format!(".{name}")))
}

/// The elements of a list.
fn elements<'v>(statement: &Statement, list: &'v Value) -> Option<Vec<&'v Value>> {
    let mut found = Vec::new();
    let mut rest = list;
    loop {
        let Value::Ctor(node) = rest else { return None };
        match (name_of(statement, (node.data, node.tag)), &*node.fields) {
            ("[]", []) => return Some(found),
            ("::", [head, tail]) => {
                found.push(head);
                rest = tail;
            }
            _ => return None,
        }
    }
}

/// The byte that a character is, by the bits of its halves.
fn character(value: &Value) -> Option<u8> {
    let Value::Ctor(node) = value else { return None };
    let bits = node.fields.iter().filter_map(|half| match half {
        Value::Ctor(half) => Some(half.fields.iter()),
        _ => None,
    });
    bits.flatten().try_fold(0u8, |byte, bit| Some((byte << 1) | u8::from(bit.as_bool()?)))
}

/// The name of a constructor.
pub(crate) fn name_of(statement: &Statement, (data, tag): Constructor) -> &str {
    match data.checked_sub(FIRST_DATATYPE) {
        Some(row) => {
            let datatype = statement.datatypes.get(row as usize);
            let constructor = datatype.and_then(|datatype| datatype.ctors.get(tag as usize));
            constructor.map_or("", |constructor| constructor.name.as_str())
        }
        None if data == BOOL => ["false", "true"].get(tag as usize).copied().unwrap_or(""),
        None => "()",
    }
}

/// Whether a constructor is one that no reader sees.
pub(crate) fn is_plumbing(statement: &Statement, constructor: Constructor) -> bool {
    let of_type = |name: &str| is_library(statement, constructor.0, name);
    match name_of(statement, constructor) {
        "Char" => of_type("char"),
        "String" => of_type("string"),
        "Array" => of_type("array"),
        "Char.Half" => true,
        name => name.strip_prefix("Tuple").is_some_and(|count| count.parse::<usize>().is_ok()),
    }
}

/// A place in words, with a blank before it; nothing for the whole value.
pub(crate) fn in_place(statement: &Statement, place: Place) -> String {
    let Some((constructor, index)) = place else { return String::new() };
    let name = name_of(statement, constructor);
    let fields = statement.datatypes.get(constructor.0.saturating_sub(FIRST_DATATYPE) as usize);
    let count =
        fields.and_then(|row| row.ctors.get(constructor.1 as usize)).map_or(0, |row| row.fields.len());
    if let Some(labels) = name.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        let label = labels.split("; ").nth(index).unwrap_or("");
        return format!(" in `{label}`");
    }
    match (name, count) {
        ("::", _) => " in lists".to_owned(),
        (tuple, _) if tuple.starts_with("Tuple") => format!(" in component {}", index + 1),
        (name, 1) => format!(" in `{name}`"),
        (name, _) => format!(" in field {} of `{name}`", index + 1),
    }
}
