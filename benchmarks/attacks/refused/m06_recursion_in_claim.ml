(* class: a claim that is not total *)
open Covenant_runtime
let f () : int = int_gen ()
[@@covers {| unit -> [v:int | let rec g x = g x in g v = 1] |}]
