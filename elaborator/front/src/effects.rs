//! What happens before the functions of a file can be called.
//!
//! SOUNDNESS: OCaml evaluates a file from top to bottom when the program starts. An item that fails or
//! does not end keeps all that follows from existing; one that assigns may change what the runtime's
//! generators do. A verdict is about the program that runs, so claims behind such an item are
//! declined, and all claims of the file if it assigns anywhere.

use super::diagnostic::{DiagnosticKind, Problems};
use super::lower;
use super::span::Span;
use super::syntax::Reason;
use super::typed::Program;

/// The effects of a file.
#[derive(Default)]
pub(super) struct Effects {
    /// Where each begins, whether it reaches back, and what was said about it.
    list: Vec<(Span, bool, Reason)>,
}

/// Finds the items that may do something when the program starts.
pub(super) fn find(program: &Program, problems: &mut Problems) -> Effects {
    let mut effects = Effects::default();
    for item in &program.evaluated {
        let inside = |span: Span| {
            span.source == item.span.source && item.span.start <= span.start && span.end <= item.span.end
        };
        let mut defined = program.functions.iter().enumerate().filter(|(_, f)| inside(f.span)).peekable();
        let quiet = defined.peek().is_some()
            && defined.all(|(id, function)| !function.set_aside && lower::is_defined_for_sure(program, id));
        if quiet {
            continue;
        }
        let before = problems.error_count();
        problems.push(
            DiagnosticKind::Declined,
            item.span,
            "this is evaluated when the program starts, and may fail, not end, or change what follows",
            "make it a function (`let x () = …`), or move it into another file",
        );
        effects.list.extend(problems.first_error_after(before).map(|why| (item.span, item.assigns, why)));
    }
    effects
}

impl Effects {
    /// What may happen before a function can be called, or changes what it does.
    pub fn before(&self, function: Span) -> Option<Reason> {
        let found = self.list.iter().find(|(at, assigns, _)| *assigns || at.start < function.start);
        found.map(|(_, _, why)| why.clone())
    }
}
