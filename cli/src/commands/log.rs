//! `covenant log`: what solvers were asked, and the queries as files that any solver can run.

use crate::args::Log;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::inputs;
use crate::terminal::{self, Style, styled};
use covenant_certificates::query::Query;
use covenant_certificates::shown::shown_path;
use covenant_certificates::{CertificateFile, QueryLog, QueryText};
use serde_json::json;
use std::path::Path;

/// A recorded query and what it is about.
pub struct Recorded<'a> {
    /// `vc12` or the name of a lemma.
    pub about: String,
    /// Number among the queries about the same thing.
    pub number: usize,
    /// The query.
    pub query: &'a QueryLog,
}

/// All recorded queries, lemmas first, as the kernel checks them.
pub fn queries(file: &CertificateFile) -> Vec<Recorded<'_>> {
    let mut all = Vec::new();
    for lemma in &file.log.lemmas {
        let row = file.certificate.proof.lemmas.get(lemma.lemma.0 as usize);
        let name = row.map_or_else(|| lemma.lemma.0.to_string(), |row| row.name.clone());
        for (number, query) in lemma.queries.iter().enumerate() {
            all.push(Recorded { about: format!("lemma-{name}"), number, query });
        }
    }
    for condition in &file.log.conditions {
        for (number, query) in condition.queries.iter().enumerate() {
            all.push(Recorded { about: format!("vc{}", condition.vc), number, query });
        }
    }
    all
}

/// Prints or extracts the log.
pub fn run(arguments: &Log) -> Result<Exit, Failure> {
    let file = inputs::certificate(&arguments.certificate)?;
    let queries = queries(&file);
    if let Some(folder) = &arguments.out {
        inputs::make_folder(folder)?;
    }
    let mut written = 0;
    for recorded in &queries {
        let name = file_name(recorded);
        let text = match &recorded.query.query {
            QueryText::Text(text) => Some(text),
            QueryText::Hash(_) => None,
        };
        if let (Some(folder), Some(text)) = (&arguments.out, text) {
            let Some(query) = Query::parse(text) else { continue };
            // The standard wants one, and cvc5 warns without it.
            let logic = if text.contains("(set-logic") { "" } else { "(set-logic ALL)\n" };
            let content = header(&file, recorded) + logic + &query.to_string();
            inputs::write_below(folder, Path::new(&name), content.as_bytes())?;
            written += 1;
        }
        if arguments.json {
            let line = json!({
                "about": recorded.about,
                "file": text.map(|_| &name),
                "solver": recorded.query.solver,
                "version": recorded.query.version,
                "answer": "unsat",
                "core": recorded.query.core,
                "instances": recorded.query.instances,
                "hash": recorded.query.query.hash(),
            });
            terminal::json(&line);
        } else {
            print(recorded, &name);
        }
    }
    if !arguments.json {
        match (&arguments.out, queries.len()) {
            (_, 0) => terminal::line("No solver was asked anything: all evidence was found without one."),
            (Some(folder), _) => {
                terminal::line(&format!("{} written to {}", queries_in_words(written), shown_path(folder)));
            }
            (None, count) => terminal::line(&format!(
                "{}; `--out DIR` writes them as SMT-LIB files that any solver can run",
                queries_in_words(count)
            )),
        }
    }
    Ok(Exit::Good)
}

fn queries_in_words(count: usize) -> String {
    if count == 1 { "1 query".to_owned() } else { format!("{count} queries") }
}

fn print(recorded: &Recorded<'_>, name: &str) {
    let QueryLog { solver, version, core, instances, .. } = recorded.query;
    terminal::line(&format!(
        "{}  {solver} {version}: unsat, core of {} assertions  {}",
        styled(Style::Strong, &format!("{} #{}", recorded.about, recorded.number + 1)),
        core.len(),
        styled(Style::Faint, name),
    ));
    for instance in instances {
        terminal::line(&format!("    used {instance}"));
    }
}

/// A name for the file; names of lemmas come from users.
fn file_name(recorded: &Recorded<'_>) -> String {
    let about: String = recorded
        .about
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '_' })
        .take(80)
        .collect();
    format!("{about}-{}.smt2", recorded.number + 1)
}

fn header(file: &CertificateFile, recorded: &Recorded<'_>) -> String {
    let plain = |text: &str| text.replace(['\n', '\r'], " ");
    let QueryLog { solver, version, core, .. } = recorded.query;
    format!(
        "; claim {} of {}: {}\n; answered unsat by {} {}\n; unsat core: {}\n",
        plain(file.claim_name()),
        plain(&file.source.file),
        plain(&recorded.about),
        plain(solver),
        plain(version),
        plain(&core.join(" ")),
    )
}
