//! The front end: from the text of an annotated OCaml file to the kernel's
//! tables.
//!
//! | step | module | from | to |
//! |---|---|---|---|
//! | parse | `parse` | text | surface tree ([`syntax`]) |
//! | infer | `infer` | surface tree | typed tree (`typed`) |
//! | lower | `lower` | typed tree | tables, one [`Unit`] per claim |
//!
//! Nothing here is trusted: what comes out is a *statement*, which the kernel
//! checks for itself and the user can read. Errors are data
//! ([`Diagnostic`]), several per run.
//!
//! The work is done on a thread with a large stack, because all trees are
//! walked recursively; their depth is bounded by the parser. An explicit stack
//! everywhere would obscure every walk for the sake of inputs that nobody
//! writes.

pub mod diagnostic;
mod infer;
mod lower;
pub mod module;
mod parse;
mod prelude;
pub mod span;
pub mod syntax;
#[cfg(test)]
mod tests;
mod typed;
mod walk;

pub use self::diagnostic::{Diagnostic, DiagnosticKind};
pub use self::module::{
    ExtraRows, FactInfo, FactKind, FunctionInfo, LocalClaimInfo, Module, ParameterInfo, SourceMap, TypeSpans,
    Unit,
};
pub use self::span::{Source, Span};

use self::diagnostic::Problems;

/// Enough for trees of the greatest depth that the parser lets through.
const STACK_BYTES: usize = 256 << 20;

/// The text of the embedded prelude, for spans that point into it.
#[must_use]
pub fn prelude_text() -> &'static str {
    prelude::TEXT
}

/// Reads a file: parse, infer, lower.
///
/// # Errors
///
/// Everything that is wrong with the file, sorted by place.
pub fn load(file_name: &str, source: &str) -> Result<Module, Vec<Diagnostic>> {
    let outcome = std::thread::scope(|scope| {
        std::thread::Builder::new()
            .name("front end".to_owned())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || load_here(file_name, source))
            .map(|handle| handle.join())
    });
    match outcome {
        Ok(Ok(result)) => result,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => {
            let mut problems = Problems::default();
            problems.decline(
                Span::new(Source::User, 0, 0),
                &format!("reading the file without a thread of its own ({error})"),
                "free some memory",
            );
            Err(problems.into_diagnostics(source, prelude::TEXT))
        }
    }
}

fn load_here(file_name: &str, source: &str) -> Result<Module, Vec<Diagnostic>> {
    let mut problems = Problems::default();
    let items = parse::parse(source, Source::User, &mut problems);
    let prelude_items = prelude::items(&mut problems);
    let mut units = Vec::new();
    // Items that could not be read would make others look wrong.
    if !problems.has_errors() {
        let program = infer::infer(&[prelude_items, &items], &mut problems);
        if !problems.has_errors() {
            lower::check_predicates(&program, &mut problems);
        }
        if !problems.has_errors() {
            for (id, function) in program.functions.iter().enumerate() {
                let checked =
                    function.span.source == Source::User && function.contract.is_some() && !function.assumed;
                if checked {
                    units.extend(lower::lower(&program, id, &mut problems));
                }
            }
        }
    }
    let failed = problems.has_errors();
    let diagnostics = problems.into_diagnostics(source, prelude::TEXT);
    if failed {
        return Err(diagnostics);
    }
    Ok(Module { file_name: file_name.to_owned(), units, warnings: diagnostics })
}
