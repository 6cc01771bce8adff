(* class: names: external *)
(* never: f () = 1 *)
open Covenant_runtime
external ( mod ) : int -> int -> int = "%divint"
let f () : int = 7 mod 2
[@@covers {| unit -> [v:int | v = 1] |}]
