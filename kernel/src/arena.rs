//! Hash-consed sorts and expressions, well-sorted by construction.
//!
//! Every expression that exists has been checked by [`Arena::mk`], so no later function has to
//! ask whether a term makes sense. Facts that rules need often (sort, loose variables,
//! decidability) are computed once, when a node is made. Ids are handed out in order, children
//! first, so that no cycle can exist.

use crate::reject::Why;
use crate::tables::{BOOL, UNIT};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// A sort in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SortId(u32);

/// An expression in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(u32);

impl ExprId {
    /// Position in the arena; children have smaller ones.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }
}

/// Shared argument lists.
pub type Args = Arc<[ExprId]>;
/// Shared sort lists.
pub type Sorts = Arc<[SortId]>;

/// A sort (see [`crate::tables::SortRow`]).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// Integers.
    Int,
    /// A datatype at sorts.
    Data(u32, Sorts),
    /// A sort parameter.
    Abstract(u32),
    /// An opaque sort.
    Opaque(u32),
}

/// Binary operators on terms and formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Bin {
    Add,
    Sub,
    Mul,
    Eq,
    Le,
    Lt,
    And,
    Or,
    Imp,
    Iff,
}

/// Quantifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Quant {
    Forall,
    Exists,
}

/// An expression (see [`crate::tables::ExprRow`]).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Expr {
    Bound(u32, SortId),
    Local(u32, SortId),
    Nu(SortId),
    Int(i64),
    Literal(u32, SortId),
    Ctor(SortId, u32, Args),
    Fn(u32, Sorts, Args),
    PredVar(u32, Args),
    Bin(Bin, ExprId, ExprId),
    Div(ExprId, i64),
    Mod(ExprId, i64),
    Ite(ExprId, ExprId, ExprId),
    True,
    False,
    Not(ExprId),
    Quant(Quant, SortId, ExprId),
}

impl Expr {
    /// Calls `f` on each child, with 1 if the child is under a binder of this node.
    pub fn for_children(&self, mut f: impl FnMut(ExprId, u32)) {
        match self {
            Expr::Bound(..)
            | Expr::Local(..)
            | Expr::Nu(_)
            | Expr::Int(_)
            | Expr::Literal(..)
            | Expr::True
            | Expr::False => {}
            Expr::Ctor(_, _, args) | Expr::Fn(_, _, args) | Expr::PredVar(_, args) => {
                args.iter().for_each(|&a| f(a, 0));
            }
            Expr::Bin(_, a, b) => {
                f(*a, 0);
                f(*b, 0);
            }
            Expr::Ite(c, a, b) => {
                f(*c, 0);
                f(*a, 0);
                f(*b, 0);
            }
            Expr::Div(a, _) | Expr::Mod(a, _) | Expr::Not(a) => f(*a, 0),
            Expr::Quant(_, _, a) => f(*a, 1),
        }
    }

    /// The node with its sorts and children replaced.
    pub(crate) fn map<E>(
        &self,
        mut sort: impl FnMut(SortId) -> Result<SortId, E>,
        mut child: impl FnMut(ExprId, u32) -> Result<ExprId, E>,
    ) -> Result<Expr, E> {
        let mut list = |args: &Args| args.iter().map(|&a| child(a, 0)).collect::<Result<Args, E>>();
        Ok(match self {
            Expr::Bound(i, s) => Expr::Bound(*i, sort(*s)?),
            Expr::Local(l, s) => Expr::Local(*l, sort(*s)?),
            Expr::Nu(s) => Expr::Nu(sort(*s)?),
            Expr::Int(_) | Expr::Literal(..) | Expr::True | Expr::False => self.clone(),
            Expr::Ctor(s, tag, args) => Expr::Ctor(sort(*s)?, *tag, list(args)?),
            Expr::Fn(d, sorts, args) => {
                let sorts = sorts.iter().map(|&s| sort(s)).collect::<Result<Sorts, E>>()?;
                Expr::Fn(*d, sorts, list(args)?)
            }
            Expr::PredVar(p, args) => Expr::PredVar(*p, list(args)?),
            Expr::Bin(op, a, b) => Expr::Bin(*op, child(*a, 0)?, child(*b, 0)?),
            Expr::Div(a, k) => Expr::Div(child(*a, 0)?, *k),
            Expr::Mod(a, k) => Expr::Mod(child(*a, 0)?, *k),
            Expr::Ite(c, a, b) => Expr::Ite(child(*c, 0)?, child(*a, 0)?, child(*b, 0)?),
            Expr::Not(a) => Expr::Not(child(*a, 0)?),
            Expr::Quant(q, s, a) => Expr::Quant(*q, sort(*s)?, child(*a, 1)?),
        })
    }
}

/// Facts about a node, computed when it is made.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// `None` for a formula.
    pub sort: Option<SortId>,
    /// One more than the largest index of a loose bound variable.
    pub loose: u32,
    /// One more than the largest number of a sort parameter.
    pub abstracts: u32,
    /// Whether a local occurs.
    pub local: bool,
    /// One more than the largest level of a local.
    pub level: u32,
    /// Whether `Nu` occurs.
    pub nu: bool,
    /// Whether a predicate variable occurs.
    pub pred_var: bool,
    /// A formula without quantifiers and predicate variables (in definitions neither).
    pub decidable: bool,
}

/// The signature of a datatype.
#[derive(Clone, Debug)]
pub struct Datatype {
    /// Number of sort parameters.
    pub params: u32,
    /// Field sorts of each constructor.
    pub ctors: Vec<Vec<SortId>>,
}

/// The signature of a definition.
#[derive(Clone, Debug)]
pub struct DefSig {
    /// Number of sort parameters.
    pub sort_params: u32,
    /// Parameter sorts.
    pub params: Vec<SortId>,
    /// Result; `None` for a predicate.
    pub result: Option<SortId>,
    /// Claimed decidable.
    pub decidable: bool,
}

/// Sorts may not be larger than this when written out, so that walking one may recurse and may
/// ignore sharing: `s * s` of `s * s` of .. would be walked exponentially often.
const MAX_SORT_SIZE: u32 = 512;
/// No more nodes than this: a small file must not fill the memory.
const MAX_NODES: usize = 1 << 24;
/// No more visits of nodes than this in rewriting and arithmetic, which a small file could make
/// the arena repeat.
const MAX_WORK: u64 = 1 << 27;

/// A multiplicative hasher: the keys are small ids, and an attacker who makes them collide
/// only slows down the check of the own certificate.
#[derive(Clone, Copy, Default)]
pub struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let word = word.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte));
            let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            // A product's low bits depend on low bits only; tables are indexed by low bits.
            self.0 = mixed ^ (mixed >> 32);
        }
    }
}

/// Maps keyed by ids.
pub type IdMap<K, V> = HashMap<K, V, BuildHasherDefault<IdHasher>>;

/// The arena.
#[derive(Clone, Debug)]
pub struct Arena {
    sorts: Vec<(Sort, u32, u32)>,
    sort_ids: IdMap<Sort, SortId>,
    exprs: Vec<(Expr, Info)>,
    expr_ids: IdMap<Expr, ExprId>,
    fields: IdMap<(SortId, u32), Sorts>,
    /// Datatypes, `bool` and `unit` first.
    pub(crate) datatypes: Vec<Datatype>,
    /// Signatures of definitions.
    pub(crate) defs: Vec<DefSig>,
    int: SortId,
    bool: SortId,
    truth: ExprId,
    falsity: ExprId,
    work: u64,
}

impl Default for Arena {
    fn default() -> Self {
        Arena::new()
    }
}

impl Arena {
    /// An arena with `int`, `bool`, `unit` and the two constant formulas.
    #[must_use]
    pub fn new() -> Self {
        let constant = Info {
            sort: None,
            loose: 0,
            abstracts: 0,
            local: false,
            level: 0,
            nu: false,
            pred_var: false,
            decidable: true,
        };
        let data = |d| Sort::Data(d, Arc::from([]));
        let sorts = [Sort::Int, data(BOOL), data(UNIT)];
        let exprs = [Expr::True, Expr::False];
        let nullary = |n: usize| Datatype { params: 0, ctors: vec![vec![]; n] };
        Arena {
            sort_ids: sorts.iter().cloned().zip((0..).map(SortId)).collect(),
            sorts: sorts.into_iter().map(|s| (s, 1, 0)).collect(),
            expr_ids: exprs.iter().cloned().zip((0..).map(ExprId)).collect(),
            exprs: exprs.into_iter().map(|e| (e, constant)).collect(),
            fields: IdMap::default(),
            datatypes: vec![nullary(2), nullary(1)],
            defs: Vec::new(),
            int: SortId(0),
            bool: SortId(1),
            truth: ExprId(0),
            falsity: ExprId(1),
            work: u64::MAX,
        }
    }

    /// From now on counts the visits of nodes, up to a limit; or does not, for a search for
    /// evidence, which has limits of its own.
    pub(crate) fn limit_work(&mut self, limited: bool) {
        self.work = if limited { MAX_WORK } else { u64::MAX };
    }

    /// Counts the visit of a node.
    pub(crate) fn spend(&mut self) -> Result<(), Why> {
        self.work = self.work.checked_sub(1).ok_or(Why::TooLarge)?;
        Ok(())
    }

    /// The sort of integers.
    #[must_use]
    pub fn int_sort(&self) -> SortId {
        self.int
    }
    /// The sort of booleans.
    #[must_use]
    pub fn bool_sort(&self) -> SortId {
        self.bool
    }
    /// The formula `True`.
    #[must_use]
    pub fn truth(&self) -> ExprId {
        self.truth
    }
    /// The formula `False`.
    #[must_use]
    pub fn falsity(&self) -> ExprId {
        self.falsity
    }

    /// A sort's node. Ids of this arena always have one.
    #[must_use]
    pub fn sort(&self, s: SortId) -> &Sort {
        self.sorts.get(index(s.0)).map_or(&Sort::Int, |x| &x.0)
    }

    /// One more than the largest sort parameter in a sort.
    #[must_use]
    pub fn sort_abstracts(&self, s: SortId) -> u32 {
        self.sorts.get(index(s.0)).map_or(0, |x| x.2)
    }

    /// An expression's node. Ids of this arena always have one.
    #[must_use]
    pub fn expr(&self, e: ExprId) -> &Expr {
        self.exprs.get(index(e.0)).map_or(&Expr::False, |x| &x.0)
    }

    /// The cached facts of a node.
    #[must_use]
    pub fn info(&self, e: ExprId) -> Info {
        // The fallback cannot be reached with an id of this arena; it is the most restrictive.
        self.exprs.get(index(e.0)).map_or(
            Info {
                sort: None,
                loose: u32::MAX,
                abstracts: u32::MAX,
                local: true,
                level: u32::MAX,
                nu: true,
                pred_var: true,
                decidable: false,
            },
            |x| x.1,
        )
    }

    /// The sort of a term; `None` for a formula.
    #[must_use]
    pub fn sort_of(&self, e: ExprId) -> Option<SortId> {
        self.info(e).sort
    }

    /// Number of expressions made so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.exprs.len()
    }

    /// Never: the constant formulas always exist.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.exprs.is_empty()
    }

    /// The datatype signature with a number.
    #[must_use]
    pub fn datatype(&self, data: u32) -> Option<&Datatype> {
        self.datatypes.get(index(data))
    }

    /// The signature of a definition.
    #[must_use]
    pub fn def_sig(&self, def: u32) -> Option<&DefSig> {
        self.defs.get(index(def))
    }

    /// Interns a sort.
    pub fn mk_sort(&mut self, sort: Sort) -> Result<SortId, Why> {
        if let Some(&id) = self.sort_ids.get(&sort) {
            return Ok(id);
        }
        let (mut size, mut abstracts) = (1u32, 0);
        match &sort {
            Sort::Int | Sort::Opaque(_) => {}
            Sort::Abstract(i) => abstracts = i.checked_add(1).ok_or(Why::UnboundSortParameter)?,
            Sort::Data(d, args) => {
                let params = self.datatypes.get(index(*d)).ok_or(Why::BadReference)?.params;
                if args.len() != index(params) {
                    return Err(Why::WrongArity);
                }
                for a in args.iter() {
                    let (_, inner, n) = self.sorts.get(index(a.0)).ok_or(Why::BadReference)?;
                    size = size.saturating_add(*inner);
                    abstracts = abstracts.max(*n);
                }
            }
        }
        if size > MAX_SORT_SIZE {
            return Err(Why::SortTooLarge);
        }
        let id = SortId(next_id(self.sorts.len())?);
        self.sort_ids.insert(sort.clone(), id);
        self.sorts.push((sort, size, abstracts));
        Ok(id)
    }

    /// Replaces sort parameters. Recursion is bounded by the size limit of sorts.
    pub fn instantiate_sort(&mut self, s: SortId, sorts: &[SortId]) -> Result<SortId, Why> {
        if self.sort_abstracts(s) == 0 {
            return Ok(s);
        }
        match self.sort(s).clone() {
            Sort::Int | Sort::Opaque(_) => Ok(s),
            Sort::Abstract(i) => sorts.get(index(i)).copied().ok_or(Why::UnboundSortParameter),
            Sort::Data(d, args) => {
                let args =
                    args.iter().map(|&a| self.instantiate_sort(a, sorts)).collect::<Result<Sorts, Why>>()?;
                self.mk_sort(Sort::Data(d, args))
            }
        }
    }

    /// Number of constructors of a datatype sort.
    pub fn ctor_count(&self, s: SortId) -> Result<u32, Why> {
        let Sort::Data(d, _) = self.sort(s) else { return Err(Why::SortMismatch) };
        let ctors = &self.datatypes.get(index(*d)).ok_or(Why::BadReference)?.ctors;
        u32::try_from(ctors.len()).map_err(|_| Why::TooLarge)
    }

    /// Field sorts of constructor `tag` of a datatype sort.
    pub fn ctor_fields(&mut self, s: SortId, tag: u32) -> Result<Sorts, Why> {
        if let Some(fields) = self.fields.get(&(s, tag)) {
            return Ok(fields.clone());
        }
        let Sort::Data(d, args) = self.sort(s).clone() else { return Err(Why::SortMismatch) };
        let ctors = &self.datatypes.get(index(d)).ok_or(Why::BadReference)?.ctors;
        let fields = ctors.get(index(tag)).ok_or(Why::NoSuchConstructor)?.clone();
        let fields =
            fields.into_iter().map(|f| self.instantiate_sort(f, &args)).collect::<Result<Sorts, Why>>()?;
        self.fields.insert((s, tag), fields.clone());
        Ok(fields)
    }

    /// Interns an expression after checking that it is well-sorted.
    pub fn mk(&mut self, expr: Expr) -> Result<ExprId, Why> {
        if let Some(&id) = self.expr_ids.get(&expr) {
            return Ok(id);
        }
        let info = self.check(&expr)?;
        let id = ExprId(next_id(self.exprs.len())?);
        self.expr_ids.insert(expr.clone(), id);
        self.exprs.push((expr, info));
        Ok(id)
    }

    fn check(&mut self, expr: &Expr) -> Result<Info, Why> {
        let mut info = Info {
            sort: None,
            loose: 0,
            abstracts: 0,
            local: false,
            level: 0,
            nu: false,
            pred_var: false,
            decidable: true,
        };
        expr.for_children(|c, binders| {
            let child = self.info(c);
            info.loose = info.loose.max(child.loose.saturating_sub(binders));
            info.abstracts = info.abstracts.max(child.abstracts);
            info.local |= child.local;
            info.level = info.level.max(child.level);
            info.nu |= child.nu;
            info.pred_var |= child.pred_var;
            info.decidable &= child.decidable || child.sort.is_some();
        });
        let mut mentions = |s: SortId| info.abstracts = info.abstracts.max(self.sort_abstracts(s));
        match expr {
            Expr::Bound(i, s) => {
                mentions(*s);
                info.loose = i.checked_add(1).ok_or(Why::LooseVariable)?;
                info.sort = Some(*s);
            }
            Expr::Local(level, s) => {
                mentions(*s);
                info.local = true;
                info.level = level.checked_add(1).ok_or(Why::UnboundLocal)?;
                info.sort = Some(*s);
            }
            Expr::Nu(s) => {
                mentions(*s);
                info.nu = true;
                info.sort = Some(*s);
            }
            Expr::Int(_) => info.sort = Some(self.int),
            Expr::Literal(_, s) => {
                if !matches!(self.sort(*s), Sort::Opaque(_)) {
                    return Err(Why::SortMismatch);
                }
                info.sort = Some(*s);
            }
            Expr::Ctor(s, tag, args) => {
                mentions(*s);
                let fields = self.ctor_fields(*s, *tag)?;
                self.expect_all(args, &fields)?;
                info.sort = Some(*s);
            }
            Expr::Fn(d, sorts, args) => {
                sorts.iter().for_each(|&s| mentions(s));
                let sig = self.defs.get(index(*d)).ok_or(Why::BadReference)?.clone();
                if sorts.len() != index(sig.sort_params) {
                    return Err(Why::WrongArity);
                }
                let mut params = Vec::with_capacity(sig.params.len());
                for p in sig.params {
                    params.push(self.instantiate_sort(p, sorts)?);
                }
                self.expect_all(args, &params)?;
                info.sort = sig.result.map(|r| self.instantiate_sort(r, sorts)).transpose()?;
                info.decidable &= sig.decidable;
            }
            Expr::PredVar(_, args) => {
                if args.iter().any(|&a| self.sort_of(a).is_none()) {
                    return Err(Why::SortMismatch);
                }
                info.pred_var = true;
                info.decidable = false;
            }
            Expr::Bin(op, a, b) => match op {
                Bin::Add | Bin::Sub | Bin::Mul => {
                    self.expect_all(&[*a, *b], &[self.int, self.int])?;
                    info.sort = Some(self.int);
                }
                Bin::Le | Bin::Lt => self.expect_all(&[*a, *b], &[self.int, self.int])?,
                Bin::Eq => {
                    let sort = self.sort_of(*a).ok_or(Why::SortMismatch)?;
                    self.expect(*b, Some(sort))?;
                }
                Bin::And | Bin::Or | Bin::Imp | Bin::Iff => {
                    self.expect(*a, None)?;
                    self.expect(*b, None)?;
                }
            },
            Expr::Div(a, k) | Expr::Mod(a, k) => {
                if *k <= 0 {
                    return Err(Why::DivisorNotPositive);
                }
                self.expect(*a, Some(self.int))?;
                info.sort = Some(self.int);
            }
            Expr::Ite(c, a, b) => {
                self.expect(*c, None)?;
                // SOUNDNESS: an undecidable condition would smuggle excluded middle into terms.
                if !self.info(*c).decidable {
                    return Err(Why::NotDecidable);
                }
                let sort = self.sort_of(*a).ok_or(Why::SortMismatch)?;
                self.expect(*b, Some(sort))?;
                info.sort = Some(sort);
            }
            Expr::True | Expr::False => {}
            Expr::Not(a) => self.expect(*a, None)?,
            Expr::Quant(_, s, a) => {
                mentions(*s);
                self.expect(*a, None)?;
                info.decidable = false;
            }
        }
        Ok(info)
    }

    /// Whether the variable that a binder around `body` binds has sort `s` wherever it occurs.
    /// Only rows need this: a variable that [`Arena::close`] binds keeps its sort, and rewriting
    /// leaves bound variables alone.
    pub(crate) fn bound_at(&mut self, body: ExprId, s: SortId) -> Result<(), Why> {
        let mut seen: IdMap<(ExprId, u32), ()> = IdMap::default();
        let mut stack = vec![(body, 0u32)];
        while let Some((e, depth)) = stack.pop() {
            self.spend()?;
            if self.info(e).loose <= depth || seen.insert((e, depth), ()).is_some() {
                continue;
            }
            if let Expr::Bound(i, sort) = self.expr(e)
                && *i == depth
                && *sort != s
            {
                return Err(Why::SortMismatch);
            }
            self.expr(e).for_children(|c, binders| stack.push((c, depth.saturating_add(binders))));
        }
        Ok(())
    }

    fn expect(&self, e: ExprId, sort: Option<SortId>) -> Result<(), Why> {
        if self.sort_of(e) == sort { Ok(()) } else { Err(Why::SortMismatch) }
    }

    fn expect_all(&self, args: &[ExprId], sorts: &[SortId]) -> Result<(), Why> {
        if args.len() != sorts.len() {
            return Err(Why::WrongArity);
        }
        args.iter().zip(sorts).try_for_each(|(&a, &s)| self.expect(a, Some(s)))
    }

    /// A binary node.
    pub fn bin(&mut self, op: Bin, a: ExprId, b: ExprId) -> Result<ExprId, Why> {
        self.mk(Expr::Bin(op, a, b))
    }
    /// Conjunction.
    pub fn and(&mut self, a: ExprId, b: ExprId) -> Result<ExprId, Why> {
        self.bin(Bin::And, a, b)
    }
    /// Equality.
    pub fn eq(&mut self, a: ExprId, b: ExprId) -> Result<ExprId, Why> {
        self.bin(Bin::Eq, a, b)
    }
    /// Negation.
    pub fn not(&mut self, a: ExprId) -> Result<ExprId, Why> {
        self.mk(Expr::Not(a))
    }
    /// An integer literal.
    pub fn int(&mut self, n: i64) -> Result<ExprId, Why> {
        self.mk(Expr::Int(n))
    }
    /// A boolean constant.
    pub fn boolean(&mut self, b: bool) -> Result<ExprId, Why> {
        self.mk(Expr::Ctor(self.bool, u32::from(b), Arc::from([])))
    }
    /// The formula `e = true` for a boolean term.
    pub fn is_true(&mut self, e: ExprId) -> Result<ExprId, Why> {
        let truth = self.boolean(true)?;
        self.eq(e, truth)
    }
}

fn next_id(len: usize) -> Result<u32, Why> {
    if len >= MAX_NODES { Err(Why::TooLarge) } else { u32::try_from(len).map_err(|_| Why::TooLarge) }
}

/// A table index as a position. `u32` always fits on the platforms that Rust's `std` supports
/// with at least 32-bit addresses; on others every lookup fails, which is safe.
#[must_use]
pub fn index(n: u32) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}
