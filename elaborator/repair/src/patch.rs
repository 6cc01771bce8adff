//! From a solution to a change of the user's text: only the spans of the holes change.

use covenant_kernel::tables::Statement;

use crate::cover::Candidate;
use crate::holes::Hole;
use crate::term::{Level, Term};

/// A replacement of a range of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// What takes their place.
    pub text: String,
}

/// Applies edits that do not overlap.
#[must_use]
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| edit.start);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in sorted {
        if let Some(kept) = text.get(at..edit.start) {
            out.push_str(kept);
        }
        out.push_str(&edit.text);
        at = edit.end;
    }
    if let Some(rest) = text.get(at..) {
        out.push_str(rest);
    }
    out
}

/// The edits of a solution; `size` is the parameter by which added branches are weighted, if they are.
pub(crate) fn edits(
    text: &str,
    statement: &Statement,
    own: &str,
    holes: &[Hole],
    solution: &[Candidate],
    size: Option<&str>,
) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (number, hole) in holes.iter().enumerate() {
        let mut terms: Vec<&Candidate> = solution.iter().filter(|c| c.hole == number).collect();
        // Guarded ones first, what calls the function itself last.
        terms.sort_by_key(|c| (c.guard.is_none(), c.term.calls(own), c.cost));
        if !terms.is_empty() {
            let size = size.filter(|size| hole.place.scope.iter().any(|name| name == size));
            edits.push(edit(text, statement, own, hole, &terms, size));
        }
    }
    edits
}

fn edit(
    text: &str,
    statement: &Statement,
    own: &str,
    hole: &Hole,
    terms: &[&Candidate],
    size: Option<&str>,
) -> Edit {
    let (start, end) = (hole.place.span.start, hole.place.span.end);
    let before = text.get(..start).unwrap_or_default();
    let old = text.get(start..end).unwrap_or_default();
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let indent: String = before[line..].chars().take_while(|c| *c == ' ' || *c == '\t').collect();
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let shown = |term: &Term| {
        let level = if matches!(term, Term::Let(..)) { Level::Cons } else { Level::Open };
        term.text(statement, level)
    };
    let condition = |candidate: &Candidate| {
        // What ends the recursion is drawn the less often the more is left to make.
        let coin = match size.filter(|_| !candidate.term.calls(own)) {
            Some(size) => format!("int_range 0 {size} = 0"),
            None => "bool_gen ()".to_owned(),
        };
        match &candidate.guard {
            Some(guard) => format!("{} && {coin}", guard.text),
            None => coin,
        }
    };
    let lead = before.trim_end();
    let word = |keyword: &str| {
        lead.strip_suffix(keyword)
            .is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '\''))
    };
    let (branches, last): (&[&Candidate], Option<String>) = if !hole.place.fails {
        (terms, None)
    } else {
        match terms.split_last() {
            Some((last, rest)) if last.guard.is_none() => {
                (rest, Some(last.term.text(statement, Level::Open)))
            }
            _ => (terms, None),
        }
    };
    let last = last.unwrap_or_else(|| old.to_owned());
    if branches.is_empty() {
        // Alone in its place: a `let` there may be followed by `else`.
        let needs = last.starts_with("let ") && word("then");
        return Edit { start, end, text: if needs { format!("({last})") } else { last } };
    }
    if word("else") && !hole.place.fails {
        // `else OLD` becomes `else if bool_gen () then NEW` and, on the next line, `else OLD`.
        let keyword = lead.len() - "else".len();
        let own_line = before[..keyword].rfind('\n').map_or(0, |at| at + 1);
        let own_indent: String =
            before[own_line..keyword].chars().take_while(|c| *c == ' ' || *c == '\t').collect();
        let mut inserted = String::new();
        for candidate in branches {
            inserted.push_str(&format!(
                " if {} then {}{newline}{own_indent}else",
                condition(candidate),
                shown(&candidate.term)
            ));
        }
        return Edit { start: lead.len(), end: lead.len(), text: inserted };
    }
    let multiline = old.contains('\n') || branches.len() > 1 || word("else");
    let closed = word("then");
    let column = before[line..].chars().count();
    let pad = if before[line..].trim().is_empty() {
        " ".repeat(column)
    } else if word("else") {
        indent
    } else {
        format!("{indent}  ")
    };
    let separator = if multiline { format!("{newline}{pad}") } else { " ".to_owned() };
    let mut out = String::new();
    for candidate in branches {
        out.push_str(&format!("if {} then {}{separator}else ", condition(candidate), shown(&candidate.term)));
    }
    out.push_str(&last);
    Edit { start, end, text: if closed { format!("({out})") } else { out } }
}

/// The edits that make one text of another, word by word.
pub(crate) fn edits_between(old: &str, new: &str) -> Vec<Edit> {
    let diff = similar::TextDiff::from_words(old, new);
    let ends = |slices: Vec<&str>| {
        let mut at = 0;
        let mut ends = vec![0];
        ends.extend(slices.iter().map(|slice| {
            at += slice.len();
            at
        }));
        ends
    };
    let (old_ends, new_ends) =
        (ends(diff.iter_old_slices().collect()), ends(diff.iter_new_slices().collect()));
    let mut edits: Vec<Edit> = Vec::new();
    for op in diff.ops().iter().filter(|op| op.tag() != similar::DiffTag::Equal) {
        let (from, to) = (op.old_range(), op.new_range());
        let (start, end) = (old_ends[from.start], old_ends[from.end]);
        let text = &new[new_ends[to.start]..new_ends[to.end]];
        // With nothing but blanks between them two edits are one.
        match edits.last_mut() {
            Some(last) if old[last.end..start].trim().is_empty() => {
                let between = &old[last.end..start];
                last.text = format!("{}{between}{text}", last.text);
                last.end = end;
            }
            _ => edits.push(Edit { start, end, text: text.to_owned() }),
        }
    }
    edits
}

/// The change as a unified diff that `git apply` takes.
#[must_use]
pub fn unified_diff(file: &str, old: &str, new: &str) -> String {
    let diff = similar::TextDiff::from_lines(old, new);
    diff.unified_diff().context_radius(3).header(&format!("a/{file}"), &format!("b/{file}")).to_string()
}

#[cfg(test)]
mod tests {
    use super::{Edit, apply, edits_between};

    #[test]
    fn edits_between_texts_make_one_of_the_other() {
        let texts = ["let f x =\n  a x\n", "let f x =\n  if b then a é else a x\n", "", "f x = a\n  b"];
        for old in texts {
            for new in texts {
                assert_eq!(apply(old, &edits_between(old, new)), new);
            }
        }
        let edits = edits_between("Node (_, left, _)", "Node (1, left, right)");
        assert!(edits.iter().all(|edit| edit.end - edit.start < 6), "{edits:?}");
    }

    #[test]
    fn edits_change_only_their_ranges() {
        let edits = [
            Edit { start: 4, end: 7, text: "four".to_owned() },
            Edit { start: 0, end: 0, text: "<".to_owned() },
        ];
        assert_eq!(apply("one two é", &edits), "<one four é");
    }
}
