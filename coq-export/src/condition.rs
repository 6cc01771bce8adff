//! Verification conditions as lemmas, each with the script made of its evidence.
//!
//! A lemma states the condition in plain quantifiers; the rule that needs it applies it to what
//! an environment of its context holds. Both are convertible, which Rocq checks.

use crate::context::{Context, Entry};
use crate::derivation::Derivation;
use crate::error::ExportError;
use crate::evidence::Script;
use crate::program::index_of;
use covenant_kernel::arena::ExprId;
use covenant_kernel::reject::Why;
use covenant_kernel::tables::{Evidence, NodeRef};
use std::collections::HashSet;

/// A condition of an exported file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionInfo {
    /// Name of the lemma or axiom.
    pub lemma: String,
    /// The derivation node whose side condition it is.
    pub node: NodeRef,
    /// Whether it is proved in the file; otherwise it is an axiom of it.
    pub proved: bool,
}

/// How a rule refers to a condition: the lemma applied to what an environment `r` of the
/// context holds, and to the proofs that `S : sat C r` gives.
pub(crate) struct Applied {
    context: String,
    pub call: String,
}

impl Applied {
    /// The premise of the rule, by a proof in an environment.
    pub fn premise(&self, proof: &str) -> String {
        format!("(allc_intro {} _ (fun r S => {proof}))", self.context)
    }
}

impl Derivation<'_, '_> {
    /// States and proves a condition. The lemma mentions those variables and facts of the
    /// context that its proof uses: in a long function most conditions need few of them.
    pub(crate) fn condition(
        &mut self,
        cx: &Context,
        node: NodeRef,
        goal: ExprId,
        goal_text: &str,
        evidence: &Evidence,
    ) -> Result<Applied, ExportError> {
        let number = self.conditions.len().saturating_add(1);
        let lemma = match evidence {
            Evidence::Checked(_) => format!("vc{number}"),
            Evidence::CrossChecked => format!("unproved_condition_{number}_two_solvers"),
            Evidence::Solver => format!("unproved_condition_{number}_one_solver"),
        };
        let mut script = Script::new(self.world, cx.vars(), cx.ghost_sorts.clone());
        for (fact, proof) in &cx.ghost_facts {
            script.assume(*fact, proof.clone());
        }
        let mut hypotheses = Vec::new();
        for (entry, ..) in &cx.entries {
            hypotheses.push(match entry {
                Entry::Fact(fact) => {
                    let h = script.hypothesis();
                    script.assume(*fact, h.clone());
                    Some((h, *fact))
                }
                Entry::Variable(..) | Entry::Function => None,
            });
        }
        let proof = match evidence {
            Evidence::Checked(step) => {
                script.prove(*step, goal)?;
                Some(script.out)
            }
            Evidence::CrossChecked | Evidence::Solver => None,
        };
        let mut used = identifiers(goal_text);
        used.extend(proof.iter().flat_map(|text| identifiers(text)));
        // Facts after variables: a fact mentions variables that come before it.
        let mut parts = Vec::new();
        for ((entry, frame, position), hypothesis) in cx.entries.iter().zip(hypotheses).rev() {
            match (entry, hypothesis) {
                // An axiom is no stronger than the condition: it keeps all that is known.
                (_, Some((h, fact))) if proof.is_none() || used.contains(&h) => {
                    let text = self.world.text(fact, &cx.vars_by_name())?;
                    used.extend(identifiers(&text));
                    parts.push((format!(" ({h} : {text})"), cx.fact(*frame, *position)));
                }
                (Entry::Variable(name, sort), _) if used.contains(name) => {
                    let level = (0u32..).zip(&cx.place.names).find(|(_, n)| *n == name);
                    let index = index_of(&cx.place, level.ok_or(Why::UnboundLocal)?.0)?;
                    let sort = self.world.sort(*sort);
                    parts.push((format!("\n  ({name} : {sort})"), format!("(lookup {index} r)")));
                }
                _ => {}
            }
        }
        parts.reverse();
        let statement: String = parts.iter().map(|(binder, _)| binder.as_str()).collect();
        let mut call = lemma.clone();
        for (_, argument) in &parts {
            call.push(' ');
            call.push_str(argument);
        }
        let where_ = match self.source_position {
            Some(ref position) => format!("(* {position} *)\n"),
            None => String::new(),
        };
        let text = match &proof {
            Some(proof) => {
                format!("{where_}Lemma {lemma}{statement} :\n  {goal_text}.\nProof.\n{proof}Qed.\n")
            }
            None => {
                let forall =
                    if statement.is_empty() { String::new() } else { format!("forall{statement},\n  ") };
                format!("{where_}Axiom {lemma} :\n  {forall}{goal_text}.\n")
            }
        };
        self.out.push_str(&text);
        self.conditions.push(ConditionInfo { lemma, node, proved: proof.is_some() });
        if !parts.is_empty() {
            call = format!("({call})");
        }
        Ok(Applied { context: cx.name.clone(), call })
    }

    /// From the kernel's condition, which leaves out trivial parts, to all the parts that the
    /// rule asks for.
    pub(crate) fn all_parts(&self, parts: &[ExprId], call: &str) -> String {
        let truth = self.world.arena.truth();
        let nontrivial = parts.iter().filter(|&&p| p != truth).count();
        let mut seen = 0usize;
        let mut proofs = Vec::new();
        for &part in parts {
            if part == truth {
                proofs.push("I".to_owned());
                continue;
            }
            seen = seen.saturating_add(1);
            let mut proof = call.to_owned();
            for _ in 1..seen {
                proof = format!("(proj2 {proof})");
            }
            if seen < nontrivial {
                proof = format!("(proj1 {proof})");
            }
            proofs.push(proof);
        }
        proofs
            .into_iter()
            .rev()
            .reduce(|rest, p| format!("(conj {p} {rest})"))
            .unwrap_or_else(|| "I".to_owned())
    }
}

/// The identifiers in a text.
fn identifiers(text: &str) -> HashSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
