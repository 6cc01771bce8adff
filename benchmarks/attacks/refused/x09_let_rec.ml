(* class: extension node *)
(* never: false *)
open Covenant_runtime
let f () : bool = let%foo rec g (n : int) : bool = if n <= 0 then bool_gen () else g (n - 1) in g 0
[@@covers {| unit -> [v:bool | true] |}]
