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
    if let (Some(operators), Language::QCheck, None) = (&module.operators, language, &arguments.r#gen) {
        let stem =
            arguments.file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let text = super::run::qcheck(&module_name(&stem), operators);
        match &arguments.out {
            Some(path) => {
                inputs::write(path, text.as_bytes())?;
                terminal::line(&format!("{} written: Traces, Tests", shown_path(path)));
            }
            None => terminal::line(text.trim_end()),
        }
        return Ok(Exit::Good);
    }
    let exported =
        export(&module, &text, language, arguments.r#gen.as_deref(), arguments.types_from.as_deref());
    let unread = module.declined.iter().filter(|_| arguments.r#gen.is_none());
    for unread in unread {
        terminal::message(Style::Doubt, "not exported", &format!("`{}`: {}", unread.claim, unread.why));
    }
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

/// The module that OCaml makes of a file.
fn module_name(stem: &str) -> String {
    let mut letters = stem.chars();
    letters
        .next()
        .map_or_else(String::new, |first| format!("{}{}", first.to_ascii_uppercase(), letters.as_str()))
}
