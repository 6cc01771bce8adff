(* class: a claim that is not total *)
open Covenant_runtime
let f () : int option = if bool_gen () then None else Some (int_gen ())
[@@covers {| unit -> [v:int option | match v with Some x -> x = 1] |}]
