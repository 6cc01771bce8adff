//! What terms are made of.

use covenant_execute::ctor_name;
use covenant_front::syntax::{Binding, Expr, ExprKind, Item, Literal};
use covenant_kernel::tables::{BOOL, UNIT};
use std::collections::BTreeSet;

use crate::ints::IntSet;
use crate::problem::Problem;
use crate::surface::{Function, each};
use crate::term::Level;

/// The user's wishes: names that are added, alone allowed, or forbidden.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Names added to the default.
    pub with: Vec<String>,
    /// If given, nothing else is used.
    pub only: Option<Vec<String>>,
    /// Names that are not used.
    pub without: Vec<String>,
}

/// The components of a search.
#[derive(Debug)]
pub(crate) struct Components {
    wishes: Wishes,
    pub constants: Vec<i64>,
    /// Literals that integers are multiplied by.
    pub factors: Vec<i64>,
    /// Whether `nat_gen` is mentioned, so that it is as cheap as `int_gen`.
    pub natural: bool,
    /// Integer sub-expressions of the function.
    pub written: Vec<Written>,
    /// What the function calls as it is.
    called: BTreeSet<String>,
    /// The function, if it cannot call itself.
    not_recursive: Option<String>,
}

/// An integer sub-expression of the function.
#[derive(Debug)]
pub(crate) struct Written {
    pub text: String,
    pub size: u32,
    pub level: Level,
    expr: Expr,
}

impl Components {
    pub fn new(
        text: &str,
        items: &[Item],
        claim: &str,
        function: &Function<'_>,
        wishes: &Wishes,
    ) -> Components {
        let binding = function.binding;
        let mut constants = BTreeSet::from([0, 1]);
        let mut factors = BTreeSet::new();
        let mut natural = false;
        let mut written: Vec<Written> = Vec::new();
        let mut see = |expr: &Expr, own: bool| match &expr.kind {
            ExprKind::Literal(Literal::Int(n)) if own && (0..10).contains(n) => {
                constants.insert(*n);
            }
            ExprKind::Infix(name, left, right) if ["*", "mod", "/"].contains(&name.text.as_str()) => {
                for side in [left, right] {
                    if let ExprKind::Literal(Literal::Int(n)) = side.kind
                        && (2..100).contains(&n)
                    {
                        factors.insert(n);
                    }
                }
            }
            ExprKind::Variable(name) if name == "nat_gen" => natural = true,
            _ => {}
        };
        for item in items {
            for (expr, own) in expressions(item, binding) {
                each(expr, &mut |e| see(e, own));
            }
        }
        each(&binding.body, &mut |expr| {
            if compound(expr)
                && let Some(found) = text.get(expr.span.start..expr.span.end)
                && !found.contains('\n')
                && !written.iter().any(|w| w.text == found)
            {
                written.push(Written {
                    text: found.to_owned(),
                    size: size(expr),
                    level: level(expr),
                    expr: expr.clone(),
                });
            }
        });
        let claimed = literals(text.get(binding.body.span.end..binding.span.end).unwrap_or_default());
        factors.extend(claimed.iter().filter(|n| (2..100).contains(*n)));
        constants.extend(claimed);
        let mut called = BTreeSet::from([claim.to_owned()]);
        each(&binding.body, &mut |expr| {
            if let ExprKind::Variable(name) = &expr.kind {
                called.insert(name.clone());
            }
        });
        let listed = |names: &[String], name: &str| names.iter().any(|known| known == name);
        written.retain(|w| {
            let mut fits = true;
            each(&w.expr, &mut |e| match &e.kind {
                ExprKind::Infix(name, ..) => fits &= !listed(&wishes.without, &name.text),
                ExprKind::Variable(name) => fits &= !listed(&wishes.without, name),
                _ => {}
            });
            fits
        });
        natural |= wishes.with.iter().any(|name| name == "nat_gen");
        Components {
            called,
            not_recursive: (!function.recursive).then(|| claim.to_owned()),
            wishes: wishes.clone(),
            constants: constants.into_iter().collect(),
            factors: factors.into_iter().collect(),
            natural,
            written: if wishes.only.is_some() { Vec::new() } else { written },
        }
    }

    /// Whether a name may be used.
    pub fn allows(&self, name: &str) -> bool {
        let listed = |names: &[String]| names.iter().any(|known| known == name);
        !listed(&self.wishes.without) && self.wishes.only.as_deref().is_none_or(listed)
    }

    pub fn allows_call(&self, name: &str) -> bool {
        self.allows(name) && self.not_recursive.as_deref() != Some(name)
    }

    /// Whether the function calls this as it is.
    pub fn is_called(&self, name: &str) -> bool {
        self.called.contains(name)
    }

    pub fn allows_ctor(&self, problem: &Problem<'_>, data: u32, tag: u32) -> bool {
        data == BOOL || data == UNIT || {
            let name = ctor_name(problem.program.statement(), data, tag);
            name.starts_with("Tuple") || name.starts_with('{') || self.allows(name)
        }
    }

    /// The names, for people.
    pub fn describe(&self, problem: &Problem<'_>) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for callable in &problem.callables {
            if self.allows_call(&callable.name) {
                names.push(callable.name.clone());
            }
        }
        let statement = problem.program.statement();
        for datatype in &statement.datatypes {
            names.extend(datatype.ctors.iter().map(|ctor| ctor.name.clone()));
        }
        names.extend(["int_gen", "nat_gen", "bool_gen", "int_range", "+", "-"].map(str::to_owned));
        if !self.factors.is_empty() {
            names.push("*".to_owned());
        }
        names.retain(|name| self.allows(name));
        names.extend(self.constants.iter().map(ToString::to_string));
        names.extend(self.written.iter().map(|w| w.text.clone()));
        names
    }
}

/// The small literals of a claim, as it is written.
fn literals(claim: &str) -> Vec<i64> {
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    claim
        .split(|c: char| !word(c))
        .filter_map(|part| part.parse().ok())
        .filter(|n| *n < 1000)
        .take(8)
        .collect()
}

/// The expressions of an item, and whether they are the function's own (or its claim's).
fn expressions<'s>(item: &'s Item, binding: &Binding) -> Vec<(&'s Expr, bool)> {
    match item {
        Item::Program(bindings) | Item::Predicates(bindings) => {
            bindings.list.iter().map(|b| (&b.body, b.span == binding.span)).collect()
        }
        _ => Vec::new(),
    }
}

fn is_range(head: &Expr) -> bool {
    matches!(&head.kind, ExprKind::Variable(name) if name == "int_range")
}

fn compound(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Infix(name, ..) => ["+", "-", "*"].contains(&name.text.as_str()),
        ExprKind::Apply(head, args) => is_range(head) && args.len() == 2,
        _ => false,
    }
}

/// How tightly it holds together.
fn level(expr: &Expr) -> Level {
    match &expr.kind {
        ExprKind::Infix(name, ..) if name.text != "*" => Level::Sum,
        _ => Level::Product,
    }
}

fn size(expr: &Expr) -> u32 {
    match &expr.kind {
        ExprKind::Infix(_, a, b) => 1 + size(a) + size(b),
        ExprKind::Apply(_, args) => 1 + args.iter().map(size).sum::<u32>(),
        _ => 1,
    }
}

impl Written {
    /// What the expression can be, with these variables; `None` if it is no integer arithmetic.
    pub fn evaluate(&self, variable: &dyn Fn(&str) -> Option<i64>) -> Option<IntSet> {
        evaluate(&self.expr, variable)
    }
}

fn evaluate(expr: &Expr, variable: &dyn Fn(&str) -> Option<i64>) -> Option<IntSet> {
    match &expr.kind {
        ExprKind::Literal(Literal::Int(n)) => Some(IntSet::points(vec![*n])),
        ExprKind::Variable(name) => Some(IntSet::points(vec![variable(name)?])),
        ExprKind::Infix(name, a, b) => {
            let (a, b) = (evaluate(a, variable)?, evaluate(b, variable)?);
            match name.text.as_str() {
                "+" => a.combine(&b, false),
                "-" => a.combine(&b, true),
                "*" => match (a.listed(), b.listed()) {
                    (Some([c]), _) => b.times(*c),
                    (_, Some([c])) => a.times(*c),
                    _ => None,
                },
                _ => None,
            }
        }
        ExprKind::Apply(head, args) => match (&head.kind, args.as_slice()) {
            (ExprKind::Variable(name), [low, high]) if name == "int_range" => {
                match (evaluate(low, variable)?.listed(), evaluate(high, variable)?.listed()) {
                    (Some([low]), Some([high])) => Some(IntSet::between(*low, *high)),
                    _ => None,
                }
            }
            (ExprKind::Variable(name), [_]) if name == "int_gen" => Some(IntSet::all()),
            (ExprKind::Variable(name), [_]) if name == "nat_gen" => Some(IntSet::naturals()),
            _ => None,
        },
        _ => None,
    }
}
