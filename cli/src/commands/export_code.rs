//! `covenant export --qcheck` and `--proptest`: generators as code.

use super::generator;
use crate::args::Export;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::inputs;
use crate::terminal::{self, Style};
use covenant_certificates::shown::shown_path;
use covenant_code::{Language, export};

/// Writes or prints the module. What cannot be exported is said, by name; if nothing is left,
/// that is an error.
pub fn run(arguments: &Export, language: Language) -> Result<Exit, Failure> {
    let (module, text) = generator::load(&arguments.file)?;
    let shown = shown_path(&arguments.file);
    if let Some(name) = &arguments.r#gen
        && !module.units.iter().any(|unit| unit.claim == *name)
    {
        return Err(generator::unknown(&module, &shown, name));
    }
    let exported =
        export(&module, &text, language, arguments.r#gen.as_deref(), arguments.types_from.as_deref());
    for (name, why) in &exported.declined {
        terminal::message(Style::Doubt, "not exported", &format!("`{name}`: {why}"));
    }
    for (name, why) in &exported.partial_specs {
        terminal::message(
            Style::Doubt,
            "note",
            &format!("the specification of `{name}` is exported in part: not {why}"),
        );
    }
    if exported.generators.is_empty() {
        let failure = Failure::input(format!("{shown}: there is nothing to export"));
        return Err(if exported.declined.is_empty() {
            failure.help("only generators with a claim are exported")
        } else {
            failure
        });
    }
    match &arguments.out {
        Some(path) => {
            inputs::write(path, exported.text.as_bytes())?;
            terminal::line(&format!("{} written: {}", shown_path(path), exported.generators.join(", ")));
        }
        None => terminal::line(exported.text.trim_end()),
    }
    Ok(Exit::Good)
}
