//! Running `coqc` on an exported certificate, and reading what it says.
//!
//! The theories are embedded in the binary. They are compiled once per version of their
//! sources and of Rocq, into a directory that the caller names (a cache, or a build directory);
//! after that a replay costs one run of `coqc`.

use crate::goals::ConditionInfo;
use crate::statement::Exported;
use crate::theories;
use covenant_certificates::ContentHash;
use covenant_certificates::file::write_atomically;
use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Oldest version of Rocq that the theories are known to compile with.
pub const OLDEST: (u32, u32) = (8, 16);

/// Name of the compiled file.
const FILE: &str = "certificate.v";

/// Why nothing can be replayed here.
#[derive(Debug)]
pub enum SetupError {
    /// There is no `coqc`.
    Missing(PathBuf),
    /// `coqc` is older than [`OLDEST`].
    TooOld(String),
    /// `coqc --version` says something else than a version.
    NoVersion(String),
    /// The theories do not compile.
    Theories(String, String),
    /// A file could not be written or a program not be run.
    Io(PathBuf, io::Error),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = OLDEST;
        match self {
            SetupError::Missing(path) => write!(
                f,
                "there is no Rocq compiler '{}'; install Rocq {major}.{minor} or later (on Debian: apt-get install coq) or name the compiler in the variable COQC",
                path.display()
            ),
            SetupError::TooOld(version) => {
                write!(f, "Rocq {version} is too old; {major}.{minor} or later is needed")
            }
            SetupError::NoVersion(output) => write!(f, "coqc --version answered {output:?}"),
            SetupError::Theories(file, message) => write!(f, "the theory {file} does not compile: {message}"),
            SetupError::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for SetupError {}

/// What Rocq says about an exported certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The theorem is proved from nothing.
    Replayed,
    /// The theorem is proved from these axioms of the file.
    ReplayedModulo(Vec<String>),
    /// The file does not compile.
    Failed {
        /// The declaration that Rocq refuses.
        lemma: String,
        /// Rocq's message.
        message: String,
        /// The verification condition that the declaration is about, if it is one.
        condition: Option<ConditionInfo>,
    },
    /// The time limit was reached.
    TimedOut,
    /// Something ended `coqc`, or it ended without a word: this says nothing about the file.
    Ended(String),
}

/// An outcome, and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// What Rocq says.
    pub outcome: Outcome,
    /// How long `coqc` ran.
    pub time: Duration,
    /// Peak memory of `coqc` in KiB, where the system tells.
    pub peak_kib: Option<u64>,
}

/// Files of theories: name and text.
type Theories = &'static [(&'static str, &'static str)];

/// A Rocq compiler with compiled theories.
#[derive(Clone, Debug)]
pub struct Rocq {
    coqc: PathBuf,
    theories: PathBuf,
    /// The name that the theories have in Rocq, and their files.
    library: (&'static str, Theories),
    /// Version, as `coqc` prints it.
    pub version: String,
}

impl Rocq {
    /// The compiler that the variable `COQC` names, or `coqc`; the theories are compiled below
    /// `cache` if they are not there.
    ///
    /// # Errors
    ///
    /// There is no usable compiler, or the theories cannot be compiled.
    pub fn prepare(cache: &Path) -> Result<Self, SetupError> {
        Self::prepare_library(cache, ("Covenant", theories::FILES))
    }

    /// The same with the theories of the verified checker, for [`crate::reflect`].
    ///
    /// # Errors
    ///
    /// There is no usable compiler, or the theories cannot be compiled.
    pub fn prepare_verified(cache: &Path) -> Result<Self, SetupError> {
        Self::prepare_library(cache, ("Verified", crate::verified::FILES))
    }

    fn prepare_library(cache: &Path, library: (&'static str, Theories)) -> Result<Self, SetupError> {
        let coqc =
            std::env::var_os("COQC").filter(|c| !c.is_empty()).map_or_else(|| "coqc".into(), PathBuf::from);
        let version = version_of(&coqc)?;
        let mut text = version.clone();
        for (file, content) in library.1 {
            text.push_str(file);
            text.push('\0');
            text.push_str(content);
            text.push('\0');
        }
        let hash = ContentHash::of_bytes(text.as_bytes()).to_string();
        let theories = cache.join(format!("theories-{}", hash.get(..16).unwrap_or(&hash)));
        let rocq = Rocq { coqc, theories, library, version };
        rocq.compile_theories()?;
        Ok(rocq)
    }

    fn compile_theories(&self) -> Result<(), SetupError> {
        // Threads of this process take turns: the second finds the work done.
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let done = self.theories.join("compiled");
        if done.exists() {
            return Ok(());
        }
        // Another process may be doing the same: each works in its own directory, and the
        // first to finish moves it into place.
        let own = self.theories.with_extension(format!("{}.tmp", std::process::id()));
        let io_error = |path: &Path| {
            let path = path.to_owned();
            move |e| SetupError::Io(path, e)
        };
        std::fs::create_dir_all(&own).map_err(io_error(&own))?;
        for (file, text) in self.library.1 {
            let path = own.join(file);
            std::fs::write(&path, for_version(text, &self.version)).map_err(io_error(&path))?;
            let output = Command::new(&self.coqc)
                .args(["-q", "-R", ".", self.library.0, file])
                .current_dir(&own)
                .stdin(Stdio::null())
                .output()
                .map_err(io_error(&self.coqc))?;
            if !output.status.success() {
                let message = String::from_utf8_lossy(&output.stderr).into_owned();
                return Err(SetupError::Theories((*file).to_owned(), message));
            }
        }
        std::fs::write(own.join("compiled"), self.version.as_bytes()).map_err(io_error(&own))?;
        match std::fs::rename(&own, &self.theories) {
            Ok(()) => Ok(()),
            Err(_) if done.exists() => std::fs::remove_dir_all(&own).map_err(io_error(&own)),
            Err(e) => Err(SetupError::Io(self.theories.clone(), e)),
        }
    }

    /// Compiles an exported certificate in `directory`, which no other replay uses meanwhile.
    ///
    /// # Errors
    ///
    /// The file cannot be written or the compiler not be run.
    pub fn replay(
        &self,
        exported: &Exported,
        directory: &Path,
        limit: Duration,
    ) -> Result<Replayed, SetupError> {
        let file = directory.join(FILE);
        let io_error = |e| SetupError::Io(file.clone(), e);
        write_atomically(&file, exported.text.as_bytes()).map_err(io_error)?;
        let started = Instant::now();
        let mut child = Command::new(&self.coqc)
            .arg("-q")
            .arg("-R")
            .arg(&self.theories)
            .arg(self.library.0)
            .arg(FILE)
            .current_dir(directory)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| SetupError::Io(self.coqc.clone(), e))?;
        let (stdout, stderr) = (drain(child.stdout.take()), drain(child.stderr.take()));
        let mut peak_kib = None;
        let status = loop {
            peak_kib = peak_of(child.id()).max(peak_kib);
            if let Some(status) = child.try_wait().map_err(io_error)? {
                break Some(status);
            }
            if started.elapsed() > limit {
                child.kill().and_then(|()| child.wait()).map_err(io_error)?;
                break None;
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let time = started.elapsed();
        let (stdout, stderr) = (stdout.join().unwrap_or_default(), stderr.join().unwrap_or_default());
        let outcome = match status {
            None => Outcome::TimedOut,
            Some(status) if status.success() => assumptions(&stdout, &exported.theorem),
            // Rocq says where and why it refuses a file.
            Some(status) if !stderr.contains("Error") => Outcome::Ended(status.to_string()),
            Some(_) => failure(exported, &stderr),
        };
        Ok(Replayed { outcome, time, peak_kib })
    }

    /// Judges many small exports in one session, which loads the theories once. A failure is
    /// not located: Rocq does not say where in a file that it loads. For test suites; a
    /// certificate that matters gets a process of its own ([`Rocq::replay`]).
    ///
    /// # Errors
    ///
    /// The files cannot be written or the session not be run.
    pub fn judge(
        &self,
        exports: &[&Exported],
        directory: &Path,
        limit: Duration,
    ) -> Result<Vec<Outcome>, SetupError> {
        let io_error = |path: &Path| {
            let path = path.to_owned();
            move |e| SetupError::Io(path, e)
        };
        let name = self.coqc.file_name().map(|n| n.to_string_lossy().replace("coqc", "coqtop"));
        let coqtop = self.coqc.with_file_name(name.unwrap_or_else(|| "coqtop".to_owned()));
        let mut script = String::from("From Covenant Require Import Export.\n");
        for (i, exported) in exports.iter().enumerate() {
            let file = directory.join(format!("case{i}.v"));
            write_atomically(&file, exported.text.as_bytes()).map_err(io_error(&file))?;
            // What a file declares is undone, whether it compiles or not. The two marks end its
            // part of the output and, by an error, its part of the errors.
            script.push_str(&format!(
                "Timeout {} Succeed Load \"case{i}.v\".\nCheck (fun {MARK}{i} : unit => {MARK}{i}).\nCheck {MARK}{i}.\n",
                limit.as_secs().max(1)
            ));
        }
        let input = directory.join("session.v");
        write_atomically(&input, script.as_bytes()).map_err(io_error(&input))?;
        let input = std::fs::File::open(&input).map_err(io_error(&input))?;
        let output = Command::new(&coqtop)
            .args(["-q", "-quiet", "-R"])
            .arg(&self.theories)
            .arg("Covenant")
            .current_dir(directory)
            .stdin(input)
            .output()
            .map_err(io_error(&coqtop))?;
        let (stdout, stderr) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let mut outcomes = Vec::new();
        for (i, exported) in exports.iter().enumerate() {
            let part = |text: &str| {
                let start = match i.checked_sub(1) {
                    Some(before) => text.split_once(&format!("{MARK}{before} ")).map_or("", |(_, t)| t),
                    None => text,
                };
                start.split_once(&format!("{MARK}{i} ")).map_or(start, |(t, _)| t).to_owned()
            };
            let said = part(&stdout);
            outcomes.push(match said.split_once("The command has succeeded") {
                Some((said, _)) => assumptions(said, &exported.theorem),
                None => {
                    let message = part(&stderr).trim().to_owned();
                    if message.contains("Timeout!") {
                        Outcome::TimedOut
                    } else {
                        Outcome::Failed { lemma: exported.theorem.clone(), message, condition: None }
                    }
                }
            });
        }
        Ok(outcomes)
    }
}

/// Prefix of the marks between the cases of a session.
const MARK: &str = "end_of_case_";

/// Reads a pipe to its end on a thread, so that the child never waits for a reader.
fn drain(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // A broken pipe ends the text; what came before is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Peak resident memory of a process that is still running, on Linux.
fn peak_of(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}

fn version_of(coqc: &Path) -> Result<String, SetupError> {
    let output = match Command::new(coqc).arg("--version").stdin(Stdio::null()).output() {
        Ok(output) => output,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Err(SetupError::Missing(coqc.to_owned())),
        Err(e) => return Err(SetupError::Io(coqc.to_owned(), e)),
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let version = text.split_whitespace().find(|w| w.starts_with(|c: char| c.is_ascii_digit()));
    let version = version.ok_or_else(|| SetupError::NoVersion(text.trim().to_owned()))?;
    let mut numbers = version.split('.').map(|n| n.parse::<u32>().unwrap_or(0));
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found < OLDEST { Err(SetupError::TooOld(version.to_owned())) } else { Ok(version.to_owned()) }
}

/// A theory with the standard library's modules under the name that this version knows. From
/// 9 on the library is called `Stdlib`; `Coq` is an alias that a later version will drop.
fn for_version(text: &str, version: &str) -> String {
    let major = version.split('.').next().and_then(|n| n.parse::<u32>().ok());
    if major >= Some(9) {
        text.replace("\nFrom Coq Require", "\nFrom Stdlib Require")
    } else {
        text.to_owned()
    }
}

/// Reads the answer to the last `Print Assumptions`.
fn assumptions(stdout: &str, theorem: &str) -> Outcome {
    if stdout.trim_end().ends_with("Closed under the global context") {
        return Outcome::Replayed;
    }
    // SOUNDNESS: only the exact sentence counts as closed; anything else is read as a list of
    // assumptions, and an empty list as a failure.
    let mut names = Vec::new();
    for line in stdout.lines().skip_while(|l| !l.starts_with("Axioms:")).skip(1) {
        if let Some((name, _)) = line.split_once(" :")
            && !line.starts_with(' ')
        {
            names.push(name.trim().to_owned());
        } else if !line.starts_with(' ') && !line.is_empty() && !line.contains(' ') {
            names.push(line.to_owned());
        }
    }
    if names.is_empty() {
        Outcome::Failed {
            lemma: theorem.to_owned(),
            message: format!("Print Assumptions answered: {}", stdout.trim()),
            condition: None,
        }
    } else {
        Outcome::ReplayedModulo(names)
    }
}

/// The declaration at fault, from the line number in Rocq's message.
fn failure(exported: &Exported, stderr: &str) -> Outcome {
    let mut lemma = exported.theorem.clone();
    let line = stderr.split("line ").nth(1).and_then(|rest| {
        rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|n| n.parse::<usize>().ok())
    });
    if let Some(line) = line {
        for text in exported.text.lines().take(line) {
            let mut words = text.split_whitespace();
            if let (
                Some("Lemma" | "Definition" | "Fixpoint" | "Theorem" | "Inductive" | "Axiom"),
                Some(name),
            ) = (words.next(), words.next())
            {
                lemma = name.trim_end_matches(':').to_owned();
            }
        }
    }
    let condition = exported.conditions.iter().find(|c| c.lemma == lemma).cloned();
    Outcome::Failed { lemma, message: stderr.trim().to_owned(), condition }
}

#[cfg(test)]
mod tests {
    use super::{Outcome, assumptions, failure, for_version};
    use crate::statement::Exported;

    #[test]
    fn only_the_exact_sentence_is_closed() {
        assert_eq!(assumptions("Closed under the global context\n", "t"), Outcome::Replayed);
        let axioms = "Axioms:\nhash : string -> Z\nlong_name\n  : forall x : Z, x = x\n";
        let names = vec!["hash".to_owned(), "long_name".to_owned()];
        assert_eq!(assumptions(axioms, "t"), Outcome::ReplayedModulo(names));
        assert!(matches!(assumptions("", "t"), Outcome::Failed { .. }));
        assert!(matches!(assumptions("Closed under", "t"), Outcome::Failed { .. }));
    }

    #[test]
    fn the_standard_library_has_the_name_of_the_version() {
        let imports = crate::theories::FILES.iter().filter(|(_, text)| text.contains("From Coq"));
        assert_eq!(imports.map(|(file, _)| *file).collect::<Vec<_>>(), ["Base.v"]);
        let base = "(** *)\nFrom Coq Require Export Lia.\n";
        assert_eq!(for_version(base, "8.20.1"), base);
        assert_eq!(for_version(base, "9.1.0"), "(** *)\nFrom Stdlib Require Export Lia.\n");
    }

    /// No release of Rocq 9 is at hand: a library `Stdlib` that only passes on what the one at
    /// hand has shows that the imports, as they are written for 9, find what they need.
    #[test]
    fn the_imports_for_version_9_compile_against_a_library_of_that_name() {
        let work = tempfile::tempdir().expect("a directory");
        let compile = |file: &str| {
            let coqc = std::env::var_os("COQC").unwrap_or_else(|| "coqc".into());
            let output = std::process::Command::new(coqc)
                .args(["-q", "-R", "stdlib", "Stdlib", "-R", "theories", "Covenant", file])
                .current_dir(work.path())
                .output()
                .expect("coqc runs");
            assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
        };
        let write = |file: &str, text: &str| {
            let path = work.path().join(file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
            compile(file);
        };
        for (module, from) in
            [("List", "Lists"), ("ZArith", "ZArith"), ("Lia", "micromega"), ("Bool", "Bool")]
        {
            let text = format!("From Coq.{from} Require Export {module}.\n");
            let text = if module == "List" {
                text + "Module ListNotations. Export List.ListNotations. End ListNotations.\n"
            } else {
                text
            };
            write(&format!("stdlib/{module}.v"), &text);
        }
        let base = crate::theories::FILES.iter().find(|(file, _)| *file == "Base.v").expect("Base.v").1;
        let written = for_version(base, "9.0.0");
        assert!(written.contains("From Stdlib Require") && !written.contains("From Coq"));
        write("theories/Base.v", &written);
    }

    #[test]
    fn a_failure_names_the_declaration() {
        let exported = Exported {
            text: "Lemma a : True.\nProof. exact I. Qed.\nLemma b :\n  False.\nProof. exact I. Qed.\n"
                .to_owned(),
            conditions: vec![],
            theorem: "t".to_owned(),
            effectful: None,
        };
        let stderr = "File \"./x.v\", line 5, characters 7-14:\nError: no.";
        assert!(matches!(failure(&exported, stderr), Outcome::Failed { lemma, .. } if lemma == "b"));
    }
}
