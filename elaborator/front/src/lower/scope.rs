//! What the variables of a formula stand for.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use covenant_kernel::tables::{ExprRef, SortRef};

use crate::typed::{LocalId, PredicateId, TExpr, TKind, Ty};

/// What a variable stands for.
#[derive(Clone, Debug)]
pub(crate) enum Variable {
    /// The value that a qualifier speaks about.
    Nu(SortRef),
    /// A parameter of a function type or a quantified variable, counted from
    /// the outermost.
    Stack(u32, SortRef),
    /// A variable in scope, by level.
    Level(u32, SortRef),
    /// A base value of the program; it mentions levels only.
    Value(ExprRef),
    /// A term that was made under so many parameters and quantifiers; valid
    /// there only.
    Fixed(ExprRef, u32),
    /// Another expression in the same scope.
    Expr(Rc<TExpr>),
}

/// A variable that is known to be a certain constructor.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub tag: u32,
    pub fields: Vec<LocalId>,
}

/// The scope of a formula.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    pub variables: BTreeMap<LocalId, Variable>,
    /// Types of the variables; lifted definitions turn variables into
    /// parameters.
    pub types: BTreeMap<LocalId, Ty>,
    /// How many parameters and quantifiers are around the formula.
    pub height: u32,
    /// How many sort parameters the enclosing item has.
    pub sort_params: u32,
    /// Types for the quantified type variables, when the item is used at an
    /// instance.
    pub instance: Option<Rc<Vec<Ty>>>,
    pub known: BTreeMap<LocalId, Known>,
    /// Abbreviations that a lifted definition takes as parameters, as they are.
    pub opaque: BTreeSet<LocalId>,
    /// The predicates that are being defined together.
    pub group: Rc<Vec<PredicateId>>,
    /// Variables that are parts of the analysed argument.
    pub fields: BTreeSet<LocalId>,
    /// The name of the item, for the names of lifted definitions.
    pub item: Rc<str>,
}

impl Scope {
    pub fn bind(&mut self, local: LocalId, variable: Variable, ty: Ty) {
        self.variables.insert(local, variable);
        self.types.insert(local, ty);
    }

    pub fn bind_expr(&mut self, local: LocalId, expr: TExpr) {
        self.types.insert(local, expr.ty.clone());
        self.variables.insert(local, Variable::Expr(Rc::new(expr)));
    }

    /// `variable` is another name for `target`.
    pub fn alias(&mut self, variable: LocalId, target: LocalId, span: crate::span::Span) {
        let ty = self.types.get(&target).cloned().unwrap_or_else(Ty::unit);
        self.bind_expr(variable, TExpr { kind: TKind::Local(target), ty, span });
    }

    /// Follows names until something that is not a name.
    pub fn resolve(&self, local: LocalId) -> LocalId {
        let mut current = local;
        while let Some(Variable::Expr(expr)) = self.variables.get(&current) {
            match expr.kind {
                TKind::Local(next) => current = next,
                _ => break,
            }
        }
        current
    }

    /// The expression that a variable abbreviates, if it does.
    pub fn definition(&self, local: LocalId) -> Option<Rc<TExpr>> {
        match self.variables.get(&self.resolve(local)) {
            Some(Variable::Expr(expr)) => Some(Rc::clone(expr)),
            _ => None,
        }
    }

    /// The type at the instance.
    pub fn instantiate(&self, ty: &Ty) -> Ty {
        match &self.instance {
            Some(arguments) => ty.instantiate(arguments),
            None => ty.clone(),
        }
    }
}
