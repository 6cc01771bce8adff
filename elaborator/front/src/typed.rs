//! The typed tree: names resolved, every expression with its basic type.
//!
//! Records and tuples have become single-constructor datatypes here, and every
//! local variable has a number of its own, so that later steps never compare
//! names. Types of a finished tree contain no inference variables.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::span::Span;
use super::steps::Steps;
use super::syntax::{ClaimKind, Evaluated, FactKind, Literal, Operator, Quantifier, Reason, UnreadClaim};

/// A local variable, unique in a file.
pub(crate) type LocalId = u32;
/// A datatype; the first two are `bool` and `unit`, as in the kernel.
pub(crate) type DataId = usize;
/// A predicate of the theory.
pub(crate) type PredicateId = usize;
/// A program function.
pub(crate) type FunctionId = usize;

/// `bool`, as in the kernel.
pub(crate) const BOOL: DataId = 0;
/// `unit`, as in the kernel.
pub(crate) const UNIT: DataId = 1;

/// `string` and `char`, the first of the opaque types.
pub(crate) const STRING: u32 = 0;
/// See [`STRING`].
pub(crate) const CHAR: u32 = 1;

/// A basic type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ty {
    /// An inference variable; absent from finished trees.
    Meta(u32),
    /// A quantified variable of the enclosing scheme.
    Rigid(u32),
    /// The integers.
    Int,
    /// `string`, `char`, `float`, and declared types without definition.
    Opaque(u32),
    /// A datatype at argument types.
    Data(DataId, Vec<Ty>),
    /// A function.
    Arrow(Arc<Ty>, Arc<Ty>),
}

impl Ty {
    pub fn bool() -> Ty {
        Ty::Data(BOOL, Vec::new())
    }

    pub fn unit() -> Ty {
        Ty::Data(UNIT, Vec::new())
    }

    pub fn arrow(domain: Ty, codomain: Ty) -> Ty {
        Ty::Arrow(Arc::new(domain), Arc::new(codomain))
    }

    /// `p1 -> … -> pn -> result`
    pub fn arrows(parameters: impl DoubleEndedIterator<Item = Ty>, result: Ty) -> Ty {
        parameters.rev().fold(result, |codomain, domain| Ty::arrow(domain, codomain))
    }

    /// The parameters and the base result of a flattened function type.
    pub fn flatten(&self) -> (Vec<&Ty>, &Ty) {
        let mut parameters = Vec::new();
        let mut current = self;
        while let Ty::Arrow(domain, codomain) = current {
            parameters.push(&**domain);
            current = codomain;
        }
        (parameters, current)
    }

    /// Finds types for the quantified variables at which this one is `used`; `false` if there are none.
    pub fn fits(&self, used: &Ty, arguments: &mut [Option<Ty>]) -> bool {
        match (self, used) {
            (Ty::Rigid(index), _) => match arguments.get_mut(*index as usize) {
                Some(Some(known)) => known == used,
                Some(slot) => {
                    *slot = Some(used.clone());
                    true
                }
                None => false,
            },
            (Ty::Data(a, xs), Ty::Data(b, ys)) => {
                a == b && xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| x.fits(y, arguments))
            }
            (Ty::Arrow(a, b), Ty::Arrow(c, d)) => a.fits(c, arguments) && b.fits(d, arguments),
            _ => self == used,
        }
    }

    /// Whether a function occurs anywhere in the type.
    pub fn contains_arrow(&self) -> bool {
        match self {
            Ty::Arrow(..) => true,
            Ty::Data(_, arguments) => arguments.iter().any(Ty::contains_arrow),
            Ty::Meta(_) | Ty::Rigid(_) | Ty::Int | Ty::Opaque(_) => false,
        }
    }

    /// Replaces quantified variables.
    pub fn instantiate(&self, arguments: &[Ty]) -> Ty {
        match self {
            Ty::Rigid(index) => arguments.get(*index as usize).cloned().unwrap_or_else(|| self.clone()),
            Ty::Data(id, inner) => Ty::Data(*id, inner.iter().map(|ty| ty.instantiate(arguments)).collect()),
            Ty::Arrow(domain, codomain) => {
                Ty::arrow(domain.instantiate(arguments), codomain.instantiate(arguments))
            }
            Ty::Meta(_) | Ty::Int | Ty::Opaque(_) => self.clone(),
        }
    }
}

/// A datatype.
#[derive(Clone, Debug)]
pub(crate) struct Datatype {
    pub name: String,
    /// How many parameters; `Rigid(0..)` in the fields.
    pub parameters: usize,
    pub constructors: Vec<Constructor>,
    /// Names of the fields, when it was declared as a record.
    pub fields: Option<Vec<String>>,
}

/// A constructor.
#[derive(Clone, Debug)]
pub(crate) struct Constructor {
    pub name: String,
    pub fields: Vec<Ty>,
}

/// Primitive generators, and the failing function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Primitive {
    IntGen,
    NatGen,
    BoolGen,
    IntRange,
    IntRangeWithoutEnd,
    /// Any value of an opaque sort.
    OpaqueGen(u32),
    Fail,
}

impl Primitive {
    /// Whether it has a value whatever its arguments are.
    pub fn always_returns(self) -> bool {
        match self {
            Primitive::IntGen | Primitive::NatGen | Primitive::BoolGen | Primitive::OpaqueGen(_) => true,
            Primitive::IntRange | Primitive::IntRangeWithoutEnd | Primitive::Fail => false,
        }
    }
}

/// A typed expression.
#[derive(Clone, Debug)]
pub(crate) struct TExpr {
    pub kind: TKind,
    pub ty: Ty,
    pub span: Span,
}

/// The shapes of typed expressions.
#[derive(Clone, Debug)]
pub(crate) enum TKind {
    Local(LocalId),
    /// A predicate at types for its quantified variables; empty inside its own
    /// recursive group, where it is used at the variables themselves.
    Predicate(PredicateId, Vec<Ty>),
    /// A program function, likewise.
    Function(FunctionId, Vec<Ty>),
    Primitive(Primitive),
    /// A predicate variable of the enclosing claim.
    PredicateVariable(u32),
    Literal(Literal),
    /// Constructor number `.1` of datatype `.0`.
    Construct(DataId, u32, Vec<TExpr>),
    /// Field number `.1` of the single constructor of datatype `.0`.
    Project(DataId, u32, Box<TExpr>),
    Apply(Box<TExpr>, Vec<TExpr>),
    Binary(Operator, Box<TExpr>, Box<TExpr>),
    Negate(Box<TExpr>),
    Not(Box<TExpr>),
    Lambda(Vec<(LocalId, Ty)>, Box<TExpr>),
    Let(LocalId, Box<TExpr>, Box<TExpr>),
    LetRec(Box<LocalFunction>, Box<TExpr>),
    If(Box<TExpr>, Box<TExpr>, Box<TExpr>),
    Match(Box<TExpr>, Vec<TCase>),
    Quantified(Quantifier, LocalId, Ty, Box<TExpr>),
    Fail,
}

/// A case of a match.
#[derive(Clone, Debug)]
pub(crate) struct TCase {
    pub pattern: TPattern,
    pub guard: Option<TExpr>,
    pub body: TExpr,
}

/// A typed pattern.
#[derive(Clone, Debug)]
pub(crate) enum TPattern {
    Any,
    Variable(LocalId),
    Alias(Box<TPattern>, LocalId),
    Or(Vec<TPattern>),
    Literal(Literal),
    Construct(DataId, u32, Vec<TPattern>),
}

/// A local function with a claim, or a recursive one.
#[derive(Clone, Debug)]
pub(crate) struct LocalFunction {
    pub local: LocalId,
    pub name: String,
    pub recursive: bool,
    pub lambda: TExpr,
    pub contract: Option<Contract>,
}

/// What is claimed of a function, and why it terminates.
#[derive(Clone, Debug)]
pub(crate) struct Contract {
    pub claim: TClaim,
    /// Lexicographic; empty when nothing was written.
    pub measure: Vec<TExpr>,
    pub measure_span: Option<Span>,
    /// A term about the value, with the variable that stands for it.
    pub rank: Option<(LocalId, TExpr)>,
    pub rank_span: Option<Span>,
    /// Whether the types are over the variables of the enclosing *claim*, not
    /// over those of the enclosing function.
    pub over_claim: bool,
    /// The program's own names of the parameters, by position.
    pub program_parameters: Vec<Option<LocalId>>,
}

impl Contract {
    /// A claim about a function with these parameters; nothing is said about termination.
    pub fn new(claim: TClaim, program_parameters: Vec<Option<LocalId>>) -> Self {
        Self {
            claim,
            measure: Vec::new(),
            measure_span: None,
            rank: None,
            rank_span: None,
            over_claim: false,
            program_parameters,
        }
    }
}

/// A claimed type with its quantified variables.
#[derive(Clone, Debug)]
pub(crate) struct TClaim {
    /// How the result is read.
    pub kind: ClaimKind,
    /// Whether it says that every run ends with a value.
    pub total: bool,
    /// Names of the type variables; `Rigid(i)` in the types.
    pub type_names: Vec<String>,
    /// Predicate variables with the types of their arguments.
    pub predicates: Vec<(String, Vec<Ty>)>,
    pub ty: TFunType,
    /// The types at which the program function is used, over the claim's
    /// variables.
    pub instance: Vec<Ty>,
    pub span: Span,
}

/// A refined function type, flattened.
#[derive(Clone, Debug)]
pub(crate) struct TFunType {
    /// How the result of a parameter of this type is read: `Every` or `Only`. How that of a whole claim is read says the claim.
    pub kind: ClaimKind,
    pub parameters: Vec<TParameter>,
    pub result: Ty,
    pub value: LocalId,
    pub ensures: TExpr,
    pub span: Span,
}

/// A refined parameter.
#[derive(Clone, Debug)]
pub(crate) enum TParameter {
    Base { name: String, local: LocalId, sort: Ty, value: LocalId, qualifier: TExpr, span: Span },
    Function { name: String, ty: TFunType },
}

impl TParameter {
    /// The type of a function.
    pub fn function(&self) -> Option<&TFunType> {
        match self {
            TParameter::Base { .. } => None,
            TParameter::Function { ty, .. } => Some(ty),
        }
    }
}

impl TFunType {
    /// A parameter that is a function of which it is said what it returns *only*, and whether it is one of another function
    /// parameter.
    pub fn only_parameter(&self) -> Option<(&TFunType, bool)> {
        let functions = || self.parameters.iter().filter_map(TParameter::function);
        let own = || functions().find(|ty| ty.kind == ClaimKind::Only).map(|ty| (ty, false));
        let inner = functions().find_map(|ty| ty.only_parameter().map(|(inner, _)| (inner, true)));
        inner.or_else(own)
    }

    /// The basic type.
    pub fn basic(&self) -> Ty {
        Ty::arrows(
            self.parameters.iter().map(|parameter| match parameter {
                TParameter::Base { sort, .. } => sort.clone(),
                TParameter::Function { ty, .. } => ty.basic(),
            }),
            self.result.clone(),
        )
    }
}

/// A predicate or logical function.
#[derive(Clone, Debug)]
pub(crate) struct Predicate {
    pub name: String,
    pub sort_parameters: usize,
    pub parameters: Vec<(LocalId, Ty)>,
    pub result: Ty,
    pub body: TExpr,
    /// Predicates with the same number may call each other.
    pub group: usize,
    pub recursive: bool,
    /// Declared only (`val f : t`); the body means nothing then.
    pub opaque: bool,
    /// Something is wrong with it, and was reported.
    pub set_aside: bool,
    pub span: Span,
}

impl Predicate {
    /// Whether it takes a function: then it is defined anew for each one that it is given.
    pub fn is_template(&self) -> bool {
        self.parameters.iter().any(|(_, ty)| ty.contains_arrow())
    }
}

/// A program function.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: String,
    pub sort_parameters: usize,
    pub ty: Ty,
    /// `None` for library functions.
    pub body: Option<TExpr>,
    pub contract: Option<Contract>,
    /// Whether the claim is taken on trust.
    pub assumed: bool,
    /// Something is wrong with it or with its claim, and was reported. The body
    /// may have holes then and must not be lowered.
    pub set_aside: bool,
    pub span: Span,
}

/// A lemma or axiom.
#[derive(Clone, Debug)]
pub(crate) struct TFact {
    pub kind: FactKind,
    pub name: String,
    pub sort_parameters: usize,
    pub parameters: Vec<(LocalId, Ty)>,
    pub body: TExpr,
    /// Something is wrong with it, and was reported.
    pub set_aside: bool,
    pub span: Span,
}

/// A whole file, with the prelude, typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub datatypes: Vec<Datatype>,
    pub opaque: Vec<String>,
    pub predicates: Vec<Predicate>,
    pub functions: Vec<Function>,
    pub facts: Vec<TFact>,
    /// Lemmas that quantify over a function; they are stated for the functions that predicates are given.
    pub fact_templates: Vec<TFact>,
    /// Names of local variables, for messages and source maps.
    pub local_names: BTreeMap<LocalId, String>,
    /// Items that are more than definitions, in the order of the file.
    pub evaluated: Vec<Evaluated>,
    /// What may still be spent on the file.
    pub steps: Steps,
    /// Claims that cannot be checked.
    pub unread_claims: Vec<(UnreadClaim, Reason)>,
}

impl Steps {
    /// Takes as many steps as a type has parts.
    pub fn spend_type(&self, ty: &Ty) -> bool {
        let mut pending = vec![ty];
        while let Some(next) = pending.pop() {
            if !self.spend(1) {
                return false;
            }
            match next {
                Ty::Data(_, arguments) => pending.extend(arguments),
                Ty::Arrow(domain, codomain) => pending.extend([&**domain, &**codomain]),
                Ty::Meta(_) | Ty::Rigid(_) | Ty::Int | Ty::Opaque(_) => {}
            }
        }
        true
    }
}
