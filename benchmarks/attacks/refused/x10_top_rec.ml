(* class: extension node *)
(* never: false *)
open Covenant_runtime
let%foo rec f (n : int) : bool = if n <= 0 then bool_gen () else f (n - 1)
[@@covers {| n:int -> [v:bool | true] |}] [@@measure n]
