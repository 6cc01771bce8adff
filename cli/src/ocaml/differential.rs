//! Do Covenant and OCaml make the same of programs that nobody wrote?
//!
//! Each file of [`programs`] is read by the built-in reader and by OCaml's front end, which must agree; and each of
//! its generators is run through every choice that it can make, here by the evaluator of core programs, there by
//! OCaml against a runtime module that makes every choice in turn. The sets of values must be the same.

use super::build::{COMPILE_LIMIT, NotCompiled, private_folder};
use super::read::{Reader, SecondReading};
use super::{Ocaml, programs};
use crate::external;
use covenant_execute::{Bounds, Limits, Program, Value, explore};
use covenant_front::{self as front, Unit};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

/// Where there are no bounds, integers are drawn from here, on both sides.
const WINDOW: std::ops::RangeInclusive<i64> = -2..=2;
/// Runs of one generator; one that has more is not compared.
const MOST_RUNS: u32 = 20_000;

/// The runtime module that makes every choice in turn.
const RUNTIME: &str = "\
exception Err
let err () = raise Err
let path = ref [||] and made = ref []
let choice n =
  let at = List.length !made in
  let c = if at < Array.length !path then !path.(at) else 0 in
  made := (c, n) :: !made; c
let int_range lo hi = if hi < lo then err () else lo + choice (hi - lo + 1)
let int_gen () = int_range (-2) 2
let nat_gen () = int_range 0 2
let bool_gen () = choice 2 = 0
let choose a b = if bool_gen () then a else b
let ( <+> ) = choose
let rec next = function
  | [] -> None
  | (c, n) :: earlier when c + 1 < n -> Some (Array.of_list (List.rev_map fst ((c + 1, n) :: earlier)))
  | _ :: earlier -> next earlier
let all most f =
  let found = Hashtbl.create 16 in
  let rec go runs =
    made := [];
    (match f () with v -> Hashtbl.replace found v () | exception _ -> ());
    match next !made with
    | None -> true
    | Some _ when runs >= most -> false
    | Some p -> path := p; go (runs + 1)
  in
  path := [||];
  let complete = go 1 in
  (complete, List.sort compare (Hashtbl.fold (fun v () l -> v :: l) found []))
";

/// What was compared.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Files.
    pub files: u64,
    /// Generators whose sets of values were compared.
    pub generators: u64,
    /// Generators that Covenant declines, or that have too many runs.
    pub left_out: u64,
    /// Values in the sets.
    pub values: u64,
    /// The differences, each with its program.
    pub different: Vec<Difference>,
}

/// A program that means something else to OCaml.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The number of the file.
    pub seed: u64,
    /// What is different.
    pub what: String,
    /// The program.
    pub source: String,
}

/// Compares these files.
///
/// # Errors
///
/// If there is no OCaml, or it refuses a program: then the programs are wrong, not OCaml.
pub fn compare(seeds: std::ops::Range<u64>) -> Result<Comparison, String> {
    let ocaml = Ocaml::find().ok_or("`ocamlfind ocamlc` is not installed")?;
    let reader = Reader::prepare()?;
    let texts: Vec<(u64, String)> = seeds.map(|seed| (seed, programs::file(seed))).collect();
    let by_ocaml = run_all(ocaml, &texts)?;
    let mut comparison = Comparison::default();
    for (seed, text) in texts {
        comparison.files += 1;
        let mut differs = |what: String| {
            comparison.different.push(Difference { seed, what, source: text.clone() });
        };
        let module = match front::load("fuzz.ml", &text) {
            Ok(module) => module,
            Err(problems) => {
                differs(format!("Covenant cannot read it: {problems:?}"));
                continue;
            }
        };
        match reader.read(&text, &module) {
            SecondReading::Same => {}
            other => differs(format!("the readings: {} {}", other.word(), other.why().unwrap_or(""))),
        }
        for index in 0..programs::GENERATORS {
            let name = format!("p{index}");
            let expected = by_ocaml.get(&(seed, name.clone())).and_then(Option::as_ref);
            let found = module.units.iter().find(|unit| unit.claim == name).and_then(values);
            match (expected, found) {
                (Some(expected), Some(found)) => {
                    comparison.generators += 1;
                    comparison.values += found.len() as u64;
                    if *expected != found {
                        let what = format!("{name}: OCaml returns {expected:?}, Covenant {found:?}");
                        comparison.different.push(Difference { seed, what, source: text.clone() });
                    }
                }
                _ => comparison.left_out += 1,
            }
        }
    }
    Ok(comparison)
}

/// All values of a generator, if they can be found.
fn values(unit: &Unit) -> Option<BTreeSet<i64>> {
    let program = Program::new(&unit.statement).ok()?;
    let bounds = Bounds { ints: WINDOW, depth: 40 };
    let limits = Limits { steps: 2_000_000, ..Limits::default() };
    let explored = explore(program, unit.statement.claim, &[Value::unit()], &bounds, &limits).ok()?;
    if explored.cut_depth || explored.stopped.is_some() {
        return None;
    }
    explored.values.iter().map(|value| if let Value::Int(n) = value { Some(*n) } else { None }).collect()
}

type ByOcaml = BTreeMap<(u64, String), Option<BTreeSet<i64>>>;

/// Compiles all files as modules of one program, and runs it.
fn run_all(ocaml: &Ocaml, texts: &[(u64, String)]) -> Result<ByOcaml, String> {
    let mut program = String::new();
    for (seed, text) in texts {
        let _ = writeln!(program, "module S{seed} = struct\n{text}end");
        for index in 0..programs::GENERATORS {
            let _ = writeln!(
                program,
                "let () = let complete, values = Covenant_runtime.all {MOST_RUNS} S{seed}.p{index} in\n\
                 print_endline (String.concat \" \" (\"{seed}\" :: \"p{index}\" :: string_of_bool complete\n\
                 :: List.map string_of_int values))"
            );
        }
    }
    let folder = private_folder().map_err(|error| error.to_string())?;
    for (name, text) in [("covenant_runtime.ml", RUNTIME), ("programs.ml", &program)] {
        fs::write(folder.path().join(name), text).map_err(|error| error.to_string())?;
    }
    let files = ["-w", "-a", "-o", "programs", "covenant_runtime.ml", "programs.ml"];
    ocaml.compile(folder.path(), &files).map_err(|why| match why {
        NotCompiled::Refused(said) => format!("OCaml refuses a random program: {said}"),
        NotCompiled::NoAnswer(why) => why,
    })?;
    let ended = external::run(folder.path().join("programs"), &[] as &[&str], "", COMPILE_LIMIT)
        .map_err(|_| "the programs did not end in time".to_owned())?;
    let mut all = ByOcaml::new();
    for line in ended.output.lines() {
        let mut words = line.split(' ');
        let (Some(seed), Some(name), Some(complete)) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        let values: Option<BTreeSet<i64>> = words.map(|word| word.parse().ok()).collect();
        let seed = seed.parse().map_err(|_| format!("the programs printed {line:?}"))?;
        all.insert((seed, name.to_owned()), values.filter(|_| complete == "true"));
    }
    Ok(all)
}
