(* class: float and foreign types *)
(* never: f { Complex.re = nan; im = 0. } *)
open Covenant_runtime
type t = Complex.t
let f (x : t) : bool = (x = x)
[@@covers {| x:t -> [v:bool | v] |}]
