//! Both directions of a claim, confirmed by running.
//!
//! What is promised is asked of the program ([`confirm`]). What a claim says *only* is tried: the function is called with
//! small arguments, in every way, and what comes back must be allowed by the claim ([`many`]). A value that is not is a
//! disagreement: the claim was proved, so OCaml runs another program than was read, or its integers left their 63 bits.

use super::Ocaml;
use super::confirm::{Claim, Confirmation, Confirmed, Disagreement, DisputedCase, Outcome, confirm, refusal};
use super::many::{self, Called, Patience, Ran, Returned};
use covenant_exercise::Plan;
use covenant_kernel::tables::Kind;
use std::collections::BTreeMap;

/// Few arguments: what is asked is whether it is the same program, not whether the claim holds.
const PLAN: Plan = Plan { depth: 3, most: 40, ints: None, fuel: 20_000, search_steps: 50_000 };

/// A call that does not end keeps its promise. The calls behind it are made all the same.
const PATIENCE: Patience = Patience { cpu_seconds: 1, restarts: 1 };

/// Asks OCaml about accepted claims of a source file; one answer for each.
#[must_use]
pub fn confirm_all(ocaml: &Ocaml, source: &str, claims: &[Claim<'_>]) -> Vec<Confirmation> {
    let says = |claim: &Claim<'_>, kinds: [Kind; 2]| kinds.contains(&claim.statement.kind);
    let promising = claims.iter().filter(|claim| says(claim, [Kind::Every, Kind::Exactly]));
    let limiting = claims.iter().filter(|claim| says(claim, [Kind::Only, Kind::Exactly]));
    let mut promised = confirm(ocaml, source, &promising.copied().collect::<Vec<_>>()).into_iter();
    let mut kept = keep(ocaml, source, &limiting.copied().collect::<Vec<_>>()).into_iter();
    let unanswered = || Confirmation::NotConfirmed("OCaml did not answer".to_owned());
    let answer = |claim: &Claim<'_>| match claim.statement.kind {
        Kind::Every => promised.next(),
        Kind::Only => kept.next(),
        Kind::Exactly => match (promised.next(), kept.next()) {
            (_, Some(Confirmation::Disagrees(found))) => Some(Confirmation::Disagrees(found)),
            (promised, _) => promised,
        },
    };
    claims.iter().map(answer).map(|answer| answer.unwrap_or_else(unanswered)).collect()
}

/// Whether what OCaml returns is allowed.
fn keep(ocaml: &Ocaml, source: &str, claims: &[Claim<'_>]) -> Vec<Confirmation> {
    if claims.is_empty() {
        return Vec::new();
    }
    let called: Vec<Called<'_>> =
        claims.iter().map(|claim| Called { source, claim: claim.name, statement: claim.statement }).collect();
    match many::run(&called, &PLAN, PATIENCE) {
        Err(why) => vec![Confirmation::NotConfirmed(why); claims.len()],
        Ok(ran) => {
            // Where nothing was left out, OCaml took the file.
            let refused = if ran.left_out > 0 { refusal(ocaml, source) } else { None };
            let one = |index| refused.clone().unwrap_or_else(|| answer(ocaml, &ran, index));
            (0..claims.len()).map(one).collect()
        }
    }
}

fn answer(ocaml: &Ocaml, ran: &Ran, index: usize) -> Confirmation {
    let version = ocaml.version.clone();
    if let Some((_, Returned { call, value })) = ran.outside.iter().find(|(program, _)| *program == index) {
        let (outcome, draws) = (Outcome::Outside, None);
        let case = Some(DisputedCase { outcome, call: call.clone(), value: value.clone(), draws });
        let instead = "returns a value that was proved impossible".to_owned();
        return Confirmation::Disagrees(Box::new(Disagreement { ocaml: version, case, instead }));
    }
    match ran.values.get(index).copied().unwrap_or(0) {
        0 => {
            Confirmation::NotConfirmed("no call that could be written for OCaml returned a value".to_owned())
        }
        values => {
            let asked = usize::try_from(values).unwrap_or(usize::MAX);
            let outcomes = BTreeMap::from([(Outcome::Allowed, asked)]);
            Confirmation::Confirmed(Confirmed { ocaml: version, asked, outcomes })
        }
    }
}
