//! Types as trees: what finished terms carry, and what the checker compares.
//!
//! Functions take several arguments at once. A function type may carry an *arguments hole*: then every function
//! type, lambda and application with the same hole has the same arguments, and an argument was added to all of them
//! together while the term grew.

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// A type variable: of the scheme of a constant, or a rigid one of the type that terms are made for.
    Var(u32),
    /// A datatype of the environment, applied; tuples and integers are datatypes, too.
    Data(u32, Vec<Type>),
    /// A function type.
    Fun(Box<Arrow>),
}

/// A function type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Arrow {
    /// The types of the arguments.
    pub params: Vec<Type>,
    /// The type of the result.
    pub result: Type,
    /// The arguments hole of an extensible function.
    pub hole: Option<u32>,
}

impl Type {
    /// A plain function type; without arguments, just the result.
    #[must_use]
    pub fn function(params: Vec<Type>, result: Type) -> Type {
        if params.is_empty() {
            return result;
        }
        Type::Fun(Box::new(Arrow { params, result, hole: None }))
    }

    /// The type with its variables replaced; variables without a replacement stay.
    #[must_use]
    pub fn instantiate(&self, with: &[Type]) -> Type {
        match self {
            Type::Var(n) => with.get(*n as usize).unwrap_or(self).clone(),
            Type::Data(data, args) => {
                Type::Data(*data, args.iter().map(|arg| arg.instantiate(with)).collect())
            }
            Type::Fun(arrow) => Type::Fun(Box::new(Arrow {
                params: arrow.params.iter().map(|param| param.instantiate(with)).collect(),
                result: arrow.result.instantiate(with),
                hole: arrow.hole,
            })),
        }
    }

    /// One more than the greatest type variable.
    #[must_use]
    pub fn variables(&self) -> u32 {
        match self {
            Type::Var(n) => n + 1,
            Type::Data(_, args) => args.iter().map(Type::variables).max().unwrap_or(0),
            Type::Fun(arrow) => {
                arrow.params.iter().chain([&arrow.result]).map(Type::variables).max().unwrap_or(0)
            }
        }
    }

    /// No function type anywhere inside.
    #[must_use]
    pub fn first_order(&self) -> bool {
        match self {
            Type::Var(_) => true,
            Type::Data(_, args) => args.iter().all(Type::first_order),
            Type::Fun(_) => false,
        }
    }
}
