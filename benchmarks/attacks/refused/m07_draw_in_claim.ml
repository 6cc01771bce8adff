(* class: a function of the program in a claim *)
open Covenant_runtime
let f () : int list = [ int_gen () ]
[@@covers {| unit -> [v:int list | List.for_all (fun x -> x = int_gen ()) v] |}]
