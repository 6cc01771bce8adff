//! Terms as text, each on one line.
//!
//! OCaml and Haskell differ in words more than in structure and share a printer ([`ml`]); S-expressions have their own
//! ([`sexp`]). Functions of several arguments are printed curried; with `tupled`, those that were extended while the term grew take a
//! tuple (the functions of the environment have the types that they have). A function without arguments takes `()`.

mod ml;
mod sexp;

use crate::environment::Environment;
use crate::graph::Origin;
use crate::term::Term;

/// A notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// OCaml.
    Ocaml,
    /// Haskell.
    Haskell,
    /// S-expressions, as in Scheme.
    Sexp,
}

/// How terms are printed.
#[derive(Clone, Copy, Debug)]
pub struct Printer<'e> {
    environment: &'e Environment,
    language: Language,
    tupled: bool,
    /// Variables end in an underscore, because the environment has names like them.
    underscore: bool,
}

impl<'e> Printer<'e> {
    /// A printer.
    #[must_use]
    pub fn new(environment: &'e Environment, language: Language, tupled: bool) -> Self {
        let like_ours = |name: &str| {
            name.strip_prefix(['x', 'v', 'p'])
                .is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()))
        };
        let underscore = environment.constants.iter().any(|constant| like_ours(&constant.name));
        Printer { environment, language, tupled, underscore }
    }

    /// A term.
    #[must_use]
    pub fn print(&self, term: &Term) -> String {
        let mut text = String::new();
        match self.language {
            Language::Ocaml | Language::Haskell => ml::write(self, term, &mut text),
            Language::Sexp => sexp::write(self, term, &mut text),
        }
        text
    }

    fn variable(&self, var: u32, origin: Option<Origin>) -> String {
        let letter = match origin {
            Some(Origin::Let) => 'v',
            Some(Origin::Pattern) => 'p',
            Some(Origin::Plain | Origin::Extensible) | None => 'x',
        };
        format!("{letter}{var}{}", if self.underscore { "_" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Generator;
    use crate::types;
    use crate::weights::Weights;

    /// Pinned: a change of a rule, a weight or a printer shows here.
    #[test]
    fn one_term_in_each_notation() {
        let environment = crate::read::environment(crate::DEFAULT_ENVIRONMENT).expect("the shipped one");
        let goal = types::parse("int list -> int list", &environment, false).expect("a type").ty;
        let mut generator = Generator::new(&environment, Weights::default(), &goal).expect("has terms");
        let term = generator.generate(6, 0, 14);
        let shown = |language, tupled| Printer::new(&environment, language, tupled).print(&term);
        assert_eq!(shown(Language::Ocaml, false), "");
        assert_eq!(shown(Language::Ocaml, true), "");
        assert_eq!(shown(Language::Haskell, false), "");
        assert_eq!(shown(Language::Sexp, false), "");
    }
}
