//! A finished term, as a tree: what is printed, checked, counted and shrunk.
//!
//! It carries the types of its binders and of its instances, so that its type can be computed without
//! inference. A term that is not finished has holes.

use crate::graph::{BlockId, Graph, ItemKind, Kind, NodeId, Origin};
use crate::table::{Shape, Table, Ty};
use crate::types::Type;
use std::rc::Rc;

/// A variable where it is bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binder {
    /// Its number; no two binders of a term have the same.
    pub var: u32,
    /// Its type.
    pub ty: Rc<Type>,
    /// Why it exists.
    pub origin: Origin,
}

/// An arm of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// The variables of the pattern.
    pub binders: Vec<Binder>,
    /// What it leads to.
    pub body: Term,
}

/// A term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A typed hole.
    Hole(Rc<Type>),
    /// A variable.
    Var(u32),
    /// An integer.
    Int(i64),
    /// A string: one of a few letters.
    Str(u8),
    /// A constant of the environment, with what its type variables stand for.
    Const(u32, Vec<Rc<Type>>),
    /// A constructor: the datatype's type, the number of the constructor, its arguments.
    Con(Rc<Type>, u32, Vec<Term>),
    /// A lambda, perhaps with an arguments hole.
    Lam(Vec<Binder>, Box<Term>, Option<u32>),
    /// An application, perhaps with an arguments hole.
    App(Box<Term>, Vec<Term>, Option<u32>),
    /// A let binding.
    Let(Binder, Box<Term>, Box<Term>),
    /// A match: what is matched, its type, an arm for each constructor.
    Match(Box<Term>, Rc<Type>, Vec<Arm>),
}

/// Runs something that may recurse deeply.
pub fn deep<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(64 << 10, 4 << 20, work)
}

impl Term {
    /// Its direct parts.
    #[must_use]
    pub fn parts(&self) -> Vec<&Term> {
        match self {
            Term::Hole(_) | Term::Var(_) | Term::Int(_) | Term::Str(_) | Term::Const(..) => Vec::new(),
            Term::Con(_, _, args) => args.iter().collect(),
            Term::Lam(_, body, _) => vec![body],
            Term::App(function, args, _) => std::iter::once(&**function).chain(args).collect(),
            Term::Let(_, bound, body) => vec![bound, body],
            Term::Match(scrutinee, _, arms) => {
                std::iter::once(&**scrutinee).chain(arms.iter().map(|arm| &arm.body)).collect()
            }
        }
    }

    /// The number of nodes.
    #[must_use]
    pub fn size(&self) -> usize {
        deep(|| 1 + self.parts().into_iter().map(Term::size).sum::<usize>())
    }

    /// The length of the longest path.
    #[must_use]
    pub fn depth(&self) -> usize {
        deep(|| 1 + self.parts().into_iter().map(Term::depth).max().unwrap_or(0))
    }

    /// Has it no holes?
    #[must_use]
    pub fn finished(&self) -> bool {
        deep(|| !matches!(self, Term::Hole(_)) && self.parts().into_iter().all(Term::finished))
    }
}

/// The term that a graph is.
#[must_use]
pub fn of_graph(graph: &Graph, table: &mut Table) -> Term {
    Export { graph, table }.block(0)
}

struct Export<'g> {
    graph: &'g Graph,
    table: &'g mut Table,
}

impl Export<'_> {
    fn binders(&mut self, vars: &[u32]) -> Vec<Binder> {
        vars.iter()
            .map(|var| {
                let variable = &self.graph.variables[*var as usize];
                Binder { var: *var, ty: self.table.tree(variable.ty), origin: variable.origin }
            })
            .collect()
    }

    fn types(&mut self, types: &[Ty]) -> Vec<Rc<Type>> {
        types.iter().map(|ty| self.table.tree(*ty)).collect()
    }

    fn block(&mut self, block: BlockId) -> Term {
        let graph = self.graph;
        let mut term = self.node(graph.blocks[block as usize].body);
        let mut next = graph.blocks[block as usize].last;
        while let Some(at) = next {
            let item = &graph.items[at as usize];
            let bound = Box::new(self.node(item.bound));
            let mut binders = self.binders(&item.vars);
            term = match &item.kind {
                ItemKind::Let => match binders.pop() {
                    Some(binder) => Term::Let(binder, bound, Box::new(term)),
                    None => term,
                },
                ItemKind::Match { tag, others } => {
                    let ty = self.table.tree(graph.nodes[item.bound as usize].ty);
                    let mut arms: Vec<Arm> = others.iter().map(|other| self.arm(*other)).collect();
                    arms.insert((*tag as usize).min(arms.len()), Arm { binders, body: term });
                    Term::Match(bound, ty, arms)
                }
            };
            next = item.previous;
        }
        term
    }

    fn arm(&mut self, block: BlockId) -> Arm {
        let graph = self.graph;
        Arm { binders: self.binders(&graph.blocks[block as usize].vars), body: self.block(block) }
    }

    fn node(&mut self, node: NodeId) -> Term {
        deep(|| {
            let graph = self.graph;
            let node = &graph.nodes[node as usize];
            match &node.kind {
                Kind::Hole => Term::Hole(self.table.tree(node.ty)),
                Kind::Var(var) => Term::Var(*var),
                Kind::Int(number) => Term::Int(*number),
                Kind::Str(letter) => Term::Str(*letter),
                Kind::Const(constant, types) => Term::Const(*constant, self.types(types)),
                Kind::Con(tag, args) => {
                    let args = args.iter().map(|arg| self.node(*arg)).collect();
                    Term::Con(self.table.tree(node.ty), *tag, args)
                }
                Kind::Lam(block, hole) => {
                    let binders = self.binders(&graph.blocks[*block as usize].vars);
                    Term::Lam(binders, Box::new(self.block(*block)), *hole)
                }
                Kind::App(function, args, hole) => {
                    let function = Box::new(self.node(*function));
                    Term::App(function, args.iter().map(|arg| self.node(*arg)).collect(), *hole)
                }
                Kind::Match(scrutinee, arms) => {
                    let ty = graph.nodes[*scrutinee as usize].ty;
                    debug_assert!(matches!(self.table.shape(ty), Shape::Data(..)));
                    let ty = self.table.tree(ty);
                    let scrutinee = Box::new(self.node(*scrutinee));
                    Term::Match(scrutinee, ty, arms.iter().map(|arm| self.arm(*arm)).collect())
                }
                Kind::Block(block) => self.block(*block),
            }
        })
    }
}
