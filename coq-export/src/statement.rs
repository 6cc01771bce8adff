//! The whole file.

use crate::error::ExportError;
use crate::evidence::Script;
use crate::formula::Vars;
use crate::goals::ConditionInfo;
use crate::names::in_comment;
use crate::world::{Scheme, World, get};
use covenant_certificates::CertificateFile;
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
}

/// Stack of the thread that prints: formulas and evidence are walked recursively.
const STACK: usize = 512 << 20;

/// The certificate as a Rocq file.
///
/// # Errors
///
/// The tables are inconsistent, or use something that has no translation.
pub fn export(file: &CertificateFile) -> Result<Exported, ExportError> {
    let gone = || ExportError::Unsupported("no thread to print in".to_owned());
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || write_file(file));
        worker.map_err(|_| gone())?.join().map_err(|_| gone())?
    })
}

fn write_file(file: &CertificateFile) -> Result<Exported, ExportError> {
    let mut world = World::load(file)?;
    let mut out = header(file);
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
    if section {
        out.push_str("End opaque_sorts.\n");
    }
    let theorem = format!("{}_covers", get(&world.globals, claim)?);
    out.push_str(&format!("Print Assumptions {theorem}.\n"));
    Ok(Exported { text: out, conditions, theorem })
}

fn header(file: &CertificateFile) -> String {
    let hash = match file.to_bytes() {
        Ok(bytes) => covenant_certificates::ContentHash::of_bytes(&bytes).to_string(),
        Err(_) => "none: the certificate cannot be encoded".to_owned(),
    };
    let source = in_comment(&file.source.text);
    let source =
        if source.trim().is_empty() { String::new() } else { format!("(*\n{}\n*)\n", source.trim_end()) };
    format!(
        "(** Exported from a Covenant certificate. Do not edit.\n\n    Claim: {}\n    Source: {}\n    Certificate (BLAKE3): {hash}\n*)\n{source}From Covenant Require Import Export.\n\n",
        in_comment(file.claim_name()),
        if file.source.file.is_empty() { "not recorded".to_owned() } else { in_comment(&file.source.file) },
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
