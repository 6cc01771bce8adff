(* class: effects of a functor *)
module A = Elsewhere.Make (Int)
let gen = QCheck.Gen.int_range 0 5
[@@covers {| [v:int | 0 <= v && v <= 5] |}]
