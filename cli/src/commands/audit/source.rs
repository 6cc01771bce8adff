//! `--source`: does the file on disk still say what the certificate is about?
//!
//! The text may have changed in ways that do not matter (comments, layout, other functions). So
//! the file is translated again, and the program and claim that come out are compared with the
//! certificate's, row by row. This takes the front end, but neither the search nor a solver. Where OCaml is
//! installed, its own front end reads the file as well, and must read the same; nothing of the file is run.

use crate::failure::Failure;
use crate::ocaml::Ocaml;
use crate::ocaml::confirm::{Claim, Confirmation};
use crate::ocaml::kept::confirm_all;
use crate::ocaml::read::{Reader, SecondReading};
use crate::{siblings, snippet, terminal};
use covenant_certificates::canonical::canonical_statement;
use covenant_certificates::{CertificateFile, ContentHash, Hashes};
use covenant_front::{self as front, Unit};
use covenant_kernel::tables::{AxiomRow, Kind, Statement};
use serde::Serialize;
use std::path::Path;

/// What the comparison found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SourceState {
    /// The text is the one that was certified, byte by byte.
    pub same_text: bool,
    /// It translates to exactly the certified program and claim.
    pub same_statement: bool,
    /// The claim says `total` there: then what is compared is the program with checks (`docs/RULES.md`).
    pub total: bool,
    /// What is different.
    pub differences: Vec<String>,
    /// Whether OCaml's own front end reads the same (`same`, `absent`, `differs`, `refused`).
    pub second_reading: &'static str,
    /// Why it does not.
    pub second_reading_why: Option<String>,
    /// With `--run`: what OCaml made of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ran: Option<Ran>,
}

/// What OCaml made of a source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ran {
    /// So many promised values were returned.
    Confirmed {
        /// The version of OCaml.
        ocaml: String,
        /// How many.
        values: usize,
    },
    /// Nothing could be asked, for this reason.
    NotConfirmed(String),
    /// It does something else.
    Disagrees(String),
}

impl SourceState {
    /// Whether the file is what was certified, as far as anybody looked.
    pub fn agrees(&self) -> bool {
        self.same_statement && !matches!(self.ran, Some(Ran::Disagrees(_)))
    }

    /// Runs a file that translates to what was certified. This executes it.
    pub fn run(&mut self, path: &Path, file: &CertificateFile) -> Result<(), Failure> {
        self.ran = Some(match Ocaml::find() {
            _ if !self.same_statement => Ran::NotConfirmed("the source is another one".to_owned()),
            _ if self.total => Ran::NotConfirmed("what is certified is the program with checks".to_owned()),
            None => Ran::NotConfirmed("there is no OCaml here (`ocamlfind ocamlc`)".to_owned()),
            Some(ocaml) => {
                let text = siblings::source(path)?.text;
                let claim = Claim { name: file.claim_name(), statement: &file.certificate.statement };
                match confirm_all(ocaml, &text, &[claim]).pop() {
                    Some(Confirmation::Confirmed(found)) => {
                        Ran::Confirmed { values: found.values(), ocaml: found.ocaml }
                    }
                    Some(Confirmation::Disagrees(found)) => Ran::Disagrees(found.text()),
                    Some(Confirmation::NotConfirmed(why)) => Ran::NotConfirmed(why),
                    None => Ran::NotConfirmed("OCaml did not answer".to_owned()),
                }
            }
        });
        Ok(())
    }
}

/// Compares a source file with a certificate.
pub fn compare(
    path: &Path,
    file: &CertificateFile,
    reader: &Result<Reader, String>,
) -> Result<SourceState, Failure> {
    let text = siblings::source(path)?.text;
    let same_text = text == file.source.text.as_str();
    let shown = path.display().to_string();
    let module = front::load(&file.source.file, &text).map_err(|diagnostics| {
        for diagnostic in &diagnostics {
            terminal::error_text(&snippet::diagnostic(&shown, &text, diagnostic));
        }
        Failure::input(format!(
            "{shown}: cannot be translated, so it cannot be compared with the certificate"
        ))
    })?;
    let reading = match reader {
        Ok(reader) => reader.read(&text, &module),
        Err(why) => SecondReading::Absent(why.clone()),
    };
    let second_reading = reading.word();
    let second_reading_why = reading.why().map(str::to_owned);
    let kind = file.certificate.statement.kind;
    let claims_of_kind = if kind == Kind::Only { &module.only } else { &module.units };
    let named = |unit: &&Unit| unit.claim == file.claim_name();
    let found = claims_of_kind.iter().find(named);
    // What certifies a claim that says `total` is about the program with checks. One half of an *exactly* claim may be
    // certified alone; that is about the program as it is.
    let with_checks = found.filter(|_| kind != Kind::Every).and_then(|unit| unit.total.as_ref());
    let total = with_checks.is_some();
    // A claim that says *exactly* says *every*, too; the units of such a statement are read so already.
    let read = match (found, with_checks) {
        (_, Some(Ok(unit))) => Some(unit.read_as(kind)),
        (_, Some(Err(_))) => None,
        (Some(unit), None) if kind == Kind::Every => Some(Ok((*unit).clone())),
        (Some(unit), None) => Some(unit.read_as(kind)),
        (None, None) => None,
    };
    let Some(Ok(unit)) = read else {
        let unread = module.declined.iter().find(|claim| claim.claim == file.claim_name());
        let other = module.units.iter().chain(&module.only).find(named);
        let difference = match (unread, other, read) {
            _ if total && found.is_some_and(|unit| matches!(unit.total, Some(Err(_)))) => {
                format!(
                    "the claim about `{}` says `total`, and no checks can be put into it",
                    file.claim_name()
                )
            }
            (Some(claim), ..) => format!("the claim about `{}` is {}", claim.claim, claim.why),
            (None, _, Some(Err(function))) if function.has_only_parameter() => {
                format!(
                    "the claim about `{}` says of a function parameter what it returns *only*; no certificate does",
                    function.name
                )
            }
            (None, _, Some(Err(function))) => {
                format!(
                    "the claim about `{}` says `{}`, not `{}`",
                    function.name,
                    function.kind.word(),
                    kind.word()
                )
            }
            (None, Some(unit), _) => {
                format!("the claim about `{}` says `{}`, not `{}`", unit.claim, unit.kind.word(), kind.word())
            }
            (None, None, _) => format!("there is no claim about `{}` any more", file.claim_name()),
        };
        return Ok(SourceState {
            same_text,
            same_statement: false,
            total,
            differences: vec![difference],
            second_reading,
            second_reading_why,
            ran: None,
        });
    };
    let certified = &file.certificate.statement;
    let now = statement_of(unit, certified);
    let mut same_statement = now.as_ref() == Some(certified);
    let mut differences = match &now {
        _ if same_statement => Vec::new(),
        Some(now) => differences(certified, now),
        None => vec!["the translation is not in order".to_owned()],
    };
    // A translation that OCaml does not agree with is no translation of this file.
    if let SecondReading::Differs(found) | SecondReading::Refused(found) = reading {
        same_statement = false;
        differences.push(format!("line {}: {}", found.line, found.message));
    }
    Ok(SourceState {
        same_text,
        same_statement,
        total,
        differences,
        second_reading,
        second_reading_why,
        ran: None,
    })
}

/// The statement of a unit, with the axioms that the certificate says it assumes.
fn statement_of(unit: Unit, certified: &Statement) -> Option<Statement> {
    let mut statement = unit.statement;
    if !certified.axioms.is_empty() {
        statement.sorts.extend(unit.extra.sorts);
        statement.exprs.extend(unit.extra.exprs);
        statement.types.extend(unit.extra.types);
    }
    for axiom in &certified.axioms {
        let fact = unit.facts.iter().find(|fact| fact.name == axiom.name)?;
        statement.axioms.push(AxiomRow {
            name: fact.name.clone(),
            sort_params: fact.sort_params,
            statement: fact.statement,
        });
    }
    canonical_statement(&statement).ok()
}

fn differences(certified: &Statement, now: &Statement) -> Vec<String> {
    let (Ok(old), Ok(new)) = (Hashes::of_statement(certified), Hashes::of_statement(now)) else {
        return vec!["the statement is another one".to_owned()];
    };
    let mut found = Vec::new();
    let names = |statement: &Statement| statement.globals.iter().map(|g| g.name.clone()).collect::<Vec<_>>();
    let (old_names, new_names) = (names(certified), names(now));
    compare_lists("the claim about", &old_names, &old.schemes, &new_names, &new.schemes, &mut found);
    // A function's hash covers its claim too: a difference counts only where the claim is the same.
    let claims_differ = !found.is_empty();
    if !claims_differ {
        compare_lists("the program of", &old_names, &old.globals, &new_names, &new.globals, &mut found);
    } else if bodies(certified, &old) != bodies(now, &new) {
        found.push("the program is different too".to_owned());
    }
    let names = |statement: &Statement| statement.defs.iter().map(|d| d.name.clone()).collect::<Vec<_>>();
    compare_lists("the definition of", &names(certified), &old.defs, &names(now), &new.defs, &mut found);
    let names =
        |statement: &Statement| statement.datatypes.iter().map(|d| d.name.clone()).collect::<Vec<_>>();
    compare_lists("the type", &names(certified), &old.datatypes, &names(now), &new.datatypes, &mut found);
    if found.is_empty() {
        found.push("the order of declarations is different".to_owned());
    }
    found
}

fn bodies(statement: &Statement, hashes: &Hashes) -> Vec<Option<ContentHash>> {
    let body = |g: &covenant_kernel::tables::GlobalRow| hashes.funs.get(g.body?.0 as usize).copied();
    statement.globals.iter().map(body).collect()
}

fn compare_lists(
    what: &str,
    old_names: &[String],
    old: &[ContentHash],
    new_names: &[String],
    new: &[ContentHash],
    found: &mut Vec<String>,
) {
    for (name, hash) in old_names.iter().zip(old) {
        match new_names.iter().zip(new).find(|(other, _)| *other == name) {
            None => found.push(format!("{what} `{name}` is gone")),
            Some((_, now)) if now != hash => found.push(format!("{what} `{name}` is different")),
            Some(_) => {}
        }
    }
    for name in new_names.iter().filter(|name| !old_names.contains(name)) {
        found.push(format!("{what} `{name}` is new"));
    }
}
