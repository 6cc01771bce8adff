//! Lemmas and axioms of a file, tried on small values before anything rests on them.

use crate::missing::merged;
use crate::options::Options;
use crate::recollection::Recollection;
use covenant_execute::{Names, Program, Refutation};
use covenant_front::{Diagnostic, DiagnosticKind, FactInfo, FactKind, Source, Span, Unit};
use std::collections::BTreeMap;

/// Facts of a file that were tried on small values, and whether they are false. They are the same for all its claims.
pub(crate) type TestedFacts = BTreeMap<Span, bool>;

/// Lemmas and axioms that are false on small values: errors, with the values, each once. Nothing rests on
/// them: the claim is checked as if they had not been written.
pub(crate) fn drop_false_facts(
    unit: &mut Unit,
    text: &str,
    options: &Options,
    tested: &mut TestedFacts,
) -> Vec<Diagnostic> {
    let by_user = |fact: &&FactInfo| fact.span.source == Source::User;
    if unit.facts.iter().filter(by_user).all(|fact| tested.contains_key(&fact.span)) {
        unit.facts.retain(|fact| tested.get(&fact.span) != Some(&true));
        return Vec::new();
    }
    let statement = merged(unit);
    let Ok(program) = Program::new(&statement) else { return Vec::new() };
    let limits = options.run_limits(options.fact_steps);
    let recollection = Recollection::of(unit, options);
    let mut out = Vec::new();
    unit.facts.retain(|fact| {
        if fact.span.source != Source::User {
            return true;
        }
        if let Some(is_false) = tested.get(&fact.span) {
            return !is_false;
        }
        // SOUNDNESS: an axiom is believed by whoever uses it, so it is tested every time. A lemma is proved.
        let note = recollection.as_ref().filter(|_| fact.kind == FactKind::Lemma).map(|recollection| {
            (recollection, format!("lemma {:?} {} {}", fact.statement, fact.sort_params, options.fact_steps))
        });
        if note.as_ref().is_some_and(|(recollection, what)| recollection.noted(what).is_some()) {
            tested.insert(fact.span, false);
            return true;
        }
        let refutation = covenant_execute::refute_formula(program, fact.statement, fact.sort_params, &limits);
        if !limits.deadline.cut_short() {
            let is_false = matches!(refutation, Refutation::False(_));
            tested.insert(fact.span, is_false);
            if let (Some((recollection, what)), false) = (&note, is_false) {
                recollection.note(what, &[]);
            }
        }
        if let Refutation::False(values) = refutation {
            let values: Vec<String> = values
                .iter()
                .map(|v| covenant_execute::show_argument(&statement, &Names::default(), v))
                .collect();
            let kind = if fact.kind == FactKind::Lemma { "lemma" } else { "axiom" };
            let (line, column) = covenant_front::span::line_and_column(text, fact.span.start);
            out.push(Diagnostic {
                kind: DiagnosticKind::FalseFact,
                span: fact.span,
                line,
                column,
                text: fact.name.clone(),
                message: format!("the {kind} `{}` is false: it fails at {}", fact.name, values.join(", ")),
                advice: "correct it or remove it; nothing can rest on it".to_owned(),
            });
            return false;
        }
        true
    });
    out
}
