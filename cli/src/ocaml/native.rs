//! Functions as OCaml runs them: the user's own source, compiled, and called with values that were chosen here.
//!
//! Arguments are written as OCaml, by the printer that writes them for people. What comes back is read from memory by
//! its type, so that nothing has to be printable; a value that is not what its type says (an abstract type with another
//! representation, a function) is an error, never a wrong value.
//!
//! Each program that was started has a limit on processor time. A call that was under way when the limit was
//! reached is tried once more as the first of a program: if that does not end either, it did not return.

use super::Ocaml;
use super::build::{self, Built, NotCompiled};
use super::confirm::{compile_subject, first_error, unescaped};
use super::decode::decode;
use super::driver::{SUBJECT, atoms_in, expressible, function, module_name};
use super::run::{ProgramEnd, RunLimits, complete_lines, run_bounded};
use covenant_execute::{Asked, Names, Program, Sort, Value, show_argument, show_table};
use covenant_exercise::{Answer, Untestable};
use covenant_kernel::tables::{GlobalRef, ParamRow};
use std::fmt::Write as _;
use std::fs;
use std::time::Duration;
use tempfile::TempDir;

/// Calls functions and writes down what comes back.
pub(super) const RUNNER: &str = include_str!("../../../elaborator/ocaml/covenant_native.ml");
/// What a report may be, at most.
const MOST_REPORT_BYTES: u64 = 64 << 20;
/// Calls that may fail to return before the rest is not run.
const MOST_LOST: usize = 3;

/// A function of a compiled source.
pub struct Native<'a> {
    ocaml: &'static Ocaml,
    harness: Built,
    folder: TempDir,
    program: Program<'a>,
    result: Sort,
    /// For each parameter that is a function, the sorts of what it takes.
    functions: Vec<Option<Vec<Sort>>>,
    name: String,
    /// Seconds of processor time for a call.
    seconds: u32,
}

/// How calls ended that one program made.
enum Line {
    Returned(String),
    Raised(String),
    Large,
    /// A function among the arguments has no answer: which, and for what.
    Asked(String),
}

impl<'a> Native<'a> {
    /// Compiles a source.
    ///
    /// # Errors
    ///
    /// What OCaml says about it.
    pub fn compile(
        ocaml: &'static Ocaml,
        source: &str,
        name: &str,
        program: Program<'a>,
        global: GlobalRef,
        seconds: u32,
    ) -> Result<Native<'a>, String> {
        let said = |why: NotCompiled| match why {
            NotCompiled::NoAnswer(why) => why,
            NotCompiled::Refused(message) => {
                format!("OCaml {} does not compile the file: {}", ocaml.version, first_error(&message))
            }
        };
        let io = |error: std::io::Error| crate::terminal::plain(&error);
        let harness = build::harness(ocaml).map_err(said)?;
        let folder = build::private_folder().map_err(io)?;
        fs::write(folder.path().join(format!("{SUBJECT}.ml")), source).map_err(io)?;
        compile_subject(ocaml, &harness, folder.path(), source).map_err(said)?;
        fs::write(folder.path().join("covenant_native.ml"), RUNNER).map_err(io)?;
        ocaml.compile(folder.path(), &["-w", "-a", "-c", "covenant_native.ml"]).map_err(said)?;
        let claim = program.fun_type(program.global(global).claim);
        let result = program.sort(claim.result, &[]);
        let base = |param: &ParamRow| match param {
            ParamRow::Base(sort, _) => Some(program.sort(*sort, &[])),
            ParamRow::Fun(_) => None,
        };
        let function = |param: &ParamRow| match param {
            ParamRow::Base(..) => None,
            ParamRow::Fun(ty) => program.fun_type(*ty).params.iter().map(base).collect(),
        };
        let functions = claim.params.iter().map(function).collect();
        Ok(Native { ocaml, harness, folder, program, result, functions, name: name.to_owned(), seconds })
    }

    /// Calls the function with each list of arguments, in order. Fewer answers than calls if too many did not return.
    ///
    /// # Errors
    ///
    /// If the calls cannot be written or run, or what comes back is no value of the type.
    pub fn run(&mut self, inputs: &[Vec<Value>]) -> Result<Vec<Answer>, Untestable> {
        if inputs.is_empty() {
            return Ok(Vec::new());
        }
        let not_run = |why: String| Untestable::NotRun(why);
        self.link(inputs)?;
        let mut lines: Vec<Option<Line>> = Vec::new();
        lines.resize_with(inputs.len(), || None);
        let mut answers: Vec<Option<Answer>> = vec![None; inputs.len()];
        let (mut next, mut lost) = (0, 0);
        while next < inputs.len() {
            let (end, begun) = self.start(next, &mut lines).map_err(not_run)?;
            let under_way = begun.filter(|at| lines.get(*at).is_some_and(Option::is_none));
            let Some(at) = under_way else {
                if end != ProgramEnd::Well || begun.is_none() {
                    return Err(not_run("the program ends before the function is called".to_owned()));
                }
                break;
            };
            let answer = match &end {
                // The calls before it may have used up the time.
                ProgramEnd::Stopped if at > next => {
                    next = at;
                    continue;
                }
                ProgramEnd::Stopped => Answer { did_not_return: true, ..Answer::default() },
                ProgramEnd::Well => raised("it ends the program"),
                ProgramEnd::Badly(why) => raised(why),
            };
            lost += usize::from(answer.did_not_return);
            answers[at] = Some(answer);
            next = at + 1;
            if lost >= MOST_LOST {
                break;
            }
        }
        let mut list = Vec::new();
        for (line, answer) in lines.into_iter().zip(answers) {
            list.push(match (line, answer) {
                (Some(line), _) => self.answer(line)?,
                (None, Some(answer)) => answer,
                (None, None) => break,
            });
        }
        Ok(list)
    }

    fn answer(&self, line: Line) -> Result<Answer, Untestable> {
        Ok(match line {
            Line::Raised(what) => raised(&what),
            Line::Asked(text) => {
                let asked = self.asked(&text).ok_or_else(|| {
                    let why = "what it gives to a function is not in memory as its type says";
                    Untestable::NotRun(why.to_owned())
                })?;
                Answer { asked: Some(asked), ..Answer::default() }
            }
            Line::Large => raised("it returns a value of more than 100,000 parts"),
            Line::Returned(text) => {
                let mut words = text.split(' ');
                let value =
                    decode(&self.program, &self.result, &mut words).filter(|_| words.next().is_none());
                let value = value.ok_or_else(|| {
                    Untestable::NotRun("what it returns is not in memory as its type says".to_owned())
                })?;
                Answer { values: vec![value], ..Answer::default() }
            }
        })
    }

    /// What a function among the arguments was asked for.
    fn asked(&self, text: &str) -> Option<Asked> {
        let mut fields = text.split('\t');
        let number: usize = fields.next()?.parse().ok()?;
        let sorts = self.functions.get(number)?.as_ref()?;
        let args = sorts.iter().map(|sort| {
            let mut words = fields.next()?.split(' ');
            decode(&self.program, sort, &mut words).filter(|_| words.next().is_none())
        });
        let args = args.collect::<Option<Vec<_>>>()?;
        fields.next().is_none().then_some(Asked { number, args })
    }

    /// An argument as OCaml writes it; a function that has no answer says so.
    fn argument(&self, number: usize, value: &Value) -> String {
        let (statement, names) = (self.program.statement(), Names::default());
        let Value::Table(table) = value else { return show_argument(statement, &names, value) };
        let parts: Vec<String> = (1..=table.parameters).map(|i| format!("Native__.part x{i}")).collect();
        let otherwise = format!("Native__.asked {number} [{}]", parts.join("; "));
        format!("({})", show_table(statement, &names, table, &otherwise))
    }

    /// The program that makes the calls.
    fn link(&self, inputs: &[Vec<Value>]) -> Result<(), Untestable> {
        let module = module_name();
        let called = function(&module, &self.name);
        let mut text = format!(
            "[@@@warning \"-a\"]\nmodule Native__ = Covenant_native\nopen! Covenant_runtime\n\
             let () = Native__.initialised ()\nlet call__ = {called}\n"
        );
        for (number, args) in inputs.iter().enumerate() {
            if !args.iter().all(expressible) {
                return Err(Untestable::NotRun("an argument has no literal in OCaml".to_owned()));
            }
            let most = args.iter().map(atoms_in).max().unwrap_or(0);
            let atoms: String = ('a'..='z').take(most).map(|c| format!("let {c} = '{c}' in ")).collect();
            let args: Vec<String> =
                args.iter().enumerate().map(|(number, arg)| self.argument(number, arg)).collect();
            let _ = writeln!(
                text,
                "let () = Native__.call {number} (fun () -> {module}.({atoms}call__ {}))",
                args.join(" ")
            );
        }
        let io = |error: std::io::Error| Untestable::NotRun(crate::terminal::plain(&error));
        let folder = self.folder.path();
        fs::write(folder.join("covenant_calls.ml"), text).map_err(io)?;
        let harness = self.harness.path().to_string_lossy().into_owned();
        let objects: Vec<String> =
            build::OBJECTS[..2].iter().map(|name| format!("{harness}/{name}")).collect();
        let subject = format!("{SUBJECT}.cmo");
        let mut all = vec!["-w", "-a", "-I", harness.as_str()];
        all.extend(objects.iter().map(String::as_str));
        all.extend(["covenant_native.cmo", subject.as_str(), "covenant_calls.ml", "-o", "covenant_calls"]);
        self.ocaml.compile(folder, &all).map_err(|why| {
            let why = first_error(why.text());
            Untestable::NotRun(format!("the calls cannot be written from outside of the file: {why}"))
        })
    }

    /// Starts the program at a call; how it ended, and which call was begun last.
    fn start(&self, first: usize, lines: &mut [Option<Line>]) -> Result<(ProgramEnd, Option<usize>), String> {
        let io = |error: std::io::Error| crate::terminal::plain(&error);
        let report = self.folder.path().join("report.txt");
        let _ = fs::remove_file(&report);
        let limits = RunLimits {
            cpu_seconds: self.seconds,
            files: 64,
            wall: Duration::from_secs(u64::from(self.seconds) * 30),
            ..RunLimits::default()
        };
        let first = first.to_string();
        let end =
            run_bounded(self.ocaml, self.folder.path(), "covenant_calls", &["report.txt", &first], limits)
                .map_err(io)?;
        let mut begun = None;
        for line in complete_lines(&report, MOST_REPORT_BYTES).map_err(io)? {
            let mut fields = line.splitn(3, '\t');
            let (word, number) = (fields.next(), fields.next().and_then(|n| n.parse::<usize>().ok()));
            let rest = fields.next().unwrap_or_default().to_owned();
            let (Some(word), Some(number)) = (word, number) else { continue };
            let outcome = match word {
                "begin" => {
                    begun = Some(number);
                    continue;
                }
                "returned" => Line::Returned(rest),
                "raised" => Line::Raised(unescaped(&rest)),
                "asked" => Line::Asked(rest),
                _ => Line::Large,
            };
            if let Some(slot) = lines.get_mut(number) {
                *slot = Some(outcome);
            }
        }
        Ok((end, begun))
    }
}

fn raised(what: &str) -> Answer {
    Answer { raised: Some(what.to_owned()), ..Answer::default() }
}
