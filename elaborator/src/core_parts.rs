//! What a core term consists of, one level down.

use covenant_kernel::tables::{ArgRow, CoreRef, CoreRow, ExprRef, FunRef};

/// The base values, terms and function values that a core term mentions itself.
#[derive(Default)]
pub struct Parts {
    /// Base values.
    pub exprs: Vec<ExprRef>,
    /// Terms.
    pub cores: Vec<CoreRef>,
    /// Function values; their bodies are not looked into.
    pub funs: Vec<FunRef>,
}

impl Parts {
    /// The parts of a term.
    #[must_use]
    pub fn of(core: &CoreRow) -> Parts {
        let mut parts = Parts::default();
        match core {
            CoreRow::Ret(e) => parts.exprs.push(*e),
            CoreRow::Err(_) => {}
            CoreRow::LetE(a, b) => parts.cores.extend([*a, *b]),
            CoreRow::LetV(f, body) => {
                parts.funs.push(*f);
                parts.cores.push(*body);
            }
            CoreRow::Op(_, args) => parts.exprs.extend(args),
            CoreRow::App(f, args) => {
                parts.funs.push(*f);
                for arg in args {
                    match arg {
                        ArgRow::Base(e) => parts.exprs.push(*e),
                        ArgRow::Fun(g) => parts.funs.push(*g),
                    }
                }
            }
            CoreRow::Match(e, branches) => {
                parts.exprs.push(*e);
                parts.cores.extend(branches.iter().map(|b| b.body));
            }
        }
        parts
    }
}
