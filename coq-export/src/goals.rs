//! Conditions to be proved, and how rules refer to them.

use covenant_kernel::arena::ExprId;
use covenant_kernel::tables::NodeRef;

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
    pub context: String,
    pub lemma: String,
    pub call: String,
    /// Whether the lemma is the premise as it stands.
    pub is_premise: bool,
}

impl Applied {
    /// The premise of the rule, by a proof in an environment.
    pub fn premise(&self, proof: &str) -> String {
        format!("(allc_intro {} _ (fun r S => {proof}))", self.context)
    }

    /// The premise of a rule that asks for the condition itself.
    pub fn itself(&self) -> String {
        if self.is_premise { self.lemma.clone() } else { self.premise(&self.call) }
    }
}

/// What a rule asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// The condition.
    Itself,
    /// Something that follows from it.
    Consequence,
}

/// A condition to be proved.
pub(crate) struct Goal<'a> {
    /// What the lemma says.
    pub statement: &'a str,
    /// What the evidence proves: the statement, or what remains of it under `assumed`.
    pub formula: ExprId,
    /// Parameters that the statement quantifies over, with what it says of them.
    pub assumed: Assumed,
}

impl<'a> Goal<'a> {
    /// A formula as it stands.
    pub fn plain(formula: ExprId, statement: &'a str) -> Self {
        Goal { statement, formula, assumed: Assumed::default() }
    }
}

/// Parameters of a function type, as the variables of the next levels.
#[derive(Default)]
pub(crate) struct Assumed {
    /// Their names; empty for a function.
    pub variables: Vec<String>,
    /// What is known of them, with the names of the hypotheses.
    pub facts: Vec<(ExprId, String)>,
    /// Variables and hypotheses in the order of the statement.
    pub introduced: Vec<String>,
}
