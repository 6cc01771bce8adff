(* class: building moved *)
let t = QCheck.Test.make ~count:(-1) QCheck.int (fun _ -> true)
let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
