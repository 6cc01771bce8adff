//! Hash-consed sorts and expressions, well-sorted by construction.
//!
//! Every expression that exists has been checked by [`Arena::mk`], so no later function has to
//! ask whether a term makes sense. Facts that rules need often (sort, loose variables,
//! decidability) are computed once, when a node is made. Ids are handed out in order, children
//! first, so that no cycle can exist.

use crate::reject::Why;
use crate::tables::{BOOL, DefRef, GHOST, UNIT};
pub use crate::tables::{Bin, Expr, ExprId, Quant, Sort, SortId};
use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// Shared argument lists.
pub type Args = Arc<[ExprId]>;
/// Shared sort lists.
pub type Sorts = Arc<[SortId]>;

impl<S: Copy> Sort<S> {
    /// The sort with its arguments replaced.
    pub fn map<T, X>(&self, sort: impl FnMut(S) -> Result<T, X>) -> Result<Sort<T>, X> {
        Ok(match self {
            Sort::Int => Sort::Int,
            Sort::Data(d, args) => Sort::Data(*d, args.iter().copied().map(sort).collect::<Result<_, _>>()?),
            Sort::Abstract(i) => Sort::Abstract(*i),
            Sort::Opaque(i) => Sort::Opaque(*i),
        })
    }
}

impl<S: Copy, E: Copy> Expr<S, E> {
    /// The node with its sorts and children replaced; a child comes with 1 if it is under a binder
    /// of this node.
    pub fn map<T, F, X>(
        &self,
        mut sort: impl FnMut(S) -> Result<T, X>,
        mut child: impl FnMut(E, u32) -> Result<F, X>,
    ) -> Result<Expr<T, F>, X> {
        let mut list = |args: &[E]| args.iter().map(|&a| child(a, 0)).collect::<Result<_, X>>();
        Ok(match self {
            Expr::Bound(i, s) => Expr::Bound(*i, sort(*s)?),
            Expr::Local(l, s) => Expr::Local(*l, sort(*s)?),
            Expr::Nu(s) => Expr::Nu(sort(*s)?),
            Expr::Int(n) => Expr::Int(*n),
            Expr::Literal(l, s) => Expr::Literal(*l, sort(*s)?),
            Expr::Ctor(s, tag, args) => Expr::Ctor(sort(*s)?, *tag, list(args)?),
            Expr::Fn(d, sorts, args) => {
                Expr::Fn(*d, sorts.iter().copied().map(sort).collect::<Result<_, X>>()?, list(args)?)
            }
            Expr::PredVar(p, args) => Expr::PredVar(*p, list(args)?),
            Expr::Bin(op, a, b) => Expr::Bin(*op, child(*a, 0)?, child(*b, 0)?),
            Expr::Div(a, k) => Expr::Div(child(*a, 0)?, *k),
            Expr::Mod(a, k) => Expr::Mod(child(*a, 0)?, *k),
            Expr::Ite(c, a, b) => Expr::Ite(child(*c, 0)?, child(*a, 0)?, child(*b, 0)?),
            Expr::True => Expr::True,
            Expr::False => Expr::False,
            Expr::Not(a) => Expr::Not(child(*a, 0)?),
            Expr::Quant(q, s, a) => Expr::Quant(*q, sort(*s)?, child(*a, 1)?),
        })
    }

    /// Calls `f` on each child, with 1 if the child is under a binder of this node.
    pub fn for_children(&self, mut f: impl FnMut(E, u32)) {
        let Ok(_) = self.map(
            |_| Ok::<_, Infallible>(()),
            |c, binders| {
                f(c, binders);
                Ok(())
            },
        );
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
    /// One more than the largest level of a local; 0 if there is none.
    pub level: u32,
    /// Whether `Nu` occurs.
    pub nu: bool,
    /// Whether a predicate variable occurs.
    pub pred_var: bool,
    /// A formula without quantifiers and predicate variables (in definitions neither).
    pub decidable: bool,
}

/// Of a constant formula.
const CLOSED: Info =
    Info { sort: None, loose: 0, abstracts: 0, level: 0, nu: false, pred_var: false, decidable: true };

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
/// What every check may spend, and what it may spend beyond that for each row, so that time and
/// memory are linear in the file: units of work (a visit of a node, or what takes as long), and
/// nodes (or what takes as much memory, some 300 bytes).
const WORK: (usize, usize) = (8 << 20, 64);
const NODES: (usize, usize) = (1 << 18, 1);
const UNLIMITED: (usize, usize) = (usize::MAX, 1 << 24);

/// A multiplicative hasher, for keys that are ids: they are handed out in order, so that nobody
/// can choose many that collide.
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
    // The keys of these two are not ids but what a file says: hashed so that none can be chosen to collide.
    sort_ids: HashMap<Sort, SortId>,
    exprs: Vec<(Expr, Info)>,
    expr_ids: HashMap<Expr, ExprId>,
    fields: IdMap<(SortId, u32), Sorts>,
    /// Datatypes, `bool` and `unit` first.
    pub(crate) datatypes: Vec<Datatype>,
    /// Signatures of definitions.
    pub(crate) defs: Vec<DefSig>,
    work: usize,
    /// Limits of work and of nodes.
    limits: (usize, usize),
}

/// The sort of integers, in every arena.
pub const INT: SortId = SortId(0);
/// The sort of booleans, in every arena.
pub const BOOL_SORT: SortId = SortId(1);
/// The formula `True`, in every arena.
pub const TRUTH: ExprId = ExprId(0);
/// The formula `False`, in every arena.
pub const FALSITY: ExprId = ExprId(1);

impl Default for Arena {
    /// `int`, `bool`, `unit` and the two constant formulas.
    fn default() -> Self {
        let data = |d| Sort::Data(d, Arc::from([]));
        let sorts = [Sort::Int, data(BOOL), data(UNIT)];
        let exprs = [Expr::True, Expr::False];
        let nullary = |n: usize| Datatype { params: 0, ctors: vec![vec![]; n] };
        Arena {
            sort_ids: sorts.iter().cloned().zip((0..).map(SortId)).collect(),
            sorts: sorts.into_iter().map(|s| (s, 1, 0)).collect(),
            expr_ids: exprs.iter().cloned().zip((0..).map(ExprId)).collect(),
            exprs: exprs.into_iter().map(|e| (e, CLOSED)).collect(),
            fields: IdMap::default(),
            datatypes: vec![nullary(2), nullary(1)],
            defs: Vec::new(),
            work: 0,
            limits: UNLIMITED,
        }
    }
}

impl Arena {
    /// From now on limits work and memory to what so many rows allow; or does not, for a search
    /// for evidence, which has limits of its own.
    pub(crate) fn limit(&mut self, rows: Option<usize>) {
        let limit =
            |rows: usize, (base, each): (usize, usize)| rows.saturating_mul(each).saturating_add(base);
        self.work = 0;
        self.limits = rows.map_or(UNLIMITED, |rows| (limit(rows, WORK), limit(rows, NODES)));
    }

    /// Counts work; all that a certificate can make the kernel repeat is counted.
    pub(crate) fn spend(&mut self, work: usize) -> Result<(), Why> {
        self.work = self.work.saturating_add(work);
        if self.work <= self.limits.0 { Ok(()) } else { Err(Why::TooLarge) }
    }

    /// Whether there is room for so many nodes besides those of the arena.
    pub(crate) fn room(&self, nodes: usize) -> Result<(), Why> {
        let all = self.exprs.len().saturating_add(self.sorts.len()).saturating_add(nodes);
        if all < self.limits.1 { Ok(()) } else { Err(Why::TooLarge) }
    }

    /// The work that was done, and its limit.
    pub fn work(&self) -> (usize, usize) {
        (self.work, self.limits.0)
    }

    /// A sort's node. Ids of this arena always have one.
    pub fn sort(&self, s: SortId) -> &Sort {
        self.sorts.get(index(s.0)).map_or(&Sort::Int, |x| &x.0)
    }

    /// One more than the largest sort parameter in a sort.
    pub fn sort_abstracts(&self, s: SortId) -> u32 {
        self.sorts.get(index(s.0)).map_or(0, |x| x.2)
    }

    /// An expression's node. Ids of this arena always have one.
    pub fn expr(&self, e: ExprId) -> &Expr {
        self.exprs.get(index(e.0)).map_or(&Expr::False, |x| &x.0)
    }

    /// The cached facts of a node.
    pub fn info(&self, e: ExprId) -> Info {
        self.exprs.get(index(e.0)).map_or(CLOSED, |x| x.1)
    }

    /// The sort of a term; `None` for a formula.
    pub fn sort_of(&self, e: ExprId) -> Option<SortId> {
        self.info(e).sort
    }

    /// The datatype signature with a number.
    pub fn datatype(&self, data: u32) -> Option<&Datatype> {
        self.datatypes.get(index(data))
    }

    /// The signature of a definition.
    pub fn def_sig(&self, def: DefRef) -> Option<&DefSig> {
        self.defs.get(index(def.0))
    }

    /// The signature of a definition at sorts for its parameters.
    pub(crate) fn def_at(&mut self, def: DefRef, sorts: &[SortId]) -> Result<DefSig, Why> {
        let mut sig = self.def_sig(def).ok_or(Why::BadReference)?.clone();
        if sorts.len() != index(sig.sort_params) {
            return Err(Why::WrongArity);
        }
        for s in sig.params.iter_mut().chain(&mut sig.result) {
            *s = self.instantiate_sort(*s, sorts)?;
        }
        Ok(sig)
    }

    /// Interns a sort.
    pub fn mk_sort(&mut self, sort: Sort) -> Result<SortId, Why> {
        if let Some(&id) = self.sort_ids.get(&sort) {
            return Ok(id);
        }
        self.spend(4)?;
        self.room(0)?;
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
        let id = SortId(number(self.sorts.len())?);
        self.sort_ids.insert(sort.clone(), id);
        self.sorts.push((sort, size, abstracts));
        Ok(id)
    }

    /// Replaces sort parameters. Recursion is bounded by the size limit of sorts.
    pub fn instantiate_sort(&mut self, s: SortId, sorts: &[SortId]) -> Result<SortId, Why> {
        self.spend(1)?;
        if self.sort_abstracts(s) == 0 {
            return Ok(s);
        }
        match self.sort(s).clone() {
            Sort::Abstract(i) => sorts.get(index(i)).copied().ok_or(Why::UnboundSortParameter),
            sort => {
                let sort = sort.map(|a| self.instantiate_sort(a, sorts))?;
                self.mk_sort(sort)
            }
        }
    }

    /// Number of constructors of a datatype sort.
    pub fn ctor_count(&self, s: SortId) -> Result<u32, Why> {
        let Sort::Data(d, _) = self.sort(s) else { return Err(Why::SortMismatch) };
        let ctors = &self.datatype(*d).ok_or(Why::BadReference)?.ctors;
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
        self.spend(1)?;
        if let Some(&id) = self.expr_ids.get(&expr) {
            return Ok(id);
        }
        let info = self.check(&expr)?;
        let id = ExprId(number(self.exprs.len())?);
        self.expr_ids.insert(expr.clone(), id);
        self.exprs.push((expr, info));
        Ok(id)
    }

    fn check(&mut self, expr: &Expr) -> Result<Info, Why> {
        let (mut info, mut cost) = (CLOSED, 4usize);
        expr.for_children(|c, binders| {
            cost = cost.saturating_add(1);
            let child = self.info(c);
            info.loose = info.loose.max(child.loose.saturating_sub(binders));
            info.abstracts = info.abstracts.max(child.abstracts);
            info.level = info.level.max(child.level);
            info.nu |= child.nu;
            info.pred_var |= child.pred_var;
            info.decidable &= child.decidable || child.sort.is_some();
        });
        self.spend(cost)?;
        self.room(0)?;
        let mut sorts: &[SortId] = &[];
        info.sort = match expr {
            Expr::Bound(i, s) => {
                info.loose = i.checked_add(1).ok_or(Why::LooseVariable)?;
                Some(*s)
            }
            Expr::Local(level, s) => {
                info.level = level.checked_add(1).ok_or(Why::UnboundLocal)?;
                Some(*s)
            }
            Expr::Nu(s) => {
                info.nu = true;
                Some(*s)
            }
            Expr::Int(_) => Some(INT),
            Expr::Literal(_, s) => match self.sort(*s) {
                Sort::Opaque(_) => Some(*s),
                _ => return Err(Why::SortMismatch),
            },
            Expr::Ctor(s, tag, args) => {
                let fields = self.ctor_fields(*s, *tag)?;
                self.expect_all(args, &fields)?;
                Some(*s)
            }
            Expr::Fn(d, at, args) => {
                sorts = at;
                let sig = self.def_at(*d, at)?;
                self.expect_all(args, &sig.params)?;
                info.decidable &= sig.decidable;
                sig.result
            }
            Expr::PredVar(_, args) => {
                if args.iter().any(|&a| self.sort_of(a).is_none()) {
                    return Err(Why::SortMismatch);
                }
                info.pred_var = true;
                info.decidable = false;
                None
            }
            Expr::Bin(op @ (Bin::Add | Bin::Sub | Bin::Mul | Bin::Le | Bin::Lt), a, b) => {
                self.expect_all(&[*a, *b], &[INT, INT])?;
                if matches!(op, Bin::Le | Bin::Lt) { None } else { Some(INT) }
            }
            Expr::Bin(Bin::Eq, a, b) => self.same_sort(*a, *b).map(|_| None)?,
            Expr::Bin(Bin::And | Bin::Or | Bin::Imp | Bin::Iff, a, b) => self.formulas(&[*a, *b])?,
            Expr::Div(a, k) | Expr::Mod(a, k) => {
                if *k <= 0 {
                    return Err(Why::DivisorNotPositive);
                }
                self.expect(*a, Some(INT))?;
                Some(INT)
            }
            Expr::Ite(c, a, b) => {
                self.formulas(&[*c])?;
                // SOUNDNESS: an undecidable condition would smuggle excluded middle into terms.
                if !self.info(*c).decidable {
                    return Err(Why::NotDecidable);
                }
                Some(self.same_sort(*a, *b)?)
            }
            Expr::True | Expr::False => None,
            Expr::Not(a) => self.formulas(&[*a])?,
            Expr::Quant(_, s, a) => {
                sorts = std::slice::from_ref(s);
                info.decidable = false;
                self.formulas(&[*a])?
            }
        };
        for &s in sorts.iter().chain(&info.sort) {
            info.abstracts = info.abstracts.max(self.sort_abstracts(s));
        }
        Ok(info)
    }

    /// The sort of both terms.
    fn same_sort(&self, a: ExprId, b: ExprId) -> Result<SortId, Why> {
        let sort = self.sort_of(a).ok_or(Why::SortMismatch)?;
        self.expect(b, Some(sort))?;
        Ok(sort)
    }

    /// The sort of a formula that is made of these.
    fn formulas(&self, parts: &[ExprId]) -> Result<Option<SortId>, Why> {
        parts.iter().try_for_each(|&e| self.expect(e, None)).map(|()| None)
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

    /// Variable number `n` of those that the program does not have.
    pub(crate) fn ghost(&mut self, n: usize, sort: SortId) -> Result<ExprId, Why> {
        let level = u32::try_from(n).ok().and_then(|n| GHOST.checked_add(n)).ok_or(Why::TooLarge)?;
        self.mk(Expr::Local(level, sort))
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
    /// The formula `e = true` for a boolean term.
    pub fn is_true(&mut self, e: ExprId) -> Result<ExprId, Why> {
        let truth = self.mk(Expr::Ctor(BOOL_SORT, 1, Arc::from([])))?;
        self.eq(e, truth)
    }
}

fn number(len: usize) -> Result<u32, Why> {
    u32::try_from(len).map_err(|_| Why::TooLarge)
}

/// A table index as a position. `u32` always fits on the platforms that Rust's `std` supports
/// with at least 32-bit addresses; on others every lookup fails, which is safe.
pub fn index(n: u32) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}
