//! The lemmas that a claim may use: those of its file and of the prelude, and guessed ones.
//! Every lemma is proved before it is used.

use crate::conditions::Opened;
use crate::search::induction::prove_lemma;
use crate::search::lemmas::{Lemma, LemmaBook, Origin};
use crate::search::limits::Limits;
use crate::search::{Outcome, QueryLog};
use covenant_front::{Source, Unit};
use covenant_kernel::theory::Formula;
use std::sync::Arc;
use std::time::Duration;

/// What proving the lemmas took.
#[derive(Clone, Debug, Default)]
pub struct BookLog {
    /// Queries to Z3.
    pub queries: u32,
    /// Time inside Z3.
    pub solver_time: Duration,
    /// Facts of the unit that were not proved, by number.
    pub unproved: Vec<usize>,
}

impl BookLog {
    fn add(&mut self, log: &QueryLog) {
        self.queries += log.queries;
        self.solver_time += log.solver_time;
    }
}

/// A book with the unit's facts. Those of the user are proved at once, in order, each with the
/// help of those before it, so that one that fails is reported; the prelude's are proved when a
/// proof needs them.
pub fn prove_facts(
    unit: &Unit,
    opened: &mut Opened,
    limits: &Limits,
    guess: bool,
    log: &mut BookLog,
) -> LemmaBook {
    let book = if guess { LemmaBook::guessing() } else { LemmaBook::default() };
    for (i, fact) in unit.facts.iter().enumerate() {
        let Ok(statement) = opened.loaded.expr(fact.statement) else { continue };
        let formula = Formula { sort_params: fact.sort_params, statement };
        if fact.span.source == Source::Prelude {
            book.propose(Origin::Prelude(fact.name.clone()), formula);
            continue;
        }
        match prove_lemma(&mut opened.arena, &opened.theory, &book, formula, limits) {
            Outcome::Proved { step, log: queries } => {
                log.add(&queries);
                book.add(Lemma { origin: Origin::Stated(fact.name.clone()), formula, proof: Arc::new(step) });
            }
            Outcome::SolverOnly { log: queries, .. }
            | Outcome::Stuck { log: queries, .. }
            | Outcome::Unknown { log: queries, .. } => {
                log.add(&queries);
                log.unproved.push(i);
            }
        }
    }
    book
}
