//! Files of the same folder that a file with QCheck generators uses.
//!
//! `Other.t` in `tests.ml` is the type `t` of `other.ml` beside it. What is read, certified, compiled and read by OCaml
//! is then one text: `module Other = struct … end` in front of the file, on its first line, so that the lines of the
//! file keep their numbers. The certificate has the whole text and its hash, and names each file with the hash of its
//! own, so that an audit needs nothing else. Claims of the other files are not claims of this one; where a proof needs
//! one, it is proved again.
//!
//! Libraries of the project (`dune`) stand before the files of the folder, each as the module that dune makes of it.
//!
//! An interface `other.mli` becomes the signature of the module, so that it hides what it hides in OCaml. A file that is
//! not read as one module (a cycle, a line directive, a syntax error) is left out: its names stay unknown and are
//! declined where they are used.
//!
//! Rejected: trees of several files with places in each. Every reader of a certificate would have to know about them.

use crate::dune::{self, Around, Library, Visible};
use crate::failure::Failure;
use crate::{inputs, qcheck};
use covenant_certificates::ContentHash;
use covenant_certificates::shown::shown_path;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Files that are put in front of one.
const MOST_FILES: usize = 16;
/// Libraries of the project that are put in front of one.
const MOST_LIBRARIES: usize = 8;
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
    let around = dune::around(path);
    means_itself(path, &around)?;
    if !qcheck::is_used(&text) {
        hides_no_library(path, &around, &text)?;
        return Ok(Bundle { text, ..Bundle::default() });
    }
    let own = path.file_stem().map(|name| dune::module_of(&name.to_string_lossy()));
    let folders = around.folders.clone();
    let flat = flat(&text).map(|flat| flat.naming(&around.opened));
    let mut found = Found {
        places: vec![Place { folders, only: None, open: Vec::new(), from: String::new() }],
        visible: dune::visible(path),
        added: BTreeSet::new(),
        files: Vec::new(),
        libraries: String::new(),
        texts: String::new(),
        taken: flat.as_ref().map(|flat| flat.defined.clone()).unwrap_or_default(),
        around: around.clone(),
    };
    found.place().open.extend(own);
    if let Some(flat) = flat {
        let uses = found.visible.uses.clone();
        // The module of another library that is opened in many files of tests.
        if flat.words.contains("STM") && uses.iter().any(|name| name.starts_with("qcheck-stm")) {
            found.libraries.push_str("module STM = Covenant_qcheck_stm ");
        }
        found.add_libraries(&flat, &uses);
        flat.modules.iter().for_each(|module| found.add(module));
        // For OCaml a claim is a text, in which no module is named.
        let claimed = covenant_front::library_modules().filter(|module| is_in_a_path(&text, module));
        claimed.filter(|module| !flat.modules.contains(*module)).for_each(|module| found.add(module));
    }
    let Found { files, mut libraries, texts, .. } = found;
    // OCaml opens them before it reads the first line, of the other files too.
    libraries.extend(around.opened.iter().map(|module| format!("open! {module} ")));
    libraries.push_str(&texts);
    let start = libraries.len();
    libraries.push_str(&text);
    Ok(Bundle { text: libraries, start, files })
}

/// Reads a file alone, if it means the same where it stands.
///
/// # Errors
///
/// If it cannot be read, or something around it changes what its names mean.
pub fn alone(path: &Path) -> Result<String, Failure> {
    let text = inputs::source(path)?;
    stands_alone(path, &text)?;
    Ok(text)
}

/// Whether a text means the same where it stands as alone.
///
/// # Errors
///
/// If something around it changes what its names mean.
pub fn stands_alone(path: &Path, text: &str) -> Result<(), Failure> {
    let around = dune::around(path);
    means_itself(path, &around)?;
    hides_no_library(path, &around, text)
}

/// SOUNDNESS: a setting of the build may change what everything in a file means.
fn means_itself(path: &Path, around: &Around) -> Result<(), Failure> {
    let Some(setting) = &around.unknown else { return Ok(()) };
    let message = format!(
        "{}: what this file means depends on a setting of dune that is not followed: {setting}",
        shown_path(path)
    );
    Err(Failure::input(message).help("keep generators where the project builds files as they are written"))
}

/// SOUNDNESS: a file is read and compiled alone, with the modules of OCaml's library and the runtime and no other. OCaml
/// would take one of the project that has such a name.
fn hides_no_library(path: &Path, around: &Around, text: &str) -> Result<(), Failure> {
    if let Some(opened) =
        around.opened.iter().find(|module| !["Covenant_runtime", "Stdlib"].contains(&module.as_str()))
    {
        let message = format!("{}: dune opens `{opened}` before the first line (`-open`)", shown_path(path));
        return Err(Failure::input(message).help("keep generators in a folder without that flag"));
    }
    let flat = flat(text);
    let named = |module: &&str| match &flat {
        Some(flat) => flat.modules.contains(*module) || is_in_a_path(text, module),
        None => text.contains(*module),
    };
    let known = covenant_front::library_modules().chain(GENERATORS).chain([RUNTIME.0]);
    let mut hidden = known.filter(named).filter(|module| around.has(module));
    let Some(hidden) = hidden.find(|module| *module != RUNTIME.0 || !is_the_runtime(around)) else {
        return Ok(());
    };
    let own = if hidden == RUNTIME.0 { "the one that Covenant brings" } else { "OCaml's own" };
    let message = format!("{}: `{hidden}` is a module of the same project here, not {own}", shown_path(path));
    Err(Failure::input(message).help("give that file another name, or move it to another folder"))
}

/// Whether a text, its claims too, may go through a module.
fn is_in_a_path(text: &str, module: &str) -> bool {
    text.contains(&format!("{module}."))
}

/// Libraries whose generators are read.
const GENERATORS: [&str; 2] = ["QCheck", "QCheck2"];

/// The module that has the names of the language, with its text.
const RUNTIME: (&str, &str) =
    ("Covenant_runtime", include_str!("../../elaborator/ocaml/covenant_runtime.ml"));

/// Whether the file of that name is the one that everybody has.
fn is_the_runtime(around: &Around) -> bool {
    let folders = around.folders.iter().chain(&around.library_folders);
    let files = folders.filter_map(|folder| Some(folder.join(file_of(folder, RUNTIME.0)?)));
    let texts: Vec<String> = files.map(|file| inputs::source(&file).unwrap_or_default()).collect();
    !texts.is_empty() && texts.iter().all(|text| text == RUNTIME.1)
}

/// The file of a module, if there is one in a folder.
fn file_of(folder: &Path, module: &str) -> Option<String> {
    let (first, rest) = module.split_at_checked(1)?;
    let names = [format!("{}{rest}.ml", first.to_lowercase()), format!("{module}.ml")];
    names.into_iter().find(|file| folder.join(file).is_file())
}

/// The folder whose files are being read.
struct Place {
    folders: Vec<PathBuf>,
    /// The modules that are files of it; all if it is the folder of the file itself.
    only: Option<BTreeSet<String>>,
    /// The modules whose files are being read.
    open: Vec<String>,
    /// What its files are called after.
    from: String,
}

struct Found {
    places: Vec<Place>,
    visible: Visible,
    /// The libraries that are there already.
    added: BTreeSet<String>,
    files: Vec<String>,
    /// Libraries, in the order in which they use each other.
    libraries: String,
    texts: String,
    /// Modules that the file defines itself, somewhere.
    taken: BTreeSet<String>,
    /// Modules that are there, read or not.
    around: Around,
}

impl Found {
    fn place(&mut self) -> &mut Place {
        if self.places.is_empty() {
            self.places.push(Place {
                folders: Vec::new(),
                only: None,
                open: Vec::new(),
                from: String::new(),
            });
        }
        let last = self.places.len() - 1;
        &mut self.places[last]
    }

    /// Adds the file of a module, after those that it uses, if there is one that can be read.
    fn add(&mut self, module: &str) {
        let place = self.place();
        if place.only.as_ref().is_some_and(|only| !only.contains(module)) {
            return;
        }
        let found = place.folders.iter().find_map(|folder| Some((folder.clone(), file_of(folder, module)?)));
        let Some((folder, file)) = found else {
            // SOUNDNESS: a file that is made, or is elsewhere, hides a module of the library all the same.
            let hides = place.only.is_none() && is_known(module) && !self.taken.contains(module);
            if hides && self.around.has(module) {
                self.texts.push_str(&unread(module));
            }
            return;
        };
        let below =
            if place.only.is_some() { Some(String::new()) } else { self.around.path_from_own(&folder) };
        let named = format!("{}{}{file}", self.place().from, below.as_deref().unwrap_or_default());
        let place = self.place();
        if place.open.iter().any(|open| open == module) || self.files.contains(&named) {
            return;
        }
        // SOUNDNESS: two modules of one name would be taken for each other.
        let read = below.is_some() && !self.taken.contains(module);
        let written = if read { self.structure(module, &folder, &file, &named) } else { None };
        // SOUNDNESS: OCaml would find it, so that its name must not mean a module of the library.
        let length = self.texts.len() + self.libraries.len();
        let fits = |text: &String| self.files.len() < MOST_FILES && length + text.len() <= MOST_BYTES;
        match written.filter(fits) {
            Some(written) => {
                self.files.push(named);
                self.texts.push_str(&written);
            }
            None => self.texts.push_str(&unread(module)),
        }
    }

    /// A file as a module, if it can be read.
    fn structure(&mut self, module: &str, folder: &Path, file: &str, named: &str) -> Option<String> {
        let read = |file: &str| inputs::source(&folder.join(file)).ok();
        let text = read(file)?;
        let flattened = flat(&text).filter(|flat| covenant_front::surface(&flat.text).is_some())?;
        let interface = format!("{file}i");
        let signature = if folder.join(&interface).is_file() {
            format!(": sig {} end ", flat(&read(&interface)?)?.text)
        } else {
            String::new()
        };
        self.place().open.push(module.to_owned());
        flattened.modules.iter().for_each(|other| self.add(other));
        self.place().open.pop();
        let hash = ContentHash::of_bytes(text.as_bytes());
        Some(format!("(* {named} {hash} *) module {module} {signature}= struct {} end ", flattened.text))
    }

    /// Adds the libraries among these that a text names, after those that they use.
    fn add_libraries(&mut self, text: &Flat, uses: &BTreeSet<String>) {
        for library in self.visible.named(uses) {
            let named: BTreeSet<String> = text.words.intersection(&library.modules).cloned().collect();
            let wanted =
                if library.wrapped { text.words.contains(&library.module()) } else { !named.is_empty() };
            if wanted && self.added.len() < MOST_LIBRARIES && self.added.insert(library.name.clone()) {
                self.add_library(&library, named);
            }
        }
    }

    /// SOUNDNESS: every module of the library is there, read or not: one that is left out would not hide what it hides.
    fn add_library(&mut self, library: &Library, mut named: BTreeSet<String>) {
        let main = library.module();
        let with_main = library.wrapped && library.modules.contains(&main);
        if with_main {
            named.insert(main.clone());
        }
        for module in &named {
            let found = library.folders.iter().find_map(|folder| Some(folder.join(file_of(folder, module)?)));
            let Some(file) = found else { continue };
            if let Some(text) = inputs::source(&file).ok().and_then(|text| flat(&text)) {
                self.add_libraries(&text, &library.uses);
            }
        }
        let texts = std::mem::take(&mut self.texts);
        self.places.push(Place {
            folders: library.folders.clone(),
            only: Some(library.modules.clone()),
            open: Vec::new(),
            from: format!("{}/", library.name),
        });
        let before = self.files.len();
        named.iter().filter(|module| !(with_main && **module == main)).for_each(|module| self.add(module));
        // The main module is the last one: it is what the others are seen through.
        let inner = std::mem::take(&mut self.texts);
        if with_main {
            self.add(&main);
        }
        let last = std::mem::replace(&mut self.texts, texts);
        self.places.pop();
        let read: Vec<&String> = self.files.iter().skip(before).collect();
        let is_read = |module: &String| {
            let files = [format!("{}/{module}.ml", library.name)];
            read.iter().any(|file| files.iter().any(|other| file.eq_ignore_ascii_case(other)))
        };
        let others: String = library
            .modules
            .iter()
            .filter(|module| **module != main && !is_read(module))
            .map(|m| unread(m))
            .collect();
        self.libraries.push_str(&match (library.wrapped, with_main) {
            (false, _) => format!("{others}{inner}"),
            (true, false) => format!("module {main} = struct {others}{inner}end "),
            (true, true) => {
                let own = format!("{main}__covenant");
                // What the main module needs may have been read with it.
                let begins = format!("module {main} ");
                let is_main = |at: &usize| {
                    last[*at..].split_once("*) ").is_some_and(|(_, rest)| rest.starts_with(&begins))
                };
                let split = last.rfind("(* ").filter(is_main);
                match split {
                    Some(at) => {
                        let (needed, itself) = last.split_at(at);
                        let opened = itself.replacen("= struct ", &format!("= struct open {own} "), 1);
                        format!("module {own} = struct {others}{inner}{needed}end {opened}")
                    }
                    None => unread(&main),
                }
            }
        });
    }
}

/// Whether a module means something without a file of its name.
fn is_known(module: &str) -> bool {
    GENERATORS.contains(&module) || covenant_front::library_modules().any(|known| known == module)
}

/// A module of which nothing is known.
fn unread(module: &str) -> String {
    format!("module {module} = Covenant_unread_file ")
}

/// A text in one line, and the modules that it names and that it defines.
struct Flat {
    text: String,
    modules: BTreeSet<String>,
    defined: BTreeSet<String>,
    /// All words that begin like a module.
    words: BTreeSet<String>,
}

impl Flat {
    /// With more modules that it names.
    fn naming(mut self, modules: &[String]) -> Flat {
        for name in modules.iter().filter_map(|path| path.split('.').next()) {
            self.words.insert(name.to_owned());
            self.modules.insert(name.to_owned());
        }
        self
    }
}

/// Takes out comments and ends of lines; none if that would change what the text means.
fn flat(text: &str) -> Option<Flat> {
    let empty = BTreeSet::new;
    let mut out = Flat { text: String::new(), modules: empty(), defined: empty(), words: empty() };
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
            if first.is_uppercase() {
                out.words.insert(word.to_owned());
            }
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
