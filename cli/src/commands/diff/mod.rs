//! `covenant diff`: why a verdict changed, or whether an unchanged one still means the same.

mod text;
mod view;

use crate::args::Diff;
use crate::derivation::Derivation;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{inputs, pages, terminal};
use covenant_certificates::diff::{ConditionText, Finding, Side, diff_claim, diff_sets};
use covenant_certificates::shown::shown_path;
use covenant_certificates::structure::StructureError;
use covenant_certificates::{CertificateFile, ContentHash, Hashes};
use std::path::Path;
use view::{ClaimView, Loaded, SetView};

/// Compares certificates.
pub fn run(arguments: &Diff) -> Result<Exit, Failure> {
    let gates = gates(&arguments.fail_on)?;
    let both_files = !arguments.old.is_dir() && !arguments.new.is_dir();
    let old_files = read(&arguments.old)?;
    let new_files = read(&arguments.new)?;
    let old: Vec<Loaded<'_>> = old_files.iter().map(load).collect();
    let new: Vec<Loaded<'_>> = new_files.iter().map(load).collect();
    let view = compare(&old, &new, both_files)
        .map_err(|error| Failure::input(format!("the certificates cannot be compared: {error}")))?;

    if let Some(path) = &arguments.html {
        inputs::write(path, pages::diff(&view).as_bytes())?;
        terminal::line(&format!("{} written; open it in a browser", shown_path(path)));
    } else if arguments.json {
        for line in view.json_lines() {
            terminal::json(&line);
        }
    } else {
        text::print(&view);
    }
    let found = view.findings();
    let closed: Vec<&str> =
        gates.iter().filter(|gate| found.contains(gate)).map(|gate| gate.name()).collect();
    if closed.is_empty() {
        return Ok(Exit::Good);
    }
    terminal::message(terminal::Style::Error, "fail-on", &format!("found: {}", closed.join(", ")));
    Ok(Exit::Rejected)
}

fn gates(names: &[String]) -> Result<Vec<Finding>, Failure> {
    let mut gates = Vec::new();
    for name in names {
        match Finding::from_name(name) {
            Some(finding) => gates.push(finding),
            None if name == "any" => gates.extend(Finding::ALL),
            None => {
                let known: Vec<&str> = Finding::ALL.iter().map(|finding| finding.name()).collect();
                return Err(Failure::input(format!("--fail-on: there is no change called `{name}`"))
                    .help(format!("the changes are {}, any", known.join(", "))));
            }
        }
    }
    gates.dedup();
    Ok(gates)
}

fn read(path: &Path) -> Result<Vec<CertificateFile>, Failure> {
    let paths = inputs::files(&[path.to_owned()], inputs::CERTIFICATE)?;
    paths.iter().map(|path| inputs::certificate_to_write_out(path)).collect()
}

fn load(file: &CertificateFile) -> Loaded<'_> {
    let derivation = Derivation::of(file);
    // Renaming a variable is no change: conditions are compared without the program's names.
    let mut nameless = file.clone();
    for core in &mut nameless.source.cores {
        core.binders.clear();
    }
    let plain = Derivation::of(&nameless);
    let conditions = plain
        .vcs
        .iter()
        .map(|vc| ConditionText { vc: vc.number, node: vc.node, text: plain.condition_text(vc) })
        .collect();
    Loaded { file, derivation, conditions }
}

/// Two files are compared whatever they are called; sets are matched claim by claim.
fn compare<'a>(
    old: &'a [Loaded<'a>],
    new: &'a [Loaded<'a>],
    both_files: bool,
) -> Result<SetView, StructureError> {
    if let (true, [old], [new]) = (both_files, old, new) {
        let diff = diff_claim(old.side(), new.side())?;
        return Ok(SetView { added: vec![], removed: vec![], claims: vec![ClaimView::of(old, new, diff)] });
    }
    let sides = |loaded: &'a [Loaded<'a>]| loaded.iter().map(Loaded::side).collect::<Vec<Side<'a>>>();
    let sets = diff_sets(&sides(old), &sides(new))?;
    let (mut old_used, mut new_used) = (vec![false; old.len()], vec![false; new.len()]);
    let mut claims = Vec::new();
    for diff in sets.claims {
        let old = find(old, &mut old_used, diff.certificate.old);
        let new = find(new, &mut new_used, diff.certificate.new);
        if let (Some(old), Some(new)) = (old, new) {
            claims.push(ClaimView::of(old, new, diff));
        }
    }
    Ok(SetView { added: sets.added, removed: sets.removed, claims })
}

/// The certificate with this hash; each once, because two claims may have equal certificates.
fn find<'a>(loaded: &'a [Loaded<'a>], used: &mut [bool], hash: ContentHash) -> Option<&'a Loaded<'a>> {
    let (found, used) = loaded.iter().zip(used).find(|(loaded, used)| {
        !**used && Hashes::of(&loaded.file.certificate).is_ok_and(|hashes| hashes.certificate == hash)
    })?;
    *used = true;
    Some(found)
}
