//! Random formulas that use the variables they quantify, made by the generator of well-typed terms.
//!
//! A formula is a term in an environment where a quantifier is a constant that takes a function: `forall_int (fun x -> …)`. The generator
//! prefers variables without a use, so few quantifiers bind something that does not occur, which formulas drawn from the top down mostly
//! have. Only the local rules are needed: a formula has no calls of functions of its own.

use crate::random::Dice;
use covenant_kernel::tables::{Bin, Quant};
use covenant_terms::term::Term;
use covenant_terms::{Environment, Generator, Type, Weights, environment, notation, read};
use std::sync::LazyLock;

/// What formulas are made of.
const OPERATIONS: &str = "\
type prop
val forall_int : (int -> prop) -> prop
val exists_int : (int -> prop) -> prop
val forall_list : (int list -> prop) -> prop
val exists_list : (int list -> prop) -> prop
val implies : prop -> prop -> prop
val both : prop -> prop -> prop
val either : prop -> prop -> prop
val same : prop -> prop -> prop
val no : prop -> prop
val less : int -> int -> prop
val at_most : int -> int -> prop
val equal : int -> int -> prop
val equal_lists : int list -> int list -> prop
val positive : int -> prop
val length : int list -> int
val add : int -> int -> int
val sub : int -> int -> int
val mul : int -> int -> int
";

static ENVIRONMENT: LazyLock<(Environment, Type)> = LazyLock::new(|| {
    let environment = read::environment(OPERATIONS).unwrap_or_else(|error| panic!("{}", error.message));
    let goal = notation::parse("prop", &environment, false).expect("a type").ty;
    (environment, goal)
});

/// A formula, or a term in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stated {
    /// For all, or some: integers, or lists.
    Quant(Quant, bool, Box<Stated>),
    /// Two formulas, or terms.
    Bin(Bin, Box<Stated>, Box<Stated>),
    /// A negation.
    Not(Box<Stated>),
    /// A number is positive.
    Positive(Box<Stated>),
    /// The length of a list.
    Length(Box<Stated>),
    /// A number.
    Int(i64),
    /// The empty list.
    Nil,
    /// A list.
    Cons(Box<Stated>, Box<Stated>),
    /// A variable, by the number of quantifiers in between; whether it is a list.
    Bound(u32, bool),
}

/// A formula of about so many nodes, without free variables.
pub fn formula(dice: &mut Dice, size: usize) -> Stated {
    let (environment, goal) = &*ENVIRONMENT;
    let weights = Weights {
        app_ext: 0,
        param: 0,
        let_: 0,
        match_: 0,
        match_var: 0,
        match_local: 0,
        ..Weights::default()
    };
    let mut generator = Generator::new(environment, weights, goal).expect("formulas");
    loop {
        let term = generator.generate(dice.number(), 0, size);
        if let Some(stated) = of_term(environment, &term, &mut Vec::new()) {
            return stated;
        }
    }
}

/// Variables in scope, the innermost last: their numbers, and whether they are lists.
type Scope = Vec<(u32, bool)>;

fn of_term(environment: &Environment, term: &Term, scope: &mut Scope) -> Option<Stated> {
    match term {
        Term::Int(number) => Some(Stated::Int(*number)),
        Term::Var(var) => {
            let (at, (_, list)) = scope.iter().rev().enumerate().find(|(_, (bound, _))| bound == var)?;
            Some(Stated::Bound(u32::try_from(at).ok()?, *list))
        }
        Term::Con(ty, tag, args) if matches!(&**ty, Type::Data(environment::LIST, _)) => {
            match (tag, args.as_slice()) {
                (0, []) => Some(Stated::Nil),
                (1, [head, tail]) => Some(Stated::Cons(
                    Box::new(of_term(environment, head, scope)?),
                    Box::new(of_term(environment, tail, scope)?),
                )),
                _ => None,
            }
        }
        Term::App(function, args, _) => {
            let Term::Const(constant, _) = &**function else { return None };
            let name = environment.constants[*constant as usize].name.as_str();
            let quantifier = match name {
                "forall_int" => Some((Quant::Forall, false)),
                "exists_int" => Some((Quant::Exists, false)),
                "forall_list" => Some((Quant::Forall, true)),
                "exists_list" => Some((Quant::Exists, true)),
                _ => None,
            };
            if let Some((quant, list)) = quantifier {
                let body = match args.first()? {
                    Term::Lam(binders, body, _) => {
                        scope.push((binders.first()?.var, list));
                        let body = of_term(environment, body, scope);
                        scope.pop();
                        body?
                    }
                    // `positive` stands for `fun x -> positive x`.
                    Term::Const(..) => Stated::Positive(Box::new(Stated::Bound(0, false))),
                    _ => return None,
                };
                return Some(Stated::Quant(quant, list, Box::new(body)));
            }
            let mut args = args.iter().map(|arg| of_term(environment, arg, scope).map(Box::new));
            let mut next = || args.next().flatten();
            let op = match name {
                "no" => return Some(Stated::Not(next()?)),
                "positive" => return Some(Stated::Positive(next()?)),
                "length" => return Some(Stated::Length(next()?)),
                "implies" => Bin::Imp,
                "both" => Bin::And,
                "either" => Bin::Or,
                "same" => Bin::Iff,
                "less" => Bin::Lt,
                "at_most" => Bin::Le,
                "equal" | "equal_lists" => Bin::Eq,
                "add" => Bin::Add,
                "sub" => Bin::Sub,
                "mul" => Bin::Mul,
                _ => return None,
            };
            Some(Stated::Bin(op, next()?, next()?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(formula: &Stated, used: &mut Vec<bool>, all: &mut (usize, usize)) {
        match formula {
            Stated::Quant(_, _, body) => {
                used.push(false);
                bound(body, used, all);
                all.0 += usize::from(used.pop() == Some(true));
                all.1 += 1;
            }
            Stated::Bin(_, a, b) | Stated::Cons(a, b) => {
                bound(a, used, all);
                bound(b, used, all);
            }
            Stated::Not(a) | Stated::Positive(a) | Stated::Length(a) => bound(a, used, all),
            Stated::Int(_) | Stated::Nil => {}
            Stated::Bound(at, _) => {
                let at = used.len() - 1 - *at as usize;
                used[at] = true;
            }
        }
    }

    /// Closed, and most of what is quantified occurs.
    #[test]
    fn formulas_use_what_they_quantify() {
        let mut dice = Dice::new(3);
        let mut all = (0, 0);
        for _ in 0..300 {
            bound(&formula(&mut dice, 20), &mut Vec::new(), &mut all);
        }
        assert!(all.1 > 200 && all.0 * 10 > all.1 * 8, "{all:?}");
    }
}
