//! Congruence closure that can say why two terms are equal.
//!
//! The kernel's closure only has to confirm that listed literals clash; here the search needs to
//! know *which* literals to list, often, and on states that are copied at every case split. So
//! this one is incremental, cheap to clone, and keeps a proof forest. It knows what the kernel
//! knows: congruence, constructors (injective, distinct, acyclic), integer constants, and linear
//! normal forms as signatures. Nothing here is trusted: every leaf is replayed with the kernel's
//! own closure.

use super::linear::Form;
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, FALSITY, IdMap, SortId, Sorts, TRUTH};
use covenant_kernel::tables::DefRef;
use std::rc::Rc;

/// How deep constructors are compared: a class that contains itself, which is a contradiction that
/// has not been noticed yet, has no bottom.
const DIFFER_DEPTH: u32 = 32;

/// Why an edge of the proof forest is there.
#[derive(Debug)]
pub(super) enum Edge {
    /// An asserted literal.
    Fact(ExprId),
    /// Same head, and arguments that were equal.
    Congruence(Vec<(u32, u32)>),
    /// The two constructor terms are equal, so their fields are.
    Injective(u32, u32),
    /// Two facts `a <= b` and `b <= a`.
    Squeezed(ExprId, ExprId, ExprId, ExprId),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Signature {
    Linear(Form),
    Ctor(SortId, u32, Vec<u32>),
    Fn(DefRef, Sorts, Vec<u32>),
    PredVar(u32, Vec<u32>),
    Product(u32, u32),
    Div(u32, i64),
    Ite(ExprId, u32, u32),
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    term: ExprId,
    root: u32,
    /// Members of the class; only meaningful at a root.
    members: Vec<u32>,
    /// Applications whose signature depends on this class; only meaningful at a root.
    uses: Vec<u32>,
    pub proof: Option<(u32, Rc<Edge>)>,
    /// A constructor term of the class.
    ctor: Option<u32>,
    /// An integer literal of the class.
    int: Option<u32>,
}

/// A contradiction: facts, and pairs of nodes whose equality is needed.
#[derive(Clone, Debug, Default)]
pub(super) struct Clash {
    pub facts: Vec<ExprId>,
    pub equal: Vec<(u32, u32)>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Closure {
    pub(super) nodes: Vec<Node>,
    index: IdMap<ExprId, u32>,
    signatures: IdMap<Signature, u32>,
    pending: Vec<(u32, u32, Rc<Edge>)>,
    dirty: Vec<u32>,
    distinct: Vec<(ExprId, u32, u32)>,
    clash: Option<Clash>,
    /// Changes with every merge and every disequality.
    version: u32,
}

pub(super) fn is_arithmetic(expr: &Expr) -> bool {
    matches!(expr, Expr::Int(_) | Expr::Mod(..) | Expr::Bin(Bin::Add | Bin::Sub | Bin::Mul, ..))
}

impl Closure {
    pub(super) fn clash(&self) -> Option<&Clash> {
        self.clash.as_ref()
    }

    pub(super) fn version(&self) -> u32 {
        self.version
    }

    pub(super) fn term(&self, node: u32) -> ExprId {
        self.nodes[node as usize].term
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn root(&self, node: u32) -> u32 {
        self.nodes[node as usize].root
    }

    pub(super) fn node(&self, term: ExprId) -> Option<u32> {
        self.index.get(&term).copied()
    }

    pub(super) fn members(&self, root: u32) -> &[u32] {
        &self.nodes[root as usize].members
    }

    /// The constructor term of a term's class.
    pub(super) fn ctor_form(&self, term: ExprId) -> Option<ExprId> {
        let root = self.root(self.node(term)?);
        self.nodes[root as usize].ctor.map(|c| self.term(c))
    }

    /// The integer literal of a node's class: its node and value.
    pub(super) fn int_value(&self, arena: &Arena, node: u32) -> Option<(u32, i128)> {
        let lit = self.nodes[self.root(node) as usize].int?;
        match arena.expr(self.term(lit)) {
            Expr::Int(n) => Some((lit, i128::from(*n))),
            _ => None,
        }
    }

    pub(super) fn same(&self, a: ExprId, b: ExprId) -> bool {
        match (self.node(a), self.node(b)) {
            (Some(a), Some(b)) => self.root(a) == self.root(b),
            _ => a == b,
        }
    }

    /// Whether the two classes can be told apart by constructors, literals or a disequality.
    pub(super) fn differ(&self, arena: &Arena, a: ExprId, b: ExprId) -> bool {
        self.differ_within(arena, a, b, DIFFER_DEPTH)
    }

    fn differ_within(&self, arena: &Arena, a: ExprId, b: ExprId, depth: u32) -> bool {
        let (Some(a), Some(b)) = (self.node(a), self.node(b)) else { return false };
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return false;
        }
        if let (Some(x), Some(y)) = (self.nodes[a as usize].ctor, self.nodes[b as usize].ctor)
            && let (Expr::Ctor(_, t, xs), Expr::Ctor(_, u, ys)) =
                (arena.expr(self.term(x)), arena.expr(self.term(y)))
        {
            return t != u
                || depth > 0
                    && xs.iter().zip(ys.iter()).any(|(&x, &y)| self.differ_within(arena, x, y, depth - 1));
        }
        if self.nodes[a as usize].int.is_some() && self.nodes[b as usize].int.is_some() {
            return true;
        }
        self.distinct.iter().any(|&(_, x, y)| {
            let pair = (self.root(x), self.root(y));
            pair == (a, b) || pair == (b, a)
        })
    }

    /// Registers a term or atom with everything below it.
    pub(super) fn add(&mut self, arena: &mut Arena, term: ExprId) -> u32 {
        if let Some(&n) = self.index.get(&term) {
            return n;
        }
        let expr = arena.expr(term).clone();
        let mut used = Vec::new();
        match &expr {
            Expr::Ctor(_, _, args) | Expr::Fn(_, _, args) | Expr::PredVar(_, args) => {
                used.extend(args.iter().map(|&a| self.add(arena, a)));
            }
            Expr::Ite(_, a, b) => used.extend([self.add(arena, *a), self.add(arena, *b)]),
            Expr::Div(a, _) => used.push(self.add(arena, *a)),
            Expr::Mod(x, k) => {
                self.add(arena, *x);
                if let Ok(quotient) = arena.mk(Expr::Div(*x, *k)) {
                    self.add(arena, quotient);
                }
            }
            Expr::Bin(Bin::Add | Bin::Sub | Bin::Mul, a, b) => {
                self.add(arena, *a);
                self.add(arena, *b);
            }
            _ => {}
        }
        let n = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.nodes.push(Node {
            term,
            root: n,
            members: vec![n],
            uses: Vec::new(),
            proof: None,
            ctor: matches!(expr, Expr::Ctor(..)).then_some(n),
            int: matches!(expr, Expr::Int(_)).then_some(n),
        });
        self.index.insert(term, n);
        if is_arithmetic(&expr) && !matches!(expr, Expr::Int(_)) {
            self.leaves(arena, term, &mut used);
        }
        used.sort_unstable();
        used.dedup();
        for u in used {
            let root = self.root(u) as usize;
            self.nodes[root].uses.push(n);
        }
        self.dirty.push(n);
        n
    }

    /// Nodes on which the linear form of an arithmetic term depends.
    fn leaves(&self, arena: &Arena, term: ExprId, out: &mut Vec<u32>) {
        let expr = arena.expr(term);
        match expr {
            Expr::Bin(Bin::Add | Bin::Sub | Bin::Mul, a, b) => {
                for t in [*a, *b] {
                    // The class of a factor or summand may become a constant as a whole.
                    out.extend(self.node(t));
                    self.leaves(arena, t, out);
                }
            }
            Expr::Mod(x, k) => {
                out.extend(self.node(*x));
                self.leaves(arena, *x, out);
                if let Some(q) = self.quotient(arena, *x, *k) {
                    out.push(q);
                }
            }
            _ => {}
        }
    }

    fn quotient(&self, arena: &Arena, x: ExprId, k: i64) -> Option<u32> {
        // Registered by `add`; looked up by shape, since this function cannot make terms.
        let x = self.node(x)?;
        self.nodes
            .iter()
            .position(|n| match arena.expr(n.term) {
                Expr::Div(y, l) => *l == k && self.node(*y) == Some(x),
                _ => false,
            })
            .and_then(|n| u32::try_from(n).ok())
    }

    /// The linear form of a term over class roots; `pairs` collects the equalities it rests on.
    /// Sums are written out even if their class is a known constant, as in the kernel.
    pub(super) fn form(
        &self,
        arena: &Arena,
        term: ExprId,
        mut pairs: Option<&mut Vec<(u32, u32)>>,
    ) -> Option<Form> {
        let mut form = Form::constant(0);
        let mut stack = vec![(term, 1i128)];
        let mut note = |a: u32, b: u32| {
            if let Some(p) = pairs.as_deref_mut() {
                p.push((a, b));
            }
        };
        while let Some((t, c)) = stack.pop() {
            match arena.expr(t) {
                Expr::Int(n) => form.add_constant(c.checked_mul(i128::from(*n))?)?,
                Expr::Bin(Bin::Add, a, b) => stack.extend([(*a, c), (*b, c)]),
                Expr::Bin(Bin::Sub, a, b) => stack.extend([(*a, c), (*b, c.checked_neg()?)]),
                Expr::Mod(x, k) => {
                    let quotient = self.quotient(arena, *x, *k)?;
                    stack.push((*x, c));
                    stack.push((self.term(quotient), c.checked_mul(-i128::from(*k))?));
                }
                Expr::Bin(Bin::Mul, a, b) => {
                    let (na, nb) = (self.node(*a)?, self.node(*b)?);
                    match (self.int_value(arena, na), self.int_value(arena, nb)) {
                        (Some((literal, n)), _) => {
                            note(na, literal);
                            stack.push((*b, c.checked_mul(n)?));
                        }
                        (None, Some((literal, n))) => {
                            note(nb, literal);
                            stack.push((*a, c.checked_mul(n)?));
                        }
                        (None, None) => {
                            let node = self.node(t)?;
                            form.add(self.root(node), c)?;
                            note(node, self.root(node));
                        }
                    }
                }
                _ => {
                    let node = self.node(t)?;
                    match self.int_value(arena, node) {
                        Some((literal, n)) => {
                            note(node, literal);
                            form.add_constant(c.checked_mul(n)?)?;
                        }
                        None => {
                            form.add(self.root(node), c)?;
                            note(node, self.root(node));
                        }
                    }
                }
            }
        }
        Some(form)
    }

    /// Asserts a literal; comparisons only register their terms.
    pub(super) fn assert(&mut self, arena: &mut Arena, literal: ExprId) {
        let (atom, holds) = match arena.expr(literal) {
            Expr::Not(a) => (*a, false),
            _ => (literal, true),
        };
        match *arena.expr(atom) {
            Expr::Bin(Bin::Eq, a, b) => {
                let (a, b) = (self.add(arena, a), self.add(arena, b));
                if holds {
                    self.pending.push((a, b, Rc::new(Edge::Fact(literal))));
                } else {
                    self.distinct.push((literal, a, b));
                    self.version += 1;
                }
            }
            Expr::Bin(Bin::Le | Bin::Lt, a, b) => {
                self.add(arena, a);
                self.add(arena, b);
            }
            _ => {
                let value = if holds { TRUTH } else { FALSITY };
                let (a, b) = (self.add(arena, atom), self.add(arena, value));
                self.pending.push((a, b, Rc::new(Edge::Fact(literal))));
            }
        }
        self.close(arena);
    }

    /// Merges two integer terms that two facts squeeze together.
    pub(super) fn squeeze(&mut self, arena: &mut Arena, a: ExprId, b: ExprId, le: ExprId, ge: ExprId) {
        let (x, y) = (self.add(arena, a), self.add(arena, b));
        self.pending.push((x, y, Rc::new(Edge::Squeezed(a, b, le, ge))));
        self.close(arena);
    }

    /// Runs to a fixpoint, or to the first clash.
    pub(super) fn close(&mut self, arena: &mut Arena) {
        while self.clash.is_none() {
            if let Some((a, b, why)) = self.pending.pop() {
                self.merge(arena, a, b, why);
            } else if let Some(n) = self.dirty.pop() {
                self.sign(arena, n);
            } else {
                break;
            }
        }
        if self.clash.is_none()
            && let Some(&(fact, a, b)) = self.distinct.iter().find(|&&(_, a, b)| self.root(a) == self.root(b))
        {
            self.clash = Some(Clash { facts: vec![fact], equal: vec![(a, b)] });
        }
    }

    fn merge(&mut self, arena: &Arena, a: u32, b: u32, why: Rc<Edge>) {
        let (ra, rb) = (self.root(a), self.root(b));
        if ra == rb {
            return;
        }
        self.version += 1;
        // Proof forest: make `a` the root of its tree, then hang it under `b`.
        let mut child = a;
        let mut up = self.nodes[a as usize].proof.take();
        while let Some((parent, edge)) = up {
            up = self.nodes[parent as usize].proof.replace((child, edge));
            child = parent;
        }
        self.nodes[a as usize].proof = Some((b, why));
        let (keep, gone) = if self.members(ra).len() > self.members(rb).len() { (ra, rb) } else { (rb, ra) };
        let members = std::mem::take(&mut self.nodes[gone as usize].members);
        let uses = std::mem::take(&mut self.nodes[gone as usize].uses);
        for &m in &members {
            self.nodes[m as usize].root = keep;
        }
        let (ctor, int) = (self.nodes[gone as usize].ctor, self.nodes[gone as usize].int);
        let int_changes = int.is_some() != self.nodes[keep as usize].int.is_some();
        self.dirty.extend(&uses);
        if int_changes {
            let more = self.nodes[keep as usize].uses.clone();
            self.dirty.extend(more);
        }
        let node = &mut self.nodes[keep as usize];
        node.members.extend(members);
        node.uses.extend(uses);
        match (node.int, int) {
            (Some(x), Some(y)) => {
                self.clash = Some(Clash { facts: Vec::new(), equal: vec![(x, y)] });
                return;
            }
            (None, Some(_)) => node.int = int,
            _ => {}
        }
        match (node.ctor, ctor) {
            (Some(x), Some(y)) => self.unify(arena, x, y),
            (None, Some(_)) => node.ctor = ctor,
            _ => {}
        }
        // Truth and falsity are nodes without structure; nothing else tells them apart.
        let (truth, falsity) = (self.node(TRUTH), self.node(FALSITY));
        if let (Some(t), Some(f)) = (truth, falsity)
            && self.root(t) == self.root(f)
        {
            self.clash = Some(Clash { facts: Vec::new(), equal: vec![(t, f)] });
        }
    }

    /// Two constructor terms of one class.
    fn unify(&mut self, arena: &Arena, x: u32, y: u32) {
        let (Expr::Ctor(_, t, xs), Expr::Ctor(_, u, ys)) =
            (arena.expr(self.term(x)), arena.expr(self.term(y)))
        else {
            return;
        };
        if t != u {
            self.clash = Some(Clash { facts: Vec::new(), equal: vec![(x, y)] });
            return;
        }
        for (&a, &b) in xs.iter().zip(ys.iter()) {
            if let (Some(a), Some(b)) = (self.node(a), self.node(b)) {
                self.pending.push((a, b, Rc::new(Edge::Injective(x, y))));
            }
        }
    }

    /// Recomputes the signature of an application and merges it with an equal one.
    fn sign(&mut self, arena: &mut Arena, n: u32) {
        let roots = |c: &Self, args: &[ExprId]| -> Vec<u32> {
            args.iter().filter_map(|&a| c.node(a)).map(|a| c.root(a)).collect()
        };
        let term = self.term(n);
        let expr = arena.expr(term).clone();
        let signature = match &expr {
            Expr::Ctor(s, tag, args) if !args.is_empty() => Signature::Ctor(*s, *tag, roots(self, args)),
            Expr::Fn(d, sorts, args) => Signature::Fn(*d, sorts.clone(), roots(self, args)),
            Expr::PredVar(p, args) => Signature::PredVar(*p, roots(self, args)),
            Expr::Div(a, k) => match self.node(*a) {
                Some(a) => Signature::Div(self.root(a), *k),
                None => return,
            },
            Expr::Ite(c, a, b) => match roots(self, &[*a, *b])[..] {
                [a, b] => Signature::Ite(*c, a, b),
                _ => return,
            },
            Expr::Int(_) => return,
            node if is_arithmetic(node) => {
                let mut pairs = Vec::new();
                let Some(form) = self.form(arena, term, Some(&mut pairs)) else { return };
                if let Some(constant) = form.as_constant()
                    && let Ok(constant) = i64::try_from(constant)
                    && let Ok(literal) = arena.mk(Expr::Int(constant))
                {
                    let literal = self.add(arena, literal);
                    self.pending.push((n, literal, Rc::new(Edge::Congruence(pairs))));
                    return;
                }
                if let Some(x) = form.as_variable() {
                    if x == self.root(n)
                        && let Expr::Bin(Bin::Mul, a, b) = node
                    {
                        match roots(self, &[*a, *b])[..] {
                            [a, b] => Signature::Product(a.min(b), a.max(b)),
                            _ => return,
                        }
                    } else {
                        self.pending.push((n, x, Rc::new(Edge::Congruence(pairs))));
                        return;
                    }
                } else {
                    Signature::Linear(form)
                }
            }
            _ => return,
        };
        match self.signatures.get(&signature).copied() {
            Some(other) if other != n && self.root(other) != self.root(n) => {
                let mut pairs = Vec::new();
                let other_term = self.term(other);
                if let (Signature::Linear(_), Some(_), Some(_)) = (
                    &signature,
                    self.form(arena, term, Some(&mut pairs)),
                    self.form(arena, other_term, Some(&mut pairs)),
                ) {
                    // Both sides reduce to one form; the pairs say why.
                } else {
                    pairs = self.argument_pairs(arena, n, other);
                }
                self.pending.push((n, other, Rc::new(Edge::Congruence(pairs))));
            }
            Some(_) => {}
            None => {
                self.signatures.insert(signature, n);
            }
        }
    }

    fn argument_pairs(&self, arena: &Arena, a: u32, b: u32) -> Vec<(u32, u32)> {
        let args = |n: u32| -> Vec<u32> {
            let mut out = Vec::new();
            match arena.expr(self.term(n)) {
                Expr::Ite(_, x, y) => out.extend([self.node(*x), self.node(*y)].into_iter().flatten()),
                e => e.for_children(|c, _| out.extend(self.node(c))),
            }
            out
        };
        let (mut xs, mut ys) = (args(a), args(b));
        if let (Expr::Bin(Bin::Mul, ..), [x, _], [y, _]) = (arena.expr(self.term(a)), &xs[..], &ys[..])
            && self.root(*x) != self.root(*y)
        {
            ys.reverse();
        }
        xs.drain(..).zip(ys.drain(..)).collect()
    }

    /// Looks for a value that would have to contain itself.
    pub(super) fn check_cycles(&mut self, arena: &Arena) {
        if self.clash.is_some() {
            return;
        }
        let mut state: IdMap<u32, bool> = IdMap::default();
        let mut path: Vec<(u32, u32)> = Vec::new();
        for start in 0..self.nodes.len() {
            let start = self.nodes[start].root;
            if let Some(clash) = self.visit(arena, start, &mut state, &mut path) {
                self.clash = Some(clash);
                return;
            }
        }
    }

    fn visit(
        &self,
        arena: &Arena,
        class: u32,
        state: &mut IdMap<u32, bool>,
        path: &mut Vec<(u32, u32)>,
    ) -> Option<Clash> {
        match state.get(&class) {
            Some(false) => return None,
            Some(true) => {
                // `path` holds (constructor term, field taken); close the loop with equalities.
                let from = path.iter().position(|&(c, _)| self.root(c) == class)?;
                let loop_ = &path[from..];
                let next = |i: usize| loop_[(i + 1) % loop_.len()].0;
                let equal = loop_.iter().enumerate().map(|(i, &(_, field))| (field, next(i))).collect();
                return Some(Clash { facts: Vec::new(), equal });
            }
            None => {}
        }
        let Some(ctor) = self.nodes[class as usize].ctor else {
            state.insert(class, false);
            return None;
        };
        state.insert(class, true);
        if let Expr::Ctor(_, _, args) = arena.expr(self.term(ctor)) {
            for field in args.iter().filter_map(|&a| self.node(a)) {
                path.push((ctor, field));
                let found = self.visit(arena, self.root(field), state, path);
                path.pop();
                if found.is_some() {
                    return found;
                }
            }
        }
        state.insert(class, false);
        None
    }
}
