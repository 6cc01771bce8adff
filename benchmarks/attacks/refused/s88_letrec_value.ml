(* class: semantics: types *)
open Covenant_runtime
let f () : int = let rec x = 1 + x in x
[@@covers {| unit -> [v:int | v = 1] |}]
