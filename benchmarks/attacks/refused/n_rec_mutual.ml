(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] rec e (l : int list) : bool = let _ = o l in match l with [] -> true | _ :: t -> o t
and o (l : int list) : bool = let _ = e l in match l with [] -> false | _ :: t -> e t
let g () : bool = e []
[@@covers {| unit -> [v:bool | v = true] |}]
