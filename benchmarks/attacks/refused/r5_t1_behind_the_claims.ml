(* class: top-level effect after the claim *)
let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
let rec boom () = boom ()
let t = QCheck.Test.make (boom ()) (fun (_ : int) -> true)
