//! What the tests of this crate share: the tool, a project to check, and what is compared.
//!
//! `cargo xtask share` builds the tool, installs the servers and engines, and says in two variables where they are.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

fn variable(name: &str) -> OsString {
    std::env::var_os(name)
        .unwrap_or_else(|| panic!("{name} is not set: `cargo xtask share` runs these tests"))
}

/// The program `covenant`; `covenant-engine` and `covenant-share` are beside it.
pub fn covenant() -> PathBuf {
    PathBuf::from(variable("COVENANT_TOOL"))
}

/// A program that was installed from PyPI.
pub fn from_pypi(name: &str) -> PathBuf {
    PathBuf::from(variable("COVENANT_VENV")).join("bin").join(name)
}

/// A folder that is removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("covenant-machines-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    /// A folder with a project: claims that hold and claims that do not.
    pub fn with_project() -> Folder {
        let folder = Folder::new();
        let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks");
        let files = [
            "table3/sized_list.ml",
            "table3/sorted_list.ml",
            "table3/stream.ml",
            "table3/sized_tree.ml",
            "table3/unique_list.ml",
            "table3-incomplete/sized_list_fig21b.ml",
            "table3-incomplete/sorted_list_strict.ml",
            "table3-incomplete/stream_fixed_head.ml",
        ];
        fs::create_dir(folder.path().join("src")).expect("a folder");
        for file in files {
            let name = Path::new(file).file_name().expect("a name");
            fs::copy(suites.join(file), folder.path().join("src").join(name)).expect("a file of a suite");
        }
        folder
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a check said, and how many claims it remembered.
#[derive(Debug)]
pub struct Checked {
    pub verdicts: Vec<String>,
    pub certificates: BTreeMap<String, Vec<u8>>,
    pub remembered: usize,
}

impl Checked {
    pub fn same_as(&self, other: &Checked) -> bool {
        self.verdicts == other.verdicts && self.certificates == other.certificates
    }
}

/// A check of the project by a machine of this name, which has a cache of its own.
pub fn check(at: &Path, machine: &str, more: &[&str], variables: &[(&str, String)]) -> Checked {
    let out = at.join(format!("out-{machine}"));
    let _ = fs::remove_dir_all(&out);
    let mut command = Command::new(covenant());
    command.args(["check", "src", "--json", "--confirm", "off", "--second-reading", "off", "--out"]);
    command.arg(&out).args(more).current_dir(at);
    if more.iter().all(|word| *word != "--no-cache") {
        command.env("COVENANT_CACHE", at.join(format!("cache-{machine}")));
    }
    for (name, value) in variables {
        command.env(name, value);
    }
    let done = command.output().expect("covenant");
    read(&done, &out)
}

fn read(done: &Output, out: &Path) -> Checked {
    assert_eq!(done.status.code(), Some(1), "some claims are false: {done:?}");
    let mut verdicts = Vec::new();
    let mut remembered = 0;
    for line in String::from_utf8_lossy(&done.stdout).lines() {
        let claim: serde_json::Value = serde_json::from_str(line).expect("JSON");
        remembered += usize::from(claim["remembered"] == true);
        let missing = claim["missing"]["text"].to_string();
        verdicts.push(format!(
            "{} {} {} {} {missing}",
            claim["file"], claim["claim"], claim["verdict"], claim["hash"]
        ));
    }
    assert!(verdicts.len() >= 8, "{done:?}");
    Checked { verdicts, certificates: certificates(out), remembered }
}

/// The files of a folder that are certificates, with their bytes.
pub fn certificates(at: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(at).expect("a folder").map(|entry| entry.expect("an entry").path());
    let certificates = entries.filter(|path| path.extension().is_some_and(|ending| ending == "cov"));
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    certificates.map(|path| (name(&path), fs::read(&path).expect("bytes"))).collect()
}
