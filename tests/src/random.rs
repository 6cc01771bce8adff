//! Random changes of certificates: single ones as in [`crate::mutants`], references to anywhere, and rows of evidence and
//! rules that are made up.
//!
//! [`crate::mutants`] lists every single change; here changes are drawn, so that a run can be as long as wanted and can make
//! several at once. What is drawn depends on the seed alone.

use crate::mutants::{self, Kind, Variants};
use covenant_certificates::references::{Reference, References};
use covenant_kernel::tables::Kind::{Every, Exactly, Only};
use covenant_kernel::tables::{self, *};

/// A sequence of numbers that a seed determines (SplitMix64).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// From a seed.
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 if there is none.
    pub fn below(&mut self, n: usize) -> usize {
        let n = u64::try_from(n.max(1)).unwrap_or(u64::MAX);
        usize::try_from(self.number() % n).unwrap_or(0)
    }

    /// The same, of a row.
    pub fn row(&mut self, n: usize) -> u32 {
        u32::try_from(self.below(n)).unwrap_or(0)
    }

    /// Whether one of `n` equally likely things happened.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of several.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        of.get(self.below(of.len())).copied()
    }
}

/// Makes a change somewhere in the certificate; `None` if the place that was drawn allows none.
pub fn change(certificate: &mut Certificate, dice: &mut Dice) -> Option<Kind> {
    let exprs = certificate.statement.exprs.len() + certificate.proof.exprs.len();
    let lemmas = certificate.proof.lemmas.len();
    let Certificate { statement, proof } = certificate;
    // Tables of the proof and of the statement; derivations and steps have most of what is judged.
    match dice.below(20) {
        0..=4 => {
            let rows = proof.steps.clone();
            at(&mut proof.steps, "steps", dice, |row, i, dice| {
                let mut variants = mutants::with_references(row, mutants::step_variants(row));
                mutants::premises(row, &mut variants, |r| match r {
                    Reference::Step(s) => rows.get(s.0 as usize).cloned(),
                    _ => None,
                });
                variants.push(("made up", step(i, exprs, lemmas, dice)));
                variants
            })
        }
        5..=8 => {
            let rows = proof.nodes.clone();
            let (steps, kind) = (proof.steps.len(), statement.kind);
            at(&mut proof.nodes, "nodes", dice, |row, i, dice| {
                let mut variants = mutants::with_references(row, mutants::node_variants(row));
                mutants::premises(row, &mut variants, |r| match r {
                    Reference::Node(n) => rows.get(n.0 as usize).cloned(),
                    _ => None,
                });
                variants.push(("made up", node(i, exprs, steps, kind, dice)));
                variants
            })
        }
        9 => at(&mut proof.lemmas, "lemmas", dice, |row, _, _| {
            mutants::with_references(row, mutants::lemma_variants(row))
        }),
        10 => at(&mut proof.sorts, "proof sorts", dice, |row, _, _| mutants::references(row)),
        11 | 12 => at(&mut proof.exprs, "proof exprs", dice, |row, _, _| {
            mutants::with_references(row, mutants::expr_variants(row))
        }),
        13 => at(&mut proof.types, "proof types", dice, |row, _, _| mutants::references(row)),
        14 | 15 => at(&mut statement.exprs, "exprs", dice, |row, _, _| {
            mutants::with_references(row, mutants::expr_variants(row))
        }),
        16 => at(&mut statement.defs, "defs", dice, |row, _, _| mutants::references(row)),
        17 => at(&mut statement.types, "types", dice, |row, _, _| mutants::references(row)),
        18 => at(&mut statement.cores, "cores", dice, |row, _, _| {
            mutants::with_references(row, mutants::core_variants(row))
        }),
        _ => match dice.below(6) {
            5 => {
                let other = dice.pick(&[Every, Only, Exactly]).filter(|kind| *kind != statement.kind)?;
                statement.kind = other;
                Some(("statement", "other kind"))
            }
            0 => at(&mut statement.sorts, "sorts", dice, |row, _, _| mutants::references(row)),
            1 => at(&mut statement.datatypes, "datatypes", dice, |row, _, _| mutants::references(row)),
            2 => at(&mut statement.axioms, "axioms", dice, |row, _, _| mutants::references(row)),
            3 => at(&mut statement.funs, "funs", dice, |row, _, _| mutants::references(row)),
            _ => at(&mut statement.globals, "globals", dice, |row, _, _| mutants::references(row)),
        },
    }
}

/// Changes a row of a table to one of its variants, or one of its references to any row.
fn at<T: References + Clone + PartialEq>(
    table: &mut [T],
    name: &'static str,
    dice: &mut Dice,
    variants: impl FnOnce(&T, usize, &mut Dice) -> Variants<T>,
) -> Option<Kind> {
    let (i, rows) = (dice.below(table.len()), table.len());
    let row = table.get(i)?;
    let mut variants = variants(row, i, dice);
    let mut elsewhere = row.clone();
    let (mut count, mut n) = (0, 0);
    row.clone().references(&mut |_: Reference<'_>| count += 1);
    let (chosen, to) = (dice.below(count), dice.row(rows.max(i)));
    elsewhere.references(&mut |r: Reference<'_>| {
        if n == chosen {
            *mutants::number(r) = to;
        }
        n += 1;
    });
    variants.push(("reference elsewhere", elsewhere));
    let chosen = dice.below(variants.len());
    let (way, new) = variants.into_iter().nth(chosen)?;
    if new == *row {
        return None;
    }
    *table.get_mut(i)? = new;
    Some((name, way))
}

/// Any step about any expressions, with earlier steps for what remains.
pub(crate) fn step(i: usize, exprs: usize, lemmas: usize, dice: &mut Dice) -> StepRow {
    let (s1, s2) = (StepRef(dice.row(i)), StepRef(dice.row(i)));
    let (e1, e2) = (ExprRef(dice.row(exprs)), ExprRef(dice.row(exprs)));
    let as_ctor = if dice.one_in(2) { None } else { Some(e2) };
    match dice.below(23) {
        0 => StepRow::Intro(s1),
        1 => StepRow::Split(s1, s2),
        2 => StepRow::Left(s1),
        3 => StepRow::Right(s1),
        4 => StepRow::Witness(e1, s1),
        5 => StepRow::Exact,
        6 => StepRow::Absurd(s1),
        7 => StepRow::OrElim(e1, s1, s2),
        8 => StepRow::Obtain(e1, s1),
        9 => StepRow::Inst(e1, e2, s1),
        10 => StepRow::Apply(e1, s1, s2),
        11 => StepRow::IffParts(e1, s1),
        12 => StepRow::NotPush(e1, s1),
        13 => StepRow::Case(e1, (0..dice.below(4)).map(|_| StepRef(dice.row(i))).collect()),
        14 => StepRow::Cut(e1, s1, s2),
        15 => StepRow::IteSplit(e1, s1, s2),
        16 => StepRow::Unfold { term: e1, as_ctor, next: s1 },
        17 => StepRow::UnfoldFact { fact: e1, as_ctor, next: s1 },
        18 => StepRow::UnfoldGoal { as_ctor, next: s1 },
        19 => StepRow::Have(e1, s1, s2),
        20 if lemmas > 0 => StepRow::Lemma(LemmaRef(dice.row(lemmas)), vec![], vec![e1], s1),
        _ => {
            let facts = (0..dice.below(4)).map(|_| ExprRef(dice.row(exprs))).collect();
            StepRow::Leaf(facts, (0..dice.below(4)).map(|_| line(exprs, dice)).collect())
        }
    }
}

/// Any line of a leaf.
pub(crate) fn line(exprs: usize, dice: &mut Dice) -> LeafRow {
    let (e1, e2) = (ExprRef(dice.row(exprs)), ExprRef(dice.row(exprs)));
    match dice.below(6) {
        0 | 1 => LeafRow::Literal(dice.row(4)),
        2 => LeafRow::Congruent(e1, e2),
        3 => {
            let part = |dice: &mut Dice| (1 + dice.number() % 3, dice.row(4));
            LeafRow::Combine((0..1 + dice.below(3)).map(|_| part(dice)).collect())
        }
        4 => LeafRow::Equal(e1, e2, dice.row(3), dice.row(3)),
        _ if dice.one_in(2) => LeafRow::DivLow(e1),
        _ => LeafRow::DivHigh(e1),
    }
}

/// Any rule, with earlier nodes for its premises.
fn node(i: usize, exprs: usize, steps: usize, read: tables::Kind, dice: &mut Dice) -> NodeRow {
    let (a, b) = (NodeRef(dice.row(i)), NodeRef(dice.row(i)));
    let e = ExprRef(dice.row(exprs));
    let evidence = match dice.below(4) {
        0 => Evidence::Solver,
        1 => Evidence::CrossChecked,
        _ => Evidence::Checked(StepRef(dice.row(steps))),
    };
    // No file whose claims say *every* has a row of the other rules.
    match dice.below(if read == Every { 12 } else { 26 }) {
        12 => NodeRow::ORet,
        13 => NodeRow::OErr,
        14 => NodeRow::OAppOp,
        15 => NodeRow::OLetE(a, b),
        16 => NodeRow::OMatch((0..dice.below(4)).map(|_| NodeRef(dice.row(i))).collect()),
        17 => NodeRow::OGuard(e, a),
        18 | 19 => NodeRow::OSub { target: e, from: a, evidence },
        20 => NodeRow::OApp { fun: a, evidence },
        21 => NodeRow::OAppFun { fun: a, args: vec![b], evidence },
        22 => NodeRow::OVarFun,
        23 => NodeRow::OLetV(a, b),
        24 => NodeRow::TPolyType(a),
        25 => NodeRow::TExactly(a, b),
        0 => NodeRow::TConst,
        1 => NodeRow::TVarBase,
        2 => NodeRow::TErr,
        3 => NodeRow::TLetE(a, b),
        4 => NodeRow::TAppOp,
        5 => NodeRow::TApp { fun: a, evidence },
        6 => NodeRow::TMatch(dice.row(3), a),
        7 => NodeRow::TMerge(a, b),
        8 => NodeRow::TGuard(e, a),
        9 => NodeRow::TEq { target: e, from: a, evidence },
        10 => NodeRow::TVarFun,
        _ => NodeRow::TSub { target: e, from: a, evidence },
    }
}
