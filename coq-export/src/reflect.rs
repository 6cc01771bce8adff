//! Certificates as one Rocq file whose proofs are computations: the rows as data, and for each certificate the
//! theorem that its claim holds, by running the verified checker inside Rocq.
//!
//! A row here is a constructor of `coq-export/verified/Rows.v`, one to one with the kernel's tables. The theorem is about
//! the deep embedding: the statement that `load` makes of the rows. `bridge` adds a theorem in Rocq's own terms. An export
//! (`statement`) costs a proof script per certificate, where this costs one `vm_compute`.

use crate::bridge::readable;
use crate::error::ExportError;
use crate::statement::Exported;
use covenant_certificates::CertificateFile;
use covenant_certificates::shown::shown_line;
use covenant_kernel::check::{Assumption, Verdict, check_observed};
use covenant_kernel::tables::*;
use std::collections::BTreeSet;
use std::fmt::Write;

/// What was written about a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// Nothing: the kernel does not accept it.
    Nothing,
    /// The theorem about the deep embedding; and why there is none in plain terms, unless none was asked for.
    Deep(Option<String>),
    /// The theorem about the deep embedding, which rests on these assumptions.
    Modulo(Vec<String>),
    /// The theorem about the deep embedding, and one in plain terms, under this name.
    Plain(String),
}

/// What is to be written about a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Nothing.
    Nothing,
    /// The theorem about the deep embedding.
    Deep,
    /// That one, and one in plain terms.
    Plain,
}

/// The same of all certificates: [`Wanted::Plain`] or [`Wanted::Deep`].
#[must_use]
pub fn reflect(files: &[&CertificateFile], plain: bool) -> (Exported, Vec<Written>) {
    reflect_as(files, |_| if plain { Wanted::Plain } else { Wanted::Deep })
}

/// Writes certificates as one file, with the theorem `claim_i` for certificate `i`, if the kernel accepts it; and with a theorem in
/// plain terms, if that is wanted and can be written. The last command asks what all of them together assume.
#[must_use]
pub fn reflect_as(files: &[&CertificateFile], wanted: impl Fn(usize) -> Wanted) -> (Exported, Vec<Written>) {
    let (mut text, mut used) = (String::new(), BTreeSet::new());
    let (mut written, mut claims) = (Vec::with_capacity(files.len()), Vec::new());
    let plain = (0..files.len()).any(|i| wanted(i) == Wanted::Plain);
    for (i, file) in files.iter().enumerate() {
        let assumed = match (wanted(i), check_observed(&file.certificate, &mut ())) {
            (Wanted::Nothing, _) | (_, Verdict::Reject { .. } | Verdict::Declined(_)) => {
                written.push(Written::Nothing);
                continue;
            }
            (_, Verdict::Valid) => Vec::new(),
            (_, Verdict::ValidModulo(assumed)) => assumed,
        };
        let in_plain_terms = wanted(i) == Wanted::Plain && assumed.is_empty();
        let bridged = match in_plain_terms.then(|| readable(file, i)) {
            _ if !assumed.is_empty() => {
                let statement = &file.certificate.statement;
                Err(Written::Modulo(assumed.iter().map(|a| in_words(statement, *a)).collect()))
            }
            Some(Ok(bridged)) => Ok(bridged),
            Some(Err(ExportError::Unsupported(what))) => Err(Written::Deep(Some(format!(
                "there is {what}; `covenant replay --script` writes its theorem in other terms of Rocq"
            )))),
            Some(Err(error)) => Err(Written::Deep(Some(error.to_string()))),
            None => Err(Written::Deep(None)),
        };
        let imports = if plain { IMPORTS } else { "" };
        text.push_str(&deep(file, i, &assumed, imports, bridged.is_ok(), &mut used));
        claims.push(format!("deep_{i}.claim_{i}"));
        written.push(match bridged {
            Ok((theorem, bridge)) => {
                let _ = write!(text, "Module plain_{i}.\n{bridge}End plain_{i}.\n");
                claims.push(format!("plain_{i}.{theorem}"));
                Written::Plain(format!("plain_{i}.{theorem}"))
            }
            Err(without) => without,
        });
    }
    let all = if claims.is_empty() { "I".to_owned() } else { format!("({})", claims.join(", ")) };
    let _ = writeln!(text, "\nDefinition {EVERY} := {all}.\nPrint Assumptions {EVERY}.");
    // An import takes as long as a small certificate. With theorems in plain terms, whose names may be any, the rows have one each.
    let text = if plain {
        format!(
            "{TITLE}From Verified Require Import Base.\nFrom Verified Require Bridge.\n{}{text}",
            named(&used)
        )
    } else {
        format!("{TITLE}From Verified Require Rows.\n{}{IMPORTS}{text}", named(&used))
    };
    (Exported { text, conditions: Vec::new(), theorem: EVERY.to_owned(), effectful: None }, written)
}

/// An assumption, for people.
fn in_words(statement: &Statement, assumption: Assumption) -> String {
    let name = |name: Option<&str>| shown_line(name.unwrap_or_default()).to_string();
    let index = |i: u32| usize::try_from(i).unwrap_or(usize::MAX);
    match assumption {
        Assumption::Axiom(i) => {
            format!("axiom {}", name(statement.axioms.get(index(i)).map(|row| &*row.name)))
        }
        Assumption::Symbol(i) => {
            format!("symbol {}", name(statement.defs.get(index(i)).map(|row| &*row.name)))
        }
        Assumption::Library(i) => {
            format!("library {}", name(statement.globals.get(index(i)).map(|row| &*row.name)))
        }
        Assumption::CrossChecked(n) => format!("condition {n}, by two solvers' word"),
        Assumption::Solver(n) => format!("condition {n}, by a solver's word"),
    }
}

const TITLE: &str = "(* Written by covenant. Each theorem says that the claim of a certificate holds, by running the checker\n   of the library Verified, which is proved. *)\n";

/// What rows are written with.
const IMPORTS: &str = "Import Verified.Rows Numbers.\n";

/// Names for numbers.
fn named(used: &BTreeSet<u64>) -> String {
    let mut text = String::from(
        "(* The numbers of rows. *)\nModule Numbers.\nImport Verified.Rows.\nLocal Open Scope N_scope.\n",
    );
    for number in used {
        let _ = writeln!(text, "Definition n{number} : N := {number}.");
    }
    text.push_str("End Numbers.\n");
    text
}

/// Rows with names for their numbers. Rocq computes what a numeral stands for, and looks a name up, which takes a fraction of the
/// time. Integers of a program, written `(z)%Z`, stay.
fn with_names(rows: &str, used: &mut BTreeSet<u64>) -> String {
    let mut text = String::with_capacity(rows.len() * 5 / 4);
    let mut rest = rows;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(start);
        let length = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
        let (number, after) = number.split_at(length);
        text.push_str(before);
        match number.parse() {
            Ok(value) if !after.starts_with(")%Z") => {
                used.insert(value);
                text.push('n');
            }
            _ => {}
        }
        text.push_str(number);
        rest = after;
    }
    text.push_str(rest);
    text
}

/// The module `deep_i`: the rows, the theorem, and, for the bridge, the statement that is made of them.
fn deep(
    file: &CertificateFile,
    i: usize,
    assumed: &[Assumption],
    imports: &str,
    with_statement: bool,
    used: &mut BTreeSet<u64>,
) -> String {
    // A comment of Rocq ends where it says so, and strings in it must end too.
    let plain = |c: char| if c.is_ascii_alphanumeric() || "_.' ".contains(c) { c } else { '?' };
    let name: String = shown_line(file.claim_name()).chars().map(plain).collect();
    let rows = with_names(&rows(&file.certificate), used);
    let axioms = assumed.iter().filter_map(|a| if let Assumption::Axiom(i) = a { Some(*i) } else { None });
    let conditions = assumed.iter().filter_map(|a| match a {
        Assumption::CrossChecked(n) | Assumption::Solver(n) => Some(*n),
        _ => None,
    });
    let (axioms, conditions): (Vec<u32>, Vec<u32>) = (axioms.collect(), conditions.collect());
    let (claim, proof) = if axioms.is_empty() && conditions.is_empty() {
        (format!("claims_hold certificate_{i}"), "valid_holds")
    } else {
        let lists = format!("{}%nat {}%nat", numbers(&axioms), numbers(&conditions));
        (format!("claims_hold_modulo certificate_{i} {lists}"), "valid_modulo_holds")
    };
    let statement = if with_statement {
        format!(
            "Definition statement := Eval vm_compute in Bridge.statement_of certificate_{i}.\nLemma claim_{i}_statement : Bridge.statement_of certificate_{i} = statement.\nProof. vm_cast_no_check (eq_refl statement). Qed.\n"
        )
    } else {
        String::new()
    };
    format!(
        "\n(* {name} *)\nModule deep_{i}.\n{imports}Definition certificate_{i} : rows :=\n{rows}.\nTheorem claim_{i} : {claim}.\nProof. apply {proof}. vm_cast_no_check (eq_refl true). Qed.\n{statement}End deep_{i}.\n"
    )
}

/// All theorems of a file.
const EVERY: &str = "every_claim";

/// What a declaration of the file is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The certificate with this number.
    Certificate(usize),
    /// Its theorem in plain terms.
    Plain(usize),
}

impl Refused {
    /// The certificate.
    #[must_use]
    pub fn number(self) -> usize {
        match self {
            Refused::Certificate(i) | Refused::Plain(i) => i,
        }
    }
}

/// What a declaration of the file is about, by its name.
#[must_use]
pub fn refused(declaration: &str) -> Option<Refused> {
    let number = |text: &str| text.parse().ok();
    if let Some(i) = declaration.strip_prefix("certificate_") {
        return number(i).map(Refused::Certificate);
    }
    let rest = declaration.strip_prefix("claim_")?;
    match rest.split_once('_') {
        None => number(rest).map(Refused::Certificate),
        Some((i, _)) => number(i).map(Refused::Plain),
    }
}

fn numbers(list: &[u32]) -> String {
    format!("[{}]", list.iter().map(u32::to_string).collect::<Vec<_>>().join("; "))
}

fn list<T>(items: &[T], text: impl Fn(&T) -> String) -> String {
    format!("[{}]", items.iter().map(text).collect::<Vec<_>>().join("; "))
}

fn optional<T>(item: Option<&T>, text: impl Fn(&T) -> String) -> String {
    item.map_or("None".to_owned(), |item| format!("(Some {})", text(item)))
}

/// A reference, or another number.
macro_rules! n {
    ($number:expr) => {
        $number.to_string()
    };
}

/// A constructor with its arguments, which are text already.
macro_rules! row {
    ($name:literal) => { $name.to_owned() };
    ($name:literal, $($part:expr),+) => { format!(concat!("(", $name, "{})"), [$(format!(" {}", $part)),+].concat()) };
}

/// A list of references.
macro_rules! refs {
    ($list:expr) => {
        list(&$list[..], |r| r.0.to_string())
    };
}

fn rows(certificate: &Certificate) -> String {
    let Certificate { statement: s, proof: p } = certificate;
    [
        format!("Rows {} {} {}", s.opaque_sorts.len(), s.literals.len(), list(&s.sorts, sort)),
        list(&s.datatypes, |d| row!("DatatypeR", d.params, list(&d.ctors, |c| refs!(c.fields)))),
        list(&s.exprs, expr),
        list(&s.defs, def),
        list(&s.axioms, |a| row!("AxiomR", a.sort_params, a.statement.0)),
        list(&s.types, function_type),
        list(&s.cores, core),
        list(&s.funs, fun),
        list(&s.globals, |g| {
            row!(
                "GlobalR",
                g.sort_params,
                list(&g.preds, |p| refs!(p)),
                g.claim.0,
                optional(g.body.as_ref(), |b| n!(b.0))
            )
        }),
        n!(s.claim.0),
        format!("{:?}", s.kind),
        list(&p.sorts, sort),
        list(&p.exprs, expr),
        list(&p.types, function_type),
        list(&p.nodes, node),
        list(&p.derivations, |d| optional(d.as_ref(), |d| n!(d.0))),
        list(&p.lemmas, |l| row!("LemmaRow", l.sort_params, l.statement.0, l.proof.0)),
        list(&p.steps, step),
    ]
    .join("\n")
}

fn integer(z: impl std::fmt::Display) -> String {
    format!("({z})%Z")
}

fn sort(row: &SortRow) -> String {
    match row {
        Sort::Int => row!("IntR"),
        Sort::Data(d, args) => row!("DataR", d, refs!(args)),
        Sort::Abstract(i) => row!("AbstractR", i),
        Sort::Opaque(i) => row!("OpaqueR", i),
    }
}

fn expr(row: &ExprRow) -> String {
    match row {
        Expr::Bound(i, s) => row!("BoundR", i, s.0),
        Expr::Local(l, s) => row!("LocalR", l, s.0),
        Expr::Nu(s) => row!("NuR", s.0),
        Expr::Int(z) => row!("IntegerR", integer(z)),
        Expr::Literal(l, s) => row!("LiteralR", l, s.0),
        Expr::Ctor(s, tag, args) => row!("CtorR", s.0, tag, refs!(args)),
        Expr::Fn(d, sorts, args) => row!("FnR", d.0, refs!(sorts), refs!(args)),
        Expr::PredVar(p, args) => row!("PredVarR", p, refs!(args)),
        Expr::Bin(op, a, b) => row!("BinR", format!("{op:?}"), a.0, b.0),
        Expr::Div(a, k) => row!("DivR", a.0, integer(k)),
        Expr::Mod(a, k) => row!("ModR", a.0, integer(k)),
        Expr::Ite(c, a, b) => row!("IteR", c.0, a.0, b.0),
        Expr::True => row!("TrueR"),
        Expr::False => row!("FalseR"),
        Expr::Not(a) => row!("NotR", a.0),
        Expr::Quant(q, s, a) => row!("QuantR", if *q == Quant::Forall { "All" } else { "Ex" }, s.0, a.0),
    }
}

fn def(row: &DefRow) -> String {
    let body = match &row.body {
        DefBody::Direct(e) => row!("DirectR", e.0),
        DefBody::Cases { on, cases } => row!("CasesR", on, refs!(cases)),
        DefBody::Opaque => row!("OpaqueBodyR"),
    };
    let result = optional(row.result.as_ref(), |r| n!(r.0));
    row!("DefR", row.sort_params, refs!(row.params), result, row.decidable, row.group, body)
}

fn function_type(row: &FunTypeRow) -> String {
    let params = list(&row.params, |p| match p {
        ParamRow::Base(s, q) => row!("BaseR", s.0, q.0),
        ParamRow::Fun(t) => row!("FunR", t.0),
    });
    row!("TypeR", params, row.requires.0, row.result.0, row.ensures.0)
}

fn fun(row: &FunRow) -> String {
    match row {
        FunRow::Var(l) => row!("VarR", l),
        FunRow::Global(g, sorts) => row!("GlobalFunR", g.0, refs!(sorts)),
        FunRow::Lam(t, c) => row!("LamR", t.0, c.0),
        FunRow::Fix(t, c) => row!("FixR", t.0, c.0),
    }
}

fn core(row: &CoreRow) -> String {
    match row {
        CoreRow::Ret(e) => row!("RetR", e.0),
        CoreRow::Err(s) => row!("ErrR", s.0),
        CoreRow::LetE(a, b) => row!("LetER", a.0, b.0),
        CoreRow::LetV(f, e) => row!("LetVR", f.0, e.0),
        CoreRow::Op(p) => row!(
            "OpR",
            match p {
                Prim::IntGen => row!("IntGenR"),
                Prim::BoolGen => row!("BoolGenR"),
                Prim::NatGen => row!("NatGenR"),
                Prim::IntRange(a, b) => row!("IntRangeR", a.0, b.0),
                Prim::OpaqueGen(s) => row!("OpaqueGenR", s.0),
                Prim::Div(a, b) => row!("DivOfR", a.0, b.0),
                Prim::Mod(a, b) => row!("ModOfR", a.0, b.0),
                Prim::Eval(e) => row!("EvalR", e.0),
            }
        ),
        CoreRow::App(f, args) => row!(
            "AppR",
            f.0,
            list(args, |a| match a {
                ArgRow::Base(e) => row!("BaseArgR", e.0),
                ArgRow::Fun(f) => row!("FunArgR", f.0),
            })
        ),
        CoreRow::Match(e, branches) => {
            row!("MatchR", e.0, list(branches, |b| format!("({}, {})", b.tag, b.body.0)))
        }
    }
}

fn evidence(by: &Evidence) -> String {
    match by {
        Evidence::Checked(s) => row!("CheckedR", s.0),
        Evidence::CrossChecked => row!("CrossCheckedR"),
        Evidence::Solver => row!("SolverR"),
    }
}

fn node(row: &NodeRow) -> String {
    match row {
        NodeRow::TConst => row!("TConstR"),
        NodeRow::TVarBase => row!("TVarBaseR"),
        NodeRow::TVarFun => row!("TVarFunR"),
        NodeRow::TErr => row!("TErrR"),
        NodeRow::TLetE(a, b) => row!("TLetER", a.0, b.0),
        NodeRow::TLetV(a, b) => row!("TLetVR", a.0, b.0),
        NodeRow::TAppOp => row!("TAppOpR"),
        NodeRow::TApp { fun, evidence: by } => row!("TAppR", fun.0, evidence(by)),
        NodeRow::TAppFun { fun, args, evidence: by } => row!("TAppFunR", fun.0, refs!(args), evidence(by)),
        NodeRow::TMatch(i, n) => row!("TMatchR", i, n.0),
        NodeRow::TMerge(a, b) => row!("TMergeR", a.0, b.0),
        NodeRow::TGuard(e, n) => row!("TGuardR", e.0, n.0),
        NodeRow::TSub { target, from, evidence: by } => row!("TSubR", target.0, from.0, evidence(by)),
        NodeRow::TEq { target, from, evidence: by } => row!("TEqR", target.0, from.0, evidence(by)),
        NodeRow::TFun(t, n) => row!("TFunR", t.0, n.0),
        NodeRow::TFix { claim, measure, body } => row!("TFixR", claim.0, refs!(measure), body.0),
        NodeRow::TFixRank { claim, rank, body } => row!("TFixRankR", claim.0, rank.0, body.0),
        NodeRow::SubArr { target, from, evidence: by } => row!("SubArrR", target.0, from.0, evidence(by)),
        NodeRow::TPolyType(n) => row!("TPolyTypeR", n.0),
        NodeRow::TPolyPred(n, preds) => row!("TPolyPredR", n.0, refs!(preds)),
        NodeRow::ORet => row!("ORetR"),
        NodeRow::OErr => row!("OErrR"),
        NodeRow::OAppOp => row!("OAppOpR"),
        NodeRow::OLetE(a, b) => row!("OLetER", a.0, b.0),
        NodeRow::OLetV(a, b) => row!("OLetVR", a.0, b.0),
        NodeRow::OMatch(nodes) => row!("OMatchR", refs!(nodes)),
        NodeRow::OGuard(e, n) => row!("OGuardR", e.0, n.0),
        NodeRow::OSub { target, from, evidence: by } => row!("OSubR", target.0, from.0, evidence(by)),
        NodeRow::OApp { fun, evidence: by } => row!("OAppR", fun.0, evidence(by)),
        NodeRow::OAppFun { fun, args, evidence: by } => row!("OAppFunR", fun.0, refs!(args), evidence(by)),
        NodeRow::OVarFun => row!("OVarFunR"),
        NodeRow::OFun(t, n) => row!("OFunR", t.0, n.0),
        NodeRow::OFix(t, n) => row!("OFixR", t.0, n.0),
        NodeRow::OSubArr { target, from, evidence: by } => row!("OSubArrR", target.0, from.0, evidence(by)),
        NodeRow::TExactly(a, b) => row!("TExactlyR", a.0, b.0),
    }
}

fn step(row: &StepRow) -> String {
    let as_ctor = |c: &Option<ExprRef>| optional(c.as_ref(), |c| n!(c.0));
    match row {
        StepRow::Intro(n) => row!("IntroR", n.0),
        StepRow::Split(a, b) => row!("SplitR", a.0, b.0),
        StepRow::Left(n) => row!("LeftR", n.0),
        StepRow::Right(n) => row!("RightR", n.0),
        StepRow::Witness(t, n) => row!("WitnessR", t.0, n.0),
        StepRow::Exact => row!("ExactR"),
        StepRow::Absurd(n) => row!("AbsurdR", n.0),
        StepRow::OrElim(f, a, b) => row!("OrElimR", f.0, a.0, b.0),
        StepRow::Obtain(f, n) => row!("ObtainR", f.0, n.0),
        StepRow::Inst(f, t, n) => row!("InstR", f.0, t.0, n.0),
        StepRow::Apply(f, a, b) => row!("ApplyR", f.0, a.0, b.0),
        StepRow::IffParts(f, n) => row!("IffPartsR", f.0, n.0),
        StepRow::NotPush(f, n) => row!("NotPushR", f.0, n.0),
        StepRow::Case(t, steps) => row!("CaseR", t.0, refs!(steps)),
        StepRow::Cut(f, a, b) => row!("CutR", f.0, a.0, b.0),
        StepRow::IteSplit(t, a, b) => row!("IteSplitR", t.0, a.0, b.0),
        StepRow::Unfold { term, as_ctor: c, next } => row!("UnfoldR", term.0, as_ctor(c), next.0),
        StepRow::UnfoldFact { fact, as_ctor: c, next } => row!("UnfoldFactR", fact.0, as_ctor(c), next.0),
        StepRow::UnfoldGoal { as_ctor: c, next } => row!("UnfoldGoalR", as_ctor(c), next.0),
        StepRow::Lemma(l, sorts, terms, n) => row!("LemmaR", l.0, refs!(sorts), refs!(terms), n.0),
        StepRow::Axiom(a, sorts, terms, n) => row!("AxiomStepR", a.0, refs!(sorts), refs!(terms), n.0),
        StepRow::Have(f, a, b) => row!("HaveR", f.0, a.0, b.0),
        StepRow::Induct(motives, steps) => {
            row!("InductR", list(motives, |m| format!("({}, {})", m.sort.0, m.formula.0)), refs!(steps))
        }
        StepRow::Leaf(facts, lines) => row!("LeafR", refs!(facts), list(lines, line)),
    }
}

fn line(row: &LeafRow) -> String {
    match row {
        LeafRow::Literal(i) => row!("LiteralL", i),
        LeafRow::Congruent(a, b) => row!("CongruentL", a.0, b.0),
        LeafRow::DivLow(d) => row!("DivLowL", d.0),
        LeafRow::DivHigh(d) => row!("DivHighL", d.0),
        LeafRow::Combine(parts) => row!("CombineL", list(parts, |(k, i)| format!("({}, {i})", integer(k)))),
        LeafRow::Equal(a, b, i, j) => row!("EqualL", a.0, b.0, i, j),
    }
}
