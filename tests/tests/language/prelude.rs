//! The list of the prelude, from its text: sections, definitions, and the comment before each.

/// A section of the prelude begins so.
const SECTION: &str = "(* --- ";

/// The list as Markdown.
pub fn list(prelude: &str) -> String {
    let mut out = String::new();
    for paragraph in prelude.split("\n\n").map(str::trim).filter(|text| !text.is_empty()) {
        if let Some(title) = paragraph.strip_prefix(SECTION) {
            let title = title.trim_end_matches("--- *)").split_whitespace().collect::<Vec<_>>().join(" ");
            out.push_str(&format!("\n### {}\n\n| definition | meaning |\n|---|---|\n", capital(&title)));
        } else if !out.is_empty() {
            rows(paragraph, &mut out);
        }
    }
    assert!(out.lines().count() > 100, "the prelude was not read: {out}");
    out.push('\n');
    out
}

/// The definitions of a paragraph: one with a comment, or second names.
fn rows(paragraph: &str, out: &mut String) {
    let (comment, mut rest) = match paragraph.strip_prefix("(* ") {
        Some(text) => text.split_once(" *)\n").expect("a comment and a definition"),
        None => ("", paragraph),
    };
    let mut comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
    while !rest.is_empty() {
        let next = rest.match_indices('\n').find(|(at, _)| starts_definition(&rest[at + 1..]));
        let (item, after) = next.map_or((rest, ""), |(at, _)| (&rest[..at], &rest[at + 1..]));
        let (shown, target) = definition(item);
        if let (true, Some(target)) = (comment.is_empty(), target) {
            comment = format!("The same as [{target}].");
        }
        assert!(!comment.is_empty(), "a definition of the prelude without a comment: {item}");
        let meaning = comment.replace(['[', ']'], "`");
        out.push_str(&format!("| `{}` | {meaning} |\n", shown.replace('|', "\\|")));
        comment.clear();
        rest = after;
    }
}

fn starts_definition(text: &str) -> bool {
    ["let[@", "let ", "val ", "type "].iter().any(|start| text.starts_with(start))
}

/// What is shown of a definition, and what it is a second name of.
fn definition(item: &str) -> (String, Option<&str>) {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    if item.starts_with("type ") || item.starts_with("val ") {
        return (one_line(item), None);
    }
    if let Some(lemma) = item.strip_prefix("let[@lemma] ") {
        return (format!("lemma {}", one_line(lemma)), None);
    }
    let rest = item.strip_prefix("let[@predicate] ").or_else(|| item.strip_prefix("let "));
    let rest = rest.unwrap_or_else(|| panic!("not a definition: {item}"));
    let rest = rest.strip_prefix("rec ").unwrap_or(rest);
    let (head, body) = rest.split_once(" =").unwrap_or_else(|| panic!("no body: {item}"));
    let second = !head.contains(' ') && !body.contains('\n');
    (one_line(head), second.then(|| body.trim().trim_matches(['(', ')', ' '])))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
