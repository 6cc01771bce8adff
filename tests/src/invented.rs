//! Random statements with random proofs: lemmas about integers and lists, and a claim about a generator. Half of the lemmas are
//! formulas made by the generator of well-typed terms ([`crate::stated`]).
//!
//! A proof mostly does what the form of its goal suggests, with values and alternatives that are drawn, and now and then something
//! else: so a good part of the statements is proved, another is nearly proved, and checkers can be compared on both.
//! What is drawn depends on the seed alone.

use crate::random::{self, Dice};
use crate::stated::{self, Stated};
use covenant_certificates::{CertificateFile, Meta, SolverLog, SourceMap};
use covenant_kernel::tables::*;

const INT: SortRef = SortRef(0);
const LIST: SortRef = SortRef(1);
const TRUTH: ExprRef = ExprRef(0);
/// `length`, and `positive`.
const LENGTH: DefRef = DefRef(0);
const POSITIVE: DefRef = DefRef(1);
/// Deeper evidence than this is cut off.
const DEEPEST: usize = 12;

/// A certificate of some lemmas and a claim.
pub fn certificate(dice: &mut Dice) -> CertificateFile {
    let mut made = Inventor::new(Dice::new(dice.number()));
    for _ in 0..made.dice.below(3) {
        let goal = made.statement();
        let proof = made.prove(goal, &mut vec![], 0);
        made.lemma(goal, proof);
    }
    let certificate = made.claim();
    CertificateFile {
        meta: Meta { producer: "invented".into(), kernel: "0.1.0".into() },
        certificate,
        log: SolverLog::default(),
        source: SourceMap::default(),
    }
}

struct Inventor {
    dice: Dice,
    exprs: Vec<ExprRow>,
    steps: Vec<StepRow>,
    lemmas: Vec<LemmaRow>,
    defs: Vec<DefRow>,
    /// Sorts of the variables that the evidence at hand has introduced.
    ghosts: Vec<SortRef>,
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl Inventor {
    fn new(dice: Dice) -> Inventor {
        let (exprs, steps, lemmas, defs, ghosts) = (vec![ExprRow::True], vec![], vec![], vec![], vec![]);
        let mut made = Inventor { dice, exprs, steps, lemmas, defs, ghosts };
        let (zero, one) = (made.expr(ExprRow::Int(0)), made.expr(ExprRow::Int(1)));
        let tail = made.expr(ExprRow::Local(2, LIST));
        let rest = made.expr(ExprRow::Fn(LENGTH, [].into(), [tail].into()));
        let more = made.bin(Bin::Add, rest, one);
        let x = made.expr(ExprRow::Local(0, INT));
        let positive = made.bin(Bin::Lt, zero, x);
        made.defs = vec![
            DefRow {
                name: "length".into(),
                sort_params: 0,
                params: vec![LIST],
                result: Some(INT),
                decidable: true,
                group: 0,
                body: DefBody::Cases { on: 0, cases: vec![zero, more] },
            },
            DefRow {
                name: "positive".into(),
                sort_params: 0,
                params: vec![INT],
                result: None,
                decidable: made.dice.one_in(2),
                group: 1,
                body: DefBody::Direct(positive),
            },
        ];
        made
    }

    fn expr(&mut self, row: ExprRow) -> ExprRef {
        let found = self.exprs.iter().position(|r| *r == row);
        ExprRef(number(found.unwrap_or_else(|| {
            self.exprs.push(row);
            self.exprs.len() - 1
        })))
    }

    fn bin(&mut self, op: Bin, a: ExprRef, b: ExprRef) -> ExprRef {
        self.expr(ExprRow::Bin(op, a, b))
    }

    fn step(&mut self, row: StepRow) -> StepRef {
        self.steps.push(row);
        StepRef(number(self.steps.len() - 1))
    }

    fn row(&self, e: ExprRef) -> ExprRow {
        self.exprs.get(e.0 as usize).cloned().unwrap_or(ExprRow::False)
    }

    fn lemma(&mut self, statement: ExprRef, proof: StepRef) {
        let name = format!("l{}", self.lemmas.len());
        self.lemmas.push(LemmaRow { name, sort_params: 0, statement, proof });
    }

    // ---- formulas

    /// A term below binders of these sorts, the innermost last.
    fn term(&mut self, sort: SortRef, scope: &[SortRef], depth: usize) -> ExprRef {
        let sorts = scope.iter().rev().zip(0..);
        let mut variables: Vec<ExprRow> =
            sorts.filter(|(s, _)| **s == sort).map(|(s, i)| ExprRow::Bound(i, *s)).collect();
        let ghosts = self.ghosts.iter().zip(0u32..).filter(|(s, _)| **s == sort);
        variables.extend(ghosts.map(|(s, i)| ExprRow::Local(GHOST + i, *s)));
        if !variables.is_empty() && (depth == 0 || !self.dice.one_in(3)) {
            let chosen = self.dice.below(variables.len());
            return self.expr(variables.swap_remove(chosen));
        }
        if sort == LIST {
            if depth == 0 || self.dice.one_in(2) {
                return self.expr(ExprRow::Ctor(LIST, 0, [].into()));
            }
            let (head, tail) = (self.term(INT, scope, depth - 1), self.term(LIST, scope, depth - 1));
            return self.expr(ExprRow::Ctor(LIST, 1, [head, tail].into()));
        }
        let small = i64::from(self.dice.row(4)) - 1;
        if depth == 0 {
            return self.expr(ExprRow::Int(small));
        }
        match self.dice.below(6) {
            0 => {
                let list = self.term(LIST, scope, depth - 1);
                self.expr(ExprRow::Fn(LENGTH, [].into(), [list].into()))
            }
            1 => {
                let a = self.term(INT, scope, depth - 1);
                self.expr(if small > 1 { ExprRow::Div(a, small) } else { ExprRow::Mod(a, 2) })
            }
            2 | 3 => {
                let op = self.dice.pick(&[Bin::Add, Bin::Sub, Bin::Mul]).unwrap_or(Bin::Add);
                let (a, b) = (self.term(INT, scope, depth - 1), self.term(INT, scope, depth - 1));
                self.bin(op, a, b)
            }
            _ => self.expr(ExprRow::Int(small)),
        }
    }

    fn atom(&mut self, scope: &[SortRef]) -> ExprRef {
        let sort = if self.dice.one_in(4) { LIST } else { INT };
        let (a, b) = (self.term(sort, scope, 1), self.term(sort, scope, 1));
        match self.dice.below(5) {
            0 | 1 if sort == INT => {
                let op = self.dice.pick(&[Bin::Le, Bin::Lt]).unwrap_or(Bin::Le);
                self.bin(op, a, b)
            }
            2 if sort == INT => self.expr(ExprRow::Fn(POSITIVE, [].into(), [a].into())),
            _ => self.bin(Bin::Eq, a, b),
        }
    }

    fn formula(&mut self, scope: &mut Vec<SortRef>, depth: usize) -> ExprRef {
        if depth == 0 {
            return self.atom(scope);
        }
        match self.dice.below(9) {
            0..=2 => {
                let sort = if self.dice.one_in(3) { LIST } else { INT };
                let quant = if self.dice.one_in(3) { Quant::Exists } else { Quant::Forall };
                scope.push(sort);
                let body = self.formula(scope, depth - 1);
                scope.pop();
                self.expr(ExprRow::Quant(quant, sort, body))
            }
            3..=6 => {
                let ops = [Bin::Imp, Bin::Imp, Bin::And, Bin::Or, Bin::Iff];
                let op = self.dice.pick(&ops).unwrap_or(Bin::Imp);
                let a = self.formula(scope, depth - 1);
                // What is implied by itself, or by something near, has a proof.
                let b = if self.dice.one_in(2) { a } else { self.formula(scope, depth - 1) };
                self.bin(op, a, b)
            }
            7 => {
                let a = self.formula(scope, depth - 1);
                self.expr(ExprRow::Not(a))
            }
            _ => self.atom(scope),
        }
    }

    /// A formula that is drawn here, or one of those that use what they quantify.
    fn statement(&mut self) -> ExprRef {
        if self.dice.one_in(2) {
            return self.formula(&mut vec![], 4);
        }
        let size = 4 + self.dice.below(16);
        let stated = stated::formula(&mut self.dice, size);
        let formula = self.stated(&stated);
        // What is implied by itself has a proof.
        if self.dice.one_in(2) { self.bin(Bin::Imp, formula, formula) } else { formula }
    }

    fn stated(&mut self, stated: &Stated) -> ExprRef {
        let sort = |list: bool| if list { LIST } else { INT };
        let row = match stated {
            Stated::Quant(quant, list, body) => ExprRow::Quant(*quant, sort(*list), self.stated(body)),
            Stated::Bin(op, a, b) => ExprRow::Bin(*op, self.stated(a), self.stated(b)),
            Stated::Not(a) => ExprRow::Not(self.stated(a)),
            Stated::Positive(a) => ExprRow::Fn(POSITIVE, [].into(), [self.stated(a)].into()),
            Stated::Length(a) => ExprRow::Fn(LENGTH, [].into(), [self.stated(a)].into()),
            Stated::Int(number) => ExprRow::Int(*number),
            Stated::Nil => ExprRow::Ctor(LIST, 0, [].into()),
            Stated::Cons(head, tail) => ExprRow::Ctor(LIST, 1, [self.stated(head), self.stated(tail)].into()),
            Stated::Bound(at, list) => ExprRow::Bound(*at, sort(*list)),
        };
        self.expr(row)
    }

    /// The expression with a term, which has no loose variables, for bound variable `at`.
    fn instantiate(&mut self, e: ExprRef, at: u32, by: ExprRef) -> ExprRef {
        match self.row(e) {
            ExprRow::Bound(i, _) if i == at => by,
            ExprRow::Bound(i, s) if i > at => self.expr(ExprRow::Bound(i - 1, s)),
            ExprRow::Quant(q, s, a) => {
                let a = self.instantiate(a, at + 1, by);
                self.expr(ExprRow::Quant(q, s, a))
            }
            ExprRow::Bin(op, a, b) => {
                let (a, b) = (self.instantiate(a, at, by), self.instantiate(b, at, by));
                self.bin(op, a, b)
            }
            ExprRow::Not(a) => {
                let a = self.instantiate(a, at, by);
                self.expr(ExprRow::Not(a))
            }
            ExprRow::Div(a, k) => {
                let a = self.instantiate(a, at, by);
                self.expr(ExprRow::Div(a, k))
            }
            ExprRow::Mod(a, k) => {
                let a = self.instantiate(a, at, by);
                self.expr(ExprRow::Mod(a, k))
            }
            ExprRow::Ctor(s, tag, args) => {
                let args: Vec<_> = args.iter().map(|&a| self.instantiate(a, at, by)).collect();
                self.expr(ExprRow::Ctor(s, tag, args.into()))
            }
            ExprRow::Fn(d, sorts, args) => {
                let args: Vec<_> = args.iter().map(|&a| self.instantiate(a, at, by)).collect();
                self.expr(ExprRow::Fn(d, sorts, args.into()))
            }
            _ => e,
        }
    }

    // ---- evidence

    fn prove(&mut self, goal: ExprRef, facts: &mut Vec<ExprRef>, depth: usize) -> StepRef {
        if depth > DEEPEST {
            return self.step(StepRow::Exact);
        }
        if self.dice.one_in(40) && !self.steps.is_empty() {
            let (steps, exprs) = (self.steps.len(), self.exprs.len());
            let made_up = random::step(steps, exprs, self.lemmas.len(), &mut self.dice);
            return self.step(made_up);
        }
        if facts.contains(&goal) && !self.dice.one_in(4) {
            return self.step(StepRow::Exact);
        }
        match self.row(goal) {
            ExprRow::Quant(Quant::Forall, sort, body) => {
                let ghost = self.ghost(sort);
                let body = self.instantiate(body, 0, ghost);
                let next = self.prove(body, facts, depth + 1);
                self.ghosts.pop();
                self.step(StepRow::Intro(next))
            }
            ExprRow::Bin(Bin::Imp, p, q) => self.under(p, q, facts, depth, StepRow::Intro),
            ExprRow::Not(p) if self.dice.one_in(2) => {
                let absurd = self.expr(ExprRow::False);
                self.under(p, absurd, facts, depth, StepRow::Intro)
            }
            ExprRow::Bin(Bin::And, p, q) => {
                let (a, b) = (self.prove(p, facts, depth + 1), self.prove(q, facts, depth + 1));
                self.step(StepRow::Split(a, b))
            }
            ExprRow::Bin(Bin::Iff, p, q) => {
                let (there, back) = (self.bin(Bin::Imp, p, q), self.bin(Bin::Imp, q, p));
                let (a, b) = (self.prove(there, facts, depth + 1), self.prove(back, facts, depth + 1));
                self.step(StepRow::Split(a, b))
            }
            ExprRow::Bin(Bin::Or, p, q) => {
                let left = self.dice.one_in(2);
                let next = self.prove(if left { p } else { q }, facts, depth + 1);
                self.step(if left { StepRow::Left(next) } else { StepRow::Right(next) })
            }
            ExprRow::Quant(Quant::Exists, sort, body) => {
                let witness = self.term(sort, &[], 1);
                let body = self.instantiate(body, 0, witness);
                let next = self.prove(body, facts, depth + 1);
                self.step(StepRow::Witness(witness, next))
            }
            _ => self.use_facts(goal, facts, depth),
        }
    }

    fn ghost(&mut self, sort: SortRef) -> ExprRef {
        let ghost = self.expr(ExprRow::Local(GHOST + number(self.ghosts.len()), sort));
        self.ghosts.push(sort);
        ghost
    }

    /// Proves a goal with one more fact.
    fn under(
        &mut self,
        fact: ExprRef,
        goal: ExprRef,
        facts: &mut Vec<ExprRef>,
        depth: usize,
        step: impl Fn(StepRef) -> StepRow,
    ) -> StepRef {
        let before = facts.len();
        self.add(fact, facts);
        let next = self.prove(goal, facts, depth + 1);
        facts.truncate(before);
        self.step(step(next))
    }

    fn add(&mut self, fact: ExprRef, facts: &mut Vec<ExprRef>) {
        facts.push(fact);
        if let ExprRow::Bin(Bin::And, a, b) = self.row(fact) {
            self.add(a, facts);
            self.add(b, facts);
        }
    }

    /// Takes a fact apart, distinguishes cases, or ends in a leaf.
    fn use_facts(&mut self, goal: ExprRef, facts: &mut Vec<ExprRef>, depth: usize) -> StepRef {
        if let Some(fact) = self.dice.pick(facts).filter(|_| !self.dice.clone().one_in(2)) {
            match self.row(fact) {
                ExprRow::Bin(Bin::Or, p, q) => {
                    let before = facts.len();
                    self.add(p, facts);
                    let a = self.prove(goal, facts, depth + 1);
                    facts.truncate(before);
                    self.add(q, facts);
                    let b = self.prove(goal, facts, depth + 1);
                    facts.truncate(before);
                    return self.step(StepRow::OrElim(fact, a, b));
                }
                ExprRow::Bin(Bin::Imp, p, q) => {
                    let a = self.prove(p, facts, depth + 1);
                    return self.under(q, goal, facts, depth, |b| StepRow::Apply(fact, a, b));
                }
                ExprRow::Quant(Quant::Forall, sort, body) => {
                    let at = self.term(sort, &[], 1);
                    let instance = self.instantiate(body, 0, at);
                    return self.under(instance, goal, facts, depth, |next| StepRow::Inst(fact, at, next));
                }
                ExprRow::Quant(Quant::Exists, sort, body) => {
                    let ghost = self.ghost(sort);
                    let instance = self.instantiate(body, 0, ghost);
                    let step = self.under(instance, goal, facts, depth, |next| StepRow::Obtain(fact, next));
                    self.ghosts.pop();
                    return step;
                }
                ExprRow::Fn(POSITIVE, ..) => {
                    let ExprRow::Fn(_, _, args) = self.row(fact) else { return self.step(StepRow::Exact) };
                    let zero = self.expr(ExprRow::Int(0));
                    let body = args.first().map_or(TRUTH, |&x| self.bin(Bin::Lt, zero, x));
                    let unfolded = |next| StepRow::UnfoldFact { fact, as_ctor: None, next };
                    return self.under(body, goal, facts, depth, unfolded);
                }
                _ => {}
            }
        }
        if self.dice.one_in(6) {
            let split = self.atom(&[]);
            let no = self.expr(ExprRow::Not(split));
            let before = facts.len();
            facts.push(split);
            let a = self.prove(goal, facts, depth + 4);
            facts.truncate(before);
            facts.push(no);
            let b = self.prove(goal, facts, depth + 4);
            facts.truncate(before);
            return self.step(StepRow::Cut(split, a, b));
        }
        let literal = |row: &ExprRow| {
            matches!(row, ExprRow::Bin(Bin::Eq | Bin::Le | Bin::Lt, ..) | ExprRow::Fn(..) | ExprRow::Not(_))
        };
        let listed: Vec<ExprRef> = facts.iter().copied().filter(|&f| literal(&self.row(f))).collect();
        let lines = self.lines(goal, &listed);
        self.step(StepRow::Leaf(listed, lines))
    }

    /// All inequalities, added up; or anything.
    fn lines(&mut self, goal: ExprRef, facts: &[ExprRef]) -> Vec<LeafRow> {
        if self.dice.one_in(3) {
            return vec![];
        }
        if self.dice.one_in(4) {
            let exprs = self.exprs.len();
            return (0..self.dice.below(4)).map(|_| random::line(exprs, &mut self.dice)).collect();
        }
        let order = |row: &ExprRow| matches!(row, ExprRow::Bin(Bin::Le | Bin::Lt, ..));
        // The negated goal follows the facts.
        let all = facts.iter().chain([&goal]).zip(0u32..);
        let mut lines: Vec<LeafRow> =
            all.filter(|(f, _)| order(&self.row(**f))).map(|(_, i)| LeafRow::Literal(i)).collect();
        let parts: Vec<(u64, u32)> = (0..number(lines.len())).map(|i| (1, i)).collect();
        if parts.len() > 1 {
            lines.push(LeafRow::Combine(parts));
        }
        lines
    }

    // ---- the claim

    /// `fun () -> prim ()` covers a formula about integers, or stays within one.
    fn claim(mut self) -> Certificate {
        let (zero, nu) = (self.expr(ExprRow::Int(0)), self.expr(ExprRow::Nu(INT)));
        let (prim, known) = match self.dice.below(3) {
            0 => (Prim::NatGen, self.bin(Bin::Le, zero, nu)),
            1 => {
                let two = self.expr(ExprRow::Int(2));
                let (low, high) = (self.bin(Bin::Le, zero, nu), self.bin(Bin::Le, nu, two));
                (Prim::IntRange(zero, two), self.bin(Bin::And, low, high))
            }
            _ => (Prim::IntGen, TRUTH),
        };
        let about = self.formula(&mut vec![INT], 2);
        let target = self.instantiate(about, 0, nu);
        let ghost = self.ghost(INT);
        let shown = self.nu_at(known, ghost);
        let covered = self.instantiate(about, 0, ghost);
        let mut facts = vec![];
        let only = self.dice.one_in(3);
        let (given, wanted) = if only { (shown, covered) } else { (covered, shown) };
        self.add(given, &mut facts);
        let inner = self.prove(wanted, &mut facts, 0);
        let (given, by) = (self.step(StepRow::Intro(inner)), self.steps.len());
        self.steps.push(StepRow::Intro(given));
        let simple = FunTypeRow { params: vec![], requires: TRUTH, result: INT, ensures: TRUTH };
        let stated = FunTypeRow { ensures: target, ..simple.clone() };
        let list = [SortRow::Int, SortRow::Data(FIRST_DATATYPE, [].into())];
        let ctors = vec![
            CtorRow { name: "[]".into(), fields: vec![] },
            CtorRow { name: "::".into(), fields: vec![INT, LIST] },
        ];
        let global = GlobalRow {
            name: "g".into(),
            sort_params: 0,
            preds: vec![],
            claim: TypeRef(0),
            body: Some(FunRef(0)),
        };
        let evidence = Evidence::Checked(StepRef(number(by)));
        let (from, body) = (NodeRef(0), NodeRef(1));
        let nodes = if only {
            let within = NodeRow::OSub { target, from, evidence };
            vec![NodeRow::OAppOp, within, NodeRow::OFun(TypeRef(0), body)]
        } else {
            vec![NodeRow::TAppOp, NodeRow::TSub { target, from, evidence }, NodeRow::TFun(TypeRef(0), body)]
        };
        Certificate {
            statement: Statement {
                kind: if only { Kind::Only } else { Kind::Every },
                opaque_sorts: vec![],
                literals: vec![],
                sorts: list.into(),
                datatypes: vec![DatatypeRow { name: "list".into(), params: 0, ctors }],
                exprs: self.exprs,
                defs: self.defs,
                axioms: vec![],
                types: vec![stated, simple],
                cores: vec![CoreRow::Op(prim)],
                funs: vec![FunRow::Lam(TypeRef(1), CoreRef(0))],
                globals: vec![global],
                claim: GlobalRef(0),
            },
            proof: Proof {
                sorts: vec![],
                exprs: vec![],
                types: vec![],
                lemmas: self.lemmas,
                steps: self.steps,
                nodes,
                derivations: vec![Some(NodeRef(2))],
            },
        }
    }

    /// What is known of the value, of a term.
    fn nu_at(&mut self, e: ExprRef, by: ExprRef) -> ExprRef {
        match self.row(e) {
            ExprRow::Nu(_) => by,
            ExprRow::Bin(op, a, b) => {
                let (a, b) = (self.nu_at(a, by), self.nu_at(b, by));
                self.bin(op, a, b)
            }
            _ => e,
        }
    }
}
