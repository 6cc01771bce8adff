//! Ground formulas as SMT-LIB text: for the solver log, and for solvers other than Z3.
//!
//! As in [`super::solver`], quantified formulas and conditional terms are opaque constants and
//! definitions are uninterpreted functions. Every assertion has a name. What occurs more than
//! once is defined once, so that the text is as small as the formulas are in memory.

use super::solver::MAX_SORTS;
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, IdMap, Sort, SortId, Sorts};
use covenant_kernel::tables::{BOOL, DefRef};
use std::collections::HashMap;
use std::fmt::Write;

/// A text that has become this long gets a name of its own, so that texts inside texts are not
/// copied again and again.
const LONG: usize = 500;

/// A script that asserts the formulas, and the names it gives them. `None` if a formula has no
/// counterpart in SMT-LIB.
pub(super) fn script(arena: &mut Arena, formulas: &[ExprId]) -> Option<(String, Vec<String>)> {
    let mut writer = Writer { occurrences: occurrences(arena, formulas), ..Writer::default() };
    writer.out.push_str("(set-logic ALL)\n");
    let mut names = Vec::with_capacity(formulas.len());
    for (i, &formula) in formulas.iter().enumerate() {
        let text = writer.expr(arena, formula)?;
        let name = format!("p{i}");
        writeln!(writer.out, "(assert (! {text} :named {name}))").ok()?;
        names.push(name);
    }
    writer.out.push_str("(check-sat)\n");
    Some((writer.out, names))
}

/// How often each expression occurs in others.
fn occurrences(arena: &Arena, formulas: &[ExprId]) -> IdMap<ExprId, u32> {
    let mut count: IdMap<ExprId, u32> = IdMap::default();
    let mut stack = formulas.to_vec();
    while let Some(e) = stack.pop() {
        let seen = count.entry(e).or_insert(0);
        *seen += 1;
        if *seen == 1 && !opaque(arena, e) {
            arena.expr(e).for_children(|c, _| stack.push(c));
        }
    }
    count
}

fn opaque(arena: &Arena, e: ExprId) -> bool {
    matches!(arena.expr(e), Expr::Quant(..) | Expr::Ite(..))
}

#[derive(Default)]
struct Writer {
    out: String,
    occurrences: IdMap<ExprId, u32>,
    sorts: IdMap<SortId, String>,
    functions: HashMap<(DefRef, Sorts), String>,
    predicates: IdMap<u32, String>,
    /// Texts of expressions that have a name; of others only until they are used.
    texts: IdMap<ExprId, String>,
    constants: u32,
    definitions: u32,
}

impl Writer {
    fn expr(&mut self, arena: &mut Arena, root: ExprId) -> Option<String> {
        let mut stack = vec![(root, false)];
        while let Some((e, ready)) = stack.pop() {
            if self.texts.contains_key(&e) {
                continue;
            }
            if !ready && !opaque(arena, e) {
                stack.push((e, true));
                arena.expr(e).for_children(|c, _| stack.push((c, false)));
                continue;
            }
            let text = self.node(arena, e)?;
            let shared = self.occurrences.get(&e).is_some_and(|n| *n > 1);
            let text = if text.starts_with('(') && (shared || text.len() > LONG) {
                self.define(arena, e, &text)?
            } else {
                text
            };
            self.texts.insert(e, text);
        }
        self.texts.get(&root).cloned()
    }

    fn define(&mut self, arena: &mut Arena, e: ExprId, text: &str) -> Option<String> {
        let sort = match arena.sort_of(e) {
            Some(sort) => self.sort(arena, sort)?,
            None => "Bool".to_owned(),
        };
        let name = format!("t{}", self.definitions);
        self.definitions += 1;
        writeln!(self.out, "(define-fun {name} () {sort} {text})").ok()?;
        Some(name)
    }

    fn constant(&mut self, arena: &mut Arena, sort: Option<SortId>) -> Option<String> {
        let sort = match sort {
            Some(sort) => self.sort(arena, sort)?,
            None => "Bool".to_owned(),
        };
        let name = format!("c{}", self.constants);
        self.constants += 1;
        writeln!(self.out, "(declare-fun {name} () {sort})").ok()?;
        Some(name)
    }

    /// The text of an expression whose parts have theirs.
    fn node(&mut self, arena: &mut Arena, e: ExprId) -> Option<String> {
        Some(match arena.expr(e).clone() {
            Expr::Bound(..) => return None,
            Expr::Local(_, s) | Expr::Nu(s) | Expr::Literal(_, s) => self.constant(arena, Some(s))?,
            Expr::Quant(..) => self.constant(arena, None)?,
            Expr::Ite(..) => {
                let sort = arena.sort_of(e);
                self.constant(arena, sort)?
            }
            Expr::Int(n) if n < 0 => format!("(- {})", n.unsigned_abs()),
            Expr::Int(n) => n.to_string(),
            Expr::Ctor(s, tag, _) if matches!(arena.sort(s), Sort::Data(BOOL, _)) => (tag == 1).to_string(),
            Expr::Ctor(s, tag, args) => {
                let head = format!("{}c{tag}", self.sort(arena, s)?);
                self.apply(&head, &args)?
            }
            Expr::Fn(d, sorts, args) => {
                let head = self.function(arena, d, sorts)?;
                self.apply(&head, &args)?
            }
            Expr::PredVar(p, args) => {
                let head = self.predicate(arena, p, &args)?;
                self.apply(&head, &args)?
            }
            Expr::Bin(op, a, b) => {
                let head = match op {
                    Bin::Add => "+",
                    Bin::Sub => "-",
                    Bin::Mul => "*",
                    Bin::Eq | Bin::Iff => "=",
                    Bin::Le => "<=",
                    Bin::Lt => "<",
                    Bin::And => "and",
                    Bin::Or => "or",
                    Bin::Imp => "=>",
                };
                self.apply(head, &[a, b])?
            }
            Expr::Div(a, k) => format!("(div {} {k})", self.texts.get(&a)?),
            Expr::Mod(a, k) => format!("(mod {} {k})", self.texts.get(&a)?),
            Expr::True => "true".to_owned(),
            Expr::False => "false".to_owned(),
            Expr::Not(a) => self.apply("not", &[a])?,
        })
    }

    fn apply(&self, head: &str, args: &[ExprId]) -> Option<String> {
        if args.is_empty() {
            return Some(head.to_owned());
        }
        let mut text = format!("({head}");
        for a in args {
            text.push(' ');
            text.push_str(self.texts.get(a)?);
        }
        text.push(')');
        Some(text)
    }

    fn function(&mut self, arena: &mut Arena, d: DefRef, sorts: Sorts) -> Option<String> {
        let key = (d, sorts);
        if let Some(name) = self.functions.get(&key) {
            return Some(name.clone());
        }
        let signature = arena.def_sig(d)?.clone();
        let mut domain = Vec::new();
        for p in signature.params {
            let p = arena.instantiate_sort(p, &key.1).ok()?;
            domain.push(self.sort(arena, p)?);
        }
        let range = match signature.result {
            Some(r) => {
                let r = arena.instantiate_sort(r, &key.1).ok()?;
                self.sort(arena, r)?
            }
            None => "Bool".to_owned(),
        };
        let name = format!("f{}_{}", d.0, self.functions.len());
        writeln!(self.out, "(declare-fun {name} ({}) {range})", domain.join(" ")).ok()?;
        self.functions.insert(key, name.clone());
        Some(name)
    }

    fn predicate(&mut self, arena: &mut Arena, p: u32, args: &[ExprId]) -> Option<String> {
        if let Some(name) = self.predicates.get(&p) {
            return Some(name.clone());
        }
        let mut domain = Vec::new();
        for &a in args {
            let s = arena.sort_of(a)?;
            domain.push(self.sort(arena, s)?);
        }
        let name = format!("P{p}");
        writeln!(self.out, "(declare-fun {name} ({}) Bool)", domain.join(" ")).ok()?;
        self.predicates.insert(p, name.clone());
        Some(name)
    }

    fn sort(&mut self, arena: &mut Arena, sort: SortId) -> Option<String> {
        if let Some(name) = self.sorts.get(&sort) {
            return Some(name.clone());
        }
        let name = match arena.sort(sort).clone() {
            Sort::Int => "Int".to_owned(),
            Sort::Data(BOOL, _) => "Bool".to_owned(),
            Sort::Data(..) => {
                self.datatypes(arena, sort)?;
                return self.sorts.get(&sort).cloned();
            }
            Sort::Abstract(i) => self.declared(format!("A{i}"))?,
            Sort::Opaque(i) => self.declared(format!("O{i}"))?,
        };
        self.sorts.insert(sort, name.clone());
        Some(name)
    }

    fn declared(&mut self, name: String) -> Option<String> {
        writeln!(self.out, "(declare-sort {name} 0)").ok()?;
        Some(name)
    }

    /// Declares every datatype that this one is made of, in one go.
    fn datatypes(&mut self, arena: &mut Arena, sort: SortId) -> Option<()> {
        let mut group = vec![sort];
        let mut next = 0;
        let mut fields: Vec<Vec<Vec<SortId>>> = Vec::new();
        while next < group.len() {
            let s = group[next];
            let mut constructors = Vec::new();
            for tag in 0..arena.ctor_count(s).ok()? {
                let sorts = arena.ctor_fields(s, tag).ok()?.to_vec();
                for &f in &sorts {
                    let data = matches!(arena.sort(f), Sort::Data(d, _) if *d != BOOL);
                    if data && !group.contains(&f) && !self.sorts.contains_key(&f) {
                        group.push(f);
                    }
                }
                constructors.push(sorts);
            }
            fields.push(constructors);
            next += 1;
            if group.len() > MAX_SORTS {
                return None;
            }
        }
        let first = self.sorts.len();
        for (i, &s) in group.iter().enumerate() {
            self.sorts.insert(s, format!("D{}", first + i));
        }
        let (mut heads, mut bodies) = (String::new(), String::new());
        for (s, constructors) in group.iter().zip(fields) {
            let name = self.sorts.get(s)?.clone();
            write!(heads, "({name} 0)").ok()?;
            bodies.push('(');
            for (tag, sorts) in constructors.iter().enumerate() {
                write!(bodies, "({name}c{tag}").ok()?;
                for (j, &f) in sorts.iter().enumerate() {
                    let field = self.sort(arena, f)?;
                    write!(bodies, " ({name}c{tag}_{j} {field})").ok()?;
                }
                bodies.push(')');
            }
            bodies.push(')');
        }
        writeln!(self.out, "(declare-datatypes ({heads}) ({bodies}))").ok()
    }
}
