//! `covenant export`: a certificate as a Rocq file; for generators as code see `export_code`.

use super::export_code;
use crate::args::Export;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::test_args::Framework;
use crate::{inputs, terminal};
use covenant_certificates::shown::shown_path;
use covenant_code::Language;

/// Writes or prints the file.
pub fn run(arguments: &Export) -> Result<Exit, Failure> {
    if arguments.form.alcotest {
        return export_code::tests(arguments, Framework::Alcotest);
    }
    if !arguments.form.rocq {
        let language = if arguments.form.qcheck { Language::QCheck } else { Language::Proptest };
        return export_code::run(arguments, language);
    }
    let file = inputs::certificate_to_write_out(&arguments.file)?;
    let system = crate::asking::system_of(&file);
    let exported = covenant_coq_export::export_with(&file, system.as_ref()).map_err(|error| {
        Failure::input(format!("{}: cannot be exported: {error}", shown_path(&arguments.file)))
            .help("`covenant audit` says whether the certificate is sound")
    })?;
    match &arguments.out {
        Some(path) => {
            inputs::write(path, exported.text.as_bytes())?;
            let proved = exported.conditions.iter().filter(|condition| condition.proved).count();
            terminal::line(&format!(
                "{} written: theorem {}, {proved} of {} conditions with proof",
                shown_path(path),
                exported.theorem,
                exported.conditions.len()
            ));
            if let Some(Err(why)) = &exported.effectful {
                terminal::line(&format!("no theorem about the program that asks: {why}"));
            }
        }
        None => terminal::line(exported.text.trim_end()),
    }
    Ok(Exit::Good)
}
