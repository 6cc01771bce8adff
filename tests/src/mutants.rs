//! Every single change of a proof: rule, premise, reference, number, operator, order, omission.
//!
//! The statement stays as it is, so a mutant that the kernel accepts proves the same claim: it is
//! no wrong verdict, but each kind of accepted mutant has to be explained ([`crate::harmless`]).
//! Changes of the statement are another matter: the kernel must notice that it was asked
//! something else.
//!
//! A mutant is made in place and undone, so that a certificate of a thousand rows does not have
//! to be copied ten thousand times.

use covenant_certificates::references::{Reference, References};
use covenant_kernel::tables::*;

/// What was changed: the table and the way.
pub type Kind = (&'static str, &'static str);

/// Calls `visit` with each mutant of a certificate's proof, and where the change is.
pub fn each(certificate: &Certificate, visit: &mut impl FnMut(Kind, usize, &Certificate)) {
    let mut mutant = certificate.clone();
    let proof = &certificate.proof;
    macro_rules! table {
        ($name:literal, $table:ident, $variants:expr) => {
            for i in 0..proof.$table.len() {
                let original = &proof.$table[i];
                for (way, row) in $variants(original) {
                    if row != *original {
                        mutant.proof.$table[i] = row;
                        visit(($name, way), i, &mutant);
                    }
                }
                mutant.proof.$table[i] = original.clone();
            }
        };
    }
    table!("sorts", sorts, references);
    table!("exprs", exprs, |row: &ExprRow| with_references(row, expr_variants(row)));
    table!("types", types, references);
    table!("lemmas", lemmas, |row: &LemmaRow| with_references(row, lemma_variants(row)));
    table!("steps", steps, |row: &StepRow| {
        let mut variants = with_references(row, step_variants(row));
        premises(row, &mut variants, |r| match r {
            Reference::Step(s) => proof.steps.get(s.0 as usize).cloned(),
            _ => None,
        });
        variants
    });
    table!("nodes", nodes, |row: &NodeRow| {
        let mut variants = with_references(row, node_variants(row));
        premises(row, &mut variants, |r| match r {
            Reference::Node(n) => proof.nodes.get(n.0 as usize).cloned(),
            _ => None,
        });
        variants
    });
    derivations(&mut mutant, visit);
    for i in 0..proof.lemmas.len() {
        mutant.proof.lemmas.remove(i);
        visit(("lemmas", "row dropped"), i, &mutant);
        mutant.proof.lemmas.insert(i, proof.lemmas[i].clone());
    }
}

fn derivations(mutant: &mut Certificate, visit: &mut impl FnMut(Kind, usize, &Certificate)) {
    for i in 0..mutant.proof.derivations.len() {
        let Some(node) = mutant.proof.derivations[i] else { continue };
        let changed = [("no derivation", None), ("reference +1", Some(NodeRef(node.0 + 1)))];
        let before = node.0.checked_sub(1).map(|n| ("reference -1", Some(NodeRef(n))));
        for (way, new) in changed.into_iter().chain(before) {
            mutant.proof.derivations[i] = new;
            visit(("derivations", way), i, mutant);
        }
        mutant.proof.derivations[i] = Some(node);
        if i > 0 {
            mutant.proof.derivations.swap(i - 1, i);
            visit(("derivations", "exchanged"), i, mutant);
            mutant.proof.derivations.swap(i - 1, i);
        }
    }
}

pub(crate) type Variants<T> = Vec<(&'static str, T)>;

/// Every reference of a row, to the row after and to the row before.
pub(crate) fn references<T: References + Clone>(row: &T) -> Variants<T> {
    with_references(row, vec![])
}

pub(crate) fn with_references<T: References + Clone>(row: &T, mut variants: Variants<T>) -> Variants<T> {
    let mut count = 0;
    row.clone().references(&mut |_: Reference<'_>| count += 1);
    for chosen in 0..count {
        for (way, up) in [("reference +1", true), ("reference -1", false)] {
            let mut new = row.clone();
            let mut i = 0;
            new.references(&mut |r: Reference<'_>| {
                if i == chosen {
                    let n = number(r);
                    *n = if up { n.saturating_add(1) } else { n.saturating_sub(1) };
                }
                i += 1;
            });
            variants.push((way, new));
        }
    }
    variants
}

pub(crate) fn number(reference: Reference<'_>) -> &mut u32 {
    match reference {
        Reference::Sort(r) => &mut r.0,
        Reference::Expr(r) => &mut r.0,
        Reference::Type(r) => &mut r.0,
        Reference::Core(r) => &mut r.0,
        Reference::Fun(r) => &mut r.0,
        Reference::Global(r) => &mut r.0,
        Reference::Def(r) => &mut r.0,
        Reference::Axiom(r) => &mut r.0,
        Reference::Lemma(r) => &mut r.0,
        Reference::Node(r) => &mut r.0,
        Reference::Step(r) => &mut r.0,
        Reference::Datatype(r) | Reference::OpaqueSort(r) | Reference::Literal(r) => r,
    }
}

/// A row replaced by one of its premises: the step or rule itself is dropped.
pub(crate) fn premises<T: References + Clone>(
    row: &T,
    variants: &mut Variants<T>,
    lookup: impl Fn(Reference<'_>) -> Option<T>,
) {
    row.clone().references(&mut |r: Reference<'_>| {
        variants.extend(lookup(r).map(|premise| ("premise for conclusion", premise)));
    });
}

/// A list with one item left out, and with two neighbours exchanged.
fn lists<T: Clone, R>(list: &[T], make: impl Fn(Vec<T>) -> R, variants: &mut Variants<R>) {
    for i in 0..list.len() {
        let mut shorter = list.to_vec();
        shorter.remove(i);
        variants.push(("item dropped", make(shorter)));
        if i > 0 {
            let mut exchanged = list.to_vec();
            exchanged.swap(i - 1, i);
            variants.push(("items exchanged", make(exchanged)));
        }
    }
}

pub(crate) fn node_variants(row: &NodeRow) -> Variants<NodeRow> {
    use NodeRow::*;
    let mut v: Variants<NodeRow> =
        [TConst, TVarBase, TVarFun, TErr, TAppOp].into_iter().map(|rule| ("other rule", rule)).collect();
    match row.clone() {
        TConst | TVarBase | TVarFun | TErr | TAppOp => {}
        TLetE(a, b) => {
            v.push(("premises exchanged", TLetE(b, a)));
            v.push(("other rule", TLetV(a, b)));
            v.push(("other rule", TMerge(a, b)));
        }
        TLetV(a, b) => {
            v.push(("premises exchanged", TLetV(b, a)));
            v.push(("other rule", TLetE(a, b)));
        }
        TMerge(a, b) => {
            v.push(("premises exchanged", TMerge(b, a)));
            v.push(("other rule", TLetE(a, b)));
        }
        TApp { fun, evidence } => {
            v.push(("other rule", TAppFun { fun, args: vec![], evidence }));
            v.push(("trusted", TApp { fun, evidence: Evidence::Solver }));
        }
        TAppFun { fun, args, evidence } => {
            lists(&args, |args| TAppFun { fun, args, evidence: evidence.clone() }, &mut v);
            v.push(("other rule", TApp { fun, evidence }));
            v.push(("trusted", TAppFun { fun, args, evidence: Evidence::Solver }));
        }
        TMatch(branch, n) => {
            v.push(("number +1", TMatch(branch.saturating_add(1), n)));
            v.push(("number -1", TMatch(branch.saturating_sub(1), n)));
        }
        TGuard(_, n) => v.push(("other rule", TMerge(n, n))),
        TSub { target, from, evidence } => {
            v.push(("over/under", TEq { target, from, evidence }));
            v.push(("trusted", TSub { target, from, evidence: Evidence::Solver }));
        }
        TEq { target, from, evidence } => {
            v.push(("over/under", TSub { target, from, evidence }));
            v.push(("trusted", TEq { target, from, evidence: Evidence::Solver }));
        }
        TFun(claim, body) => v.push(("other rule", TFix { claim, measure: vec![], body })),
        TFix { claim, measure, body } => {
            v.push(("other rule", TFun(claim, body)));
            if let Some(&rank) = measure.first() {
                v.push(("other rule", TFixRank { claim, rank, body }));
            }
            lists(&measure, |measure| TFix { claim, measure, body }, &mut v);
        }
        TFixRank { claim, rank, body } => {
            v.push(("other rule", TFix { claim, measure: vec![rank], body }));
        }
        SubArr { target, from, .. } => {
            v.push(("trusted", SubArr { target, from, evidence: Evidence::Solver }));
        }
        TPolyType(n) => v.push(("other rule", TPolyPred(n, vec![]))),
        TPolyPred(n, preds) => {
            lists(&preds, |preds| TPolyPred(n, preds), &mut v);
            v.push(("other rule", TPolyType(n)));
        }
        other => v.extend(only_variants(other)),
    }
    v
}

/// Of the rules of what is produced only: also the counterpart of the other kind.
fn only_variants(row: NodeRow) -> Variants<NodeRow> {
    use NodeRow::*;
    let mut v = Vec::new();
    match row {
        ORet | OErr | OAppOp | OVarFun => {
            v.extend([ORet, OErr, OAppOp, OVarFun].map(|rule| ("other rule", rule)));
        }
        OLetE(a, b) => {
            v.push(("premises exchanged", OLetE(b, a)));
            v.push(("other kind", TLetE(a, b)));
            v.push(("other rule", OLetV(a, b)));
        }
        OLetV(a, b) => {
            v.push(("premises exchanged", OLetV(b, a)));
            v.push(("other kind", TLetV(a, b)));
        }
        OMatch(branches) => {
            lists(&branches, OMatch, &mut v);
            v.extend((0..).zip(&branches).map(|(i, n)| ("other kind", TMatch(i, *n))));
        }
        OGuard(psi, n) => v.push(("other kind", TGuard(psi, n))),
        OSub { target, from, evidence } => {
            v.push(("over/under", TSub { target, from, evidence }));
            v.push(("trusted", OSub { target, from, evidence: Evidence::Solver }));
        }
        OApp { fun, evidence } => {
            v.push(("other kind", TApp { fun, evidence }));
            v.push(("trusted", OApp { fun, evidence: Evidence::Solver }));
        }
        OAppFun { fun, args, evidence } => {
            lists(&args, |args| OAppFun { fun, args, evidence: evidence.clone() }, &mut v);
            v.push(("other rule", OApp { fun, evidence }));
            v.push(("trusted", OAppFun { fun, args, evidence: Evidence::Solver }));
        }
        OFun(claim, body) => {
            v.push(("other kind", TFun(claim, body)));
            v.push(("other rule", OFix(claim, body)));
        }
        OFix(claim, body) => {
            v.push(("other kind", TFix { claim, measure: vec![], body }));
            v.push(("other rule", OFun(claim, body)));
        }
        OSubArr { target, from, evidence } => {
            v.push(("over/under", SubArr { target, from, evidence }));
            v.push(("trusted", OSubArr { target, from, evidence: Evidence::Solver }));
        }
        TExactly(every, only) => {
            v.push(("premises exchanged", TExactly(only, every)));
            v.push(("one half", TExactly(every, every)));
            v.push(("one half", TExactly(only, only)));
        }
        _ => {}
    }
    v
}

pub(crate) fn lemma_variants(row: &LemmaRow) -> Variants<LemmaRow> {
    let at = |sort_params| LemmaRow { sort_params, ..row.clone() };
    vec![
        ("number +1", at(row.sort_params.saturating_add(1))),
        ("number -1", at(row.sort_params.saturating_sub(1))),
    ]
}

pub(crate) fn step_variants(row: &StepRow) -> Variants<StepRow> {
    use StepRow::*;
    let mut v = vec![("other step", Exact)];
    match row.clone() {
        Exact | Intro(_) | Witness(..) | Obtain(..) | Inst(..) | IffParts(..) | NotPush(..) => {}
        Split(l, r) => v.push(("premises exchanged", Split(r, l))),
        Left(n) => v.push(("other step", Right(n))),
        Right(n) => v.push(("other step", Left(n))),
        Absurd(n) => v.push(("other step", Intro(n))),
        OrElim(f, l, r) => v.push(("premises exchanged", OrElim(f, r, l))),
        Apply(f, p, n) => v.push(("premises exchanged", Apply(f, n, p))),
        Case(t, branches) => lists(&branches, |branches| Case(t, branches), &mut v),
        Cut(f, yes, no) => v.push(("premises exchanged", Cut(f, no, yes))),
        IteSplit(t, yes, no) => v.push(("premises exchanged", IteSplit(t, no, yes))),
        Unfold { term, as_ctor: Some(_), next } => {
            v.push(("item dropped", Unfold { term, as_ctor: None, next }));
        }
        UnfoldFact { fact, as_ctor: Some(_), next } => {
            v.push(("item dropped", UnfoldFact { fact, as_ctor: None, next }));
        }
        UnfoldGoal { as_ctor: Some(_), next } => {
            v.push(("item dropped", UnfoldGoal { as_ctor: None, next }));
        }
        Unfold { .. } | UnfoldFact { .. } | UnfoldGoal { .. } => {}
        Lemma(l, sorts, terms, next) => {
            lists(&terms, |terms| Lemma(l, sorts.clone(), terms, next), &mut v);
            lists(&sorts, |sorts| Lemma(l, sorts, terms.clone(), next), &mut v);
        }
        Axiom(a, sorts, terms, next) => {
            lists(&terms, |terms| Axiom(a, sorts.clone(), terms, next), &mut v);
            lists(&sorts, |sorts| Axiom(a, sorts, terms.clone(), next), &mut v);
        }
        Have(f, p, n) => v.push(("premises exchanged", Have(f, n, p))),
        Induct(motives, cases) => {
            lists(&cases, |cases| Induct(motives.clone(), cases), &mut v);
            lists(&motives, |motives| Induct(motives, cases.clone()), &mut v);
        }
        Leaf(facts, lines) => {
            lists(&facts, |facts| Leaf(facts, lines.clone()), &mut v);
            lists(&lines, |lines| Leaf(facts.clone(), lines), &mut v);
            for i in 0..lines.len() {
                for (way, line) in line_variants(&lines[i]) {
                    let mut new = lines.clone();
                    new[i] = line;
                    v.push((way, Leaf(facts.clone(), new)));
                }
            }
        }
    }
    v
}

fn line_variants(row: &LeafRow) -> Variants<LeafRow> {
    use LeafRow::*;
    let mut v = Vec::new();
    match row.clone() {
        Literal(i) => {
            v.push(("number +1", Literal(i.saturating_add(1))));
            v.push(("number -1", Literal(i.saturating_sub(1))));
        }
        Congruent(a, b) => v.push(("items exchanged", Congruent(b, a))),
        DivLow(d) => v.push(("other line", DivHigh(d))),
        DivHigh(d) => v.push(("other line", DivLow(d))),
        Combine(parts) => {
            lists(&parts, Combine, &mut v);
            for i in 0..parts.len() {
                let mut with = |way, c: u64, row: u32| {
                    let mut new = parts.clone();
                    new[i] = (c, row);
                    v.push((way, Combine(new)));
                };
                let (c, row) = parts[i];
                with("number +1", c.saturating_add(1), row);
                with("number -1", c.saturating_sub(1), row);
                with("number +1", c, row.saturating_add(1));
                with("number -1", c, row.saturating_sub(1));
            }
        }
        Equal(a, b, le, ge) => {
            v.push(("items exchanged", Equal(a, b, ge, le)));
            v.push(("items exchanged", Equal(b, a, le, ge)));
            v.push(("number +1", Equal(a, b, le.saturating_add(1), ge)));
            v.push(("number -1", Equal(a, b, le.saturating_sub(1), ge)));
            v.push(("number +1", Equal(a, b, le, ge.saturating_add(1))));
            v.push(("number -1", Equal(a, b, le, ge.saturating_sub(1))));
        }
    }
    v
}

pub(crate) fn expr_variants(row: &ExprRow) -> Variants<ExprRow> {
    use Expr::*;
    let mut v = Vec::new();
    let steps = |n: u32| [("number +1", n.saturating_add(1)), ("number -1", n.saturating_sub(1))];
    let powers = |k: i64| [("number +1", k.saturating_add(1)), ("number -1", k.saturating_sub(1))];
    match row.clone() {
        Bound(i, s) => v.extend(steps(i).map(|(w, i)| (w, Bound(i, s)))),
        Local(l, s) => v.extend(steps(l).map(|(w, l)| (w, Local(l, s)))),
        Nu(s) => v.push(("operator", Local(0, s))),
        Int(n) => v.extend(powers(n).map(|(w, n)| (w, Int(n)))),
        Literal(..) | PredVar(..) => {}
        Ctor(s, tag, args) => {
            v.extend(steps(tag).map(|(w, tag)| (w, Ctor(s, tag, args.clone()))));
            lists(&args, |args| Ctor(s, tag, args.into()), &mut v);
        }
        Fn(d, sorts, args) => lists(&args, |args| Fn(d, sorts.clone(), args.into()), &mut v),
        Bin(op, a, b) => v.extend(binary_variants(op, a, b)),
        Div(a, k) => {
            v.push(("operator", Mod(a, k)));
            v.extend(powers(k).map(|(w, k)| (w, Div(a, k))));
        }
        Mod(a, k) => {
            v.push(("operator", Div(a, k)));
            v.extend(powers(k).map(|(w, k)| (w, Mod(a, k))));
        }
        Ite(c, a, b) => v.push(("operands exchanged", Ite(c, b, a))),
        True => v.push(("operator", False)),
        False => v.push(("operator", True)),
        Not(a) => v.push(("operator", conjunction(a, a))),
        Quant(q, s, a) => v.push(("operator", Quant(opposite(q), s, a))),
    }
    v
}

fn binary_variants(op: Bin, a: ExprRef, b: ExprRef) -> Variants<ExprRow> {
    let other = match op {
        Bin::Add => Bin::Sub,
        Bin::Sub | Bin::Mul => Bin::Add,
        Bin::Eq | Bin::Lt => Bin::Le,
        Bin::Le => Bin::Lt,
        Bin::And => Bin::Or,
        Bin::Or => Bin::And,
        Bin::Imp => Bin::Iff,
        Bin::Iff => Bin::Imp,
    };
    let mut v = vec![("operator", ExprRow::Bin(other, a, b))];
    if !matches!(op, Bin::Add | Bin::Mul) {
        v.push(("operands exchanged", ExprRow::Bin(op, b, a)));
    }
    v
}

fn conjunction(a: ExprRef, b: ExprRef) -> ExprRow {
    ExprRow::Bin(Bin::And, a, b)
}

fn opposite(q: Quant) -> Quant {
    match q {
        Quant::Forall => Quant::Exists,
        Quant::Exists => Quant::Forall,
    }
}

/// Calls `visit` with each certificate that has the same proof and a changed statement: another
/// program, claim or theory. Names are left alone.
pub fn each_statement(certificate: &Certificate, visit: &mut impl FnMut(Kind, usize, &Certificate)) {
    let mut mutant = certificate.clone();
    let statement = &certificate.statement;
    macro_rules! table {
        ($name:literal, $table:ident, $variants:expr) => {
            for i in 0..statement.$table.len() {
                let original = &statement.$table[i];
                for (way, row) in $variants(original) {
                    if row != *original {
                        mutant.statement.$table[i] = row;
                        visit(($name, way), i, &mutant);
                    }
                }
                mutant.statement.$table[i] = original.clone();
            }
        };
    }
    table!("sorts", sorts, references);
    table!("datatypes", datatypes, references);
    table!("exprs", exprs, |row: &ExprRow| with_references(row, expr_variants(row)));
    table!("defs", defs, references);
    table!("axioms", axioms, references);
    table!("types", types, references);
    table!("cores", cores, |row: &CoreRow| with_references(row, core_variants(row)));
    table!("funs", funs, references);
    table!("globals", globals, references);
    use covenant_kernel::tables::Kind::{Every, Exactly, Only};
    for kind in [Every, Only, Exactly].into_iter().filter(|kind| *kind != statement.kind) {
        mutant.statement.kind = kind;
        visit(("statement", "other kind"), 0, &mutant);
    }
}

pub(crate) fn core_variants(row: &CoreRow) -> Variants<CoreRow> {
    use CoreRow::*;
    let mut v = Vec::new();
    match row.clone() {
        Ret(_) | Err(_) | LetV(..) => {}
        LetE(a, b) => v.push(("premises exchanged", LetE(b, a))),
        Op(prim) => match prim {
            Prim::IntGen => v.push(("operator", Op(Prim::NatGen))),
            Prim::NatGen => v.push(("operator", Op(Prim::IntGen))),
            Prim::IntRange(a, b) => v.extend([
                ("operator", Op(Prim::Div(a, b))),
                ("operands exchanged", Op(Prim::IntRange(b, a))),
                ("operator", Op(Prim::Eval(a))),
            ]),
            Prim::Div(a, b) => v.extend([
                ("operator", Op(Prim::Mod(a, b))),
                ("operands exchanged", Op(Prim::Div(b, a))),
                ("operator", Op(Prim::Eval(a))),
            ]),
            Prim::Mod(a, b) => v.extend([
                ("operator", Op(Prim::Div(a, b))),
                ("operands exchanged", Op(Prim::Mod(b, a))),
                ("operator", Op(Prim::Eval(a))),
            ]),
            Prim::Eval(e) => v.extend([
                ("operator", Ret(e)),
                ("operator", Op(Prim::IntRange(e, e))),
                ("operator", Op(Prim::Div(e, e))),
            ]),
            Prim::BoolGen | Prim::OpaqueGen(_) => {}
        },
        App(f, args) => lists(&args, |args| App(f, args), &mut v),
        Match(e, branches) => {
            lists(&branches, |branches| Match(e, branches), &mut v);
            for i in 0..branches.len() {
                for (way, tag) in [
                    ("number +1", branches[i].tag.saturating_add(1)),
                    ("number -1", branches[i].tag.saturating_sub(1)),
                ] {
                    let mut new = branches.clone();
                    new[i].tag = tag;
                    v.push((way, Match(e, new)));
                }
            }
        }
    }
    v
}
