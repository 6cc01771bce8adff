//! How large the rooms are: lines of code, the longest function, the struct with the most fields.

use crate::rust_lines::code_outside_tests;
use std::fs;
use std::path::Path;

/// What is measured of a crate.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Measures {
    /// Lines of code, without comments, blank lines and tests.
    pub lines: usize,
    /// Lines of the longest function, and its name.
    pub function: (usize, String),
    /// Fields of the largest struct, and its name.
    pub fields: (usize, String),
}

/// Measures all files below a folder.
pub fn measure(folder: &Path) -> Result<Measures, String> {
    let mut all = Measures::default();
    add(folder, &mut all)?;
    Ok(all)
}

fn add(folder: &Path, all: &mut Measures) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "tests") {
                add(&path, all)?;
            }
        } else if path.extension().is_some_and(|e| e == "rs")
            && path.file_stem().is_some_and(|s| s != "tests")
        {
            of_text(&fs::read_to_string(&path).map_err(failed)?, all);
        }
    }
    Ok(())
}

fn of_text(text: &str, all: &mut Measures) {
    let code = code_outside_tests(text);
    let lines: Vec<&str> = code.lines().filter(|line| !line.trim().is_empty()).collect();
    all.lines += lines.len();
    for (i, line) in lines.iter().enumerate() {
        let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let after = |word: &str| words.iter().position(|w| *w == word).and_then(|at| words.get(at + 1));
        // An item ends where a line is indented as its first one and closes a brace.
        let indent = line.len() - line.trim_start().len();
        let end = || {
            let closes =
                |l: &&str| l.len() - l.trim_start().len() == indent && l.trim_start().starts_with('}');
            lines[i + 1..].iter().position(closes).map_or(1, |n| n + 2)
        };
        let opens = !line.trim_end().ends_with([';', '}']);
        if let Some(name) = after("fn").filter(|_| opens && line.contains("fn ")) {
            all.function = all.function.clone().max((end(), (*name).to_owned()));
        } else if let Some(name) = after("struct").filter(|_| line.trim_end().ends_with('{')) {
            let inside = &lines[i + 1..i + end().max(2) - 1];
            let fields =
                inside.iter().filter(|l| l.len() - l.trim_start().len() == indent + 4 && l.contains(": "));
            all.fields = all.fields.clone().max((fields.count(), (*name).to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_and_structs_are_measured_as_they_stand() {
        let text = "struct Small;\nstruct Large {\n    // why\n    a: u32,\n    b: Vec<u32>,\n}\n\n\
            fn short() {}\nimpl Large {\n    fn long(&self) -> u32 {\n        if self.a == 0 {\n            1\n        } else {\n\
            \n            2\n        }\n    }\n}\n#[cfg(test)]\nmod tests {\n    fn x() {\n    }\n}\n";
        let mut all = Measures::default();
        of_text(text, &mut all);
        assert_eq!(all.fields, (2, "Large".to_owned()));
        assert_eq!(all.function, (7, "long".to_owned()));
        assert_eq!(all.lines, 15);
    }
}
