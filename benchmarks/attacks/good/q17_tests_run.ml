(* class: control, tests are run behind the claims *)
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
let t = QCheck.Test.make (QCheck.make digit) (fun x -> x < 10)
let () = exit (QCheck_base_runner.run_tests ~verbose:true [t])
