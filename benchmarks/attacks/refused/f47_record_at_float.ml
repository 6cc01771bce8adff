(* class: float ban *)
open Covenant_runtime
type 'a r = { a : 'a; b : int }
let f (x : float r) : bool = x <> x
[@@covers {| x:float r -> [v:bool | not v] |}]
