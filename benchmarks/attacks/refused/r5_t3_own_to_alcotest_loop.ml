(* class: top-level effect before a claim of a QCheck file *)
let rec forever () = forever ()
let[@inline] to_alcotest _ = forever ()
let t = to_alcotest 3
let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
