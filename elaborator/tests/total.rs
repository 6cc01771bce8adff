//! Claims that say *total*: what is proved of the program with checks, what refutes one, what is declined; and that the
//! program with checks does what the program does, on all small arguments.

use covenant_elaborator::pipeline::{ClaimReport, Options, Verdict, check_source};
use covenant_execute::limits::on_deep_stack;
use covenant_execute::{Bounds, Caller, Limits, Program, Value};
use covenant_exercise::Plan;
use covenant_exercise::inputs::Inputs;
use covenant_front::{Unit, load};
use covenant_kernel::tables::Kind;

fn last(text: &str) -> ClaimReport {
    let mut report = check_source("test.ml", text, &Options::default());
    assert!(!report.failed(), "{:?}", report.diagnostics);
    report.claims.pop().expect("a claim")
}

fn verdict(text: &str) -> (Verdict, Option<Kind>) {
    let claim = last(text);
    let proved = matches!(claim.verdict, Verdict::Valid | Verdict::ValidModulo);
    (claim.verdict, claim.certificate.filter(|_| proved).map(|file| file.certificate.statement.kind))
}

const VALID: (Verdict, Option<Kind>) = (Verdict::Valid, Some(Kind::Only));

/// Each of these ends with a value in every run.
const TOTAL: [&str; 13] = [
    "let same (n : int) : int = n [@@covers {| n:int -> total {v:int | v = n} |}]",
    "let rec down (n : int) : int = if n <= 0 then 0 else down (n - 1)
[@@covers {| n:int -> total {v:int | v = 0} |}]",
    "let rec add (n : int) (m : int) : int = if n <= 0 then m else 1 + add (n - 1) m
[@@covers {| n:{v:int | 0 <= v} -> m:int -> total {v:int | v = n + m} |}]",
    "let rec length (l : int list) : int = match l with [] -> 0 | _ :: rest -> 1 + length rest
[@@covers {| l:int list -> total {v:int | v = len l} |}]",
    "let first (l : int list) : int = match l with x :: _ -> x | [] -> failwith \"empty\"
[@@covers {| l:{v:int list | not (v = [])} -> total {v:int | true} |}]",
    "let half (n : int) (by : int) : int = if by = 0 then 0 else n / by
[@@covers {| n:int -> by:int -> total {v:int | true} |}]",
    "let rec up (n : int) (most : int) : int = if n >= most then n else up (n + 1) most
[@@covers {| n:int -> most:int -> total {v:int | most <= v} |}] [@@measure most - n]",
    "let rec ack (m : int) (n : int) : int =
  if m <= 0 then n + 1 else if n <= 0 then ack (m - 1) 1 else ack (m - 1) (ack m (n - 1))
[@@covers {| m:{v:int | 0 <= v} -> n:{v:int | 0 <= v} -> total {v:int | 0 <= v} |}] [@@measure (m, n)]",
    // With choices: every run.
    "let rec some (n : int) : int list = if n <= 0 then [] else if bool_gen () then [] else int_gen () :: some (n - 1)
[@@covers {| n:int -> total {v:int list | true} |}]",
    "let between (a : int) (b : int) : int = if a <= b then int_range a b else a
[@@covers {| a:int -> b:int -> total {v:int | a <= v} |}]",
    // A helper without a claim is part of its caller; one with a claim says total itself.
    "let get (l : int list) : int = match l with x :: _ -> x | [] -> failwith \"empty\"
let safe (l : int list) : int = if l = [] then 0 else get l
[@@covers {| l:int list -> total {v:int | true} |}]",
    "let rec down (n : int) : int = if n <= 0 then 0 else down (n - 1)
[@@covers {| n:int -> total {v:int | v = 0} |}]
let twice (n : int) : int = down n + down (n + n)
[@@covers {| n:int -> total {v:int | v = 0} |}]",
    "let rec copy (l : 'a list) : 'a list = match l with [] -> [] | x :: rest -> x :: copy rest
[@@covers {| forall 'a. l:'a list -> total {v:'a list | len v = len l} |}]",
];

#[test]
fn what_ends_with_a_value_in_every_run_is_proved() {
    for text in TOTAL {
        assert_eq!(verdict(text), VALID, "{text}\n{:?}", last(text).obstacles);
    }
}

/// None of these is total; as claims of *only* all of them hold.
const NOT_TOTAL: [(&str, Verdict); 17] = [
    ("let f (n : int) : int = failwith \"no\" [@@covers {| n:int -> total {v:int | true} |}]", Verdict::Rejected),
    ("let f (n : int) : int = let unused = 10 / n in n [@@covers {| n:int -> total {v:int | v = n} |}]", Verdict::Rejected),
    ("let f (n : int) : int = let _ = (if n = 1 then failwith \"one\" else 0) in n
[@@covers {| n:int -> total {v:int | v = n} |}]", Verdict::Rejected),
    ("let g (a : int) (b : int) : int = a
let f (n : int) : int = g n (n mod n) [@@covers {| n:int -> total {v:int | v = n} |}]", Verdict::Rejected),
    ("let f (l : int list) : int = match l with x :: _ -> x [@@covers {| l:int list -> total {v:int | true} |}]", Verdict::Rejected),
    ("let f (a : int) (b : int) : int = int_range a b [@@covers {| a:int -> b:int -> total {v:int | true} |}]", Verdict::Rejected),
    // One run of many.
    ("let f (u : unit) : int = if bool_gen () then 1 else failwith \"tails\"
[@@covers {| u:unit -> total {v:int | v = 1} |}]", Verdict::Rejected),
    // A value that a test does not allow, and it is total.
    ("let f (n : int) : int = n [@@covers {| n:int -> total {v:int | v < n} |}]", Verdict::Rejected),
    // What does not end. No argument refutes it, and nothing proves it.
    ("let rec f (n : int) : int = f n [@@covers {| n:int -> total {v:int | true} |}]", Verdict::Unknown),
    ("let rec f (n : int) : int = if n = 0 then 0 else f (n - 1) [@@covers {| n:int -> total {v:int | v = 0} |}]", Verdict::Unknown),
    ("let rec f (n : int) : int = 0 * f (n - 1) [@@covers {| n:int -> total {v:int | true} |}]", Verdict::Unknown),
    ("let rec f (n : int) : int = if n > 5 then 0 else f (n + 1)
[@@covers {| n:int -> total {v:int | v = 0} |}] [@@measure n]", Verdict::Tested),
    // In an unused value, in an argument, and as an argument of itself.
    ("let rec f (n : int) : int = let unused = f (n + 1) in n [@@covers {| n:int -> total {v:int | v = n} |}]", Verdict::Unknown),
    ("let rec f (n : int) : int = if n <= 0 then 0 else f (f (n + 1) - 1)
[@@covers {| n:int -> total {v:int | true} |}]", Verdict::Unknown),
    // The measure decreases for ever, below zero.
    ("let rec f (n : int) : int = if n = 1 then 0 else f (n - 2)
[@@covers {| n:{v:int | 0 <= v} -> total {v:int | v = 0} |}] [@@measure n]", Verdict::Unknown),
    // A function that is called does not say that it is total.
    ("let rec g (n : int) : int = if n = 0 then 0 else g (n - 1) [@@covers {| n:int -> {v:int | v = 0} |}]
let f (n : int) : int = g (n * n) [@@covers {| n:int -> total {v:int | v = 0} |}]", Verdict::Tested),
    ("let rec g (n : int) : int = if n <= 0 then 0 else g (n - 1) [@@covers {| n:int -> exactly [v:int | v = 0] |}]
let f (n : int) : int = g n [@@covers {| n:int -> total {v:int | v = 0} |}]", Verdict::Tested),
];

#[test]
fn nothing_else_is() {
    for (text, expected) in NOT_TOTAL {
        let claim = last(text);
        assert_eq!(claim.verdict, expected, "{text}\n{:?}", claim.obstacles);
        assert!(claim.certificate.is_none(), "{text}");
    }
}

#[test]
fn in_both_directions() {
    let text = "let rec down (n : int) : int = if n <= 0 then 0 else down (n - 1)
[@@covers {| n:int -> total exactly [v:int | v = 0] |}]";
    assert_eq!(verdict(text), (Verdict::Valid, Some(Kind::Exactly)));
}

#[test]
fn mutual_recursion_and_local_functions() {
    let mutual = "let rec even (n : int) : bool = if n <= 0 then true else odd (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> total {v:bool | true} |}] [@@measure n]
and odd (n : int) : bool = if n <= 0 then false else even (STEP)
[@@covers {| n:{v:int | 0 <= v} -> total {v:bool | true} |}] [@@measure n]";
    assert_eq!(verdict(&mutual.replace("STEP", "n - 1")), VALID);
    assert_ne!(verdict(&mutual.replace("STEP", "n + 1")).0, Verdict::Valid);
}

/// What the program with checks cannot say is said, and not passed over.
#[test]
fn what_cannot_have_checks_is_named() {
    let passed = "let f (g : int -> int) (n : int) : int = g n
[@@covers {| g:(x:int -> [v:int | true]) -> n:int -> total {v:int | true} |}]";
    let claim = last(passed);
    assert_ne!(claim.verdict, Verdict::Valid);
    assert!(claim.obstacles[0].message.contains("function parameter"), "{:?}", claim.obstacles);
}

fn fields(value: &Value) -> &[Value] {
    match value {
        Value::Ctor(node) => &node.fields,
        _ => &[],
    }
}

/// All outcomes of a function, of the program with checks and of the one without, on the same arguments.
fn outcomes(unit: &Unit, checks: &Unit, depth: u32) -> u64 {
    let plan = Plan { depth: 3, most: 40, ints: None, fuel: 200_000, search_steps: 200_000 };
    let bounds = Bounds { ints: -1..=2, depth };
    let limits = Limits::with_steps(plan.fuel);
    let program = Program::new(&unit.statement).expect("a program");
    let with_checks = Program::new(&checks.statement).expect("a program");
    let mut plain = Caller::new(program, unit.statement.claim, &bounds, &limits).expect("it runs");
    let mut checked = Caller::new(with_checks, checks.statement.claim, &bounds, &limits).expect("it runs");
    let mut inputs = Inputs::new(program, unit.statement.claim);
    let mut compared = 0;
    for depth in 0..=plan.depth {
        for args in inputs.of_depth(depth, &plan).0 {
            let (plain, checked) =
                (plain.call(&args).expect("it runs"), checked.call(&args).expect("it runs"));
            let bounded = |o: &covenant_execute::Outcomes| o.too_deep || o.stopped.is_some();
            assert!(!checked.failed, "the program with checks does not fail itself: {args:?}");
            let ended: Vec<&Value> =
                checked.values.iter().filter_map(|value| fields(value).first()).collect();
            let failed = checked.values.iter().any(|value| fields(value).is_empty());
            assert!(failed || bounded(&checked) || !plain.failed, "a failure was lost: {args:?}");
            assert!(
                failed || bounded(&checked) || !plain.too_deep,
                "a run that does not end was lost: {args:?}"
            );
            for value in &ended {
                assert!(plain.values.contains(value), "a value was made up: {args:?} {value:?}");
            }
            for value in &plain.values {
                let there = ended.contains(&value) || failed || bounded(&checked);
                assert!(there, "a value was lost: {args:?} {value:?}");
            }
            compared += 1;
        }
    }
    compared
}

#[test]
fn the_program_with_checks_does_what_the_program_does() {
    let mut compared = 0;
    for text in TOTAL.iter().chain(NOT_TOTAL.iter().map(|(text, _)| text)) {
        let module = load("test.ml", text).expect("OCaml");
        for unit in &module.only {
            if let Some(Ok(checks)) = &unit.total {
                compared += on_deep_stack(|| outcomes(unit, checks, 12));
            }
        }
    }
    assert!(compared > 500, "{compared}");
}
