(* class: control, formula scope *)
(* note: len is the parameter here *)
(* never: f 0 = [1] *)
open Covenant_runtime
let f (len : int) : int list = []
[@@covers {| len:int -> [v:int list | v = []] |}]
