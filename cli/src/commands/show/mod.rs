//! `covenant show`: the derivation of a certificate beside its source.

mod model;
mod pictures;
mod tree;

use crate::args::Show;
use crate::derivation::Derivation;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{inputs, pages, terminal};
use covenant_certificates::shown::shown_path;

/// Shows a certificate.
pub fn run(arguments: &Show) -> Result<Exit, Failure> {
    let file = inputs::certificate_to_write_out(&arguments.certificate)?;
    let derivation = Derivation::of(&file);
    let model = model::Model::of(&file, &derivation);
    if let Some(number) = arguments.node {
        let count = file.certificate.proof.nodes.len();
        let Some(node) = model.nodes.get(number as usize) else {
            return Err(Failure::input(format!(
                "no node {number}: the derivation has nodes 0 to {}",
                count.max(1) - 1
            ))
            .help("`covenant show CERT` lists them"));
        };
        tree::print_node(&file, &model, node);
    } else if let Some(path) = &arguments.html {
        inputs::write(path, pages::derivation(&model.with_shown_source()).as_bytes())?;
        terminal::line(&format!("{} written; open it in a browser", shown_path(path)));
    } else if arguments.json {
        let value = serde_json::to_value(&model).map_err(|error| Failure::input(error.to_string()))?;
        terminal::json(&value);
    } else {
        tree::print(&model);
    }
    // What is shown may well be a certificate that the kernel rejects; `audit` judges.
    Ok(Exit::Good)
}
