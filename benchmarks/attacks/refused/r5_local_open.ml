(* class: top-level effect before a claim of a QCheck file *)
module Evil = struct module Test = struct let make _ _ = failwith "no" end end
let t = Evil.(Test.make QCheck.int (fun (_ : int) -> true))
let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
