//! Many generators at once: whole families of programs, each verdict compared with execution.
//!
//! Table 5 of the paper counts how many of the programs that a synthesizer finds are complete.
//! Here the programs come from an enumeration over the same components ([`families`]), and the
//! truth about each from running it exhaustively on small values ([`program`]), so that not only
//! the counts but every single verdict can be wrong, and is reported if it is.

pub mod families;
pub mod program;

use crate::checking::{CheckedClaim, check};
use crate::report::{Cell, Table};
use crate::suite::Outcome;
use families::{FAMILIES, Family};
use program::{Data, Printer, Runner, Term, labels};
use std::collections::BTreeSet;
use std::time::Duration;

/// What `int_gen` produces when a program is run: more than the labels and the sizes on both sides,
/// because a value may come about through an integer that it does not contain.
const GENERATED: std::ops::RangeInclusive<i64> = -1..=4;

/// What running a program showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It produces something that the claim does not speak of; such programs are not counted.
    Unsafe,
    /// It produces every value looked for.
    Complete,
    /// At these arguments it cannot produce this value.
    Missing(Vec<i64>, Data),
}

/// Values that a claim asks for, by arguments.
pub type Wanted = [(&'static [i64], BTreeSet<Data>)];

/// Runs a program of a family at all its arguments, looking for what is wanted there.
pub fn truth(family: &Family, wanted: &Wanted, body: &Term) -> Truth {
    let mut runner = Runner::new(body, GENERATED);
    let mut missing = None;
    for (arguments, wanted) in wanted {
        let made = runner.results(arguments);
        if made.iter().any(|data| !(family.allows)(arguments, data)) {
            return Truth::Unsafe;
        }
        if missing.is_none() {
            let smallest = wanted.difference(&made).min_by_key(|&data| (labels(data).len(), data.clone()));
            missing = smallest.map(|data| Truth::Missing(arguments.to_vec(), data.clone()));
        }
    }
    missing.unwrap_or(Truth::Complete)
}

/// The OCaml file of a program.
pub fn source(family: &Family, body: &Term) -> String {
    let printer =
        Printer { function: family.function, parameters: family.parameters, notation: family.notation };
    format!(
        "open Covenant_runtime\n\n{}\nlet rec {} {} =\n{}[@@covers {{| {} |}}]\n[@@measure {}]\n",
        family.definitions,
        family.function,
        family.head,
        printer.text(body),
        family.claim,
        family.parameters[0],
    )
}

/// A program whose verdict is not the one to be wished for.
#[derive(Clone, Debug)]
pub struct Remark {
    /// What happened.
    pub outcome: Outcome,
    /// The program.
    pub source: String,
    /// What the tool said.
    pub detail: String,
    /// What running showed.
    pub truth: Truth,
}

/// The verdicts on a family.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// Outcomes, one per safe program.
    pub outcomes: Vec<Outcome>,
    /// Complete programs, by execution.
    pub complete: usize,
    /// Programs worth looking at.
    pub remarks: Vec<Remark>,
    /// Time for all checks.
    pub time: Duration,
}

impl Judged {
    fn count(&self, outcome: Outcome) -> usize {
        self.outcomes.iter().filter(|&&other| other == outcome).count()
    }
}

/// Checks every safe program of a family.
pub fn judge(family: &Family) -> Judged {
    let mut judged = Judged::default();
    let wanted = family.wanted();
    for body in (family.programs)() {
        let truth = truth(family, &wanted, &body);
        if truth == Truth::Unsafe {
            continue;
        }
        let source = source(family, &body);
        let checked = check(family.function, &source);
        let claim = checked
            .claims
            .into_iter()
            .next()
            .unwrap_or_else(|| CheckedClaim { detail: checked.errors.join("; "), ..CheckedClaim::default() });
        let complete = truth == Truth::Complete;
        let outcome = Outcome::of(complete, claim.verdict);
        judged.complete += usize::from(complete);
        judged.time += checked.time;
        judged.outcomes.push(outcome);
        if !matches!(outcome, Outcome::Proved | Outcome::RefutedConfirmed) {
            judged.remarks.push(Remark { outcome, source, detail: claim.detail, truth });
        }
    }
    judged
}

/// The outcomes that have a column, in order.
const COLUMNS: [Outcome; 6] = [
    Outcome::Proved,
    Outcome::RefutedConfirmed,
    Outcome::UnknownTrue,
    Outcome::UnknownFalse,
    Outcome::WronglyRejected,
    Outcome::WronglyAccepted,
];

/// Measures all families, or those named. The second result says whether all verdicts that were
/// given are right.
pub fn measure(names: &[&str]) -> Result<(Table, Vec<Remark>), String> {
    if let Some(unknown) = names.iter().find(|name| FAMILIES.iter().all(|f| f.name != **name)) {
        let known: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
        return Err(format!("no family {unknown}; there are {}", known.join(", ")));
    }
    let head = ["family", "paper: programs", "complete", "programs", "complete (run)"];
    let columns = [&head[..], &COLUMNS.map(Outcome::name), &["other", "ms each"]].concat();
    let mut table = Table::new("table5", "Table 5: families of programs, judged by execution", &columns);
    let mut remarks = Vec::new();
    for family in FAMILIES.iter().filter(|f| names.is_empty() || names.contains(&f.name)) {
        let judged = judge(family);
        let programs = judged.outcomes.len();
        let shown = COLUMNS.map(|outcome| judged.count(outcome));
        let mut row: Vec<Cell> =
            vec![family.name.into(), family.paper.0.into(), family.paper.1.into(), programs.into()];
        row.push(judged.complete.into());
        row.extend(shown.map(Cell::from));
        row.push((programs - shown.iter().sum::<usize>()).into());
        row.push(Cell::Number(judged.time.as_secs_f64() * 1e3 / programs.max(1) as f64, 1));
        table.rows.push(row);
        remarks.extend(judged.remarks);
    }
    Ok((table, remarks))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checking::ClaimVerdict;
    use program::{Argument, Number, Offset, Test, choice, if_};

    fn family(name: &str) -> &'static Family {
        FAMILIES.iter().find(|family| family.name == name).expect("a family")
    }

    /// Fig. 21 of the paper: (a) is complete, (b) never makes a shorter list, (c) fixes the head.
    fn figure_21() -> [(Term, Option<&'static str>); 3] {
        let (size, call) = (Offset(0, 0), Term::Call(vec![Argument::Int(Offset(0, -1))]));
        let cons = |head| Term::Node(false, head, vec![call.clone()]);
        let sized = |step| if_(Test::IsZero(size), Term::Empty, step);
        [
            (sized(choice(call.clone(), cons(Number::Any))), None),
            (sized(cons(Number::Any)), Some("[]")),
            (sized(choice(call.clone(), cons(Number::Is(size)))), Some("[0]")),
        ]
    }

    #[test]
    fn the_figure_is_judged_by_running_and_by_checking() {
        let family = family("SizedList");
        let wanted = family.wanted();
        for (body, missing) in figure_21() {
            let truth = truth(family, &wanted, &body);
            let checked = check("figure", &source(family, &body));
            let verdict = checked.claims.first().expect("a claim").verdict;
            match missing {
                None => assert_eq!((truth, verdict), (Truth::Complete, ClaimVerdict::Valid)),
                Some(text) => {
                    let Truth::Missing(arguments, data) = truth else { panic!("{truth:?}") };
                    assert_eq!((arguments, format!("{:?}", labels(&data))), (vec![1], text.to_owned()));
                    assert_eq!(verdict, ClaimVerdict::Rejected { confirmed: true });
                }
            }
        }
    }

    #[test]
    fn a_program_that_makes_too_much_is_unsafe() {
        let call = Term::Call(vec![Argument::Int(Offset(0, -1))]);
        let longer = Term::Node(false, Number::Any, vec![Term::Node(false, Number::Any, vec![call])]);
        let body = if_(Test::IsZero(Offset(0, 0)), Term::Empty, longer);
        let family = family("SizedList");
        assert_eq!(truth(family, &family.wanted(), &body), Truth::Unsafe);
    }

    #[test]
    fn every_family_has_programs_that_are_read_and_incomplete_ones() {
        for family in &FAMILIES {
            let (programs, wanted) = ((family.programs)(), family.wanted());
            let incomplete = |body: &Term| matches!(truth(family, &wanted, body), Truth::Missing(..));
            assert!(programs.iter().step_by(7).any(incomplete), "{}", family.name);
            let checked = check(family.name, &source(family, &programs[0]));
            assert_eq!(checked.errors, Vec::<String>::new(), "{}", family.name);
            assert_eq!(checked.claims.len(), 1, "{}", family.name);
        }
    }

    #[test]
    fn values_are_counted_right() {
        let count = |name, arguments: &[i64]| {
            let wanted = family(name).wanted();
            wanted.iter().find(|(at, _)| *at == arguments).map(|(_, values)| values.len())
        };
        // 1 + 3 + 9 lists; 3 * 2 without repetition; 6 sorted pairs.
        assert_eq!(count("SizedList", &[2]), Some(13));
        assert_eq!(count("UniqueList", &[2]), Some(6));
        assert_eq!(count("SortedList", &[2, 0]), Some(1 + 3 + 6));
        // Leaf, and a root with two trees of depth at most 1, of which there are 4.
        assert_eq!(count("SizedTree", &[2]), Some(1 + 3 * 16));
        // Search trees over {0, 1, 2} with at most 2 levels.
        assert_eq!(count("SizedBST", &[2, -1, 3]), Some(1 + 3 + 6 + 1));
        // A black root over two of: a leaf, two red nodes.
        assert_eq!(count("RedBlackTree", &[2, 1, 1]), Some(2 * 3 * 3));
    }
}
