(* class: formula scope *)
(* never: f () = (1, 5) *)
open Covenant_runtime
let fst (p : int * int) : int = snd p
let f () : int * int = (5, int_gen ())
[@@covers {| unit -> [v:int * int | fst v = 5] |}]
