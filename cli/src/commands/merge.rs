//! `covenant merge`: the parts of a check become one.

use crate::args::Merge;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::inputs;
use crate::manifest::Manifest;
use crate::shards::{Part, complete};
use crate::terminal::{self, counted};
use covenant_certificates::shown::{shown_line, shown_path};
use covenant_certificates::{CertificateFile, Hashes};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// Puts parts together; the exit code is that of one check of everything.
pub fn run(arguments: &Merge) -> Result<Exit, Failure> {
    let read = |folder: &PathBuf| Part::read(folder).map(|part| (folder.clone(), part));
    let parts = complete(arguments.parts.iter().map(read).collect::<Result<Vec<_>, Failure>>()?)?;
    let mut exit = Exit::Good;
    let mut claims: Vec<(Value, Option<PathBuf>)> = Vec::new();
    for (folder, part) in &parts {
        exit = exit.max(Exit::of_code(part.exit.into()).unwrap_or(Exit::Input));
        for claim in &part.claims {
            exit = exit.max(follows_from(claim, folder)?);
            claims.push((claim.clone(), copied(folder, part, claim, &arguments.out)?));
        }
    }
    forget_others(&arguments.out, &claims)?;
    // As one check would have told them: by file and place.
    let place = |claim: &Value| (claim["place"]["line"].as_u64(), claim["place"]["column"].as_u64());
    claims.sort_by(|(a, _), (b, _)| (a["file"].as_str(), place(a)).cmp(&(b["file"].as_str(), place(b))));
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (mut claim, certificate) in claims {
        let verdict = claim["verdict"].as_str().unwrap_or("unknown").to_owned();
        if arguments.json {
            claim["certificate"] =
                certificate.map_or(Value::Null, |path| Value::from(path.display().to_string()));
            terminal::json(&claim);
        } else if verdict != "valid" {
            let text = |key: &str| claim[key].as_str().unwrap_or_default().to_owned();
            let line = claim["place"]["line"].as_u64().unwrap_or(0);
            let value = claim["missing"]["text"].as_str().map(|value| format!("cannot produce {value}"));
            let (name, file) = (text("claim"), text("file"));
            terminal::line(&format!("{verdict:<12} {name:<20} {file}:{line}  {}", value.unwrap_or_default()));
        }
        *counts.entry(verdict).or_default() += 1;
    }
    if !arguments.json {
        let words: Vec<String> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
        let total = counted(counts.values().sum(), "claim");
        let (parts, out) = (counted(parts.len(), "part"), shown_path(&arguments.out));
        terminal::line(&format!("{total} of {parts}: {}; certificates in {out}", words.join(", ")));
    }
    Ok(exit)
}

/// The exit code that goes with what a list says of a claim, whatever it says of itself.
fn follows_from(claim: &Value, folder: &Path) -> Result<Exit, Failure> {
    let accepted = matches!(claim["verdict"].as_str(), Some("valid" | "valid-modulo"));
    if accepted && claim["certificate"].is_null() && claim["not_written"].is_null() {
        let name = claim["claim"].as_str().unwrap_or_default();
        return Err(Failure::input(format!(
            "{}: `{}` is accepted there without a certificate",
            shown_path(folder),
            shown_line(name)
        ))
        .help("check this part again"));
    }
    let denied = claim["denied"].as_array().is_some_and(|denied| !denied.is_empty());
    Ok(match claim["verdict"].as_str() {
        _ if denied => Exit::Rejected,
        Some("valid" | "valid-modulo") => Exit::Good,
        Some("rejected") => Exit::Rejected,
        _ => Exit::Unknown,
    })
}

/// Removes what an earlier run wrote there and no part has any more, as one check would have: it would vouch for claims that
/// are gone.
fn forget_others(out: &Path, claims: &[(Value, Option<PathBuf>)]) -> Result<(), Failure> {
    let mut manifest = Manifest::read(out);
    let mut kept: BTreeSet<PathBuf> = BTreeSet::new();
    for (claim, certificate) in claims {
        let Some(certificate) = certificate else { continue };
        let source = Path::new(claim["file"].as_str().unwrap_or_default());
        let beside = CertificateFile::load(certificate).ok().and_then(|file| file.source_beside());
        let beside = beside.map(|name| certificate.with_file_name(name));
        for path in beside.iter().chain([certificate]) {
            let below = path.strip_prefix(out).unwrap_or(path);
            manifest.add(below, source)?;
            kept.insert(below.to_owned());
        }
    }
    manifest.forget(|path, _| !kept.contains(path))?;
    manifest.settle()
}

/// Copies the certificate of a claim, if it has one and it is the one that was written.
fn copied(folder: &Path, part: &Part, claim: &Value, out: &Path) -> Result<Option<PathBuf>, Failure> {
    let Some(written) = claim["certificate"].as_str().map(Path::new) else { return Ok(None) };
    let plain = |path: &Path| path.components().all(|part| matches!(part, Component::Normal(_)));
    let relative = written.strip_prefix(&part.out).ok().filter(|path| plain(path)).ok_or_else(|| {
        Failure::input(format!("{}: {} is not below it", shown_path(folder), shown_path(written)))
    })?;
    let path = folder.join(relative);
    if path.exists() {
        inputs::must_be_file(&path, "a certificate")?;
    }
    let bytes = std::fs::read(&path)
        .map_err(|error| Failure::input(format!("{}: {}", shown_path(&path), terminal::plain(&error))))?;
    let file = CertificateFile::load(&path).ok();
    let hash = file
        .as_ref()
        .and_then(|file| Hashes::of(&file.certificate).ok())
        .map(|hashes| hashes.certificate.to_string());
    if hash.as_deref() != claim["hash"].as_str() {
        return Err(Failure::input(format!("{}: not the certificate that was written", shown_path(&path)))
            .help("check this part again"));
    }
    if let Some((name, file)) = file.and_then(|file| Some((file.source_beside()?, file))) {
        let source = relative.with_file_name(name);
        if !out.join(&source).is_file() {
            inputs::write_below(out, &source, file.source.text.as_bytes())?;
        }
    }
    inputs::write_below(out, relative, &bytes)?;
    Ok(Some(out.join(relative)))
}
