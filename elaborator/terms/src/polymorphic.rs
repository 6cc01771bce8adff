//! Polymorphic functions: made first, then used as constants.
//!
//! The paper's Section 3.3 shows how a polymorphic function can grow, with parameters added where its type variable has no term yet, as
//! long as nothing outside has to be extended with it; what happens at several uses with different types is left
//! open there. This goes exactly as far: each function grows alone, as `Λz. λ(▷α) □`, and is closed when terms call it, by
//! instantiation.

use crate::check;
use crate::environment::{Constant, Environment, LIST, OPTION, TUPLE_2, UNIT};
use crate::generate::NoTerms;
use crate::print::{Language, Printer};
use crate::state::Generator;
use crate::types::{Arrow, Type};
use crate::weights::Weights;
use std::fmt::Write as _;

/// An environment with some more functions, defined in OCaml. Their seed is that of the run, their size small.
///
/// # Errors
///
/// If a function cannot be made; it always can if the weights and the environment are the shipped ones.
pub fn with_functions(
    environment: &Environment,
    weights: &Weights,
    many: u64,
    seed: u64,
    size: usize,
) -> Result<Environment, NoTerms> {
    let mut extended = environment.clone();
    if many > 0 && !extended.definitions.ends_with('\n') {
        extended.definitions.push('\n');
    }
    for index in 0..many {
        let a = Type::Var(0);
        let result = match index % 4 {
            0 => a,
            1 => Type::Data(LIST, vec![a]),
            2 => Type::Data(OPTION, vec![a]),
            _ => Type::Data(TUPLE_2, vec![a, Type::Var(1)]),
        };
        let goal = Type::Fun(Box::new(Arrow { params: Vec::new(), result, hole: Some(0) }));
        // Later functions may call earlier ones.
        let current = extended.clone();
        let mut generator = Generator::new(&current, weights.clone(), &goal)?;
        // Streams of functions and terms must not be the same.
        let term = generator.generate(!seed, index, size);
        let ty = match check::type_of(&current, &term) {
            Ok(ty) => without_holes(&ty),
            Err(why) => unreachable!("generated terms are well typed: {}", why.0),
        };
        let mut name = format!("poly{index}");
        while current.constants.iter().any(|constant| constant.name == name) {
            name.push('_');
        }
        let text = Printer::new(&current, Language::Ocaml, false).print(&term);
        let _ = writeln!(extended.definitions, "let {name} = {text}");
        extended.constants.push(Constant { name, ty });
    }
    Ok(extended)
}

/// The type as OCaml has it: a function without arguments takes `()`.
fn without_holes(ty: &Type) -> Type {
    match ty {
        Type::Var(_) => ty.clone(),
        Type::Data(data, args) => Type::Data(*data, args.iter().map(without_holes).collect()),
        Type::Fun(arrow) => {
            let mut params: Vec<Type> = arrow.params.iter().map(without_holes).collect();
            if params.is_empty() {
                params.push(Type::Data(UNIT, Vec::new()));
            }
            Type::function(params, without_holes(&arrow.result))
        }
    }
}
