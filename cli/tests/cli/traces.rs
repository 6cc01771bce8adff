//! Generators over a system under test: from the source to a verdict, to the screen and to a found bug.

use crate::support::{covenant, folder, root, run};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The example and its systems, in a folder.
fn stack(at: &Path) {
    for name in ["stack.ml", "bounded_stack.ml", "stack_system.ml"] {
        fs::copy(root().join("examples/traces").join(name), at.join(name)).expect("an example");
    }
}

#[test]
fn the_stack_is_checked_confirmed_and_audited_with_its_requests() {
    let folder = folder();
    let at = folder.path();
    stack(at);
    let checked = covenant(at, &["check", "stack.ml"]);
    assert_eq!(checked.code, 0, "{}{}", checked.stdout, checked.stderr);
    assert!(checked.stdout.contains("read twice"), "{}", checked.stdout);
    assert!(checked.stdout.contains("values confirmed by OCaml"), "{}", checked.stdout);
    let certificate = "covenant-out/stack.nested.cov";
    let audited = covenant(at, &["audit", certificate, "--source", "stack.ml"]);
    assert_eq!(audited.code, 0, "{}{}", audited.stdout, audited.stderr);
    assert!(audited.stdout.contains("let _ = S.pop () in"), "{}", audited.stdout);
    assert!(!audited.stdout.contains("bool_gen ()"), "the translation was not asked for: {}", audited.stdout);
    let translated = covenant(at, &["audit", certificate, "--translation"]);
    assert!(translated.stdout.contains("S.pop ()"), "{}", translated.stdout);
    assert!(translated.stdout.contains("bool_gen ()"), "{}", translated.stdout);
    let exported = covenant(at, &["export", certificate, "--rocq"]);
    assert!(exported.stdout.contains("Theorem nested_against_any_system"), "{}", exported.stderr);
}

/// Names of the source that the proof could use itself, branches that end in calls of different generators, and two generators that
/// call each other.
#[test]
fn rocq_proves_the_program_that_asks_whatever_its_names_are() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("names.ml"), NAMES).expect("a file");
    assert_eq!(covenant(at, &["check", "names.ml"]).code, 0);
    let cache = root().join("target/rocq-cache");
    let cache = cache.to_str().expect("a path");
    let of = |name: &str| format!("covenant-out/names.{name}.cov");
    let replayed = covenant(at, &["replay", &of("p"), &of("f"), &of("g"), "--cache", cache]);
    assert_eq!(replayed.code, 0, "{}{}", replayed.stdout, replayed.stderr);
    for theorem in ["`p_against_any_system`", "`f_against_any_system`", "`g_against_any_system`"] {
        assert!(replayed.stdout.contains(theorem), "{}", replayed.stdout);
    }
}

const NAMES: &str = "\
type t = Push of int | Pop of int

module type STACK = sig
  val push : int -> unit
  val pop : unit -> int
end [@@operators t]

let[@predicate] rec ends (tr : t list) (x : int) : bool =
  match tr with [] -> false | Pop a :: r -> a = x && r = [] | Push _ :: r -> ends r x

let[@predicate] rec pushed (tr : t list) (x : int) : bool =
  match tr with [] -> false | Push a :: r -> (a = x && ends r x) || pushed r x | Pop _ :: _ -> false

let[@predicate] rec even (tr : t list) (a : int) : bool =
  match tr with [] -> true | Push _ :: r -> odd r a | Pop _ :: _ -> false

and odd (tr : t list) (a : int) : bool =
  match tr with [] -> false | Push _ :: _ -> false | Pop b :: r -> b = a && even r a

module Generators (S : STACK) = struct
  let rec last (x : int) (h_ : int) : unit =
    if bool_gen () then begin
      let a = S.pop () in
      if a = x then () else err ()
    end
    else begin
      let z1 = int_gen () in
      S.push z1;
      last x h_
    end
  [@@covers {| x:{v:int | true} -> h_:{v:int | true} -> [tr | ends tr x] |}]
  [@@rank len tr]

  let rec p (x : int) (h_ : int) : unit =
    let x__ = int_gen () in
    S.push x__;
    if x__ = x && bool_gen () then last x h_ else p x h_
  [@@covers {| x:{v:int | true} -> h_:{v:int | true} -> [tr | pushed tr x] |}]
  [@@rank len tr]

  let rec f (n : int) (a : int) : unit =
    if n <= 0 then ()
    else if bool_gen () then ()
    else begin
      let args = int_gen () in
      S.push args;
      g (n - 1) a
    end
  [@@covers {| n:{v:int | 0 <= v} -> a:{v:int | true} -> [tr | len tr <= n && even tr a] |}]
  [@@measure n]

  and g (n : int) (a : int) : unit =
    if n <= 0 then err ()
    else begin
      let b = S.pop () in
      if b = a then f (n - 1) a else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> a:{v:int | true} -> [tr | len tr <= n && odd tr a] |}]
  [@@measure n]
end
";

/// The bug is found and shrunk; the correct twin is silent; both from the same draws.
#[test]
fn a_run_finds_the_bug_and_nothing_in_the_correct_system() {
    let folder = folder();
    let at = folder.path();
    stack(at);
    let wrong = covenant(at, &["run", "stack.ml", "--sut", "bounded_stack.ml", "--n", "2000"]);
    assert_eq!(wrong.code, 1, "{}{}", wrong.stdout, wrong.stderr);
    assert!(wrong.stdout.contains("an answer of `pop` is not as specified"), "{}", wrong.stdout);
    let shrunk =
        wrong.stdout.lines().find_map(|line| line.strip_prefix("  shrunk  ")).expect("a shrunk trace");
    assert_eq!(shrunk.split("; ").count(), 4, "three pushes and a pop: {shrunk}");
    let right = covenant(at, &["run", "stack.ml", "--sut", "stack_system.ml", "--n", "2000"]);
    assert_eq!(right.code, 0, "{}{}", right.stdout, right.stderr);
    let again = covenant(at, &["run", "stack.ml", "--sut", "bounded_stack.ml", "--n", "2000"]);
    assert_eq!(wrong.stdout, again.stdout, "the same seed, the same run");
}

/// Whoever interrupts a run is not told that an operation may not end.
#[test]
fn an_interrupted_run_blames_nobody() {
    use std::os::unix::process::ExitStatusExt;
    let folder = folder();
    let at = folder.path();
    stack(at);
    let mut command = Command::new(crate::support::binary());
    command.args(["run", "stack.ml", "--sut", "stack_system.ml", "--n", "1000000000"]).current_dir(at);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    for wait in [10, 400, 3_000] {
        let child = command.spawn().expect("the tool");
        std::thread::sleep(std::time::Duration::from_millis(wait));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
        let ended = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        // Before the first instruction of the program the signal ends it.
        let by_signal = ended.status.signal() == Some(2);
        assert!(sent.success() && (by_signal || ended.status.code() == Some(130)), "{wait}: {ended:?}");
        assert!(!said.contains("may not end"), "{wait}: {said}");
    }
}

#[test]
fn systems_that_do_not_fit_raise_or_hang_are_explained() {
    let folder = folder();
    let at = folder.path();
    stack(at);
    let rest = "let is_empty () = true\nlet push (_ : int) = ()\n";
    for (name, text, said) in [
        ("lacking.ml", format!("{rest}let pop () : int option = None\n"), "fresh"),
        ("shape.ml", format!("{rest}let fresh () = ()\nlet pop () = 3\n"), "int option"),
        (
            "raising.ml",
            format!("{rest}let fresh () = ()\nlet pop () : int option = failwith \"no\"\n"),
            "the system raised",
        ),
        (
            "hanging.ml",
            format!(
                "{rest}let fresh () = ()\nlet pop () : int option = while true do ignore (ref 0 :: []) done; None\n"
            ),
            "the system hung",
        ),
        (
            "exiting.ml",
            format!("{rest}let fresh () = ()\nlet pop () : int option = exit 0\n"),
            "the system ended the program, after Push",
        ),
        (
            "weak.ml",
            format!("{rest}let all = ref []\nlet fresh () = ()\nlet pop () : int option = None\n"),
            "give it its type",
        ),
        ("broken.ml", "let push = (".to_owned(), "broken.ml\", line 1"),
    ] {
        fs::write(at.join(name), text).expect("a file");
        let run = covenant(
            at,
            &["run", "stack.ml", "--sut", name, "--n", "3", "--operation-limit", "50", "--call", "nested 1"],
        );
        let all = format!("{}{}", run.stdout, run.stderr);
        assert_ne!(run.code, 0, "{name}: {all}");
        assert!(all.contains(said), "{name}: {all}");
    }
    fs::write(at.join("plain.ml"), "let f x = x\n").expect("a file");
    let run = covenant(at, &["run", "plain.ml", "--sut", "bounded_stack.ml"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("there are no generators over operators"), "{}", run.stderr);
    let run = covenant(at, &["run", "stack.ml", "--sut", "bounded_stack.ml", "--generator", "nest"]);
    assert!(run.stderr.contains("there is no generator `nest`"), "{}", run.stderr);
}

/// What is exported for QCheck compiles, passes on the right system and fails on the wrong one.
#[test]
fn the_functor_for_qcheck_is_compiled_and_run() {
    let folder = folder();
    let at = folder.path();
    stack(at);
    let exported = covenant(at, &["export", "stack.ml", "--qcheck", "-o", "stack_traces.ml"]);
    assert_eq!(exported.code, 0, "{}{}", exported.stdout, exported.stderr);
    let runtime = ["covenant_draws.ml", "covenant_runtime.mli", "covenant_runtime.ml"];
    for name in runtime {
        fs::copy(root().join("elaborator/ocaml").join(name), at.join(name)).expect("the runtime");
    }
    let tests = "let run (module Sut : Stack_traces.SYSTEM) =\n\
                 let module T = Stack_traces.Tests (Sut) in\n\
                 QCheck_runner.run_tests ~colors:false\n\
                 ~rand:(Random.State.make [| 1 |])\n\
                 [ T.make \"nested\" (fun () -> T.Generated.nested 4) ]\n\
                 let () = exit (10 * run (module Stack_system) + run (module Bounded_stack))\n";
    fs::write(at.join("tests.ml"), tests).expect("written");
    let sources = ["stack.ml", "bounded_stack.ml", "stack_system.ml", "stack_traces.ml", "tests.ml"];
    let mut compile = Command::new("ocamlfind");
    compile.args(["ocamlc", "-w", "-a", "-package", "qcheck,unix", "-linkpkg", "-o", "tests"]);
    let compiled = run(compile.args(runtime).args(sources).current_dir(at));
    assert_eq!(compiled.code, 0, "{}{}", compiled.stdout, compiled.stderr);
    let ran = run(Command::new(at.join("tests")).current_dir(at));
    assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("an answer of pop is not as specified"), "{}", ran.stdout);
}

/// What is exported for a file that is compiled as it is has the weights that OCaml leaves out.
#[test]
fn the_functor_for_qcheck_has_the_weights_of_the_source() {
    let folder = folder();
    let at = folder.path();
    stack(at);
    let text = fs::read_to_string(at.join("stack.ml")).expect("the example");
    let end = text.trim_end().strip_suffix("end").expect("the end of the functor");
    let coins = "  let coins (n : int) : unit =\n    if (bool_gen () [@weight 10 * n, 1]) then S.push 1\n    else\n      let _ = S.pop () in\n      ()\nend\n";
    fs::write(at.join("stack.ml"), format!("{end}{coins}")).expect("written");
    let exported = covenant(at, &["export", "stack.ml", "--qcheck", "-o", "stack_traces.ml"]);
    assert_eq!(exported.code, 0, "{}{}", exported.stdout, exported.stderr);
    let runtime = ["covenant_draws.ml", "covenant_runtime.mli", "covenant_runtime.ml"];
    for name in runtime {
        fs::copy(root().join("elaborator/ocaml").join(name), at.join(name)).expect("the runtime");
    }
    let main = "module T = Stack_traces.Traces (Stack_system)\n\
                let () =\n\
                for _ = 1 to 1000 do T.Generated.coins 10 done;\n\
                let pushed = List.filter (function Stack.Push _ -> true | _ -> false) !T.history in\n\
                print_int (List.length pushed)\n";
    fs::write(at.join("main.ml"), main).expect("written");
    let sources = ["stack.ml", "stack_system.ml", "stack_traces.ml", "main.ml"];
    let mut compile = Command::new("ocamlfind");
    compile.args(["ocamlc", "-w", "-a", "-package", "qcheck,unix", "-linkpkg", "-o", "main"]);
    let compiled = run(compile.args(runtime).args(sources).current_dir(at));
    assert_eq!(compiled.code, 0, "{}{}", compiled.stdout, compiled.stderr);
    let pushed: u32 = run(&mut Command::new(at.join("main"))).stdout.trim().parse().expect("a number");
    assert!((970..1000).contains(&pushed), "{pushed} of 1000, where 990 are expected");
}

/// A grammar instead of a goal: one function with the shape of its alternatives, for traces of any length.
#[test]
fn generators_are_written_for_a_grammar() {
    let folder = folder();
    let at = folder.path();
    stack(at);
    let text = fs::read_to_string(at.join("stack.ml")).expect("the example");
    let before = text.split("module Generators").next().expect("what is before the functor");
    let grammars = "let[@grammar] nested (n : int) = {| eps when n = 0 | Push _ when n > 0; nested (n - 1); Pop _ |}\n\
                    let[@grammar] paired = {| eps | Push x; paired; Pop (Some x); paired |}\n\
                    let[@grammar] asked = {| eps | Is_empty b when b; paired | Push x when x <= 3 && 0 <= x; asked; Pop a when a <> None |}\n\
                    let[@goal] twice = {| Push _; Push _ |}\n\
                    let[@grammar] mixed = {| eps | twice; mixed |}\n";
    fs::write(at.join("grammars.ml"), format!("{before}{grammars}")).expect("written");
    for (name, claims) in [("nested", 1), ("paired", 1), ("asked", 2)] {
        let written = covenant(at, &["synthesize", "grammars.ml", "--goal", name, "--write", "made.ml"]);
        assert_eq!(written.code, 0, "{name}: {}{}", written.stdout, written.stderr);
        let offered = format!("offered {name}_gen (recursion): {claims} claim");
        assert!(written.stdout.contains(&offered), "{}", written.stdout);
        assert!(written.stdout.contains("as specified"), "{}", written.stdout);
        let checked = covenant(at, &["check", "made.ml"]);
        assert_eq!(checked.code, 0, "{name}: {}{}", checked.stdout, checked.stderr);
        for (twin, code) in [("bounded_stack.ml", 1), ("stack_system.ml", 0)] {
            let ran = covenant(at, &["run", "made.ml", "--sut", twin, "--n", "3000"]);
            assert_eq!(ran.code, code, "{name} {twin}: {}{}", ran.stdout, ran.stderr);
        }
    }
    let mixed = covenant(at, &["synthesize", "grammars.ml", "--goal", "mixed"]);
    assert_eq!(mixed.code, 3, "{}{}", mixed.stdout, mixed.stderr);
    assert!(mixed.stdout.contains("traces of the goal `twice` inside the grammar"), "{}", mixed.stdout);
}

/// Some of the systems of the benchmarks: a generator is found, finds the bug, and says nothing about the twin.
#[test]
fn generators_for_systems_find_their_bugs_only() {
    let systems = root().join("benchmarks/systems");
    for (name, goal, modules) in [
        ("stack", "unpaired", &["stack_system"][..]),
        ("database", "old", &["network", "database_system"]),
        ("lock", "two", &[]),
    ] {
        let folder = folder();
        let at = folder.path();
        let file = |name: &str| systems.join(format!("{name}.ml")).display().to_string();
        let written =
            covenant(at, &["synthesize", &file(name), "--goal", goal, "--n", "1", "--write", "made.ml"]);
        assert_eq!(written.code, 0, "{name}: {}{}", written.stdout, written.stderr);
        let text = fs::read_to_string(at.join("made.ml")).expect("the generators");
        assert!(text.contains("[@weight "), "coins of a recursive generator have weights: {text}");
        for (twin, code) in [("wrong", 1), ("right", 0)] {
            let sut = file(&format!("{name}_{twin}"));
            let with: Vec<String> = modules.iter().map(|module| file(module)).collect();
            let mut words = vec!["run", "made.ml", "--sut", &sut, "--n", "200"];
            words.extend(with.iter().flat_map(|module| ["--with", module.as_str()]));
            let ran = covenant(at, &words);
            assert_eq!(ran.code, code, "{name} {twin}: {}{}", ran.stdout, ran.stderr);
        }
    }
}

/// Every system of the list is there, with its goal, and all are OCaml.
#[test]
fn the_systems_of_the_list_compile() {
    let systems = root().join("benchmarks/systems");
    let folder = folder();
    let at = folder.path();
    for name in ["covenant_draws.ml", "covenant_runtime.mli", "covenant_runtime.ml"] {
        fs::copy(root().join("elaborator/ocaml").join(name), at.join(name)).expect("the runtime");
    }
    let mut sources: Vec<String> =
        ["covenant_draws.ml", "covenant_runtime.mli", "covenant_runtime.ml"].map(str::to_owned).to_vec();
    let mut listed = 0;
    for line in fs::read_to_string(systems.join("systems.txt")).expect("the list").lines() {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, _, goal, modules, ..] = fields.as_slice() else { continue };
        if line.starts_with('#') {
            continue;
        }
        listed += 1;
        let twins = ["right", "wrong"].map(|twin| format!("{name}_{twin}"));
        let modules = modules.split(',').filter(|module| !module.is_empty()).map(str::to_owned);
        for module in [(*name).to_owned()].into_iter().chain(modules).chain(twins) {
            let file = format!("{module}.ml");
            if !sources.contains(&file) {
                fs::copy(systems.join(&file), at.join(&file)).unwrap_or_else(|why| panic!("{file}: {why}"));
                sources.push(file);
            }
        }
        let text = fs::read_to_string(systems.join(format!("{name}.ml"))).expect("the specification");
        assert!(text.contains(&format!("let[@goal] {goal} ")), "{name} has no goal `{goal}`");
    }
    assert!(listed >= 29, "{listed} systems");
    let mut compile = Command::new("ocamlfind");
    let compiled = run(compile.args(["ocamlc", "-w", "-a", "-c"]).args(&sources).current_dir(at));
    assert_eq!(compiled.code, 0, "{}{}", compiled.stdout, compiled.stderr);
}

/// A weight is for a coin, or for a side of a choice.
#[test]
fn a_weight_that_is_on_no_coin_is_refused() {
    let folder = folder();
    let at = folder.path();
    let claim = "[@@covers {| unit -> [v:int | v = 3] |}]\n";
    fs::write(at.join("a.ml"), format!("let f () : int = (3 [@weight 2])\n{claim}")).expect("written");
    let refused = covenant(at, &["check", "a.ml"]);
    assert_eq!(refused.code, 2, "{}{}", refused.stdout, refused.stderr);
    assert!(refused.stderr.contains("`weight` belongs to a side of a choice"), "{}", refused.stderr);
    let coin = "open Covenant_runtime\nlet f () : int = if (bool_gen () [@weight 2, 1]) then 3 else 4\n";
    fs::write(at.join("b.ml"), format!("{coin}{claim}")).expect("written");
    let good = covenant(at, &["check", "b.ml"]);
    assert_eq!(good.code, 0, "{}{}", good.stdout, good.stderr);
}

/// From a goal to generators that are checked, and to the bug that it describes.
#[test]
fn a_goal_becomes_generators_that_find_the_bug() {
    let folder = folder();
    let at = folder.path();
    stack(at);
    fs::copy(root().join("examples/traces/lost.ml"), at.join("lost.ml")).expect("the example");
    let written =
        covenant(at, &["synthesize", "lost.ml", "--goal", "lost", "--n", "2", "--write", "made.ml"]);
    assert_eq!(written.code, 0, "{}{}", written.stdout, written.stderr);
    for line in [
        "offered lost_line_1 (straight line): 2 claims valid",
        "lost_line_1 0 makes [Push 0; Is_empty true]",
        "event 2, Is_empty true, is not an answer that the specification of `is_empty` allows",
        "offered lost_gen (recursion): 3 claims valid",
        "only a wrong system reaches this goal",
    ] {
        assert!(written.stdout.contains(line), "{line}\n{}", written.stdout);
    }
    let text = fs::read_to_string(at.join("made.ml")).expect("the generators");
    let again = covenant(at, &["synthesize", "lost.ml", "--goal", "lost", "--n", "2"]);
    assert_eq!(again.stdout.trim_end(), text.trim_end(), "the same file, the same generators");
    let checked = covenant(at, &["check", "made.ml"]);
    assert_eq!(checked.code, 0, "{}{}", checked.stdout, checked.stderr);
    let run = ["run", "made.ml", "--sut", "bounded_stack.ml", "--n", "500"];
    let ran = covenant(at, &run);
    assert_eq!(ran.code, 1, "a push is lost: {}{}", ran.stdout, ran.stderr);
}

#[test]
fn a_goal_that_is_not_there_or_cannot_be_reached_is_refused() {
    let folder = folder();
    let at = folder.path();
    let text = fs::read_to_string(root().join("examples/traces/lost.ml")).expect("the example");
    fs::write(at.join("lost.ml"), &text).expect("written");
    let other = covenant(at, &["synthesize", "lost.ml", "--goal", "found"]);
    assert_eq!(other.code, 2, "{}{}", other.stdout, other.stderr);
    assert!(other.stderr.contains("its goals are empty_after, lost, back"), "{}", other.stderr);
    let goal = "let[@goal] never (y : int) = {| Push x when x < y && x > y |}\n";
    fs::write(at.join("never.ml"), format!("{text}{goal}")).expect("written");
    let never = covenant(at, &["synthesize", "never.ml", "--goal", "never"]);
    assert_eq!(never.code, 3, "{}{}", never.stdout, never.stderr);
    assert!(never.stdout.contains("no trace was found that it promises"), "{}", never.stdout);
    let goal = "let[@goal] empty = {| Push _ & Pop _ |}\n";
    fs::write(at.join("empty.ml"), format!("{text}{goal}")).expect("written");
    let empty = covenant(at, &["synthesize", "empty.ml", "--goal", "empty"]);
    assert_eq!(empty.code, 2, "{}{}", empty.stdout, empty.stderr);
    assert!(empty.stderr.contains("no trace is in the language `empty`"), "{}", empty.stderr);
}
