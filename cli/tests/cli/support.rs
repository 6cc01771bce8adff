//! Running the tool, and making its output comparable.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The tool, with its engine beside it.
///
/// The engine is another package, so `cargo test -p covenant` alone does not build it: it is built
/// here, once. Where all tests run it is there already, and this finds nothing to do.
pub fn binary() -> PathBuf {
    static ENGINE: OnceLock<()> = OnceLock::new();
    let covenant = PathBuf::from(env!("CARGO_BIN_EXE_covenant"));
    ENGINE.get_or_init(|| {
        let target = covenant.ancestors().nth(2).expect("target/PROFILE/covenant");
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "covenant-engine", "--target-dir"]).arg(target);
        if !cfg!(debug_assertions) {
            build.arg("--release");
        }
        assert!(build.current_dir(root()).status().is_ok_and(|status| status.success()), "no engine");
    });
    covenant
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("cli has a parent").to_owned()
}

/// A folder that is removed at the end.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// What a command did.
pub struct Run {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// The exit code.
    pub code: i32,
}

impl Run {
    /// Everything, with what differs from run to run replaced.
    pub fn shown(&self) -> String {
        let mut text = format!("exit code {}\n", self.code);
        for (name, stream) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !stream.is_empty() {
                text.push_str(&format!("--- {name}\n{}\n", normal(stream).trim_end()));
            }
        }
        text
    }
}

/// Runs the tool in a folder.
pub fn covenant(folder: &Path, arguments: &[&str]) -> Run {
    run(Command::new(binary()).args(arguments).current_dir(folder))
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Run {
    let output = command
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .output()
        .expect("the command can be started");
    Run {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code().unwrap_or(-1),
    }
}

/// Times, hashes, versions of other programs and temporary folders do not matter, nor how many
/// queries it took.
pub fn normal(text: &str) -> String {
    static PATTERNS: OnceLock<Vec<(regex::Regex, &'static str)>> = OnceLock::new();
    let patterns = PATTERNS.get_or_init(|| {
        [
            (r"[0-9a-f]{64}", "<hash>"),
            (r"\b\d+ ms\b", "N ms"),
            (r"\b\d+\.\d+ s\b", "N s"),
            (r#""(solver_)?time_ms":[0-9.e-]+"#, r#""${1}time_ms":0"#),
            (r#""peak_kib":[0-9a-z]+"#, r#""peak_kib":0"#),
            // How many values a plan has, and how they came about, is tested in `confirm.rs`.
            (r"\b(\d+ of )?\d+ values? confirmed", "N values confirmed"),
            (r#""values":\d+,"asked":\d+,"outcomes":\{[^}]*\}"#, r#""values":0,"asked":0,"outcomes":{}"#),
            (r"OCaml \d+\.\d+\.\d+", "OCaml <version>"),
            (r#""ocaml":"\d+\.\d+\.\d+""#, r#""ocaml":"<version>""#),
            (r"Rocq \d+\.\d+(\.\d+)?", "Rocq <version>"),
            (r"\b(z3|Z3|cvc5) \d+\.\d+\.\d+(\.\d+)?", "$1 <version>"),
            (r"\blibz3 +\d+(\.\d+)+ *", "libz3 <version> "),
            // How the search went is the elaborator's business, and tested there.
            (r#""queries":\d+"#, r#""queries":0"#),
            (r#""details":\[[^\]]*\]"#, r#""details":[]"#),
            (r"\b\d+ derivation nodes", "N derivation nodes"),
            (r"(?m)^ +~ (core|instances): .*\n?", ""),
            (r"(?m)(, (query|core|instances))+$", ""),
            (r"(/[A-Za-z0-9._-]+)*/\.tmp[A-Za-z0-9]+", "<folder>"),
        ]
        .map(|(pattern, with)| (regex::Regex::new(pattern).expect("a pattern"), with))
        .into()
    });
    let text = text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    patterns.iter().fold(text, |text, (pattern, with)| pattern.replace_all(&text, *with).into_owned())
}

/// A folder with the examples and, in `out`, their certificates. Made once for all tests; they
/// must not change it.
pub fn examples() -> &'static Path {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    FOLDER
        .get_or_init(|| {
            let folder = folder();
            copy(&root().join("examples"), &folder.path().join("examples"));
            let run = covenant(folder.path(), &["check", "examples", "--out", "out"]);
            assert_eq!(run.code, 1, "one example is wrong on purpose\n{}", run.shown());
            folder
        })
        .path()
}

/// Copies the files of a folder.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder to copy") {
        let path = entry.expect("an entry").path();
        if path.is_file() {
            fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("a copy");
        }
    }
}

/// A folder with, in `out`, the certificate of a list generator with another program than that
/// of the first example and the same claim.
pub fn changed_list() -> tempfile::TempDir {
    let folder = folder();
    let text = fs::read_to_string(root().join("examples/first_claim.ml")).expect("an example");
    let changed = text.replace(
        "if n = 0 then []\n  else if bool_gen () then []",
        "if bool_gen () then []\n  else if n = 0 then []",
    );
    assert_ne!(text, changed);
    fs::write(folder.path().join("changed.ml"), changed).expect("a source");
    let run = covenant(folder.path(), &["check", "changed.ml", "--out", "out"]);
    assert_eq!(run.code, 0, "{}", run.shown());
    folder
}

/// Compares a run with its snapshot.
#[macro_export]
macro_rules! snapshot {
    ($name:expr, $run:expr) => {
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!($name, $run.shown());
        });
    };
}
