//! Values of the program during lowering.
//!
//! Functions are values of the lowering itself: a call of a known function is
//! replaced by its body, with the arguments (which are values already) for the
//! parameters. Nothing is duplicated by that, since a value makes no choice. A
//! function becomes a row of the kernel's tables only where it is passed to a
//! function that has a claim.

use std::rc::Rc;

use covenant_kernel::tables::{ExprRef, TypeRef};

use crate::typed::{FunctionId, LocalId, PredicateId, Primitive, TExpr, Ty};

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Value<'p> {
    Base(ExprRef),
    Function(Rc<FunctionValue<'p>>),
}

/// A function value.
#[derive(Clone, Debug)]
pub(crate) enum FunctionValue<'p> {
    /// A lambda with what it captured.
    Closure {
        parameters: &'p [(LocalId, Ty)],
        body: &'p TExpr,
        frame: Frame<'p>,
    },
    /// A function expression that has no effect, evaluated at each call.
    Delayed {
        expr: &'p TExpr,
        frame: Frame<'p>,
    },
    /// A top-level function with a claim, at types.
    Global(FunctionId, Rc<Vec<Ty>>),
    /// A top-level function without a claim, at types.
    Inlined(FunctionId, Rc<Vec<Ty>>),
    /// A function variable of the core program.
    Level(u32, TypeRef),
    Predicate(PredicateId, Rc<Vec<Ty>>),
    Primitive(Primitive),
    Partial(Rc<FunctionValue<'p>>, Vec<Value<'p>>),
    /// `m >>= f` or `m >|= f`, with the type of what `m` makes
    Then {
        sequence: Sequence,
        first: Rc<FunctionValue<'p>>,
        second: Rc<FunctionValue<'p>>,
        between: Ty,
    },
}

/// What follows a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sequence {
    /// Another generator.
    Bind,
    /// A function of the value.
    Map,
}

/// What the variables of an expression stand for, and at which types the
/// enclosing function is used.
#[derive(Clone, Debug)]
pub(crate) struct Frame<'p> {
    variables: Variables<'p>,
    pub types: Rc<Vec<Ty>>,
}

/// A persistent list: closures keep what they saw.
#[derive(Clone, Debug, Default)]
struct Variables<'p>(Option<Rc<Node<'p>>>);

#[derive(Debug)]
struct Node<'p> {
    local: LocalId,
    value: Value<'p>,
    next: Variables<'p>,
}

impl<'p> Frame<'p> {
    pub fn new(types: Rc<Vec<Ty>>) -> Self {
        Self { variables: Variables::default(), types }
    }

    pub fn with(&self, local: LocalId, value: Value<'p>) -> Self {
        Self {
            variables: Variables(Some(Rc::new(Node { local, value, next: self.variables.clone() }))),
            types: Rc::clone(&self.types),
        }
    }

    pub fn get(&self, local: LocalId) -> Option<&Value<'p>> {
        let mut current = &self.variables;
        while let Variables(Some(node)) = current {
            if node.local == local {
                return Some(&node.value);
            }
            current = &node.next;
        }
        None
    }

    /// All variables, innermost first.
    pub fn iter(&self) -> impl Iterator<Item = (LocalId, &Value<'p>)> {
        let mut current = &self.variables;
        std::iter::from_fn(move || match current {
            Variables(Some(node)) => {
                current = &node.next;
                Some((node.local, &node.value))
            }
            Variables(None) => None,
        })
    }

    pub fn instantiate(&self, ty: &Ty) -> Ty {
        if self.types.is_empty() { ty.clone() } else { ty.instantiate(&self.types) }
    }
}
