(* class: building moved *)
let rec boom (n : int) : int = boom n
let h = QCheck.Gen.return (QCheck.Print.list (fun x -> string_of_int (boom x)) [ 1 ])
let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
