//! Values: what generators produce and specs speak about.
//!
//! Values are immutable and shared (`Arc`, so that results can leave the thread that found
//! them). Every node knows its hash, size and whether it is fully known, which makes memo
//! tables and pruning cheap.
//!
//! Two variants never leave this module's searches: [`Value::Hole`] is a part that was not
//! chosen yet, and [`Value::Sym`] an integer known only to lie in a range. The evaluator says
//! which of them it needs to know, so a spec is decided on all completions of a partial value
//! at once. A second evaluator for partial values would have had to agree with the first.

use covenant_kernel::tables::{BOOL, FIRST_DATATYPE, Statement, UNIT};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

/// A value.
#[derive(Clone, Debug)]
pub enum Value {
    /// An integer.
    Int(i64),
    /// A constructor with its fields.
    Ctor(Arc<Node>),
    /// Literal number `.0` of the statement, at an opaque sort.
    Literal(u32),
    /// A value of an opaque sort that no literal of the statement stands for, as it is written.
    Other(Arc<str>),
    /// Element number `.0` of a finite set that stands for an abstract sort.
    Atom(u32),
    /// A function, where one is an argument of a call. Specifications cannot mention it.
    Table(Arc<Table>),
    /// Not chosen yet.
    Hole(u32),
    /// `scale * u + shift` for the integer `u` with number `var`, `scale` not 0.
    Sym {
        /// Which integer.
        var: u32,
        /// Its factor.
        scale: i64,
        /// What is added.
        shift: i64,
    },
}

/// A function as a finite table: what it returns where it was called. Elsewhere it fails.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Table {
    /// Arguments and what is returned for them, in the order in which they were asked for.
    pub entries: Vec<(Vec<Value>, Value)>,
    /// The number of parameters.
    pub parameters: usize,
}

impl Table {
    /// A function that is never called.
    #[must_use]
    pub fn empty(parameters: usize) -> Table {
        Table { entries: Vec::new(), parameters }
    }

    /// What it returns.
    #[must_use]
    pub fn get(&self, args: &[Value]) -> Option<&Value> {
        self.entries.iter().find(|(known, _)| known == args).map(|(_, answer)| answer)
    }

    /// With one more answer.
    #[must_use]
    pub fn with(&self, args: Vec<Value>, answer: Value) -> Table {
        let mut entries = self.entries.clone();
        entries.push((args, answer));
        Table { entries, parameters: self.parameters }
    }

    /// All values in it.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.entries.iter().flat_map(|(args, answer)| args.iter().chain([answer]))
    }
}

/// A constructor application.
#[derive(Debug)]
pub struct Node {
    /// The datatype, numbered as in the kernel's tables.
    pub data: u32,
    /// The constructor.
    pub tag: u32,
    /// Its fields.
    pub fields: Box<[Value]>,
    hash: u64,
    size: usize,
    depth: u32,
    ground: bool,
    symbolic: bool,
}

fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Value {
    /// A constructor application.
    #[must_use]
    pub fn ctor(data: u32, tag: u32, fields: Vec<Value>) -> Value {
        let mut hash = mix(mix(0x51, u64::from(data)), u64::from(tag));
        let (mut size, mut depth, mut ground, mut symbolic) = (1usize, 0u32, true, false);
        for field in &fields {
            hash = mix(hash, field.hash_word());
            size = size.saturating_add(field.size());
            depth = depth.max(field.depth());
            ground &= field.is_ground();
            symbolic |= field.is_symbolic();
        }
        let depth = if fields.is_empty() { 0 } else { depth.saturating_add(1) };
        Value::Ctor(Arc::new(Node { data, tag, fields: fields.into(), hash, size, depth, ground, symbolic }))
    }

    /// A boolean.
    #[must_use]
    pub fn bool(b: bool) -> Value {
        // Every call of a predicate ends here: the two are made once.
        static BOTH: LazyLock<[Value; 2]> =
            LazyLock::new(|| [0, 1].map(|tag| Value::ctor(BOOL, tag, Vec::new())));
        BOTH[usize::from(b)].clone()
    }

    /// `()`.
    #[must_use]
    pub fn unit() -> Value {
        Value::ctor(UNIT, 0, Vec::new())
    }

    /// The boolean, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Ctor(node) if node.data == BOOL => Some(node.tag == 1),
            _ => None,
        }
    }

    /// The number of constructors and leaves.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Value::Ctor(node) => node.size,
            Value::Table(table) => table.values().map(Value::size).fold(1, usize::saturating_add),
            _ => 1,
        }
    }

    /// The nesting of constructors that have fields.
    #[must_use]
    pub fn depth(&self) -> u32 {
        match self {
            Value::Ctor(node) => node.depth,
            Value::Table(table) => table.values().map(Value::depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// Whether every part of the value is known.
    #[must_use]
    pub fn is_ground(&self) -> bool {
        match self {
            Value::Ctor(node) => node.ground,
            Value::Int(_) | Value::Literal(_) | Value::Other(_) | Value::Atom(_) | Value::Table(_) => true,
            Value::Hole(_) | Value::Sym { .. } => false,
        }
    }

    /// Whether an integer in it is known by its range only.
    pub(super) fn is_symbolic(&self) -> bool {
        match self {
            Value::Ctor(node) => node.symbolic,
            Value::Sym { .. } => true,
            _ => false,
        }
    }

    fn hash_word(&self) -> u64 {
        match self {
            Value::Int(n) => mix(1, n.cast_unsigned()),
            Value::Ctor(node) => node.hash,
            Value::Literal(n) => mix(2, u64::from(*n)),
            Value::Other(text) => text.bytes().fold(6, |hash, byte| mix(hash, u64::from(byte))),
            Value::Atom(n) => mix(3, u64::from(*n)),
            Value::Table(table) => table.values().fold(7, |hash, value| mix(hash, value.hash_word())),
            Value::Hole(n) => mix(4, u64::from(*n)),
            Value::Sym { var, scale, shift } => {
                mix(mix(mix(5, u64::from(*var)), scale.cast_unsigned()), shift.cast_unsigned())
            }
        }
    }

    /// The first hole, from left to right.
    pub(super) fn first_hole(&self) -> Option<u32> {
        match self {
            Value::Hole(hole) => Some(*hole),
            Value::Ctor(node) if !node.ground => node.fields.iter().find_map(Value::first_hole),
            _ => None,
        }
    }

    /// Replaces one hole.
    pub(super) fn fill(&self, hole: u32, by: &Value) -> Value {
        match self {
            Value::Hole(h) if *h == hole => by.clone(),
            Value::Ctor(node) if !node.ground => {
                Value::ctor(node.data, node.tag, node.fields.iter().map(|f| f.fill(hole, by)).collect())
            }
            _ => self.clone(),
        }
    }

    /// Replaces holes, also those in what replaces one.
    pub(super) fn fill_all(&self, filled: &HashMap<u32, Value>) -> Value {
        match self {
            Value::Hole(hole) => filled.get(hole).map_or_else(|| self.clone(), |by| by.fill_all(filled)),
            Value::Ctor(node) if !node.ground => {
                Value::ctor(node.data, node.tag, node.fields.iter().map(|f| f.fill_all(filled)).collect())
            }
            _ => self.clone(),
        }
    }

    /// Adds the holes, from left to right.
    pub(super) fn holes(&self, all: &mut Vec<u32>) {
        match self {
            Value::Hole(hole) => all.push(*hole),
            Value::Ctor(node) if !node.ground => node.fields.iter().for_each(|f| f.holes(all)),
            _ => {}
        }
    }

    /// Calls `see` on every part, the value itself first.
    pub fn visit(&self, see: &mut impl FnMut(&Value)) {
        see(self);
        match self {
            Value::Ctor(node) => node.fields.iter().for_each(|field| field.visit(see)),
            Value::Table(table) => table.values().for_each(|value| value.visit(see)),
            _ => {}
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Ctor(a), Value::Ctor(b)) => {
                Arc::ptr_eq(a, b)
                    || (a.hash == b.hash && a.data == b.data && a.tag == b.tag && a.fields == b.fields)
            }
            (Value::Literal(a), Value::Literal(b)) | (Value::Atom(a), Value::Atom(b)) => a == b,
            (Value::Other(a), Value::Other(b)) => a == b,
            (Value::Table(a), Value::Table(b)) => a == b,
            (Value::Hole(a), Value::Hole(b)) => a == b,
            (Value::Sym { var: a, scale: b, shift: c }, Value::Sym { var: d, scale: e, shift: f }) => {
                a == d && b == e && c == f
            }
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash_word());
    }
}

impl Ord for Value {
    /// Smaller values first; among those of one size, small non-negative integers first.
    fn cmp(&self, other: &Value) -> Ordering {
        fn rank(value: &Value) -> u8 {
            match value {
                Value::Int(_) => 0,
                Value::Ctor(_) => 1,
                Value::Other(_) => 2,
                Value::Literal(_) => 3,
                Value::Atom(_) => 4,
                Value::Table(_) => 5,
                Value::Hole(_) => 6,
                Value::Sym { .. } => 7,
            }
        }
        self.size().cmp(&other.size()).then_with(|| match (self, other) {
            (Value::Int(a), Value::Int(b)) => a.unsigned_abs().cmp(&b.unsigned_abs()).then(b.cmp(a)),
            (Value::Ctor(a), Value::Ctor(b)) => {
                (a.data, a.tag).cmp(&(b.data, b.tag)).then_with(|| a.fields.cmp(&b.fields))
            }
            (Value::Other(a), Value::Other(b)) => a.len().cmp(&b.len()).then_with(|| a.cmp(b)),
            (Value::Table(a), Value::Table(b)) => a.cmp(b),
            (Value::Literal(a), Value::Literal(b))
            | (Value::Atom(a), Value::Atom(b))
            | (Value::Hole(a), Value::Hole(b)) => a.cmp(b),
            (Value::Sym { var: a, scale: b, shift: c }, Value::Sym { var: d, scale: e, shift: f }) => {
                (a, b, c).cmp(&(d, e, f))
            }
            _ => rank(self).cmp(&rank(other)),
        })
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Names that the tables may not have. (The front end names the constructor of a record after its
/// fields, `{first; last}`.)
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// For a datatype that was declared as a record: its fields, in order.
    pub records: std::collections::BTreeMap<u32, Vec<String>>,
    /// The predicate variables of the claim.
    pub predicates: Vec<String>,
}

/// Where a value stands, which decides about parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Alone,
    Argument,
}

/// Writes a value in OCaml syntax, with the constructors' names of the source.
#[must_use]
pub fn show(statement: &Statement, names: &Names, value: &Value) -> String {
    show_at(statement, names, value, Place::Alone)
}

/// Writes a value as an argument: `(-1)`, `(Some 0)`, `[1; 2]`.
#[must_use]
pub fn show_argument(statement: &Statement, names: &Names, value: &Value) -> String {
    show_at(statement, names, value, Place::Argument)
}

fn show_at(statement: &Statement, names: &Names, value: &Value, place: Place) -> String {
    let mut out = String::new();
    write_value(statement, names, value, place, &mut out);
    out
}

/// Writes a table as a function that is `otherwise` where it has no answer; the parameters are `x1`, `x2`, ….
#[must_use]
pub fn show_table(statement: &Statement, names: &Names, table: &Table, otherwise: &str) -> String {
    table_text(statement, names, table, Some(otherwise))
}

/// Elements of unknown types have names, and a name in a pattern is another variable: they are compared.
fn table_text(statement: &Statement, names: &Names, table: &Table, otherwise: Option<&str>) -> String {
    let text = |value: &Value| show_at(statement, names, value, Place::Alone);
    let all_unit = |args: &[Value]| args.iter().all(|arg| *arg == Value::unit());
    if otherwise.is_none() {
        match &*table.entries {
            [] => return format!("fun{} -> assert false", " _".repeat(table.parameters)),
            [(args, answer)] if all_unit(args) => {
                return format!("fun{} -> {}", " ()".repeat(args.len()), text(answer));
            }
            _ => {}
        }
    }
    let named: Vec<String> = (1..=table.parameters).map(|i| format!("x{i}")).collect();
    let mut elements = false;
    for value in table.entries.iter().flat_map(|(args, _)| args) {
        value.visit(&mut |part| elements |= matches!(part, Value::Atom(_)));
    }
    let last = otherwise.unwrap_or("assert false");
    let head = format!("fun {} -> ", named.join(" "));
    if table.entries.is_empty() {
        return head + last;
    }
    if elements {
        let equal = |(name, arg): (&String, &Value)| {
            format!("{name} = {}", show_at(statement, names, arg, Place::Argument))
        };
        let cases = table.entries.iter().map(|(args, answer)| {
            let equal: Vec<String> = named.iter().zip(args).map(equal).collect();
            format!(
                "if {} then {} else ",
                equal.join(" && "),
                show_at(statement, names, answer, Place::Argument)
            )
        });
        return head + &cases.collect::<String>() + last;
    }
    let cases = table.entries.iter().map(|(args, answer)| {
        let args: Vec<String> = args.iter().map(text).collect();
        format!("{} -> {} | ", args.join(", "), text(answer))
    });
    let cases = cases.collect::<String>() + "_ -> " + last;
    if table.parameters == 1 && otherwise.is_none() {
        return format!("function {cases}");
    }
    format!("{head}match {} with {cases}", named.join(", "))
}

fn write_value(statement: &Statement, names: &Names, value: &Value, place: Place, out: &mut String) {
    match value {
        Value::Int(n) if *n < 0 && place == Place::Argument => {
            let _ = write!(out, "({n})");
        }
        Value::Int(n) => {
            let _ = write!(out, "{n}");
        }
        Value::Literal(n) => match statement.literals.get(*n as usize) {
            Some(text) => out.push_str(text),
            None => out.push_str("<literal>"),
        },
        Value::Other(text) => out.push_str(text),
        // Elements of a type of which nothing is known: a, b, c.
        Value::Atom(n) => match u8::try_from(*n).ok().filter(|n| *n < 26) {
            Some(n) => out.push(char::from(b'a' + n)),
            None => {
                let _ = write!(out, "<element {n}>");
            }
        },
        Value::Table(table) => {
            let text = table_text(statement, names, table, None);
            out.push_str(&if place == Place::Argument { format!("({text})") } else { text });
        }
        Value::Hole(_) => out.push('_'),
        Value::Sym { .. } => out.push_str("<integer>"),
        Value::Ctor(node) => write_node(statement, names, node, place, out),
    }
}

fn write_node(statement: &Statement, names: &Names, node: &Node, place: Place, out: &mut String) {
    if node.data == BOOL {
        out.push_str(if node.tag == 1 { "true" } else { "false" });
        return;
    }
    if node.data == UNIT {
        out.push_str("()");
        return;
    }
    let name = ctor_name(statement, node.data, node.tag);
    if let Some(byte) = character(statement, name, node) {
        let _ = write!(out, "'{}'", escaped(byte, b'\''));
        return;
    }
    if let Some(bytes) = text(statement, name, node) {
        let _ = write!(out, "\"{}\"", bytes.into_iter().map(|byte| escaped(byte, b'"')).collect::<String>());
        return;
    }
    let separated = |between: &str, out: &mut String| {
        for (i, field) in node.fields.iter().enumerate() {
            if i > 0 {
                out.push_str(between);
            }
            write_value(statement, names, field, Place::Alone, out);
        }
    };
    let named = names.records.get(&node.data).map(|fields| fields.join("; "));
    if let Some(fields) = named.as_deref().or_else(|| name.strip_prefix('{')?.strip_suffix('}')) {
        out.push_str("{ ");
        for (i, (label, field)) in fields.split("; ").zip(&node.fields).enumerate() {
            let _ = write!(out, "{}{label} = ", if i > 0 { "; " } else { "" });
            write_value(statement, names, field, Place::Alone, out);
        }
        out.push_str(" }");
    } else if name == "::" || name == "[]" {
        write_list(statement, names, node, out);
    } else if let Some(list) = array(statement, name, node) {
        out.push_str("[|");
        let start = out.len();
        write_list(statement, names, list, out);
        out.remove(start);
        out.pop();
        out.push_str("|]");
    } else if name.strip_prefix("Tuple").is_some_and(|arity| arity == node.fields.len().to_string()) {
        out.push('(');
        separated(", ", out);
        out.push(')');
    } else if node.fields.is_empty() {
        out.push_str(&shown(name));
    } else {
        if place == Place::Argument {
            out.push('(');
        }
        let _ = write!(out, "{} ", shown(name));
        if let [field] = &*node.fields {
            write_value(statement, names, field, Place::Argument, out);
        } else {
            out.push('(');
            separated(", ", out);
            out.push(')');
        }
        if place == Place::Argument {
            out.push(')');
        }
    }
}

/// A constructor as it is written: the front end has a word in place of a tag's mark.
fn shown(name: &str) -> String {
    name.strip_prefix("tag.").map_or_else(|| name.to_owned(), |tag| format!("`{tag}"))
}

/// The byte that a character of the module `Char` is, by the bits of its halves.
fn character(statement: &Statement, name: &str, node: &Node) -> Option<u8> {
    let [Value::Ctor(high), Value::Ctor(low)] = &*node.fields else { return None };
    let half =
        |part: &Node| ctor_name(statement, part.data, part.tag) == "Char.Half" && part.fields.len() == 4;
    if name != "Char" || !half(high) || !half(low) {
        return None;
    }
    let bits = high.fields.iter().chain(&*low.fields);
    bits.into_iter().try_fold(0u8, |byte, bit| Some((byte << 1) | u8::from(bit.as_bool()?)))
}

/// The bytes of a string of the module `String`.
fn text(statement: &Statement, name: &str, node: &Node) -> Option<Vec<u8>> {
    let [Value::Ctor(list)] = &*node.fields else { return None };
    if name != "String" {
        return None;
    }
    let (mut out, mut rest) = (Vec::new(), list);
    while let [Value::Ctor(head), Value::Ctor(tail)] = &*rest.fields {
        out.push(character(statement, ctor_name(statement, head.data, head.tag), head)?);
        rest = tail;
    }
    rest.fields.is_empty().then_some(out)
}

/// The elements of an array of the module `Array`.
fn array<'n>(statement: &Statement, name: &str, node: &'n Node) -> Option<&'n Node> {
    let [Value::Ctor(list)] = &*node.fields else { return None };
    let data = node.data.checked_sub(FIRST_DATATYPE).and_then(|d| statement.datatypes.get(d as usize))?;
    let of_list = matches!(ctor_name(statement, list.data, list.tag), "::" | "[]");
    (data.name == "array" && name == "Array" && of_list).then_some(list)
}

/// A byte inside quotes.
fn escaped(byte: u8, mark: u8) -> String {
    match byte {
        b'\\' => "\\\\".to_owned(),
        _ if byte == mark => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\{byte:03}"),
    }
}

fn write_list(statement: &Statement, names: &Names, node: &Node, out: &mut String) {
    out.push('[');
    let mut rest = node;
    let mut first = true;
    while let [head, tail] = &*rest.fields {
        out.push_str(if first { "" } else { "; " });
        first = false;
        write_value(statement, names, head, Place::Alone, out);
        match tail {
            Value::Ctor(next) => rest = next,
            _ => {
                out.push_str("; ..");
                break;
            }
        }
    }
    out.push(']');
}

/// The name of a constructor in the source.
#[must_use]
pub fn ctor_name(statement: &Statement, data: u32, tag: u32) -> &str {
    data.checked_sub(FIRST_DATATYPE)
        .and_then(|d| statement.datatypes.get(d as usize))
        .and_then(|d| d.ctors.get(tag as usize))
        .map_or("<constructor>", |c| &c.name)
}
