//! What is found about a file, handed on as it is found, in the order of the file.
//!
//! Claims are decided on several threads. Each waits here until those before it are there; then it is told
//! at once, or, where OCaml has a word on it, when the next [`BLOCK`] claims are complete: a compiler is
//! started per block. Blocks are counted and not timed, so that what is asked together does not depend on the load.

use super::confirmed::{self, Confirmations};
use super::witnesses::notes;
use covenant_cli::args::Confirm;
use covenant_cli::failure::Failure;
use covenant_cli::ocaml::read::SecondReading;
use covenant_elaborator::pipeline::{ClaimReport, FileReport, Found, Options, claims_to_come};
use covenant_front::{Diagnostic, Module, Span};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Claims that are confirmed by running together.
const BLOCK: usize = 64;

/// A piece of what is found about a file.
pub enum Part {
    /// It cannot be read.
    Unreadable(Failure),
    /// It was read; its claims follow.
    Begun(Begun),
    /// Errors and warnings.
    Diagnostics(Vec<Diagnostic>),
    /// The next claims, with what OCaml says about them.
    Claims(Vec<ClaimReport>, Confirmations),
    /// That was all.
    Ended,
}

/// A file whose claims follow.
#[derive(Clone)]
pub struct Begun {
    /// Its text.
    pub text: String,
    /// What became of the second reading.
    pub second_reading: SecondReading,
    /// It uses QCheck.
    pub qcheck: bool,
    /// The files of its folder that were read with it.
    pub siblings: Vec<String>,
}

/// The claims of a file, on their way to whoever prints them.
pub struct Stream<'a> {
    hand_on: &'a (dyn Fn(Part) + Sync),
    confirm: Confirm,
    options: &'a Options,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    text: Arc<str>,
    /// The claims that are expected, with those that are there and not told yet.
    claims: Vec<((Span, String), Option<ClaimReport>)>,
    /// The keys of all of them.
    known: BTreeSet<(Span, String)>,
    /// So many were told.
    told: usize,
    /// So many diagnostics were told.
    diagnostics: usize,
    /// Somebody is asking OCaml about the next block.
    busy: bool,
    /// Nobody listens any more.
    closed: bool,
}

impl<'a> Stream<'a> {
    /// A stream to somebody.
    pub fn new(hand_on: &'a (dyn Fn(Part) + Sync), confirm: Confirm, options: &'a Options) -> Stream<'a> {
        Stream { hand_on, confirm, options, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file was read.
    pub fn begin(&self, begun: Begun, module: &Module) {
        let mut state = self.state();
        state.text = begun.text.as_str().into();
        let claims = claims_to_come(module, self.options);
        state.known = claims.iter().cloned().collect();
        state.claims = claims.into_iter().map(|key| (key, None)).collect();
        (self.hand_on)(Part::Begun(begun));
    }

    /// There is no such file, or it is no text.
    pub fn unreadable(&self, failure: Failure) {
        (self.hand_on)(Part::Unreadable(failure));
    }

    /// The file cannot be read as OCaml.
    pub fn fail(&self, text: String, diagnostics: Vec<Diagnostic>) {
        let begun = Begun { text, second_reading: SecondReading::Off, qcheck: false, siblings: Vec::new() };
        (self.hand_on)(Part::Begun(begun));
        (self.hand_on)(Part::Diagnostics(diagnostics));
        (self.hand_on)(Part::Ended);
    }

    /// Something was found.
    pub fn found(&self, found: Found<'_>) {
        match found {
            Found::Diagnostics(diagnostics) => {
                let mut state = self.state();
                state.diagnostics = diagnostics.len();
                if !state.closed {
                    (self.hand_on)(Part::Diagnostics(diagnostics.to_vec()));
                }
            }
            Found::Claim(claim) => {
                let mut state = self.state();
                state.put(claim);
                // Now: its certificate is in this report only.
                state.expect_all(std::slice::from_ref(claim));
                drop(state);
                self.tell(false);
            }
        }
    }

    /// Everything was found: what was not told yet, in `report`, is told now.
    pub fn end(&self, report: FileReport) {
        let FileReport { mut diagnostics, claims, .. } = report;
        claims.iter().for_each(|claim| self.state().put(claim));
        self.state().expect_all(&claims);
        self.tell(true);
        let state = self.state();
        if !state.closed {
            let late = diagnostics.split_off(state.diagnostics.min(diagnostics.len()));
            (self.hand_on)(Part::Diagnostics(late));
            (self.hand_on)(Part::Ended);
        }
    }

    /// Hands on what is complete; at the end of the file the last block is as long as it is.
    fn tell(&self, to_the_end: bool) {
        let block = if confirmed::asks(self.confirm) { BLOCK } else { 1 };
        loop {
            let mut state = self.state();
            if state.busy || state.closed {
                return;
            }
            let Some(mut claims) = state.next_block(block, to_the_end) else { return };
            state.busy = true;
            let text = state.text.clone();
            drop(state);
            let confirmations = if self.options.total.passed() {
                confirmed::not_asked(self.confirm, &claims, "the time of the run is over (--total)")
            } else {
                confirmed::ask(self.confirm, notes(self.options), &text, &mut claims)
            };
            let mut state = self.state();
            state.busy = false;
            if state.closed {
                return;
            }
            let told = state.told;
            state.told += claims.len();
            let end = state.told;
            state.claims[told..end].iter_mut().for_each(|(_, claim)| *claim = None);
            (self.hand_on)(Part::Claims(claims, confirmations));
        }
    }

    /// The user does not want to wait: what is there is handed out, and nothing more is told.
    pub fn close(&self) -> Vec<ClaimReport> {
        let mut state = self.state();
        state.closed = true;
        let told = state.told;
        state.claims.drain(told..).filter_map(|(_, claim)| claim).collect()
    }
}

impl State {
    /// A claim that nobody announced is told all the same, behind the others.
    fn expect_all(&mut self, claims: &[ClaimReport]) {
        for claim in claims {
            let key = (claim.span, claim.claim.clone());
            if self.known.insert(key.clone()) {
                self.claims.push((key, Some(claim.clone())));
            }
        }
    }

    /// Puts a claim into its place, if it is still expected.
    fn put(&mut self, claim: &ClaimReport) {
        let told = self.told;
        let waiting = self.claims.iter_mut().skip(told);
        // Sorted by place; a claim that is there already is one that was found twice.
        let mut here = waiting.filter(|((span, name), _)| *span == claim.span && *name == claim.claim);
        if let Some((_, slot)) = here.find(|(_, slot)| slot.is_none()) {
            *slot = Some(claim.clone());
        }
    }

    fn next_block(&self, block: usize, to_the_end: bool) -> Option<Vec<ClaimReport>> {
        let rest = self.claims.get(self.told..).filter(|rest| !rest.is_empty())?;
        let block = block.min(rest.len());
        let there: Vec<&ClaimReport> = rest[..block].iter().map_while(|(_, claim)| claim.as_ref()).collect();
        let complete = there.len() == block || (to_the_end && !there.is_empty());
        complete.then(|| there.into_iter().cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use covenant_elaborator::pipeline::check_module;

    const TEXT: &str = "let a () : int = 1\n[@@covers {| M [v:int | v = 1] |}]\n\
                        let b () : int = 2\n[@@covers {| M [v:int | v = 2] |}]\n\
                        let c () : int = 3\n[@@covers {| M [v:int | v = 4] |}]\n";

    /// What is told, in short.
    fn told(parts: &Mutex<Vec<Part>>) -> Vec<String> {
        let parts = parts.lock().unwrap_or_else(PoisonError::into_inner);
        let word = |part: &Part| match part {
            Part::Claims(claims, _) => claims.iter().map(|claim| claim.claim.clone()).collect(),
            Part::Begun(_) => "begun".to_owned(),
            Part::Diagnostics(found) => format!("{} diagnostics", found.len()),
            Part::Unreadable(_) => "unreadable".to_owned(),
            Part::Ended => "ended".to_owned(),
        };
        parts.iter().map(word).collect()
    }

    #[test]
    fn claims_are_told_in_order_and_as_soon_as_those_before_them_are_there() {
        let options = Options { jobs: 1, ..Options::default() };
        let module = covenant_front::load("a.ml", TEXT).expect("a module");
        let checked = || check_module(module.clone(), TEXT, &options, &|_| {});
        let report = checked();
        let parts = Mutex::new(Vec::new());
        let hand_on = |part| parts.lock().unwrap_or_else(PoisonError::into_inner).push(part);
        let stream = Stream::new(&hand_on, Confirm::Off, &options);
        let begun = Begun {
            text: TEXT.to_owned(),
            second_reading: SecondReading::Off,
            qcheck: false,
            siblings: Vec::new(),
        };
        stream.begin(begun.clone(), &module);
        stream.found(Found::Diagnostics(&[]));
        stream.found(Found::Claim(&report.claims[1]));
        assert_eq!(told(&parts), ["begun", "0 diagnostics"]);
        stream.found(Found::Claim(&report.claims[0]));
        assert_eq!(told(&parts)[2..], ["a", "b"]);
        stream.end(checked());
        assert_eq!(told(&parts)[4..], ["c", "0 diagnostics", "ended"]);

        // Interrupted: what is there and was not told is handed out, and nothing is told any more.
        let stream = Stream::new(&hand_on, Confirm::Off, &options);
        stream.begin(begun, &module);
        stream.found(Found::Claim(&report.claims[2]));
        let before = told(&parts).len();
        let rest: Vec<String> = stream.close().into_iter().map(|claim| claim.claim).collect();
        stream.found(Found::Claim(&report.claims[0]));
        stream.end(report);
        assert_eq!((rest, told(&parts).len()), (vec!["c".to_owned()], before));
    }
}
