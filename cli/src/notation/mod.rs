//! Statements, formulas, programs and evidence in the papers' notation.
//!
//! Formulas are written by the one printer over the kernel's own arena (`covenant_notation`): what is shown of a certificate is what
//! the kernel loaded from it, so that a reader and the kernel see the same thing. Names come
//! from the certificate's source map; they are decoration, and a missing or repeated one is
//! replaced by a fresh one, so that two variables never look the same.
//!
//! A certificate may come from anyone. Printing is limited in depth and in length: what is
//! beyond the limits is shown as `…`.

mod core;
mod evidence;
mod formula;
mod names;
mod theory;
mod types;

pub use names::Names;

use covenant_certificates::CertificateFile;
use covenant_kernel::arena::{Arena, ExprId, SortId};
use covenant_kernel::load::Loaded;
use covenant_kernel::tables::{ExprRef, GlobalRef, SortRef};
use covenant_notation::{Declared, Limited};
use std::collections::HashMap;

/// Prints what is in a certificate.
pub struct Notation<'a> {
    pub(crate) file: &'a CertificateFile,
    pub(crate) arena: Arena,
    pub(crate) loaded: Loaded,
    binder_names: HashMap<ExprId, &'a str>,
    declared: Declared,
    scopes: names::Scopes,
    longest: usize,
}

impl<'a> Notation<'a> {
    /// A printer for a certificate whose tables the kernel has loaded into this arena.
    pub fn new(file: &'a CertificateFile, arena: Arena, loaded: Loaded) -> Self {
        let mut binder_names = HashMap::new();
        for (expr, name) in &file.source.binders {
            if let Ok(id) = loaded.expr(*expr) {
                binder_names.entry(id).or_insert(name.as_str());
            }
        }
        let lemmas = file.certificate.proof.lemmas.iter().map(|lemma| lemma.name.as_str());
        let declared = Declared::of(&file.certificate.statement, lemmas);
        let scopes = names::Scopes::of(file, declared.reserved.clone(), &declared.globals);
        let nodes = file.certificate.proof.nodes.len().max(1);
        let longest = (MAX_ALL_TEXT / nodes).clamp(MIN_TEXT, MAX_TEXT);
        Notation { file, arena, loaded, binder_names, declared, scopes, longest }
    }

    /// The expression of a row; rows that the kernel loaded are there.
    pub(crate) fn expr_id(&self, expr: ExprRef) -> Option<ExprId> {
        self.loaded.expr(expr).ok()
    }

    pub(crate) fn sort_id(&self, sort: SortRef) -> Option<SortId> {
        self.loaded.sort(sort).ok()
    }

    fn datatype_name(&self, number: u32) -> &str {
        self.declared.datatype(number)
    }

    fn constructor_name(&self, datatype: u32, tag: u32) -> &str {
        self.declared.constructor(datatype, tag)
    }

    pub(crate) fn text(&self) -> Limited {
        Limited::new(self.longest)
    }

    /// The name of a definition.
    pub(crate) fn def_name(&self, number: u32) -> &str {
        self.declared.definition(number)
    }

    /// The name of a top-level function.
    pub(crate) fn global_name(&self, global: GlobalRef) -> &str {
        self.declared.globals.get(global.0 as usize).map_or("?", String::as_str)
    }

    /// The names at a place where no variable is in scope.
    pub(crate) fn no_names(&self) -> Names {
        self.scopes.no_names()
    }
}

/// No formula that a person reads is longer.
const MAX_TEXT: usize = 20_000;
/// In a large derivation every node may have a long type; all together stay below this, unless
/// there are so many that each has only the next number of bytes.
const MAX_ALL_TEXT: usize = 30_000_000;
const MIN_TEXT: usize = 300;
