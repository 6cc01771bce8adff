(* class: top-level effect before a claim of a QCheck file *)
let[@inline] to_alcotest _ = failwith "no"
let t = to_alcotest 3
let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
let other () = Alcotest.run "x" []
