//! Terms as text, each on one line.
//!
//! OCaml and Haskell differ in words more than in structure and share a printer (`ml`); S-expressions have their own
//! (`sexp`). Functions of several arguments are printed curried; with `tupled`, those that were extended while the term grew take a
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

    /// The name of a variable.
    pub(crate) fn variable(&self, var: u32, origin: Option<Origin>) -> String {
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
    use crate::environment::{INT, LIST, OPTION};
    use crate::term::{Arm, Binder};
    use crate::types::Type;
    use std::rc::Rc;

    #[test]
    fn one_term_in_each_notation() {
        let environment = crate::read::environment("val ( + ) : int -> int -> int").expect("an environment");
        let int = Rc::new(Type::Data(INT, Vec::new()));
        let list = Rc::new(Type::Data(LIST, vec![(*int).clone()]));
        let option = Rc::new(Type::Data(OPTION, vec![(*int).clone()]));
        let bind = |var, ty: &Rc<Type>, origin| Binder { var, ty: ty.clone(), origin };
        let sum = Term::App(
            Box::new(Term::Const(0, Vec::new())),
            vec![Term::Var(2), Term::App(Box::new(Term::Var(4)), Vec::new(), Some(1))],
            None,
        );
        let arms = vec![
            Arm { binders: Vec::new(), body: Term::Con(option.clone(), 0, Vec::new()) },
            Arm {
                binders: vec![bind(2, &int, Origin::Pattern), bind(3, &list, Origin::Pattern)],
                body: Term::Con(option.clone(), 1, vec![sum]),
            },
        ];
        let thunk = Term::Lam(Vec::new(), Box::new(Term::Var(1)), Some(1));
        let body = Term::Let(
            bind(4, &int, Origin::Let),
            Box::new(thunk),
            Box::new(Term::Match(Box::new(Term::Var(0)), list.clone(), arms)),
        );
        let params = vec![bind(0, &list, Origin::Extensible), bind(1, &int, Origin::Extensible)];
        let function = Term::Lam(params, Box::new(body), Some(0));
        let empty = Term::Con(list.clone(), 0, Vec::new());
        let cons = Term::Con(list, 1, vec![Term::Int(7), empty]);
        let term = Term::App(Box::new(function), vec![cons, Term::Int(-1)], Some(0));
        let shown = |language, tupled| Printer::new(&environment, language, tupled).print(&term);
        assert_eq!(
            shown(Language::Ocaml, false),
            "(fun x0 x1 -> let v4 = fun () -> x1 in match x0 with [] -> None | p2 :: p3 -> \
             (Some (p2 + (v4 ())))) (7 :: []) (-1)"
        );
        assert_eq!(
            shown(Language::Ocaml, true),
            "(fun (x0, x1) -> let v4 = fun () -> x1 in match x0 with [] -> None | p2 :: p3 -> \
             (Some (p2 + (v4 ())))) ((7 :: []), (-1))"
        );
        assert_eq!(
            shown(Language::Haskell, false),
            "(\\x0 x1 -> let v4 = \\() -> x1 in case x0 of { [] -> Nothing; p2 : p3 -> \
             (Just (p2 + (v4 ()))) }) (7 : []) (-1)"
        );
        assert_eq!(
            shown(Language::Sexp, false),
            "((lambda (x0 x1) (let ((v4 (lambda () x1))) (match x0 (nil None) \
             ((cons p2 p3) (Some (+ p2 (v4))))))) (cons 7 nil) -1)"
        );
    }
}
