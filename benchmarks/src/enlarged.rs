//! Certificates of any size, made from real ones: every top-level function is repeated, with a
//! derivation and evidence of its own.
//!
//! A copy has the same program and claim but its own nodes and steps, so the kernel does all the
//! work again, on content that the search really produces. Writing large derivations by hand
//! would measure something that no file contains; searching for 10⁵ nodes would take minutes.

use covenant_kernel::tables::*;

/// The certificate with as many copies of its functions as give at least `nodes` nodes. `None` if there is
/// nothing to copy, or the tables would be too large.
pub fn enlarge(certificate: &Certificate, nodes: usize) -> Option<Certificate> {
    let mut large = certificate.clone();
    let originals = certificate.proof.nodes.len();
    if originals == 0 {
        return None;
    }
    while large.proof.nodes.len() < nodes {
        let node_shift = u32::try_from(large.proof.nodes.len()).ok()?;
        let step_shift = u32::try_from(large.proof.steps.len()).ok()?;
        let shifts = Shifts { nodes: node_shift, steps: step_shift };
        for row in &certificate.proof.steps {
            large.proof.steps.push(shifts.step_row(row)?);
        }
        for row in &certificate.proof.nodes {
            large.proof.nodes.push(shifts.node_row(row)?);
        }
        for (global, derivation) in certificate.statement.globals.iter().zip(&certificate.proof.derivations) {
            if let Some(node) = derivation {
                large.statement.globals.push(global.clone());
                large.proof.derivations.push(Some(shifts.node(*node)?));
            }
        }
    }
    large.statement.claim = GlobalRef(u32::try_from(large.statement.globals.len()).ok()?.checked_sub(1)?);
    Some(large)
}

struct Shifts {
    nodes: u32,
    steps: u32,
}

impl Shifts {
    fn node(&self, n: NodeRef) -> Option<NodeRef> {
        n.0.checked_add(self.nodes).map(NodeRef)
    }

    fn step(&self, s: StepRef) -> Option<StepRef> {
        s.0.checked_add(self.steps).map(StepRef)
    }

    fn evidence(&self, evidence: &Evidence) -> Option<Evidence> {
        Some(match evidence {
            Evidence::Checked(step) => Evidence::Checked(self.step(*step)?),
            Evidence::CrossChecked => Evidence::CrossChecked,
            Evidence::Solver => Evidence::Solver,
        })
    }

    fn node_row(&self, row: &NodeRow) -> Option<NodeRow> {
        use NodeRow::*;
        Some(match row {
            TConst | TVarBase | TVarFun | TErr | TAppOp => row.clone(),
            TLetE(a, b) => TLetE(self.node(*a)?, self.node(*b)?),
            TLetV(a, b) => TLetV(self.node(*a)?, self.node(*b)?),
            TApp { fun, evidence } => TApp { fun: self.node(*fun)?, evidence: self.evidence(evidence)? },
            TAppFun { fun, args, evidence } => TAppFun {
                fun: self.node(*fun)?,
                args: args.iter().map(|&n| self.node(n)).collect::<Option<_>>()?,
                evidence: self.evidence(evidence)?,
            },
            TMatch(branch, n) => TMatch(*branch, self.node(*n)?),
            TMerge(a, b) => TMerge(self.node(*a)?, self.node(*b)?),
            TGuard(psi, n) => TGuard(*psi, self.node(*n)?),
            TSub { target, from, evidence } => {
                TSub { target: *target, from: self.node(*from)?, evidence: self.evidence(evidence)? }
            }
            TEq { target, from, evidence } => {
                TEq { target: *target, from: self.node(*from)?, evidence: self.evidence(evidence)? }
            }
            TFun(claim, n) => TFun(*claim, self.node(*n)?),
            TFix { claim, measure, body } => {
                TFix { claim: *claim, measure: measure.clone(), body: self.node(*body)? }
            }
            TFixRank { claim, rank, body } => {
                TFixRank { claim: *claim, rank: *rank, body: self.node(*body)? }
            }
            SubArr { target, from, evidence } => {
                SubArr { target: *target, from: self.node(*from)?, evidence: self.evidence(evidence)? }
            }
            TPolyType(n) => TPolyType(self.node(*n)?),
            TPolyPred(n, preds) => TPolyPred(self.node(*n)?, preds.clone()),
            // Certificates of claims that say *only* or *exactly* are not enlarged.
            _ => return None,
        })
    }

    fn step_row(&self, row: &StepRow) -> Option<StepRow> {
        use StepRow::*;
        let list = |steps: &Vec<StepRef>| steps.iter().map(|&s| self.step(s)).collect::<Option<Vec<_>>>();
        Some(match row {
            Intro(n) => Intro(self.step(*n)?),
            Split(a, b) => Split(self.step(*a)?, self.step(*b)?),
            Left(n) => Left(self.step(*n)?),
            Right(n) => Right(self.step(*n)?),
            Witness(t, n) => Witness(*t, self.step(*n)?),
            Exact | Leaf(..) => row.clone(),
            Absurd(n) => Absurd(self.step(*n)?),
            OrElim(f, a, b) => OrElim(*f, self.step(*a)?, self.step(*b)?),
            Obtain(f, n) => Obtain(*f, self.step(*n)?),
            Inst(f, t, n) => Inst(*f, *t, self.step(*n)?),
            Apply(f, a, b) => Apply(*f, self.step(*a)?, self.step(*b)?),
            IffParts(f, n) => IffParts(*f, self.step(*n)?),
            NotPush(f, n) => NotPush(*f, self.step(*n)?),
            Case(t, steps) => Case(*t, list(steps)?),
            Cut(f, a, b) => Cut(*f, self.step(*a)?, self.step(*b)?),
            IteSplit(t, a, b) => IteSplit(*t, self.step(*a)?, self.step(*b)?),
            Unfold { term, as_ctor, next } => {
                Unfold { term: *term, as_ctor: *as_ctor, next: self.step(*next)? }
            }
            UnfoldFact { fact, as_ctor, next } => {
                UnfoldFact { fact: *fact, as_ctor: *as_ctor, next: self.step(*next)? }
            }
            UnfoldGoal { as_ctor, next } => UnfoldGoal { as_ctor: *as_ctor, next: self.step(*next)? },
            Lemma(l, sorts, terms, n) => Lemma(*l, sorts.clone(), terms.clone(), self.step(*n)?),
            Axiom(a, sorts, terms, n) => Axiom(*a, sorts.clone(), terms.clone(), self.step(*n)?),
            Have(f, a, b) => Have(*f, self.step(*a)?, self.step(*b)?),
            Induct(motives, steps) => Induct(motives.clone(), list(steps)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::condition_metrics::observe;
    use covenant_kernel::check::Verdict;

    /// `fun () -> 1` covers `[v:int | v = 1]`, by a derivation of three nodes with one condition.
    fn one() -> Certificate {
        let int = SortRef(0);
        let exprs = vec![
            ExprRow::True,
            ExprRow::Int(1),
            ExprRow::Nu(int),
            ExprRow::Bin(Bin::Eq, ExprRef(2), ExprRef(1)),
        ];
        let claim = FunTypeRow { params: vec![], requires: ExprRef(0), result: int, ensures: ExprRef(3) };
        let global = GlobalRow {
            name: "one".into(),
            sort_params: 0,
            preds: vec![],
            claim: TypeRef(0),
            body: Some(FunRef(0)),
        };
        let sub =
            NodeRow::TSub { target: ExprRef(3), from: NodeRef(0), evidence: Evidence::Checked(StepRef(2)) };
        Certificate {
            statement: Statement {
                kind: Kind::Every,
                opaque_sorts: vec![],
                literals: vec![],
                sorts: vec![SortRow::Int],
                datatypes: vec![],
                exprs,
                defs: vec![],
                axioms: vec![],
                types: vec![claim.clone(), FunTypeRow { ensures: ExprRef(0), ..claim }],
                cores: vec![CoreRow::Ret(ExprRef(1))],
                funs: vec![FunRow::Lam(TypeRef(1), CoreRef(0))],
                globals: vec![global],
                claim: GlobalRef(0),
            },
            proof: Proof {
                sorts: vec![],
                exprs: vec![],
                types: vec![],
                lemmas: vec![],
                steps: vec![StepRow::Exact, StepRow::Intro(StepRef(0)), StepRow::Intro(StepRef(1))],
                nodes: vec![NodeRow::TConst, sub, NodeRow::TFun(TypeRef(0), NodeRef(1))],
                derivations: vec![Some(NodeRef(2))],
            },
        }
    }

    #[test]
    fn copies_are_checked_one_by_one() {
        let (verdict, before) = observe(&one());
        assert_eq!((verdict, before.nodes, before.conditions), (Verdict::Valid, 3, 1));
        let large = enlarge(&one(), 100).expect("small enough");
        let (verdict, after) = observe(&large);
        assert_eq!(verdict, Verdict::Valid);
        assert_eq!((after.nodes, after.conditions, after.checked), (102, 34, 34));
        assert_eq!((after.max_forall, after.max_exists), (1, 0));
    }

    #[test]
    fn a_copy_does_not_lean_on_the_original() {
        let mut large = enlarge(&one(), 6).expect("small enough");
        // Breaking the evidence of the copy alone must be noticed.
        large.proof.steps.truncate(3);
        large.proof.steps.extend([StepRow::Absurd(StepRef(0)), StepRow::Intro(StepRef(3)), StepRow::Exact]);
        assert!(matches!(observe(&large).0, Verdict::Reject { .. }));
    }
}
