//! The core program: what a rule can be about, and that it is a program.
//!
//! There is no separate simple typing. A rule checks the term that it is applied to, and gives
//! its sort together with what it covers. What no derivation visits cannot take coverage away:
//! a claim says what a program *can* produce. (The front end and the Rocq replay type all of it.)

use crate::load::{at, load_rows};
use crate::reject::{At, Table, Why};
use crate::tables::{ArgRow, CoreRef, CoreRow, FunRef, FunRow, Statement};

/// A core term or a function value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A core term.
    Core(CoreRef),
    /// A function value.
    Fun(FunRef),
}

/// A core row mentions earlier ones only, itself or as the bodies of functions, so that it
/// stands for a finite term; and the branches of a match are for different constructors.
pub(crate) fn well_formed(statement: &Statement) -> Result<(), (At, Why)> {
    load_rows(Table::Cores, &statement.cores, &mut Vec::new(), |row, _, own| {
        let core = |c: CoreRef| if c.0 < own { Ok(()) } else { Err(Why::BadReference) };
        let fun = |f: FunRef| match at(&statement.funs, f.0)? {
            FunRow::Lam(_, body) | FunRow::Fix(_, body) => core(*body),
            FunRow::Var(..) | FunRow::Global(..) => Ok(()),
        };
        let arg = |a: &ArgRow| if let ArgRow::Fun(g) = a { fun(*g) } else { Ok(()) };
        match row {
            CoreRow::Ret(_) | CoreRow::Err(_) | CoreRow::Op(..) => Ok(()),
            CoreRow::LetE(e1, e2) => core(*e1).and(core(*e2)),
            CoreRow::LetV(f, e) => fun(*f).and(core(*e)),
            CoreRow::App(f, args) => fun(*f).and(args.iter().try_for_each(arg)),
            // SOUNDNESS: one branch at most matches, so the order cannot matter.
            CoreRow::Match(_, branches) if !branches.is_sorted_by(|a, b| a.tag < b.tag) => {
                Err(Why::BadBranches)
            }
            CoreRow::Match(_, branches) => branches.iter().try_for_each(|b| core(b.body)),
        }
    })
}
