//! Programs and formulas as trees with names: what is left to do is to print them.

/// A type without refinements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// Integers.
    Int,
    /// Booleans.
    Bool,
    /// The unit type.
    Unit,
    /// A declared datatype, by its number in the kernel's tables.
    Data(u32, Vec<Type>),
    /// A type parameter.
    Param(u32),
}

/// The type of a function.
#[derive(Clone, Debug)]
pub struct Arrow {
    /// Parameters.
    pub params: Vec<Param>,
    /// Result.
    pub result: Type,
}

/// The type of a parameter.
#[derive(Clone, Debug)]
pub enum Param {
    /// A value.
    Base(Type),
    /// A function that may draw.
    Fun(Arrow),
}

/// Operators of terms and formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Eq,
    Le,
    Lt,
    And,
    Or,
    Imp,
}

/// What a quantifier ranges over.
#[derive(Clone, Debug)]
pub enum Domain {
    /// Both booleans.
    Booleans,
    /// A datatype whose constructors have no fields.
    Constants(u32),
    /// Integers. The body compares the variable with integers only, so that it is enough to try
    /// those, which these terms contain, and their neighbours up to a distance.
    Near(Vec<(Term, Type)>, i64),
}

/// A term or formula without choices.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Term {
    Var(String, Type),
    Int(i64),
    Bool(bool),
    Unit,
    Ctor(u32, u32, Vec<Term>),
    Binary(Op, Box<Term>, Box<Term>),
    Not(Box<Term>),
    /// Division and remainder of formulas: rounded down, by a positive constant.
    Quotient(Box<Term>, i64),
    Remainder(Box<Term>, i64),
    /// A definition, by number.
    Define(u32, Vec<Term>),
    If(Box<Term>, Box<Term>, Box<Term>),
    Quantifier {
        forall: bool,
        name: String,
        domain: Domain,
        body: Box<Term>,
    },
}

/// A primitive choice.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Draw {
    Int,
    Nat,
    Bool,
    /// A coin with so much on the side of `true`, and of `false`.
    Weighed(u32, u32),
    Range,
}

/// A function that is called or passed on.
#[derive(Clone, Debug)]
pub enum Function {
    /// A top-level function, by number.
    Global(u32),
    /// A variable.
    Local(String),
    /// Written in place.
    Lambda(Box<Lambda>),
}

/// `fun x1 .. xn -> body`, with a name if it calls itself.
#[derive(Clone, Debug)]
pub struct Lambda {
    /// Its own name.
    pub own: Option<String>,
    /// Parameters.
    pub params: Vec<(String, Param)>,
    /// Result type.
    pub result: Type,
    /// Body.
    pub body: Code,
}

/// An argument of a call.
#[derive(Clone, Debug)]
pub enum Arg {
    /// A value.
    Base(Term),
    /// A function.
    Fun(Function),
}

/// A branch of a match: constructor, names of its fields, body.
pub type Branch = (u32, Vec<(String, Type)>, Code);

/// A program that draws.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Code {
    Value(Term),
    Fail,
    /// OCaml's `/` (true) or `mod`, which fail for a divisor of 0.
    Divide(bool, Term, Term),
    Draw(Draw, Vec<Term>),
    Call(Function, Vec<Arg>),
    Let(String, Box<Code>, Box<Code>),
    LetFun(String, Box<Lambda>, Box<Code>),
    If(Box<Code>, Box<Code>, Box<Code>),
    /// Constructors without a branch fail; the flag says that there are such.
    Match(Term, u32, Vec<Branch>, bool),
}

impl Term {
    /// Calls `see` for the term and all its parts.
    pub fn visit(&self, see: &mut dyn FnMut(&Term)) {
        see(self);
        match self {
            Term::Ctor(_, _, parts) | Term::Define(_, parts) => parts.iter().for_each(|p| p.visit(see)),
            Term::Binary(_, a, b) => {
                a.visit(see);
                b.visit(see);
            }
            Term::Not(a) | Term::Quotient(a, _) | Term::Remainder(a, _) => a.visit(see),
            Term::If(a, b, c) => {
                for part in [a, b, c] {
                    part.visit(see);
                }
            }
            Term::Quantifier { domain, body, .. } => {
                if let Domain::Near(terms, _) = domain {
                    terms.iter().for_each(|(t, _)| t.visit(see));
                }
                body.visit(see);
            }
            Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Unit => {}
        }
    }

    /// Calls `change` for the term and all its parts.
    pub fn change(&mut self, change: &mut dyn FnMut(&mut Term)) {
        change(self);
        match self {
            Term::Ctor(_, _, parts) | Term::Define(_, parts) => {
                parts.iter_mut().for_each(|p| p.change(change))
            }
            Term::Binary(_, a, b) => {
                a.change(change);
                b.change(change);
            }
            Term::Not(a) | Term::Quotient(a, _) | Term::Remainder(a, _) => a.change(change),
            Term::If(a, b, c) => {
                for part in [a, b, c] {
                    part.change(change);
                }
            }
            Term::Quantifier { domain, body, .. } => {
                if let Domain::Near(terms, _) = domain {
                    terms.iter_mut().for_each(|(t, _)| t.change(change));
                }
                body.change(change);
            }
            Term::Var(..) | Term::Int(_) | Term::Bool(_) | Term::Unit => {}
        }
    }

    /// How often a variable occurs.
    pub fn count(&self, name: &str) -> usize {
        let mut found = 0;
        self.visit(&mut |t| found += usize::from(matches!(t, Term::Var(n, _) if n == name)));
        found
    }

    /// The number of its parts.
    pub fn size(&self) -> usize {
        let mut size = 0;
        self.visit(&mut |_| size += 1);
        size
    }
}

impl Code {
    /// Calls `see` for the terms and `call` for the functions that are mentioned.
    pub fn visit(&self, see: &mut dyn FnMut(&Term), call: &mut dyn FnMut(&Function)) {
        match self {
            Code::Value(t) => see(t),
            Code::Fail => {}
            Code::Divide(_, a, b) => {
                see(a);
                see(b);
            }
            Code::Draw(_, terms) => terms.iter().for_each(&mut *see),
            Code::Call(f, args) => {
                f.visit(see, call);
                for arg in args {
                    match arg {
                        Arg::Base(t) => see(t),
                        Arg::Fun(f) => f.visit(see, call),
                    }
                }
            }
            Code::Let(_, a, b) => {
                a.visit(see, call);
                b.visit(see, call);
            }
            Code::LetFun(_, lambda, body) => {
                lambda.body.visit(see, call);
                body.visit(see, call);
            }
            Code::If(a, b, c) => {
                for part in [a, b, c] {
                    part.visit(see, call);
                }
            }
            Code::Match(t, _, branches, _) => {
                see(t);
                branches.iter().for_each(|(_, _, body)| body.visit(see, call));
            }
        }
    }

    /// How often a variable occurs in it.
    pub fn count(&self, name: &str) -> usize {
        let mut found = 0;
        self.visit(&mut |t| found += t.count(name), &mut |_| {});
        found
    }

    /// Whether a local function in it calls itself.
    pub fn has_local_recursion(&self) -> bool {
        match self {
            Code::LetFun(_, lambda, body) => {
                lambda.own.is_some() || lambda.body.has_local_recursion() || body.has_local_recursion()
            }
            Code::Let(_, a, b) => a.has_local_recursion() || b.has_local_recursion(),
            Code::If(a, b, c) => [a, b, c].into_iter().any(|part| part.has_local_recursion()),
            Code::Match(_, _, branches, _) => branches.iter().any(|b| b.2.has_local_recursion()),
            _ => false,
        }
    }
}

impl Function {
    fn visit(&self, see: &mut dyn FnMut(&Term), call: &mut dyn FnMut(&Function)) {
        call(self);
        if let Function::Lambda(lambda) = self {
            lambda.body.visit(see, call);
        }
    }
}

/// Variables that a formula may mention.
#[derive(Clone, Default)]
pub(super) struct Scope {
    pub locals: Vec<Term>,
    /// The innermost last.
    pub bound: Vec<Term>,
    pub nu: Option<Term>,
}
