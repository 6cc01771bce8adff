(* class: float and foreign types *)
(* note: abstract type parameter of the claim, float in the program *)
(* never: false *)
open Covenant_runtime
let f () : bool = let x = float_gen () in x = x
[@@covers {| unit -> [v:bool | v] |}]
