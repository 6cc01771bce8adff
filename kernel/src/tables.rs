//! The flat input tables: everything that the kernel is ever told.
//!
//! A [`Certificate`] is a [`Statement`] (what is claimed) plus a [`Proof`] (why it holds).
//! Both are plain rows that refer to each other by index, *backward only*: row `i` of a table
//! mentions rows `< i` of the same table. Nothing here is trusted; the kernel loads each row
//! into its own hash-consed arena and checks it there.
//!
//! Rows rather than trees, because rows are read without recursion, are shared without
//! pointers, and two equal tables are equal statements.
//!
//! ## Variables
//!
//! | form | where |
//! |---|---|
//! | `Bound(i)` | bound by the `i`-th enclosing quantifier, or, in a [`FunTypeRow`], parameter telescopes (below) |
//! | `Local(l)` | a variable in scope, by *level*: program variables count from 0 outside in; variables introduced by evidence (and the ghost of `TFixRank`) count up from [`GHOST`] |
//! | `Nu` | the value that a qualifier speaks about (`v` in `[v:int \| 0 <= v]`) |
//!
//! In a function type with `n` parameters, the qualifier of parameter `i` sees parameter `j < i`
//! as `Bound(i-1-j)`; `requires` and `ensures` see parameter `j` as `Bound(n-1-j)`. A function
//! type that is itself a parameter continues the same telescope. Function parameters take a
//! place in the numbering but cannot be mentioned.
//!
//! In the body of a function at context depth `d`, the parameters are levels `d..d+n`, and for
//! `Fix` the function itself is level `d+n`.

use std::sync::Arc;

/// A sort in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SortId(pub(crate) u32);

/// An expression in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub(crate) u32);

impl ExprId {
    /// Position in the arena; children have smaller ones.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// Locals from here on are introduced by evidence or are ghosts, never program variables.
pub const GHOST: u32 = 1 << 30;
/// `bool` is datatype 0 with constructors `false` (tag 0) and `true` (tag 1).
pub const BOOL: u32 = 0;
/// `unit` is datatype 1 with the constructor `()` (tag 0).
pub const UNIT: u32 = 1;
/// Declared datatypes are numbered from here: row `i` of `datatypes` is datatype `i + 2`.
pub const FIRST_DATATYPE: u32 = 2;

macro_rules! index {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name(pub u32);
    )*};
}
index! {
    /// Index into the sorts (the statement's rows, then the proof's).
    SortRef,
    /// Index into the expressions (the statement's rows, then the proof's).
    ExprRef,
    /// Index into the function types (the statement's rows, then the proof's).
    TypeRef,
    /// Index into [`Statement::cores`].
    CoreRef,
    /// Index into [`Statement::funs`].
    FunRef,
    /// Index into [`Statement::globals`].
    GlobalRef,
    /// Index into [`Statement::defs`].
    DefRef,
    /// Index into [`Statement::axioms`].
    AxiomRef,
    /// Index into [`Proof::lemmas`].
    LemmaRef,
    /// Index into [`Proof::nodes`].
    NodeRef,
    /// Index into [`Proof::steps`].
    StepRef,
}

macro_rules! rows {
    ($($item:item)*) => {$(
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        $item
    )*};
}

rows! {
    /// A sort, over the sorts `S`: of the arena, or rows ([`SortRow`]).
    pub enum Sort<S = SortId> {
        /// The mathematical integers.
        Int,
        /// Datatype `.0` (see [`BOOL`], [`UNIT`], [`FIRST_DATATYPE`]) at argument sorts.
        Data(u32, Arc<[S]>),
        /// Sort parameter number `.0` of the enclosing datatype, definition, lemma or scheme.
        Abstract(u32),
        /// An opaque sort (`string`, `char`, `float`): index into [`Statement::opaque_sorts`].
        Opaque(u32),
    }

    /// Binary operators. The first three make terms; `Mul` is opaque to arithmetic unless a side
    /// is constant. The others make formulas: `Eq` of two terms of any sort, `Le` (`<=`) and `Lt`
    /// (`<`) of integers, the rest of formulas.
    #[derive(Copy)]
    #[allow(missing_docs)]
    pub enum Bin { Add, Sub, Mul, Eq, Le, Lt, And, Or, Imp, Iff }

    /// Quantifiers.
    #[derive(Copy)]
    #[allow(missing_docs)]
    pub enum Quant { Forall, Exists }

    /// A term, or a formula (a term without sort), over the sorts `S` and the expressions `E`: of
    /// the arena, or rows ([`ExprRow`]).
    pub enum Expr<S = SortId, E = ExprId> {
        /// A variable bound by a quantifier or telescope.
        Bound(u32, S),
        /// A variable in scope.
        Local(u32, S),
        /// The value a qualifier speaks about.
        Nu(S),
        /// An integer literal.
        Int(i64),
        /// Literal number `.0` of [`Statement::literals`], at an opaque sort. Nothing is known
        /// about literals, not even that two of them differ.
        Literal(u32, S),
        /// Constructor `.1` (its tag) of the datatype sort `.0`.
        Ctor(S, u32, Arc<[E]>),
        /// A defined function or predicate, at sorts for its parameters.
        Fn(DefRef, Arc<[S]>, Arc<[E]>),
        /// A predicate variable of the enclosing scheme.
        PredVar(u32, Arc<[E]>),
        /// A binary operator.
        Bin(Bin, E, E),
        /// Quotient rounded *down*, by a positive literal.
        Div(E, i64),
        /// `x - k * (x div k)`, for a positive literal `k`.
        Mod(E, i64),
        /// `if .0 then .1 else .2`; the condition must be decidable.
        Ite(E, E, E),
        /// Truth.
        True,
        /// Falsity.
        False,
        /// Negation.
        Not(E),
        /// Quantification; the body sees the variable as `Bound(0)`.
        Quant(Quant, S, E),
    }

    /// A declared datatype. Its fields may mention any declared datatype (mutual recursion).
    pub struct DatatypeRow {
        /// Name in the source.
        pub name: String,
        /// Number of sort parameters, `Abstract(0..params)` in the fields.
        pub params: u32,
        /// Constructors, by tag.
        pub ctors: Vec<CtorRow>,
    }

    /// A constructor.
    pub struct CtorRow {
        /// Name in the source.
        pub name: String,
        /// Sorts of its fields.
        pub fields: Vec<SortRef>,
    }

    /// A total function or predicate, by structural recursion on one argument.
    pub struct DefRow {
        /// Name in the source.
        pub name: String,
        /// Number of sort parameters.
        pub sort_params: u32,
        /// Parameter sorts; the body sees parameter `i` as `Local(i)`.
        pub params: Vec<SortRef>,
        /// Result sort; `None` for a predicate.
        pub result: Option<SortRef>,
        /// Claimed to be decidable (no quantifier, no predicate variable in the bodies). Checked.
        pub decidable: bool,
        /// Definitions with the same number may call each other structurally (see
        /// [`DefBody::Cases`]); those with a smaller number may be called in any way, those with
        /// a larger one not at all.
        pub group: u32,
        /// The body.
        pub body: DefBody,
    }

    /// The body of a definition.
    #[allow(missing_docs)]
    pub enum DefBody<E = ExprRef> {
        /// One expression; calls only definitions with smaller group numbers.
        Direct(E),
        /// One expression per constructor of parameter `on`, by tag. With `n` parameters, the case
        /// sees field `j` as `Local(n + j)`. A call of a definition with the same group number
        /// must have such a field variable at the position that definition recurs on.
        Cases { on: u32, cases: Vec<E> },
        /// Declared only: an assumption of every claim whose theory contains it.
        Opaque,
    }

    /// A closed formula that is assumed.
    pub struct AxiomRow {
        /// Name in the source.
        pub name: String,
        /// Number of sort parameters.
        pub sort_params: u32,
        /// The formula, without free variables.
        pub statement: ExprRef,
    }

    /// A refined function type `(x1:t1, .., xn:tn) -> [v:result | ensures]`.
    pub struct FunTypeRow {
        /// Parameters.
        pub params: Vec<ParamRow>,
        /// A further condition on all parameters together (normally `True`).
        pub requires: ExprRef,
        /// Sort of the result.
        pub result: SortRef,
        /// What is covered, about `Nu`.
        pub ensures: ExprRef,
    }

    /// A refined parameter.
    pub enum ParamRow {
        /// `x:{v:sort | qualifier}`.
        Base(SortRef, ExprRef),
        /// A function parameter.
        Fun(TypeRef),
    }

    /// A function value of the core language.
    pub enum FunRow {
        /// A function variable, by level.
        Var(u32),
        /// A global of smaller number than the one being defined, at sorts.
        Global(GlobalRef, Vec<SortRef>),
        /// `fun x1 .. xn -> body`, of a type all of whose formulas are `True`.
        Lam(TypeRef, CoreRef),
        /// `fix f x1 .. xn. body`, likewise.
        Fix(TypeRef, CoreRef),
    }

    /// A core term in monadic normal form. A function value that a core row mentions has a body
    /// in an earlier core row. Base values are expressions built from `Local`,
    /// `Int`, `Literal` and `Ctor` only.
    pub enum CoreRow {
        /// Return a base value.
        Ret(ExprRef),
        /// Fail (at a result sort).
        Err(SortRef),
        /// `let x = .0 in .1`; `x` is the next level.
        LetE(CoreRef, CoreRef),
        /// `let f = .0 in .1` for a function value; `f` is the next level.
        LetV(FunRef, CoreRef),
        /// A primitive operation.
        Op(Prim),
        /// A call with all its arguments.
        App(FunRef, Vec<ArgRow>),
        /// Match on a base value. Branches in increasing order of tags, missing ones fail;
        /// a branch binds the fields of its constructor at the next levels.
        Match(ExprRef, Vec<BranchRow>),
    }

    /// A branch of a match.
    #[derive(Copy)]
    pub struct BranchRow {
        /// The constructor.
        pub tag: u32,
        /// The body.
        pub body: CoreRef,
    }

    /// An argument of a call.
    pub enum ArgRow {
        /// A base value.
        Base(ExprRef),
        /// A function value.
        Fun(FunRef),
    }

    /// Primitive operations. What each can produce is fixed by the kernel.
    pub enum Prim {
        /// Any integer.
        IntGen,
        /// Either boolean.
        BoolGen,
        /// Any integer `>= 0`.
        NatGen,
        /// Any integer between two base values, both included.
        IntRange(ExprRef, ExprRef),
        /// Any value of an opaque sort.
        OpaqueGen(SortRef),
        /// OCaml's `/` of two base values: rounds toward zero, fails on divisor 0.
        Div(ExprRef, ExprRef),
        /// OCaml's `mod` of two base values: sign of the dividend, fails on divisor 0.
        Mod(ExprRef, ExprRef),
        /// The value of an expression over program variables: of a term itself, of a decidable
        /// formula a boolean.
        Eval(ExprRef),
    }

    /// A top-level function with its claimed type.
    pub struct GlobalRow {
        /// Name in the source.
        pub name: String,
        /// The scheme binds `Abstract(0..sort_params)`.
        pub sort_params: u32,
        /// The scheme binds predicate variables with these argument sorts.
        pub preds: Vec<Vec<SortRef>>,
        /// The claimed type; closed but for the scheme's variables.
        pub claim: TypeRef,
        /// The function; `None` for a library function whose claim is assumed.
        pub body: Option<FunRef>,
    }

    /// How the types that functions claim are read.
    #[derive(Copy, PartialOrd, Ord)]
    pub enum Kind {
        /// `[v:t | phi]`: each value with `phi` can be produced.
        Every,
        /// `{v:t | phi}`: no value without `phi` is produced. Failure and divergence are allowed.
        Only,
        /// `exactly [v:t | phi]`: both.
        Exactly,
    }

    /// What is claimed: a theory, a program, and the type of one of its functions.
    pub struct Statement {
        /// How the claims of *all* its functions are read.
        pub kind: Kind,
        /// Names of the opaque sorts.
        pub opaque_sorts: Vec<String>,
        /// Texts of the literals of opaque sorts.
        pub literals: Vec<String>,
        /// Sorts.
        pub sorts: Vec<SortRow>,
        /// Datatypes (from [`FIRST_DATATYPE`] on).
        pub datatypes: Vec<DatatypeRow>,
        /// Expressions.
        pub exprs: Vec<ExprRow>,
        /// Definitions.
        pub defs: Vec<DefRow>,
        /// Assumed formulas.
        pub axioms: Vec<AxiomRow>,
        /// Function types.
        pub types: Vec<FunTypeRow>,
        /// Core terms.
        pub cores: Vec<CoreRow>,
        /// Function values.
        pub funs: Vec<FunRow>,
        /// Top-level functions, each using only earlier ones.
        pub globals: Vec<GlobalRow>,
        /// The function whose claim this statement is about.
        pub claim: GlobalRef,
    }

    /// Why a verification condition holds.
    pub enum Evidence {
        /// A proof that the kernel checks.
        Checked(StepRef),
        /// Two independent solvers say so; an assumption of the verdict.
        CrossChecked,
        /// One solver says so; an assumption of the verdict.
        Solver,
    }

    /// A node of a typing derivation: the rule, and what the kernel cannot compute itself.
    #[allow(missing_docs)]
    pub enum NodeRow {
        /// A constant or constructor value.
        TConst,
        /// A base variable.
        TVarBase,
        /// A function variable or global.
        TVarFun,
        /// The failing term.
        TErr,
        /// `let x = e1 in e2`.
        TLetE(NodeRef, NodeRef),
        /// `let f = g in e`.
        TLetV(NodeRef, NodeRef),
        /// A primitive operation.
        TAppOp,
        /// A call of the function `fun` with base arguments only; `evidence` for all qualifiers of
        /// the parameters and the further requirement.
        TApp { fun: NodeRef, evidence: Evidence },
        /// A call with function arguments, whose derivations are `args`, in order; the rest as for
        /// `TApp`, for the base arguments.
        TAppFun { fun: NodeRef, args: Vec<NodeRef>, evidence: Evidence },
        /// One branch of a match: position in the list of branches, and its derivation.
        TMatch(u32, NodeRef),
        /// Both derivations are of the same term; their coverage is united.
        TMerge(NodeRef, NodeRef),
        /// Type under a hypothesis that then restricts the coverage.
        TGuard(ExprRef, NodeRef),
        /// Give up coverage: the new qualifier `target`, about `Nu`, implies what the premise
        /// `from` covers, by `evidence`.
        TSub { target: ExprRef, from: NodeRef, evidence: Evidence },
        /// Rewrite: the new qualifier `target`, about `Nu`, is equivalent to what the premise
        /// `from` covers, by `evidence`.
        TEq { target: ExprRef, from: NodeRef, evidence: Evidence },
        /// A lambda against a type; the body must get exactly `ensures`.
        TFun(TypeRef, NodeRef),
        /// A recursive function against the type `claim`. The `measure` is lexicographic, of integer
        /// terms over the parameters (numbered as in `ensures`).
        TFix { claim: TypeRef, measure: Vec<ExprRef>, body: NodeRef },
        /// A recursive function whose *value* is ranked, against the type `claim`. The `rank` is an
        /// integer term over the parameters and `Nu`; the `body` must get exactly
        /// `ensures && rank = k` for the ghost `k`. The node's type has `ensures && 0 <= rank`.
        TFixRank { claim: TypeRef, rank: ExprRef, body: NodeRef },
        /// Function subtyping: the new type is `target`, of the premise `from`; by `evidence` the
        /// parameters are contravariant and the results included.
        SubArr { target: TypeRef, from: NodeRef, evidence: Evidence },
        /// Instantiate the sort parameters of a global's scheme, as the program says; of either kind.
        TPolyType(NodeRef),
        /// Instantiate the predicate variables: argument `i` of `n` is `Bound(n-1-i)`; of either kind.
        TPolyPred(NodeRef, Vec<ExprRef>),
        /// A base value; this and the following are about what a term produces *only*.
        ORet,
        /// The failing term.
        OErr,
        /// A primitive operation.
        OAppOp,
        /// `let x = e1 in e2`.
        OLetE(NodeRef, NodeRef),
        /// `let f = g in e`.
        OLetV(NodeRef, NodeRef),
        /// A match: a derivation for *each* branch, in their order.
        OMatch(Vec<NodeRef>),
        /// Type under a hypothesis, without which nothing is said.
        OGuard(ExprRef, NodeRef),
        /// The premise `from` stays within the new qualifier `target`, about `Nu`, by `evidence`.
        OSub { target: ExprRef, from: NodeRef, evidence: Evidence },
        /// A call of the function `fun` with base arguments only, which are admissible by `evidence`.
        OApp { fun: NodeRef, evidence: Evidence },
        /// A call with function arguments; their derivations `args` say what they can produce at least.
        OAppFun { fun: NodeRef, args: Vec<NodeRef>, evidence: Evidence },
        /// A function variable or global.
        OVarFun,
        /// A lambda against a type; the body must get exactly `ensures`.
        OFun(TypeRef, NodeRef),
        /// A recursive function against a type; without a measure.
        OFix(TypeRef, NodeRef),
        /// Function subtyping to `target`: parameters contravariant, results included, by `evidence`.
        OSubArr { target: TypeRef, from: NodeRef, evidence: Evidence },
        /// Both kinds: what the function can produce, and that it produces nothing else.
        TExactly(NodeRef, NodeRef),
    }

    /// A lemma, with its proof. It may use the lemmas before it.
    pub struct LemmaRow {
        /// Name in the source, or of the template it came from.
        pub name: String,
        /// Number of sort parameters.
        pub sort_params: u32,
        /// The formula, without free variables.
        pub statement: ExprRef,
        /// Its proof.
        pub proof: StepRef,
    }

    /// A step of evidence. It transforms a goal under facts; `next` proves what remains.
    /// Facts are named by the formula itself. A fact `a && b` also gives `a` and `b`.
    #[allow(missing_docs)]
    pub enum StepRow {
        /// Goal `forall x. p`: a new local. Goal `p ==> q`: fact `p`, goal `q`.
        /// Goal `not p`: fact `p`, goal `False`.
        Intro(StepRef),
        /// Goal `p && q`: both. Goal `p <=> q`: both implications.
        Split(StepRef, StepRef),
        /// Goal `p || q`: prove `p`.
        Left(StepRef),
        /// Goal `p || q`: prove `q`.
        Right(StepRef),
        /// Goal `exists x. p`: prove it of this term.
        Witness(ExprRef, StepRef),
        /// The goal is a fact, or `True`.
        Exact,
        /// Replace the goal by `False`.
        Absurd(StepRef),
        /// Fact `p || q`: two branches.
        OrElim(ExprRef, StepRef, StepRef),
        /// Fact `exists x. p`: a new local with `p`.
        Obtain(ExprRef, StepRef),
        /// Fact `forall x. p`: fact `p` of this term.
        Inst(ExprRef, ExprRef, StepRef),
        /// Fact `p ==> q`: first prove `p`, then go on with fact `q`.
        Apply(ExprRef, StepRef, StepRef),
        /// Fact `p <=> q`: both implications become facts.
        IffParts(ExprRef, StepRef),
        /// Fact `not p`: push the negation one level down (only where that is constructive or
        /// the parts are decidable).
        NotPush(ExprRef, StepRef),
        /// A branch for each constructor of this term of datatype sort, by tag, with new locals
        /// for the fields and the fact `term = C fields`.
        Case(ExprRef, Vec<StepRef>),
        /// A branch with this decidable formula, and one with its negation.
        Cut(ExprRef, StepRef, StepRef),
        /// For a term `if c then a else b`: facts `c`, `term = a`; or `not c`, `term = b`.
        IteSplit(ExprRef, StepRef, StepRef),
        /// The defining equation of the application `term` becomes a fact. The analysed argument is
        /// a constructor term, or `as_ctor` is one and a fact says that they are equal.
        Unfold { term: ExprRef, as_ctor: Option<ExprRef>, next: StepRef },
        /// Likewise for the `fact` `p(..)` or `not p(..)`: the body, or its negation, becomes a fact.
        UnfoldFact { fact: ExprRef, as_ctor: Option<ExprRef>, next: StepRef },
        /// Likewise for the goal `p(..)`: the body becomes the goal.
        UnfoldGoal { as_ctor: Option<ExprRef>, next: StepRef },
        /// An instance of an earlier lemma: its leading quantifiers at these terms.
        Lemma(LemmaRef, Vec<SortRef>, Vec<ExprRef>, StepRef),
        /// An instance of an assumed formula.
        Axiom(AxiomRef, Vec<SortRef>, Vec<ExprRef>, StepRef),
        /// First prove this formula, then go on with it as a fact.
        Have(ExprRef, StepRef, StepRef),
        /// Structural induction. The goal is `forall x:s. p` for the first motive `(s, p)`, `p`
        /// about `Nu`. For each motive and each constructor of its sort, in order, one step
        /// proves `p(C fields)` with new locals for the fields and, as facts, `q(field)` for
        /// each field whose sort is that of a motive `q`.
        Induct(Vec<Motive>, Vec<StepRef>),
        /// Refute the listed facts together with the negation of the goal.
        Leaf(Vec<ExprRef>, Vec<LeafRow>),
    }

    /// What an induction proves of a sort.
    pub struct Motive {
        /// A datatype sort.
        pub sort: SortRef,
        /// A formula about `Nu`.
        pub formula: ExprRef,
    }

    /// A line of a ground refutation. Lines that state a linear form `<= 0` are numbered in
    /// order. The refutation ends when congruence closure finds a contradiction, or with a last
    /// line that states `c <= 0` for a constant `c > 0`.
    pub enum LeafRow<E = ExprRef> {
        /// Literal number `.0` (the negated goal comes after the listed facts): `<=`, `<` or
        /// the negation of one.
        Literal(u32),
        /// `.0 - .1 <= 0`, for terms that are equal by congruence.
        Congruent(E, E),
        /// For `d = x div k`: `k*d - x <= 0`.
        DivLow(E),
        /// For `d = x div k`: `x - k*d - (k-1) <= 0`.
        DivHigh(E),
        /// A sum of earlier lines with positive coefficients, divided by the common divisor of
        /// its coefficients, the constant rounded up.
        Combine(Vec<(u64, u32)>),
        /// Not a numbered line: lines `.2` and `.3` say `.0 <= .1` and `.1 <= .0`, so the two are
        /// equal for congruence closure from now on.
        Equal(E, E, u32, u32),
    }

    /// Everything that supports the statement.
    pub struct Proof {
        /// More sorts, numbered after the statement's.
        pub sorts: Vec<SortRow>,
        /// More expressions, numbered after the statement's.
        pub exprs: Vec<ExprRow>,
        /// More function types, numbered after the statement's.
        pub types: Vec<FunTypeRow>,
        /// Lemmas.
        pub lemmas: Vec<LemmaRow>,
        /// Evidence steps.
        pub steps: Vec<StepRow>,
        /// Derivation nodes.
        pub nodes: Vec<NodeRow>,
        /// For each global with a body, the derivation of its claim.
        pub derivations: Vec<Option<NodeRef>>,
    }

    /// A statement with its proof.
    pub struct Certificate {
        /// What is claimed.
        pub statement: Statement,
        /// Why it holds.
        pub proof: Proof,
    }
}

/// A sort as a row.
pub type SortRow = Sort<SortRef>;
/// An expression as a row.
pub type ExprRow = Expr<SortRef, ExprRef>;

impl Kind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Every => "every",
            Kind::Only => "only",
            Kind::Exactly => "exactly",
        }
    }
}

impl Prim {
    /// The expressions that an operation mentions.
    pub fn operands(&self) -> impl Iterator<Item = ExprRef> + use<> {
        let operands = match *self {
            Prim::IntGen | Prim::BoolGen | Prim::NatGen | Prim::OpaqueGen(_) => [None, None],
            Prim::IntRange(a, b) | Prim::Div(a, b) | Prim::Mod(a, b) => [Some(a), Some(b)],
            Prim::Eval(e) => [Some(e), None],
        };
        operands.into_iter().flatten()
    }
}

impl<E> LeafRow<E> {
    /// The line with its terms replaced.
    pub(crate) fn map<F, X>(&self, mut f: impl FnMut(&E) -> Result<F, X>) -> Result<LeafRow<F>, X> {
        Ok(match self {
            LeafRow::Literal(i) => LeafRow::Literal(*i),
            LeafRow::Congruent(a, b) => LeafRow::Congruent(f(a)?, f(b)?),
            LeafRow::DivLow(d) => LeafRow::DivLow(f(d)?),
            LeafRow::DivHigh(d) => LeafRow::DivHigh(f(d)?),
            LeafRow::Combine(parts) => LeafRow::Combine(parts.clone()),
            LeafRow::Equal(a, b, le, ge) => LeafRow::Equal(f(a)?, f(b)?, *le, *ge),
        })
    }
}

macro_rules! rules {
    ($($kind:ident: $($rule:ident)*;)*) => {
        /// The rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub enum Rule { $($($rule),*),* }

        impl Rule {
            /// All rules, in order.
            pub const ALL: [Rule; 35] = [$($(Rule::$rule),*),*];

            /// What a rule is about; the premises of an instance of a scheme may be of either kind.
            pub fn kind(self) -> Kind {
                match self { $($(Rule::$rule => Kind::$kind),*),* }
            }
        }

        impl NodeRow {
            /// The rule of a node.
            pub fn rule(&self) -> Rule {
                match self { $($(NodeRow::$rule { .. } => Rule::$rule),*),* }
            }
        }
    };
}
rules! {
    Every: TConst TVarBase TVarFun TErr TLetE TLetV TAppOp TApp TAppFun TMatch TMerge TGuard TSub TEq TFun TFix
    TFixRank SubArr TPolyType TPolyPred;
    Only: ORet OErr OAppOp OLetE OLetV OMatch OGuard OSub OApp OAppFun OVarFun OFun OFix OSubArr;
    Exactly: TExactly;
}
