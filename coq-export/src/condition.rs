//! Verification conditions as lemmas, each with the script made of its evidence.
//!
//! A lemma states the condition in plain quantifiers; the rule that needs it applies it under
//! the binders of its context. Both are convertible, which Rocq checks.

use crate::context::{Context, Entry};
use crate::derivation::Derivation;
use crate::error::ExportError;
use crate::evidence::Script;
use covenant_kernel::arena::ExprId;
use covenant_kernel::tables::{Evidence, NodeRef};

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

/// How a rule refers to a condition: the binders of the context, and the lemma applied to them.
pub(crate) struct Applied {
    pub binders: String,
    pub call: String,
}

impl Applied {
    /// As a premise, with the proof changed to `proof`.
    pub fn with(&self, proof: &str) -> String {
        if self.binders.is_empty() { proof.to_owned() } else { format!("(fun{} => {proof})", self.binders) }
    }

    /// As a premise.
    pub fn premise(&self) -> String {
        self.with(&self.call)
    }
}

impl Derivation<'_, '_> {
    pub(crate) fn condition(
        &mut self,
        cx: &Context,
        node: NodeRef,
        goal: ExprId,
        evidence: &Evidence,
    ) -> Result<Applied, ExportError> {
        let number = self.conditions.len().saturating_add(1);
        let proved = matches!(evidence, Evidence::Checked(_));
        let lemma = match evidence {
            Evidence::Checked(_) => format!("vc{number}"),
            Evidence::CrossChecked => format!("unproved_condition_{number}_two_solvers"),
            Evidence::Solver => format!("unproved_condition_{number}_one_solver"),
        };
        let vars = cx.vars();
        let mut script = Script::new(self.world, vars, cx.ghost_sorts.clone());
        for (fact, proof) in &cx.ghost_facts {
            script.assume(*fact, proof.clone());
        }
        let (mut statement, mut binders, mut call) = (String::new(), String::new(), lemma.clone());
        let mut functions = 0usize;
        for entry in &cx.entries {
            match entry {
                Entry::Variable(name, sort) => {
                    let sort = script.world.sort(*sort);
                    statement.push_str(&format!("\n  ({name} : {sort})"));
                    binders.push_str(&format!(" {name}"));
                    call.push_str(&format!(" {name}"));
                }
                Entry::Fact(fact) => {
                    let h = script.hypothesis();
                    let text = script.text(*fact)?;
                    statement.push_str(&format!(" ({h} : {text})"));
                    binders.push_str(&format!(" {h}"));
                    call.push_str(&format!(" {h}"));
                    script.assume(*fact, h);
                }
                Entry::Function => {
                    functions = functions.saturating_add(1);
                    binders.push_str(&format!(" g{functions} K{functions}"));
                }
            }
        }
        let goal_text = script.text(goal)?;
        let where_ = match self.source_position {
            Some(ref position) => format!("(* {position} *)\n"),
            None => String::new(),
        };
        let text = match evidence {
            Evidence::Checked(step) => {
                script.prove(*step, goal)?;
                format!("{where_}Lemma {lemma}{statement} :\n  {goal_text}.\nProof.\n{}Qed.\n", script.out)
            }
            Evidence::CrossChecked | Evidence::Solver => {
                let forall =
                    if statement.is_empty() { String::new() } else { format!("forall{statement},\n  ") };
                format!("{where_}Axiom {lemma} :\n  {forall}{goal_text}.\n")
            }
        };
        self.out.push_str(&text);
        self.conditions.push(ConditionInfo { lemma: lemma.clone(), node, proved });
        if cx.entries.iter().all(|e| matches!(e, Entry::Function)) {
            call = lemma;
        } else {
            call = format!("({call})");
        }
        Ok(Applied { binders, call })
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
