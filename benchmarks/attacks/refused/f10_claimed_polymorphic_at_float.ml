(* class: float and foreign types *)
(* read: eq *)
(* never: f nan *)
open Covenant_runtime
let eq (x : 'a) (y : 'a) : bool = (x = y)
[@@covers {| forall 'a. x:'a -> y:'a -> [v:bool | v <=> x = y] |}]
let f (x : float) : bool = eq x x
[@@covers {| x:float -> [v:bool | v] |}]
