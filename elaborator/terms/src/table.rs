//! Types while a term grows: hash-consed, with arguments holes.
//!
//! All function types with the same arguments hole have the same argument types, so these are kept once, with the
//! hole. Extending a hole is then one `push`, and every type in which the hole occurs has changed, without being looked for;
//! types are equal exactly if their numbers are.
//!
//! Types without arguments holes are kept from term to term; the others are forgotten with the term.
//!
//! Each hole has an *order*: it is extended only with types whose holes have a smaller one. So no type can
//! contain itself, which the paper demands of GenParam▷, and this is decided by comparing two numbers. It also bounds how large the
//! types of parameters can get, which is the paper's open problem of "no direct control over function domains".

use crate::types::{Arrow, Type};
use smallvec::SmallVec;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

/// A type, by number. The highest bit marks types with arguments holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ty(u32);

const OPEN: u32 = 1 << 31;

impl Ty {
    /// Has it an arguments hole in it?
    #[must_use]
    pub fn is_open(self) -> bool {
        self.0 & OPEN != 0
    }
}

/// Types, of which there are few.
pub type Types = SmallVec<[Ty; 4]>;

/// The outermost layer of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A type variable.
    Var(u32),
    /// A datatype.
    Data(u32, Types),
    /// A function type without arguments hole.
    Fun(Types, Ty),
    /// A function type whose arguments are those of a hole.
    Ext(u32, Ty),
}

/// Where an arguments hole occurs, apart from types.
#[derive(Clone, Debug, Default)]
pub struct ArgumentsHole {
    /// The types of the arguments so far.
    pub params: Types,
    /// Lambdas with this hole, as nodes of the graph.
    pub lambdas: Vec<u32>,
    /// Applications with this hole.
    pub applications: Vec<u32>,
    /// See the module.
    pub order: u8,
}

#[derive(Clone, Copy, Debug)]
struct Facts {
    /// One more than the greatest order of the holes inside; 0 without holes.
    order: u8,
    /// Nesting, without the arguments of holes.
    depth: u8,
    /// Type variables occur.
    variables: bool,
}

/// A multiplicative hash: keys are small and their own.
#[derive(Clone, Copy, Default)]
pub struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

/// A map with small keys.
pub type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<QuickHasher>>;

#[derive(Clone, Debug, Default)]
struct Store {
    shapes: Vec<Shape>,
    facts: Vec<Facts>,
    trees: Vec<Option<Rc<Type>>>,
    index: QuickMap<Shape, u32>,
}

/// All types of a generator, and the arguments holes of the term that grows.
#[derive(Clone, Debug, Default)]
pub struct Table {
    closed: Store,
    open: Store,
    /// The arguments holes.
    pub holes: Vec<ArgumentsHole>,
}

impl Table {
    /// Forgets the arguments holes and the types that they are in.
    pub fn forget_term(&mut self) {
        self.open.shapes.clear();
        self.open.facts.clear();
        self.open.trees.clear();
        self.open.index.clear();
        self.holes.clear();
    }

    /// Makes an arguments hole.
    pub fn new_hole(&mut self, order: u8) -> u32 {
        self.holes.push(ArgumentsHole { order, ..ArgumentsHole::default() });
        (self.holes.len() - 1) as u32
    }

    fn store(&self, ty: Ty) -> (&Store, usize) {
        if ty.is_open() { (&self.open, (ty.0 & !OPEN) as usize) } else { (&self.closed, ty.0 as usize) }
    }

    /// The outermost layer.
    #[must_use]
    pub fn shape(&self, ty: Ty) -> &Shape {
        let (store, at) = self.store(ty);
        &store.shapes[at]
    }

    fn facts(&self, ty: Ty) -> Facts {
        let (store, at) = self.store(ty);
        store.facts[at]
    }

    /// Nesting of the type, without the arguments of holes.
    #[must_use]
    pub fn depth(&self, ty: Ty) -> u32 {
        u32::from(self.facts(ty).depth)
    }

    /// May this hole be extended with this type? See the module about orders.
    #[must_use]
    pub fn may_extend(&self, hole: u32, with: Ty) -> bool {
        self.facts(with).order <= self.holes[hole as usize].order
    }

    /// The number of a type.
    pub fn intern(&mut self, shape: Shape) -> Ty {
        let mut facts = Facts { order: 0, depth: 0, variables: matches!(shape, Shape::Var(_)) };
        let mut include = |part: Facts| {
            facts.order = facts.order.max(part.order);
            facts.depth = facts.depth.max(part.depth.saturating_add(1));
            facts.variables |= part.variables;
        };
        match &shape {
            Shape::Var(_) => {}
            Shape::Data(_, args) => args.iter().for_each(|arg| include(self.facts(*arg))),
            Shape::Fun(params, result) => {
                params.iter().for_each(|param| include(self.facts(*param)));
                include(self.facts(*result));
            }
            Shape::Ext(hole, result) => {
                include(self.facts(*result));
                facts.order = facts.order.max(self.holes[*hole as usize].order + 1);
            }
        }
        let open = facts.order > 0;
        let store = if open { &mut self.open } else { &mut self.closed };
        let number = match store.index.get(&shape) {
            Some(known) => *known,
            None => {
                let next = store.shapes.len() as u32;
                store.index.insert(shape.clone(), next);
                store.shapes.push(shape);
                store.facts.push(facts);
                store.trees.push(None);
                next
            }
        };
        Ty(if open { number | OPEN } else { number })
    }

    /// A datatype, applied.
    pub fn data(&mut self, data: u32, args: &[Ty]) -> Ty {
        self.intern(Shape::Data(data, args.into()))
    }

    /// From a tree. Arguments holes of the tree become holes of the table, with the greatest order.
    pub fn of_tree(&mut self, tree: &Type) -> Ty {
        match tree {
            Type::Var(n) => self.intern(Shape::Var(*n)),
            Type::Data(data, args) => {
                let args: Types = args.iter().map(|arg| self.of_tree(arg)).collect();
                self.intern(Shape::Data(*data, args))
            }
            Type::Fun(arrow) => {
                let params: Types = arrow.params.iter().map(|param| self.of_tree(param)).collect();
                let result = self.of_tree(&arrow.result);
                match arrow.hole {
                    None => self.intern(Shape::Fun(params, result)),
                    Some(_) => {
                        let hole = self.new_hole(MOST_ORDER);
                        self.holes[hole as usize].params = params;
                        self.intern(Shape::Ext(hole, result))
                    }
                }
            }
        }
    }

    /// As a tree, with the arguments that holes have now.
    pub fn tree(&mut self, ty: Ty) -> Rc<Type> {
        let (store, at) = self.store(ty);
        if let Some(tree) = &store.trees[at] {
            return tree.clone();
        }
        let tree = match self.shape(ty).clone() {
            Shape::Var(n) => Type::Var(n),
            Shape::Data(data, args) => {
                Type::Data(data, args.iter().map(|arg| (*self.tree(*arg)).clone()).collect())
            }
            Shape::Fun(params, result) => Type::Fun(Box::new(Arrow {
                params: params.iter().map(|param| (*self.tree(*param)).clone()).collect(),
                result: (*self.tree(result)).clone(),
                hole: None,
            })),
            Shape::Ext(hole, result) => {
                let params = self.holes[hole as usize].params.clone();
                Type::Fun(Box::new(Arrow {
                    params: params.iter().map(|param| (*self.tree(*param)).clone()).collect(),
                    result: (*self.tree(result)).clone(),
                    hole: Some(hole),
                }))
            }
        };
        let tree = Rc::new(tree);
        let (store, at) =
            if ty.is_open() { (&mut self.open, ty.0 & !OPEN) } else { (&mut self.closed, ty.0) };
        store.trees[at as usize] = Some(tree.clone());
        tree
    }

    /// Forgets trees that a later extension would make wrong. To be called before trees of a term are asked for again after it
    /// has grown.
    pub fn forget_trees(&mut self) {
        self.open.trees.fill(None);
    }

    /// The type with its variables replaced.
    pub fn instantiate(&mut self, ty: Ty, with: &[Ty]) -> Ty {
        if !self.facts(ty).variables {
            return ty;
        }
        match self.shape(ty).clone() {
            Shape::Var(n) => with.get(n as usize).copied().unwrap_or(ty),
            Shape::Data(data, args) => {
                let args: Types = args.iter().map(|arg| self.instantiate(*arg, with)).collect();
                self.intern(Shape::Data(data, args))
            }
            Shape::Fun(params, result) => {
                let params: Types = params.iter().map(|param| self.instantiate(*param, with)).collect();
                let result = self.instantiate(result, with);
                self.intern(Shape::Fun(params, result))
            }
            // Schemes have no arguments holes.
            Shape::Ext(..) => ty,
        }
    }

    /// Finds what the variables of a scheme stand for if it is this type.
    #[must_use]
    pub fn matches(&self, scheme: Ty, ty: Ty, found: &mut [Option<Ty>]) -> bool {
        if let Shape::Var(n) = self.shape(scheme) {
            let Some(slot) = found.get_mut(*n as usize) else { return false };
            return *slot.get_or_insert(ty) == ty;
        }
        if !self.facts(scheme).variables {
            return scheme == ty;
        }
        match (self.shape(scheme), self.shape(ty)) {
            (Shape::Data(a, left), Shape::Data(b, right)) => {
                a == b && left.iter().zip(right).all(|(left, right)| self.matches(*left, *right, found))
            }
            (Shape::Fun(left, result), Shape::Fun(right, other)) => {
                left.len() == right.len()
                    && self.matches(*result, *other, found)
                    && left.iter().zip(right).all(|(left, right)| self.matches(*left, *right, found))
            }
            _ => false,
        }
    }
}

/// The greatest order of an arguments hole.
pub const MOST_ORDER: u8 = 3;
