let show = QCheck.Print.list QCheck.Print.int
let arb = QCheck.make ~print:show (QCheck.Gen.list QCheck.Gen.bool |> QCheck.Gen.map (List.map (fun b -> if b then 1 else 0)))
let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
