//! Files of the same folder that a file with QCheck generators uses.
//!
//! `Other.t` in `tests.ml` is the type `t` of `other.ml` beside it. What is read, certified, compiled and read by OCaml
//! is then one text: `module Other = struct … end` in front of the file, on its first line, so that the lines of the
//! file keep their numbers. The certificate has the whole text and its hash, and names each file with the hash of its
//! own, so that an audit needs nothing else. Claims of the other files are not claims of this one; where a proof needs
//! one, it is proved again.
//!
//! An interface `other.mli` becomes the signature of the module, so that it hides what it hides in OCaml. A file that is
//! not read as one module (a cycle, a line directive, a syntax error) is left out: its names stay unknown and are
//! declined where they are used.
//!
//! Rejected: trees of several files with places in each. Every reader of a certificate would have to know about them.

use crate::failure::Failure;
use crate::{inputs, qcheck};
use covenant_certificates::ContentHash;
use covenant_certificates::shown::shown_path;
use std::collections::BTreeSet;
use std::path::Path;

/// Files that are put in front of one.
const MOST_FILES: usize = 16;
/// Their length together, in bytes.
const MOST_BYTES: usize = 1 << 19;

/// A file with those that it uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bundle {
    /// The whole text.
    pub text: String,
    /// Where the file itself begins.
    pub start: usize,
    /// The names of the others, in the order in which they use each other.
    pub files: Vec<String>,
}

/// Reads a file, with the files beside it that it uses if it has QCheck generators.
///
/// # Errors
///
/// If the file itself cannot be read.
pub fn source(path: &Path) -> Result<Bundle, Failure> {
    let text = inputs::source(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let own = path.file_stem().map(|name| module_of(&name.to_string_lossy()));
    if !qcheck::is_used(&text) {
        hides_no_library(path, folder, own.as_deref(), &text)?;
        return Ok(Bundle { text, ..Bundle::default() });
    }
    let flat = flat(&text);
    let taken = flat.as_ref().map(|flat| flat.defined.clone()).unwrap_or_default();
    let mut found = Found { folder, files: Vec::new(), texts: String::new(), open: Vec::new(), taken };
    found.open.extend(own);
    if let Some(flat) = flat {
        flat.modules.iter().for_each(|module| found.add(module));
    }
    let Found { files, mut texts, .. } = found;
    let start = texts.len();
    texts.push_str(&text);
    Ok(Bundle { text: texts, start, files })
}

/// SOUNDNESS: in a file without QCheck the modules of OCaml's library are known, and no other; with a file of that
/// name beside it, OCaml would take that one.
fn hides_no_library(path: &Path, folder: &Path, own: Option<&str>, text: &str) -> Result<(), Failure> {
    let is_beside = |module: &&str| own != Some(*module) && file_of(folder, module).is_some();
    let named = |module: &&str| match flat(text) {
        Some(flat) => flat.modules.contains(*module),
        None => text.contains(*module),
    };
    let Some(hidden) = covenant_front::library_modules().filter(is_beside).find(named) else { return Ok(()) };
    let message =
        format!("{}: `{hidden}` is a file of the same folder here, not OCaml's own", shown_path(path));
    Err(Failure::input(message).help("give that file another name, or move it to another folder"))
}

/// The file of a module, if there is one in a folder.
fn file_of(folder: &Path, module: &str) -> Option<String> {
    let (first, rest) = module.split_at_checked(1)?;
    let names = [format!("{}{rest}.ml", first.to_lowercase()), format!("{module}.ml")];
    names.into_iter().find(|file| folder.join(file).is_file())
}

struct Found<'p> {
    folder: &'p Path,
    files: Vec<String>,
    texts: String,
    /// The modules whose files are being read.
    open: Vec<String>,
    /// Modules that the file defines itself, somewhere.
    taken: BTreeSet<String>,
}

impl Found<'_> {
    /// Adds the file of a module, after those that it uses, if there is one that can be read.
    fn add(&mut self, module: &str) {
        let Some(file) = file_of(self.folder, module) else { return };
        if self.files.contains(&file) || self.open.iter().any(|open| open == module) {
            return;
        }
        // SOUNDNESS: two modules of one name would be taken for each other.
        let written = if self.taken.contains(module) { None } else { self.structure(module, &file) };
        // SOUNDNESS: OCaml would find it, so that its name must not mean a module of the library.
        let fits =
            |text: &String| self.files.len() < MOST_FILES && self.texts.len() + text.len() <= MOST_BYTES;
        match written.filter(fits) {
            Some(written) => {
                self.files.push(file);
                self.texts.push_str(&written);
            }
            None => self.texts.push_str(&format!("module {module} = Covenant_unread_file ")),
        }
    }

    /// A file as a module, if it can be read.
    fn structure(&mut self, module: &str, file: &str) -> Option<String> {
        let read = |file: &str| inputs::source(&self.folder.join(file)).ok();
        let text = read(file)?;
        let flattened = flat(&text).filter(|flat| covenant_front::surface(&flat.text).is_some())?;
        let interface = format!("{file}i");
        let signature = if self.folder.join(&interface).is_file() {
            format!(": sig {} end ", flat(&read(&interface)?)?.text)
        } else {
            String::new()
        };
        self.open.push(module.to_owned());
        flattened.modules.iter().for_each(|other| self.add(other));
        self.open.pop();
        let hash = ContentHash::of_bytes(text.as_bytes());
        Some(format!("(* {file} {hash} *) module {module} {signature}= struct {} end ", flattened.text))
    }
}

/// The module that a file is.
fn module_of(stem: &str) -> String {
    let mut letters = stem.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A text in one line, and the modules that it names and that it defines.
struct Flat {
    text: String,
    modules: BTreeSet<String>,
    defined: BTreeSet<String>,
}

/// Takes out comments and ends of lines; none if that would change what the text means.
fn flat(text: &str) -> Option<Flat> {
    let mut out = Flat { text: String::new(), modules: BTreeSet::new(), defined: BTreeSet::new() };
    let mut rest = text;
    // The word before, and how many words ago `module` was.
    let (mut before, mut since_module) = (String::new(), usize::MAX);
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("(*") && !rest.starts_with("(*)") {
            out.text.push(' ');
            comment(rest)?
        } else if first == '"' {
            string(rest, &mut out.text)?
        } else if let Some(length) = quoted(rest) {
            let literal = &rest[..length];
            // Blanks in a claim say nothing; in other texts they are data.
            let claim = out.text.trim_end().ends_with("covers");
            if literal.contains('\n') && !claim {
                return None;
            }
            out.text.push_str(&literal.replace(['\n', '\r'], " "));
            length
        } else if let Some(length) = character(rest) {
            out.text.push_str(&rest[..length]);
            length
        } else if first.is_alphabetic() || first == '_' {
            let length =
                rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\'')).unwrap_or(rest.len());
            let word = &rest[..length];
            since_module = if word == "module" { 0 } else { since_module.saturating_add(1) };
            let next = rest[length..].trim_start();
            // `module type S`, `(X : S)`: types of modules, which are no files; and `module M`, `(M : S)`: definitions.
            let is_type = before == "type" || (since_module <= 4 && out.text.trim_end().ends_with(':'));
            let parameter = since_module <= 4 && next.starts_with(':') && out.text.trim_end().ends_with('(');
            if first.is_uppercase() && !is_type && !out.text.ends_with('.') {
                if (before == "module" && since_module == 1) || parameter {
                    out.defined.insert(word.to_owned());
                } else if next.starts_with('.')
                    || since_module <= 4
                    || matches!(before.as_str(), "open" | "include")
                {
                    out.modules.insert(word.to_owned());
                }
            }
            word.clone_into(&mut before);
            out.text.push_str(word);
            length
        } else if first == '#' && out.text.trim_end().len() < out.text.len() && is_directive(text, rest) {
            return None;
        } else {
            let blank = first == '\n' || first == '\r';
            out.text.push(if blank { ' ' } else { first });
            first.len_utf8()
        };
        rest = rest.get(length..)?;
    }
    Some(out)
}

/// Whether a line begins with `#`: it may say that it is another line.
fn is_directive(text: &str, rest: &str) -> bool {
    let before = &text[..text.len() - rest.len()];
    before.rsplit('\n').next().is_some_and(|line| line.trim().is_empty())
}

/// The length of a comment, with those inside of it; texts in it are texts.
fn comment(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0, 0);
    loop {
        let rest = text.get(at..)?;
        let first = rest.chars().next()?;
        if rest.starts_with("(*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*)") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return Some(at);
            }
        } else if first == '"' {
            at += string(rest, &mut String::new())?;
        } else if let Some(length) = quoted(rest).or_else(|| character(rest)) {
            at += length;
        } else {
            at += first.len_utf8();
        }
    }
}

/// Copies a string in one line; its length.
fn string(text: &str, out: &mut String) -> Option<usize> {
    out.push('"');
    let mut at = 1;
    loop {
        let rest = text.get(at..)?;
        let first = rest.chars().next()?;
        at += first.len_utf8();
        match first {
            '"' => {
                out.push('"');
                return Some(at);
            }
            // It goes on behind the blanks of the next line.
            '\\' if rest[1..].starts_with('\n') => {
                at += 1;
                let next = text.get(at..)?;
                at += next.len() - next.trim_start_matches([' ', '\t']).len();
            }
            '\\' => {
                let escaped = rest[1..].chars().next()?;
                if escaped == '\r' {
                    return None;
                }
                at += escaped.len_utf8();
                out.extend(['\\', escaped]);
            }
            '\n' => out.push_str("\\n"),
            '\r' => return None,
            other => out.push(other),
        }
    }
}

/// The length of `{|…|}` or `{x|…|x}`.
fn quoted(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('{')?;
    let mark = inner.find(|c: char| !(c.is_ascii_lowercase() || c == '_'))?;
    let body = inner[mark..].strip_prefix('|')?;
    let close = format!("|{}}}", &inner[..mark]);
    let end = body.find(&close)?;
    Some(1 + mark + 1 + end + close.len())
}

/// The length of `'c'` or `'\n'`.
fn character(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('\'')?;
    let mut letters = inner.chars();
    let first = letters.next()?;
    if first == '\\' {
        let length = 1 + letters.next()?.len_utf8();
        let end = inner.get(length..)?.find('\'')?;
        return (end <= 4).then_some(1 + length + end + 1);
    }
    (first != '\'' && first != '\n' && letters.next() == Some('\'')).then_some(1 + first.len_utf8() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_line(text: &str) -> Option<String> {
        flat(text).map(|flat| flat.text)
    }

    #[test]
    fn a_text_in_one_line_means_the_same() {
        let rows = [
            ("let a = 1 (* \"*)\" *)\nlet b = 2", "let a = 1   let b = 2"),
            ("let s = \"a\nb\"", "let s = \"a\\nb\""),
            ("let s = \"a\\\n   b\"", "let s = \"ab\""),
            ("let c = '\"' let d = '\\'' let e = '(' (* ' *)", "let c = '\"' let d = '\\'' let e = '('  "),
            ("let f x' = x'\n[@@covers {| a\n b |}]", "let f x' = x' [@@covers {| a  b |}]"),
            ("let m = ( * ) let n = (*)", "let m = ( * ) let n = (*)"),
        ];
        for (text, expected) in rows {
            assert_eq!(one_line(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["let s = {|a\nb|}", "let a = 1\n# 3 \"b.ml\"\nlet c = 2", "(* open", "\"open"] {
            assert_eq!(one_line(text), None, "{text}");
        }
    }

    #[test]
    fn modules_are_named_by_paths_and_words() {
        let text = "open Other module A = Alias include More let x = Leaf (P.Q.f y) (* No.t *) let s = \"No.t\"\
            module type S = sig end module F (X : S) = struct let y = X.z end let z = A.b";
        let found = flat(text).expect("a text");
        let defined: BTreeSet<String> = ["A", "F", "X"].map(str::to_owned).into();
        assert_eq!(found.defined, defined);
        let expected: BTreeSet<String> = ["A", "Alias", "More", "Other", "P", "X"].map(str::to_owned).into();
        assert_eq!(found.modules, expected);
    }
}
