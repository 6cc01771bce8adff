//! The theorem: for all arguments that the claim allows, every value that it covers can be returned, or no other value is, or both.

use super::Bridge;
use crate::error::ExportError;
use crate::formula::Vars;
use crate::names::in_comment;
use crate::world::{Scheme, at, get};
use covenant_kernel::arena::TRUTH;
use covenant_kernel::tables::Kind;
use covenant_kernel::types::{FunType, Param};
use std::fmt::Write;

impl Bridge<'_> {
    pub(super) fn claim(&mut self, number: usize) -> Result<(String, String), ExportError> {
        let g = self.world.statement.claim.0;
        let row = self.world.global(g)?;
        let source = self.world.source.globals.get(at(g)).cloned().unwrap_or_default();
        let sorts = self.world.sort_names(row.sort_params, &source.sort_params);
        let mut taken = self.world.names.clone();
        for s in &sorts {
            taken.fresh(s);
        }
        let preds: Vec<String> = (0..row.preds.len())
            .map(|i| taken.fresh(source.preds.get(i).map_or("P", String::as_str)))
            .collect();
        self.world.scheme = Scheme { sorts, preds };
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
        let mut meanings = Vec::new();
        for (p, args) in world.scheme.preds.iter().zip(&row.preds) {
            let args = world.loaded.sort_list(args)?;
            let arrows: String = args.iter().map(|&s| format!("{} -> ", world.sort(s))).collect();
            let _ = write!(forall, " ({p} : {arrows}Prop)");
            let _ = write!(intros, " {p}");
            let open: String = args
                .iter()
                .enumerate()
                .map(|(j, &s)| format!("Bridge.p_arg _ (fun x{j} : {} => ", world.sort(s)))
                .collect();
            let given: String = (0..args.len()).map(|j| format!(" x{j}")).collect();
            meanings.push(format!("{open}Bridge.p_end ({p}{given}){}", ")".repeat(args.len())));
        }
        // About functions, or in a section, the theorem is about one machine: what is asked of it comes first.
        let functions = claim.params.iter().any(|p| matches!(p, Param::Fun(_)));
        let one_machine = functions || self.in_section;
        if functions && !self.in_section {
            forall.push_str(&self.machine_binder());
            intros.push_str(" the_machine");
        }
        let (mut values, mut slots) = (Vec::new(), Vec::new());
        let (mut goals, mut holes, mut closing) = (String::new(), String::new(), String::new());
        let mut hypotheses = Vec::new();
        let value = format!("eapply Bridge.has_value; Bridge.has_in ltac:({has})");
        let mut goal = |proof: &str| {
            let _ = writeln!(goals, "  - {proof}.");
        };
        for (i, (param, x)) in claim.params.iter().zip(&names).enumerate() {
            let _ = write!(intros, " {x}");
            match param {
                Param::Base(s, q) => {
                    let _ = write!(forall, " ({x} : {})", world.sort(*s));
                    vars.nu.clone_from(x);
                    world.premise(*q, &vars, &format!("A{i}"), &mut premises, &mut hypotheses)?;
                    goal(&value);
                    goal(&shown_by(*q == TRUTH, &format!("A{i}"), known, has));
                    values.push(format!("Bridge.to {x}"));
                    slots.push(format!("Prog.SV (Bridge.to {x})"));
                    vars.bound.push(x.clone());
                    holes.push_str("(conj _ (conj _ ");
                    closing.push_str("))");
                }
                Param::Fun(inner) => {
                    let _ = write!(forall, " ({x} : Prog.clo)");
                    let _ = write!(premises, "\n  ({}) ->", self.function_text(inner, &vars, x, 1)?);
                    hypotheses.push((format!("A{i}"), String::new()));
                    goal(&format!("Bridge.from_function A{i} ltac:({known}) ltac:({has})"));
                    slots.push(format!("Prog.SF {x}"));
                    vars.bound.push(String::new());
                    holes.push_str("(conj _ ");
                    closing.push(')');
                }
            }
        }
        vars.nu = String::new();
        world.premise(claim.requires, &vars, "R", &mut premises, &mut hypotheses)?;
        goal(&shown_by(claim.requires == TRUTH, "R", known, has));
        vars.nu = "v".to_owned();
        let ensures = world.text(claim.ensures, &vars)?;
        for (binder, _) in hypotheses.iter().filter(|(binder, _)| !binder.is_empty()) {
            let _ = write!(intros, " {binder}");
        }
        let forall = if forall.is_empty() { String::new() } else { format!("forall{forall},") };
        let images: Vec<String> =
            world.scheme.sorts.iter().map(|a| format!("Bridge.image {a}_emb")).collect();
        let slots = slots.join("; ");
        let called = if one_machine {
            format!("the_machine [{slots}]")
        } else {
            format!("{} [{}]", self.statement, values.join("; "))
        };
        let parts = parts(world.statement.kind);
        let result = world.sort(claim.result);
        let conclusion: Vec<String> =
            parts.iter().map(|part| part.says(&called, one_machine, &result, &ensures)).collect();
        let conclusion = match &conclusion[..] {
            [every, only] => format!("({every}) /\\\n  {only}"),
            _ => conclusion.concat(),
        };
        let (before, after) =
            if parts.len() > 1 { ("  split.\n", ("  { ", "  }\n")) } else { ("", ("  ", "")) };
        let machine = if one_machine { "" } else { " the_machine" };
        let (sorts, preds) = (images.join("; "), meanings.join("; "));
        let proofs: String = parts
            .iter()
            .map(|part| {
                let (lemma, open, intros, last) = match part {
                    Part::Every => ("claim_plain", "_", " v V", [value.clone(), shown_by(false, "V", known, has)]),
                    Part::Only => ("claim_plain_only", "_ _ _", "", [
                        format!("Bridge.has_in ltac:({has})"),
                        format!("intro; cbv beta; Bridge.formula ltac:({known}) ltac:({has})"),
                    ]),
                };
                let intros = if intros.is_empty() && machine.is_empty() { String::new() } else { format!("intros{intros}{machine}.\n  ") };
                format!(
                    "{}{intros}eapply (@Bridge.{lemma} _ _ _ _ (Bridge.sorts [{sorts}]) (Bridge.preds [{preds}]) the_machine [{slots}] {open} deep_{number}.claim_{number} deep_{number}.claim_{number}_statement); [reflexivity|].\n  unfold Bridge.admitted. cbn [Prog.sc_type Prog.f_ps Prog.f_req Prog.f_res Prog.f_ens].\n  refine (conj (conj {holes}Logic.I{closing} _) (conj _ _)).\n{goals}  - {}.\n  - {}.\n{}",
                    after.0, last[0], last[1], after.1
                )
            })
            .collect();
        let intros = if intros.is_empty() { intros } else { format!("  intros{intros}.\n") };
        let name = in_comment(get(&world.globals, g)?);
        let promises: Vec<&str> = parts.iter().map(|part| part.promises()).collect();
        let about = if one_machine {
            "\n    [the_machine] is any interpretation of the theory; [Prog.SV] and [Prog.SF] are arguments that are values and functions."
        } else {
            ""
        };
        let text = format!(
            "(** [{name}], called with any arguments that satisfy the hypotheses, {}.\n    [Bridge.to] is a value as the machine of the deep embedding has it.{about} *)\nTheorem {theorem} :\n  {forall}{premises}\n  {conclusion}.\nProof.\n{intros}{before}{proofs}Qed.\n",
            promises.join(", and "),
        );
        Ok((theorem, text))
    }

    /// What is asked of a function: with which arguments it can return what. Its parameters have names by how deep it is in the claim.
    fn function_text(&self, ty: &FunType, vars: &Vars, f: &str, depth: u32) -> Result<String, ExportError> {
        let world = &self.world;
        let mut vars = vars.clone();
        let (mut out, mut slots) = (String::new(), Vec::new());
        for param in &ty.params {
            let x = format!("p{depth}_{}", vars.bound.len());
            match param {
                Param::Base(s, q) => {
                    let _ = write!(out, "forall {x} : {}, ", world.sort(*s));
                    vars.nu.clone_from(&x);
                    if *q != TRUTH {
                        let _ = write!(out, "({}) -> ", world.text(*q, &vars)?);
                    }
                    slots.push(format!("Prog.SV (Bridge.to {x})"));
                    vars.bound.push(x);
                }
                Param::Fun(inner) => {
                    let asked = self.function_text(inner, &vars, &x, depth.saturating_add(1))?;
                    let _ = write!(out, "forall {x} : Prog.clo, ({asked}) -> ");
                    slots.push(format!("Prog.SF {x}"));
                    vars.bound.push(String::new());
                }
            }
        }
        vars.nu = String::new();
        if ty.requires != TRUTH {
            let _ = write!(out, "({}) -> ", world.text(ty.requires, &vars)?);
        }
        vars.nu = "v".to_owned();
        let _ = write!(
            out,
            "forall v : {}, ({}) -> Bridge.returns the_machine {f} [{}] (Bridge.to v)",
            world.sort(ty.result),
            world.text(ty.ensures, &vars)?,
            slots.join("; ")
        );
        Ok(out)
    }
}

/// A direction of a claim.
#[derive(Clone, Copy)]
enum Part {
    Every,
    Only,
}

/// The directions that a claim of this kind has.
fn parts(kind: Kind) -> &'static [Part] {
    match kind {
        Kind::Every => &[Part::Every],
        Kind::Only => &[Part::Only],
        Kind::Exactly => &[Part::Every, Part::Only],
    }
}

impl Part {
    /// What is promised of a call, in words.
    fn promises(self) -> &'static str {
        match self {
            Part::Every => "can return every value [v] that its claim allows",
            Part::Only => "returns only values [v] that its claim allows",
        }
    }

    /// The same as a formula; `called`: the machine or the statement, and the arguments.
    fn says(self, called: &str, one_machine: bool, result: &str, ensures: &str) -> String {
        match (self, one_machine) {
            (Part::Every, true) => {
                format!(
                    "forall v : {result},\n  ({ensures}) ->\n  Bridge.claim_returns {called} (Bridge.to v)"
                )
            }
            (Part::Every, false) => {
                format!("forall v : {result},\n  ({ensures}) ->\n  Bridge.can_return {called} (Bridge.to v)")
            }
            (Part::Only, true) => {
                format!("Bridge.claim_returns_only {called} (fun v : {result} =>\n  {ensures})")
            }
            (Part::Only, false) => {
                format!("Bridge.returns_only {called} (fun v : {result} =>\n  {ensures})")
            }
        }
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
