//! A name-free text for a match, and the variables that it takes from outside.
//!
//! When a recursive call is unfolded inside a lifted definition, the same match
//! comes up again, about other variables. Two matches with the same text are the
//! same function of their free variables, so that one definition serves both:
//! that is what makes `x :: (y :: _ as rest) -> … f rest` a recursive definition
//! and not an endless one.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::rc::Rc;

use super::scope::{Scope, Variable};
use super::trees::Tree;
use crate::typed::{LocalId, TCase, TExpr, TKind, TPattern, Ty};
use crate::walk;

/// Longer texts are not compared.
const LONGEST: usize = 200_000;

/// The text of a match and its free variables, in order of appearance.
pub(super) struct Canonical<'a> {
    scope: &'a Scope,
    cases: &'a [TCase],
    pub free: Vec<LocalId>,
    bound: BTreeMap<LocalId, usize>,
    text: String,
}

impl<'a> Canonical<'a> {
    /// `on` comes first among the free variables.
    pub fn new(on: LocalId, scope: &'a Scope, cases: &'a [TCase]) -> Self {
        Self { scope, cases, free: vec![on], bound: BTreeMap::new(), text: String::new() }
    }

    /// The text; `None` when it is too long to be of use.
    pub fn text(&self) -> Option<&str> {
        (self.text.len() < LONGEST).then_some(self.text.as_str())
    }

    fn write(&mut self, piece: impl std::fmt::Display) {
        if self.text.len() < LONGEST {
            let _ = write!(self.text, "{piece} ");
        }
    }

    fn bind(&mut self, local: LocalId) {
        let next = self.bound.len();
        self.bound.insert(local, next);
    }

    pub fn tree(&mut self, tree: &Tree) {
        match tree {
            Tree::Fail => self.write("fail"),
            Tree::Leaf { bindings, case } => {
                self.write("leaf");
                self.case(bindings, *case);
            }
            Tree::Guard { bindings, case, otherwise } => {
                self.write("guard");
                self.case(bindings, *case);
                self.tree(otherwise);
            }
            Tree::Switch { on, ty, branches } => {
                self.write("switch");
                self.local(*on);
                self.ty(ty);
                for branch in branches {
                    self.write(branch.tag);
                    for (field, _) in &branch.fields {
                        self.bind(*field);
                    }
                    self.tree(&branch.tree);
                }
            }
            Tree::Compare { on, literal, then, otherwise, .. } => {
                self.write("compare");
                self.local(*on);
                self.write(format_args!("{literal:?}"));
                self.tree(then);
                self.tree(otherwise);
            }
        }
    }

    /// The fields of the analysed variable in one branch.
    pub fn fields(&mut self, fields: &[(LocalId, Ty)]) {
        for (field, _) in fields {
            self.bind(*field);
        }
    }

    fn case(&mut self, bindings: &[(LocalId, LocalId)], case: usize) {
        for (variable, target) in bindings {
            let target = self.scope.resolve(*target);
            match self.bound.get(&target).copied() {
                Some(number) => {
                    self.bound.insert(*variable, number);
                }
                None => {
                    // Bound to something from outside: write it where it is used.
                    self.write("alias");
                    self.local(target);
                    self.bind(*variable);
                }
            }
        }
        let cases = self.cases;
        if let Some(arm) = cases.get(case) {
            if let Some(guard) = &arm.guard {
                self.expr(guard);
            }
            self.expr(&arm.body);
        }
    }

    fn ty(&mut self, ty: &Ty) {
        self.write(format_args!("{ty:?}"));
    }

    fn local(&mut self, local: LocalId) {
        if let Some(number) = self.bound.get(&local).copied() {
            self.write(format_args!("b{number}"));
            return;
        }
        let local = self.scope.resolve(local);
        if let Some(number) = self.bound.get(&local).copied() {
            self.write(format_args!("b{number}"));
            return;
        }
        if let Some(number) = self.free.iter().position(|known| *known == local) {
            self.write(format_args!("f{number}"));
            return;
        }
        if let Some(Variable::Expr(expr)) = self.scope.variables.get(&local)
            && !self.scope.opaque.contains(&local)
        {
            let expr = Rc::clone(expr);
            self.expr(&expr);
            return;
        }
        if !self.scope.variables.contains_key(&local) {
            self.write("unbound");
            return;
        }
        self.write(format_args!("f{}", self.free.len()));
        self.free.push(local);
        if let Some(known) = self.scope.known.get(&local) {
            self.write(format_args!("is {}", known.tag));
            for field in known.fields.clone() {
                self.local(field);
            }
        }
    }

    fn expr(&mut self, expr: &TExpr) {
        match &expr.kind {
            TKind::Local(local) => return self.local(*local),
            TKind::Predicate(id, types) => self.write(format_args!("predicate{id}{types:?}")),
            TKind::Function(id, types) => self.write(format_args!("function{id}{types:?}")),
            TKind::Primitive(primitive) => self.write(format_args!("{primitive:?}")),
            TKind::PredicateVariable(number) => self.write(format_args!("variable{number}")),
            TKind::Literal(literal) => self.write(format_args!("{literal:?}")),
            TKind::Construct(id, tag, _) => self.write(format_args!("construct{id}.{tag}")),
            TKind::Project(id, index, _) => self.write(format_args!("project{id}.{index}")),
            TKind::Apply(..) => self.write("apply"),
            TKind::Binary(operator, ..) => self.write(format_args!("{operator:?}")),
            TKind::Negate(_) => self.write("negate"),
            TKind::Not(_) => self.write("not"),
            TKind::Lambda(parameters, _) => {
                self.write("lambda");
                for (local, _) in parameters {
                    self.bind(*local);
                }
            }
            TKind::Let(local, value, body) => {
                self.write("let");
                self.expr(value);
                self.bind(*local);
                return self.expr(body);
            }
            TKind::LetRec(..) => self.write("local function"),
            TKind::If(..) => self.write("if"),
            TKind::Match(scrutinee, cases) => {
                self.write("match");
                self.expr(scrutinee);
                for case in cases {
                    self.pattern(&case.pattern);
                    if let Some(guard) = &case.guard {
                        self.write("when");
                        self.expr(guard);
                    }
                    self.expr(&case.body);
                }
                return;
            }
            TKind::Quantified(quantifier, local, ty, _) => {
                self.write(format_args!("{quantifier:?}"));
                self.ty(ty);
                self.bind(*local);
            }
            TKind::Fail => self.write("fail"),
        }
        self.ty(&expr.ty);
        let children = walk::children(expr);
        self.write(children.len());
        for child in children {
            self.expr(child);
        }
    }

    fn pattern(&mut self, pattern: &TPattern) {
        match pattern {
            TPattern::Any => self.write("_"),
            TPattern::Variable(local) => {
                self.write("variable");
                self.pattern_variable(*local);
            }
            TPattern::Alias(inner, local) => {
                self.write("as");
                self.pattern_variable(*local);
                self.pattern(inner);
            }
            TPattern::Or(list) => {
                self.write(format_args!("or{}", list.len()));
                for inner in list {
                    self.pattern(inner);
                }
            }
            TPattern::Literal(literal) => self.write(format_args!("{literal:?}")),
            TPattern::Construct(id, tag, list) => {
                self.write(format_args!("construct{id}.{tag}"));
                for inner in list {
                    self.pattern(inner);
                }
            }
        }
    }

    /// The alternatives of an or-pattern share their variables.
    fn pattern_variable(&mut self, local: LocalId) {
        if !self.bound.contains_key(&local) {
            self.bind(local);
        }
        if let Some(number) = self.bound.get(&local).copied() {
            self.write(format_args!("b{number}"));
        }
    }
}
