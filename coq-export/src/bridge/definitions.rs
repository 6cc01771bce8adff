//! Definitions: each means in every model what its Fixpoint says.
//!
//! Definitions that call each other are shown together, by induction on a bound of the size of what they analyse: every call among them is
//! at a field of it. The Fixpoint is unfolded by stating the case as the definition has it; Rocq compares the two.

use super::{Bridge, all_of, cases_pattern, not_bridged, part};
use crate::error::ExportError;
use crate::formula::Vars;
use crate::world::{at, get};
use covenant_kernel::arena::{ExprId, SortId};
use covenant_kernel::tables::{DefBody, DefRef};
use std::fmt::Write;

/// What is shown about a definition.
struct Meaning {
    /// `forall (A : Set) .. (x : s) .., `, and what to call all of these.
    forall: String,
    names: String,
    /// Premises about sort parameters, and what to call them.
    premises: String,
    more: String,
    statement: String,
    vars: Vars,
    /// The sort of the value, if it is a function.
    result: Option<SortId>,
    /// The start of a proof: from the body that applies.
    step: &'static str,
}

impl Bridge<'_> {
    /// Definitions that call each other, or one.
    pub(super) fn definitions(&mut self, together: &[u32]) -> Result<String, ExportError> {
        let &[first, ..] = together else { return Ok(String::new()) };
        let direct = match get(&self.world.theory.bodies, first)? {
            DefBody::Direct(body) if together.len() == 1 => Some(*body),
            _ => None,
        };
        let mut out = match direct {
            Some(body) => self.direct(first, body)?,
            None => self.by_cases(together)?,
        };
        for &d in together {
            let so_far = self.known.clone();
            let (name, text) = self.extend(&so_far, &format!("eapply {}", self.of_def(d)));
            self.known = name;
            out.push_str(&text);
        }
        Ok(out)
    }

    fn of_def(&self, d: u32) -> String {
        format!("{}_def_{d}_means", self.prefix)
    }

    fn meaning(&mut self, d: u32) -> Result<Meaning, ExportError> {
        let row = get(&self.world.statement.defs, d)?;
        let (_, vars) = self.world.signature(d)?;
        let sorts = self.world.abstract_sorts(row.sort_params)?;
        let applied = self.world.def(d, &sorts)?;
        let sig = self.world.arena.def_sig(DefRef(d)).cloned().ok_or_else(|| not_bridged("a definition"))?;
        let with_dec = self.world.needs_dec.contains(&d);
        let params: String = vars
            .locals
            .iter()
            .zip(&sig.params)
            .map(|(x, &s)| format!(" ({x} : {})", self.world.sort(s)))
            .collect();
        let forall = format!("{}{params}", self.sort_binders(with_dec));
        let forall = if forall.is_empty() { String::new() } else { format!("forall{forall}, ") };
        let given: String = vars.locals.iter().map(|x| format!(" {x}")).collect();
        let names = self.each_sort(if with_dec { " # #_dec #_emb" } else { " # #_emb" }) + &given;
        let values: Vec<String> = vars.locals.iter().map(|x| format!("Bridge.to {x}")).collect();
        let values = values.join("; ");
        let (mut premises, mut more) = (String::new(), String::new());
        let (statement, step) = if sig.result.is_some() {
            (
                format!(
                    "Expr.mI (Bridge.the_model the_machine) {d} [{values}] = Bridge.to ({applied}{given})"
                ),
                "eapply (Bridge.d_fun (Bridge.is_good the_machine)); [reflexivity|]",
            )
        } else if row.decidable {
            (
                format!(
                    "Expr.isT (Expr.mI (Bridge.the_model the_machine) {d} [{values}]) = true <-> {applied}{given}"
                ),
                "eapply (Bridge.d_dec (Bridge.is_good the_machine)); [reflexivity|reflexivity|]",
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
                format!(
                    "Expr.mJ (Bridge.the_model the_machine) {d} the_sorts [{values}] <-> {applied}{given}"
                ),
                "eapply (Bridge.d_prop (Bridge.is_good the_machine)); [reflexivity|]",
            )
        };
        Ok(Meaning { forall, names, premises, more, statement, vars, result: sig.result, step })
    }

    /// The rest of a proof: the right side is what the definition has there.
    fn follows(
        &self,
        meaning: &Meaning,
        body: ExprId,
        vars: &Vars,
        known: &str,
    ) -> Result<String, ExportError> {
        let text = self.world.text(body, vars)?;
        let has = &self.has;
        Ok(match meaning.result {
            Some(s) => format!(
                "match goal with |- ?the_left = _ => change (the_left = @Bridge.to {} _ ({text})) end. Bridge.term {known} ltac:({has}).",
                self.world.sort(s)
            ),
            None => format!(
                "match goal with |- ?the_left <-> _ => change (the_left <-> ({text})) end. Bridge.formula {known} ltac:({has})."
            ),
        })
    }

    /// A definition that analyses nothing.
    fn direct(&mut self, d: u32, body: ExprId) -> Result<String, ExportError> {
        let meaning = self.meaning(d)?;
        let intros = format!("{}{}", meaning.names, meaning.more);
        let intros = if intros.is_empty() { String::new() } else { format!("intros{intros}. ") };
        let known = format!("ltac:({})", self.known);
        Ok(format!(
            "Lemma {}{} :\n  {}{}{}.\nProof.\n  {intros}{}.\n  {}\nQed.\n",
            self.of_def(d),
            self.machine_binder(),
            meaning.forall,
            meaning.premises,
            meaning.statement,
            meaning.step,
            self.follows(&meaning, body, &meaning.vars, &known)?
        ))
    }

    /// Definitions by cases, shown together.
    fn by_cases(&mut self, together: &[u32]) -> Result<String, ExportError> {
        let count = together.len();
        let group = format!("{}_group_{}", self.prefix, together.first().copied().unwrap_or_default());
        let calls: String = (0..count)
            .map(|k| format!("eapply {}; [Bridge.smaller_field|..] | ", part(k, count, "smaller_ones")))
            .collect();
        let known = format!("ltac:(first [ {calls}{} ])", self.known);
        let (mut statements, mut proofs, mut lemmas) = (Vec::new(), Vec::new(), String::new());
        for (place, &d) in together.iter().enumerate() {
            let Some(DefBody::Cases { on, cases }) = self.world.theory.bodies.get(at(d)).cloned() else {
                return Err(not_bridged("a definition"));
            };
            let meaning = self.meaning(d)?;
            let analysed =
                meaning.vars.locals.get(at(on)).cloned().ok_or_else(|| not_bridged("a definition"))?;
            let sort = self.world.analysed_sort(d).ok_or_else(|| not_bridged("a definition"))?;
            let Meaning { forall, names, premises, more, statement, .. } = &meaning;
            statements.push(format!(
                "({forall}Bridge.below (Bridge.to {analysed}) the_bound -> {premises}{statement})"
            ));
            let (mut patterns, mut branches) = (Vec::new(), String::new());
            for (case, tag) in cases.iter().zip(0u32..) {
                let (pattern, mut vars) = self.world.pattern(d, sort, tag, &meaning.vars)?;
                // After the analysis the parameter is this constructor's value.
                if let Some(name) = vars.locals.get_mut(at(on)) {
                    *name = format!("({pattern})");
                }
                patterns
                    .push(pattern.split_once(' ').map(|(_, fields)| fields.to_owned()).unwrap_or_default());
                let follows = self.follows(&meaning, *case, &vars, &known)?;
                let _ = writeln!(branches, "    {{ {}. {follows} }}", meaning.step);
            }
            proofs.push(format!(
                "intros{names} is_below{more}. destruct {analysed} as {}.\n{branches} ",
                cases_pattern(patterns.into_iter())
            ));
            let _ = writeln!(
                lemmas,
                "Lemma {}{} :\n  {forall}{premises}{statement}.\nProof. intros{names}{more}. eapply {}; [apply Bridge.just_below|try assumption..]. Qed.",
                self.of_def(d),
                self.machine_binder(),
                part(place, count, &format!("({group}{} _)", self.machine_given()))
            );
        }
        let none = all_of(&vec!["Bridge.none_below.".to_owned(); count]);
        Ok(format!(
            "Lemma {group}{} : forall the_bound : nat,\n  {}.\nProof.\n  induction the_bound as [|the_bound smaller_ones].\n  {{\n{none}  }}\n{}Qed.\n{lemmas}",
            self.machine_binder(),
            statements.join(" /\\\n  "),
            all_of(&proofs)
        ))
    }
}
