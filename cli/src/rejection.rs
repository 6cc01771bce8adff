//! The kernel's reasons, in words, with their place in the source.

use covenant_certificates::{CertificateFile, Span};
use covenant_kernel::check::Verdict;
use covenant_kernel::reject::{At, Owner, Table, Why};
use covenant_kernel::tables::NodeRef;

/// Why the kernel does not accept a certificate.
#[derive(Clone, Debug)]
pub struct Rejection {
    /// One sentence.
    pub sentence: String,
    /// The derivation node concerned.
    pub node: Option<NodeRef>,
    /// Its place in the source.
    pub span: Option<Span>,
}

/// Explains a verdict that is not an acceptance.
pub fn explain(file: &CertificateFile, verdict: &Verdict) -> Option<Rejection> {
    let (at, rule, why) = match verdict {
        Verdict::Valid | Verdict::ValidModulo(_) => return None,
        Verdict::Declined(why) => {
            let sentence = format!("beyond the limits of the kernel: {}", in_words(*why));
            return Some(Rejection { sentence, node: None, span: None });
        }
        Verdict::Reject { at, rule, why } => (at, rule, why),
    };
    let node = match at {
        At::Node(node) | At::Step(Owner::Node(node), _) => Some(*node),
        At::Step(Owner::Lemma(_), _) | At::Table(..) | At::Statement => None,
    };
    let rule = rule.map_or(String::new(), |rule| format!(" ({rule:?})"));
    let place = match at {
        At::Statement => "the statement as a whole".to_owned(),
        At::Node(node) => format!("node {}{rule}", node.0),
        At::Step(Owner::Node(node), step) => format!("node {}{rule}, evidence step {}", node.0, step.0),
        At::Step(Owner::Lemma(lemma), step) => {
            let row = file.certificate.proof.lemmas.get(*lemma as usize);
            let name = row.map_or("?", |row| row.name.as_str());
            format!("the proof of lemma {name}, evidence step {}", step.0)
        }
        At::Table(table, row) => format!("row {row} of {}", table_name(*table)),
    };
    Some(Rejection {
        sentence: format!("at {place}: {}", in_words(*why)),
        node,
        span: node.and_then(|node| file.source.node_span(node)),
    })
}

fn table_name(table: Table) -> &'static str {
    match table {
        Table::Sorts => "the sorts",
        Table::Datatypes => "the datatypes",
        Table::Exprs => "the expressions",
        Table::Defs => "the definitions",
        Table::Axioms => "the assumed formulas",
        Table::Types => "the function types",
        Table::Cores => "the core terms",
        Table::Funs => "the function values",
        Table::Globals => "the top-level functions",
        Table::Lemmas => "the lemmas",
    }
}

/// A reason, in words.
fn in_words(why: Why) -> &'static str {
    match why {
        Why::BadReference => "a reference to a row that is not there, or not before",
        Why::WrongArity => "a datatype, definition or scheme at the wrong number of sorts or arguments",
        Why::NoSuchConstructor => "a constructor tag that the datatype does not have",
        Why::SortMismatch => {
            "a term of another sort was expected, or a formula instead of a term, or the reverse"
        }
        Why::SortTooLarge => "a sort is too large when written out",
        Why::DivisorNotPositive => "a divisor that is not a positive literal",
        Why::UnboundSortParameter => "a sort parameter outside its scheme",
        Why::LooseVariable => "a bound variable that nothing binds",
        Why::UnboundLocal => "a local that is not in scope, or has another sort there",
        Why::UnboundNu => "`Nu` where no value is spoken about, or at another sort",
        Why::UnboundPredicate => "a predicate variable outside its scheme, or at other sorts",
        Why::NotDecidable => "a condition or cut that cannot be decided",
        Why::TooLarge => "more than the kernel's limits allow",
        Why::NotStructural => "a recursive call that is not at a field of the analysed argument",
        Why::ForwardCall => "a call of a definition with a larger group number",
        Why::BadCases => {
            "a case list that does not match the constructors, or an analysed parameter that is not of datatype sort"
        }
        Why::NotAValue => "a base value that is not built from variables, constants and constructors",
        Why::BadPrimitive => "a primitive at the wrong number or sorts of arguments",
        Why::BadBranches => "branches out of order, repeated, or of different sorts",
        Why::NotAFunction => "a function variable that is not one",
        Why::BadArguments => "the arguments of a call do not fit the function",
        Why::ClaimMismatch => "a claim whose parameters or result are not those of the function",
        Why::ForwardGlobal => "a global that is not before the one that uses it",
        Why::RuleMismatch => "the rule does not apply to this term",
        Why::OtherKind => {
            "what is known says what can be returned, not what is returned only, or the reverse"
        }
        Why::NotEachBranch => "not one derivation for each branch, where all of them count",
        Why::NoSuchBranch => "a branch that the match does not have",
        Why::BodyNotClaim => "the body of a function does not have exactly the claimed coverage",
        Why::ArgumentNotParameter => "a function argument does not have exactly the parameter's type",
        Why::NotInstantiated => "a scheme is used without instantiating it, or instantiated twice",
        Why::BadMeasure => "a measure or rank that is not an integer term, or no measure at all",
        Why::ShapeMismatch => "the target type of a subtyping does not have the same shape",
        Why::MissingDerivation => "a global with a body but no derivation, or the reverse",
        Why::NotTheClaim => "the derivation proves another type than the claim",
        Why::GoalMismatch => "the step does not fit the goal",
        Why::NotAFact => "a formula that is not among the facts",
        Why::FactMismatch => "the fact is not of the form that the step takes apart",
        Why::WrongBranches => "the number of branches is not that of the constructors",
        Why::CannotUnfold => "not a defined function at a constructor",
        Why::ForwardLemma => "a lemma that is not before the one that uses it",
        Why::BadInstance => "an instance with too many terms",
        Why::BadMotive => "motives that do not fit the goal",
        Why::NotALiteral => "a listed formula that is not a literal",
        Why::BadLine => "a line that refers to no earlier line",
        Why::NotCongruent => "two terms that congruence closure does not know to be equal",
        Why::BadCoefficient => "a coefficient that is not positive",
        Why::NotAnEquality => "the two lines do not state the equality",
        Why::Overflow => "arithmetic beyond 128 bits",
        Why::NotRefuted => "the lines do not end in a contradiction",
        Why::OtherStatement => "the certificate is about another statement",
    }
}
