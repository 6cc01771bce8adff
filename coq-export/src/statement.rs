//! The whole file.

use crate::effects::System;
use crate::error::ExportError;
use crate::evidence::Script;
use crate::formula::Vars;
use crate::goals::ConditionInfo;
use crate::names::in_comment;
use crate::world::{Scheme, World, get};
use covenant_certificates::CertificateFile;
use covenant_kernel::tables::Kind;
use covenant_kernel::theory;

/// An exported certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The Rocq file.
    pub text: String,
    /// Its verification conditions, in order.
    pub conditions: Vec<ConditionInfo>,
    /// Name of the last theorem.
    pub theorem: String,
    /// For a generator over a system under test: the theorem about the program that asks, or why there is none.
    pub effectful: Option<Result<String, String>>,
}

/// Stack of the thread that prints: formulas and evidence are walked recursively.
const STACK: usize = 512 << 20;

/// The certificate as a Rocq file.
///
/// # Errors
///
/// The tables are inconsistent, or use something that has no translation.
pub fn export(file: &CertificateFile) -> Result<Exported, ExportError> {
    export_with(file, None)
}

/// The same; if the claim is about a generator over a system under test, with the theorem about its runs against
/// every system.
///
/// # Errors
///
/// As [`export`].
pub fn export_with(file: &CertificateFile, system: Option<&System>) -> Result<Exported, ExportError> {
    // SOUNDNESS: the theorem that is written says what can be produced; of another kind of claim it would be another claim.
    let kind = file.certificate.statement.kind;
    if kind != Kind::Every {
        return Err(ExportError::Kind(kind));
    }
    let gone = || ExportError::Unsupported("no thread to print in".to_owned());
    std::thread::scope(|scope| {
        let worker =
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || write_file(file, system));
        worker.map_err(|_| gone())?.join().map_err(|_| gone())?
    })
}

fn write_file(file: &CertificateFile, system: Option<&System>) -> Result<Exported, ExportError> {
    let mut world = World::load(file)?;
    let asks = system.filter(|system| system.generators.iter().any(|name| name == file.claim_name()));
    let mut out = header(file, asks.is_some());
    let section = !world.opaque.is_empty();
    if section {
        out.push_str("(** Nothing is known about these sorts but that their values can be compared. *)\n");
        out.push_str("Section opaque_sorts.\n");
        for s in world.opaque.clone() {
            out.push_str(&format!("Context ({s} : Set) ({s}_dec : EqDec {s}).\n"));
        }
        out.push_str(&world.literals_text()?);
    }
    out.push_str("(** * Datatypes *)\n");
    out.push_str(&world.datatypes()?);
    let mut rest = String::from("(** * Definitions *)\n");
    rest.push_str(&world.definitions()?);
    rest.push_str(&world.axioms_text()?);
    rest.push_str("(** * Lemmas *)\n");
    rest.push_str(&world.lemmas_text()?);
    rest.push_str("(** * Programs and derivations *)\n");
    let mut conditions = Vec::new();
    let mut counter = 0;
    let claim = world.statement.claim.0;
    for g in (0u32..).take(world.statement.globals.len()) {
        rest.push_str(&world.global_text(g, &mut conditions, &mut counter)?);
        if g == claim {
            break;
        }
    }
    // Few proofs need the sizes of values; a file without such proofs has none.
    if world.uses_sizes {
        let scheme = world.scheme.clone();
        out.push_str(&world.sizes()?);
        world.scheme = scheme;
    }
    out.push_str(&rest);
    out.push_str("(** * The claim *)\n");
    out.push_str(&world.final_theorem(claim)?);
    let covers = format!("{}_covers", get(&world.globals, claim)?);
    let effectful = asks.map(|system| match world.effectful(claim, system) {
        Ok((text, theorem)) => {
            out.push_str(&text);
            Ok(theorem)
        }
        Err(why) => Err(why.to_string()),
    });
    if section {
        out.push_str("End opaque_sorts.\n");
    }
    // The theorem about runs against a system rests on the other one.
    let theorem = match &effectful {
        Some(Ok(theorem)) => theorem.clone(),
        _ => covers,
    };
    out.push_str(&format!("Print Assumptions {theorem}.\n"));
    Ok(Exported { text: out, conditions, theorem, effectful })
}

fn header(file: &CertificateFile, asks: bool) -> String {
    let hash = match file.to_bytes() {
        Ok(bytes) => covenant_certificates::ContentHash::of_bytes(&bytes).to_string(),
        Err(_) => "none: the certificate cannot be encoded".to_owned(),
    };
    let source = in_comment(&file.source.text);
    let source =
        if source.trim().is_empty() { String::new() } else { format!("(*\n{}\n*)\n", source.trim_end()) };
    format!(
        "(** Exported from a Covenant certificate. Do not edit.\n\n    Claim: {}\n    Source: {}\n    Certificate (BLAKE3): {hash}\n*)\n{source}From Covenant Require Import Export{}.\n\n",
        in_comment(file.claim_name()),
        if file.source.file.is_empty() { "not recorded".to_owned() } else { in_comment(&file.source.file) },
        if asks { " Effects" } else { "" },
    )
}

impl World<'_> {
    fn literals_text(&self) -> Result<String, ExportError> {
        // A literal has the sort at which it occurs; the same text at two sorts is two rows.
        let mut out = String::new();
        for (i, name) in (0u32..).zip(&self.literals) {
            let sort = self.loaded.exprs.iter().find_map(|&e| match self.arena.expr(e) {
                covenant_kernel::arena::Expr::Literal(l, s) if *l == i => Some(*s),
                _ => None,
            });
            if let Some(s) = sort {
                out.push_str(&format!("Variable {name} : {}.\n", self.sort(s)));
            }
        }
        Ok(out)
    }

    fn axioms_text(&mut self) -> Result<String, ExportError> {
        let mut out = String::new();
        for (i, row) in (0u32..).zip(&self.statement.axioms) {
            let formula = *get(&self.theory.axioms, i)?;
            self.scheme = Scheme { sorts: self.sort_names(row.sort_params, &[]), preds: vec![] };
            let binders = self.sort_binders(true, ("(", ")"));
            let forall = if binders.is_empty() { String::new() } else { format!("forall{binders}, ") };
            let text = self.text(formula.statement, &Vars::default())?;
            out.push_str(&format!("Axiom {} : {forall}{text}.\n", get(&self.axioms, i)?));
        }
        self.scheme = Scheme::default();
        Ok(out)
    }

    fn lemmas_text(&mut self) -> Result<String, ExportError> {
        let mut out = String::new();
        let proof = self.proof;
        for (i, row) in (0u32..).zip(&proof.lemmas) {
            let formula =
                theory::Formula { sort_params: row.sort_params, statement: self.loaded.expr(row.statement)? };
            self.scheme = Scheme { sorts: self.sort_names(row.sort_params, &[]), preds: vec![] };
            let binders = self.sort_binders(true, ("(", ")"));
            let name = get(&self.lemmas, i)?.clone();
            let text = self.text(formula.statement, &Vars::default())?;
            let mut script = Script::new(self, Vars::default(), Vec::new());
            script.prove(row.proof, formula.statement)?;
            let body = script.out;
            out.push_str(&format!("Lemma {name}{binders} :\n  {text}.\nProof.\n{body}Qed.\n"));
            self.theory.lemmas.push(formula);
        }
        self.scheme = Scheme::default();
        out.push('\n');
        Ok(out)
    }
}
