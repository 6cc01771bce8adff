//! Stable codes of messages, and what `covenant explain CODE` says about each.
//!
//! A code names a kind of message, not a wording: wordings may change, codes do not, and none is used twice.
//! `C0xxx` are about claims, `C1xxx` about files.

use covenant_front::DiagnosticKind;

/// A kind of message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// `C0001`.
    pub code: &'static str,
    /// In a few words.
    pub title: &'static str,
    /// What it means, and what to do.
    pub text: &'static str,
}

/// A value is missing.
pub const REJECTED: &str = "C0001";
/// A condition is not proved.
pub const NOT_PROVED: &str = "C0002";
/// A budget was used up.
pub const USED_UP: &str = "C0003";
/// The clock ended the search.
pub const CUT_SHORT: &str = "C0004";
/// Nothing is known to decrease.
pub const NO_MEASURE: &str = "C0005";
/// There is no derivation.
pub const NO_DERIVATION: &str = "C0006";
/// A value is suspected to be missing.
pub const SUSPECTED: &str = "C0007";
/// The claim was not looked at.
pub const DECLINED: &str = "C0008";
/// OCaml disagrees.
pub const CONTRADICTED: &str = "C0009";
/// Something is assumed.
pub const ASSUMED: &str = "C0010";
/// What is returned only was tested, not proved.
pub const TESTED: &str = "C0011";
/// Something else than the claim allows is returned.
pub const EXCESS: &str = "C0012";

/// All codes, in order.
pub const ALL: &[Code] = &[
    Code {
        code: REJECTED,
        title: "a value is missing",
        text: "The specification allows a value that no run of the generator returns: every run was excluded, by execution. \
               The message has the arguments and the value, and the branch that runs with these arguments.\n\n\
               Either the generator is incomplete, then `covenant repair FILE --gen NAME` proposes a change. Or the specification \
               allows too much: state what the arguments or the value have to satisfy.",
    },
    Code {
        code: NOT_PROVED,
        title: "a condition is not proved",
        text: "The search for a proof stopped at a condition with a case in which it sees no run that returns the value, and no value \
               was found to be missing either. The message has the place, the case and what is not established.\n\n\
               To try: a lemma that says what is not established, for all values (`let[@lemma] name (x : t) = ...`); a stronger claim of a \
               function that is called; another measure (`[@@measure ...]`); `--effort 4`.",
    },
    Code {
        code: USED_UP,
        title: "a budget was used up",
        text: "Work is counted in steps, and one of the budgets ran out before the claim was decided. The message says which \
               one; `docs/JSON.md` lists them all.\n\n\
               To try: `--effort 4`, which multiplies all budgets. If only the steps for a missing value ran out, the proof is stuck for \
               another reason: see C0002.",
    },
    Code {
        code: CUT_SHORT,
        title: "the clock ended the search",
        text: "`--timeout`, `--condition-timeout` or `--total` ended the work on the claim; the same run on a faster machine may \
               have another verdict. Such a verdict is not remembered.\n\n\
               To try: more seconds, or no limit by the clock: all searches are limited in steps anyway.",
    },
    Code {
        code: NO_MEASURE,
        title: "nothing is known to decrease",
        text: "A recursive function is covered by induction, so something has to get smaller at each call that is needed. None was \
               stated and none was found.\n\n\
               To try: `[@@measure e]` with an integer over the parameters that gets smaller and is not negative (`hi - lo`, `len l`, `(m, n)` for a \
               lexicographic order), or `[@@rank e]` if only the value that is still to be made gets smaller.",
    },
    Code {
        code: NO_DERIVATION,
        title: "there is no derivation",
        text: "The typing rules do not apply to the program as it is written; the message names the construct.\n\n\
               To try: bind functions with `let` before they are called, give recursive local functions a claim, pass functions whose \
               coverage is known.",
    },
    Code {
        code: SUSPECTED,
        title: "a value is suspected to be missing",
        text: "No run that was tried returns the value, but not every run could be excluded. It is a candidate, not a verdict.\n\n\
               To try: `covenant sample` and `covenant enumerate` with these arguments; `--effort 4`.",
    },
    Code {
        code: DECLINED,
        title: "the claim was not looked at",
        text: "The function, or something that it needs, uses what is not supported or is wrong; nothing is said about the claim. \
               The message names the construct and its place; `docs/LANGUAGE.md` lists what is declined.",
    },
    Code {
        code: CONTRADICTED,
        title: "OCaml runs another program than was read",
        text: "The claim was proved, but OCaml, asked to make values that it promises, does something else. The verdict is taken \
               away. Most likely Covenant reads the file wrongly: please report it, with the file.",
    },
    Code {
        code: ASSUMED,
        title: "the verdict rests on something assumed",
        text: "The claim holds if what is named holds: an axiom, a symbol without definition, a library function, or the word of a \
               solver. `--deny assumed,solver` makes that an error; `covenant audit` prints each assumption in full.",
    },
    Code {
        code: TESTED,
        title: "tested, not proved",
        text: "The claim says what is returned *only*. There is no rule for it in the kernel: the function was run on all arguments \
               up to a depth, and every result is allowed. The message has the depth and the number of arguments. This is \
               never called valid, and there is no certificate for this half of a claim.\n\n\
               To try: `covenant test FILE --depth D`, which goes further.",
    },
    Code {
        code: EXCESS,
        title: "a result that the claim does not allow",
        text: "The claim says what is returned *only*, and a run of the function returns something else. The message has the call, the \
               result and the choices that lead there.\n\n\
               Either the function is wrong, or the claim is too narrow.",
    },
    Code {
        code: "C1001",
        title: "not OCaml, or not the language of claims",
        text: "The text cannot be parsed. The message has the place and what was expected there.",
    },
    Code {
        code: "C1002",
        title: "a name that nothing declares",
        text: "A name is used and neither the file nor the prelude declares it. Names that are spelled alike are proposed; the prelude is \
               listed in `docs/LANGUAGE.md`.",
    },
    Code {
        code: "C1003",
        title: "a name is declared twice",
        text: "Two declarations of a name where it has to have one meaning. Rename one of them.",
    },
    Code {
        code: "C1004",
        title: "ill-typed",
        text: "A program, predicate or formula does not have the type that it should have. OCaml says more about programs; in formulas, \
               `=` compares values of one type and connectives take propositions.",
    },
    Code {
        code: "C1005",
        title: "an annotation of another shape than it should have",
        text: "`[@@covers ...]`, `[@@measure ...]` and the like have fixed shapes: `docs/LANGUAGE.md` has an example of each.",
    },
    Code {
        code: "C1006",
        title: "a predicate that is not structurally recursive",
        text: "A predicate has to be total, so it recurs on parts of one parameter: `match l with x :: t -> ... f t ...`.",
    },
    Code {
        code: "C1007",
        title: "a measure that is no integer over the parameters",
        text: "A measure is an integer term, or a tuple of them, over the parameters of the function, e.g. `[@@measure hi - lo]`.",
    },
    Code {
        code: "C1008",
        title: "a lemma, axiom or assumed signature is false",
        text: "It fails at the values in the message, found by execution. Nothing can rest on it: correct or remove it.",
    },
    Code {
        code: "C1009",
        title: "understood, but not supported",
        text: "The message names the construct and what can be written instead. Claims that do not need it are checked all the same.",
    },
    Code {
        code: "C1010",
        title: "a warning",
        text: "Accepted, but probably not what was meant, for example a claim that no value satisfies.",
    },
];

/// The code of a message about a file.
#[must_use]
pub fn of_diagnostic(kind: DiagnosticKind) -> &'static str {
    match kind {
        DiagnosticKind::Syntax => "C1001",
        DiagnosticKind::UnknownName => "C1002",
        DiagnosticKind::Duplicate => "C1003",
        DiagnosticKind::IllTyped => "C1004",
        DiagnosticKind::IllFormedSpec => "C1005",
        DiagnosticKind::NotStructural => "C1006",
        DiagnosticKind::Measure => "C1007",
        DiagnosticKind::FalseFact => "C1008",
        DiagnosticKind::Declined => "C1009",
        DiagnosticKind::Warning => "C1010",
    }
}

/// A code by its name, however it is written.
#[must_use]
pub fn find(code: &str) -> Option<&'static Code> {
    ALL.iter().find(|known| known.code.eq_ignore_ascii_case(code.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_in_order_and_every_one_is_explained() {
        assert!(ALL.windows(2).all(|pair| pair[0].code < pair[1].code));
        for code in [REJECTED, NOT_PROVED, USED_UP, CUT_SHORT, NO_MEASURE, NO_DERIVATION, SUSPECTED] {
            assert!(find(&code.to_lowercase()).is_some_and(|found| found.text.len() > 80), "{code}");
        }
        assert!([DECLINED, CONTRADICTED, ASSUMED].iter().all(|code| find(code).is_some()));
        assert!(find(of_diagnostic(DiagnosticKind::Warning)).is_some() && find("C9999").is_none());
    }
}
