//! Under which key a claim is remembered.
//!
//! Everything that the search looks at is in the key, and nothing else: the statement, the facts and
//! measures beside it, the budgets, and the versions of this program and of Z3. Places in the source are
//! not, so that a claim is found again when something above it changes. What the key forgets costs a
//! search or a shorter proof, never a verdict: whatever is recalled is checked again.
//!
//! What was searched in vain is no part of that memory: it is among the user's own notes ([`covenant_remember::Notes`]).

use crate::options::Options;
use crate::provenance;
use covenant_budget::Deadline;
use covenant_certificates::ContentHash;
use covenant_front::Unit;
use covenant_prove::search::limits::Limits;
use covenant_remember::{Entry, Memory};

/// The place of one claim in the memory.
pub struct Recollection<'a> {
    memory: &'a Memory,
    key: ContentHash,
}

impl<'a> Recollection<'a> {
    /// The place of a claim that is checked with these options.
    pub fn new(memory: &'a Memory, unit: &Unit, options: &Options) -> Recollection<'a> {
        let limits = Limits { deadline: Deadline::NEVER, condition_time: None, ..options.limits.clone() };
        let facts = unit.facts.iter().map(|f| (&f.name, f.kind, f.sort_params, f.statement));
        let functions = unit.functions.iter().map(|f| (&f.measure, &f.rank, &f.predicate_names));
        let local = unit.local_claims.iter().map(|c| (c.fun, c.ty, &c.measure, &c.rank));
        let text = format!(
            "{:?} {:?} {limits:?} {} {} {:?} {:?} {:?} {:?} {:?}",
            provenance::meta(),
            provenance::z3_version(),
            options.missing_steps,
            options.guess_lemmas,
            unit.statement,
            unit.extra,
            facts.collect::<Vec<_>>(),
            functions.collect::<Vec<_>>(),
            local.collect::<Vec<_>>(),
        );
        Recollection { memory, key: ContentHash::of_bytes(text.as_bytes()) }
    }

    /// The place of a claim, if anything is remembered.
    pub fn of(unit: &Unit, options: &'a Options) -> Option<Recollection<'a>> {
        options.memory.as_ref().map(|memory| Recollection::new(memory, unit, options))
    }

    /// What the user's notes say about something of the claim.
    pub fn noted(&self, what: &str) -> Option<Vec<u8>> {
        self.memory.notes()?.recall(self.about(what))
    }

    /// Notes something.
    pub fn note(&self, what: &str, bytes: &[u8]) {
        if let Some(notes) = self.memory.notes() {
            notes.note(self.about(what), bytes);
        }
    }

    fn about(&self, what: &str) -> ContentHash {
        ContentHash::of_bytes(format!("{what} {}", self.key).as_bytes())
    }

    /// What an earlier run left.
    pub fn recall(&self) -> Option<Entry> {
        self.memory.recall(self.key)
    }

    /// Leaves something for the next run.
    pub fn remember(&self, entry: &Entry) {
        self.memory.remember(self.key, entry);
    }
}
