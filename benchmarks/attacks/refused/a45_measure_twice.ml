(* class: annotation lost *)
(* never: false *)
open Covenant_runtime
let rec f (n : int) : bool = if n <= 0 then bool_gen () else f (n - 1)
[@@covers {| n:int -> [v:bool | true] |}] [@@measure n] [@@measure n - 1]
