//! The theorem of a reflected certificate in Rocq's own terms: Inductives, Fixpoints and quantifiers instead of the deep embedding.
//!
//! [`crate::reflect`] proves `claims_hold` of rows, which speaks about trees. Here the datatypes and definitions are written as in an
//! export; each datatype is embedded into values ([`datatypes`]), each definition is proved to mean what it means in every model of
//! the theory ([`definitions`]), and the claim follows ([`claim`]). What is recursive is proved by induction on the size of values, so
//! mutual and nested recursion need nothing special. The proofs use the tactics of `coq-export/verified/Bridge.v`, along the
//! syntax. Rocq checks all of it, so what is believed is the theorem's statement and `can_return`.
//!
//! An opaque sort is a type of which nothing is known, as in an export, and the theorem is about machines whose opaque sort has that
//! type's values. A function as a parameter is a closure of the machine, and what is asked of it is said in terms of what it returns.
//!
//! What is not bridged is said by name ([`ExportError::Unsupported`]): functions without a definition or a body, datatypes that
//! change their parameters inside another one's, and those with very many constructors (proofs of injectivity are quadratic in them).
//! Not chosen: a bridge for the program, which would be the denotation of `theories/`; the machine of `verified/` is the meaning of
//! programs here.

mod claim;
mod datatypes;
mod definitions;

use crate::data::components;
use crate::error::ExportError;
use crate::names::in_comment;
use crate::world::{Scheme, World, at, is_builtin};
use covenant_certificates::CertificateFile;
use covenant_kernel::arena::{Expr, Sort, SortId};
use covenant_kernel::tables::{BOOL, DefBody};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Datatypes with more constructors are not bridged.
const MOST_CONSTRUCTORS: usize = 24;

/// The name of the theorem, and the text that ends with it. It needs a module `deep_N` with the certificate's `statement` and
/// `claim_N`.
pub(crate) fn readable(file: &CertificateFile, number: usize) -> Result<(String, String), ExportError> {
    let world = World::load(file)?;
    supported(&world)?;
    let mut bridge = Bridge {
        statement: format!("deep_{number}.statement"),
        prefix: format!("claim_{number}"),
        known: "fail".to_owned(),
        has: "fail".to_owned(),
        steps: 0,
        in_section: !world.opaque.is_empty(),
        world,
    };
    let mut text = format!("(** ** {} *)\n", in_comment(file.claim_name()));
    text.push_str(&bridge.opaque_sorts());
    text.push_str(&bridge.world.datatypes()?);
    text.push_str(&bridge.world.definitions()?);
    text.push_str(&bridge.machine_of_section());
    for component in bridge.world.data_components() {
        text.push_str(&bridge.datatypes(&component)?);
    }
    let mut groups: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (row, d) in bridge.world.statement.defs.iter().zip(0u32..) {
        groups.entry(row.group).or_default().push(d);
    }
    for group in groups.into_values() {
        let callees = |d: u32| group.iter().copied().filter(|&o| bridge.world.calls(d, &[o])).collect();
        for together in components(&group, callees) {
            text.push_str(&bridge.definitions(&together)?);
        }
    }
    let (theorem, claim) = bridge.claim(number)?;
    text.push_str(&claim);
    if bridge.in_section {
        text.push_str("End opaque_sorts.\n");
    }
    Ok((theorem, text))
}

fn not_bridged(what: impl Into<String>) -> ExportError {
    ExportError::Unsupported(what.into())
}

/// Whether all of the statement can be bridged.
fn supported(world: &World<'_>) -> Result<(), ExportError> {
    if world.statement.globals.iter().any(|g| g.body.is_none()) {
        return Err(not_bridged("a function without a body"));
    }
    if world.statement.defs.iter().any(|row| matches!(row.body, DefBody::Opaque)) {
        return Err(not_bridged("a function without a definition"));
    }
    for component in world.data_components() {
        if component.iter().any(|&d| world.field_sorts(d).len() > MOST_CONSTRUCTORS) {
            return Err(not_bridged("a datatype with many constructors"));
        }
        if !is_uniform(world, &component) && is_nested(world, &component) {
            return Err(not_bridged("a datatype that changes its parameters inside another one's"));
        }
    }
    Ok(())
}

/// Whether the datatypes of a component occur in their fields with their own parameters only.
fn is_uniform(world: &World<'_>, component: &[u32]) -> bool {
    fn all_own(world: &World<'_>, component: &[u32], s: SortId) -> bool {
        let Sort::Data(e, args) = world.arena.sort(s) else { return true };
        if component.contains(e) {
            let own =
                |(i, a): (usize, &SortId)| matches!(world.arena.sort(*a), Sort::Abstract(j) if at(*j) == i);
            args.iter().enumerate().all(own)
        } else {
            args.iter().all(|&a| all_own(world, component, a))
        }
    }
    let mut fields = component.iter().flat_map(|&d| world.field_sorts(d)).flatten();
    !world.is_irregular(component) && fields.all(|s| all_own(world, component, s))
}

/// Whether one of them occurs among the parameters of a datatype in a field.
fn is_nested(world: &World<'_>, component: &[u32]) -> bool {
    let mut fields = component.iter().flat_map(|&d| world.field_sorts(d)).flatten();
    fields.any(|s| {
        let Sort::Data(_, args) = world.arena.sort(s) else { return false };
        let mut inside = BTreeSet::new();
        args.iter().for_each(|&a| world.sort_mentions(a, &mut inside));
        component.iter().any(|d| inside.contains(d))
    })
}

struct Bridge<'a> {
    world: World<'a>,
    /// The deep statement.
    statement: String,
    prefix: String,
    /// Names of the tactics that apply what is proved so far about definitions, and about datatypes.
    known: String,
    has: String,
    steps: usize,
    /// Whether there is a section, which fixes opaque sorts and the machine.
    in_section: bool,
}

impl Bridge<'_> {
    /// The start of a section with a type for each opaque sort.
    fn opaque_sorts(&self) -> String {
        if !self.in_section {
            return String::new();
        }
        let mut out = String::from(
            "(** Nothing is known about these sorts but that their values can be compared, and that a machine has them. *)\nSection opaque_sorts.\n",
        );
        for s in &self.world.opaque {
            let _ = writeln!(out, "Context ({s} : Set) ({s}_dec : EqDec {s}) ({s}_emb : Bridge.Emb {s}).");
        }
        for (name, _, s) in self.literals() {
            let _ = writeln!(out, "Context ({name} : {}).", self.world.sort(s));
        }
        out
    }

    /// A machine whose opaque sorts have the values of these types.
    fn machine_of_section(&self) -> String {
        if !self.in_section {
            return String::new();
        }
        let mut out = format!("Context (the_machine : Bridge.machine {}).\n", self.statement);
        for (i, s) in self.world.opaque.iter().enumerate() {
            let _ = writeln!(out, "Context ({s}_values : Bridge.has_values_of the_machine {i}%nat {s}_emb).");
        }
        for (name, row, s) in self.literals() {
            if let Sort::Opaque(i) = self.world.arena.sort(s) {
                let _ = writeln!(
                    out,
                    "Context ({name}_value : Expr.mL (Bridge.the_model the_machine) {row} {i} = Bridge.to {name})."
                );
            }
        }
        out
    }

    /// The literals that occur, with their numbers and sorts.
    fn literals(&self) -> Vec<(String, usize, SortId)> {
        let of = |row: usize| {
            self.world.loaded.exprs.iter().find_map(|&e| match self.world.arena.expr(e) {
                Expr::Literal(l, s) if at(*l) == row => Some(*s),
                _ => None,
            })
        };
        let names = self.world.literals.iter().enumerate();
        names.filter_map(|(row, name)| Some((name.clone(), row, of(row)?))).collect()
    }

    /// The deep datatypes and the model: what most lemmas are about.
    fn data_and_model(&self) -> String {
        format!("(Top.data {}) (Bridge.the_model the_machine)", self.statement)
    }

    /// The binder of the machine, where it is not the section's; and the same as an argument.
    fn machine_binder(&self) -> String {
        if self.in_section {
            String::new()
        } else {
            format!(" (the_machine : Bridge.machine {})", self.statement)
        }
    }

    fn machine_given(&self) -> &'static str {
        if self.in_section { "" } else { " the_machine" }
    }

    fn machine_hole(&self) -> &'static str {
        if self.in_section { "" } else { " _" }
    }

    /// `(A : Set) (A_emb : Bridge.Emb A)`.
    fn sort_binders(&self, with_dec: bool) -> String {
        let sorts = self.world.scheme.sorts.iter();
        sorts
            .map(|a| {
                let dec = if with_dec { format!(" ({a}_dec : EqDec {a})") } else { String::new() };
                format!(" ({a} : Set){dec} ({a}_emb : Bridge.Emb {a})")
            })
            .collect()
    }

    /// For each sort in scope a text, with `#` for its name.
    fn each_sort(&self, text: &str) -> String {
        self.world.scheme.sorts.iter().map(|a| text.replace('#', a)).collect()
    }

    /// A sort, deep: its parameters are variables.
    fn deep(&self, s: SortId) -> String {
        match self.world.arena.sort(s) {
            Sort::Int => "Val.SInt".to_owned(),
            Sort::Abstract(i) => format!("{}_sort", self.sort_name(*i)),
            Sort::Opaque(i) => format!("(Val.SOpq {i})"),
            Sort::Data(d, args) => {
                let args: Vec<String> = args.iter().map(|&a| self.deep(a)).collect();
                format!("(Val.SData {d} [{}])", args.join("; "))
            }
        }
    }

    fn sort_name(&self, i: u32) -> &str {
        self.world.scheme.sorts.get(at(i)).map_or("", String::as_str)
    }

    /// The function that takes what is of a sort to values. In the definition of the functions of some datatypes, those have their
    /// names alone.
    fn to(&self, s: SortId, defining: &[u32]) -> String {
        match self.world.arena.sort(s) {
            Sort::Int => "Val.VInt".to_owned(),
            Sort::Abstract(i) => format!("{}_to", self.sort_name(*i)),
            Sort::Opaque(i) => {
                let name = self.world.opaque.get(at(*i)).map_or("", String::as_str);
                format!("(@Bridge.to {name} {name}_emb)")
            }
            Sort::Data(d, _) if is_builtin(*d) => {
                if *d == BOOL {
                    "Bridge.bool_to".to_owned()
                } else {
                    "Bridge.unit_to".to_owned()
                }
            }
            Sort::Data(d, _) if defining.contains(d) => self.of_data(*d, "to"),
            Sort::Data(d, args) => {
                let mut given: String = args
                    .iter()
                    .map(|&a| format!(" {} {}", self.world.sort(a), self.to(a, defining)))
                    .collect();
                let lacking = self.world.lacking.get(d).copied().unwrap_or(0);
                given.push_str(&" unit Bridge.unit_to".repeat(at(lacking)));
                format!("({}{given})", self.of_data(*d, "to"))
            }
        }
    }

    /// The name of something about a datatype.
    fn of_data(&self, d: u32, what: &str) -> String {
        format!("{}_data_{d}_{what}", self.prefix)
    }

    /// A tactic that tries one more thing before what the one so far tries.
    fn extend(&mut self, so_far: &str, first: &str) -> (String, String) {
        self.steps = self.steps.saturating_add(1);
        let name = format!("{}_try_{}", self.prefix, self.steps);
        let text = format!("Ltac {name} := first [ {first} | {so_far} ].\n");
        (name, text)
    }

    /// Sort parameters of a datatype in scope.
    fn bind_params(&mut self, d: u32) {
        let sorts = self.world.sort_names(self.world.params_of(d), &[]);
        self.world.scheme = Scheme { sorts, preds: vec![] };
    }
}

/// Part `k` of a proof of `count` things.
fn part(k: usize, count: usize, proof: &str) -> String {
    let rest = (0..k).fold(proof.to_owned(), |proof, _| format!("(proj2 {proof})"));
    if k.saturating_add(1) == count { rest } else { format!("(proj1 {rest})") }
}

/// Several things to be shown one by one, each in braces.
fn all_of(proofs: &[String]) -> String {
    let Some(more) = proofs.len().checked_sub(1) else { return String::new() };
    let split = format!("{}_{}", "(conj _ ".repeat(more), ")".repeat(more));
    let proofs: String = proofs.iter().map(|proof| format!("  {{ {proof} }}\n")).collect();
    if more == 0 { proofs } else { format!("  refine {split}.\n{proofs}") }
}

/// `[x0 x1|y0]`: the names of what the constructors have.
fn cases_pattern(constructors: impl Iterator<Item = String>) -> String {
    format!("[{}]", constructors.collect::<Vec<_>>().join(" | "))
}
