//! Values that are given on the command line, in OCaml's syntax: `4`, `true`, `[1; 2]`,
//! `Node (1, Leaf, Leaf)`, `(1, [])`. They are read against the sort of the parameter, so that
//! a mistake is a message and not a strange run.

use covenant_execute::Value;
use covenant_kernel::tables::{BOOL, FIRST_DATATYPE, SortRef, SortRow, Statement, UNIT};

/// Deeper values are mistakes.
const MAX_DEPTH: usize = 500;

/// A sort with its parameters filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Sort {
    Int,
    Data(u32, Vec<Sort>),
    Other,
}

/// Reads a value of a sort.
pub fn parse(statement: &Statement, sort: SortRef, text: &str) -> Result<Value, String> {
    let tokens = tokens(text)?;
    let mut parser = Parser { statement, tokens: &tokens, next: 0 };
    let sort = parser.sort(sort, &[], 0);
    let value = parser.value(&sort, 0)?;
    match parser.peek() {
        None => Ok(value),
        Some(token) => Err(format!("`{token}` is not expected there")),
    }
}

/// Names, numbers and punctuation.
fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_whitespace() {
            continue;
        }
        let mut token = c.to_string();
        if c.is_alphanumeric() || c == '_' {
            while let Some(c) = chars.next_if(|c| c.is_alphanumeric() || matches!(c, '_' | '\'')) {
                token.push(c);
            }
        } else if c == ':' {
            chars.next_if_eq(&':').ok_or("`:` is not expected there")?;
            token.push(':');
        } else if !"()[];,-".contains(c) {
            return Err(format!("`{c}` is not part of a value"));
        }
        tokens.push(token);
    }
    Ok(tokens)
}

struct Parser<'a> {
    statement: &'a Statement,
    tokens: &'a [String],
    next: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.next).map(String::as_str)
    }

    fn take(&mut self, wanted: &str) -> bool {
        let found = self.peek() == Some(wanted);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, wanted: &str) -> Result<(), String> {
        if self.take(wanted) {
            return Ok(());
        }
        let found = self.peek().map_or("the end".to_owned(), |token| format!("`{token}`"));
        Err(format!("expected `{wanted}`, found {found}"))
    }

    fn sort(&self, sort: SortRef, at: &[Sort], depth: usize) -> Sort {
        match self.statement.sorts.get(sort.0 as usize) {
            Some(SortRow::Int) => Sort::Int,
            Some(SortRow::Data(data, args)) if depth < MAX_DEPTH => {
                Sort::Data(*data, args.iter().map(|arg| self.sort(*arg, at, depth + 1)).collect())
            }
            Some(SortRow::Abstract(i)) => at.get(*i as usize).cloned().unwrap_or(Sort::Other),
            _ => Sort::Other,
        }
    }

    /// The constructors of a datatype: name and field sorts.
    fn constructors(&self, data: u32) -> Vec<(&'a str, &'a [SortRef])> {
        match data.checked_sub(FIRST_DATATYPE) {
            None if data == BOOL => vec![("false", &[]), ("true", &[])],
            None => vec![("()", &[])],
            Some(row) => {
                let row = self.statement.datatypes.get(row as usize);
                let rows = row.map(|row| row.ctors.as_slice()).unwrap_or_default();
                rows.iter().map(|c| (c.name.as_str(), c.fields.as_slice())).collect()
            }
        }
    }

    /// A value; `a :: b` binds loosest.
    fn value(&mut self, sort: &Sort, depth: usize) -> Result<Value, String> {
        if depth > MAX_DEPTH {
            return Err("the value is nested too deeply".to_owned());
        }
        if let Sort::Data(data, args) = sort
            && let Some((tag, fields)) = self.constructor(*data, "::")
            && let [head, tail] = fields
        {
            let start = self.next;
            let head_sort = self.sort(*head, args, 0);
            // A list that is written with `::` starts with an element.
            if let Ok(head) = self.simple(&head_sort, depth + 1)
                && self.take("::")
            {
                let tail_sort = self.sort(*tail, args, 0);
                let tail = self.value(&tail_sort, depth + 1)?;
                return Ok(Value::ctor(*data, tag, vec![head, tail]));
            }
            self.next = start;
        }
        self.simple(sort, depth)
    }

    fn constructor(&self, data: u32, name: &str) -> Option<(u32, &'a [SortRef])> {
        let all = self.constructors(data);
        (0u32..).zip(all).find(|(_, (n, _))| *n == name).map(|(tag, (_, fields))| (tag, fields))
    }

    fn simple(&mut self, sort: &Sort, depth: usize) -> Result<Value, String> {
        match sort {
            Sort::Int => self.integer(),
            Sort::Other => Err("values of an abstract or opaque type cannot be written".to_owned()),
            Sort::Data(UNIT, _) => {
                self.expect("(")?;
                self.expect(")")?;
                Ok(Value::unit())
            }
            Sort::Data(data, args) => self.data(*data, args, depth),
        }
    }

    fn integer(&mut self) -> Result<Value, String> {
        if self.take("(") {
            let value = self.integer()?;
            self.expect(")")?;
            return Ok(value);
        }
        let sign = if self.take("-") { "-" } else { "" };
        let digits = self.peek().ok_or("expected an integer, found the end")?;
        self.next += 1;
        format!("{sign}{digits}")
            .parse()
            .map(Value::Int)
            .map_err(|_| format!("`{sign}{digits}` is not an integer"))
    }

    fn data(&mut self, data: u32, args: &[Sort], depth: usize) -> Result<Value, String> {
        if self.peek() == Some("[") {
            return self.list(data, args, depth);
        }
        let all = self.constructors(data);
        // A tuple: one constructor, whose name is not written.
        if let [(name, fields)] = all.as_slice()
            && name.starts_with("Tuple")
            && self.peek() == Some("(")
        {
            return Ok(Value::ctor(data, 0, self.fields(fields, args, depth)?));
        }
        if self.take("(") {
            let value = self.value(&Sort::Data(data, args.to_vec()), depth + 1)?;
            self.expect(")")?;
            return Ok(value);
        }
        let name = self.peek().ok_or("expected a value, found the end")?;
        let Some((tag, fields)) = self.constructor(data, name) else {
            let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
            return Err(format!(
                "`{name}` is not a constructor of this type; there are {}",
                names.join(", ")
            ));
        };
        self.next += 1;
        let values = match fields {
            [] => Vec::new(),
            [one] => vec![self.simple(&self.sort(*one, args, 0), depth + 1)?],
            several => self.fields(several, args, depth)?,
        };
        Ok(Value::ctor(data, tag, values))
    }

    /// `(a, b, …)`.
    fn fields(&mut self, fields: &[SortRef], args: &[Sort], depth: usize) -> Result<Vec<Value>, String> {
        let mut values = Vec::new();
        for (i, field) in fields.iter().enumerate() {
            self.expect(if i == 0 { "(" } else { "," })?;
            values.push(self.value(&self.sort(*field, args, 0), depth + 1)?);
        }
        self.expect(")")?;
        Ok(values)
    }

    /// `[a; b; …]`.
    fn list(&mut self, data: u32, args: &[Sort], depth: usize) -> Result<Value, String> {
        let (Some((nil, [])), Some((cons, [element, _]))) =
            (self.constructor(data, "[]"), self.constructor(data, "::"))
        else {
            return Err("`[` is not expected there: the type is not a list".to_owned());
        };
        self.expect("[")?;
        let element = self.sort(*element, args, 0);
        let mut values = Vec::new();
        while !self.take("]") {
            if !values.is_empty() {
                self.expect(";")?;
            }
            values.push(self.value(&element, depth + 1)?);
        }
        let end = Value::ctor(data, nil, Vec::new());
        Ok(values.into_iter().rev().fold(end, |tail, head| Value::ctor(data, cons, vec![head, tail])))
    }
}
