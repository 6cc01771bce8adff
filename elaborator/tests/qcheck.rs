//! QCheck generators: the definitions that stand for the library, and what must not be read.

use covenant_elaborator::pipeline::{FileReport, Options, Verdict, check_source};

fn check(text: &str) -> FileReport {
    check_source("gen.ml", text, &Options::default())
}

fn verdict(text: &str) -> (Verdict, bool, String) {
    let report = check(text);
    let claim =
        report.claims.first().unwrap_or_else(|| panic!("no claim in {text}: {:?}", report.diagnostics));
    let why = claim.obstacles.first().map_or_else(String::new, |obstacle| obstacle.message.clone());
    (claim.verdict, claim.declined, why)
}

/// Each definition that a combinator stands for has the support that its claim states: proved, not assumed.
#[test]
fn the_supports_of_the_library_are_proved() {
    // Under another name: the module of a file is not the library.
    let own = covenant_front::qcheck_text()
        .replace("QCheck.Gen.", "First.Gen.")
        .replace("module QCheck2 =", "module Second =")
        .replace("module QCheck =", "module First =");
    let report = check(&format!("module Used = QCheck\n{own}"));
    assert!(report.claims.len() >= 14, "{:?}", report.diagnostics);
    for claim in &report.claims {
        assert_eq!(claim.verdict, Verdict::Valid, "{}: {:?}", claim.claim, claim.obstacles);
    }
}

/// What is read one way here and another way by OCaml would be a wrong verdict: it is declined.
#[test]
fn what_cannot_be_known_is_declined() {
    let programs = [
        // Building never ends.
        "type t = A | B of t\nopen QCheck.Gen\nlet rec g n = oneof [ return A; map (fun t -> B t) (g (n - 1)) ]\n\
         [@@covers {| n:{v:int | 0 <= v} -> [v:t | true] |}]",
        // It ends for even sizes only.
        "open QCheck.Gen\nlet rec g n = if n = 0 then return 0 else oneof [ return 0; g (n - 2) ]\n\
         [@@covers {| n:{v:int | 0 <= v} -> [v:int | v = 0] |}]",
        // An arm that raises when it is built, whatever is drawn.
        "let g = QCheck.Gen.(oneof [ return 1; int_range 5 3 ])\n[@@covers {| [v:int | v = 1] |}]",
        "let bad () = failwith \"no\"\nlet g = QCheck.Gen.(oneof [ return 1; return (bad ()) ])\n\
         [@@covers {| [v:int | v = 1] |}]",
        // Another module may define `return`.
        "open QCheck.Gen\nopen Other\nlet g = return 1\n[@@covers {| [v:int | v = 1] |}]",
        "module QCheck = struct module Gen = struct let return _ = 2 end end\n\
         let g = QCheck.Gen.return 1\n[@@covers {| [v:int | v = 1] |}]",
        // Drawn once, when the program starts.
        "let n = QCheck.Gen.generate1 QCheck.Gen.int\nlet g = QCheck.Gen.return n\n[@@covers {| [v:int | true] |}]",
        // It remembers what it has returned.
        "let g = QCheck.Gen.graft_corners QCheck.Gen.int [ 0 ] ()\n[@@covers {| [v:int | true] |}]",
        // Not all floats, and which ones depends on the version.
        "let g = QCheck.Gen.float\n[@@covers {| [v:float | true] |}]",
        // The sign is drawn with a float that is 1.
        "let g = QCheck.Gen.int_range (-9007199254740992) 0\n[@@covers {| [v:int | v = 0] |}]",
        // What is no generator, and has no parts that are.
        "open QCheck.Gen\nlet byte = int_bound 255\nlet g = map (fun r -> r) (byte + 1)\n[@@covers {| [v:int | 0 <= v && v <= 256] |}]",
        // In some versions `open` hides the first definition.
        "let result = QCheck.Gen.return 1\nopen QCheck.Gen\nlet g = result\n[@@covers {| [v:int | v = 1] |}]",
    ];
    for text in programs {
        let (found, declined, why) = verdict(text);
        assert_eq!(found, Verdict::Unknown, "{text}");
        assert!(declined, "{text}: {why}");
    }
}

/// The last definition or `open` wins, as in OCaml.
#[test]
fn names_mean_what_they_mean_in_ocaml() {
    let valid = [
        "open QCheck.Gen\nlet return x = map (fun n -> n + x) (int_range 0 1)\nlet g = return 1\n\
         [@@covers {| [v:int | 1 <= v && v <= 2] |}]",
        "module M = struct let small_nat = QCheck.Gen.return 7 end\nopen QCheck.Gen\nopen M\nlet g = small_nat\n\
         [@@covers {| [v:int | v = 7] |}]",
        "module G = QCheck.Gen\nlet g = let open G in let small_nat = return 3 in small_nat\n\
         [@@covers {| [v:int | v = 3] |}]",
        "module M = struct type t = A | B let gen = QCheck.Gen.oneofl [ A; B ] end\ntype u = A\n\
         let g = M.gen\n[@@covers {| [v:M.t | v = M.A || v = M.B] |}]",
        "let g = QCheck.Gen.(let x = small_nat in pair x x)\n\
         [@@covers {| [v:int * int | v = (0, 1)] |}]",
    ];
    for text in valid {
        let (found, _, why) = verdict(text);
        assert_eq!(found, Verdict::Valid, "{text}: {why}");
    }
    let rejected = [
        "module M = struct let small_nat = QCheck.Gen.return 7 end\nopen M\nopen QCheck.Gen\nlet g = oneof [ small_nat ]\n\
         [@@covers {| [v:int | v = 100] |}]",
        "let g = QCheck.Gen.(map (fun x -> (x, x)) small_nat)\n[@@covers {| [v:int * int | v = (0, 1)] |}]",
    ];
    for text in rejected {
        let (found, _, why) = verdict(text);
        assert_eq!(found, Verdict::Rejected, "{text}: {why}");
    }
}

/// Tests are built when the program starts, and run behind the last claim: that says nothing about a generator. Anything
/// else that runs there is declined (`benchmarks/attacks/refused/q0*.ml`).
#[test]
fn tests_are_built_and_run_beside_claims() {
    let text = "open QCheck\nlet g = Gen.(oneof [ return 1; return 2 ])\n[@@covers {| [v:int | v = 1 || v = 2] |}]\n\
        let test = Test.make ~count:10 ~name:\"g\" (make g) (fun n -> n < 3)\n\
        let () = QCheck_base_runner.run_tests_main [ test ]\n";
    assert_eq!(verdict(text), (Verdict::Valid, false, String::new()));
    let own = text.replace("(make g)", "(make (Gen.map (fun n -> n) g))");
    assert_eq!(verdict(&own), (Verdict::Valid, false, String::new()));
    let fails = text.replace("(make g)", "(make (failwith \"no\"))");
    assert!(verdict(&fails).1, "{fails}");
    let early = text.replace("let g =", "let () = exit 0\nlet g =");
    assert!(verdict(&early).1, "{early}");
}
