(* class: building moved *)
let rec boom (n : int) : int = boom n
let h = QCheck.Gen.return (let g ?(x = boom 1) () = x in g ())
let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
