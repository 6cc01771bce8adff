//! Why the kernel refuses a certificate: a closed list, so that a test can demand the exact
//! reason and a caller can render it. No text is made here.

use crate::tables::{NodeRef, StepRef};

/// Where the kernel stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// In row `.1` of an input table.
    Table(Table, u32),
    /// At a derivation node.
    Node(NodeRef),
    /// At an evidence step (of the condition of a node, or of a lemma).
    Step(Owner, StepRef),
    /// At the statement as a whole.
    Statement,
}

/// What an evidence step belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The verification condition of a node.
    Node(NodeRef),
    /// A lemma, by number.
    Lemma(u32),
}

/// The input tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Sorts.
    Sorts,
    /// Datatypes.
    Datatypes,
    /// Expressions.
    Exprs,
    /// Definitions.
    Defs,
    /// Axioms.
    Axioms,
    /// Function types.
    Types,
    /// Core terms.
    Cores,
    /// Function values.
    Funs,
    /// Globals.
    Globals,
    /// Lemmas.
    Lemmas,
}

/// The reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    // Tables
    /// A reference to a row that is not there, or not before.
    BadReference,
    /// A datatype, definition or scheme at the wrong number of sorts or arguments.
    WrongArity,
    /// A constructor tag that the datatype does not have.
    NoSuchConstructor,
    /// A term of another sort was expected, or a formula instead of a term, or the reverse.
    SortMismatch,
    /// A sort is too large when written out.
    SortTooLarge,
    /// A divisor that is not a positive literal.
    DivisorNotPositive,
    /// A sort parameter outside its scheme.
    UnboundSortParameter,
    /// A bound variable that nothing binds.
    LooseVariable,
    /// A local that is not in scope, or has another sort there.
    UnboundLocal,
    /// `Nu` where no value is spoken about, or at another sort.
    UnboundNu,
    /// A predicate variable outside its scheme, or at other sorts.
    UnboundPredicate,
    /// A condition or cut that cannot be decided.
    NotDecidable,
    /// More than the kernel's limits allow.
    TooLarge,
    // Definitions
    /// A recursive call that is not at a field of the analysed argument.
    NotStructural,
    /// A call of a definition with a larger group number.
    ForwardCall,
    /// A case list that does not match the constructors, or an analysed parameter that is not
    /// of datatype sort.
    BadCases,
    // Program
    /// A base value that is not built from variables, constants and constructors.
    NotAValue,
    /// A primitive at the wrong number or sorts of arguments.
    BadPrimitive,
    /// Branches out of order, repeated, or of different sorts.
    BadBranches,
    /// A function variable that is not one.
    NotAFunction,
    /// The arguments of a call do not fit the function.
    BadArguments,
    /// A claim whose parameters or result are not those of the function.
    ClaimMismatch,
    /// A global that is not before the one that uses it.
    ForwardGlobal,
    // Derivations
    /// The rule does not apply to this term.
    RuleMismatch,
    /// What is known is of the other kind: what can be produced, not what is produced only, or the reverse.
    OtherKind,
    /// A branch that the match does not have.
    NoSuchBranch,
    /// Not one derivation for each branch, where all of them count.
    NotEachBranch,
    /// The body of a function does not have exactly the claimed coverage.
    BodyNotClaim,
    /// A function argument does not have exactly the parameter's type.
    ArgumentNotParameter,
    /// A scheme is used without instantiating it, or instantiated twice.
    NotInstantiated,
    /// A measure or rank that is not an integer term, or no measure at all.
    BadMeasure,
    /// The target type of a subtyping does not have the same shape.
    ShapeMismatch,
    /// A global with a body but no derivation, or the reverse.
    MissingDerivation,
    /// The derivation proves another type than the claim.
    NotTheClaim,
    // Evidence
    /// The step does not fit the goal.
    GoalMismatch,
    /// A formula that is not among the facts.
    NotAFact,
    /// The fact is not of the form that the step takes apart.
    FactMismatch,
    /// The number of branches is not that of the constructors.
    WrongBranches,
    /// Not a defined function at a constructor.
    CannotUnfold,
    /// A lemma that is not before the one that uses it.
    ForwardLemma,
    /// An instance with too many terms.
    BadInstance,
    /// Motives that do not fit the goal.
    BadMotive,
    // Ground leaves
    /// A listed formula that is not a literal.
    NotALiteral,
    /// A line that refers to no earlier line.
    BadLine,
    /// Two terms that congruence closure does not know to be equal.
    NotCongruent,
    /// A coefficient that is not positive.
    BadCoefficient,
    /// The two lines do not state the equality.
    NotAnEquality,
    /// Arithmetic beyond 128 bits.
    Overflow,
    /// The lines do not end in a contradiction.
    NotRefuted,
    // Statement
    /// The certificate is about another statement.
    OtherStatement,
}
