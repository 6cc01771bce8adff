(* class: names: external *)
(* never: Stdlib.(=) (f ()) 1 *)
open Covenant_runtime
external ( = ) : int -> int -> bool = "%notequal"
let f () : int = if 1 = 1 then 1 else 2
[@@covers {| unit -> [v:int | v = 1] |}]
