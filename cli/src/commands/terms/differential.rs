//! `covenant terms --differential A B`: two commands that turn a module into a program, and what the programs print.
//!
//! Terms go through in batches, so that a compiler is started once for a thousand of them. A difference is shrunk: smaller terms
//! of the same type are compiled, many at a time, and the smallest that still differs is the next to be shrunk. All limits are
//! counts; the clock only ends a command that hangs.

use crate::args::Terms;
use crate::exit::Exit;
use crate::external::{self, NoAnswer};
use crate::failure::Failure;
use crate::ocaml::build::private_folder;
use crate::terminal::{self, Style};
use crate::{inputs, interrupt};
use covenant_certificates::shown::shown_path;
use covenant_terms::print::{Language, Printer};
use covenant_terms::{Generator, Term, module, shrink};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What to do about a type whose arguments or results cannot be compared.
const UNWRITABLE: &str = "--type decides what terms are applied to and what is compared: give one whose arguments and result can be written down";
/// How often the compilers are asked while one difference is shrunk.
const QUESTIONS: u32 = 120;
/// Smaller terms that they are asked about at a time.
const CANDIDATES: usize = 60;
/// Differences that are shrunk and reported; more of them have the same cause.
const MOST_REPORTED: usize = 10;
/// What a program prints for a run that took too long, which says nothing about the term.
const TOO_LONG: &str = "?";
/// What a compiler says is shown up to here.
const MOST_SAID: usize = 12;

/// What a program printed: by term and row.
type Output = BTreeMap<(usize, usize), String>;

struct Compared<'a> {
    arguments: &'a Terms,
    commands: [Vec<String>; 2],
    language: Language,
    folder: PathBuf,
}

/// Compares the two commands on all terms.
pub fn run(arguments: &Terms, generator: &mut Generator<'_>, commands: &[String]) -> Result<Exit, Failure> {
    let [first, second] = commands else {
        return Err(Failure::input("--differential takes two commands"));
    };
    let words = |command: &String| command.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let commands = [words(first), words(second)];
    if commands.iter().any(Vec::is_empty) {
        return Err(Failure::input("--differential takes two commands, and one is empty"));
    }
    let goal = generator.goal().clone();
    let folder = private_folder()
        .map_err(|error| Failure::input(format!("no temporary folder: {}", terminal::plain(&error))))?;
    let compared = Compared {
        arguments,
        commands,
        language: super::language(arguments),
        folder: folder.path().to_owned(),
    };
    let (mut made, mut rows, mut values, mut reported) = (0u64, 0u64, 0u64, Vec::new());
    let mut different = 0usize;
    while made < arguments.n && !interrupt::asked() {
        let many = arguments.batch.min(arguments.n - made);
        let terms: Vec<Term> = (made..made + many)
            .map(|index| generator.generate(arguments.seed, index, arguments.size))
            .collect();
        let (left, right) =
            compared.outputs(generator, &goal, &terms, Some(made)).map_err(|mut failure| {
                if made > 0 {
                    failure.message.push_str(&format!(
                        "\n{made} terms were compared before, {different} of them differ"
                    ));
                }
                failure
            })?;
        rows += left.len() as u64;
        values += left.values().filter(|value| is_value(value)).count() as u64;
        let found = first_differences(&left, &right, terms.len());
        different += found.len();
        for at in found {
            if reported.len() < MOST_REPORTED {
                reported.push((made + at as u64, compared.shrunk(generator, &goal, &terms[at])?));
            }
        }
        made += many;
        let so_far = format!("{made} terms, {rows} results, {different} terms that differ");
        terminal::message(Style::Help, "so far", &so_far);
    }
    for (index, (term, row, left, right)) in &reported {
        let printer = Printer::new(generator.environment(), compared.language, false);
        terminal::line(&format!("term {index}, row {row}: {left} / {right}"));
        terminal::line(&format!("  {}", printer.print(term)));
    }
    if arguments.json {
        terminal::json(&json!({
            "commands": [first, second],
            "terms": made,
            "results": rows,
            "values": values,
            "different": different,
        }));
    } else {
        terminal::line(&format!(
            "{made} terms, {rows} results, {values} of them values; {different} terms differ between `{first}` and `{second}`"
        ));
    }
    Ok(if different == 0 { Exit::Good } else { Exit::Rejected })
}

/// Is there something to see, and not only a failure? `[!` is a list that fails at once.
fn is_value(shown: &str) -> bool {
    !matches!(shown, "!" | "[!" | TOO_LONG)
}

/// The terms that differ in some row.
fn first_differences(left: &Output, right: &Output, terms: usize) -> Vec<usize> {
    (0..terms).filter(|term| row_that_differs(left, right, *term).is_some()).collect()
}

fn row_that_differs(left: &Output, right: &Output, term: usize) -> Option<(usize, String, String)> {
    let nothing = || "nothing".to_owned();
    let rows = |output: &Output| output.range((term, 0)..(term + 1, 0)).map(|((_, row), _)| *row).max();
    let last = rows(left).max(rows(right))?;
    (0..=last).find_map(|row| {
        let (a, b) = (left.get(&(term, row)), right.get(&(term, row)));
        let says_nothing = |value: Option<&String>| value.is_some_and(|value| value.contains(TOO_LONG));
        (a != b && !says_nothing(a) && !says_nothing(b))
            .then(|| (row, a.cloned().unwrap_or_else(nothing), b.cloned().unwrap_or_else(nothing)))
    })
}

impl Compared<'_> {
    fn extension(&self) -> &'static str {
        if self.language == Language::Haskell { "hs" } else { "ml" }
    }

    /// Compiles and runs both ways. A batch is kept if one of the commands fails on it.
    fn outputs(
        &self,
        generator: &Generator<'_>,
        goal: &covenant_terms::Type,
        terms: &[Term],
        batch: Option<u64>,
    ) -> Result<(Output, Output), Failure> {
        let text = module::program(generator.environment(), goal, terms, self.language)
            .map_err(|why| Failure::input(why.0).help(UNWRITABLE))?;
        let file = format!("terms.{}", self.extension());
        let keep = |failure: Failure| match batch {
            Some(number) => self.keep(&text, number, failure),
            None => failure,
        };
        let written = fs::write(self.folder.join(&file), &text);
        written.map_err(|error| Failure::input(format!("{file}: {}", terminal::plain(&error))))?;
        if let (Some(folder), Some(number)) = (&self.arguments.out, batch) {
            let name = format!("batch-{number}.{}", self.extension());
            inputs::write_below(folder, Path::new(&name), text.as_bytes())?;
        }
        let left = self.output(0, &file).map_err(keep)?;
        let right = self.output(1, &file).map_err(keep)?;
        Ok((left, right))
    }

    fn keep(&self, text: &str, number: u64, mut failure: Failure) -> Failure {
        let folder = self.arguments.out.clone().unwrap_or_else(|| PathBuf::from("covenant-terms"));
        let name = PathBuf::from(format!("batch-{number}.{}", self.extension()));
        if inputs::make_folder(&folder).is_ok()
            && inputs::write_below(&folder, &name, text.as_bytes()).is_ok()
        {
            failure.message.push_str(&format!("\nthe batch is kept: {}", shown_path(&folder.join(name))));
        }
        failure
    }

    /// What the program that a command makes prints.
    fn output(&self, which: usize, file: &str) -> Result<Output, Failure> {
        let limit = Duration::from_secs(self.arguments.timeout);
        let words = &self.commands[which];
        let shown = words.join(" ");
        let program = format!("program{which}");
        let mut arguments: Vec<String> =
            words[1..].iter().map(|word| word.replace("{in}", file).replace("{out}", &program)).collect();
        if !words.iter().any(|word| word.contains("{in}")) {
            arguments.extend(["-o".to_owned(), program.clone(), file.to_owned()]);
        }
        let seconds = self.arguments.timeout;
        let compiled =
            external::run_in(&self.folder, &words[0], &arguments, "", limit).map_err(|why| match why {
                NoAnswer::NotStarted(why) => {
                    Failure::input(format!("`{}` could not be started: {why}", words[0])).help(
                        "give a compiler that is installed, with its options, e.g. 'ocamlopt -inline 1000'",
                    )
                }
                NoAnswer::TimedOut => Failure::input(format!("`{shown}` did not end within {seconds} s"))
                    .help("--timeout gives it longer, --batch and --size make it less work"),
            })?;
        if !compiled.success {
            let said: Vec<&str> =
                compiled.errors.lines().chain(compiled.output.lines()).take(MOST_SAID).collect();
            return Err(Failure::input(format!("`{shown}` refuses the module:\n{}", said.join("\n"))));
        }
        let no_words: &[&str] = &[];
        let ended = external::run_in(&self.folder, self.folder.join(&program), no_words, "", limit).map_err(
            |why| match why {
                NoAnswer::NotStarted(why) => {
                    Failure::input(format!("the program made by `{shown}` could not be started: {why}"))
                }
                NoAnswer::TimedOut => {
                    Failure::input(format!("the program made by `{shown}` did not end within {seconds} s"))
                        .help("the environment can stop long runs: see `module Fuel` in docs/TERMS.md")
                }
            },
        )?;
        let mut output = Output::new();
        for line in ended.output.lines() {
            let mut words = line.splitn(3, ' ');
            let numbers = (
                words.next().and_then(|word| word.parse().ok()),
                words.next().and_then(|word| word.parse().ok()),
            );
            if let (Some(term), Some(row)) = numbers {
                output.insert((term, row), words.next().unwrap_or("").to_owned());
            }
        }
        if !ended.success {
            return Err(Failure::input(format!(
                "the program made by `{shown}` ended with exit code {:?} before all terms were run",
                ended.code
            )));
        }
        Ok(output)
    }

    /// A small term that differs, with the row and the two results.
    fn shrunk(
        &self,
        generator: &Generator<'_>,
        goal: &covenant_terms::Type,
        term: &Term,
    ) -> Result<(Term, usize, String, String), Failure> {
        let (left, right) = self.outputs(generator, goal, std::slice::from_ref(term), None)?;
        let mut shown = row_that_differs(&left, &right, 0).unwrap_or_default();
        let limits = (QUESTIONS, CANDIDATES);
        let smallest = shrink::smallest(generator.environment(), term, goal, limits, |candidates| {
            if interrupt::asked() {
                return Ok(None);
            }
            let (left, right) = self.outputs(generator, goal, candidates, None)?;
            let differs = |at| Some((at, row_that_differs(&left, &right, at)?));
            let Some((found, row)) = (0..candidates.len()).find_map(differs) else { return Ok(None) };
            shown = row;
            Ok::<_, Failure>(Some(found))
        })?;
        let (row, left, right) = shown;
        Ok((smallest, row, left, right))
    }
}
