(* class: a function of the program in a claim *)
open Covenant_runtime
let small (x : int) : bool = x < int_gen ()
let f () : int list = [ int_gen () ]
[@@covers {| unit -> [v:int list | List.for_all (fun x -> small x) v] |}]
