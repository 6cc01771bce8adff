//! Sketches: `_` stands for a term that is still to be written.
//!
//! OCaml does not compile a file with `_` in the place of an expression (its editors read it as a typed
//! hole), and no claim about it is ever checked. The search works on the *readable* text, in which something
//! that fails stands there; what it finds is brought back to the text as it was written.

use covenant_front::{Span, typed_holes};

use crate::patch::{Edit, apply};

/// What stands for a hole in the readable text.
pub(crate) const FAILS: &str = "err ()";
const FAILS_AS_ARGUMENT: &str = "(err ())";

/// What stands for a hole, by what is written before it.
fn fails_after(before: &str) -> &'static str {
    let before = before.trim_end();
    let open = ["then", "else", "->", "=", "in", "(", ",", ";", "::", "begin"];
    if open.iter().any(|word| before.ends_with(word)) { FAILS } else { FAILS_AS_ARGUMENT }
}

/// A text, and the same with its holes readable.
pub(crate) struct Sketch {
    /// The ranges of the holes in the text as it was written, in order, and what stands for each.
    holes: Vec<(usize, usize, &'static str)>,
    pub readable: String,
}

/// The text in which something that fails stands for each `_` that is an expression.
#[must_use]
pub fn readable(text: &str) -> String {
    Sketch::new(text).readable
}

impl Sketch {
    pub fn new(text: &str) -> Sketch {
        let holes: Vec<(usize, usize, &'static str)> = typed_holes(text)
            .iter()
            .map(|span| (span.start, span.end, fails_after(text.get(..span.start).unwrap_or_default())))
            .collect();
        let edits: Vec<Edit> = holes
            .iter()
            .map(|(start, end, by)| Edit { start: *start, end: *end, text: (*by).to_owned() })
            .collect();
        let readable = apply(text, &edits);
        Sketch { holes, readable }
    }

    pub fn has_holes(&self) -> bool {
        !self.holes.is_empty()
    }

    /// A place of the readable text in the text as it was written; inside a hole, its start or its end.
    fn back(&self, at: usize, end: bool) -> usize {
        let mut moved = 0;
        for (start, stop, by) in &self.holes {
            let first = start + moved;
            let past = first + by.len();
            if at < first || (end && at == first) {
                break;
            }
            if at < past || (end && at == past) {
                return if end { *stop } else { *start };
            }
            moved += by.len() - (stop - start);
        }
        at - moved
    }

    pub fn span(&self, span: Span) -> Span {
        Span { start: self.back(span.start, false), end: self.back(span.end, true), ..span }
    }

    /// The edits on the text as it was written. A hole within `span` that none of them fills, as it is not needed,
    /// gets what fails.
    pub fn on_the_sketch(&self, edits: &[Edit], span: Option<Span>) -> Vec<Edit> {
        let mut out: Vec<Edit> = edits
            .iter()
            .map(|edit| Edit {
                start: self.back(edit.start, false),
                end: self.back(edit.end, true),
                text: edit.text.clone(),
            })
            .collect();
        let own = |at: usize| span.is_some_and(|span| span.start <= at && at < span.end);
        for (start, end, by) in self.holes.iter().filter(|(start, ..)| own(*start)) {
            if !out.iter().any(|edit| edit.start <= *start && *end <= edit.end) {
                out.push(Edit { start: *start, end: *end, text: (*by).to_owned() });
            }
        }
        out.sort_by_key(|edit| edit.start);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::Sketch;
    use crate::patch::{Edit, apply};
    use covenant_front::{Source, Span};

    #[test]
    fn edits_come_back_to_the_sketch() {
        let text = "let f x = if x then Node (_, f _, b) else _\nlet g _ = match 1 with _ -> 2\n";
        let sketch = Sketch::new(text);
        let expected =
            "let f x = if x then Node (err (), f (err ()), b) else err ()\nlet g _ = match 1 with _ -> 2\n";
        assert_eq!(sketch.readable, expected);
        let at = |part: &str| sketch.readable.find(part).expect("is there");
        let inner = at("err ()");
        let name = at("b) else");
        let edits = [
            Edit { start: inner, end: inner + 6, text: "int_gen ()".to_owned() },
            Edit { start: name, end: name + 1, text: "a".to_owned() },
        ];
        let repaired =
            apply(text, &sketch.on_the_sketch(&edits, Some(Span::new(Source::User, 0, text.len()))));
        let wanted = "let f x = if x then Node (int_gen (), f (err ()), a) else err ()\nlet g _ = match 1 with _ -> 2\n";
        assert_eq!(repaired, wanted);
    }
}
