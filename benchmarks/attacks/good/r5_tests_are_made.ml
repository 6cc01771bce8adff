let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
let arb n = QCheck.make (QCheck.Gen.int_bound n)
let t = QCheck.Test.make ~count:100 ~name:"t" (QCheck.make f) (fun _ -> true)
let () = exit (QCheck_base_runner.run_tests [ t ])
