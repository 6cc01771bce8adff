(* class: annotation lost *)
open Covenant_runtime
let f (n : int) : int = 0 [@@covers {| n:int -> [v:int | v = 0] |}] [@@measure n]
