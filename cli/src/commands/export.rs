//! `covenant export`: a certificate as a Rocq file.

use crate::args::Export;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{inputs, terminal};

/// Writes or prints the file.
pub fn run(arguments: &Export) -> Result<Exit, Failure> {
    let file = inputs::certificate(&arguments.certificate)?;
    let exported = covenant_coq_export::export(&file).map_err(|error| {
        Failure::input(format!("{}: cannot be exported: {error}", arguments.certificate.display()))
            .help("`covenant audit` says whether the certificate is sound")
    })?;
    match &arguments.out {
        Some(path) => {
            inputs::write(path, exported.text.as_bytes())?;
            let proved = exported.conditions.iter().filter(|condition| condition.proved).count();
            terminal::line(&format!(
                "{} written: theorem {}, {proved} of {} conditions with proof",
                path.display(),
                exported.theorem,
                exported.conditions.len()
            ));
        }
        None => terminal::line(exported.text.trim_end()),
    }
    Ok(Exit::Good)
}
