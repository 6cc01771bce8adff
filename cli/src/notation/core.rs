//! Core programs, laid out like OCaml.

use super::{Names, Notation};
use covenant_kernel::arena::{BOOL_SORT, Bin, Expr, ExprId, Sort, SortId};
use covenant_kernel::program::Subject;
use covenant_kernel::tables::*;
use covenant_notation::{Limited, MAX_DEPTH};

impl Notation<'_> {
    /// A top-level function with its program, or the mark that it is assumed.
    pub fn program(&self, global: GlobalRef) -> String {
        let statement = &self.file.certificate.statement;
        let Some(row) = statement.globals.get(global.0 as usize) else { return String::new() };
        let Some(body) = row.body else {
            return format!("{} (* assumed: no program *)", self.global_name(global));
        };
        let mut out = self.text();
        match statement.funs.get(body.0 as usize) {
            Some(FunRow::Fix(..) | FunRow::Lam(..)) => {
                self.write_function(self.global_name(global), body, 0, 0, &mut out)
            }
            _ => {
                out.push(&format!("let {} = ", self.global_name(global)));
                self.write_fun(body, 0, 0, &mut out);
            }
        }
        out.finish()
    }

    /// A term or function, shortened to one line.
    pub fn subject(&self, subject: Subject) -> String {
        let mut out = self.text();
        match subject {
            Subject::Core(core) => self.write_core(core, 0, 0, &mut out),
            Subject::Fun(fun) => self.write_fun(fun, 0, 0, &mut out),
        }
        out.finish()
    }

    /// `let rec f (x : s) : s = …`, for a lambda or a fix.
    fn write_function(&self, name: &str, fun: FunRef, indent: usize, depth: usize, out: &mut Limited) {
        let statement = &self.file.certificate.statement;
        let (keyword, arrow, body) = match statement.funs.get(fun.0 as usize) {
            Some(FunRow::Fix(arrow, body)) => ("let rec", arrow, body),
            Some(FunRow::Lam(arrow, body)) => ("let", arrow, body),
            _ => return out.push("?"),
        };
        out.push(&format!("{keyword} {name}"));
        let inner = self.names_at(Subject::Core(*body));
        let outer = self.names_at(Subject::Fun(fun)).locals.len();
        if let Some(arrow) = statement.types.get(arrow.0 as usize) {
            for (i, param) in arrow.params.iter().enumerate() {
                let level = u32::try_from(outer + i).unwrap_or(u32::MAX);
                out.push(&format!(" ({} : {})", inner.local(level), self.param_sort(param, &inner, 0)));
            }
            let result = self.sort_id(arrow.result).map_or("?".to_owned(), |sort| self.sort(sort, &inner));
            out.push(&format!(" : {result}"));
        }
        out.push(" =");
        newline(indent + 1, out);
        self.write_core(*body, indent + 1, depth + 1, out);
    }

    fn param_sort(&self, param: &ParamRow, names: &Names, depth: usize) -> String {
        match param {
            ParamRow::Base(sort, _) => {
                self.sort_id(*sort).map_or("?".to_owned(), |sort| self.sort(sort, names))
            }
            ParamRow::Fun(arrow) => {
                let Some(arrow) = self.file.certificate.statement.types.get(arrow.0 as usize) else {
                    return "?".to_owned();
                };
                if depth > 16 {
                    return "…".to_owned();
                }
                let mut parts: Vec<String> =
                    arrow.params.iter().map(|p| self.param_sort(p, names, depth + 1)).collect();
                parts.push(self.sort_id(arrow.result).map_or("?".to_owned(), |sort| self.sort(sort, names)));
                format!("({})", parts.join(" → "))
            }
        }
    }

    /// A function value in the place of an argument.
    fn write_fun(&self, fun: FunRef, indent: usize, depth: usize, out: &mut Limited) {
        if depth > MAX_DEPTH || out.is_full() {
            return out.push("…");
        }
        let statement = &self.file.certificate.statement;
        match statement.funs.get(fun.0 as usize) {
            None => out.push("?"),
            Some(FunRow::Var(level)) => out.push(&self.names_at(Subject::Fun(fun)).local(*level)),
            Some(FunRow::Global(global, _)) => out.push(self.global_name(*global)),
            Some(row @ (FunRow::Lam(arrow, body) | FunRow::Fix(arrow, body))) => {
                let inner = self.names_at(Subject::Core(*body));
                let outer = self.names_at(Subject::Fun(fun)).locals.len();
                let count = statement.types.get(arrow.0 as usize).map_or(0, |a| a.params.len());
                let level = |i: usize| u32::try_from(outer + i).unwrap_or(u32::MAX);
                let params: Vec<String> = (0..count).map(|i| inner.local(level(i))).collect();
                let params = if params.is_empty() { "()".to_owned() } else { params.join(" ") };
                if matches!(row, FunRow::Fix(..)) {
                    out.push(&format!("(fix {} {params} → ", inner.local(level(count))));
                } else {
                    out.push(&format!("(fun {params} → "));
                }
                self.write_core(*body, indent + 1, depth + 1, out);
                out.push(")");
            }
        }
    }

    fn write_core(&self, core: CoreRef, indent: usize, depth: usize, out: &mut Limited) {
        let statement = &self.file.certificate.statement;
        let mut core = core;
        // A row of lets is as long as the program; only what is nested goes deeper.
        loop {
            if depth > MAX_DEPTH || out.is_full() {
                return out.push("…");
            }
            let names = self.names_at(Subject::Core(core));
            let bound = |next: CoreRef| {
                let inner = self.names_at(Subject::Core(next));
                inner.local(u32::try_from(names.locals.len()).unwrap_or(u32::MAX))
            };
            match statement.cores.get(core.0 as usize) {
                None => return out.push("?"),
                Some(CoreRow::Ret(value)) => return out.push(&self.value(*value, &names)),
                Some(CoreRow::Err(_)) => return out.push("err"),
                Some(CoreRow::Op(prim)) => return out.push(&self.primitive(prim, &names)),
                Some(CoreRow::App(fun, args)) => {
                    self.write_fun(*fun, indent, depth + 1, out);
                    for arg in args {
                        out.push(" ");
                        match arg {
                            ArgRow::Base(value) => out.push(&self.value_atom(*value, &names)),
                            ArgRow::Fun(fun) => self.write_fun(*fun, indent, depth + 1, out),
                        }
                    }
                    if args.is_empty() {
                        out.push(" ()");
                    }
                    return;
                }
                Some(CoreRow::LetE(first, next)) => {
                    let nested = matches!(
                        statement.cores.get(first.0 as usize),
                        Some(CoreRow::LetE(..) | CoreRow::LetV(..) | CoreRow::Match(..))
                    );
                    out.push(&format!("let {} =", bound(*next)));
                    if nested {
                        newline(indent + 1, out);
                    } else {
                        out.push(" ");
                    }
                    self.write_core(*first, indent + 1, depth + 1, out);
                    if nested {
                        newline(indent, out);
                        out.push("in");
                    } else {
                        out.push(" in");
                    }
                    newline(indent, out);
                    core = *next;
                }
                Some(CoreRow::LetV(fun, next)) => {
                    let name = bound(*next);
                    match statement.funs.get(fun.0 as usize) {
                        Some(FunRow::Lam(..) | FunRow::Fix(..)) => {
                            self.write_function(&name, *fun, indent, depth + 1, out);
                            newline(indent, out);
                            out.push("in");
                        }
                        _ => {
                            out.push(&format!("let {name} = "));
                            self.write_fun(*fun, indent, depth + 1, out);
                            out.push(" in");
                        }
                    }
                    newline(indent, out);
                    core = *next;
                }
                Some(CoreRow::Match(value, branches)) => {
                    return self.write_match(*value, branches, &names, (indent, depth), out);
                }
            }
        }
    }

    fn write_match(
        &self,
        value: ExprRef,
        branches: &[BranchRow],
        names: &Names,
        (indent, depth): (usize, usize),
        out: &mut Limited,
    ) {
        let datatype = self.expr_id(value).and_then(|e| self.arena.sort_of(e)).map(|s| self.arena.sort(s));
        let datatype = match datatype {
            Some(Sort::Data(number, _)) => *number,
            _ => BOOL,
        };
        // `if` where both branches of a boolean are there; `false` has the smaller tag.
        if let (BOOL, [no, yes]) = (datatype, branches) {
            out.push(&format!("if {} then", self.value(value, names)));
            newline(indent + 1, out);
            self.write_core(yes.body, indent + 1, depth + 1, out);
            newline(indent, out);
            out.push("else");
            newline(indent + 1, out);
            return self.write_core(no.body, indent + 1, depth + 1, out);
        }
        out.push(&format!("match {} with", self.value(value, names)));
        for branch in branches {
            newline(indent, out);
            let inner = self.names_at(Subject::Core(branch.body));
            let fields = inner.locals.get(names.locals.len()..).unwrap_or_default();
            let pattern = pattern_of(self.constructor_name(datatype, branch.tag), fields);
            out.push(&format!("| {pattern} →"));
            newline(indent + 2, out);
            self.write_core(branch.body, indent + 2, depth + 1, out);
        }
    }

    /// A pattern for a constructor of a sort; its fields become variables. Also the number of
    /// fields.
    pub fn pattern(
        &self,
        sort: Option<SortId>,
        tag: u32,
        wanted: Option<&Vec<String>>,
        names: &mut Names,
    ) -> (String, usize) {
        let Some(Sort::Data(datatype, _)) = sort.map(|sort| self.arena.sort(sort)) else {
            return ("?".to_owned(), 0);
        };
        let fields = match datatype.checked_sub(FIRST_DATATYPE) {
            Some(row) => {
                let row = self.file.certificate.statement.datatypes.get(row as usize);
                row.and_then(|row| row.ctors.get(tag as usize)).map_or(0, |c| c.fields.len())
            }
            None => 0,
        };
        let first = names.locals.len();
        for i in 0..fields {
            names.add_local(wanted.and_then(|wanted| wanted.get(i)).map_or("", String::as_str));
        }
        let variables = names.locals.get(first..).unwrap_or_default();
        (pattern_of(self.constructor_name(*datatype, tag), variables), fields)
    }

    fn primitive(&self, prim: &Prim, names: &Names) -> String {
        match prim {
            Prim::Eval(e) => self.expr_id(*e).map_or("?".to_owned(), |e| self.computed(e, names)),
            Prim::Div(a, b) => format!("{} / {}", self.value_atom(*a, names), self.value_atom(*b, names)),
            Prim::Mod(a, b) => format!("{} mod {}", self.value_atom(*a, names), self.value_atom(*b, names)),
            Prim::IntGen | Prim::BoolGen | Prim::NatGen | Prim::OpaqueGen(_) => {
                format!("{} ()", covenant_coq_export::prim_names::name(prim))
            }
            Prim::IntRange(low, high) => {
                format!("int_range {} {}", self.value_atom(*low, names), self.value_atom(*high, names))
            }
        }
    }

    /// An expression that is computed, as in the source: `a && b` tests booleans, `- a` subtracts
    /// from 0.
    fn computed(&self, expr: ExprId, names: &Names) -> String {
        let boolean = |test: ExprId| match self.arena.expr(test) {
            Expr::Bin(Bin::Eq, a, b) => match self.arena.expr(*b) {
                Expr::Ctor(sort, 1, _) if *sort == BOOL_SORT => Some(self.atom(*a, names)),
                _ => None,
            },
            _ => None,
        };
        let as_in_source = match self.arena.expr(expr) {
            Expr::Not(a) => boolean(*a).map(|a| format!("not {a}")),
            Expr::Bin(Bin::And, a, b) => boolean(*a).zip(boolean(*b)).map(|(a, b)| format!("{a} && {b}")),
            Expr::Bin(Bin::Or, a, b) => boolean(*a).zip(boolean(*b)).map(|(a, b)| format!("{a} || {b}")),
            Expr::Bin(Bin::Sub, a, b) if matches!(self.arena.expr(*a), Expr::Int(0)) => {
                Some(format!("- {}", self.atom(*b, names)))
            }
            _ => None,
        };
        as_in_source.unwrap_or_else(|| self.formula(expr, names))
    }

    fn value(&self, value: ExprRef, names: &Names) -> String {
        self.expr_id(value).map_or("?".to_owned(), |value| self.formula(value, names))
    }

    fn value_atom(&self, value: ExprRef, names: &Names) -> String {
        self.expr_id(value).map_or("?".to_owned(), |value| self.atom(value, names))
    }

    /// The names that are visible in a term or function.
    pub fn names_at(&self, subject: Subject) -> Names {
        self.scopes.at(subject)
    }
}

fn pattern_of(constructor: &str, fields: &[String]) -> String {
    match (constructor, fields) {
        (name, []) => name.to_owned(),
        ("::", [head, tail]) => format!("{head} :: {tail}"),
        (name, [one]) => format!("{name} {one}"),
        (name, several) => format!("{name} ({})", several.join(", ")),
    }
}

fn newline(indent: usize, out: &mut Limited) {
    out.push("\n");
    out.push(&"  ".repeat(indent.min(60)));
}
