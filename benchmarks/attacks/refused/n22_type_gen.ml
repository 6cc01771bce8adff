(* class: names: types *)
(* note: 'a gen redefined *)
(* never: f (fun (x : int) -> 0) = 1 *)
open Covenant_runtime
type 'a gen = int -> 'a
let f (g : int gen) : int = g 0
[@@covers {| g:(M [v:int | v = 0]) -> [v:int | v = 0] |}]
