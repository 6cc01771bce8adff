(* class: names: external *)
(* never: f () = 1 *)
open Covenant_runtime
external fst : 'a * 'b -> 'b = "%field1"
let f () : int = fst (1, 2)
[@@covers {| unit -> [v:int | v = 1] |}]
