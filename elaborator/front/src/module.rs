//! What the front end hands on: plain data about one file.

use std::collections::BTreeMap;

use covenant_kernel::tables::{ExprRef, ExprRow, FunRef, FunTypeRow, SortRow, Statement, TypeRef};

use super::diagnostic::{Diagnostic, DiagnosticKind};
use super::operators::{Operators, TraceGoals};
use super::qcheck::Reading;
use super::span::{Source, Span};
pub use super::syntax::{ClaimKind, FactKind};

/// A file that was understood.
#[derive(Clone, Debug)]
pub struct Module {
    /// The name that was given for the file.
    pub file_name: String,
    /// One unit per claim that is to be checked, in the order of the file.
    pub units: Vec<Unit>,
    /// The claims that are read as *only* or *exactly*, in the order of the file: one unit each, whose type is to be read
    /// the other way round. A list of its own, so that nothing that proves or certifies `units` can meet a claim that
    /// it would misread; an *exactly* claim is in both.
    pub only: Vec<Unit>,
    /// Claims that are assumed of functions whose body is in the file: not to be
    /// proved, but they can be tested.
    pub assumed: Vec<Unit>,
    /// Claims that cannot be checked, in the order of the file.
    pub declined: Vec<DeclinedClaim>,
    /// Everything that was noticed: what is wrong with the claims that cannot be
    /// checked and with items that no claim needs, and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// How it was read.
    pub reading: Reading,
    /// How many claims can be guessed for a recursive generator without one; `reading` says which was taken.
    pub guesses: usize,
    /// What it says about a system under test, if it has generators over one.
    pub operators: Option<Operators>,
    /// The goals that it states for traces, and the operators that they are about.
    pub goals: Option<TraceGoals>,
}

impl Module {
    /// Forgets the claims that stand before a place, and what was noticed there: another file stands there.
    pub fn forget_before(&mut self, start: usize) {
        let here = |span: Span| span.source == Source::User && span.start >= start;
        let claimed = |unit: &Unit| unit.claim_span().is_some_and(here);
        self.units.retain(claimed);
        self.only.retain(claimed);
        self.declined.retain(|claim| here(claim.span));
        self.diagnostics.retain(|diagnostic| here(diagnostic.span));
    }

    /// Whether nothing but warnings was noticed.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.diagnostics.iter().all(|diagnostic| diagnostic.kind == DiagnosticKind::Warning)
    }

    /// Nothing in this file is checked, because of this.
    pub fn decline(&mut self, because: Diagnostic) {
        // An *exactly* claim is among `units` already.
        let only = self.only.drain(..).filter(|unit| unit.kind == ClaimKind::Only);
        for unit in self.units.drain(..).chain(only) {
            let own = unit.functions.iter().find(|function| function.name == unit.claim);
            let (span, claim_span) = own.map_or((because.span, because.span), |f| (f.span, f.claim_span));
            let why = format!("declined: {}", because.message);
            self.declined.push(DeclinedClaim { claim: unit.claim, span, claim_span, at: because.span, why });
        }
        self.declined.sort_by_key(|claim| claim.span);
        self.assumed.clear();
        self.diagnostics.push(because);
    }
}

/// A generator of QCheck, or a function to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    /// Its name, with the path of its module.
    pub name: String,
    /// The definition.
    pub span: Span,
    /// Whether it has a claim.
    pub claimed: bool,
    /// The types of its parameters.
    pub parameters: Vec<String>,
    /// The type of what it returns.
    pub result: String,
    /// What keeps it from being read, and where.
    pub stopped: Option<(String, Span)>,
}

/// A claim that cannot be checked; the diagnostics say more.
#[derive(Clone, Debug)]
pub struct DeclinedClaim {
    /// The function that the claim is about.
    pub claim: String,
    /// The definition.
    pub span: Span,
    /// The claim.
    pub claim_span: Span,
    /// The place of what is in the way.
    pub at: Span,
    /// What is in the way, in a line.
    pub why: String,
}

/// One claim, with everything it needs and nothing else.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The function that the claim is about.
    pub claim: String,
    /// How its result is read.
    pub kind: ClaimKind,
    /// The theory, the program and the claim. `axioms` is empty: whether an
    /// axiom is proved or assumed is not decided here.
    pub statement: Statement,
    /// Rows that only `facts`, measures, ranks and local claims use, numbered
    /// after the statement's rows: the first rows of a proof's tables.
    pub extra: ExtraRows,
    /// Lemmas to be proved and axioms, in the order of the source, prelude
    /// first.
    pub facts: Vec<FactInfo>,
    /// One entry for each of `statement.globals`.
    pub functions: Vec<FunctionInfo>,
    /// Claims of local functions.
    pub local_claims: Vec<LocalClaimInfo>,
    /// Where the rows come from.
    pub source_map: SourceMap,
    /// For a *total* claim: the unit with checks in its program, which is the one that is proved and certified; or why none can be
    /// put in.
    pub total: Option<Result<Box<Unit>, NotTotal>>,
}

/// Why no checks can be put into a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotTotal {
    /// The place.
    pub span: Span,
    /// What stands in the way.
    pub message: String,
    /// What to do.
    pub advice: &'static str,
}

impl Unit {
    /// Where the claim stands.
    #[must_use]
    pub fn claim_span(&self) -> Option<Span> {
        self.functions.iter().find(|function| function.name == self.claim).map(|function| function.claim_span)
    }

    /// Those parameters of the claimed function that are functions of which the claim says what they return *only*. The
    /// statement does not say so: its rows know one reading of function parameters.
    #[must_use]
    pub fn only_parameters(&self) -> Vec<usize> {
        let own = self.functions.iter().find(|function| function.name == self.claim);
        let parameters = own.map_or(&[][..], |own| &own.parameters);
        let only = parameters.iter().enumerate().filter(|(_, parameter)| parameter.only);
        only.map(|(number, _)| number).collect()
    }

    /// The unit with the claims of all its functions read as this kind, which is what each of them must say.
    ///
    /// # Errors
    ///
    /// The first function whose claim says less, or says of a function parameter what it returns *only*.
    pub fn read_as(&self, kind: ClaimKind) -> Result<Unit, &FunctionInfo> {
        let says = |claimed: ClaimKind| claimed == kind || claimed == ClaimKind::Exactly;
        // SOUNDNESS: in the statement, function parameters are known by what they can return. What would be proved of it is
        // not what the claim says.
        let unsayable = |function: &&FunctionInfo| !says(function.kind) || function.has_only_parameter();
        match self.functions.iter().find(unsayable) {
            Some(function) => Err(function),
            None => {
                let statement = Statement { kind, ..self.statement.clone() };
                Ok(Unit { statement, ..self.clone() })
            }
        }
    }
}

/// Rows numbered after the statement's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtraRows {
    /// Sorts.
    pub sorts: Vec<SortRow>,
    /// Expressions.
    pub exprs: Vec<ExprRow>,
    /// Function types.
    pub types: Vec<FunTypeRow>,
}

/// A lemma or axiom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactInfo {
    /// Its name.
    pub name: String,
    /// Whether it must be proved or may be assumed.
    pub kind: FactKind,
    /// How many sort parameters it has.
    pub sort_params: u32,
    /// The closed formula.
    pub statement: ExprRef,
    /// Where it was written.
    pub span: Span,
}

/// What the tables do not say about a top-level function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionInfo {
    /// Its name.
    pub name: String,
    /// How its claim is read where it is written. The statement says how it is read there.
    pub kind: ClaimKind,
    /// Whether its claim says that it is total.
    pub total: bool,
    /// Whether the claim is taken on trust (`body` is `None` then).
    pub assumed: bool,
    /// Whether the body is a `Fix`.
    pub recursive: bool,
    /// Names of the scheme's type variables, without the quote.
    pub type_names: Vec<String>,
    /// Names of the scheme's predicate variables.
    pub predicate_names: Vec<String>,
    /// The parameters, in order.
    pub parameters: Vec<ParameterInfo>,
    /// The termination measure, lexicographic, over the parameters as in
    /// `ensures`. Written, or the default: the first integer parameter, or the
    /// size of the first parameter of a recursive datatype. Empty for functions
    /// that are not recursive, and where only a rank is given.
    pub measure: Vec<ExprRef>,
    /// Where the measure was written; `None` for a default.
    pub measure_span: Option<Span>,
    /// An integer term over the parameters and `Nu`, for rule TFixRank. Written,
    /// or the size of the value where there is no candidate for a measure.
    pub rank: Option<ExprRef>,
    /// Where the rank was written; `None` for a default.
    pub rank_span: Option<Span>,
    /// The definition.
    pub span: Span,
    /// The claim.
    pub claim_span: Span,
}

impl FunctionInfo {
    /// Whether a parameter is a function of which the claim says what it returns *only*.
    #[must_use]
    pub fn has_only_parameter(&self) -> bool {
        self.parameters.iter().any(|parameter| parameter.only)
    }
}

/// A parameter of a claimed function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterInfo {
    /// The name in the claim, or in the program where the claim has none.
    pub name: String,
    /// Where its type was written.
    pub span: Span,
    /// Whether it is a function of which the claim says what it returns *only*.
    pub only: bool,
}

/// The claim of a local function. Its type may mention variables in scope, as
/// `Local` levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalClaimInfo {
    /// The function's name.
    pub name: String,
    /// The function, as bound by a `LetV`.
    pub fun: FunRef,
    /// The claimed type; a row of `statement.types` or of `extra.types`.
    pub ty: TypeRef,
    /// As in [`FunctionInfo`].
    pub measure: Vec<ExprRef>,
    /// As in [`FunctionInfo`].
    pub rank: Option<ExprRef>,
    /// Where the claim was written.
    pub span: Span,
}

/// Where rows come from.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    /// For each row of `statement.cores`, the expression it was made from.
    pub cores: Vec<Span>,
    /// For each row of `statement.cores`, the user's names of what it binds: one
    /// list for a `let`, one for each branch of a match; empty for no name.
    pub binders: Vec<Vec<Vec<String>>>,
    /// Names of the parameters of functions that are local or passed.
    pub fun_parameters: BTreeMap<FunRef, Vec<String>>,
    /// For each row of `statement.defs`, the definition or the match.
    pub defs: Vec<Span>,
    /// For each row of `statement.types`, then of `extra.types`, its parts.
    pub types: Vec<TypeSpans>,
    /// Where an expression was first written; equal expressions share a row.
    pub exprs: BTreeMap<ExprRef, Span>,
}

/// Where the parts of a refined type were written.
#[derive(Clone, Debug)]
pub struct TypeSpans {
    /// The whole type.
    pub whole: Span,
    /// Each parameter.
    pub parameters: Vec<Span>,
    /// The formula of the result.
    pub ensures: Span,
}
