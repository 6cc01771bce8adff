(* class: an open that gives names back their meaning *)
let ( + ) a b = a - b
open Stdlib
let g = QCheck.Gen.(map (fun x -> x + 1) (int_range 0 9))
[@@covers {| [v:int | -1 <= v && v <= 8] |}]
