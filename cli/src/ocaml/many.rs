//! Many small programs in one go: claims that were accepted as *only*, against what OCaml makes of their functions.
//!
//! The programs become modules of one file. Each function is called with small arguments that its parameters allow; a
//! function with choices is called again and again, until every choice was made or there were enough runs. What
//! comes back is read from memory and judged by the formula of the claim.
//!
//! A call that does not end uses up the time of the whole program. It is started again behind that call.

use super::Ocaml;
use super::build::{self, Built, NotCompiled, private_folder};
use super::decode::decode;
use super::driver::expressible;
use super::run::{ProgramEnd, RunLimits, complete_lines, run_bounded};
use covenant_execute::limits::on_deep_stack;
use covenant_execute::{Bounds, Caller, Limits, Names, Program, Value, show_argument};
use covenant_exercise::Plan;
use covenant_exercise::inputs::Inputs;
use covenant_kernel::tables::{ParamRow, Statement};
use std::fmt::{self, Write as _};
use std::fs;
use std::time::Duration;

/// Runs of one call; a value that only later ones return is not seen.
const MOST_RUNS: u32 = 60;
/// What a report may be, at most.
const MOST_REPORT_BYTES: u64 = 64 << 20;

/// Makes every choice in turn, and writes down what calls return.
const RUNNER: &str = "\
let path = ref [||] and made = ref [] and count = ref 0
let choice n =
  let c = if !count < Array.length !path then !path.(!count) else 0 in
  incr count;
  if !count > 200 then raise Exit;
  made := (c, n) :: !made; c
let () =
  Covenant_draws.choice := (fun n -> if n <= 8 then choice n else choice 8);
  Covenant_draws.any_int := (fun () -> choice 5 - 2)
let rec next = function
  | [] -> None
  | (c, n) :: earlier when c + 1 < n -> Some (Array.of_list (List.rev_map fst ((c + 1, n) :: earlier)))
  | _ :: earlier -> next earlier
let call most number f =
  if number >= Covenant_native.first then begin
    let number = string_of_int number in
    Covenant_native.say [ \"begin\"; number ];
    let found = Hashtbl.create 16 in
    let rec go runs =
      made := []; count := 0;
      (match Covenant_native.dump (f ()) with
      | text -> if not (Hashtbl.mem found text) then (Hashtbl.add found text (); Covenant_native.say [ \"returned\"; number; text ])
      | exception _ -> ());
      match next !made with Some p when runs < most -> path := p; go (runs + 1) | _ -> ()
    in
    path := [||];
    go 1
  end
";

/// A function to be called.
pub struct Called<'a> {
    /// The file.
    pub source: &'a str,
    /// Its name there.
    pub claim: &'a str,
    /// What is claimed about it.
    pub statement: &'a Statement,
}

/// How long calls are waited for that do not end.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Processor time of a program until it is stopped.
    pub cpu_seconds: u32,
    /// How often it is started again behind the call that was stopped.
    pub restarts: usize,
}

impl Patience {
    /// For random programs, most of which end.
    pub const FOR_MANY: Patience = Patience { cpu_seconds: 5, restarts: usize::MAX };
}

/// What calls came to.
#[derive(Clone, Debug, Default)]
pub struct Ran {
    /// Programs that were run.
    pub programs: u64,
    /// Programs that OCaml does not take, or whose arguments cannot be written.
    pub left_out: u64,
    /// Calls.
    pub calls: u64,
    /// Values that came back and are allowed, of each program in the list.
    pub values: Vec<u64>,
    /// Values that came back and are not: the number of the program in the list, and what was returned.
    pub outside: Vec<(usize, Returned)>,
}

/// What a call returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    /// `f 0 [1]`.
    pub call: String,
    /// The value.
    pub value: String,
}

impl fmt::Display for Returned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} returns {}", self.call, self.value)
    }
}

/// A program with its calls: what they are called with.
struct Subject<'a> {
    index: usize,
    called: &'a Called<'a>,
    inputs: Vec<Vec<Value>>,
}

/// Calls the functions with the arguments of a plan.
///
/// # Errors
///
/// If there is no OCaml, or it gives no answer.
pub fn run(all: &[Called<'_>], plan: &Plan, patience: Patience) -> Result<Ran, String> {
    let ocaml = Ocaml::find().ok_or("`ocamlfind ocamlc` is not installed")?;
    let harness = build::harness(ocaml).map_err(|why| why.text().to_owned())?;
    let mut ran = Ran { values: vec![0; all.len()], ..Ran::default() };
    let mut subjects = Vec::new();
    for (index, called) in all.iter().enumerate() {
        match inputs(called.statement, plan) {
            Some(inputs) => subjects.push(Subject { index, called, inputs }),
            None => ran.left_out += 1,
        }
    }
    some(ocaml, &harness, &subjects, patience, &mut ran)?;
    Ok(ran)
}

/// The arguments, if OCaml can be given them.
fn inputs(statement: &Statement, plan: &Plan) -> Option<Vec<Vec<Value>>> {
    on_deep_stack(|| {
        let program = Program::new(statement).ok()?;
        let claim = program.fun_type(program.global(statement.claim).claim);
        if claim.params.iter().any(|param| matches!(param, ParamRow::Fun(_))) {
            return None;
        }
        let mut inputs = Inputs::new(program, statement.claim);
        let all: Vec<Vec<Value>> =
            (0..=plan.depth).flat_map(|depth| inputs.of_depth(depth, plan).0).collect();
        all.iter().flatten().all(expressible).then_some(all)
    })
}

/// Runs these; where OCaml refuses the file, each half of them.
fn some(
    ocaml: &Ocaml,
    harness: &Built,
    subjects: &[Subject<'_>],
    patience: Patience,
    ran: &mut Ran,
) -> Result<(), String> {
    if subjects.is_empty() {
        return Ok(());
    }
    let folder = private_folder().map_err(|error| error.to_string())?;
    let files = [
        ("covenant_native.ml", super::native::RUNNER),
        ("every_way.ml", RUNNER),
        ("all.ml", &text(subjects)),
    ];
    for (name, text) in files {
        fs::write(folder.path().join(name), text).map_err(|error| error.to_string())?;
    }
    let path = harness.path().to_string_lossy().into_owned();
    let objects: Vec<String> = build::OBJECTS[..2].iter().map(|name| format!("{path}/{name}")).collect();
    let mut arguments = vec!["-w", "-a", "-I", path.as_str()];
    arguments.extend(objects.iter().map(String::as_str));
    arguments.extend(["covenant_native.ml", "every_way.ml", "all.ml", "-o", "all"]);
    match ocaml.compile(folder.path(), &arguments) {
        Ok(()) => {}
        Err(NotCompiled::NoAnswer(why)) => return Err(why),
        Err(NotCompiled::Refused(_)) if subjects.len() == 1 => {
            ran.left_out += 1;
            return Ok(());
        }
        Err(NotCompiled::Refused(_)) => {
            let (first, second) = subjects.split_at(subjects.len() / 2);
            some(ocaml, harness, first, patience, ran)?;
            return some(ocaml, harness, second, patience, ran);
        }
    }
    let total = subjects.iter().map(|subject| subject.inputs.len()).sum();
    let (mut next, mut restarts) = (0, 0);
    while next < total {
        let report = folder.path().join("report.txt");
        let _ = fs::remove_file(&report);
        let limits = RunLimits {
            cpu_seconds: patience.cpu_seconds,
            files: 64,
            wall: Duration::from_secs(300),
            ..RunLimits::default()
        };
        let first = next.to_string();
        let end = run_bounded(ocaml, folder.path(), "all", &["report.txt", &first], limits)
            .map_err(|error| error.to_string())?;
        let lines = complete_lines(&report, MOST_REPORT_BYTES).map_err(|error| error.to_string())?;
        let begun = lines.iter().rev().find_map(|line| line.strip_prefix("begin\t")?.parse::<usize>().ok());
        judge(subjects, &lines, ran);
        if end == ProgramEnd::Well {
            break;
        }
        // A call that was stopped because others before it used up the time is not tried again: there are many.
        next = begun.ok_or("the program ends before a function is called")? + 1;
        if restarts == patience.restarts {
            break;
        }
        restarts += 1;
    }
    ran.programs += subjects.len() as u64;
    ran.calls += total as u64;
    Ok(())
}

/// The file.
fn text(subjects: &[Subject<'_>]) -> String {
    let mut text = "[@@@warning \"-a\"]\n".to_owned();
    let mut number = 0;
    let mut sources: Vec<&str> = Vec::new();
    for Subject { called, inputs, .. } in subjects {
        let known = sources.iter().position(|source| *source == called.source);
        let module = known.unwrap_or(sources.len());
        if known.is_none() {
            let _ =
                writeln!(text, "module S{module} = struct\nopen! Covenant_runtime\n{}\nend", called.source);
            sources.push(called.source);
        }
        let names = Names::default();
        for args in inputs {
            let args: Vec<String> =
                args.iter().map(|arg| show_argument(called.statement, &names, arg)).collect();
            let _ = writeln!(
                text,
                "let () = Every_way.call {MOST_RUNS} {number} (fun () -> S{module}.({} {}))",
                called.claim,
                args.join(" ")
            );
            number += 1;
        }
    }
    text
}

/// Judges what came back.
fn judge(subjects: &[Subject<'_>], lines: &[String], ran: &mut Ran) {
    let mut returned: Vec<(usize, &str)> = Vec::new();
    for line in lines {
        let mut fields = line.splitn(3, '\t');
        if let (Some("returned"), Some(number), Some(value)) = (fields.next(), fields.next(), fields.next()) {
            returned.extend(number.parse::<usize>().ok().map(|number| (number, value)));
        }
    }
    on_deep_stack(|| {
        let mut first = 0;
        for Subject { index, called, inputs } in subjects {
            let own = returned.iter().filter(|(n, _)| (first..first + inputs.len()).contains(n));
            let own: Vec<(&Vec<Value>, &str)> =
                own.filter_map(|(n, text)| Some((inputs.get(n - first)?, *text))).collect();
            first += inputs.len();
            judge_one(*index, called, &own, ran);
        }
    });
}

fn judge_one(index: usize, called: &Called<'_>, returned: &[(&Vec<Value>, &str)], ran: &mut Ran) {
    let statement = called.statement;
    let Ok(program) = Program::new(statement) else { return };
    let claim = program.global(statement.claim).claim;
    let sort = program.sort(program.fun_type(claim).result, &[]);
    let bounds = Bounds { ints: 0..=0, depth: 0 };
    let Ok(mut judge) = Caller::new(program, statement.claim, &bounds, &Limits::with_steps(200_000)) else {
        return;
    };
    for (args, text) in returned {
        let mut words = text.split(' ');
        let Some(value) = decode(&program, &sort, &mut words) else { continue };
        match judge.allows(args, &value) {
            Some(true) => ran.values[index] += 1,
            Some(false) => {
                let shown = |v: &Value| show_argument(statement, &Names::default(), v);
                let args: Vec<String> = args.iter().map(shown).collect();
                let call = format!("{} {}", called.claim, args.join(" "));
                ran.outside.push((index, Returned { call, value: shown(&value) }));
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use covenant_front::load;

    /// The check of the check: what OCaml returns is judged, in all ways that a function can go.
    #[test]
    fn values_outside_are_seen() {
        if Ocaml::find().is_none() {
            return;
        }
        let right = "let rec go (l : int list) : int = match l with [] -> 0 | _ :: t -> 1 + go t\n\
            [@@covers {| l:{v:int list | true} -> {v:int | 0 <= v} |}]\n";
        let wrong = "let pick (n : int) : int = if bool_gen () then n else n - 1\n\
            [@@covers {| n:int -> {v:int | n <= v} |}]\n";
        let modules: Vec<_> =
            [right, wrong].iter().map(|text| (*text, load("a.ml", text).expect("it is read"))).collect();
        let called: Vec<Called<'_>> = modules
            .iter()
            .map(|(source, module)| {
                let unit = &module.only[0];
                Called { source, claim: &unit.claim, statement: &unit.statement }
            })
            .collect();
        let plan = Plan { depth: 2, most: 10, ..Plan::default() };
        let ran = run(&called, &plan, Patience::FOR_MANY).expect("OCaml runs them");
        assert_eq!((ran.programs, ran.left_out), (2, 0));
        assert!(ran.values[0] > 5, "{ran:?}");
        assert!(ran.outside.iter().all(|(index, _)| *index == 1), "{ran:?}");
        assert!(ran.outside.iter().any(|(_, it)| it.to_string() == "pick 0 returns (-1)"), "{ran:?}");
    }
}
