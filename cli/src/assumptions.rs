//! What a verdict takes on trust: named, in full, and with the hash by which a policy can permit it.

use crate::derivation::Derivation;
use covenant_certificates::assumed::{Assumed, content};
use covenant_certificates::{CertificateFile, Hashes, Span};
use covenant_kernel::check::{Assumption, Verdict};
use covenant_kernel::tables::GlobalRef;
use serde::Serialize;

/// Something that the verdict takes on trust.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trusted {
    /// What it is: `axiom`, `symbol`, `library`, `cross-checked` or `solver`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// What is assumed: the formula, the signature or the claim; of a condition, nothing.
    pub statement: String,
    /// Hash of what is assumed, with all that it speaks about; of a condition, none.
    pub hash: Option<String>,
}

impl Trusted {
    /// Is it an assumption that the source names, rather than a solver's word?
    pub fn is_named(&self) -> bool {
        !matches!(self.kind, "solver" | "cross-checked")
    }

    /// As part of a sentence.
    pub fn in_words(&self) -> String {
        match self.kind {
            "solver" => format!("{}, on the word of one solver", self.name),
            "cross-checked" => format!("{}, on the word of two solvers", self.name),
            "library" => format!("the claim of the library function {}", self.statement),
            kind => format!("the {kind} {}", self.statement),
        }
    }

    /// The entry of a policy that permits exactly this.
    pub fn policy_entry(&self) -> Option<String> {
        Some(format!("{} {} {}", self.kind, self.name, self.hash.as_ref()?))
    }
}

/// All that an accepted certificate takes on trust.
pub fn of(file: &CertificateFile, derivation: &Derivation<'_>) -> Vec<Trusted> {
    let Verdict::ValidModulo(assumptions) = &derivation.verdict else { return Vec::new() };
    let hashes = Hashes::of(&file.certificate).ok();
    assumptions.iter().map(|assumption| trusted(file, derivation, hashes.as_ref(), *assumption)).collect()
}

fn trusted(
    file: &CertificateFile,
    derivation: &Derivation<'_>,
    hashes: Option<&Hashes>,
    assumption: Assumption,
) -> Trusted {
    let statement = &file.certificate.statement;
    let notation = derivation.notation.as_ref();
    let hash = |assumed| Some(content(statement, hashes?, assumed)?.to_string());
    let named = |kind, name: Option<&String>, text: Option<String>, assumed| Trusted {
        kind,
        name: name.map_or("?".to_owned(), Clone::clone),
        statement: text.unwrap_or_default(),
        hash: hash(assumed),
    };
    let condition = |kind, number: u32| {
        let vc = derivation.vcs.iter().find(|vc| vc.number == number);
        let span = vc.and_then(|vc| file.source.node_span(vc.node));
        let name = match span {
            Some(span) => format!("vc{number} (line {})", line(file, span)),
            None => format!("vc{number}"),
        };
        Trusted { kind, name, statement: String::new(), hash: None }
    };
    match assumption {
        Assumption::Axiom(i) => {
            let row = statement.axioms.get(i as usize);
            named("axiom", row.map(|r| &r.name), notation.map(|n| n.axiom(i)), Assumed::Axiom(i))
        }
        Assumption::Symbol(i) => {
            let row = statement.defs.get(i as usize);
            named("symbol", row.map(|r| &r.name), notation.map(|n| n.signature(i)), Assumed::Symbol(i))
        }
        Assumption::Library(i) => {
            let row = statement.globals.get(i as usize);
            let text =
                notation.map(|n| format!("{} : {}", n.global_name(GlobalRef(i)), n.claim(GlobalRef(i))));
            named("library", row.map(|r| &r.name), text, Assumed::Library(i))
        }
        Assumption::CrossChecked(number) => condition("cross-checked", number),
        Assumption::Solver(number) => condition("solver", number),
    }
}

/// The line of a span, from 1.
pub fn line(file: &CertificateFile, span: Span) -> usize {
    let before = file.source.text.get(..span.start as usize).unwrap_or_default();
    before.matches('\n').count() + 1
}
