//! What happens before the functions of a file can be called.
//!
//! SOUNDNESS: OCaml evaluates a file from top to bottom when the program starts. An item that fails or
//! does not end keeps the module from existing, and with it the functions *before* the item as much as
//! those behind it; one that assigns may change what the runtime's generators do. A verdict is about
//! the program that runs, so one such item declines all claims of its file. Not chosen: to decline
//! only the claims behind it, which left a claim valid of a module that nobody can use.

use super::diagnostic::{DiagnosticKind, Problems};
use super::lower;
use super::span::Span;
use super::syntax::Reason;
use super::typed::Program;

/// The effects of a file.
#[derive(Default)]
pub(super) struct Effects {
    /// What was said about the first one.
    first: Option<Reason>,
}

/// Finds the items that may do something when the program starts.
pub(super) fn find(program: &Program, problems: &mut Problems) -> Effects {
    let mut effects = Effects::default();
    for item in &program.evaluated {
        let inside = |span: Span| {
            span.source == item.span.source && item.span.start <= span.start && span.end <= item.span.end
        };
        let mut defined = program.functions.iter().enumerate().filter(|(_, f)| inside(f.span)).peekable();
        let quiet = !item.postponed
            && defined.peek().is_some()
            && defined.all(|(id, function)| !function.set_aside && lower::is_defined_for_sure(program, id));
        if quiet {
            continue;
        }
        let before = problems.error_count();
        problems.push(
            DiagnosticKind::Declined,
            item.span,
            "this is evaluated when the program starts, and may fail, not end, or change what others do",
            "make it a function (`let x () = …`), or move it into another file",
        );
        effects.first = effects.first.or_else(|| problems.first_error_after(before));
    }
    effects
}

impl Effects {
    /// Why no claim of the file holds of the program that runs.
    pub fn reason(&self) -> Option<Reason> {
        self.first.clone()
    }
}
