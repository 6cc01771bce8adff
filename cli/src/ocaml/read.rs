//! The second reading: a file as OCaml's own front end understands it.
//!
//! `ocamlc -stop-after typing` types a private copy of the file; a small program on the compiler's libraries
//! (`elaborator/ocaml/covenant_read.ml`, built once for this version of the compiler) prints the typed
//! tree; it is imported, goes through the same inference and lowering as what the built-in reader reads, and must
//! give the same statements. Nothing of the file is ever run, and no preprocessor is.
//!
//! | outcome | means |
//! |---|---|
//! | same | both readings give the same statement for every claim |
//! | absent | there is no second reading: no OCaml, a version that the reader does not know, a module that OCaml does not find |
//! | differs | they do not; nothing in the file is checked |
//! | refused | OCaml does not accept the file; nothing in it is checked |
//!
//! A file that uses Covenant's own notations (quantifiers and claims of Poirot's dialect, `val`) is not
//! OCaml. They are turned into OCaml by the reader, on OCaml's own syntax tree. A file that does not say
//! `open Covenant_runtime` is read with `-open Covenant_runtime`, as the built-in reader has these names.
//!
//! A module that OCaml does not find gets an interface made from how the file uses it (`covenant_stubs.ml`): its values have
//! any type, its types are abstract. What the file says besides is then read twice all the same. The built-in
//! reader takes nothing from such a module, so no claim can rest on what is made up here.

use super::Ocaml;
use super::build::{Built, COMPILE_LIMIT, NotCompiled, built, is_own_mistake, private_folder};
use crate::external::{self, Ended};
use covenant_front::{self as front, Diagnostic, DiagnosticKind, Module, Source, Span};
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

macro_rules! source {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../elaborator/ocaml/", $name))
    };
}

/// The reader without what differs between compilers, in the order in which it is linked.
const SOURCES: [(&str, &str); 5] = [
    ("json_out.ml", source!("json_out.ml")),
    ("covenant_resolve.ml", source!("covenant_resolve.ml")),
    ("covenant_notation.ml", source!("covenant_notation.ml")),
    ("covenant_stubs.ml", source!("covenant_stubs.ml")),
    ("covenant_read.ml", source!("covenant_read.ml")),
];

/// What the files that are read may use.
const INTERFACES: [(&str, &str); 8] = [
    ("covenant_runtime.mli", source!("covenant_runtime.mli")),
    ("covenant_formula.ml", source!("covenant_formula.ml")),
    ("covenant_draws.ml", source!("covenant_draws.ml")),
    ("covenant_qcheck.ml", source!("covenant_qcheck.ml")),
    ("QCheck2.ml", source!("QCheck2.ml")),
    ("QCheck.ml", source!("QCheck.ml")),
    ("QCheck_base_runner.ml", source!("QCheck_base_runner.ml")),
    ("QCheck_runner.ml", source!("QCheck_runner.ml")),
];

/// What differs between compilers, by the first two numbers of their version.
const VERSIONS: [(&str, &str); 6] = [
    ("4.13", source!("compat/4.13.ml")),
    ("4.14", source!("compat/4.14.ml")),
    ("5.0", source!("compat/5.0.ml")),
    ("5.1", source!("compat/5.1.ml")),
    ("5.2", source!("compat/5.2.ml")),
    ("5.3", source!("compat/5.3.ml")),
];

const PROGRAM: &str = "covenant-read";
/// The private copy. A name of its own, so that it hides nothing.
const COPY: &str = "covenant_source_file.ml";
const WITHOUT_NOTATION: &str = "covenant_source_tree.ml";
/// Modules that a file may name and OCaml not find, at most.
const MOST_STUBS: usize = 12;
/// How the marks of quantified variables begin.
const QUANTIFIERS: [&str; 3] = ["[@ex", "[@fa", "[@forall"];
/// Exit codes of `covenant-read plain`.
const NO_NOTATION: i32 = 3;
const UNSUPPORTED_NOTATION: i32 = 4;

/// Why no file is read twice, where there is no OCaml.
pub const NO_OCAML: &str = "`ocamlfind ocamlc` is not installed";

/// What is known from a second reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecondReading {
    /// Every claim has the same statement.
    Same,
    /// Nobody asked for it.
    Off,
    /// There was none, and why.
    Absent(String),
    /// Not every claim has the same statement.
    Differs(Diagnostic),
    /// OCaml does not accept the file.
    Refused(Diagnostic),
}

impl SecondReading {
    /// The word for machines.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            SecondReading::Same => "same",
            SecondReading::Off => "off",
            SecondReading::Absent(_) => "absent",
            SecondReading::Differs(_) => "differs",
            SecondReading::Refused(_) => "refused",
        }
    }

    /// Why it is not the same.
    #[must_use]
    pub fn why(&self) -> Option<&str> {
        match self {
            SecondReading::Same | SecondReading::Off => None,
            SecondReading::Absent(why) => Some(why),
            SecondReading::Differs(diagnostic) | SecondReading::Refused(diagnostic) => {
                Some(&diagnostic.message)
            }
        }
    }
}

/// The reader, built.
#[derive(Debug)]
pub struct Reader {
    ocaml: &'static Ocaml,
    built: Built,
}

impl Reader {
    /// The reader for the compiler that is installed.
    ///
    /// # Errors
    ///
    /// Why there is none; not an error of the user's.
    pub fn prepare() -> Result<Reader, String> {
        let Some(ocaml) = Ocaml::find() else {
            return Err(NO_OCAML.to_owned());
        };
        let Some((_, compat)) = VERSIONS.iter().find(|(version, _)| is_version(&ocaml.version, version))
        else {
            return Err(format!("the reader does not know OCaml {}", ocaml.version));
        };
        let mut sources = vec![("compat.ml", *compat)];
        sources.extend(SOURCES.iter().chain(&INTERFACES));
        let build = |folder: &Path| build(ocaml, folder);
        let failed = |why: NotCompiled| {
            let first = why.text().lines().find(|line| line.contains("Error")).unwrap_or(why.text()).trim();
            format!("the reader cannot be built with OCaml {}: {first}", ocaml.version)
        };
        let kept = built(ocaml, "reader", &sources, build).map_err(failed)?;
        let reader = Reader { ocaml, built: kept };
        if reader.works() {
            return Ok(reader);
        }
        // What was kept is damaged. It is left alone: it is not known what did it.
        let folder = private_folder().map_err(|error| error.to_string())?;
        let fresh = sources
            .iter()
            .try_for_each(|(name, text)| fs::write(folder.path().join(name), text))
            .map_err(NotCompiled::from)
            .and_then(|()| build(folder.path()));
        fresh.map_err(failed)?;
        let reader = Reader { ocaml, built: Built::Temporary(folder) };
        if reader.works() { Ok(reader) } else { Err("the reader was built, and does not start".to_owned()) }
    }

    /// The compiler.
    pub(super) fn ocaml(&self) -> &'static Ocaml {
        self.ocaml
    }

    /// The version of the compiler.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.ocaml.version
    }

    /// Whether what is needed is there, and starts.
    fn works(&self) -> bool {
        let folder = self.built.path();
        let interfaces = INTERFACES.iter().all(|(name, _)| folder.join(name).with_extension("cmi").is_file());
        let expected = format!("{PROGRAM}, OCaml {}", self.ocaml.version);
        let said = self.run(folder, &["version".as_ref()]);
        interfaces && said.is_ok_and(|ended| ended.output.trim() == expected)
    }

    fn run(&self, folder: &Path, arguments: &[&OsStr]) -> Result<Ended, String> {
        external::run_in(folder, self.built.path().join(PROGRAM), arguments, "", COMPILE_LIMIT)
            .map_err(|_| "the OCaml reader gave no answer".to_owned())
    }

    /// Reads a file that the built-in reader has read, and compares.
    #[must_use]
    pub fn read(&self, text: &str, own: &Module) -> SecondReading {
        let library = own.reading.library;
        match self.typed_tree(text) {
            // It may use more of QCheck than is here.
            Err(SecondReading::Refused(why)) if library && !is_own_mistake(&why.message) => {
                SecondReading::Absent(format!(
                    "the file does not compile with the interface that stands for QCheck's: {}",
                    why.message
                ))
            }
            Err(other) => other,
            Ok(json) => match front::load_resolved(&own.file_name, text, &json, own.reading) {
                Err(problems) => SecondReading::Absent(
                    problems.into_iter().next().map_or_else(String::new, |problem| problem.message),
                ),
                Ok(by_ocaml) => match front::agreement(own, &by_ocaml) {
                    Ok(()) => SecondReading::Same,
                    Err(found) if library && (found.unread || has_modules(own)) => {
                        let why =
                            found.what.strip_prefix("OCaml reads this differently: ").unwrap_or(&found.what);
                        SecondReading::Absent(format!("OCaml's tree of `{}` is not read: {why}", found.claim))
                    }
                    Err(found) => SecondReading::Differs(diagnostic(
                        text,
                        found.span,
                        found.what,
                        "compare with what `ocamlc -i` says; write it in a plainer way",
                    )),
                },
            },
        }
    }

    /// The typed tree, as JSON.
    fn typed_tree(&self, text: &str) -> Result<String, SecondReading> {
        let absent = |why: String| SecondReading::Absent(why);
        let folder = private_folder().map_err(|error| absent(crate::terminal::plain(&error)))?;
        let at = folder.path();
        fs::write(at.join(COPY), text).map_err(|error| absent(crate::terminal::plain(&error)))?;
        let file = self.typed(at, text)?;
        let tree = Path::new(file).with_extension("cmt");
        let ended = self.run(at, &["tree".as_ref(), tree.as_os_str()]).map_err(absent)?;
        if !ended.success {
            let why = ended.errors.lines().next_back().unwrap_or("no reason given").to_owned();
            return Err(SecondReading::Absent(format!("the OCaml reader failed: {why}")));
        }
        Ok(ended.output)
    }

    /// The file that was typed, with interfaces for the modules that OCaml does not find.
    fn typed(&self, at: &Path, text: &str) -> Result<&'static str, SecondReading> {
        let mut missing: Option<SecondReading> = None;
        for _ in 0..=MOST_STUBS {
            // A mark on a variable is an attribute, which OCaml passes over: the file has a type, and says something else.
            if QUANTIFIERS.iter().any(|mark| text.contains(mark))
                && let Ok(Ok(file)) = self.second_try(at, String::new())
            {
                return Ok(file);
            }
            let typed = match self.compile(at, COPY, &[]) {
                Ok(()) => Ok(COPY),
                Err(NotCompiled::Refused(first)) => self.second_try(at, first)?,
                Err(NotCompiled::NoAnswer(why)) => return Err(SecondReading::Absent(why)),
            };
            let said = match typed {
                Ok(file) => return Ok(file),
                Err(said) => said,
            };
            let refused = refusal(text, &said);
            let stubbed = unbound_module(&said).is_some_and(|module| self.stub(at, module));
            // With an interface that was made up, what OCaml says against the file may be about that. A name without a path is
            // not: nothing was opened.
            let own = said.split_once("Error: Unbound value ").is_some_and(|(_, name)| {
                name.split_whitespace().next().is_some_and(|name| !name.contains('.'))
            });
            let first = if own { refused } else { missing.take().unwrap_or(refused) };
            if !stubbed {
                return Err(first);
            }
            missing = Some(first);
        }
        Err(missing.unwrap_or_else(|| SecondReading::Absent("too many modules are not found".to_owned())))
    }

    /// Makes an interface for a module that OCaml does not find, if the file only names values and types of it.
    fn stub(&self, at: &Path, module: &str) -> bool {
        let is_word = module.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        let (Some(first), true) = (module.chars().next(), is_word) else { return false };
        let file = format!("{}{}.mli", first.to_ascii_lowercase(), &module[first.len_utf8()..]);
        let made = self.run(at, &["stubs".as_ref(), COPY.as_ref(), module.as_ref()]);
        let fresh = !at.join(&file).exists();
        match made {
            Ok(made) if made.success && fresh => {
                fs::write(at.join(&file), made.output).is_ok()
                    && self.ocaml.compile(at, &["-w", "-a", "-c", &file]).is_ok()
            }
            _ => false,
        }
    }

    /// A file that is not plain OCaml, or that leaves the runtime module unopened. The result is the file that
    /// was typed, or what OCaml says against it.
    fn second_try(&self, at: &Path, first: String) -> Result<Result<&'static str, String>, SecondReading> {
        let plain = self.run(at, &["plain".as_ref(), COPY.as_ref(), WITHOUT_NOTATION.as_ref()]);
        let plain = plain.map_err(SecondReading::Absent)?;
        let (file, mut said) = match plain.code {
            Some(0) => match self.compile(at, WITHOUT_NOTATION, &[]) {
                Ok(()) => return Ok(Ok(WITHOUT_NOTATION)),
                Err(NotCompiled::Refused(said)) => (WITHOUT_NOTATION, said),
                Err(NotCompiled::NoAnswer(why)) => return Err(SecondReading::Absent(why)),
            },
            Some(UNSUPPORTED_NOTATION) => {
                return Err(SecondReading::Absent(format!("not plain OCaml: {}", plain.output.trim())));
            }
            Some(NO_NOTATION) => (COPY, first),
            _ => return Err(SecondReading::Absent("the OCaml reader failed".to_owned())),
        };
        if said.contains("Error: Unbound") {
            match self.compile(at, file, &["-open", "Covenant_runtime"]) {
                Ok(()) => return Ok(Ok(file)),
                Err(NotCompiled::Refused(again)) => said = again,
                Err(NotCompiled::NoAnswer(why)) => return Err(SecondReading::Absent(why)),
            }
        }
        Ok(Err(said))
    }

    fn compile(&self, at: &Path, file: &str, more: &[&str]) -> Result<(), NotCompiled> {
        let built = self.built.path().to_string_lossy().into_owned();
        let mut arguments = vec!["-w", "-a", "-bin-annot", "-stop-after", "typing", "-I", &built];
        arguments.extend(more);
        arguments.extend(["-c", "-impl", file]);
        self.ocaml.compile(at, &arguments)
    }
}

/// In a folder that has the sources.
fn build(ocaml: &Ocaml, folder: &Path) -> Result<(), NotCompiled> {
    let mut interfaces = vec!["-w", "-a", "-c"];
    interfaces.extend(INTERFACES.iter().map(|(name, _)| *name));
    ocaml.compile(folder, &interfaces)?;
    let package = ["-package", "compiler-libs.common", "-linkpkg", "-w", "-a", "-o", PROGRAM];
    let (first, rest) = SOURCES.split_first().map_or(("", &SOURCES[..0]), |((name, _), rest)| (*name, rest));
    let mut reader: Vec<&str> = package.to_vec();
    reader.extend([first, "compat.ml"]);
    reader.extend(rest.iter().map(|(name, _)| *name));
    ocaml.compile(folder, &reader)
}

/// Whether claims or types of a file are in modules of its own, which carry their path in one of the readings only.
fn has_modules(own: &Module) -> bool {
    let units = || own.units.iter().chain(&own.only);
    let of_file = |unit: &front::Unit| {
        let functions = unit.functions.iter().filter(|f| f.span.source == Source::User).map(|f| &f.name);
        let types = unit.statement.datatypes.iter().flat_map(|d| &d.ctors).map(|ctor| &ctor.name);
        functions
            .chain(types)
            .any(|name| name.contains('.') && !name.starts_with("Char.") && !name.starts_with("tag."))
    };
    units().any(of_file)
}

/// Whether `4.13.1` is a `4.13`.
fn is_version(found: &str, known: &str) -> bool {
    found.strip_prefix(known).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The module that OCaml does not find.
fn unbound_module(said: &str) -> Option<&str> {
    let (_, message) = said.split_once("Error: ")?;
    message.trim_start().strip_prefix("Unbound module ")?.split_whitespace().next()
}

/// OCaml does not accept the file: with its own words, at the place that it names. What it does not find
/// in other files says nothing against this one.
fn refusal(text: &str, said: &str) -> SecondReading {
    let in_one_line = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    // Every error about a program is marked so; anything else is the compiler's own trouble, such as a full disk.
    let Some((_, message)) = said.split_once("Error: ") else {
        return SecondReading::Absent(format!("ocamlc does not end well: {}", in_one_line(said).trim()));
    };
    let message = in_one_line(message);
    let message = message.trim();
    if let Some(module) = unbound_module(said) {
        return SecondReading::Absent(format!("OCaml does not find the module `{module}`"));
    }
    // What the tool itself brought along cannot be read: nothing is known about the file.
    if message.contains(".cmi") {
        return SecondReading::Absent(
            "the OCaml reader's files in the cache are damaged; remove them".to_owned(),
        );
    }
    let advice = "a claim is about a program, and this is none; `ocamlfind ocamlc -c` says the same";
    SecondReading::Refused(diagnostic(
        text,
        place(text, said),
        format!("OCaml refuses this: {message}"),
        advice,
    ))
}

/// The place in `File "f.ml", line 3, characters 2-7:` or `lines 3-5, characters 2-7:`.
fn place(text: &str, said: &str) -> Span {
    let numbers = |part: &str| -> Vec<usize> {
        part.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
    };
    let header = said.lines().find(|line| line.starts_with("File \"")).and_then(|line| line.rsplit_once('"'));
    let (lines, characters) = header
        .and_then(|(_, rest)| rest.split_once("characters"))
        .map(|(lines, characters)| (numbers(lines), numbers(characters)))
        .unwrap_or_default();
    let starts: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let offset = |line: Option<&usize>, character: Option<&usize>| {
        let start = line.and_then(|line| starts.get(line.checked_sub(1)?)).copied().unwrap_or(0);
        start.saturating_add(character.copied().unwrap_or(0)).min(text.len())
    };
    let start = offset(lines.first(), characters.first());
    Span::new(Source::User, start, offset(lines.last(), characters.last()).max(start))
}

fn diagnostic(text: &str, span: Span, message: String, advice: &str) -> Diagnostic {
    let (line, column) = front::span::line_and_column(text, span.start);
    let excerpt = text.get(span.start..span.end).and_then(|part| part.lines().next()).unwrap_or("");
    Diagnostic {
        kind: DiagnosticKind::Declined,
        span,
        line,
        column,
        text: excerpt.chars().take(60).collect(),
        message,
        advice: advice.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_told_apart() {
        assert!(is_version("5.1.0", "5.1"));
        assert!(is_version("5.1+options", "5.1"));
        assert!(!is_version("5.10.0", "5.1"));
    }

    #[test]
    fn the_place_of_a_message() {
        let text = "let a = 1\nlet b = \"x\"\nlet c = a\n + b\n";
        let at = |said: &str| {
            let span = place(text, said);
            &text[span.start..span.end]
        };
        assert_eq!(at("File \"f.ml\", line 2, characters 8-11:\n2 | let b"), "\"x\"");
        assert_eq!(at("File \"f.ml\", lines 3-4, characters 8-4:\nError"), "a\n + b");
        assert_eq!(at("something else"), "");
        assert_eq!(at("File \"f.ml\", line 99, characters 1-999999:"), text.get(1..).expect("text"));
    }

    const PROGRAM_A: &str = "open Covenant_runtime\n\
        type t = A | B of int\n\
        let[@predicate] small (n : int) : bool = n < 3\n\
        let limit = 2\n\
        let f () = let x = int_range 0 limit in if small x then B x else A\n\
        [@@covers {| unit -> [v:t | exists n:int. v = B n && 0 <= n && small n] |}]\n";

    /// What if the built-in reader had read another program? Each change is noticed, so that no text can have one
    /// meaning here and another there.
    #[test]
    fn another_reading_is_noticed() {
        let reader = Reader::prepare().expect("OCaml is installed (`cargo xtask test` installs it)");
        let own = front::load("a.ml", PROGRAM_A).expect("it is OCaml");
        assert_eq!(own.units.len(), 1, "{:?}", own.diagnostics);
        assert_eq!(reader.read(PROGRAM_A, &own), SecondReading::Same);
        let changes = [
            ("let f ()", "let int_range a _ = a\nlet f ()", "this differently"),
            (
                "let f ()",
                "let ( < ) a b = a > b\nlet[@predicate] small (n : int) : bool = n < 3\nlet f ()",
                "differently",
            ),
            ("let f ()", "open Random\nlet f ()", ""),
            ("let limit", "let limit = 1\nlet other", "this differently"),
            ("A | B of int", "B of int | A", "the type `t` differently"),
            ("n < 3", "n <= 3", "the definition of `small` differently"),
            ("0 <= n", "1 <= n", "the claim about `f` differently"),
            ("then B x else A", "then A else B x", "this differently"),
            ("let f ()", "let x = 1 (* \" *)\nlet f ()", ""),
        ];
        for (from, to, expected) in changes {
            let text = PROGRAM_A.replacen(from, to, 1);
            assert_ne!(text, PROGRAM_A);
            let found = reader.read(&text, &own);
            if expected.is_empty() {
                // What changes nothing, or is no OCaml.
                assert!(matches!(found, SecondReading::Same | SecondReading::Refused(_)), "{to}: {found:?}");
                continue;
            }
            assert_eq!(found.word(), "differs", "{to}: {found:?}");
            assert!(found.why().is_some_and(|why| why.contains(expected)), "{to}: {found:?}");
        }
    }

    /// For OCaml the mark is nothing, so a file that has a type as it is says something else.
    #[test]
    fn quantifiers_of_lemmas_are_read_twice() {
        let reader = Reader::prepare().expect("OCaml is installed (`cargo xtask test` installs it)");
        let read = |own: &str, theirs: &str| {
            let text = |mark: &str| {
                format!(
                    "open Covenant_runtime\nlet[@lemma] above (n : int) ((m {mark}) : int) = n < m\n\
                     let g (n : int) : int = int_gen () [@@covers {{| n:int -> [v:int | n < v] |}}]\n"
                )
            };
            let own = front::load("a.ml", &text(own)).expect("it is OCaml");
            assert_eq!(own.units.len(), 1, "{:?}", own.diagnostics);
            reader.read(&text(theirs), &own)
        };
        for mark in ["[@exists]", "[@ex]", ""] {
            assert_eq!(read(mark, mark), SecondReading::Same, "{mark}");
        }
        assert_eq!(read("[@exists]", "         ").word(), "differs");
        assert_eq!(read("         ", "[@exists]").word(), "differs");
    }

    #[test]
    fn what_other_files_lack_is_no_refusal() {
        let said = "File \"f.ml\", line 1, characters 5-8:\nError: Unbound module Foo\nHint: no.";
        assert_eq!(
            refusal("open Foo", said),
            SecondReading::Absent("OCaml does not find the module `Foo`".to_owned())
        );
        let said = "File \"f.ml\", line 1, characters 0-3:\nError: Syntax error";
        assert_eq!(refusal("let", said).word(), "refused");
    }
}
