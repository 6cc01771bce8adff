//! The libraries of a dune project that a file may name.
//!
//! Read from `dune` files: the stanza of the file says which libraries it uses, and their stanzas, wherever in the project, say
//! which modules they have. `open Shapes` is then the library `shapes`, with exactly the modules that dune would put there.
//!
//! SOUNDNESS: a module too many is declined where it is used, but one that is overlooked may hide a name. So a library is unknown
//! if anything in its stanza, or beside it, makes modules in a way that is not listed here: selected modules by an expression,
//! copied files, subfolders, virtual or private modules. Modules that are made by rules are modules of which nothing is known.
//!
//! Not chosen: asking dune. It needs a project that builds, and the libraries of others.

mod around;

pub(crate) use around::{Around, around};

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, io};

/// How far up a project may begin.
const MOST_LEVELS: usize = 10;
/// Folders of a project that are looked at.
const MOST_FOLDERS: usize = 4000;
/// Larger files are no `dune` files.
const MOST_BYTES: u64 = 1 << 18;

/// Ends of files that are a module, or become one.
const SOURCES: [&str; 11] =
    ["ml", "mli", "mll", "mly", "pp.ml", "re", "rei", "ml.in", "cppo.ml", "eliom", "cmi"];

/// A library of the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Library {
    /// Its name in other stanzas.
    pub name: String,
    public_name: Option<String>,
    /// Where its files are.
    pub folders: Vec<PathBuf>,
    /// Whether its modules are inside of one that is named like it.
    pub wrapped: bool,
    /// Its modules, with those of which there is no file.
    pub modules: BTreeSet<String>,
    /// The libraries that it uses.
    pub uses: BTreeSet<String>,
    /// These are just its modules. Otherwise there may be fewer, and none of them is read.
    understood: bool,
}

impl Library {
    /// The module that everything is in, if it is wrapped.
    pub fn module(&self) -> String {
        module_of(&self.name)
    }

    fn is_called(&self, name: &str) -> bool {
        self.name == name || self.public_name.as_deref() == Some(name)
    }
}

/// What a file may name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Visible {
    /// All libraries of the project.
    pub project: Arc<Vec<Library>>,
    /// The names of those that the file uses, of others too.
    pub uses: BTreeSet<String>,
}

impl Visible {
    /// The libraries of the project with these names.
    pub fn named(&self, names: &BTreeSet<String>) -> Vec<Library> {
        let wanted =
            |library: &&Library| library.understood && names.iter().any(|name| library.is_called(name));
        self.project.iter().filter(wanted).cloned().collect()
    }
}

/// What a file may name; nothing if it belongs to no project that can be understood.
pub(crate) fn visible(file: &Path) -> Visible {
    let found = || {
        let file = std::path::absolute(file).ok()?;
        let (folder, stem) = (file.parent()?, file.file_stem()?.to_string_lossy().into_owned());
        let stanzas = dune_file(folder)?;
        let own: Vec<_> = stanzas.iter().filter(|stanza| owns(stanza, &module_of(&stem))).collect();
        // What only one of several stanzas uses is used by another file, perhaps.
        let uses = own.iter().map(|stanza| libraries(stanza)).reduce(|a, b| &a & &b)?;
        let project = project(folder)?;
        let uses = if sees_through(folder) { closure(&project, uses) } else { uses };
        Some(Visible { project, uses })
    };
    found().unwrap_or_default()
}

/// Whether a file sees what the libraries use that it uses: so it is unless the project says something about it.
fn sees_through(folder: &Path) -> bool {
    let projects = folder.ancestors().take(MOST_LEVELS).map(|folder| folder.join("dune-project"));
    projects.filter_map(|path| small_text(&path)).all(|text| !text.contains("implicit_transitive_deps"))
}

/// Libraries with those that they use.
fn closure(project: &[Library], mut uses: BTreeSet<String>) -> BTreeSet<String> {
    let mut pending: Vec<String> = uses.iter().cloned().collect();
    while let Some(name) = pending.pop() {
        for library in project.iter().filter(|library| library.is_called(&name)) {
            pending.extend(library.uses.iter().filter(|inner| uses.insert((*inner).clone())).cloned());
        }
    }
    uses
}

/// The module that a file is.
pub(crate) fn module_of(stem: &str) -> String {
    let mut letters = stem.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The libraries of the project that a folder is in. A project is read once.
fn project(folder: &Path) -> Option<Arc<Vec<Library>>> {
    static READ: Mutex<BTreeMap<PathBuf, Arc<Vec<Library>>>> = Mutex::new(BTreeMap::new());
    let marked = |folder: &&Path| folder.join("dune-project").is_file();
    let root = folder.ancestors().take(MOST_LEVELS).filter(marked).last()?;
    if let Some(known) = READ.lock().unwrap_or_else(PoisonError::into_inner).get(root) {
        return Some(Arc::clone(known));
    }
    let mut pending = vec![root.to_owned()];
    let mut found: Vec<Library> = Vec::new();
    let mut seen = 0;
    while let Some(folder) = pending.pop() {
        seen += 1;
        if seen > MOST_FOLDERS {
            return None;
        }
        found.extend(libraries_of(&folder));
        let mut inner = folders_in(&folder).unwrap_or_default();
        inner.sort();
        pending.extend(inner);
    }
    // Two of one name are in different scopes of the project, which are not read.
    let names: Vec<_> = found.iter().map(|library| library.name.clone()).collect();
    found.retain(|library| names.iter().filter(|name| **name == library.name).count() == 1);
    let found = Arc::new(found);
    READ.lock().unwrap_or_else(PoisonError::into_inner).insert(root.to_owned(), Arc::clone(&found));
    Some(found)
}

fn folders_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut inner = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // Links are not followed.
        if entry.file_type()?.is_dir() && !name.starts_with(['_', '.']) && name != "node_modules" {
            inner.push(entry.path());
        }
    }
    Ok(inner)
}

/// The libraries of a folder, those that cannot be understood too.
fn libraries_of(folder: &Path) -> Vec<Library> {
    let Some(stanzas) = dune_file(folder) else { return Vec::new() };
    let mixes = ["copy_files", "copy_files#", "subdir", "include", "dynamic_include"];
    let mixed = stanzas.iter().any(|stanza| mixes.contains(&stanza.head()));
    let apart = folders_of_modules(folder, &stanzas).filter(|_| !mixed);
    let owners = stanzas.iter().filter(|stanza| stanza.owns_modules()).count();
    let folders = apart.clone().unwrap_or_else(|| vec![folder.to_owned()]);
    let files: BTreeSet<String> = folders.iter().flat_map(|folder| files_of(folder)).collect();
    let made: BTreeSet<String> = stanzas.iter().flat_map(made_by).collect();
    let library = |stanza: &Sexp| {
        if stanza.head() != "library" {
            return None;
        }
        let public_name = stanza.word("public_name").map(str::to_owned);
        let name = stanza.word("name").map(str::to_owned).or_else(|| public_name.clone())?;
        let wrapped = stanza.word("wrapped").unwrap_or("true") == "true"
            && stanza.field("wrapped").is_none_or(|field| field.len() == 1);
        let modules = modules_of(stanza, &files, &made, owners);
        let understood = apart.is_some() && modules.is_some() && is_plain(&name) && is_plainly_built(stanza);
        let modules = modules.unwrap_or_else(|| &files | &made);
        let (folders, uses) = (folders.clone(), libraries(stanza));
        Some(Library { name, public_name, folders, wrapped, modules, uses, understood })
    };
    stanzas.iter().filter_map(library).collect()
}

/// The modules of a library, if its stanza lists them.
fn modules_of(
    stanza: &Sexp,
    files: &BTreeSet<String>,
    made: &BTreeSet<String>,
    owners: usize,
) -> Option<BTreeSet<String>> {
    let Some(fields) = stanza.field("modules") else { return (owners <= 1).then(|| files | made) };
    let named = fields.iter().map(|field| match field {
        Sexp::Atom(word) => is_plain(word).then(|| module_of(word)),
        Sexp::List(_) => None,
    });
    named.collect()
}

/// Whether nothing in a stanza makes modules, or changes what they mean, in a way that is not known.
fn is_plainly_built(stanza: &Sexp) -> bool {
    let unknown = [
        "virtual_modules",
        "implements",
        "private_modules",
        "root_module",
        "modules_without_implementation",
        "select",
        "enabled_if",
        "ctypes",
    ];
    let wrapped = match stanza.field("wrapped") {
        None => true,
        Some([Sexp::Atom(word)]) => word == "true" || word == "false",
        Some(_) => false,
    };
    wrapped && unknown.iter().all(|field| stanza.field(field).is_none()) && around::means_itself(stanza)
}

/// The folders whose files are modules of the stanzas of one; none if subfolders are modules of their own, or have a `dune`
/// file that makes modules or says which of them there are.
fn folders_of_modules(folder: &Path, stanzas: &[Sexp]) -> Option<Vec<PathBuf>> {
    let mut folders = vec![folder.to_owned()];
    let Some(stanza) = stanzas.iter().find(|stanza| stanza.head() == "include_subdirs") else {
        return Some(folders);
    };
    let Sexp::List(words) = stanza else { return None };
    match words.get(1) {
        Some(Sexp::Atom(word)) if word == "no" => return Some(folders),
        Some(Sexp::Atom(word)) if word == "unqualified" => {}
        _ => return None,
    }
    let mut pending = folders_in(folder).ok()?;
    while let Some(inner) = pending.pop() {
        if folders.len() > MOST_FOLDERS || inner.join("dune").exists() {
            return None;
        }
        pending.extend(folders_in(&inner).ok()?);
        folders.push(inner);
    }
    folders.sort();
    Some(folders)
}

/// The modules whose sources are in a folder, those of the generators of parsers too.
fn files_of(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names
        .filter_map(|name| {
            let (stem, kind) = name.split_once('.')?;
            SOURCES.contains(&kind).then(|| module_of(stem))
        })
        .collect()
}

/// Modules that a rule may make.
fn made_by(stanza: &Sexp) -> Vec<String> {
    if !matches!(stanza.head(), "rule" | "ocamllex" | "ocamlyacc" | "menhir" | "atdgen" | "cppo") {
        return Vec::new();
    }
    let mut words = Vec::new();
    stanza.words(&mut words);
    let module = |word: &&str| {
        let stem = word.rsplit('/').next()?.split('.').next()?;
        is_plain(stem).then(|| module_of(stem))
    };
    words.iter().filter_map(module).collect()
}

fn is_plain(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Whether a stanza may have this module.
fn owns(stanza: &Sexp, module: &str) -> bool {
    if !stanza.owns_modules() {
        return false;
    }
    let Some(fields) = stanza.field("modules") else { return true };
    let mut words = Vec::new();
    fields.iter().for_each(|field| field.words(&mut words));
    words.iter().any(|word| word.starts_with(':') || *word == "\\" || module_of(word) == module)
}

/// The libraries that a stanza names.
fn libraries(stanza: &Sexp) -> BTreeSet<String> {
    let fields = stanza.field("libraries").unwrap_or_default();
    let named = fields.iter().filter_map(|field| match field {
        Sexp::Atom(word) => Some(word.clone()),
        Sexp::List(list) => match list.as_slice() {
            [Sexp::Atom(head), Sexp::Atom(word)] if head == "re_export" => Some(word.clone()),
            _ => None,
        },
    });
    named.collect()
}

fn dune_file(folder: &Path) -> Option<Vec<Sexp>> {
    parse(&small_text(&folder.join("dune"))?)
}

/// A text that is no device, and not so large that nobody wrote it.
fn small_text(path: &Path) -> Option<String> {
    let small = fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() <= MOST_BYTES);
    small.then(|| fs::read_to_string(path).ok()).flatten()
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Sexp {
    Atom(String),
    List(Vec<Sexp>),
}

impl Sexp {
    fn head(&self) -> &str {
        match self {
            Sexp::List(list) => match list.first() {
                Some(Sexp::Atom(word)) => word,
                _ => "",
            },
            Sexp::Atom(_) => "",
        }
    }

    fn owns_modules(&self) -> bool {
        matches!(
            self.head(),
            "library" | "executable" | "executables" | "test" | "tests" | "melange.emit" | "toplevel"
        )
    }

    /// What is behind a name in a stanza.
    fn field(&self, name: &str) -> Option<&[Sexp]> {
        let Sexp::List(list) = self else { return None };
        list.iter().find_map(|part| match part {
            Sexp::List(inner) if part.head() == name => inner.get(1..),
            _ => None,
        })
    }

    fn word(&self, name: &str) -> Option<&str> {
        match self.field(name) {
            Some([Sexp::Atom(word)]) => Some(word),
            _ => None,
        }
    }

    fn words<'s>(&'s self, out: &mut Vec<&'s str>) {
        match self {
            Sexp::Atom(word) => out.push(word),
            Sexp::List(list) => list.iter().for_each(|part| part.words(out)),
        }
    }
}

/// The stanzas of a file; none if it is written in another way.
fn parse(text: &str) -> Option<Vec<Sexp>> {
    if text.starts_with("(* -*- tuareg") {
        return None;
    }
    let mut open = vec![Vec::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            _ if letter.is_whitespace() => {}
            ';' => while letters.next_if(|c| *c != '\n').is_some() {},
            '(' => open.push(Vec::new()),
            ')' => {
                let inner = open.pop()?;
                open.last_mut()?.push(Sexp::List(inner));
            }
            '"' => {
                let mut word = String::new();
                loop {
                    match letters.next()? {
                        '"' => break,
                        '\\' => word.push(letters.next()?),
                        other => word.push(other),
                    }
                }
                open.last_mut()?.push(Sexp::Atom(word));
            }
            '#' if matches!(letters.peek(), Some('|' | ';')) => return None,
            first => {
                let mut word = String::from(first);
                while let Some(next) =
                    letters.next_if(|c| !c.is_whitespace() && !matches!(c, '(' | ')' | '"' | ';'))
                {
                    word.push(next);
                }
                open.last_mut()?.push(Sexp::Atom(word));
            }
        }
    }
    let stanzas = open.pop()?;
    open.is_empty().then_some(stanzas)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stanzas() {
        let text = "; a comment (\n(library\n (name shapes)\n (libraries base (re_export fmt) \"str\"))\n(rule (targets a.ml))";
        let stanzas = parse(text).expect("stanzas");
        assert_eq!(stanzas[0].word("name"), Some("shapes"));
        let uses: Vec<_> = libraries(&stanzas[0]).into_iter().collect();
        assert_eq!(uses, ["base", "fmt", "str"]);
        assert!(made_by(&stanzas[1]).contains(&"A".to_owned()));
        assert!(owns(&stanzas[0], "Anything"));
        for text in ["(library", ")", "(a \"b)", "#| c |# (library)"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
