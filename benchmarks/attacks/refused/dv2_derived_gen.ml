(* class: opens, names *)
(* never: gen () = Red *)
(* The same in a file with generators of QCheck: `gen_colour` is what the plugin makes of the type. *)
let gen_colour = QCheck.Gen.return 1
type colour = Red | Green [@@deriving qcheck { weight = 0 }, eq]
let gen = QCheck.Gen.map (fun n -> n) gen_colour
[@@covers {| [v:int | v = 1] |}]
