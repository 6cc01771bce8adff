(* class: a module that is not read and does something *)
module S = Set.Make (struct let () = exit 0 type t = int let compare = compare end)
let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
