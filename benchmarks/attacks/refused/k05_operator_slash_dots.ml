(* class: outputs *)
(* never: false *)
open Covenant_runtime
let ( ^../../x ) (a : int) (b : int) : int = int_gen () [@@covers {| a:int -> b:int -> [v:int | true] |}]
