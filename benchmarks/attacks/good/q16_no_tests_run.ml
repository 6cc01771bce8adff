(* class: control, tests are run behind the claims *)
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
let () = exit (QCheck_base_runner.run_tests [])
