//! Finding the generator that `sample` and `enumerate` run, and reading its arguments.

use crate::args::Generator;
use crate::failure::Failure;
use crate::{siblings, snippet, terminal, values};
use covenant_budget::Deadline;
use covenant_certificates::shown::shown_path;
use covenant_execute::{Limits, Names, Value, show_argument};
use covenant_front::{self as front, Module};
use covenant_kernel::tables::{GlobalRef, ParamRow, SortRow, Statement, UNIT};
use std::path::Path;
use std::time::Duration;

/// A generator with its arguments.
pub struct Found {
    /// The program that it is part of.
    pub statement: Statement,
    /// The generator.
    pub global: GlobalRef,
    /// Its arguments.
    pub args: Vec<Value>,
    /// The call as OCaml would write it.
    pub call: String,
}

/// Reads a source file.
pub fn load(file: &Path) -> Result<(Module, String), Failure> {
    let text = siblings::alone(file)?;
    let shown = shown_path(file);
    let base = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let module = front::load(&base, &text).map_err(|diagnostics| {
        for diagnostic in &diagnostics {
            terminal::error_text(&snippet::diagnostic(&shown, &text, diagnostic));
        }
        Failure::input(format!("{shown}: cannot be read"))
    })?;
    Ok((module, text))
}

/// There is no such generator, but there are others.
pub fn unknown(module: &Module, shown: &str, name: &str) -> Failure {
    let names: Vec<&str> = module.units.iter().map(|unit| unit.claim.as_str()).collect();
    let failure = Failure::input(format!("{shown}: there is no generator `{name}` with a claim"));
    if names.is_empty() { failure } else { failure.help(format!("there are: {}", names.join(", "))) }
}

/// How far to go.
pub fn limits(arguments: &Generator) -> Limits {
    let deadline = Deadline::after_some(arguments.timeout.map(Duration::from_secs));
    Limits { deadline, ..Limits::with_steps(arguments.steps) }
}

/// Reads file, generator and arguments.
pub fn find(arguments: &Generator) -> Result<Found, Failure> {
    let (module, _) = load(&arguments.file)?;
    let Some(unit) = module.units.iter().find(|unit| unit.claim == arguments.r#gen) else {
        let shown = shown_path(&arguments.file);
        return Err(match module.declined.iter().find(|claim| claim.claim == arguments.r#gen) {
            Some(claim) => Failure::input(format!("{shown}: `{}` is {}", claim.claim, claim.why)),
            None => unknown(&module, &shown, &arguments.r#gen),
        });
    };
    let unit = unit.clone();
    let statement = unit.statement;
    let global = statement.claim;
    let params = statement
        .globals
        .get(global.0 as usize)
        .and_then(|row| statement.types.get(row.claim.0 as usize))
        .map(|ty| ty.params.as_slice())
        .unwrap_or_default();
    // A generator of one `unit` may be called without writing `()`.
    let unit = |param: &ParamRow| match param {
        ParamRow::Base(sort, _) => {
            matches!(statement.sorts.get(sort.0 as usize), Some(SortRow::Data(UNIT, _)))
        }
        ParamRow::Fun(_) => false,
    };
    let given: Vec<String> = match (params, arguments.args.len()) {
        ([one], 0) if unit(one) => vec!["()".to_owned()],
        _ => arguments.args.clone(),
    };
    if params.len() != given.len() {
        return Err(Failure::input(format!(
            "`{}` takes {}, not {}",
            arguments.r#gen,
            if params.len() == 1 { "1 argument".to_owned() } else { format!("{} arguments", params.len()) },
            given.len()
        ))
        .help("write them after --args, each in quotes if it contains spaces: --args 3 '[1; 2]'"));
    }
    let mut args = Vec::new();
    for (param, text) in params.iter().zip(&given) {
        match param {
            ParamRow::Base(sort, _) => args.push(
                values::parse(&statement, *sort, text)
                    .map_err(|why| Failure::input(format!("the argument `{text}`: {why}")))?,
            ),
            ParamRow::Fun(_) => {
                let name = &arguments.r#gen;
                return Err(Failure::input(format!("`{name}` takes a function, which cannot be given here"))
                    .help("run a generator that calls it"));
            }
        }
    }
    let written: Vec<String> =
        args.iter().map(|arg| show_argument(&statement, &Names::default(), arg)).collect();
    let call = format!("{} {}", arguments.r#gen, written.join(" ")).trim_end().to_owned();
    Ok(Found { statement, global, args, call })
}
