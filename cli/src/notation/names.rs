//! Names for variables: from the source map, made unique within each scope. Names of declarations are
//! in `declared`; a variable is never called like one of them.

use covenant_certificates::CertificateFile;
use covenant_certificates::lexemes::KEYWORDS;
use covenant_kernel::program::Subject;
use covenant_kernel::tables::*;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The names that are visible at some place.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Program variables, by level.
    pub locals: Vec<String>,
    /// Parameters of the enclosing function types and bound variables, outermost first.
    pub bound: Vec<String>,
    /// Sort parameters of the enclosing scheme.
    pub sort_params: Vec<String>,
    /// Predicate variables of the enclosing scheme.
    pub preds: Vec<String>,
    /// What declarations are called.
    pub reserved: Rc<HashSet<String>>,
    /// The function whose program this is: inside, only its own variable has that name.
    pub own: Option<String>,
}

impl Names {
    /// Adds a program variable; returns its name.
    pub fn add_local(&mut self, wanted: &str) {
        let name = self.fresh(wanted, "x");
        self.locals.push(name);
    }

    /// Adds a bound variable.
    pub fn add_bound(&mut self, wanted: &str) {
        let name = self.fresh(wanted, "u");
        self.bound.push(name);
    }

    fn fresh(&self, wanted: &str, base: &str) -> String {
        // Variables that evidence introduces are called `a0`, `a1`, …
        let introduced = |name: &str| {
            name.strip_prefix('a').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
        };
        let declared = |name: &str| self.reserved.contains(name) && self.own.as_deref() != Some(name);
        let taken = |name: &str| {
            self.locals.iter().chain(&self.bound).chain(&self.preds).any(|other| other == name)
                || declared(name)
                || introduced(name)
                || KEYWORDS.contains(&name)
        };
        let plain = wanted.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '\'');
        let wanted = if wanted.is_empty() || !plain || wanted == "_" { base } else { wanted };
        if !taken(wanted) {
            return wanted.to_owned();
        }
        let separator = if introduced(wanted) { "_" } else { "" };
        (1..)
            .map(|n: usize| format!("{wanted}{separator}{n}"))
            .find(|name| !taken(name))
            .unwrap_or_else(|| wanted.to_owned())
    }

    /// The name of a program variable, or of one that evidence introduced.
    pub fn local(&self, level: u32) -> String {
        match level.checked_sub(GHOST) {
            Some(number) => format!("a{number}"),
            None => self.locals.get(level as usize).cloned().unwrap_or_else(|| format!("x#{level}")),
        }
    }

    /// The name of the `i`-th bound variable from inside.
    pub fn bound(&self, i: u32) -> String {
        let position = self.bound.len().checked_sub(i as usize + 1);
        position.and_then(|p| self.bound.get(p)).cloned().unwrap_or_else(|| format!("#{i}"))
    }

    /// The name of a sort parameter. The second of two that would look alike has a number.
    pub fn sort_param(&self, i: u32) -> String {
        let name = self.stated_sort_param(i);
        let alike = (0..i.min(MOST_PARAMETERS)).any(|j| self.stated_sort_param(j) == name);
        if alike { format!("{name}#{i}") } else { name }
    }

    fn stated_sort_param(&self, i: u32) -> String {
        match self.sort_params.get(i as usize) {
            Some(name) if !name.is_empty() => {
                if name.starts_with('\'') {
                    name.clone()
                } else {
                    format!("'{name}")
                }
            }
            _ => {
                let letter = char::from_u32(u32::from(b'a') + i % 26).unwrap_or('a');
                if i < 26 { format!("'{letter}") } else { format!("'{letter}{}", i / 26) }
            }
        }
    }

    /// The name of a predicate variable.
    pub fn pred(&self, i: u32) -> String {
        let stated = |i: u32| match self.preds.get(i as usize) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => format!("P{i}"),
        };
        let name = stated(i);
        let alike = self.reserved.contains(&name) || (0..i.min(MOST_PARAMETERS)).any(|j| stated(j) == name);
        if alike { format!("{name}#{i}") } else { name }
    }
}

/// No claim that a person reads has more parameters for types or predicates.
const MOST_PARAMETERS: u32 = 100;

/// Which names are visible in each term and function of the program.
///
/// A scope is kept as what it adds to the one around it, so that long programs take space in
/// proportion to their length.
#[derive(Debug, Default)]
pub struct Scopes {
    unnamed: u32,
    entries: Vec<Entry>,
    cores: HashMap<u32, usize>,
    funs: HashMap<u32, usize>,
    reserved: Rc<HashSet<String>>,
}

#[derive(Debug)]
struct Entry {
    around: Option<usize>,
    added: Vec<String>,
    sort_params: Vec<String>,
    preds: Vec<String>,
    /// The function whose program this is, at the outermost scope.
    own: Option<String>,
    /// Number of variables in scope.
    depth: usize,
}

/// Deeper inside than this, variables are shown by number: finding a fresh name takes a look at
/// all that are in scope.
const MAX_SCOPE: usize = 1000;

impl Scopes {
    /// Walks the program once. A term that is shared has the names of its first place.
    pub fn of(file: &CertificateFile, reserved: Rc<HashSet<String>>, globals: &[String]) -> Self {
        let statement = &file.certificate.statement;
        let mut scopes = Scopes { reserved, ..Scopes::default() };
        for (number, global) in (0u32..).zip(&statement.globals) {
            let source = file.source.global(GlobalRef(number));
            let outermost = scopes.entries.len();
            scopes.entries.push(Entry {
                around: None,
                added: Vec::new(),
                sort_params: source.map(|s| s.sort_params.clone()).unwrap_or_default(),
                preds: source.map(|s| s.preds.clone()).unwrap_or_default(),
                own: globals.get(number as usize).cloned(),
                depth: 0,
            });
            if let Some(body) = global.body {
                scopes.walk(file, Subject::Fun(body), outermost);
            }
        }
        scopes
    }

    /// The names that are visible in a term or function.
    pub fn at(&self, subject: Subject) -> Names {
        let found = match subject {
            Subject::Core(core) => self.cores.get(&core.0),
            Subject::Fun(fun) => self.funs.get(&fun.0),
        };
        found.map_or_else(|| self.no_names(), |entry| self.names(*entry))
    }

    /// No variable in scope.
    pub fn no_names(&self) -> Names {
        Names { reserved: self.reserved.clone(), ..Names::default() }
    }

    fn names(&self, entry: usize) -> Names {
        let mut names = self.no_names();
        let mut next = Some(entry);
        while let Some(entry) = next.and_then(|entry| self.entries.get(entry)) {
            names.locals.extend(entry.added.iter().rev().cloned());
            if entry.around.is_none() {
                names.sort_params.clone_from(&entry.sort_params);
                names.preds.clone_from(&entry.preds);
                names.own.clone_from(&entry.own);
            }
            next = entry.around;
        }
        names.locals.reverse();
        names
    }

    /// A scope with further variables. One without a name gets a number that no other of the
    /// program has, so that it can be spoken about.
    fn inside(&mut self, around: usize, wanted: &[&str]) -> usize {
        if wanted.is_empty() {
            return around;
        }
        let depth = self.entries.get(around).map_or(0, |entry| entry.depth);
        let mut names = if depth > MAX_SCOPE { self.no_names() } else { self.names(around) };
        let first = names.locals.len();
        for wanted in wanted {
            if depth > MAX_SCOPE {
                names.locals.push(format!("x#{}", depth + names.locals.len()));
            } else if wanted.is_empty() || *wanted == "_" {
                self.unnamed += 1;
                names.add_local(&format!("t{}", self.unnamed));
            } else {
                names.add_local(wanted);
            }
        }
        let added = names.locals.split_off(first);
        self.entries.push(Entry {
            around: Some(around),
            depth: depth + added.len(),
            added,
            sort_params: Vec::new(),
            preds: Vec::new(),
            own: None,
        });
        self.entries.len() - 1
    }

    fn walk(&mut self, file: &CertificateFile, root: Subject, outermost: usize) {
        let statement = &file.certificate.statement;
        let mut pending = vec![(root, outermost)];
        while let Some((subject, scope)) = pending.pop() {
            let place = match subject {
                Subject::Core(core) => self.cores.entry(core.0),
                Subject::Fun(fun) => self.funs.entry(fun.0),
            };
            match place {
                std::collections::hash_map::Entry::Occupied(_) => continue,
                std::collections::hash_map::Entry::Vacant(place) => place.insert(scope),
            };
            match subject {
                Subject::Fun(fun) => {
                    let Some(row @ (FunRow::Lam(arrow, body) | FunRow::Fix(arrow, body))) =
                        statement.funs.get(fun.0 as usize)
                    else {
                        continue;
                    };
                    let source = file.source.fun(fun);
                    let count = statement.types.get(arrow.0 as usize).map_or(0, |a| a.params.len());
                    let param = |i| source.and_then(|s| s.params.get(i)).map_or("", String::as_str);
                    let mut wanted: Vec<&str> = (0..count).map(param).collect();
                    if matches!(row, FunRow::Fix(..)) {
                        wanted.push(source.and_then(|s| s.name.as_deref()).unwrap_or("self"));
                    }
                    pending.push((Subject::Core(*body), self.inside(scope, &wanted)));
                }
                Subject::Core(core) => {
                    let binders = file.source.core(core).map(|s| s.binders.as_slice()).unwrap_or_default();
                    let binder = |list: usize, i: usize| {
                        binders.get(list).and_then(|names| names.get(i)).map_or("", String::as_str)
                    };
                    match statement.cores.get(core.0 as usize) {
                        Some(CoreRow::LetE(e1, e2)) => {
                            pending.push((Subject::Core(*e2), self.inside(scope, &[binder(0, 0)])));
                            pending.push((Subject::Core(*e1), scope));
                        }
                        Some(CoreRow::LetV(fun, e)) => {
                            pending.push((Subject::Core(*e), self.inside(scope, &[binder(0, 0)])));
                            pending.push((Subject::Fun(*fun), scope));
                        }
                        Some(CoreRow::App(fun, args)) => {
                            let functions = args.iter().filter_map(|arg| match arg {
                                ArgRow::Fun(fun) => Some(*fun),
                                ArgRow::Base(_) => None,
                            });
                            pending.extend(functions.map(|fun| (Subject::Fun(fun), scope)));
                            pending.push((Subject::Fun(*fun), scope));
                        }
                        Some(CoreRow::Match(scrutinee, branches)) => {
                            for (list, branch) in branches.iter().enumerate() {
                                let fields = field_count(statement, *scrutinee, branch.tag);
                                let wanted: Vec<&str> = (0..fields).map(|i| binder(list, i)).collect();
                                pending.push((Subject::Core(branch.body), self.inside(scope, &wanted)));
                            }
                        }
                        Some(CoreRow::Ret(_) | CoreRow::Err(_) | CoreRow::Op(..)) | None => {}
                    }
                }
            }
        }
    }
}

/// The number of fields of a constructor of a value's datatype.
fn field_count(statement: &Statement, value: ExprRef, tag: u32) -> usize {
    let sort = match statement.exprs.get(value.0 as usize) {
        Some(ExprRow::Local(_, sort) | ExprRow::Ctor(sort, ..)) => *sort,
        _ => return 0,
    };
    let Some(SortRow::Data(number, _)) = statement.sorts.get(sort.0 as usize) else { return 0 };
    let Some(row) = number.checked_sub(FIRST_DATATYPE) else { return 0 };
    let datatype = statement.datatypes.get(row as usize);
    datatype.and_then(|d| d.ctors.get(tag as usize)).map_or(0, |c| c.fields.len())
}
