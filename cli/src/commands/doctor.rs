//! `covenant doctor`: what is installed, what is missing, and how to get it.

use crate::args::Doctor;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::ocaml::read::Reader;
use crate::ocaml::verified::Verified;
use crate::terminal::{self, Style, styled};
use crate::{engine, external};
use serde::Serialize;

/// A tool that some command uses.
struct Tool {
    name: &'static str,
    program: &'static str,
    version_argument: &'static str,
    needed_for: &'static str,
    install: &'static str,
}

const TOOLS: [Tool; 4] = [
    Tool {
        name: "z3",
        program: "z3",
        version_argument: "--version",
        needed_for: "audit --resolve z3",
        install: "apt-get install z3",
    },
    Tool {
        name: "cvc5",
        program: "cvc5",
        version_argument: "--version",
        needed_for: "audit --resolve cvc5; a second opinion in check",
        install: "apt-get install cvc5",
    },
    Tool {
        name: "coqc",
        program: "coqc",
        version_argument: "--version",
        needed_for: "replay",
        install: "apt-get install coq",
    },
    Tool {
        name: "ocamlfind",
        program: "ocamlfind",
        version_argument: "ocamlc -version",
        needed_for: "the second reading; check --confirm; running what `export --qcheck` writes",
        install: "apt-get install ocaml-findlib libqcheck-ocaml-dev",
    },
];

#[derive(Serialize)]
struct Found {
    name: &'static str,
    version: Option<String>,
    needed_for: &'static str,
    install: &'static str,
}

/// The reader on the compiler's own front end: whether it can be built here.
fn second_reading() -> Found {
    let version = match Reader::prepare() {
        Ok(reader) => Some(format!("OCaml {}", reader.version())),
        Err(_) => None,
    };
    Found {
        name: "second reading",
        version,
        needed_for: "check, audit --source: does OCaml read the same",
        install: "apt-get install ocaml-findlib ocaml-compiler-libs (OCaml 4.13 to 5.3)",
    }
}

/// The checker that is proved in Rocq: whether it is there or can be built.
fn verified_checker() -> Found {
    Found {
        name: "verified",
        version: Verified::available(),
        needed_for: "audit --verified",
        install: "apt-get install ocaml-findlib, or put covenant-verified beside this program",
    }
}

/// Prints the state of the machine. Missing tools are not an error: each is needed by one
/// command only, which says so itself.
pub fn run(arguments: &Doctor) -> Result<Exit, Failure> {
    let mut found = vec![Found {
        name: "libz3",
        version: engine::libz3_version(),
        needed_for: "check",
        install: "apt-get install libz3-4",
    }];
    found.extend(TOOLS.iter().map(|tool| {
        let words: Vec<&str> = tool.version_argument.split(' ').collect();
        let version = external::find(tool.program)
            .map(|_| external::version(tool.program, &words).unwrap_or_else(|| "version unknown".to_owned()));
        Found { name: tool.name, version, needed_for: tool.needed_for, install: tool.install }
    }));
    found.push(second_reading());
    found.push(verified_checker());
    if arguments.json {
        let report = serde_json::json!({
            "covenant": env!("CARGO_PKG_VERSION"),
            "certificate_format": covenant_certificates::container::FORMAT_VERSION,
            "tools": found,
        });
        terminal::json(&report);
        return Ok(Exit::Good);
    }
    terminal::line(&format!(
        "covenant {}, certificate format {}",
        env!("CARGO_PKG_VERSION"),
        covenant_certificates::container::FORMAT_VERSION
    ));
    for tool in &found {
        match &tool.version {
            Some(version) => terminal::line(&format!(
                "  {} {:<14} {version:<16} for: {}",
                styled(Style::Good, "ok     "),
                tool.name,
                tool.needed_for
            )),
            None => terminal::line(&format!(
                "  {} {:<14} {:<16} for: {}; get it with: {}",
                styled(Style::Doubt, "missing"),
                tool.name,
                "",
                tool.needed_for,
                tool.install
            )),
        }
    }
    let missing = found.iter().filter(|tool| tool.version.is_none()).count();
    terminal::line(match missing {
        0 => "Everything is there.",
        _ => "What is missing is needed only for the command named beside it. `audit` itself needs nothing.",
    });
    Ok(Exit::Good)
}
