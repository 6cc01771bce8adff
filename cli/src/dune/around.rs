//! What a build puts around a file, without a word in it.
//!
//! SOUNDNESS: a file is read, and compiled by the witnesses, as it stands alone. Another file of its folder, a subfolder under
//! `include_subdirs`, a library that is not wrapped, or `-open` among the flags makes `List` or `max` something else than OCaml's, and
//! nothing in the text shows it. Modules that may be there are listed here, too many rather than too few; a setting whose effect is not
//! known is named.

use super::{MOST_FOLDERS, MOST_LEVELS, SOURCES, parse, small_text, visible};
use super::{Sexp, Visible, dune_file, files_of, folders_in, is_plain, libraries, made_by, module_of, owns};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// Fields of a stanza that go to the compiler.
const FLAGS: [&str; 3] = ["flags", "ocamlc_flags", "ocamlopt_flags"];

/// Flags after which a text means something else.
const TELLING: [&str; 8] =
    ["-nopervasives", "-nostdlib", "-pp", "-ppx", "-noassert", "-unsafe", "-nolabels", "-I"];

/// What a build puts around a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Around {
    /// The file's own module, which it cannot name.
    own: String,
    /// Its folder.
    place: PathBuf,
    /// Modules that its names may mean, those of its own folder aside.
    modules: BTreeSet<String>,
    /// The folders whose files are modules beside it.
    pub folders: Vec<PathBuf>,
    /// Those of the libraries of the project that it may see.
    pub library_folders: Vec<PathBuf>,
    /// Modules that are opened before its first line.
    pub opened: Vec<String>,
    /// A setting after which it is not known what the text means.
    pub unknown: Option<String>,
}

/// What is around a file.
pub(crate) fn around(file: &Path) -> Around {
    let mut found = Around::default();
    let Ok(file) = std::path::absolute(file) else { return found };
    let Some(folder) = file.parent() else { return found };
    found.own = file.file_stem().map(|stem| module_of(&stem.to_string_lossy())).unwrap_or_default();
    found.place = folder.to_owned();
    found.folders.push(folder.to_owned());
    let mut stanzas = found.stanzas_of(folder);
    let root = root_of(folder);
    for above in
        folder.ancestors().skip(1).take_while(|above| root.is_some_and(|root| above.starts_with(root)))
    {
        let inner = folder.strip_prefix(above).unwrap_or(folder);
        for stanza in found.stanzas_of(above) {
            match stanza.head() {
                "env" => found.flags_of(&stanza),
                "subdir" => stanzas.extend(inside_of(&stanza, inner)),
                "include_subdirs" => found.subfolders(&stanza, above, &mut stanzas),
                _ => {}
            }
        }
    }
    if let Some(include) = stanzas.iter().find(|stanza| stanza.head() == "include_subdirs").cloned() {
        found.subfolders(&include, folder, &mut Vec::new());
    }
    for stanza in &stanzas {
        match stanza.head() {
            "copy_files" | "copy_files#" => found.copied(stanza, folder),
            "env" => found.flags_of(stanza),
            _ if owns(stanza, &found.own) => found.owned_by(stanza, &file),
            _ => found.modules.extend(made_by(stanza)),
        }
    }
    if let Some(text) = root.and_then(|root| small_text(&root.join("dune-workspace"))) {
        parse(&text).unwrap_or_default().iter().for_each(|stanza| found.flags_of(stanza));
    }
    found
}

/// Where the project of a folder begins, if it is one of dune.
fn root_of(folder: &Path) -> Option<&Path> {
    let marked =
        |folder: &&Path| ["dune-project", "dune-workspace"].iter().any(|name| folder.join(name).is_file());
    folder.ancestors().take(MOST_LEVELS).filter(marked).last()
}

/// The stanzas of a `subdir` for a folder below.
fn inside_of(stanza: &Sexp, folder: &Path) -> Vec<Sexp> {
    let Sexp::List(parts) = stanza else { return Vec::new() };
    let Some(Sexp::Atom(name)) = parts.get(1) else { return Vec::new() };
    let inner: Vec<Sexp> = parts.iter().skip(2).cloned().collect();
    let Ok(rest) = folder.strip_prefix(name.trim_end_matches('/')) else { return Vec::new() };
    if rest.as_os_str().is_empty() {
        return inner;
    }
    inner
        .iter()
        .filter(|stanza| stanza.head() == "subdir")
        .flat_map(|stanza| inside_of(stanza, rest))
        .collect()
}

/// Whether the flags and preprocessors of a stanza leave what its files say.
pub(super) fn means_itself(stanza: &Sexp) -> bool {
    let mut found = Around::default();
    found.built_by(stanza);
    found.opened.is_empty() && found.unknown.is_none()
}

impl Around {
    /// Whether the name of a module may mean one of the project.
    pub fn has(&self, module: &str) -> bool {
        let made_of = || {
            let Some((first, rest)) = module.split_at_checked(1) else { return false };
            let stems = [format!("{}{rest}", first.to_lowercase()), module.to_owned()];
            let files = |folder: &PathBuf| {
                let files =
                    stems.iter().flat_map(|stem| SOURCES.iter().map(move |kind| format!("{stem}.{kind}")));
                files.map(|file| folder.join(file)).any(|file| file.is_file())
            };
            self.folders.iter().any(files)
        };
        self.own != module && (self.modules.contains(module) || made_of())
    }

    /// How a folder beside the file is named from where they part; none if that cannot stand in a comment.
    pub fn path_from_own(&self, folder: &Path) -> Option<String> {
        let common = self.place.ancestors().find_map(|above| folder.strip_prefix(above).ok())?;
        let text = common.to_str()?;
        let plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
        let slash = if text.is_empty() { "" } else { "/" };
        text.chars().all(plain).then(|| format!("{text}{slash}"))
    }

    fn not_known(&mut self, what: &str) {
        self.unknown.get_or_insert_with(|| what.to_owned());
    }

    /// The stanzas of a folder, those of included files too.
    fn stanzas_of(&mut self, folder: &Path) -> Vec<Sexp> {
        if !folder.join("dune").is_file() {
            return Vec::new();
        }
        let Some(stanzas) = dune_file(folder) else {
            self.not_known("a `dune` file that is not read");
            return Vec::new();
        };
        let mut all = Vec::new();
        for stanza in stanzas {
            match (stanza.head(), &stanza) {
                ("include", Sexp::List(parts)) => match parts.get(1) {
                    Some(Sexp::Atom(name)) => match included(&folder.join(name)) {
                        Some(inner) => all.extend(inner),
                        None => self.not_known("`include` of a file that is not there"),
                    },
                    _ => self.not_known("`include`"),
                },
                ("dynamic_include", _) => self.not_known("`dynamic_include`"),
                _ => all.push(stanza),
            }
        }
        all
    }

    /// `include_subdirs` in a folder above a file, or in its own.
    fn subfolders(&mut self, stanza: &Sexp, from: &Path, stanzas: &mut Vec<Sexp>) {
        let mut words = Vec::new();
        stanza.words(&mut words);
        let qualified = match words.get(1) {
            Some(&"no") => return,
            Some(&"unqualified") => false,
            _ => true,
        };
        stanzas.extend(self.stanzas_of(from).into_iter().filter(|stanza| stanza.head() != "include_subdirs"));
        let mut pending = vec![from.to_owned()];
        let mut seen = 0;
        while let Some(folder) = pending.pop() {
            seen += 1;
            if seen > MOST_FOLDERS {
                return self.not_known("`include_subdirs` over too many folders");
            }
            let inner = folders_in(&folder).unwrap_or_default();
            if qualified {
                let names = inner.iter().filter_map(|folder| folder.file_name());
                self.modules.extend(names.map(|name| module_of(&name.to_string_lossy())));
                self.modules.extend(files_of(&folder));
            } else if !self.folders.contains(&folder) {
                self.folders.push(folder);
            }
            pending.extend(inner);
        }
        self.folders.sort();
    }

    /// Files of another folder.
    fn copied(&mut self, stanza: &Sexp, folder: &Path) {
        let mut words = Vec::new();
        stanza.words(&mut words);
        let paths: Vec<&&str> = words.iter().skip(1).filter(|word| word.contains(['/', '*', '.'])).collect();
        if paths.is_empty() {
            self.not_known("`copy_files`");
        }
        for word in paths {
            let from = Path::new(word).parent().unwrap_or(Path::new(""));
            let plain = |part: Component<'_>| {
                matches!(part, Component::Normal(_) | Component::ParentDir | Component::CurDir)
            };
            if word.contains('%') || !from.components().all(plain) || !folder.join(from).is_dir() {
                self.not_known("`copy_files`");
            }
            self.modules.extend(files_of(&folder.join(from)));
        }
    }

    /// The stanza that makes a program or a library of the file.
    fn owned_by(&mut self, stanza: &Sexp, file: &Path) {
        self.built_by(stanza);
        let Visible { project, .. } = visible(file);
        // All that a library of the project uses may be seen, too.
        let mut uses = libraries(stanza);
        let mut pending: Vec<String> = uses.iter().cloned().collect();
        while let Some(name) = pending.pop() {
            let known = project.iter().find(|library| library.is_called(&name));
            self.library_folders
                .extend(known.into_iter().flat_map(|library| library.folders.iter().cloned()));
            match known {
                Some(library) if !library.wrapped => self.modules.extend(library.modules.iter().cloned()),
                Some(library) => {
                    self.modules.insert(library.module());
                }
                None => self.modules.extend(is_plain(&name).then(|| module_of(&name))),
            }
            let inner = known.map(|library| library.uses.clone()).unwrap_or_default();
            pending.extend(inner.into_iter().filter(|inner| uses.insert(inner.clone())));
        }
    }

    /// Flags and preprocessors. One that is a rewriter of extensions and attributes (`pps`) is taken to be no more.
    fn built_by(&mut self, stanza: &Sexp) {
        self.flags_of(stanza);
        let mut words = Vec::new();
        stanza.field("preprocess").into_iter().flatten().for_each(|part| part.words(&mut words));
        if words.contains(&"action") {
            self.not_known("`(preprocess (action …))`");
        }
    }

    /// What the flags in a stanza say, wherever they stand in it.
    fn flags_of(&mut self, stanza: &Sexp) {
        let Sexp::List(parts) = stanza else { return };
        if !FLAGS.contains(&stanza.head()) {
            parts.iter().for_each(|part| self.flags_of(part));
            return;
        }
        let mut words = Vec::new();
        parts.iter().skip(1).for_each(|part| part.words(&mut words));
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            match word {
                "-open" => match words.next() {
                    Some(module) if !module.contains('%') => self.opened.push(module.to_owned()),
                    _ => self.not_known("`-open`"),
                },
                word if TELLING.contains(&word) => self.not_known(&format!("`{word}`")),
                // `-open=M` is no flag of OCaml's; `%{read:f}` and `:include` may be any.
                word if word.contains('%') || word == ":include" => self.not_known("flags that are computed"),
                _ => {}
            }
        }
    }
}

fn included(path: &Path) -> Option<Vec<Sexp>> {
    parse(&small_text(path)?)
}
