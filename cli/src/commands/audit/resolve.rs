//! `--resolve`: solvers are asked again.
//!
//! They are asked about the conditions that rest on a solver's word, with queries made from the kernel's
//! own conditions (`condition_query`) and from nothing else. Recorded queries are not asked. They are the
//! ground instances that the search chose, which nobody can make again without the search, so that
//! nothing ties one to its condition: `(assert false)` has the recorded answer as well. An answer of the
//! log that belongs to no condition or lemma of the certificate, or speaks of another kind of
//! evidence than the condition has, is refused. `covenant log` shows recorded queries to who wants to
//! read them. Not chosen: to ask about conditions that the kernel checked. Nothing rests on the answer, and
//! without the search's instances solvers mostly find none.

use super::condition_query;
use crate::args::Resolve;
use crate::derivation::{Derivation, Vc};
use crate::external::{self, NoAnswer};
use crate::failure::Failure;
use covenant_certificates::{CertificateFile, EvidenceKind};
use serde::Serialize;
use std::time::Duration;

/// A solver that can be run.
pub struct Solver {
    name: &'static str,
    version: String,
    arguments: &'static [&'static str],
}

/// What a solver says to a condition now.
#[derive(Debug, Serialize)]
pub struct Resolved {
    /// The condition, as `vc3`.
    pub about: String,
    /// The solver asked now.
    pub solver: &'static str,
    /// Its version.
    pub version: String,
    /// `unsat`, `sat`, `unknown`, `timeout`, or `error`, `not asked` or `refused` and why.
    pub answer: String,
}

impl Resolved {
    /// The solver says that the condition is wrong, or the recorded answer belongs to nothing.
    pub fn disagrees(&self) -> bool {
        self.answer == "sat" || self.answer.starts_with("refused")
    }

    /// The solver confirms the condition.
    pub fn agrees(&self) -> bool {
        self.answer == "unsat"
    }
}

/// The solvers that were asked for; an error if one is not there.
pub fn solvers(which: Option<Resolve>) -> Result<Vec<Solver>, Failure> {
    let z3: (&str, &[&str]) = ("z3", &["-in", "-smt2"]);
    let cvc5: (&str, &[&str]) = ("cvc5", &["--lang=smt2", "-"]);
    let wanted = match which {
        None => vec![],
        Some(Resolve::Z3) => vec![z3],
        Some(Resolve::Cvc5) => vec![cvc5],
        Some(Resolve::Both) => vec![z3, cvc5],
    };
    wanted
        .into_iter()
        .map(|(name, arguments)| {
            let version = external::find(name).map(|_| {
                external::version(name, &["--version"]).unwrap_or_else(|| "unknown version".to_owned())
            });
            match version {
                Some(version) => Ok(Solver { name, version, arguments }),
                None => Err(Failure::input(format!("{name} is not installed")).help(format!(
                    "install it (Debian: apt-get install {name}), or audit without --resolve"
                ))),
            }
        })
        .collect()
}

/// Asks every solver about every condition that rests on a solver.
pub fn again(file: &CertificateFile, solvers: &[Solver], seconds: u64) -> Vec<Resolved> {
    if solvers.is_empty() {
        return Vec::new();
    }
    let limit = Duration::from_secs(seconds);
    let Some((mut arena, theory, vcs)) = Derivation::conditions(file) else { return Vec::new() };
    let mut resolved = Vec::new();
    for log in &file.log.lemmas {
        if file.certificate.proof.lemmas.get(log.lemma.0 as usize).is_none() {
            let about = format!("lemma {}", log.lemma.0);
            resolved.extend(solvers.iter().map(|solver| solver.says(&about, "refused: no such lemma")));
        }
    }
    for log in &file.log.conditions {
        let belongs = |vc: &Vc| vc.number == log.vc && vc.node == log.node && vc.kind == log.evidence;
        if !vcs.iter().any(belongs) {
            let about = format!("vc{}", log.vc);
            resolved.extend(solvers.iter().map(|solver| solver.says(&about, "refused: no such condition")));
        }
    }
    for vc in vcs.iter().filter(|vc| vc.kind != EvidenceKind::Checked) {
        let about = format!("vc{}", vc.number);
        let script = condition_query::script(&mut arena, &theory, &vc.facts, vc.goal);
        for solver in solvers {
            let answer = match &script {
                Some(script) => solver.ask(&format!("{script}(check-sat)\n"), limit),
                None => "not asked: the condition is too large".to_owned(),
            };
            resolved.push(solver.says(&about, &answer));
        }
    }
    resolved
}

impl Solver {
    fn says(&self, about: &str, answer: &str) -> Resolved {
        Resolved {
            about: about.to_owned(),
            solver: self.name,
            version: self.version.clone(),
            answer: answer.to_owned(),
        }
    }

    fn ask(&self, script: &str, limit: Duration) -> String {
        let ended = match external::run(self.name, self.arguments, script, limit) {
            Ok(ended) => ended,
            Err(NoAnswer::TimedOut) => return "timeout".to_owned(),
            Err(NoAnswer::NotStarted(why)) => return format!("error: {why}"),
        };
        let answer =
            ended.output.lines().map(str::trim).find(|line| matches!(*line, "sat" | "unsat" | "unknown"));
        match answer {
            Some(answer) => answer.to_owned(),
            None => {
                let said =
                    ended.output.lines().chain(ended.errors.lines()).find(|line| !line.trim().is_empty());
                let said =
                    said.unwrap_or(if ended.success { "no answer" } else { "it failed without a message" });
                format!("error: {}", said.trim())
            }
        }
    }
}
