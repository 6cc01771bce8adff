//! Forward exploration: the results of a program under every choice, one walk for all who collect them.
//!
//! What is collected differs (values; values with the choices that lead to them), and so do the answers of a
//! generator that are tried. How a program runs does not. The results of a call are remembered by
//! function, arguments and depth left.

use covenant_kernel::tables::{ArgRow, CoreRef, CoreRow, Prim};
use std::collections::HashMap;
use std::rc::Rc;

use super::eval::Evaluator;
use super::limits::Bound;
use super::machine::{Closure, Slot, Trouble, base, enter, function, look_up};
use super::value::Value;

/// A function, its arguments, and how deep its own calls may nest.
type Call = (Rc<Closure>, Vec<Slot>, u32);

/// What is run with a result of the first part.
pub(super) type Rest<'r, W, S> = dyn FnMut(&mut W, Value) -> Result<S, Trouble> + 'r;

/// The results of calls.
pub(super) struct Memory<S> {
    calls: HashMap<Call, Rc<S>>,
    /// Results in all of them together.
    held: usize,
}

impl<S> Default for Memory<S> {
    fn default() -> Self {
        Memory { calls: HashMap::new(), held: 0 }
    }
}

/// What runs return.
pub(super) trait Results: Clone + Default {
    /// One run, which made no choice.
    fn one(value: Value) -> Self;
    /// How many there are.
    fn count(&self) -> usize;
}

/// Somebody who collects results.
pub(super) trait Forward<'a> {
    type Set: Results;

    fn eval(&mut self) -> &mut Evaluator<'a>;
    fn memory(&mut self) -> &mut Memory<Self::Set>;
    /// Results that may be held at a time.
    fn most_held(&self) -> usize;
    /// The answers of a primitive.
    fn choices(&mut self, prim: &Prim, env: &[Slot]) -> Result<Self::Set, Trouble>;
    /// For each result of the first part, those of `second`.
    fn then(
        &mut self,
        first: Self::Set,
        second: &mut Rest<'_, Self, Self::Set>,
    ) -> Result<Self::Set, Trouble>;

    /// A run failed.
    fn failed(&mut self) {}
    /// A call was cut at the depth.
    fn cut(&mut self);
    /// A branch of a match was taken.
    fn taken(&mut self, _at: CoreRef, _tag: u32) {}
    /// Drops results of a call that are not looked for.
    fn sieve(&self, _results: &mut Self::Set) {}

    /// The results of a call whose own calls nest at most so deep.
    fn call(&mut self, closure: &Rc<Closure>, args: Vec<Slot>, depth: u32) -> Result<Rc<Self::Set>, Trouble> {
        if let Closure::Table { number, table } = &**closure {
            return look_up(*number, table, &args).map(|value| Rc::new(Self::Set::one(value)));
        }
        if depth == 0 {
            self.cut();
            return Ok(Rc::default());
        }
        let key = (closure.clone(), args.clone(), depth);
        if let Some(known) = self.memory().calls.get(&key) {
            return Ok(known.clone());
        }
        let (core, env) = enter(&self.eval().program, closure, args)?;
        let mut results = self.run(core, &env, depth - 1)?;
        self.sieve(&mut results);
        let (results, most) = (Rc::new(results), self.most_held());
        let memory = self.memory();
        memory.held += results.count();
        if memory.held > most {
            return Err(Bound::Memory.into());
        }
        memory.calls.insert(key, results.clone());
        Ok(results)
    }

    fn run(&mut self, core: CoreRef, env: &Rc<[Slot]>, depth: u32) -> Result<Self::Set, Trouble> {
        self.eval().meter.step()?;
        let program = self.eval().program;
        match program.core(core) {
            CoreRow::Ret(e) => {
                let value = base(&program, *e, env)?;
                // Shared parts are held once, but whoever looks at the value sees each.
                if value.size() > self.eval().meter.limits.memory {
                    return Err(Bound::Memory.into());
                }
                Ok(Self::Set::one(value))
            }
            CoreRow::Err(_) => {
                self.failed();
                Ok(Self::Set::default())
            }
            CoreRow::LetE(first, second) => {
                let first = self.run(*first, env, depth)?;
                self.then(first, &mut |own, value| {
                    let inner = env.iter().cloned().chain([Slot::Base(value)]).collect();
                    own.run(*second, &inner, depth)
                })
            }
            CoreRow::LetV(f, body) => {
                let fun = function(&program, *f, env)?;
                let inner = env.iter().cloned().chain([Slot::Fun(fun)]).collect();
                self.run(*body, &inner, depth)
            }
            CoreRow::Op(prim) => self.choices(prim, env),
            CoreRow::App(f, args) => {
                let fun = function(&program, *f, env)?;
                let mut slots = Vec::with_capacity(args.len());
                for arg in args {
                    slots.push(match arg {
                        ArgRow::Base(e) => Slot::Base(base(&program, *e, env)?),
                        ArgRow::Fun(g) => Slot::Fun(function(&program, *g, env)?),
                    });
                }
                Ok((*self.call(&fun, slots, depth)?).clone())
            }
            CoreRow::Match(e, branches) => {
                let Value::Ctor(node) = base(&program, *e, env)? else {
                    return Err(Trouble::NotExecutable);
                };
                let Some(branch) = branches.iter().find(|b| b.tag == node.tag) else {
                    self.failed();
                    return Ok(Self::Set::default());
                };
                self.taken(core, node.tag);
                let inner = env.iter().cloned().chain(node.fields.iter().cloned().map(Slot::Base)).collect();
                self.run(branch.body, &inner, depth)
            }
        }
    }
}
