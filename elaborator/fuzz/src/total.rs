//! Claims read as *total exactly*: that what is accepted of the program with checks holds of the program.
//!
//! The program with checks is made by the front end, and nothing proves that it is the one that the theorem is about
//! (`docs/RULES.md`). So each claim that is accepted is run without checks: a value outside of the claim, or a run that
//! fails, is a soundness bug. A call that does not come to an end within bounds is counted, since it may only be long.

use super::only::PLAN;
use super::{FuzzOptions, FuzzReport, Unsound, understood};
use covenant_elaborator::pipeline::{self, Verdict};
use covenant_execute::{Names, Program, Value, show_argument};
use covenant_exercise::{Exercised, Finding, Subject, exercise};
use covenant_front::{ClaimKind, Module, Unit};

/// Makes the claims of a program total and examines them, as many as are wanted.
pub(super) fn examine(
    text: &str,
    module: &Module,
    options: &FuzzOptions,
    report: &mut FuzzReport,
) -> Option<Unsound> {
    let text = said_to_be_total(text, module)?;
    let module = understood(&text)?;
    let refuted = pipeline::false_signatures(&module, &text, &options.pipeline);
    let mut found = None;
    for unit in module.only.iter().take(options.most_claims) {
        // What has no checks is not proved.
        let Some(Ok(checks)) = &unit.total else { continue };
        let mut only = (**checks).clone();
        only.statement.kind = ClaimKind::Only;
        let claim = pipeline::check_alone(&only, &refuted, "fuzz.ml", &text, &options.pipeline);
        let Some(claim) = claim else { continue };
        report.total_claims += 1;
        let accepted = claim.verdict == Verdict::Valid;
        let Some(ran) = run(unit) else { continue };
        let against = against(unit, &ran);
        if !accepted {
            report.total_refuted += u64::from(against.is_some());
            continue;
        }
        report.total += 1;
        report.total_inputs += ran.inputs();
        report.total_long += ran.did_not_return.count;
        found = found.or(against.map(|missing| Unsound {
            run: 0,
            source: text.clone(),
            claim: unit.claim.clone(),
            missing,
        }));
    }
    found
}

fn run(unit: &Unit) -> Option<Exercised> {
    let program = Program::new(&unit.statement).ok()?;
    let subject = Subject { program, global: unit.statement.claim, only: unit.only_parameters() };
    exercise(&subject, &PLAN).ok()
}

/// What stands against a claim that is total.
fn against(unit: &Unit, ran: &Exercised) -> Option<String> {
    let shown = |value: &Value| show_argument(&unit.statement, &Names::default(), value);
    let call = |args: &[Value]| args.iter().map(shown).collect::<Vec<_>>().join(" ");
    match (&ran.outside, &ran.failed.first) {
        (Some(Finding::Outside { args, value, .. }), _) => {
            Some(format!("anything but {} => {}, as a total claim", call(args), shown(value)))
        }
        (_, Some(args)) => Some(format!("a value in each run on {}, as a total claim", call(args))),
        _ => None,
    }
}

/// The text, with `total exactly` before the result of each claim; none if a claim is not written so that it could stand there.
fn said_to_be_total(text: &str, module: &Module) -> Option<String> {
    let mut places = Vec::new();
    for unit in &module.units {
        let claim = unit.statement.globals.get(unit.statement.claim.0 as usize)?.claim;
        let ensures = unit.source_map.types.get(claim.0 as usize)?.ensures;
        let own = unit.claim_span()?;
        let before = text.get(own.start..ensures.start)?;
        let bracket =
            before.rfind('[').filter(|at| before.get(at + 1..).is_some_and(|rest| rest.contains(':')))?;
        let generator = before.get(..bracket)?.trim_end().strip_suffix('M').map(str::len);
        places.push(own.start + generator.unwrap_or(bracket));
    }
    places.sort_unstable();
    places.dedup();
    let mut text = text.to_owned();
    for place in places.into_iter().rev() {
        text.insert_str(place, "total exactly ");
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check of the check: what is total is accepted, what fails or loops is not, and a failing run stands against a claim.
    #[test]
    fn claims_are_read_as_total() {
        let text = "let half (n : int) : int = n / 2\n[@@covers {| n:int -> [v:int | 2 * v <= n + 1 && n - 1 <= 2 * v] |}]\n\
            let part (n : int) : int = 10 / n\n[@@covers {| n:int -> [v:int | true] |}]\n\
            let rec loops (n : int) : int = if n = 0 then 0 else loops (n - 1)\n[@@covers {| n:int -> [v:int | v = 0] |}]\n\
            let coin () : bool = bool_gen ()\n[@@covers {| M [v:bool] |}]\n";
        let (mut accepted, mut against) = (Vec::new(), Vec::new());
        for definition in text.split_inclusive("]\n") {
            let module = understood(definition).unwrap_or_else(|| panic!("{definition}"));
            let total = said_to_be_total(definition, &module).unwrap_or_else(|| panic!("{definition}"));
            assert!(total.contains("total exactly "), "{total}");
            let mut report = FuzzReport::default();
            assert!(
                examine(definition, &module, &FuzzOptions::default(), &mut report).is_none(),
                "{definition}"
            );
            assert_eq!(report.total_claims, 1, "{total}");
            accepted.push(report.total);
            against.push(report.total_refuted);
        }
        assert_eq!(accepted, [1, 0, 0, 1]);
        assert_eq!(against, [0, 1, 0, 0]);
    }
}
