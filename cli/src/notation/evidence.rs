//! Evidence as an outline: one line per step, branches indented.

use super::{Names, Notation};
use covenant_kernel::tables::*;

/// Longer evidence is cut; the certificate has all of it.
const MAX_STEPS: usize = 400;
/// Branches within branches.
const MAX_BRANCHING: usize = 40;

impl Notation<'_> {
    /// The steps from this one on.
    pub fn steps(&self, root: StepRef, names: &Names) -> Vec<String> {
        let mut lines = Vec::new();
        let mut pending = vec![(root, 0usize, String::new())];
        while let Some((mut step, indent, label)) = pending.pop() {
            let mut label = label;
            loop {
                if lines.len() >= MAX_STEPS || indent > MAX_BRANCHING {
                    lines.push(format!("{}…", "  ".repeat(indent)));
                    return lines;
                }
                let Some(row) = self.file.certificate.proof.steps.get(step.0 as usize) else { break };
                let (text, next, branches) = self.step(row, names);
                lines.push(format!("{}{label}{text}", "  ".repeat(indent)));
                label = String::new();
                for (label, branch) in branches.into_iter().rev() {
                    pending.push((branch, indent + 1, label));
                }
                match next {
                    Some(next) => step = next,
                    None => break,
                }
            }
        }
        lines
    }

    /// The text of a step, the step after it, and its branches.
    fn step(&self, row: &StepRow, names: &Names) -> (String, Option<StepRef>, Vec<(String, StepRef)>) {
        let show = |e: &ExprRef| self.expr_id(*e).map_or("?".to_owned(), |e| self.formula(e, names));
        let two =
            |a: &str, x: &StepRef, b: &str, y: &StepRef| vec![(format!("{a}: "), *x), (format!("{b}: "), *y)];
        let as_form = |form: &Option<ExprRef>| {
            form.as_ref().map_or(String::new(), |form| format!(" with the argument as {}", show(form)))
        };
        match row {
            StepRow::Intro(next) => ("introduce".to_owned(), Some(*next), vec![]),
            StepRow::Split(a, b) => ("split".to_owned(), None, two("left", a, "right", b)),
            StepRow::Left(next) => ("prove the left side".to_owned(), Some(*next), vec![]),
            StepRow::Right(next) => ("prove the right side".to_owned(), Some(*next), vec![]),
            StepRow::Witness(term, next) => (format!("witness {}", show(term)), Some(*next), vec![]),
            StepRow::Exact => ("exactly a known fact".to_owned(), None, vec![]),
            StepRow::Absurd(next) => ("by contradiction".to_owned(), Some(*next), vec![]),
            StepRow::OrElim(fact, a, b) => {
                (format!("cases of {}", show(fact)), None, two("left", a, "right", b))
            }
            StepRow::Obtain(fact, next) => {
                (format!("take the witness of {}", show(fact)), Some(*next), vec![])
            }
            StepRow::Inst(fact, term, next) => {
                (format!("instantiate {} at {}", show(fact), show(term)), Some(*next), vec![])
            }
            StepRow::Apply(fact, premise, next) => {
                (format!("apply {}", show(fact)), Some(*next), vec![("premise: ".to_owned(), *premise)])
            }
            StepRow::IffParts(fact, next) => {
                (format!("both directions of {}", show(fact)), Some(*next), vec![])
            }
            StepRow::NotPush(fact, next) => {
                (format!("push the negation in {}", show(fact)), Some(*next), vec![])
            }
            StepRow::Case(term, branches) => {
                let sort = self.expr_id(*term).and_then(|e| self.arena.sort_of(e));
                let datatype = match sort.map(|sort| self.arena.sort(sort)) {
                    Some(Sort::Data(number, _)) => *number,
                    _ => BOOL,
                };
                let branches = (0u32..).zip(branches);
                let branches = branches
                    .map(|(tag, step)| match self.constructor_name(datatype, tag) {
                        "::" => ("(::): ".to_owned(), *step),
                        name => (format!("{name}: "), *step),
                    })
                    .collect();
                (format!("case on {}", show(term)), None, branches)
            }
            StepRow::Cut(formula, yes, no) => {
                (format!("either {} or not", show(formula)), None, two("yes", yes, "no", no))
            }
            StepRow::IteSplit(term, yes, no) => {
                (format!("split {}", show(term)), None, two("then", yes, "else", no))
            }
            StepRow::Unfold { term, as_ctor, next } => {
                (format!("unfold {}{}", show(term), as_form(as_ctor)), Some(*next), vec![])
            }
            StepRow::UnfoldFact { fact, as_ctor, next } => {
                (format!("unfold the fact {}{}", show(fact), as_form(as_ctor)), Some(*next), vec![])
            }
            StepRow::UnfoldGoal { as_ctor, next } => {
                (format!("unfold the goal{}", as_form(as_ctor)), Some(*next), vec![])
            }
            StepRow::Lemma(lemma, _, terms, next) => {
                let name = self.declared.lemmas.get(lemma.0 as usize);
                (self.instance("lemma", name.map(String::as_str), terms, names), Some(*next), vec![])
            }
            StepRow::Axiom(axiom, _, terms, next) => {
                let name = self.declared.axioms.get(axiom.0 as usize);
                (self.instance("assumption", name.map(String::as_str), terms, names), Some(*next), vec![])
            }
            StepRow::Have(formula, proof, next) => {
                (format!("have {}", show(formula)), Some(*next), vec![("proof: ".to_owned(), *proof)])
            }
            StepRow::Induct(motives, cases) => {
                let branches = cases.iter().enumerate().map(|(i, case)| (format!("case {}: ", i + 1), *case));
                let what: Vec<String> = motives.iter().map(|m| show(&m.formula)).collect();
                (format!("induction for {}", what.join("; ")), None, branches.collect())
            }
            StepRow::Leaf(facts, lines) => {
                let facts: Vec<String> = facts.iter().map(show).collect();
                let arithmetic = match lines.len() {
                    0 => String::new(),
                    n => format!(" ({n} lines of arithmetic)"),
                };
                (format!("refute {}{arithmetic}", facts.join("; ")), None, vec![])
            }
        }
    }

    fn instance(&self, kind: &str, name: Option<&str>, terms: &[ExprRef], names: &Names) -> String {
        let terms: Vec<String> = terms
            .iter()
            .map(|term| self.expr_id(*term).map_or("?".to_owned(), |term| self.atom(term, names)))
            .collect();
        let at = if terms.is_empty() { String::new() } else { format!(" at {}", terms.join(" ")) };
        format!("{kind} {}{at}", name.unwrap_or("?"))
    }
}
