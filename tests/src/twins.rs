//! The kernel and the verified checker on the same bytes: certificates, random changes of them, and random statements.
//!
//! The verified checker runs as one process that is given one certificate after the other (`--stream`); the kernel judges the
//! next ones while it works. Compared are the verdicts, and where both refuse, the reasons ([`covenant_kernel::reject::Why`]) and the places: the table
//! of rows, the lemma, or the function whose derivation or evidence is wrong. What is no file (its rows refer forward, say) is left out:
//! neither would see it.

use crate::random::{Dice, change};
use crate::{invented, mutants};
use covenant_certificates::references::{Reference, References};
use covenant_certificates::{CertificateFile, SolverLog, SourceMap};
use covenant_kernel::check::{Verdict, check_observed};
use covenant_kernel::reject::{At, Owner, Table};
use covenant_kernel::tables::{Certificate, NodeRef};
use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, BufReader, Error, Result, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The verified checker, waiting for certificates.
pub struct Twin {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// What the verified checker said.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict.
    pub verdict: String,
    /// Of a refusal: what is wrong, in a word or two.
    pub place: String,
    /// Of a refusal: the kernel's word for the reason; empty if it found none.
    pub why: String,
    /// Place and reason for people.
    pub reason: String,
}

impl Twin {
    /// Starts the program.
    pub fn start(program: &Path) -> Result<Twin> {
        let mut child =
            Command::new(program).arg("--stream").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Error::other("no pipes"));
        };
        Ok(Twin { child, input, output: BufReader::new(output) })
    }

    fn send(&mut self, bytes: &[u8]) -> Result<()> {
        let length = u32::try_from(bytes.len()).map_err(Error::other)?;
        self.input.write_all(&[&length.to_le_bytes(), bytes].concat())
    }

    fn receive(&mut self) -> Result<Answer> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        match line.trim_end_matches('\n').split('\t').collect::<Vec<_>>()[..] {
            [verdict, place, why, reason] => {
                let [verdict, place, why, reason] = [verdict, place, why, reason].map(str::to_owned);
                Ok(Answer { verdict, place, why, reason })
            }
            _ => Err(Error::other("the verified checker ended without an answer")),
        }
    }

    /// Its answer on these bytes.
    pub fn ask(&mut self, bytes: &[u8]) -> Result<Answer> {
        self.send(bytes)?;
        self.receive()
    }
}

impl Drop for Twin {
    fn drop(&mut self) {
        // It waits for input that will not come; that it has ended is all that matters.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the two said, and how often.
#[derive(Debug, Default)]
pub struct Outcomes {
    /// By the origin of the certificate, the kernel's verdict and the other's.
    pub counts: BTreeMap<(String, String, String), usize>,
    /// Of those that both refuse: by what is wrong, how many, and how many of them at the same place.
    pub places: BTreeMap<String, (usize, usize)>,
    /// Of those that both refuse: by the kernel's reason, how many, and how many of them for the same reason.
    pub reasons: BTreeMap<String, (usize, usize)>,
    /// Where the verdicts differ, by the kind of change: how often, and an example.
    pub differences: BTreeMap<String, (usize, String)>,
    /// Where only the places differ.
    pub elsewhere: BTreeMap<String, (usize, String)>,
    /// Where only the reasons differ.
    pub otherwise: BTreeMap<String, (usize, String)>,
    /// What is no file.
    pub no_file: usize,
}

impl Outcomes {
    /// All that were compared.
    #[must_use]
    pub fn total(&self) -> usize {
        self.counts.values().sum()
    }

    /// How many the two gave these verdicts.
    #[must_use]
    pub fn count(&self, kernel: &str, verified: &str) -> usize {
        let same = |key: &&(String, String, String)| key.1 == kernel && key.2 == verified;
        self.counts.keys().filter(same).map(|key| self.counts.get(key).copied().unwrap_or(0)).sum()
    }

    /// As a table.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text = format!("{:<12} {:<14} {:<14} {:>10}\n", "from", "kernel", "verified", "compared");
        for ((from, kernel, verified), count) in &self.counts {
            text.push_str(&format!("{from:<12} {kernel:<14} {verified:<14} {count:>10}\n"));
        }
        text.push_str(&format!("{} compared; {} more are no file\n", self.total(), self.no_file));
        for (title, counts) in [("refused at", &self.places), ("because", &self.reasons)] {
            text.push_str(&format!("\n{title:<22} {:>14} {:>14}\n", "by both", "the same"));
            for (word, (all, same)) in counts {
                text.push_str(&format!("{word:<22} {all:>14} {same:>14}\n"));
            }
        }
        let lists =
            [("verdicts", &self.differences), ("places", &self.elsewhere), ("reasons", &self.otherwise)];
        for (title, list) in lists {
            let total: usize = list.values().map(|(count, _)| count).sum();
            text.push_str(&format!("\n{total} differences of {title}\n"));
            for (key, (count, example)) in list {
                text.push_str(&format!("  {count:>7} {key}; e.g. {example}\n"));
            }
        }
        text
    }
}

/// A certificate that the kernel has judged and the verified checker was given.
struct Pending {
    from: &'static str,
    kind: String,
    place: String,
    word: &'static str,
    /// Why the kernel does not accept it, and the rule concerned.
    why: String,
    rule: String,
    at: Place,
}

/// Where the kernel found a mistake, in the words of both.
enum Place {
    Nowhere,
    Word(String),
    /// In the derivations of these functions, or in their evidence.
    Global(Vec<usize>, bool),
}

/// Runs ahead of the verified checker by so many certificates. Their answers fit into a pipe.
const AHEAD: usize = 32;

/// A comparison under way.
pub struct Comparison {
    twin: Twin,
    pending: VecDeque<Pending>,
    /// What was found so far.
    pub outcomes: Outcomes,
}

impl Comparison {
    /// With the verified checker at this path.
    pub fn start(program: &Path) -> Result<Comparison> {
        let (twin, pending, outcomes) = (Twin::start(program)?, VecDeque::new(), Outcomes::default());
        Ok(Comparison { twin, pending, outcomes })
    }

    /// Has both judge a certificate: where it comes from, what was changed, and its name.
    pub fn add(
        &mut self,
        from: &'static str,
        kind: String,
        place: &str,
        file: &CertificateFile,
    ) -> Result<()> {
        let Ok(bytes) = file.to_bytes() else {
            self.outcomes.no_file += 1;
            return Ok(());
        };
        self.twin.send(&bytes)?;
        let none = String::new;
        let (word, at, why, rule) = match check_observed(&file.certificate, &mut ()) {
            Verdict::Valid => ("valid", Place::Nowhere, none(), none()),
            Verdict::ValidModulo(_) => ("valid-modulo", Place::Nowhere, none(), none()),
            Verdict::Declined(why) => ("declined", Place::Nowhere, format!("{why:?}"), none()),
            Verdict::Reject { at, rule, why } => {
                let rule = rule.map_or_else(none, |rule| format!(" in {rule:?}"));
                ("refused", place_of(at, &file.certificate), format!("{why:?}"), rule)
            }
        };
        self.pending.push_back(Pending { from, kind, place: place.to_owned(), word, why, rule, at });
        if self.pending.len() >= AHEAD { self.receive() } else { Ok(()) }
    }

    /// Waits for all answers.
    pub fn finish(&mut self) -> Result<()> {
        while !self.pending.is_empty() {
            self.receive()?;
        }
        Ok(())
    }

    fn receive(&mut self) -> Result<()> {
        let Some(asked) = self.pending.pop_front() else { return Ok(()) };
        let Pending { from, kind, place, word, why, rule, at } = asked;
        let answer =
            self.twin.receive().map_err(|error| Error::other(format!("{place}, {kind}: {error}")))?;
        let outcomes = &mut self.outcomes;
        *outcomes.counts.entry((from.to_owned(), word.to_owned(), answer.verdict.clone())).or_default() += 1;
        let example = format!("{place}: {}", answer.reason);
        // What one of them declines it says nothing about.
        if word != answer.verdict && word != "declined" && answer.verdict != "declined" {
            let key = format!("{kind}: kernel {word} {why}{rule}; verified {}", answer.verdict);
            outcomes.differences.entry(key).or_insert((0, example)).0 += 1;
        } else if word == "refused" && answer.verdict == "refused" {
            let same = match &at {
                Place::Nowhere => true,
                Place::Word(word) => *word == answer.place,
                Place::Global(all, evidence) => {
                    let kind = if *evidence { "evidence" } else { "derivation" };
                    all.iter().any(|g| answer.place == format!("global {g} {kind}"))
                }
            };
            let plain = |word: &str| {
                let letters = |c: &char| !c.is_ascii_digit() && *c != ' ';
                word.chars().filter(letters).collect::<String>().replace("global", "")
            };
            let kernel = match at {
                Place::Nowhere => String::new(),
                Place::Word(word) => plain(&word),
                Place::Global(_, true) => "evidence".to_owned(),
                Place::Global(_, false) => "derivation".to_owned(),
            };
            let counted = outcomes.places.entry(kernel.clone()).or_default();
            counted.0 += 1;
            counted.1 += usize::from(same);
            let example = format!("{example} ({kind})");
            if !same {
                let key = format!("kernel {kernel} ({why}{rule}); verified {}", plain(&answer.place));
                outcomes.elsewhere.entry(key).or_insert((0, example.clone())).0 += 1;
            }
            let counted = outcomes.reasons.entry(why.clone()).or_default();
            counted.0 += 1;
            counted.1 += usize::from(why == answer.why);
            if why != answer.why {
                let key = format!("kernel {why}{rule} ({kernel}); verified {}", answer.why);
                outcomes.otherwise.entry(key).or_insert((0, example)).0 += 1;
            }
        }
        Ok(())
    }

    /// Compares the two on certificates as they are, each with the rows that only people need left out.
    pub fn unchanged(&mut self, certificates: &mut [(String, CertificateFile)]) -> Result<()> {
        for (name, file) in certificates {
            file.source = SourceMap::default();
            file.log = SolverLog::default();
            self.add("suites", "unchanged".to_owned(), name, file)?;
        }
        self.finish()
    }

    /// Compares the two on so many random changes of certificates, made-up steps and rules among them, and on random statements
    /// with random proofs. The first certificates, which should be the smallest, are drawn most often.
    pub fn random(
        &mut self,
        certificates: &[(String, CertificateFile)],
        count: usize,
        dice: &mut Dice,
    ) -> Result<()> {
        let target = self.outcomes.total() + self.pending.len() + count;
        while self.outcomes.total() + self.pending.len() < target {
            if !dice.one_in(6) {
                let mut file = invented::certificate(dice);
                let changed = if dice.one_in(4) { change(&mut file.certificate, dice) } else { None };
                self.add("invented", format!("{changed:?}"), "invented", &file)?;
                continue;
            }
            let drawn = [(); 3].map(|()| dice.below(certificates.len()));
            let Some((name, original)) = drawn.iter().min().and_then(|&i| certificates.get(i)) else { break };
            // Several in a row, so that a certificate is copied once.
            let mut file = original.clone();
            for _ in 0..8 {
                let changes = if dice.one_in(8) { 2 + dice.below(3) } else { 1 };
                let made: Vec<mutants::Kind> =
                    (0..changes).filter_map(|_| change(&mut file.certificate, dice)).collect();
                let (from, kind) = match &made[..] {
                    [] => continue,
                    [(table, way)] => {
                        (if *way == "made up" { "forged" } else { "mutants" }, format!("{table}: {way}"))
                    }
                    _ => ("several", format!("{made:?}")),
                };
                self.add(from, kind, name, &file)?;
                file.certificate.clone_from(&original.certificate);
            }
        }
        self.finish()
    }
}

fn place_of(at: At, certificate: &Certificate) -> Place {
    let word = |word: &str| Place::Word(word.to_owned());
    match at {
        At::Statement => word("claim"),
        At::Table(Table::Sorts, _) => word("sorts"),
        At::Table(Table::Datatypes, _) => word("datatypes"),
        At::Table(Table::Exprs, _) => word("exprs"),
        At::Table(Table::Defs, _) => word("defs"),
        At::Table(Table::Axioms, _) => word("axioms"),
        At::Table(Table::Types, _) => word("types"),
        At::Table(Table::Cores | Table::Funs, _) => word("cores"),
        At::Table(Table::Lemmas, i) | At::Step(Owner::Lemma(i), _) => Place::Word(format!("lemma {i}")),
        At::Table(Table::Globals, i) => Place::Global(vec![i as usize], false),
        At::Node(node) => Place::Global(owners(certificate, node), false),
        At::Step(Owner::Node(node), _) => Place::Global(owners(certificate, node), true),
    }
}

/// The functions whose derivations have a node.
fn owners(certificate: &Certificate, node: NodeRef) -> Vec<usize> {
    let nodes = &certificate.proof.nodes;
    let has = |root: &NodeRef| {
        let (mut seen, mut open) = (vec![false; nodes.len()], vec![*root]);
        while let Some(next) = open.pop() {
            if next == node {
                return true;
            }
            let Some(new) = seen.get_mut(next.0 as usize).filter(|seen| !**seen) else { continue };
            *new = true;
            if let Some(row) = nodes.get(next.0 as usize) {
                row.clone().references(&mut |r: Reference<'_>| {
                    if let Reference::Node(n) = r {
                        open.push(*n);
                    }
                });
            }
        }
        false
    };
    let roots = certificate.proof.derivations.iter().enumerate();
    roots.filter(|(_, root)| root.as_ref().is_some_and(has)).map(|(i, _)| i).collect()
}
