(* class: types without values *)
open Covenant_runtime
type 'a box = Box of 'a
type t = C of t box
let n (x : t) : int = int_gen ()
[@@covers {| x:t -> [v:int | true] |}]
