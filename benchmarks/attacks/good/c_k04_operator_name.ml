(* class: control, outputs *)
open Covenant_runtime
let ( +/ ) (a : int) (b : int) : int = int_gen () [@@covers {| a:int -> b:int -> [v:int | true] |}]
