//! `covenant terms`: random well-typed terms that use what they bind, and compilers compared on them.

mod differential;

use crate::args::{TermLanguage, Terms};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::terminal::{self, Style, styled};
use crate::{inputs, interrupt};
use covenant_certificates::shown::shown_path;
use covenant_terms::print::{Language, Printer};
use covenant_terms::{
    DEFAULT_ENVIRONMENT, DEFAULT_HASKELL, Environment, Generator, Term, Type, Usage, Weights, module,
    notation, picture, polymorphic, read,
};
use serde_json::json;
use std::path::Path;

/// The name under which the shipped environment appears in messages.
const SHIPPED: &str = "the shipped environment";

/// Makes terms and prints, counts, draws or compares them.
pub fn run(arguments: &Terms) -> Result<Exit, Failure> {
    let weights = weights(arguments)?;
    if arguments.print_weights {
        terminal::line(weights.to_file().trim_end());
        return Ok(Exit::Good);
    }
    let environment = environment(arguments)?;
    let environment = polymorphic::with_functions(
        &environment,
        &weights,
        arguments.functions,
        arguments.seed,
        FUNCTION_SIZE,
    )
    .map_err(|why| Failure::input(why.to_string()))?;
    let goal = goal(arguments, &environment)?;
    let mut generator = Generator::new(&environment, weights, &goal).map_err(|why| {
        Failure::input(why.to_string())
            .help("ask for another type, or give an environment (--env) with a constant that makes one")
    })?;
    if let Some(commands) = &arguments.differential {
        return differential::run(arguments, &mut generator, commands);
    }
    if let Some(path) = &arguments.grow {
        return grow(arguments, &mut generator, path);
    }
    let mut terms = Vec::new();
    let mut usage = Usage::default();
    for index in 0..arguments.n {
        if interrupt::asked() {
            break;
        }
        let term = generator.generate(arguments.seed, index, arguments.size);
        usage.add(&term);
        terms.push(term);
    }
    print(arguments, &environment, &goal, &terms, &usage)?;
    Ok(Exit::Good)
}

/// Size of the functions of `--functions`.
const FUNCTION_SIZE: usize = 12;

fn weights(arguments: &Terms) -> Result<Weights, Failure> {
    let shipped = if arguments.local { Weights::local() } else { Weights::default() };
    match &arguments.weights {
        None => Ok(shipped),
        Some(path) => shipped.read(&inputs::source(path)?).map_err(|error| {
            Failure::input(format!("{}:{}: {}", shown_path(path), error.line, error.message))
                .help("`covenant terms --print-weights` prints a file to start from")
        }),
    }
}

fn environment(arguments: &Terms) -> Result<Environment, Failure> {
    let (name, text) = match &arguments.env {
        Some(path) => (shown_path(path), inputs::source(path)?),
        None => (SHIPPED.to_owned(), DEFAULT_ENVIRONMENT.to_owned()),
    };
    let mut environment = read::environment(&text).map_err(|error| {
        Failure::input(format!("{name}:{}:{}: {}", error.line, error.column, error.message))
    })?;
    environment.haskell = match (&arguments.definitions, &arguments.env) {
        (Some(path), _) => Some(inputs::source(path)?),
        (None, None) => Some(DEFAULT_HASKELL.to_owned()),
        (None, Some(_)) => None,
    };
    let module = arguments.module || arguments.differential.is_some();
    if module
        && language(arguments) == Language::Haskell
        && environment.haskell.is_none()
        && !environment.constants.is_empty()
    {
        return Err(Failure::input(format!("the constants of {name} are defined in OCaml, not in Haskell"))
            .help("give a Haskell file that defines them with --definitions"));
    }
    Ok(environment)
}

fn goal(arguments: &Terms, environment: &Environment) -> Result<Type, Failure> {
    let text = arguments.r#type.as_deref().unwrap_or_default();
    notation::parse(text, environment, true).map(|scheme| scheme.ty).map_err(|error| {
        let caret = " ".repeat(text[..error.at].chars().count());
        Failure::input(format!("--type: {}\n  {text}\n  {caret}^", error.message))
            .help("types are written as in OCaml; `.. -> t` leaves the parameters to the generator")
    })
}

fn language(arguments: &Terms) -> Language {
    match arguments.r#as {
        TermLanguage::Ocaml => Language::Ocaml,
        TermLanguage::Haskell => Language::Haskell,
        TermLanguage::Sexp => Language::Sexp,
    }
}

/// Draws a term and how it grew.
fn grow(arguments: &Terms, generator: &mut Generator<'_>, path: &Path) -> Result<Exit, Failure> {
    let mut steps = Vec::new();
    let term = generator.generate_shown(arguments.seed, 0, arguments.size, &mut |step, term| {
        steps.push((step.clone(), term.clone()));
    });
    let environment = generator.environment();
    inputs::write(path, picture::steps(environment, &steps).as_bytes())?;
    terminal::line(&Printer::new(environment, language(arguments), arguments.tupled).print(&term));
    terminal::message(
        Style::Help,
        "written",
        &format!("{}: {}", shown_path(path), terminal::counted(steps.len(), "step")),
    );
    Ok(Exit::Good)
}

fn print(
    arguments: &Terms,
    environment: &Environment,
    goal: &Type,
    terms: &[Term],
    usage: &Usage,
) -> Result<(), Failure> {
    let language = language(arguments);
    let text = if arguments.summary {
        None
    } else if arguments.module {
        Some(module::library(environment, goal, terms, language, arguments.tupled))
    } else {
        let printer = Printer::new(environment, language, arguments.tupled);
        let lines: Vec<String> = terms.iter().map(|term| printer.print(term)).collect();
        if arguments.json {
            terminal::json(&summary_json(arguments, usage, &lines));
            return Ok(());
        }
        Some(lines.join("\n"))
    };
    if arguments.json {
        terminal::json(&summary_json(arguments, usage, &[]));
        return Ok(());
    }
    match (&arguments.out, &text) {
        (Some(path), Some(text)) => inputs::write(path, format!("{}\n", text.trim_end()).as_bytes())?,
        (None, Some(text)) if !text.is_empty() => terminal::line(text.trim_end()),
        _ => {}
    }
    // A module on standard output must stay one.
    if arguments.summary || arguments.out.is_some() {
        for line in summary(usage) {
            terminal::line(&line);
        }
    }
    Ok(())
}

fn mean(sum: u64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum as f64 / count as f64 }
}

fn summary(usage: &Usage) -> Vec<String> {
    let part =
        |name: &str, text: String| format!("  {} {text}", styled(Style::Strong, &format!("{name:<22}")));
    let share = |used: covenant_terms::usage::Used| {
        if used.all == 0 {
            "none".to_owned()
        } else {
            format!("{:.1} % of {} used", used.percent(), used.all)
        }
    };
    let (low, high) = usage.sizes.unwrap_or_default();
    vec![
        styled(Style::Strong, &terminal::counted(usage.terms as usize, "term")),
        part("size", format!("{:.1} on average, {low} to {high}", mean(usage.size, usage.terms))),
        part("depth", format!("{:.1} on average, at most {}", mean(usage.depth, usage.terms), usage.deepest)),
        part("parameters", share(usage.parameters())),
        part("  extensible", share(usage.extensible)),
        part("  others", share(usage.plain)),
        part("let bindings", share(usage.lets)),
        part("variables of patterns", share(usage.patterns)),
        part(
            "extensible functions",
            format!("{}, {} without parameters", usage.extensible_lambdas, usage.thunks),
        ),
    ]
}

fn summary_json(arguments: &Terms, usage: &Usage, terms: &[String]) -> serde_json::Value {
    let share = |used: covenant_terms::usage::Used| json!({ "used": used.used, "all": used.all });
    json!({
        "type": arguments.r#type,
        "seed": arguments.seed,
        "local": arguments.local,
        "terms": usage.terms,
        "size": mean(usage.size, usage.terms),
        "depth": mean(usage.depth, usage.terms),
        "parameters": share(usage.parameters()),
        "extensible": share(usage.extensible),
        "plain": share(usage.plain),
        "lets": share(usage.lets),
        "patterns": share(usage.patterns),
        "list": terms,
    })
}
