//! The Rocq theories: compiled, and nothing assumed in them.

use crate::steps::{output, program, root, run};
use std::fs;

const THEORIES: &str = "coq-export/theories";
/// The checker that is proved, with its extraction.
const VERIFIED: &str = "coq-export/verified";

/// Compiles the theories and refuses anything that is taken on trust in them.
pub fn theories() -> Result<(), String> {
    println!("  {}", output(program("coqc", &["--version"]))?.lines().next().unwrap_or_default().trim());
    run(program("sh", &[&format!("{THEORIES}/build.sh")]))?;
    run(program("sh", &[&format!("{VERIFIED}/build.sh")]))?;
    nothing_assumed()
}

/// Words with which a theory would assume something. `Print Assumptions`, whose output the
/// tests of `coq-export` keep, says the same about the theorems; this covers every file.
const TRUST: [&str; 8] =
    ["Admitted", "admit", "Axiom", "Axioms", "Conjecture", "Parameter", "Parameters", "Abort"];

fn nothing_assumed() -> Result<(), String> {
    let mut paths = Vec::new();
    let theories = ["", "examples", "terms"].map(|folder| root().join(THEORIES).join(folder));
    for folder in theories.into_iter().chain([root().join(VERIFIED)]) {
        let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in fs::read_dir(&folder).map_err(wrong)? {
            paths.push(entry.map_err(wrong)?.path());
        }
    }
    let mut problems = Vec::new();
    let mut files = 0;
    for path in paths {
        if path.extension().is_none_or(|extension| extension != "v") {
            continue;
        }
        files += 1;
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for (line, word) in words_of_trust(&text) {
            problems.push(format!("{name}, line {line}: {word}"));
        }
    }
    if files == 0 {
        return Err(format!("{THEORIES} has no theory"));
    }
    println!("  {files} theories, no axiom and nothing admitted in any");
    if problems.is_empty() { Ok(()) } else { Err(problems.join("; ")) }
}

/// The words of [`TRUST`] outside comments, with their lines.
fn words_of_trust(text: &str) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    let (mut depth, mut line) = (0usize, 1usize);
    let mut word = String::new();
    let mut chars = text.chars().peekable();
    loop {
        let c = chars.next();
        match c {
            Some(c) if c.is_alphanumeric() || c == '_' || c == '\'' => {
                word.push(c);
                continue;
            }
            _ => {}
        }
        if depth == 0
            && let Some(trust) = TRUST.iter().find(|trust| **trust == word)
        {
            found.push((line, *trust));
        }
        word.clear();
        match c {
            None => return found,
            Some('\n') => line += 1,
            Some('(') if chars.peek() == Some(&'*') => {
                chars.next();
                depth += 1;
            }
            Some('*') if depth > 0 && chars.peek() == Some(&')') => {
                chars.next();
                depth -= 1;
            }
            Some(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::words_of_trust;

    #[test]
    fn trust_is_found_outside_comments_only() {
        let text = "(* Axiom in a (* nested *) Admitted comment *)\nLemma a : True. Proof. Admitted.\n\
                    Definition Axiom_like := 1.\nAxiom b : False.";
        assert_eq!(words_of_trust(text), [(2, "Admitted"), (4, "Axiom")]);
    }
}
