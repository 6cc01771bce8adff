//! Certificates about generators over a system under test: what their source says about the system.
//!
//! A certificate is about the pure program that such a generator is read as. The source that it carries is read again
//! here, and counts only if it translates to exactly what was certified.

use covenant_certificates::CertificateFile;
use covenant_certificates::canonical::canonical_statement;
use covenant_coq_export::System;
use covenant_front::{self as front, Operators};

/// What the source of a certificate says about a system, if the certificate is about a generator that asks.
fn operators_of(file: &CertificateFile) -> Option<Operators> {
    // Most sources have none; they are not read again.
    if !file.source.text.contains("@@operators") {
        return None;
    }
    let module = front::load(&file.source.file, &file.source.text).ok()?;
    let unit = module.units.iter().find(|unit| unit.claim == file.claim_name())?;
    let same = canonical_statement(&unit.statement).is_ok_and(|now| now == file.certificate.statement);
    let operators = module.operators.filter(|_| same)?;
    operators.generators.iter().any(|generator| generator.name == file.claim_name()).then_some(operators)
}

/// The system, for the theorem about the program that asks.
pub fn system_of(file: &CertificateFile) -> Option<System> {
    let operators = operators_of(file)?;
    Some(System {
        operators: operators.list.iter().map(|o| (o.constructor.clone(), o.answers)).collect(),
        generators: operators.generators.iter().map(|g| g.name.clone()).collect(),
    })
}

/// The generator as it is written, with its requests.
pub fn program_of(file: &CertificateFile) -> Option<String> {
    let operators = operators_of(file)?;
    let generator = operators.generators.iter().find(|generator| generator.name == file.claim_name())?;
    let text = file.source.text.get(generator.span.start..generator.span.end)?;
    let text = text.split("[@@").next().unwrap_or(text).trim_end();
    // Lines behind the first one keep the depth that they have relative to each other.
    let depth = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let depth = depth.map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let line = |(i, line): (usize, &str)| match i {
        0 => format!("let {line}"),
        _ => format!("  {}", line.get(depth..).unwrap_or("")),
    };
    Some(text.lines().enumerate().map(line).collect::<Vec<_>>().join("\n"))
}
