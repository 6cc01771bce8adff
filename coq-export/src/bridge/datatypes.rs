//! Datatypes, embedded into values: the function, that it takes different things to different values, and that its values are all
//! those of the sort.
//!
//! Each is shown for one value at a time, from the same about smaller values for the parameters: so it can be used for a field whose sort has
//! the datatype itself among its arguments.

use super::{Bridge, all_of, cases_pattern, is_uniform, part};
use crate::error::ExportError;
use crate::world::{at, get, is_builtin};
use covenant_kernel::arena::{Sort, SortId};
use covenant_kernel::tables::BOOL;
use std::fmt::Write;

/// Datatypes that are declared together.
struct Component<'c> {
    members: &'c [u32],
    /// The Rocq types of the members.
    types: Vec<String>,
    /// Field sorts of the constructors of each.
    fields: Vec<Vec<Vec<SortId>>>,
}

/// What is shown about a function into values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fact {
    Injective,
    HasAll,
}

impl Bridge<'_> {
    /// Everything about the datatypes of a component.
    pub(super) fn datatypes(&mut self, members: &[u32]) -> Result<String, ExportError> {
        let Some(&first) = members.first() else { return Ok(String::new()) };
        self.bind_params(first);
        let given = self.each_sort(" #");
        let mut component = Component { members, types: Vec::new(), fields: Vec::new() };
        for &d in members {
            component.types.push(format!("({}{given})", get(&self.world.data, d)?.name));
            component.fields.push(self.world.field_sorts(d));
        }
        let mut out = self.functions(&component)?;
        out.push_str(&self.injective(&component)?);
        out.push_str(&self.has_all(&component)?);
        out.push_str(&self.constructors(&component)?);
        Ok(out)
    }

    /// The functions into values.
    fn functions(&self, component: &Component<'_>) -> Result<String, ExportError> {
        let uniform = is_uniform(&self.world, component.members);
        let defining: &[u32] = if uniform { component.members } else { &[] };
        let recursive = component.members.iter().any(|&d| {
            let mentioned = self.world.data_mentions(d);
            component.members.iter().any(|e| mentioned.contains(e))
        });
        let binders = self.each_sort(" (# : Set) (#_to : # -> Val.value)");
        let section = uniform && !binders.is_empty();
        // Each is mentioned, so that the arity after the section is known.
        let mention = if section { self.each_sort("let _ := #_to in ") } else { String::new() };
        let mut functions = Vec::new();
        for ((&d, ty), fields) in component.members.iter().zip(&component.types).zip(&component.fields) {
            let names = get(&self.world.data, d)?;
            let mut text = format!(
                "{}{} (x : {ty}){} : Val.value :=\n  {mention}match x with",
                self.of_data(d, "to"),
                if section { "" } else { &binders },
                if recursive { " {struct x}" } else { "" }
            );
            for (tag, (ctor, sorts)) in names.ctors.iter().zip(fields).enumerate() {
                let variables: String = (0..sorts.len()).map(|j| format!(" y{j}")).collect();
                let values: Vec<String> = sorts
                    .iter()
                    .enumerate()
                    .map(|(j, &s)| format!("{} y{j}", self.to(s, defining)))
                    .collect();
                let _ = write!(text, "\n  | {ctor}{variables} => Val.VCon {tag} [{}]", values.join("; "));
            }
            functions.push(format!("{text}\n  end"));
        }
        let head = if recursive { "Fixpoint" } else { "Definition" };
        let text = format!("{head} {}.\n", functions.join("\nwith "));
        Ok(if section { format!("Section to.\nContext{binders}.\n{text}End to.\n") } else { text })
    }

    /// `VCon tag [to y0; ..]`, for variables with this letter.
    fn constructed(&self, tag: usize, sorts: &[SortId], letter: char) -> String {
        let values: Vec<String> =
            sorts.iter().enumerate().map(|(j, &s)| format!("{} {letter}{j}", self.to(s, &[]))).collect();
        format!("Val.VCon {tag} [{}]", values.join("; "))
    }

    /// The function of a member, at the parameters in scope.
    fn own_to(&self, d: u32) -> String {
        format!("({}{})", self.of_data(d, "to"), self.each_sort(" # #_to"))
    }

    /// The sort of a member, at the parameters in scope.
    fn own_sort(&self, d: u32) -> String {
        let own = self.world.arena.datatype(d).map_or(0, |data| at(data.params));
        let args: Vec<String> =
            self.world.scheme.sorts.iter().take(own).map(|a| format!("{a}_sort")).collect();
        format!("(Val.SData {d} [{}])", args.join("; "))
    }

    /// How a fact about the function of a field's sort is shown.
    fn shown(&self, fact: Fact, s: SortId, members: &[u32]) -> String {
        let (int, of_bool, of_unit, opaque, assumed) = match fact {
            Fact::Injective => {
                ("apply Bridge.inj_int", "apply Bridge.inj_bool", UNIT_INJ, "apply Bridge.inj_to", "inj")
            }
            Fact::HasAll => (
                "apply Bridge.has_int_at",
                "apply Bridge.has_bool_at; reflexivity",
                UNIT_HAS,
                "apply Bridge.has_opaque_at; assumption",
                "has",
            ),
        };
        match self.world.arena.sort(s) {
            Sort::Int => int.to_owned(),
            Sort::Opaque(_) => opaque.to_owned(),
            Sort::Abstract(i) => format!("apply {}_{assumed}; Bridge.size", self.sort_name(*i)),
            Sort::Data(d, _) if is_builtin(*d) => (if *d == BOOL { of_bool } else { of_unit }).to_owned(),
            Sort::Data(d, args) => {
                let lacking = at(self.world.lacking.get(d).copied().unwrap_or(0));
                let count = args.len().saturating_add(lacking);
                let mut premises: Vec<String> =
                    args.iter().map(|&a| format!("intros ? ?; {}", self.shown(fact, a, members))).collect();
                premises.extend(vec![format!("intros ? ?; {of_unit}"); lacking]);
                let each = if fact == Fact::Injective { 3 } else { 4 };
                let holes = " _".repeat(count.saturating_mul(each));
                let together = self.world.data_components().into_iter().find(|c| c.contains(d));
                let together = together.unwrap_or_default();
                let place = together.iter().position(|e| e == d).unwrap_or(0);
                let proof = if members.contains(d) {
                    premises.insert(0, "Bridge.size".to_owned());
                    format!("(smaller_ones _ _{holes})")
                } else {
                    self.about(fact, &together, &holes)
                };
                let goals =
                    if premises.is_empty() { String::new() } else { format!("; [{}]", premises.join("|")) };
                format!("(refine {}{goals})", part(place, together.len(), &proof))
            }
        }
    }

    /// The lemma about a component, applied.
    fn about(&self, fact: Fact, members: &[u32], holes: &str) -> String {
        let first = members.first().copied().unwrap_or_default();
        match fact {
            Fact::Injective => format!("({} _{holes})", self.of_data(first, "inj")),
            Fact::HasAll => {
                format!("({}{} _ _{holes})", self.of_data(first, "has_at"), self.machine_hole())
            }
        }
    }

    /// Different things have different values; with it, the instances.
    fn injective(&mut self, component: &Component<'_>) -> Result<String, ExportError> {
        let members = component.members;
        let first = members.first().copied().unwrap_or_default();
        let conclusions: Vec<String> =
            members.iter().map(|&d| format!("Bridge.inj_at {} v", self.own_to(d))).collect();
        let mut proofs = Vec::new();
        for fields in &component.fields {
            let variables = |letter: char| {
                cases_pattern(fields.iter().map(|sorts| {
                    (0..sorts.len()).map(|j| format!("{letter}{j}")).collect::<Vec<_>>().join(" ")
                }))
            };
            let mut proof = format!("intros x y same_x same_y. destruct x as {}.\n", variables('a'));
            for (tag, sorts) in fields.iter().enumerate() {
                let (left, right) = (self.constructed(tag, sorts, 'a'), self.constructed(tag, sorts, 'b'));
                let _ = write!(
                    proof,
                    "    {{ change ({left} = v) in same_x. subst v. destruct y as {}; try discriminate same_y.\n      change ({right} = {left}) in same_y. apply Bridge.fields_same in same_y.",
                    variables('b')
                );
                for (j, &s) in sorts.iter().enumerate() {
                    let to = self.to(s, &[]);
                    let _ = write!(
                        proof,
                        "\n      apply Bridge.first_same in same_y as [e{j} same_y]. assert (f{j} : a{j} = b{j}) by (refine ((_ : Bridge.inj_at {to} ({to} a{j})) a{j} b{j} eq_refl e{j}); {}).",
                        self.shown(Fact::Injective, s, members)
                    );
                }
                let subst: String = (0..sorts.len()).map(|j| format!("subst b{j}. ")).collect();
                let _ = writeln!(proof, " {subst}reflexivity. }}");
            }
            proofs.push(proof);
        }
        let mut out = format!(
            "Lemma {} : forall v : Val.value,{}{}\n  {}.\nProof.\n  intros v. induction v as [v smaller_ones] using Bridge.smaller. intros{}.\n{}Qed.\n",
            self.of_data(first, "inj"),
            self.forall("(# : Set) (#_to : # -> Val.value)"),
            self.each_sort("\n  (forall w, Bridge.inside w v -> Bridge.inj_at #_to w) ->"),
            conclusions.join(" /\\ "),
            self.each_sort(" # #_to") + &self.each_sort(" #_inj"),
            all_of(&proofs)
        );
        let (binders, given) = (self.sort_binders(false), self.each_sort(" # (@Bridge.to # #_emb)"));
        for (place, (&d, ty)) in members.iter().zip(&component.types).enumerate() {
            let holes = " _".repeat(self.world.scheme.sorts.len().saturating_mul(3));
            let proof = part(place, members.len(), &self.about(Fact::Injective, members, &holes));
            let emb = self.of_data(d, "emb");
            let _ = writeln!(
                out,
                "Definition {emb}{binders} : Bridge.Emb {ty}.\nProof.\n  refine (@Bridge.emb_of _ ({}{given}) _). intros v. refine {proof}; intros; apply Bridge.inj_to.\nDefined.\n#[global] Existing Instance {emb}.",
                self.of_data(d, "to"),
            );
        }
        Ok(out)
    }

    /// What constructors are taken to, in terms of the instances.
    fn constructors(&mut self, component: &Component<'_>) -> Result<String, ExportError> {
        let (binders, given) = (self.sort_binders(false), self.each_sort(" #"));
        let mut out = String::new();
        for (&d, fields) in component.members.iter().zip(&component.fields) {
            let names = get(&self.world.data, d)?.ctors.clone();
            for (tag, (ctor, sorts)) in names.iter().zip(fields).enumerate() {
                let lemma = self.of_data(d, &format!("constructor_{tag}"));
                let params: String = sorts
                    .iter()
                    .enumerate()
                    .map(|(j, &s)| format!(" (y{j} : {})", self.world.sort(s)))
                    .collect();
                let variables: String = (0..sorts.len()).map(|j| format!(" y{j}")).collect();
                let values: Vec<String> = (0..sorts.len()).map(|j| format!("Bridge.to y{j}")).collect();
                let _ = writeln!(
                    out,
                    "Lemma {lemma}{binders}{params} : Bridge.to (@{ctor}{given}{variables}) = Val.VCon {tag} [{}].\nProof. reflexivity. Qed.",
                    values.join("; ")
                );
                let so_far = self.has.clone();
                let (name, text) = self.extend(&so_far, &format!("apply {lemma}"));
                self.has = name;
                out.push_str(&text);
            }
        }
        Ok(out)
    }

    /// `forall (A : Set) .., ` over the sorts in scope, or nothing.
    fn forall(&self, binder: &str) -> String {
        let binders = self.each_sort(&format!(" {binder}"));
        if binders.is_empty() { String::new() } else { format!(" forall{binders},") }
    }

    /// The values are all those of the sort.
    fn has_all(&mut self, component: &Component<'_>) -> Result<String, ExportError> {
        let members = component.members;
        let first = members.first().copied().unwrap_or_default();
        let about = self.data_and_model();
        let has_at = format!("Bridge.Has_at {about} the_sorts");
        let conclusions: Vec<String> =
            members.iter().map(|&d| format!("{has_at} {} {} v", self.own_sort(d), self.own_to(d))).collect();
        let mut proofs = Vec::new();
        for (&d, fields) in members.iter().zip(&component.fields) {
            let names = get(&self.world.data, d)?.ctors.clone();
            let mut proof = format!(
                "split.\n  - intros h. destruct v as [z|tag fs|z]; try (destruct h; fail). apply Val.hs_con in h. rewrite Val.fields_eq in h.\n    destruct tag as [{}tag{}; cbn in h.\n",
                "|[".repeat(fields.len()).strip_suffix('[').unwrap_or_default(),
                "]".repeat(fields.len().max(1))
            );
            let holes = " _".repeat(self.world.scheme.sorts.len());
            for (ctor, sorts) in names.iter().zip(fields) {
                let count = sorts.len();
                let list: String = (0..count).map(|j| format!("f{j} [|")).collect();
                let _ = write!(
                    proof,
                    "    + destruct fs as [|{list}]{}; cbn in h; try tauto.",
                    "]".repeat(count)
                );
                if count > 0 {
                    let all: String = (0..count).map(|j| format!("k{j} & ")).collect();
                    let _ = write!(proof, " destruct h as ({all}_).");
                }
                for (j, &s) in sorts.iter().enumerate() {
                    let _ = write!(
                        proof,
                        "\n      assert (q{j} : {has_at} {} {} f{j}) by ({}). destruct (proj1 q{j} k{j}) as [x{j} ->].",
                        self.deep(s),
                        self.to(s, &[]),
                        self.shown(Fact::HasAll, s, members)
                    );
                }
                let given: String = (0..count).map(|j| format!(" x{j}")).collect();
                let _ = writeln!(proof, "\n      exact (ex_intro _ (@{ctor}{holes}{given}) eq_refl).");
            }
            let pattern = cases_pattern(
                fields
                    .iter()
                    .map(|sorts| (0..sorts.len()).map(|j| format!("a{j}")).collect::<Vec<_>>().join(" ")),
            );
            let _ = writeln!(
                proof,
                "    + destruct (nth_error [] tag) eqn:n; [destruct tag; discriminate|destruct h].\n  - intros [x same]. destruct x as {pattern}."
            );
            for (tag, sorts) in fields.iter().enumerate() {
                let _ = write!(
                    proof,
                    "    + change (v = {}) in same. subst v. apply Val.hs_con. rewrite Val.fields_eq.",
                    self.constructed(tag, sorts, 'a')
                );
                let mut all = "Logic.I".to_owned();
                for (j, &s) in sorts.iter().enumerate() {
                    let to = self.to(s, &[]);
                    let _ = write!(
                        proof,
                        "\n      assert (q{j} : {has_at} {} {to} ({to} a{j})) by ({}).",
                        self.deep(s),
                        self.shown(Fact::HasAll, s, members)
                    );
                }
                for (j, &s) in sorts.iter().enumerate().rev() {
                    let to = self.to(s, &[]);
                    all = format!("(conj (@Bridge.has_value_at _ _ _ _ _ {to} a{j} q{j}) {all})");
                }
                let _ = writeln!(proof, " exact {all}.");
            }
            proofs.push(proof);
        }
        let machine = self.machine_binder();
        let mut out = format!(
            "Lemma {}{machine} (the_sorts : Val.senv) : forall v : Val.value,{}{}\n  {}.\nProof.\n  intros v. induction v as [v smaller_ones] using Bridge.smaller. intros{}.\n{}Qed.\n",
            self.of_data(first, "has_at"),
            self.forall("(# : Set) (#_to : # -> Val.value) (#_sort : Val.sort)"),
            self.each_sort(&format!("\n  (forall w, Bridge.inside w v -> {has_at} #_sort #_to w) ->")),
            conclusions.join(" /\\ "),
            self.each_sort(" # #_to #_sort") + &self.each_sort(" #_has"),
            all_of(&proofs)
        );
        let binders = self.sort_binders(false);
        for (place, &d) in members.iter().enumerate() {
            let count = self.world.scheme.sorts.len();
            let proof = part(
                place,
                members.len(),
                &self.about(Fact::HasAll, members, &" _".repeat(count.saturating_mul(4))),
            );
            let has = self.of_data(d, "has");
            let _ = writeln!(
                out,
                "Lemma {has}{machine} (the_sorts : Val.senv){binders}{} :{}\n  Bridge.Has {about} the_sorts {} ({}{}).\nProof. intros{} v. refine {proof}; intros; match goal with H : Bridge.Has _ _ _ _ _ |- _ => apply H end. Qed.",
                self.each_sort(" (#_sort : Val.sort)"),
                self.each_sort(&format!("\n  Bridge.Has {about} the_sorts #_sort #_emb ->")),
                self.own_sort(d),
                self.of_data(d, "emb"),
                self.each_sort(" # #_emb"),
                self.each_sort(" #_has"),
            );
            let so_far = self.has.clone();
            let (name, text) = self.extend(&so_far, &format!("eapply {has}"));
            self.has = name;
            out.push_str(&text);
        }
        Ok(out)
    }
}

const UNIT_INJ: &str = "apply Bridge.inj_unit";
const UNIT_HAS: &str = "apply Bridge.has_unit_at; reflexivity";
