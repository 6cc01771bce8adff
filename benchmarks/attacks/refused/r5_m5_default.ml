(* class: a generator without claim that raises or never ends when the program starts *)
let rec forever () = forever ()
let g ?(x = forever ()) () = QCheck.Gen.return x
let z = g ()
let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
