//! Hand-built certificates that are deep rather than wide: one function with a chain of N
//! bindings, or with one match of N branches.
//!
//! Copies of small functions ([`crate::enlarged`]) show that the kernel is linear in the number
//! of functions; these show how it behaves inside one function, where the type of each binding
//! contains the types of all bindings below it.

use covenant_kernel::tables::*;

/// A certificate being written; equal rows may occur twice, which the kernel does not mind.
struct Writer {
    certificate: Certificate,
}

const INT: SortRef = SortRef(0);

fn next(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl Writer {
    fn new() -> Self {
        let statement = Statement {
            kind: Kind::Every,
            opaque_sorts: vec![],
            literals: vec![],
            sorts: vec![SortRow::Int],
            datatypes: vec![],
            exprs: vec![],
            defs: vec![],
            axioms: vec![],
            types: vec![],
            cores: vec![],
            funs: vec![],
            globals: vec![],
            claim: GlobalRef(0),
        };
        let proof = Proof {
            sorts: vec![],
            exprs: vec![],
            types: vec![],
            lemmas: vec![],
            steps: vec![],
            nodes: vec![],
            derivations: vec![],
        };
        Writer { certificate: Certificate { statement, proof } }
    }

    fn expr(&mut self, row: ExprRow) -> ExprRef {
        let table = &mut self.certificate.statement.exprs;
        table.push(row);
        ExprRef(next(table.len() - 1))
    }

    fn core(&mut self, row: CoreRow) -> CoreRef {
        let table = &mut self.certificate.statement.cores;
        table.push(row);
        CoreRef(next(table.len() - 1))
    }

    fn node(&mut self, row: NodeRow) -> NodeRef {
        let table = &mut self.certificate.proof.nodes;
        table.push(row);
        NodeRef(next(table.len() - 1))
    }

    fn step(&mut self, row: StepRow) -> StepRef {
        let table = &mut self.certificate.proof.steps;
        table.push(row);
        StepRef(next(table.len() - 1))
    }

    /// The function `fun params -> body` with its claim, derived by `node`.
    fn function(
        mut self,
        params: &[SortRef],
        ensures: ExprRef,
        body: CoreRef,
        derive: impl FnOnce(&mut Self, TypeRef) -> NodeRef,
    ) -> Certificate {
        let truth = self.expr(ExprRow::True);
        let statement = &mut self.certificate.statement;
        let params: Vec<_> = params.iter().map(|&s| ParamRow::Base(s, truth)).collect();
        let simple = FunTypeRow { params, requires: truth, result: INT, ensures: truth };
        statement.types.extend([FunTypeRow { ensures, ..simple.clone() }, simple]);
        statement.funs.push(FunRow::Lam(TypeRef(1), body));
        statement.globals.push(GlobalRow {
            name: "deep".into(),
            sort_params: 0,
            preds: vec![],
            claim: TypeRef(0),
            body: Some(FunRef(0)),
        });
        let node = derive(&mut self, TypeRef(0));
        self.certificate.proof.derivations.push(Some(node));
        self.certificate
    }
}

/// `fun () -> let x1 = int_gen () in let x2 = x1 + 1 in .. xn` covers every integer.
/// The evidence names the value of each variable.
pub fn let_chain(n: u32) -> Certificate {
    let n = n.max(1);
    let mut w = Writer::new();
    let truth = w.expr(ExprRow::True);
    let one = w.expr(ExprRow::Int(1));
    let last = w.expr(ExprRow::Local(n - 1, INT));
    let mut body = w.core(CoreRow::Ret(last));
    let mut node = w.node(NodeRow::TVarBase);
    for i in (0..n).rev() {
        let bound = if i == 0 {
            w.core(CoreRow::Op(Prim::IntGen))
        } else {
            let before = w.expr(ExprRow::Local(i - 1, INT));
            let next = w.expr(ExprRow::Bin(Bin::Add, before, one));
            w.core(CoreRow::Op(Prim::Eval(next)))
        };
        body = w.core(CoreRow::LetE(bound, body));
        let op = w.node(NodeRow::TAppOp);
        node = w.node(NodeRow::TLetE(op, node));
    }
    w.function(&[], truth, body, |w, claim| {
        // The value is the first variable that the evidence introduces; x_i is v - (n - i). Each
        // equation is between linear forms that are the same.
        let value = w.expr(ExprRow::Local(GHOST, INT));
        let mut witnesses = Vec::new();
        for i in 1..=n {
            let distance = w.expr(ExprRow::Int(i64::from(n - i)));
            witnesses.push(w.expr(ExprRow::Bin(Bin::Sub, value, distance)));
        }
        let same = w.step(StepRow::Leaf(vec![], vec![]));
        let exact = w.step(StepRow::Exact);
        let mut step = same;
        for (i, &witness) in witnesses.iter().enumerate().rev() {
            let known = if i == 0 { exact } else { same };
            let split = w.step(StepRow::Split(known, step));
            step = w.step(StepRow::Witness(witness, split));
        }
        step = w.step(StepRow::Intro(step));
        step = w.step(StepRow::Intro(step));
        let node = w.node(NodeRow::TSub { target: truth, from: node, evidence: Evidence::Checked(step) });
        w.node(NodeRow::TFun(claim, node))
    })
}

/// `fun k -> match k with C1 -> 1 | .. | Cn -> n` covers `[v | k = C1 && v = 1 || ..]`.
pub fn wide_match(n: u32) -> Certificate {
    let n = n.max(1);
    let mut w = Writer::new();
    let ctors = (1..=n).map(|i| CtorRow { name: format!("C{i}"), fields: vec![] }).collect();
    w.certificate.statement.datatypes.push(DatatypeRow { name: "kind".into(), params: 0, ctors });
    let kind = SortRef(1);
    w.certificate.statement.sorts.push(SortRow::Data(FIRST_DATATYPE, [].into()));
    let (bound, local, nu) =
        (w.expr(ExprRow::Bound(0, kind)), w.expr(ExprRow::Local(0, kind)), w.expr(ExprRow::Nu(INT)));
    let (mut branches, mut derived, mut ensures) = (Vec::new(), None, None);
    for tag in 0..n {
        let (result, constructor) =
            (w.expr(ExprRow::Int(i64::from(tag) + 1)), w.expr(ExprRow::Ctor(kind, tag, [].into())));
        branches.push(BranchRow { tag, body: w.core(CoreRow::Ret(result)) });
        let (is_ctor, is_result) =
            (w.expr(ExprRow::Bin(Bin::Eq, bound, constructor)), w.expr(ExprRow::Bin(Bin::Eq, nu, result)));
        let covered = w.expr(ExprRow::Bin(Bin::And, is_ctor, is_result));
        ensures = Some(ensures.map_or(covered, |before| w.expr(ExprRow::Bin(Bin::Or, before, covered))));
        let constant = w.node(NodeRow::TConst);
        let branch = w.node(NodeRow::TMatch(tag, constant));
        derived = Some(derived.map_or(branch, |before| w.node(NodeRow::TMerge(before, branch))));
    }
    let body = w.core(CoreRow::Match(local, branches));
    let truth = w.expr(ExprRow::True);
    w.function(&[kind], ensures.unwrap_or(truth), body, |w, claim| {
        let derived = derived.unwrap_or(NodeRef(0));
        w.node(NodeRow::TFun(claim, derived))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::condition_metrics::observe;
    use covenant_kernel::check::Verdict;

    #[test]
    fn the_kernel_accepts_them() {
        for n in [1, 2, 3, 40] {
            let (verdict, metrics) = observe(&let_chain(n));
            assert_eq!((verdict, metrics.nodes), (Verdict::Valid, 2 * u64::from(n) + 3), "let_chain({n})");
            let (verdict, metrics) = observe(&wide_match(n));
            assert_eq!((verdict, metrics.nodes), (Verdict::Valid, 3 * u64::from(n)), "wide_match({n})");
        }
    }
}
