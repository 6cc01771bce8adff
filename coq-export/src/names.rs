//! Rocq names for the names of a program.
//!
//! Source names are kept wherever Rocq allows. A name that Rocq, the theories or the exported
//! file itself uses gets an underscore; two source names that collide get a number.

use std::collections::HashSet;

/// Words of Rocq's language, and names that an exported file mentions. A test checks that every
/// name that the theories define is here.
const RESERVED: &[&str] = &[
    // the language
    "as",
    "at",
    "by",
    "cofix",
    "discriminated",
    "else",
    "end",
    "exists",
    "exists2",
    "fix",
    "for",
    "forall",
    "fun",
    "if",
    "in",
    "lazymatch",
    "let",
    "match",
    "mod",
    "multimatch",
    "return",
    "then",
    "using",
    "where",
    "with",
    "Prop",
    "Set",
    "SProp",
    "Type",
    "CoFixpoint",
    "Definition",
    "Hypothesis",
    "Parameter",
    "Variable",
    "Lemma",
    "Theorem",
    "Fixpoint",
    "Inductive",
    "Axiom",
    "Proof",
    "Qed",
    "Section",
    "End",
    "Module",
    "Notation",
    "IF",
    "left",
    "right",
    // the standard library
    "Z",
    "bool",
    "true",
    "false",
    "unit",
    "tt",
    "fst",
    "snd",
    "pair",
    "prod",
    "eq",
    "eq_refl",
    "not",
    "and",
    "or",
    "iff",
    "ex",
    "conj",
    "proj1",
    "proj2",
    "True",
    "False",
    "I",
    "Some",
    "None",
    "option",
    "Datatypes",
    "iff_refl",
    "nat",
    "S",
    "O",
    // the value that a qualifier or a motive is about
    "v",
    "z",
    // sections of an exported file
    "equality",
    "opaque_sorts",
    // the theorem about a generator that asks
    "S_",
    "h_",
    "v_",
    "sizes",
];

/// Variables that an exported file binds around what the program's constants occur in. The
/// program's own variables may have these names: where they occur they are bound inside.
const BINDERS: &[&str] = &["r"];

/// Names that the theories define. Kept as one list so that the test can compare it.
const THEORY: &[&str] = include!("theory_names.in");

/// A set of names in use.
#[derive(Clone, Debug)]
pub struct Names {
    used: HashSet<String>,
}

impl Names {
    /// Only the reserved names are in use.
    pub fn new() -> Self {
        Names { used: RESERVED.iter().chain(THEORY).map(|s| (*s).to_owned()).collect() }
    }

    /// A fresh name close to the wanted one, in use from now on.
    pub fn fresh(&mut self, wanted: &str) -> String {
        let name = self.like(wanted);
        self.used.insert(name.clone());
        name
    }

    /// A fresh name for a constant, such that no name that is made of it with one of the
    /// suffixes is in use either; all of them are from now on.
    pub fn constant(&mut self, wanted: &str, suffixes: &[&str]) -> String {
        let base = identifier(wanted);
        let base = if BINDERS.contains(&base.as_str()) { format!("{base}_") } else { base };
        self.with_suffixes(&base, suffixes)
    }

    /// The same for a variable.
    pub fn with_suffixes(&mut self, wanted: &str, suffixes: &[&str]) -> String {
        let base = identifier(wanted);
        let candidates = [base.clone(), format!("{base}_")].into_iter();
        let is_free = |name: &String| {
            let free = |n: &String| !self.used.contains(n) && !is_generated(n);
            free(name) && suffixes.iter().all(|suffix| free(&format!("{name}{suffix}")))
        };
        let numbered = (1u64..).map(|n| format!("{base}_{n}"));
        let name = candidates.chain(numbered).find(is_free).unwrap_or(base);
        self.used.insert(name.clone());
        self.used.extend(suffixes.iter().map(|suffix| format!("{name}{suffix}")));
        name
    }

    /// A name close to the wanted one that is not in use.
    pub fn like(&self, wanted: &str) -> String {
        let base = identifier(wanted);
        if !self.used.contains(&base) && !is_generated(&base) {
            return base;
        }
        let with_underscore = format!("{base}_");
        if !self.used.contains(&with_underscore) && !is_generated(&with_underscore) {
            return with_underscore;
        }
        let mut n = 1u64;
        loop {
            let candidate = format!("{base}_{n}");
            if !self.used.contains(&candidate) && !is_generated(&candidate) {
                return candidate;
            }
            n = n.saturating_add(1);
        }
    }
}

/// Letters and a number, or two (`b12_3`): the form of the names that the exporter makes up for
/// terms, types, contexts, formulas, hypotheses and variables. Two underscores end what is bound in
/// texts about generators that ask.
fn is_generated(name: &str) -> bool {
    if name.ends_with("__") {
        return true;
    }
    let without_number = |name: &str| {
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        (letters.len() < name.len()).then(|| letters.to_owned())
    };
    let Some(letters) = without_number(name) else { return false };
    match letters.strip_suffix('_').and_then(without_number) {
        Some(letters) => matches!(letters.as_str(), "L" | "M" | "b" | "m" | "p"),
        None => MADE_UP.contains(&letters.as_str()),
    }
}

/// What the made-up names start with.
const MADE_UP: &[&str] = &[
    "A", "C", "G", "H", "Hk", "IH", "K", "L", "M", "T", "d", "e", "f", "k", "m", "p", "phi", "q", "t", "v",
    "vc", "w", "x", "y", "z",
];

/// A text that stays inside a comment. Rocq's comments nest, and quotes are strings in them.
pub(crate) fn in_comment(text: &str) -> String {
    covenant_certificates::shown::shown_line(text)
        .replace("(*", "( *")
        .replace("*)", "* )")
        .replace('"', "''")
}

/// The nearest identifier.
fn identifier(wanted: &str) -> String {
    match wanted {
        "[]" => return "nil".to_owned(),
        "::" => return "cons".to_owned(),
        "," | "(,)" | "*" => return "tuple".to_owned(),
        _ => {}
    }
    let mut name = String::with_capacity(wanted.len());
    for c in wanted.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => name.push(c),
            '\'' if name.is_empty() => {}
            '\'' => name.push_str("_prime"),
            _ => name.push('_'),
        }
    }
    if name.is_empty() || name == "_" {
        return "anonymous".to_owned();
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, '_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::{Names, RESERVED, THEORY, identifier, in_comment};
    use std::collections::HashSet;

    #[test]
    fn source_names_become_identifiers() {
        assert_eq!(identifier("::"), "cons");
        assert_eq!(identifier("x'"), "x_prime");
        assert_eq!(identifier("'a"), "a");
        assert_eq!(identifier("Set.add"), "Set_add");
        assert_eq!(identifier("3d"), "_3d");
        assert_eq!(identifier(""), "anonymous");
    }

    #[test]
    fn a_constant_keeps_away_from_what_is_made_of_others() {
        let mut names = Names::new();
        assert_eq!(names.constant("f_covers", &[]), "f_covers");
        assert_eq!(names.constant("f", &["_holds", "_covers"]), "f_");
        assert_eq!(names.constant("r", &[]), "r_");
        assert_eq!(names.constant("tree", &["_ind"]), "tree");
        assert_eq!(names.constant("tree_ind", &[]), "tree_ind_");
        assert_eq!(names.constant("g_holds", &[]), "g_holds");
    }

    #[test]
    fn nothing_ends_a_comment() {
        for text in ["*)", "(*)", "(**)", "*)*)", "\"*)", "(*\"", "((**))"] {
            let safe = in_comment(text);
            assert!(!safe.contains("*)") && !safe.contains("(*") && !safe.contains('"'), "{text}: {safe}");
        }
    }

    #[test]
    fn names_do_not_collide() {
        let mut names = Names::new();
        assert_eq!(names.fresh("len"), "len");
        assert_eq!(names.fresh("len"), "len_");
        assert_eq!(names.fresh("len"), "len_1");
        assert_eq!(names.fresh("Base"), "Base_");
        assert_eq!(names.fresh("v3"), "v3_");
        assert_eq!(names.fresh("m12_7"), "m12_7_");
        assert_eq!(names.fresh("x__"), "x___1");
        assert_eq!(names.fresh("phi_2"), "phi_2");
        assert_eq!(names.fresh("match"), "match_");
    }

    /// A name that the theories define and the exporter does not know could be hidden by a
    /// name of the user's.
    #[test]
    fn every_name_of_the_theories_is_reserved() {
        let reserved: HashSet<&str> = RESERVED.iter().chain(THEORY).copied().collect();
        let mut seen = 0;
        for (file, text) in crate::theories::FILES.iter().filter(|(file, _)| !file.contains('/')) {
            for name in crate::theories::defined_names(text) {
                seen += 1;
                assert!(reserved.contains(name.as_str()), "{file} defines {name}: add it to theory_names.in");
            }
        }
        assert!(seen > 150, "the scan found only {seen} names");
    }
}
