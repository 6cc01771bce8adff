//! The theorem of a reflected certificate in Rocq's own terms: Inductives, Fixpoints and quantifiers instead of the deep embedding.
//!
//! [`crate::reflect`] proves `claims_hold` of rows, which speaks about trees. Here the datatypes and definitions are written as in an
//! export; each datatype is embedded into values, each definition is proved to mean what it means in every model of the theory, by
//! induction on what it analyses, and the claim follows. The proofs use the tactics of `coq-export/verified/Bridge.v`, along the
//! syntax. Rocq checks all of it, so what is believed is the theorem's statement and `can_return`.
//!
//! What is not bridged is said by name ([`ExportError::Unsupported`]): functions as parameters, predicate variables, opaque sorts and
//! functions, datatypes or definitions that are mutually recursive, nested or change their parameters, and those with very many
//! constructors (proofs of injectivity are quadratic in them). Not chosen: a bridge for the program, which would be the denotation of
//! `theories/`; the machine of `verified/` is the meaning of programs here.

use crate::error::ExportError;
use crate::formula::Vars;
use crate::names::in_comment;
use crate::world::{Scheme, World, at, get};
use covenant_certificates::CertificateFile;
use covenant_kernel::arena::{Sort, SortId, TRUTH};
use covenant_kernel::tables::{DefBody, DefRef};
use covenant_kernel::types::Param;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Datatypes with more constructors are not bridged.
const MOST_CONSTRUCTORS: usize = 24;

/// The name of the theorem, and the text that ends with it. It needs a module `deep_N` with the certificate's `statement` and
/// `claim_N`.
pub(crate) fn readable(file: &CertificateFile, number: usize) -> Result<(String, String), ExportError> {
    let mut world = World::load(file)?;
    supported(&world)?;
    let mut text = format!("(** ** {} *)\n", in_comment(file.claim_name()));
    text.push_str(&world.datatypes()?);
    text.push_str(&world.definitions()?);
    let mut bridge = Bridge {
        data: format!("(Top.data deep_{number}.statement)"),
        defs: format!("(Top.s_defs deep_{number}.statement)"),
        prefix: format!("claim_{number}"),
        known: "fail".to_owned(),
        has: "fail".to_owned(),
        steps: 0,
        world,
    };
    for component in bridge.world.data_components() {
        for d in component {
            text.push_str(&bridge.datatype(d)?);
        }
    }
    let mut groups: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (row, d) in bridge.world.statement.defs.iter().zip(0u32..) {
        groups.entry(row.group).or_default().push(d);
    }
    for group in groups.into_values() {
        for d in bridge.world.callees_first(&group) {
            text.push_str(&bridge.definition(d)?);
        }
    }
    let (theorem, claim) = bridge.claim(number)?;
    text.push_str(&claim);
    Ok((theorem, text))
}

fn not_bridged(what: impl Into<String>) -> ExportError {
    ExportError::Unsupported(what.into())
}

/// Whether all of the statement can be bridged.
fn supported(world: &World<'_>) -> Result<(), ExportError> {
    if !world.opaque.is_empty() {
        return Err(not_bridged("an opaque sort"));
    }
    if world.statement.globals.iter().any(|g| g.body.is_none()) {
        return Err(not_bridged("a function without a body"));
    }
    let row = world.global(world.statement.claim.0)?;
    if !row.preds.is_empty() {
        return Err(not_bridged("a predicate variable"));
    }
    let claim = get(&world.types, row.claim.0)?;
    if claim.params.iter().any(|p| matches!(p, Param::Fun(_))) {
        return Err(not_bridged("a function as a parameter"));
    }
    for component in world.data_components() {
        if component.len() > 1 {
            return Err(not_bridged("a group of mutually recursive datatypes"));
        }
        if world.is_irregular(&component) {
            return Err(not_bridged("a datatype that changes its parameters"));
        }
        for &d in &component {
            let fields = world.field_sorts(d);
            if fields.len() > MOST_CONSTRUCTORS {
                return Err(not_bridged("a datatype with many constructors"));
            }
            let nested = |s: &SortId| {
                let mut found = std::collections::BTreeSet::new();
                world.sort_mentions(*s, &mut found);
                found.contains(&d) && !is_itself(world, d, *s)
            };
            if fields.iter().flatten().any(nested) {
                return Err(not_bridged("a datatype inside another one's parameters"));
            }
        }
    }
    for (row, d) in world.statement.defs.iter().zip(0u32..) {
        if matches!(row.body, DefBody::Opaque) {
            return Err(not_bridged("a function without a definition"));
        }
        let group: Vec<u32> = world
            .statement
            .defs
            .iter()
            .zip(0u32..)
            .filter(|(o, _)| o.group == row.group)
            .map(|o| o.1)
            .collect();
        let others: Vec<u32> = group.iter().copied().filter(|&o| o != d).collect();
        let mutual = world.calls(d, &others) && others.iter().any(|&o| world.calls(o, &[d]));
        if mutual || world.is_container(d, &group) {
            return Err(not_bridged("a group of mutually recursive definitions"));
        }
        if world.decided.contains(&d) {
            return Err(not_bridged("a definition that asks whether it holds"));
        }
    }
    Ok(())
}

/// Whether a field of a datatype has the datatype itself as its sort.
fn is_itself(world: &World<'_>, d: u32, s: SortId) -> bool {
    let Sort::Data(e, args) = world.arena.sort(s) else { return false };
    let own = |(i, a): (usize, &SortId)| matches!(world.arena.sort(*a), Sort::Abstract(j) if at(*j) == i);
    *e == d && args.iter().enumerate().all(own)
}

struct Bridge<'a> {
    world: World<'a>,
    /// The deep datatypes and definitions.
    data: String,
    defs: String,
    prefix: String,
    /// Names of the tactics that apply what is proved so far about definitions, and about datatypes.
    known: String,
    has: String,
    steps: usize,
}

impl Bridge<'_> {
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

    fn sort_arguments(&self) -> String {
        self.world.scheme.sorts.iter().map(|a| format!(" {a} {a}_emb")).collect()
    }

    /// A sort of a field of a datatype, deep: its parameters are variables.
    fn deep(&self, s: SortId) -> String {
        match self.world.arena.sort(s) {
            Sort::Int => "Val.SInt".to_owned(),
            Sort::Abstract(i) => {
                format!("{}_sort", self.world.scheme.sorts.get(at(*i)).map_or("", String::as_str))
            }
            Sort::Opaque(i) => format!("(Val.SOpq {i})"),
            Sort::Data(d, args) => {
                let args: Vec<String> = args.iter().map(|&a| self.deep(a)).collect();
                format!("(Val.SData {d} [{}])", args.join("; "))
            }
        }
    }

    /// A tactic that tries one more thing before what the one so far tries.
    fn extend(&mut self, so_far: &str, first: &str) -> (String, String) {
        self.steps = self.steps.saturating_add(1);
        let name = format!("{}_try_{}", self.prefix, self.steps);
        let text = format!("Ltac {name} := first [ {first} | {so_far} ].\n");
        (name, text)
    }

    /// A datatype, embedded; and that it has all values of its sort.
    fn datatype(&mut self, d: u32) -> Result<String, ExportError> {
        let world = &mut self.world;
        world.scheme = Scheme { sorts: world.sort_names(world.params_of(d), &[]), preds: vec![] };
        let world = &self.world;
        let names = get(&world.data, d)?.clone();
        let prefix = format!("{}_data_{d}", self.prefix);
        let ty: String = format!(
            "({}{})",
            names.name,
            world.scheme.sorts.iter().map(|a| format!(" {a}")).collect::<String>()
        );
        let (binders, arguments) = (self.sort_binders(false), self.sort_arguments());
        let fields = world.field_sorts(d);
        let recursive = fields.iter().flatten().any(|&s| is_itself(world, d, s));
        let mut out = String::new();
        let (head, of) = if recursive { ("Fixpoint", " {struct x}") } else { ("Definition", "") };
        let _ = writeln!(out, "{head} {prefix}_to{binders} (x : {ty}){of} : Val.value :=\n  match x with");
        for (tag, (ctor, sorts)) in names.ctors.iter().zip(&fields).enumerate() {
            let pattern: String = (0..sorts.len()).map(|j| format!(" y{j}")).collect();
            let parts = sorts.iter().enumerate().map(|(j, &s)| {
                if is_itself(world, d, s) {
                    format!("{prefix}_to{arguments} y{j}")
                } else {
                    format!("Bridge.to y{j}")
                }
            });
            let parts = parts.collect::<Vec<_>>().join("; ");
            let _ = writeln!(out, "  | {ctor}{pattern} => Val.VCon {tag} [{parts}]");
        }
        let _ = writeln!(out, "  end.");
        let _ = writeln!(
            out,
            "Definition {prefix}_emb{binders} : Bridge.Emb {ty}.\nProof. refine {{| Bridge.to := {prefix}_to{arguments} |}}. Bridge.injective. Defined.\n#[global] Existing Instance {prefix}_emb."
        );
        // All values of the sort.
        let sorts = &world.scheme.sorts;
        let deep: Vec<String> = sorts.iter().map(|a| format!("{a}_sort")).collect();
        let sort_vars: String = deep.iter().map(|s| format!(" ({s} : Val.sort)")).collect();
        let data = &self.data;
        let premises: String = sorts
            .iter()
            .map(|a| format!("\n  Bridge.Has {data} the_model the_sorts {a}_sort {a}_emb ->"))
            .collect();
        let intros: String = sorts.iter().map(|a| format!("{a}_has ")).collect();
        let _ = writeln!(
            out,
            "Lemma {prefix}_has (the_model : Expr.model) (the_sorts : Val.senv){binders}{sort_vars} :{premises}\n  Bridge.Has {data} the_model the_sorts (Val.SData {d} [{}]) ({prefix}_emb{arguments}).",
            deep.join("; ")
        );
        let has = &self.has;
        let _ = writeln!(
            out,
            "Proof.\n  intros {intros}v. split.\n  - induction v as [z|tag fs ih|z] using Val.value_rec'; intros h; try (destruct h; fail).\n    apply Val.hs_con in h. rewrite Val.fields_eq in h.\n    destruct tag as [{}tag{}; cbn in h.",
            "|[".repeat(fields.len()).strip_suffix('[').unwrap_or_default(),
            "]".repeat(fields.len().max(1))
        );
        for (ctor, sorts) in names.ctors.iter().zip(&fields) {
            let count = sorts.len();
            let list: String = (0..count).map(|j| format!("f{j} [|")).collect();
            let _ = write!(out, "    + destruct fs as [|{list}]{}; cbn in h; try tauto. ", "]".repeat(count));
            if count > 0 {
                let all = |letter: char| (0..count).map(|j| format!("{letter}{j} & ")).collect::<String>();
                let _ = write!(
                    out,
                    "rewrite !Forall_cons_iff in ih. destruct h as ({}_). destruct ih as ({}_). ",
                    all('k'),
                    all('i')
                );
            }
            for (j, &s) in sorts.iter().enumerate() {
                if is_itself(world, d, s) {
                    let _ = write!(out, "destruct (i{j} k{j}) as [x{j} ->]. ");
                } else {
                    let _ = write!(
                        out,
                        "assert (q{j} : Bridge.Has {data} the_model the_sorts {} (_ : Bridge.Emb {})) by Bridge.has_in ltac:({has}). destruct (proj1 (q{j} _) k{j}) as [x{j} ->]. ",
                        self.deep(s),
                        world.sort(s)
                    );
                }
            }
            let holes: String = sorts_holes(world.scheme.sorts.len());
            let given: String = (0..count).map(|j| format!(" x{j}")).collect();
            let _ = writeln!(out, "exact (ex_intro _ (@{ctor}{holes}{given}) eq_refl).");
        }
        let _ = writeln!(
            out,
            "    + destruct (nth_error [] tag) eqn:n; [destruct tag; discriminate|destruct h].\n  - intros [x ->]. induction x; apply Val.hs_con; rewrite Val.fields_eq; cbn -[Bridge.to]; repeat split;\n    first [ assumption | eapply Bridge.has_value; Bridge.has_in ltac:({has}) ].\nQed."
        );
        let so_far = self.has.clone();
        let (name, text) = self.extend(&so_far, &format!("eapply {prefix}_has"));
        self.has = name;
        out.push_str(&text);
        Ok(out)
    }

    /// What a definition means in every model.
    fn definition(&mut self, d: u32) -> Result<String, ExportError> {
        let row = get(&self.world.statement.defs, d)?;
        let (_, vars) = self.world.signature(d)?;
        let with_dec = self.world.needs_dec.contains(&d);
        let sorts = self.world.abstract_sorts(row.sort_params)?;
        let applied = self.world.def(d, &sorts)?;
        let name = self.world.def_name(d)?.to_owned();
        let sig = self.world.arena.def_sig(DefRef(d)).cloned().ok_or_else(|| not_bridged("a definition"))?;
        let prefix = format!("{}_def_{d}", self.prefix);
        let params: String = vars
            .locals
            .iter()
            .zip(&sig.params)
            .map(|(x, &s)| format!(" ({x} : {})", self.world.sort(s)))
            .collect();
        let forall = if params.is_empty() { String::new() } else { format!("forall{params}, ") };
        let given: String = vars.locals.iter().map(|x| format!(" {x}")).collect();
        let values: Vec<String> = vars.locals.iter().map(|x| format!("Bridge.to {x}")).collect();
        let values = values.join("; ");
        let (mut premises, mut more) = (String::new(), String::new());
        let (statement, lemma, first, tactic) = if sig.result.is_some() {
            (
                format!("Expr.mI the_model {d} [{values}] = Bridge.to ({applied}{given})"),
                "d_fun",
                "[reflexivity|]",
                "term",
            )
        } else if row.decidable {
            (
                format!("Expr.isT (Expr.mI the_model {d} [{values}]) = true <-> {applied}{given}"),
                "d_dec",
                "[reflexivity|reflexivity|]",
                "formula",
            )
        } else {
            more.push_str(" the_sorts");
            premises.push_str("forall the_sorts : Val.senv, ");
            for (i, a) in self.world.scheme.sorts.iter().enumerate() {
                let _ = write!(
                    premises,
                    "(forall v, the_sorts {i}%nat v <-> exists x : {a}, v = Bridge.to x) -> "
                );
                let _ = write!(more, " {a}_has");
            }
            (
                format!("Expr.mJ the_model {d} the_sorts [{values}] <-> {applied}{given}"),
                "d_prop",
                "[reflexivity|]",
                "formula",
            )
        };
        let binders = self.sort_binders(with_dec);
        let mut out = format!(
            "Lemma {prefix}_means (the_model : Expr.model) (is_good : Theory.good {} {} the_model){binders} :\n  {forall}{premises}{statement}.\nProof.\n",
            self.data, self.defs
        );
        let (known, has) = (&self.known, &self.has);
        let recursive = self.world.calls(d, &[d]);
        let shown = if recursive { format!("cbn [{name}]") } else { format!("unfold {name}; cbv beta iota") };
        let step = format!("(eapply (Bridge.{lemma} is_good); {first}); {shown}");
        match &row.body {
            DefBody::Cases { on, .. } => {
                let analysed =
                    vars.locals.get(at(*on)).cloned().ok_or_else(|| not_bridged("a definition"))?;
                let others: String =
                    vars.locals.iter().filter(|x| **x != analysed).map(|x| format!(" {x}")).collect();
                let revert = if others.is_empty() { String::new() } else { format!("revert{others}. ") };
                let intros = if others.is_empty() && more.is_empty() {
                    String::new()
                } else {
                    format!("intros{others}{more}; ")
                };
                let _ = writeln!(
                    out,
                    "  intros{given}. {revert}induction {analysed}; {intros}{step};\n  let known := first [ match goal with IH : _ |- _ => eapply IH end | {known} ] in\n  Bridge.{tactic} known ltac:({has}).\nQed."
                );
            }
            _ => {
                let intros = if given.is_empty() && more.is_empty() {
                    String::new()
                } else {
                    format!("intros{given}{more}. ")
                };
                let _ = writeln!(out, "  {intros}{step}. Bridge.{tactic} ltac:({known}) ltac:({has}).\nQed.");
            }
        }
        let so_far = self.known.clone();
        let (name, text) = self.extend(
            &so_far,
            &format!("match goal with G : Theory.good _ _ _ |- _ => eapply ({prefix}_means _ G) end"),
        );
        self.known = name;
        out.push_str(&text);
        Ok(out)
    }

    /// The theorem.
    fn claim(&mut self, number: usize) -> Result<(String, String), ExportError> {
        let g = self.world.statement.claim.0;
        let row = self.world.global(g)?;
        let source = self.world.source.globals.get(at(g)).cloned().unwrap_or_default();
        self.world.scheme =
            Scheme { sorts: self.world.sort_names(row.sort_params, &source.sort_params), preds: vec![] };
        let world = &self.world;
        let claim = get(&world.types, row.claim.0)?.clone();
        let names = world.param_names(&claim, &source.params);
        let theorem = format!("{}_{}", self.prefix, get(&world.globals, g)?);
        let (known, has) = (&self.known, &self.has);
        let mut vars = Vars { for_reader: true, ..Vars::default() };
        let (mut forall, mut premises, mut intros) = (self.sort_binders(true), String::new(), String::new());
        for a in &world.scheme.sorts {
            let _ = write!(intros, " {a} {a}_dec {a}_emb");
        }
        let (mut values, mut goals, mut holes) = (Vec::new(), String::new(), String::new());
        let mut hypotheses = Vec::new();
        let value = format!("eapply Bridge.has_value; Bridge.has_in ltac:({has})");
        let mut goal = |proof: &str| {
            let _ = writeln!(goals, "  - {proof}.");
        };
        for (i, (param, x)) in claim.params.iter().zip(&names).enumerate() {
            let Param::Base(s, q) = param else { return Err(not_bridged("a function as a parameter")) };
            let _ = write!(forall, " ({x} : {})", world.sort(*s));
            let _ = write!(intros, " {x}");
            vars.nu.clone_from(x);
            world.premise(*q, &vars, &format!("A{i}"), &mut premises, &mut hypotheses)?;
            goal(&value);
            goal(&shown_by(*q == TRUTH, &format!("A{i}"), known, has));
            values.push(format!("Bridge.to {x}"));
            vars.bound.push(x.clone());
            holes.push_str("(conj _ (conj _ ");
        }
        vars.nu = String::new();
        world.premise(claim.requires, &vars, "R", &mut premises, &mut hypotheses)?;
        goal(&shown_by(claim.requires == TRUTH, "R", known, has));
        goal(&value);
        goal(&shown_by(false, "V", known, has));
        vars.nu = "v".to_owned();
        let ensures = world.text(claim.ensures, &vars)?;
        for (binder, _) in hypotheses.iter().filter(|(binder, _)| !binder.is_empty()) {
            let _ = write!(intros, " {binder}");
        }
        let forall = if forall.is_empty() { String::new() } else { format!("forall{forall},") };
        let images: Vec<String> =
            world.scheme.sorts.iter().map(|a| format!("Bridge.image {a}_emb")).collect();
        let closing = "))".repeat(claim.params.len());
        let text = format!(
            "(** [{}], called with any arguments that satisfy the hypotheses, can return every value [v] that its claim allows.\n    [Bridge.to] is a value as the machine of the deep embedding has it. *)\nTheorem {theorem} :\n  {forall}{premises}\n  forall v : {},\n  ({ensures}) ->\n  Bridge.can_return deep_{number}.statement [{}] (Bridge.to v).\nProof.\n  intros{intros} v V.\n  eapply (@Bridge.claim_plain _ _ _ _ (Bridge.sorts [{}]) _ _ deep_{number}.claim_{number} deep_{number}.claim_{number}_statement); [reflexivity|].\n  intros the_model is_good. cbv zeta. cbn [Prog.sc_type Prog.f_ps Prog.f_req Prog.f_res Prog.f_ens].\n  refine (conj {holes}Logic.I{closing} (conj _ (conj _ _))).\n{goals}Qed.\n",
            in_comment(get(&world.globals, g)?),
            world.sort(claim.result),
            values.join("; "),
            images.join("; "),
        );
        Ok((theorem, text))
    }
}

/// How a condition of the claim is shown.
fn shown_by(trivial: bool, hypothesis: &str, known: &str, has: &str) -> String {
    if trivial {
        "exact Logic.I".to_owned()
    } else {
        format!("Bridge.from {hypothesis} ltac:({known}) ltac:({has})")
    }
}

fn sorts_holes(count: usize) -> String {
    " _".repeat(count)
}
