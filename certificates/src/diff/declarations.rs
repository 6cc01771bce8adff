//! Spec, theory, program, lemmas, assumptions: everything that has a name.

use std::collections::{BTreeMap, BTreeSet};

use covenant_kernel::tables::*;
use serde::Serialize;

use super::{Fate, Hashed, Pair, by_name, joined};
use crate::content_hash::ContentHash;
use crate::references::{Reference, References};

/// The kind of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeclarationKind {
    /// A datatype.
    Datatype,
    /// A defined function or predicate, or a symbol that is only declared.
    Definition,
    /// An assumed formula.
    Axiom,
    /// A lemma; its proof, where the statement is the same.
    LemmaProof,
    /// A lemma; what it states.
    Lemma,
}

/// A declaration that came, went or changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeclarationChange {
    /// Its kind.
    pub kind: DeclarationKind,
    /// Its name.
    pub name: String,
    /// What happened to it.
    pub fate: Fate,
}

/// How the claim itself changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpecDiff {
    /// The claim says something else: the claimed type or a declaration that it uses changed.
    pub changed: bool,
    /// The claimed type (with its scheme) is written differently.
    pub claimed_type: bool,
    /// It is read otherwise: *every*, *only* or *exactly*.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Pair<&'static str>>,
    /// Declarations that the claimed type uses, directly or not, and that changed.
    pub through: Vec<DeclarationChange>,
}

/// A top-level function that came, went or changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GlobalChange {
    /// Its name.
    pub name: String,
    /// What happened to it.
    pub fate: Fate,
    /// The body is not the same.
    pub body: bool,
    /// The claimed type is not the same.
    pub claimed_type: bool,
    /// Its number before.
    pub old: Option<GlobalRef>,
    /// Its number now.
    pub new: Option<GlobalRef>,
}

/// The kind of an assumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AssumptionKind {
    /// An assumed formula that some evidence uses.
    Axiom,
    /// A symbol without a definition.
    Symbol,
    /// A library function with an assumed type that the program calls.
    Library,
}

/// Something taken on trust.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Assumption {
    /// Its kind.
    pub kind: AssumptionKind,
    /// Its name.
    pub name: String,
}

/// How the assumptions changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AssumptionsDiff {
    /// New ones.
    pub gained: Vec<Assumption>,
    /// Those that are gone.
    pub lost: Vec<Assumption>,
    /// Those that say something else now.
    pub changed: Vec<Assumption>,
}

impl AssumptionsDiff {
    /// More, or something else, is assumed.
    pub fn is_worse(&self) -> bool {
        !self.gained.is_empty() || !self.changed.is_empty()
    }
}

type Named<'a> = BTreeMap<(DeclarationKind, (&'a str, usize)), ContentHash>;

fn theory_of<'a>(side: &Hashed<'a>) -> Named<'a> {
    let hashes = &side.hashes;
    let statement = side.statement;
    let list = |kind: DeclarationKind, names: Vec<&'a str>, hashes: &[ContentHash]| {
        let named = by_name(names.into_iter().zip(hashes.iter().copied()));
        named.into_iter().map(move |(name, hash)| ((kind, name), hash))
    };
    let datatypes = statement.datatypes.iter().map(|d| d.name.as_str());
    let defs = statement.defs.iter().map(|d| d.name.as_str());
    let axioms = statement.axioms.iter().map(|a| a.name.as_str());
    list(DeclarationKind::Datatype, datatypes.collect(), &hashes.datatypes)
        .chain(list(DeclarationKind::Definition, defs.collect(), &hashes.defs))
        .chain(list(DeclarationKind::Axiom, axioms.collect(), &hashes.axioms))
        .collect()
}

fn changes(old: &Named<'_>, new: &Named<'_>) -> Vec<DeclarationChange> {
    let all = joined(old, new).into_iter();
    all.filter_map(|((kind, (name, _)), old, new)| {
        Some(DeclarationChange { kind, name: name.to_owned(), fate: Fate::of(old, new)? })
    })
    .collect()
}

pub(super) fn theory(old: &Hashed<'_>, new: &Hashed<'_>) -> Vec<DeclarationChange> {
    changes(&theory_of(old), &theory_of(new))
}

pub(super) fn spec(old: &Hashed<'_>, new: &Hashed<'_>) -> SpecDiff {
    let scheme = |side: &Hashed<'_>| {
        let claim = side.statement.claim.0 as usize;
        side.hashes.schemes.get(claim).copied()
    };
    let claimed_type = scheme(old) != scheme(new);
    // A declaration that only one claim uses is no change of that declaration: the claimed
    // type, or another declaration, mentions it only now.
    let (old_uses, new_uses) = (spec_uses(old), spec_uses(new));
    let (old_theory, new_theory) = (theory_of(old), theory_of(new));
    let used = |theory: Named<'_>| -> BTreeMap<(DeclarationKind, (String, usize)), ContentHash> {
        theory
            .into_iter()
            .map(|((kind, (name, count)), hash)| ((kind, (name.to_owned(), count)), hash))
            .filter(|(key, _)| old_uses.contains(key) && new_uses.contains(key))
            .collect()
    };
    let (old_theory, new_theory) = (used(old_theory), used(new_theory));
    let through: Vec<_> = joined(&old_theory, &new_theory)
        .into_iter()
        .filter_map(|((kind, (name, _)), old, new)| {
            Some(DeclarationChange { kind, name, fate: Fate::of(old, new)? })
        })
        .collect();
    let kinds = Pair { old: old.statement.kind, new: new.statement.kind };
    let kind = (kinds.old != kinds.new).then(|| Pair { old: kinds.old.word(), new: kinds.new.word() });
    SpecDiff { changed: claimed_type || kind.is_some() || !through.is_empty(), claimed_type, kind, through }
}

/// The datatypes and definitions that the claimed type uses, directly or not.
fn spec_uses(side: &Hashed<'_>) -> BTreeSet<(DeclarationKind, (String, usize))> {
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Item {
        Sort(u32),
        Expr(u32),
        Type(u32),
        Def(u32),
        Datatype(u32),
    }
    let statement = side.statement;
    let mut seen = BTreeSet::new();
    let mut stack = Vec::new();
    if let Some(global) = statement.globals.get(statement.claim.0 as usize) {
        stack.push(Item::Type(global.claim.0));
        let sorts = global.preds.iter().flatten();
        stack.extend(sorts.map(|sort| Item::Sort(sort.0)));
    }
    while let Some(item) = stack.pop() {
        if !seen.insert(item) {
            continue;
        }
        let mut visit = |reference: Reference<'_>| match reference {
            Reference::Sort(r) => stack.push(Item::Sort(r.0)),
            Reference::Expr(r) => stack.push(Item::Expr(r.0)),
            Reference::Type(r) => stack.push(Item::Type(r.0)),
            Reference::Def(r) => stack.push(Item::Def(r.0)),
            Reference::Datatype(r) => {
                // The built-in ones never change.
                stack.extend(r.checked_sub(FIRST_DATATYPE).map(Item::Datatype));
            }
            _ => {}
        };
        match item {
            Item::Sort(i) => statement.sorts[i as usize].clone().references(&mut visit),
            Item::Expr(i) => statement.exprs[i as usize].clone().references(&mut visit),
            Item::Type(i) => statement.types[i as usize].clone().references(&mut visit),
            Item::Def(i) => statement.defs[i as usize].clone().references(&mut visit),
            Item::Datatype(i) => statement.datatypes[i as usize].clone().references(&mut visit),
        }
    }
    let count = |names: &mut dyn Iterator<Item = &String>, name: &String| {
        names.filter(|other| *other == name).count()
    };
    seen.into_iter()
        .filter_map(|item| match item {
            Item::Def(i) => {
                let defs = &statement.defs;
                let name = &defs[i as usize].name;
                let mut before = defs.iter().take(i as usize).map(|d| &d.name);
                let key = (name.clone(), count(&mut before, name));
                Some((DeclarationKind::Definition, key))
            }
            Item::Datatype(i) => {
                let datatypes = &statement.datatypes;
                let name = &datatypes[i as usize].name;
                let mut before = datatypes.iter().take(i as usize).map(|d| &d.name);
                let key = (name.clone(), count(&mut before, name));
                Some((DeclarationKind::Datatype, key))
            }
            Item::Sort(_) | Item::Expr(_) | Item::Type(_) => None,
        })
        .collect()
}

pub(super) fn program(old: &Hashed<'_>, new: &Hashed<'_>) -> Vec<GlobalChange> {
    #[derive(PartialEq)]
    struct Global {
        scheme: ContentHash,
        body: Option<ContentHash>,
    }
    let globals = |side: &Hashed<'_>| -> BTreeMap<(String, usize), (u32, Global)> {
        let rows = (0..).zip(&side.statement.globals).map(|(i, row): (u32, _)| {
            let global = Global {
                scheme: side.hashes.schemes[i as usize],
                body: row.body.map(|fun| side.hashes.funs[fun.0 as usize]),
            };
            (row.name.as_str(), (i, global))
        });
        let named = by_name(rows).into_iter();
        named.map(|((name, count), global)| ((name.to_owned(), count), global)).collect()
    };
    let (olds, news) = (globals(old), globals(new));
    joined(&olds, &news)
        .into_iter()
        .filter_map(|((name, _), old, new)| {
            let fate = Fate::of(old.map(|(_, g)| g), new.map(|(_, g)| g))?;
            let part = |differs: fn(&Global, &Global) -> bool| match (old, new) {
                (Some((_, old)), Some((_, new))) => differs(old, new),
                _ => true,
            };
            Some(GlobalChange {
                name,
                fate,
                body: part(|old, new| old.body != new.body),
                claimed_type: part(|old, new| old.scheme != new.scheme),
                old: old.map(|(i, _)| GlobalRef(*i)),
                new: new.map(|(i, _)| GlobalRef(*i)),
            })
        })
        .collect()
}

pub(super) fn lemmas(old: &Hashed<'_>, new: &Hashed<'_>) -> Vec<DeclarationChange> {
    let lemmas = |side: &Hashed<'_>| -> BTreeMap<(String, usize), (ContentHash, ContentHash)> {
        let hashes = side.hashes.lemma_statements.iter().zip(&side.hashes.lemmas);
        let names = side.proof.lemmas.iter().map(|l| l.name.as_str());
        by_name(names.zip(hashes))
            .into_iter()
            .map(|((name, count), (statement, whole))| ((name.to_owned(), count), (*statement, *whole)))
            .collect()
    };
    let (olds, news) = (lemmas(old), lemmas(new));
    joined(&olds, &news)
        .into_iter()
        .filter_map(|((name, _), old, new)| {
            let same_statement = matches!((old, new), (Some(old), Some(new)) if old.0 == new.0);
            let kind = if same_statement { DeclarationKind::LemmaProof } else { DeclarationKind::Lemma };
            let fate = Fate::of(old, new)?;
            Some(DeclarationChange { kind, name, fate })
        })
        .collect()
}

/// An assumption by kind and name, and among those with the same name by number.
type AssumptionKey = (AssumptionKind, (String, usize));

fn assumptions_of(side: &Hashed<'_>) -> BTreeMap<AssumptionKey, ContentHash> {
    let (statement, proof, hashes) = (side.statement, side.proof, &side.hashes);
    let used_axioms: BTreeSet<u32> = proof
        .steps
        .iter()
        .filter_map(|step| match step {
            StepRow::Axiom(axiom, ..) => Some(axiom.0),
            _ => None,
        })
        .collect();
    let called: BTreeSet<u32> = statement
        .funs
        .iter()
        .filter_map(|fun| match fun {
            FunRow::Global(global, _) => Some(global.0),
            _ => None,
        })
        .collect();
    let axioms = statement.axioms.iter().zip(&hashes.axioms).map(|(a, hash)| (&a.name, *hash));
    let axioms = select(AssumptionKind::Axiom, axioms, |i| used_axioms.contains(&i));
    let defs = statement.defs.iter().zip(&hashes.defs).map(|(d, hash)| (&d.name, *hash));
    let symbols = select(AssumptionKind::Symbol, defs, |i| {
        let def = statement.defs.get(i as usize);
        def.is_some_and(|d| matches!(d.body, DefBody::Opaque))
    });
    let globals = statement.globals.iter().zip(&hashes.schemes).map(|(g, hash)| (&g.name, *hash));
    let libraries = select(AssumptionKind::Library, globals, |i| {
        let global = statement.globals.get(i as usize);
        global.is_some_and(|g| g.body.is_none()) && called.contains(&i)
    });
    axioms.into_iter().chain(symbols).chain(libraries).collect()
}

/// Those of the named rows whose number is wanted.
fn select<'a>(
    kind: AssumptionKind,
    rows: impl Iterator<Item = (&'a String, ContentHash)>,
    wanted: impl Fn(u32) -> bool,
) -> Vec<(AssumptionKey, ContentHash)> {
    let numbered = (0u32..).zip(rows);
    let named = by_name(numbered.map(|(i, (name, hash))| (name.as_str(), (i, hash))));
    let wanted = named.into_iter().filter(|(_, (i, _))| wanted(*i));
    wanted.map(|((name, count), (_, hash))| ((kind, (name.to_owned(), count)), hash)).collect()
}

pub(super) fn assumptions(old: &Hashed<'_>, new: &Hashed<'_>) -> AssumptionsDiff {
    let mut diff = AssumptionsDiff::default();
    let (olds, news) = (assumptions_of(old), assumptions_of(new));
    for ((kind, (name, _)), old, new) in joined(&olds, &news) {
        let assumption = Assumption { kind, name };
        match Fate::of(old, new) {
            Some(Fate::Added) => diff.gained.push(assumption),
            Some(Fate::Removed) => diff.lost.push(assumption),
            Some(Fate::Changed) => diff.changed.push(assumption),
            None => {}
        }
    }
    diff
}
