(* class: names: external *)
(* never: f () = 1 *)
open Covenant_runtime
external ( <+> ) : int -> int -> int = "%addint"
let f () : int = 1 <+> 2
[@@covers {| unit -> [v:int | v = 1 || v = 2] |}]
