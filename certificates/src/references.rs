//! One walk over the references of every kind of row.
//!
//! Checking that tables are flat, hashing by content, renumbering and mutation all need to
//! know exactly where a row refers to another one. They share this walk, so that a reference
//! that is forgotten is forgotten by none or by all, and the match arms below have no wildcard:
//! a new variant in the kernel's tables does not compile until it is placed here.
//!
//! The order of the visits is part of the format: content hashes list the hashes of the rows
//! referred to in this order, which is the order of the fields.
//!
//! Rejected: a derive macro (one more crate to read), and separate walks by `&` and by `&mut`
//! (two lists to keep equal). Readers clone the row instead; rows are small.

use std::sync::Arc;

use covenant_kernel::tables::*;

/// A reference found in a row.
#[derive(Debug)]
pub enum Reference<'a> {
    /// To a sort.
    Sort(&'a mut SortRef),
    /// To an expression.
    Expr(&'a mut ExprRef),
    /// To a function type.
    Type(&'a mut TypeRef),
    /// To a core term.
    Core(&'a mut CoreRef),
    /// To a function value.
    Fun(&'a mut FunRef),
    /// To a top-level function.
    Global(&'a mut GlobalRef),
    /// To a definition.
    Def(&'a mut DefRef),
    /// To an assumed formula.
    Axiom(&'a mut AxiomRef),
    /// To a lemma.
    Lemma(&'a mut LemmaRef),
    /// To a derivation node.
    Node(&'a mut NodeRef),
    /// To a step of evidence.
    Step(&'a mut StepRef),
    /// To a datatype, counted from `bool`.
    Datatype(&'a mut u32),
    /// To the name of an opaque sort.
    OpaqueSort(&'a mut u32),
    /// To the text of a literal.
    Literal(&'a mut u32),
}

/// A visitor of references.
pub trait Visit: FnMut(Reference<'_>) {}
impl<F: FnMut(Reference<'_>)> Visit for F {}

/// Rows whose references can be visited, in the order of the fields.
pub trait References {
    /// Call `visit` for each reference.
    fn references(&mut self, visit: &mut impl Visit);
}

fn sorts(list: &mut [SortRef], visit: &mut impl Visit) {
    for sort in list {
        visit(Reference::Sort(sort));
    }
}

fn exprs(list: &mut [ExprRef], visit: &mut impl Visit) {
    for expr in list {
        visit(Reference::Expr(expr));
    }
}

impl References for SortRow {
    fn references(&mut self, visit: &mut impl Visit) {
        match self {
            SortRow::Int | SortRow::Abstract(_) => {}
            SortRow::Data(datatype, args) => {
                visit(Reference::Datatype(datatype));
                sorts(Arc::make_mut(args), visit);
            }
            SortRow::Opaque(name) => visit(Reference::OpaqueSort(name)),
        }
    }
}

impl References for ExprRow {
    fn references(&mut self, visit: &mut impl Visit) {
        match self {
            ExprRow::Bound(_, sort) | ExprRow::Local(_, sort) | ExprRow::Nu(sort) => {
                visit(Reference::Sort(sort));
            }
            ExprRow::Int(_) | ExprRow::True | ExprRow::False => {}
            ExprRow::Literal(text, sort) => {
                visit(Reference::Literal(text));
                visit(Reference::Sort(sort));
            }
            ExprRow::Ctor(sort, _, args) => {
                visit(Reference::Sort(sort));
                exprs(Arc::make_mut(args), visit);
            }
            ExprRow::Fn(def, at, args) => {
                visit(Reference::Def(def));
                sorts(Arc::make_mut(at), visit);
                exprs(Arc::make_mut(args), visit);
            }
            ExprRow::PredVar(_, args) => exprs(Arc::make_mut(args), visit),
            ExprRow::Bin(_, a, b) => {
                visit(Reference::Expr(a));
                visit(Reference::Expr(b));
            }
            ExprRow::Div(a, _) | ExprRow::Mod(a, _) | ExprRow::Not(a) => visit(Reference::Expr(a)),
            ExprRow::Ite(a, b, c) => {
                visit(Reference::Expr(a));
                visit(Reference::Expr(b));
                visit(Reference::Expr(c));
            }
            ExprRow::Quant(_, sort, body) => {
                visit(Reference::Sort(sort));
                visit(Reference::Expr(body));
            }
        }
    }
}

impl References for DatatypeRow {
    fn references(&mut self, visit: &mut impl Visit) {
        for ctor in &mut self.ctors {
            sorts(&mut ctor.fields, visit);
        }
    }
}

impl References for DefRow {
    fn references(&mut self, visit: &mut impl Visit) {
        sorts(&mut self.params, visit);
        if let Some(result) = &mut self.result {
            visit(Reference::Sort(result));
        }
        match &mut self.body {
            DefBody::Direct(body) => visit(Reference::Expr(body)),
            DefBody::Cases { on: _, cases } => exprs(cases, visit),
            DefBody::Opaque => {}
        }
    }
}

impl References for AxiomRow {
    fn references(&mut self, visit: &mut impl Visit) {
        visit(Reference::Expr(&mut self.statement));
    }
}

impl References for FunTypeRow {
    fn references(&mut self, visit: &mut impl Visit) {
        for param in &mut self.params {
            match param {
                ParamRow::Base(sort, qualifier) => {
                    visit(Reference::Sort(sort));
                    visit(Reference::Expr(qualifier));
                }
                ParamRow::Fun(ty) => visit(Reference::Type(ty)),
            }
        }
        visit(Reference::Expr(&mut self.requires));
        visit(Reference::Sort(&mut self.result));
        visit(Reference::Expr(&mut self.ensures));
    }
}

impl References for FunRow {
    fn references(&mut self, visit: &mut impl Visit) {
        match self {
            FunRow::Var(_) => {}
            FunRow::Global(global, at) => {
                visit(Reference::Global(global));
                sorts(at, visit);
            }
            FunRow::Lam(ty, body) | FunRow::Fix(ty, body) => {
                visit(Reference::Type(ty));
                visit(Reference::Core(body));
            }
        }
    }
}

impl References for Prim {
    fn references(&mut self, visit: &mut impl Visit) {
        match self {
            Prim::IntGen | Prim::BoolGen | Prim::NatGen => {}
            Prim::OpaqueGen(sort) => visit(Reference::Sort(sort)),
            Prim::IntRange(a, b) | Prim::Div(a, b) | Prim::Mod(a, b) => {
                visit(Reference::Expr(a));
                visit(Reference::Expr(b));
            }
            Prim::Eval(e) => visit(Reference::Expr(e)),
        }
    }
}

impl References for CoreRow {
    fn references(&mut self, visit: &mut impl Visit) {
        match self {
            CoreRow::Ret(value) => visit(Reference::Expr(value)),
            CoreRow::Err(sort) => visit(Reference::Sort(sort)),
            CoreRow::LetE(bound, body) => {
                visit(Reference::Core(bound));
                visit(Reference::Core(body));
            }
            CoreRow::LetV(bound, body) => {
                visit(Reference::Fun(bound));
                visit(Reference::Core(body));
            }
            CoreRow::Op(prim) => prim.references(visit),
            CoreRow::App(fun, args) => {
                visit(Reference::Fun(fun));
                for arg in args {
                    match arg {
                        ArgRow::Base(value) => visit(Reference::Expr(value)),
                        ArgRow::Fun(fun) => visit(Reference::Fun(fun)),
                    }
                }
            }
            CoreRow::Match(value, branches) => {
                visit(Reference::Expr(value));
                for branch in branches {
                    visit(Reference::Core(&mut branch.body));
                }
            }
        }
    }
}

impl References for GlobalRow {
    fn references(&mut self, visit: &mut impl Visit) {
        for pred in &mut self.preds {
            sorts(pred, visit);
        }
        visit(Reference::Type(&mut self.claim));
        if let Some(body) = &mut self.body {
            visit(Reference::Fun(body));
        }
    }
}

impl References for Evidence {
    fn references(&mut self, visit: &mut impl Visit) {
        match self {
            Evidence::Checked(step) => visit(Reference::Step(step)),
            Evidence::CrossChecked | Evidence::Solver => {}
        }
    }
}

impl References for NodeRow {
    fn references(&mut self, visit: &mut impl Visit) {
        match self {
            NodeRow::TConst | NodeRow::TVarBase | NodeRow::TVarFun | NodeRow::TErr | NodeRow::TAppOp => {}
            NodeRow::ORet | NodeRow::OVarFun | NodeRow::OErr | NodeRow::OAppOp => {}
            NodeRow::TLetE(bound, body)
            | NodeRow::TLetV(bound, body)
            | NodeRow::OLetE(bound, body)
            | NodeRow::OLetV(bound, body) => {
                visit(Reference::Node(bound));
                visit(Reference::Node(body));
            }
            NodeRow::TApp { fun, evidence } | NodeRow::OApp { fun, evidence } => {
                visit(Reference::Node(fun));
                evidence.references(visit);
            }
            NodeRow::TAppFun { fun, args, evidence } | NodeRow::OAppFun { fun, args, evidence } => {
                visit(Reference::Node(fun));
                for arg in args {
                    visit(Reference::Node(arg));
                }
                evidence.references(visit);
            }
            NodeRow::TMatch(_, body) | NodeRow::TPolyType(body) => visit(Reference::Node(body)),
            NodeRow::OMatch(branches) => {
                for branch in branches {
                    visit(Reference::Node(branch));
                }
            }
            NodeRow::TMerge(left, right) | NodeRow::TExactly(left, right) => {
                visit(Reference::Node(left));
                visit(Reference::Node(right));
            }
            NodeRow::TGuard(guard, body) | NodeRow::OGuard(guard, body) => {
                visit(Reference::Expr(guard));
                visit(Reference::Node(body));
            }
            NodeRow::TSub { target, from, evidence }
            | NodeRow::TEq { target, from, evidence }
            | NodeRow::OSub { target, from, evidence } => {
                visit(Reference::Expr(target));
                visit(Reference::Node(from));
                evidence.references(visit);
            }
            NodeRow::TFun(ty, body) | NodeRow::OFun(ty, body) | NodeRow::OFix(ty, body) => {
                visit(Reference::Type(ty));
                visit(Reference::Node(body));
            }
            NodeRow::TFix { claim, measure, body } => {
                visit(Reference::Type(claim));
                exprs(measure, visit);
                visit(Reference::Node(body));
            }
            NodeRow::TFixRank { claim, rank, body } => {
                visit(Reference::Type(claim));
                visit(Reference::Expr(rank));
                visit(Reference::Node(body));
            }
            NodeRow::SubArr { target, from, evidence } | NodeRow::OSubArr { target, from, evidence } => {
                visit(Reference::Type(target));
                visit(Reference::Node(from));
                evidence.references(visit);
            }
            NodeRow::TPolyPred(from, at) => {
                visit(Reference::Node(from));
                exprs(at, visit);
            }
        }
    }
}

impl References for LemmaRow {
    fn references(&mut self, visit: &mut impl Visit) {
        visit(Reference::Expr(&mut self.statement));
        visit(Reference::Step(&mut self.proof));
    }
}

impl References for StepRow {
    fn references(&mut self, visit: &mut impl Visit) {
        match self {
            StepRow::Exact => {}
            StepRow::Intro(next) | StepRow::Left(next) | StepRow::Right(next) | StepRow::Absurd(next) => {
                visit(Reference::Step(next))
            }
            StepRow::Split(left, right) => {
                visit(Reference::Step(left));
                visit(Reference::Step(right));
            }
            StepRow::Witness(expr, next)
            | StepRow::Obtain(expr, next)
            | StepRow::IffParts(expr, next)
            | StepRow::NotPush(expr, next) => {
                visit(Reference::Expr(expr));
                visit(Reference::Step(next));
            }
            StepRow::OrElim(expr, left, right)
            | StepRow::Apply(expr, left, right)
            | StepRow::Cut(expr, left, right)
            | StepRow::IteSplit(expr, left, right)
            | StepRow::Have(expr, left, right) => {
                visit(Reference::Expr(expr));
                visit(Reference::Step(left));
                visit(Reference::Step(right));
            }
            StepRow::Inst(fact, term, next) => {
                visit(Reference::Expr(fact));
                visit(Reference::Expr(term));
                visit(Reference::Step(next));
            }
            StepRow::Case(term, branches) => {
                visit(Reference::Expr(term));
                for branch in branches {
                    visit(Reference::Step(branch));
                }
            }
            StepRow::Unfold { term: at, as_ctor, next } | StepRow::UnfoldFact { fact: at, as_ctor, next } => {
                visit(Reference::Expr(at));
                if let Some(ctor) = as_ctor {
                    visit(Reference::Expr(ctor));
                }
                visit(Reference::Step(next));
            }
            StepRow::UnfoldGoal { as_ctor, next } => {
                if let Some(ctor) = as_ctor {
                    visit(Reference::Expr(ctor));
                }
                visit(Reference::Step(next));
            }
            StepRow::Lemma(lemma, at, args, next) => {
                visit(Reference::Lemma(lemma));
                sorts(at, visit);
                exprs(args, visit);
                visit(Reference::Step(next));
            }
            StepRow::Axiom(axiom, at, args, next) => {
                visit(Reference::Axiom(axiom));
                sorts(at, visit);
                exprs(args, visit);
                visit(Reference::Step(next));
            }
            StepRow::Induct(motives, cases) => {
                for motive in motives {
                    visit(Reference::Sort(&mut motive.sort));
                    visit(Reference::Expr(&mut motive.formula));
                }
                for case in cases {
                    visit(Reference::Step(case));
                }
            }
            StepRow::Leaf(facts, lines) => {
                exprs(facts, visit);
                for line in lines {
                    line.references(visit);
                }
            }
        }
    }
}

impl References for LeafRow {
    fn references(&mut self, visit: &mut impl Visit) {
        match self {
            LeafRow::Literal(_) | LeafRow::Combine(_) => {}
            LeafRow::Congruent(a, b) | LeafRow::Equal(a, b, _, _) => {
                visit(Reference::Expr(a));
                visit(Reference::Expr(b));
            }
            LeafRow::DivLow(term) | LeafRow::DivHigh(term) => visit(Reference::Expr(term)),
        }
    }
}
