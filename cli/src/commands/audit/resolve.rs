//! `--resolve`: solvers are asked again.
//!
//! A condition that rests on a solver's word is asked anew, as a query that is made from the kernel's own
//! condition (`condition_query`): what the file recorded about it plays no part. Recorded queries are asked
//! as well, printed from the form that the decoder read them into, so that no text of a file reaches a
//! solver. One that belongs to no condition of the certificate, or speaks of another kind of evidence
//! than the condition has, is refused.

use super::condition_query;
use crate::args::Resolve;
use crate::commands::log::{Recorded, queries};
use crate::derivation::{Derivation, Vc};
use crate::external::{self, NoAnswer};
use crate::failure::Failure;
use covenant_certificates::query::Query;
use covenant_certificates::{CertificateFile, ContentHash, EvidenceKind, QueryText};
use serde::Serialize;
use std::collections::HashSet;
use std::time::Duration;

/// A solver that can be run.
pub struct Solver {
    name: &'static str,
    version: String,
    arguments: &'static [&'static str],
}

/// What a solver says to a recorded query now.
#[derive(Debug, Serialize)]
pub struct Resolved {
    /// What the query is about.
    pub about: String,
    /// The solver asked now.
    pub solver: &'static str,
    /// Its version.
    pub version: String,
    /// `unsat`, `sat`, `unknown`, `timeout`, `not recorded`, or `error`, `not asked` or `refused` and why.
    pub answer: String,
    /// Does its unsat core name the same assertions as the recorded one? `None` if it gave none.
    pub same_core: Option<bool>,
    /// Assertions in its core that are not in the recorded one.
    pub core_gained: Vec<String>,
    /// Assertions in the recorded core that are not in its core.
    pub core_lost: Vec<String>,
}

impl Resolved {
    /// The solver says that the recorded answer is wrong, or it belongs to nothing.
    pub fn disagrees(&self) -> bool {
        self.answer == "sat" || self.answer.starts_with("refused")
    }

    /// The solver confirms the recorded answer.
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

/// Asks every solver about every condition that rests on a solver, and every recorded query once.
pub fn again(file: &CertificateFile, solvers: &[Solver], seconds: u64) -> Vec<Resolved> {
    if solvers.is_empty() {
        return Vec::new();
    }
    let limit = Duration::from_secs(seconds);
    let Some((mut arena, theory, vcs)) = Derivation::conditions(file) else { return Vec::new() };
    let mut resolved = Vec::new();
    for log in &file.log.conditions {
        let belongs = |vc: &Vc| vc.number == log.vc && vc.node == log.node && vc.kind == log.evidence;
        if !vcs.iter().any(belongs) {
            let about = format!("vc{}", log.vc);
            resolved.extend(solvers.iter().map(|solver| solver.says(&about, "refused: no such condition")));
        }
    }
    for vc in vcs.iter().filter(|vc| vc.kind != EvidenceKind::Checked) {
        let about = format!("vc{} from the condition", vc.number);
        let script = condition_query::script(&mut arena, &theory, &vc.facts, vc.goal);
        for solver in solvers {
            let Some(script) = &script else {
                resolved.push(solver.says(&about, "not asked: the condition is too large"));
                continue;
            };
            let mut answer = solver.says(&about, "");
            let _ = solver.ask(&format!("{script}(check-sat)\n"), limit, &mut answer);
            resolved.push(answer);
        }
    }
    let queries = queries(file);
    let asked = unrepeated(&queries);
    resolved.extend(asked.flat_map(|query| solvers.iter().map(|solver| ask(solver, query, limit))));
    resolved
}

impl Solver {
    fn says(&self, about: &str, answer: &str) -> Resolved {
        Resolved {
            about: about.to_owned(),
            solver: self.name,
            version: self.version.clone(),
            answer: answer.to_owned(),
            same_core: None,
            core_gained: Vec::new(),
            core_lost: Vec::new(),
        }
    }

    /// Asks, notes the answer, and returns what the solver printed.
    fn ask(&self, script: &str, limit: Duration, resolved: &mut Resolved) -> Option<String> {
        let ended = match external::run(self.name, self.arguments, script, limit) {
            Ok(ended) => ended,
            Err(NoAnswer::TimedOut) => {
                resolved.answer = "timeout".to_owned();
                return None;
            }
            Err(NoAnswer::NotStarted(why)) => {
                resolved.answer = format!("error: {why}");
                return None;
            }
        };
        let answer =
            ended.output.lines().map(str::trim).find(|line| matches!(*line, "sat" | "unsat" | "unknown"));
        match answer {
            Some(answer) => resolved.answer = answer.to_owned(),
            None => {
                let said =
                    ended.output.lines().chain(ended.errors.lines()).find(|line| !line.trim().is_empty());
                let said =
                    said.unwrap_or(if ended.success { "no answer" } else { "it failed without a message" });
                resolved.answer = format!("error: {}", said.trim());
            }
        }
        Some(ended.output)
    }
}

/// A query that two solvers answered is in the log twice, the second time by its hash only: it is
/// asked where its text is. A hash without a text anywhere stays, and cannot be confirmed.
fn unrepeated<'a>(queries: &'a [Recorded<'a>]) -> impl Iterator<Item = &'a Recorded<'a>> {
    let is_text = |recorded: &&Recorded<'_>| matches!(recorded.query.query, QueryText::Text(_));
    let texts: HashSet<ContentHash> =
        queries.iter().filter(is_text).map(|recorded| recorded.query.query.hash()).collect();
    queries.iter().filter(move |recorded| is_text(recorded) || !texts.contains(&recorded.query.query.hash()))
}

fn ask(solver: &Solver, recorded: &Recorded<'_>, limit: Duration) -> Resolved {
    let about = format!("{} #{}", recorded.about, recorded.number + 1);
    let mut resolved = solver.says(&about, "not recorded");
    let QueryText::Text(text) = &recorded.query.query else { return resolved };
    let Some(query) = Query::parse(text) else {
        return solver.says(&about, "refused: not a query that Covenant writes");
    };
    let question = if query.asks() { "" } else { "(check-sat)\n" };
    let script = format!("(set-option :produce-unsat-cores true)\n{query}{question}(get-unsat-core)\n");
    let output = solver.ask(&script, limit, &mut resolved);
    if resolved.answer == "unsat"
        && let Some(core) = output.as_deref().and_then(core_of)
    {
        let recorded = &recorded.query.core;
        resolved.core_gained = core.iter().filter(|name| !recorded.contains(name)).cloned().collect();
        resolved.core_lost = recorded.iter().filter(|name| !core.contains(name)).cloned().collect();
        resolved.same_core = Some(resolved.core_gained.is_empty() && resolved.core_lost.is_empty());
    }
    resolved
}

/// The names in the list that follows the answer.
fn core_of(output: &str) -> Option<Vec<String>> {
    let after = output.split_once("unsat")?.1;
    let open = after.find('(')?;
    let close = open + after[open..].find(')')?;
    let inside = after.get(open + 1..close)?;
    if inside.trim_start().starts_with("error") {
        return None;
    }
    Some(inside.split_whitespace().map(|name| name.trim_matches('|').to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::{Recorded, core_of, unrepeated};
    use covenant_certificates::{ContentHash, QueryLog, QueryText};

    #[test]
    fn cores_are_read_in_both_layouts() {
        let expected = Some(vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!(core_of("unsat\n(a b)\n"), expected);
        assert_eq!(core_of("unsat\n(\na\n|b|\n)\n"), expected);
        assert_eq!(core_of("unsat\n(error \"no cores\")\n"), None);
        assert_eq!(core_of("unsat\n"), None);
    }

    #[test]
    fn a_hash_is_left_out_only_if_its_text_is_asked() {
        let hash = |text: &str| QueryText::Hash(ContentHash::of_bytes(text.as_bytes()));
        let log = |query: QueryText| QueryLog {
            solver: String::new(),
            version: String::new(),
            query,
            core: Vec::new(),
            instances: Vec::new(),
        };
        let logs = [hash("(exit)"), QueryText::Text("(check-sat)".to_owned()), hash("(check-sat)")].map(log);
        let numbered = logs.iter().enumerate();
        let queries: Vec<Recorded<'_>> =
            numbered.map(|(number, query)| Recorded { about: String::new(), number, query }).collect();
        let asked: Vec<usize> = unrepeated(&queries).map(|recorded| recorded.number).collect();
        assert_eq!(asked, [0, 1]);
    }
}
