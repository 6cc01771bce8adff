//! The words of the logic: what a name in a certificate may be.
//!
//! Names are for people, and a certificate may come from anyone. A name that contains a space, a
//! parenthesis or an operator would make a formula read as another one: a definition called
//! `even x ∨ odd` is applied like a formula. So a name is one word of ASCII characters, no keyword,
//! and the documented grammar below is checked before anything is shown. Two declarations may have the
//! same name, as in OCaml; whoever prints them numbers them apart.

use covenant_kernel::tables::Certificate;

use crate::error::BadText;
use crate::log::{QueryText, SolverLog};
use crate::query::Query;
use crate::sections::SectionKind;
use crate::shown::is_hidden;
use crate::source::SourceMap;

/// Words that the notation of statements, programs and formulas uses itself.
pub const KEYWORDS: [&str; 28] = [
    "and", "as", "begin", "bool", "div", "else", "end", "err", "exists", "false", "forall", "fun",
    "function", "if", "in", "int", "let", "match", "mod", "not", "of", "or", "rec", "then", "true", "type",
    "unit", "with",
];

/// `[A-Za-z_][A-Za-z0-9_']*`.
fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'\''))
}

/// A name: identifiers with dots between, or an operator in OCaml's characters. No keyword.
#[must_use]
pub fn is_name(text: &str) -> bool {
    text.split('.').all(is_identifier) && !KEYWORDS.contains(&text)
}

/// A name of a function: also an operator, in parentheses where it stands for itself.
fn is_function_name(text: &str) -> bool {
    let operator = text.strip_prefix("( ").and_then(|t| t.strip_suffix(" )")).unwrap_or(text);
    let of_operator = |b: u8| b"!$%&*+-/:<=>?@^|~.#".contains(&b);
    is_name(text) || (!operator.is_empty() && operator.bytes().all(of_operator))
}

/// A constructor: a name, `[]`, `::`, `()`, or the fields of a record in braces: `{x; y}`.
fn is_constructor(text: &str) -> bool {
    let fields = text.strip_prefix('{').and_then(|t| t.strip_suffix('}'));
    is_name(text)
        || matches!(text, "[]" | "::" | "()")
        || fields.is_some_and(|fields| fields.split("; ").all(|field| is_identifier(field) && is_name(field)))
}

/// A definition: a name, an operator, a numbered part of a tuple (`tuple2.0`), or what tests or takes
/// apart a constructor.
fn is_definition(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let parts = |text: &str| {
        let fields = text.strip_prefix("get_")?;
        let (constructor, number) = fields.rsplit_once('_')?;
        Some(is_constructor(constructor) && digits(number))
    };
    let part = || text.rsplit_once('.').is_some_and(|(tuple, number)| is_name(tuple) && digits(number));
    is_function_name(text)
        || part()
        || text.strip_prefix("is_").is_some_and(is_constructor)
        || parts(text).unwrap_or(false)
}

/// A literal in its one spelling: a string or character in ASCII, or a number.
#[must_use]
pub fn is_literal(text: &str) -> bool {
    let quoted = |mark: char| {
        let Some(inner) = text.strip_prefix(mark).and_then(|t| t.strip_suffix(mark)) else { return false };
        let mut escaped = false;
        let closed = inner.chars().all(|c| {
            let ends = c == mark && !escaped;
            escaped = c == '\\' && !escaped;
            !ends && (c == ' ' || c.is_ascii_graphic())
        });
        text.len() > 1 && closed && !escaped
    };
    let number = !text.is_empty()
        && text.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        && text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+' | b'e'))
        && text.parse::<f64>().is_ok();
    quoted('"') || quoted('\'') || number
}

/// The name of a variable, or nothing where it has none.
fn is_variable(text: &str) -> bool {
    text.is_empty() || is_identifier(text)
}

/// A variable for types, with or without its quote.
fn is_type_variable(text: &str) -> bool {
    text.is_empty() || is_identifier(text.strip_prefix('\'').unwrap_or(text))
}

/// A line of text about the file, such as a version: nothing hidden in it.
fn is_plain_line(text: &str) -> bool {
    !text.contains(|c: char| is_hidden(c) || matches!(c, '\n' | '\t'))
}

/// Checks every name and text of a file but the source, which is shown with escapes.
pub(crate) fn check(
    versions: [&String; 2],
    certificate: &Certificate,
    log: &SolverLog,
    source: &SourceMap,
) -> Result<(), BadText> {
    check_certificate(certificate)?;
    check_annotations(versions, log, source)
}

type Test = fn(&str) -> bool;

fn each<'a>(
    section: SectionKind,
    what: &'static str,
    test: Test,
    mut texts: impl Iterator<Item = &'a String>,
) -> Result<(), BadText> {
    match texts.find(|text| !test(text)) {
        None => Ok(()),
        Some(text) => Err(BadText { section, what, text: text.clone() }),
    }
}

fn check_certificate(certificate: &Certificate) -> Result<(), BadText> {
    use SectionKind::{Claims, Evidence, Theory};
    let (statement, proof) = (&certificate.statement, &certificate.proof);
    let constructors = statement.datatypes.iter().flat_map(|d| d.ctors.iter().map(|c| &c.name));
    each(Theory, "the name of an opaque type", is_name, statement.opaque_sorts.iter())?;
    each(Theory, "a literal", is_literal, statement.literals.iter())?;
    each(Theory, "the name of a datatype", is_name, statement.datatypes.iter().map(|d| &d.name))?;
    each(Theory, "the name of a constructor", is_constructor, constructors)?;
    each(Theory, "the name of a definition", is_definition, statement.defs.iter().map(|d| &d.name))?;
    each(Theory, "the name of an axiom", is_name, statement.axioms.iter().map(|a| &a.name))?;
    each(Claims, "the name of a function", is_function_name, statement.globals.iter().map(|g| &g.name))?;
    each(Evidence, "the name of a lemma", is_definition, proof.lemmas.iter().map(|l| &l.name))
}

fn check_annotations(versions: [&String; 2], log: &SolverLog, source: &SourceMap) -> Result<(), BadText> {
    use SectionKind::{Meta, SolverLog, SourceMap};
    each(Meta, "a version", is_plain_line, versions.into_iter())?;
    let queries =
        || log.conditions.iter().flat_map(|c| &c.queries).chain(log.lemmas.iter().flat_map(|l| &l.queries));
    each(SolverLog, "a solver", is_plain_line, queries().flat_map(|q| [&q.solver, &q.version]))?;
    each(SolverLog, "the name of an assertion", is_name, queries().flat_map(|q| &q.core))?;
    each(SolverLog, "an instance", is_plain_line, queries().flat_map(|q| &q.instances))?;
    let texts = queries().filter_map(|q| match &q.query {
        QueryText::Text(text) => Some(text),
        QueryText::Hash(_) => None,
    });
    each(SolverLog, "a query", |text| Query::parse(text).is_some(), texts)?;
    each(SourceMap, "the name of a file", is_plain_line, std::iter::once(&source.file))?;
    if !source.text.well_formed() {
        let text = source.text.as_str().to_owned();
        return Err(BadText { section: SourceMap, what: "the source", text });
    }
    let defs = source.defs.iter().flat_map(|d| d.params.iter().chain(d.fields.iter().flatten()));
    let globals = source.globals.iter().flat_map(|g| g.params.iter().chain(&g.preds));
    let cores = source.cores.iter().flat_map(|c| c.binders.iter().flatten());
    let types = source.type_params.iter().flat_map(|(_, names)| names);
    let bound = source.binders.iter().map(|(_, name)| name);
    let params = source.funs.iter().flat_map(|f| &f.params);
    let variables = defs.chain(globals).chain(cores).chain(types).chain(bound).chain(params);
    each(SourceMap, "the name of a variable", is_variable, variables)?;
    let sorts = source.globals.iter().flat_map(|g| &g.sort_params);
    each(SourceMap, "the name of a type variable", is_type_variable, sorts)?;
    let functions = source.funs.iter().filter_map(|f| f.name.as_ref());
    each(SourceMap, "the name of a function", |t| t.is_empty() || is_function_name(t), functions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words() {
        for good in ["f", "x'", "_", "List.length", "Leaf", "f_at_least_0", "tuple2"] {
            assert!(is_name(good), "{good}");
        }
        let bad = ["", "a b", "if", "x)", "a.", ".a", "3d", "f\n", "é", "a\u{202e}", "a∧b", "true", "a#2"];
        for bad in bad {
            assert!(!is_name(bad) && !is_definition(bad) && !is_constructor(bad), "{bad:?}");
        }
        for good in ["::", "[]", "()", "Node", "{x}", "{x; y'}"] {
            assert!(is_constructor(good), "{good}");
        }
        for bad in ["{}", "{x;y}", "{x; }", "{x; if}", "{x; y} z", "{A.x}", "tuple2.0"] {
            assert!(!is_constructor(bad), "{bad}");
        }
        assert!(!is_definition("tuple2.") && !is_definition("tuple 2.0") && !is_definition(".0"));
        for good in ["tuple2.0", "is_::", "get_::_1", "is_Leaf", "get_Node_0", "( <+> )", "<+>"] {
            assert!(is_definition(good), "{good}");
        }
        assert!(!is_function_name("( (* )") && !is_function_name("*)") && !is_function_name("( "));
    }

    #[test]
    fn literals_are_closed() {
        for good in ["\"\"", "\"a b\"", "\"\\\"\"", "'c'", "'\\''", "1.5", "1e300", "-2.0"] {
            assert!(is_literal(good), "{good}");
        }
        for bad in ["", "\"", "\"a", "\"a\" = \"b\"", "'", "\"\\\"", "x", "1.5 + 2", "\"é\"", "--"] {
            assert!(!is_literal(bad), "{bad:?}");
        }
    }
}
