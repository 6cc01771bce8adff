//! Names for variables: from the source map, made unique within each scope.

use covenant_certificates::CertificateFile;
use covenant_kernel::program::Subject;
use covenant_kernel::tables::*;
use std::collections::HashMap;

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
        let taken =
            |name: &str| self.locals.iter().chain(&self.bound).any(|other| other == name) || name == "ν";
        let plain = wanted.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '\'');
        let wanted = if wanted.is_empty() || !plain || wanted == "_" { base } else { wanted };
        if !taken(wanted) {
            return wanted.to_owned();
        }
        // At most one number per name in scope is taken.
        (1..)
            .map(|n: usize| format!("{wanted}{n}"))
            .find(|name| !taken(name))
            .unwrap_or_else(|| wanted.to_owned())
    }

    /// The name of a program variable, or of one that evidence introduced.
    pub fn local(&self, level: u32) -> String {
        match level.checked_sub(GHOST) {
            Some(number) => format!("a{number}"),
            None => self.locals.get(level as usize).cloned().unwrap_or_else(|| format!("x{level}")),
        }
    }

    /// The name of the `i`-th bound variable from inside.
    pub fn bound(&self, i: u32) -> String {
        let position = self.bound.len().checked_sub(i as usize + 1);
        position.and_then(|p| self.bound.get(p)).cloned().unwrap_or_else(|| format!("#{i}"))
    }

    /// The name of a sort parameter.
    pub fn sort_param(&self, i: u32) -> String {
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
        match self.preds.get(i as usize) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => format!("P{i}"),
        }
    }
}

/// Which names are visible in each term and function of the program.
#[derive(Debug, Default)]
pub struct Scopes {
    unnamed: u32,
    cores: HashMap<u32, Names>,
    funs: HashMap<u32, Names>,
}

/// A program with more variables in scope at once is not shown by name: the lists of names
/// would take quadratic space.
const MAX_SCOPE: usize = 400;

impl Scopes {
    /// Walks the program once. A term that is shared has the names of its first place.
    pub fn of(file: &CertificateFile) -> Self {
        let statement = &file.certificate.statement;
        let mut scopes = Scopes::default();
        for (number, global) in (0u32..).zip(&statement.globals) {
            let source = file.source.global(GlobalRef(number));
            let names = Names {
                sort_params: source.map(|s| s.sort_params.clone()).unwrap_or_default(),
                preds: source.map(|s| s.preds.clone()).unwrap_or_default(),
                ..Names::default()
            };
            if let Some(body) = global.body {
                scopes.walk(file, Subject::Fun(body), names);
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
        found.cloned().unwrap_or_default()
    }

    /// Adds a variable. One without a name gets a number that no other of the program has, so
    /// that it can be spoken about.
    fn bind(&mut self, names: &mut Names, wanted: &str) {
        if wanted.is_empty() || wanted == "_" {
            self.unnamed += 1;
            names.add_local(&format!("t{}", self.unnamed));
        } else {
            names.add_local(wanted);
        }
    }

    fn walk(&mut self, file: &CertificateFile, root: Subject, names: Names) {
        let statement = &file.certificate.statement;
        let mut pending = vec![(root, names)];
        while let Some((subject, names)) = pending.pop() {
            if names.locals.len() > MAX_SCOPE {
                continue;
            }
            let known = match subject {
                Subject::Core(core) => self.cores.insert(core.0, names.clone()),
                Subject::Fun(fun) => self.funs.insert(fun.0, names.clone()),
            };
            if let Some(first) = known {
                match subject {
                    Subject::Core(core) => self.cores.insert(core.0, first),
                    Subject::Fun(fun) => self.funs.insert(fun.0, first),
                };
                continue;
            }
            match subject {
                Subject::Fun(fun) => {
                    let Some(row @ (FunRow::Lam(arrow, body) | FunRow::Fix(arrow, body))) =
                        statement.funs.get(fun.0 as usize)
                    else {
                        continue;
                    };
                    let source = file.source.fun(fun);
                    let mut inner = names;
                    let count = statement.arrows.get(arrow.0 as usize).map_or(0, |a| a.params.len());
                    for i in 0..count {
                        self.bind(
                            &mut inner,
                            source.and_then(|s| s.params.get(i)).map_or("", String::as_str),
                        );
                    }
                    if matches!(row, FunRow::Fix(..)) {
                        self.bind(&mut inner, source.and_then(|s| s.name.as_deref()).unwrap_or("self"));
                    }
                    pending.push((Subject::Core(*body), inner));
                }
                Subject::Core(core) => {
                    let binders = file.source.core(core).map(|s| s.binders.as_slice()).unwrap_or_default();
                    let binder = |list: usize, i: usize| {
                        binders.get(list).and_then(|names| names.get(i)).map_or("", String::as_str)
                    };
                    match statement.cores.get(core.0 as usize) {
                        Some(CoreRow::LetE(e1, e2)) => {
                            let mut inner = names.clone();
                            self.bind(&mut inner, binder(0, 0));
                            pending.push((Subject::Core(*e2), inner));
                            pending.push((Subject::Core(*e1), names));
                        }
                        Some(CoreRow::LetV(fun, e)) => {
                            let mut inner = names.clone();
                            self.bind(&mut inner, binder(0, 0));
                            pending.push((Subject::Core(*e), inner));
                            pending.push((Subject::Fun(*fun), names));
                        }
                        Some(CoreRow::App(fun, args)) => {
                            for arg in args {
                                if let ArgRow::Fun(fun) = arg {
                                    pending.push((Subject::Fun(*fun), names.clone()));
                                }
                            }
                            pending.push((Subject::Fun(*fun), names));
                        }
                        Some(CoreRow::Match(scrutinee, branches)) => {
                            for (list, branch) in branches.iter().enumerate() {
                                let mut inner = names.clone();
                                for i in 0..field_count(statement, *scrutinee, branch.tag) {
                                    self.bind(&mut inner, binder(list, i));
                                }
                                pending.push((Subject::Core(branch.body), inner));
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
