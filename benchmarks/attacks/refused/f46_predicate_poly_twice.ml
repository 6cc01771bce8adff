(* class: float ban *)
open Covenant_runtime
let[@predicate] eq (x : 'a) (y : 'a) : bool = x = y
let[@predicate] eq2 (x : 'b) (y : 'b) : bool = eq [x] [y]
let f (x : float) : bool = eq2 x x
[@@covers {| x:float -> [v:bool | v] |}]
