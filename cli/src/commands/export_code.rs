//! `covenant export --qcheck`, `--proptest` and `--alcotest`: generators as code, and functions as tests.

use super::{generator, test_module};
use crate::args::Export;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::inputs;
use crate::terminal::{self, Style};
use crate::test_args::Framework;
use covenant_certificates::shown::shown_path;
use covenant_code::{Language, export};
use covenant_exercise::Plan;
use covenant_front::{Module, Unit};

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
        let written = super::run::qcheck(&module_name(&stem), operators, &text);
        match &arguments.out {
            Some(path) => {
                inputs::write(path, written.as_bytes())?;
                terminal::line(&format!("{} written: Traces, Tests", shown_path(path)));
            }
            None => terminal::line(written.trim_end()),
        }
        return Ok(Exit::Good);
    }
    if module.units.is_empty() && !module.only.is_empty() && language == Language::QCheck {
        return write_tests(arguments, Framework::Qcheck, &module, &text);
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

/// Writes or prints the tests of functions, as `covenant test --write` does.
pub fn tests(arguments: &Export, framework: Framework) -> Result<Exit, Failure> {
    let (module, text) = generator::load(&arguments.file)?;
    write_tests(arguments, framework, &module, &text)
}

fn write_tests(
    arguments: &Export,
    framework: Framework,
    module: &Module,
    text: &str,
) -> Result<Exit, Failure> {
    let shown = shown_path(&arguments.file);
    let base = arguments.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let wanted = |unit: &&Unit| arguments.r#gen.as_ref().is_none_or(|name| unit.claim == *name);
    let plan = Plan::default();
    let tested: Vec<_> =
        module.only.iter().filter(wanted).map(|unit| test_module::tested(unit, &plan)).collect();
    let written = test_module::write(&base, text, &tested, &plan, framework);
    for (name, why) in &written.declined {
        terminal::message(Style::Doubt, "not exported", &format!("`{name}`: {why}"));
    }
    if written.functions.is_empty() {
        return Err(Failure::input(format!("{shown}: there is no test to export")).help(
            "a function is tested against a claim such as `[@@covers {| x:int -> {v:int | x <= v} |}]`",
        ));
    }
    match &arguments.out {
        Some(path) => {
            inputs::write(path, written.text.as_bytes())?;
            terminal::line(&format!("{} written: {}", shown_path(path), written.functions.join(", ")));
        }
        None => terminal::line(written.text.trim_end()),
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
