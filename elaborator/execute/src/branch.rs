//! Which branch of a generator runs for given arguments, as far as they decide it: where to look
//! for the value that is missing.

use covenant_kernel::tables::{CoreRef, CoreRow, GlobalRef};
use std::rc::Rc;

use super::eval::Evaluator;
use super::limits::{Limits, on_deep_stack};
use super::machine::{Slot, base, enter, function, operate};
use super::program::Program;
use super::value::Value;

/// The last branch that every run with these arguments takes, before the first choice or call.
#[must_use]
pub fn branch_taken(
    program: Program<'_>,
    global: GlobalRef,
    args: &[Value],
    limits: &Limits,
) -> Option<CoreRef> {
    on_deep_stack(|| {
        let mut eval = Evaluator::new(program, limits.clone());
        let closure = function(&program, program.global(global).body?, &Rc::from([])).ok()?;
        let slots = args.iter().cloned().map(Slot::Base).collect();
        let (mut core, mut env) = enter(&program, &closure, slots).ok()?;
        let mut taken = None;
        loop {
            (core, env) = match program.core(core) {
                CoreRow::LetE(first, second) => match decided(&mut eval, *first, &env) {
                    Some(value) => (*second, with(&env, [Slot::Base(value)])),
                    None => return taken,
                },
                CoreRow::LetV(f, body) => match function(&program, *f, &env) {
                    Ok(fun) => (*body, with(&env, [Slot::Fun(fun)])),
                    Err(_) => return taken,
                },
                CoreRow::Match(..) => match branch(&program, core, &env) {
                    Some((body, inner)) => {
                        taken = Some(body);
                        (body, inner)
                    }
                    None => return taken,
                },
                CoreRow::Ret(_) | CoreRow::Err(_) | CoreRow::Op(..) | CoreRow::App(..) => return taken,
            };
        }
    })
}

fn with(env: &Rc<[Slot]>, more: impl IntoIterator<Item = Slot>) -> Rc<[Slot]> {
    env.iter().cloned().chain(more).collect()
}

/// The branch of a match that is taken, and its variables.
fn branch(program: &Program<'_>, core: CoreRef, env: &Rc<[Slot]>) -> Option<(CoreRef, Rc<[Slot]>)> {
    let CoreRow::Match(e, branches) = program.core(core) else { return None };
    let Ok(Value::Ctor(node)) = base(program, *e, env) else { return None };
    let branch = branches.iter().find(|branch| branch.tag == node.tag)?;
    Some((branch.body, with(env, node.fields.iter().cloned().map(Slot::Base))))
}

/// The value of a term that makes no choice and calls nothing.
fn decided(eval: &mut Evaluator<'_>, core: CoreRef, env: &Rc<[Slot]>) -> Option<Value> {
    let program = eval.program;
    match program.core(core) {
        CoreRow::Ret(e) => base(&program, *e, env).ok(),
        CoreRow::Op(prim) => operate(eval, prim, env).ok()?,
        CoreRow::LetE(first, second) => {
            let value = decided(eval, *first, env)?;
            decided(eval, *second, &with(env, [Slot::Base(value)]))
        }
        CoreRow::Match(..) => {
            let (body, inner) = branch(&program, core, env)?;
            decided(eval, body, &inner)
        }
        CoreRow::Err(_) | CoreRow::LetV(..) | CoreRow::App(..) => None,
    }
}
