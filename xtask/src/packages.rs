//! What has to be on the machine beside Rust, gcc, make and Python, and how to get it.
//!
//! Each need is tested by what it is used for (a program that runs, a header that a C compiler
//! finds), not by asking the package manager, so that a tool built by hand counts as well.

use crate::steps::{output, program, run};
use std::path::Path;
use std::process::{Command, Stdio};

/// May packages be installed?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Through the system's package manager.
    Install,
    /// No: only say what is missing.
    OnlyReport,
}

/// Something that is needed.
#[derive(Clone, Copy, Debug)]
pub struct Need {
    /// What it is called.
    what: &'static str,
    /// What it is for.
    purpose: &'static str,
    /// How to see that it is there.
    test: Test,
    /// The Debian package.
    package: &'static str,
}

#[derive(Clone, Copy, Debug)]
enum Test {
    /// One of these programs can be started.
    Program(&'static [&'static str]),
    /// The C compiler finds this header.
    Header(&'static str),
    /// `ocamlfind` knows this library.
    Findlib(&'static str),
}

const LIBZ3: Need = Need {
    what: "libz3",
    purpose: "the search for evidence links against it",
    test: Test::Header("z3.h"),
    package: "libz3-dev",
};
const PKG_CONFIG: Need = Need {
    what: "pkg-config",
    purpose: "finds libz3 when the workspace is built",
    test: Test::Program(&["pkg-config"]),
    package: "pkg-config",
};
const COQ: Need = Need {
    what: "Coq/Rocq",
    purpose: "the theories, and `covenant replay`",
    test: Test::Program(&["coqc"]),
    package: "coq",
};
const Z3: Need = Need {
    what: "z3",
    purpose: "`covenant audit --resolve z3`",
    test: Test::Program(&["z3"]),
    package: "z3",
};
const CVC5: Need = Need {
    what: "cvc5",
    purpose: "`covenant audit --resolve cvc5`",
    test: Test::Program(&["cvc5"]),
    package: "cvc5",
};
const OCAML: Need = Need {
    what: "OCaml",
    purpose: "the second reading; compiles the example generators and what `covenant export` writes",
    test: Test::Program(&["ocamlfind"]),
    package: "ocaml-findlib",
};
const COMPILER_LIBS: Need = Need {
    what: "OCaml's front end",
    purpose: "the second reading of source files",
    test: Test::Findlib("compiler-libs.common"),
    package: "ocaml-compiler-libs",
};
const QCHECK: Need = Need {
    what: "QCheck",
    purpose: "runs what `covenant export --qcheck` writes",
    test: Test::Findlib("qcheck"),
    package: "libqcheck-ocaml-dev",
};
const NINJA: Need = Need {
    what: "Ninja",
    purpose: "runs what `covenant plan --ninja` writes",
    test: Test::Program(&["ninja"]),
    package: "ninja-build",
};
const REDIS: Need = Need {
    what: "Redis",
    purpose: "the test of a cache that machines share",
    test: Test::Program(&["redis-server"]),
    package: "redis-server",
};
const VENV: Need = Need {
    what: "Python",
    purpose: "Snakemake and an S3 server from PyPI",
    test: Test::Program(&["python3"]),
    package: "python3-venv",
};
/// Draws pages.
pub const CHROMIUM: Need = Need {
    what: "Chromium",
    purpose: "the test of the HTML pages in a browser",
    test: Test::Program(BROWSERS),
    package: "chromium",
};

const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

/// The name of a browser that is there.
pub fn browser() -> Option<&'static str> {
    BROWSERS.iter().copied().find(|name| on_path(name))
}

/// What building and using `covenant` takes.
pub const TO_USE: &[Need] = &[LIBZ3, PKG_CONFIG, COQ, Z3, CVC5];
/// What all tests take.
pub const TO_TEST: &[Need] =
    &[LIBZ3, PKG_CONFIG, COQ, Z3, CVC5, OCAML, COMPILER_LIBS, QCHECK, NINJA, CHROMIUM];

/// What the tests with other machines take.
pub const TO_SHARE: &[Need] = &[REDIS, VENV];

impl Need {
    fn met(&self) -> bool {
        let quiet = |mut command: Command| {
            command
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success())
        };
        match self.test {
            Test::Program(names) => names.iter().any(|name| on_path(name)),
            Test::Header(header) => {
                let include = format!("-include{header}");
                quiet(program("cc", &["-E", "-xc", &include, "/dev/null"]))
            }
            Test::Findlib(library) => quiet(program("ocamlfind", &["query", library])),
        }
    }
}

fn on_path(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

/// Makes sure that all needs are met.
pub fn ensure(needs: &[Need], policy: Policy) -> Result<(), String> {
    let missing: Vec<&Need> = needs.iter().filter(|need| !need.met()).collect();
    for need in needs {
        let state = if missing.iter().any(|m| m.what == need.what) { "missing" } else { "found" };
        println!("  {state:<8} {:<11} {}", need.what, need.purpose);
    }
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().map(|need| need.package).collect();
    let by_hand = format!("apt-get install {}", packages.join(" "));
    if policy == Policy::OnlyReport {
        return Err(format!("missing; on Debian: {by_hand}"));
    }
    if !on_path("apt-get") {
        return Err(format!(
            "this system has no apt-get; install the equivalents of these Debian packages: {}",
            packages.join(" ")
        ));
    }
    println!("  installing: {}", packages.join(" "));
    apt(&["update", "-qq"]).map_err(|why| format!("{why}; run as root: apt-get update && {by_hand}"))?;
    let mut arguments = vec!["install", "-y", "-qq", "--no-install-recommends"];
    arguments.extend(&packages);
    apt(&arguments).map_err(|why| format!("{why}; run as root: {by_hand}"))?;
    let still: Vec<&str> = missing.iter().filter(|need| !need.met()).map(|need| need.what).collect();
    if still.is_empty() {
        Ok(())
    } else {
        Err(format!("installed, but still not found: {}", still.join(", ")))
    }
}

/// Runs apt-get, as root directly, otherwise through sudo (which may ask for the password).
fn apt(arguments: &[&str]) -> Result<(), String> {
    let root = output(program("id", &["-u"])).is_ok_and(|id| id.trim() == "0");
    let mut command = if root {
        Command::new("apt-get")
    } else if Path::new("/usr/bin/sudo").exists() {
        let mut sudo = Command::new("sudo");
        sudo.args(["--preserve-env=DEBIAN_FRONTEND", "apt-get"]);
        sudo
    } else {
        return Err("packages can be installed only by root, and there is no sudo".to_owned());
    };
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
    run(command)
}
