(* class: float and foreign types *)
(* note: uniq [nan; nan] is true in OCaml; Covenant says false *)
(* never: not (f nan) *)
open Covenant_runtime
let f (x : float) : bool = uniq [x; x]
[@@covers {| x:float -> [v:bool | not v] |}]
