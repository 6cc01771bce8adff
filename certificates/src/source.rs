//! Where the rows of a certificate come from: source text, spans, names.
//!
//! The kernel sees none of this; it is for people, and for exporters that want readable
//! names. Every list may be shorter than the table it annotates, and every name empty.

use covenant_kernel::tables::*;
use serde::{Deserialize, Serialize};

use crate::error::SourceProblem;
use crate::source_text::SourceText;

/// A range of bytes of the source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

/// The source of a certificate. See the module header for what may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceMap {
    /// Base name of the source file.
    pub file: String,
    /// The whole source text.
    pub text: SourceText,
    /// The text is in a file beside the certificate, not in it. (Whether it is, the version of the format says.)
    #[serde(skip)]
    pub beside: bool,
    /// For each row of `datatypes`, its declaration.
    pub datatypes: Vec<Option<Span>>,
    /// For each row of `defs`.
    pub defs: Vec<DefSource>,
    /// For each row of `axioms`.
    pub axioms: Vec<Option<Span>>,
    /// For each row of `globals`.
    pub globals: Vec<GlobalSource>,
    /// For each row of `cores`.
    pub cores: Vec<CoreSource>,
    /// For each row of `funs`.
    pub funs: Vec<FunSource>,
    /// For each row of `lemmas`.
    pub lemmas: Vec<Option<Span>>,
    /// For each row of `nodes`.
    pub nodes: Vec<Option<Span>>,
    /// Names of the variables bound by quantifiers, for some expressions, in increasing order.
    pub binders: Vec<(ExprRef, String)>,
    /// Names of the parameters, for some function types, in increasing order.
    pub type_params: Vec<(TypeRef, Vec<String>)>,
}

/// The source of a definition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DefSource {
    /// The definition.
    pub span: Option<Span>,
    /// Names of the parameters.
    pub params: Vec<String>,
    /// For each case, the names of the fields.
    pub fields: Vec<Vec<String>>,
}

/// The source of a top-level function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GlobalSource {
    /// The function.
    pub span: Option<Span>,
    /// Its specification.
    pub claim: Option<Span>,
    /// Names of the parameters.
    pub params: Vec<String>,
    /// Names of the sort parameters.
    pub sort_params: Vec<String>,
    /// Names of the predicate variables.
    pub preds: Vec<String>,
}

/// The source of a core term.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoreSource {
    /// The term.
    pub span: Option<Span>,
    /// Names of the variables that it binds: one list with one name for a `let`, one list for
    /// each branch of a match, none otherwise.
    pub binders: Vec<Vec<String>>,
}

/// The source of a function value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunSource {
    /// The function.
    pub span: Option<Span>,
    /// Name of the function itself, for `Fix`.
    pub name: Option<String>,
    /// Names of the parameters.
    pub params: Vec<String>,
}

impl SourceMap {
    /// Span of a derivation node.
    pub fn node_span(&self, node: NodeRef) -> Option<Span> {
        self.nodes.get(node.0 as usize).copied().flatten()
    }

    /// Source of a core term.
    pub fn core(&self, core: CoreRef) -> Option<&CoreSource> {
        self.cores.get(core.0 as usize)
    }

    /// Source of a function value.
    pub fn fun(&self, fun: FunRef) -> Option<&FunSource> {
        self.funs.get(fun.0 as usize)
    }

    /// Source of a top-level function.
    pub fn global(&self, global: GlobalRef) -> Option<&GlobalSource> {
        self.globals.get(global.0 as usize)
    }

    /// Source of a definition.
    pub fn def(&self, def: DefRef) -> Option<&DefSource> {
        self.defs.get(def.0 as usize)
    }

    /// Name of the variable that a quantifier binds.
    pub fn binder(&self, expr: ExprRef) -> Option<&str> {
        let found = self.binders.binary_search_by_key(&expr, |(e, _)| *e).ok()?;
        self.binders.get(found).map(|(_, name)| name.as_str())
    }

    /// Names of the parameters of a function type.
    pub fn type_params(&self, ty: TypeRef) -> Option<&[String]> {
        let found = self.type_params.binary_search_by_key(&ty, |(t, _)| *t).ok()?;
        self.type_params.get(found).map(|(_, names)| names.as_slice())
    }

    /// The text of a span.
    pub fn snippet(&self, span: Span) -> Option<&str> {
        self.text.get(span.start as usize..span.end as usize)
    }

    /// Compare with the text and the tables.
    pub(crate) fn check(&self, certificate: &Certificate) -> Result<(), SourceProblem> {
        let (statement, proof) = (&certificate.statement, &certificate.proof);
        if self.file.contains(['/', '\\', '\0']) || self.file == "." || self.file == ".." {
            return Err(SourceProblem::NotABaseName);
        }
        let exprs = statement.exprs.len() + proof.exprs.len();
        let types = statement.types.len() + proof.types.len();
        let fits = self.datatypes.len() <= statement.datatypes.len()
            && self.defs.len() <= statement.defs.len()
            && self.axioms.len() <= statement.axioms.len()
            && self.globals.len() <= statement.globals.len()
            && self.cores.len() <= statement.cores.len()
            && self.funs.len() <= statement.funs.len()
            && self.lemmas.len() <= proof.lemmas.len()
            && self.nodes.len() <= proof.nodes.len()
            && self.binders.is_sorted_by(|a, b| a.0 < b.0)
            && self.binders.last().is_none_or(|(e, _)| (e.0 as usize) < exprs)
            && self.type_params.is_sorted_by(|a, b| a.0 < b.0)
            && self.type_params.last().is_none_or(|(t, _)| (t.0 as usize) < types);
        if !fits {
            return Err(SourceProblem::NoSuchRow);
        }
        for span in self.spans() {
            if self.snippet(span).is_none() {
                let Span { start, end } = span;
                return Err(SourceProblem::BadSpan { start, end });
            }
        }
        Ok(())
    }

    fn spans(&self) -> impl Iterator<Item = Span> {
        let plain = [&self.datatypes, &self.axioms, &self.lemmas, &self.nodes];
        plain
            .into_iter()
            .flatten()
            .copied()
            .chain(self.defs.iter().map(|d| d.span))
            .chain(self.globals.iter().flat_map(|g| [g.span, g.claim]))
            .chain(self.cores.iter().map(|c| c.span))
            .chain(self.funs.iter().map(|f| f.span))
            .flatten()
    }
}
