(* class: opens *)
(* never: f () = 5 *)
open Covenant_runtime
let int_range_inex (a : int) (b : int) : int = int_range a b
open Covenant_runtime
let f () : int = int_range_inex 1 5
[@@covers {| unit -> [v:int | 1 <= v && v <= 5] |}]
