//! Other tables with the same content.

#![allow(dead_code)]

use covenant_certificates::CertificateFile;
use covenant_certificates::references::{Reference, References};
use covenant_kernel::tables::*;

/// The same content with other tables: every sort, expression, type and step is there
/// twice, and every core term, function value and node has a useless row before it.
pub fn disguised(file: &CertificateFile) -> CertificateFile {
    let mut file = file.clone();
    let Certificate { statement, proof } = &mut file.certificate;
    // Row `i` moves to `2 i + 1`; row `2 i` is its double. Terms are referred to by either.
    let double = |r: &mut u32| *r = 2 * *r + 1;
    let count = std::cell::Cell::new(0);
    let either = |r: &mut u32| {
        count.set(count.get() + 1);
        *r = 2 * *r + u32::from(count.get() % 3 == 0);
    };
    let mut shift = |reference: Reference<'_>| match reference {
        Reference::Sort(r) => either(&mut r.0),
        Reference::Expr(r) => either(&mut r.0),
        Reference::Type(r) => either(&mut r.0),
        Reference::Core(r) => double(&mut r.0),
        Reference::Fun(r) => double(&mut r.0),
        Reference::Node(r) => double(&mut r.0),
        Reference::Step(r) => either(&mut r.0),
        Reference::Global(_)
        | Reference::Def(_)
        | Reference::Axiom(_)
        | Reference::Lemma(_)
        | Reference::Datatype(_)
        | Reference::OpaqueSort(_)
        | Reference::Literal(_) => {}
    };
    macro_rules! doubled {
        ($($table:expr),*) => {$(
            $table = $table.iter().flat_map(|row| [row.clone(), row.clone()]).collect();
        )*};
    }
    macro_rules! shifted {
        ($($table:expr),*) => {$(
            $table.iter_mut().for_each(|row| row.references(&mut shift));
        )*};
    }
    doubled!(
        statement.sorts,
        statement.exprs,
        statement.types,
        statement.cores,
        statement.funs,
        proof.sorts,
        proof.exprs,
        proof.types,
        proof.steps,
        proof.nodes
    );
    shifted!(
        statement.sorts,
        statement.datatypes,
        statement.exprs,
        statement.defs,
        statement.axioms,
        statement.types,
        statement.cores,
        statement.funs,
        statement.globals,
        proof.sorts,
        proof.exprs,
        proof.types,
        proof.lemmas,
        proof.steps,
        proof.nodes
    );
    for node in proof.derivations.iter_mut().flatten() {
        double(&mut node.0);
    }
    for def in &mut statement.defs {
        def.group = 3 * def.group + 5;
    }
    for condition in &mut file.log.conditions {
        double(&mut condition.node.0);
    }
    let source = &mut file.source;
    doubled!(source.cores, source.funs, source.nodes);
    for (expr, _) in &mut source.binders {
        double(&mut expr.0);
    }
    for (ty, _) in &mut source.type_params {
        double(&mut ty.0);
    }
    file
}
