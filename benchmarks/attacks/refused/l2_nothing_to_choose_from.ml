(* class: evaluated when the program starts *)
let none () = List.filter (fun n -> n < 0) [ 1; 2 ]

(* Raises when the program starts. *)
let empty = QCheck2.Gen.oneofl (none ())
let g = QCheck2.Gen.bool
[@@covers {| [v:bool | true] |}]
