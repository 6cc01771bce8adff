//! The surface tree: what was written, with spans, before any name is resolved.
//!
//! Programs, predicates, lemmas and formulas share one expression type. In the
//! Poirot dialect a formula *is* an OCaml expression, and the paper notation is
//! parsed into the same tree, so that both dialects meet here and everything
//! after parsing exists once. A separate formula type was rejected: it would
//! need its own copy of name resolution and inference.

pub mod language;

use self::language::Language;
use super::span::Span;

/// A name and where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name itself.
    pub text: String,
    /// Where it was written.
    pub span: Span,
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct TypeExpr {
    /// Its shape.
    pub kind: TypeExprKind,
    /// Where it was written.
    pub span: Span,
}

/// The shapes of written types.
#[derive(Clone, Debug)]
pub enum TypeExprKind {
    /// `'a`
    Variable(String),
    /// `int`, `'a list`, `(int, bool) pair`
    Apply(String, Vec<TypeExpr>),
    /// `a * b`
    Tuple(Vec<TypeExpr>),
    /// `a -> b`
    Arrow(Box<TypeExpr>, Box<TypeExpr>),
    /// `_`
    Any,
}

/// A pattern as written.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Its shape.
    pub kind: PatternKind,
    /// Where it was written.
    pub span: Span,
}

/// The shapes of patterns.
#[derive(Clone, Debug)]
pub enum PatternKind {
    /// `_`
    Any,
    /// `x`
    Variable(String),
    /// `(x : t)`
    Typed(Box<Pattern>, TypeExpr),
    /// `p as x`
    Alias(Box<Pattern>, Name),
    /// `p | q`
    Or(Vec<Pattern>),
    /// A literal.
    Literal(Literal),
    /// `C`, `C p`, `C (p, q)`; the arguments of a tuple are already split.
    Construct(Name, Vec<Pattern>),
    /// `p, q`
    Tuple(Vec<Pattern>),
    /// `{ x = p; y }`
    Record(Vec<(Name, Pattern)>),
    /// `~x`, `?(x = e)`: a parameter with a label; only in files with modules, before they are resolved
    Labelled(Box<Label>, Box<Pattern>),
}

/// The constructor of an array, which is a list that is never changed.
pub(crate) const ARRAY: &str = "Array.Array";

/// The label of a parameter.
#[derive(Clone, Debug)]
pub struct Label {
    /// The label itself.
    pub name: Name,
    /// Whether the argument may be left out.
    pub optional: bool,
    /// What it is then; without this, the parameter is an `option`.
    pub default: Option<Expr>,
}

/// Literals of programs and formulas.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Literal {
    /// `()`
    Unit,
    /// `true`
    Bool(bool),
    /// `3`
    Int(i64),
    /// `"text"`, escapes as written
    String(String),
    /// `'c'`, escapes as written
    Char(String),
    /// `1.5`, as written
    Float(String),
}

/// Binary operators that are understood everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `mod`
    Modulo,
    /// `=` or `==`
    Equal,
    /// `<>` or `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `==>`, `#==>`, `implies`
    Implies,
    /// `<=>`, `iff`
    Iff,
    /// `<+>`, `choose`
    Choose,
    /// `>>=`
    Bind,
    /// `>|=`
    Map,
}

/// Functions that do nothing but fail.
pub const FAILING: [&str; 3] = ["raise", "failwith", "invalid_arg"];

impl Operator {
    /// The operator that a spelling means in OCaml and in formulas.
    #[must_use]
    pub fn spelled(text: &str) -> Option<Operator> {
        Some(match text {
            "+" => Operator::Add,
            "-" => Operator::Subtract,
            "*" => Operator::Multiply,
            "/" => Operator::Divide,
            "mod" => Operator::Modulo,
            "=" | "==" => Operator::Equal,
            "<>" | "!=" => Operator::NotEqual,
            "<" => Operator::Less,
            "<=" => Operator::LessEqual,
            ">" => Operator::Greater,
            ">=" => Operator::GreaterEqual,
            "&&" | "&" => Operator::And,
            "||" | "or" => Operator::Or,
            "==>" => Operator::Implies,
            "<=>" => Operator::Iff,
            "<+>" => Operator::Choose,
            ">>=" => Operator::Bind,
            ">|=" => Operator::Map,
            _ => return None,
        })
    }

    /// Whether it asks which of two values is larger.
    #[must_use]
    pub fn is_order(self) -> bool {
        matches!(self, Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual)
    }
}

/// The two quantifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantifier {
    /// For all.
    Forall,
    /// There is.
    Exists,
}

/// An expression of a program, predicate or formula.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its shape.
    pub kind: ExprKind,
    /// Where it was written.
    pub span: Span,
}

/// The shapes of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `x`
    Variable(String),
    /// A literal.
    Literal(Literal),
    /// `C`, `C e`, `C (e, e)`; the arguments of a tuple are already split.
    Construct(Name, Vec<Expr>),
    /// `e, e`
    Tuple(Vec<Expr>),
    /// `{ x = e; y }`
    Record(Vec<(Name, Expr)>),
    /// `{ r with x = e }`
    Update(Box<Expr>, Vec<(Name, Expr)>),
    /// `e.x`
    Field(Box<Expr>, Name),
    /// `f e e`
    Apply(Box<Expr>, Vec<Expr>),
    /// `e + e` in the paper notation, where every operator means what it always means
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `e + e` in OCaml, where a file may define the operator anew
    Infix(Name, Box<Expr>, Box<Expr>),
    /// `- e` in the paper notation
    Negate(Box<Expr>),
    /// `not e`
    Not(Box<Expr>),
    /// `fun p p -> e`
    Function(Vec<Pattern>, Box<Expr>),
    /// `function p -> e | …`
    Cases(Vec<Case>),
    /// `let … in e`
    Let(Bindings, Box<Expr>),
    /// `if e then e else e`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `match e with …`
    Match(Box<Expr>, Vec<Case>),
    /// `(e : t)`
    Typed(Box<Expr>, TypeExpr),
    /// `e; e`
    Sequence(Box<Expr>, Box<Expr>),
    /// A quantified formula.
    Quantified(Quantifier, Name, Box<TypeExpr>, Box<Expr>),
    /// `assert false`
    Fail,
    /// `raise e`, `failwith e`: fails, unless the file defines the function anew
    Raise(Name),
    /// `M.(e)`, `let open M in e`; only before names are resolved
    Open(Name, Box<Expr>),
    /// `~x:e`, `?x:e` as an argument; only before generators are written in direct style
    Labelled(Name, bool, Box<Expr>),
}

/// One case of a `match` or `function`.
#[derive(Clone, Debug)]
pub struct Case {
    /// The pattern.
    pub pattern: Pattern,
    /// The condition after `when`.
    pub guard: Option<Expr>,
    /// The right-hand side.
    pub body: Expr,
}

/// A `let` with one or more `and`ed bindings.
#[derive(Clone, Debug)]
pub struct Bindings {
    /// Whether it is `let rec`.
    pub recursive: bool,
    /// The bindings, in order.
    pub list: Vec<Binding>,
}

/// `f p p : t = e`, with the attributes after it.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The bound pattern; a plain variable for functions.
    pub pattern: Pattern,
    /// The parameters.
    pub parameters: Vec<Pattern>,
    /// The annotated result type.
    pub result: Option<TypeExpr>,
    /// The right-hand side.
    pub body: Expr,
    /// `[@@…]` attributes.
    pub attributes: Vec<Attribute>,
    /// The whole binding.
    pub span: Span,
}

/// An attribute of a binding that this tool understands.
#[derive(Clone, Debug)]
pub enum Attribute {
    /// `[@@covers {| τ |}]`
    Covers(SpecScheme),
    /// `[@@assume_covers {| τ |}]`
    AssumeCovers(SpecScheme),
    /// `[@@measure e]`
    Measure(Expr),
    /// `[@@rank e]`: an integer term about the value `v`, for generators without
    /// a decreasing parameter
    Rank(Expr),
}

/// Whether a base type says "at most these" or "at least these".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `{v:t | φ}`: every value satisfies φ.
    Over,
    /// `[v:t | φ]`: every value with φ is covered.
    Under,
}

/// A refinement type as written.
#[derive(Clone, Debug)]
pub struct SpecType {
    /// Its shape.
    pub kind: SpecTypeKind,
    /// Where it was written.
    pub span: Span,
}

/// The shapes of refinement types.
#[derive(Clone, Debug)]
pub enum SpecTypeKind {
    /// `{v:t | φ}` or `[v:t | φ]`
    Base {
        /// Over or under.
        mode: Mode,
        /// The value variable.
        value: Name,
        /// The basic type.
        sort: TypeExpr,
        /// The qualifier.
        formula: Expr,
    },
    /// `x:τ -> τ`
    Arrow {
        /// The parameter's name, when it has one.
        parameter: Option<Name>,
        /// The parameter's type.
        domain: Box<SpecType>,
        /// The result's type.
        codomain: Box<SpecType>,
    },
}

/// In which direction the result of a claim is read. The type itself is the same for all three.
pub use covenant_kernel::tables::Kind as ClaimKind;

/// A refinement type with its quantified type and predicate variables.
#[derive(Clone, Debug)]
pub struct SpecScheme {
    /// How its result is read; `body` has a coverage type there in any case.
    pub kind: ClaimKind,
    /// Where it says that every run ends with a value.
    pub total: Option<Span>,
    /// Type variables, without the quote.
    pub types: Vec<Name>,
    /// Predicate variables with the types of their arguments.
    pub predicates: Vec<(Name, Vec<TypeExpr>)>,
    /// The type.
    pub body: SpecType,
    /// Where it was written.
    pub span: Span,
}

/// A declared type.
#[derive(Clone, Debug)]
pub struct TypeDeclaration {
    /// The type's name.
    pub name: Name,
    /// Its parameters, without the quote.
    pub parameters: Vec<Name>,
    /// What it is.
    pub body: TypeBody,
    /// The whole declaration.
    pub span: Span,
}

/// The right-hand side of a type declaration.
#[derive(Clone, Debug)]
pub enum TypeBody {
    /// Constructors with their fields.
    Variant(Vec<(Name, Vec<TypeExpr>)>),
    /// Record fields.
    Record(Vec<(Name, TypeExpr)>),
    /// An abbreviation.
    Alias(TypeExpr),
    /// No right-hand side.
    Abstract,
}

/// A top-level item.
#[derive(Clone, Debug)]
pub enum Item {
    /// `type … and …`
    Types(Vec<TypeDeclaration>),
    /// `let … and …`: program functions
    Program(Bindings),
    /// `let[@predicate] …`
    Predicates(Bindings),
    /// `let[@lemma] name p = φ` or `let[@axiom] name p = φ`
    Fact(Fact),
    /// `let[@assert] f … = τ` or `let[@library] f … = τ`
    Claim(Box<Claim>),
    /// `val f : t`
    Value(Name, TypeExpr),
    /// `external f : t = …`, which defines `f` outside of OCaml
    External(Name, TypeExpr),
    /// An item with a problem that was reported already
    SetAside(SetAside),
    /// The next item is evaluated when the program starts, and may do something then
    Evaluated(Evaluated),
    /// `module M = struct … end`; this and the next two only before names are resolved
    Module(Name, Vec<Item>, Option<Exports>),
    /// `module M = N`
    ModuleAlias(Name, Name),
    /// `open M`; `include M` if the flag is set
    Open(Name, bool),
    /// A module about which nothing is known, with the reason
    ModuleAside(Name, SetAside),
    /// `module F (X : S) = struct … end` in a file with modules: written out where it is applied
    Template(Box<Template>),
    /// `module M = F (A)`
    Application(Box<Application>),
    /// `module type S = sig val op : t … end [@@operators event]`; this and the next three only before they are
    /// written as pure programs (`crate::operators`)
    Operators(Box<OperatorSignature>),
    /// `let[@goal] name x = {| … |}`, `let[@grammar] …`: a language of traces
    Language(Box<Language>),
    /// `let[@answers] op h x r = φ`: which answers an operator may give
    Answers(Bindings),
    /// `module F (S : SIG) = struct … end`
    Functor(Box<Functor>),
}

/// The operations of a system under test.
#[derive(Clone, Debug)]
pub struct OperatorSignature {
    /// The module type.
    pub name: Name,
    /// The type of events that it is about.
    pub event: TypeExpr,
    /// The operators with their types.
    pub operators: Vec<(Name, TypeExpr)>,
    /// The whole item.
    pub span: Span,
}

/// A functor that is written out where it is applied.
#[derive(Clone, Debug)]
pub struct Template {
    /// Its name.
    pub name: Name,
    /// Its parameters, and what their signatures let through.
    pub parameters: Vec<(Name, Exports)>,
    /// What it defines.
    pub items: Vec<Item>,
    /// What the signature of its result lets through.
    pub exports: Option<Exports>,
    /// What is left of it if it is never applied.
    pub aside: SetAside,
}

/// A functor applied to modules.
#[derive(Clone, Debug)]
pub struct Application {
    /// The result's name.
    pub name: Name,
    /// The functor, a path.
    pub functor: Name,
    /// The arguments: paths, or structures.
    pub arguments: Vec<Argument>,
    /// What the signature of the result lets through.
    pub exports: Option<Exports>,
    /// What is left of it if the functor cannot be written out.
    pub aside: SetAside,
    /// The whole item.
    pub span: Span,
}

/// The argument of a functor.
#[derive(Clone, Debug)]
pub enum Argument {
    /// `F (M)`
    Path(Name),
    /// `F (struct … end)`
    Structure(Vec<Item>),
}

/// Generators over a system under test.
#[derive(Clone, Debug)]
pub struct Functor {
    /// Its name.
    pub name: Name,
    /// What the system is called in it.
    pub parameter: Name,
    /// The module type of the system.
    pub signature: Name,
    /// What it defines.
    pub items: Vec<Item>,
    /// The whole item.
    pub span: Span,
}

/// An item that is more than definitions of functions: it runs before anything of the file can be used.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// The item.
    pub span: Span,
    /// Whether what is evaluated has become the body of a function: then the function, which only waits
    /// to be called, says nothing about the evaluation.
    pub postponed: bool,
}

/// What is known of an item that could not be read: the names that nothing may
/// use, and the claims that are not checked.
#[derive(Clone, Debug)]
pub struct SetAside {
    /// The names that it would define.
    pub names: Vec<(Namespace, Name)>,
    /// The claims that it would make.
    pub claims: Vec<UnreadClaim>,
    /// The definitions in it that look like generators of QCheck: names, and the definitions.
    pub generators: Vec<(Name, Span)>,
    /// The first thing that is wrong.
    pub why: Reason,
}

/// A claim that is not checked, and why.
#[derive(Clone, Debug)]
pub struct UnreadClaim {
    /// The function that it is about.
    pub name: Name,
    /// The function's definition.
    pub span: Span,
    /// The claim itself.
    pub claim_span: Span,
}

/// The first of the problems that keep a claim from being checked.
#[derive(Clone, Debug)]
pub struct Reason {
    /// Whether it is understood and not supported, or an error.
    pub declined: bool,
    /// Its place.
    pub span: Span,
    /// What was said about it.
    pub message: String,
}

/// Names of different kinds do not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Namespace {
    /// Functions and predicates.
    Value,
    /// Types.
    Type,
    /// Constructors.
    Constructor,
    /// Record fields.
    Field,
}

/// A lemma or an axiom.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Whether it is to be proved.
    pub kind: FactKind,
    /// Its name.
    pub name: Name,
    /// Universally quantified variables.
    pub parameters: Vec<Pattern>,
    /// The formula.
    pub body: Expr,
    /// The whole item.
    pub span: Span,
}

/// Lemmas are proved; axioms are taken on trust unless a proof is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FactKind {
    /// `[@lemma]`
    Lemma,
    /// `[@axiom]`
    Axiom,
}

/// A claim or an assumed signature in the Poirot dialect.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Whether it is assumed and not checked.
    pub assumed: bool,
    /// The function that it is about.
    pub name: Name,
    /// The top-level function that it is local to, with the names under which
    /// that function's quantified types and predicates are used.
    pub within: Option<Enclosing>,
    /// The type.
    pub scheme: SpecScheme,
    /// The whole item.
    pub span: Span,
}

/// Where a local function that a claim is about is defined.
#[derive(Clone, Debug)]
pub struct Enclosing {
    /// The top-level function.
    pub function: Name,
    /// Its quantified types, in order.
    pub types: Vec<Name>,
    /// Its quantified predicates, in order.
    pub predicates: Vec<Name>,
}

/// What a signature lets through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exports {
    /// Values, types, constructors and fields.
    pub names: Vec<(Namespace, String)>,
    /// Modules, and what their own signatures let through.
    pub modules: Vec<(String, Exports)>,
}

/// What stands before the name of a polymorphic variant's tag: no module has such a name.
pub const TAG: &str = "tag.";

/// Libraries whose generators are read as they are. A file that names one is read with modules.
pub(crate) const GENERATOR_LIBRARIES: [&str; 2] = ["QCheck", "QCheck2"];

/// `A.B.x` as `A.B` and `x`; operators may contain dots.
pub(crate) fn split_path(name: &str) -> Option<(&str, &str)> {
    if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    let mut at = 0;
    while let Some(dot) = name[at..].find('.') {
        let next = at + dot + 1;
        if !name[next..].starts_with(|c: char| c.is_ascii_uppercase()) || !name[next..].contains('.') {
            return Some((&name[..next - 1], &name[next..]));
        }
        at = next;
    }
    None
}
