(* class: names: constructors *)
(* never: f (A : t) = 2 *)
open Covenant_runtime
type t = A | B
type u = B | A
let f (x : t) : int = match x with A -> 1 | B -> 2
[@@covers {| x:t -> [v:int | if x = B then v = 2 else v = 1] |}]
