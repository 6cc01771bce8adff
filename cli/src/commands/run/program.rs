//! The OCaml program that runs generators against a system.
//!
//! `Traces (Sut)` wraps the operators of a system: each request is logged as its event and its answer compared with the
//! file's specification of it, in OCaml, as the file says it. The same text is what `covenant export --qcheck` writes.

use super::weights;
use covenant_front::Operators;
use covenant_front::operators::OperatorInfo;
use std::fmt::Write as _;

/// What every run has in common.
const COMMON: &str = include_str!("traces.ml");

/// What stands in the functor before the names of the file are open in it, which may be any.
const OWN_NAMES: &str = "  let covenant_limited call = limited call\n  let covenant_asked event again = asked := (event, again) :: !asked\n  let covenant_refused name = raise (Not_allowed name)\n";

/// The functor `Traces (Sut)`, over the module that a source file becomes; `weighted` is its functor with weights.
fn traces(subject: &str, operators: &Operators, weighted: Option<&str>) -> String {
    let generators = match weighted {
        Some(_) => format!("Covenant_weighted.{}", operators.functor),
        None => format!("{subject}.{}", operators.functor),
    };
    let weighted = weighted.unwrap_or_default();
    let mut text = format!(
        "[@@@warning \"-a\"]\nopen! Covenant_runtime\n{COMMON}\n{weighted}\
         module type SYSTEM = sig\n  include {subject}.{}\n  val fresh : unit -> unit\nend\n\n\
         module Traces (Sut : SYSTEM) = struct\n{OWN_NAMES}  open {subject}\n\n  (* Newest first. *)\n  let history : {} list ref = ref []\n\n",
        operators.signature, operators.event
    );
    text.push_str(&shown(operators));
    text.push_str(
        "  let operation name again call event allowed =\n    let answer = covenant_limited call in\n    let before = !history in\n    \
         let event = event answer in\n    history := event :: before;\n    covenant_asked (show event) again;\n    \
         if not (allowed before answer) then covenant_refused name;\n    answer\n\n  module Asked = struct\n",
    );
    for operator in &operators.list {
        let names: Vec<String> = (0..operator.arguments.len()).map(|i| format!("x{i}")).collect();
        let all = names.join(" ");
        let kept: Vec<String> = kept(operator, &names);
        let event = constructed(operator, kept.iter().cloned().chain(answer(operator)));
        let allowed = if operator.specified {
            let given: String =
                kept.iter().cloned().chain(answer(operator)).map(|part| format!(" {part}")).collect();
            format!("{subject}.{} h{given}", operator.name)
        } else {
            "true".to_owned()
        };
        let name = &operator.name;
        let _ = writeln!(
            text,
            "    let rec {name} {all} =\n      operation {name:?} (fun () -> ignore ({name} {all})) (fun () -> Sut.{name} {all}) (fun answer -> {event})\n        (fun h answer -> {allowed})"
        );
    }
    let _ = writeln!(
        text,
        "  end\n\n  module Generated = {generators} (Asked)\n\n  let forget () = history := []\nend"
    );
    text
}

fn answer(operator: &OperatorInfo) -> Option<String> {
    operator.answers.then(|| "answer".to_owned())
}

/// The arguments that are fields of the event.
fn kept(operator: &OperatorInfo, names: &[String]) -> Vec<String> {
    names.iter().zip(&operator.arguments).filter(|(_, kept)| **kept).map(|(name, _)| name.clone()).collect()
}

fn constructed(operator: &OperatorInfo, fields: impl Iterator<Item = String>) -> String {
    let fields: Vec<String> = fields.collect();
    if fields.is_empty() {
        operator.constructor.clone()
    } else {
        format!("{} ({})", operator.constructor, fields.join(", "))
    }
}

/// How events are shown.
fn shown(operators: &Operators) -> String {
    let mut text = "  let show = function\n".to_owned();
    for operator in &operators.list {
        let names: Vec<String> = (0..operator.show.len()).map(|i| format!("x{i}")).collect();
        let fields: Vec<String> =
            operator.show.iter().zip(&names).map(|(show, name)| format!("{show} {name}")).collect();
        let shown = match fields.as_slice() {
            [] => format!("{:?}", operator.constructor),
            [one] => format!("{:?} ^ {one}", format!("{} ", operator.constructor)),
            many => format!(
                "{:?} ^ String.concat \", \" [ {} ] ^ \")\"",
                format!("{} (", operator.constructor),
                many.join("; ")
            ),
        };
        let _ = writeln!(text, "    | {} -> {shown}", constructed(operator, names.into_iter()));
    }
    text.push('\n');
    text
}

/// `Traces (Sut)`, and tests of QCheck over it.
pub fn qcheck(subject: &str, operators: &Operators, text: &str) -> String {
    let weighted = weights::functor(text, &operators.functor, subject);
    format!(
        "(* Written by Covenant for {subject}. Compile it with that module, covenant_runtime, qcheck and unix. *)\n{}{QCHECK_TESTS}",
        traces(subject, operators, weighted.as_deref())
    )
}

/// A test passes if every answer is as specified.
const QCHECK_TESTS: &str = r#"
(* `let module T = Tests (My_system) in QCheck_runner.run_tests [ T.make "name" (fun () -> T.Generated.f 4) ]` *)
module Tests (Sut : SYSTEM) = struct
  include Traces (Sut)

  let make ?(count = 1000) name run =
    let draws = QCheck.make ~print:(fun _ -> String.concat "; " (List.rev_map fst !asked)) Random.State.bits in
    QCheck.Test.make ~count ~name draws (fun seed ->
        Random.init seed;
        forget ();
        asked := [];
        Sut.fresh ();
        match ending_of run with
        | Well | Abandoned -> true
        | Raised what -> QCheck.Test.fail_reportf "the system raised %s" what
        | Hangs -> QCheck.Test.fail_report "an operation did not end in time"
        | Not_as_specified operator ->
            let shrunk = String.concat "; " (List.map fst (shrink Sut.fresh forget)) in
            QCheck.Test.fail_reportf "an answer of %s is not as specified: %s" operator shrunk)
end
"#;

/// How a run is to be.
pub struct Settings<'a> {
    /// What to run: an OCaml expression over the generators.
    pub call: &'a str,
    /// Executions.
    pub n: usize,
    /// Where the draws begin.
    pub seed: u32,
    /// Seconds that an operation may take.
    pub operation_limit: f64,
    /// The module of the system.
    pub system: &'a str,
}

/// Requests in a run of uniformly chosen ones, at most.
const MOST_RANDOM_REQUESTS: usize = 12;

/// The whole program: `Traces`, the generator, and uniformly chosen requests beside it.
pub fn program(subject: &str, operators: &Operators, settings: &Settings<'_>) -> String {
    let mut text = traces(subject, operators, None);
    let requests: Option<Vec<String>> = operators
        .list
        .iter()
        .map(|operator| {
            let draws: Option<Vec<&str>> = operator.argument_draws.iter().map(Option::as_deref).collect();
            draws.map(|draws| format!("(fun () -> ignore (T.Asked.{} {}))", operator.name, draws.join(" ")))
        })
        .collect();
    let _ = write!(
        text,
        "\nlet () =\n  let module T = Traces ({system}) in\n  Covenant_draws.any_int := often_small !Covenant_draws.any_int;\n  \
         operation_limit := {limit:?};\n  Sys.set_signal Sys.sigalrm (Sys.Signal_handle (fun _ -> raise System_hangs));\n  \
         let out = open_out \"run.txt\" in\n  Random.init {seed};\n  \
         report out \"generator\" {n} {system}.fresh T.forget (fun () -> let open {subject} in let open T.Generated in ignore ({call}));\n",
        system = settings.system,
        limit = settings.operation_limit,
        seed = settings.seed,
        n = settings.n,
        call = settings.call,
    );
    if let Some(requests) = requests {
        let _ = writeln!(
            text,
            "  let requests = let open {subject} in [| {} |] in\n  Random.init {};\n  \
             report out \"uniform\" {} {}.fresh T.forget (fun () ->\n    \
             for _ = 1 to 1 + Random.int {MOST_RANDOM_REQUESTS} do requests.(Random.int (Array.length requests)) () done);",
            requests.join("; "),
            settings.seed,
            settings.n,
            settings.system,
        );
    }
    text.push_str("  close_out out\n");
    text
}
